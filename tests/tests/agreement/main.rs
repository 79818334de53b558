//! The same replay has the same states on all virtual machines.

mod lockstep;
mod replays;
mod replays_68000;
