//! What the windows around the map on the Amiga keep until it is drawn: what was printed, in its order, of units as they look.

use hexfront_isa::contract::{ink, page, window};
use hexfront_tests::windows::{PRINTS, Print, ROW, SPOTS, Shell, UNIT, rows};
use std::collections::BTreeSet;

/// What is kept and drawn at its end looks as what is drawn at once, on a page where nothing is kept.
#[test]
fn what_is_kept_is_what_was_printed() {
    let mut shell = Shell::default();
    let first = shell.0.at("view_raster");
    shell.0.write(first, &[UNIT as u8; 15]);
    let page_now = shell.0.at("page_now");
    let behind_others: [&[Print]; 4] = [
        &[
            Print::Text("ONE"),
            Print::Counter(9, 0),
            Print::Text(" TWO"),
        ],
        &[
            Print::Ink(ink::ACCENT),
            Print::At(4, 1),
            Print::Die(12, 0),
            Print::Text("A"),
        ],
        &[Print::Text("ONE\r"), Print::Rule, Print::Text("TWO")],
        &[
            Print::Strip(2),
            Print::Ink(ink::ACCENT),
            Print::At(20, 1),
            Print::Text("LOW"),
        ],
    ];
    for (window, prints) in [(window::BAR, PRINTS[0].1), (window::BODY, PRINTS[2].1)] {
        let others: &[&[Print]] = if window == window::BODY {
            &behind_others
        } else {
            &[]
        };
        for print in prints.iter().chain(others) {
            shell.0.write(page_now, &[page::TEXT as u8]);
            shell.0.call("strip_start", &[], &[], "d0 a0");
            let at_once = {
                shell.show(window, print);
                shell.0.call("text_flush", &[], &[], "d0 d1 a0 a1");
                shell.screen()
            };
            shell.0.write(page_now, &[page::MAP as u8]);
            shell.0.call("record_forget", &[], &[], "d0 a0");
            let kept = shell.drawn(window, print);
            assert_eq!(rows(&kept, &at_once), [], "window {window}: {print:?}");
        }
    }
    // At a column is behind so many spaces, and a rule is seen.
    let spaces = shell.drawn(window::BAR, &[Print::Text("    X")]);
    let at = shell.drawn(window::BAR, &[Print::At(4, 0), Print::Text("X")]);
    assert_eq!(rows(&at, &spaces), []);
    // A word ends where something else begins, in the small letters of overviews, too.
    let [one, two] = [(0, "ONE"), (9, "TWO")].map(|(x, text)| [Print::At(x, 0), Print::Text(text)]);
    for (now, window) in [
        (page::MAP, window::BAR),
        (page::HALF, window::BODY),
        (page::HALF, window::INFO),
    ] {
        shell.0.write(page_now, &[now as u8]);
        shell.0.call("record_forget", &[], &[], "d0 a0");
        let forth = shell.drawn(window, &[one, two].concat());
        let back = shell.drawn(window, &[two, one].concat());
        assert_eq!(rows(&forth, &back), [], "page {now}, window {window}");
    }
    shell.0.write(page_now, &[page::MAP as u8]);
    shell.0.call("record_forget", &[], &[], "d0 a0");
    let one = [Print::Text("ONE\r"), Print::Rule];
    assert!(shell.drawn(window::BODY, &one[..1]) != shell.drawn(window::BODY, &one));
    // Beside the map text has rows of its own: whatever comes first there, it looks the same.
    let pieces = [Print::Counter(0, 3), Print::Die(1, 6), Print::Marker(4, 3)];
    let text = [Print::At(0, 9), Print::Text("DIE")];
    let bare = shell.drawn(window::INFO, &text);
    for piece in pieces {
        let before = shell.drawn(window::INFO, &[&[piece], &text[..]].concat());
        let behind = shell.drawn(window::INFO, &[&text[..], &[piece]].concat());
        assert_eq!(rows(&before, &behind), [], "{piece:?}");
        assert!(before != bare, "{piece:?} is seen");
    }
    let [ended, open] = ["ONE\r", "ONE"].map(|one| {
        let text = [&[Print::Text(one)][..], &text[..]].concat();
        shell.drawn(window::INFO, &text)
    });
    assert_eq!(rows(&ended, &open), []);
    // In the middle of its row.
    let empty = shell.drawn(window::INFO, &[]);
    let letter = shell.drawn(window::INFO, &[Print::Text("I")]);
    let bytes = (0..letter.len()).filter(|at| letter[*at] != empty[*at]);
    assert_eq!(
        bytes.map(|at| at % 40).collect::<BTreeSet<_>>(),
        BTreeSet::from([36, 37])
    );
}

/// Whatever changes of a unit, its counter and its marker beside the map are drawn anew; not those of another.
#[test]
fn a_unit_that_changes_is_drawn_anew() {
    let mut shell = Shell::default();
    for piece in [Print::Counter(0, 3), Print::Marker(4, 3)] {
        for role in [
            "side", "nation", "symbol", "strength", "original", "combat", "moves", "engaged",
            "fires", "target",
        ] {
            for (unit, seen) in [(UNIT, true), (UNIT + 1, false)] {
                shell.drawn(window::INFO, &[piece]);
                shell.soil(window::INFO);
                let soiled = shell.screen();
                let at = shell.0.at(&format!("view_{role}")) + u32::from(unit);
                let was = shell.0.read(at, 1)[0];
                shell.0.write(at, &[was ^ 1]);
                let shown = shell.drawn(window::INFO, &[piece]);
                shell.0.write(at, &[was]);
                assert_eq!(shown != soiled, seen, "{piece:?}: {role} of {unit}");
                if !seen {
                    shell.soil(window::INFO);
                }
            }
        }
    }
}

/// Units of the strip take the place of others there; all of it is cleared for text, and behind text. What another window shows is
/// nothing to it.
#[test]
fn a_strip_behind_a_strip_is_not_cleared() {
    let mut shell = Shell::default();
    let strip = [Print::Strip(4)];
    let coloured = [Print::Ink(ink::VALUE), Print::Strip(4)];
    for (before, now, stays) in [
        (&strip[..], &[Print::Strip(3)][..], true),
        (&strip, &coloured, true),
        (&coloured, &strip, true),
        (&strip, &[Print::Text("ORDERS")], false),
        (
            &strip,
            &[Print::Ink(ink::VALUE), Print::Text("ORDERS")],
            false,
        ),
        (&strip, &[Print::Strip(4), Print::Text("X")], false),
        (&strip, &[Print::At(1, 0), Print::Strip(4)], false),
        (&[Print::Text("ORDERS")], &strip, false),
        (&[Print::Strip(0)], &strip, false),
    ] {
        shell.drawn(window::BODY, before);
        shell.soil(window::BODY);
        let [row, column] = SPOTS[usize::from(window::BODY)];
        let spot = row * ROW + column;
        let soiled = shell.screen()[spot];
        let shown = shell.drawn(window::BODY, now)[spot];
        assert_eq!(shown == soiled, stays, "{now:?} behind {before:?}");
        shell.0.call("record_forget", &[], &[], "d0 a0");
        shell.drawn(window::BODY, &[Print::Text("CLEAN")]);
    }
    shell.drawn(window::BODY, &strip);
    shell.drawn(window::BAR, &[Print::Text("OTHER")]);
    assert_eq!(shell.number("strip_count"), 4);
}

/// While the game pauses, too, nothing is left of a message that was cleared.
#[test]
fn a_line_that_was_cleared_is_empty_through_a_delay() {
    let mut shell = Shell::default();
    shell.call("window", &[window::MESSAGE]);
    shell.settle();
    let empty = shell.screen();
    shell.show(window::MESSAGE, &[Print::Text("MESSAGE")]);
    shell.call("delay", &[1]);
    assert_ne!(rows(&shell.screen(), &empty), [], "the message stays");
    shell.call("window", &[window::MESSAGE]);
    shell.call("delay", &[1]);
    assert_eq!(rows(&shell.screen(), &empty), []);
}

/// The line that was cleared for a message is empty in the end, whatever was printed elsewhere meanwhile; the rest is drawn then, too.
/// On a page that is drawn anew nothing is left of that.
#[test]
fn a_line_that_was_cleared_is_empty_in_the_end() {
    let mut shell = Shell::default();
    shell.call("window", &[window::MESSAGE]);
    shell.settle();
    let bar = shell.drawn(window::BAR, &[Print::Text("ELSEWHERE")]);
    shell.drawn(window::BAR, &[Print::Text("FIRST")]);
    shell.show(window::MESSAGE, &[Print::Text("MESSAGE")]);
    shell.call("window", &[window::MESSAGE]);
    let stays = shell.screen();
    shell.show(window::BAR, &[Print::Text("ELSEWHERE")]);
    assert_eq!(rows(&shell.screen(), &stays), []);
    shell.settle();
    assert_eq!(rows(&shell.screen(), &bar), []);
    // Behind a window that was kept a message is one still; a window that is drawn at once is none.
    let has_message = |shell: &Shell| rows(&shell.screen(), &bar).iter().any(|row| *row >= 247);
    shell.call("window", &[window::MESSAGE]);
    shell.drawn(window::BAR, &[Print::Text("FIRST")]);
    assert!(!has_message(&shell));
    shell.print(&[Print::Text("MESSAGE")]);
    assert!(has_message(&shell));
    shell.call("window", &[window::MESSAGE]);
    shell.show(window::MENU, &[Print::Text("MENU")]);
    shell.0.call("text_flush", &[], &[], "d0 d1 a0 a1");
    shell.settle();
    assert!(!has_message(&shell));
    shell.call("window", &[window::MESSAGE]);
    shell.0.call("record_forget", &[], &[], "d0 a0");
    shell.soil(window::MESSAGE);
    let soiled = shell.screen();
    shell.settle();
    assert_eq!(rows(&shell.screen(), &soiled), []);
    shell.soil(window::MESSAGE);
    // A hint is forgotten with all others.
    let hint = shell.drawn(window::HINT, &[Print::Text("HINT")]);
    shell.soil(window::MESSAGE);
    shell.0.call("record_forget", &[], &[], "d0 a0");
    let again = shell.drawn(window::HINT, &[Print::Text("HINT")]);
    assert_eq!(rows(&again, &hint), []);
}

/// What is printed for a label goes there, letter by letter, and nowhere else; the rest of one that is too long is lost.
#[test]
fn letters_of_a_label_are_not_printed() {
    let mut shell = Shell::default();
    let empty = shell.drawn(window::BAR, &[]);
    let room = shell.0.at("track_data") + 1024;
    shell.call("window", &[window::BAR]);
    shell.0.call("capture_at", &[4], &[room], "d0 a0");
    shell.print(&[Print::Text("LABEL")]);
    assert_eq!(shell.0.read(room, 4), *b"LAB\0");
    shell.draw();
    assert_eq!(rows(&shell.screen(), &empty), []);
}
