//! Questions over a page or the map on the Amiga.

use crate::widgets::{CHANGES, small, word};
use hexfront_isa::contract::page;

/// A question as it is broken into rows: behind the last space of 28 letters, where it has none behind the next, or where its rules say
/// so; what is left of it after four rows is not shown.
fn broken(question: &str) -> Vec<String> {
    let mut rows = Vec::new();
    let mut rest = question;
    while !rest.is_empty() && rows.len() < 4 {
        let told = rest.find('\r').unwrap_or(rest.len());
        let end = if told <= 28 {
            told
        } else {
            let word = rest[..29].rfind(' ');
            let word = word.or_else(|| rest.find([' ', '\r']));
            word.unwrap_or(rest.len())
        };
        rows.push(rest[..end].to_owned());
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    rows
}

/// An entry of a menu, and where its label begins in it (`entry.inc`).
const ENTRY_BYTES: u32 = 28;
const LABEL: u32 = 2;

/// As large as its rows and its buttons need, in the middle of the page or of the map; or lower, where the pointer would cover it.
#[test]
fn a_question_has_room_for_its_rows_and_buttons() {
    const QUESTIONS: [&str; 9] = [
        "",
        "YES?",
        "A ROW THAT HAS 28 LETTERS IT",
        "A ROW THAT HAS ALL 29 LETTERS",
        "ONE\rTWO\r\rFOUR\rFIVE",
        "THE BRIDGE OVER THE OURTHE IS TO BE BLOWN BEFORE THE ENEMY COMES?",
        "NOSPACESTANDSBETWEENALLOFTHEM BUT BEHIND",
        "NOSPACESTANDSBETWEENALLOFTHEM",
        "A A A A A A A A A A A A A A A A A A A A A A A A A A A A A A A A A A A A A A A",
    ];
    let mut bench = small();
    let [page_y, map_y] = ["screen_middle_y", "map_middle_y"].map(|name| word(&bench, name));
    let text = bench.at("requester_text");
    for question in QUESTIONS {
        let rows = broken(question);
        for (buttons, on_map, pointer_y) in (0..=5)
            .flat_map(|buttons| [(buttons, false), (buttons, true)])
            .flat_map(|(buttons, on_map)| [0, 90, 130, 255].map(|y| (buttons, on_map, y)))
        {
            bench.call("requester_open", &[], &[], "");
            bench.write(text, format!("{question}\0").as_bytes());
            bench.write_words("entry_count", &[buttons]);
            // Four of seven letters are the most that a page has room for.
            let long = buttons == 4 && !on_map;
            let labels = [if long { "3 184TH" } else { "Y" }, "NO"];
            for button in 0..u32::from(buttons) {
                let label = labels[usize::from(button > 0)];
                let entry = bench.at("entries") + button * ENTRY_BYTES;
                bench.write(entry + LABEL, format!("{label}\0").as_bytes());
            }
            bench.write(
                bench.at("page_below"),
                &[if on_map { page::MAP as u8 } else { 1 }],
            );
            for name in ["pointer_y", "pointer_line"] {
                bench.write_words(name, &[pointer_y]);
            }
            bench.call("requester_draw", &[], &[], CHANGES);
            let label = 8 * labels[0].len() as u16 + 8;
            let wide = if buttons > 3 { label.max(28) } else { 68 };
            let letters = rows.iter().map(|row| 8 * row.len() as u16 + 28);
            let of_buttons = buttons.max(1) * (wide + 6) + 22;
            let box_wide = letters.chain([of_buttons, 192]).max().unwrap_or_default();
            let above = 13 + 11 * rows.len() as u16;
            let high = above + 23;
            let [x, y] = if on_map { [136, map_y] } else { [160, page_y] };
            let y = y - high / 2;
            let covers = (y..y + above + 14).contains(&(pointer_y + 14));
            let y = if covers { pointer_y + 18 } else { y };
            let wanted = [
                ("row_count", rows.len() as u16),
                ("box_x", x - box_wide / 2),
                ("box_y", y),
                ("box_w", box_wide),
                ("box_h", high),
                ("button_y", y + above),
                ("button_wide", wide),
            ];
            let told = format!("{question:?}, {buttons} buttons, {on_map}, {pointer_y}");
            for (name, value) in wanted {
                assert_eq!(word(&bench, name), value, "{name}: {told}");
            }
            if buttons > 1 {
                let pitch = (box_wide - wide - 28) / (buttons - 1);
                assert_eq!(word(&bench, "button_pitch"), pitch, "{told}");
            }
            let seen = rows.join("\0");
            assert_eq!(bench.read(text, seen.len()), seen.as_bytes(), "{told}");
            assert!(rows.is_empty() || bench.read(text + seen.len() as u32, 1) == [0]);
        }
    }
}
