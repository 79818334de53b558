//! What rules change is drawn anew by itself: which hexes a machine is told to draw, and when.

use crate::common;
use hexfront_isa::{Cartridge, ShellCall};
use hexfront_vm::{Memory, Shell, Vm};

const ALL: u16 = 0xFFFF;

/// What the screen's key X does, and what the machine is told.
struct Told {
    /// Keys that are still pressed.
    keys: Vec<u16>,
    said: Vec<String>,
}

impl Shell for Told {
    fn call(
        &mut self,
        call: ShellCall,
        io: [u16; 4],
        cartridge: &Cartridge<'_>,
        _: &mut Memory,
    ) -> Option<u16> {
        let hex = |h: u16| match h {
            ALL => "all".to_string(),
            h => format!("{}.{}", cartridge.grid.column(h), cartridge.grid.row(h)),
        };
        match call {
            ShellCall::Refresh => self.said.push(hex(io[0])),
            ShellCall::Map => self.said.push(format!("map {}", hex(io[0]))),
            ShellCall::Delay => self.said.push("pause".into()),
            ShellCall::Event => {
                self.said.push("wait".into());
                return self.keys.pop();
            }
            _ => {}
        }
        Some(0)
    }
}

/// What the machine is told from the key on until it waits again.
fn told_of(game: &str, lines: &[&str]) -> Vec<String> {
    let mut files = common::files("tests/two-units");
    let text = format!(
        "game \"REDRAW\"\n  id RED\n{game}map from \"map.txt\"\nenum side: red, blue\nenum ground: clear, wood\n\
         layer ground_at: ground from map \"ground\"\nstate hexside bridge\nstate layer owner: side\nscratch layer mark_at: 0..9\n\
         scratch here: hex = hex(2, 2)\nrecord unit from \"units.csv\"\n  const name: text\n  const side: side\n  at: hex stacked\n  \
         points: 0..12\n  supply: 0..9\nview\n  terrain: ground_at\n  blown: bridge\n  owner: owner\n  side: unit.side\n  \
         moves: unit.points\nscreen s\n  page map\n  cursor at here\n  key X\n    {}\n  key Q\n    leave\n\
         to next_hex(): hex\n  here = neighbour(here, 4)\n  return here\nto main()\n  show s\n  mark_at[here] = unit R1.supply\n",
        lines.join("\n    ")
    );
    files.retain(|(name, _)| name == "map.txt" || name == "units.csv");
    files.push(("game.rules".into(), text.into_bytes()));
    run(&files)
}

fn run(files: &[(String, Vec<u8>)]) -> Vec<String> {
    let outcome = hexfront_lang::compile(files);
    let said: Vec<String> = outcome
        .diagnostics
        .iter()
        .map(|d| d.to_plain(&outcome.sources))
        .collect();
    let bytes = outcome
        .cartridge
        .unwrap_or_else(|| panic!("{}", said.join("\n")));
    let cartridge = Cartridge::read(&bytes).expect("readable");
    hexfront_vm::verify::verify(&cartridge).expect("sound");
    let mut memory = Box::new(Memory::of(&cartridge));
    let mut told = Told {
        keys: vec![u16::from(b'X')],
        said: Vec::new(),
    };
    let mut vm = Vm::new(cartridge);
    vm.run(&mut memory, &mut told, 1_000_000);
    let first = told
        .said
        .iter()
        .position(|s| s == "wait")
        .expect("it waits");
    told.said[first + 1..].to_vec()
}

#[test]
fn a_hex_is_drawn_where_rules_write_to_what_is_shown() {
    for (lines, drawn) in [
        (&["unit R1.at = hex(3, 3)"][..], "1.1 3.3"),
        (&["unit R1.at = none"], "1.1"),
        (&["unit B1.points = 3"], "4.4"),
        (&["unit B1.points -= 1", "unit B1.points += 1"], "4.4"),
        (&["owner[hex(2, 3)] = blue"], "2.3"),
        (&["bridge[hex(2, 2), 4] = yes"], "2.2 2.3"),
        (&["clear owner"], "all"),
        // What the map does not show.
        (&["unit B1.supply = 3", "mark_at[here] = 2"], ""),
        // Nobody stands there.
        (&["unit B1.at = none", "unit B1.points = 3"], "4.4"),
        (
            &["owner[next_hex()] = blue", "owner[next_hex()] = blue"],
            "2.3 2.4",
        ),
    ] {
        let told = told_of("", lines);
        let hexes: Vec<&str> = told
            .iter()
            .map(String::as_str)
            .filter(|s| !s.starts_with("map") && *s != "wait")
            .collect();
        assert_eq!(hexes.join(" "), drawn, "{lines:?}");
        assert_eq!(
            told.last().map(String::as_str),
            Some("wait"),
            "drawn before it waits"
        );
    }
}

#[test]
fn what_happens_is_seen_before_a_pause() {
    let lines = [
        "unit R1.at = hex(3, 3)",
        "pause(3)",
        "unit R1.at = hex(3, 4)",
    ];
    assert_eq!(
        told_of("", &lines),
        ["1.1", "3.3", "pause", "map 2.2", "3.3", "3.4", "wait"]
    );
}

#[test]
fn more_than_eight_hexes_are_drawn_on_the_way() {
    let lines = [
        "for y in 0 to 5",
        "  owner[hex(1, y)] = blue",
        "  owner[hex(2, y)] = blue",
    ];
    let told = told_of("", &lines);
    let drawn = told
        .iter()
        .filter(|s| s.contains('.') && !s.starts_with("map"));
    assert_eq!(drawn.count(), 12, "{told:?}");
    assert!(!told.contains(&"all".to_string()));
}

#[test]
fn who_draws_by_hand_is_left_alone() {
    let told = told_of(
        "  redraw by hand\n",
        &["owner[hex(2, 3)] = blue", "unit R1.at = hex(3, 3)"],
    );
    assert_eq!(told, ["map 2.2", "wait"]);
}

#[test]
fn a_map_that_nobody_asked_for_is_shown_from_its_middle_and_then_where_it_was() {
    for (enter, shown) in [
        ("", "map 3.3"),
        ("  enter\n    show_map(hex(1, 4), yes)\n", "map 1.4"),
    ] {
        let text = format!(
            "game \"MAP\"\n  id MAP\nmap from \"map.txt\"\nenum ground: clear, wood\nlayer land: ground from map \"ground\"\nview\n  \
             terrain: land\nscreen t\n  page text\n  key X\n    leave\nscreen s\n  page map\n{enter}  key X\n    show t\n  key Q\n    leave\n\
             to main()\n  show t\n  show s\n"
        );
        let mut files = common::files("tests/two-units");
        files.retain(|(name, _)| name == "map.txt");
        files.push(("game.rules".into(), text.into_bytes()));
        let told = run(&files);
        assert_eq!(
            told.iter().rev().nth(1).map(String::as_str),
            Some(shown),
            "{told:?}"
        );
    }
}
