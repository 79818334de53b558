//! Art: pictures drawn as text in `apple2/art` and in a game's `art/apple2`, turned into what the hi-res page and the shell read.

pub mod files;
pub mod mapset;
pub mod sheets;
pub mod sides;
pub mod sounds;
pub mod textset;
pub mod tile;
pub mod title;

pub use hexfront_art::plan::{unknown, unused};
pub use hexfront_art::sheet::ArtError;
pub use mapset::MapSet;
pub use sheets::Sheets;
pub use sides::{Plan, SideLook};
pub use sounds::Sounds;
pub use textset::TextSet;
pub use tile::Tile;
