//! Art: pictures drawn as text in `c64/art` and in a game's `art/c64`, turned into what the VIC-II and the shell read.

mod colours;
pub mod files;
pub mod inks;
pub mod mapset;
pub mod plan;
pub mod sheets;
pub mod sounds;
pub mod sprites;
pub mod textset;
pub mod title;

pub use hexfront_art::plan::{Ground, unknown, unused};
pub use hexfront_art::sheet::{ArtError, Picture, Sheet};
pub use inks::Inks;
pub use mapset::MapSet;
pub use plan::{Plan, SideLook};
pub use sheets::Sheets;
pub use sounds::Sounds;
pub use textset::TextSet;
pub use title::Title;
