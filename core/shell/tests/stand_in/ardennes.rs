//! The map and the opening of Breakthrough in the Ardennes in the stand-in's layers, read from the game's own files.

use super::{LAYER, StandIn};

const MAP: &str = include_str!("../../../games/breakthrough-in-the-ardennes/map.txt");
const UNITS: &str = include_str!("../../../games/breakthrough-in-the-ardennes/units.csv");
/// Bits of a row in a hex's number.
const ROW_BITS: usize = 5;
/// Names of values, in the order of the drawings.
const ARMS: [&str; 6] = [
    "infantry",
    "airborne",
    "armour",
    "cavalry",
    "engineer",
    "panzergrenadier",
];
const SIZES: [&str; 4] = ["battalion", "regiment", "brigade", "division"];
const SMALL_TOWN: u8 = 1;
const VICTORY_TOWN: u8 = 2;
const EXIT: u8 = 3;
const NO_UNIT: u8 = 255;

type Layer = [u8; LAYER];

fn hex(x: usize, y: usize) -> usize {
    x << ROW_BITS | y
}

/// `x,y` or `x.y`, perhaps with more numbers behind.
fn numbers(word: &str) -> Vec<usize> {
    let numbers = word.split([',', '.']).map(|n| n.trim().parse().ok());
    numbers.map_while(|n| n).collect()
}

/// The neighbour in a direction from 1 to 6, on a map whose odd columns lie lower.
fn neighbour(x: i32, y: i32, direction: usize) -> (i32, i32) {
    let odd = x & 1;
    match direction {
        1 => (x, y - 1),
        2 => (x + 1, y - 1 + odd),
        3 => (x + 1, y + odd),
        4 => (x, y + 1),
        5 => (x - 1, y + odd),
        _ => (x - 1, y - 1 + odd),
    }
}

/// A side of a hex, and of the hex beyond it.
fn mark(layer: &mut Layer, x: usize, y: usize, direction: usize) {
    layer[hex(x, y)] |= 1 << (direction - 1);
    let (x, y) = neighbour(x as i32, y as i32, direction);
    if (0..31).contains(&x) && (0..32).contains(&y) {
        let back = (direction + 2) % 6;
        layer[hex(x as usize, y as usize)] |= 1 << back;
    }
}

/// The lines of a section that say something.
fn section(head: &str) -> impl Iterator<Item = &'static str> {
    let lines = MAP.lines().skip_while(move |line| *line != head).skip(1);
    lines
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// A letter a hex, by its place among those of the section.
fn letters(head: &str) -> Layer {
    let mut layer = [0; LAYER];
    let mut known = Vec::new();
    let mut y = 0;
    for line in section(head) {
        if line.len() < 31 {
            known.extend(line.chars().next());
            continue;
        }
        for (x, letter) in line.chars().enumerate() {
            let value = known.iter().position(|k| *k == letter);
            layer[hex(x, y)] = value.expect("a letter of the section") as u8;
        }
        y += 1;
    }
    layer
}

fn rivers() -> Layer {
    let mut layer = [0; LAYER];
    for line in section("[sides river]") {
        let sides = line.rsplit(':').next().unwrap_or(line);
        for side in sides.split_whitespace() {
            if let [x, y, direction] = numbers(side)[..] {
                mark(&mut layer, x, y, direction);
            }
        }
    }
    layer
}

fn roads() -> Layer {
    let mut layer = [0; LAYER];
    let mut last = None;
    for line in section("[links road]") {
        if !line.starts_with(' ') {
            last = None;
        }
        let chain = line.rsplit(": ").next().unwrap_or(line);
        for word in chain.split_whitespace() {
            let [x, y] = numbers(word)[..] else { continue };
            if let Some((from_x, from_y)) = last {
                let to = (x as i32, y as i32);
                let way = (1..=6).find(|d| neighbour(from_x as i32, from_y as i32, *d) == to);
                if let Some(direction) = way {
                    mark(&mut layer, from_x, from_y, direction);
                }
            }
            last = Some((x, y));
        }
    }
    layer
}

fn sites() -> Layer {
    let mut layer = [0; LAYER];
    for line in section("[places town]") {
        let mut words = line.split_whitespace();
        if let [x, y] = numbers(words.next().unwrap_or_default())[..] {
            layer[hex(x, y)] = match words.next() {
                Some("2") => VICTORY_TOWN,
                _ => SMALL_TOWN,
            };
        }
    }
    for line in section("[values exit]") {
        for word in line.split_whitespace() {
            if let [x, y] = numbers(word)[..] {
                layer[hex(x, y)] = EXIT;
            }
        }
    }
    layer
}

/// Puts the map and the units of the first turn where they stand into a bench's memory.
pub fn set_up(bench: &mut impl StandIn) {
    bench.poke("view_terrain", &letters("[rows terrain]"));
    bench.poke("view_owner", &letters("[rows owner]"));
    bench.poke("view_river", &rivers());
    bench.poke("view_road", &roads());
    bench.poke("view_site", &sites());
    bench.poke("view_blown", &[0; LAYER]);
    let mut first = [NO_UNIT; LAYER];
    let mut next = [NO_UNIT; 256];
    let [mut side, mut symbol, mut size] = [[0; 256]; 3];
    for (unit, line) in UNITS.lines().skip(1).enumerate() {
        let words: Vec<&str> = line.split(',').collect();
        let place = |names: &[&str], word: &str| {
            names.iter().position(|name| *name == word).unwrap_or(0) as u8
        };
        side[unit] = place(&["american", "german"], words[3]);
        symbol[unit] = place(&ARMS, words[4]);
        size[unit] = place(&SIZES, words[5]);
        if words[8] == "1"
            && let [x, y] = numbers(words[9])[..]
        {
            next[unit] = first[hex(x, y)];
            first[hex(x, y)] = unit as u8;
        }
    }
    bench.poke("view_first", &first);
    bench.poke("view_next", &next);
    bench.poke("view_side", &side);
    bench.poke("view_symbol", &symbol);
    bench.poke("view_size", &size);
    bench.poke("view_mode", &[0; 256]);
    bench.poke("view_attack", &[0; 256]);
}

/// A hex as shell calls take it.
pub fn at(x: usize, y: usize) -> u16 {
    hex(x, y) as u16
}
