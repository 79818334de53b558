//! What holds for games of any kind on any machine.

mod any_keys;
mod attacks;
mod bars;
mod image;
mod large_map;
mod names;
mod own_games;
mod pairs;
mod programs;
mod second_drive;
mod small_map;
mod sound;
