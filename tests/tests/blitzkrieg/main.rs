//! Blitzkrieg at the Ardennes.

mod amiga;
mod amiga_saves;
mod amiga_turn;
mod amiga_view;
mod fog;
