//! A replay on the reference VM: keys, chance, saves and loads are answered from the file.

use super::file::{Event, Status};
use super::run::{Execution, Failed, Stroke};
use crate::host;
use crate::observe::{Journal, Seen};
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::{NO_HEX, ShellCall, Style};
use hexfront_vm::{Exit, Memory, Shell, Vm, image};
use std::collections::VecDeque;

/// Instructions without a shell call, at most: some minutes of the slowest machine.
const FUEL: u64 = 100_000_000;

/// What `capability` is asked for a pointer.
const POINTER: u16 = 3;
/// What `load` answers when the file has none: no such save.
const NO_SAVE: u16 = 1;

/// A game being replayed.
#[derive(Clone)]
pub struct HostRun<'a> {
    vm: Vm<'a>,
    memory: Memory,
    shell: Answers,
}

/// What stands before the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    /// The page, as the shell call numbers them: 0 is the map.
    pub page: u16,
    /// The side in whose colour the top bar is, 0 or 1.
    pub bar: u16,
}

/// The shell that a replay is.
#[derive(Clone)]
struct Answers {
    journal: Journal,
    turn: Option<(u8, u8)>,
    screen: Screen,
    key: Option<u16>,
    queue: VecDeque<Event>,
}

impl<'a> HostRun<'a> {
    /// Starts the game and runs it until it waits for its first key.
    ///
    /// # Errors
    /// When the program stops or does not end.
    pub fn start(cartridge: Cartridge<'a>) -> Result<Self, Failed> {
        let view = cartridge.views().find(|view| view.role == "turn");
        let mut run = Self {
            memory: Memory::of(&cartridge),
            vm: Vm::new(cartridge),
            shell: Answers {
                journal: Journal::default(),
                turn: view.map(|view| (view.page, view.offset)),
                screen: Screen::default(),
                key: None,
                queue: VecDeque::new(),
            },
        };
        run.go_on()?;
        run.shell.journal.take();
        Ok(run)
    }

    fn go_on(&mut self) -> Result<(), Failed> {
        loop {
            let before = self.shell.journal.seen();
            match self.vm.run(&mut self.memory, &mut self.shell, FUEL) {
                Exit::Waiting(_) => return Ok(()),
                Exit::Done => {
                    let image = self.image();
                    self.shell.journal.left(0, None, image);
                    return Ok(());
                }
                Exit::Fuel if self.shell.journal.seen() > before => {}
                Exit::Fuel => return Err(Failed::Endless(FUEL)),
                Exit::Trap { trap, page, offset } => {
                    return Err(Failed::Fault {
                        place: self.place(page, offset),
                        trap: trap.to_string(),
                    });
                }
            }
        }
    }

    /// What stands before the player.
    pub fn screen(&self) -> Screen {
        self.shell.screen
    }

    /// The value of a view role that is a byte, 0 where the game binds none.
    pub fn view(&self, role: &str) -> u8 {
        let mut views = self.vm.cartridge().views();
        let view = views.find(|view| view.role == role);
        view.map_or(0, |view| self.memory.byte(view.page, view.offset))
    }

    /// How many recorded answers the game did not ask for since the last key.
    pub fn not_asked_for(&self) -> usize {
        self.shell.queue.len()
    }

    /// A place in the code, by its source line if the cartridge knows it.
    fn place(&self, page: u8, offset: u8) -> String {
        let cartridge = self.vm.cartridge();
        let line = cartridge.line_at(page, offset);
        let named = line.and_then(|line| {
            let file = cartridge.files().nth(usize::from(line.file))?;
            Some(format!("{file}, line {}", line.line))
        });
        named.unwrap_or_else(|| format!("code page {page} at ${offset:02X}"))
    }
}

impl Execution for HostRun<'_> {
    fn name(&self) -> &'static str {
        "host"
    }

    fn press(&mut self, stroke: &Stroke<'_>) -> Result<Vec<Seen>, Failed> {
        self.shell.key = Some(stroke.key);
        self.shell.queue = stroke.answers().cloned().collect();
        self.go_on()?;
        let sightings = self.shell.journal.take();
        Ok(sightings.into_iter().map(|s| s.what).collect())
    }

    fn image(&self) -> Vec<u8> {
        image::bytes(self.vm.cartridge(), &self.memory).collect()
    }
}

impl Answers {
    /// The recorded answer to a call, if the next one is of its kind; else the run takes another course than the
    /// recording, which the comparison finds.
    fn recorded<T>(&mut self, wanted: impl FnOnce(&Event) -> Option<T>) -> Option<T> {
        let answer = wanted(self.queue.front()?)?;
        self.queue.pop_front();
        Some(answer)
    }

    fn answer(
        &mut self,
        call: ShellCall,
        io: [u16; 4],
        cartridge: &Cartridge<'_>,
        memory: &mut Memory,
    ) -> Option<u16> {
        match call {
            ShellCall::Event => self.key.take(),
            ShellCall::Entropy => self
                .recorded(|event| match event {
                    Event::Entropy(number) => Some(*number),
                    _ => None,
                })
                .or(Some(0)),
            // A machine with a pointer, as far as the course of the game can tell: it lists the saved games, and tells of keys
            // that were pressed and of where the pointer is.
            ShellCall::Capability if io[0] == POINTER => {
                let tells = |event: &Event| {
                    matches!(
                        event,
                        Event::Saved(_) | Event::Pressed(_) | Event::Pointed(_)
                    )
                };
                let has_pointer = self.queue.iter().any(tells);
                Some(Style::of(cartridge, has_pointer).capability())
            }
            ShellCall::Pressed => self
                .recorded(|event| match event {
                    Event::Pressed(answer) => Some(*answer),
                    _ => None,
                })
                .or(Some(0)),
            ShellCall::Pointed => self
                .recorded(|event| match event {
                    Event::Pointed(hex) => Some(*hex),
                    _ => None,
                })
                .or(Some(NO_HEX)),
            ShellCall::Saved => {
                let status = self.recorded(|event| match event {
                    Event::Saved(status) => Some(*status),
                    _ => None,
                });
                // The names are not recorded; the course of the game asks only whether one has been given.
                if status == Some(0) {
                    host::put_name(cartridge, memory, b"GAME");
                }
                status.or(Some(NO_SAVE))
            }
            ShellCall::Named => self
                .recorded(|event| match event {
                    Event::Named(Status(status)) => Some(*status),
                    _ => None,
                })
                .or(Some(NO_SAVE)),
            ShellCall::Save => self
                .recorded(|event| match event {
                    Event::Save(Status(status)) => Some(*status),
                    _ => None,
                })
                .or(Some(0)),
            ShellCall::Load => {
                let loaded = self.recorded(|event| match event {
                    Event::Load { status, image } => Some((status.0, image.clone())),
                    _ => None,
                });
                let (status, state) = loaded.unwrap_or((NO_SAVE, Vec::new()));
                image::restore(cartridge, memory, &state);
                Some(status)
            }
            _ => Some(0),
        }
    }
}

impl Shell for Answers {
    fn call(
        &mut self,
        call: ShellCall,
        io: [u16; 4],
        cartridge: &Cartridge<'_>,
        memory: &mut Memory,
    ) -> Option<u16> {
        let turn = self
            .turn
            .map_or(0, |(page, offset)| memory.byte(page, offset));
        self.journal
            .called(0, call, turn, || image::bytes(cartridge, memory).collect());
        match call {
            ShellCall::Page => self.screen.page = io[0],
            ShellCall::Side => self.screen.bar = io[0],
            _ => {}
        }
        let answer = self.answer(call, io, cartridge, memory)?;
        self.journal
            .answered(0, answer, || image::bytes(cartridge, memory).collect());
        Some(answer)
    }
}
