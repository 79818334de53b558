//! What a terminal can do, asked of itself: every terminal answers the last question (its device attributes), so that
//! those before it that have no answer by then never get one.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use crossterm::terminal;

/// What a terminal can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// It takes pictures as kitty does.
    pub kitty: bool,
    /// It takes sixel pictures.
    pub sixel: bool,
    /// Columns and rows of pixels in a character, if it tells.
    pub cell: Option<(usize, usize)>,
    /// It shows characters outside of ASCII.
    pub unicode: bool,
    /// It has 24-bit colours; else those of the table of 256.
    pub true_colour: bool,
    /// All answers have come; else some may come yet, in between the keys.
    pub answered: bool,
}

/// Asks: a half block and how far it went; a colour and which one it is; a kitty picture that is not to be shown; the size
/// of a character; the device attributes.
#[cfg(unix)]
const QUESTIONS: &str = concat!(
    "\x1b[H▀\x1b[6n",
    "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[m",
    "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\",
    "\x1b[16t",
    "\x1b[c",
);

/// How long the last answer is waited for: a terminal that was opened with the game in it may take its time. There is hardly one
/// that never answers.
#[cfg(unix)]
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(5);

/// Asks the terminal, which must be in raw mode. What it does not answer is taken from the environment, or taken to be
/// missing.
pub fn ask(out: &mut impl std::io::Write) -> Abilities {
    let answers = answers(out).unwrap_or_default();
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let mut abilities = read(&answers, &variable);
    if abilities.cell.is_none()
        && let Ok(size) = terminal::window_size()
        && size.width > 0
        && size.height > 0
    {
        let (columns, rows) = (size.columns.max(1), size.rows.max(1));
        let cell = (size.width / columns, size.height / rows);
        abilities.cell = Some((cell.0.into(), cell.1.into()));
    }
    abilities
}

#[cfg(unix)]
fn answers(out: &mut impl std::io::Write) -> std::io::Result<Vec<u8>> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use std::io::{IsTerminal as _, Read as _};

    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        return Ok(Vec::new());
    }
    out.write_all(QUESTIONS.as_bytes())?;
    out.flush()?;
    let mut answers = Vec::new();
    let mut buffer = [0; 256];
    let end = std::time::Instant::now() + PATIENCE;
    while !is_last(&answers) {
        let left = end.saturating_duration_since(std::time::Instant::now());
        let timeout = Timespec {
            tv_sec: left.as_secs() as i64,
            tv_nsec: left.subsec_nanos().into(),
        };
        let mut polled = [PollFd::new(&stdin, PollFlags::IN)];
        if poll(&mut polled, Some(&timeout))? == 0 {
            break;
        }
        match stdin.lock().read(&mut buffer)? {
            0 => break,
            read => answers.extend(&buffer[..read]),
        }
    }
    Ok(answers)
}

#[cfg(not(unix))]
fn answers(_: &mut impl std::io::Write) -> std::io::Result<Vec<u8>> {
    Ok(Vec::new())
}

/// The parameters of the first control sequence with this beginning and end.
fn parameters<'a>(answers: &'a str, begin: &str, end: char) -> Option<&'a str> {
    answers.split("\x1b[").skip(1).find_map(|sequence| {
        let sequence = sequence.strip_prefix(begin)?;
        let length = sequence.find(|c: char| !c.is_ascii_digit() && c != ';')?;
        sequence[length..]
            .starts_with(end)
            .then_some(&sequence[..length])
    })
}

/// Whether the answer to the last question has come.
#[cfg(unix)]
fn is_last(answers: &[u8]) -> bool {
    parameters(&String::from_utf8_lossy(answers), "?", 'c').is_some()
}

fn read(answers: &[u8], variable: &dyn Fn(&str) -> String) -> Abilities {
    let answers = String::from_utf8_lossy(answers);
    let numbers = |text: &str| -> Vec<usize> {
        text.split(';')
            .filter_map(|number| number.parse().ok())
            .collect()
    };
    let attributes = parameters(&answers, "?", 'c').map(numbers);
    let answered = attributes.is_some();
    let cell = parameters(&answers, "6;", 't').map(numbers);
    let column = parameters(&answers, "", 'R').map(numbers);
    let colour = answers.split("\x1bP").skip(1).any(|answer| {
        let answer = answer.split('\x1b').next().unwrap_or_default();
        let told: Vec<&str> = answer
            .split([':', ';', 'm'])
            .filter(|n| !n.is_empty())
            .collect();
        told.windows(3).any(|three| three == ["1", "2", "3"])
    });
    Abilities {
        kitty: answers.contains("\x1b_Gi=31;OK"),
        sixel: attributes.is_some_and(|attributes| attributes.contains(&4)),
        cell: match cell.as_deref() {
            Some(&[high, wide]) if high > 0 && wide > 0 => Some((wide, high)),
            _ => None,
        },
        unicode: match column.as_deref() {
            Some(&[_, column]) => column == 2,
            _ => ["LC_ALL", "LC_CTYPE", "LANG"]
                .map(variable)
                .into_iter()
                .find(|value| !value.is_empty())
                .is_some_and(|value| value.to_uppercase().replace('-', "").contains("UTF8")),
        },
        true_colour: colour
            || ["truecolor", "24bit"].contains(&variable("COLORTERM").as_str())
            || variable("TERM").ends_with("-direct"),
        answered,
    }
}

/// Answers that came too late, as keys: kitty's and that about colours come as Alt and a letter, and end with Alt and a
/// backslash.
#[derive(Default)]
pub struct Late {
    /// Keys that may still belong to the answer that has begun.
    left: u8,
}

impl Late {
    /// Whether a key belongs to a late answer.
    pub fn takes(&mut self, key: KeyEvent) -> bool {
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        match key.code {
            KeyCode::Char('_' | 'P') if alt => self.left = LONGEST,
            KeyCode::Char('\\') if alt && self.left > 0 => {
                self.left = 0;
                return true;
            }
            _ => self.left = self.left.saturating_sub(1),
        }
        self.left > 0
    }
}

/// Characters of an answer, with room to spare.
const LONGEST: u8 = 40;

#[cfg(test)]
mod tests {
    use super::*;

    fn told(answers: &str, environment: &[(&str, &str)]) -> Abilities {
        let variable = |name: &str| {
            let found = environment.iter().find(|(known, _)| *known == name);
            found.map_or(String::new(), |(_, value)| (*value).to_owned())
        };
        read(answers.as_bytes(), &variable)
    }

    #[test]
    fn answers_tell_what_a_terminal_can_do() {
        let kitty = told(
            "\x1b[1;2R\x1bP1$r48:2:1:2:3m\x1b\\\x1b_Gi=31;OK\x1b\\\x1b[6;20;10t\x1b[?62;c",
            &[],
        );
        assert!(kitty.kitty && !kitty.sixel && kitty.unicode && kitty.true_colour);
        assert!(kitty.answered && !told("\x1b[1;2R", &[]).answered);
        assert_eq!(kitty.cell, Some((10, 20)));
        let xterm = told("\x1b[1;2R\x1bP1$r0;48:2::1:2:3m\x1b\\\x1b[?63;1;4;22c", &[]);
        assert!(!xterm.kitty && xterm.sixel && xterm.true_colour);
        // What is a 4 only by its letters is none.
        assert!(!told("\x1b[?64;14;44c", &[]).sixel);
    }

    #[test]
    fn where_nothing_is_answered_the_environment_tells() {
        let none = told("", &[]);
        assert!(!none.kitty && !none.sixel && !none.unicode && !none.true_colour);
        assert_eq!(none.cell, None);
        let some = told("", &[("LANG", "de_DE.UTF-8"), ("COLORTERM", "truecolor")]);
        assert!(some.unicode && some.true_colour);
        // A half block that took three columns is no half block.
        assert!(!told("\x1b[1;4R\x1b[?6c", &[("LANG", "de_DE.UTF-8")]).unicode);
        assert!(
            told("\x1b[garbage\x1b[?;;;c\x1b[6;0;0t\x1bP\x1b[R", &[])
                .cell
                .is_none()
        );
    }

    #[test]
    fn late_answers_are_no_keys_of_the_player() {
        let mut late = Late::default();
        let alt = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::ALT);
        let plain = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE);
        assert!(!late.takes(plain('G')) && !late.takes(alt('p')) && !late.takes(alt('\\')));
        assert!(late.takes(alt('_')));
        assert!("Gi=31;OK".chars().all(|c| late.takes(plain(c))));
        assert!(late.takes(alt('\\')));
        assert!(!late.takes(plain('G')));
        // One that never ends does not take the keyboard away.
        assert!(late.takes(alt('P')));
        assert!((0..100).any(|_| !late.takes(plain('1'))));
    }

    #[cfg(unix)]
    #[test]
    fn the_last_answer_ends_the_wait() {
        assert!(!is_last(b"\x1b[1;2R\x1b[?62;"));
        assert!(is_last(b"\x1b[1;2R\x1b[?62;4c"));
    }
}
