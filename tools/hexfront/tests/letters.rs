//! Letters in pictures that the emulated Amiga made.

use hexfront::letters::{Finder, Pixels, Run};
use hexfront::targets::AMIGA;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

/// A kept picture: its colours by number, one for two of its narrow pixels, and columns and rows.
fn picture(path: &Path) -> (Vec<u16>, usize, usize) {
    let decoder = png::Decoder::new(BufReader::new(File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let (width, height) = (info.width as usize, info.height as usize);
    let each = bytes.len() / (width * height);
    let mut palette: Vec<&[u8]> = Vec::new();
    let mut number = |colour| {
        let known = palette.iter().position(|other| *other == colour);
        known.unwrap_or_else(|| {
            palette.push(colour);
            palette.len() - 1
        }) as u16
    };
    let pixels = bytes.chunks_exact(2 * each).map(|two| number(&two[..each]));
    (pixels.collect(), width / 2, height)
}

/// Of maps, counters and pages nothing is taken for stippled words; of menus all that is one.
#[test]
fn only_greyed_entries_of_menus_are_stippled_words() {
    let finder = Finder::new(&AMIGA.fonts());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/blitzkrieg-amiga");
    let (mut pictures, mut menus) = (0, 0);
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy();
        let (pixels, width, height) = picture(&path);
        let runs = finder.find(Pixels {
            width,
            height,
            pixels: &pixels,
        });
        let stippled = runs.iter().filter(|run| run.stippled);
        let text = |run: &Run| run.letters.iter().map(|l| l.letter).collect::<String>();
        let found: Vec<String> = stippled.map(text).collect();
        pictures += 1;
        if name.ends_with("menu") {
            menus += 1;
            assert_eq!(found, ["Move", "M", "Find Hidden", "F"], "{name}");
        } else {
            assert_eq!(found, Vec::<String>::new(), "{name}");
        }
    }
    assert!(
        pictures > 20 && menus > 1,
        "{pictures} pictures, {menus} menus"
    );
}
