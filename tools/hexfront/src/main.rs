//! The command line and its front ends.
fn main() {}
