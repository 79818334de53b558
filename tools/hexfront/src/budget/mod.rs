//! Budgets: what a game takes of a machine, measured on the emulated one, and the limits in `pairs.toml`.

pub mod command;
pub mod games;
mod input;
pub mod measure;
pub mod sizes;
mod speed;
pub mod stack;
pub mod times;
mod yardstick;

/// Something that is measured, and has a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Its name in `pairs.toml`, unit last.
    pub name: &'static str,
    /// What it is.
    pub what: &'static str,
    /// Which side of the limit is good.
    pub bound: Bound,
    /// Digits behind the point.
    pub digits: usize,
}

/// Which side of a limit is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The limit is the most there may be.
    AtMost,
    /// The limit is the least there must be.
    AtLeast,
}

impl Bound {
    /// Whether a value keeps a limit.
    pub fn holds(self, value: f64, limit: f64) -> bool {
        match self {
            Self::AtMost => value <= limit,
            Self::AtLeast => value >= limit,
        }
    }
}

const fn most(name: &'static str, digits: usize, what: &'static str) -> Measure {
    Measure {
        name,
        what,
        bound: Bound::AtMost,
        digits,
    }
}

const fn least(name: &'static str, what: &'static str) -> Measure {
    Measure {
        name,
        what,
        bound: Bound::AtLeast,
        digits: 0,
    }
}

/// The measure for which games are played with a real drive.
const PARTS: &str = "parts_seconds";

/// All measures, in the order in which they are printed.
pub const MEASURES: [Measure; 24] = [
    most("vm_bytes", 0, "rules machine and its variables"),
    most("shell_bytes", 0, "shell and its variables"),
    most("bytecode_bytes", 0, "compiled rules"),
    most("table_bytes", 0, "constant tables, texts, map"),
    most("data_bytes", 0, "pages that are written: state, scratch"),
    most("screen_bytes", 0, "screens, character sets, sprites"),
    most("art_bytes", 0, "drawings"),
    most("other_bytes", 0, "segments that are none of these"),
    most("state_bytes", 0, "state image, as it is saved"),
    least("free_ram_bytes", "RAM that nothing uses"),
    most("zero_page_bytes", 0, "zero page of rules machine and shell"),
    most("stack_bytes", 0, "processor stack in the deepest call"),
    most("disk_blocks", 0, "blocks of the game on its disk"),
    least("free_disk_blocks", "blocks left for saved games"),
    most("disk_tracks", 0, "tracks of bootblock and program"),
    least(
        "free_disk_tracks",
        "tracks between them and the saved games",
    ),
    most(
        "first_menu_seconds",
        1,
        "from RETURN after LOAD, or power-on, to the first menu, real drive",
    ),
    most(
        "loading_seconds",
        1,
        "longest part from the disk, real drive",
    ),
    most(
        PARTS,
        2,
        "longest wait for parts from the disk in a phase, between two keys, once the game has begun; real drive",
    ),
    most(
        "turn_seconds",
        2,
        "longest computer turn, or answer to a key that ends a phase; with `parts_seconds` limited, with its parts from the disk",
    ),
    most("answer_seconds", 2, "longest answer to any other key"),
    most("scroll_frames", 2, "longest scroll by one hex"),
    least(
        "thinking_speed",
        "times real time while the computer plays, on a computer of the usual speed",
    ),
    least("waiting_speed", "the same while the game waits for a key"),
];

/// The measure with a name.
pub fn measure_named(name: &str) -> Option<&'static Measure> {
    MEASURES.iter().find(|measure| measure.name == name)
}
