//! Cartridges that mean harm: whatever their bytes are, the Rust machine ends within its fuel and soon; and what the verifier
//! lets pass is the same on all machines.

use hexfront_isa::build::Builder;
use hexfront_isa::cartridge::{Cartridge, GroupKind, OWN_PAGE};
use hexfront_isa::text::{FIRST_PAIR, MOST_LETTERS};
use hexfront_isa::{Op, ShellCall};
use hexfront_tests::lockstep::{RulesMachine, lockstep};
use hexfront_tests::program::{Code, cartridge};
use hexfront_tests::script::Script;
use hexfront_tests::{rig6502, rig68000};
use hexfront_vm::verify::{VerifyError, verify};
use hexfront_vm::{Exit, Memory, Shell, Vm};
use proptest::prelude::*;

/// Counts letters.
#[derive(Default)]
struct Letters(u64);

impl Shell for Letters {
    fn call(
        &mut self,
        call: ShellCall,
        _: [u16; 4],
        _: &Cartridge<'_>,
        _: &mut Memory,
    ) -> Option<u16> {
        self.0 += u64::from(call == ShellCall::Char);
        Some(0)
    }
}

/// A program that prints the text at position 1 for ever.
fn printer(text: &[u8], pairs: &[[u8; 2]]) -> Builder {
    let mut code = Code::new();
    let again = code.label();
    code.place(again);
    code.op(Op::Print, &[0, 1]);
    code.branch(Op::Jmp, &[], again);
    let mut builder = cartridge(&[code.page()], &[]);
    builder.text = [&[0], text, &[0]].concat();
    builder.text_parts = vec![0];
    builder.text_homes = vec![OWN_PAGE];
    builder.pairs = pairs.to_vec();
    builder
}

/// Pairs of which each stands for twice as many letters as the one before.
fn doubling(count: u8) -> Vec<[u8; 2]> {
    let pair = |n: u8| match n {
        0 => *b"HA",
        n => [FIRST_PAIR + n - 1; 2],
    };
    (0..count).map(pair).collect()
}

/// Runs a cartridge unverified; returns letters, instructions and fuel.
fn run(builder: &Builder, fuel: u64) -> (u64, u64, u64) {
    let bytes = builder.encode();
    let cartridge = Cartridge::read(&bytes).expect("whole");
    let mut memory = Box::new(Memory::of(&cartridge));
    let mut vm = Vm::new(cartridge);
    let mut letters = Letters::default();
    let exit = vm.run(&mut memory, &mut letters, fuel);
    assert_eq!(exit, Exit::Fuel);
    (letters.0, vm.executed, vm.spent)
}

fn verdict(builder: &Builder) -> Result<(), VerifyError> {
    let bytes = builder.encode();
    verify(&Cartridge::read(&bytes).expect("whole")).map(|_| ())
}

#[test]
fn a_text_that_grows_without_end_is_cut_and_costs_fuel() {
    let most = MOST_LETTERS as u64;
    for (name, bomb) in [
        ("doubling", printer(&[FIRST_PAIR + 10; 250], &doubling(11))),
        (
            "itself behind a letter",
            printer(&[FIRST_PAIR], &[[b'A', FIRST_PAIR]]),
        ),
        ("itself twice", printer(&[FIRST_PAIR], &[[FIRST_PAIR; 2]])),
        (
            "round about",
            printer(
                &[FIRST_PAIR; 9],
                &[[b'A', FIRST_PAIR + 1], [b'B', FIRST_PAIR]],
            ),
        ),
    ] {
        let (letters, _, spent) = run(&bomb, 100_000);
        assert!(letters < 100_000 + most, "{name}: {letters} letters");
        assert_eq!(spent, 100_000, "{name}");
        let verdict = verdict(&bomb);
        let refused = matches!(
            verdict,
            Err(VerifyError::TextLength { page: 0 } | VerifyError::Pair { .. })
        );
        assert!(refused, "{name}: {verdict:?}");
    }
    // 8 * 256 letters are just within the bound, one more is over it.
    let within = printer(&[FIRST_PAIR + 7; 8], &doubling(8));
    assert_eq!(verdict(&within), Ok(()));
    assert_eq!(run(&within, 1 + most), (most, 1, 1 + most));
    let over = [&[b'A'][..], &[FIRST_PAIR + 7; 8]].concat();
    let over = printer(&over, &doubling(8));
    assert_eq!(verdict(&over), Err(VerifyError::TextLength { page: 0 }));
    assert_eq!(run(&over, 1 + most).0, most);
}

#[test]
fn what_takes_the_time_of_many_instructions_takes_their_fuel() {
    let layer = 1;
    let flood = [layer, 200, 9, 5, 0, 9, 9, 9, 9, 9];
    for (op, operands, least) in [
        (Op::Fill, &[layer, 13, 0][..], 100),
        (Op::Copy, &[layer, 5, 9][..], 100),
        (Op::Flood, &flood[..], 10_000),
        (Op::Countl, &[layer, 1, 1][..], 500),
        (Op::Hash, &[][..], 500),
        (Op::Printr, &[255][..], 200),
        (Op::Rebuild, &[5, layer, 6, 255][..], 255),
        (Op::Maxf, &[layer, 255][..], 10),
    ] {
        let mut code = Code::new();
        let again = code.label();
        code.place(again);
        if op == Op::Flood {
            // From everywhere, over ground without cost.
            code.op(Op::Fill, &[layer, 4, 0xFF]);
            code.op(Op::Ldi16, &[0xFF, 0xFF]);
        }
        code.op(op, operands);
        code.branch(Op::Jmp, &[], again);
        let groups = [(13, GroupKind::Scratch, None)];
        let builder = cartridge(&[code.page()], &groups);
        let (_, executed, spent) = run(&builder, 1_000_000);
        assert_eq!(spent, 1_000_000);
        assert!(
            executed * least / 4 < spent,
            "{op:?}: {executed} instructions"
        );
    }
}

/// Bytes of V beyond the state of these cartridges.
const LOCAL: u8 = 40;

/// A cartridge of these pages whose V is nobody's.
fn with_locals(pages: &[Code]) -> Builder {
    let pages: Vec<_> = pages.iter().map(Code::page).collect();
    let mut builder = cartridge(&pages, &[(1, GroupKind::Scratch, None)]);
    builder.fields.clear();
    builder
}

fn code(build: impl FnOnce(&mut Code)) -> Code {
    let mut code = Code::new();
    build(&mut code);
    code.op(Op::Ret, &[]);
    code
}

#[test]
fn a_word_of_v_and_its_bytes_are_never_mixed() {
    let word = |c: &mut Code| {
        c.op(Op::Set16, &[LOCAL, 1, 2]);
    };
    let byte = |c: &mut Code| {
        c.op(Op::Set8, &[LOCAL + 1, 3]);
    };
    let call = |c: &mut Code| {
        c.op(Op::Call, &[1, 0]);
    };
    let read_byte = |c: &mut Code| {
        c.op(Op::Ld8, &[LOCAL]);
    };
    let multiply = |c: &mut Code| {
        c.op(Op::Mul16, &[LOCAL]);
    };
    let none = || code(|_| {});
    let bad = [
        (
            "a byte of a word",
            vec![code(|c| {
                word(c);
                read_byte(c)
            })],
        ),
        (
            "a word of a byte",
            vec![code(|c| {
                word(c);
                byte(c);
                multiply(c)
            })],
        ),
        (
            "what is left of a word",
            vec![code(|c| {
                word(c);
                byte(c);
                read_byte(c)
            })],
        ),
        (
            "on one of two paths",
            vec![code(|c| {
                let on = c.label();
                c.op(Op::Set8, &[LOCAL, 7]);
                c.branch(Op::Jz, &[], on);
                word(c);
                c.place(on);
                read_byte(c)
            })],
        ),
        (
            "round a loop",
            vec![code(|c| {
                let again = c.label();
                c.op(Op::Set8, &[LOCAL, 7]);
                c.place(again);
                read_byte(c);
                word(c);
                c.branch(Op::Jnz, &[], again);
            })],
        ),
        (
            "below a call",
            vec![
                code(|c| {
                    word(c);
                    call(c)
                }),
                code(read_byte),
            ],
        ),
        (
            "behind a call",
            vec![
                code(|c| {
                    call(c);
                    multiply(c)
                }),
                code(byte),
            ],
        ),
        (
            "a block",
            vec![code(|c| {
                word(c);
                c.op(Op::Flood, &[1, LOCAL, 0, 1, 0, 0, 0, 0, 0, 0]);
            })],
        ),
        (
            "a byte of an argument of the shell",
            vec![code(|c| {
                c.op(Op::Ld8, &[1]);
            })],
        ),
        (
            "a byte of the random generator",
            vec![code(|c| {
                c.op(Op::Inc8, &[9]);
            })],
        ),
        (
            "the flag of refusals as a word",
            vec![code(|c| {
                c.op(Op::Ld16, &[12]);
            })],
        ),
        (
            "V as a field",
            vec![code(|c| {
                c.op(Op::Ldf, &[0]);
            })],
        ),
        (
            "V as a page to fill",
            vec![code(|c| {
                c.op(Op::Fill, &[0, 1, 9]);
            })],
        ),
    ];
    for (name, pages) in bad {
        let verdict = verdict(&with_locals(&pages));
        let refused = matches!(
            verdict,
            Err(VerifyError::Variable { .. } | VerifyError::Operand { .. })
        );
        assert!(refused, "{name}: {verdict:?}");
    }
    let good = [
        (
            "one behind the other",
            vec![code(|c| {
                word(c);
                multiply(c);
                c.op(Op::Set8, &[LOCAL, 7]);
                byte(c);
                read_byte(c);
                word(c);
                multiply(c)
            })],
        ),
        (
            "laid over each other",
            vec![
                code(|c| {
                    call(c);
                    c.op(Op::Call, &[2, 0]);
                    call(c)
                }),
                code(|c| {
                    word(c);
                    multiply(c)
                }),
                code(|c| {
                    c.op(Op::Set8, &[LOCAL, 7]);
                    read_byte(c)
                }),
            ],
        ),
        (
            "what nobody wrote",
            vec![
                code(|c| {
                    read_byte(c);
                    multiply(c)
                }),
                none(),
            ],
        ),
    ];
    for (name, pages) in good {
        let builder = with_locals(&pages);
        assert_eq!(verdict(&builder), Ok(()), "{name}");
        let bytes = builder.encode();
        let cartridge = Cartridge::read(&bytes).expect("whole");
        let script = Script::default();
        lockstep::<rig6502::Rig>(&cartridge, &script, 100, 1).expect(name);
        lockstep::<rig68000::Rig>(&cartridge, &script, 100, 1).expect(name);
    }
    // What a game begins with is a word or it is not.
    let mut first = with_locals(&[code(|c| {
        read_byte(c);
        word(c);
        multiply(c)
    })]);
    let mut content = vec![0; 256];
    assert_eq!(verdict(&first), Ok(()));
    content[usize::from(LOCAL) + 1] = 5;
    first.groups[0].content = Some(content);
    assert!(matches!(
        verdict(&first),
        Err(VerifyError::Variable { v: LOCAL, .. })
    ));
}

/// Compiled games to change bytes of.
fn games() -> Vec<Vec<u8>> {
    [
        "core/lang/tests/language",
        "core/lang/tests/statements",
        "core/lang/tests/two-units",
    ]
    .iter()
    .map(|folder| {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../");
        let folder = std::path::PathBuf::from(root).join(folder);
        let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(&folder)
            .expect("a folder")
            .flatten()
            .filter(|entry| entry.path().is_file())
            .map(|entry| {
                let name = entry.file_name().to_string_lossy().into_owned();
                (name, std::fs::read(entry.path()).expect("a file"))
            })
            .collect();
        files.sort();
        let outcome = hexfront_lang::compile(&files);
        outcome.cartridge.expect("compiled")
    })
    .collect()
}

fn equal<M: RulesMachine>(cartridge: &Cartridge<'_>) -> Result<(), TestCaseError> {
    let result = lockstep::<M>(cartridge, &Script::default(), 3_000, 8);
    result.map(|_| ()).map_err(TestCaseError::fail)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn changed_cartridges_end_and_those_that_pass_are_equal_on_all_machines(
        game in 0_usize..3,
        changes in prop::collection::vec((any::<u32>(), any::<u8>(), 0_u8..4), 1..6),
    ) {
        thread_local!(static GAMES: Vec<Vec<u8>> = games());
        let mut bytes = GAMES.with(|games| games[game].clone());
        let whole = Cartridge::read(&bytes).expect("whole");
        let code = whole.code.as_ptr() as usize - whole.bytes().as_ptr() as usize;
        let length = whole.code.len() * 256;
        for (at, byte, anywhere) in changes {
            let at = at as usize;
            let at = if anywhere == 0 { at % bytes.len() } else { code + at % length };
            bytes[at] = byte;
        }
        if let Ok(cartridge) = Cartridge::read(&bytes) {
            let mut memory = Box::new(Memory::of(&cartridge));
            let mut vm = Vm::new(cartridge);
            vm.run(&mut memory, &mut Letters::default(), 20_000);
            prop_assert!(vm.executed <= vm.spent && vm.spent <= 20_000);
            if verify(&cartridge).is_ok() {
                // A byte makes a good cartridge of any size.
                if rig6502::fits(&cartridge) {
                    equal::<rig6502::Rig>(&cartridge)?;
                }
                equal::<rig68000::Rig>(&cartridge)?;
            }
        }
    }
}
