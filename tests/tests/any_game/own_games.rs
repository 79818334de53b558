//! Games of one's own: the one that `hexfront new` makes, and a stranger's with kinds of ground, units, sides and art that no machine
//! knows. They build, play to their end by keys, save and load on every machine, from a folder of their own alone.

use hexfront::budget::command::measured;
use hexfront::compile::{self, Made};
use hexfront::failure::Failure;
use hexfront::fit::{fits, folders_of_none};
use hexfront::games::{self, Game};
use hexfront::new::make;
use hexfront::pairs;
use hexfront::script::parse_keys;
use hexfront::session::Session;
use hexfront::targets::{self, TargetRef};
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::{inks, sounds};
use hexfront_lang::testing;
use hexfront_tests::album::Album;
use hexfront_tests::booted::at_first_menu;
use hexfront_tests::fields::Fields;
use hexfront_tests::wav;
use std::fs;
use std::path::{Path, PathBuf};

/// A fresh folder outside of the repository.
fn outside(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("hexfront-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn found(folder: &Path) -> Game {
    games::find(&folder.to_string_lossy()).unwrap()
}

/// The game that `new` makes, in a folder of that name.
fn new_game(name: &str) -> Game {
    let folder = outside(name).join("hill 22");
    assert!(make(&folder).unwrap() > 10);
    found(&folder)
}

/// A copy of the stranger's game outside of the repository.
fn stranger(name: &str) -> Game {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap().flatten() {
            let (from, to) = (entry.path(), to.join(entry.file_name()));
            if from.is_dir() {
                copy(&from, &to);
            } else {
                fs::copy(&from, &to).unwrap();
            }
        }
    }
    let folder = outside(name).join("corsairs");
    copy(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("stranger"),
        &folder,
    );
    found(&folder)
}

fn made(game: &Game, target: TargetRef) -> Made {
    compile::make(game, target).unwrap_or_else(|error| panic!("{target:?}: {error:?}"))
}

fn keys(session: &mut Session, keys: &str) {
    for action in parse_keys(keys).unwrap() {
        let done = session.perform(&action);
        done.unwrap_or_else(|error| panic!("{action:?} of {keys}: {error}"));
    }
}

fn fields(session: &Session, made: &Made) -> Fields {
    let cartridge = Cartridge::read(&made.cartridge).unwrap();
    Fields::of(&cartridge, &session.state_image().unwrap())
}

/// All that `check` says of a game is good: its tests pass, and every machine builds it, draws all of it and reads all its art.
fn is_sound(game: &Game) {
    let tests = testing::run(&game.files).expect("the tests compile");
    assert!(!tests.is_empty());
    for test in &tests {
        assert!(
            test.failures.is_empty(),
            "{}: {:?}",
            test.title,
            test.failures
        );
    }
    assert_eq!(folders_of_none(&game.files), [""; 0]);
    let fits = fits(game);
    assert_eq!(fits.len(), targets::ALL.len());
    for fit in &fits {
        assert!(fit.room.is_ok(), "{}: {:?}", fit.target.title(), fit.room);
        let warnings: Vec<String> = fit.warnings().collect();
        assert_eq!(warnings, [""; 0]);
    }
}

/// Saves, switches off, loads with `load`, and goes on with the same keys: both games are the same afterwards.
fn saves_and_loads(session: &mut Session, made: &Made, load: &str, then: &str) {
    keys(session, "S");
    let saved = session.state_image().unwrap();
    let disk = session.machine.disk().expect("a disk is in the drive");
    let mut second = at_first_menu(&made.built, &disk);
    assert_ne!(second.state_image().unwrap(), saved);
    keys(&mut second, load);
    assert_eq!(second.state_image().unwrap(), saved);
    for session in [session, &mut second] {
        keys(session, then);
    }
}

#[test]
fn a_new_game_is_sound() {
    let game = new_game("sound");
    is_sound(&game);
    let bytes = compile::compile(&game).unwrap();
    let cartridge = Cartridge::read(&bytes).unwrap();
    assert_eq!((cartridge.title, cartridge.game), ("HILL 22", "HILL"));
}

#[test]
fn a_new_game_plays_to_its_end_on_every_machine() {
    for target in targets::ALL {
        let made = made(&new_game(&format!("new-{}", target.name())), target);
        let mut session = at_first_menu(&made.built, &made.built.disk.to_bytes());
        keys(&mut session, "N");
        let over = |session: &Session| {
            let now = fields(session, &made);
            let gone = |units: [usize; 4]| units.iter().all(|u| now.at("unit.strength", *u) == 0);
            now.one("turn") > 8 || gone([0, 1, 2, 3]) || gone([4, 5, 6, 7])
        };
        let mut turns = 0;
        while !over(&session) {
            turns += 1;
            assert!(turns <= 8, "{target:?}: the game does not end");
            if turns == 3 {
                saves_and_loads(&mut session, &made, "L", "N4");
            }
            // A unit of ours goes south, the computer moves, a key goes on.
            keys(&mut session, "N4E");
            if !over(&session) {
                keys(&mut session, " ");
            }
        }
        assert!(turns >= 3, "{target:?}: over after {turns} turns");
        // The computer has moved, and so have we.
        let now = fields(&session, &made);
        let cartridge = Cartridge::read(&made.cartridge).unwrap();
        let start = Fields::of(
            &cartridge,
            &at_first_menu(&made.built, &made.built.disk.to_bytes())
                .state_image()
                .unwrap(),
        );
        assert_ne!(now, start);
    }
}

#[test]
fn a_demonstration_of_a_new_game_ends_by_itself() {
    for target in targets::ALL {
        let made = made(&new_game(&format!("alone-{}", target.name())), target);
        let mut session = at_first_menu(&made.built, &made.built.disk.to_bytes());
        // The key is answered at the account of the end.
        keys(&mut session, "D");
        let now = fields(&session, &made);
        assert!(now.one("turn") > 4, "{target:?}: {}", now.one("turn"));
    }
}

#[test]
fn the_limits_of_a_new_game_hold() {
    let game = new_game("limits");
    let folder = game.folder.unwrap();
    let outcomes = measured(&folder.join(pairs::FILE), folder.to_str()).unwrap();
    assert_eq!(outcomes.len(), targets::ALL.len());
    for outcome in &outcomes {
        assert_eq!(outcome.broken(), [""; 0]);
    }
}

#[test]
fn what_a_game_says_for_one_machine_is_said_there_and_saves_the_same() {
    let mut game = stranger("on");
    let base = compile::compile(&game).unwrap();
    for target in targets::ALL {
        let own = format!("on/{}/", target.name());
        let has_own = game.files.iter().any(|(name, _)| name.starts_with(&own));
        let cartridge = compile::compile_on(&game, target).unwrap();
        assert_eq!(cartridge != base, has_own, "{target:?}");
    }
    let target = targets::ALL[0];
    let file = format!("on/{}/more.rules", target.name());
    let rules = "state barrels: 0..9\n".into();
    game.files.push((file, rules));
    assert_eq!(compile::compile(&game).unwrap(), base);
    let Err(Failure::Could(error)) = compile::compile_on(&game, target) else {
        panic!("another state is compiled");
    };
    assert!(error.to_string().contains("`barrels`"), "{error}");
}

#[test]
fn no_game_is_made_where_something_is() {
    let folder = outside("there");
    let told = make(&folder).unwrap_err().to_string();
    assert!(told.contains("there is a directory of that name"), "{told}");
    let file = folder.join("file");
    fs::write(&file, "mine").unwrap();
    let told = make(&file).unwrap_err().to_string();
    assert!(
        told.contains("there is a file of that name; name one that is not there"),
        "{told}"
    );
    assert_eq!(fs::read(&file).unwrap(), b"mine");
}

/// The stranger's game as its author would write it who draws all of the map by hand, before each key.
fn drawn_by_hand(name: &str) -> Game {
    let mut game = stranger(name);
    let rules = game
        .files
        .iter_mut()
        .find(|(name, _)| name == "corsairs.rules");
    let (_, rules) = rules.expect("its rules");
    let text = String::from_utf8(std::mem::take(rules)).unwrap();
    let by_hand = text
        .replacen("  version 3\n", "  version 3\n  redraw by hand\n", 1)
        .replacen(
            "  cursor at cursor\n",
            "  cursor at cursor\n  draw\n    refresh(none)\n",
            1,
        );
    assert!(by_hand.len() > text.len() + 30);
    *rules = by_hand.into_bytes();
    game
}

/// Pixels of the picture whose cursor is not lit: it blinks by the machine's own time.
fn picture(session: &mut Session) -> Vec<u16> {
    let mut darkest: Option<Vec<u16>> = None;
    for _ in 0..40 {
        session.run_seconds(0.02).unwrap();
        let pixels = session.machine.frame().pixels.to_vec();
        darkest = Some(darkest.map_or(pixels.clone(), |other| other.min(pixels)));
    }
    darkest.unwrap()
}

#[test]
fn what_the_rules_change_is_drawn_by_itself() {
    for target in targets::ALL {
        let pictures = [stranger("itself"), drawn_by_hand("by-hand")].map(|game| {
            let made = made(&game, target);
            let mut session = at_first_menu(&made.built, &made.built.disk.to_bytes());
            keys(&mut session, "N");
            let before = picture(&mut session);
            keys(&mut session, "N4");
            (before, picture(&mut session))
        });
        let [(before, after), by_hand] = &pictures;
        assert_ne!(before, after, "{target:?}");
        assert!(
            *after == by_hand.1,
            "{target:?}: the map is not drawn as by hand"
        );
    }
}

#[test]
fn a_strangers_game_is_sound() {
    is_sound(&stranger("stranger-sound"));
}

/// The stranger's rules.
const RULES: &str = "corsairs.rules";

/// What is heard when the stranger's first ship sails, with another text in the place of one in his rules.
fn sailing(game: &Game, target: TargetRef, change: [&str; 2]) -> Vec<f64> {
    let game = respelt(game, RULES, change);
    let made = made(&game, target);
    let mut session = at_first_menu(&made.built, &made.built.disk.to_bytes());
    keys(&mut session, "NN");
    session.run_seconds(1.0).unwrap();
    let path =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sailing-{}.wav", target.name()));
    session.tape(&path, wav::RATE).unwrap();
    keys(&mut session, "2");
    session.run_seconds(1.5).unwrap();
    session.end_tape().unwrap();
    wav::heard(&path)
}

/// A game with another text in the place of one in a file.
fn respelt(game: &Game, file: &str, [old, new]: [&str; 2]) -> Game {
    let mut game = game.clone();
    let (_, bytes) = game
        .files
        .iter_mut()
        .find(|(name, _)| name == file)
        .unwrap();
    let text = String::from_utf8(bytes.clone()).unwrap();
    assert!(text.contains(old), "{file} has no {old}");
    *bytes = text.replace(old, new).into_bytes();
    game
}

/// What `check` says of a game that can be built for a machine.
fn warnings(game: &Game, target: TargetRef) -> Vec<String> {
    let fits = fits(game);
    let fit = fits.iter().find(|fit| fit.target == target).unwrap();
    assert!(fit.room.is_ok(), "{:?}", fit.room);
    fit.warnings().collect()
}

/// A game that brings no sounds for a machine.
fn without_sounds(mut game: Game, target: TargetRef) -> Game {
    let file = format!("art/{}/{}", target.name(), sounds::FILE);
    game.files.retain(|(name, _)| *name != file);
    game
}

#[test]
fn a_strangers_sounds_are_heard_in_the_place_of_ours_and_under_names_of_their_own() {
    for target in targets::ALL {
        let game = stranger(&format!("heard-{}", target.name()));
        // A B, in the half second from where something is heard.
        let bell = |samples: &[f64]| {
            let loud = samples.iter().skip_while(|sample| sample.abs() < 0.02);
            let loud: Vec<f64> = loud.take(wav::RATE as usize / 2).copied().collect();
            wav::level(&loud, 495.0)
        };
        let move_is = |sound: &str| ["sound(move)".to_owned(), format!("sound({sound})")];
        let sailing = |game: &Game, sound: &str| {
            let [old, new] = move_is(sound);
            sailing(game, target, [&old, &new])
        };
        let own = sailing(&game, "move");
        let rung = bell(&own);
        let guns = sailing(&game, "broadside");
        assert!(
            wav::seconds(&guns) > 0.3 && rung > 4.0 * bell(&guns),
            "{target:?}: {rung}, {}",
            bell(&guns)
        );
        let without = without_sounds(game, target);
        let ours = sailing(&without, "move");
        assert!(
            wav::seconds(&ours) > 0.05 && rung > 4.0 * bell(&ours),
            "{target:?}: {rung}, {}",
            bell(&ours)
        );
        let silence = wav::seconds(&sailing(&without, "broadside"));
        assert!(silence < 0.1, "{target:?}: {silence} seconds");
    }
}

/// Ships, ground, colours of sides and inks, as the game draws them.
#[test]
fn a_strangers_game_is_drawn_as_it_says() {
    for target in targets::ALL {
        let name = format!("stranger-{}", target.name());
        let made = made(&stranger(&name), target);
        let mut session = at_first_menu(&made.built, &made.built.disk.to_bytes());
        let mut album = Album::open(&name, env!("CARGO_TARGET_TMPDIR"));
        keys(&mut session, "NN");
        album.compare(&mut session, Path::new("helm"));
        album.close();
    }
}

#[test]
fn an_ink_that_a_machine_has_no_colour_for_is_told_and_one_that_nothing_uses() {
    let game = stranger("plain");
    for target in targets::ALL.into_iter().filter(|t| t.has_inks()) {
        let file = format!("art/{}/{}", target.name(), inks::FILE);
        let title = target.title();
        assert_eq!(
            warnings(&respelt(&game, &file, ["breeze", "breze"]), target),
            [
                format!(
                    "the {title} has no colour for the ink `breeze`, which is as `value` there; name one in {file}, or choose \
                     another with a line in `view` such as `ink breeze as accent`"
                ),
                format!("{file}: `breze`: the {title} has no use for it"),
            ]
        );
    }
}

#[test]
fn a_sound_that_a_machine_has_not_is_told_and_one_that_nothing_calls() {
    let game = stranger("unheard");
    for target in targets::ALL {
        let (title, folder) = (target.title(), format!("art/{}", target.name()));
        let file = format!("{folder}/{}", sounds::FILE);
        let silent = without_sounds(game.clone(), target);
        let told = format!(
            "the {title} has no sound `broadside`, which is silence there; bring it in {file}, or choose another with a line in \
             `view` such as `sound broadside as move`"
        );
        assert_eq!(warnings(&silent, target), [told]);
        let view = "  turn: turn\n";
        let more = format!("{view}  sound broadside as built\n");
        let as_built = respelt(&silent, RULES, [view, &more]);
        assert_eq!(warnings(&as_built, target), [""; 0]);
        assert_eq!(
            warnings(&respelt(&game, &file, ["@move", "@mvoe"]), target),
            [format!("{file}: `@mvoe`: the {title} has no use for it")]
        );
    }
}

#[test]
fn a_strangers_game_plays_saves_and_loads_on_every_machine() {
    for target in targets::ALL {
        let made = made(&stranger(&format!("stranger-{}", target.name())), target);
        let mut session = at_first_menu(&made.built, &made.built.disk.to_bytes());
        keys(&mut session, "N");
        // The first ship of each side sails, and they change sides.
        keys(&mut session, "N4E");
        assert_eq!(fields(&session, &made).one("mover"), 1, "{target:?}");
        keys(&mut session, "N1E");
        assert_eq!(fields(&session, &made).one("turn"), 2, "{target:?}");
        saves_and_loads(&mut session, &made, "L", "N4EN1E");
        // To the last turn.
        for _ in 0..20 {
            if fields(&session, &made).one("turn") > 6 {
                break;
            }
            keys(&mut session, "NE");
        }
        assert_eq!(fields(&session, &made).one("turn"), 7, "{target:?}");
    }
}
