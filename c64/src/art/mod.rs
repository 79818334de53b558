//! Art: pictures drawn as text in `c64/art` and in a game's `art/c64`, turned into what the VIC-II and the shell read.

mod colours;
pub mod files;
pub mod inks;
pub mod mapset;
pub mod picture;
pub mod plan;
pub mod sheets;
pub mod sounds;
pub mod sprites;
pub mod textset;
pub mod title;

pub use inks::Inks;
pub use mapset::MapSet;
pub use picture::{ArtError, Picture, Sheet};
pub use plan::{Ground, Plan, SideLook, unknown, unused};
pub use sheets::Sheets;
pub use sounds::Sounds;
pub use textset::TextSet;
pub use title::Title;
