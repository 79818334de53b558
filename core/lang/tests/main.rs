//! The language and its compiler.

mod bend;
mod common;
mod density;
mod failures;
mod games;
mod language;
mod library;
mod looks;
mod mistakes;
mod parts;
mod redraw;
mod screens;
mod simulation;
mod statements;
mod two_units;
