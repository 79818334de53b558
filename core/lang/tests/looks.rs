//! What a compiled game says of how its values are drawn.

use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::looks::Looks;

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

#[test]
fn values_of_roles_have_the_names_of_their_drawings() {
    let files = [
        ("game.rules", RULES),
        ("map.txt", MAP),
        ("units.csv", UNITS),
    ];
    let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let outcome = hexfront_lang::compile(&files);
    let bytes = outcome.cartridge.expect("it compiles");
    let cartridge = Cartridge::read(&bytes).expect("it reads");
    let looks = Looks::of(&cartridge);
    assert_eq!(looks.names("terrain"), ["clear", "wood"]);
    assert_eq!(looks.names("side"), ["red", "blue"]);
    // A number has no names, but it is bound.
    assert!(looks.names("turn").is_empty() && looks.is_bound("turn") && !looks.is_bound("weather"));
}
