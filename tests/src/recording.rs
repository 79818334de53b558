//! Games recorded as they are played on an emulated machine, and played again on the reference VM.

use hexfront::observe::Sighting;
use hexfront::pipeline::Game;
use hexfront::record::{Place, Recorder};
use hexfront::replay::file::{Head, Replay};
use hexfront::replay::host::HostRun;
use hexfront::replay::machine::MachineRun;
use hexfront::replay::run::{Course, run};
use hexfront::script::Action;
use hexfront::session::Session;
use hexfront::targets::Fitting;
use hexfront_isa::cartridge::Cartridge;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A file for a recording of that name: its own, whoever else records under the name in this program or in another.
fn own_file(folder: &str, name: &str) -> PathBuf {
    static RECORDINGS: AtomicUsize = AtomicUsize::new(0);
    let number = RECORDINGS.fetch_add(1, Ordering::Relaxed);
    let file = format!("{name}-{}-{number}.replay", std::process::id());
    Path::new(folder).join(file)
}

/// A recording under way.
pub struct Recording {
    recorder: Recorder,
    path: PathBuf,
    /// What was seen so far.
    pub sightings: Vec<Sighting>,
}

impl Recording {
    /// Records the game of the cartridge, which stands at its first menu, in a folder, in a file whose name begins so.
    ///
    /// # Panics
    /// When the program is none of ours.
    pub fn begin(folder: &str, name: &str, cartridge: &[u8], session: &mut Session) -> Self {
        let path = own_file(folder, name);
        let head = Head::of(&Cartridge::read(cartridge).expect("the cartridge is one"));
        let recorder = Recorder::new(head, Place::File(path.clone()));
        assert!(session.observe(), "the program is none of ours");
        Self {
            recorder,
            path,
            sightings: Vec::new(),
        }
    }

    /// Writes what happened since the last time.
    ///
    /// # Panics
    /// When the file cannot be written.
    pub fn update(&mut self, session: &mut Session) {
        let new = session.take_sightings();
        for sighting in &new {
            self.recorder
                .note(&sighting.what)
                .expect("the file is written");
        }
        self.sightings.extend(new);
    }

    /// Performs actions; pictures are left to the caller, in `shot`.
    ///
    /// # Panics
    /// When an action fails.
    pub fn perform(
        &mut self,
        session: &mut Session,
        actions: &[Action],
        mut shot: impl FnMut(&mut Session, &Path),
    ) {
        for (i, action) in actions.iter().enumerate() {
            match action {
                Action::Shot(name) => shot(session, name),
                action => session
                    .perform(action)
                    .unwrap_or_else(|e| panic!("action {i}, {action:?}: {e}")),
            }
            self.update(session);
        }
    }

    /// Ends the recording: its text. The file is gone then.
    ///
    /// # Panics
    /// When the file cannot be written, read or deleted.
    pub fn end(&mut self, session: &mut Session) -> String {
        self.update(session);
        if session.waits_for_key() {
            let image = session.state_image().expect("a game of ours runs");
            self.recorder.end(&image).expect("the file is written");
        }
        let text = std::fs::read_to_string(&self.path).expect("the recording is there");
        std::fs::remove_file(&self.path).expect("it is ours");
        text
    }
}

/// What comes of a replay on the reference VM.
///
/// # Panics
/// When it cannot be run.
pub fn on_host(replay: &Replay, cartridge: &[u8]) -> Course {
    let cartridge = Cartridge::read(cartridge).expect("the cartridge is one");
    let mut host = HostRun::start(cartridge).expect("the game starts");
    run(replay, &mut host).expect("the replay can be run")
}

/// What comes of a replay on an emulated machine.
///
/// # Panics
/// When it cannot be run.
pub fn on_machine(replay: &Replay, cartridge: &[u8], game: &Game) -> Course {
    let cartridge = Cartridge::read(cartridge).expect("the cartridge is one");
    let mut machine =
        MachineRun::start(cartridge, game, Fitting::default()).expect("the game starts");
    run(replay, &mut machine).unwrap_or_else(|failed| panic!("{failed}"))
}

#[cfg(test)]
mod tests {
    use super::own_file;

    #[test]
    fn recordings_of_one_name_do_not_meet() {
        let [first, second] = [own_file("folder", "turn"), own_file("folder", "turn")];
        assert_ne!(first, second);
        let process = std::process::id().to_string();
        assert!(
            first.to_string_lossy().contains(&process),
            "{}",
            first.display()
        );
    }
}
