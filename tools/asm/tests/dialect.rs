//! One layout for all 6502 assembly of the project (README, "Layout of 6502 sources").

use std::fs;
use std::path::Path;

const FOLDERS: [&str; 10] = [
    "core/vm/6502",
    "core/shell/6502",
    "core/shell/tests/flat",
    "c64/shell",
    "apple2/shell",
    "atari8/shell",
    "roms-free/kernal",
    "roms-free/basic",
    "roms-free/apple2",
    "roms-free/atari8",
];
/// What stands before an instruction, a directive of data, or a comment between them.
const INDENT: usize = 4;
/// From there on a line goes on with what stands above it.
const CONTINUED: usize = 8;
/// Shifts of the accumulator are written without it.
const SHIFTS: [&str; 4] = ["asl", "lsr", "rol", "ror"];

/// What is wrong with a line.
fn fault(line: &str) -> Option<&'static str> {
    if line.contains('\t') || line.ends_with(' ') {
        return Some("tabs, or spaces at the end");
    }
    let indent = line.len() - line.trim_start().len();
    if indent != 0 && indent != INDENT && indent < CONTINUED {
        return Some("not at the beginning and not indented by four");
    }
    let code = line.split(';').next().unwrap_or_default().trim_end();
    let behind_label = code.split_once(':').filter(|(name, _)| is_name(name));
    if behind_label.is_some_and(|(_, rest)| is_instruction(rest.trim())) {
        return Some("an instruction in the line of its label");
    }
    if lower_hex(code) {
        return Some("a hexadecimal number in small letters");
    }
    if !is_instruction(code.trim()) {
        return None;
    }
    if indent != INDENT {
        return Some("an instruction that is not indented by four");
    }
    let (mnemonic, operand) = code.trim().split_once(' ').unwrap_or((code.trim(), ""));
    if [", x", ", y", ", x)", ",X", ",Y"]
        .iter()
        .any(|index| operand.ends_with(index))
    {
        return Some("an index is written `,x`");
    }
    if operand.starts_with(' ') {
        return Some("more than one space before the operand");
    }
    (SHIFTS.contains(&mnemonic) && operand == "a").then_some("a shift of the accumulator names it")
}

fn is_name(text: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '@';
    !text.is_empty() && text.chars().all(letter)
}

/// Whether code is a mnemonic, with an operand or without.
fn is_instruction(code: &str) -> bool {
    let word = code.split(' ').next().unwrap_or_default();
    word.len() == 3 && word.chars().all(|c| c.is_ascii_lowercase()) && !code.contains(" = ")
}

/// Whether a number outside of texts has digits in small letters.
fn lower_hex(code: &str) -> bool {
    let outside = code.split('"').step_by(2);
    let mut numbers = outside.flat_map(|part| part.split('$').skip(1));
    numbers.any(|number| {
        let mut digits = number.chars().take_while(char::is_ascii_hexdigit);
        digits.any(|digit| digit.is_ascii_lowercase())
    })
}

#[test]
fn all_6502_assembly_has_one_layout() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut wrong = String::new();
    for folder in FOLDERS {
        let mut files = 0;
        for entry in fs::read_dir(top.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if !path.extension().is_some_and(|e| e == "s" || e == "inc") {
                continue;
            }
            files += 1;
            let text = fs::read_to_string(&path).unwrap();
            for (number, line) in (1..).zip(text.lines()) {
                if let Some(fault) = fault(line) {
                    let name = path.file_name().unwrap().to_string_lossy();
                    wrong.push_str(&format!("{folder}/{name}:{number}: {fault}: {line}\n"));
                }
            }
        }
        assert!(files > 4, "{folder}");
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn what_is_not_the_layout_is_found() {
    for right in [
        "    lda table,x                 ; why",
        "    asl",
        "    jmp ($FFFC)",
        "name: .byte $0A, $FF",
        "put = 3",
        "                                ; why, at length",
        "; a comment, x",
        "",
    ] {
        assert_eq!(fault(right), None, "{right}");
    }
    for wrong in [
        "\tlda #1",
        "  lda #1",
        "lda #1",
        "        lda #1",
        "    lda table, x",
        "    lda (pointer), y",
        "    asl a",
        "put: lda #1",
        "    lda #$0a",
        "    rts ",
        "    lda  #1",
    ] {
        assert!(fault(wrong).is_some(), "{wrong}");
    }
}
