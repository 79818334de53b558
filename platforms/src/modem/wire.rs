//! Two telephones and the wire between them, in memory: every number calls the other.

use super::{Call, Exchange};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// What is on the wire.
#[derive(Default)]
struct Wire {
    /// Who calls, 0 or 1.
    caller: Option<usize>,
    connected: bool,
    /// Bytes on their way to each end.
    bytes: [VecDeque<u8>; 2],
}

impl Wire {
    fn end(&mut self) {
        *self = Wire::default();
    }
}

/// An end of a wire.
pub struct End {
    side: usize,
    wire: Rc<RefCell<Wire>>,
}

/// A wire.
pub fn wire() -> [End; 2] {
    let wire = Rc::new(RefCell::new(Wire::default()));
    [0, 1].map(|side| End {
        side,
        wire: Rc::clone(&wire),
    })
}

impl End {
    /// The line drops: both ends lose the call, and what was on its way.
    pub fn cut(&mut self) {
        self.wire.borrow_mut().end();
    }
}

impl Exchange for End {
    fn dial(&mut self, _: &str) {
        let mut wire = self.wire.borrow_mut();
        wire.caller.get_or_insert(self.side);
    }

    fn answer(&mut self) {
        let mut wire = self.wire.borrow_mut();
        wire.connected = wire.caller.is_some_and(|caller| caller != self.side);
    }

    fn hang_up(&mut self) {
        self.wire.borrow_mut().end();
    }

    fn call(&mut self) -> Call {
        let wire = self.wire.borrow();
        match wire.caller {
            None => Call::None,
            Some(_) if wire.connected => Call::Connected,
            Some(caller) if caller == self.side => Call::Dialling,
            Some(_) => Call::Ringing,
        }
    }

    fn send(&mut self, bytes: &[u8]) {
        self.wire.borrow_mut().bytes[1 - self.side].extend(bytes);
    }

    fn receive(&mut self, at_most: usize) -> Vec<u8> {
        let bytes = &mut self.wire.borrow_mut().bytes[self.side];
        let count = bytes.len().min(at_most);
        bytes.drain(..count).collect()
    }
}
