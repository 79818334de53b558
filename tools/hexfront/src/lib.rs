//! The tool as a library: from a game's source to a disk image, and a machine that runs it.

#[cfg(feature = "audio")]
pub mod audio;
pub mod bend;
pub mod budget;
pub mod build;
pub mod cartridge_object;
pub mod check;
pub mod cli;
pub mod commands;
pub mod compile;
pub mod datafolder;
pub mod disk;
pub mod dispatch;
pub mod explain;
pub mod failure;
pub mod fit;
pub mod follow;
pub mod front;
pub mod gamedisk;
pub mod games;
pub mod held;
pub mod host;
pub mod hostdisk;
#[cfg(feature = "audio")]
mod hush;
mod json;
pub mod keep;
pub mod leave;
pub mod letters;
pub mod mail;
pub mod new;
pub mod objects;
pub mod observe;
pub mod output;
pub mod pairs;
pub mod picture;
pub mod pipeline;
pub mod pointer;
mod reasons;
pub mod record;
pub mod replay;
pub mod roms;
pub mod rules;
pub mod script;
pub mod session;
pub mod sim;
pub mod state_map;
pub mod tape;
pub mod targets;
pub mod telephone;
pub mod terminal;
#[cfg(feature = "window")]
pub mod window;
