//! What games take of their machines keeps within `pairs.toml`.

use hexfront::budget::command::measured;
use hexfront::failure::Failure;
use hexfront_tests::c64::folder;

#[test]
fn every_game_keeps_its_limits() {
    let outcomes = match measured(&folder("../pairs.toml"), None) {
        Ok(outcomes) => outcomes,
        Err(Failure::Could(error)) => panic!("cannot measure: {error}"),
        Err(Failure::No) => panic!("cannot measure"),
    };
    assert!(!outcomes.is_empty(), "no pair has a row");
    for outcome in outcomes {
        // A game without a computer player does not think.
        let thinks = outcome.pair.games.as_ref().map(|_| "thinking_speed");
        for speed in thinks.into_iter().chain(["waiting_speed"]) {
            let found = outcome.measured.values.get(speed);
            assert!(
                found.is_some_and(|s| *s > 0.0),
                "{}: no {speed}",
                outcome.pair.game
            );
        }
        let broken = outcome.broken();
        assert!(broken.is_empty(), "{}", broken.join("\n"));
    }
}
