//! The verifier: what a cartridge must be so that the assembly machines can run it without looking.
//!
//! Checked: instructions are whole, do not overlap, do not run over their page and are the only things that are
//! executed; calls go to procedures and form no cycle, no deeper than the stack; pages of an operand lie within
//! one data group, and constant groups are not written; words of V stand at even offsets and are not read as bytes, nor bytes as words (`variables`), blocks lie within V; no text unpacks to more than [`MOST_LETTERS`]; texts, pairs, shell
//! calls, fields and views exist; text in the rest of a data page overlays no byte of the state nor of what the page begins with; data and texts are in memory whenever the code that names them is. The index of a record, hex or table entry needs no check: it is taken modulo
//! the page or layer.

mod texts;
mod variables;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use hexfront_isa::cartridge::{Cartridge, Group, GroupKind, Shape};
use hexfront_isa::code::{Argument, DecodeError, Instruction, decode};
use hexfront_isa::parts::Part;
use hexfront_isa::text::{DEPTH, FIRST_PAIR, MOST_LETTERS};
use hexfront_isa::{Access, CALL_DEPTH, Kind, Op, ShellCall, V_PAGE, V_REFUSED};

/// A place in the code: page and offset.
pub type Place = (u8, u8);

/// Why a cartridge is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// Bytes that are reached are no instruction.
    #[error("code page {page}: {source}")]
    Decode {
        /// Code page.
        page: u8,
        /// What is wrong.
        source: DecodeError,
    },
    /// A jump into the middle of an instruction.
    #[error("the instruction at {}:{:02X} begins within another one", .at.0, .at.1)]
    Overlap {
        /// The instruction.
        at: Place,
    },
    /// The page ends after an instruction that goes on.
    #[error("the code runs over the end of code page {page}; it needs `npage` or a jump there")]
    PageEnd {
        /// Code page.
        page: u8,
    },
    /// A code page that does not exist.
    #[error("code page {to} does not exist (used at {}:{:02X})", .at.0, .at.1)]
    CodePage {
        /// The instruction.
        at: Place,
        /// The page.
        to: u8,
    },
    /// A call to a place where no procedure begins.
    #[error("the call at {}:{:02X} goes to no procedure", .at.0, .at.1)]
    CallTarget {
        /// The instruction.
        at: Place,
    },
    /// A procedure that calls itself, directly or not.
    #[error("procedure `{name}` calls itself; recursion is not possible")]
    Recursion {
        /// A procedure in the cycle.
        name: String,
    },
    /// Calls nested deeper than the machine's stack.
    #[error("calls from `{name}` nest {depth} deep; {limit} is the limit", limit = CALL_DEPTH)]
    Depth {
        /// The outermost procedure.
        name: String,
        /// Its depth.
        depth: usize,
    },
    /// An operand out of its range.
    #[error("operand {value} of `{op}` at {}:{:02X} is out of range: {why}", .at.0, .at.1)]
    Operand {
        /// The instruction.
        at: Place,
        /// Its mnemonic.
        op: &'static str,
        /// The value.
        value: u16,
        /// The rule it breaks.
        why: &'static str,
    },
    /// Code goes on in the page of another part, or uses data or text of a part that may not be there.
    #[error("{what} at {}:{:02X} belongs to part {part}, which need not be in memory", .at.0, .at.1)]
    Part {
        /// The instruction.
        at: Place,
        /// What it uses.
        what: &'static str,
        /// The part.
        part: u8,
    },
    /// A byte of V that may have been written as part of a word, read as a byte, or the other way round.
    #[error("byte {v} of V is read at {}:{:02X}, or behind a call there, as what it may not have been written as: \
             a word and its bytes are no variable of each other", .at.0, .at.1)]
    Variable {
        /// The instruction; of what a game begins with, the beginning of `main`.
        at: Place,
        /// The byte.
        v: u8,
    },
    /// A text that is too long when it is unpacked.
    #[error("a text on page {page} of the text area has more than {limit} letters", limit = MOST_LETTERS)]
    TextLength {
        /// The page of text.
        page: usize,
    },
    /// A pair that the machines cannot unpack.
    #[error("text pair {byte} is made of later pairs, or nests too deep")]
    Pair {
        /// Its byte.
        byte: u8,
    },
    /// Text in a data page that has not room for it, or need not be in memory with it.
    #[error("page {page} of the text cannot lie in data page {home}: {why}")]
    TextHome {
        /// The page of text.
        page: usize,
        /// The data page.
        home: u8,
        /// The rule it breaks.
        why: &'static str,
    },
    /// A field or view outside the data groups.
    #[error("{what} `{name}` does not lie within one data group of its kind")]
    Data {
        /// `field` or `view`.
        what: &'static str,
        /// Its name.
        name: String,
    },
}

/// What the verifier found out about a good cartridge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// Every instruction that can be reached, by place: what an image linker walks to put in its pages.
    pub instructions: BTreeMap<Place, Instruction>,
    /// Nesting of calls from `main`.
    pub depth: usize,
}

impl Verified {
    /// Offsets of the words of V: those with a fixed meaning, those of the state, those that instructions name. Machines
    /// keep them in their own byte order.
    pub fn words_of_v(&self, cartridge: &Cartridge<'_>) -> impl Iterator<Item = u8> {
        let mut words: BTreeSet<u8> = (0..V_REFUSED).step_by(2).collect();
        let fields = cartridge.fields().filter(|f| f.shape == Shape::VWords);
        words.extend(fields.flat_map(|field| {
            (0..field.count).map(move |n| field.offset.wrapping_add(2 * n as u8))
        }));
        for ((page, _), instruction) in &self.instructions {
            let arguments = instruction.arguments(&cartridge.code[usize::from(*page)]);
            words.extend(
                arguments
                    .filter(|a| a.kind == Kind::V16)
                    .map(|a| a.value as u8),
            );
        }
        words.into_iter()
    }
}

/// Verifies a cartridge.
pub fn verify(cartridge: &Cartridge<'_>) -> Result<Verified, VerifyError> {
    let mut checker = Checker {
        cartridge,
        groups: cartridge.groups().collect(),
        parts: cartridge.parts().collect(),
        variables: Vec::new(),
    };
    checker.data()?;
    checker.text_lengths()?;
    checker.text_homes()?;
    checker.variables = checker.state_variables()?;
    let instructions = checker.instructions()?;
    checker.overlaps(&instructions)?;
    let depths = checker.calls(&instructions)?;
    let procedures = cartridge.procedures().map(|p| (p.page, p.offset));
    let main = procedures.clone().nth(usize::from(cartridge.main));
    let main = main.unwrap_or_default();
    let verified = Verified {
        depth: depths.get(&main).copied().unwrap_or_default(),
        instructions,
    };
    let mut order: Vec<Place> = depths.keys().copied().collect();
    order.sort_by_key(|entry| depths[entry]);
    checker.variables(&verified, &order, main)?;
    Ok(verified)
}

struct Checker<'a> {
    cartridge: &'a Cartridge<'a>,
    groups: Vec<Group<'a>>,
    parts: Vec<Part<'a>>,
    /// See [`Checker::state_variables`].
    variables: Vec<(u16, u16, bool)>,
}

impl Checker<'_> {
    /// The group in which `count` pages from `first` on lie.
    fn group(&self, first: u16, count: u16) -> Option<&Group<'_>> {
        let span = |group: &&Group<'_>| {
            let start = u16::from(group.first);
            start <= first && first + count <= start + u16::from(group.count)
        };
        self.groups.iter().find(span)
    }

    fn data(&self) -> Result<(), VerifyError> {
        let mut depth = [1_usize; 256];
        for (byte, pair) in (FIRST_PAIR..=u8::MAX).zip(self.cartridge.pairs) {
            let members = pair.map(|member| {
                if member == 0 || member >= byte {
                    DEPTH
                } else {
                    depth[usize::from(member)]
                }
            });
            depth[usize::from(byte)] = 1 + members[0].max(members[1]);
            if depth[usize::from(byte)] > DEPTH {
                return Err(VerifyError::Pair { byte });
            }
        }
        let unknown = usize::from(FIRST_PAIR) + self.cartridge.pairs.len();
        if let Some(&byte) = self
            .cartridge
            .text
            .iter()
            .find(|&&byte| usize::from(byte) >= unknown)
        {
            return Err(VerifyError::Pair { byte });
        }
        for field in self.cartridge.fields() {
            let last = u32::from(field.offset) + field.image_bytes() as u32;
            let pages = match field.shape {
                Shape::Bytes | Shape::Bits(_) | Shape::VWords | Shape::LongWords => {
                    last.div_ceil(256).max(1) as u16
                }
                Shape::SplitWords => 2,
            };
            let split_fits = field.shape != Shape::SplitWords
                || u32::from(field.offset) + u32::from(field.count) <= 256;
            let group = self.group(field.page.into(), pages);
            let even = field.shape != Shape::VWords || field.offset & 1 == 0;
            let in_a_row = match field.shape {
                Shape::Bits(bits) => {
                    let from_bit_0 = bits.checked_shr(bits.trailing_zeros()).unwrap_or(0);
                    from_bit_0 & from_bit_0.wrapping_add(1) == 0
                        && bits != 0
                        && field.offset == 0
                        && field.page != V_PAGE
                }
                _ => true,
            };
            if !split_fits
                || !even
                || !in_a_row
                || group.is_none_or(|group| group.kind != GroupKind::State)
            {
                return Err(VerifyError::Data {
                    what: "field",
                    name: field.name.to_string(),
                });
            }
        }
        match self
            .cartridge
            .views()
            .find(|view| self.group(view.page.into(), 1).is_none())
        {
            Some(view) => Err(VerifyError::Data {
                what: "view",
                name: view.role.to_string(),
            }),
            None => Ok(()),
        }
    }

    /// Whether a byte of the data pages is in the state image.
    fn is_state(&self, at: usize) -> bool {
        self.cartridge.fields().any(|field| {
            let first = usize::from(field.page) * 256 + usize::from(field.offset);
            let within = |first: usize, bytes: usize| (first..first + bytes).contains(&at);
            let count = usize::from(field.count);
            match field.shape {
                Shape::SplitWords => within(first, count) || within(first + 256, count),
                Shape::Bytes | Shape::Bits(_) | Shape::VWords | Shape::LongWords => {
                    within(first, field.image_bytes())
                }
            }
        })
    }

    /// Follows the code from every procedure.
    fn instructions(&self) -> Result<BTreeMap<Place, Instruction>, VerifyError> {
        let mut found = BTreeMap::new();
        let entries: BTreeSet<Place> = self
            .cartridge
            .procedures()
            .map(|p| (p.page, p.offset))
            .collect();
        let mut open: Vec<(Place, Place)> = entries.iter().map(|&place| (place, place)).collect();
        while let Some((from, place)) = open.pop() {
            if found.contains_key(&place) {
                continue;
            }
            let Some(page) = self.cartridge.code.get(usize::from(place.0)) else {
                return Err(VerifyError::CodePage {
                    at: from,
                    to: place.0,
                });
            };
            let instruction = decode(page, place.1).map_err(|source| VerifyError::Decode {
                page: place.0,
                source,
            })?;
            self.operands(place, &instruction, &entries)?;
            open.extend(
                self.next(place, &instruction)?
                    .into_iter()
                    .map(|next| (place, next)),
            );
            found.insert(place, instruction);
        }
        Ok(found)
    }

    /// Where the code goes on after an instruction; calls count as going on behind them.
    fn next(&self, place: Place, instruction: &Instruction) -> Result<Vec<Place>, VerifyError> {
        let mut next = Vec::new();
        for argument in instruction.arguments(&self.cartridge.code[usize::from(place.0)]) {
            if argument.kind == Kind::Target {
                next.push((place.0, argument.value as u8));
            } else if argument.kind == Kind::Code && !instruction.op.info().calls() {
                next.push(split(argument.value));
            }
        }
        if instruction.op == Op::Npage {
            let after = place.0.saturating_add(1);
            if let Some(&part) = self.cartridge.code_parts().get(usize::from(after)) {
                self.part(place, "the next page", part)?;
            }
            next.push((after, 0));
        } else if !instruction.op.info().ends {
            let end = u8::try_from(instruction.end)
                .map_err(|_| VerifyError::PageEnd { page: place.0 })?;
            next.push((place.0, end));
        }
        Ok(next)
    }

    /// Whether a part is in memory whenever the code at a place is.
    fn part(&self, at: Place, what: &'static str, part: u8) -> Result<(), VerifyError> {
        let own = self.cartridge.code_parts()[usize::from(at.0)];
        if self.parts[usize::from(own)].implies(part) {
            Ok(())
        } else {
            Err(VerifyError::Part { at, what, part })
        }
    }

    fn operands(
        &self,
        at: Place,
        instruction: &Instruction,
        entries: &BTreeSet<Place>,
    ) -> Result<(), VerifyError> {
        let op = instruction.op;
        let arguments: Vec<Argument> = instruction
            .arguments(&self.cartridge.code[usize::from(at.0)])
            .collect();
        if is_flood(op) {
            let result = arguments[0].value;
            let mut others = arguments[1..]
                .iter()
                .filter(|argument| argument.kind == Kind::Layer);
            if others.any(|other| other.value == result) {
                let why = "a flood must not read the layer that it fills as anything else";
                return Err(VerifyError::Operand {
                    at,
                    op: op.info().name,
                    value: result,
                    why,
                });
            }
        }
        let long = self.byte_span(op, &arguments);
        for (index, argument) in arguments.iter().enumerate() {
            let value = argument.value;
            let fail = |why| {
                Err(VerifyError::Operand {
                    at,
                    op: op.info().name,
                    value,
                    why,
                })
            };
            match argument.kind {
                _ if let Err(why) = self.fixed_variable(op, argument) => return fail(why),
                Kind::V16 if value & 1 != 0 => return fail("a word of V begins at an even offset"),
                Kind::Block if value > 248 => return fail("a block of V begins at 248 at most"),
                Kind::Text if usize::from(value) >= self.cartridge.text.len() => {
                    return fail("the text area ends before");
                }
                Kind::Text => {
                    let part = self.cartridge.text_parts()[usize::from(value >> 8)];
                    self.part(at, "the text", part)?;
                }
                Kind::Shell if usize::from(value) >= ShellCall::ALL.len() => {
                    return fail("no shell call has this number");
                }
                Kind::Code if op.info().calls() && !entries.contains(&split(value)) => {
                    return Err(VerifyError::CallTarget { at });
                }
                Kind::Page | Kind::Word | Kind::Layer => {
                    let unused = value == 0 && argument.kind == Kind::Layer && is_flood(op);
                    let pages = match op {
                        // The number of pages is an operand too: `fill p n m`, `copy d s n`.
                        Op::Fill | Op::Fillbits => arguments[1].value,
                        Op::Copy => arguments[2].value,
                        _ => u16::from(argument.kind.pages(self.cartridge.grid).unwrap_or(1)),
                    };
                    let span = long.clone().unwrap_or(value..value + pages);
                    if span.is_empty() {
                        return fail(
                            "a long field has an element before its first, and at most 32,767; a packed layer 2, 4 or 8 hexes a byte",
                        );
                    }
                    match self.group(span.start, span.end - span.start) {
                        None if !unused || index == 0 => {
                            return fail("its pages lie in no single data group");
                        }
                        Some(group)
                            if argument.access != Access::Read
                                && group.kind == GroupKind::Const =>
                        {
                            return fail("the data group is constant");
                        }
                        Some(group) => self.part(at, "the data", group.part)?,
                        None => {}
                    }
                }
                Kind::Imm8
                | Kind::Imm16
                | Kind::V8
                | Kind::V16
                | Kind::Block
                | Kind::Offset
                | Kind::Target
                | Kind::Code
                | Kind::Shell
                | Kind::Targets
                | Kind::Cases => {}
            }
        }
        Ok(())
    }

    /// The pages in which an instruction may come at elements of a long field, with the one before the first, or at a packed
    /// layer; none if there cannot be such; `None` if it is no such instruction.
    fn byte_span(&self, op: Op, arguments: &[Argument]) -> Option<Range<u16>> {
        let value = |n: usize| u32::from(arguments[n].value);
        let layer = u32::from(self.cartridge.grid.layer_pages()) * 256;
        let (page, before, bytes) = match op {
            Op::Ldl | Op::Stl => (0, 1, 256 * (value(2) + 1)),
            Op::Ldlw | Op::Stlw => (0, 2, 512 * (value(2) + 1)),
            Op::Findl if value(1) > 0x7FFF => return Some(0..0),
            Op::Findl => (2, 0, value(1).max(1)),
            Op::Ldp | Op::Stp if !(1..=3).contains(&value(2)) => return Some(0..0),
            Op::Ldp | Op::Stp => (0, 0, layer >> value(2)),
            _ => return None,
        };
        let first = value(page) << 8 | value(page + 1);
        let pages = |start: u32| (start >> 8) as u16..((first + bytes - 1) >> 8) as u16 + 1;
        Some(first.checked_sub(before).map_or(0..0, pages))
    }

    fn overlaps(&self, instructions: &BTreeMap<Place, Instruction>) -> Result<(), VerifyError> {
        let mut before: Option<(u8, u16)> = None;
        for (&at, instruction) in instructions {
            if before.is_some_and(|(page, end)| page == at.0 && u16::from(at.1) < end) {
                return Err(VerifyError::Overlap { at });
            }
            before = Some((at.0, instruction.end));
        }
        Ok(())
    }

    /// Checks that calls form no cycle and are not too deep; returns the depth of each procedure.
    fn calls(
        &self,
        instructions: &BTreeMap<Place, Instruction>,
    ) -> Result<BTreeMap<Place, usize>, VerifyError> {
        let procedures: Vec<(Place, &str)> = self
            .cartridge
            .procedures()
            .map(|p| ((p.page, p.offset), p.name))
            .collect();
        let mut callees: BTreeMap<Place, BTreeSet<Place>> = BTreeMap::new();
        for &(entry, _) in &procedures {
            let (mut called, mut seen, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![entry]);
            while let Some(place) = open.pop() {
                if !seen.insert(place) {
                    continue;
                }
                let instruction = &instructions[&place];
                if instruction.op.info().calls() {
                    let page = &self.cartridge.code[usize::from(place.0)];
                    called.extend(
                        instruction
                            .arguments(page)
                            .filter(|argument| argument.kind == Kind::Code)
                            .map(|argument| split(argument.value)),
                    );
                }
                open.extend(self.next(place, instruction)?);
            }
            callees.insert(entry, called);
        }
        let mut depths: BTreeMap<Place, usize> = BTreeMap::new();
        // Depths settle after as many rounds as the deepest chain is long, unless there is a cycle.
        for _ in 0..=procedures.len() {
            let mut settled = true;
            for (entry, called) in &callees {
                let depth = called
                    .iter()
                    .map(|callee| depths.get(callee).map_or(1, |d| d + 1))
                    .max()
                    .unwrap_or(0);
                settled &= depths.insert(*entry, depth) == Some(depth);
            }
            if settled {
                break;
            }
        }
        for (entry, name) in &procedures {
            let depth = depths[entry];
            if depth >= procedures.len() {
                // Going down the endless chain for as many steps as there are procedures ends within the cycle.
                let mut at = *entry;
                for _ in 0..procedures.len() {
                    let deeper = callees[&at]
                        .iter()
                        .find(|callee| depths[callee] >= procedures.len());
                    at = *deeper.unwrap_or(&at);
                }
                let name = procedures
                    .iter()
                    .find(|(place, _)| *place == at)
                    .map_or(*name, |(_, name)| name);
                return Err(VerifyError::Recursion {
                    name: name.to_string(),
                });
            }
            if depth > CALL_DEPTH {
                return Err(VerifyError::Depth {
                    name: name.to_string(),
                    depth,
                });
            }
        }
        Ok(depths)
    }
}

/// Whether an instruction takes the operands of a flood, among which a layer that nothing asks for is page 0.
fn is_flood(op: Op) -> bool {
    matches!(op, Op::Flood | Op::Pathstep | Op::Trek)
}

fn split(code: u16) -> Place {
    ((code >> 8) as u8, code as u8)
}
