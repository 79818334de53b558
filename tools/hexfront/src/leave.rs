//! The end that somebody else asks for: the system is shut down, a terminal is closed. The player loses nothing by it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells whether the program was asked to end. Who asks twice is obeyed at once.
#[derive(Debug, Default)]
pub struct Leave(Arc<AtomicBool>);

impl Leave {
    /// Listens from now on.
    ///
    /// # Errors
    /// When the system does not let it.
    #[cfg(unix)]
    pub fn listen() -> io::Result<Self> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let asked = Arc::new(AtomicBool::new(false));
        for signal in [SIGTERM, SIGHUP, SIGINT] {
            // A shell reports what a signal ended as 128 and its number.
            signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, asked.clone())?;
            signal_hook::flag::register(signal, asked.clone())?;
        }
        Ok(Self(asked))
    }

    /// Listens from now on, where there are signals.
    ///
    /// # Errors
    /// None.
    #[cfg(not(unix))]
    pub fn listen() -> io::Result<Self> {
        Ok(Self::default())
    }

    /// Whether it was asked.
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Whether the terminal that keys come from was closed. To read from it then would never end.
#[cfg(unix)]
pub fn terminal_is_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = io::stdin();
    let mut keys = [PollFd::new(&stdin, PollFlags::IN)];
    let polled = poll(&mut keys, Some(&Timespec::default()));
    let closed = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    polled.is_ok() && keys[0].revents().intersects(closed)
}

/// Whether the terminal that keys come from was closed; elsewhere that ends the program.
#[cfg(not(unix))]
pub fn terminal_is_closed() -> bool {
    false
}
