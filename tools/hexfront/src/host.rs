//! A game on the reference VM, played from a list of keys: what replays and comparisons run against.

use crate::script::Action;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::contract::capability::POINTER;
use hexfront_isa::contract::key::{BACK, DELETE, DOWN, HELP, LEFT, RETURN, RIGHT, UP};
use hexfront_isa::contract::save::{DONE, FULL, NONE as NO_SAVE};
use hexfront_isa::{NO_HEX, ShellCall, Style};
use hexfront_lang::save_slots::{self, SaveSlots};
use hexfront_vm::image;
use hexfront_vm::{Exit, Memory, Shell, Trap, Vm};
use std::cmp::Reverse;
use std::collections::VecDeque;

/// The slot number that means the file that view `name` names.
const NAMED_SLOT: u16 = 0xFFFE;
/// Games that can be saved under names.
const MOST_NAMED: usize = 10;
/// What `named` takes to erase a game.
const ERASE: u16 = 1;
/// What a save under a name has for its slot.
const NO_SLOT: u8 = 0xFF;

/// Instructions between two looks at the time limit.
const FUEL: u64 = 50_000_000;

/// Why a game on the host cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The rules machine stopped.
    #[error("the program stopped in code page {page} at ${offset:02X}: {trap}")]
    Trapped {
        /// Why.
        trap: Trap,
        /// Code page.
        page: u8,
        /// Offset in it.
        offset: u8,
    },
    /// It ran without asking for a key for very long.
    #[error("the program ran {0} instructions without asking for a key")]
    Endless(u64),
    /// An action that is no key of the shell contract.
    #[error("{0:?} is no key that a game can see")]
    NoKey(Action),
}

/// A game in progress.
pub struct Host<'a> {
    vm: Vm<'a>,
    memory: Memory,
    shell: HostShell,
    done: bool,
}

/// A game that is saved under a name.
struct NamedGame {
    name: Vec<u8>,
    /// The running number in its header.
    number: u16,
    /// Header and image.
    file: Vec<u8>,
}

/// Games saved under names, in the slots that a disk has for them: one more than there may be games, since a game that is
/// saved anew goes into a free one before the old one is erased.
#[derive(Default)]
struct NamedGames([Option<NamedGame>; MOST_NAMED + 1]);

/// What the reference VM sees of a machine: keys, two save slots, text; saves under names, if it has a pointer.
#[derive(Default)]
struct HostShell {
    pointer: bool,
    named: NamedGames,
    keys: VecDeque<u16>,
    slots: SaveSlots,
    entropy: u16,
    text: String,
}

impl<'a> Host<'a> {
    /// Starts a game. `entropy` is what the machine answers when the game asks how long its player took.
    pub fn new(cartridge: Cartridge<'a>, entropy: u16) -> Self {
        Self {
            memory: Memory::of(&cartridge),
            vm: Vm::new(cartridge),
            shell: HostShell {
                entropy,
                ..HostShell::default()
            },
            done: false,
        }
    }

    /// The same on a machine that has a pointer; a game that is made for one is worked with it.
    #[must_use]
    pub fn with_pointer(mut self) -> Self {
        self.shell.pointer = true;
        self
    }

    /// The game saved under a name, header and image.
    pub fn saved_as(&self, name: &str) -> Option<&[u8]> {
        self.shell.named.get(name.as_bytes())
    }

    /// Switches off and on again; the disk keeps its saves.
    pub fn power_cycle(&mut self) {
        let cartridge = *self.vm.cartridge();
        self.memory = Memory::of(&cartridge);
        self.vm = Vm::new(cartridge);
        self.shell.keys.clear();
        self.done = false;
    }

    /// Presses one key and runs until the next is wanted.
    ///
    /// # Errors
    /// When the program stops or never asks.
    pub fn press(&mut self, key: u16) -> Result<(), HostError> {
        self.shell.keys.push_back(key);
        self.run()
    }

    /// Performs the keys of a script; waits and pictures are nothing here.
    ///
    /// # Errors
    /// When an action is no key, or the program stops.
    pub fn perform(&mut self, actions: &[Action]) -> Result<(), HostError> {
        self.run()?;
        for action in actions {
            match action {
                Action::Chance(number) => self.shell.entropy = *number,
                Action::Wait(_)
                | Action::Until(_)
                | Action::UntilMem { .. }
                | Action::Shot(_)
                | Action::State(_) => {}
                Action::Char(_)
                | Action::Key(_)
                | Action::Tap(_)
                | Action::Point { .. }
                | Action::Mouse(..)
                | Action::Click(_)
                | Action::Hold(..) => {
                    let key = key_code(action).ok_or_else(|| HostError::NoKey(action.clone()))?;
                    self.press(key)?;
                }
            }
        }
        Ok(())
    }

    /// Runs until a key is wanted and none is there, or the program is done.
    ///
    /// # Errors
    /// When the program stops or never asks.
    pub fn run(&mut self) -> Result<(), HostError> {
        if self.done {
            return Ok(());
        }
        match self.vm.run(&mut self.memory, &mut self.shell, FUEL) {
            Exit::Waiting(_) => Ok(()),
            Exit::Done => {
                self.done = true;
                Ok(())
            }
            Exit::Fuel => Err(HostError::Endless(FUEL)),
            Exit::Trap { trap, page, offset } => Err(HostError::Trapped { trap, page, offset }),
        }
    }

    /// Whether the program has ended.
    pub fn done(&self) -> bool {
        self.done
    }

    /// The state image.
    pub fn state_image(&self) -> Vec<u8> {
        image::bytes(self.vm.cartridge(), &self.memory).collect()
    }

    /// A file of a saved game, two a game: header and packed image.
    pub fn saved(&self, slot: usize) -> Option<&[u8]> {
        self.shell.slots.file(slot)
    }

    /// What was printed since the last call.
    pub fn take_text(&mut self) -> String {
        std::mem::take(&mut self.shell.text)
    }
}

/// The key code that a game sees for an action, if it is a key.
pub fn key_code(action: &Action) -> Option<u16> {
    match action {
        Action::Char('\n') => Some(RETURN),
        Action::Char(c) => {
            let code = u16::try_from(u32::from(c.to_ascii_uppercase())).ok()?;
            match code {
                63 => Some(HELP),
                32..=95 => Some(code),
                _ => None,
            }
        }
        Action::Key(name) | Action::Tap(name) => Some(match name.to_uppercase().as_str() {
            "RET" | "RETURN" | "ENTER" => RETURN,
            "SPACE" => 32,
            "DEL" | "DELETE" | "BACKSPACE" => DELETE,
            "ESC" | "BACK" | "LEFT-ARROW" | "STOP" | "RUN-STOP" => BACK,
            "UP" => UP,
            "RIGHT" => RIGHT,
            "DOWN" => DOWN,
            "LEFT" => LEFT,
            "F1" => HELP,
            _ => return None,
        }),
        _ => None,
    }
}

/// Letters of the name in view `name`, without the zeros behind it.
fn name_in(cartridge: &Cartridge<'_>, memory: &Memory) -> Vec<u8> {
    let view = cartridge.views().find(|view| view.role == "name");
    let letters = view.into_iter().flat_map(|view| {
        let place = move |n| memory.byte(view.page, view.offset.wrapping_add(n));
        (0..view.count).map(place)
    });
    letters.take_while(|letter| *letter != 0).collect()
}

/// Puts a name into view `name`.
pub fn put_name(cartridge: &Cartridge<'_>, memory: &mut Memory, name: &[u8]) {
    let Some(view) = cartridge.views().find(|view| view.role == "name") else {
        return;
    };
    for n in 0..view.count {
        let letter = name.get(usize::from(n)).copied().unwrap_or(0);
        memory.set_byte(view.page, view.offset.wrapping_add(n), letter);
    }
}

impl NamedGames {
    fn find(&self, name: &[u8]) -> Option<usize> {
        let is_it = |slot: &Option<NamedGame>| slot.as_ref().is_some_and(|game| game.name == name);
        self.0.iter().position(is_it)
    }

    fn get(&self, name: &[u8]) -> Option<&[u8]> {
        let game = self.0.get(self.find(name)?)?.as_ref()?;
        Some(&game.file)
    }

    /// The name of the n-th, the one that was saved last first.
    fn nth(&self, n: usize) -> Option<&[u8]> {
        let mut games: Vec<&NamedGame> = self.0.iter().flatten().collect();
        games.sort_by_key(|game| Reverse(game.number));
        games.get(n).map(|game| game.name.as_slice())
    }

    /// The running number of the next game that is saved.
    fn next_number(&self) -> u16 {
        let highest = self.0.iter().flatten().map(|game| game.number).max();
        highest.unwrap_or(0).wrapping_add(1)
    }

    fn erase(&mut self, name: &[u8]) -> bool {
        let slot = self.find(name).and_then(|at| self.0.get_mut(at));
        slot.is_some_and(|slot| slot.take().is_some())
    }

    fn put(&mut self, game: NamedGame) -> u16 {
        let before = self.find(&game.name);
        if before.is_none() && self.0.iter().flatten().count() >= MOST_NAMED {
            return FULL;
        }
        if let Some(free) = self.0.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(game);
        }
        if let Some(slot) = before.and_then(|at| self.0.get_mut(at)) {
            *slot = None;
        }
        DONE
    }
}

impl HostShell {
    /// Puts the name of the n-th saved game into view `name`.
    fn list(&self, n: u16, cartridge: &Cartridge<'_>, memory: &mut Memory) -> u16 {
        match self.named.nth(n.into()) {
            Some(name) => {
                put_name(cartridge, memory, name);
                DONE
            }
            None => NO_SAVE,
        }
    }

    fn save_named(&mut self, cartridge: &Cartridge<'_>, memory: &Memory) -> u16 {
        let number = self.named.next_number();
        self.named.put(NamedGame {
            name: name_in(cartridge, memory),
            number,
            file: save_slots::plain_file(cartridge, memory, NO_SLOT, number),
        })
    }

    /// Whether there is a game under the name, or was one that is erased.
    fn named(&mut self, action: u16, cartridge: &Cartridge<'_>, memory: &Memory) -> u16 {
        let name = name_in(cartridge, memory);
        let there = match action {
            ERASE => self.named.erase(&name),
            _ => self.named.get(&name).is_some(),
        };
        if there { DONE } else { NO_SAVE }
    }

    fn load_named(&self, cartridge: &Cartridge<'_>, memory: &mut Memory) -> u16 {
        match self.named.get(&name_in(cartridge, memory)) {
            Some(file) => save_slots::load(cartridge, memory, file),
            None => NO_SAVE,
        }
    }
}

impl Shell for HostShell {
    fn call(
        &mut self,
        call: ShellCall,
        io: [u16; 4],
        cartridge: &Cartridge<'_>,
        memory: &mut Memory,
    ) -> Option<u16> {
        match call {
            ShellCall::Event => self.keys.pop_front(),
            ShellCall::Save if io[0] == NAMED_SLOT => Some(self.save_named(cartridge, memory)),
            ShellCall::Load if io[0] == NAMED_SLOT => Some(self.load_named(cartridge, memory)),
            ShellCall::Save => Some(self.slots.save(io[0], cartridge, memory)),
            ShellCall::Load => Some(self.slots.load(io[0], cartridge, memory)),
            ShellCall::Look => Some(self.slots.look(io[0], io[1], cartridge)),
            ShellCall::Saved => Some(self.list(io[0], cartridge, memory)),
            ShellCall::Named => Some(self.named(io[0], cartridge, memory)),
            ShellCall::Capability if io[0] == POINTER => {
                Some(Style::of(cartridge, self.pointer).capability())
            }
            ShellCall::Entropy => Some(self.entropy),
            // Its pointer chooses; it lies nowhere.
            ShellCall::Pointed => Some(NO_HEX),
            ShellCall::Char => {
                let c = char::from(io[0] as u8);
                self.text.push(if c == '\r' { '\n' } else { c });
                Some(0)
            }
            ShellCall::Window | ShellCall::At => {
                self.text.push('\n');
                Some(0)
            }
            _ => Some(0),
        }
    }
}
