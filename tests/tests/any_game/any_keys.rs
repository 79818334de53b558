//! Keys by chance: whatever a player presses, on whichever page, nothing that he comes to is out of memory.
//!
//! The compiler tells of calls into a part that can never be there; that it surely is hangs on the course of the game.

use hexfront::pairs::Pairs;
use hexfront::replay::host::HostRun;
use hexfront::replay::run::{Execution, Stroke};
use hexfront::targets;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::contract::key;
use hexfront_tests::beside::made_for;
use hexfront_tests::c64::folder;

/// Keys of a game on a machine, and after how many the game begins anew.
const KEYS: u32 = 6_000;
const SITTING: u32 = 1_000;
/// What is told of a game that stops.
const TOLD: usize = 40;

/// Numbers that look like chance (Marsaglia, "Xorshift RNGs", 2003).
struct Chance(u32);

impl Chance {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % n
    }

    /// Keys of menus, digits, and those that end what is asked; help more often than its share, as it takes the place of parts.
    fn key(&mut self) -> u16 {
        let letter = |n: u32| u16::from(b'A') + n as u16;
        match self.below(16) {
            0..=3 => letter(self.below(26)),
            4..=7 => u16::from(b'1') + self.below(6) as u16,
            8 => u16::from(b'0') + self.below(10) as u16,
            9..=11 => key::RETURN,
            12 => u16::from(b' '),
            13 => key::BACK,
            14 => u16::from(b'H'),
            _ => u16::from(b'N'),
        }
    }
}

fn shown(keys: &[u16]) -> String {
    let last = &keys[keys.len().saturating_sub(TOLD)..];
    let name = |code: &u16| match char::from_u32(u32::from(*code)) {
        Some(sign) if !sign.is_control() => sign.to_string(),
        _ => format!("<{code}>"),
    };
    last.iter().map(name).collect()
}

#[test]
fn whatever_is_pressed_no_game_comes_to_a_part_that_is_not_there() {
    let pairs = Pairs::read(&folder("../pairs.toml")).expect("there are pairs");
    let mut seen = 0;
    for pair in &pairs.rows {
        let target = targets::ALL.into_iter().find(|t| t.name() == pair.machine);
        let bytes = made_for(target.expect("a machine"), &pair.game);
        let cartridge = Cartridge::read(&bytes).expect("a cartridge");
        if cartridge.parts().count() < 2 {
            continue;
        }
        seen += 1;
        for sitting in 0..KEYS / SITTING {
            let mut chance = Chance(1_984 + sitting);
            let mut run = HostRun::start(cartridge).expect("it begins");
            let mut keys = Vec::new();
            for _ in 0..SITTING {
                keys.push(chance.key());
                let stroke = Stroke {
                    line: 0,
                    key: keys[keys.len() - 1],
                    after: &[],
                };
                if let Err(failed) = run.press(&stroke) {
                    panic!(
                        "{} on the {}: {failed} behind {} keys, the last ones {}",
                        pair.game,
                        pair.machine,
                        keys.len(),
                        shown(&keys)
                    );
                }
            }
        }
    }
    assert!(seen > 0, "no game is cut into parts");
}
