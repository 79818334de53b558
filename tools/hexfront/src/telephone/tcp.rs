//! Calls over TCP.
//!
//! A call is a connection and its bytes are those of the line, nothing added: whatever puts a serial port on TCP can be at the other
//! end. So a caller hears a carrier as soon as the other's program has taken the connection, though nobody may have answered yet. Who
//! is talking already ends another's connection at once, which is how a caller hears that it is busy.

use super::TelephoneError;
use hexfront_platforms::modem::{Call, Exchange};
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs as _};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a connection may take to come about.
const REACHES: Duration = Duration::from_secs(20);
/// How long after it whoever is busy may take to end it.
const BUSY_WITHIN: Duration = Duration::from_millis(500);
/// Bytes that may wait, each way.
const WAITING: usize = 0x1_0000;

/// What the line is doing.
enum Line {
    Free,
    /// A number is called.
    Calling(Receiver<io::Result<TcpStream>>),
    /// It was reached then, and may be busy.
    Reached(TcpStream, Instant),
    /// Somebody calls.
    Ringing(TcpStream),
    Connected(TcpStream),
    /// The call came to nothing.
    Failed(Call),
}

/// A line that ends in the network of the host.
pub struct Tcp {
    listener: Option<TcpListener>,
    line: Line,
    /// The house is talking on another line.
    pub engaged: bool,
    coming: VecDeque<u8>,
    going: VecDeque<u8>,
}

impl Tcp {
    /// A line that nobody can call yet.
    pub fn new() -> Self {
        Self {
            listener: None,
            line: Line::Free,
            engaged: false,
            coming: VecDeque::new(),
            going: VecDeque::new(),
        }
    }

    /// Calls come in there from now on.
    ///
    /// # Errors
    /// When the port is taken.
    pub fn listen(&mut self, address: &str) -> Result<(), TelephoneError> {
        self.listener = Some(listen(address)?);
        Ok(())
    }

    /// Where calls come in.
    pub fn address(&self) -> Option<SocketAddr> {
        self.listener.as_ref()?.local_addr().ok()
    }

    /// There is no such number.
    pub fn fail(&mut self) {
        self.line = Line::Failed(Call::NoAnswer);
    }

    fn take_calls(&mut self) {
        let Some(listener) = &self.listener else {
            return;
        };
        while let Ok((stream, _)) = listener.accept() {
            if matches!(self.line, Line::Free) && !self.engaged && ready(&stream).is_ok() {
                self.line = Line::Ringing(stream);
            }
            // Whoever calls while another call goes on loses the connection here.
        }
    }

    /// Moves bytes between the line and the network; false if the call is over.
    fn pump(&mut self) -> bool {
        let Line::Connected(stream) = &mut self.line else {
            return true;
        };
        let open = take(stream, &mut self.coming) && give(stream, &mut self.going);
        // What came before the end is heard first.
        open || !self.coming.is_empty()
    }

    fn step(&mut self) {
        self.take_calls();
        let line = std::mem::replace(&mut self.line, Line::Free);
        self.line = match line {
            Line::Calling(answer) => match answer.try_recv() {
                Ok(Ok(stream)) if ready(&stream).is_ok() => Line::Reached(stream, Instant::now()),
                Ok(_) | Err(TryRecvError::Disconnected) => Line::Failed(Call::NoAnswer),
                Err(TryRecvError::Empty) => Line::Calling(answer),
            },
            Line::Reached(stream, since) => match listen_to(&stream) {
                Heard::End => Line::Failed(Call::Busy),
                Heard::Nothing if since.elapsed() < BUSY_WITHIN => Line::Reached(stream, since),
                Heard::Nothing | Heard::Bytes => Line::Connected(stream),
            },
            Line::Ringing(stream) => match listen_to(&stream) {
                Heard::End => Line::Free,
                Heard::Nothing | Heard::Bytes => Line::Ringing(stream),
            },
            other => other,
        };
        if !self.pump() {
            self.line = Line::Free;
        }
    }
}

fn listen(address: &str) -> Result<TcpListener, TelephoneError> {
    let listener = TcpListener::bind(address).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    listener.map_err(|source| TelephoneError::Port {
        address: address.to_owned(),
        source,
    })
}

/// What is heard of the other end.
enum Heard {
    Nothing,
    Bytes,
    End,
}

fn listen_to(stream: &TcpStream) -> Heard {
    match stream.peek(&mut [0]) {
        Ok(0) => Heard::End,
        Ok(_) => Heard::Bytes,
        Err(error) if is_for_later(&error) => Heard::Nothing,
        Err(_) => Heard::End,
    }
}

fn is_for_later(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

pub(super) fn ready(stream: &TcpStream) -> io::Result<()> {
    stream.set_nonblocking(true)?;
    stream.set_nodelay(true)
}

/// Takes what has come; false at the end.
pub(super) fn take(stream: &mut TcpStream, coming: &mut VecDeque<u8>) -> bool {
    let mut bytes = [0; 0x1000];
    while coming.len() < WAITING {
        match stream.read(&mut bytes) {
            Ok(0) => return false,
            Ok(n) => coming.extend(&bytes[..n]),
            Err(error) => return is_for_later(&error),
        }
    }
    true
}

/// Gives what may go; false when nobody takes it any more.
pub(super) fn give(stream: &mut TcpStream, going: &mut VecDeque<u8>) -> bool {
    while !going.is_empty() {
        let (bytes, _) = going.as_slices();
        match stream.write(bytes) {
            Ok(0) => return false,
            Ok(n) => drop(going.drain(..n)),
            Err(error) => return is_for_later(&error),
        }
    }
    true
}

/// The connection to the first address of a host that answers.
pub(super) fn reach(address: &str) -> io::Result<TcpStream> {
    let mut failed = io::Error::from(ErrorKind::AddrNotAvailable);
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, REACHES) {
            Ok(stream) => return Ok(stream),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

impl Exchange for Tcp {
    /// `HOST:PORT`.
    fn dial(&mut self, address: &str) {
        let address = address.to_owned();
        let (sender, answer) = channel();
        thread::spawn(move || {
            // Whoever gave up in the meantime has no ear for it.
            sender.send(reach(&address)).ok();
        });
        self.line = Line::Calling(answer);
    }

    fn answer(&mut self) {
        let line = std::mem::replace(&mut self.line, Line::Free);
        self.line = match line {
            Line::Ringing(stream) => Line::Connected(stream),
            other => other,
        };
    }

    fn hang_up(&mut self) {
        // What was said before is still heard.
        self.pump();
        self.line = Line::Free;
        self.coming.clear();
        self.going.clear();
    }

    fn call(&mut self) -> Call {
        self.step();
        match &self.line {
            Line::Free => Call::None,
            Line::Calling(_) | Line::Reached(..) => Call::Dialling,
            Line::Ringing(_) => Call::Ringing,
            Line::Connected(_) => Call::Connected,
            Line::Failed(call) => *call,
        }
    }

    fn send(&mut self, bytes: &[u8]) {
        if self.going.len() >= WAITING {
            // Nobody has taken anything for a long time.
            self.hang_up();
            return;
        }
        self.going.extend(bytes);
    }

    fn receive(&mut self, at_most: usize) -> Vec<u8> {
        let count = self.coming.len().min(at_most);
        self.coming.drain(..count).collect()
    }
}
