//! Breakpoints, watches and traces on a small program.

use crate::common::with_program;
use hexfront_platforms::Machine;
use hexfront_platforms::cpu::Trap;
use hexfront_platforms::machines::c64::{C64, Video};
use hexfront_platforms::monitor::{Event, Monitor, trace_line};

/// ldx #3; stx $fb; dex; bne *-3; jam
fn counting() -> C64 {
    let mut c64 = with_program(
        Video::Pal,
        &[0xA2, 0x03, 0x86, 0xFB, 0xCA, 0xD0, 0xFB, 0x02],
    );
    c64.poke(0xFB, 0);
    c64
}

#[test]
fn breakpoint_stops_before_its_instruction_each_time() {
    let monitor = Monitor {
        breakpoints: [0x1004].into(),
        ..Monitor::default()
    };
    let mut c64 = counting();
    for x in [3, 2, 1] {
        assert_eq!(monitor.run(&mut c64, u64::MAX), Event::Breakpoint(0x1004));
        assert_eq!(c64.cpu().x, x);
    }
    let jam = Trap::Jam {
        pc: 0x1007,
        opcode: 0x02,
    };
    assert_eq!(monitor.run(&mut c64, u64::MAX), Event::Trap(jam));
}

#[test]
fn watch_tells_who_changed_what() {
    let monitor = Monitor {
        watches: [0xFB].into(),
        ..Monitor::default()
    };
    let mut c64 = counting();
    for (from, to) in [(0, 3), (3, 2), (2, 1)] {
        let changed = Event::Changed {
            address: 0xFB,
            from,
            to,
            pc: 0x1002,
        };
        assert_eq!(monitor.run(&mut c64, u64::MAX), changed);
    }
}

#[test]
fn limit_is_a_cycle() {
    let mut c64 = counting();
    let limit = c64.cycles() + 5;
    assert_eq!(Monitor::default().run(&mut c64, limit), Event::Limit);
    assert_eq!(c64.cycles(), limit);
}

#[test]
fn trace_has_a_line_an_instruction() {
    let mut c64 = counting();
    let mut lines = Vec::new();
    let limit = c64.cycles() + 9;
    Monitor::default().trace(&mut c64, limit, |machine| lines.push(trace_line(machine)));
    let tails: Vec<&str> = lines.iter().map(|line| &line[11..]).collect();
    assert_eq!(
        tails,
        [
            "1000 A2 03    ldx #$03     a=00 x=00 y=00 s=FD p=04",
            "1002 86 FB    stx $FB      a=00 x=03 y=00 s=FD p=04",
            "1004 CA       dex          a=00 x=03 y=00 s=FD p=04",
            "1005 D0 FB    bne $1002    a=00 x=02 y=00 s=FD p=04",
        ]
    );
}
