//! Disk images: laws, other tools' disks, and damage.

mod apple;
mod atari;
mod c1541;
mod laws;
#[path = "../../../platforms/tests/common/skipped.rs"]
mod skipped;
