//! The campaign of computer against computer on the Amiga: after every impulse the state of the reference VM. And what a key does that
//! is pressed meanwhile: the game is saved between two impulses, and goes on where it is loaded.

use hexfront::host::key_code;
use hexfront::pipeline::Game;
use hexfront::script::Action;
use hexfront::session::Session;
use hexfront::targets::AMIGA;
use hexfront::{compile, games};
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::contract::capability::POINTER;
use hexfront_isa::{NO_HEX, ShellCall, Style};
use hexfront_tests::album::Album;
use hexfront_tests::amiga::{at_first_menu, named_saves};
use hexfront_tests::c64::script;
use hexfront_vm::{Exit, Memory, Shell, Vm, image};
use std::collections::VecDeque;

/// As shell calls number pages.
const CLOSING_PAGE: u8 = 5;
/// Emulated seconds until the closing page waits for a key, and more.
const SECONDS_OF_THE_END: f64 = 20.0;
/// Instructions between two looks at the host.
const FUEL: u64 = 100_000_000;
/// Where the program asks for what was pressed meanwhile: once between any two impulses.
const ASKED: &str = "call_pressed";
/// Impulses that are looked at behind a loaded game.
const LOOKS_AFTER_LOADING: usize = 4;
/// The set-up of both, then impulses of both sides in thirteen turns: six at least, and what ends each turn.
const LEAST_LOOKS: usize = 1 + 13 * 7;
/// Seconds that a player is kept waiting for an impulse: at most, and in half of them.
const LONGEST_IMPULSE: f64 = 60.0;
const MEDIAN_IMPULSE: f64 = 20.0;

/// The machine that a demonstration needs: keys until the game begins, and a list of states, one for each time that it asks whether a
/// key was pressed.
struct Demonstration {
    keys: VecDeque<u16>,
    chance: u16,
    states: Vec<Vec<u8>>,
}

impl Shell for Demonstration {
    fn call(
        &mut self,
        call: ShellCall,
        io: [u16; 4],
        cartridge: &Cartridge<'_>,
        memory: &mut Memory,
    ) -> Option<u16> {
        match call {
            ShellCall::Event => self.keys.pop_front(),
            ShellCall::Entropy => Some(self.chance),
            ShellCall::Capability if io[0] == POINTER => {
                Some(Style::of(cartridge, true).capability())
            }
            ShellCall::Pointed => Some(NO_HEX),
            ShellCall::Pressed => {
                self.states.push(image::bytes(cartridge, memory).collect());
                Some(0)
            }
            _ => Some(0),
        }
    }
}

/// The states of the reference VM: one for each time that the game asks whether a key was pressed, and that at its end.
fn states_on_host(bytes: &[u8], script: &[Action]) -> (Vec<Vec<u8>>, Vec<u8>) {
    let cartridge = Cartridge::read(bytes).unwrap();
    let mut shell = Demonstration {
        keys: script.iter().filter_map(key_code).collect(),
        chance: 0,
        states: Vec::new(),
    };
    for action in script {
        if let Action::Chance(number) = action {
            shell.chance = *number;
        }
    }
    let mut memory = Memory::of(&cartridge);
    let mut vm = Vm::new(cartridge);
    let exit = loop {
        let before = shell.states.len();
        match vm.run(&mut memory, &mut shell, FUEL) {
            Exit::Fuel if shell.states.len() > before => {}
            exit => break exit,
        }
    };
    // The closing page waits for a key.
    assert_eq!(exit, Exit::Waiting(ShellCall::Event));
    let end = image::bytes(&cartridge, &memory).collect();
    (shell.states, end)
}

fn campaign() -> (Vec<u8>, Game) {
    let game = games::find("white-death").expect("the game is built in");
    let bytes = compile::compile(&game).expect("the game compiles");
    let built = AMIGA.build(&bytes).unwrap();
    (bytes, built)
}

/// Plays a script that has no pictures.
fn perform(amiga: &mut Session, name: &str) {
    for action in script(&format!("white-death-amiga/{name}.script")) {
        amiga.perform(&action).unwrap();
    }
}

/// The next time that the game asks whether a key was pressed: its state.
fn next_state(amiga: &mut Session) -> Vec<u8> {
    assert!(amiga.run_until_symbol(ASKED).unwrap());
    let state = amiga.state_image().unwrap();
    amiga.step().unwrap();
    state
}

/// WD-A.1, WD-A.2: after each impulse of both sides. An impulse keeps its time.
#[test]
fn a_campaign_of_computers_is_that_of_the_reference_vm_after_every_impulse() {
    let (bytes, built) = campaign();
    let (states, end) = states_on_host(&bytes, &script("white-death-amiga/campaign.script"));
    assert!(states.len() >= LEAST_LOOKS, "{} looks", states.len());
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    perform(&mut amiga, "campaign");
    let mut seconds = Vec::new();
    let mut before = amiga.machine.cycles();
    for (n, wanted) in states.iter().enumerate() {
        assert!(next_state(&mut amiga) == *wanted, "look {n} differs");
        let now = amiga.machine.cycles();
        seconds.push((now - before) as f64 / f64::from(amiga.machine.clock_hz()));
        before = now;
    }
    amiga.run_until_memory("page_now", CLOSING_PAGE).unwrap();
    amiga.run_seconds(SECONDS_OF_THE_END).unwrap();
    assert!(amiga.state_image().unwrap() == end, "the end differs");

    // Between two looks is an impulse, its defence and assaults, or the end of a turn, which is short.
    let mut impulses: Vec<f64> = seconds.into_iter().skip(2).filter(|s| *s > 2.0).collect();
    impulses.sort_by(f64::total_cmp);
    let (median, longest) = (impulses[impulses.len() / 2], impulses[impulses.len() - 1]);
    println!(
        "{} parts of impulses: median {median} s, longest {longest} s",
        impulses.len()
    );
    assert!(
        longest <= LONGEST_IMPULSE && median <= MEDIAN_IMPULSE,
        "{impulses:?}"
    );
}

/// WD-M.46, WD-M.47: the saved game is the state of that moment, and what is loaded goes on as if it had not been stopped.
#[test]
fn a_campaign_of_computers_is_stopped_saved_and_gone_on_with() {
    let (bytes, built) = campaign();
    let (states, _) = states_on_host(&bytes, &script("white-death-amiga/campaign.script"));
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    perform(&mut amiga, "campaign");
    let mut album = Album::open("white-death-computer", env!("CARGO_TARGET_TMPDIR"));
    album.perform(
        &mut amiga,
        &script("white-death-amiga/campaign-stopped.script"),
    );
    album.close();
    let disk = amiga.machine.disk().unwrap();
    let saved: Vec<_> = named_saves(&disk);
    assert_eq!(saved.len(), 1);
    assert_eq!(saved[0].name, "CAMP");
    assert!(saved[0].image == states[0], "another state was saved");

    let mut amiga = at_first_menu(&built, &disk);
    perform(&mut amiga, "campaign-loaded");
    for wanted in &states[1..=LOOKS_AFTER_LOADING] {
        assert!(
            next_state(&mut amiga) == *wanted,
            "it does not go on as it would have"
        );
    }
}
