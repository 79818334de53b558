//! Every game's own tests, on the Rust machine.

mod common;

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
            common::run_tests(&format!("../games/{name}"));
            seen += 1;
        }
    }
    if seen == 0 {
        println!("no game has rules yet");
    }
}
