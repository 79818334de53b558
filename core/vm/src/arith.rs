//! Arithmetic of the natives.

/// a / b, $FFFF for b = 0.
pub fn divide(a: u16, b: u16) -> u16 {
    a.checked_div(b).unwrap_or(u16::MAX)
}

/// a mod b, 0 for b = 0.
pub fn modulo(a: u16, b: u16) -> u16 {
    a.checked_rem(b).unwrap_or(0)
}

/// The product divided, above $FFFF and for division by zero $FFFF.
pub fn divide_wide(product: u32, divisor: u32) -> u16 {
    match product.checked_div(divisor) {
        Some(quotient) => u16::try_from(quotient).unwrap_or(u16::MAX),
        None => u16::MAX,
    }
}

/// a * b / c with the whole product.
pub fn multiply_divide(a: u16, b: u16, c: u16) -> u16 {
    divide_wide(u32::from(a) * u32::from(b), u32::from(c))
}

/// Clamps a signed word to 0..n.
pub fn saturate(a: u16, n: u16) -> u16 {
    if a & 0x8000 != 0 { 0 } else { a.min(n) }
}
