//! What runs on the Commodore 64: the shell, its art and its disk layout.

pub mod art;
mod listing;
mod sources;

pub use sources::{Source, sources};
