//! Mnemonic and operands to bytes.

use super::table::{INSTRUCTIONS, Instruction, Kind, Mode};
use crate::cpu::Encoder;
use crate::diagnostic::Problem;
use crate::language::{AsmExpr, Context, Cursor, Encoded, EncodedField, Fault, Place, Word};
use crate::object::{Field, Machine};

/// The encoder and the model it encodes for.
#[derive(Debug, Default)]
pub(crate) struct Mos6502 {
    undocumented: bool,
}

/// Operands as written, before the choice between zero-page and absolute addressing.
struct Operand {
    /// The mode if the address is a byte, the mode if it is a word.
    modes: (Option<Mode>, Option<Mode>),
    value: Option<(AsmExpr, Place)>,
    /// `z:` (true) or `a:` (false).
    forced_zeropage: Option<bool>,
}

impl Operand {
    fn plain(mode: Mode, value: Option<(AsmExpr, Place)>) -> Operand {
        Operand {
            modes: (Some(mode), None),
            value,
            forced_zeropage: None,
        }
    }
}

impl Encoder for Mos6502 {
    fn machine(&self) -> Machine {
        Machine::Mos6502
    }

    fn select(&mut self, model: &str) -> bool {
        match model.to_ascii_uppercase().as_str() {
            "6502" => self.undocumented = false,
            "6502X" => self.undocumented = true,
            _ => return false,
        }
        true
    }

    fn is_mnemonic(&self, name: &str) -> bool {
        INSTRUCTIONS
            .iter()
            .any(|i| i.mnemonic.eq_ignore_ascii_case(name))
    }

    fn is_reserved(&self, name: &str) -> bool {
        let available = |i: &&Instruction| self.undocumented || i.kind == Kind::Documented;
        let mut names = INSTRUCTIONS
            .iter()
            .filter(available)
            .map(|i| i.mnemonic)
            .chain(["a", "x", "y"]);
        names.any(|n| n.eq_ignore_ascii_case(name))
    }

    fn name_register(&mut self, _: &str, _: &str) -> bool {
        false
    }

    fn encode(
        &self,
        mnemonic: &str,
        at: Place,
        line: &mut Cursor,
        context: &mut Context<'_>,
    ) -> Result<Encoded, Fault> {
        let operand = operand(line, context)?;
        let mnemonic = mnemonic.to_ascii_lowercase();
        let instruction = self
            .choose(mnemonic, &operand, context)
            .map_err(|problem| Fault::new(at, problem))?;
        let mut encoded = Encoded {
            bytes: vec![instruction.opcode],
            fields: Vec::new(),
            leaves: matches!(instruction.mnemonic, "jmp" | "rts" | "rti"),
        };
        encoded.bytes.resize(1 + instruction.mode.operand_size(), 0);
        let field = match instruction.mode {
            Mode::Implied | Mode::Accumulator => return Ok(encoded),
            Mode::Relative => Field::Branch,
            mode if mode.operand_size() == 1 => Field::Byte,
            _ => Field::Word,
        };
        if let Some((value, at)) = operand.value {
            encoded.fields.push(EncodedField {
                offset: 1,
                field,
                value,
                at,
                grows: None,
            });
        }
        Ok(encoded)
    }
}

impl Mos6502 {
    /// The opcode for a mnemonic and an operand.
    fn choose(
        &self,
        mnemonic: String,
        operand: &Operand,
        context: &Context<'_>,
    ) -> Result<&'static Instruction, Problem> {
        let exists = |mode: Mode| {
            let named = |i: &&Instruction| i.mode == mode && i.mnemonic == mnemonic;
            INSTRUCTIONS
                .iter()
                .filter(named)
                .find(|i| i.kind != Kind::Twin)
        };
        let allowed =
            |mode: Mode| exists(mode).filter(|i| self.undocumented || i.kind == Kind::Documented);
        let (short, long) = operand.modes;
        let value = operand.value.as_ref();
        // An address that is known not to fit is a matter of the mode, not of the value.
        let known_word = |(value, at): &(AsmExpr, Place)| {
            context.symbols.number(value, *at).is_ok_and(|n| n > 0xFF)
        };
        let too_wide =
            operand.forced_zeropage.is_none() && long.is_some() && value.is_some_and(known_word);
        let short = short.filter(|_| !too_wide && operand.forced_zeropage != Some(false));
        let long = long.filter(|_| operand.forced_zeropage != Some(true));
        let chosen = match (short.and_then(allowed), long.and_then(allowed)) {
            (Some(short), Some(long)) => {
                let is_byte = value.is_some_and(|(value, _)| context.symbols.is_byte(value));
                Some(if is_byte { short } else { long })
            }
            (short, long) => short.or(long),
        };
        // Branches are written like addresses, `asl` like an implied instruction.
        let chosen = chosen.or_else(|| match (short, long) {
            (_, Some(Mode::Absolute)) if operand.forced_zeropage.is_none() => {
                allowed(Mode::Relative)
            }
            (Some(Mode::Implied), _) => allowed(Mode::Accumulator),
            _ => None,
        });
        chosen.ok_or_else(|| {
            if short.and_then(exists).or(long.and_then(exists)).is_some() {
                return Problem::Undocumented {
                    mnemonic: mnemonic.clone(),
                };
            }
            let mode = long.or(short).unwrap_or(Mode::Implied).describe();
            Problem::NoSuchMode {
                mnemonic: mnemonic.clone(),
                mode,
            }
        })
    }
}

fn register(line: &mut Cursor, name: &str) -> bool {
    let found = matches!(line.peek(), Some(Word::Name(n)) if n.eq_ignore_ascii_case(name));
    if found {
        line.next();
    }
    found
}

fn operand(line: &mut Cursor, context: &mut Context<'_>) -> Result<Operand, Fault> {
    if line.done() {
        return Ok(Operand::plain(Mode::Implied, None));
    }
    if line.eat("#") {
        let at = line.at();
        return Ok(Operand::plain(
            Mode::Immediate,
            Some((context.expr(line)?, at)),
        ));
    }
    if line.eat("(") {
        let at = line.at();
        let value = Some((context.expr(line)?, at));
        if line.eat(",") {
            if !register(line, "x") {
                return Err(line.unexpected("x"));
            }
            line.expect(")")?;
            return Ok(Operand::plain(Mode::IndirectX, value));
        }
        line.expect(")")?;
        if line.eat(",") {
            if !register(line, "y") {
                return Err(line.unexpected("y"));
            }
            return Ok(Operand::plain(Mode::IndirectY, value));
        }
        return Ok(Operand::plain(Mode::Indirect, value));
    }
    let prefixed = line.peek_at(1) == Some(&Word::Mark(":"));
    let mut forced_zeropage = None;
    if let (Some(Word::Name(name)), true) = (line.peek(), prefixed) {
        forced_zeropage = match name.to_ascii_lowercase().as_str() {
            "a" => Some(false),
            "z" => Some(true),
            _ => return Err(line.unexpected("an operand")),
        };
        line.next();
        line.next();
    } else if register(line, "a") {
        return Ok(Operand::plain(Mode::Accumulator, None));
    }
    let at = line.at();
    let value = Some((context.expr(line)?, at));
    let modes = if !line.eat(",") {
        (Mode::Zeropage, Mode::Absolute)
    } else if register(line, "x") {
        (Mode::ZeropageX, Mode::AbsoluteX)
    } else if register(line, "y") {
        (Mode::ZeropageY, Mode::AbsoluteY)
    } else {
        return Err(line.unexpected("x or y"));
    };
    Ok(Operand {
        modes: (Some(modes.0), Some(modes.1)),
        value,
        forced_zeropage,
    })
}
