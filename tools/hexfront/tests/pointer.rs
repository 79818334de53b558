//! A game on the reference VM as a machine with a pointer has it: choices, and saves under names.

use hexfront::host::Host;
use hexfront_isa::Cartridge;
use hexfront_isa::Event;

const GAME: &str = r#"
game "CHOICES"
  id CHO
  pointer
map from "map.txt"
enum side: red, blue
record unit from "units.csv"
  const side: side
  at: hex stacked
view
  side: unit.side
state here: hex = none
to main()
  show orders
screen orders
  page map
  cursor at here
  menu "ORDERS"
    key S "SAVE"
      if save_under_name() > 0
        refuse "NOT SAVED"
    key L "LOAD"
      if load_by_name() > 0
        refuse "NOT LOADED"
  select hex as h
    here = h
"#;
const MAP: &str = "[grid]\ncolumns 3\nrows 2\nlower odd\n";
const UNITS: &str = "id,side,at\nR1,red,1.1\n";

fn cartridge() -> Vec<u8> {
    let files: Vec<(String, Vec<u8>)> =
        [("game.rules", GAME), ("map.txt", MAP), ("units.csv", UNITS)]
            .map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()))
            .into();
    let outcome = hexfront_lang::compile(&files);
    let said: Vec<String> = outcome
        .diagnostics
        .iter()
        .map(|d| d.to_plain(&outcome.sources))
        .collect();
    outcome.cartridge.unwrap_or_else(|| panic!("{said:?}"))
}

fn choose(host: &mut Host<'_>, event: Event) {
    host.press(event.word()).unwrap();
}

fn type_text(host: &mut Host<'_>, text: &str) {
    text.bytes().for_each(|key| choose(host, Event::Key(key)));
}

#[test]
fn games_are_saved_under_names_and_chosen_from_a_list() {
    let bytes = cartridge();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let mut host = Host::new(cartridge, 0).with_pointer();
    host.run().unwrap();
    let start = host.state_image();
    choose(&mut host, Event::Hex(cartridge.grid.hex(2, 1)));
    let there = host.state_image();
    assert_ne!(start, there);
    type_text(&mut host, "SMUX\x08D\r");
    assert!(host.saved_as("MUD").is_some());
    // A unit that nothing asks for is its hex.
    choose(&mut host, Event::Unit(0));
    assert_ne!(host.state_image(), there);
    type_text(&mut host, "SANT\r");
    host.take_text();
    type_text(&mut host, "L");
    let list = host.take_text();
    // The one that was saved last stands first.
    assert!(list.contains("1 ANT") && list.contains("2 MUD"), "{list}");
    choose(&mut host, Event::Item(2));
    assert_eq!(host.state_image(), there);
    // The list is on the disk still, and the back key leaves it.
    type_text(&mut host, "L\x1b");
    assert_eq!(host.state_image(), there);
}

#[test]
fn without_a_pointer_they_go_to_a_slot() {
    let bytes = cartridge();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let mut host = Host::new(cartridge, 0);
    host.run().unwrap();
    type_text(&mut host, "S");
    assert!(host.saved(0).is_some());
    let start = host.state_image();
    choose(&mut host, Event::Hex(cartridge.grid.hex(2, 1)));
    type_text(&mut host, "L");
    assert_eq!(host.state_image(), start);
}
