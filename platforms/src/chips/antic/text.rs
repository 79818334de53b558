//! Rows of characters, for those who want to read the screen.

use super::{Antic, CELLS};

/// A row of characters that is letters and not tiles: of modes 2, 3, 6 and 7.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextRow {
    codes: [u8; CELLS],
    shown: (u8, u8),
    letters: u8,
}

impl TextRow {
    /// The codes of the characters that are shown, without their colours in modes 6 and 7.
    pub fn codes(&self) -> Vec<u8> {
        let (from, to) = self.shown;
        let shown = &self.codes[usize::from(from)..usize::from(to)];
        shown.iter().map(|code| code & self.letters).collect()
    }
}

impl Antic {
    /// The rows of text of the last frame that is over.
    pub fn text_rows(&self) -> &[TextRow] {
        &self.text
    }

    /// Notes the line that is over, if it is the first of a row of text.
    pub(super) fn note_text(&mut self) {
        let plan = &self.plan;
        let letters = match self.list.mode().0 {
            2 | 3 => 0xFF,
            6 | 7 => 0x3F,
            _ => return,
        };
        if !plan.fetches || plan.cells == 0 || plan.window.0 == plan.window.1 {
            return;
        }
        let lead = i32::from(plan.first + self.lead());
        let cell = |clock: u8| (i32::from(clock / 2) - lead) / i32::from(plan.step);
        let cells = i32::from(plan.cells).min(CELLS as i32);
        let row = TextRow {
            codes: self.data,
            shown: (
                cell(plan.window.0).clamp(0, cells) as u8,
                cell(plan.window.1).clamp(0, cells) as u8,
            ),
            letters,
        };
        self.text_now.push(row);
    }

    /// A frame is over.
    pub(super) fn end_text(&mut self) {
        self.text = std::mem::take(&mut self.text_now);
    }
}
