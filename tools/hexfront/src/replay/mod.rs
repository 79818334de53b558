//! Replays: recorded games that are played again, on the reference VM and on emulated machines, and compared.

pub mod command;
pub mod fields;
pub mod file;
pub mod host;
pub mod keys;
pub mod machine;
pub mod run;
pub mod saves;
