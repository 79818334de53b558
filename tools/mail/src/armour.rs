//! A block as text that survives e-mail.
//!
//! ```text
//! -----BEGIN HEXFRONT MAIL-----
//! 1:SFhNTAE...:Qm9d;
//! 2:...
//! end:LEb9...;
//! -----END HEXFRONT MAIL-----
//! ```
//!
//! Rows are short, so that no mailer wraps them; if one does, it is no harm: blanks, line ends and quote marks (`> `) between the two lines
//! mean nothing, and a row ends at its semicolon. Each row has a sum of its own, so that a damaged one is named; the last is the sum of all.

use crate::dice::Digest;
use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::general_purpose::{GeneralPurpose, NO_PAD};

/// The line before a block, and the one behind it.
pub const BEGIN: &str = "-----BEGIN HEXFRONT MAIL-----";
/// See [`BEGIN`].
pub const END: &str = "-----END HEXFRONT MAIL-----";

/// Letters without `=` and `+`, which mailers write in other ways.
const LETTERS: GeneralPurpose = GeneralPurpose::new(&URL_SAFE, NO_PAD);
/// Bytes of the block in a row: 48 letters.
const ROW: usize = 36;
/// Bytes of a row's sum: four letters.
const CHECK: usize = 3;
/// What stands in the place of the last row's number.
const LAST: &str = "end";

/// Why no block can be read from a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArmourError {
    /// Nothing begins.
    #[error(
        "no block is in this text: it begins with the line `{BEGIN}`; copy all from there to `{END}`"
    )]
    NoBlock,
    /// It does not end.
    #[error("the block that begins in line {0} has no end: copy all down to the line `{END}`")]
    NoEnd(usize),
    /// A row is not as it was written.
    #[error(
        "line {line}: row {row} of the block is damaged: copy it again, or ask for the block again"
    )]
    Damaged {
        /// Line of the text, from 1.
        line: usize,
        /// Row of the block, from 1.
        row: usize,
    },
    /// A row is not where it should be.
    #[error(
        "line {line}: here must stand row {wanted} of the block, and not {found}: rows are lost or in another order; ask for the block again"
    )]
    Order {
        /// Line of the text, from 1.
        line: usize,
        /// The row that comes next.
        wanted: usize,
        /// What stands there.
        found: String,
    },
    /// The sum of all.
    #[error("line {0}: the rows are whole, but not those of one block: ask for the block again")]
    Sum(usize),
}

fn check(row: usize, bytes: &[u8]) -> String {
    let numbered: Vec<u8> = (row as u32)
        .to_le_bytes()
        .iter()
        .chain(bytes)
        .copied()
        .collect();
    LETTERS.encode(&Digest::of_text(&numbered).0[..CHECK])
}

/// A block as text.
pub fn to_text(bytes: &[u8]) -> String {
    let mut text = format!("{BEGIN}\n");
    for (row, part) in (1..).zip(bytes.chunks(ROW)) {
        let letters = LETTERS.encode(part);
        text.push_str(&format!("{row}:{letters}:{};\n", check(row, part)));
    }
    let sum = LETTERS.encode(Digest::of_text(bytes).0);
    text.push_str(&format!("{LAST}:{sum};\n{END}\n"));
    text
}

/// A line without what mailers put before and behind it.
fn bare(line: &str) -> &str {
    let mut line = line.trim();
    while let Some(rest) = line
        .strip_prefix(['>', '|'])
        .or_else(|| line.strip_prefix("&gt;"))
    {
        line = rest.trim_start();
    }
    // A line that a mailer has broken.
    line.strip_suffix('=').unwrap_or(line)
}

/// What one semicolon ends, and the line in which it begins.
struct Row {
    line: usize,
    text: String,
}

/// The blocks in a text, in its order.
///
/// # Errors
/// When there is none, or the first that is damaged.
pub fn from_text(text: &str) -> Result<Vec<Vec<u8>>, ArmourError> {
    let mut lines = (1..).zip(text.trim_start_matches('\u{FEFF}').lines().map(bare));
    let mut blocks = Vec::new();
    while let Some((begin, _)) = lines.by_ref().find(|(_, line)| *line == BEGIN) {
        let mut rows = vec![];
        let mut open: Option<Row> = None;
        loop {
            let (line, text) = match lines.next() {
                None => return Err(ArmourError::NoEnd(begin)),
                Some((_, BEGIN)) => return Err(ArmourError::NoEnd(begin)),
                Some((_, END)) => break,
                Some(line) => line,
            };
            for letter in text.chars().filter(|c| !c.is_whitespace()) {
                let row = open.get_or_insert(Row {
                    line,
                    text: String::new(),
                });
                if letter == ';' {
                    rows.extend(open.take());
                } else {
                    row.text.push(letter);
                }
            }
        }
        rows.extend(open);
        blocks.push(block(begin, &rows)?);
    }
    if blocks.is_empty() {
        return Err(ArmourError::NoBlock);
    }
    Ok(blocks)
}

/// A block from its rows.
fn block(begin: usize, rows: &[Row]) -> Result<Vec<u8>, ArmourError> {
    let mut bytes = Vec::new();
    let Some((last, rows)) = rows.split_last() else {
        return Err(ArmourError::NoEnd(begin));
    };
    for (wanted, row) in (1..).zip(rows) {
        bytes.extend(part(wanted, row)?);
    }
    let sum = last
        .text
        .strip_prefix(LAST)
        .and_then(|t| t.strip_prefix(':'));
    let Some(sum) = sum else {
        // A row more, or the last one is damaged.
        part(rows.len() + 1, last)?;
        return Err(ArmourError::NoEnd(begin));
    };
    if LETTERS.encode(Digest::of_text(&bytes).0) != sum {
        return Err(ArmourError::Sum(last.line));
    }
    Ok(bytes)
}

/// The bytes of a row.
fn part(wanted: usize, row: &Row) -> Result<Vec<u8>, ArmourError> {
    let damaged = ArmourError::Damaged {
        line: row.line,
        row: wanted,
    };
    let (number, rest) = row.text.split_once(':').ok_or(damaged.clone())?;
    let whole = |number: usize| {
        let (letters, sum) = rest.split_once(':')?;
        let bytes = LETTERS.decode(letters).ok()?;
        (check(number, &bytes) == sum).then_some(bytes)
    };
    if let Some(bytes) = whole(wanted).filter(|_| number == wanted.to_string()) {
        return Ok(bytes);
    }
    // A whole row of another number is in the wrong place.
    let other = number.parse().ok().and_then(whole).is_some() || number == LAST;
    Err(if other {
        ArmourError::Order {
            line: row.line,
            wanted,
            found: number.to_owned(),
        }
    } else {
        damaged
    })
}
