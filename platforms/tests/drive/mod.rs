//! The 1541 at the other end of the serial bus: a computer that drives the lines as a KERNAL does, the drive, and
//! what is on the disk afterwards.

mod dos;
mod faults;
mod kernal;
mod protocol;
