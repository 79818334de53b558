//! Play by mail: two people, two machines of different kinds, no server, and what those find out who cheat.

use hexfront::cli::{MailCommand, RunOptions, Video};
use hexfront::failure::Failure;
use hexfront::mail::command::mail;
use hexfront::mail::folder::{self, Folder};
use hexfront::mail::inputs::{self, Input};
use hexfront::mail::referee::{Referee, Standing};
use hexfront::mail::rules::MailRules;
use hexfront::mail::{position, verify};
use hexfront::targets::{AMIGA, APPLE2, ATARI8, C64, TargetRef};
use hexfront::{compile, games};
use hexfront_isa::cartridge::Cartridge;
use hexfront_mail::{Block, Chain, Content, Identity, Invitation, Turn, chain};
use hexfront_tests::fields::Fields;
use std::fs;
use std::path::{Path, PathBuf};

const BREAKTHROUGH: &str = "breakthrough-in-the-ardennes";
const WAR_IN_RUSSIA: &str = "war-in-russia";

/// Two people with a folder each; the first one invites. Their secrets are fixed, so that a game is the same each time.
struct Table {
    path: PathBuf,
    players: [&'static str; 2],
}

fn identity(player: &str, luck: u8) -> Identity {
    let mut root = [luck; 32];
    root[0] = player.as_bytes()[0];
    Identity::from_bytes(root)
}

impl Table {
    /// Invited and accepted.
    fn begin(
        test: &str,
        game: &str,
        sides: [&'static str; 2],
        luck: u8,
        set: &[(&str, &str)],
    ) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mail-{test}"));
        let _ = fs::remove_dir_all(&path);
        let table = Self {
            path,
            players: sides,
        };
        let found = games::find(game).unwrap();
        let rules = MailRules::of(&found).unwrap();
        let bytes = compile::compile(&found).unwrap();
        let (id, version, sum) = folder::identity_of(&Cartridge::read(&bytes).unwrap());
        let set: Vec<_> = set
            .iter()
            .map(|(n, v)| ((*n).into(), (*v).into()))
            .collect();
        let [inviter, guest] = sides.map(|side| identity(side, luck));
        let invitation = Invitation {
            key: inviter.key(),
            game: id,
            version,
            rules: sum,
            settings: rules.settings(&set).unwrap(),
        };
        let first = chain::invite(&inviter, rules.side(sides[0]).unwrap(), invitation);
        for (side, identity) in sides.iter().zip([&inviter, &guest]) {
            Folder::create(&table.folder(side), game, side, identity, &first).unwrap();
        }
        let key = guest.key();
        let mut accepting = Folder::open(&table.folder(sides[1])).unwrap();
        accepting.answer(Content::Acceptance { key }).unwrap();
        table.post(sides[1], 1).unwrap();
        table
    }

    fn folder(&self, side: &str) -> PathBuf {
        self.path.join(side)
    }

    fn opened(&self, side: &str) -> Folder {
        Folder::open(&self.folder(side)).unwrap()
    }

    /// Plays on a machine by keys; what the machine holds in the end is the state of the referee.
    fn play(&self, side: &str, on: TargetRef, keys: &str) {
        let state = self.path.join("state");
        let run = Box::new(RunOptions {
            on: Some(on),
            video: Some(Video::None),
            keys: Some(keys.into()),
            state: Some(state.clone()),
            ..RunOptions::default()
        });
        let folder = self.folder(side);
        mail(&MailCommand::Play { folder, run }).unwrap();
        let folder = self.opened(side);
        let start = folder.start().unwrap();
        let cartridge = Cartridge::read(&folder.cartridge).unwrap();
        let (referee, _) = folder.referee(cartridge, &start).unwrap();
        assert!(
            fs::read(state).unwrap() == referee.state(),
            "the {} is elsewhere",
            on.title()
        );
    }

    fn send(&self, side: &str) -> Result<u32, Failure> {
        let folder = self.folder(side);
        mail(&MailCommand::Send { folder })?;
        Ok(self.opened(side).chain.next() - 1)
    }

    /// The other player opens a block of this one's, as it stands in a mail.
    fn post(&self, side: &str, number: u32) -> Result<(), Failure> {
        let text = fs::read_to_string(self.folder(side).join(format!("{number}.mail"))).unwrap();
        self.open(self.other(side), &text)
    }

    fn open(&self, side: &str, text: &str) -> Result<(), Failure> {
        let file = self.path.join("mail.txt");
        let quoted: String = text.lines().map(|line| format!("> {line} \r\n")).collect();
        fs::write(
            &file,
            format!("Your move!\r\n\r\n{quoted}-- \r\nsent by post\r\n"),
        )
        .unwrap();
        let folder = self.folder(side);
        let game = None;
        mail(&MailCommand::Open { file, folder, game })
    }

    fn other(&self, side: &str) -> &'static str {
        self.players[usize::from(self.players[0] == side)]
    }

    /// Plays to the end of the turn, sends it, and the other one opens it.
    fn turn(&self, side: &str, on: TargetRef, keys: &str) {
        self.play(side, on, keys);
        let number = self.send(side).unwrap();
        self.post(side, number).unwrap();
    }

    /// The position that the last block brings.
    fn position(&self) -> Vec<u8> {
        let folder = self.opened(self.players[0]);
        let Content::Turn(turn) = &folder.chain.blocks().next_back().unwrap().content else {
            panic!("the last block holds no turn");
        };
        let cartridge = Cartridge::read(&folder.cartridge).unwrap();
        position::from_bytes(&turn.position, cartridge.image_bytes()).unwrap()
    }

    /// The values in it.
    fn fields(&self) -> Fields {
        let folder = self.opened(self.players[0]);
        let cartridge = Cartridge::read(&folder.cartridge).unwrap();
        Fields::of(&cartridge, &self.position())
    }

    /// Where the groups of War in Russia stand.
    fn places(&self) -> Vec<u16> {
        let fields = self.fields();
        (0..127).map(|group| fields.at("group.at", group)).collect()
    }

    /// Both hold the same, and all of it is as it must be.
    fn verify(&self) {
        let [folder, other] = self.players.map(|side| self.folder(side));
        let other = Some(other);
        mail(&MailCommand::Verify { folder, other }).unwrap();
    }
}

fn message(result: Result<(), Failure>) -> String {
    match result {
        Err(Failure::Could(error)) => error.to_string(),
        Err(Failure::No) => "no".into(),
        Ok(()) => panic!("it was accepted"),
    }
}

/// 16 December: both organize, the American holds, two German regiments strike. Six blocks; the battle is rolled for in the seventh.
fn up_to_the_battle(test: &str, luck: u8) -> Table {
    let sides = ["german", "american"];
    let table = Table::begin(
        test,
        BREAKTHROUGH,
        sides,
        luck,
        &[("scenario", "first-seven")],
    );
    // The American has the first orders, and was invited.
    table
        .send("german")
        .and_then(|n| table.post("german", n))
        .unwrap();
    table.turn("american", C64, "<RET>N");
    table.turn("german", AMIGA, "QY");
    table.turn("american", C64, "CY");
    table.turn("german", AMIGA, "NG1A1YQG2A1YQCY");
    table
}

#[test]
fn breakthrough_is_mailed_between_a_c64_and_an_amiga() {
    let table = up_to_the_battle("breakthrough", 1);
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
    let table = Table::begin("war-in-russia", WAR_IN_RUSSIA, sides, 1, &[]);
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

/// A turn that was begun on one machine goes on on another, in a phase that the other side has begun.
#[test]
fn a_turn_goes_on_where_it_was_left() {
    let sides = ["american", "german"];
    let set = [("scenario", "first-seven")];
    let table = Table::begin("left", BREAKTHROUGH, sides, 1, &set);
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
    let table = up_to_the_battle("dice", 1);
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
    let table = up_to_the_battle("cheats", 1);
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
    let table = up_to_the_battle("stands", 1);
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
    let table = up_to_the_battle("no-block", 1);
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

/// Presses keys until something has come of them: another phase, or the end of the turn.
fn presses<'a>(referee: &Referee<'a>, keys: &str) -> Option<(Referee<'a>, Vec<Input>)> {
    let mut after = referee.clone();
    let mut inputs = Vec::new();
    for key in keys.bytes() {
        let input = Input::new(key.into(), []);
        after.take(&input).ok()?;
        inputs.push(input);
        if after.standing() != Standing::Plays || after.date() != referee.date() {
            break;
        }
    }
    Some((after, inputs))
}

/// A turn of one who ends every phase at once. `ends` are keys that do, `goes_on` those for what stands in between.
fn idle_turn(mut referee: Referee<'_>, ends: &[&str], goes_on: &str) -> (Turn, (u8, u8)) {
    let mut own = Vec::new();
    for n in 0..2_000 {
        if referee.standing() != Standing::Plays {
            break;
        }
        let began = (referee.standing(), referee.date());
        let tried = ends.iter().filter_map(|keys| presses(&referee, keys));
        let ended = tried
            .into_iter()
            .find(|(r, _)| (r.standing(), r.date()) != began);
        let key = goes_on.as_bytes()[n % goes_on.len()];
        let between = || presses(&referee, char::from(key).encode_utf8(&mut [0; 4]));
        let (after, inputs) = ended.or_else(between).unwrap();
        referee = after;
        own.extend(inputs);
    }
    assert_ne!(
        referee.standing(),
        Standing::Plays,
        "nothing ends {:?}",
        referee.date()
    );
    let turn = Turn {
        inputs: inputs::to_bytes(&own),
        position: position::to_bytes(referee.state()),
        is_base: referee.standing() == Standing::HandsOver { is_base: true },
        ended: referee.standing() == Standing::Ended,
    };
    (turn, referee.date())
}

/// On the reference VM: from the invitation to the last page, every block checked by the other side. How many blocks that takes, and turn
/// and phase at the end.
fn whole_game(game: &str, set: &[(&str, &str)], ends: &[&str], goes_on: &str) -> (u32, (u8, u8)) {
    let found = games::find(game).unwrap();
    let rules = MailRules::of(&found).unwrap();
    let bytes = compile::compile(&found).unwrap();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let players = [0, 1].map(|side| identity(rules.side_name(side), 7));
    let (id, version, sum) = folder::identity_of(&cartridge);
    let set: Vec<_> = set
        .iter()
        .map(|(n, v)| ((*n).into(), (*v).into()))
        .collect();
    let invitation = Invitation {
        key: players[usize::from(rules.first)].key(),
        game: id,
        version,
        rules: sum,
        settings: rules.settings(&set).unwrap(),
    };
    let first = chain::invite(&players[usize::from(rules.first)], rules.first, invitation);
    let mut game = Chain::begin(&first).unwrap();
    let mut dates = Vec::new();
    loop {
        let number = game.next();
        let player = &players[usize::from(game.next_side())];
        let content = if number == 1 {
            Content::Acceptance { key: player.key() }
        } else {
            let dice = |n| {
                if n == number {
                    game.next_dice(player)
                } else {
                    game.dice(n)
                }
            };
            let start = folder::start_of(&game, number, cartridge.image_bytes(), dice).unwrap();
            let side = game.next_side();
            let referee =
                Referee::begin(cartridge, &rules, side, &start.base, &start.since).unwrap();
            let (turn, date) = idle_turn(referee, ends, goes_on);
            dates.push(date);
            Content::Turn(turn)
        };
        let ended = matches!(&content, Content::Turn(turn) if turn.ended);
        let block = game.answer(player, content);
        game.push(&block).unwrap();
        verify::turn(cartridge, &rules, &game, number).unwrap();
        if ended {
            return (game.next(), *dates.last().unwrap());
        }
        assert!(number < 2_000, "it does not end: {dates:?}");
    }
}

#[test]
fn a_whole_game_of_breakthrough_comes_to_its_end() {
    let set = [("scenario", "last-seven")];
    let (blocks, (turn, _)) = whole_game(BREAKTHROUGH, &set, &["N", "QY", "CY"], "\r ");
    assert_eq!(turn, 13);
    // Seven days of four operation phases at least.
    assert!(blocks > 7 * 4, "{blocks}");
}

#[test]
fn a_whole_game_of_war_in_russia_comes_to_its_end() {
    let set = [("scenario", "zitadelle")];
    let no_strikes = format!("EY{}", "Q".repeat(40));
    let ends = ["N", "QY", &no_strikes];
    let (blocks, (turn, _)) = whole_game(WAR_IN_RUSSIA, &set, &ends, "\r");
    // Two blocks a week each.
    assert!(
        turn > 4 && blocks > 4 * u32::from(turn - 1),
        "{blocks} blocks, turn {turn}"
    );
}

/// Names after an `enum` line of a source, down to the next empty line, without what they print as.
fn members(rules: &str, name: &str) -> Vec<String> {
    let begin = format!("enum {name}");
    let mut lines = rules
        .lines()
        .skip_while(|line| !line.trim().starts_with(&begin));
    let first = lines.next().unwrap().trim();
    let word = |line: &str| {
        line.split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    match first.split_once(':') {
        Some((_, names)) => names.split(',').map(word).collect(),
        None => lines
            .map(word)
            .take_while(|word| !word.is_empty())
            .collect(),
    }
}

#[test]
fn the_sides_and_phases_of_mail_are_those_of_the_rules() {
    for name in [BREAKTHROUGH, WAR_IN_RUSSIA] {
        let game = games::find(name).unwrap();
        let file = |wanted: &str| {
            let (_, bytes) = game.files.iter().find(|(file, _)| file == wanted).unwrap();
            String::from_utf8(bytes.clone()).unwrap()
        };
        let (rules, sources) = (MailRules::of(&game).unwrap(), file("game.rules"));
        for (number, phase) in (0..).zip(members(&sources, "turn_phase")) {
            assert_eq!(rules.phase_name(number), phase, "{name}");
        }
        for (number, side) in (0..).zip(members(&sources, "side")) {
            assert_eq!(rules.side_name(number), side, "{name}");
        }
    }
}
