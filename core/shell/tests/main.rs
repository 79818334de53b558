//! What the shells of all 6502 machines share, on a machine with nothing but memory.

mod console;
mod flat;
mod machine;
mod map;
mod parts;
mod saves;
mod view;
