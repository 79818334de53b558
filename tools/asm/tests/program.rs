//! From sources to a program: segments, symbols between objects, areas.

use hexfront_asm::{
    Field, Files, Image, LinkErrors, Machine, Object, Options, Section, SymbolId, Value, assemble,
    link,
};

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

#[test]
fn sections_go_where_they_first_fit() {
    let script = "output \"file\"\narea LOW start $0400 size $200\narea MAIN start $1000 size $400 output \"file\"\n\
                  segment CODE in MAIN\nsegment PAGES in LOW, MAIN\nsegment SMALL in LOW, MAIN\n";
    let mut object = Object::new(Machine::Mos6502);
    for n in 0..3 {
        let page = object.add_section(Section::page("PAGES", vec![n; 256]));
        object.define(&format!("page{n}"), page, 0);
    }
    let small = object.add_section(Section::new("SMALL", vec![9; 100]));
    object.define("small", small, 0);
    let table = object.add_section(Section::new("CODE", vec![0; 3]));
    for n in 0..3 {
        object.relocate(table, n, Field::Byte, Value::symbol(SymbolId(n), 0).high());
    }
    let image = link(script, &[("cartridge", object.to_elf())]).expect("it links");
    // The third page goes behind the code; what is small fills the gap before it.
    let places = ["page0", "page1", "page2", "small"].map(|s| image.address(s));
    assert_eq!(
        places,
        [Some(0x400), Some(0x500), Some(0x1100), Some(0x1003)]
    );
    assert_eq!(
        image.output("file").map(|f| f[..3].to_vec()),
        Some(vec![4, 5, 0x11])
    );
    assert_eq!(image.areas[1].free, 0x400 - 256 - 3 - 100);

    let tight = script.replace("size $400", "size $100");
    let error = link(&tight, &[("cartridge", object.to_elf())])
        .expect_err("it is too small")
        .to_string();
    assert_eq!(
        error,
        "cartridge: 256 bytes of section PAGES fit in none of the areas LOW, MAIN"
    );
}

#[test]
fn reserved_memory_that_begins_a_page_leaves_no_gap_before_it() {
    let script = "area LOW start $0400 size $200\narea MAIN start $1000 size $400\n\
                  segment CODE in MAIN\nsegment BSS in LOW, MAIN bss\n";
    let small = ".export small\n.bss\nsmall: .res 2\n";
    let table = ".export table\n.bss\n.align 256\ntable: .res 260\n";
    let image = build(script, &[("small.s", small), ("table.s", table)]).expect("it links");
    let places = ["table", "small"].map(|s| image.address(s));
    assert_eq!(places, [Some(0x400), Some(0x504)]);
}

#[test]
fn memory_outside_the_machine_is_refused() {
    let text = messages(
        "area A start $F000 size $1001\nsegment CODE in A\n",
        &[("a.s", " nop\n")],
    );
    assert_eq!(text, "area A ends at $10000, but addresses end at $FFFF");
}

#[test]
fn map_and_labels_show_where_everything_is() {
    let image = build(
        SCRIPT,
        &[
            (
                "a.s",
                "start:\n@loop: bne @loop\n.proc draw\nrow: rts\n.endproc\n.export start\n",
            ),
            ("b.s", "start: rts\n.bss\nbuffer: .res 5\n"),
        ],
    )
    .expect("it links");
    assert_eq!(
        image.vice_labels(),
        "al C:0000 .__MOVED_SIZE__\nal C:0004 .__CODE_SIZE__\nal C:0801 .__CODE_LOAD__\n\
         al C:0801 .__CODE_RUN__\nal C:0801 .start\nal C:0801 .start@loop\nal C:0803 .draw\n\
         al C:0803 .draw::row\nal C:0804 .b_s_start\nal C:0805 .__MOVED_LOAD__\n\
         al C:E000 .__MOVED_RUN__\nal C:E000 .buffer\n"
    );
    assert_eq!(
        image.map(),
        "areas             start  end    size   used   free
  ZP              $0050  $005F     16      0     16
  MAIN            $0801  $0900    256      4    252
  HIGH            $E000  $E0FF    256      5    251

segments          load   run    size
  CODE            $0801  $0801      4
  BSS             $E000  $E000      5

objects                          size  run
  b.s                               6
    CODE                            1  $0804
    BSS                             5  $E000  (bss)
  a.s                               3
    CODE                            3  $0801
"
    );
}

#[test]
fn of_a_split_segment_only_what_is_referred_to_is_linked() {
    let script = "area A start $1000 size $100\nsegment CODE in A\nsegment VM in A gc\n";
    let sources = [
        ("main.s", ".import op_b, table\n.addr op_b, table\n"),
        (
            "vm.s",
            ".export op_a, op_b, op_c, table\n.segment \"VM\"\n\
             op_a: lda #$A0\n@again: bne @again\n jmp go\n\
             op_b: lda #$B0\n bne go\n\
             shared: ldx #last - shared\n rts\n\
             op_c: lda #$C0\ngo: jmp shared\n\
             table: .byte 1, 2\nmore: .byte 3\nlast: nop\n rts\n\
             alone: rts\n.assert alone = 0, lderror, \"of what is left out nothing is asked\"\n",
        ),
    ];
    let options = Options {
        split: vec!["VM".to_owned()],
        ..Options::default()
    };
    let objects = sources.map(|(name, _)| {
        let object = assemble(&Files(&sources), name, &options).expect("no mistakes");
        (name, object.to_elf())
    });
    let image = link(script, &objects).expect("it links");
    let bytes: Vec<u8> = image
        .placements
        .iter()
        .filter_map(|p| p.bytes.clone())
        .flatten()
        .collect();
    assert_eq!(
        bytes,
        [
            0x04, 0x10, 0x0E, 0x10, // op_b, table
            0xA9, 0xB0, 0xD0,
            0x03, // op_b; goes to go, behind shared, into which it may run on
            0xA2, 0x09, 0x60, // shared
            0x4C, 0x08, 0x10, // go without op_c, which runs on into it
            1, 2, 3, 0xEA, 0x60, // table, and what it may run on into
        ]
    );
    assert_eq!(image.address("op_a"), None);
    assert_eq!(image.address("go"), Some(0x100B));
}

#[test]
fn whole_sections_have_their_last_page_to_themselves() {
    let source = "\n.segment \"PAGES\"\n.res 257\n.segment \"REST\"\n.res 200\n";
    let script = |whole: &str| {
        format!(
            "area MAIN start $1000 size $300\narea MORE start $2000 size $100\n\
             segment PAGES in MAIN, MORE align 256 {whole}\nsegment REST in MAIN, MORE\n"
        )
    };
    for (whole, rest) in [("", 0x1101), ("whole", 0x1200)] {
        let image = build(&script(whole), &[("a.s", source)]).unwrap();
        let found = image.placements.iter().find(|p| p.segment == "REST");
        assert_eq!(found.map(|p| p.run), Some(rest), "{whole}");
    }
}
