//! `hexfront modem`: our modem at the serial port of another emulator, which is on TCP.
//!
//! Such a port has the two wires of data and no other: DTR counts as asserted, and what the modem tells by DCD is not heard. A call is
//! ended by `+++` and `ATH`, or by the other end. Bytes have no speed there; the modem says 9,600 bits a second.

use super::{Setting, Telephone, TelephoneError, tcp};
use crate::output::tell;
use hexfront_platforms::modem::Modem;
use hexfront_platforms::serial::{Cable, ComputerLines, Device as _, Frame};
use std::collections::VecDeque;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

/// What the modem takes the computer's speed to be.
const BAUD: u32 = 9_600;
/// How long the modem looks at nothing.
const REST: Duration = Duration::from_millis(2);

/// Hangs a modem on the port at `HOST:PORT` until the emulator closes it; calls go as `settings` say.
///
/// # Errors
/// When nothing listens there, or the settings ask for what cannot be had.
pub fn serve(address: &str, settings: &[Setting]) -> Result<(), TelephoneError> {
    let telephone = Telephone::new(settings)?;
    let news = telephone.news();
    let no_port = |source| TelephoneError::NoPort {
        address: address.to_owned(),
        source,
    };
    let mut stream = tcp::reach(address).map_err(no_port)?;
    tcp::ready(&stream).map_err(no_port)?;
    tell(format_args!(
        "a modem is on the port at {address}, until that closes"
    ));
    pass_bytes(&mut stream, Modem::new(telephone));
    for sentence in news.borrow().iter() {
        tell(sentence);
    }
    Ok(())
}

/// Until the port closes.
fn pass_bytes(stream: &mut TcpStream, mut modem: Modem<Telephone>) {
    let began = Instant::now();
    let mut cable = Cable {
        computer: ComputerLines {
            dtr: true,
            rts: true,
        },
        ..Cable::default()
    };
    let (mut coming, mut going) = (VecDeque::new(), VecDeque::new());
    while tcp::take(stream, &mut coming) {
        let frames = coming.drain(..).map(|byte| Frame::of(byte, BAUD));
        cable.sent.extend(frames);
        modem.serve(began.elapsed().as_secs_f64(), &mut cable);
        going.extend(cable.coming.drain(..).filter_map(Frame::byte));
        if !tcp::give(stream, &mut going) {
            return;
        }
        thread::sleep(REST);
    }
}
