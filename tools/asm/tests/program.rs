//! From sources to a program: segments, symbols between objects, areas.

use hexfront_asm::{Files, Image, LinkErrors, Options, assemble, link};

fn build(script: &str, sources: &[(&str, &str)]) -> Result<Image, LinkErrors> {
    let objects: Vec<_> = sources
        .iter()
        .map(
            |(name, _)| match assemble(&Files(sources), name, &Options::default()) {
                Ok(object) => (*name, object.to_elf()),
                Err(list) => panic!(
                    "{}",
                    list.iter().map(|d| format!("{d}\n")).collect::<String>()
                ),
            },
        )
        .collect();
    link(script, &objects)
}

fn messages(script: &str, sources: &[(&str, &str)]) -> String {
    build(script, sources)
        .expect_err("it must not link")
        .to_string()
}

const SCRIPT: &str = r#"
output "game.prg" prg
area ZP    start $50 size $10
area MAIN  start $0801 size $100 output "game.prg"
area HIGH  start $E000 size $100
segment ZEROPAGE in ZP
segment CODE  in MAIN define
segment MOVED in MAIN run HIGH define
segment BSS   in HIGH bss
"#;

#[test]
fn a_program_of_two_objects() {
    let image = build(
        SCRIPT,
        &[
            (
                "a.s",
                ".import helper, __MOVED_LOAD__, __MOVED_RUN__, __MOVED_SIZE__\n.importzp ptr\n\
                 start: lda ptr\n sta (ptr),y\n jsr helper\n lda #<__MOVED_LOAD__\n ldx #>__MOVED_RUN__\n \
                 ldy #<__MOVED_SIZE__\n beq start\n.segment \"MOVED\"\nagain: jmp again\n",
            ),
            (
                "b.s",
                ".export helper\n.exportzp ptr\n.zeropage\nspare: .res 1\nptr: .res 2\n.bss\nbuffer: .res 3\n\
                 .code\nhelper:\n@loop: inc buffer+1\n bne @loop\n rts\n",
            ),
        ],
    )
    .expect("it links");
    assert_eq!(
        image.output("game.prg"),
        Some(
            &[
                0x01, 0x08, // load address
                0xA5, 0x51, 0x91, 0x51, 0x20, 0x10, 0x08, 0xA9, 0x16, 0xA2, 0xE0, 0xA0, 0x03, 0xF0,
                0xF1, 0xEE, 0x04, 0xE0, 0xD0, 0xFB,
                0x60, // helper at $0810, buffer behind MOVED
                0x4C, 0x00, 0xE0, // loaded at $0816, runs at $E000
            ][..]
        ),
        "{}",
        image.map()
    );
}

#[test]
fn overflow_tells_by_how_much_and_what() {
    let text = messages(
        SCRIPT,
        &[
            ("a.s", " .res 250, 1\n"),
            ("b.s", " .res 20, 2\n.zeropage\n.res 16"),
        ],
    );
    assert_eq!(
        text,
        "area MAIN of 256 bytes overflows by 14 bytes; first over the end is section CODE of b.s"
    );
}

#[test]
fn link_errors_name_file_and_line() {
    let text = messages(
        SCRIPT,
        &[
            (
                "a.s",
                ".import far, absent\n\n jsr absent\n.segment \"MOVED\"\n bne far\n.segment \"NOWHERE\"\n nop\n",
            ),
            (
                "b.s",
                ".export far\n.importzp wide\nfar: lda wide\n.assert far = 0, lderror, \"far is not 0\"\n",
            ),
            ("c.s", ".export wide, far\nwide = $1234\nfar = 1\n"),
        ],
    );
    assert_eq!(
        text,
        "a.s: no segment of the link script takes section NOWHERE (1 bytes)\n\
         symbol far is defined in b.s and in c.s\n\
         symbol absent is not defined; a.s imports it\n\
         b.s:3: b.s, section CODE at $0001: value 4660 of wide does not fit: 0 to 255 do\n\
         a.s:5: a.s, section MOVED at $0001: branch to far goes -57345 bytes, 57217 too far\n\
         b.s:4: b.s: assertion failed: far is not 0"
    );
}
