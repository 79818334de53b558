//! The telephone network behind an emulated modem: TCP (`tcp`), and files that one can mail (`files`).

mod files;
mod messages;
pub mod port;
mod tcp;

use files::Files;
use hexfront_platforms::modem::{Call, Exchange};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::rc::Rc;
use tcp::Tcp;

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
    /// Calls of all other numbers are files in this folder, and so are those that come.
    Files(PathBuf),
}

/// Reads what stands behind `--modem`.
///
/// # Errors
/// With a sentence that says what may stand there.
pub fn parse_setting(text: &str) -> Result<Setting, String> {
    let help = "use listen=PORT, NUMBER=HOST:PORT, book=FILE or file=DIR";
    let (name, value) = text.split_once('=').ok_or(help)?;
    match name {
        _ if value.is_empty() => Err(help.into()),
        "book" => Ok(Setting::Book(value.into())),
        "file" => Ok(Setting::Files(value.into())),
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
    /// No emulator has its serial port there.
    #[error(
        "no serial port at {address}: {source}; start the emulator first, with its serial port on TCP there (FS-UAE: \
         --serial-port=tcp://0.0.0.0:PORT)"
    )]
    NoPort {
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
    /// The folder of calls cannot be made.
    #[error("cannot make the folder {} for calls: {source}", .path.display())]
    Folder {
        /// Which.
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

/// What is to be told of calls once the game is over, a sentence each.
pub type News = Rc<RefCell<Vec<String>>>;

/// The lines into the house.
pub struct Telephone {
    book: BTreeMap<String, String>,
    tcp: Tcp,
    files: Option<Files>,
    news: News,
}

impl Telephone {
    /// Lines with these settings; where two name one number, or two folders, the last one holds.
    ///
    /// # Errors
    /// When a port is taken, the phone book cannot be read, or a folder cannot be made.
    pub fn new(settings: &[Setting]) -> Result<Telephone, TelephoneError> {
        let mut telephone = Telephone {
            book: BTreeMap::new(),
            tcp: Tcp::new(),
            files: None,
            news: News::default(),
        };
        for setting in settings {
            match setting {
                Setting::Listen(address) => telephone.tcp.listen(address)?,
                Setting::Entry { number, address } => {
                    telephone.book.insert(number.clone(), address.clone());
                }
                Setting::Book(path) => telephone.read_book(path)?,
                Setting::Files(path) => {
                    let news = Rc::clone(&telephone.news);
                    telephone.files = Some(Files::new(path, news)?);
                }
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
        self.tcp.address()
    }

    /// What calls leave to be told.
    pub fn news(&self) -> News {
        Rc::clone(&self.news)
    }

    /// The line that the call goes over, or would.
    fn line(&mut self) -> &mut dyn Exchange {
        match &mut self.files {
            Some(files) if files.is_engaged() => files,
            _ => &mut self.tcp,
        }
    }
}

impl Exchange for Telephone {
    /// A number of the phone book, or `HOST:PORT`; any other makes a file, where there is a folder for them.
    fn dial(&mut self, number: &str) {
        let known = self.book.get(number).cloned();
        let address = known.or_else(|| number.contains(':').then(|| number.to_owned()));
        match (address, &mut self.files) {
            (Some(address), _) => self.tcp.dial(&address),
            (None, Some(files)) => files.dial(number),
            (None, None) => self.tcp.fail(),
        }
    }

    fn answer(&mut self) {
        match &mut self.files {
            Some(files) if self.tcp.call() == Call::None => files.answer(),
            _ => self.tcp.answer(),
        }
    }

    fn hang_up(&mut self) {
        self.line().hang_up();
    }

    fn call(&mut self) -> Call {
        let Some(files) = &mut self.files else {
            return self.tcp.call();
        };
        self.tcp.engaged = files.is_engaged();
        match self.tcp.call() {
            Call::None => files.call(),
            call => call,
        }
    }

    fn send(&mut self, bytes: &[u8]) {
        self.line().send(bytes);
    }

    fn receive(&mut self, at_most: usize) -> Vec<u8> {
        self.line().receive(at_most)
    }

    fn pass_time(&mut self, seconds: f64) {
        if let Some(files) = &mut self.files {
            files.pass_time(seconds);
        }
    }
}

#[cfg(test)]
mod tests;
