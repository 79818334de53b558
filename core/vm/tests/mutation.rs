//! Damaged cartridges never panic, overrun or hang the machine; the verifier refuses what it promises to.

use hexfront_isa::build::{Builder, Field, Group, Part, Procedure, View};
use hexfront_isa::cartridge::{Cartridge, Grid, GroupKind, OWN_PAGE, Shape};
use hexfront_isa::code::encode;
use hexfront_isa::{Op, ShellCall};
use hexfront_vm::verify::{VerifyError, verify};
use hexfront_vm::{Exit, Memory, Shell, Vm};
use proptest::prelude::*;

/// A shell that answers everything with 1.
struct Silent;

impl Shell for Silent {
    fn call(
        &mut self,
        _: ShellCall,
        _: [u16; 4],
        _: &Cartridge<'_>,
        _: &mut Memory,
    ) -> Option<u16> {
        Some(1)
    }
}

fn op(code: &mut Vec<u8>, op: Op, operands: &[u8]) {
    let (first, native) = encode(op);
    code.push(first);
    code.extend(native);
    code.extend(operands);
}

/// A program with one of everything that can go wrong: calls, switches, natives, text, flood.
fn builder() -> Builder {
    let mut main = Vec::new();
    op(&mut main, Op::Call, &[1, 0]);
    op(&mut main, Op::Set16, &[20, 0, 0]);
    let body = main.len() as u8;
    op(&mut main, Op::Ldi8, &[9]);
    op(&mut main, Op::Sl, &[5, 20]);
    op(&mut main, Op::Forhex, &[20, body]);
    op(&mut main, Op::Ldi8, &[70]);
    op(&mut main, Op::Flood, &[5, 30, 1, 9, 0, 0, 0, 0, 0, 0]);
    op(&mut main, Op::Rebuild, &[10, 11, 15, 100]);
    op(&mut main, Op::Print, &[0, 0]);
    op(&mut main, Op::Rnd, &[2]);
    let at = main.len() as u8;
    op(&mut main, Op::Swd, &[0, 2, at + 5, at + 5]);
    op(&mut main, Op::Shelli, &[ShellCall::Delay as u8, 3]);
    op(&mut main, Op::Npage, &[]);
    let mut f = Vec::new();
    op(&mut f, Op::Set8, &[40, 0]);
    op(&mut f, Op::Forv, &[40, 9, 3]);
    op(&mut f, Op::Ret, &[]);
    let page = |code: Vec<u8>| {
        let mut page = [0; 256];
        page[..code.len()].copy_from_slice(&code);
        (page, 0)
    };
    let group = |count, kind, content, name: &str| Group {
        count,
        kind,
        part: 0,
        content,
        name: name.into(),
    };
    Builder {
        game: "MUT".into(),
        title: "mutation".into(),
        version: 1,
        pointer: false,
        telephone: false,
        grid: Grid {
            columns: 31,
            rows: 32,
            odd_lower: true,
        },
        main: 0,
        code: vec![page(main), page(f)],
        procedures: vec![
            Procedure {
                page: 0,
                offset: 0,
                part: 0,
                name: "main".into(),
            },
            Procedure {
                page: 1,
                offset: 0,
                part: 0,
                name: "f".into(),
            },
        ],
        groups: vec![
            group(1, GroupKind::State, None, "v"),
            group(4, GroupKind::Const, Some(vec![1; 1024]), "terrain"),
            group(4, GroupKind::Scratch, None, "points"),
            group(1, GroupKind::Const, Some(vec![2; 16]), "costs"),
            group(1, GroupKind::Scratch, None, "next"),
            group(4, GroupKind::Scratch, None, "first"),
            group(2, GroupKind::State, None, "hex"),
        ],
        parts: vec![Part::first("all")],
        text: vec![b'A', 97, 0],
        text_parts: vec![0],
        text_homes: vec![OWN_PAGE],
        pairs: vec![[b'B', b'C'], [96, 96]],
        fields: vec![Field {
            shape: Shape::SplitWords,
            page: 15,
            offset: 0,
            count: 100,
            name: "hex".into(),
        }],
        looks: Vec::new(),
        art: Vec::new(),
        views: vec![View {
            page: 1,
            offset: 0,
            count: 0,
            bits: 255,
            role: "terrain".into(),
        }],
        rules: vec![],
        files: vec![],
        lines: vec![],
    }
}

#[test]
fn the_whole_program_verifies_and_ends() {
    let bytes = builder().encode();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let verified = verify(&cartridge).unwrap();
    assert_eq!(verified.depth, 1);
    let mut memory = Box::new(Memory::of(&cartridge));
    let exit = Vm::new(cartridge).run(&mut memory, &mut Silent, 100_000);
    assert_eq!(exit, Exit::Done);
}

#[test]
fn the_verifier_names_what_is_wrong() {
    type Change = fn(&mut Builder);
    type Expected = fn(&VerifyError) -> bool;
    let cases: [(&str, Change, Expected); 13] = [
        (
            "recursion",
            |b| b.code[1].0[0..3].copy_from_slice(&[encode(Op::Call).0, 1, 0]),
            |e| matches!(e, VerifyError::Recursion { name } if name == "f"),
        ),
        (
            "call into a procedure",
            |b| b.code[0].0[2] = 3,
            |e| matches!(e, VerifyError::CallTarget { at: (0, 0) }),
        ),
        (
            "jump into an instruction",
            |b| {
                b.code[1].0[1] = encode(Op::Reti).0;
                b.code[1].0[6] = 1;
            },
            |e| matches!(e, VerifyError::Overlap { at: (1, 1) }),
        ),
        (
            "missing code page",
            |b| b.code.truncate(1),
            |e| {
                matches!(
                    e,
                    VerifyError::CodePage { .. } | VerifyError::CallTarget { .. }
                )
            },
        ),
        (
            "constant layer written",
            |b| b.groups[2].kind = GroupKind::Const,
            |e| {
                matches!(
                    e,
                    VerifyError::Operand {
                        why: "the data group is constant",
                        ..
                    }
                )
            },
        ),
        (
            "layer cut short",
            |b| (b.groups[2].count, b.groups[3].count) = (3, 2),
            |e| matches!(e, VerifyError::Operand { .. }),
        ),
        (
            "pair of later pairs",
            |b| b.pairs[0] = [97, 97],
            |e| matches!(e, VerifyError::Pair { byte: 96 }),
        ),
        (
            "field in scratch",
            |b| b.groups[6].kind = GroupKind::Scratch,
            |e| matches!(e, VerifyError::Data { what: "field", .. }),
        ),
        (
            "text over the state",
            |b| second_text(b, 15, 99),
            |e| matches!(e, VerifyError::TextHome { home: 15, .. }),
        ),
        (
            "text over high bytes of the state",
            |b| second_text(b, 16, 99),
            |e| matches!(e, VerifyError::TextHome { home: 16, .. }),
        ),
        (
            "text over a table",
            |b| second_text(b, 9, 15),
            |e| matches!(e, VerifyError::TextHome { home: 9, .. }),
        ),
        (
            "text in no page",
            |b| second_text(b, 200, 0),
            |e| matches!(e, VerifyError::TextHome { home: 200, .. }),
        ),
        (
            "first text in a data page",
            |b| b.text_homes[0] = 15,
            |e| matches!(e, VerifyError::TextHome { page: 0, .. }),
        ),
    ];
    for (name, change, expected) in cases {
        let mut builder = builder();
        change(&mut builder);
        let bytes = builder.encode();
        let result = match Cartridge::read(&bytes) {
            Ok(cartridge) => verify(&cartridge).map(|_| ()),
            Err(error) => panic!("{name}: {error}"),
        };
        assert!(result.as_ref().is_err_and(expected), "{name}: {result:?}");
    }
    for (home, at) in [(15, 100), (16, 100), (9, 16)] {
        let mut builder = builder();
        second_text(&mut builder, home, at);
        let bytes = builder.encode();
        let result = verify(&Cartridge::read(&bytes).unwrap());
        assert!(result.is_ok(), "behind {home}:{at}: {result:?}");
    }
}

/// Adds a page of text that lies in a data page from an offset on.
fn second_text(builder: &mut Builder, home: u8, at: usize) {
    builder.text.resize(256 + at, 0);
    builder.text.extend(*b"B\0");
    builder.text_parts.push(0);
    builder.text_homes.push(home);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn mutated_cartridges_end(changes in prop::collection::vec((0_usize..512, any::<u8>()), 1..12), anywhere in any::<bool>()) {
        let mut bytes = builder().encode();
        let whole = Cartridge::read(&bytes).unwrap();
        let code = whole.code.as_ptr() as usize - whole.bytes().as_ptr() as usize;
        for (at, byte) in changes {
            let at = if anywhere { at * 7 % bytes.len() } else { code + at };
            bytes[at] = byte;
        }
        if let Ok(cartridge) = Cartridge::read(&bytes) {
            let verified = verify(&cartridge);
            let mut memory = Box::new(Memory::of(&cartridge));
            let mut vm = Vm::new(cartridge);
            let exit = vm.run(&mut memory, &mut Silent, 20_000);
            prop_assert!(vm.executed <= 20_000);
            if verified.is_ok() {
                let harmless = matches!(exit, Exit::Done | Exit::Fuel)
                    || matches!(exit, Exit::Trap { trap: hexfront_vm::Trap::Program(_), .. });
                prop_assert!(harmless, "{:?}", exit);
            }
        }
    }
}

#[test]
fn all_that_an_index_of_a_long_field_or_packed_layer_may_name_lies_in_its_group() {
    // Pages 5 to 8 are a layer that may be written, 1 to 4 one that is constant.
    let cases: [(Op, &[u8], bool); 18] = [
        (Op::Ldl, &[5, 1, 2, 20], true),
        (Op::Ldl, &[5, 0, 2, 20], false),
        (Op::Ldl, &[5, 1, 3, 20], false),
        (Op::Ldl, &[0, 0, 0, 20], false),
        (Op::Ldlw, &[5, 2, 0, 20], true),
        (Op::Ldlw, &[5, 1, 0, 20], false),
        (Op::Ldlw, &[5, 2, 1, 20], false),
        (Op::Stl, &[5, 1, 2, 20], true),
        (Op::Stl, &[1, 1, 0, 20], false),
        (Op::Stlw, &[1, 2, 0, 20], false),
        (Op::Findl, &[20, 4, 0, 5, 0, 40, 9], true),
        (Op::Findl, &[20, 4, 1, 5, 0, 40, 9], false),
        // A packed layer of four pages takes 512, 256 or 128 bytes.
        (Op::Stp, &[7, 0, 1, 20], true),
        (Op::Stp, &[7, 1, 1, 20], false),
        (Op::Ldp, &[8, 128, 3, 20], true),
        (Op::Ldp, &[8, 129, 3, 20], false),
        (Op::Ldp, &[5, 0, 0, 20], false),
        (Op::Stp, &[1, 0, 2, 20], false),
    ];
    for (instruction, operands, good) in cases {
        let mut builder = builder();
        let mut code = Vec::new();
        op(&mut code, instruction, operands);
        op(&mut code, Op::Ret, &[]);
        builder.code[1].0[..code.len()].copy_from_slice(&code);
        let bytes = builder.encode();
        let cartridge = Cartridge::read(&bytes).expect("it is whole");
        let result = verify(&cartridge);
        assert_eq!(
            result.is_ok(),
            good,
            "{instruction:?} {operands:?}: {result:?}"
        );
    }
}
