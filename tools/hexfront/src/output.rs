//! What commands print.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write as _};

/// Prints a line. A reader that has gone away, such as `head`, has seen enough.
///
/// # Errors
/// When it cannot be written.
pub fn print_line(text: impl Display) -> io::Result<()> {
    match writeln!(io::stdout().lock(), "{text}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Prints a line on the standard error. A terminal that was closed reads it no more; the work goes on.
pub fn tell(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
