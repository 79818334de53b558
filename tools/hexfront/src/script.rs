//! Key scripts: what a headless run does, action by action.
//!
//! Two forms give the same list of [`Action`]s. `--keys` is one string, ordinary characters typed and
//! `<…>` for the rest; a `--script` file holds one action a line.

use hexfront_platforms::machine::Button;
use std::path::PathBuf;

/// One thing a headless run does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Run for so many emulated seconds.
    Wait(f64),
    /// Run until the text stands on the emulated screen.
    Until(String),
    /// Run until the byte at a symbol has a value.
    UntilMem {
        /// The symbol as the label file names it.
        symbol: String,
        /// The value waited for.
        value: u8,
    },
    /// Type one character.
    Char(char),
    /// Press and release a named key: `RET`, `F1`, `UP` …
    Key(String),
    /// The same, but go on at once instead of waiting for the game to be done: to see what it shows meanwhile.
    Tap(String),
    /// The game gets this number when it asks for chance after the next key.
    Chance(u16),
    /// Lead the pointer to the middle of a hex of the map, which is scrolled if need be.
    Point {
        /// Column.
        column: u8,
        /// Row.
        row: u8,
    },
    /// Move the mouse by so many counts to the right and down.
    Mouse(i32, i32),
    /// Click a button.
    Click(Button),
    /// Hold a button down, or let it go.
    Hold(Button, bool),
    /// Write the picture as PNG.
    Shot(PathBuf),
    /// Write the game's state image.
    State(PathBuf),
}

/// What is wrong with a script.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum ScriptError {
    /// A line starts with a word that is no action.
    #[error(
        "line {line}: no action is called {word:?}; use wait, until, type, repeat, key, tap, chance, point, mouse, click, hold, release, shot or state"
    )]
    UnknownAction {
        /// Line, from 1.
        line: usize,
        /// The word.
        word: String,
    },
    /// An action lacks its operand, or the operand cannot be read.
    #[error("line {line}: {action} {needs}, got {got:?}")]
    BadOperand {
        /// Line, from 1.
        line: usize,
        /// The action.
        action: &'static str,
        /// What it needs.
        needs: &'static str,
        /// What stands there.
        got: String,
    },
    /// A `<` without its `>`.
    #[error(
        "line {line}: character {at} of what is typed, `<`, has no `>`; a plain < is written <lt>"
    )]
    Unclosed {
        /// Line, from 1.
        line: usize,
        /// Character position, from 1.
        at: usize,
    },
}

/// Reads a script file: one action a line, `#` starts a comment.
///
/// # Errors
/// The first line that cannot be read, with what it needs.
pub fn parse_file(text: &str) -> Result<Vec<Action>, ScriptError> {
    let lines = parse_lines(text)?;
    Ok(lines.into_iter().map(|(_, action)| action).collect())
}

/// The same, each action with the line in which it stands, from 1.
///
/// # Errors
/// As [`parse_file`].
pub fn parse_lines(text: &str) -> Result<Vec<(usize, Action)>, ScriptError> {
    let mut found = Vec::new();
    for (i, raw) in text.lines().enumerate() {
        let line = raw.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let mut actions = Vec::new();
        parse_action(word, rest.trim(), i + 1, &mut actions)?;
        found.extend(actions.into_iter().map(|action| (i + 1, action)));
    }
    Ok(found)
}

fn parse_action(
    word: &str,
    rest: &str,
    line: usize,
    out: &mut Vec<Action>,
) -> Result<(), ScriptError> {
    let bad = |action, needs| ScriptError::BadOperand {
        line,
        action,
        needs,
        got: rest.to_owned(),
    };
    let required = |action, needs| {
        if rest.is_empty() {
            Err(bad(action, needs))
        } else {
            Ok(rest)
        }
    };
    match word {
        "wait" => out.push(Action::Wait(
            seconds(rest).ok_or_else(|| bad("wait", "needs seconds such as 2.5"))?,
        )),
        "until" => out.push(match rest.split_once('=') {
            Some((symbol, value)) if rest.starts_with('$') => Action::UntilMem {
                symbol: symbol[1..].to_owned(),
                value: value
                    .parse()
                    .map_err(|_| bad("until", "needs $SYMBOL=BYTE"))?,
            },
            _ => Action::Until(required("until", "needs a text")?.to_owned()),
        }),
        "type" => out.extend(parse_keys_in(required("type", "needs a text")?, line)?),
        "repeat" => {
            let needs = || bad("repeat", "needs how often (1 to 1000) and what to type");
            let (times, keys) = rest.split_once(char::is_whitespace).ok_or_else(needs)?;
            let times = times.parse().ok().filter(|n| (1..=1000).contains(n));
            let keys = parse_keys_in(keys.trim_start(), line)?;
            let repeated = std::iter::repeat_n(keys, times.ok_or_else(needs)?);
            out.extend(repeated.flatten());
        }
        "key" => out.push(Action::Key(
            required("key", "needs a key's name")?.to_ascii_uppercase(),
        )),
        "tap" => out.push(Action::Tap(
            required("tap", "needs a key's name")?.to_ascii_uppercase(),
        )),
        "mouse" => {
            let needs = || bad("mouse", "needs two whole numbers, X Y");
            let (x, y) = rest.split_once(char::is_whitespace).ok_or_else(needs)?;
            out.push(Action::Mouse(
                x.parse().map_err(|_| needs())?,
                y.trim().parse().map_err(|_| needs())?,
            ));
        }
        "chance" => out
            .push(Action::Chance(rest.parse().map_err(|_| {
                bad("chance", "needs a number from 0 to 65535")
            })?)),
        "point" => {
            let needs = || bad("point", "needs a hex of the map, COLUMN.ROW");
            let (column, row) = rest.split_once('.').ok_or_else(needs)?;
            out.push(Action::Point {
                column: column.parse().map_err(|_| needs())?,
                row: row.parse().map_err(|_| needs())?,
            });
        }
        "click" => out.push(Action::Click(
            button(rest).ok_or_else(|| bad("click", "needs left or right"))?,
        )),
        "hold" => out.push(Action::Hold(
            button(rest).ok_or_else(|| bad("hold", "needs left or right"))?,
            true,
        )),
        "release" => out.push(Action::Hold(
            button(rest).ok_or_else(|| bad("release", "needs left or right"))?,
            false,
        )),
        "shot" => out.push(Action::Shot(required("shot", "needs a file name")?.into())),
        "state" => out.push(Action::State(
            required("state", "needs a file name")?.into(),
        )),
        _ => {
            return Err(ScriptError::UnknownAction {
                line,
                word: word.to_owned(),
            });
        }
    }
    Ok(())
}

/// A button of the mouse by its name; the left one if there is none.
fn button(name: &str) -> Option<Button> {
    match name {
        "left" | "" => Some(Button::Left),
        "right" => Some(Button::Right),
        _ => None,
    }
}

/// Reads a `--keys` string: characters are typed, `<RET>` and the like are keys, `<wait:1.5>`,
/// `<shot:FILE>`, `<until:TEXT>`, `<state:FILE>` are actions, `<lt>` is a `<`.
///
/// # Errors
/// An unclosed `<`, or an action whose operand cannot be read.
pub fn parse_keys(text: &str) -> Result<Vec<Action>, ScriptError> {
    parse_keys_in(text, 1)
}

fn parse_keys_in(text: &str, line: usize) -> Result<Vec<Action>, ScriptError> {
    let mut actions = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c != '<' {
            actions.push(Action::Char(c));
            rest = &rest[c.len_utf8()..];
            continue;
        }
        // Counted only here, where reading ends: at every character it would take time with the square of the length.
        let end = rest.find('>').ok_or_else(|| ScriptError::Unclosed {
            line,
            at: text[..text.len() - rest.len()].chars().count() + 1,
        })?;
        let body = &rest[1..end];
        rest = &rest[end + 1..];
        match body.split_once(':') {
            Some((word, operand)) => parse_action(word, operand, line, &mut actions)?,
            None if body == "lt" => actions.push(Action::Char('<')),
            None => actions.push(Action::Key(body.to_ascii_uppercase())),
        }
    }
    Ok(actions)
}

/// Seconds as they are typed: a number that is not below zero.
pub(crate) fn seconds(text: &str) -> Option<f64> {
    text.parse()
        .ok()
        .filter(|s: &f64| s.is_finite() && *s >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_holds_one_action_a_line() {
        let text = "# opening\nwait 2.5\nuntil NEW GAME\nuntil $phase=3\ntype N1\nrepeat 2 A<up>\nkey ret\nchance 7\npoint 34.18\nmouse 3 -4\nclick right\nhold right\nrelease right\nshot a b.png\nstate s.bin\n";
        assert_eq!(
            parse_file(text).unwrap(),
            vec![
                Action::Wait(2.5),
                Action::Until("NEW GAME".into()),
                Action::UntilMem {
                    symbol: "phase".into(),
                    value: 3
                },
                Action::Char('N'),
                Action::Char('1'),
                Action::Char('A'),
                Action::Key("UP".into()),
                Action::Char('A'),
                Action::Key("UP".into()),
                Action::Key("RET".into()),
                Action::Chance(7),
                Action::Point {
                    column: 34,
                    row: 18
                },
                Action::Mouse(3, -4),
                Action::Click(Button::Right),
                Action::Hold(Button::Right, true),
                Action::Hold(Button::Right, false),
                Action::Shot("a b.png".into()),
                Action::State("s.bin".into()),
            ]
        );
    }

    #[test]
    fn keys_mix_characters_and_actions() {
        assert_eq!(
            parse_keys("aé<RET><lt><wait:1><until:YES>").unwrap(),
            vec![
                Action::Char('a'),
                Action::Char('é'),
                Action::Key("RET".into()),
                Action::Char('<'),
                Action::Wait(1.0),
                Action::Until("YES".into()),
            ]
        );
    }

    #[test]
    fn a_long_text_is_read_in_time_with_its_length() {
        // Once to a megabyte, with the square of that: minutes.
        let begun = std::time::Instant::now();
        let keys = "é".repeat(500_000) + &"<RET>".repeat(100_000);
        assert_eq!(parse_keys(&keys).unwrap().len(), 600_000);
        assert!(begun.elapsed() < std::time::Duration::from_secs(20));
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_place() {
        assert_eq!(
            parse_keys("ab<RET"),
            Err(ScriptError::Unclosed { line: 1, at: 3 })
        );
        let unknown = parse_file("wait 1\njump 2").unwrap_err();
        assert!(
            unknown
                .to_string()
                .starts_with("line 2: no action is called \"jump\"")
        );
        for line in [
            "wait",
            "wait x",
            "wait -1",
            "wait inf",
            "mouse 1",
            "click up",
            "shot",
            "until",
            "repeat",
            "repeat H",
            "repeat 0 H",
            "repeat 1001 H",
            "chance",
            "chance 65536",
            "point 3",
            "point 3.300",
        ] {
            assert!(
                matches!(
                    parse_file(line),
                    Err(ScriptError::BadOperand { line: 1, .. })
                ),
                "{line}"
            );
        }
    }
}
