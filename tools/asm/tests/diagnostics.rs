//! Typical mistakes of authors of assembly, and what they are told.

use hexfront_asm::{Files, Options, assemble};

fn told(sources: &[(&str, &str)]) -> String {
    let list =
        assemble(&Files(sources), "main.s", &Options::default()).expect_err("it must not assemble");
    list.iter().map(|d| format!("{d}\n")).collect()
}

#[test]
fn many_mistakes_are_told_in_one_run() {
    let source = "\
start:  lda missing
        ldq #5
        lda #300
        lda #start
        bne far
        .res 200
far:    lda (start,y)
        stx $1234,y
        lax $12
        .byte \"open
        .wrod 5
start:  rts
        lda #5 5
        .if start
        .endif
        .import far
";
    assert_eq!(
        told(&[("main.s", source)]),
        "\
main.s:1:13: error: `missing` is not defined
  help: define it, or `.import` it if another object does
main.s:2:9: error: `ldq` is neither an instruction nor a macro
  help: a label ends with a colon; a macro must be defined before its use
main.s:3:14: error: value 300 does not fit: 0 to 255 do
main.s:4:14: error: an address of two bytes stands where one byte is wanted
  help: `<` takes the low byte, `>` the high byte; `.importzp` imports a byte
main.s:5:13: error: branch goes 200 bytes, 73 too far
  help: branch the other way round a `jmp`
main.s:7:20: error: expected x, found `y`
main.s:8:9: error: `stx` cannot be used with an address indexed by y
main.s:9:9: error: `lax` is an undocumented instruction
  help: `.setcpu \"6502X\"` allows undocumented instructions
main.s:10:15: error: string or character constant is not closed on its line
  help: strings stand in \"double\" quotes, single characters in 'single' ones
main.s:11:9: error: unknown directive .wrod
main.s:12:1: error: `start` is already defined, in main.s:1:1
main.s:13:16: error: 5 after the end of the statement
main.s:14:13: error: the value must be known at this point
  help: it depends on a label that is defined later, imported or not yet placed
main.s:16:17: error: `far` is imported and defined here as well
  help: `.global` imports or exports, as the case may be
"
    );
}

#[test]
fn mistakes_in_macros_and_includes_tell_the_way_there() {
    let sources = [
        (
            "main.s",
            ".include \"lib/macros.inc\"\n\n put 1, 2\n put 300, 1\n put 1\n",
        ),
        (
            "lib/macros.inc",
            ".include \"zp.inc\"\n.macro put v, w\n .byte v\n inner w\n.endmacro\n.macro inner w\n lda w\n.endmacro\n",
        ),
        ("lib/zp.inc", "ptr = 5 5\n.include \"none.inc\"\n"),
    ];
    assert_eq!(
        told(&sources),
        "\
main.s:4:6: error: value 300 does not fit: 0 to 255 do
lib/macros.inc:7:2: error: `lda` cannot be used with no operand
  reached from lib/macros.inc:4:2
  reached from main.s:5:2
lib/zp.inc:1:9: error: 5 after the end of the statement
  reached from lib/macros.inc:1:10
  reached from main.s:1:10
lib/zp.inc:2:10: error: no source file named \"none.inc\"
  reached from lib/macros.inc:1:10
  reached from main.s:1:10
"
    );
}

#[test]
fn what_is_opened_must_be_closed() {
    assert_eq!(
        told(&[("main.s", ".proc one\n.if 1\n.macro two\n nop\n")]),
        "\
main.s:1:7: error: .proc is not closed by .endproc
main.s:2:1: error: .if is not closed by .endif
main.s:3:1: error: .macro is not closed by .endmacro
"
    );
    assert_eq!(
        told(&[("main.s", ".endif\n.endproc\n.endmacro\n.endrepeat\n.else\n")]),
        "\
main.s:1:1: error: .endif without .if before it
main.s:2:1: error: .endproc without .proc before it
main.s:3:1: error: .endmacro without .macro before it
main.s:4:1: error: .endrepeat without .repeat before it
main.s:5:1: error: .else without .if before it
"
    );
}

#[test]
fn a_page_crossing_is_seen_when_the_program_is_linked() {
    let source =
        "table: .res 200, 1\nend:\n.assert >table = >(end-1), error, \"table crosses a page\"\n";
    let object = assemble(&Files(&[("main.s", source)]), "main.s", &Options::default())
        .expect("not known yet");
    let place = |start: &str| {
        let script = format!("area A start {start} size 512\nsegment CODE in A\n");
        hexfront_asm::link(&script, &[("main", object.to_elf())])
            .map(|_| ())
            .map_err(|e| e.to_string())
    };
    assert_eq!(place("$1038"), Ok(()));
    assert_eq!(
        place("$1039"),
        Err("main.s:3: main: assertion failed: table crosses a page".to_owned())
    );
}

#[test]
fn names_from_outside_are_numbers() {
    let options = Options {
        defines: vec![("debug".to_owned(), 1)],
        ..Options::default()
    };
    let source = [("main.s", ".ifdef debug\n.byte debug\n.endif\n")];
    let object = assemble(&Files(&source), "main.s", &options).expect("no mistakes");
    assert_eq!(object.sections[0].size(), 1);
}
