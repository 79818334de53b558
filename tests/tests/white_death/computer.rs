//! White Death's computer players on the Amiga: a game of computer against computer beside the reference VM, and how long an impulse takes.

use hexfront::replay::file::Replay;
use hexfront::session::Session;
use hexfront::targets::AMIGA;
use hexfront::{compile, games};
use hexfront_isa::cartridge::Cartridge;
use hexfront_platforms::machine::Bank;
use hexfront_tests::album::Album;
use hexfront_tests::amiga::at_first_menu;
use hexfront_tests::c64::script;
use hexfront_tests::fields::Fields;
use hexfront_tests::recording::{Recording, on_host};

/// As shell calls number pages.
const CLOSING_PAGE: u8 = 5;
/// Emulated seconds that a scenario of two turns may take.
const LONGEST_DEMONSTRATION: f64 = 1_800.0;
/// Emulated seconds until the closing page waits for a key, and more.
const SECONDS_OF_THE_END: f64 = 20.0;
/// Emulated seconds between two looks at the state.
const LOOK: f64 = 0.1;
/// The last turn of the scenario.
const LAST_TURN: u8 = 13;
/// Seconds that a player is kept waiting for an impulse: at most, and in half of them, as measured.
const LONGEST_IMPULSE: f64 = 60.0;
const MEDIAN_IMPULSE: f64 = 20.0;
/// Impulses of both sides in a turn, at least: each has ten points, in three impulses.
const LEAST_IMPULSES: usize = 6;

/// Which impulse it is: the turn, and how many each side has begun.
fn impulse(cartridge: &Cartridge<'_>, amiga: &Session) -> [u16; 3] {
    let state = Fields::of(
        cartridge,
        &amiga.state_image().expect("a game of ours runs"),
    );
    [
        state.one("turn"),
        state.at("impulses", 0),
        state.at("impulses", 1),
    ]
}

/// WD-A.1, WD-A.2: the computer plays both sides; after every turn, and so after every impulse before it, the state is that of the
/// reference VM. An impulse keeps its time.
#[test]
fn computer_against_computer_is_that_of_the_reference_vm_after_every_turn() {
    let game = games::find("white-death").expect("the game is built in");
    let bytes = compile::compile(&game).expect("the game compiles");
    let cartridge = Cartridge::read(&bytes).unwrap();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let shown = env!("CARGO_TARGET_TMPDIR");
    let mut recording = Recording::begin(shown, "white-death-computer", &bytes, &mut amiga);
    let mut album = Album::open("white-death-computer", shown);
    let actions = script("white-death-amiga/demonstration.script");
    recording.perform(&mut amiga, &actions, |amiga, name| {
        album.compare(amiga, name);
    });
    album.close();

    let page = amiga.symbols["page_now"];
    let mut seconds = Vec::new();
    let mut now = impulse(&cartridge, &amiga);
    let mut spent = 0.0;
    for _ in 0..(LONGEST_DEMONSTRATION / LOOK) as usize {
        amiga.run_seconds(LOOK).unwrap();
        recording.update(&mut amiga);
        spent += LOOK;
        let next = impulse(&cartridge, &amiga);
        let over = amiga.machine.peek(Bank::Ram, page) == CLOSING_PAGE;
        if next != now || over {
            // What came before the first impulse of a turn is none, and neither is what the end takes.
            if now[1] + now[2] > 0 && spent > 10.0 * LOOK {
                seconds.push(spent);
            }
            now = next;
            spent = 0.0;
        }
        if over {
            break;
        }
    }
    println!("seconds of impulses: {seconds:?}");
    // The picture of the end comes from the disk.
    amiga.run_seconds(SECONDS_OF_THE_END).unwrap();
    let text = recording.end(&mut amiga);
    assert!(
        text.contains("\nentropy ") && text.contains("\nend "),
        "{text}"
    );
    let course = on_host(&Replay::parse(&text).unwrap(), &bytes);
    assert_eq!(course.difference, None);
    let turns: Vec<_> = course.equal.iter().filter_map(|check| check.turn).collect();
    assert!(turns.contains(&LAST_TURN), "{turns:?}");

    assert!(seconds.len() >= 2 * LEAST_IMPULSES, "{seconds:?}");
    seconds.sort_by(f64::total_cmp);
    let middle = seconds.len() / 2;
    let median = (seconds[middle] + seconds[(seconds.len() - 1) / 2]) / 2.0;
    let longest = seconds[seconds.len() - 1];
    println!(
        "{} impulses: median {median} s, longest {longest} s",
        seconds.len()
    );
    assert!(
        longest <= LONGEST_IMPULSE && median <= MEDIAN_IMPULSE,
        "{seconds:?}"
    );
}
