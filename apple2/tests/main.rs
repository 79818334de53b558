//! What runs on the Apple II, its game aside.

mod bench;
mod boot;
mod booted;
mod files;
mod map;
mod pages;
mod parts;
mod rwts;
mod scratch;
mod sizes;
mod sound;
mod stand_in;
