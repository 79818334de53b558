//! The text windows around the map on the Amiga, in a game for the pointer: what is printed into them is drawn when all of it is known,
//! and looks the same whatever stood there.

use hexfront_isa::contract::{ink, page, window};
use hexfront_tests::routine::Draws;
use hexfront_tests::windows::{KEPT, PRINTS, Print, Shell, UNIT, rows};

#[test]
fn a_window_is_drawn_once_if_it_is_another() {
    let mut shell = Shell::default();
    for window in KEPT {
        let text = |text| [Print::Text(text)];
        shell.show(window, &text("ONE"));
        shell.draw();
        let one = shell.screen();
        shell.show(window, &text("TWO"));
        assert!(shell.screen() == one, "window {window}: not before its end");
        shell.draw();
        let two = shell.screen();
        assert!(two != one, "window {window}");
        // Of the same length, shorter, empty, longer.
        for (other, same) in [("ONE", true), ("ON", false), ("", false), ("ONES", false)] {
            shell.show(window, &text(other));
            shell.draw();
            assert_eq!(shell.screen() == one, same, "window {window}: {other}");
            shell.soil(window);
            let soiled = shell.screen();
            shell.show(window, &text(other));
            shell.draw();
            assert!(shell.screen() == soiled, "window {window}: {other} again");
            shell.show(window, &text("TWO"));
            shell.draw();
            assert!(shell.screen() == two, "window {window} after {other}");
        }
        // Another window that is selected ends it.
        shell.show(window, &text("ONE"));
        shell.call("window", &[window::MENU]);
        assert!(
            rows(&shell.screen(), &one).iter().all(|row| *row > 9),
            "ended"
        );
        shell.show(window, &text("TWO"));
        shell.draw();
    }
}

#[test]
fn what_is_forgotten_is_drawn_again() {
    let mut shell = Shell::default();
    for window in KEPT {
        shell.show(window, &[Print::Text("SEEN")]);
        shell.draw();
    }
    let clean = shell.screen();
    for (forget, again) in [
        ("record_forget", &KEPT[..]),
        ("record_forget_bar", &KEPT[..1]),
    ] {
        for window in KEPT {
            shell.soil(window);
        }
        shell.0.call(forget, &[], &[], "d0 a0");
        for window in KEPT {
            let before = shell.screen();
            shell.show(window, &[Print::Text("SEEN")]);
            shell.draw();
            let drawn = shell.screen() != before;
            assert_eq!(drawn, again.contains(&window), "{forget}: {window}");
            if !drawn {
                shell.soil(window);
            }
        }
        assert!(shell.screen() == clean, "{forget}");
    }
    // What was being recorded goes, too.
    shell.show(window::BAR, &[Print::Text("LOST")]);
    shell.0.call("record_forget", &[], &[], "d0 a0");
    shell.draw();
    assert!(shell.screen() == clean);
}

/// Around the map and beside its overviews, but no page of text, menu or question.
#[test]
fn windows_around_maps_are_recorded() {
    let mut shell = Shell::default();
    for now in 0..=page::REQUESTER {
        for window in 0..=window::HINT {
            let before = shell.0.amiga.machine.snapshot();
            shell.0.write(shell.0.at("page_now"), &[now as u8]);
            let left = shell
                .0
                .call("record_begin", &[window.into()], &[], "d0 d1 a0");
            let kept =
                KEPT.contains(&window) || window == window::MESSAGE || window == window::HINT;
            let map = [page::MAP, page::HALF, page::WHOLE].contains(&now);
            assert_eq!(!left.flags.zero, map && kept, "page {now}, window {window}");
            shell.0.amiga.machine = before;
        }
    }
}

#[test]
fn a_window_looks_the_same_whatever_stood_there() {
    let mut shell = Shell::default();
    let mut draws = Draws::new(81);
    for (window, prints) in PRINTS {
        let combat = shell.0.at("view_combat");
        let first = shell.0.at("view_raster");
        shell.0.write(first, &[UNIT as u8]);
        let mut known: Vec<((usize, u8), Vec<u8>)> = Vec::new();
        let mut way = Vec::new();
        for step in 0..60 {
            // Each of them alone first, of two strengths of the unit.
            let count = prints.len();
            let which = if step < 2 * count {
                (step % count, [4, 17][step / count])
            } else if step % 3 == 0 {
                // What stands there already, of the other strength.
                let (print, strength) = way[step - 1];
                (print, 21 - strength)
            } else {
                (
                    draws.of(0..count as i32) as usize,
                    [4, 17][draws.of(0..2) as usize],
                )
            };
            way.push(which);
            shell.0.write(combat + u32::from(UNIT), &[which.1]);
            if step < 2 * count {
                shell.0.call("record_forget", &[], &[], "d0 a0");
            }
            shell.show(window, prints[which.0]);
            shell.draw();
            let shown = shell.screen();
            match known.iter().find(|(of, _)| *of == which) {
                None => known.push((which, shown)),
                Some((_, before)) => {
                    let differ = rows(before, &shown);
                    assert!(
                        differ.is_empty(),
                        "window {window}, rows {differ:?}: {way:?}"
                    );
                }
            }
        }
        for (n, (of, shown)) in known.iter().enumerate() {
            let changes = prints[of.0]
                .iter()
                .any(|print| matches!(print, Print::Counter(..) | Print::Strip(1..)));
            for (other, others) in &known[..n] {
                let same = of.0 == other.0 && !changes;
                assert_eq!(
                    shown == others,
                    same,
                    "window {window}: {of:?} and {other:?}"
                );
            }
        }
    }
}

/// As much as there is room for, and nothing else is lost for it; what was asked for last has its arguments still.
#[test]
fn a_window_that_is_full_shows_its_beginning() {
    let mut shell = Shell::default();
    shell.show(window::BAR, &[Print::Text("SEEN")]);
    let rows_and_more = "0123456789 0123456789 0123456789\r".repeat(20);
    let text: &'static str = Box::leak(rows_and_more.into_boxed_str());
    shell.draw();
    let before = shell.screen();
    shell.show(
        window::BODY,
        &[
            &[Print::Text(text)][..],
            &[Print::Counter(1, 1); 40],
            &[Print::Strip(2); 40],
        ]
        .concat(),
    );
    assert!(shell.screen() == before, "nothing of it at once");
    shell
        .0
        .write_words("vm_v", &[0x1234, 0x5678, 0x9ABC, 0xDEF0]);
    shell.draw();
    let arguments = shell.0.read(shell.0.at("vm_v"), 8);
    assert_eq!(arguments, [0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC, 0xDE, 0xF0]);
    let shown = shell.screen();
    shell.show(window::BODY, &[Print::Text(&text[..120])]);
    shell.draw();
    assert_eq!(
        rows(&shell.screen(), &shown),
        [],
        "both have the rows there are"
    );
    shell.soil(window::BAR);
    let soiled = shell.screen();
    shell.show(window::BAR, &[Print::Text("SEEN")]);
    shell.draw();
    assert!(shell.screen() == soiled, "what the bar shows is known");
    shell.soil(window::BAR);
}

/// A message is there with its first letter; the line that was cleared for it shows what stood there so long.
#[test]
fn a_message_is_drawn_at_once() {
    let mut shell = Shell::default();
    shell.call("window", &[window::MESSAGE]);
    shell.settle();
    let empty = shell.screen();
    shell.show(window::MESSAGE, &[Print::Text("ONE")]);
    let one = shell.screen();
    assert!(
        rows(&one, &empty)
            .iter()
            .all(|row| (247..256).contains(row))
    );
    assert!(one != empty, "at once");
    shell.call("window", &[window::MESSAGE]);
    assert!(shell.screen() == one, "what stood there stays");
    shell.print(&[Print::Text("ON")]);
    assert!(shell.screen() != one);
    shell.print(&[Print::Text("E")]);
    assert!(shell.screen() == one, "nothing of what stood there is left");
    shell.settle();
    assert!(
        shell.screen() == one,
        "it stays while something is waited for"
    );
    shell.call("window", &[window::MESSAGE]);
    shell.settle();
    assert!(shell.screen() == empty, "nothing took its place");
    shell.soil(window::MESSAGE);
    let soiled = shell.screen();
    shell.call("window", &[window::MESSAGE]);
    shell.settle();
    assert!(shell.screen() == soiled, "it is cleared once");
    shell.soil(window::MESSAGE);
}

/// A hint stands where no message does, and goes before one.
#[test]
fn a_hint_gives_way_to_a_message() {
    let mut shell = Shell::default();
    let hint = |shell: &mut Shell, text| {
        shell.show(window::HINT, &[Print::Text(text)]);
        shell.draw();
        shell.screen()
    };
    shell.call("window", &[window::MESSAGE]);
    shell.settle();
    let empty = shell.screen();
    shell.call("window", &[window::MESSAGE]);
    let first = hint(&mut shell, "HINT");
    assert!(first != empty);
    shell.soil(window::MESSAGE);
    let soiled = shell.screen();
    assert!(hint(&mut shell, "HINT") == soiled, "it is known");
    shell.settle();
    assert!(shell.screen() == soiled, "it stays");
    assert!(hint(&mut shell, "OTHER") != first);
    shell.show(window::MESSAGE, &[Print::Text("MESSAGE")]);
    let message = shell.screen();
    assert!(hint(&mut shell, "HINT") == message, "the message stays");
    shell.call("window", &[window::MESSAGE]);
    assert!(
        hint(&mut shell, "HINT") == first,
        "nothing of the message is left"
    );
    shell.show(window::MESSAGE, &[Print::Text("MESSAGE")]);
    assert!(shell.screen() == message, "nor of the hint");
    // As on a page that was just cleared.
    shell.0.call("record_forget", &[], &[], "d0 a0");
    assert!(hint(&mut shell, "HINT") == first);
}

/// More letters than the line has room for in the wide font are narrow from the first one on, each in its colour.
#[test]
fn a_long_message_is_narrow() {
    const X: u32 = 8;
    const Y: u32 = 248;
    let mut shell = Shell::default();
    let screen = shell.0.at("screen");
    let colour = |shell: &Shell, ink: u16| shell.0.read(shell.0.at("inks") + u32::from(ink), 1)[0];
    let [plain, accent] = [ink::VALUE, ink::ACCENT].map(|ink| colour(&shell, ink));
    for letters in [1, 37, 39, 38, 60, 51, 52, 5] {
        shell.call("window", &[window::MESSAGE]);
        shell.settle();
        let empty = shell.screen();
        shell.call("window", &[window::MESSAGE]);
        let text = &"0123456789".repeat(6)[..letters];
        let first = 5.min(letters);
        for (ink, part) in [(ink::VALUE, &text[..first]), (ink::ACCENT, &text[first..])] {
            shell.call("ink", &[ink]);
            for letter in part.bytes() {
                shell.call("char", &[letter.into()]);
            }
        }
        let shown = shell.screen();
        shell.0.write(screen, &empty);
        let (font, pitch) = if letters > 38 {
            ("text_font6", 6)
        } else {
            ("text_font8", 8)
        };
        let seen = &text[..letters.min(51)];
        let font = shell.0.at(font);
        let room = shell.0.at("track_data") + 1024;
        for (x, part, colour) in [
            (X, &seen[..first], plain),
            (X + pitch * first as u32, &seen[first..], accent),
        ] {
            shell.0.write(room, format!("{part}\0").as_bytes());
            let d = [x, Y, 40, colour.into()];
            shell
                .0
                .call("text_draw", &d, &[0, screen, font, room], "d0 d1 a0 a3");
        }
        assert_eq!(rows(&shell.screen(), &shown), [], "{letters} letters");
    }
}

/// A warning stands for half a second, whatever the frames are numbered; another ink in another window is none.
#[test]
fn a_warning_is_to_be_read() {
    let mut shell = Shell::default();
    let until = |shell: &mut Shell, window: u16, ink: u16, frames: u16| {
        shell.call("window", &[window]);
        shell.0.write_words("message_until", &[0]);
        shell.0.write_words("frames", &[frames]);
        shell.call("ink", &[ink]);
        shell.number("message_until")
    };
    assert_eq!(until(&mut shell, window::MESSAGE, ink::WARNING, 1000), 1025);
    // 0 would be none.
    let zero = 0_u16.wrapping_sub(25);
    assert_eq!(until(&mut shell, window::MESSAGE, ink::WARNING, zero), 1);
    assert_eq!(until(&mut shell, window::MESSAGE, ink::GOOD, 1000), 0);
    assert_eq!(until(&mut shell, window::MENU, ink::WARNING, 1000), 0);
}

/// Each place of the strip with a unit answers it; the pixel between two places is the one before's.
#[test]
fn units_of_the_strip_are_clicked() {
    let mut shell = Shell::default();
    for units in [1, 14, 15, 28] {
        shell.show(window::BODY, &[Print::Strip(units)]);
        shell.draw();
        for y in 215..250_i32 {
            for x in (0..320_i32).filter(|x| x % 22 < 8 || *x > 306) {
                for (name, value) in [("pointer_x", x), ("pointer_line", y), ("pointer_y", y)] {
                    shell.0.write_words(name, &[value as u16]);
                }
                let left = shell.0.call("strip_under", &[], &[], "d0 d1");
                let [across, down] = [(x - 6).div_euclid(22), (y - 219).div_euclid(14)];
                let unit = 14 * down + across;
                let there =
                    (0..14).contains(&across) && (0..2).contains(&down) && unit < i32::from(units);
                let expected = if there { 0x2001 + unit } else { 0 };
                assert_eq!(left.d[0] as i32 & 0xFFFF, expected, "{x}, {y} of {units}");
                assert_eq!(left.flags.zero, !there);
            }
        }
    }
}
