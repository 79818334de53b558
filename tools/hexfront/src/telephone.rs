//! The telephone network behind an emulated modem: TCP.
//!
//! A call is a connection and its bytes are those of the line, nothing added: whatever puts a serial port on TCP can be at the other
//! end. So a caller hears a carrier as soon as the other's program has taken the connection, though nobody may have answered yet. Who
//! is talking already ends another's connection at once, which is how a caller hears that it is busy.

use hexfront_platforms::modem::{Call, Exchange};
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs as _};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a connection may take to come about.
const REACHES: Duration = Duration::from_secs(20);
/// How long after it whoever is busy may take to end it.
const BUSY_WITHIN: Duration = Duration::from_millis(500);
/// Bytes that may wait, each way.
const WAITING: usize = 0x1_0000;

/// What `--modem` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Calls come in at this port, of all addresses or of this one.
    Listen(String),
    /// Whoever dials the number reaches this host and port.
    Entry {
        /// As it is dialled, digits.
        number: String,
        /// `HOST:PORT`.
        address: String,
    },
    /// A file of such entries, `NUMBER HOST:PORT` a line; `#` begins a remark.
    Book(PathBuf),
}

/// Reads what stands behind `--modem`.
///
/// # Errors
/// With a sentence that says what may stand there.
pub fn parse_setting(text: &str) -> Result<Setting, String> {
    let help = "use listen=PORT, NUMBER=HOST:PORT or book=FILE";
    let (name, value) = text.split_once('=').ok_or(help)?;
    match name {
        _ if value.is_empty() => Err(help.into()),
        "book" => Ok(Setting::Book(value.into())),
        "listen" => {
            let port = value.rsplit(':').next().unwrap_or(value);
            port.parse::<u16>()
                .map_err(|_| format!("{port} is no port: use a number up to 65535"))?;
            let all = format!("0.0.0.0:{value}");
            let one = value.contains(':').then(|| value.to_owned());
            Ok(Setting::Listen(one.unwrap_or(all)))
        }
        number => entry(number, value),
    }
}

fn entry(number: &str, address: &str) -> Result<Setting, String> {
    if number.is_empty() || !number.bytes().all(|c| c.is_ascii_digit()) {
        return Err(format!("{number:?} is no number: use digits alone"));
    }
    let port = address
        .rsplit_once(':')
        .filter(|(host, _)| !host.is_empty());
    if port.is_none_or(|(_, port)| port.parse::<u16>().is_err()) {
        return Err(format!("{address} is no HOST:PORT"));
    }
    Ok(Setting::Entry {
        number: number.to_owned(),
        address: address.to_owned(),
    })
}

/// Why there is no telephone.
#[derive(Debug, thiserror::Error)]
pub enum TelephoneError {
    /// Nothing can be heard at a port.
    #[error(
        "no calls can come in at {address}: {source}; use another port with --modem listen=PORT"
    )]
    Port {
        /// Where.
        address: String,
        /// Why.
        source: io::Error,
    },
    /// The phone book cannot be read.
    #[error("cannot read the phone book {}: {source}", .path.display())]
    Book {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A line of it is none.
    #[error("{}, line {line}: {reason}; write NUMBER HOST:PORT, such as `1942 192.168.1.7:4711`", .path.display())]
    Entry {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

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

/// The line into the house.
pub struct Telephone {
    book: BTreeMap<String, String>,
    listener: Option<TcpListener>,
    line: Line,
    coming: VecDeque<u8>,
    going: VecDeque<u8>,
}

impl Telephone {
    /// A line with these settings; where two name one number the last one holds.
    ///
    /// # Errors
    /// When a port is taken, or the phone book cannot be read.
    pub fn new(settings: &[Setting]) -> Result<Telephone, TelephoneError> {
        let mut telephone = Telephone {
            book: BTreeMap::new(),
            listener: None,
            line: Line::Free,
            coming: VecDeque::new(),
            going: VecDeque::new(),
        };
        for setting in settings {
            match setting {
                Setting::Listen(address) => telephone.listener = Some(listen(address)?),
                Setting::Entry { number, address } => {
                    telephone.book.insert(number.clone(), address.clone());
                }
                Setting::Book(path) => telephone.read_book(path)?,
            }
        }
        Ok(telephone)
    }

    fn read_book(&mut self, path: &PathBuf) -> Result<(), TelephoneError> {
        let text = std::fs::read_to_string(path).map_err(|source| TelephoneError::Book {
            path: path.clone(),
            source,
        })?;
        for (n, line) in text.lines().enumerate() {
            let said = line.split('#').next().unwrap_or_default().trim();
            if said.is_empty() {
                continue;
            }
            let parts = said.split_once(char::is_whitespace);
            let (number, address) = parts.map_or((said, ""), |(n, a)| (n, a.trim()));
            match entry(number, address) {
                Ok(Setting::Entry { number, address }) => self.book.insert(number, address),
                Ok(_) => None,
                Err(reason) => {
                    return Err(TelephoneError::Entry {
                        path: path.clone(),
                        line: n + 1,
                        reason,
                    });
                }
            };
        }
        Ok(())
    }

    /// Where calls come in.
    pub fn address(&self) -> Option<SocketAddr> {
        self.listener.as_ref()?.local_addr().ok()
    }

    fn take_calls(&mut self) {
        let Some(listener) = &self.listener else {
            return;
        };
        while let Ok((stream, _)) = listener.accept() {
            if matches!(self.line, Line::Free) && ready(&stream).is_ok() {
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

fn ready(stream: &TcpStream) -> io::Result<()> {
    stream.set_nonblocking(true)?;
    stream.set_nodelay(true)
}

/// Takes what has come; false at the end.
fn take(stream: &mut TcpStream, coming: &mut VecDeque<u8>) -> bool {
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
fn give(stream: &mut TcpStream, going: &mut VecDeque<u8>) -> bool {
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
fn reach(address: &str) -> io::Result<TcpStream> {
    let mut failed = io::Error::from(ErrorKind::AddrNotAvailable);
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, REACHES) {
            Ok(stream) => return Ok(stream),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

impl Exchange for Telephone {
    /// A number of the phone book; `HOST:PORT` is taken too.
    fn dial(&mut self, number: &str) {
        let known = self.book.get(number).cloned();
        let Some(address) = known.or_else(|| number.contains(':').then(|| number.to_owned()))
        else {
            self.line = Line::Failed(Call::NoAnswer);
            return;
        };
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

#[cfg(test)]
mod tests {
    use super::*;

    fn house(settings: &[&str]) -> Telephone {
        let settings: Vec<Setting> = settings
            .iter()
            .map(|text| parse_setting(text).expect("it is a setting"))
            .collect();
        Telephone::new(&settings).expect("the port is free")
    }

    /// A house that can be called, and the setting by which 1942 calls it.
    fn called() -> (Telephone, String) {
        let house = house(&["listen=127.0.0.1:0"]);
        let address = house.address().expect("it listens");
        (house, format!("1942={address}"))
    }

    /// Until both say so, or too long.
    fn until(mut both: [(&mut Telephone, Call); 2]) {
        let end = Instant::now() + Duration::from_secs(20);
        loop {
            let calls = both.each_mut().map(|(house, _)| house.call());
            if calls == both.each_ref().map(|(_, call)| *call) {
                return;
            }
            assert!(Instant::now() < end, "{calls:?}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn settings_are_read_or_refused() {
        let setting = |text| parse_setting(text);
        assert_eq!(
            setting("listen=4711"),
            Ok(Setting::Listen("0.0.0.0:4711".into()))
        );
        assert_eq!(setting("book=a=b"), Ok(Setting::Book("a=b".into())));
        assert!(setting("1942=host:4711").is_ok());
        let wrong = [
            "",
            "listen",
            "listen=",
            "listen=65536",
            "listen=x",
            "1942=host",
            "1942=:1",
            "a=host:1",
            "=host:1",
        ];
        for text in wrong {
            assert!(setting(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_call_is_answered_talked_and_hung_up() {
        let (mut called, entry) = called();
        let mut caller = house(&[&entry]);
        caller.dial("1942");
        until([(&mut caller, Call::Connected), (&mut called, Call::Ringing)]);
        called.answer();
        caller.send(b"Who is there?");
        called.send(b"Velikiye Luki");
        let mut heard = [Vec::new(), Vec::new()];
        let end = Instant::now() + Duration::from_secs(20);
        while heard.iter().any(|bytes| bytes.len() < 13) && Instant::now() < end {
            caller.call();
            called.call();
            heard[0].extend(called.receive(5));
            heard[1].extend(caller.receive(100));
        }
        assert_eq!(
            heard,
            [b"Who is there?".to_vec(), b"Velikiye Luki".to_vec()]
        );
        called.send(b"Bye");
        called.hang_up();
        until([(&mut called, Call::None), (&mut caller, Call::Connected)]);
        let end = Instant::now() + Duration::from_secs(20);
        let mut last = Vec::new();
        while caller.call() != Call::None && Instant::now() < end {
            last.extend(caller.receive(1));
        }
        assert_eq!(last, b"Bye", "what was said last is heard");
    }

    #[test]
    fn a_third_finds_it_busy() {
        let (mut called, entry) = called();
        let [mut first, mut second] = [(); 2].map(|()| house(&[&entry]));
        first.dial("1942");
        until([(&mut first, Call::Connected), (&mut called, Call::Ringing)]);
        called.answer();
        second.dial("1942");
        until([(&mut second, Call::Busy), (&mut called, Call::Connected)]);
    }

    #[test]
    fn who_hangs_up_while_it_rings_rings_no_more() {
        let (mut called, entry) = called();
        let mut caller = house(&[&entry]);
        caller.dial("1942");
        until([(&mut caller, Call::Connected), (&mut called, Call::Ringing)]);
        caller.hang_up();
        until([(&mut caller, Call::None), (&mut called, Call::None)]);
    }

    #[test]
    fn nobody_answers_where_nobody_is() {
        let gone = TcpListener::bind("127.0.0.1:0")
            .and_then(|l| l.local_addr())
            .expect("a port");
        let mut caller = house(&[&format!("1942={gone}")]);
        for number in ["1942", "1943"] {
            caller.dial(number);
            until([(&mut caller, Call::NoAnswer), (&mut house(&[]), Call::None)]);
        }
    }

    #[test]
    fn a_phone_book_is_read_and_its_mistakes_are_placed() {
        let path = std::env::temp_dir().join(format!("hexfront-{}-book", std::process::id()));
        let read = |text: &str| {
            std::fs::write(&path, text).expect("it is written");
            Telephone::new(&[Setting::Book(path.clone())]).map(|t| t.book)
        };
        let book =
            read("# friends\n1942  host:4711 # Karl\n\n1943\tother:1\n").expect("it is right");
        assert_eq!(book.len(), 2);
        assert_eq!(book["1942"], "host:4711");
        let error = read("1942 host:1\nkarl host:1\n")
            .err()
            .map(|e| e.to_string());
        assert!(error.is_some_and(|e| e.contains("-book, line 2: \"karl\" is no number")));
        assert!(read("1942\n").is_err());
        std::fs::remove_file(&path).expect("it is there");
        assert!(Telephone::new(&[Setting::Book(path.clone())]).is_err());
    }
}
