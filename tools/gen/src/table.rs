//! The opcode and shell tables as read from their files, checked.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// Why a table could not be used.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file could not be read.
    #[error("could not read {path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is not the TOML that was expected.
    #[error("could not understand {path}: {source}")]
    Parse {
        /// The file.
        path: PathBuf,
        /// What the reader said.
        source: toml::de::Error,
    },
    /// An entry breaks a rule of the table.
    #[error("`{name}`: {why}")]
    Entry {
        /// Name of the entry.
        name: String,
        /// The rule.
        why: String,
    },
}

/// Where an instruction is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// One byte, even.
    Primary(u8),
    /// A number behind the `nat` prefix.
    Native(u8),
}

/// One instruction as declared.
#[derive(Debug, Deserialize)]
pub struct Op {
    /// Mnemonic.
    pub name: String,
    code: Option<u8>,
    native: Option<u8>,
    /// `name:kind` with `=` or `+` for access.
    pub operands: Vec<String>,
    /// Registers read.
    #[serde(default)]
    pub reads: String,
    /// Registers written.
    #[serde(default)]
    pub writes: String,
    /// The next instruction is not reached.
    #[serde(default)]
    pub ends: bool,
    /// One sentence.
    pub meaning: String,
}

/// Operand kinds: name in the table, Rust name.
pub const KINDS: [(&str, &str); 15] = [
    ("imm8", "Imm8"),
    ("imm16", "Imm16"),
    ("v8", "V8"),
    ("v16", "V16"),
    ("block", "Block"),
    ("page", "Page"),
    ("word", "Word"),
    ("layer", "Layer"),
    ("offset", "Offset"),
    ("target", "Target"),
    ("code", "Code"),
    ("text", "Text"),
    ("shell", "Shell"),
    ("targets", "Targets"),
    ("cases", "Cases"),
];

impl Op {
    /// Where the instruction is encoded.
    pub fn place(&self) -> Code {
        match (self.code, self.native) {
            (Some(code), _) => Code::Primary(code),
            (None, native) => Code::Native(native.unwrap_or_default()),
        }
    }

    /// Operands as (name, Rust kind, Rust access).
    pub fn parsed_operands(&self) -> Vec<(&str, &'static str, &'static str)> {
        self.operands
            .iter()
            .filter_map(|text| parse_operand(text))
            .collect()
    }

    fn check(&self) -> Result<(), TableError> {
        let fail = |why: &str| {
            Err(TableError::Entry {
                name: self.name.clone(),
                why: why.into(),
            })
        };
        match (self.code, self.native) {
            (Some(code), None) if code % 2 == 0 => {}
            (None, Some(native)) if native < 128 => {}
            (Some(_), None) => return fail("primary codes are even"),
            _ => return fail("give either a primary code or a native number below 128"),
        }
        if self
            .operands
            .iter()
            .any(|text| parse_operand(text).is_none())
        {
            return fail(
                "an operand is `name:kind` with one of the kinds listed at the top of the table",
            );
        }
        if !self.meaning.ends_with('.') {
            return fail("the meaning is a sentence");
        }
        Ok(())
    }
}

fn parse_operand(text: &str) -> Option<(&str, &'static str, &'static str)> {
    let (name, kind) = text.split_once(':')?;
    let (kind, access) = match kind.strip_suffix('=') {
        Some(kind) => (kind, "Write"),
        None => match kind.strip_suffix('+') {
            Some(kind) => (kind, "Modify"),
            None => (kind, "Read"),
        },
    };
    let rust = KINDS.iter().find(|(known, _)| *known == kind)?.1;
    Some((name, rust, access))
}

/// One shell call as declared.
#[derive(Debug, Deserialize)]
pub struct ShellCall {
    /// Name.
    pub name: String,
    /// Number behind the `shell` instructions.
    pub number: u8,
    /// Names of the io slots used.
    pub arguments: Vec<String>,
    /// One sentence or more.
    pub meaning: String,
    /// What A holds afterwards; empty: 0.
    #[serde(default)]
    pub result: String,
    /// Made only on machines that are worked with a pointer.
    #[serde(default)]
    pub pointer: bool,
}

/// One role of the view as declared.
#[derive(Debug, Deserialize)]
pub struct Role {
    /// Name.
    pub name: String,
    /// Kind: `layer`, `sides`, `field`, `list` or `variable`, with `word` before it where the values are words.
    pub kind: String,
    /// What the shell shows of it.
    pub meaning: String,
}

impl Role {
    /// The kind as the enum `RoleKind` calls it, and whether the values are words.
    fn check(&self) -> Result<(), TableError> {
        let (kind, word) = self.parts();
        if ROLE_KINDS.contains(&kind) && (!word || !matches!(kind, "layer" | "sides")) {
            return Ok(());
        }
        Err(TableError::Entry {
            name: self.name.clone(),
            why: format!(
                "{:?} is no kind of role; there are {ROLE_KINDS:?}, with `word` before the last three",
                self.kind
            ),
        })
    }

    /// The kind without `word`, and whether that stands before it.
    pub fn parts(&self) -> (&str, bool) {
        match self.kind.strip_prefix("word ") {
            Some(kind) => (kind, true),
            None => (&self.kind, false),
        }
    }
}

/// Kinds of roles.
const ROLE_KINDS: [&str; 5] = ["layer", "sides", "field", "list", "variable"];

/// A group of numbers of the contract as declared.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Name of the group.
    pub name: String,
    /// What stands before its members' names in assembly, if not the group's name.
    prefix: Option<String>,
    /// Only shells and hosts need them, and no rule of the prelude.
    #[serde(default)]
    pub shells: bool,
    /// One sentence.
    pub meaning: String,
    /// The numbers.
    pub members: Vec<Number>,
}

/// A number of the contract.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Number {
    /// Name.
    pub name: String,
    /// Value.
    pub number: u16,
    /// What it is.
    pub meaning: String,
}

impl Numbers {
    /// What stands before the members' names in assembly and in rules.
    pub fn prefix(&self) -> &str {
        self.prefix.as_deref().unwrap_or(&self.name)
    }

    fn check(&self) -> Result<(), TableError> {
        let (mut names, mut numbers) = (HashSet::new(), HashSet::new());
        for member in &self.members {
            if !names.insert(&member.name) || !numbers.insert(member.number) {
                return Err(TableError::Entry {
                    name: format!("{}_{}", self.prefix(), member.name),
                    why: "name or number is taken by another member of its group".into(),
                });
            }
        }
        Ok(())
    }
}

#[derive(Deserialize)]
struct OpFile {
    op: Vec<Op>,
}

#[derive(Deserialize)]
struct ShellFile {
    numbers: Vec<Numbers>,
    call: Vec<ShellCall>,
    role: Vec<Role>,
}

/// All tables.
pub struct Table {
    /// Instructions, primaries by code, then natives by number.
    pub ops: Vec<Op>,
    /// Numbers that the calls pass and answer.
    pub numbers: Vec<Numbers>,
    /// Shell calls by number, without gaps.
    pub calls: Vec<ShellCall>,
    /// Roles of the view, in the order of their declaration.
    pub roles: Vec<Role>,
}

fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<T, TableError> {
    let text = std::fs::read_to_string(path).map_err(|source| TableError::Read {
        path: path.into(),
        source,
    })?;
    toml::from_str(&text).map_err(|source| TableError::Parse {
        path: path.into(),
        source,
    })
}

impl Table {
    /// Reads and checks both files.
    pub fn read(opcodes: &Path, shell: &Path) -> Result<Self, TableError> {
        let mut ops = read::<OpFile>(opcodes)?.op;
        let ShellFile {
            numbers,
            call: mut calls,
            role: roles,
        } = read(shell)?;
        roles.iter().try_for_each(Role::check)?;
        numbers.iter().try_for_each(Numbers::check)?;
        let (mut names, mut codes) = (HashSet::new(), HashSet::new());
        for op in &ops {
            op.check()?;
            if !names.insert(op.name.clone()) || !codes.insert(op.place()) {
                let why = "name or code is taken by another instruction".into();
                return Err(TableError::Entry {
                    name: op.name.clone(),
                    why,
                });
            }
        }
        ops.sort_by_key(Op::place);
        calls.sort_by_key(|call| call.number);
        for (index, call) in calls.iter().enumerate() {
            if usize::from(call.number) != index {
                let why = "shell calls are numbered from 0 without gaps".into();
                return Err(TableError::Entry {
                    name: call.name.clone(),
                    why,
                });
            }
        }
        Ok(Self {
            ops,
            numbers,
            calls,
            roles,
        })
    }

    /// Instruction names by position: index = code / 2 or native number, `None` where unused.
    pub fn slots(&self, native: bool) -> Vec<Option<&str>> {
        let mut slots = vec![None; 128];
        for op in &self.ops {
            match op.place() {
                Code::Primary(code) if !native => {
                    slots[usize::from(code / 2)] = Some(op.name.as_str())
                }
                Code::Native(number) if native => {
                    slots[usize::from(number)] = Some(op.name.as_str())
                }
                Code::Primary(_) | Code::Native(_) => {}
            }
        }
        slots
    }
}
