//! A listing of a cartridge's bytecode with the source lines it comes from.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use hexfront_isa::Cartridge;
use hexfront_isa::code::{Listing, decode};

/// Lists every procedure: source line as a comment, then its instructions with place and bytes. `files` are those
/// the cartridge was compiled from; without them the lines have no text. What is not reached from the start of
/// a page (its unused end) is left out.
#[must_use]
pub fn disassemble(cartridge: &Cartridge<'_>, files: &[(String, Vec<u8>)]) -> String {
    let mut out = String::new();
    let texts: BTreeMap<&str, Vec<String>> = files
        .iter()
        .map(|(name, bytes)| {
            let text = String::from_utf8_lossy(bytes);
            (
                name.as_str(),
                text.lines().map(|l| l.trim().into()).collect(),
            )
        })
        .collect();
    let names: Vec<&str> = cartridge.files().collect();
    let lines: BTreeMap<(u8, u8), (u8, u16)> = cartridge
        .lines()
        .map(|l| ((l.page, l.offset), (l.file, l.line)))
        .collect();
    let procedures: BTreeMap<(u8, u8), &str> = cartridge
        .procedures()
        .map(|p| ((p.page, p.offset), p.name))
        .collect();
    for (number, page) in cartridge.code.iter().enumerate() {
        let number = number as u8;
        let part = cartridge.code_parts().get(usize::from(number)).copied();
        let part = part.map_or("?", |part| cartridge.part_name(part));
        out += &format!("; code page {number}, part {part}\n");
        let mut at = 0u16;
        while let Ok(offset) = u8::try_from(at) {
            // Zeros to the end are the unused rest.
            if page[usize::from(offset)..].iter().all(|b| *b == 0) {
                break;
            }
            if let Some(name) = procedures.get(&(number, offset)) {
                out += &format!("\n{name}:\n");
            }
            if let Some((file, line)) = lines.get(&(number, offset)) {
                let name = names.get(usize::from(*file)).copied().unwrap_or("?");
                let text = texts
                    .get(name)
                    .and_then(|t| t.get(usize::from(*line).saturating_sub(1)));
                out += &format!("; {name}:{line}  {}\n", text.map_or("", String::as_str));
            }
            let Ok(instruction) = decode(page, offset) else {
                out += &format!("{number:02X}:{offset:02X}  ?\n");
                break;
            };
            let bytes: String = page[usize::from(offset)..usize::from(instruction.end)]
                .iter()
                .map(|b| format!("{b:02X} "))
                .collect();
            let listing = Listing { instruction, page };
            out += &format!("{number:02X}:{offset:02X}  {bytes:<24}{listing}\n");
            at = instruction.end;
        }
        out.push('\n');
    }
    out
}
