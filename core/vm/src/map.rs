//! Natives on hexes: geometry, hexside bits, lists of records in a hex, zones.

use hexfront_isa::cartridge::Grid;
use hexfront_isa::{NO_HEX, NO_RECORD};

use crate::Memory;

/// Bits of the directions 0..7 in a side layer; 0 and 7 are no directions.
pub const SIDE_BITS: [u8; 8] = [0, 1, 2, 4, 8, 16, 32, 0];

/// Geometry of a map.
pub trait Hexes {
    /// True if the word is a hex of the map.
    fn has(&self, hex: u16) -> bool;
    /// Neighbour of a hex in a direction (taken modulo 8; 1..6, clockwise from up), [`NO_HEX`] off the map.
    fn neighbour(&self, hex: u16, direction: u8) -> u16;
    /// Distance in steps, $FFFF if either is off the map.
    fn distance(&self, from: u16, to: u16) -> u16;
    /// Direction 1..6 to a neighbour, 0 if it is none.
    fn direction(&self, from: u16, to: u16) -> u8;
    /// The next hex in the order of columns, then rows; `None` after the last.
    fn next(&self, hex: u16) -> Option<u16>;
}

impl Hexes for Grid {
    fn has(&self, hex: u16) -> bool {
        self.column(hex) < u16::from(self.columns) && self.row(hex) < u16::from(self.rows)
    }

    fn neighbour(&self, hex: u16, direction: u8) -> u16 {
        if !self.has(hex) {
            return NO_HEX;
        }
        let (x, y) = (self.column(hex) as i16, self.row(hex) as i16);
        let lower = i16::from((x & 1 == 1) == self.odd_lower);
        let (x, y) = match direction & 7 {
            1 => (x, y - 1),
            2 => (x + 1, y - 1 + lower),
            3 => (x + 1, y + lower),
            4 => (x, y + 1),
            5 => (x - 1, y + lower),
            6 => (x - 1, y - 1 + lower),
            _ => return NO_HEX,
        };
        let on_map =
            (0..i16::from(self.columns)).contains(&x) && (0..i16::from(self.rows)).contains(&y);
        if on_map {
            self.hex(x as u8, y as u8)
        } else {
            NO_HEX
        }
    }

    fn distance(&self, from: u16, to: u16) -> u16 {
        if !self.has(from) || !self.has(to) {
            return u16::MAX;
        }
        let axial = |hex: u16| {
            let (x, y) = (self.column(hex) as i16, self.row(hex) as i16);
            let raised = if self.odd_lower { x } else { x + 1 };
            (x, y - raised / 2)
        };
        let ((q1, r1), (q2, r2)) = (axial(from), axial(to));
        let (dq, dr) = (q1 - q2, r1 - r2);
        dq.unsigned_abs()
            .max(dr.unsigned_abs())
            .max((dq + dr).unsigned_abs())
    }

    fn direction(&self, from: u16, to: u16) -> u8 {
        if to == NO_HEX {
            return 0;
        }
        (1..=6)
            .find(|&d| self.neighbour(from, d) == to)
            .unwrap_or(0)
    }

    fn next(&self, hex: u16) -> Option<u16> {
        let next = hex.wrapping_add(1);
        let row = self.row(next);
        let next = if row >= u16::from(self.rows) || row == 0 {
            (hex | (self.column_bytes() - 1)).wrapping_add(1)
        } else {
            next
        };
        self.has(next).then_some(next)
    }
}

/// Sets or clears a hexside in both its hexes; without effect in a direction that is none.
pub fn put_side(memory: &mut Memory, grid: &Grid, layer: u8, hex: u16, direction: u8, set: bool) {
    let mut put = |hex: u16, direction: u8| {
        let bit = SIDE_BITS[usize::from(direction & 7)];
        let old = memory.hex(layer, hex);
        memory.set_hex(layer, hex, if set { old | bit } else { old & !bit });
    };
    put(hex, direction);
    let other = grid.neighbour(hex, direction);
    if other != NO_HEX {
        let back = direction & 7;
        put(other, if back > 3 { back - 3 } else { back + 3 });
    }
}

/// ORs bits into a layer at the neighbours of a hex.
pub fn ring(memory: &mut Memory, grid: &Grid, layer: u8, bits: u8, hex: u16) {
    for direction in 1..=6 {
        let neighbour = grid.neighbour(hex, direction);
        if neighbour != NO_HEX {
            memory.set_hex(layer, neighbour, memory.hex(layer, neighbour) | bits);
        }
    }
}

/// Puts a record into the list of a hex, in ascending order. If it is in it already, or if the hex is none,
/// nothing changes.
pub fn place(memory: &mut Memory, next: u8, first: u8, record: u8, hex: u16) {
    if !memory.in_layer(hex) {
        return;
    }
    let head = memory.hex(first, hex);
    if head >= record {
        if head != record {
            memory.set_byte(next, record, head);
            memory.set_hex(first, hex, record);
        }
        return;
    }
    let mut before = head;
    // A list ends after 255 links at the latest, even if the links were spoiled.
    for _ in 0..255 {
        let after = memory.byte(next, before);
        if after >= record {
            if after != record {
                memory.set_byte(next, record, after);
                memory.set_byte(next, before, record);
            }
            return;
        }
        before = after;
    }
}

/// Takes a record out of the list of a hex; nothing changes if it is not in it, or if the hex is none.
pub fn lift(memory: &mut Memory, next: u8, first: u8, record: u8, hex: u16) {
    if !memory.in_layer(hex) || record == NO_RECORD {
        return;
    }
    let mut at = memory.hex(first, hex);
    if at == record {
        memory.set_hex(first, hex, memory.byte(next, record));
        return;
    }
    for _ in 0..255 {
        if at == NO_RECORD {
            return;
        }
        let after = memory.byte(next, at);
        if after == record {
            memory.set_byte(next, at, memory.byte(next, record));
            return;
        }
        at = after;
    }
}

/// Builds all lists anew: every hex of the layer empty, then the records from the last to the first.
pub fn rebuild(memory: &mut Memory, next: u8, first: u8, hexes: u8, count: u8) {
    memory
        .layer_mut(first)
        .for_each(|page| page.fill(NO_RECORD));
    for record in (0..count).rev() {
        let hex = memory.word(hexes, record);
        if memory.in_layer(hex) {
            memory.set_byte(next, record, memory.hex(first, hex));
            memory.set_hex(first, hex, record);
        }
    }
}

/// Number of hexes of the map with `layer & mask = value`.
pub fn count(memory: &Memory, grid: &Grid, layer: u8, mask: u8, value: u8) -> u16 {
    let hexes = (0..grid.numbers()).filter(|&hex| grid.has(hex));
    hexes
        .filter(|&hex| memory.hex(layer, hex) & mask == value)
        .count() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRIDS: [Grid; 5] = [
        Grid {
            columns: 31,
            rows: 32,
            odd_lower: true,
        },
        Grid {
            columns: 6,
            rows: 5,
            odd_lower: false,
        },
        Grid {
            columns: 32,
            rows: 32,
            odd_lower: false,
        },
        Grid {
            columns: 50,
            rows: 34,
            odd_lower: true,
        },
        Grid {
            columns: 64,
            rows: 64,
            odd_lower: false,
        },
    ];

    #[test]
    fn neighbours_are_mutual_and_one_step_away() {
        for grid in GRIDS {
            for hex in (0..grid.numbers()).filter(|&hex| grid.has(hex)) {
                for direction in 1..=6 {
                    let neighbour = grid.neighbour(hex, direction);
                    if neighbour != NO_HEX {
                        assert_eq!(grid.neighbour(neighbour, (direction + 2) % 6 + 1), hex);
                        assert_eq!(grid.distance(hex, neighbour), 1);
                        assert_eq!(grid.direction(hex, neighbour), direction);
                    }
                }
            }
        }
    }

    #[test]
    fn distance_is_what_a_search_finds() {
        for grid in GRIDS {
            let start = grid.hex(2, 3);
            let mut steps = [u16::MAX; 4096];
            steps[usize::from(start)] = 0;
            let mut queue = [0_u16; 4096];
            queue[0] = start;
            let (mut head, mut tail) = (0, 1);
            while head < tail {
                let hex = queue[head];
                head += 1;
                for direction in 1..=6 {
                    let n = grid.neighbour(hex, direction);
                    if n != NO_HEX && steps[usize::from(n)] == u16::MAX {
                        steps[usize::from(n)] = steps[usize::from(hex)] + 1;
                        queue[tail] = n;
                        tail += 1;
                    }
                }
            }
            for hex in 0..4096 {
                assert_eq!(grid.distance(start, hex), steps[usize::from(hex)], "{hex}");
            }
        }
    }

    #[test]
    fn the_walk_meets_every_hex_once() {
        for grid in GRIDS {
            let mut hex = 0;
            let mut count = 1;
            while let Some(next) = grid.next(hex) {
                assert!(next > hex && grid.has(next));
                hex = next;
                count += 1;
            }
            assert_eq!(count, u16::from(grid.columns) * u16::from(grid.rows));
        }
    }

    #[test]
    fn lists_hold_records_in_order() {
        let mut memory = Memory::new(GRIDS[0]);
        let (next, first, hexes) = (10, 20, 30);
        rebuild(&mut memory, next, first, hexes, 0);
        for record in [7, 3, 200, 3, 5] {
            place(&mut memory, next, first, record, 40);
        }
        let list = |memory: &Memory| {
            let mut at = memory.hex(first, 40);
            let mut found = [0; 8];
            let mut count = 0;
            while at != NO_RECORD {
                found[count] = at;
                count += 1;
                at = memory.byte(next, at);
            }
            (found, count)
        };
        assert_eq!(list(&memory), ([3, 5, 7, 200, 0, 0, 0, 0], 4));
        lift(&mut memory, next, first, 5, 40);
        lift(&mut memory, next, first, 3, 40);
        lift(&mut memory, next, first, 99, 40);
        assert_eq!(list(&memory), ([7, 200, 0, 0, 0, 0, 0, 0], 2));
    }

    #[test]
    fn a_list_in_a_circle_stays_as_it_is() {
        let mut memory = Memory::new(GRIDS[0]);
        let (next, first) = (10, 20);
        memory.set_hex(first, 40, 4);
        memory.set_byte(next, 4, 6);
        memory.set_byte(next, 6, 4);
        let before = memory.pages;
        place(&mut memory, next, first, 9, 40);
        lift(&mut memory, next, first, 9, 40);
        assert!(memory.pages == before);
        lift(&mut memory, next, first, 6, 40);
        assert_eq!(memory.byte(next, 4), 4);
    }
}
