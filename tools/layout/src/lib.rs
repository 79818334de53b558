//! Where a game and its parts lie in a machine's memory, and the packed form in which its files hold them. What only one machine does,
//! its disk and the loader of its program, lies in the machine's folder.

mod parts;
mod pieces;
mod source;
mod stay;

pub use parts::{
    MemoryMap, Part, is_loaded_later, link_script, mark, part_file, part_files, patch,
};
pub use pieces::{Packed, Piece, pack, pieces};
pub use source::{Source, shell_of};
pub use stay::{part_sizes, parts_stay, set_apart, write_overlaps, write_sizes};
