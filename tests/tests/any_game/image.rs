//! The routines by which the shells on the 68000 save and load, called as a shell calls them.

use hexfront_isa::Op;
use hexfront_isa::cartridge::{Cartridge, GroupKind, Shape};
use hexfront_tests::program::{Code, cartridge};
use hexfront_tests::rig68000::Rig;

/// Where a called routine returns to: nothing runs there.
const BACK: u32 = 0x3E0;

/// Calls a routine with a byte; the byte that it answers and whether the carry is set.
fn call(rig: &mut Rig, routine: &str, byte: u8) -> (u8, bool) {
    let stack = rig.cpu.a(7) - 4;
    rig.cpu.set_a(7, stack);
    rig.bus.set_long(stack, BACK);
    rig.cpu.set_d(0, byte.into());
    rig.cpu.set_pc(rig.labels[routine]);
    while rig.cpu.pc() != BACK {
        rig.cpu.step(&mut rig.bus);
    }
    (rig.cpu.d(0) as u8, rig.cpu.sr() & 1 != 0)
}

#[test]
fn a_put_past_the_end_of_the_image_is_told_and_writes_nothing() {
    let mut code = Code::new();
    code.op(Op::Ret, &[]);
    let groups = [
        (1, GroupKind::State, None),
        (1, GroupKind::Scratch, Some(vec![7; 256])),
    ];
    let bytes = cartridge(&[code.page()], &groups).encode();
    let cartridge = Cartridge::read(&bytes).expect("it is whole");
    let mut rig = Rig::new(&cartridge);
    let size = rig.state_image().len();
    call(&mut rig, "image_rewind", 0);
    for _ in 0..size {
        assert_eq!(call(&mut rig, "image_put", 0x5A), (0x5A, false));
    }
    let before = rig.bus.ram[0x1000..].to_vec();
    assert_eq!(call(&mut rig, "image_put", 0xA5), (0xA5, true));
    assert!(before == rig.bus.ram[0x1000..], "memory has changed");
    assert_eq!(rig.state_image(), vec![0x5A; size]);
}

#[test]
fn numbers_that_share_their_bytes_leave_the_other_bits() {
    let mut code = Code::new();
    code.op(Op::Ret, &[]);
    let groups = [(1, GroupKind::State, Some(vec![0b1110_1111; 256]))];
    let mut builder = cartridge(&[code.page()], &groups);
    let field = builder.fields.last_mut().expect("the group's field");
    field.shape = Shape::Bits(0b0011_1000);
    let bytes = builder.encode();
    let cartridge = Cartridge::read(&bytes).expect("it is whole");
    let mut rig = Rig::new(&cartridge);
    let image = rig.state_image();
    let variables = image.len() - 256;
    assert_eq!(image[variables..], [0b101; 256]);
    call(&mut rig, "image_rewind", 0);
    for _ in 0..variables {
        call(&mut rig, "image_next", 0);
    }
    assert_eq!(call(&mut rig, "image_put", 0b010), (0b010, false));
    assert_eq!(call(&mut rig, "image_next", 0), (0b101, false));
    let page = rig.labels["vm_v"] + 256;
    assert_eq!(rig.bus.byte(page), 0b1101_0111);
    assert_eq!(rig.bus.byte(page + 1), 0b1110_1111);
}
