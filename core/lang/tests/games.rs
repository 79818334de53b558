//! Every game's own tests, and a game of its simulation, on the Rust machine.

mod common;

use hexfront_lang::simulation::{self, Simulation};

fn plays_itself(game: &str) {
    let files = common::files(game);
    let simulation = Simulation::compile(&files).unwrap_or_else(|(diags, sources)| {
        let all: Vec<String> = diags.iter().map(|d| d.to_plain(&sources)).collect();
        panic!("the simulation of {game}:\n{}", all.join("\n"))
    });
    let played = simulation.play(*simulation.numbers().end(), &[]);
    assert_eq!(played.failures, Vec::<String>::new(), "{game}");
    assert!(!played.results.is_empty(), "{game} reports nothing");
}

#[test]
fn every_game_passes_its_own_tests() {
    let games = std::fs::read_dir(common::path("../games")).expect("the games");
    let mut seen = 0;
    for game in games {
        let dir = game.expect("an entry").path();
        if dir.is_dir() && dir.join("game.rules").exists() {
            let name = dir
                .file_name()
                .and_then(|n| n.to_str())
                .expect("a plain name")
                .to_string();
            let game = format!("../games/{name}");
            common::run_tests(&game);
            if simulation::is_there(&common::files(&game)) {
                plays_itself(&game);
            }
            seen += 1;
        }
    }
    if seen == 0 {
        println!("no game has rules yet");
    }
}
