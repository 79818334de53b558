//! Parts of a game come and go alike on the Rust machine and the 6502.

use hexfront_isa::cartridge::Cartridge;
use hexfront_tests::lockstep::lockstep;
use hexfront_tests::rig6502::Rig;
use hexfront_tests::script::Script;

const GAME: &str = r#"
game "PARTS"
  id PAR
parts
  basis
  opening at start
  war instead of opening
scratch
  told: text
  points: 0..255
table names[0..2]: text = "BREAD", "WATER", "FUEL"
to main()
  ask()
  BODY
  print "{told}"
part opening
to ask()
  told = "WHO PLAYS?"
  print "{told}"
  bring_war()
part basis
to bring_war()
  points = 1
  print "TO WAR"
part war
to fight()
  points += 5
  print "THE WAR BEGINS {names[points mod 3]} {points:4}"
"#;

/// A text so long that it fits into no rest of a page.
fn long_text(mut state: u32) -> String {
    let letter = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from_digit((state >> 24) % 36, 36).unwrap_or('?')
    };
    (0..250).map(letter).collect::<String>().to_uppercase()
}

fn run(body: &str) -> (u64, bool) {
    let game = GAME.replace("BODY", &body.replace('\n', "\n  "));
    let game = game
        .replace("WHO PLAYS?", &long_text(1))
        .replace("TO WAR", &long_text(2));
    let outcome = hexfront_lang::compile(&[("game.rules".into(), game.into_bytes())]);
    let said = outcome.diagnostics.iter();
    let said: Vec<String> = said.map(|d| d.to_plain(&outcome.sources)).collect();
    let bytes = outcome
        .cartridge
        .unwrap_or_else(|| panic!("{}", said.join("\n")));
    let cartridge = Cartridge::read(&bytes).expect("whole");
    let shell = Script::default();
    if let Err(difference) = lockstep::<Rig>(&cartridge, &shell, 100_000, 1) {
        panic!("{body}: {difference}");
    }
    let mut vm = hexfront_vm::Vm::new(cartridge);
    let mut memory = Box::new(hexfront_vm::Memory::of(&cartridge));
    let exit = vm.run(&mut memory, &mut shell.clone(), 100_000);
    (vm.executed, exit == hexfront_vm::Exit::Done)
}

#[test]
fn a_part_is_brought_in_and_runs() {
    let (executed, done) = run("told = \"NOTHING\"\nbring in war\nfight()\nbring in war\nfight()");
    assert!(done && executed > 30);
}

#[test]
fn an_absent_part_stops_both() {
    assert!(!run("fight()").1);
    assert!(!run("bring in war\nask()").1);
}

#[test]
fn an_absent_text_stops_both() {
    // The text that the opening left in a variable is gone with it.
    assert!(!run("bring in war\nfight()").1);
}
