//! What the language means: a game that is nothing but tests of it.

mod common;

#[test]
fn the_language_means_what_the_reference_says() {
    common::run_tests("tests/language");
}
