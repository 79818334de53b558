//! Text windows: what the machine has beside its map.

use hexfront_isa::contract::window;

/// Columns and rows that a text can count on in a window; none for a number that is no window. The compass stands beside the body.
pub fn window_size(number: u8) -> Option<(usize, usize)> {
    Some(match u16::from(number) {
        window::BAR => (40, 1),
        window::INFO | window::MENU | window::MESSAGE => (40, 1),
        window::BODY => (34, 4),
        window::PAGE => (40, 22),
        _ => return None,
    })
}
