//! A game that tells why its rules do what they do, beside one that is played: the reasons of `because`.

use crate::diag::Diagnostic;
use crate::host::{self, Compiled, Listener};
use crate::lower::{HOST_FAIL, HOST_TRACE};
use crate::source::Sources;
use crate::{Cut, Target};
use alloc::string::String;
use alloc::vec::Vec;
use core::mem::take;
use hexfront_isa::ShellCall;
use hexfront_vm::Memory;

pub use crate::host::Reason;

/// A game with its reasons. Its state is that of the game as it is shipped, after each shell call that this one makes too.
#[derive(Clone, Debug)]
pub struct Explained {
    /// Its cartridge; found sound.
    pub bytes: Vec<u8>,
    listener: Listener,
}

/// Hears what an explained game tells while it runs.
#[derive(Clone, Debug)]
pub struct Ear<'a> {
    listener: &'a Listener,
    /// What a reason has printed so far, while one is told.
    telling: Option<String>,
    reasons: Vec<Reason>,
}

impl Explained {
    /// Compiles a game with its reasons.
    ///
    /// # Errors
    /// The diagnostics and the sources they refer to.
    pub fn compile(files: &[(String, Vec<u8>)]) -> Result<Self, (Vec<Diagnostic>, Sources)> {
        let (mut program, sources) = host::check(files, Target::Told, Cut::Coarse)?;
        program.explains = true;
        match host::emit(&program, &sources, Target::Told) {
            Ok(Compiled {
                bytes, listener, ..
            }) => Ok(Self { bytes, listener }),
            Err(diagnostics) => Err((diagnostics, sources)),
        }
    }

    /// One who hears nothing but reasons.
    #[must_use]
    pub fn ear(&self) -> Ear<'_> {
        Ear {
            listener: &self.listener,
            telling: None,
            reasons: Vec::new(),
        }
    }
}

impl Ear<'_> {
    /// A shell call of the game; whether it was of a reason, so that no shell is to see it.
    pub fn hears(&mut self, call: ShellCall, io: [u16; 4], memory: &Memory) -> bool {
        match (call, &mut self.telling) {
            (ShellCall::Delay, _) if io[0] == HOST_TRACE => self.telling = Some(String::new()),
            (ShellCall::Delay, telling) if io[0] >= HOST_FAIL => {
                let text = take(telling).unwrap_or_default();
                if let Some((step, span)) = self.listener.step(io[0]) {
                    let text = String::from(text.trim());
                    let reason = self.listener.reason(step, *span, text, io, memory);
                    self.reasons.extend(reason);
                }
            }
            (ShellCall::Char, Some(text)) => {
                text.push(u8::try_from(io[0]).map_or('?', char::from));
            }
            _ => return false,
        }
        true
    }

    /// What was told since the last time.
    pub fn take(&mut self) -> Vec<Reason> {
        take(&mut self.reasons)
    }
}
