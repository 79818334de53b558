//! Art: pictures drawn as text in `c64/art`, turned into what the VIC-II and the shell read.

pub mod mapset;
pub mod picture;
pub mod plan;
pub mod sprites;
pub mod textset;
pub mod title;

pub use mapset::MapSet;
pub use picture::{ArtError, Picture, Sheet};
pub use plan::{Plan, SideLook, unknown};
pub use textset::TextSet;
pub use title::Title;
