//! A game in parts: what belongs where, what runs when, and what the compiler sees coming.

use hexfront_isa::cartridge::{GroupKind, OWN_PAGE};
use hexfront_isa::{Cartridge, ShellCall};
use hexfront_lang::Cut;
use hexfront_vm::{Exit, Memory, Shell, Trap, Vm};

/// The parts of the game below.
const PARTS: &str = "
parts
  always
  opening at start
  war instead of opening
    orders
    demo instead of orders
";

/// A game whose main calls `body`.
const GAME: &str = r#"
game "PARTS"
  id PAR
state turn: 1..9 = 1
scratch shown: 0..99
to main()
  BODY
-- Used by the war and the demo.
define price(n: 0..9) = costs[n]
-- Used by the opening and the war.
to say(n: 0..99)
  shown = n
  print "SAID"
table costs[0..9]: 0..255 = 11, 22, 33, 44, 55, 66, 77, 88, 99, 110
table names[0..2]: text = "BREAD", "WATER", "FUEL"
part opening
to ask()
  say(1)
  print "WHO PLAYS?"
part war
to fight()
  say(2)
  print "THE WAR BEGINS"
  print "{names[turn]}"
part orders
to give()
  shown = 3
part demo
to move_alone()
  shown = price(3)
  print "DEMO"
"#;

fn compile(body: &str) -> (Vec<String>, Vec<u8>) {
    let game = GAME.replace("BODY", &body.replace('\n', "\n  "));
    let files = [
        ("parts.rules".to_string(), PARTS.as_bytes().to_vec()),
        ("game.rules".to_string(), game.into_bytes()),
    ];
    let outcome = hexfront_lang::compile(&files);
    (told(&outcome), outcome.cartridge.expect("compiled"))
}

/// What was told, but for things that nobody uses.
fn told(outcome: &hexfront_lang::Outcome) -> Vec<String> {
    let said = outcome.diagnostics.iter().filter(|d| d.code != "W010");
    said.map(|d| d.to_plain(&outcome.sources)).collect()
}

const ORDERLY: &str =
    "ask()\nbring in war\nfight()\nbring in orders\ngive()\nbring in demo\nmove_alone()";

fn part_named<'a>(cartridge: &Cartridge<'a>, number: u8) -> &'a str {
    cartridge.parts().nth(number.into()).expect("a part").name
}

/// Answers nothing and remembers which parts came.
#[derive(Default)]
struct Loader(Vec<u16>);

impl Shell for Loader {
    fn call(
        &mut self,
        call: ShellCall,
        io: [u16; 4],
        _: &Cartridge<'_>,
        _: &mut Memory,
    ) -> Option<u16> {
        if call == ShellCall::Part {
            self.0.push(io[0]);
        }
        Some(0)
    }
}

fn run(bytes: &[u8]) -> (Exit, Vec<u16>) {
    let cartridge = Cartridge::read(bytes).expect("readable");
    hexfront_vm::verify::verify(&cartridge).expect("sound");
    let mut memory = Box::new(Memory::of(&cartridge));
    let mut vm = Vm::new(cartridge);
    let mut loader = Loader::default();
    (vm.run(&mut memory, &mut loader, 10_000), loader.0)
}

#[test]
fn procedures_tables_and_texts_lie_where_they_are_used() {
    let (said, bytes) = compile(ORDERLY);
    assert_eq!(said, Vec::<String>::new());
    let cartridge = Cartridge::read(&bytes).expect("readable");
    let of = |name: &str| {
        let found = cartridge.procedures().find(|p| p.name == name);
        part_named(&cartridge, found.unwrap_or_else(|| panic!("{name}")).part)
    };
    for (name, part) in [
        ("main", "always"),
        ("say", "always"),
        ("ask", "opening"),
        ("fight", "war"),
        ("give", "orders"),
        ("move_alone", "demo"),
    ] {
        assert_eq!(of(name), part, "{name}");
    }
    let constant = cartridge.groups().filter(|g| g.kind == GroupKind::Const);
    let mut tables: Vec<&str> = constant.map(|g| part_named(&cartridge, g.part)).collect();
    tables.sort_unstable();
    assert_eq!(tables, ["demo", "war"]);
}

/// A text of letters that hardly repeat.
fn letters(count: usize, mut state: u32) -> String {
    let letter = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'A' + (state >> 24) as u8 % 26)
    };
    (0..count).map(letter).collect()
}

#[test]
fn texts_fill_the_rests_of_data_pages_before_they_take_their_own() {
    let mut game = GAME.replace("BODY", &ORDERLY.replace('\n', "\n  "));
    game += "record unit[164]\n  fuel: 0..99\n";
    game = game.replace("shown = 3", "shown = 3\n  for each unit u\n    u.fuel = 7");
    for (part, text) in [("THE WAR BEGINS", 1), ("DEMO", 2)] {
        let lines = (0..16).map(|line| letters(80, 10 * line + text));
        let lines: Vec<String> = lines.map(|line| format!("  print \"{line}\"")).collect();
        let old = format!("  print \"{part}\"");
        game = game.replace(&old, &lines.join("\n"));
    }
    let files = [
        ("parts.rules".to_string(), PARTS.as_bytes().to_vec()),
        ("game.rules".to_string(), game.into_bytes()),
    ];
    let outcome = hexfront_lang::compile(&files);
    assert_eq!(told(&outcome), Vec::<String>::new());
    let bytes = outcome.cartridge.expect("compiled");
    let cartridge = Cartridge::read(&bytes).expect("readable");
    let homes = cartridge.text_homes().iter();
    let pages: Vec<(bool, &str)> = homes
        .zip(cartridge.text_parts())
        .map(|(home, part)| (*home == OWN_PAGE, part_named(&cartridge, *part)))
        .collect();
    // Behind V, behind the field of 164 units and behind the tables of the war, and in the first page, which is always there; what is
    // left lies in pages of the parts.
    let number = |page| pages.iter().filter(|found| **found == page).count();
    assert_eq!(number((true, "always")), 1, "{pages:?}");
    assert_eq!(number((false, "always")), 2, "{pages:?}");
    assert_eq!(number((false, "war")), 2, "{pages:?}");
    assert!(number((true, "demo")) > 0, "{pages:?}");
    let fuel = cartridge.fields().find(|f| f.name == "unit.fuel");
    let fuel = fuel.expect("a field").page;
    assert!(cartridge.text_homes().contains(&fuel) && cartridge.text_homes().contains(&0));
    assert_eq!(run(&bytes).0, Exit::Done);
    let outcome = hexfront_lang::compile(&[("game.rules".into(), WHOLE.as_bytes().to_vec())]);
    let bytes = outcome.cartridge.expect("compiled");
    let whole = Cartridge::read(&bytes).expect("readable");
    assert_eq!(whole.text_homes(), [OWN_PAGE]);
}

/// A game that is not cut into parts.
const WHOLE: &str = "game \"WHOLE\"\n  id W\nto main()\n  print \"HERE\"\n";

#[test]
fn what_two_parts_share_lies_in_the_one_around_both() {
    let (_, bytes) =
        compile("bring in war\nshown = price(1)\nfight()\nbring in demo\nmove_alone()");
    let cartridge = Cartridge::read(&bytes).expect("readable");
    let price = cartridge.procedures().find(|p| p.name == "price");
    assert_eq!(part_named(&cartridge, price.expect("used").part), "always");
}

#[test]
fn parts_come_and_go() {
    let (_, bytes) = compile(ORDERLY);
    assert_eq!(run(&bytes), (Exit::Done, vec![2, 3, 4]));
    let cartridge = Cartridge::read(&bytes).expect("readable");
    let parts: Vec<(bool, u16, u16)> = cartridge
        .parts()
        .map(|p| (p.at_start, p.with, p.out))
        .collect();
    assert_eq!(
        parts,
        [
            (true, 0b00001, 0),
            (true, 0b00011, 0b11100),
            (false, 0b00101, 0b00010),
            (false, 0b01101, 0b10010),
            (false, 0b10101, 0b01010),
        ]
    );
}

/// The same parts, the two within the war only where memory is short.
fn cut(body: &str, cut: Cut) -> (Vec<String>, Vec<u8>) {
    let parts = PARTS.replace(
        "    orders\n    demo instead of orders\n",
        "    where memory is short\n      orders\n      demo instead of orders\n",
    );
    let game = GAME.replace("BODY", &body.replace('\n', "\n  "));
    let files = [
        ("parts.rules".to_string(), parts.into_bytes()),
        ("game.rules".to_string(), game.into_bytes()),
    ];
    let outcome = hexfront_lang::compile_on(&files, None, cut);
    (told(&outcome), outcome.cartridge.expect("compiled"))
}

#[test]
fn parts_for_short_memory_lie_elsewhere_in_those_around_them() {
    let (said, fine) = cut(ORDERLY, Cut::Fine);
    assert_eq!(said, Vec::<String>::new());
    // As if the line were not there.
    assert_eq!(
        parts_of(&fine),
        ["always", "opening", "war", "orders", "demo"]
    );
    assert_eq!(run(&fine), (Exit::Done, vec![2, 3, 4]));
    let (said, coarse) = cut(ORDERLY, Cut::Coarse);
    assert_eq!(said, Vec::<String>::new());
    assert_eq!(parts_of(&coarse), ["always", "opening", "war"]);
    assert_eq!(run(&coarse), (Exit::Done, vec![2]));
    // So they do where there is just enough.
    let (said, close) = cut(ORDERLY, Cut::Close);
    assert_eq!((said, parts_of(&close)), (Vec::new(), parts_of(&coarse)));
    assert_eq!(run(&close), (Exit::Done, vec![2]));
    // Nothing is absent that lies in the war there.
    let lost = "bring in orders\ngive()\nbring in demo\nmove_alone()\ngive()";
    assert_eq!(run(&cut(lost, Cut::Coarse).1).0, Exit::Done);
    assert!(matches!(run(&cut(lost, Cut::Fine).1).0, Exit::Trap { .. }));
    let state = |bytes: &[u8]| -> Vec<(String, usize)> {
        let cartridge = Cartridge::read(bytes).expect("readable");
        let fields = cartridge.fields();
        fields
            .map(|f| (f.name.to_string(), f.image_bytes()))
            .collect()
    };
    assert_eq!(state(&fine), state(&coarse));
}

#[test]
fn a_part_that_comes_along_is_none_of_its_own() {
    for (cut, lines) in [
        (
            Cut::Fine,
            "    where memory is short\n      orders along\n      demo along\n",
        ),
        (
            Cut::Coarse,
            "    orders along\n    demo along instead of orders\n",
        ),
    ] {
        let text = PARTS.replace("    orders\n    demo instead of orders\n", lines);
        let game = GAME.replace("BODY", &ORDERLY.replace('\n', "\n  "));
        let files = [("parts.rules", text), ("game.rules", game)];
        let files = files.map(|(name, text)| (name.to_string(), text.into_bytes()));
        let made = hexfront_lang::compile_on(&files, None, cut);
        assert_eq!(told(&made), Vec::<String>::new());
        let bytes = made.cartridge.expect("compiled");
        assert_eq!(parts_of(&bytes), ["always", "opening", "war"]);
        assert_eq!(run(&bytes), (Exit::Done, vec![2]));
    }
}

fn parts_of(bytes: &[u8]) -> Vec<&str> {
    let cartridge = Cartridge::read(bytes).expect("readable");
    cartridge.parts().map(|part| part.name).collect()
}

#[test]
fn what_can_be_in_memory_together_is_told() {
    let files = [
        ("parts.rules".to_string(), PARTS.as_bytes().to_vec()),
        (
            "game.rules".to_string(),
            GAME.replace("BODY", &ORDERLY.replace('\n', "\n  "))
                .into_bytes(),
        ),
    ];
    let sizes = hexfront_lang::compile(&files).sizes.expect("compiled");
    let bytes = |name: &str| {
        let part = sizes.parts.iter().find(|part| part.name == name);
        part.expect("a part").bytes()
    };
    let together: Vec<(String, usize)> = sizes
        .moments()
        .into_iter()
        .map(|m| (m.parts.join(" "), m.bytes))
        .collect();
    let around = bytes("always") + bytes("war");
    let mut expected = vec![
        ("always war orders".to_string(), around + bytes("orders")),
        ("always war demo".to_string(), around + bytes("demo")),
        (
            "always opening".to_string(),
            bytes("always") + bytes("opening"),
        ),
    ];
    expected.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    assert_eq!(together, expected);
    assert!(together[0].1 > together[2].1);
}

#[test]
fn a_game_may_have_sixteen_parts_and_others_along() {
    let game = |count: usize, along: &str| {
        let names = (1..count).map(|n| match n {
            1 => format!("  p1\n{along}"),
            _ => format!("  p{n} instead of p{}\n", n - 1),
        });
        let procs = (1..count).map(|n| format!("part p{n}\nto do{n}()\n  shown = {n}\n"));
        let calls = (1..count).map(|n| format!("  bring in p{n}\n  do{n}()\n"));
        format!(
            "game \"MANY\"\n  id M\nparts\n  basis\n{}scratch shown: 0..99\nto main()\n{}{}",
            names.collect::<String>(),
            calls.collect::<String>(),
            procs.collect::<String>(),
        )
    };
    let outcome = |count, along| {
        hexfront_lang::compile(&[("game.rules".into(), game(count, along).into_bytes())])
    };
    for along in ["", "    aside along\n    beside along\n"] {
        let bytes = outcome(16, along).cartridge.expect("compiled");
        assert_eq!(run(&bytes), (Exit::Done, (1..16).collect()));
    }
    let codes: Vec<&str> = outcome(17, "").diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes[0], "E211");
}

#[test]
fn what_is_there_anyway_is_not_brought_in() {
    let parts = PARTS.replace(
        "    orders\n    demo instead of orders\n",
        "    demo\n    where memory is short\n      orders\n",
    );
    let game = GAME.replace("print \"THE WAR BEGINS\"", "bring in orders");
    let brought = |body: &str, cut_to: Cut| {
        let files = [
            ("parts.rules".to_string(), parts.clone().into_bytes()),
            (
                "game.rules".to_string(),
                game.replace("BODY", &body.replace('\n', "\n  "))
                    .into_bytes(),
            ),
        ];
        let outcome = hexfront_lang::compile_on(&files, None, cut_to);
        run(&outcome.cartridge.expect("compiled")).1
    };
    let body = "bring in war\nfight()\nbring in demo\nfight()\nbring in demo";
    // The first call of `fight` may find the orders absent, and the code is the same for both.
    assert_eq!(brought(body, Cut::Fine), [2, 4, 3, 4]);
    assert_eq!(brought(body, Cut::Coarse), [2, 3]);
    // What comes on one way only may be absent.
    let either = "bring in war\nif turn is 1\n  bring in demo\nbring in demo";
    assert_eq!(brought(either, Cut::Coarse), [2, 3, 3]);
    let both = "bring in war\nif turn is 1\n  bring in demo\nelse\n  bring in demo\nbring in demo";
    assert_eq!(brought(both, Cut::Coarse), [2, 3]);
}

/// A layer that comes and goes with the orders, filled there and read by `READER`.
const LAYER: &str = "
map from \"map.txt\"
scratch layer near: 0..255 in part orders
scratch read: 0..255
part orders
to look()
  fill near with 7
part READER
to ask_it()
  read = near[hex(1, 1)]
  print \"{read}\"
";

fn with_layer(body: &str, reader: &str, cut_to: Cut) -> (Vec<String>, Option<Vec<u8>>) {
    let parts = PARTS.replace(
        "    orders\n    demo instead of orders\n",
        "    where memory is short\n      orders\n      demo instead of orders\n",
    );
    let game = GAME.replace("BODY", &body.replace('\n', "\n  "));
    let files = [
        ("parts.rules".to_string(), parts.into_bytes()),
        ("game.rules".to_string(), game.into_bytes()),
        (
            "layer.rules".to_string(),
            LAYER.replace("READER", reader).into_bytes(),
        ),
        (
            "map.txt".to_string(),
            b"[grid]\ncolumns 4\nrows 4\nlower odd\n".to_vec(),
        ),
    ];
    let outcome = hexfront_lang::compile_on(&files, None, cut_to);
    (told(&outcome), outcome.cartridge)
}

#[test]
fn a_layer_lies_in_a_part_and_is_lost_with_it() {
    let read = |body: &str, cut_to: Cut| {
        let (said, bytes) = with_layer(body, "orders", cut_to);
        assert_eq!(said, Vec::<String>::new(), "{body}");
        let bytes = bytes.expect("compiled");
        let cartridge = Cartridge::read(&bytes).expect("readable");
        let group = cartridge.groups().find(|g| g.name == "near");
        let part = part_named(&cartridge, group.expect("a group").part).to_string();
        let mut memory = Box::new(Memory::of(&cartridge));
        let mut vm = Vm::new(cartridge);
        assert_eq!(
            vm.run(&mut memory, &mut Loader::default(), 10_000),
            Exit::Done
        );
        hexfront_vm::verify::verify(&cartridge).expect("sound");
        let page = cartridge
            .groups()
            .find(|g| g.name == "near")
            .expect("a group")
            .first;
        (part, memory.hex(page, 4))
    };
    let stays = "bring in orders\nlook()\nask_it()";
    let goes = "bring in orders\nlook()\nbring in demo\nbring in orders\nask_it()";
    assert_eq!(read(stays, Cut::Fine), ("orders".to_string(), 7));
    assert_eq!(read(stays, Cut::Coarse), ("always".to_string(), 7));
    assert_eq!(read(goes, Cut::Coarse), ("always".to_string(), 7));
    assert_ne!(read(goes, Cut::Fine).1, 7);
}

#[test]
fn who_uses_a_layer_of_a_part_lies_in_that_part() {
    let body = "bring in orders\nlook()\nask_it()";
    let (said, bytes) = with_layer(body, "war", Cut::Fine);
    assert!(bytes.is_none());
    assert!(
        said[0]
            .contains("`near` lies in part `orders`, and `ask_it`, which uses it, in part `war`"),
        "{said:?}"
    );
    assert!(with_layer(body, "war", Cut::Coarse).1.is_some());
}

#[test]
fn an_inner_part_brings_the_outer_one_in() {
    let (said, bytes) = compile("bring in orders\nfight()\ngive()");
    assert_eq!(said, Vec::<String>::new());
    assert_eq!(run(&bytes), (Exit::Done, vec![3]));
}

/// Where one part puts the other out, bringing it in is no mend.
#[test]
fn a_call_between_parts_that_exclude_each_other_names_both_and_what_is_around_them() {
    let game = GAME.replace("BODY", "bring in orders\n  give()");
    let game = game.replace("  shown = 3", "  shown = 3\n  move_alone()");
    let files = [
        ("parts.rules".to_string(), PARTS.as_bytes().to_vec()),
        ("game.rules".to_string(), game.into_bytes()),
    ];
    let outcome = hexfront_lang::compile(&files);
    let mut said = outcome.diagnostics.iter().filter(|d| d.code != "W010");
    let warning = said.next().expect("it is foreseen");
    assert_eq!(said.next(), None);
    assert_eq!(
        warning.message,
        "`give` in part `orders` calls `move_alone`, which belongs to part `demo`: they are never in memory together"
    );
    assert_eq!(
        warning.help.as_deref(),
        Some(
            "put `move_alone` below a line `part war`, which is in memory with both, or call it where `orders` has been left"
        )
    );
    let (exit, _) = run(&outcome.cartridge.expect("compiled"));
    assert!(
        matches!(
            exit,
            Exit::Trap {
                trap: Trap::Absent(4),
                ..
            }
        ),
        "{exit:?}"
    );
}

#[test]
fn a_call_into_an_absent_part_is_foreseen_and_stops_the_game() {
    for (body, warning, absent) in [
        (
            "fight()",
            "`fight` belongs to part `war`, which cannot be in memory here, in `main`",
            2,
        ),
        (
            "bring in war\nask()",
            "`ask` belongs to part `opening`, which cannot be in memory here",
            1,
        ),
        (
            "bring in orders\ngive()\nbring in demo\nmove_alone()\ngive()",
            "`give` belongs to part `orders`, which cannot be in memory here",
            3,
        ),
    ] {
        let (said, bytes) = compile(body);
        assert_eq!(said.len(), 1, "{body}: {said:?}");
        assert!(said[0].contains(warning), "{said:?}");
        let (exit, _) = run(&bytes);
        assert!(
            matches!(exit, Exit::Trap { trap: Trap::Absent(part), .. } if part == absent),
            "{body}: {exit:?}"
        );
    }
}

#[test]
fn where_it_depends_nothing_is_told() {
    let (said, _) = compile("if turn is 1\n  bring in war\nif turn is 1\n  fight()\nelse\n  ask()");
    assert_eq!(said, Vec::<String>::new());
}

#[test]
fn a_part_that_puts_itself_out_is_foreseen() {
    let game = GAME.replace("print \"WHO PLAYS?\"", "bring in war");
    let files = [
        ("parts.rules".to_string(), PARTS.as_bytes().to_vec()),
        (
            "game.rules".to_string(),
            game.replace("BODY", "ask()").into_bytes(),
        ),
    ];
    let outcome = hexfront_lang::compile(&files);
    let said = told(&outcome);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].contains("this puts part `opening` out of memory"),
        "{said:?}"
    );
    let (exit, _) = run(&outcome.cartridge.expect("compiled"));
    assert!(
        matches!(
            exit,
            Exit::Trap {
                trap: Trap::Absent(1),
                ..
            }
        ),
        "{exit:?}"
    );
}

#[test]
fn tests_find_everything_in_memory_until_something_is_put_out() {
    let game = GAME.replace("BODY", "ask()")
        + "test \"all there\"\n  ask()\n  fight()\n  give()\n  move_alone()\n  expect shown is 44\n\
           test \"put out\"\n  bring in demo\n  give()\n";
    let files = [
        ("parts.rules".to_string(), PARTS.as_bytes().to_vec()),
        ("game.rules".to_string(), game.into_bytes()),
    ];
    let results = hexfront_lang::testing::run(&files).unwrap_or_else(|(diags, sources)| {
        let all: Vec<String> = diags.iter().map(|d| d.to_plain(&sources)).collect();
        panic!("{all:?}")
    });
    assert_eq!(results[0].failures, Vec::<String>::new());
    assert!(
        results[1].failures[0].contains("part `orders` of the game is not in memory"),
        "{:?}",
        results[1].failures
    );
}
