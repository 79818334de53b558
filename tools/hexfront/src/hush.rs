//! Keeps from the terminal what the host's sound libraries write there past the program: ALSA and its plugins tell each
//! trouble in lines of their own, some of them a hundred times a second.
//!
//! While a [`Hush`] lives, the process's standard error is a pipe; a thread passes on all lines but theirs.

use std::io;

/// How lines begin that nobody can do anything about: ALSA, its PulseAudio plugin, JACK's library.
const THEIRS: [&str; 6] = [
    "ALSA lib ",
    "*** PULSEAUDIO",
    "Cannot connect to server",
    "jack server is not running",
    "JackShmReadWritePtr",
    "XDG_RUNTIME_DIR (",
];

fn is_theirs(line: &[u8]) -> bool {
    THEIRS
        .iter()
        .any(|begin| line.starts_with(begin.as_bytes()))
}

/// Standard error without the sound libraries' lines, until it is dropped.
#[cfg(unix)]
pub struct Hush {
    kept: std::os::fd::OwnedFd,
    thread: Option<std::thread::JoinHandle<()>>,
}

#[cfg(unix)]
impl Hush {
    /// Begins to listen.
    ///
    /// # Errors
    /// When the process may not open a pipe.
    pub fn begin() -> io::Result<Self> {
        let (from, to) = io::pipe()?;
        let kept = rustix::io::dup(rustix::stdio::stderr())?;
        let out = std::fs::File::from(kept.try_clone()?);
        let thread = std::thread::Builder::new().spawn(move || pass_on(from, out))?;
        rustix::stdio::dup2_stderr(&to)?;
        Ok(Self {
            kept,
            thread: Some(thread),
        })
    }
}

#[cfg(unix)]
impl Drop for Hush {
    fn drop(&mut self) {
        // With that the pipe has no writer, and the thread comes to its end.
        if rustix::stdio::dup2_stderr(&self.kept).is_ok()
            && let Some(thread) = self.thread.take()
        {
            let _ = thread.join();
        }
    }
}

/// Passes on whole lines, and what has no end at the end.
#[cfg(unix)]
fn pass_on(from: impl io::Read, mut out: impl io::Write) {
    use io::BufRead as _;
    let mut from = io::BufReader::new(from);
    let mut line = Vec::new();
    while from.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
        if !is_theirs(&line) {
            let _ = out.write_all(&line);
        }
        line.clear();
    }
}

/// Elsewhere the libraries are silent.
#[cfg(not(unix))]
pub struct Hush;

#[cfg(not(unix))]
impl Hush {
    /// Nothing.
    ///
    /// # Errors
    /// None.
    pub fn begin() -> io::Result<Self> {
        Ok(Self)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_sound_libraries_are_dropped_and_others_are_not() {
        let written = "ALSA lib pcm.c:2660:(snd_pcm_open_noupdate) Unknown PCM default\n\
            hexfront: no sound: no sound device\n\
            *** PULSEAUDIO: Unable to connect: Connection refused\n\
            \n\
            thread 'main' panicked at ALSA lib";
        let mut passed = Vec::new();
        pass_on(written.as_bytes(), &mut passed);
        assert_eq!(
            String::from_utf8(passed).unwrap(),
            "hexfront: no sound: no sound device\n\nthread 'main' panicked at ALSA lib"
        );
    }

    /// What a library writes to the descriptor itself, from any thread.
    #[test]
    fn standard_error_is_hushed_until_the_end() {
        use std::io::Read as _;
        let write = |line: &str| rustix::io::write(rustix::stdio::stderr(), line.as_bytes());
        let (mut from, to) = io::pipe().unwrap();
        let before = rustix::io::dup(rustix::stdio::stderr()).unwrap();
        rustix::stdio::dup2_stderr(&to).unwrap();
        drop(to);
        let hush = Hush::begin().unwrap();
        write("ALSA lib a\nhexfront: b\n").unwrap();
        drop(hush);
        write("ALSA lib c\n").unwrap();
        rustix::stdio::dup2_stderr(&before).unwrap();
        let mut seen = String::new();
        from.read_to_string(&mut seen).unwrap();
        assert_eq!(seen, "hexfront: b\nALSA lib c\n");
    }
}
