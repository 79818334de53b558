//! The title page's picture: the game's name in large letters, which the machine draws itself.

use super::textset::code;

/// Large letters of a line, and lines of the picture that each takes.
const LETTERS: usize = 20;
const HIGH: usize = 24;
/// Lines of the picture, and columns of bytes; a large letter has two.
const LINES: usize = 160;
const COLUMNS: usize = 40;
/// Lines of letters there can be: the last must begin before line 128.
const MOST: usize = 5;
/// Ends a line, and all of them.
const END: u8 = 0xFF;

/// The lines of the picture, each the line where it begins, its column, its letters' codes and an end; then one more end.
pub fn text(name: &str) -> Vec<u8> {
    let lines = lines(name);
    let top = (LINES - lines.len() * HIGH) / 2;
    let mut bytes = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        bytes.push((top + number * HIGH) as u8);
        bytes.push(((COLUMNS - 2 * line.len()) / 2) as u8);
        bytes.extend(line.iter().map(|&letter| code(letter)));
        bytes.push(END);
    }
    bytes.push(END);
    bytes
}

/// Words in lines that are no longer than they can be; what is longer than all of them is cut.
fn lines(name: &str) -> Vec<Vec<char>> {
    let mut lines: Vec<Vec<char>> = Vec::new();
    for word in name.split_whitespace() {
        let word = word.chars().take(LETTERS);
        let count = word.clone().count();
        match lines.last_mut() {
            Some(line) if line.len() + 1 + count <= LETTERS => {
                line.push(' ');
                line.extend(word);
            }
            _ => lines.push(word.collect()),
        }
    }
    lines.truncate(MOST);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_in_the_middle_in_lines_of_twenty_letters() {
        let bytes = text("Breakthrough in the Ardennes");
        assert_eq!(bytes[..2], [56, 1]);
        assert_eq!(bytes[2..6], ['B', 'R', 'E', 'A'].map(code));
        assert_eq!(bytes[2 + 19..2 + 19 + 2], [END, 80]);
        assert_eq!(bytes[bytes.len() - 2..], [END, END]);
    }

    #[test]
    fn no_name_is_too_long() {
        let long = text(&"DONAUDAMPFSCHIFFFAHRTSGESELLSCHAFT ".repeat(9));
        assert_eq!(long.len(), MOST * (LETTERS + 3) + 1);
        assert!(long[(MOST - 1) * (LETTERS + 3)] < 128);
        assert_eq!(text(""), [END]);
    }
}
