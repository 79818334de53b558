//! The map window on the Amiga: however it came about, it looks as if all of it were drawn anew; and it stays where the player
//! left it.

use hexfront::compile::compile;
use hexfront::games;
use hexfront::pipeline::Game;
use hexfront::script::Action;
use hexfront::session::Session;
use hexfront::targets::AMIGA;
use hexfront_platforms::machine::{Bank, Button};
use hexfront_tests::amiga::{at_first_menu, at_first_menu_of_ntsc, blitzkrieg};
use hexfront_tests::c64::script;
use hexfront_tests::glide::glide;

/// Pixels of the picture: where the screen begins, twice as wide as the machine's.
const LEFT: usize = 75;
const TOP: usize = 18;
const WIDE: usize = 640;
/// The map window and the panel beside it.
const MAP_ROWS: std::ops::Range<usize> = 10..218;

fn built() -> Game {
    AMIGA.build(&blitzkrieg()).unwrap()
}

/// The game, but for a line of its sources.
fn built_with(file: &str, line: &str, instead: &str) -> Game {
    let mut game = games::find("blitzkrieg-at-the-ardennes").unwrap();
    let (_, bytes) = game
        .files
        .iter_mut()
        .find(|(name, _)| name == file)
        .unwrap();
    let text = String::from_utf8(bytes.clone()).unwrap();
    assert!(text.contains(line), "{file} has {line}");
    *bytes = text.replace(line, instead).into_bytes();
    AMIGA.build(&compile(&game).unwrap()).unwrap()
}

/// Past title and settings: units are to be placed.
fn placing(built: &Game) -> Session {
    begun(at_first_menu(built, &built.disk.to_bytes()))
}

fn begun(mut amiga: Session) -> Session {
    for seconds in [1.0, 3.0] {
        amiga.perform(&Action::Key("RET".into())).unwrap();
        amiga.run_seconds(seconds).unwrap();
    }
    amiga
}

fn press(amiga: &mut Session, key: &str) {
    amiga.perform(&Action::Key(key.into())).unwrap();
}

fn mouse(amiga: &mut Session, right: i32, down: i32) {
    amiga.perform(&Action::Mouse(right, down)).unwrap();
}

/// A word of the machine's memory.
fn word(amiga: &Session, name: &str) -> u16 {
    let at = amiga.symbols[name];
    let byte = |offset| amiga.machine.peek(Bank::Ram, at + offset);
    u16::from_be_bytes([byte(0), byte(1)])
}

/// Where the window is on the map.
fn window(amiga: &Session) -> [u16; 2] {
    ["window_x", "window_y"].map(|name| word(amiga, name))
}

/// Colours of the map window and the panel, a pixel of the machine each, row by row.
fn map_and_panel(amiga: &Session) -> Vec<Vec<u32>> {
    let frame = amiga.machine.frame();
    let colour = |x: usize, y: usize| {
        frame.palette[usize::from(frame.pixels[(TOP + y) * frame.width + LEFT + x])]
    };
    MAP_ROWS
        .map(|y| (0..WIDE).step_by(2).map(|x| colour(x, y)).collect())
        .collect()
}

/// What is shown now is what is shown when another page was there and all is drawn anew.
fn assert_as_drawn_anew(amiga: &mut Session, what: &str) {
    // Units come and go on the small map within half a second.
    amiga.run_seconds(0.6).unwrap();
    let at = window(amiga);
    let before = map_and_panel(amiga);
    press(amiga, "P");
    amiga.run_seconds(3.0).unwrap();
    assert!(map_and_panel(amiga) != before, "{what}: the Big Picture");
    press(amiga, "ESC");
    amiga.run_seconds(2.0).unwrap();
    assert_eq!(window(amiga), at, "{what}: the window stays");
    let differ: Vec<_> = std::iter::zip(&before, map_and_panel(amiga))
        .enumerate()
        .filter(|(_, (was, is))| *was != is)
        .map(|(row, _)| row)
        .collect();
    assert_eq!(differ, [], "{what}: rows that are drawn otherwise");
}

/// Most that the window's corner can be moved to: a map of 50 columns and 34 rows, a window of 272 x 208 pixels.
const FAR: [u16; 2] = [50 * 32 + 12 - 272, 34 * 32 + 16 - 208];

/// The pointer at each edge of the screen takes the window to that edge of the map; there is what is there when all is drawn: black
/// where the map ends.
#[test]
fn scrolled_to_its_edges_the_map_looks_as_if_drawn_anew() {
    let mut amiga = placing(&built());
    for (edge, [right, down], axis, end) in [
        ("right", [400, 0], 0, FAR[0]),
        ("bottom", [0, 400], 1, FAR[1]),
        ("left", [-400, 0], 0, 0),
        ("top", [0, -400], 1, 0),
    ] {
        mouse(&mut amiga, right, down);
        amiga.run_seconds(14.0).unwrap();
        assert_eq!(window(&amiga)[axis], end, "{edge}");
        mouse(&mut amiga, -right / 4, -down / 4);
        assert_as_drawn_anew(&mut amiga, edge);
    }
}

/// Step by step, while units are placed and taken up again: names, counters and the ground below them.
#[test]
fn scrolled_by_pixels_among_units_the_map_looks_as_if_drawn_anew() {
    let mut amiga = placing(&built());
    for action in script("blitzkrieg-amiga/changes.script")
        .into_iter()
        .skip(4)
    {
        amiga.perform(&action).unwrap();
    }
    assert_as_drawn_anew(&mut amiga, "units placed");
    press(&mut amiga, "f10");
    for (way, steps) in [("left", 21), ("up", 13), ("right", 34), ("down", 27)] {
        for _ in 0..steps {
            press(&mut amiga, way);
        }
        // The next unit of the raster, or the one at the cursor, comes or goes meanwhile.
        for key in ["D", "H", "space", "C", "space"] {
            press(&mut amiga, key);
        }
        assert_as_drawn_anew(&mut amiga, way);
    }
}

/// What is picked from the pull-down menu leaves nothing behind when the window moves.
#[test]
fn after_the_menu_the_panel_looks_as_if_drawn_anew() {
    let built = built();
    let mut amiga = placing(&built);
    // A mode, in the left one of two columns.
    mouse(&mut amiga, -40, -60);
    pick(&mut amiga, [0, 9]);
    mouse(&mut amiga, -400, 0);
    amiga.run_seconds(1.0).unwrap();
    mouse(&mut amiga, 100, 0);
    assert_as_drawn_anew(&mut amiga, "menu");
}

/// The right button is held while the pointer moves, then let go.
fn pick(amiga: &mut Session, [right, down]: [i32; 2]) {
    amiga.machine.mouse_button(Button::Right, true);
    amiga.run_seconds(0.7).unwrap();
    mouse(amiga, right, down);
    amiga.machine.mouse_button(Button::Right, false);
    amiga.run_seconds(1.0).unwrap();
}

/// A short click of the right button picks nothing: the menu may not even have been seen.
#[test]
fn a_quick_right_click_picks_nothing() {
    let built = built();
    let mut amiga = placing(&built);
    mouse(&mut amiga, 80, -60);
    amiga.run_seconds(0.5).unwrap();
    let before = amiga.machine.frame().rgb();
    amiga.perform(&Action::Click(Button::Right)).unwrap();
    amiga.run_seconds(1.5).unwrap();
    assert!(amiga.machine.frame().rgb() == before, "all is as it was");
    // Held and moved it does.
    pick(&mut amiga, [0, 9]);
    assert!(amiga.machine.frame().rgb() != before, "another mode");
}

/// The small map shows units: one that is placed is on it.
#[test]
fn the_small_map_shows_units() {
    let built = built();
    let mut amiga = placing(&built);
    let black = |amiga: &Session| {
        let shown = map_and_panel(amiga);
        let inside = shown[36..70].iter().flat_map(|row| &row[273..319]);
        inside.filter(|colour| **colour == 0).count()
    };
    amiga.run_seconds(1.0).unwrap();
    let before = black(&amiga);
    for key in ["D", "H", "space"] {
        press(&mut amiga, key);
    }
    amiga.run_seconds(1.0).unwrap();
    assert_eq!(black(&amiga), before + 1);
}

/// On the overviews the square stays on the map, and a click beside the map is one on its nearest hex.
#[test]
fn a_click_beside_the_big_picture_goes_to_its_edge() {
    let built = built();
    let mut amiga = placing(&built);
    for (down, expected) in [
        (-400, [0, 0]),
        (400, [50 * 32 + 12 - 272, 34 * 32 + 16 - 208]),
    ] {
        press(&mut amiga, "P");
        amiga.run_seconds(3.0).unwrap();
        mouse(&mut amiga, down, down);
        amiga.run_seconds(0.5).unwrap();
        let white = map_and_panel(&amiga)
            .iter()
            .map(|row| {
                row[..8]
                    .iter()
                    .chain(&row[311..])
                    .filter(|c| **c == 0xFF_FFFF)
                    .count()
            })
            .sum::<usize>();
        assert_eq!(white, 0, "the square is on the map");
        amiga.perform(&Action::Click(Button::Left)).unwrap();
        amiga.run_seconds(0.5).unwrap();
        mouse(&mut amiga, -down.signum() * 100, -down.signum() * 100);
        amiga.run_seconds(2.0).unwrap();
        assert_eq!(window(&amiga), expected);
    }
}

/// The rows of odd columns lie half a hex lower, on the Big Picture too.
#[test]
fn a_click_on_the_big_picture_goes_to_its_hex() {
    let built = built();
    let mut amiga = placing(&built);
    // In the middle of columns 20 and 21, at the top of row 10 of the even one, and a bit below.
    for ([x, y], [column, row]) in [
        ([8 + 20 * 6 + 3, 13 + 60 + 1], [20, 10]),
        ([8 + 21 * 6 + 3, 13 + 60 + 1], [21, 9]),
        ([8 + 21 * 6 + 3, 13 + 60 + 4], [21, 10]),
    ] {
        press(&mut amiga, "P");
        amiga.run_seconds(3.0).unwrap();
        mouse(&mut amiga, -400, -400);
        mouse(&mut amiga, x, y);
        amiga.run_seconds(0.5).unwrap();
        amiga.perform(&Action::Click(Button::Left)).unwrap();
        amiga.run_seconds(2.0).unwrap();
        let corner = [32 * column, 32 * row + 16 * (column % 2)];
        let centred = [corner[0] - (272 - 44) / 2, corner[1] - (208 - 32) / 2];
        assert_eq!(window(&amiga), centred, "{column} {row}");
    }
}

/// A dump that was destroyed is not on the Big Picture.
#[test]
fn the_big_picture_shows_no_destroyed_dumps() {
    let built = built();
    let mut amiga = placing(&built);
    let picture = |amiga: &mut Session| {
        press(amiga, "P");
        amiga.run_seconds(3.0).unwrap();
        let shown = map_and_panel(amiga);
        press(amiga, "ESC");
        amiga.run_seconds(2.0).unwrap();
        shown
    };
    let before = picture(&mut amiga);
    let numbers = amiga.symbols["view_dump_number"];
    let dumps = include_str!("../../../core/games/blitzkrieg-at-the-ardennes/dumps.csv");
    for dump in 0..dumps.lines().count() as u32 - 1 {
        amiga.machine.poke(numbers + dump, 0);
    }
    assert!(picture(&mut amiga) != before);
}

/// Where the player has scrolled to the map stays, whatever page he looks at.
#[test]
fn a_scrolled_view_stays() {
    let built = built();
    let mut amiga = placing(&built);
    mouse(&mut amiga, -400, 0);
    amiga.run_seconds(3.0).unwrap();
    mouse(&mut amiga, 100, 0);
    amiga.run_seconds(0.5).unwrap();
    let at = window(&amiga);
    for [page, back] in [["L", "ESC"], ["Z", "ESC"], ["HELP", "ESC"], ["Q", "N"]] {
        press(&mut amiga, page);
        amiga.run_seconds(3.0).unwrap();
        press(&mut amiga, back);
        amiga.run_seconds(2.0).unwrap();
        assert_eq!(window(&amiga), at, "{page}");
    }
    press(&mut amiga, "K");
    assert!(window(&amiga) != at, "K centres on the cursor");
}

/// BLZ-QA.2: G brings the map back to a hex that was asked for before.
#[test]
fn the_next_unit_is_brought_back_to_view() {
    let built = built();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    for action in script("blitzkrieg-amiga/save.script") {
        amiga.perform(&action).unwrap();
    }
    // All the units of a hex, one after the other: at last the window was asked for the hex where it is.
    let mut before = None;
    for _ in 0..12 {
        press(&mut amiga, "G");
        amiga.run_seconds(1.0).unwrap();
        let at = window(&amiga);
        mouse(&mut amiga, 0, -400);
        amiga.run_seconds(4.0).unwrap();
        mouse(&mut amiga, 0, 100);
        amiga.run_seconds(0.5).unwrap();
        assert_ne!(window(&amiga), at, "it was scrolled");
        if before == Some(at) {
            return;
        }
        before = Some(at);
    }
    panic!("no two units of a hex in turn");
}

/// A hex on which the Germans of the script stand three high, looked at; and where the panel's text begins.
fn three_in_a_hex(built: &Game, ntsc: bool) -> (Session, i32) {
    let disk = built.disk.to_bytes();
    let (mut amiga, top) = if ntsc {
        (at_first_menu_of_ntsc(built, &disk), 47)
    } else {
        (at_first_menu(built, &disk), 82)
    };
    for action in script("blitzkrieg-amiga/save.script") {
        amiga.perform(&action).unwrap();
    }
    for key in ["V", "G"] {
        press(&mut amiga, key);
    }
    let [column, row] = THREE;
    amiga.perform(&Action::Point { column, row }).unwrap();
    amiga.perform(&Action::Click(Button::Left)).unwrap();
    amiga.run_seconds(1.0).unwrap();
    (amiga, top)
}

const THREE: [u8; 2] = [36, 25];

/// A byte of a role of the view.
fn view(amiga: &Session, role: &str, index: usize) -> usize {
    let at = amiga.symbols[&format!("view_{role}")];
    usize::from(amiga.machine.peek(Bank::Ram, at + index as u32))
}

/// The units of that hex, in their order.
fn the_three(amiga: &Session) -> Vec<usize> {
    let hex = usize::from(THREE[0]) << 6 | usize::from(THREE[1]);
    let next = |unit: &usize| Some(view(amiga, "next", *unit)).filter(|next| *next != 255);
    let units: Vec<usize> = std::iter::successors(Some(view(amiga, "first", hex)), next).collect();
    assert_eq!(units.len(), 3);
    units
}

/// The one of them that lies on top.
fn front(amiga: &Session, units: &[usize]) -> usize {
    let in_front = |unit: &&usize| view(amiga, "front", **unit) != 0;
    units.iter().find(in_front).copied().unwrap_or(units[0])
}

/// Three units of a hex have their names in the panel, the last one too; with 200 rows it lies where the weather is.
#[test]
fn three_units_are_named_in_the_panel() {
    let text = |(amiga, top): &(Session, i32)| {
        let first = *top as usize - MAP_ROWS.start;
        let rows = map_and_panel(amiga)[first..first + 118].to_vec();
        rows.iter()
            .map(|row| row[273..].to_vec())
            .collect::<Vec<_>>()
    };
    let table = include_str!("../../../core/games/blitzkrieg-at-the-ardennes/units.csv");
    for ntsc in [false, true] {
        let there = three_in_a_hex(&built(), ntsc);
        let units = the_three(&there.0);
        let on_top = front(&there.0, &units);
        let last = units.iter().rev().find(|unit| **unit != on_top).unwrap();
        let line = table.lines().nth(1 + last).unwrap();
        let name = line.split(',').nth(1).unwrap();
        let renamed = format!("{}9", &name[..name.len() - 1]);
        let other = three_in_a_hex(&built_with("units.csv", name, &renamed), ntsc);
        let [one, other] = [&there, &other].map(text);
        // The picture of a machine for 60 Hz has so many rows more above the screen.
        let higher = if ntsc { 5 } else { 0 };
        let rows: Vec<usize> = (0..one.len()).filter(|n| one[*n] != other[*n]).collect();
        assert!(!rows.is_empty(), "{name}, ntsc: {ntsc}");
        assert!(
            rows.iter()
                .all(|row| (99 + higher..108 + higher).contains(row)),
            "{name} in the twelfth row, ntsc: {ntsc}: {rows:?}"
        );
    }
}

/// A click on a counter in the panel means its unit: each of a stack comes to lie on top.
#[test]
fn each_unit_of_a_stack_is_chosen_in_the_panel() {
    let built = built();
    for ntsc in [false, true] {
        let (mut amiga, top) = three_in_a_hex(&built, ntsc);
        let units = the_three(&amiga);
        let mut last = front(&amiga, &units);
        // The one on top stands first, then the others in their order.
        for (row, down) in [(9, 6), (6, 6), (2, 10)] {
            let others: Vec<usize> = units.iter().copied().filter(|u| *u != last).collect();
            let expected = match row {
                9 => others[1],
                6 => others[0],
                _ => last,
            };
            let place = [290, top + 9 * row + down];
            let pointer = ["pointer_x", "pointer_y"].map(|name| i32::from(word(&amiga, name)));
            mouse(&mut amiga, place[0] - pointer[0], place[1] - pointer[1]);
            amiga.run_seconds(0.5).unwrap();
            amiga.perform(&Action::Click(Button::Left)).unwrap();
            amiga.run_seconds(1.0).unwrap();
            assert_eq!(
                front(&amiga, &units),
                expected,
                "row {row}, ntsc: {ntsc}, {units:?}"
            );
            last = expected;
        }
        // Beside it nothing is chosen.
        mouse(&mut amiga, 25, 0);
        amiga.perform(&Action::Click(Button::Left)).unwrap();
        assert_eq!(front(&amiga, &units), last);
        let hex = u16::from(THREE[0]) << 6 | u16::from(THREE[1]);
        assert_eq!(word(&amiga, "cursor_hex"), hex);
    }
}

/// A unit below the one on top that was weakened has its new number in the panel at once.
#[test]
fn the_panel_follows_who_lies_below() {
    let weaken = "          for each unit v at cursor where v is not top_unit(cursor)\n            \
                  v.strength = 1\n          dress_units()\n";
    let built = built_with(
        "screens/orders.rules",
        "          tell_hex(meant_hex())\n",
        weaken,
    );
    let (mut amiga, _) = three_in_a_hex(&built, false);
    press(&mut amiga, "I");
    assert_as_drawn_anew(&mut amiga, "two were weakened");
}

/// A click near the window's edge leaves the map under the pointer.
#[test]
fn a_click_near_the_edge_moves_no_map() {
    let built = built();
    let mut amiga = placing(&built);
    press(&mut amiga, "V");
    let at = window(&amiga);
    // To the left edge, then below the right one.
    for [right, down] in [[-155, 0], [260, 0], [-100, 90], [0, -170]] {
        mouse(&mut amiga, right, down);
        amiga.perform(&Action::Click(Button::Left)).unwrap();
        amiga.run_seconds(1.5).unwrap();
        assert_eq!(window(&amiga), at, "{right} {down}");
    }
}

/// The weather is seen on a machine of 200 rows too: below the hex and its unit in the panel.
#[test]
fn ntsc_shows_the_weather() {
    let built = built();
    let mut amiga = begun(at_first_menu_of_ntsc(&built, &built.disk.to_bytes()));
    amiga.run_seconds(1.0).unwrap();
    let shown = map_and_panel(&amiga);
    let lit = |row: usize| shown[row][280..315].contains(&0xBB_CCDD);
    assert!((136..150).any(lit), "clouds");
}

/// A message of more letters than the line has room for is set narrower: all of it is seen.
#[test]
fn a_long_message_is_seen_to_its_end() {
    let said = "ROLL 2 1-2 BOTH LOSE 1/2 CHOOSE UNITS TO LOSE";
    let built = built_with(
        "screens/orders.rules",
        "tell_hex(meant_hex())",
        &format!("note \"{said}\""),
    );
    let mut amiga = placing(&built);
    press(&mut amiga, "I");
    amiga.run_seconds(0.5).unwrap();
    let frame = amiga.machine.frame();
    let lit = |x: usize| {
        (248..256).any(|y| {
            let at = (TOP + y) * frame.width + LEFT + 2 * x;
            frame.palette[usize::from(frame.pixels[at])] == 0xFF_FFFF
        })
    };
    let end = 8 + 6 * said.len();
    assert!((end - 6..end).any(lit), "the last letter");
    assert!(!(end..320).any(lit), "nothing behind it");
}

/// A name of ten letters and figures is seen to its last one in the panel.
#[test]
fn a_long_name_is_seen_to_its_end() {
    let shown = |name: &str| {
        let line = "line \"<value>{h}\"";
        let named = format!("line \"<value>{name}\"");
        let built = built_with("screens/panel.rules", line, &named);
        let amiga = placing(&built);
        let panel = map_and_panel(&amiga);
        panel[72..81]
            .iter()
            .map(|row| row[273..].to_vec())
            .collect::<Vec<_>>()
    };
    assert_ne!(shown("560VG/1128"), shown("560VG/1129"));
    assert_ne!(shown("VII CORPS FA"), shown("VII CORPS FB"));
}

/// What stands around the map window: the black line above, and of the panel what the pointer does not reach and no window moves.
fn around_the_map(amiga: &Session) -> Vec<u16> {
    let frame = amiga.machine.frame();
    let row = |y: usize, x: std::ops::Range<usize>| {
        let at = (TOP + y) * frame.width + LEFT;
        frame.pixels[at + 2 * x.start..at + 2 * x.end].to_vec()
    };
    let panel = (11..44).chain(90..150).map(|y| row(y, 272..305));
    std::iter::once(row(9, 0..320))
        .chain(panel)
        .flatten()
        .collect()
}

/// Frames until the window goes at its pace, and those that it is looked at.
const BEGINS: usize = 8;
const LOOKED_AT: usize = 60;

/// While the map glides every frame shows the land of the one before, moved on by as many pixels, as wide as the screen; where it stands
/// the panel is there again, as it was, and so is what the window shows.
#[test]
fn every_frame_of_a_glide_goes_on() {
    let built = built();
    let mut amiga = placing(&built);
    // Away from the cursor, whose sprites would be elsewhere.
    for (way, expected) in [([400, 0], [4, 0]), ([0, 400], [0, 3])] {
        let [right, down] = way;
        mouse(&mut amiga, -right, -down);
        amiga.run_seconds(5.0).unwrap();
        mouse(&mut amiga, right / 4, down / 4);
        amiga.run_seconds(1.0).unwrap();
        let around = around_the_map(&amiga);
        amiga.machine.move_mouse(right, down);
        for _ in 0..BEGINS {
            amiga.frame().unwrap();
        }
        let pace = glide(&mut amiga, LOOKED_AT);
        assert!(pace.iter().all(|way| *way == expected), "{way:?}: {pace:?}");
        assert!(
            around_the_map(&amiga) != around,
            "the panel has stepped aside"
        );
        amiga.machine.move_mouse(-right / 4, -down / 4);
        // The rest of a hex, and the moment until the panel comes.
        let rest = glide(&mut amiga, 16);
        assert_eq!(rest[12..], [[0, 0]; 4]);
        let whole = map_and_panel(&amiga);
        amiga.run_seconds(0.5).unwrap();
        assert!(around_the_map(&amiga) == around, "the panel is there again");
        let settled = map_and_panel(&amiga);
        for (was, is) in std::iter::zip(whole, settled) {
            assert_eq!(was[..272], is[..272], "what the window shows");
        }
    }
}
