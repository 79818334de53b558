//! What runs on the Commodore 64, its game aside.

mod drive;
mod keys;
mod map;
mod pages;
mod papers;
mod part;
mod program;
mod raster;
mod rims;
mod save;
mod sound;
mod stand_in;
mod start;
