//! Text windows: what the machine has beside its map.

use hexfront_isa::contract::window;

/// Columns and rows that a text can count on in a window, beside the compass too; none for a number that is no window.
pub fn window_size(number: u8) -> Option<(usize, usize)> {
    Some(match u16::from(number) {
        window::BAR | window::INFO | window::MESSAGE => (38, 1),
        window::BODY => (32, 4),
        window::MENU => (39, 2),
        window::PAGE => (40, 24),
        _ => return None,
    })
}
