//! The same bytes as GNU as for every instruction of the 68000 with every size and addressing mode, and the same
//! refusals. `gas/regenerate` makes the expectation.

use hexfront_asm::{Contents, Files, Options, assemble};

const EXPECTED: &str = include_str!("gas/expected.txt");

/// What we make of a source: bytes in hex, or what is wrong.
fn build(case: &str) -> Result<String, String> {
    let source = format!(".setcpu \"68000\"\n.org $100000\n {case}\n");
    let object = assemble(
        &Files(&[("case.s", &source)]),
        "case.s",
        &Options::default(),
    )
    .map_err(|list| list.iter().map(|d| format!("{d}\n")).collect::<String>())?;
    match &object.sections[0].contents {
        Contents::Bytes(bytes) => Ok(bytes.iter().map(|b| format!("{b:02x}")).collect()),
        Contents::Reserved(_) => Err("no bytes".to_owned()),
    }
}

/// Why we differ on purpose, if we do in this case.
fn on_purpose(case: &str, gas: &str, ours: &Result<String, String>) -> Option<&'static str> {
    let (name, operands) = case.split_once(' ').unwrap_or((case, ""));
    let (mnemonic, size) = name.split_once('.').unwrap_or((name, ""));
    let bit = matches!(mnemonic, "btst" | "bchg" | "bclr" | "bset");
    let general = matches!(
        mnemonic,
        "add" | "sub" | "and" | "or" | "cmp" | "move" | "eor"
    );
    let gas_refuses = gas == "error";
    let we_refuse = ours.is_err();
    let differences = [
        (
            general && operands.starts_with('#') && !gas_refuses && !we_refuse,
            "gas takes addq, addi or moveq where add or move is written",
        ),
        (
            bit && we_refuse && !gas_refuses && (!size.is_empty() || operands.starts_with('#')),
            "bits are numbered 0 to 7 in memory, 0 to 31 in a register, and the size must say so",
        ),
        (
            operands.contains("d3-d1") && we_refuse,
            "a range of registers runs upwards",
        ),
        (
            mnemonic.starts_with('b') && size.is_empty() && operands.starts_with('*'),
            "gas takes the long form of a branch to `.`",
        ),
        (
            matches!(mnemonic, "shs" | "slo" | "dbhs" | "dblo") && gas_refuses,
            "hs and lo are other words for cc and cs everywhere",
        ),
        (
            mnemonic == "movep" && operands.contains("(a1)") && gas_refuses,
            "(a1) is 0(a1) where only that can be meant",
        ),
        (
            size == "b"
                && operands.starts_with("#-")
                && ours.as_ref().is_ok_and(|o| o.contains("00")),
            "gas fills the ignored byte of an immediate byte",
        ),
        (
            operands.starts_with("#-32769") || operands.starts_with("#-129"),
            "a word does not hold -32769, a byte not -129",
        ),
        (
            matches!(mnemonic, "exg" | "abcd") && !size.is_empty() && gas_refuses,
            "gas knows no size here",
        ),
        (
            matches!(case, "sub.b #7,a2" | "subq.b #7,a2" | "add.b #7,a2"),
            "address registers have no bytes",
        ),
        (
            matches!(mnemonic, "jmp" | "jsr") && we_refuse && (size == "l" || operands == "(pc)"),
            "jumps have no size and pc a target",
        ),
        (
            operands.contains("0(a0)"),
            "gas takes (a0) where 0(a0) is written",
        ),
        (
            operands.contains("(3+4)*2") && gas_refuses,
            "a value may begin with a parenthesis",
        ),
        (
            mnemonic == "movem" && operands == "#100,-(a5)",
            "a list as a number has d0 in bit 0",
        ),
    ];
    differences
        .iter()
        .find(|(holds, _)| *holds)
        .map(|(_, why)| *why)
}

#[test]
fn same_bytes_as_gnu_as() {
    let mut differences = String::new();
    let (mut compared, mut on_purpose_count) = (0, 0);
    for line in EXPECTED.lines() {
        let (expected, case) = line
            .split_once('\t')
            .expect("a line is an expectation and a case");
        let ours = build(case);
        let same = match &ours {
            Ok(bytes) => bytes == expected,
            Err(_) => expected == "error",
        };
        compared += 1;
        if same {
            continue;
        }
        if on_purpose(case, expected, &ours).is_some() {
            on_purpose_count += 1;
            continue;
        }
        let ours = ours.unwrap_or_else(|e| format!("error: {e}"));
        differences.push_str(&format!("{case}\n  gas:  {expected}\n  ours: {ours}\n"));
    }
    assert!(compared > 5000, "only {compared} cases");
    assert!(
        on_purpose_count < compared / 8,
        "{on_purpose_count} differ on purpose"
    );
    assert!(differences.is_empty(), "{differences}");
}
