//! The Amiga as a whole, with little programs in its RAM.

use hexfront_asm::{Files, Options as AsmOptions, assemble, link};
use hexfront_disk::adf::Adf;
use hexfront_platforms::Machine;
use hexfront_platforms::machine::{Bank, Button, DriveSpeed, FrameEnd, Joystick, Stops};
use hexfront_platforms::machines::amiga::{Amiga, Options, Rom, RomSize, Video};
use hexfront_platforms::modem::{End, Modem, wire};
use hexfront_platforms::serial::{Cable, Device, Frame};
use std::ops::RangeInclusive;

const SOURCES: Files = Files(&[
    ("amiga.inc", include_str!("programs/amiga.inc")),
    ("amiga_irq.s", include_str!("programs/amiga_irq.s")),
    (
        "amiga_keyboard.s",
        include_str!("programs/amiga_keyboard.s"),
    ),
    ("amiga_own_irq.s", include_str!("programs/amiga_own_irq.s")),
    ("amiga_disk.s", include_str!("programs/amiga_disk.s")),
    ("amiga_serial.s", include_str!("programs/amiga_serial.s")),
    ("amiga_sound.s", include_str!("programs/amiga_sound.s")),
]);

/// Where programs lie, where they leave what they count, and their buffer.
const PROGRAM: u32 = 0x1000;
const COUNT: u32 = 0x4000;
const BUFFER: u32 = 0x8000;

/// A ROM that takes itself off the beginning of memory and then goes in a circle.
const ROM: [u16; 13] = [
    0x0004, 0x0000, 0x00F8, 0x0008, // stack, start
    0x13FC, 0x0003, 0x00BF, 0xE201, // move.b #3,$BFE201
    0x13FC, 0x0002, 0x00BF, 0xE001, // move.b #2,$BFE001
    0x60FE, // bra.s *
];

fn rom() -> Rom {
    let mut bytes: Vec<u8> = ROM.iter().flat_map(|word| word.to_be_bytes()).collect();
    bytes.resize(0x400, 0xFF);
    Rom::new(&bytes).unwrap()
}

fn bare(options: Options) -> Amiga {
    let mut amiga = Amiga::new(rom(), options);
    for _ in 0..4 {
        amiga.step();
    }
    amiga
}

/// A machine with a program in its RAM, about to run.
fn with_program(name: &str) -> Amiga {
    let script = format!(
        "output \"test\"\narea MAIN start ${PROGRAM:04X} end $3FFF output \"test\"\nsegment CODE in MAIN\n"
    );
    let object = assemble(&SOURCES, name, &AsmOptions::default()).expect("the program assembles");
    let image = link(&script, &[(name, object.to_elf())]).expect("the program fits");
    let mut amiga = bare(Options::default());
    amiga.load(PROGRAM, image.output("test").expect("it is written"));
    amiga.set_pc(PROGRAM);
    amiga
}

fn word(amiga: &Amiga, address: u32) -> u16 {
    let byte = |i| amiga.peek(Bank::Ram, address + i);
    u16::from_be_bytes([byte(0), byte(1)])
}

fn frames(amiga: &mut Amiga, count: usize) {
    for _ in 0..count {
        amiga.run_frame();
    }
}

#[test]
fn the_rom_lies_over_memory_until_cia_a_takes_it_off() {
    let mut amiga = Amiga::new(rom(), Options::default());
    assert_eq!(amiga.pc(), 0xF8_0008);
    assert_eq!(amiga.peek(Bank::Cpu, 0x01), 0x04);
    assert_eq!(amiga.peek(Bank::Ram, 0x01), 0x00);
    for _ in 0..4 {
        amiga.step();
    }
    assert_eq!(amiga.peek(Bank::Cpu, 0x01), 0x00);
    assert_eq!(
        amiga.peek(Bank::Cpu, 0xFF_FC01),
        0x04,
        "the ROM is repeated"
    );
    amiga.reset();
    assert_eq!(amiga.peek(Bank::Cpu, 0x01), 0x04);
}

#[test]
fn chip_ram_is_seen_four_times_and_the_other_half_is_an_option() {
    let mut amiga = bare(Options::default());
    amiga.poke(0x1234, 0x56);
    assert_eq!(amiga.peek(Bank::Cpu, 0x18_1234), 0x56);
    amiga.poke(0xC0_1234, 0x78);
    assert_eq!(amiga.peek(Bank::Ram, 0xC0_1234), 0);
    let mut amiga = bare(Options {
        slow_ram: true,
        ..Options::default()
    });
    amiga.poke(0xC0_1234, 0x78);
    assert_eq!(amiga.peek(Bank::Cpu, 0xC0_1234), 0x78);
    assert_eq!(amiga.peek(Bank::Cpu, 0x1234), 0);
}

#[test]
fn a_rom_is_a_power_of_two() {
    assert_eq!(Rom::new(&[0; 1000]).err(), Some(RomSize { length: 1000 }));
    assert!(Rom::new(&[0; 0x8_0000]).is_ok());
    assert!(Rom::new(&[0; 0x10_0000]).is_err());
}

#[test]
fn frames_have_their_length() {
    let mut amiga = bare(Options::default());
    amiga.run_frame();
    let two = amiga.run_frame() + amiga.run_frame();
    assert!(two.abs_diff(2 * 2 * 227 * 313) < 40, "{two} cycles");
    let mut amiga = bare(Options {
        video: Video::Ntsc,
        ..Options::default()
    });
    amiga.run_frame();
    let two = amiga.run_frame() + amiga.run_frame();
    assert!(two.abs_diff(2 * 455 * 263) < 40, "{two} cycles");
}

#[test]
fn vertical_blank_and_a_cia_interrupt() {
    let mut amiga = with_program("amiga_irq.s");
    frames(&mut amiga, 2);
    let before = [word(&amiga, COUNT), word(&amiga, COUNT + 2)];
    frames(&mut amiga, 100);
    let counted = [0, 2].map(|i| word(&amiga, COUNT + i));
    assert_eq!(counted[0] - before[0], 100);
    // A hundred frames take 2.003 s.
    let timer = counted[1] - before[1];
    assert!((199..=201).contains(&timer), "{timer} underflows");
}

#[test]
fn an_instruction_is_executed_before_the_interrupt_that_the_one_before_requests() {
    let mut amiga = with_program("amiga_own_irq.s");
    frames(&mut amiga, 1);
    assert_eq!([0, 2].map(|i| word(&amiga, COUNT + i)), [8, 1]);
}

#[test]
fn keys_come_by_interrupt_and_are_answered() {
    let mut amiga = with_program("amiga_keyboard.s");
    let codes = |amiga: &Amiga| -> Vec<u8> {
        (0..u32::from(word(amiga, COUNT)))
            .map(|i| amiga.peek(Bank::Ram, BUFFER + i))
            .collect()
    };
    frames(&mut amiga, 40);
    assert_eq!(
        codes(&amiga),
        [0xFD, 0xFE],
        "it says that it was switched on"
    );
    let key = amiga.chord('h').unwrap().key;
    amiga.key_down(key);
    frames(&mut amiga, 2);
    amiga.key_up(key);
    frames(&mut amiga, 2);
    assert_eq!(codes(&amiga)[2..], [0x25, 0xA5]);
}

#[test]
fn a_track_is_read_and_written_by_dma() {
    // 0.38 s for the motor, 0.2 s for the track.
    reads_and_writes_a_track(DriveSpeed::Real, 25..=45);
}

#[test]
fn at_the_hosts_speed_the_disk_keeps_pace_with_dma() {
    reads_and_writes_a_track(DriveSpeed::Host, 0..=2);
}

/// In so many frames.
fn reads_and_writes_a_track(speed: DriveSpeed, frames: RangeInclusive<u32>) {
    let mut disk = Adf::blank();
    for sector in 0..11 {
        disk.set_sector(1, sector, &[0x30 + sector; 512]);
    }
    let mut amiga = with_program("amiga_disk.s");
    amiga.set_drive_speed(speed);
    amiga.insert_disk(&disk.to_bytes()).unwrap();
    let finish = |amiga: &mut Amiga| {
        for frame in 0.. {
            amiga.run_frame();
            if word(amiga, COUNT) == 2 {
                return frame;
            }
            assert!(frame < 100, "it is not done: pc ${:06X}", amiga.pc());
        }
        0
    };
    let took = finish(&mut amiga);
    assert!(frames.contains(&took), "{took} frames");
    let read: Vec<u16> = (0..6400).map(|i| word(&amiga, BUFFER + 2 * i)).collect();
    assert_eq!(read[0], 0x4489, "the second of two sync words");
    assert_eq!(read.iter().filter(|w| **w == 0x4489).count(), 23);

    // The same track with one sector's data changed, written where it was read.
    let track: Vec<u8> = (0..12_500)
        .map(|i| amiga.peek(Bank::Ram, BUFFER + 2 + i))
        .collect();
    let mut other = with_program("amiga_disk.s");
    other.set_drive_speed(speed);
    other.insert_disk(&Adf::blank().to_bytes()).unwrap();
    // Two sync words before the first header, as they stood on the disk.
    let bytes = [0xAA, 0xAA, 0xAA, 0xAA, 0x44, 0x89, 0x44, 0x89];
    other.load(BUFFER, &bytes);
    other.load(BUFFER + 8, &track[..12_492]);
    other.poke(COUNT + 1, 1);
    let took = finish(&mut other);
    assert!(frames.contains(&took), "{took} frames");
    assert_eq!(other.disk_writes(), 1);
    assert_eq!(other.disk().unwrap(), disk.to_bytes());
}

#[test]
fn sound_comes_from_dma_at_its_period() {
    let mut amiga = with_program("amiga_sound.s");
    amiga.set_sample_rate(Some(48_000));
    let mut samples = Vec::new();
    amiga.run_frame();
    amiga.drain_audio(&mut samples);
    samples.clear();
    frames(&mut amiga, 25);
    amiga.drain_audio(&mut samples);
    assert!(
        samples.len().abs_diff(24_040) < 20,
        "{} samples",
        samples.len()
    );
    // Two samples up and two down of 443 slots each: 2,001.6 Hz.
    let rises = samples
        .windows(2)
        .filter(|w| w[0][0] <= 0.0 && w[1][0] > 0.0);
    assert!(rises.count().abs_diff(1002) < 4);
    assert!(samples.iter().all(|s| s[1] == 0.0));
    // The board's filters: one always, another while the power light is bright.
    let steepest = |samples: &[[f32; 2]]| {
        let steps = samples.windows(2).map(|w| (w[1][0] - w[0][0]).abs());
        steps.fold(0.0, f32::max)
    };
    let dim = steepest(&samples[1000..]);
    assert!(dim < 0.7, "the steps of a square wave are 1.0: {dim}");
    amiga.poke(COUNT, 1);
    frames(&mut amiga, 25);
    samples.clear();
    amiga.drain_audio(&mut samples);
    let bright = steepest(&samples[1000..]);
    assert!(bright < dim / 2.0, "{bright} {dim}");
}

#[test]
fn mouse_and_joystick_are_read_from_their_registers() {
    let mut amiga = bare(Options::default());
    assert!(amiga.has_mouse());
    amiga.move_mouse(20, 7);
    amiga.mouse_button(Button::Left, true);
    amiga.mouse_button(Button::Right, true);
    amiga.joystick(
        2,
        Joystick {
            left: true,
            fire: true,
            ..Joystick::default()
        },
    );
    amiga.run_frame();
    amiga.run_frame();
    let register = |at: u32| [0, 1].map(|i| amiga.peek(Bank::Cpu, 0xDF_F000 + at + i));
    assert_eq!(register(0x00A), [7, 20]);
    assert_eq!(register(0x00C), [3, 0]);
    assert_eq!(register(0x016)[0] & 0x04, 0, "right button");
    assert_eq!(
        amiga.peek(Bank::Cpu, 0xBF_E001) & 0xC0,
        0,
        "both fire buttons"
    );
}

#[test]
fn a_snapshot_goes_on_as_the_machine_does() {
    let mut amiga = with_program("amiga_irq.s");
    frames(&mut amiga, 3);
    let mut copy = amiga.snapshot();
    frames(&mut amiga, 5);
    (0..5).for_each(|_| {
        copy.run_frame();
    });
    assert_eq!(copy.cycles(), amiga.cycles());
    assert_eq!(copy.registers(), amiga.registers());
}

#[test]
fn a_processor_that_sleeps_wakes_when_one_that_waits_is_interrupted() {
    let mut sleeps = with_program("amiga_irq.s");
    let mut waits = with_program("amiga_irq.s");
    let stop = [0x4E, 0x72, 0x20, 0x00];
    let at = (PROGRAM..PROGRAM + 0x100)
        .find(|at| {
            (*at..)
                .zip(stop)
                .all(|(at, byte)| waits.peek(Bank::Ram, at) == byte)
        })
        .expect("it sleeps");
    waits.load(at, &[0x4E, 0x71, 0x4E, 0x71]);
    for _ in 0..50 {
        frames(&mut sleeps, 1);
        frames(&mut waits, 1);
        for count in [COUNT, COUNT + 2] {
            assert_eq!(word(&sleeps, count), word(&waits, count));
        }
        let [early, late] = [&sleeps, &waits].map(|amiga| word(amiga, COUNT + 4));
        assert_eq!(early >> 8, late >> 8, "another line");
        // A branch takes five slots.
        assert!(early.abs_diff(late) <= 6, "slots {early:04X}, {late:04X}");
    }
    assert!(word(&sleeps, COUNT + 2) > 90);
}

#[test]
fn a_run_pauses_at_an_address_of_24_bits() {
    let mut amiga = bare(Options::default());
    let stops = Stops::at([0xF8_0018]);
    assert_eq!(amiga.run_frame_until(&stops), FrameEnd::Stop(0xF8_0018));
    assert_eq!(amiga.disassemble(0xF8_0018).1, 2);
}

#[test]
fn control_and_both_amiga_keys_reset_the_machine() {
    let mut amiga = bare(Options::default());
    let keys = amiga.keys();
    for name in ["ctrl", "left-amiga", "right-amiga"] {
        let (_, key) = keys.iter().find(|(known, _)| *known == name).unwrap();
        amiga.key_down(*key);
    }
    assert_eq!(amiga.pc(), 0xF8_0008);
    assert_eq!(amiga.peek(Bank::Cpu, 0x01), 0x04);
}

/// A machine whose program sends a text through its serial port, and a modem at one end of a wire.
struct Caller {
    amiga: Amiga,
    modem: Modem<End>,
}

impl Caller {
    fn pair(texts: [&str; 2]) -> [Caller; 2] {
        let mut texts = texts.into_iter();
        wire().map(|end| {
            let mut amiga = with_program("amiga_serial.s");
            amiga.load(0x6000, texts.next().unwrap_or_default().as_bytes());
            let modem = Modem::new(end);
            Caller { amiga, modem }
        })
    }

    fn frame(&mut self) {
        assert!(self.amiga.serve_serial(&mut self.modem));
        self.amiga.run_frame();
    }

    fn heard(&self) -> String {
        let count = u32::from(word(&self.amiga, COUNT));
        let bytes = (0..count).map(|i| self.amiga.peek(Bank::Ram, BUFFER + i));
        bytes.map(char::from).collect()
    }

    /// CIA B's port A: DCD, CTS and DSR, 0 when asserted.
    fn lines(&self) -> u8 {
        self.amiga.peek(Bank::Cpu, 0xBF_D000) & 0x38
    }
}

#[test]
fn two_machines_talk_through_modems() {
    let mut both = Caller::pair(["ATE0DT5551944\r", "ATE0S0=1\r"]);
    for _ in 0..50 {
        both.iter_mut().for_each(Caller::frame);
    }
    assert_eq!(both[0].heard(), "ATE0DT5551944\r\r\nCONNECT 19200\r\n");
    assert_eq!(
        both[1].heard(),
        "ATE0S0=1\r\r\nOK\r\n\r\nRING\r\n\r\nCONNECT 19200\r\n"
    );
    assert_eq!(both.each_ref().map(Caller::lines), [0; 2]);
    let text: Vec<u8> = (0..2000).map(|i| b'!' + (i * 7 % 90) as u8).collect();
    both[0].amiga.load(0x6000, &text);
    // The program goes on where it found the end of its text.
    both[0].amiga.poke(0x6000 + 2000, 0);
    let before = both[1].heard().len();
    both[0].amiga.cpu_mut().set_a(3, 0x6000);
    both[0].amiga.load(0x9000, &SEND_AGAIN);
    both[0].amiga.set_pc(0x9000);
    let mut needed = 0;
    while both[1].heard().len() < before + 2000 {
        both.iter_mut().for_each(Caller::frame);
        needed += 1;
        assert!(needed < 200, "{} bytes came", both[1].heard().len());
    }
    assert_eq!(both[1].heard().as_bytes()[before..], text);
    // 2,000 words of ten bits at 19,200 a second are 52 frames.
    assert!((52..=60).contains(&needed), "{needed} frames");
    both[1].modem.exchange().cut();
    both.iter_mut().for_each(Caller::frame);
    both.iter_mut().for_each(Caller::frame);
    assert_eq!(both.each_ref().map(Caller::lines), [0x20; 2], "no carrier");
}

/// Requests that the transmit buffer be filled, and goes in a circle.
const SEND_AGAIN: [u8; 8] = [
    0x3B, 0x7C, 0x80, 0x01, 0x00, 0x9C, // move.w #$8001,intreq(a5)
    0x60, 0xFE, // bra.s *
];

#[test]
fn a_serial_port_with_nothing_in_it_has_no_lines() {
    let mut amiga = with_program("amiga_serial.s");
    amiga.load(0x6000, b"AT\r");
    frames(&mut amiga, 3);
    assert_eq!(word(&amiga, COUNT), 0);
    assert_eq!(amiga.peek(Bank::Ram, COUNT + 2) & 0xF8, 0x38);
}

/// Speaks at a speed of its own and listens to nothing.
struct Speaker(u32);

impl Device for Speaker {
    fn serve(&mut self, _: f64, cable: &mut Cable) {
        let frame = |byte| Frame::of(byte, self.0);
        cable.coming.extend(b"Who is there?".map(frame));
    }
}

#[test]
fn who_speaks_at_another_speed_is_not_understood() {
    let heard = |baud: u32| {
        let mut amiga = with_program("amiga_serial.s");
        frames(&mut amiga, 2);
        amiga.serve_serial(&mut Speaker(baud));
        frames(&mut amiga, 5);
        let count = u32::from(word(&amiga, COUNT));
        let bytes = (0..count).map(|i| amiga.peek(Bank::Ram, BUFFER + i));
        bytes.map(char::from).collect::<String>()
    };
    assert_eq!(heard(19_200), "Who is there?");
    assert_eq!(heard(19_600), "Who is there?", "two in a hundred off");
    assert_ne!(heard(9_600), "Who is there?");
    assert_ne!(heard(21_500), "Who is there?", "twelve in a hundred off");
}
