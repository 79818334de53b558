//! Starting a disk as a user does.

use crate::script::Action;
use crate::session::{RunError, Session};

/// Emulated seconds from power-on to the prompt, at most.
const POWER_ON: f64 = 4.0;

/// Waits for the prompt, loads the first program of the disk and runs it. Returns the cycle in which RETURN was pressed after
/// `LOAD`.
///
/// # Errors
/// When the disk does not load: the message is the KERNAL's.
pub fn start(session: &mut Session) -> Result<u64, RunError> {
    session.run_seconds(POWER_ON)?;
    type_line(session, "LOAD\"*\",8")?;
    let start = session.machine.cycles();
    type_line(session, "\n")?;
    // LOAD ends with a second READY. below the first, or with an error.
    session.run_until("the disk to load", |machine| {
        let screen = machine.text_screen().unwrap_or_default();
        let ready = screen.iter().filter(|row| row.trim_end() == "READY.");
        ready.count() > 1 || screen.iter().any(|row| row.starts_with('?'))
    })?;
    let screen = session.machine.text_screen().unwrap_or_default();
    if let Some(error) = screen.iter().find(|row| row.starts_with('?')) {
        return Err(RunError::NotLoaded(error.trim_end().to_owned()));
    }
    type_line(session, "RUN\n")?;
    Ok(start)
}

fn type_line(session: &mut Session, line: &str) -> Result<(), RunError> {
    line.chars()
        .try_for_each(|c| session.perform(&Action::Char(c)))
}
