//! Every screen of the Ardennes on the C64, pixel by pixel as in `tests/golden`.
//!
//! A picture that differs is written to the target folder. `HEXFRONT_BLESS=1` takes the new pictures for golden: look at
//! them first, and say in the commit why they moved.

use hexfront::picture::write_png;
use hexfront::pipeline::build_c64;
use hexfront::script::Action;
use hexfront_tests::c64::{ardennes, at_first_menu, folder, script};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// The pixels of a golden picture as palette indices.
fn golden(path: &Path) -> Option<Vec<u8>> {
    let decoder = png::Decoder::new(BufReader::new(File::open(path).ok()?));
    let mut reader = decoder.read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    reader.next_frame(&mut pixels).ok()?;
    Some(pixels)
}

#[test]
fn every_screen_looks_as_it_did_when_somebody_looked() {
    let built = build_c64(&ardennes()).unwrap();
    let mut c64 = at_first_menu(&built, &built.disk.to_bytes());
    let bless = std::env::var_os("HEXFRONT_BLESS").is_some();
    let failed = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let mut different = Vec::new();
    for action in script("screens.script") {
        let Action::Shot(name) = &action else {
            c64.perform(&action).unwrap();
            continue;
        };
        c64.run_seconds(0.1).unwrap();
        let file = name.with_extension("png");
        let path = folder("golden").join(&file);
        let frame = c64.machine.frame();
        if golden(&path).as_deref() == Some(frame.pixels) {
            continue;
        }
        if bless {
            write_png(&frame, &path).unwrap();
        } else {
            write_png(&frame, &failed.join(&file)).unwrap();
            different.push(failed.join(&file));
        }
    }
    assert!(
        different.is_empty(),
        "these differ from golden: {different:#?}"
    );
}

/// A terminal shows text as text: the picture on the title page must not pass for some.
#[test]
fn the_logo_is_no_text() {
    let built = build_c64(&ardennes()).unwrap();
    let mut c64 = at_first_menu(&built, &built.disk.to_bytes());
    c64.run_seconds(0.1).unwrap();
    let screen = c64.machine.text_screen();
    let texts: Vec<&str> = screen.iter().map(|row| row.trim()).collect();
    let menu = texts.iter().position(|row| row.contains("NEW GAME"));
    let menu = menu.expect("the title page has a menu");
    assert!(texts[..menu].iter().all(|row| row.is_empty()), "{texts:?}");
}
