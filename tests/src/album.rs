//! Golden pictures: what a machine shows, pixel by pixel as in `tests/golden`.
//!
//! A picture that differs is written to the target folder. `HEXFRONT_BLESS=1` takes the new pictures for golden: look at
//! them first, and say in the commit why they moved.

use crate::c64::folder;
use hexfront::picture::write_png;
use hexfront::script::Action;
use hexfront::session::Session;
use hexfront_platforms::machine::Frame;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// The pixels of a golden picture, three bytes each.
fn golden(path: &Path) -> Option<Vec<u8>> {
    let mut decoder = png::Decoder::new(BufReader::new(File::open(path).ok()?));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    reader.next_frame(&mut pixels).ok()?;
    Some(pixels)
}

/// Frames in which a cursor that blinks was seen in both ways.
const BLINK: usize = 40;

/// Whether a machine shows what is looked for, at once or as a cursor blinks.
fn comes_to_show(session: &mut Session, wanted: impl Fn(&Frame<'_>) -> bool) -> bool {
    (0..BLINK).any(|_| {
        let shown = wanted(&session.machine.frame());
        if !shown {
            session.machine.run_frame();
        }
        shown
    })
}

/// Performs actions on a machine of another standard: each picture of the script comes to be seen as it is in the album of a pair, to
/// whoever compares the pixels of both. The first one that does not goes to the folder `shown`.
///
/// # Panics
/// When an action fails, or a picture differs.
pub fn shows_the_same(
    session: &mut Session,
    pair: &str,
    shown: &str,
    actions: &[Action],
    alike: impl Fn(&[u8], &[u8]) -> bool,
) {
    for action in actions {
        let Action::Shot(name) = action else {
            let performed = session.perform(action);
            performed.unwrap_or_else(|e| panic!("{action:?}: {e}"));
            continue;
        };
        session.run_seconds(0.1).expect("the machine runs");
        let path = folder("golden").join(pair).join(name.with_extension("png"));
        let kept = golden(&path).expect("the picture is there");
        if !comes_to_show(session, |frame| alike(&frame.rgb(), &kept)) {
            let to = Path::new(shown).join(format!("{pair}-other.png"));
            write_png(&session.machine.frame(), &to).expect("the picture can be written");
            panic!("{} differs: {}", path.display(), to.display());
        }
    }
}

/// Compares what a machine shows with golden pictures.
pub struct Album {
    bless: bool,
    golden: PathBuf,
    /// Where pictures go that differ.
    shown: PathBuf,
    different: Vec<PathBuf>,
}

impl Album {
    /// The album of a pair, a folder of `golden`; pictures that differ go to a folder of that name in `shown`.
    pub fn open(pair: &str, shown: &str) -> Self {
        Self {
            bless: std::env::var_os("HEXFRONT_BLESS").is_some(),
            golden: folder("golden").join(pair),
            shown: Path::new(shown).join(pair),
            different: Vec::new(),
        }
    }

    /// Compares the picture with the golden one of that name; a cursor may blink until it is as it was.
    ///
    /// # Panics
    /// When the machine stops, or a picture cannot be written.
    pub fn compare(&mut self, session: &mut Session, name: &Path) {
        session.run_seconds(0.1).expect("the machine runs");
        let file = name.with_extension("png");
        let path = self.golden.join(&file);
        if golden(&path).is_some_and(|kept| comes_to_show(session, |frame| frame.rgb() == kept)) {
            return;
        }
        let to = if self.bless {
            path
        } else {
            self.different.push(self.shown.join(&file));
            self.shown.join(&file)
        };
        if let Some(folder) = to.parent() {
            std::fs::create_dir_all(folder).expect("the folder can be made");
        }
        write_png(&session.machine.frame(), &to).expect("the picture can be written");
    }

    /// Performs actions; each picture of a script is compared.
    ///
    /// # Panics
    /// When an action fails.
    pub fn perform(&mut self, session: &mut Session, actions: &[Action]) {
        for action in actions {
            match action {
                Action::Shot(name) => self.compare(session, name),
                action => session
                    .perform(action)
                    .unwrap_or_else(|e| panic!("{action:?}: {e}")),
            }
        }
    }

    /// The end of the test.
    ///
    /// # Panics
    /// If a picture differed.
    pub fn close(self) {
        let different = self.different;
        assert!(
            different.is_empty(),
            "these differ from golden: {different:#?}"
        );
    }
}
