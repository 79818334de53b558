//! The same bytes as ca65 and ld65, and the same refusals, for every opcode and the rest of the language.
//! `ca65/regenerate` makes the expectation.

use crate::skipped;
use hexfront_asm::{Files, Options, assemble, link};
use std::fs;
use std::path::Path;
use std::process::Command;

const EXPECTED: &str = include_str!("ca65/expected.txt");
const SCRIPT: &str = include_str!("ca65/flat.link");

/// Where we differ on purpose, and why.
const DIFFERENCES: &[(&str, &str)] = &[
    (
        r"one: .byte one/256, one & $FF, one>>8, one .mod 256",
        "whether a byte fits is seen when it is known",
    ),
    (
        r"@a: nop\n jmp @a",
        "local labels may stand before the first normal one",
    ),
    (
        r" bne $1000",
        "a branch to a fixed address is seen to when its place is known",
    ),
    (r".byte 1\n.align 3\n.byte 2", "alignments are powers of 2"),
    (r".bss\n.byte 1", "bytes in bss would be lost"),
    (
        r".exportzp one\none = $1234\n nop",
        "others would take it for a byte",
    ),
    (
        r".if 0\n this is not assembled $ %\n.endif\n.byte 1",
        "what does not count may hold anything",
    ),
    (
        r".macro outer\n.macro inner\n.byte 1\n.endmacro\n.endmacro\n outer\n inner",
        "macros may define macros",
    ),
    (
        r"two = 2\n.proc one\n.byte two\ntwo = 1\n.byte two\n.endproc",
        "ca65 lets the first `two` mean the second",
    ),
    (
        r".byte one::two\n.scope one\ntwo = 5\n.endscope",
        "scopes may be used before they come",
    ),
];

/// What we make of a source: bytes in hex, or what is wrong.
fn build(source: &str) -> Result<String, String> {
    let sources = [("case.s", source)];
    let object = assemble(&Files(&sources), "case.s", &Options::default())
        .map_err(|list| list.iter().map(|d| format!("{d}\n")).collect::<String>())?;
    let image = link(SCRIPT, &[("case.o", object.to_elf())]).map_err(|e| e.to_string())?;
    let bytes = image.output("flat").expect("the script has this output");
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}

#[test]
fn same_bytes_as_ca65() {
    let mut differences = String::new();
    let mut compared = 0;
    for line in EXPECTED.lines() {
        let (expected, case) = line
            .split_once('\t')
            .expect("a line is an expectation and a case");
        let ours = build(&case.replace(r"\n", "\n"));
        let same = match &ours {
            Ok(bytes) => bytes == expected,
            Err(_) => expected == "error",
        };
        let on_purpose = DIFFERENCES.iter().any(|(c, _)| *c == case);
        if same == on_purpose {
            let ours = ours.unwrap_or_else(|e| format!("error: {e}"));
            differences.push_str(&format!("{case}\n  ca65: {expected}\n  ours: {ours}\n"));
        }
        compared += 1;
    }
    assert!(compared > 3000, "only {compared} cases");
    assert!(differences.is_empty(), "{differences}");
}

/// Bytes that the installed ca65 and ld65 make, in hex; "error" if they refuse.
fn live(case: &str, work: &Path) -> String {
    let at = |name: &str| work.join(name);
    fs::write(at("case.s"), case.replace(r"\n", "\n") + "\n").expect("a temporary file");
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ca65/flat.cfg");
    let succeeds = |command: &mut Command| command.output().is_ok_and(|o| o.status.success());
    let made = succeeds(
        Command::new("ca65")
            .arg("-o")
            .arg(at("case.o"))
            .arg(at("case.s")),
    ) && succeeds(
        Command::new("ld65")
            .arg("-C")
            .arg(config)
            .arg("-o")
            .arg(at("case"))
            .arg(at("case.o")),
    );
    if !made {
        return "error".to_owned();
    }
    let bytes = fs::read(at("case")).unwrap_or_default();
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// A sample, as thousands of processes would take minutes.
#[test]
fn the_expectation_is_what_an_installed_ca65_makes() {
    if Command::new("ca65").arg("--version").output().is_err() {
        skipped::skipped("our assembly against ca65 itself: ca65 is not installed");
        return;
    }
    let work = std::env::temp_dir().join(format!("hexfront-ca65-{}", std::process::id()));
    fs::create_dir_all(&work).expect("a folder for temporary files");
    for line in EXPECTED.lines().step_by(31) {
        let (expected, case) = line
            .split_once('\t')
            .expect("a line is an expectation and a case");
        assert_eq!(live(case, &work), expected, "{case}");
    }
    fs::remove_dir_all(&work).expect("the folder is ours");
}
