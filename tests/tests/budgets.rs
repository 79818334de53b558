//! What games take of their machines keeps within `budgets.toml`.

use hexfront::budget::command::measured;
use hexfront::failure::Failure;
use hexfront_tests::c64::folder;

#[test]
fn every_game_keeps_its_limits() {
    let pairs = match measured(&folder("../budgets.toml"), None) {
        Ok(pairs) => pairs,
        Err(Failure::Could(error)) => panic!("cannot measure: {error}"),
        Err(Failure::No) => panic!("cannot measure"),
    };
    assert!(!pairs.is_empty(), "no game has limits");
    for pair in pairs {
        for speed in ["thinking_speed", "waiting_speed"] {
            let found = pair.measured.values.get(speed);
            assert!(found.is_some_and(|s| *s > 0.0), "{}: no {speed}", pair.game);
        }
        let broken = pair.broken();
        assert!(broken.is_empty(), "{}", broken.join("\n"));
    }
}
