//! `mail`: two people play a game without a server. What they send each other, and what keeps the dice honest, is `hexfront-mail`'s; here
//! is what a game needs for it, who may move, the folder of a game, and playing a turn on a machine.

pub mod command;
pub mod folder;
pub mod inputs;
pub mod play;
pub mod position;
pub mod referee;
pub mod rules;
pub mod verify;
