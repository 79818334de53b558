//! The disassembler of the 68000 against GNU objdump, where that is installed: for every opcode the same instruction, as
//! long, of the same registers.

use crate::skipped;
use hexfront_asm::cpu::m68000::disassemble;
use std::process::Command;

/// An opcode, extension words of any kind, and instructions of one word, at which objdump finds back.
fn sample(opcode: u16) -> Vec<u8> {
    let words = [opcode, 6, 6, 6, 6, 0x4E71, 0x4E71, 0x4E71];
    words.iter().flat_map(|w| w.to_be_bytes()).collect()
}

/// Registers in the order in which they are named.
fn registers(text: &str) -> Vec<String> {
    let text = text
        .replace("%sp", "%a7")
        .replace("%fp", "%a6")
        .replace("sp", "a7");
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    for at in 0..bytes.len().saturating_sub(1) {
        let alone = at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
        if alone && matches!(bytes[at], b'd' | b'a') && bytes[at + 1].is_ascii_digit() {
            found.push(text[at..at + 2].to_owned());
        }
    }
    found
}

#[test]
fn every_opcode_is_what_objdump_says() {
    let folder = std::env::temp_dir().join(format!("hexfront-objdump-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let file = folder.join("opcodes");
    let bytes: Vec<u8> = (0..=u16::MAX).flat_map(sample).collect();
    std::fs::write(&file, &bytes).expect("a temporary file");
    let output = Command::new("m68k-linux-gnu-objdump")
        .args(["-D", "-b", "binary", "-m", "m68k:68000", "--insn-width=16"])
        .arg(&file)
        .output();
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    let Ok(output) = output else {
        skipped::skipped(
            "every opcode of the 68000 against objdump: m68k-linux-gnu-objdump is not installed",
        );
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let mut differences = String::new();
    let mut compared = 0;
    for line in text.lines() {
        let mut parts = line.split('\t');
        let (Some(address), Some(hex), Some(theirs)) = (parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        let Ok(address) = u32::from_str_radix(address.trim().trim_end_matches(':'), 16) else {
            continue;
        };
        if address % 16 != 0 {
            continue;
        }
        compared += 1;
        let opcode = address / 16;
        let ours = disassemble(&bytes[address as usize..], address);
        let length = hex.split_whitespace().map(|w| w.len() / 2).sum::<usize>();
        let name = |text: &str| {
            text.split_whitespace()
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        let (our_name, their_name) = (name(&ours.text).replace('.', ""), name(theirs));
        // What has one size only is written without it.
        let sizeless = their_name
            .strip_suffix(['b', 'w', 'l'])
            .unwrap_or(&their_name);
        let same = if ours.instruction.is_none() {
            // No branch goes to an odd address, address registers have no bytes, line F is for coprocessors, swbeg marks
            // tables of one compiler.
            let odd_branch = opcode >> 12 == 6 && opcode & 1 == 1;
            let other = matches!(their_name.as_str(), "subqb" | "swbeg" | "swbegl");
            their_name == ".short" || odd_branch || other || opcode >> 12 == 15
        } else {
            (our_name == their_name || our_name == sizeless)
                && ours.size == length
                && registers(&ours.text) == registers(theirs)
        };
        if !same {
            differences.push_str(&format!(
                "{opcode:04X}: {} ({}), objdump {theirs} ({length})\n",
                ours.text, ours.size
            ));
        }
    }
    assert_eq!(compared, 0x1_0000);
    assert!(differences.is_empty(), "{differences}");
}
