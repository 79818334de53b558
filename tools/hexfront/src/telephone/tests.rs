//! Calls over TCP on this computer, and calls that are files.

use super::*;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

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
    assert_eq!(setting("file=calls"), Ok(Setting::Files("calls".into())));
    let wrong = [
        "",
        "listen",
        "listen=",
        "listen=65536",
        "listen=x",
        "file=",
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
    let book = read("# friends\n1942  host:4711 # Karl\n\n1943\tother:1\n").expect("it is right");
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

/// What an emulator would do at its serial port: says something, and listens until it has heard a text.
fn say(stream: &mut TcpStream, said: &str, until: &str) -> String {
    stream.write_all(said.as_bytes()).expect("it is said");
    let mut heard = String::new();
    let mut byte = [0];
    while !heard.ends_with(until) {
        stream.read_exact(&mut byte).expect("an answer");
        heard.push(char::from(byte[0]));
    }
    heard
}

#[test]
fn a_modem_hangs_on_another_emulators_port() {
    let (mut called, entry) = called();
    let settings = [parse_setting(&entry).expect("it is a setting")];
    let port = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = port.local_addr().expect("it listens").to_string();
    let at = address.clone();
    let modem = thread::spawn(move || port::serve(&at, &settings).map_err(|e| e.to_string()));
    let emulator = thread::spawn(move || {
        let (mut stream, _) = port.accept().expect("the modem comes");
        let patience = Some(Duration::from_secs(20));
        stream.set_read_timeout(patience).expect("it can wait");
        say(&mut stream, "ATE0\r", "OK\r\n");
        let heard = say(&mut stream, "ATDT1942\r", "HERE");
        assert!(heard.contains("CONNECT 9600"), "{heard}");
        stream.write_all(b"WHO?").expect("it is said");
        say(&mut stream, "", "BYE");
    });
    let end = Instant::now() + Duration::from_secs(20);
    let mut heard = Vec::new();
    while heard.len() < 4 && Instant::now() < end {
        if called.call() == Call::Ringing {
            called.answer();
            called.send(b"HERE");
        }
        heard.extend(called.receive(4));
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(heard, b"WHO?");
    called.send(b"BYE");
    called.hang_up();
    emulator.join().expect("it hears all");
    assert_eq!(modem.join().expect("it ends"), Ok(()));
    let gone = port::serve(&address, &[]).expect_err("nobody is there");
    assert!(gone.to_string().contains(&address), "{gone}");
}
