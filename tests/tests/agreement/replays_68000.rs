//! Whole games on the reference VM and on the rules machine of a bare 68000: the same state after every turn.

use hexfront::observe::{Journal, Seen};
use hexfront::replay::file::{Event, Head, Replay};
use hexfront::replay::host::HostRun;
use hexfront::replay::run::{Difference, Execution, Failed, Stroke, run};
use hexfront::{compile, games};
use hexfront_isa::ShellCall;
use hexfront_isa::cartridge::Cartridge;
use hexfront_tests::c64::ardennes;
use hexfront_tests::lockstep::RulesMachine;
use hexfront_tests::rig68000::Rig;

/// Keys that the settings of Blitzkrieg take.
struct Key;

impl Key {
    const SPACE: u16 = 32;
    const RIGHT: u16 = 129;
    const OK: u16 = b'O' as u16;
}

/// A game on the 68000, its shell a replay.
struct RigRun {
    rig: Rig,
    journal: Journal,
    turn: (u8, u8),
    /// When each turn was first seen: its number and the cycles so far.
    turns: Vec<(u8, u64)>,
}

impl RigRun {
    /// At the first wait for a key.
    fn start(cartridge: &Cartridge<'_>) -> Self {
        let turn = cartridge.views().find(|view| view.role == "turn");
        let mut run = Self {
            rig: Rig::new(cartridge),
            journal: Journal::default(),
            turn: turn.map_or((0, 0), |view| (view.page, view.offset)),
            turns: Vec::new(),
        };
        run.go_on();
        run.journal.take();
        run
    }

    /// Runs until the next wait for a key.
    fn go_on(&mut self) {
        while let Some(call) = self.rig.run_to_call() {
            self.called(call);
            match call {
                ShellCall::Event => return,
                _ => self.answer(0),
            }
        }
        let trap = Some(self.rig.trap()).filter(|trap| *trap != 255);
        self.journal.left(0, trap, self.rig.state_image());
    }

    /// Plays until so many turns more have begun: their numbers, and the hashes of the states then.
    fn play(&mut self, turns: usize) -> Vec<(u8, u32)> {
        let mut begun = Vec::new();
        while begun.len() < turns {
            let call = self.rig.run_to_call().expect("the game goes on");
            self.called(call);
            for sighting in self.journal.take() {
                if let Seen::Turn { turn, image } = sighting.what {
                    begun.push((turn, hexfront::observe::hash(&image)));
                }
            }
            self.answer(0);
        }
        begun
    }

    fn called(&mut self, call: ShellCall) {
        let turn = self.rig.page(self.turn.0)[usize::from(self.turn.1)];
        if self.turns.last().is_none_or(|(last, _)| *last != turn) {
            self.turns.push((turn, self.rig.cycles()));
        }
        self.journal
            .called(0, call, turn, || self.rig.state_image());
    }

    fn answer(&mut self, answer: u16) {
        self.journal.answered(0, answer, || self.rig.state_image());
        self.rig.answer(answer);
    }
}

impl Execution for RigRun {
    fn name(&self) -> &'static str {
        "68000"
    }

    fn press(&mut self, stroke: &Stroke<'_>) -> Result<Vec<Seen>, Failed> {
        self.answer(stroke.key);
        self.go_on();
        Ok(self.journal.take().into_iter().map(|s| s.what).collect())
    }

    fn image(&self) -> Vec<u8> {
        self.rig.state_image()
    }
}

/// What the keys bring about on the reference VM, as a replay.
fn recorded(cartridge: &Cartridge<'_>, keys: &str) -> Replay {
    let mut host = HostRun::start(*cartridge).unwrap();
    let mut text = Head::of(cartridge).to_string();
    for key in keys.split(' ') {
        text.push_str(&format!("key {key}\n"));
    }
    let plain = Replay::parse(&text).unwrap();
    let mut whole = Head::of(cartridge).to_string();
    for line in &plain.lines {
        let Event::Key(key) = line.event else {
            continue;
        };
        whole.push_str(&format!("{}\n", line.event));
        let stroke = Stroke {
            line: line.number,
            key,
            after: &[],
        };
        for seen in host.press(&stroke).unwrap() {
            let event = match seen {
                Seen::Turn { turn, image } => Event::Turn {
                    turn,
                    hash: hexfront::observe::hash(&image),
                },
                Seen::Answered(ShellCall::Entropy, number) => Event::Entropy(number),
                _ => continue,
            };
            whole.push_str(&format!("{event}\n"));
        }
    }
    let hash = hexfront::observe::hash(&host.image());
    whole.push_str(&format!("{}\n", Event::End { hash }));
    Replay::parse(&whole).unwrap()
}

/// Nobody presses a key after the game number: computer against computer, to the count of points.
#[test]
fn twelve_days_of_computer_against_computer_are_equal() {
    let bytes = ardennes();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let replay = recorded(&cartridge, "N 3 H D 3 7 RETURN");
    let mut machine = RigRun::start(&cartridge);
    let course = run(&replay, &mut machine).unwrap();
    assert_eq!(course.difference, None);
    assert!(course.equal.len() >= 12, "{replay}");
}

/// Cycles a second of a PAL Amiga's processor.
const AMIGA_HERTZ: u64 = 7_093_790;

/// What a German and an Allied computer turn together may take here, in seconds. On the Amiga the display takes cycles too;
/// a turn of one side may take a minute there (BLZ-AI.2).
const TURN_SECONDS: u64 = 60;

/// Turns of Blitzkrieg that are played here: the first ones, with a whole day and the first reinforcements.
const TURNS: usize = 3;

/// Blitzkrieg, both players the computer: nothing waits once the settings are closed.
#[test]
fn blz_ai_2_turns_of_blitzkrieg_are_equal_and_in_time() {
    let game = games::find("blitzkrieg-at-the-ardennes").unwrap();
    let bytes = compile::compile(&game).unwrap();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let mut wanted = Vec::new();
    for line in recorded(&cartridge, "SPACE RIGHT O").lines {
        if let Event::Turn { turn, hash } = line.event {
            wanted.push((turn, hash));
        }
    }
    let mut machine = RigRun::start(&cartridge);
    for key in [Key::SPACE, Key::RIGHT, Key::OK] {
        machine.answer(key);
        if key != Key::OK {
            machine.go_on();
        }
    }
    machine.journal.take();
    assert_eq!(machine.play(TURNS), wanted[..TURNS]);
    for pair in machine.turns.windows(2) {
        let ((turn, from), (_, to)) = (pair[0], pair[1]);
        let seconds = (to - from) / AMIGA_HERTZ;
        println!("turn {turn}: {seconds} s");
        assert!(seconds <= TURN_SECONDS, "turn {turn} takes {seconds} s");
    }
}

/// The comparison finds a state that differs.
#[test]
fn another_game_number_is_found() {
    let bytes = ardennes();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let replay = recorded(&cartridge, "N 3 H T 3 7 RETURN SPACE");
    let other = replay.to_string().replace("key 7", "key 8");
    let other = Replay::parse(&other).unwrap();
    let mut machine = RigRun::start(&cartridge);
    let course = run(&other, &mut machine).unwrap();
    assert!(
        matches!(course.difference, Some(Difference::State(_))),
        "{course:?}"
    );
}
