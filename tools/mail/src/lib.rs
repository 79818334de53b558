//! Play by mail without a server: what two people send each other, and what keeps them honest.
//!
//! [`armour`] is the text that survives e-mail, [`block`] what it holds, [`chain`] the blocks of a game in their order, each bound to all
//! before it, and [`dice`] the secrets from which dice come that neither side chooses. Nothing here knows a game, a file or a machine: what
//! a turn holds is bytes. The README says what this protects from, and what it cannot.

pub mod armour;
pub mod block;
mod bytes;
pub mod chain;
pub mod dice;

pub use block::{Block, Content, Invitation, Turn};
pub use chain::{Chain, ChainError};
pub use dice::{Digest, Identity, Secret};
