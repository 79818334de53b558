//! Texts come in capitals; with narrow letters the Amiga's shell shows them as a book would print them.

use hexfront::targets::AMIGA;
use hexfront_tests::amiga::{at_first_menu, small_pointer_game};
use hexfront_tests::routine::Bench;

/// Where the text lies.
const TEXT: &str = "menu_room";

fn bench() -> Bench {
    let game = small_pointer_game("  key T \"TURN\"\n    turn += 1\n");
    let built = AMIGA.build(&game).unwrap();
    Bench::new(
        at_first_menu(&built, &built.disk.to_bytes()),
        "ground_bitmap",
    )
}

/// A text, behind which others stand, as a routine leaves it that is told its place.
fn changed(bench: &mut Bench, routine: &str, text: &str, changes: &str) -> String {
    let at = bench.at(TEXT);
    bench.write(at, format!("{text}\0BEHIND IT").as_bytes());
    bench.call(routine, &[], &[0, at], changes);
    let bytes = bench.read(at, text.len() + 10);
    assert_eq!(bytes[text.len()..], *b"\0BEHIND IT", "{text}");
    String::from_utf8(bytes[..text.len()].to_vec()).unwrap()
}

#[test]
fn names_are_set_as_a_book_would() {
    let mut bench = bench();
    for wanted in [
        "",
        "Bastogne",
        "St.Vith",
        // Short words are small, but for the first, and behind another sign than a space.
        "And on the Ourthe",
        "Losheim-On over the Our",
        "One Form with Ant",
        "A Z",
        // Abbreviations, and what has no vowel; longer words are words all the same, and so are two shorter ones.
        "CCA to US HQ",
        "VG the NW FLD of Brgd",
        "Mr Sky St",
        // Roman numbers, but none of other letters.
        "VIII Corps and XIX Xy",
        "Xif IX",
        // Times.
        "3x4 X 9x 9Xif",
        ":X /X",
        // An apostrophe is a letter.
        "O'neil's [Zoo] `Az`",
    ] {
        // Whatever the words were of that were shown last.
        for of_sentences in [0, 1] {
            bench.write_words("sentence", &[of_sentences]);
            let capitals = wanted.to_uppercase();
            let shown = changed(&mut bench, "text_capitalize", &capitals, "d0 d1 a0");
            assert_eq!(shown, wanted);
            let kept = bench.read(bench.at("sentence"), 2);
            assert_eq!(kept, [0, of_sentences as u8]);
        }
    }
}

#[test]
fn in_a_sentence_only_its_first_word_is_large() {
    let mut bench = bench();
    bench.write_words("sentence", &[1]);
    for (word, before, wanted) in [
        ("BRIDGE", 0, "Bridge"),
        ("BRIDGE", b' ', "bridge"),
        ("BRIDGE", b'(', "bridge"),
        ("BRIDGE", b'.', "Bridge"),
        ("THE", 0, "The"),
        ("THE", b' ', "the"),
        ("VIII", b' ', "VIII"),
        ("HQ", b' ', "HQ"),
        ("GERMAN", b' ', "German"),
        ("SOVIETS", b' ', "Soviets"),
        ("NOV", b' ', "Nov"),
        ("GERMANY", b' ', "germany"),
        ("SOVIE", b' ', "sovie"),
        ("LOSSES", b' ', "losses"),
        ("X", b'0', "x"),
        ("X", b'9', "x"),
        ("X", b' ', "X"),
    ] {
        let at = bench.at(TEXT);
        bench.write(at, word.as_bytes());
        let d = [word.len() as u32, before.into()];
        bench.call("word_case", &d, &[at], "d0 d1");
        let shown = bench.read(at, word.len());
        assert_eq!(String::from_utf8(shown).unwrap(), wanted, "{before}");
    }
}

#[test]
fn letters_become_small_and_nothing_else() {
    let mut bench = bench();
    for (text, wanted) in [("", ""), ("@AMZ[`az{09", "@amz[`az{09")] {
        assert_eq!(changed(&mut bench, "text_small", text, "d0 a0"), wanted);
    }
}

/// What is printed in an ink from the corner of a page on, in rows, and the same letters as they are to be seen. To a row with `@` the
/// cursor is sent; the others come behind the one before.
fn shown(bench: &mut Bench, ink: Option<u16>, text: &str, letters: bool) -> Vec<u8> {
    const CALL: &str = "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5";
    let screen = bench.at("screen");
    bench.write(screen, &[0; 256 * 5 * 40]);
    bench.call("window_set", &[4], &[], "d0 a0");
    let colour = bench.read(bench.at("text_colour"), 2);
    assert_eq!(colour, [0, 1], "white, until an ink is said");
    if let Some(ink) = ink {
        bench.write_words("vm_v", &[ink]);
        bench.call("call_ink", &[], &[], CALL);
    }
    for (row, text) in (0..).zip(text.split('\r')) {
        if letters || text.starts_with('@') {
            // As the table of calls does before any other than a letter's.
            bench.call("text_flush", &[], &[], "d0 d1 a0 a1");
            bench.write_words("vm_v", &[0, row]);
            bench.call("call_at", &[], &[], CALL);
        } else if row > 0 {
            bench.call("char_now", &[13], &[], "d0 d1 a0 a1");
        }
        let routine = if letters { "letter_put" } else { "char_now" };
        for letter in text.trim_start_matches('@').bytes() {
            bench.call(routine, &[letter.into()], &[], "d0 d1 a0 a1");
        }
    }
    bench.call("text_flush", &[], &[], "d0 d1 a0 a1");
    bench.read(screen, 256 * 5 * 40)
}

/// A sentence goes on in the next row, other text begins anew there, and either does behind an empty row; what a window shows is none until its ink says so.
#[test]
fn sentences_go_on_over_rows() {
    const VALUE: u16 = 1;
    const MENU: u16 = 3;
    let mut bench = bench();
    for (ink, wanted) in [
        (Some(MENU), "Press\rthe key"),
        (Some(VALUE), "Press\rThe Key"),
        (Some(MENU), "Go on. The end"),
        (None, "Blue Bridge"),
        (Some(MENU), "Press\r@Key\rto go on"),
        (Some(MENU), "Blue bridge\r\rOn it"),
        (Some(VALUE), "Blue Bridge"),
    ] {
        let seen = shown(&mut bench, ink, &wanted.to_uppercase(), false);
        assert!(seen == shown(&mut bench, ink, wanted, true), "{wanted}");
    }
}
