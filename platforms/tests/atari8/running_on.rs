//! Playfield DMA whose stop is missed, and bytes that are due where ANTIC may not read (Acid800: "HSCROL bug", "Virtual DMA").

use hexfront_platforms::chips::antic::{self, Antic, LINE_CYCLES, Memory};

/// Where the playfield lies; each of its bytes is its number.
const FIELD: u16 = 0x2000;
/// A display list of mode lines that scroll: the first loads the scan counter.
const LIST: u16 = 0x1000;
const SCROLLS: u8 = 0x10;

struct Numbers {
    mode: u8,
}

impl Memory for Numbers {
    fn read(&self, address: u16) -> u8 {
        match address {
            LIST => self.mode | SCROLLS | 0x40,
            0x1001 => FIELD as u8,
            0x1002 => (FIELD >> 8) as u8,
            0x1003..0x1100 => self.mode | SCROLLS,
            _ => address as u8,
        }
    }
}

/// What ANTIC did in a line: a bit for each cycle that it took, and the codes that it sent.
struct Line {
    halts: u128,
    codes: Vec<u8>,
}

impl Line {
    fn takes(&self, cycles: impl IntoIterator<Item = u8>) -> bool {
        cycles.into_iter().all(|x| self.halts >> x & 1 != 0)
    }

    fn leaves(&self, cycles: impl IntoIterator<Item = u8>) -> bool {
        cycles.into_iter().all(|x| self.halts >> x & 1 == 0)
    }
}

/// The first lines of the list, from line 8 on, with writes of registers in the first of them: cycle, register, value.
fn lines<const N: usize>(mode: u8, dmactl: u8, writes: &[(u8, u8, u8)]) -> [Line; N] {
    let memory = Numbers { mode };
    let mut antic = Antic::new(antic::PAL_LINES, 0);
    let mut now = 0;
    while antic.line() < antic::FIRST_LINE {
        (0..LINE_CYCLES).for_each(|x| _ = antic.cycle(x, &memory));
        antic.next_line();
        now += u64::from(LINE_CYCLES);
    }
    antic.write(now, antic::DLISTH, (LIST >> 8) as u8, &memory);
    antic.write(now, antic::DMACTL, dmactl, &memory);
    std::array::from_fn(|line| {
        let mut halts = 0;
        for x in 0..LINE_CYCLES {
            // The processor reads the number of the cycle.
            antic.note_bus(x, x.wrapping_sub(1));
            let halt = antic.cycle(x, &memory).halt || antic.halts(x);
            halts |= u128::from(halt) << x;
            for (_, register, value) in writes.iter().filter(|write| line == 0 && write.0 == x) {
                antic.write(now + u64::from(x), *register, *value, &memory);
            }
        }
        antic.note_bus(LINE_CYCLES, LINE_CYCLES - 1);
        antic.show_line(&memory);
        let codes = antic.codes().to_vec();
        antic.next_line();
        now += u64::from(LINE_CYCLES);
        Line { halts, codes }
    })
}

/// The byte of mode E that is shown from a colour clock on.
fn shown(line: &Line, clock: usize) -> u8 {
    line.codes[clock..clock + 4]
        .iter()
        .fold(0, |byte, code| byte << 2 | code.saturating_sub(3))
}

/// Narrow lines of mode E, whose clock comes in even cycles from 20 on and is stopped in 100; HSCROL 2 has its stops a cycle later.
const NARROW: u8 = 0x21;
const AWAY: (u8, u8, u8) = (77, antic::HSCROL, 2);
const BACK: (u8, u8, u8) = (107, antic::HSCROL, 0);

#[test]
fn a_stop_that_hscrol_moves_away_is_missed_and_the_clock_runs_through_the_blank() {
    let [first, second, third] = lines(0xE, NARROW, &[AWAY, BACK]);
    assert!(first.takes((20..=104).step_by(2)) && first.leaves(106..LINE_CYCLES));
    assert!(
        second.takes((2..=98).step_by(2)),
        "from the second cycle on"
    );
    assert!(second.leaves([3, 5, 7, 9]) && second.leaves(100..LINE_CYCLES));
    // 47 bytes were counted in the first line, and four before the first of the line buffer, which is that of cycle 8: the byte of
    // cycle 56, number 24, is the 75th.
    assert_eq!(shown(&second, 120), 47 + 4 + 24);
    // The next line has its own 40 again, behind 46 of the second.
    assert!(third.leaves((2..20).step_by(2)));
    assert_eq!(shown(&third, 120), 47 + 4 + 46 + 18);
}

#[test]
fn bytes_from_cycle_8_on_are_those_of_the_line_buffer() {
    // The second row of mode D shows the line buffer again: its number 24 in cycle 56, and not its number 18.
    let [first, second] = lines(0xD, NARROW, &[AWAY, BACK]);
    assert_eq!(shown(&first, 120), 18);
    assert_eq!(shown(&second, 120), 24);
}

#[test]
fn a_stop_in_step_is_met_and_a_wide_ones_comes_in_every_line() {
    // A whole round further nothing is missed.
    let [_, second] = lines(0xE, NARROW, &[(77, antic::HSCROL, 4), BACK]);
    assert!(second.leaves((2..20).step_by(2)));
    // Moved back before the stop of a wide line, in cycle 108, that one stops it.
    let [first, second] = lines(0xE, NARROW, &[AWAY, (103, antic::HSCROL, 0)]);
    assert!(first.takes((100..=104).step_by(2)));
    assert!(second.leaves((2..20).step_by(2)));
    assert_eq!(shown(&second, 120), 44 + 18);
    // A playfield made narrower behind its stop runs to the wide one's too.
    let [first, second] = lines(0xE, 0x22, &[(102, antic::DMACTL, NARROW)]);
    assert!(first.takes([104]) && second.leaves((2..20).step_by(2)));
}

#[test]
fn a_clock_out_of_step_with_the_next_lines_takes_cycles_beside_it() {
    let [_, second, third] = lines(0xE, NARROW, &[AWAY, (112, antic::HSCROL, 2)]);
    for line in [second, third] {
        assert!(line.takes([4, 6, 8, 21, 22, 23, 24, 97, 98]));
    }
}

#[test]
fn a_byte_that_is_due_too_late_is_what_is_on_the_bus() {
    // A wide line of mode E has its last byte in cycle 106, shown in 110 and cut off after one.
    let [line] = lines(0xE, 0x23, &[]);
    assert_eq!(line.codes[220..222], [4, 5], "106 is %01_10_10_10");
    assert_eq!(shown(&line, 216), 46, "the one before is read");
}
