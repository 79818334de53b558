//! White Death by telephone: two emulated Amigas, a modem at each, one wire. What one transmits the other plays on with, whatever
//! happens to the line.

use hexfront::script::{Action, parse_file, parse_keys};
use hexfront::session::Session;
use hexfront::targets::AMIGA;
use hexfront::telephone::{Setting, Telephone};
use hexfront::{compile, games};
use hexfront_isa::cartridge::Cartridge;
use hexfront_platforms::machine::Bank;
use hexfront_platforms::modem::{Call, End, Exchange, Modem, wire};
use hexfront_platforms::serial::{Cable, Device, DeviceLines};
use hexfront_tests::album::Album;
use hexfront_tests::amiga::at_first_menu;
use hexfront_tests::c64::script;
use hexfront_tests::fields::Fields;
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

/// Who calls, and who is called.
const CALLER: usize = 0;
const CALLED: usize = 1;
/// Frames of a minute.
const MINUTE: usize = 50 * 60;

/// What happens to the line at one end.
#[derive(Default)]
struct Weather {
    /// What a call comes to.
    call: Option<Call>,
    /// Bytes sent from here after which the line drops, the last first.
    cuts: Vec<usize>,
    /// One byte in so many that are sent from here is another.
    damage: Option<usize>,
    /// The modem does not see DTR fall.
    deaf: bool,
    /// The cable has the two wires of data alone, as another emulator's port on TCP.
    bare: bool,
    sent: usize,
    dialled: Vec<String>,
}

/// An end of a wire to which all that happens.
struct Line {
    end: End,
    weather: Rc<RefCell<Weather>>,
    failed: Option<Call>,
}

impl Exchange for Line {
    fn dial(&mut self, number: &str) {
        let mut weather = self.weather.borrow_mut();
        weather.dialled.push(number.to_owned());
        self.failed = weather.call;
        if self.failed.is_none() {
            self.end.dial(number);
        }
    }

    fn answer(&mut self) {
        self.end.answer();
    }

    fn hang_up(&mut self) {
        if self.failed.take().is_none() {
            self.end.hang_up();
        }
    }

    fn call(&mut self) -> Call {
        self.failed.unwrap_or_else(|| self.end.call())
    }

    fn send(&mut self, bytes: &[u8]) {
        let mut weather = self.weather.borrow_mut();
        for byte in bytes {
            weather.sent += 1;
            let damaged = weather
                .damage
                .is_some_and(|n| weather.sent.is_multiple_of(n));
            self.end.send(&[byte ^ u8::from(damaged)]);
            if weather.cuts.last() == Some(&weather.sent) {
                weather.cuts.pop();
                self.end.cut();
            }
        }
    }

    fn receive(&mut self, at_most: usize) -> Vec<u8> {
        self.end.receive(at_most)
    }
}

/// A modem that may not see DTR fall, nor be heard to hear another.
struct Plug(Modem<Line>);

impl Device for Plug {
    fn serve(&mut self, seconds: f64, cable: &mut Cable) {
        let dtr = cable.computer.dtr;
        let (deaf, bare) = {
            let weather = self.0.exchange().weather.borrow();
            (weather.deaf, weather.bare)
        };
        cable.computer.dtr |= deaf || bare;
        self.0.serve(seconds, cable);
        cable.computer.dtr = dtr;
        if bare {
            cable.device = DeviceLines::default();
        }
    }
}

/// Two machines: one in the midst of a game, the other at its title.
struct Pair {
    machines: [Session; 2],
    weather: [Rc<RefCell<Weather>>; 2],
    cartridge: Vec<u8>,
    /// The words that stood in the box, one after the other.
    said: [Vec<String>; 2],
}

impl Pair {
    /// The Soviets spent three points; then the Germans must act. Chance is chosen: the weather hangs on it.
    fn new() -> Pair {
        let mut pair = Pair::at_titles();
        pair.keys(CALLER, "<ret><right>");
        let chosen = pair.machines[CALLER].perform(&Action::Chance(1959));
        chosen.expect("it runs");
        pair.keys(CALLER, "<ret>Y<ret>NY");
        pair
    }

    fn at_titles() -> Pair {
        let game = games::find("white-death").expect("the game is built in");
        let bytes = compile::compile(&game).expect("the game compiles");
        let built = AMIGA.build(&bytes).expect("it is built");
        let disk = built.disk.to_bytes();
        let machines = [(); 2].map(|()| at_first_menu(&built, &disk));
        let weather = [(); 2].map(|()| Rc::new(RefCell::new(Weather::default())));
        let mut pair = Pair {
            machines,
            weather,
            cartridge: bytes,
            said: Default::default(),
        };
        for (n, end) in wire().into_iter().enumerate() {
            let line = Line {
                end,
                weather: Rc::clone(&pair.weather[n]),
                failed: None,
            };
            assert!(pair.machines[n].plug_in(Box::new(Plug(Modem::new(line)))));
        }
        pair
    }

    fn keys(&mut self, who: usize, keys: &str) {
        for action in parse_keys(keys).expect("the keys are right") {
            self.machines[who].perform(&action).expect("it runs");
        }
        self.look();
    }

    /// Sets the speed of both ports, a word of SERPER: it stands in the second instruction of what starts a modem.
    fn set_speed(&mut self, period: u16) {
        for session in &mut self.machines {
            let at = session.symbols["modem_start"] + 4;
            let code = [0, 1].map(|n| session.machine.peek(Bank::Ram, at + n));
            assert_eq!(code, [0x30, 0x3C], "move.w #, d0");
            for (n, byte) in (2..).zip(period.to_be_bytes()) {
                session.machine.poke(at + n, byte);
            }
        }
    }

    fn transmit(&mut self) {
        self.keys(CALLER, "S5551942<help>");
    }

    fn receive(&mut self) {
        self.keys(CALLED, "LR");
    }

    /// What stands in a machine's box.
    fn words(&self, who: usize) -> String {
        let machine = &self.machines[who].machine;
        let peek = |at: u32| machine.peek(Bank::Ram, at);
        let at = self.machines[who].symbols["call_said"];
        let text = (0..4).fold(0, |sum, n| sum << 8 | u32::from(peek(at + n)));
        let letters = (text..).map(peek).take_while(|letter| *letter != 0);
        letters.take(40).map(char::from).collect()
    }

    fn look(&mut self) {
        for who in 0..2 {
            let words = self.words(who);
            let said = &mut self.said[who];
            if said.last() != Some(&words) && !words.is_empty() {
                said.push(words);
            }
        }
    }

    fn frame(&mut self) {
        for machine in &mut self.machines {
            machine.frame().expect("it runs");
        }
        self.look();
    }

    /// Until a machine says so; how many frames that took.
    fn until(&mut self, who: usize, words: &str) -> usize {
        let so = |pair: &Pair| pair.words(who) == words;
        let frames = (0..3 * MINUTE).find(|_| {
            let there = so(self);
            if !there {
                self.frame();
            }
            there
        });
        frames.unwrap_or_else(|| panic!("no {words}: {:?}", self.said))
    }

    /// Who called receives, and who was called transmits.
    fn goes_back(&mut self) {
        self.keys(CALLER, "<ret>LR");
        self.until(CALLER, "WAITING FOR THE CALL");
        self.keys(CALLED, "S5551942<help>");
        self.until(CALLED, "TRANSMITTED");
        self.until(CALLER, "RECEIVED");
        self.assert_equal_states();
    }

    fn assert_equal_states(&self) {
        let [caller, called] = self.machines.each_ref().map(|m| m.state_image().unwrap());
        assert!(caller == called, "the states differ");
    }

    fn count(&self, who: usize, words: &str) -> usize {
        self.said[who].iter().filter(|said| *said == words).count()
    }
}

/// WD-P.2, WD-P.3
#[test]
fn a_game_is_transmitted_and_received() {
    let mut pair = Pair::new();
    pair.receive();
    pair.until(CALLED, "WAITING FOR THE CALL");
    pair.transmit();
    pair.until(CALLER, "DIALLING");
    let frames = pair.until(CALLER, "TRANSMITTED");
    pair.until(CALLED, "RECEIVED");
    assert!(frames < 20 * 50, "{} seconds at 9,600 bits", frames / 50);
    assert_eq!(pair.weather[CALLER].borrow().dialled, ["5551942"]);
    for who in [CALLER, CALLED] {
        let machine = &pair.machines[who];
        let at = machine.symbols["bar_now"] + 1;
        assert_eq!(machine.machine.peek(Bank::Ram, at), 212, "the bar is full");
    }
    assert_eq!(
        pair.said[CALLED],
        [
            "LOOKING FOR THE MODEM",
            "WAITING FOR THE CALL",
            "RINGING",
            "CONNECTED",
            "RECEIVED"
        ]
    );
    pair.assert_equal_states();
    // Both go on: the one that received stands where the other stood. To and fro it goes when something was done.
    pair.keys(CALLER, "<ret>");
    pair.keys(CALLED, "<ret>");
    // WD-P.5: there was no fight, and that is said.
    let mut album = Album::open("white-death-amiga", env!("CARGO_TARGET_TMPDIR"));
    album.compare(&mut pair.machines[CALLED], Path::new("telephone-nothing"));
    album.close();
    pair.keys(CALLED, "<ret>");
    pair.assert_equal_states();
}

/// Bits a second, and the word of SERPER for them (`amiga/shell/telephone/telephone.inc`).
const OTHER_SPEEDS: [(usize, u16); 2] = [(2_400, 1477), (19_200, 184)];
/// Of a game, ten bits a byte, without what asks for its blocks.
const BITS_OF_A_GAME: usize = 9_500 * 10;

#[test]
fn slow_and_fast_lines_carry_a_game() {
    for (bits, period) in OTHER_SPEEDS {
        let mut pair = Pair::new();
        pair.set_speed(period);
        pair.receive();
        pair.until(CALLED, "WAITING FOR THE CALL");
        pair.transmit();
        pair.until(CALLER, "DIALLING");
        let seconds = pair.until(CALLER, "TRANSMITTED") / 50;
        pair.until(CALLED, "RECEIVED");
        pair.assert_equal_states();
        let least = BITS_OF_A_GAME / bits;
        assert!(
            (least..2 * least + 10).contains(&seconds),
            "{seconds} seconds at {bits} bits"
        );
    }
}

/// WD-P.2, WD-P.3: also where no wire tells of a carrier and none ends a call; a call that drops is made again there too.
#[test]
fn two_wires_are_enough() {
    let mut pair = Pair::new();
    for weather in &pair.weather {
        weather.borrow_mut().bare = true;
    }
    pair.weather[CALLER].borrow_mut().cuts = vec![3_000];
    pair.receive();
    pair.transmit();
    pair.until(CALLER, "TRANSMITTED");
    pair.until(CALLED, "RECEIVED");
    assert!(pair.weather[CALLER].borrow().dialled.len() > 1);
    pair.assert_equal_states();
    // Both have hung up, and their modems take commands: it goes back.
    pair.keys(CALLED, "<ret><ret><ret>NY");
    pair.goes_back();
}

/// WD-P.2: an emulator may lose the interrupt of an empty buffer (FS-UAE does): what waits is sent all the same, and no call is lost.
#[test]
fn an_interrupt_that_is_lost_costs_a_frame() {
    /// Vector of the interrupts of level 1, and room that nothing uses.
    const LEVEL_1: u32 = 0x64;
    const ROOM: u32 = 0x3F0;
    // move.w #TBE,INTREQ: rte
    const NOTHING: [u8; 10] = [0x33, 0xFC, 0, 1, 0, 0xDF, 0xF0, 0x9C, 0x4E, 0x73];
    let mut pair = Pair::new();
    pair.receive();
    pair.transmit();
    pair.until(CALLED, "CONNECTED");
    let poke = |pair: &mut Pair, at: u32, bytes: &[u8]| {
        for (at, byte) in (at..).zip(bytes) {
            pair.machines[CALLER].machine.poke(at, *byte);
        }
    };
    poke(&mut pair, ROOM, &NOTHING);
    let vector = [0, 1, 2, 3].map(|n| pair.machines[CALLER].machine.peek(Bank::Ram, LEVEL_1 + n));
    for _ in 0..8 {
        (0..25).for_each(|_| pair.frame());
        poke(&mut pair, LEVEL_1, &ROOM.to_be_bytes());
        pair.frame();
        poke(&mut pair, LEVEL_1, &vector);
    }
    pair.until(CALLER, "TRANSMITTED");
    pair.until(CALLED, "RECEIVED");
    assert_eq!(pair.weather[CALLER].borrow().dialled.len(), 1);
    pair.assert_equal_states();
}

/// WD-P.1: who has orders to give keeps the game, and so does who has received it and done nothing.
#[test]
fn nobody_transmits_before_the_other_must_act() {
    let mut pair = Pair::new();
    let dials = |pair: &mut Pair, who: usize| {
        let before = pair.weather[who].borrow().dialled.len();
        pair.keys(who, "S5551942<help>");
        (0..300).for_each(|_| pair.frame());
        pair.keys(who, "<esc>");
        pair.weather[who].borrow().dialled.len() > before
    };
    pair.receive();
    pair.transmit();
    pair.until(CALLER, "TRANSMITTED");
    pair.until(CALLED, "RECEIVED");
    pair.keys(CALLED, "<ret><ret>");
    assert!(!dials(&mut pair, CALLED), "nothing was done");
    // The impulse begins.
    pair.keys(CALLED, "<ret>");
    assert!(!dials(&mut pair, CALLED), "in movement");
    pair.keys(CALLED, "NY");
    assert!(dials(&mut pair, CALLED), "the Soviets must act");
}

/// WD-P.6: four impulses, each played by its side and transmitted; who has transmitted receives where he stands. The line drops twice.
#[test]
fn impulses_go_to_and_fro() {
    let mut pair = Pair::new();
    pair.receive();
    let active = |pair: &Pair, who: usize| {
        let machine = &pair.machines[who];
        let image = machine.state_image().unwrap();
        Fields::of(&Cartridge::read(&pair.cartridge).unwrap(), &image).one("active")
    };
    let mut before = 1;
    for impulse in 0..4 {
        let who = [CALLER, CALLED][impulse % 2];
        if impulse % 2 == 1 {
            let mut weather = pair.weather[who].borrow_mut();
            weather.cuts = vec![weather.sent + 3000];
        }
        let other = 1 - who;
        // The impulse is over; the other side's begins with its points.
        if impulse > 0 {
            pair.keys(who, "NY");
        }
        assert_eq!(active(&pair, who), 1 - before, "impulse {impulse}");
        before = 1 - before;
        pair.keys(who, "S5551942<help>");
        pair.until(who, "TRANSMITTED");
        pair.until(other, "RECEIVED");
        pair.assert_equal_states();
        pair.keys(who, "<ret>LR");
        pair.until(who, "WAITING FOR THE CALL");
        // The box, that nothing was attacked, the points of the impulse.
        pair.keys(other, "<ret><ret><ret>");
    }
    assert_eq!(pair.count(CALLED, "LINE DROPPED - DIALLING AGAIN"), 2);
    assert_eq!(pair.count(CALLER, "LINE DROPPED - WAITING"), 2);
}

/// WD-P.4, WD-P.5, WD-P.7: who receives sees on his map what was attacked, barraged and hit, and then gives his orders; who gets the game
/// back sees the other's fire, and not his own attack again.
#[test]
fn the_receiver_sees_the_fights_on_his_map() {
    let mut pair = Pair::at_titles();
    // A barrage and an attack of the Soviets, up to where the script saves.
    let fights = script("white-death-amiga/replay.script");
    let fought = |action: &&Action| !matches!(action, Action::Char('S'));
    for action in fights.iter().take_while(fought) {
        pair.machines[CALLER].perform(action).expect("it runs");
    }
    pair.receive();
    pair.until(CALLED, "WAITING FOR THE CALL");
    pair.transmit();
    pair.until(CALLER, "TRANSMITTED");
    pair.until(CALLED, "RECEIVED");
    let mut album = Album::open("white-death-amiga", env!("CARGO_TARGET_TMPDIR"));
    let mut see = |session: &mut Session, script: &str| {
        album.perform(session, &parse_file(script).expect("it is right"));
    };
    see(
        &mut pair.machines[CALLED],
        "key ret
        wait 1
        shot telephone-barrage
        key ret
        shot telephone-assault
        click left
        shot telephone-over",
    );
    // The picture changes nothing, and the game goes on: the Germans fire.
    pair.assert_equal_states();
    pair.keys(CALLED, "H<ret><ret>");
    let [caller, called] = pair.machines.each_ref().map(|m| m.state_image().unwrap());
    assert!(caller != called, "no orders were given");
    pair.goes_back();
    see(
        &mut pair.machines[CALLER],
        "key ret
        wait 1
        shot telephone-fire
        key ret
        shot telephone-last",
    );
    album.close();
}

/// WD-P.2: a line that drops is dialled again, and what was received is not sent again.
#[test]
fn a_line_that_drops_twice_costs_two_calls() {
    let mut pair = Pair::new();
    pair.weather[CALLER].borrow_mut().cuts = vec![6000, 3000];
    pair.receive();
    pair.transmit();
    pair.until(CALLER, "TRANSMITTED");
    pair.until(CALLED, "RECEIVED");
    pair.assert_equal_states();
    assert_eq!(pair.count(CALLER, "LINE DROPPED - DIALLING AGAIN"), 2);
    assert_eq!(pair.count(CALLED, "LINE DROPPED - WAITING"), 2);
    assert_eq!(pair.weather[CALLER].borrow().dialled.len(), 3);
    let image = pair.machines[CALLED].state_image().unwrap().len();
    // Header, 14 bytes a message, the two blocks that were cut, the last word.
    let blocks = (32 + image).div_ceil(256);
    let most = 32 + image + 14 * (blocks + 3) + 2 * 256;
    let sent = pair.weather[CALLER].borrow().sent;
    assert!(sent <= most, "{sent} bytes for {image}, at most {most}");
}

#[test]
fn damaged_bytes_are_sent_again() {
    let mut pair = Pair::new();
    pair.weather[CALLER].borrow_mut().damage = Some(1500);
    pair.weather[CALLED].borrow_mut().damage = Some(91);
    pair.receive();
    pair.transmit();
    pair.until(CALLER, "TRANSMITTED");
    pair.until(CALLED, "RECEIVED");
    pair.assert_equal_states();
    assert_eq!(pair.weather[CALLER].borrow().dialled.len(), 1);
    let image = pair.machines[CALLED].state_image().unwrap().len();
    assert!(pair.weather[CALLER].borrow().sent > image + image / 1500 * 256);
}

#[test]
fn a_call_that_comes_to_nothing_changes_nothing() {
    let mut pair = Pair::new();
    let before = pair.machines.each_ref().map(|m| m.state_image().unwrap());
    for (call, words) in [
        (Some(Call::Busy), "BUSY"),
        (Some(Call::NoAnswer), "NO ANSWER"),
        (Some(Call::NoDialTone), "NO DIAL TONE"),
        // It rings, and nobody takes the call.
        (None, "NO CARRIER"),
    ] {
        pair.weather[CALLER].borrow_mut().call = call;
        pair.transmit();
        pair.until(CALLER, words);
        pair.keys(CALLER, "<ret>");
    }
    // Who does not wait any more does not take the call.
    pair.receive();
    pair.until(CALLED, "WAITING FOR THE CALL");
    pair.keys(CALLED, "<esc>");
    pair.transmit();
    pair.until(CALLER, "DIALLING");
    (0..300).for_each(|_| pair.frame());
    assert_eq!(pair.words(CALLER), "DIALLING");
    // And who does not want to call any more does not ring.
    pair.keys(CALLER, "<esc>");
    (0..300).for_each(|_| pair.frame());
    pair.receive();
    (0..300).for_each(|_| pair.frame());
    assert_eq!(pair.words(CALLED), "WAITING FOR THE CALL");
    let after = pair.machines.each_ref().map(|m| m.state_image().unwrap());
    assert!(before == after);
}

/// Half a game is none; the next call goes on. A modem that does not see DTR fall hears the escape sequence.
#[test]
fn who_cancels_hangs_up_and_may_call_again() {
    let mut pair = Pair::new();
    let before = pair.machines[CALLED].state_image().unwrap();
    pair.weather[CALLER].borrow_mut().deaf = true;
    pair.receive();
    pair.transmit();
    pair.until(CALLED, "CONNECTED");
    (0..200).for_each(|_| pair.frame());
    pair.keys(CALLER, "<esc>");
    pair.until(CALLED, "LINE DROPPED - WAITING");
    assert!(pair.machines[CALLED].state_image().unwrap() == before);
    let half = pair.weather[CALLER].borrow().sent;
    assert!(half > 1000, "{half} bytes were sent");
    (0..300).for_each(|_| pair.frame());
    pair.transmit();
    pair.until(CALLER, "TRANSMITTED");
    pair.until(CALLED, "RECEIVED");
    pair.assert_equal_states();
    let image = pair.machines[CALLED].state_image().unwrap().len();
    let sent = pair.weather[CALLER].borrow().sent - half;
    assert!(sent < image, "{sent} bytes of {image} after {half}");
}

/// A call that is a file: one machine transmits to a folder, the file is carried to another folder, and calls there.
#[test]
fn a_call_can_be_mailed() {
    let mut pair = Pair::new();
    let name = format!("hexfront-mailed-calls-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let homes = ["caller", "called"].map(|name| folder.join(name));
    for (n, home) in homes.iter().enumerate() {
        let telephone = Telephone::new(&[Setting::Files(home.clone())]).expect("it is made");
        assert!(pair.machines[n].plug_in(Box::new(Modem::new(telephone))));
    }
    let before = pair.machines[CALLED].state_image().unwrap();
    pair.transmit();
    pair.until(CALLER, "TRANSMITTED");
    let mailed = homes[CALLER].join("out/5551942-1.txt");
    assert!(mailed.exists());
    pair.receive();
    pair.until(CALLED, "WAITING FOR THE CALL");
    assert!(pair.machines[CALLED].state_image().unwrap() == before);
    std::fs::copy(mailed, homes[CALLED].join("in/from-you.txt")).expect("it is carried");
    pair.until(CALLED, "RECEIVED");
    pair.assert_equal_states();
    assert!(homes[CALLED].join("read/from-you.txt").exists());
    std::fs::remove_dir_all(folder).expect("it is there");
}
