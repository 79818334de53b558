//! A game on an emulated machine beside the reference VM: the same keys, and the same state after each of them.

use crate::booted::at_first_menu;
use crate::c64::script;
use crate::fields::Fields;
use crate::in_parts::saved_games;
use hexfront::host::Host;
use hexfront::pipeline::Game;
use hexfront::replay::fields::differences;
use hexfront::script::Action;
use hexfront::session::Session;
use hexfront::targets::TargetRef;
use hexfront::{compile, games};
use hexfront_isa::cartridge::Cartridge;

/// The cartridge of a game as a machine takes it.
///
/// # Panics
/// When there is no such game, or it does not compile.
pub fn made_for(target: TargetRef, game: &str) -> Vec<u8> {
    let game = games::find(game).expect("the game is built in");
    compile::compile_on(&game, target).expect("the game compiles")
}

/// A game on a machine, and the same on the reference VM.
pub struct Beside<'a> {
    cartridge: Cartridge<'a>,
    game: Game,
    machine: Session,
    host: Host<'a>,
}

impl<'a> Beside<'a> {
    /// Both at the first menu; the machine has the game's own disk.
    ///
    /// # Panics
    /// When the game does not start.
    pub fn start(target: TargetRef, cartridge: &'a [u8]) -> Self {
        let game = target
            .build(cartridge)
            .unwrap_or_else(|error| panic!("{}: {error}", target.title()));
        let cartridge = Cartridge::read(cartridge).expect("the cartridge is one");
        let machine = at_first_menu(&game, &game.disk.to_bytes());
        let host = Host::new(cartridge, 0);
        Self {
            cartridge,
            game,
            machine,
            host,
        }
    }

    /// Types a script of `tests/scripts` on both.
    ///
    /// # Panics
    /// When a state differs after a key.
    pub fn perform(&mut self, name: &str) {
        for (i, action) in script(name).iter().enumerate() {
            let at = || format!("{name}, action {i}, {action:?}");
            self.machine
                .perform(action)
                .unwrap_or_else(|error| panic!("{}: {error}", at()));
            self.host
                .perform(std::slice::from_ref(action))
                .unwrap_or_else(|error| panic!("{}: {error}", at()));
            if !matches!(action, Action::Wait(_)) {
                self.assert_same_state(&at());
            }
        }
    }

    fn assert_same_state(&self, at: &str) {
        let found = self.machine.state_image().expect("the machine is ours");
        let wanted = self.host.state_image();
        if found != wanted {
            let list = differences(&self.cartridge, &wanted, &found);
            let list: Vec<String> = list.iter().map(ToString::to_string).collect();
            panic!("{at}: {}", list.join(", "));
        }
    }

    /// The values of the state, by the names of the rules.
    pub fn fields(&self) -> Fields {
        Fields::of(&self.cartridge, &self.host.state_image())
    }

    /// Switches both off and on again; what was saved stays on their disks.
    ///
    /// # Panics
    /// When the disk does not start.
    pub fn power_cycle(&mut self) {
        let disk = self.machine.machine.disk().expect("a disk is in the drive");
        self.machine = at_first_menu(&self.game, &disk);
        self.host.power_cycle();
    }

    /// The same with a new disk of the game's in the machine's drive, on which files lie: games that were saved elsewhere.
    ///
    /// # Panics
    /// When the disk has no room for them, or does not start.
    pub fn power_cycle_with(&mut self, files: &[(String, Vec<u8>)]) {
        let mut disk = self.game.disk.clone();
        for (name, file) in files {
            disk.put(name, file).expect("it has room");
        }
        self.machine = at_first_menu(&self.game, &disk.to_bytes());
        self.host.power_cycle();
    }

    /// The files of saved games on the machine's disk, by name.
    ///
    /// # Panics
    /// When they are not, byte for byte, those of the reference VM.
    pub fn saved(&self) -> Vec<(String, Vec<u8>)> {
        let disk = self.machine.machine.disk().expect("a disk is in the drive");
        let mut files = saved_games(&disk);
        files.sort();
        for (name, file) in &files {
            let slot = name.bytes().last().map_or(0, |letter| letter - b'A');
            assert!(
                self.host.saved(slot.into()) == Some(file),
                "{name} differs from the reference VM's"
            );
        }
        files
    }
}
