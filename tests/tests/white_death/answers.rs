//! How soon White Death on the Amiga answers, as a player sees it: clicks and Where.

use hexfront::script::Action;
use hexfront::session::Session;
use hexfront::targets::AMIGA;
use hexfront_platforms::machine::{Bank, Button};
use hexfront_tests::amiga::at_first_menu;
use hexfront_tests::c64::script;
use hexfront_tests::compiled::compiled;
use hexfront_tests::glide::glide;

/// The stack pointer, and all that an interrupt leaves as it is.
const STACK: &str = "a7";
const KEPT: [&str; 15] = [
    "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "a0", "a1", "a2", "a3", "a4", "a5", "a6",
];
/// Pictures a second.
const FRAMES: usize = 50;
/// Pictures until the map glides at its pace.
const BEGINS: usize = 12;
/// As shell calls number pages.
const HALF_PAGE: u8 = 3;

/// The second scenario, where the Soviets have orders to give; or the Germans, with all ten points.
fn giving_orders(name: &str) -> Session {
    let built = AMIGA.build(&compiled("white-death", None)).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    assert!(amiga.observe(), "the game runs");
    for action in script(&format!("white-death-amiga/{name}.script")) {
        amiga.perform(&action).unwrap();
    }
    amiga.run_seconds(2.0).unwrap();
    amiga
}

fn point(amiga: &mut Session, [column, row]: [u8; 2]) {
    amiga.perform(&Action::Point { column, row }).unwrap();
    amiga.run_seconds(1.0).unwrap();
}

/// Pictures until the game waits for the next event behind a press of the button, all drawn.
fn click(amiga: &mut Session) -> usize {
    amiga.machine.mouse_button(Button::Left, true);
    let frames = frames_of_answer(amiga);
    amiga.machine.mouse_button(Button::Left, false);
    amiga.run_seconds(0.5).unwrap();
    frames
}

fn key(amiga: &mut Session, name: &str) -> usize {
    let keys = amiga.machine.keys();
    let (_, key) = keys.iter().find(|(known, _)| *known == name).unwrap();
    amiga.machine.key_down(*key);
    let frames = frames_of_answer(amiga);
    amiga.machine.key_up(*key);
    amiga.run_seconds(0.5).unwrap();
    frames
}

/// What happens at once is seen by the game that it no longer waits.
fn frames_of_answer(amiga: &mut Session) -> usize {
    let mut busy = false;
    for frame in 1..20 * FRAMES {
        amiga.frame().unwrap();
        let waits = amiga.waits_for_key();
        if busy && waits {
            return frame;
        }
        busy |= !waits;
    }
    panic!("no answer");
}

fn page(amiga: &Session) -> u8 {
    amiga.machine.peek(Bank::Ram, amiga.symbols["page_now"])
}

/// Pictures behind a press until the first change is seen, and the last.
fn changes(amiga: &mut Session) -> [usize; 2] {
    let picture = |amiga: &Session| amiga.machine.frame().pixels.to_vec();
    let mut before = picture(amiga);
    let mut changes = Vec::new();
    for frame in 1..FRAMES {
        amiga.frame().unwrap();
        let now = picture(amiga);
        if now != before {
            changes.push(frame);
        }
        before = now;
    }
    [changes[0], changes[changes.len() - 1]]
}

fn seen(amiga: &mut Session) -> [usize; 2] {
    amiga.machine.mouse_button(Button::Left, true);
    let seen = changes(amiga);
    amiga.machine.mouse_button(Button::Left, false);
    amiga.run_seconds(0.5).unwrap();
    seen
}

/// A click is answered in a tenth of a second: on the map the unit comes off its hex or lies there again, which the windows tell in words
/// until another tenth and a frame have gone. A click on a hex without a unit has told all by then.
#[test]
fn clicks_are_answered() {
    let mut amiga = giving_orders("answers");
    point(&mut amiga, [28, 17]);
    let (taken, laid_down) = (seen(&mut amiga), seen(&mut amiga));
    point(&mut amiga, [30, 15]);
    let empty = seen(&mut amiga);
    for (what, [first, last], most) in [
        ("a unit in hand", taken, 11),
        ("a unit that lies again", laid_down, 11),
        ("a hex", empty, 5),
    ] {
        assert!(first <= 5, "{what}: seen after {first} frames");
        assert!(last <= most, "{what}: told after {last} frames");
    }
}

/// Half a second and two frames behind a page of text all of the map is there again, and what stands beside it, with some forty counters.
#[test]
fn the_map_comes_back_soon() {
    let mut amiga = giving_orders("answers");
    point(&mut amiga, [28, 17]);
    key(&mut amiga, "q");
    let keys = amiga.machine.keys();
    let (_, esc) = keys.iter().find(|(known, _)| *known == "esc").unwrap();
    amiga.machine.key_down(*esc);
    let [_, last] = changes(&mut amiga);
    assert!(last <= 27, "{last} frames");
}

/// WD-M.22: within a second, in an impulse of three points and with all ten.
#[test]
fn where_is_answered() {
    for (name, hex) in [
        ("answers", [22, 22]),
        ("answers", [28, 17]),
        ("answers-german", [12, 18]),
        ("answers-german", [25, 18]),
    ] {
        let mut amiga = giving_orders(name);
        point(&mut amiga, hex);
        click(&mut amiga);
        let frames = key(&mut amiga, "w");
        assert_eq!(page(&amiga), HALF_PAGE);
        assert!(frames <= FRAMES, "{hex:?}: {frames} frames");
    }
}

/// At the edges of the screen the map glides in each of fifty frames a second, wherever units lie.
#[test]
fn the_map_glides_in_every_frame() {
    let mut amiga = giving_orders("answers");
    point(&mut amiga, [28, 17]);
    for (way, expected) in [
        ([-400, 0], [-4, 0]),
        ([0, -400], [0, -3]),
        ([400, 0], [4, 0]),
        ([0, 400], [0, 3]),
        ([-400, -400], [-3, -2]),
        ([400, -400], [3, -2]),
    ] {
        let [right, down] = way;
        amiga.machine.move_mouse(right, down);
        for _ in 0..BEGINS {
            amiga.frame().unwrap();
        }
        let pace = glide(&mut amiga, FRAMES);
        assert!(pace.iter().all(|way| *way == expected), "{way:?}: {pace:?}");
        amiga.machine.move_mouse(-right / 4, -down / 4);
        amiga.run_seconds(1.0).unwrap();
    }
}

/// The vertical blank and the keyboard come between any two instructions: they leave every register as they find it, all 32 bits, while
/// the map glides and the pointer moves.
#[test]
fn interrupts_leave_the_registers_alone() {
    let mut amiga = giving_orders("answers");
    point(&mut amiga, [28, 17]);
    let begins = ["level2", "level3"].map(|name| amiga.symbols[name]);
    let stack = |registers: &[(&str, u32)]| registers.iter().find(|r| r.0 == STACK).map(|r| r.1);
    amiga.machine.move_mouse(400, 300);
    let end = amiga.machine.cycles() + u64::from(amiga.machine.clock_hz()) * 3 / 2;
    let mut came = 0;
    let mut entered: Option<Vec<(&str, u32)>> = None;
    while amiga.machine.cycles() < end {
        amiga.machine.step();
        match &entered {
            None if begins.contains(&amiga.machine.pc()) => {
                entered = Some(amiga.machine.registers());
            }
            Some(then) if stack(&amiga.machine.registers()) > stack(then) => {
                let now = amiga.machine.registers();
                for (was, is) in then.iter().zip(&now).filter(|r| KEPT.contains(&r.0.0)) {
                    assert_eq!(was, is, "behind interrupt {came}");
                }
                came += 1;
                entered = None;
            }
            _ => {}
        }
    }
    assert!(came > 60, "{came} interrupts");
}
