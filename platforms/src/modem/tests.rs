//! The modem as a terminal sees it.

use super::*;

/// A terminal at a modem.
struct Terminal {
    modem: Modem<End>,
    cable: Cable,
    seen: Vec<u8>,
    now: f64,
}

impl Terminal {
    fn pair() -> [Terminal; 2] {
        wire().map(|end| {
            let mut cable = Cable::default();
            cable.computer.dtr = true;
            Terminal {
                modem: Modem::new(end),
                cable,
                seen: Vec::new(),
                now: 0.0,
            }
        })
    }

    /// A fiftieth of a second passes.
    fn frame(&mut self) {
        self.now += 0.02;
        self.modem.serve(self.now, &mut self.cable);
        let frames = self.cable.coming.drain(..);
        self.seen.extend(frames.filter_map(Frame::byte));
    }

    fn send(&mut self, text: &str) {
        let frames = text.bytes().map(|byte| Frame::of(byte, 2400));
        self.cable.sent.extend(frames);
    }

    /// What was seen since the last time, line ends as `|`.
    fn seen(&mut self) -> String {
        let seen = std::mem::take(&mut self.seen);
        String::from_utf8_lossy(&seen).replace("\r\n", "|")
    }
}

fn pass(terminals: &mut [Terminal; 2], seconds: f64) {
    for _ in 0..(seconds / 0.02) as usize {
        terminals.iter_mut().for_each(Terminal::frame);
    }
}

/// What a modem answers to a line.
fn answer(line: &str) -> String {
    let mut both = Terminal::pair();
    both[0].send(line);
    pass(&mut both, 1.0);
    both[0].seen()
}

/// Two that talk.
fn connected() -> [Terminal; 2] {
    let mut both = Terminal::pair();
    both[0].send("ATDT5551944\r");
    pass(&mut both, 1.0);
    assert_eq!(both[1].seen(), "|RING|");
    both[1].send("ATA\r");
    pass(&mut both, 1.0);
    assert_eq!(both[0].seen(), "ATDT5551944\r|CONNECT 2400|");
    assert_eq!(both[1].seen(), "ATA\r|CONNECT 2400|");
    both
}

#[test]
fn commands_have_results_in_words_or_numbers_or_none() {
    assert_eq!(answer("AT\r"), "AT\r|OK|");
    assert_eq!(answer("ATE0V0\r"), "ATE0V0\r0\r");
    assert_eq!(answer("ATQ1\r"), "ATQ1\r");
    assert_eq!(answer("AT%\r"), "AT%\r|ERROR|");
    assert_eq!(answer("ATS99=1\r"), "ATS99=1\r|ERROR|");
    assert_eq!(answer("ATS7=256\r"), "ATS7=256\r|ERROR|");
    assert_eq!(answer("ats0=2 s0?\r"), "ats0=2 s0?\r|002||OK|");
    assert_eq!(answer("hello\r"), "hello\r");
    assert_eq!(answer("xAT\r"), "xAT\r|OK|", "a line begins with AT");
    assert_eq!(answer("ATE0\rA/"), "ATE0\r|OK||OK|");
}

#[test]
fn two_modems_talk_until_one_hangs_up() {
    let mut both = connected();
    both[0].send("The ring holds.");
    both[1].send("Send shells.");
    pass(&mut both, 1.0);
    assert_eq!(both[1].seen(), "The ring holds.");
    assert_eq!(both[0].seen(), "Send shells.");
    assert!(both.iter().all(|t| t.cable.device.dcd));
    both[1].cable.computer.dtr = false;
    pass(&mut both, 0.2);
    assert_eq!(both[0].seen(), "|NO CARRIER|");
    assert!(both.iter().all(|t| !t.cable.device.dcd));
}

#[test]
fn the_escape_sequence_needs_its_guard_times() {
    let mut both = connected();
    both[0].send("a+++b");
    pass(&mut both, 2.0);
    assert_eq!(both[0].seen(), "", "no rest before and after");
    both[0].send("+++");
    pass(&mut both, 0.9);
    assert_eq!(both[0].seen(), "");
    pass(&mut both, 0.2);
    assert_eq!(both[0].seen(), "|OK|");
    both[1].send("later");
    pass(&mut both, 0.2);
    assert_eq!(both[0].seen(), "");
    both[0].send("ATO\r");
    pass(&mut both, 0.2);
    assert_eq!(both[0].seen(), "ATO\r|CONNECT 2400|later");
    pass(&mut both, 1.0);
    both[0].send("+++");
    pass(&mut both, 1.1);
    both[0].send("ATH\r");
    pass(&mut both, 0.2);
    assert_eq!(both[0].seen(), "|OK|ATH\r|OK|");
    assert_eq!(both[1].seen(), "a+++b++++++|NO CARRIER|");
}

#[test]
fn a_line_that_drops_is_told_to_both() {
    let mut both = connected();
    both[0].modem.exchange().cut();
    pass(&mut both, 0.1);
    assert_eq!(both.each_mut().map(Terminal::seen), ["|NO CARRIER|"; 2]);
}

#[test]
fn it_answers_by_itself_after_so_many_rings() {
    let mut both = Terminal::pair();
    both[1].send("ATE0S0=2\r");
    pass(&mut both, 0.1);
    both[0].send("ATE0D1\r");
    pass(&mut both, 5.0);
    assert_eq!(both[1].seen(), "ATE0S0=2\r|OK||RING||RING||CONNECT 2400|");
}

#[test]
fn nobody_waits_for_ever_for_a_carrier() {
    let mut both = Terminal::pair();
    both[0].send("ATE0S7=3DT1\r");
    pass(&mut both, 2.9);
    assert_eq!(both[0].seen(), "ATE0S7=3DT1\r");
    pass(&mut both, 0.3);
    assert_eq!(both[0].seen(), "|NO CARRIER|");
    assert_eq!(both[1].seen(), "|RING|");
    both[1].send("ATE0A\r");
    pass(&mut both, 0.1);
    assert_eq!(both[1].seen(), "ATE0A\r|NO CARRIER|", "the caller is gone");
}

#[test]
fn whoever_types_while_it_dials_ends_the_call() {
    let mut both = Terminal::pair();
    both[0].send("ATE0DT1\r");
    pass(&mut both, 0.1);
    both[0].send(" ");
    pass(&mut both, 0.1);
    assert_eq!(both[0].seen(), "ATE0DT1\r|NO CARRIER|");
}

#[test]
fn the_computer_can_hold_it_up_by_rts() {
    let mut both = connected();
    both[0].modem.heeds_rts = true;
    both[1].send("wait");
    pass(&mut both, 0.2);
    assert_eq!(both[0].seen(), "");
    both[0].cable.computer.rts = true;
    pass(&mut both, 0.1);
    assert_eq!(both[0].seen(), "wait");
}
