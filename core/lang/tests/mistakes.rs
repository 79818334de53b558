//! What the compiler says to typical mistakes of authors. Each case is a small game with one thing wrong.

use crate::common;
use hexfront_lang::simulation::Simulation;
use proptest::prelude::*;

/// A sound little game that each mistake is added to.
pub(crate) const BASE: &str = r#"
game "MISTAKES"
  id MIS
  pointer
map from "map.txt"
enum side: red, blue
enum ground: clear, wood, water
enum sky: clear, fog
record unit[2] from "units.csv"
  const name: text
  const side: side
  at: hex stacked
  points: 0..12
layer land: ground from map "ground"
state layer owner: side
state turn: 1..9 = 1
const most = 3
to main()
  turn = most
  unit R1.points = 3
  if unit R1.at is none or land[hex(0, 0)] is wood or owner[hex(0, 0)] is red
    turn = turn + 1
"#;

const MAP: &str =
    "[grid]\ncolumns 3\nrows 2\nlower odd\n[rows ground]\n. clear\nw wood\n\n.w.\n...\n";
const UNITS: &str = "id,name,side,at,points\nR1,ONE,red,0.0,6\nB1,TWO,blue,2.1,6\n";

/// A heading misspelt, one that is no field's, one twice, one for the reader; rows too long and too short.
const DEPOTS: &str =
    "name,stok,at,owner,at,(note)\nONE,3,0.0,red,,far\nTWO,4,1.0,red,,near,by\nTHREE,5\n";
/// A const field without a column.
const DUMPS: &str = "id,at\nD1,0.0\n";

/// A text eleven times.
macro_rules! eleven {
    ($text:literal) => {
        concat!(
            $text, $text, $text, $text, $text, $text, $text, $text, $text, $text, $text
        )
    };
}

/// A screen of 33 settings.
const SETTINGS: &str = concat!(
    "screen s\n  page text\n",
    eleven!("  setting \"A\" turn\n"),
    eleven!("  setting \"B\" turn\n"),
    eleven!("  setting \"C\" turn\n"),
);

/// A game of its own, in which nothing stands on the map.
const EMPTY_MAP: &str = r#"
game "EMPTY"
  id EMP
  pointer
map from "map.txt"
enum ground: clear, wood, water
record town[1]
  const at: hex
layer land: ground from map "ground"
screen s
  page map
  select unit as u
    leave
to main()
  show s
"#;

/// What is wrong, and the lines that make it so.
const MISTAKES: &[(&str, &str)] = &[
    ("a misspelt variable", "to a()\n  trun = 3\n"),
    ("a misspelt field", "to a(u: unit)\n  u.point = 3\n"),
    (
        "a misspelt member",
        "define a(h: hex): flag\n  return land[h] is wod\n",
    ),
    (
        "a role that nothing of this kind can play",
        "view\n  outline: turn\n  engaged: unit.name\n  rastr: owner\n",
    ),
    (
        "high ground without slopes",
        "state layer top: 0..1\nview\n  high: top\n",
    ),
    (
        "slopes without high ground",
        "state hexside foot\nview\n  slope: foot\n",
    ),
    (
        "selecting what cannot be selected",
        "screen s\n  page map\n  select side as x\n    leave\n  select hex\n    leave\n",
    ),
    (
        "two menus",
        "screen s\n  page map\n  menu \"A\"\n    key A \"A\"\n      leave\n  menu \"B\"\n    panel\n      line \"\"\n",
    ),
    (
        "a marked key without a condition",
        "screen s\n  page map\n  menu \"A\"\n    key A \"A\" marked turn is 1\n      leave\n",
    ),
    (
        "parts of another page",
        "screen s\n  page half\n  cursor at hex(0, 0)\n  body \"X\"\nscreen t\n  page requester\n  panel \"X\"\nscreen u\n  page map\n  setting \"TURN\" turn\n",
    ),
    ("a page that there is not", "screen s\n  page zones\n"),
    (
        "settings that cannot be",
        "state h: hex\nenum long: one \"A NAME THAT IS TOO LONG FOR ANY CHOICE\", two \"AND ANOTHER THAT IS NO SHORTER THAN IT\"\nstate l: long\nscreen s\n  page text\n  setting \"H\" h\n  setting \"N\" turn from 9 to 1\n  setting \"M\" tern\n  setting \"L\" l\n",
    ),
    (
        "entries that others answer for",
        "screen s\n  page text\n  key 1 to 6 \"GO\"\n    turn = 1\n  key 3 \"STAY\"\n    leave\n  key A \"AIR\" when turn is 2\n    leave\n  key B or A \"BOTH\"\n    leave\n  key A \"ALL\"\n    leave\n",
    ),
    (
        "screens that no entry leaves",
        "screen s\n  page text\n  key A \"AIR\"\n    turn = 1\nscreen t\n  page text\n  key any \"GO ON\"\n    turn = 1\nscreen u\n  page text\n  key A \"AIR\"\n    if turn is 1\n      leave\n",
    ),
    (
        "a strip without a raster",
        "screen s\n  page map\n  strip 3\n",
    ),
    (
        "presses that choose nothing",
        "record town[1]\n  const at: hex\nscreen s\n  page map\n  select hex as h\n    leave\ntest \"t\"\n  press hex 7.7\n  press hex 1\n  press unit X9\n  press item \"A\"\n  press setting 1 5\n  show s\n",
    ),
    (
        "presses on what stands nowhere",
        "screen s\n  page map\n  select unit as u\n    leave\ntest \"t\"\n  press unit turn\n  show s\n",
    ),
    ("more settings than a screen has room for", SETTINGS),
    (
        "a definition that asks for the window",
        "to a()\n  if in_view(hex(0, 0))\n    turn = 1\ndefine b() = in_view(hex(0, 0))\n",
    ),
    ("an unknown part", "part campain\nto a()\n  turn = 1\n"),
    (
        "a part without the rest",
        "parts\n  base\n  menu at beginning\nto a()\n  bring in war\n",
    ),
    (
        "parts that cannot be so",
        "parts\n  base\n  menu at start\n  war at start instead of menu, base\n    orders\n    menu\nparts\n  b\n",
    ),
    (
        "the first part brought in",
        "parts\n  base\nto a()\n  bring in base\n",
    ),
    (
        "a misspelt statement",
        "to a()\n  repaet 3 times\n    turn = 1\n",
    ),
    ("a misspelt declaration", "sate points: 0..3\n"),
    ("a misspelt kind", "state list: nmber\n"),
    ("an unknown unit", "to a()\n  unit R2.points = 1\n"),
    (
        "= where is is meant",
        "to a()\n  if turn = 3\n    turn = 1\n",
    ),
    ("== of other languages", "define a() = turn == 3\n"),
    (
        "a number stored into an enum",
        "to a(h: hex)\n  owner[h] = 1\n",
    ),
    (
        "a unit where a hex belongs",
        "define a(u: unit) = owner[u]\n",
    ),
    (
        "a member of two enums",
        "define a(): flag\n  let x = clear\n  return x is clear\n",
    ),
    (
        "a missing case",
        "to a(h: hex)\n  match land[h]\n    is clear\n      turn = 1\n    is wood\n      turn = 2\n",
    ),
    (
        "a case twice",
        "to a(h: hex)\n  match land[h]\n    is clear\n      turn = 1\n    is clear, wood\n      turn = 2\n    else\n      turn = 3\n",
    ),
    (
        "a row of a table missing",
        "table cost[ground]: 0..9\n  clear 1\n  wood 2\n",
    ),
    (
        "a value of a table too large",
        "table cost[side]: 0..9\n  red 1\n  blue 12\n",
    ),
    (
        "a column of a table missing",
        "table cost[side, ground]: 0..9\n        clear wood\n  red   1     2\n  blue  1     2\n",
    ),
    (
        "a row with too few values",
        "table cost[side, ground]: 0..9\n        clear wood water\n  red   1     2    3\n  blue  1     2\n",
    ),
    (
        "a rule with two titles",
        "rule X-1 \"one\"\n  const c1 = 1\nrule X-1 \"two\"\n  const c2 = 2\n",
    ),
    (
        "a rule without a title",
        "rule X-1 \"one\"\n  const c1 = 1\nrule X-11\n  const c2 = 2\n",
    ),
    (
        "tests of rules that are not there",
        "rule X-1.2 \"one\"\n  const c1 = 1\ntest X-1.2, X-1.3 \"two\"\n  expect c1 is 1\ntest Y-7 \"three\"\n  expect c1 is 1\n",
    ),
    ("a name twice", "const most = 4\n"),
    ("a name of the language", "const repeat = 4\n"),
    ("recursion", "to a()\n  b()\nto b()\n  c()\nto c()\n  a()\n"),
    (
        "a loop without bound",
        "to a()\n  while turn < 5\n    turn += 1\n",
    ),
    ("a tab", "to a()\n\tturn = 1\n"),
    (
        "a line that lines up with nothing",
        "to a()\n    if turn is 1\n        turn = 2\n      turn = 3\n",
    ),
    ("an empty block", "to a()\nto b()\n  turn = 1\n"),
    ("a text without end", "to a()\n  print \"TURN\n"),
    ("small letters", "to a()\n  print \"Turn {turn}\"\n"),
    ("an unknown ink", "to a()\n  print \"<valeu>{turn}\"\n"),
    (
        "a definition that acts",
        "define a(u: unit): 0..12\n  u.points = 3\n  return u.points\n",
    ),
    (
        "a definition that does not always give a value",
        "define a(): 0..12\n  if turn is 1\n    return 3\n",
    ),
    (
        "a rule that asks for the machine",
        "define a() = text_columns > 39\n",
    ),
    (
        "dividing what may be negative",
        "define a(u: unit) = (u.points - turn) / 2\n",
    ),
    (
        "a store into a constant",
        "to a(u: unit)\n  u.name = \"X\"\n  most = 4\n",
    ),
    (
        "too few values in a call",
        "to a()\n  b(1)\nto b(x: 0..9, y: 0..9)\n  turn = x + y\n",
    ),
    (
        "a screen that is called",
        "screen s\n  key Q \"QUIT\"\n    leave\nto a()\n  s()\n",
    ),
    (
        "a trace that does something",
        "to a(): 0..9\n  return d6\nto b()\n  trace \"{d6} {a()} {turn}\"\n  b2()\nto b2()\n  fail \"NO\"\n",
    ),
    (
        "a reason of a number, and one that does something",
        "to a()\n  because turn \"SO\"\n  because unit R1 \"{d6}\"\n",
    ),
    ("leave outside of a key", "to a()\n  leave\n"),
    (
        "a condition that is a number",
        "to a()\n  if turn\n    turn = 1\n",
    ),
    (
        "a file that is not there",
        "table cost[side]: 0..9 from \"csot.csv\"\n",
    ),
    (
        "a section that the map has not",
        "layer roads: ground from map \"grund\"\n",
    ),
    (
        "a drawing of what is no value",
        "view\n  terrain: land\n  draw wod as forest\n",
    ),
    (
        "a sound that is none, and one by its number",
        "to a()\n  sound(gnus if turn > 2 else error)\n  sound(3)\n",
    ),
    (
        "a sound that no machine has",
        "to a()\n  sound(kettledrums)\n",
    ),
    (
        "sounds that are heard as none, and one that needs no other",
        "view\n  sound hussars as horses\n  sound guns as move\n",
    ),
    (
        "inks that are as none, and one that needs no other",
        "view\n  ink crew as purple\n  ink german as value\n",
    ),
    ("a range the wrong way round", "state x: 9..1\n"),
    ("a comparison that is never so", "define a() = turn > 9\n"),
    (
        "an unused thing",
        "state forgotten: 0..9\nto a()\n  let x = 3\n  turn = 4\n",
    ),
    ("a store that never fits", "to a()\n  turn = 12\n"),
    (
        "files of records that do not fit them",
        "record depot from \"depots.csv\"\n  const name: text\n  stock: 0..9\n  at: hex\nrecord dump from \"dumps.csv\"\n  const at: hex\n  const size: 0..9\n",
    ),
    (
        "packed layers where a byte a hex is wanted",
        "scratch layer reach: flag packed\nscratch layer far: 0..16 packed\nscratch layer near: 0..255\nview\n  outline: reach\nto a(h: hex)\n  reach[h] = yes\n  far[h] = 2\n  mark reach around h\n  flood near from h with 3 points\n    ground cost 1\n    barred reach\n",
    ),
    (
        "lines of a flood that do not go together",
        "scratch layer reach: 0..255\nscratch layer near: 0..3\nscratch layer far: 0..3\nto a(h: hex)\n  near[h] = 1\n  far[h] = 1\n  flood reach from h with 3 points\n    ground cost 1\n    zones near enter 1 leave 1\n    ends near with 2\n  flood reach from h with 3 points\n    ground cost 1\n    zones near leave 1\n    ends far\n",
    ),
    (
        "what more than 254 records cannot do",
        "record shell[255]\n  spot: hex stacked\n  worth: 0..9\nrecord grain[1001]\n  worth: 0..9\nstate fired[shell]: 0..9\nstate layer hit: shell\nview\n  raster: shell.worth\nto a(s: shell)\n  s.worth = 1\n  for each shell t at hex(0, 0)\n    t.worth = 2\n",
    ),
    (
        "a width for what may be below zero",
        "to a()\n  print \"{turn - most:3}\"\n",
    ),
    (
        "several at once",
        "to a()\n  trun = 1\n  turn = wood\n  unit R1.pints = 2\n",
    ),
];

fn files(extra: &str) -> Vec<(String, Vec<u8>)> {
    game(&format!("{}{extra}", BASE.trim_start()))
}

pub(crate) fn game(rules: &str) -> Vec<(String, Vec<u8>)> {
    [
        ("game.rules", rules.to_string()),
        ("map.txt", MAP.to_string()),
        ("units.csv", UNITS.to_string()),
        ("depots.csv", DEPOTS.to_string()),
        ("dumps.csv", DUMPS.to_string()),
    ]
    .into_iter()
    .map(|(name, text)| (name.to_string(), text.into_bytes()))
    .collect()
}

#[test]
fn the_base_is_sound() {
    let outcome = hexfront_lang::compile(&files(""));
    assert!(outcome.cartridge.is_some(), "{:?}", outcome.diagnostics);
}

#[test]
fn what_editors_put_before_and_behind_lines_changes_nothing() {
    let plain = hexfront_lang::compile(&files("")).cartridge;
    let mut files = files("");
    for (_, text) in &mut files {
        let marked = String::from_utf8_lossy(text).replace('\n', "\r\n");
        *text = format!("\u{FEFF}{marked}").into_bytes();
    }
    let outcome = hexfront_lang::compile(&files);
    assert!(outcome.cartridge.is_some(), "{:?}", outcome.diagnostics);
    assert_eq!(outcome.cartridge, plain);
}

#[test]
fn mistakes_are_explained() {
    let mut all = String::new();
    let added = MISTAKES
        .iter()
        .map(|(title, source)| (*title, *source, files(source)));
    let rules = EMPTY_MAP.trim_start();
    let alone = ("selecting units where there are none", rules, game(rules));
    for (title, source, files) in added.chain([alone]) {
        let outcome = hexfront_lang::compile(&files);
        all += &format!("## {title}\n");
        for line in source.lines() {
            all += &format!("    {line}\n");
        }
        let said: Vec<String> = outcome
            .diagnostics
            .iter()
            .map(|d| d.to_plain(&outcome.sources))
            .collect();
        assert!(!said.is_empty(), "nothing is said to {title}");
        all += &said.join("\n");
        all += "\n\n";
    }
    insta::assert_snapshot!(all);
}

/// What is for a pointer alone is refused in a game for keys, and stands in one that says so.
#[test]
fn screens_for_a_pointer_are_refused_in_a_game_for_keys() {
    for screen in [
        "screen s\n  page map\n  menu \"A\"\n    key A \"A\"\n      leave\n",
        "screen s\n  page half\n",
        "screen s\n  page text\n  setting \"TURN\" turn\n",
    ] {
        for (line, refused) in [("", true), ("  pointer\n", false)] {
            let base = BASE.replacen("  pointer\n", line, 1);
            let rules = format!("{base}{screen}");
            let outcome = hexfront_lang::compile(&game(&rules));
            let found = outcome.diagnostics.iter().any(|d| d.code == "E155");
            assert_eq!(found, refused, "{screen}");
        }
    }
}

/// What a missing file declares is missing too; only the file is named, once.
#[test]
fn a_missing_file_is_named_and_not_what_follows_from_it() {
    for missing in ["units.csv", "map.txt"] {
        let mut files = files("");
        files.retain(|(name, _)| name != missing);
        let outcome = hexfront_lang::compile(&files);
        let said: Vec<_> = outcome.diagnostics.iter().map(|d| &d.message).collect();
        assert_eq!(said, [&format!("there is no file {missing}")]);
    }
}

#[test]
fn endless_lines_are_refused() {
    let long = |part: &str| format!("define a() = 1{}\n", part.repeat(20_000));
    let chain = format!(
        "to a()\n  if turn is 1\n    turn = 2\n{}",
        "  else if turn is 2\n    turn = 3\n".repeat(5_000)
    );
    let deep = format!("define a() = {}1\n", "(".repeat(20_000));
    for source in [long(" + 1"), long(" * 1"), long(" is 1 and 1"), chain, deep] {
        let outcome = hexfront_lang::compile(&files(&source));
        assert!(outcome.diagnostics.iter().any(|d| d.code == "E014"));
    }
}

/// What editors, other systems and damage leave in a text.
const ODD: [&str; 12] = [
    "é",
    "И",
    "\u{1F600}",
    "\u{FEFF}",
    "\u{FFFD}",
    "\0",
    "\r\n",
    "\r",
    "\t",
    "\u{301}",
    "\"",
    "#",
];

/// Spans of diagnostics are whole characters of their file: whoever draws them cuts the text there.
fn spans_are_whole(outcome: &hexfront_lang::Outcome) -> Result<(), TestCaseError> {
    for diagnostic in &outcome.diagnostics {
        for label in [&diagnostic.primary]
            .into_iter()
            .chain(&diagnostic.secondary)
        {
            let span = label.span;
            let text = &outcome.sources.files()[usize::from(span.file)].text;
            let cut = text.get(span.start as usize..span.end as usize);
            prop_assert!(cut.is_some(), "{:?}: {span:?}", diagnostic.message);
        }
    }
    Ok(())
}

/// Puts odd pieces into a text, or one of them very often.
fn oddly(text: String) -> impl Strategy<Value = String> {
    let odd = (
        0..ODD.len(),
        prop_oneof![9 => Just(1_usize), 1 => Just(3_000)],
    );
    prop::collection::vec((0..10_000_usize, odd), 1..6).prop_map(move |edits| {
        let mut text: Vec<char> = text.chars().collect();
        for (at, (odd, times)) in edits {
            let at = at % (text.len() + 1);
            text.splice(at..at, ODD[odd].repeat(times).chars());
        }
        text.into_iter().collect()
    })
}

/// Cuts, doubles and swaps pieces of a source.
fn mutated(source: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let edits = prop::collection::vec(
        (0..10_000_usize, 0..60_usize, 0..4_u8, "[ -~\n]{0,6}"),
        1..8,
    );
    (source, edits).prop_map(|(source, edits)| {
        let mut text: Vec<char> = source.chars().collect();
        for (at, length, kind, insert) in edits {
            let from = at % (text.len() + 1);
            let to = (from + length).min(text.len());
            match kind {
                0 => {
                    text.drain(from..to);
                }
                1 => {
                    let piece: Vec<char> = text[from..to].to_vec();
                    let target = (at * 7) % (text.len() + 1);
                    text.splice(target..target, piece);
                }
                _ => {
                    text.splice(from..from, insert.chars());
                }
            }
        }
        text.into_iter().collect()
    })
}

/// The small game, or all mistakes at once.
fn games() -> impl Strategy<Value = String> {
    let whole: String = MISTAKES.iter().map(|m| m.1).collect();
    prop_oneof![Just(small("game.rules")), Just(format!("{BASE}{whole}"))]
}

/// A file of the small game.
fn small(name: &str) -> String {
    let path = common::path("tests/two-units").join(name);
    std::fs::read_to_string(path).expect("the small game")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// No source makes the compiler panic, and what it accepts the verifier accepts.
    #[test]
    fn any_source_is_answered(source in mutated(games())) {
        let mut files = files("");
        files[0].1 = source.into_bytes();
        let outcome = hexfront_lang::compile(&files);
        if let Some(bytes) = &outcome.cartridge {
            let cartridge = hexfront_isa::Cartridge::read(bytes).expect("readable");
            prop_assert_eq!(hexfront_vm::verify::verify(&cartridge).map(|_| ()), Ok(()));
        } else {
            prop_assert!(!outcome.diagnostics.is_empty());
        }
    }

    /// No simulation makes the compiler panic, and what it accepts can be played.
    #[test]
    fn any_simulation_is_answered(source in mutated(Just(small("sim/game.rules")))) {
        let mut files = common::files("tests/two-units");
        files.retain(|(name, _)| !name.starts_with("sim/"));
        files.push(("sim/game.rules".into(), source.into_bytes()));
        match Simulation::compile(&files) {
            Ok(simulation) => {
                let played = simulation.play(*simulation.numbers().start(), &[]);
                prop_assert!(played.executed > 0);
            }
            Err((diagnostics, _)) => prop_assert!(!diagnostics.is_empty()),
        }
    }

    /// Odd characters in any file are answered, with places that can be drawn.
    #[test]
    fn odd_characters_are_answered(
        rules in oddly(small("game.rules")),
        map in oddly(MAP.to_string()),
        units in oddly(UNITS.to_string()),
        which in 0..3_usize,
    ) {
        let mut files = files("");
        files[which].1 = [rules, map, units][which].clone().into_bytes();
        let outcome = hexfront_lang::compile(&files);
        prop_assert!(outcome.cartridge.is_some() || !outcome.diagnostics.is_empty());
        spans_are_whole(&outcome)?;
    }

    /// Maps and tables may be anything too.
    #[test]
    fn any_map_and_csv_is_answered(map in "[\\[a-z\\]0-9,. :\n#-]{0,200}", csv in "[a-zR1,.\n]{0,80}") {
        let mut files = files("");
        files[1].1 = map.into_bytes();
        files[2].1 = csv.into_bytes();
        let outcome = hexfront_lang::compile(&files);
        prop_assert!(outcome.cartridge.is_some() || !outcome.diagnostics.is_empty());
    }
}
