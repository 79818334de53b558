//! `M68000.md` is the instruction table as a page for authors. `HEXFRONT_BLESS=1` writes it anew.

use hexfront_asm::cpu::m68000::{Conditions, INSTRUCTIONS, Instruction, Kind, Mode, Modes, Time};
use std::fmt::Write;
use std::path::Path;

/// Modes by the letters of the page's first table.
fn letters(modes: Modes) -> String {
    let present = Mode::ALL.iter().filter(|mode| modes.has(**mode));
    present.map(|mode| letter(*mode)).collect()
}

fn letter(mode: Mode) -> char {
    match mode {
        Mode::Data => 'd',
        Mode::Address => 'a',
        Mode::Indirect => 'i',
        Mode::PostIncrement => '+',
        Mode::PreDecrement => '-',
        Mode::Displacement => 'o',
        Mode::Index => 'x',
        Mode::Short => 'w',
        Mode::Long => 'l',
        Mode::PcDisplacement => 'p',
        Mode::PcIndex => 'q',
        Mode::Immediate => '#',
    }
}

fn form(mode: Mode) -> &'static str {
    match mode {
        Mode::Data => "`d0`",
        Mode::Address => "`a0`",
        Mode::Indirect => "`(a0)`",
        Mode::PostIncrement => "`(a0)+`",
        Mode::PreDecrement => "`-(a0)`",
        Mode::Displacement => "`4(a0)`",
        Mode::Index => "`4(a0,d0.w)`",
        Mode::Short => "`x.w`",
        Mode::Long => "`x.l`",
        Mode::PcDisplacement => "`x(pc)`",
        Mode::PcIndex => "`x(pc,d0.w)`",
        Mode::Immediate => "`#x`",
    }
}

fn cycles(time: Time) -> String {
    let pair = |(word, long): (u16, u16)| match word == long {
        true => word.to_string(),
        false => format!("{word}/{long}"),
    };
    match time {
        Time::Fixed(cycles) => cycles.to_string(),
        Time::BySize(word, long) => pair((word, long)),
        Time::Between(low, high) => format!("{low}-{high}"),
        Time::Plus(word, long) => format!("{} + ea", pair((word, long))),
        Time::PlusBetween(low, high) => format!("{low}-{high} + ea"),
        Time::Into(word, long) => format!("{} + ea, .l + 2 of d, a, #", pair((word, long))),
        Time::Modify(register, memory) => format!("{}; {} + ea", pair(register), pair(memory)),
        Time::Quickly => "4/8, a 8; 8/12 + ea".to_owned(),
        Time::Move => "4 + both ea (- as i to write)".to_owned(),
        Time::Control(by_mode) => by_mode.map(|n| n.to_string()).join(" ") + " (i o x w l p q)",
        Time::Many(true) => "8 + ea + 4/8 each".to_owned(),
        Time::Many(false) => "4 + ea + 4/8 each (- 8)".to_owned(),
        Time::Shift => "6/8 + 2 each".to_owned(),
        Time::Branch => "taken 10, not 8, .w 12".to_owned(),
        Time::SetRegister => "4-6; 8 + ea".to_owned(),
    }
}

fn row(row: &Instruction) -> String {
    let name = match row.conditions {
        Conditions::None => row.mnemonic.to_owned(),
        Conditions::All | Conditions::Proper => format!("{}CC", row.mnemonic),
    };
    let sizes: String = row.sizes.iter().map(|s| s.letter()).collect();
    let operands: Vec<String> = row
        .operands
        .iter()
        .map(|kind| match kind {
            Kind::Ea(modes) | Kind::Destination(modes) => letters(*modes),
            Kind::Bit(last) => format!("#0-{last}"),
            other => other.describe().to_owned(),
        })
        .collect();
    format!(
        "| `{name}` | {sizes} | {} | {:04X} | {} |\n",
        operands.join(" , "),
        row.opcode,
        cycles(row.time)
    )
}

fn page() -> String {
    let mut text = String::from(
        "# Instructions of the 68000\n\n\
         Made from the assembler's table by `HEXFRONT_BLESS=1 cargo test -p hexfront-asm --test asm m68000_table`.\n\n\
         Effective addresses, by letter, with what reading one adds in cycles (byte or word, long word):\n\n\
         | | written | cycles |\n| --- | --- | --- |\n",
    );
    let times = [
        "0, 0", "0, 0", "4, 8", "4, 8", "6, 10", "8, 12", "10, 14", "8, 12", "12, 16", "8, 12",
        "10, 14", "4, 8",
    ];
    for (mode, time) in Mode::ALL.iter().zip(times) {
        let _ = writeln!(text, "| {} | {} | {time} |", letter(*mode), form(*mode));
    }
    text.push_str(
        "\nConditions CC: `t f hi ls cc cs ne eq vc vs pl mi ge lt gt le`, also `hs` for `cc`, `lo` for `cs`; `b` has no `t` \
         and `f`, `dbra` is `dbf`.\nOpcodes are given with size, register and mode 0. Cycles: for words, a stroke, for long \
         words; for a register; for memory.\n\n\
         | | sizes | operands | opcode | cycles |\n| --- | --- | --- | --- | --- |\n",
    );
    for instruction in INSTRUCTIONS {
        text.push_str(&row(instruction));
    }
    text
}

#[test]
fn the_page_says_what_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("M68000.md");
    if std::env::var_os("HEXFRONT_BLESS").is_some() {
        std::fs::write(&path, page()).expect("a file of the repository");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == page(),
        "M68000.md is stale; HEXFRONT_BLESS=1 writes it"
    );
}
