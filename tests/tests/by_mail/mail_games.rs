//! Every game by mail: between two machines, of different kinds where the game has them, and on the reference VM to its last page.

use hexfront::games;
use hexfront::mail::rules::MailRules;
use hexfront::targets::{AMIGA, APPLE2, ATARI8, C64};
use hexfront_tests::mail::{BREAKTHROUGH, Table, up_to_the_battle, whole_game};
use std::path::{Path, PathBuf};

const WAR_IN_RUSSIA: &str = "war-in-russia";
const WHITE_DEATH: &str = "white-death";
const BLITZKRIEG: &str = "blitzkrieg-at-the-ardennes";

/// Where the two have their folders.
fn folder(test: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mail-{test}"))
}

#[test]
fn breakthrough_is_mailed_between_a_c64_and_an_amiga() {
    let table = up_to_the_battle(folder("breakthrough"), 1);
    let before = table.position();
    // Each side's battles are fought on the other's machine, and his own orders follow there.
    table.turn("american", C64, "NCY");
    assert_ne!(before, table.position());
    table.verify();
    // The other way round it is verified, too, and nothing that came twice is taken twice.
    let last = table.opened("american").chain.next() - 1;
    table.post("american", last).unwrap();
    assert_eq!(table.opened("german").chain.next(), last + 1);
}

#[test]
fn war_in_russia_is_mailed_between_an_atari_and_an_apple() {
    let sides = ["axis", "soviet"];
    let table = Table::begin(folder("war-in-russia"), WAR_IN_RUSSIA, sides, 1, &[]);
    table.turn("axis", ATARI8, "QY");
    table.turn(
        "soviet",
        APPLE2,
        "QYN<RET><RET><RET><RET><RET><RET>EYQQQQQQQQQQQQ",
    );
    table.turn(
        "axis",
        ATARI8,
        "<RET><RET><RET><RET><RET><RET>NP2<RET>QQEYQQQQQQQQQQQQQQQQ",
    );
    let before = table.fields().one("turn");
    let stood = table.places();
    // What both have plotted is carried out by the Soviet player, who need press no key for it.
    let number = table.send("soviet").unwrap();
    table.post("soviet", number).unwrap();
    assert_eq!((before, table.fields().one("turn")), (1, 2));
    assert_ne!(table.places(), stood, "no group took a hex");
    assert!(table.opened("axis").is_to_send());
    table.verify();
}

/// The Soviet strikes at the city; who defends it pays, and fires from his own machine. Each sees on his map what the other did (WD-P.5).
#[test]
fn white_death_is_mailed_between_two_amigas() {
    let sides = ["soviet", "german"];
    let set = [("scenario", "woehler")];
    let table = Table::begin(folder("white-death"), WHITE_DEATH, sides, 1, &set);
    // Whether he pays for the city the German is asked before all else.
    table.send_on("soviet");
    table.turn("german", AMIGA, "Y");
    let strength = |table: &Table| table.fields().sum("unit.strength");
    let before = strength(&table);
    let attack = "
        key ret
        type G
        point 25.18
        click left
        type 123
        key ret
        key ret
        type C
        point 25.17
        click left
        type AO
        type X
        key ret";
    table.turn_by_script("soviet", AMIGA, attack);
    // The barrage and the assault go by; then the map is there for orders.
    let defence = "
        key ret
        key ret
        point 25.17
        click left
        type G12
        key ret
        type IAO
        key ret
        type H
        key ret
        key ret";
    table.turn_by_script("german", AMIGA, defence);
    // The same and the fire, the list of it instead.
    let assault = "
        type L
        key ret
        point 25.17
        click left
        type AO
        type D
        repeat 4 <RET>
        type N";
    table.turn_by_script("soviet", AMIGA, assault);
    assert!(strength(&table) < before, "nobody lost anything");
    table.verify();
}

/// The Germans are placed, and who stands beside an enemy attacks or goes. The Allied player rolls for the shots; then battle by battle,
/// each as far as the other has something to say.
#[test]
fn blitzkrieg_is_mailed_between_two_amigas() {
    let sides = ["german", "allied"];
    let table = Table::begin(folder("blitzkrieg"), BLITZKRIEG, sides, 1, &[]);
    let orders = "
        type RY
        type R
        type E6<SPACE>3<SPACE>6<SPACE>
        repeat 4 RM2<SPACE>
        type RN";
    table.turn_by_script("german", AMIGA, orders);
    let before = table.fields();
    table.turn("allied", AMIGA, "<RET>");
    // No rocket; what goes back goes.
    table.turn("german", AMIGA, "NG<SPACE>G<SPACE>H<SPACE>");
    let (battle, die) = (table.fields().one("outcome"), table.fields().one("die"));
    assert_ne!(
        (battle, die),
        (before.one("outcome"), before.one("die")),
        "nothing was fought"
    );
    table.verify();
}

#[test]
fn a_whole_game_of_breakthrough_comes_to_its_end() {
    let set = [("scenario", "last-seven")];
    let (blocks, (turn, _)) = whole_game(BREAKTHROUGH, &set, &["N", "QY", "CY"], &["\r", " "]);
    assert_eq!(turn, 13);
    // Seven days of four operation phases at least.
    assert!(blocks > 7 * 4, "{blocks}");
}

#[test]
fn a_whole_game_of_war_in_russia_comes_to_its_end() {
    let set = [("scenario", "zitadelle")];
    let no_strikes = format!("EY{}", "Q".repeat(40));
    let ends = ["N", "QY", &no_strikes];
    let (blocks, (turn, _)) = whole_game(WAR_IN_RUSSIA, &set, &ends, &["\r"]);
    // Two blocks a week each.
    assert!(
        turn > 4 && blocks > 4 * u32::from(turn - 1),
        "{blocks} blocks, turn {turn}"
    );
}

#[test]
fn a_whole_game_of_white_death_comes_to_its_end() {
    let (blocks, (turn, _)) = whole_game(WHITE_DEATH, &[], &["\r", "NY", "Y"], &["\r"]);
    // The first scenario lasts four turns.
    assert_eq!(turn, 5);
    assert!(blocks > 2 * u32::from(turn), "{blocks} blocks, turn {turn}");
}

#[test]
fn a_whole_game_of_blitzkrieg_comes_to_its_end() {
    let ends = ["RY", "RN", "R", "O"];
    // No rocket is launched, battles are picked, who goes back goes where he may, who may advance stays; who stands beside an enemy is
    // led to by R and attacks.
    let mut goes_on = vec!["\r", "N", "G ", "H "];
    let attacks = [
        "RE1 4 1 ", "RE2 5 2 ", "RE3 6 3 ", "RE4 1 4 ", "RE5 2 5 ", "RE6 3 6 ",
    ];
    goes_on.extend(attacks);
    // Where O asks nothing Y opens the reports, which RETURN closes.
    goes_on.push("OY");
    let (blocks, (turn, _)) = whole_game(BLITZKRIEG, &[], &ends, &goes_on);
    assert_eq!(turn, 33);
    assert!(blocks > 2 * 32, "{blocks}");
}

/// Names after an `enum` line of a source, as far as lines are indented deeper, without what they print as.
fn members(rules: &str, name: &str) -> Vec<String> {
    let begin = format!("enum {name}");
    let depth = |line: &str| line.len() - line.trim_start().len();
    let mut lines = rules
        .lines()
        .skip_while(|line| !line.trim().starts_with(&begin));
    let first = lines.next().unwrap();
    let word = |line: &str| {
        line.split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    match first.split_once(':') {
        Some((_, names)) => names.split(',').map(word).collect(),
        None => lines
            .take_while(|line| depth(line) > depth(first))
            .map(word)
            .collect(),
    }
}

#[test]
fn the_sides_and_phases_of_mail_are_those_of_the_rules() {
    for name in games::names() {
        let game = games::find(&name).unwrap();
        let rules = MailRules::of(&game).unwrap();
        let files = game.files.iter();
        let sources: String = files
            .filter(|(file, _)| file.ends_with(".rules"))
            .map(|(_, bytes)| String::from_utf8_lossy(bytes))
            .collect();
        for (number, phase) in (0..).zip(members(&sources, "turn_phase")) {
            assert_eq!(rules.phase_name(number), phase, "{name}");
        }
        for (number, side) in (0..).zip(members(&sources, "side")) {
            assert_eq!(rules.side_name(number), side, "{name}");
        }
    }
}
