//! Runs Zellyn Hunter's a2audit on an Apple II Plus, with a language card and without, and renews `apple2-score.md`.
//!
//! `cargo run --profile test -p hexfront-platforms --example apple2_audit -- FOLDER`
//!
//! FOLDER is a copy of a2audit (github.com/zellyn/a2audit); nothing is fetched. The ROMs are ours, with the one byte of Applesoft by which the
//! language card's tests tell ROM from RAM.

use hexfront_asm::{Files, build};
use hexfront_platforms::Machine;
use hexfront_platforms::machines::apple2::{Apple2, Config, Monitor, Roms, keyboard};
use hexfront_roms::{
    APPLE2_LINK_SCRIPT, APPLE2_MAIN_FILES, DISK2, MONITOR, SOURCES, apple2_chargen,
};
use std::error::Error;
use std::fmt::Write;
use std::path::Path;

/// What the tests expect at an address of the ROM.
const LANDMARK: (usize, u8) = (0xD17B, 0x53);
/// First address of the main ROM.
const ROM: usize = 0xD000;
/// Frames that a test may take, and between a key and its answer.
const LONGEST: usize = 60 * 60;
const ANSWER: usize = 60;
/// Dots at the left edge that may move where a test says so.
const EDGE: usize = 8;
/// Tests of video that the machine can be asked for: those for others have eighty columns or twice the dots.
const OTHERS: [&str; 2] = ["80-COL", "DBL"];

/// A test's name, and what came of it.
struct Row {
    name: String,
    result: &'static str,
    note: String,
}

impl Row {
    fn of(name: impl Into<String>, right: bool, note: impl Into<String>) -> Row {
        Row {
            name: name.into(),
            result: if right { "right" } else { "wrong" },
            note: note.into(),
        }
    }

    fn left_out(name: impl Into<String>, note: impl Into<String>) -> Row {
        Row {
            name: name.into(),
            result: "left out",
            note: note.into(),
        }
    }
}

/// An Apple II that booted the audit's disk.
struct Audit(Apple2);

impl Audit {
    fn booted(disk: &[u8], language_card: bool) -> Result<Audit, Box<dyn Error>> {
        let image = build(&Files(SOURCES), APPLE2_MAIN_FILES, APPLE2_LINK_SCRIPT)?;
        let output = |name| image.output(name).unwrap_or_default();
        let mut monitor = output(MONITOR).to_vec();
        monitor[LANDMARK.0 - ROM] = LANDMARK.1;
        let roms = Roms::new(&monitor, output(DISK2), &apple2_chargen())?;
        let config = Config {
            language_card,
            ..Config::default()
        };
        let mut apple = Apple2::new(config, Monitor::Colour, roms);
        apple.insert_disk(disk)?;
        Ok(Audit(apple))
    }

    /// The screen's text in one piece.
    fn text(&self) -> String {
        let rows = self.0.text_screen().unwrap_or_default();
        let rows: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
        rows.join("\n")
    }

    /// Runs until this stands on the screen; whether it came.
    fn until(&mut self, words: &str) -> bool {
        (0..LONGEST).any(|_| {
            self.0.run_frame();
            self.text().contains(words)
        })
    }

    fn press(&mut self, letter: char) {
        let Some(chord) = keyboard::LAYOUT.chord(letter) else {
            return;
        };
        self.0.key_down(chord.key);
        self.frames();
        self.0.key_up(chord.key);
        self.frames();
    }

    fn frames(&mut self) {
        for _ in 0..ANSWER / 2 {
            self.0.run_frame();
        }
    }

    /// The picture in colours, row by row.
    fn picture(&self) -> Vec<Vec<u32>> {
        let frame = self.0.frame();
        let rows = frame.pixels.chunks(frame.width);
        rows.map(|row| row.iter().map(|p| frame.palette[usize::from(*p)]).collect())
            .collect()
    }
}

/// Whether pictures are alike, but for so many dots at the left edge.
fn alike(a: &[Vec<u32>], b: &[Vec<u32>], edge: usize) -> bool {
    a.iter().zip(b).all(|(a, b)| a[edge..] == b[edge..])
}

/// The tests that report by text: who it is, the language card, and what only later machines have.
fn texts(audit: &mut Audit, named: &str, memory: &str) -> Vec<Row> {
    let came = audit.until("PRESS 'Y', 'N'");
    let text = audit.text();
    let says = |words: &str| text.contains(words);
    let errors: Vec<&str> = text.lines().filter(|line| line.contains("V0#E")).collect();
    let name = |test: &str| format!("{test}, {named}");
    let card = name("language card");
    let mut rows = vec![
        Row::of(name("which machine it is"), says("APPLE II PLUS"), ""),
        Row::of(name("how much memory it has"), says(memory), ""),
        if says("48K:SKIPPING") {
            Row::left_out(card, "there is none")
        } else {
            Row::of(
                card,
                says("LANGUAGE CARD TESTS SUCCEEDED"),
                errors.join("; "),
            )
        },
    ];
    for later in ["auxiliary memory", "soft switches that are read"] {
        rows.push(Row::left_out(name(later), "of a IIe"));
    }
    audit.press('Y');
    let went_on = came && audit.until("HIT SPACE TO START");
    rows.push(Row::of(name("keyboard"), went_on, ""));
    rows
}

/// Those of video: two modes whose pictures are to be the same, or to be apart as the text says.
fn pictures(audit: &mut Audit) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut others = 0;
    audit.press(' ');
    loop {
        let text = audit.text();
        let claim = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if claim.is_empty() || claim.ends_with("END") {
            rows.push(Row::left_out(
                "video, the others",
                format!("{others} of a IIe"),
            ));
            return rows;
        }
        audit.press(' ');
        let first = audit.picture();
        audit.press(' ');
        let second = audit.picture();
        let name = format!("video: {}", claim.to_lowercase());
        if OTHERS.iter().any(|other| claim.contains(other)) {
            others += 1;
        } else if claim.ends_with("SAME") {
            rows.push(Row::of(name, alike(&first, &second, 0), ""));
        } else {
            let moved = alike(&first, &second, EDGE) && first != second;
            rows.push(Row::of(name, moved, ""));
        }
        audit.press('Y');
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = arguments.as_slice() else {
        return Err("usage: apple2_audit FOLDER (a copy of a2audit)".into());
    };
    let path = Path::new(folder).join("audit/audit.dsk");
    let disk = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut board = Audit::booted(&disk, false)?;
    let mut rows = texts(&mut board, "48 KB", "MEMORY:48K");
    let mut card = Audit::booted(&disk, true)?;
    rows.extend(texts(&mut card, "64 KB", "MEMORY:64K"));
    rows.extend(pictures(&mut card));
    let count = |wanted: &str| rows.iter().filter(|row| row.result == wanted).count();
    let (right, wrong) = (count("right"), count("wrong"));
    println!(
        "{right} right, {wrong} wrong, {} left out",
        count("left out")
    );
    let mut page = format!(
        "# The Apple II against a2audit\n\n\
         Written by `cargo run --profile test -p hexfront-platforms --example apple2_audit -- FOLDER`, where FOLDER is a copy of\n\
         Zellyn Hunter's a2audit: a II Plus (NTSC) with our ROMs boots its disk. {right} of {} are right.\n\n\
         | test | came out | note |\n| --- | --- | --- |\n",
        right + wrong
    );
    for row in &rows {
        writeln!(page, "| {} | {} | {} |", row.name, row.result, row.note)?;
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/apple2-score.md");
    std::fs::write(file, page)?;
    Ok(())
}
