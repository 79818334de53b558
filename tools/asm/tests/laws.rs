//! Laws: nothing an author or a damaged file can do makes the tools panic; what is written is read back the same;
//! what is disassembled assembles to the same bytes.

use hexfront_asm::cpu::mos6502::{Kind, disassemble, listing};
use hexfront_asm::{
    Assertion, BinaryOp, Contents, Definition, Expr, Field, Files, Leaf, Line, Machine, Object,
    Options, Section, SectionId, Symbol, SymbolId, UnaryOp, Value, assemble, link,
};
use proptest::prelude::*;

const CASES: &str = include_str!("ca65/cases.txt");
const SCRIPT: &str = include_str!("ca65/flat.link");

fn cases() -> Vec<String> {
    CASES
        .lines()
        .filter(|l| !l.starts_with('#'))
        .map(|l| l.replace("\\n", "\n"))
        .collect()
}

/// Assembles and links; only that it comes to an end matters.
fn survive(source: &str) {
    let files = [
        ("main.s", source),
        ("missing.inc", ".include \"main.s\"\n"),
        ("missing.bin", "abc"),
    ];
    match assemble(&Files(&files), "main.s", &Options::default()) {
        Ok(object) => match link(SCRIPT, &[("main", object.to_elf())]) {
            Ok(image) => assert!(!image.map().is_empty()),
            Err(errors) => assert!(!errors.to_string().is_empty()),
        },
        Err(list) => {
            assert!(!list.is_empty());
            for diagnostic in list {
                assert!(!diagnostic.to_string().is_empty());
            }
        }
    }
}

/// Pieces that mean something to the assembler, in any order.
fn piece() -> impl Strategy<Value = String> {
    let words = [
        ".macro m a1, a2\n",
        ".endmacro\n",
        "m ",
        "m {",
        "}",
        ".repeat 3, i\n",
        ".repeat 70000\n",
        ".endrepeat\n",
        ".if 1\n",
        ".if one\n",
        ".elseif 0\n",
        ".else\n",
        ".endif\n",
        ".proc p\n",
        ".endproc\n",
        ".scope\n",
        ".endscope\n",
        ".byte ",
        ".word ",
        ".res ",
        ".align ",
        ".org ",
        "one",
        "one:",
        "two = ",
        "one = ",
        "@l",
        "@l:",
        "::",
        "p::one",
        "*",
        "<",
        ">",
        "+",
        "-",
        "/",
        "(",
        ")",
        ",",
        "#",
        "lda ",
        "bne ",
        "jmp (",
        ",x",
        ",y",
        "0",
        "1",
        "$FFFF",
        "$FFFFFFFF",
        "'c'",
        "\"text\"",
        "\n",
        "\n",
        "\n",
        ".include \"main.s\"\n",
        ".include \"missing.inc\"\n",
        ".incbin \"missing.bin\", ",
        ".local l\n",
        ".exitmacro\n",
        ".end\n",
        "\"",
        ".assert ",
        ", error",
        ".zeropage\n",
        ".bss\n",
        ".code\n",
        ".import LINKED\n",
        "LINKED",
        ".export one\n",
        ".global one\n",
        ".set ",
        ".mod ",
        ".defined(",
        ".blank(",
        ".popseg\n",
        ".pushseg\n",
        "a:",
        "z:",
        "-1",
        ".setcpu \"68000\"\n",
        "move",
        ".l ",
        ".w ",
        "bra ",
        "bne.s ",
        "movem.l ",
        "lea ",
        "btst ",
        "d0-d3/a2",
        "-(sp)",
        "(a0)+",
        "4(a1,d0.w)",
        "(pc)",
        "d1",
        ".even\n",
        ".register one, d3\n",
    ];
    prop_oneof![
        8 => prop::sample::select(words.to_vec()).prop_map(str::to_owned),
        1 => "[ -~äß\t\n]{0,6}",
        1 => prop::sample::select(cases()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_text_never_panics(text in "\\PC{0,200}") {
        survive(&text);
    }

    #[test]
    fn random_pieces_never_panic(pieces in prop::collection::vec(piece(), 0..40)) {
        survive(&pieces.concat());
    }

    #[test]
    fn damaged_sources_never_panic(
        picks in prop::collection::vec(prop::sample::select(cases()), 1..8),
        at in prop::collection::vec((any::<prop::sample::Index>(), "[ -~\n]{0,3}", 0..4usize), 1..6),
    ) {
        let mut text: Vec<char> = picks.join("\n").chars().collect();
        for (index, insert, remove) in at {
            let from = index.index(text.len() + 1);
            let to = text.len().min(from + remove);
            text.splice(from..to, insert.chars());
        }
        survive(&text.into_iter().collect::<String>());
    }

    #[test]
    fn damaged_objects_never_panic(
        at in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let source = ".import LINKED, other\n.export one\n.zeropage\nz1: .res 2\n.code\none: lda z1\n jmp LINKED\n\
            .byte <(LINKED-one), >one\n bne one\n.word one*LINKED\n.assert one = LINKED, error, \"text\"\n\
            three := LINKED+1\n.export three\n";
        let object = assemble(&Files(&[("main.s", source)]), "main.s", &Options::default());
        let mut bytes = object.expect("a good source").to_elf();
        for (index, byte) in at {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let _ = link(SCRIPT, &[("main", bytes)]);
    }

    #[test]
    fn random_scripts_never_panic(
        lines in prop::collection::vec(
            (prop::sample::select(vec!["area A", "area B start", "segment CODE in", "output", "symbol", ""]),
             prop::collection::vec(prop::sample::select(vec![
                 "start", "$1000", "size", "5", "$FFFFFFFF", "end", "in", "A", "B", ",", "run", "at", "align", "256",
                 "bss", "define", "fill", "output", "\"x\"", "pad", "=", "prg", "0",
             ]), 0..10)),
            0..6,
        ),
    ) {
        let script: String =
            lines.iter().map(|(head, words)| format!("{head} {}\n", words.join(" "))).collect();
        let object = assemble(&Files(&[("main.s", " .res 300, 1\n")]), "main.s", &Options::default());
        let _ = link(&script, &[("main", object.expect("a good source").to_elf())]);
    }

    #[test]
    fn objects_are_read_as_they_were_written(object in object()) {
        let read = Object::from_elf(&object.to_elf());
        prop_assert_eq!(read.map_err(|e| e.to_string()), Ok(object));
    }

    #[test]
    fn disassembled_code_assembles_to_the_same_bytes(bytes in prop::collection::vec(any::<u8>(), 3..40)) {
        let mut source = String::from(".setcpu \"6502X\"\n.org $1000\n");
        let mut expected = Vec::new();
        let mut offset = 0;
        while offset + 3 <= bytes.len() {
            let pc = 0x1000 + expected.len() as u16;
            let line = disassemble(&bytes[offset..], pc);
            // Opcodes that do the same as another one cannot be asked for by name.
            if line.instruction.kind != Kind::Twin {
                source.push_str(&format!(" {}\n", line.text));
                expected.extend_from_slice(&bytes[offset..offset + line.size]);
            }
            offset += line.size;
        }
        let object = assemble(&Files(&[("main.s", &source)]), "main.s", &Options::default())
            .map_err(|list| TestCaseError::fail(format!("{source}{}", list[0])))?;
        let contents = &object.sections[0].contents;
        if expected.is_empty() {
            prop_assert_eq!(contents, &Contents::Reserved(0));
        } else {
            prop_assert_eq!(contents, &Contents::Bytes(expected), "{}", source);
        }
    }
}

/// Expressions over two sections and three symbols.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(Expr::Number),
        (0..2u32).prop_map(|n| Expr::Leaf(Leaf::Section(SectionId(n)))),
        (0..3u32).prop_map(|n| Expr::Leaf(Leaf::Symbol(SymbolId(n)))),
    ];
    leaf.prop_recursive(4, 16, 2, |inner| {
        prop_oneof![
            (prop::sample::select(UnaryOp::ALL.to_vec()), inner.clone())
                .prop_map(|(op, x)| Expr::unary(op, x)),
            (
                prop::sample::select(BinaryOp::ALL.to_vec()),
                inner.clone(),
                inner
            )
                .prop_map(|(op, x, y)| Expr::binary(op, x, y)),
        ]
    })
}

/// Objects of two sections and three symbols, local ones first, as they are read.
fn object() -> impl Strategy<Value = Object> {
    let field = prop::sample::select(vec![
        Field::Byte,
        Field::Word,
        Field::SwappedWord,
        Field::Long,
        Field::Branch,
        Field::None,
        Field::AnyByte,
        Field::AnyWord,
        Field::AnyLong,
        Field::DisplacementByte,
        Field::Displacement,
        Field::ShortAddress,
        Field::BranchWord,
        Field::PcWord,
        Field::PcByte,
    ]);
    let machine = prop::sample::select(vec![Machine::Mos6502, Machine::M68000]);
    let relocations = prop::collection::vec((0..12u32, field, value()), 0..6);
    (
        relocations,
        value(),
        any::<i64>(),
        0..4u32,
        any::<bool>(),
        machine,
    )
        .prop_map(
            |(relocations, computed, number, align, zeropage, machine)| {
                let mut object = Object::new(machine);
                let code = object.add_section(Section::new("CODE", (0..16).collect()));
                let memory = object.add_section(Section {
                    align: 1 << align,
                    zeropage,
                    ..Section::reserved("BSS", 300)
                });
                let symbol = |name: &str, global, definition| Symbol {
                    name: name.into(),
                    global,
                    zeropage,
                    definition,
                };
                object
                    .symbols
                    .push(symbol("local", false, Definition::Place(memory, 7)));
                object
                    .symbols
                    .push(symbol("number", true, Definition::Number(number)));
                // A number is read as one, however it was given.
                let definition = match computed.clone() {
                    Expr::Number(n) => Definition::Number(n),
                    value => Definition::Computed(value),
                };
                object.symbols.push(symbol("computed", true, definition));
                object.import("other");
                object.files = vec!["main.s".into(), "zp.inc".into()];
                object.lines = vec![Line {
                    section: code,
                    offset: 3,
                    file: 1,
                    line: 12,
                }];
                let message = "it holds".to_owned();
                object.assertions.push(Assertion {
                    condition: computed,
                    message,
                    file: 0,
                    line: 9,
                });
                for (offset, field, value) in relocations {
                    // Values are folded when they are written.
                    object.relocate(code, offset, field, value.fold());
                }
                object
            },
        )
}

#[test]
fn bombs_are_refused_in_time() {
    let wide = format!(".byte {}\n", vec!["LINKED"; 5000].join("+"));
    let deep = format!(".byte {}1{}\n", "(".repeat(5000), ")".repeat(5000));
    let chain: String = (0..3000)
        .map(|n| format!("n{n} = n{}*LINKED\n", n + 1))
        .collect();
    let doubling: String = (1..60)
        .map(|n| format!("n{n} = n{}*n{}+LINKED\n", n - 1, n - 1))
        .collect();
    let bombs = [
        ".macro again\n again\n again\n.endmacro\n again\n".to_owned(),
        ".macro grow v\n grow {v, v, v, v}\n.endmacro\n grow 1\n".to_owned(),
        ".macro grow v\n.if 1\n grow v+v+v+v\n.endif\n.endmacro\n grow 1\n".to_owned(),
        ".repeat $FFFFFFFF\n.repeat $FFFFFFFF\n nop\n.endrepeat\n.endrepeat\n".to_owned(),
        ".repeat $FFFFFFFF\n; nothing\n.endrepeat\n".to_owned(),
        ".include \"main.s\"\n".to_owned(),
        ".res $10000\n.res $10000\n".to_owned(),
        "one = two\ntwo = one\n.byte one\n".to_owned(),
        format!(".import LINKED\n{wide}"),
        deep,
        format!(".import LINKED\n{chain}.word n0\nn3000 = LINKED\n"),
        format!(".import LINKED\nn0 = LINKED\n{doubling}.word n59\n"),
    ];
    for bomb in bombs {
        let list = assemble(&Files(&[("main.s", &bomb)]), "main.s", &Options::default());
        let list = list.expect_err(&bomb[..bomb.len().min(60)]);
        assert!(list.len() <= 100);
    }
}

#[test]
fn listings_read_like_source() {
    assert_eq!(
        listing(
            &[
                0xA9, 0x05, 0x8D, 0x20, 0xD0, 0xD0, 0xF9, 0xBD, 0x12, 0x00, 0x6C, 0x34
            ],
            0x1000
        ),
        "1000  A9 05     lda #$05\n\
         1002  8D 20 D0  sta $D020\n\
         1005  D0 F9     bne $1000\n\
         1007  BD 12 00  lda a:$0012,x\n\
         100A  6C 34     jmp ($0034)\n"
    );
}
