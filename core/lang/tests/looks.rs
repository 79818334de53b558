//! What a compiled game says of how its values are drawn.

use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::contract::sound;
use hexfront_isa::looks::{Looks, OwnName};

const RULES: &str = r#"game "LOOKS"
  id LKS
map from "map.txt"
enum side: red, blue
enum ground: clear, thicket
record unit[1] from "units.csv"
  const name: text
  const side: side
  at: hex stacked
layer land: ground from map "ground"
state turn: 1..9 = 1
view
  terrain: land
  side: unit.side
  turn: turn
  draw thicket as wood
to main()
  turn = 2
"#;
const MAP: &str =
    "[grid]\ncolumns 2\nrows 2\nlower odd\n[rows ground]\n. clear\nt thicket\n\n.t\n..\n";
const UNITS: &str = "id,name,side,at\nR1,ONE,red,0.0\n";

fn files(rules: &str) -> Vec<(String, Vec<u8>)> {
    let files = [
        ("game.rules", rules),
        ("map.txt", MAP),
        ("units.csv", UNITS),
    ];
    let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    files.to_vec()
}

#[test]
fn values_of_roles_have_the_names_of_their_drawings() {
    let outcome = hexfront_lang::compile(&files(RULES));
    let bytes = outcome.cartridge.expect("it compiles");
    let cartridge = Cartridge::read(&bytes).expect("it reads");
    let looks = Looks::of(&cartridge);
    assert_eq!(looks.names("terrain"), ["clear", "wood"]);
    assert_eq!(looks.names("side"), ["red", "blue"]);
    // A number has no names, but it is bound.
    assert!(looks.names("turn").is_empty() && looks.is_bound("turn") && !looks.is_bound("weather"));
}

#[test]
fn inks_of_the_games_own_have_the_numbers_behind_the_contracts() {
    let rules = format!("{RULES}  print \"<crew>A<sail>B<american>C\"\n").replace(
        "  draw thicket as wood\n",
        "  draw thicket as wood\n  ink sail as german\n",
    );
    let without = hexfront_lang::compile(&files(&rules));
    assert_eq!(without.diagnostics[0].code, "E152");
    let mut files = files(&rules);
    files.push((
        "art/anywhere/inks.txt".to_owned(),
        b"crew green\nvalue red\n".to_vec(),
    ));
    let outcome = hexfront_lang::compile(&files);
    let bytes = outcome.cartridge.expect("it compiles");
    let cartridge = Cartridge::read(&bytes).expect("it reads");
    let ink = |name, like| OwnName { name, like };
    let own = [ink("crew", None), ink("sail", Some("second"))];
    assert_eq!(Looks::of(&cartridge).inks(), own);
}

#[test]
fn sounds_of_the_games_own_have_the_numbers_behind_the_contracts() {
    let rules =
        format!("{RULES}  sound(drums)\n  sound(guns)\n  sound(bugle if turn > 2 else drums)\n")
            .replace(
                "  draw thicket as wood\n",
                "  draw thicket as wood\n  sound drums as move\n  sound fifes as move\n",
            );
    let without = hexfront_lang::compile(&files(&rules));
    assert_eq!(without.diagnostics[0].code, "E104");
    let mut files = files(&rules);
    files.push((
        "art/anywhere/sounds.txt".to_owned(),
        b"@bugle\n@unused\n".to_vec(),
    ));
    let outcome = hexfront_lang::compile(&files);
    let bytes = outcome.cartridge.expect("it compiles");
    let cartridge = Cartridge::read(&bytes).expect("it reads");
    let looks = Looks::of(&cartridge);
    let sound = |name, like| OwnName { name, like };
    let own = [sound("drums", Some("move")), sound("bugle", None)];
    assert_eq!(looks.sounds(), own);
    assert!(looks.names("sound").is_empty());
    // The numbers that the code has for them.
    let listing = hexfront_lang::disassemble(&cartridge, &files);
    let first = sound::ALL.len();
    for number in [first, first + 1] {
        assert!(listing.contains(&format!(" {number}")), "{listing}");
    }
}
