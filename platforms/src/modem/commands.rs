//! The commands after `AT`.

use super::{Exchange, Modem, Outcome, REGISTERS, State};

/// What comes after a command that was carried out.
enum After {
    /// The next command of the line.
    Next,
    /// Nothing: the call has its own result.
    Done,
}

/// A line that is read from left to right.
struct Line<'a>(&'a [u8]);

impl Line<'_> {
    fn take(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first.to_ascii_uppercase())
    }

    fn take_if(&mut self, wanted: u8) -> bool {
        let there = self.0.first() == Some(&wanted);
        if there {
            self.0 = &self.0[1..];
        }
        there
    }

    /// A number; without digits it is 0.
    fn number(&mut self) -> Option<u8> {
        let digits = self.0.iter().take_while(|c| c.is_ascii_digit()).count();
        let (number, rest) = self.0.split_at(digits);
        self.0 = rest;
        number.iter().try_fold(0u8, |sum, digit| {
            sum.checked_mul(10)?.checked_add(digit - b'0')
        })
    }
}

impl<E: Exchange> Modem<E> {
    /// Carries out the last line once more.
    pub(super) fn obey_last(&mut self) {
        let line = self.last.clone();
        let mut line = Line(&line);
        loop {
            match self.obey_next(&mut line) {
                Some(After::Next) if line.0.is_empty() => return self.tell(Outcome::Ok),
                Some(After::Next) => {}
                Some(After::Done) => return,
                None => return self.tell(Outcome::Error),
            }
        }
    }

    /// Carries out the next command; `None` if there is no such command.
    fn obey_next(&mut self, line: &mut Line<'_>) -> Option<After> {
        let Some(command) = line.take() else {
            return Some(After::Next);
        };
        match command {
            b'A' if self.state == State::Command => {
                self.answer();
                return Some(After::Done);
            }
            b'D' if self.state == State::Command => return self.dial(line),
            b'E' => self.echo = line.flag()?,
            b'V' => self.words = line.flag()?,
            b'Q' => self.quiet = line.flag()?,
            b'X' => self.results = line.number().filter(|n| *n <= 4)?,
            b'H' => {
                line.flag()?;
                self.exchange.hang_up();
                self.state = State::Command;
            }
            b'O' if self.state == State::Escaped => {
                line.number()?;
                self.state = State::Online;
                self.escapes = 0;
                self.tell(Outcome::Connect);
                return Some(After::Done);
            }
            b'Z' => {
                line.number()?;
                self.exchange.hang_up();
                self.state = State::Command;
                self.factory_settings();
            }
            b'S' => return self.register(line),
            b'&' => return self.extended(line),
            // Loudspeaker, carrier, guard tone, long space: nothing that could be heard.
            b'L' | b'M' | b'B' | b'Y' => {
                line.number()?;
            }
            b'I' => {
                line.number()?;
                self.answers.extend(*b"\r\n249\r\n");
            }
            _ => return None,
        }
        Some(After::Next)
    }

    /// `&`: of these commands only those count that a program may depend on.
    fn extended(&mut self, line: &mut Line<'_>) -> Option<After> {
        let command = line.take()?;
        let number = line.number()?;
        match command {
            b'F' => self.factory_settings(),
            b'K' => self.heeds_rts = number == 3,
            // What DCD, DTR and DSR mean, which is fixed here; profiles, of which there is one.
            b'C' | b'D' | b'S' | b'G' | b'W' | b'Y' | b'V' => {}
            _ => return None,
        }
        Some(After::Next)
    }

    /// `Sn=m` and `Sn?`.
    fn register(&mut self, line: &mut Line<'_>) -> Option<After> {
        let register = usize::from(line.number()?);
        if register >= REGISTERS {
            return None;
        }
        if line.take_if(b'=') {
            self.registers[register] = line.number()?;
        } else if line.take_if(b'?') {
            let value = format!("\r\n{:03}\r\n", self.registers[register]);
            self.answers.extend(value.bytes());
        }
        Some(After::Next)
    }

    /// `D`, with `T` or `P` before the number: the rest of the line.
    fn dial(&mut self, line: &mut Line<'_>) -> Option<After> {
        if matches!(line.0.first(), Some(b'T' | b't' | b'P' | b'p')) {
            line.0 = &line.0[1..];
        }
        let digits = line
            .0
            .iter()
            .filter(|c| !b"()-,;W@!".contains(c))
            .map(|c| char::from(*c));
        let number: String = digits.collect();
        if number.is_empty() {
            return None;
        }
        self.exchange.dial(&number);
        self.state = State::Waiting { since: self.now };
        Some(After::Done)
    }
}

impl Line<'_> {
    /// 0 or 1; without a digit 0.
    fn flag(&mut self) -> Option<bool> {
        self.number().filter(|n| *n <= 1).map(|n| n == 1)
    }
}
