//! The link script: one statement a line, `#` starts a comment. See MANUAL.md for the format.

use thiserror::Error;

/// What a script says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Script {
    pub outputs: Vec<OutputRule>,
    pub areas: Vec<AreaRule>,
    pub segments: Vec<SegmentRule>,
    pub symbols: Vec<(String, i64)>,
}

/// What a file looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// The bytes and no more.
    Flat,
    /// Two bytes of load address first.
    Prg,
    /// An Amiga executable.
    Hunk,
}

/// `output "NAME" [prg|hunk]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutputRule {
    pub name: String,
    pub format: Format,
}

/// `area NAME start A size N|end A [fill B] [output "NAME"] [pad] [define] [data] [chip]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AreaRule {
    pub name: String,
    pub start: u32,
    pub size: u32,
    pub fill: u8,
    pub output: Option<String>,
    pub pad: bool,
    pub define: bool,
    /// In an Amiga executable: a data hunk, not a code hunk.
    pub data: bool,
    /// In an Amiga executable: in chip memory.
    pub chip: bool,
}

/// `segment NAME in AREA[, AREA…] [over SEGMENT[, SEGMENT…]] [run AREA] [align N] [whole] [at A] [bss] [gc] [define]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SegmentRule {
    pub name: String,
    /// Numbers of areas; several mean first fit, section by section.
    pub load: Vec<usize>,
    /// Numbers of segments that are not in memory with it, whose memory it may take.
    pub over: Vec<usize>,
    pub run: Option<usize>,
    pub align: u32,
    /// A section takes whole multiples of its alignment.
    pub whole: bool,
    pub at: Option<u32>,
    pub bss: bool,
    /// Sections that nothing refers to are left out.
    pub gc: bool,
    pub define: bool,
}

/// What is wrong on a line of the script.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the message says what each one means")]
pub enum ScriptProblem {
    #[error("unknown statement {0:?}; known are output, area, segment and symbol")]
    UnknownStatement(String),
    #[error("unknown word {word:?} in this statement; known are {known}")]
    UnknownWord { word: String, known: &'static str },
    #[error("{0} is missing")]
    Missing(&'static str),
    #[error("{0:?} is not a number; write 12, $0C or %1100")]
    BadNumber(String),
    #[error("{what} is {value}, but must be {low} to {high}")]
    OutOfRange {
        what: &'static str,
        value: i64,
        low: i64,
        high: i64,
    },
    #[error("alignment {0} is not a power of 2")]
    BadAlignment(i64),
    #[error("area {0} is not defined above")]
    UnknownArea(String),
    #[error("segment {0} is not defined above")]
    UnknownSegment(String),
    #[error("output {0:?} is not defined above")]
    UnknownOutput(String),
    #[error("{0} is already defined")]
    Twice(String),
    #[error("segment {name} goes to several areas, or over another, and cannot have `{word}`")]
    SeveralAreas { name: String, word: &'static str },
    #[error("quote is not closed")]
    UnclosedQuote,
}

/// Highest address any of our machines has: the 68000 has 24 address lines.
const MAX_ADDRESS: i64 = 0xFF_FFFF;

/// Reads a script; all wrong lines are told, with their number.
pub(super) fn parse(text: &str) -> Result<Script, Vec<(u32, ScriptProblem)>> {
    let mut script = Script::default();
    let mut problems = Vec::new();
    for (n, line) in text.lines().enumerate() {
        if let Err(problem) =
            split(line).and_then(|words| script.statement(Words { words, next: 0 }))
        {
            problems.push((n as u32 + 1, problem));
        }
    }
    if problems.is_empty() {
        Ok(script)
    } else {
        Err(problems)
    }
}

/// The words of a line; commas are words, quotes are taken off.
fn split(line: &str) -> Result<Vec<String>, ScriptProblem> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '#' => break,
            ',' => 1,
            '"' => {
                let end = rest[1..].find('"').ok_or(ScriptProblem::UnclosedQuote)?;
                words.push(rest[1..=end].to_owned());
                rest = rest[end + 2..].trim_start();
                continue;
            }
            _ => rest
                .find(|c: char| c.is_whitespace() || ",#\"".contains(c))
                .unwrap_or(rest.len()),
        };
        words.push(rest[..end].to_owned());
        rest = rest[end..].trim_start();
    }
    Ok(words)
}

struct Words {
    words: Vec<String>,
    next: usize,
}

impl Words {
    fn word(&mut self) -> Option<String> {
        let word = self.words.get(self.next).cloned();
        self.next += 1;
        word
    }

    fn required(&mut self, what: &'static str) -> Result<String, ScriptProblem> {
        self.word().ok_or(ScriptProblem::Missing(what))
    }

    fn number(&mut self, what: &'static str, low: i64, high: i64) -> Result<i64, ScriptProblem> {
        let word = self.required(what)?;
        let (digits, radix) = match word.split_at_checked(1) {
            Some(("$", digits)) => (digits, 16),
            Some(("%", digits)) => (digits, 2),
            _ => (word.as_str(), 10),
        };
        let value = i64::from_str_radix(digits, radix)
            .map_err(|_| ScriptProblem::BadNumber(word.clone()))?;
        if (low..=high).contains(&value) {
            Ok(value)
        } else {
            Err(ScriptProblem::OutOfRange {
                what,
                value,
                low,
                high,
            })
        }
    }

    fn address(&mut self, what: &'static str) -> Result<u32, ScriptProblem> {
        Ok(self.number(what, 0, MAX_ADDRESS)? as u32)
    }

    /// Takes the word if it comes next.
    fn eat(&mut self, word: &str) -> bool {
        let found = self.words.get(self.next).is_some_and(|w| w == word);
        self.next += usize::from(found);
        found
    }
}

impl Script {
    fn statement(&mut self, mut words: Words) -> Result<(), ScriptProblem> {
        match words.word().as_deref() {
            None => Ok(()),
            Some("output") => self.output(words),
            Some("area") => self.area(words),
            Some("segment") => self.segment(words),
            Some("symbol") => {
                let name = words.required("name of the symbol")?;
                if !words.eat("=") {
                    return Err(ScriptProblem::Missing("="));
                }
                let value = words.number("value", 0, MAX_ADDRESS)?;
                if self.symbols.iter().any(|(n, _)| *n == name) {
                    return Err(ScriptProblem::Twice(name));
                }
                self.symbols.push((name, value));
                match words.word() {
                    None => Ok(()),
                    Some(word) => Err(ScriptProblem::UnknownWord {
                        word,
                        known: "nothing after the value",
                    }),
                }
            }
            Some(other) => Err(ScriptProblem::UnknownStatement(other.to_owned())),
        }
    }

    fn output(&mut self, mut words: Words) -> Result<(), ScriptProblem> {
        let mut rule = OutputRule {
            name: words.required("name of the output")?,
            format: Format::Flat,
        };
        while let Some(word) = words.word() {
            match word.as_str() {
                "prg" => rule.format = Format::Prg,
                "hunk" => rule.format = Format::Hunk,
                _ => {
                    let known = "prg, hunk";
                    return Err(ScriptProblem::UnknownWord { word, known });
                }
            }
        }
        if self.outputs.iter().any(|o| o.name == rule.name) {
            return Err(ScriptProblem::Twice(rule.name));
        }
        self.outputs.push(rule);
        Ok(())
    }

    fn area(&mut self, mut words: Words) -> Result<(), ScriptProblem> {
        let name = words.required("name of the area")?;
        let (mut start, mut size, mut end) = (None, None, None);
        let mut rule = AreaRule {
            name,
            start: 0,
            size: 0,
            fill: 0,
            output: None,
            pad: false,
            define: false,
            data: false,
            chip: false,
        };
        while let Some(word) = words.word() {
            match word.as_str() {
                "start" => start = Some(words.address("start")?),
                "size" => size = Some(words.address("size")?),
                "end" => end = Some(words.address("end")?),
                "fill" => rule.fill = words.number("fill", 0, 255)? as u8,
                "output" => {
                    let output = words.required("name of the output")?;
                    if !self.outputs.iter().any(|o| o.name == output) {
                        return Err(ScriptProblem::UnknownOutput(output));
                    }
                    rule.output = Some(output);
                }
                "pad" => rule.pad = true,
                "define" => rule.define = true,
                "data" => rule.data = true,
                "chip" => rule.chip = true,
                _ => {
                    let known = "start, size, end, fill, output, pad, define, data, chip";
                    return Err(ScriptProblem::UnknownWord { word, known });
                }
            }
        }
        rule.start = start.ok_or(ScriptProblem::Missing("start"))?;
        rule.size = match (size, end) {
            (Some(size), _) => size,
            (None, Some(end)) => {
                let size = i64::from(end) + 1 - i64::from(rule.start);
                u32::try_from(size).map_err(|_| ScriptProblem::OutOfRange {
                    what: "end",
                    value: i64::from(end),
                    low: i64::from(rule.start) - 1,
                    high: MAX_ADDRESS,
                })?
            }
            (None, None) => return Err(ScriptProblem::Missing("size or end")),
        };
        if self.areas.iter().any(|a| a.name == rule.name) {
            return Err(ScriptProblem::Twice(rule.name));
        }
        self.areas.push(rule);
        Ok(())
    }

    fn area_number(&self, name: String) -> Result<usize, ScriptProblem> {
        let found = self.areas.iter().position(|a| a.name == name);
        found.ok_or(ScriptProblem::UnknownArea(name))
    }

    fn segment(&mut self, mut words: Words) -> Result<(), ScriptProblem> {
        let mut rule = SegmentRule {
            name: words.required("name of the segment")?,
            load: Vec::new(),
            over: Vec::new(),
            run: None,
            align: 1,
            whole: false,
            at: None,
            bss: false,
            gc: false,
            define: false,
        };
        while let Some(word) = words.word() {
            match word.as_str() {
                "in" => loop {
                    let area = words.required("name of an area")?;
                    rule.load.push(self.area_number(area)?);
                    if !words.eat(",") {
                        break;
                    }
                },
                "over" => loop {
                    let segment = words.required("name of a segment")?;
                    let found = self.segments.iter().position(|s| s.name == segment);
                    let unknown = || ScriptProblem::UnknownSegment(segment.clone());
                    rule.over.push(found.ok_or_else(unknown)?);
                    if !words.eat(",") {
                        break;
                    }
                },
                "run" => {
                    let area = words.required("name of an area")?;
                    rule.run = Some(self.area_number(area)?);
                }
                "align" => {
                    let align = words.number("align", 1, 0x1_0000)?;
                    if align.count_ones() != 1 {
                        return Err(ScriptProblem::BadAlignment(align));
                    }
                    rule.align = align as u32;
                }
                "at" => rule.at = Some(words.address("at")?),
                "whole" => rule.whole = true,
                "bss" => rule.bss = true,
                "gc" => rule.gc = true,
                "define" => rule.define = true,
                _ => {
                    let known = "in, over, run, align, whole, at, bss, gc, define";
                    return Err(ScriptProblem::UnknownWord { word, known });
                }
            }
        }
        if rule.load.is_empty() {
            return Err(ScriptProblem::Missing("`in` and the name of an area"));
        }
        let single = [
            ("run", rule.run.is_some()),
            ("at", rule.at.is_some()),
            ("define", rule.define),
        ];
        let scattered = rule.load.len() > 1 || !rule.over.is_empty();
        if let (true, Some((word, _))) = (scattered, single.iter().find(|(_, given)| *given)) {
            return Err(ScriptProblem::SeveralAreas {
                name: rule.name,
                word,
            });
        }
        if self.segments.iter().any(|s| s.name == rule.name) {
            return Err(ScriptProblem::Twice(rule.name));
        }
        self.segments.push(rule);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_lines_are_all_told_with_their_number() {
        let text = "area A start 1 size 2\nsegment X in B\n\noutput \"o\narea C size 5\nfoo # bar\nsymbol n = x1";
        assert_eq!(
            parse(text),
            Err(vec![
                (2, ScriptProblem::UnknownArea("B".into())),
                (4, ScriptProblem::UnclosedQuote),
                (5, ScriptProblem::Missing("start")),
                (6, ScriptProblem::UnknownStatement("foo".into())),
                (7, ScriptProblem::BadNumber("x1".into())),
            ])
        );
    }

    #[test]
    fn an_end_includes_its_address() {
        let script = parse("area A start $E000 end $FFFF").expect("a good script");
        assert_eq!(script.areas[0].size, 0x2000);
        assert!(parse("area A start $E000 end $D000").is_err());
    }
}
