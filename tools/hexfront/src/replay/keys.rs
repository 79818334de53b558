//! Names of the keys of the shell contract.

use hexfront_isa::contract::key::{BACK, DELETE, DOWN, HELP, LEFT, RIGHT, SPACE, UP};
pub use hexfront_isa::contract::key::{FIRE, RETURN};

/// Keys that have a name, and its codes.
const NAMES: [(u16, &str); 10] = [
    (DELETE, "DELETE"),
    (RETURN, "RETURN"),
    (BACK, "BACK"),
    (SPACE, "SPACE"),
    (UP, "UP"),
    (RIGHT, "RIGHT"),
    (DOWN, "DOWN"),
    (LEFT, "LEFT"),
    (FIRE, "FIRE"),
    (HELP, "HELP"),
];

/// Codes that are characters.
const CHARACTERS: std::ops::RangeInclusive<u16> = 33..=95;

/// The name of a key code: its character, its name, or its number.
pub fn name(code: u16) -> String {
    match NAMES.iter().find(|(known, _)| *known == code) {
        Some((_, name)) => (*name).to_owned(),
        None if CHARACTERS.contains(&code) => char::from(code as u8).to_string(),
        None => format!("${code:02X}"),
    }
}

/// The key code of a name.
pub fn code(name: &str) -> Option<u16> {
    if let Some((code, _)) = NAMES.iter().find(|(_, known)| *known == name) {
        return Some(*code);
    }
    let mut characters = name.chars();
    match (characters.next()?, characters.as_str()) {
        (character, "") => u16::try_from(u32::from(character))
            .ok()
            .filter(|code| CHARACTERS.contains(code)),
        ('$', digits) if digits.bytes().all(|b| b.is_ascii_hexdigit()) => {
            u16::from_str_radix(digits, 16).ok()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_name_that_leads_back_to_it() {
        for number in 0..=u16::MAX {
            assert_eq!(code(&name(number)), Some(number), "{}", name(number));
        }
        assert_eq!(name(65), "A");
        assert_eq!(name(36), "$");
        assert_eq!(name(200), "$C8");
        for wrong in ["", "return", "AB", "é", "$G", "$10000", "$+1"] {
            assert_eq!(code(wrong), None, "{wrong:?}");
        }
    }
}
