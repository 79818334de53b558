//! What runs on the Atari 8-bit, its game aside.

mod bench;
mod boot;
mod booted;
mod disk_offer;
mod disk_work;
mod files;
mod map;
mod pages;
mod sound;
mod stand_in;
