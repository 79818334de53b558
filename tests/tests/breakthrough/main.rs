//! Breakthrough in the Ardennes on its machines.

mod amiga;
mod apple2;
mod atari8;
mod atari8_screens;
mod c64_parts;
mod c64_play;
mod c64_saves;
mod c64_screens;
mod c64_turn;
mod fog;
