//! What the README says works is what `pairs.toml` has a row for.

use hexfront::pairs::Pairs;
use hexfront::targets;
use hexfront_tests::c64::folder;
use std::collections::BTreeSet;

/// The cells of the README's table of games and machines, by line.
fn table() -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(folder("../README.md")).expect("there is a README");
    let behind = text
        .lines()
        .skip_while(|line| !line.starts_with("| game |"));
    let lines = behind.take_while(|line| line.starts_with('|'));
    let cells = |line: &str| {
        let inner = line.trim_matches('|').split('|');
        inner.map(|cell| cell.trim().to_owned()).collect()
    };
    lines.map(cells).collect()
}

#[test]
fn the_table_of_the_readme_says_what_works() {
    let table = table();
    let [head, _, games @ ..] = table.as_slice() else {
        panic!("the README has a table of games");
    };
    let mut told = BTreeSet::new();
    for game in games {
        let name = game[0].to_lowercase().replace(' ', "-");
        for (title, cell) in head.iter().zip(game).skip(1) {
            if cell.contains("yes") {
                let target = targets::ALL.into_iter().find(|t| t.title() == title);
                let machine = target.unwrap_or_else(|| panic!("no machine is called {title}"));
                told.insert((name.clone(), machine.name().to_owned()));
            }
        }
    }
    let pairs = Pairs::read(&folder("../pairs.toml")).expect("there are pairs");
    let rows = pairs.rows.into_iter().map(|row| (row.game, row.machine));
    assert_eq!(told, rows.collect());
}
