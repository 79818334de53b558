//! What the language means: a game that is nothing but tests of it.

use crate::common;
use hexfront_lang::Cut;

#[test]
fn the_language_means_what_the_reference_says() {
    common::run_tests("tests/language");
}

/// There layers share their bytes.
#[test]
fn it_means_the_same_where_memory_is_short() {
    common::run_tests_cut("tests/language", Cut::Fine);
}

#[test]
fn a_map_of_1700_hexes_is_as_good_as_a_small_one() {
    common::run_tests("tests/large-map");
}

#[test]
fn screens_are_worked_by_choosing() {
    common::run_tests("tests/pointer");
}

#[test]
fn kinds_of_more_than_254_records_do_what_the_others_do() {
    common::run_tests("tests/many-records");
}
