//! Output natives: packed strings and numbers, character by character through the shell call `char`.

use hexfront_isa::ShellCall;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::text::{DEPTH, FIRST_INK, FIRST_PAIR, INKS, MOST_LETTERS};

/// The shell call for one byte of an unpacked string, and its argument.
pub fn call_of(byte: u8) -> (ShellCall, u8) {
    match byte.checked_sub(FIRST_INK) {
        Some(ink @ 0..INKS) => (ShellCall::Ink, ink),
        _ => (ShellCall::Char, byte),
    }
}

/// Unpacks the string at a position of the text area; empty outside it, cut after [`MOST_LETTERS`]. Returns the number of
/// letters.
pub fn string(cartridge: &Cartridge<'_>, position: u16, mut put: impl FnMut(u8)) -> u64 {
    let bytes = cartridge
        .text
        .get(usize::from(position)..)
        .unwrap_or_default();
    let mut letters = 0;
    for &byte in bytes.iter().take_while(|&&byte| byte != 0) {
        let mut stack = [0; DEPTH];
        let mut depth = 0;
        let mut byte = byte;
        loop {
            // Deeper nesting does not pass the verifier; here it only must not do harm.
            match cartridge
                .pairs
                .get(usize::from(byte.wrapping_sub(FIRST_PAIR)))
            {
                Some([left, right]) if depth < DEPTH => {
                    stack[depth] = *right;
                    depth += 1;
                    byte = *left;
                }
                // Longer strings do not pass it either.
                _ if letters == MOST_LETTERS => return letters as u64,
                _ => {
                    put(byte);
                    letters += 1;
                    if depth == 0 {
                        break;
                    }
                    depth -= 1;
                    byte = stack[depth];
                }
            }
        }
    }
    letters as u64
}

/// Decimal digits without leading zeros, right-aligned in `width` columns with spaces before them.
pub fn number(value: u16, width: u8, mut put: impl FnMut(u8)) {
    let mut digits = [0; 5];
    let mut rest = value;
    let mut first = 5;
    loop {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    let length = (5 - first) as u8;
    (length..width).for_each(|_| put(b' '));
    digits[first..].iter().for_each(|&digit| put(digit));
}

/// As [`number`], with a minus sign for negative words.
pub fn signed(value: u16, mut put: impl FnMut(u8)) {
    if value & 0x8000 != 0 {
        put(b'-');
    }
    number((value as i16).unsigned_abs(), 0, put);
}
