//! Generates the sources that derive from a table.
fn main() {}
