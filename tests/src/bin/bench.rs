//! Writes `core/vm/BENCH.md`; with `--speed` prints how fast the Rust machine is on this computer, with `--profile` where the
//! computer players of Breakthrough in the Ardennes spend the cycles of the assembly machines.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use hexfront_isa::Op;
use hexfront_isa::cartridge::{Cartridge, GroupKind};
use hexfront_tests::program::{Code, cartridge};
use hexfront_tests::{bench, rig6502, rig68000, script};
use hexfront_vm::{Memory, Vm};

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "--speed") {
        println!("{:.0} million instructions a second", speed() / 1e6);
        return ExitCode::SUCCESS;
    }
    if std::env::args().any(|argument| argument == "--profile") {
        println!("{}", bench::profile::<rig68000::Rig>());
        println!("{}", bench::profile::<rig6502::Rig>());
        return ExitCode::SUCCESS;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/vm/BENCH.md");
    match std::fs::write(&path, bench::table()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("could not write {}: {error}", path.display());
            ExitCode::from(2)
        }
    }
}

/// Instructions a second on a scan of 199 records by three fields.
fn speed() -> f64 {
    let mut code = Code::new();
    code.op(Op::Set16, &[0x20, 0xFF, 0xFF]);
    let again = code.label();
    let (next, scan) = (code.label(), code.label());
    code.place(again);
    code.op(Op::Set8, &[0x30, 0]).op(Op::Ldu, &[0x30]);
    code.place(scan);
    code.branch(Op::Jfnei, &[1, 1], next);
    code.branch(Op::Jfnei, &[2, 7], next);
    code.branch(Op::Jfnei, &[3, 7], next);
    code.op(Op::Ldf, &[4])
        .op(Op::Add16, &[0x22])
        .op(Op::St16, &[0x22]);
    code.place(next);
    code.branch(Op::Foru, &[0x30, 198], scan);
    code.branch(Op::Jmp, &[], again);
    let field = |period: u8| Some((0..=255_u8).map(|n| n % period).collect::<Vec<u8>>());
    let groups = [2, 9, 10, 250].map(|period| (1, GroupKind::Const, field(period)));
    let bytes = cartridge(&[code.page()], &groups).encode();
    let cartridge = Cartridge::read(&bytes).expect("just written");
    let mut memory = Box::new(Memory::of(&cartridge));
    let mut vm = Vm::new(cartridge);
    let fuel = 200_000_000;
    let start = Instant::now();
    vm.run(&mut memory, &mut script::Script::default(), fuel);
    fuel as f64 / start.elapsed().as_secs_f64()
}
