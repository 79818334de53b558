//! The command line on games, scripts and terminals of its own.

mod amiga;
mod check;
mod explain;
mod leave;
mod letters;
mod mail;
mod pointer;
mod sim;
mod words;
