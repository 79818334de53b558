//! The VIC-II's registers, interrupts and collisions, without a machine around it.

use hexfront_platforms::chips::mos6569::{
    BORDER, CR1, CR2, DATA_COLLISION, IRQ_FLAGS, IRQ_MASK, Memory, PAL, POINTERS, RASTER,
    SPRITE_COLLISION, SPRITE_ENABLE, SPRITE_EXPAND_Y, SPRITE_MULTICOLOUR, SPRITE_X_MSB, VicII,
    WIDTH,
};
use hexfront_platforms::cpu::NEVER;

const LINE: u64 = 63;
const FRAME: u64 = 312 * LINE;
const RASTER_FLAG: u8 = 0x01;
const DATA_FLAG: u8 = 0x02;
const SPRITE_FLAG: u8 = 0x04;
/// Bits of the flags that do not exist.
const UNUSED: u8 = 0x70;
const ANY: u8 = 0x80;

/// Where the tests keep sprite data (pointer 13), the matrix, and a character set.
const SPRITE: usize = 0x0340;
const MATRIX: usize = 0x0400;
const CHARACTERS: usize = 0x3000;
const LAYOUT: u8 = 0x1C;

struct Rig {
    vic: VicII,
    ram: Box<[u8; 0x1_0000]>,
    colour: Box<[u8; 0x400]>,
}

impl Rig {
    fn new() -> Rig {
        Rig {
            vic: VicII::new(&PAL),
            ram: Box::new([0; 0x1_0000]),
            colour: Box::new([1; 0x400]),
        }
    }

    fn catch_up(&mut self, now: u64) {
        let memory = Memory {
            ram: &self.ram,
            chargen: &[0; 0x1000],
            colour: &self.colour,
            bank: 0,
        };
        self.vic.catch_up(now, memory);
    }

    fn write(&mut self, now: u64, register: u8, value: u8) {
        self.catch_up(now);
        self.vic.write(now, register, value);
    }

    /// The colour of a pixel of the last picture, by its raster line.
    fn pixel(&self, line: usize, x: usize) -> u16 {
        self.vic.picture()[(line - usize::from(PAL.first_line)) * WIDTH + x]
    }
}

#[test]
fn bits_that_do_not_exist_read_as_ones() {
    let mut rig = Rig::new();
    for register in 0x00..=0x2E {
        rig.write(0, register, 0);
    }
    let rows = [
        (CR2, 0xC0),
        (POINTERS, 0x01),
        (IRQ_FLAGS, UNUSED),
        (IRQ_MASK, 0xF0),
        (BORDER, 0xF0),
    ];
    for (register, value) in rows {
        assert_eq!(rig.vic.read(register), value, "${register:02X}");
    }
    assert!((BORDER..=0x2E).all(|colour| rig.vic.read(colour) == 0xF0));
    assert!((0x2F..=0x3F).all(|none| rig.vic.read(none) == 0xFF));
    rig.write(0, 0x2F, 0x12);
    assert_eq!(rig.vic.read(0x2F), 0xFF);
}

#[test]
fn the_raster_comes_to_its_line_and_in_line_0_a_cycle_late() {
    for (line, cycle) in [(100, 100 * LINE), (300, 300 * LINE), (0, FRAME + 1)] {
        let mut rig = Rig::new();
        rig.write(10, RASTER, 50);
        rig.write(10, RASTER, line as u8);
        rig.write(10, CR1, (line >> 8 << 7) as u8);
        // Compared with line 0 while that is the line: at once.
        rig.write(10, IRQ_FLAGS, RASTER_FLAG);
        rig.write(10, IRQ_MASK, RASTER_FLAG);
        while rig.vic.irq_since() == NEVER {
            let next = rig.vic.next_event();
            rig.catch_up(next);
        }
        assert_eq!(rig.vic.irq_since(), cycle, "line {line}");
    }
}

#[test]
fn a_compare_set_to_the_line_of_now_interrupts_at_once_but_not_twice() {
    let mut rig = Rig::new();
    rig.write(20 * LINE + 5, RASTER, 20);
    assert_eq!(rig.vic.read(IRQ_FLAGS), UNUSED | RASTER_FLAG);
    rig.write(20 * LINE + 6, IRQ_FLAGS, RASTER_FLAG);
    rig.write(20 * LINE + 7, RASTER, 20);
    assert_eq!(rig.vic.read(IRQ_FLAGS), UNUSED);
}

#[test]
fn the_mask_lets_a_flag_out_and_a_one_written_clears_it() {
    let mut rig = Rig::new();
    rig.write(0, RASTER, 5);
    rig.write(6 * LINE, IRQ_MASK, DATA_FLAG | SPRITE_FLAG);
    assert_eq!(rig.vic.read(IRQ_FLAGS) & RASTER_FLAG, RASTER_FLAG);
    assert_eq!(rig.vic.irq_since(), NEVER, "masked");
    rig.write(7 * LINE, IRQ_MASK, RASTER_FLAG);
    assert_eq!(rig.vic.irq_since(), 7 * LINE);
    rig.write(8 * LINE, IRQ_FLAGS, !RASTER_FLAG);
    assert_eq!(rig.vic.read(IRQ_FLAGS), ANY | UNUSED | RASTER_FLAG);
    assert_eq!(rig.vic.irq_since(), 7 * LINE, "still");
    rig.write(9 * LINE, IRQ_FLAGS, RASTER_FLAG);
    assert_eq!(rig.vic.read(IRQ_FLAGS), UNUSED);
    assert_eq!(rig.vic.irq_since(), NEVER);
}

/// Three sprites in the middle of the picture, 0 and 2 on each other; the flags after a frame, and the two registers.
fn collide(characters: u8, mask: u8) -> (Rig, u8) {
    let mut rig = Rig::new();
    rig.ram[SPRITE..SPRITE + 63].fill(0xFF);
    rig.ram[MATRIX + 0x3F8..MATRIX + 0x400].fill((SPRITE / 64) as u8);
    rig.ram[CHARACTERS..CHARACTERS + 0x800].fill(characters);
    let writes = [
        (CR1, 0x1B),
        (CR2, 0x08),
        (POINTERS, LAYOUT),
        (SPRITE_ENABLE, 0x07),
        (IRQ_MASK, mask),
    ];
    for (register, value) in writes {
        rig.write(0, register, value);
    }
    for (sprite, x) in [(0, 100), (1, 200), (2, 110)] {
        rig.write(0, 2 * sprite, x);
        rig.write(0, 2 * sprite + 1, 100);
    }
    rig.write(1, IRQ_FLAGS, 0x0F);
    rig.catch_up(FRAME - 1);
    let flags = rig.vic.read(IRQ_FLAGS);
    (rig, flags)
}

#[test]
fn each_kind_of_collision_has_its_register_and_its_flag() {
    let (mut rig, flags) = collide(0x00, DATA_FLAG);
    assert_eq!(flags, UNUSED | SPRITE_FLAG, "not that of the mask");
    assert_eq!(
        [SPRITE_COLLISION, DATA_COLLISION].map(|r| rig.vic.read(r)),
        [0x05, 0x00]
    );
    let (mut rig, flags) = collide(0xFF, DATA_FLAG);
    assert_eq!(flags, ANY | UNUSED | SPRITE_FLAG | DATA_FLAG);
    rig.write(FRAME - 1, SPRITE_COLLISION, 0xFF);
    assert_eq!(
        [SPRITE_COLLISION, DATA_COLLISION].map(|r| rig.vic.read(r)),
        [0x05, 0x07]
    );
    assert_eq!(
        [SPRITE_COLLISION, DATA_COLLISION].map(|r| rig.vic.read(r)),
        [0x00; 2],
        "read"
    );
}

#[test]
fn a_second_collision_interrupts_only_after_the_first_was_read() {
    let (mut rig, _) = collide(0x00, SPRITE_FLAG);
    rig.write(FRAME, IRQ_FLAGS, 0x0F);
    rig.catch_up(2 * FRAME - 1);
    assert_eq!(rig.vic.read(IRQ_FLAGS) & SPRITE_FLAG, 0, "not read");
    assert_eq!(rig.vic.read(SPRITE_COLLISION), 0x05);
    rig.catch_up(3 * FRAME - 1);
    let flags = rig.vic.read(IRQ_FLAGS) & !RASTER_FLAG;
    assert_eq!(flags, ANY | UNUSED | SPRITE_FLAG);
}

/// The line of the collisions' first pixels, and the cycle in which pixel 110 + 8 of the row is shown.
const COLLISION: u64 = 101 * LINE + 13 + (110 + 8) / 8;

#[test]
fn a_collision_is_seen_in_the_cycle_of_its_pixel() {
    for mask in [0, SPRITE_FLAG] {
        let (mut rig, _) = collide(0x00, mask);
        let from = FRAME + COLLISION;
        rig.catch_up(from - 2);
        rig.vic.read(SPRITE_COLLISION);
        assert_eq!(rig.vic.read(SPRITE_COLLISION), 0, "read before");
        rig.write(from - 1, IRQ_FLAGS, 0x0F);
        assert_eq!(rig.vic.irq_since(), NEVER);
        let next = rig.vic.next_event();
        rig.catch_up(from);
        if mask != 0 {
            assert_eq!(next, from);
            assert_eq!(rig.vic.irq_since(), from);
        }
        assert_eq!(rig.vic.read(IRQ_FLAGS) & SPRITE_FLAG, SPRITE_FLAG);
        assert_eq!(rig.vic.read(SPRITE_COLLISION), 0x05);
    }
}

#[test]
fn what_meets_in_the_twelve_pixels_after_a_read_is_lost() {
    // The sprites meet in the 14 pixels from 118 on.
    for (read, met) in [(-1, 0x05), (0, 0x00)] {
        let (mut rig, _) = collide(0xFF, 0);
        let from = FRAME + COLLISION;
        rig.catch_up(from.checked_add_signed(read).unwrap());
        rig.vic.read(SPRITE_COLLISION);
        rig.catch_up(from + 5);
        assert_eq!(rig.vic.read(SPRITE_COLLISION), met, "read at {read}");
        assert_eq!(rig.vic.read(DATA_COLLISION), 0x07, "has its own time");
    }
}

#[test]
fn sprites_that_met_have_met_whatever_is_written_afterwards() {
    for (register, value) in [(0x04, 0), (SPRITE_X_MSB, 0x04)] {
        let (mut rig, _) = collide(0x00, 0);
        rig.catch_up(FRAME + COLLISION - 5);
        rig.vic.read(SPRITE_COLLISION);
        rig.write(FRAME + COLLISION + 3, register, value);
        assert_eq!(rig.vic.read(SPRITE_COLLISION), 0x05, "${register:02X}");
    }
    // Every second pixel of sprite 0; of sprite 2 those between, unless two bits are a colour.
    let (mut rig, _) = collide(0x00, 0);
    rig.ram[SPRITE..SPRITE + 63].fill(0xAA);
    rig.write(FRAME, 0x04, 101);
    rig.write(FRAME, SPRITE_MULTICOLOUR, 0x04);
    rig.vic.read(SPRITE_COLLISION);
    rig.write(FRAME + 101 * LINE + 40, SPRITE_MULTICOLOUR, 0);
    assert_eq!(rig.vic.read(SPRITE_COLLISION), 0x05);
}

#[test]
fn a_masked_collision_interrupts_when_its_pixel_comes_however_it_is_caught_up() {
    let (mut rig, _) = collide(0xFF, DATA_FLAG);
    rig.vic.read(DATA_COLLISION);
    rig.write(FRAME, IRQ_FLAGS, 0x0F);
    let mut events = 0;
    while rig.vic.irq_since() == NEVER {
        let next = rig.vic.next_event();
        rig.catch_up(next);
        events += 1;
    }
    // The characters are foreground all over: sprite 0's first pixel.
    assert_eq!(rig.vic.irq_since(), FRAME + 101 * LINE + 13 + (100 + 8) / 8);
    assert!(events < 400, "{events}: not in every cycle of the frame");
}

#[test]
fn an_x_coordinate_that_the_line_does_not_have_shows_no_sprite() {
    // The line of the 6569 has 504 pixels.
    for (x, met) in [(488, 0x07), (503, 0x07), (504, 0x00), (511, 0x00)] {
        let (mut rig, _) = collide(0x00, 0);
        rig.vic.read(SPRITE_COLLISION);
        for sprite in 0..3 {
            rig.write(FRAME, 2 * sprite, x as u8);
        }
        rig.write(FRAME, 0x10, 0x07);
        rig.catch_up(2 * FRAME - 1);
        assert_eq!(rig.vic.read(SPRITE_COLLISION), met, "{x}");
    }
}

#[test]
fn the_mask_has_four_bits() {
    let mut rig = Rig::new();
    rig.write(0, IRQ_MASK, 0xFF);
    assert_eq!(rig.vic.read(IRQ_MASK), 0xFF);
    rig.write(0, IRQ_MASK, 0x08);
    assert_eq!(rig.vic.read(IRQ_MASK), 0xF8, "the light pen's too");
}

/// A sprite, full, at line 100 and column 100; expanded or not.
fn sprite_at_100(expanded: bool) -> Rig {
    let mut rig = Rig::new();
    rig.ram[SPRITE..SPRITE + 63].fill(0xFF);
    rig.ram[MATRIX + 0x3F8..MATRIX + 0x400].fill((SPRITE / 64) as u8);
    let writes = [
        (CR1, 0x1B),
        (CR2, 0x08),
        (POINTERS, LAYOUT),
        (SPRITE_ENABLE, 0x01),
        (SPRITE_EXPAND_Y, u8::from(expanded)),
        (0x27, 7),
        (0, 100),
        (1, 100),
    ];
    for (register, value) in writes {
        rig.write(0, register, value);
    }
    rig
}

/// The first and the last line in which the sprite at column 100 shows, after a frame.
fn lines_of_sprite(mut rig: Rig) -> Option<(usize, usize)> {
    rig.catch_up(FRAME - 1);
    let mut shown = (60..250).filter(|line| rig.pixel(*line, 110) == 7);
    let first = shown.next()?;
    Some((first, shown.next_back().unwrap_or(first)))
}

#[test]
fn a_sprite_is_started_once_and_shown_only_where_it_was_settled() {
    assert_eq!(lines_of_sprite(sprite_at_100(false)), Some((101, 121)));
    assert_eq!(lines_of_sprite(sprite_at_100(true)), Some((101, 142)));
    // Its Y comes by again while it is shown.
    let mut again = sprite_at_100(false);
    again.write(105 * LINE, 1, 110);
    assert_eq!(lines_of_sprite(again), Some((101, 121)));
    // Started in cycle 55, and no longer in its line when that is looked at in cycle 58.
    let mut gone = sprite_at_100(false);
    gone.write(100 * LINE + 55, 1, 200);
    gone.write(150 * LINE, SPRITE_ENABLE, 0);
    assert_eq!(lines_of_sprite(gone), None);
}

#[test]
fn expansion_taken_back_moves_a_sprite_on_at_once() {
    // In cycle 55 of line 102 it was settled that line 103 shows the row a second time.
    let mut rig = sprite_at_100(true);
    rig.write(102 * LINE + 60, SPRITE_EXPAND_Y, 0);
    assert_eq!(lines_of_sprite(rig), Some((101, 122)));
}

#[test]
fn extended_colour_has_four_backgrounds_and_64_characters() {
    let mut rig = Rig::new();
    for column in 0..4 {
        rig.ram[MATRIX + column] = (column << 6) as u8;
    }
    rig.ram[CHARACTERS + 8 * 64..][..8 * 192].fill(0xFF);
    let writes = [(CR1, 0x5B), (CR2, 0x08), (POINTERS, LAYOUT)];
    for (register, value) in writes {
        rig.write(0, register, value);
    }
    for n in 0..4 {
        rig.write(0, 0x21 + n, 2 + n);
    }
    rig.catch_up(FRAME - 1);
    let colours = [32, 40, 48, 56].map(|x| rig.pixel(51, x));
    assert_eq!(colours, [2, 3, 4, 5]);
}

#[test]
fn the_borders_of_38_columns_and_24_rows() {
    for (csel, rsel, columns, lines) in [(0x08, 0x08, 32..352, 51..251), (0, 0, 39..343, 55..247)] {
        let mut rig = Rig::new();
        let writes = [
            (CR1, 0x13 | rsel),
            (CR2, csel),
            (POINTERS, LAYOUT),
            (BORDER, 1),
            (0x21, 2),
        ];
        for (register, value) in writes {
            rig.write(0, register, value);
        }
        rig.catch_up(FRAME - 1);
        let row: Vec<usize> = (0..WIDTH).filter(|x| rig.pixel(100, *x) == 2).collect();
        let column: Vec<usize> = (20..280).filter(|y| rig.pixel(*y, 100) == 2).collect();
        assert_eq!(row, columns.collect::<Vec<usize>>());
        assert_eq!(column, lines.collect::<Vec<usize>>());
    }
}

#[test]
fn the_byte_shown_where_there_are_no_characters_counts_as_shown() {
    let mut rig = Rig::new();
    rig.write(0, POINTERS, LAYOUT);
    for (address, shown) in [
        (MATRIX - 1, false),
        (MATRIX, true),
        (MATRIX + 0x3FF, true),
        (MATRIX + 0x400, false),
        (CHARACTERS, true),
        (CHARACTERS + 0x800, false),
        (0x39FF, true),
        (0x3FFF, true),
        (0x3FFE, false),
    ] {
        assert_eq!(rig.vic.shows(address as u16), shown, "${address:04X}");
    }
}

#[test]
fn multicolour_text_has_eight_colours_of_its_own_and_three_shared() {
    let mut rig = Rig::new();
    rig.ram[CHARACTERS..CHARACTERS + 0x800].fill(0b0001_1011);
    rig.colour[0] = 0x0D;
    rig.colour[1] = 0x05;
    let writes = [(CR1, 0x1B), (CR2, 0x18), (POINTERS, LAYOUT)];
    for (register, value) in writes.into_iter().chain([(0x21, 2), (0x22, 3), (0x23, 4)]) {
        rig.write(0, register, value);
    }
    rig.catch_up(FRAME - 1);
    let pixels = |from: usize| (from..from + 8).map(|x| rig.pixel(51, x));
    assert!(pixels(32).eq([2, 2, 3, 3, 4, 4, 5, 5]));
    assert!(pixels(40).eq([2, 2, 2, 5, 5, 2, 5, 5]), "a colour below 8");
}

#[test]
fn rows_that_are_kept_show_what_they_would_be_drawn_as() {
    let (mut rig, _) = collide(0x35, 0);
    rig.write(FRAME, SPRITE_ENABLE, 0);
    let mut seed = 1u32;
    let mut random = |below: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % below
    };
    let mut now = FRAME;
    for frame in 0..60 {
        // A copy knows nothing of how its rows were drawn.
        let mut fresh = Rig {
            vic: rig.vic.clone(),
            ram: rig.ram.clone(),
            colour: rig.colour.clone(),
        };
        for _ in 0..4 {
            now += u64::from(random(FRAME as u32 / 4));
            let register = [BORDER, BORDER + 1, CR1, CR2, SPRITE_ENABLE, 0x3F][random(6) as usize];
            let value = match register {
                CR1 => 0x18 | random(8),
                CR2 => random(32),
                SPRITE_ENABLE => random(6) / 5,
                _ => random(16),
            };
            let place = MATRIX + random(1_000) as usize;
            for rig in [&mut rig, &mut fresh] {
                rig.write(now, register, value as u8);
                rig.ram[place] = value as u8;
            }
        }
        now = (now / FRAME + 1) * FRAME;
        for rig in [&mut rig, &mut fresh] {
            rig.catch_up(now);
        }
        assert!(rig.vic.picture() == fresh.vic.picture(), "frame {frame}");
        assert!(rig.vic == fresh.vic, "frame {frame}");
    }
}

/// A byte of eight pixels: the colours are the halves of the matrix's byte.
#[test]
fn a_bitmap_is_shown_cell_by_cell() {
    const BITMAP: usize = 0x2000;
    let mut rig = Rig::new();
    rig.ram[MATRIX] = 0x52;
    rig.ram[MATRIX + 41] = 0x34;
    for row in 0..8 {
        rig.ram[BITMAP + row] = 0x80 >> row;
    }
    rig.ram[BITMAP + 8 * 41 + 2] = 0xF0;
    for (register, value) in [(CR1, 0x3B), (CR2, 0x08), (POINTERS, 0x18)] {
        rig.write(0, register, value);
    }
    rig.catch_up(3 * FRAME);
    for row in 0..8 {
        for x in 0..8 {
            let wanted = if x == row { 5 } else { 2 };
            assert_eq!(rig.pixel(51 + row, 32 + x), wanted, "row {row}, {x}");
        }
    }
    for x in 0..8 {
        let wanted = if x < 4 { 3 } else { 4 };
        assert_eq!(rig.pixel(51 + 8 + 2, 32 + 8 + x), wanted, "{x}");
    }
}
