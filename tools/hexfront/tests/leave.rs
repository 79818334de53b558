//! A player in a terminal whose program is asked to end, or whose terminal is closed, loses nothing.
#![cfg(unix)]

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Bytes of pictures after which the machine surely runs.
const RUNS: usize = 40_000;
const PATIENCE: Duration = Duration::from_secs(120);

/// A game in a terminal of its own.
struct Player {
    terminal: File,
    child: Child,
    folder: PathBuf,
}

impl Player {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("hexfront-leave-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        // Else the game holds its own terminal open.
        rustix::io::fcntl_setfd(&terminal, rustix::io::FdFlags::CLOEXEC).expect("it is ours alone");
        grantpt(&terminal).expect("it is ours");
        unlockpt(&terminal).expect("it opens");
        let size = Winsize {
            ws_col: 120,
            ws_row: 45,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&terminal, size).expect("it has a size");
        let slave = ptsname(&terminal, Vec::new()).expect("it has a name");
        let slave = File::options()
            .read(true)
            .write(true)
            .open(Path::new(slave.to_str().expect("a plain name")))
            .expect("its other end");
        let end = || Stdio::from(slave.try_clone().expect("one more"));
        let child = Command::new(env!("CARGO_BIN_EXE_hexfront"))
            .args([
                "play",
                "breakthrough-in-the-ardennes",
                "--video",
                "blocks",
                "--mute",
                "--wav",
            ])
            .arg(folder.join("sound.wav"))
            .env("XDG_DATA_HOME", &folder)
            .env("TERM", "xterm-256color")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .expect("it starts");
        Self {
            terminal: File::from(terminal),
            child,
            folder,
        }
    }

    /// Reads what it draws until it surely runs.
    fn watch(&mut self) {
        let (mut drawn, mut some) = (0, [0; 4096]);
        while drawn < RUNS {
            drawn += self.terminal.read(&mut some).expect("it draws");
        }
    }

    fn ask(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it runs");
    }

    /// Waits until it has ended; the code that it ended with.
    fn ended(mut child: Child) -> Option<i32> {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Some(status) = child.try_wait().expect("it can be waited for") {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        child.kill().expect("it can be ended");
        None
    }

    /// The sound was written to its end.
    fn check_sound(folder: &Path) {
        let sound = hound::WavReader::open(folder.join("sound.wav")).expect("a whole file");
        assert!(sound.duration() > 0, "the file of sound was not ended");
        std::fs::remove_dir_all(folder).expect("it goes");
    }
}

#[test]
fn who_asks_it_to_end_gets_his_terminal_back() {
    let mut player = Player::new("term");
    player.watch();
    player.ask(Signal::TERM);
    // What it draws must be read, or it waits; once it has ended nothing comes.
    let mut rest = Vec::new();
    let mut some = [0; 4096];
    while let Ok(count @ 1..) = player.terminal.read(&mut some) {
        rest.extend(&some[..count]);
    }
    assert_eq!(Player::ended(player.child), Some(0));
    let rest = String::from_utf8_lossy(&rest).into_owned();
    assert!(rest.contains("\x1b[?1049l"), "the other page is left");
    assert!(rest.contains("\x1b[?25h"), "the cursor is shown");
    Player::check_sound(&player.folder);
}

#[test]
fn who_closes_the_terminal_ends_the_game_in_order() {
    let mut player = Player::new("hup");
    player.watch();
    let Player {
        terminal,
        child,
        folder,
    } = player;
    drop(terminal);
    // Nobody hears what it says; that it does not reach the terminal may be an error, but no panic.
    let code = Player::ended(child);
    assert!(matches!(code, Some(0 | 2)), "{code:?}");
    Player::check_sound(&folder);
}
