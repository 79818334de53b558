//! Play by mail: what keeps two people honest without a server between them, and what those find out who cheat.

use hexfront::cli::MailCommand;
use hexfront::failure::Failure;
use hexfront::mail::command::mail;
use hexfront::mail::inputs::{self, Input};
use hexfront::mail::{position, verify};
use hexfront::targets::{AMIGA, C64};
use hexfront_isa::cartridge::Cartridge;
use hexfront_mail::{Block, Chain, Content, Turn};
use hexfront_tests::mail::{BREAKTHROUGH, Table, identity, message, up_to_the_battle};
use std::fs;
use std::path::{Path, PathBuf};

/// Where the two have their folders.
fn folder(test: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mail-{test}"))
}

/// A turn that was begun on one machine goes on on another, in a phase that the other side has begun.
#[test]
fn a_turn_goes_on_where_it_was_left() {
    let sides = ["american", "german"];
    let set = [("scenario", "first-seven")];
    let table = Table::begin(folder("left"), BREAKTHROUGH, sides, 1, &set);
    // The American has nothing to organize; the German follows him in the same phase.
    table.turn("american", C64, "<RET>N");
    table.play("german", C64, "13");
    let early = message(table.send("german").map(|_| ()));
    assert!(early.contains("your turn is not over"), "{early}");
    table.play("german", AMIGA, "4QY");
    let number = table.send("german").unwrap();
    table.post("german", number).unwrap();
    let folder = table.opened("american");
    let turns: Vec<&Turn> = folder
        .chain
        .blocks()
        .filter_map(|block| match &block.content {
            Content::Turn(turn) => Some(turn),
            _ => None,
        })
        .collect();
    let [first, second] = turns[..] else {
        panic!("two turns were sent");
    };
    assert_eq!((&*first.inputs, first.is_base), (&b"\rN"[..], false));
    assert_eq!((&*second.inputs, second.is_base), (&b"134QY"[..], true));
    table.verify();
}

/// With other secrets the same orders have other dice; neither player's alone decide.
#[test]
fn dice_hang_on_what_neither_player_knows_beforehand() {
    let table = up_to_the_battle(folder("dice"), 1);
    let german = table.opened("german");
    let after = german.chain.last();
    // What the American is committed to falls together with the German's last block.
    let american = identity("american", 1);
    let committed = german.chain.next() - 2;
    let dice = american.secret(committed).dice(&after);
    assert_eq!(table.opened("american").start().unwrap().base, {
        let image = table.position();
        position::Base::with_dice(image, &dice)
    });
    // Another secret of either side: other dice.
    let other = identity("american", 2).secret(committed).dice(&after);
    assert_ne!(dice.seed(), other.seed());
    let blocks: Vec<Block> = german.chain.blocks().cloned().collect();
    let revealed = blocks.last().unwrap().revealed.clone().unwrap();
    assert_eq!(revealed.commitment(), blocks[blocks.len() - 3].commitment);
    // The state that the orders led to holds nothing of them: the German could not see them.
    let Content::Turn(turn) = &blocks.last().unwrap().content else {
        panic!("it is a turn");
    };
    assert!(turn.is_base);
}

/// What a player who changes his own turn, and signs it, is told.
fn cheat(table: &Table, luck: u8, change: impl FnOnce(&mut Content)) -> String {
    let before = table.opened("american").chain;
    let numbers = before.next() - 1;
    let mut shorter = Chain::begin(before.bytes(0).unwrap()).unwrap();
    for number in 1..numbers {
        shorter.push(before.bytes(number).unwrap()).unwrap();
    }
    let mut content = before.blocks().next_back().unwrap().content.clone();
    change(&mut content);
    let bytes = shorter.answer(&identity("german", luck), content);
    let pushed = shorter.push(&bytes).map_err(Failure::from);
    let folder = table.opened("american");
    let checked = pushed.and_then(|()| {
        let cartridge = Cartridge::read(&folder.cartridge)?;
        verify::turn(cartridge, &folder.rules, &shorter, numbers).map(|_| ())
    });
    message(checked)
}

fn change_turn(change: impl FnOnce(&mut Turn)) -> impl FnOnce(&mut Content) {
    |content| match content {
        Content::Turn(turn) => change(turn),
        _ => panic!("it is a turn"),
    }
}

#[test]
fn who_changes_his_turn_is_found_out() {
    let table = up_to_the_battle(folder("cheats"), 1);
    let told = |wanted: &str, change: &dyn Fn(&mut Turn)| {
        let message = cheat(&table, 1, change_turn(|turn| change(turn)));
        assert!(message.contains(wanted), "{message}");
    };
    let length = {
        let folder = table.opened("german");
        Cartridge::read(&folder.cartridge).unwrap().image_bytes()
    };
    let inputs_of = |turn: &Turn| inputs::from_bytes(&turn.inputs).unwrap();
    // A stronger regiment.
    told("do not lead to the position", &|turn| {
        let mut image = position::from_bytes(&turn.position, length).unwrap();
        image[length / 2] ^= 1;
        turn.position = position::to_bytes(&image);
    });
    // Dice of his own choice: the generator is the first field of the state.
    told("random", &|turn| {
        let mut image = position::from_bytes(&turn.position, length).unwrap();
        image[0] ^= 1;
        turn.position = position::to_bytes(&image);
    });
    told("none of this game", &|turn| turn.position = vec![1, 2, 3]);
    // Fewer orders than led there, or more.
    told("not played to its end", &|turn| {
        let inputs = inputs_of(turn);
        turn.inputs = inputs::to_bytes(&inputs[..inputs.len() - 1]);
    });
    told("over after 15 inputs", &|turn| {
        let mut inputs = inputs_of(turn);
        inputs.push(Input::new(b'N'.into(), []));
        turn.inputs = inputs::to_bytes(&inputs);
    });
    // Another order; it leads elsewhere.
    told("block 6", &|turn| {
        let mut inputs = inputs_of(turn);
        inputs[4].key = b'2'.into();
        turn.inputs = inputs::to_bytes(&inputs);
    });
    // A saved game loaded on the way; an answer from nowhere.
    told("`load`", &|turn| turn.inputs.extend([0xF2, 0]));
    told("has not the answers", &|turn| turn.inputs.extend([0xF1, 0]));
    // The dice of the battle are to be those of the turn before.
    told("in another way", &|turn| turn.is_base = false);
    told("in another way", &|turn| turn.ended = true);
    let passes = cheat(&table, 1, |content| *content = Content::Pass);
    assert!(passes.contains("holds no turn"), "{passes}");
    // With the secret of another game he would have other dice.
    let other = cheat(&table, 2, |_| ());
    assert!(other.contains("not signed"), "{other}");
}

#[test]
fn a_turn_that_was_sent_stands() {
    let table = up_to_the_battle(folder("stands"), 1);
    // He makes the turn again, from a copy of his folder, with other orders.
    let [copy, own] = [table.folder("german-again"), table.folder("german")];
    fs::create_dir_all(&copy).unwrap();
    for entry in fs::read_dir(&own).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, copy.join(path.file_name().unwrap())).unwrap();
    }
    fs::remove_file(copy.join("6.mail")).unwrap();
    table.play("german-again", C64, "NCY");
    table.send("german-again").unwrap();
    let text = fs::read_to_string(copy.join("6.mail")).unwrap();
    let refused = message(table.open("american", &text));
    assert!(
        refused.contains("block 6") && refused.contains("what lies here stands"),
        "{refused}"
    );
    // And nothing is lost: the American plays on, and who compares is told whose the two versions are.
    assert!(table.opened("american").is_to_send());
    let folder = table.folder("american");
    let other = Some(copy);
    assert_eq!(message(mail(&MailCommand::Verify { folder, other })), "no");
}

#[test]
fn what_is_no_block_is_said_and_nothing_is_lost() {
    let table = up_to_the_battle(folder("no-block"), 1);
    let good = fs::read_to_string(table.folder("german").join("4.mail")).unwrap();
    let before = table.opened("american").chain.last();
    for (text, wanted) in [
        ("Hello".to_owned(), "no block is in this text"),
        (
            good.replacen("\n3:", "\n3:x", 1),
            "line 6: row 3 of the block is damaged",
        ),
        (
            good.lines().take(4).map(|l| format!("{l}\n")).collect(),
            "has no end",
        ),
    ] {
        let refused = message(table.open("american", &text));
        assert!(refused.contains(wanted), "{refused}");
        assert!(refused.contains("mail.txt"), "{refused}");
    }
    assert_eq!(table.opened("american").chain.last(), before);
    let elsewhere = message(mail(&MailCommand::Status {
        folder: table.path.clone(),
    }));
    assert!(
        elsewhere.contains("is no folder of a game by mail"),
        "{elsewhere}"
    );
}
