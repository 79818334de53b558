//! Delivers lines: of files, of macros called, of repeats, as conditions allow.

use super::macros::{self, Macro, Replacements};
use crate::diagnostic::{Location, Problem};
use crate::language::lexer::{Cursor, Fault, Kind, Line, Place, Token, lex};
use crate::source::{Source, candidates};
use std::collections::HashMap;
use std::rc::Rc;

/// Levels of includes, macro calls and repeats.
const MAX_LEVELS: usize = 64;
/// Lines of one assembly, after expansion.
const MAX_LINES: usize = 1_000_000;

/// What lines come from.
enum Origin {
    File,
    Macro,
    Repeat {
        body: Rc<[Line]>,
        counter: Option<Rc<str>>,
        done: i64,
        times: i64,
    },
}

struct Frame {
    lines: Rc<[Line]>,
    next: usize,
    called_from: Option<Place>,
    origin: Origin,
}

/// An open `.if`.
struct Condition {
    opened: String,
    at: Place,
    /// Lines here count.
    active: bool,
    /// One of its branches has counted, or none may.
    taken: bool,
    had_else: bool,
    /// Frames when it was opened.
    level: usize,
}

pub(crate) struct Reader<'a> {
    source: &'a dyn Source,
    /// Names of files, by number.
    pub files: Vec<String>,
    lexed: HashMap<String, Rc<[Line]>>,
    frames: Vec<Frame>,
    conditions: Vec<Condition>,
    macros: HashMap<Rc<str>, Macro>,
    calls: usize,
    lines: usize,
}

impl<'a> Reader<'a> {
    pub fn new(source: &'a dyn Source) -> Reader<'a> {
        Reader {
            source,
            files: Vec::new(),
            lexed: HashMap::new(),
            frames: Vec::new(),
            conditions: Vec::new(),
            macros: HashMap::new(),
            calls: 0,
            lines: 0,
        }
    }

    /// Opens the first file.
    pub fn open(&mut self, name: &str) -> Result<(), Problem> {
        let lines = self
            .load(&[name.to_owned()])
            .ok_or_else(|| Problem::MissingFile(name.to_owned()))?;
        self.frames.push(Frame {
            lines,
            next: 0,
            called_from: None,
            origin: Origin::File,
        });
        Ok(())
    }

    fn load(&mut self, names: &[String]) -> Option<Rc<[Line]>> {
        for name in names {
            if let Some(lines) = self.lexed.get(name) {
                return Some(lines.clone());
            }
            if let Some(bytes) = self.source.read(name) {
                let file = u32::try_from(self.files.len()).unwrap_or(u32::MAX);
                let lines = lex(file, &String::from_utf8_lossy(&bytes));
                self.files.push(name.clone());
                self.lexed.insert(name.clone(), lines.clone());
                return Some(lines);
            }
        }
        None
    }

    pub fn location(&self, at: Place) -> Location {
        let file = self
            .files
            .get(at.file as usize)
            .cloned()
            .unwrap_or_default();
        Location {
            file,
            line: at.line.max(1),
            column: at.column.max(1),
            length: at.length.max(1),
        }
    }

    /// Where the present lines were asked for, innermost first.
    pub fn calls(&self) -> Vec<Place> {
        self.frames
            .iter()
            .rev()
            .filter_map(|f| f.called_from)
            .collect()
    }

    /// The next line, whether it counts or not; `None` at the end.
    pub fn next_line(&mut self) -> Result<Option<Line>, Fault> {
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Ok(None);
            };
            if let Some(line) = frame.lines.get(frame.next) {
                frame.next += 1;
                self.lines += 1;
                if self.lines > MAX_LINES {
                    let at = line.first().map_or(Place::default(), |t| t.at);
                    self.frames.clear();
                    self.conditions.clear();
                    return Err(Fault::new(at, Problem::TooManyLines(MAX_LINES)));
                }
                return Ok(Some(line.clone()));
            }
            if let Origin::Repeat {
                body,
                counter,
                done,
                times,
            } = &mut frame.origin
            {
                *done += 1;
                // An empty body has no lines to count against the limit.
                if *done < *times && !body.is_empty() {
                    frame.lines = repeat_lines(body, counter.as_ref(), *done, frame.called_from)?;
                    frame.next = 0;
                    continue;
                }
            }
            self.leave_frame()?;
        }
    }

    fn leave_frame(&mut self) -> Result<(), Fault> {
        let level = self.frames.len();
        self.frames.pop();
        match self.conditions.iter().position(|c| c.level >= level) {
            None => Ok(()),
            Some(first) => {
                let open = self.conditions.split_off(first).remove(0);
                let problem = Problem::Unclosed {
                    opened: open.opened,
                    closer: ".endif",
                };
                Err(Fault::new(open.at, problem))
            }
        }
    }

    fn enter(&mut self, frame: Frame, at: Place) -> Result<(), Fault> {
        if self.frames.len() >= MAX_LEVELS {
            // Going back up one level at a time would say the same at each of them.
            self.frames.truncate(1);
            self.conditions.retain(|c| c.level <= 1);
            return Err(Fault::new(at, Problem::TooDeep(MAX_LEVELS)));
        }
        self.frames.push(frame);
        Ok(())
    }

    /// `.include`
    pub fn include(&mut self, name: &str, at: Place) -> Result<(), Fault> {
        let names = self.names(name, at);
        let lines = self
            .load(&names)
            .ok_or_else(|| Fault::new(at, Problem::MissingFile(name.to_owned())))?;
        self.enter(
            Frame {
                lines,
                next: 0,
                called_from: Some(at),
                origin: Origin::File,
            },
            at,
        )
    }

    /// `.incbin`
    pub fn binary(&self, name: &str, at: Place) -> Result<Vec<u8>, Fault> {
        let names = self.names(name, at);
        names
            .iter()
            .find_map(|n| self.source.read(n))
            .ok_or_else(|| Fault::new(at, Problem::MissingFile(name.to_owned())))
    }

    fn names(&self, name: &str, at: Place) -> Vec<String> {
        candidates(
            self.files.get(at.file as usize).map_or("", String::as_str),
            name,
        )
    }

    /// The lines up to the one that starts with `close`, which is taken too. Pairs inside are kept.
    fn body(
        &mut self,
        open: &'static str,
        close: &[&'static str],
        at: Place,
    ) -> Result<Rc<[Line]>, Fault> {
        let mut depth = 1usize;
        let mut body = Vec::new();
        if let Some(frame) = self.frames.last_mut() {
            while let Some(line) = frame.lines.get(frame.next) {
                frame.next += 1;
                if macros::starts_with(line, open) {
                    depth += 1;
                } else if close.iter().any(|c| macros::starts_with(line, c)) {
                    depth -= 1;
                    if depth == 0 {
                        return Ok(body.into());
                    }
                }
                body.push(line.clone());
            }
        }
        let closer = close.first().copied().unwrap_or_default();
        Err(Fault::new(
            at,
            Problem::Unclosed {
                opened: open.to_owned(),
                closer,
            },
        ))
    }

    /// `.macro`: reads the definition.
    pub fn define_macro(&mut self, at: Place, line: &mut Cursor) -> Result<(), Fault> {
        let header = Self::macro_header(line);
        // The body is taken even if the header is wrong: its lines are not part of the program.
        let body = self.body(".macro", &[".endmacro", ".endmac"], at)?;
        let (name, name_at, parameters) = header?;
        if self.macros.contains_key(&name) {
            return Err(Fault::new(
                name_at,
                Problem::MacroRedefined(name.to_string()),
            ));
        }
        self.macros.insert(name, Macro { parameters, body });
        Ok(())
    }

    #[expect(clippy::type_complexity, reason = "taken apart at the only call")]
    fn macro_header(line: &mut Cursor) -> Result<(Rc<str>, Place, Vec<Rc<str>>), Fault> {
        let (name, name_at) = line.name()?;
        let mut parameters = Vec::new();
        while !line.done() {
            if !parameters.is_empty() {
                line.expect(",")?;
            }
            parameters.push(line.name()?.0);
        }
        Ok((name, name_at, parameters))
    }

    /// A statement that starts with a name: a macro call, if it is one.
    pub fn call_macro(
        &mut self,
        name: &Rc<str>,
        at: Place,
        line: &mut Cursor,
    ) -> Result<(), Fault> {
        let Some(definition) = self.macros.get(name) else {
            return Err(Fault::new(
                at,
                Problem::UnknownInstruction(name.to_string()),
            ));
        };
        let arguments = macros::arguments(&line.rest());
        if arguments.len() > definition.parameters.len() {
            let (takes, given) = (definition.parameters.len(), arguments.len());
            return Err(Fault::new(
                at,
                Problem::TooManyArguments {
                    name: name.to_string(),
                    takes,
                    given,
                },
            ));
        }
        self.calls += 1;
        let lines = macros::expand(definition, &arguments, self.calls, at)
            .ok_or_else(|| Fault::new(at, Problem::LineTooLong))?;
        self.enter(
            Frame {
                lines,
                next: 0,
                called_from: Some(at),
                origin: Origin::Macro,
            },
            at,
        )
    }

    /// `.exitmacro`
    pub fn exit_macro(&mut self, at: Place) -> Result<(), Fault> {
        let Some(level) = self
            .frames
            .iter()
            .rposition(|f| matches!(f.origin, Origin::Macro))
        else {
            return Err(Fault::new(at, Problem::Unmatched(".exitmacro", ".macro")));
        };
        self.frames.truncate(level);
        self.conditions.retain(|c| c.level <= level);
        Ok(())
    }

    /// `.repeat`
    pub fn repeat(
        &mut self,
        times: Result<(i64, Option<Rc<str>>), Fault>,
        at: Place,
    ) -> Result<(), Fault> {
        let body = self.body(".repeat", &[".endrepeat", ".endrep"], at)?;
        let (times, counter) = times?;
        if times <= 0 {
            return Ok(());
        }
        let lines = repeat_lines(&body, counter.as_ref(), 0, Some(at))?;
        let origin = Origin::Repeat {
            body,
            counter,
            done: 0,
            times,
        };
        self.enter(
            Frame {
                lines,
                next: 0,
                called_from: Some(at),
                origin,
            },
            at,
        )
    }

    /// `.end`: the file ends here.
    pub fn end_file(&mut self) {
        let file = self
            .frames
            .iter()
            .rposition(|f| matches!(f.origin, Origin::File));
        let level = file.unwrap_or_default() + 1;
        self.frames.truncate(level);
        self.conditions.retain(|c| c.level < level);
        if let Some(frame) = self.frames.last_mut() {
            frame.next = frame.lines.len();
        }
    }

    /// True if the lines here count.
    pub fn active(&self) -> bool {
        self.conditions.last().is_none_or(|c| c.active)
    }

    /// Opens a condition. In a part that does not count none of its branches does.
    pub fn open_if(&mut self, word: &str, at: Place, holds: bool) {
        let outer = self.active();
        self.conditions.push(Condition {
            opened: word.to_owned(),
            at,
            active: outer && holds,
            taken: !outer || holds,
            had_else: false,
            level: self.frames.len(),
        });
    }

    /// True if `.elseif` has to find out whether its condition holds.
    pub fn wants_elseif(&self) -> bool {
        self.conditions.last().is_some_and(|c| !c.taken)
    }

    /// `.elseif` and `.else` (which always holds).
    pub fn switch_if(&mut self, word: &'static str, at: Place, holds: bool) -> Result<(), Fault> {
        let level = self.frames.len();
        let condition = self
            .conditions
            .last_mut()
            .filter(|c| c.level == level && !c.had_else);
        let Some(condition) = condition else {
            return Err(Fault::new(at, Problem::Unmatched(word, ".if")));
        };
        condition.active = !condition.taken && holds;
        condition.taken |= holds;
        condition.had_else = word == ".else";
        Ok(())
    }

    /// `.endif`
    pub fn close_if(&mut self, at: Place) -> Result<(), Fault> {
        let level = self.frames.len();
        match self.conditions.pop_if(|c| c.level == level) {
            Some(_) => Ok(()),
            None => Err(Fault::new(at, Problem::Unmatched(".endif", ".if"))),
        }
    }
}

fn repeat_lines(
    body: &Rc<[Line]>,
    counter: Option<&Rc<str>>,
    now: i64,
    at: Option<Place>,
) -> Result<Rc<[Line]>, Fault> {
    let Some(counter) = counter else {
        return Ok(body.clone());
    };
    let at = at.unwrap_or_default();
    let number = Token {
        kind: Kind::Number(now),
        at,
    };
    let with = Replacements::from([(counter.clone(), vec![number])]);
    macros::replace(body, &with).ok_or_else(|| Fault::new(at, Problem::LineTooLong))
}
