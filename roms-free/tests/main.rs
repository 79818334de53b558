//! The ROMs of our own, on the machines that they are for.

mod amiga;
mod amiga_boot;
mod apple2;
mod assembly;
mod atari8;
mod bare_amiga;
mod basic;
mod boot;
mod common;
mod disk;
mod editor;
mod programs;
mod sources;
