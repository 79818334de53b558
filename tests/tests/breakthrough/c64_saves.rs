//! Saved games and the host: what reaches the disk file, and how long the drive keeps a player waiting.

use hexfront::front::Front;
use hexfront::hostdisk::HostDisk;
use hexfront::keep::Keeper;
use hexfront::leave::Leave;
use hexfront::script::parse_keys;
use hexfront::session::Session;
use hexfront::targets::{C64, Fitting};
use hexfront_disk::d64::{D64, Name};
use hexfront_isa::cartridge::Cartridge;
use hexfront_platforms::machine::DriveSpeed;
use hexfront_tests::c64::{ardennes_on, at_first_menu};
use hexfront_vm::image::Header;
use std::path::Path;

/// Up to a first save; the last key begins it, and nobody waits for its end.
const INTO_THE_SAVE: &str = "N3HT1321<RET>   <until:SAVE GAME?>Y<tap:RET>";

#[test]
fn a_player_who_leaves_in_the_middle_of_a_save_has_it() {
    let bytes = ardennes_on(C64);
    let built = C64.build(&bytes).unwrap();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("left-in-a-save.d64");
    let _ = std::fs::remove_file(&path);
    let mut session = at_first_menu(&built, &built.disk.to_bytes());
    let host = HostDisk::new(path.clone(), Vec::new()).when_game_writes();
    let mut keeper = Keeper::new(vec![host], None, None);
    for action in parse_keys(INTO_THE_SAVE).unwrap() {
        session.perform(&action).unwrap();
        keeper.update(&mut session);
    }
    while session.machine.disk_writes() < 3 {
        session.frame().unwrap();
        keeper.update(&mut session);
    }
    assert!(session.machine.disk_busy());
    assert!(!path.exists(), "half a save has reached the file");
    keeper.end(&mut session).unwrap();
    let disk = D64::from_bytes(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(disk.check(), []);
    let file = disk.read_file(&Name::from_petscii(b"BIA.SAVE.A")).unwrap();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let (header, _) = Header::read(&cartridge, &file).unwrap();
    assert_eq!(header.turn, 1);
}

/// Emulated seconds from a key to a text, with the real drive.
fn seconds_to(session: &mut Session, key: &str, text: &str) -> f64 {
    session.machine.set_drive_speed(DriveSpeed::Real);
    for action in parse_keys(key).unwrap() {
        session.perform(&action).unwrap();
    }
    let start = session.machine.cycles();
    session.run_until_text(text).unwrap();
    session.machine.set_drive_speed(DriveSpeed::Host);
    (session.machine.cycles() - start) as f64 / f64::from(session.machine.clock_hz())
}

/// What the pages promise: most of the time is the drive's.
#[test]
fn a_real_drive_saves_and_loads_in_ten_seconds() {
    let built = C64.build(&ardennes_on(C64)).unwrap();
    let mut session = at_first_menu(&built, &built.disk.to_bytes());
    for action in parse_keys("N3HT1321<RET>   <until:SAVE GAME?>Y").unwrap() {
        session.perform(&action).unwrap();
    }
    let saving = seconds_to(&mut session, "<tap:RET>", "SAVED.");
    assert!((5.0..10.5).contains(&saving), "{saving} seconds");
    let disk = session.machine.disk().unwrap();
    let mut session = at_first_menu(&built, &disk);
    for action in parse_keys("S").unwrap() {
        session.perform(&action).unwrap();
    }
    let loading = seconds_to(&mut session, "<tap:1>", "GO ON");
    assert!((5.0..10.5).contains(&loading), "{loading} seconds");
}

fn shows(session: &Session, text: &str) -> bool {
    let rows = session.machine.text_screen().unwrap();
    rows.iter().any(|row| row.contains(text))
}

/// A game that has been saved once, by the keys up to its save page; its disk.
fn saved_once(session: &mut Session, keys: &str) -> Vec<u8> {
    for action in parse_keys(keys).unwrap() {
        session.perform(&action).unwrap();
    }
    for action in parse_keys("<RET><until:SAVED.>").unwrap() {
        session.perform(&action).unwrap();
    }
    session.machine.disk().unwrap()
}

/// The page for loading tells an empty disk from one with games, and whoever saves over another campaign is asked.
#[test]
fn the_pages_tell_what_lies_on_the_disk() {
    let built = C64.build(&ardennes_on(C64)).unwrap();
    let game = built.disk.to_bytes();
    let mut session = at_first_menu(&built, &game);
    let perform = |session: &mut Session, keys: &str| {
        for action in parse_keys(keys).unwrap() {
            session.perform(&action).unwrap();
        }
    };
    perform(&mut session, "S<RET><until:NO SAVED GAME>");
    perform(&mut session, "Q");
    let first = "N3HT1321<RET>   <until:SAVE GAME?>Y";
    let disk = saved_once(&mut session, first);
    // The only one there is: RETURN loads it without a list.
    let mut session = at_first_menu(&built, &disk);
    perform(&mut session, "S<RET><until:RETURN GO ON>");
    assert!(shows(&session, "16 DEC, AFTER REINFORCEMENT"));
    let mut session = at_first_menu(&built, &disk);
    perform(&mut session, "SL<until:AFTER REINFORCEMENT>");
    assert!(shows(&session, "1 FIRST SEVEN DAYS"));
    assert!(shows(&session, "16 DEC, AFTER REINFORCEMENT"));
    assert!(!shows(&session, "2 "), "there is no second one");
    perform(&mut session, "Q");
    // The same scenario with another number.
    perform(&mut session, "N3HT15<RET>   <until:SAVE GAME?>Y<RET>");
    perform(&mut session, "<until:OVER FIRST SEVEN DAYS 16.12? Y N>");
    perform(&mut session, "N");
    assert!(
        session.machine.disk().unwrap() == disk,
        "nothing is written"
    );
    perform(&mut session, "<RET><until:OVER FIRST>Y<until:SAVED.>");
    let image = session.machine.disk().unwrap();
    let image = D64::from_bytes(&image).unwrap();
    let file = image.read_file(&Name::from_petscii(b"BIA.SAVE.B")).unwrap();
    let bytes = ardennes_on(C64);
    let cartridge = Cartridge::read(&bytes).unwrap();
    let (header, _) = Header::read(&cartridge, &file).unwrap();
    assert_eq!((header.campaign / 4, header.generation), (5, 2));
}

/// Beside "SAVED." no list stands that was read before the save: neither that the disk is empty nor an older phase.
#[test]
fn a_list_goes_when_the_game_is_saved() {
    let built = C64.build(&ardennes_on(C64)).unwrap();
    let mut session = at_first_menu(&built, &built.disk.to_bytes());
    let first = "N3HT1321<RET>   <until:SAVE GAME?>YL<until:NO SAVED GAME>";
    saved_once(&mut session, first);
    assert!(shows(&session, "16 DEC, AFTER REINFORCEMENT"));
    assert!(!shows(&session, "NO SAVED GAME"));
    let second = " QY<until:SAVE GAME?>YL<until:THIS GAME>";
    saved_once(&mut session, second);
    assert!(shows(&session, "16 DEC, AFTER ORGANIZATION"));
    assert!(!shows(&session, "AFTER REINFORCEMENT"));
}

/// What went wrong stays on the page, and the next key is answered.
#[test]
fn a_save_that_failed_takes_no_key_for_itself() {
    let built = C64.build(&ardennes_on(C64)).unwrap();
    let mut session = at_first_menu(&built, &built.disk.to_bytes());
    session.machine.set_write_protected(true);
    let keys = "N3HT1321<RET>   <until:SAVE GAME?>Y<tap:RET><until:WRITE-PROTECTED>4";
    for action in parse_keys(keys).unwrap() {
        session.perform(&action).unwrap();
    }
    session.run_seconds(0.5).unwrap();
    assert!(shows(&session, "GAME 4"));
}

/// Frames shown to a player while the part behind the opening menu is loaded.
fn frames_of_loading(fast: bool) -> usize {
    let built = C64.build(&ardennes_on(C64)).unwrap();
    let machine = C64.switch_on(Fitting::default()).unwrap();
    let mut session = Session::new(machine, built.symbols());
    session.machine.insert_disk(&built.disk.to_bytes()).unwrap();
    C64.start(&mut session).unwrap();
    if !fast {
        session.machine.set_drive_speed(DriveSpeed::Real);
    }
    let mut front = Front::new(session, Keeper::default(), Some(1.0), Leave::default());
    front.warp_while_loading(fast);
    while front.warping() {
        front.frame().unwrap();
    }
    for letter in "N3HT1321\n".chars() {
        let chord = front.machine().chord(letter).unwrap();
        front.tap(chord);
    }
    let shows = |front: &Front, text: &str| {
        let screen = front.machine().text_screen().unwrap();
        screen.iter().any(|row| row.contains(text))
    };
    while !shows(&front, "LOADING") {
        front.frame().unwrap();
    }
    let (mut frames, mut warped) = (0, 0);
    while shows(&front, "LOADING") && frames < 1000 {
        front.frame().unwrap();
        frames += 1;
        warped += usize::from(front.warping());
    }
    assert_eq!(
        warped > frames / 2,
        fast,
        "{warped} of {frames} frames were warped"
    );
    frames
}

#[test]
fn loading_keeps_nobody_waiting_unless_he_wants_the_real_drive() {
    let fast = frames_of_loading(true);
    assert!(fast < 400, "{fast} frames");
    assert_eq!(frames_of_loading(false), 1000, "and goes on");
}
