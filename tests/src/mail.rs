//! Play by mail, for tests: two people with a folder each, and whole games in which nobody does anything.

use crate::fields::Fields;
use hexfront::cli::{MailCommand, RunOptions, Video};
use hexfront::failure::Failure;
use hexfront::mail::command::mail;
use hexfront::mail::folder::{self, Folder};
use hexfront::mail::inputs::{self, Input};
use hexfront::mail::referee::{Referee, Standing};
use hexfront::mail::rules::MailRules;
use hexfront::mail::{position, verify};
use hexfront::targets::{AMIGA, C64, TargetRef};
use hexfront::{compile, games};
use hexfront_isa::cartridge::Cartridge;
use hexfront_mail::{Chain, Content, Identity, Invitation, Turn, chain};
use std::fs;
use std::path::PathBuf;

/// The game that most of these tests play.
pub const BREAKTHROUGH: &str = "breakthrough-in-the-ardennes";

/// Two people with a folder each; the first one invites. Their secrets are fixed, so that a game is the same each time.
pub struct Table {
    /// Their folders, and the mail that is on its way.
    pub path: PathBuf,
    players: [&'static str; 2],
}

/// A player's key and secrets, always the same with the same luck.
pub fn identity(player: &str, luck: u8) -> Identity {
    let mut root = [luck; 32];
    root[0] = player.as_bytes()[0];
    Identity::from_bytes(root)
}

impl Table {
    /// Invited and accepted. All of it lies in `path`, which is emptied before.
    ///
    /// # Panics
    /// When it cannot be.
    pub fn begin(
        path: PathBuf,
        game: &str,
        sides: [&'static str; 2],
        luck: u8,
        set: &[(&str, &str)],
    ) -> Self {
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

    /// A player's folder.
    pub fn folder(&self, side: &str) -> PathBuf {
        self.path.join(side)
    }

    /// The same, opened.
    ///
    /// # Panics
    /// When it cannot be.
    pub fn opened(&self, side: &str) -> Folder {
        Folder::open(&self.folder(side)).unwrap()
    }

    /// Plays on a machine by keys; what the machine holds in the end is the state of the referee.
    pub fn play(&self, side: &str, on: TargetRef, keys: &str) {
        let keys = Some(keys.into());
        let run = RunOptions {
            keys,
            ..RunOptions::default()
        };
        self.play_by(side, on, run);
    }

    /// The same by a script, which may lead the mouse.
    fn play_script(&self, side: &str, on: TargetRef, script: &str) {
        let file = self.path.join("turn.script");
        fs::write(&file, script).unwrap();
        let script = Some(file);
        let run = RunOptions {
            script,
            ..RunOptions::default()
        };
        self.play_by(side, on, run);
    }

    fn play_by(&self, side: &str, on: TargetRef, run: RunOptions) {
        let state = self.path.join("state");
        let run = Box::new(RunOptions {
            on: Some(on),
            video: Some(Video::None),
            state: Some(state.clone()),
            ..run
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

    /// Seals a turn; the number of its block.
    ///
    /// # Errors
    /// When it is not over.
    pub fn send(&self, side: &str) -> Result<u32, Failure> {
        let folder = self.folder(side);
        mail(&MailCommand::Send { folder })?;
        Ok(self.opened(side).chain.next() - 1)
    }

    /// The other player opens a block of this one's, as it stands in a mail.
    pub fn post(&self, side: &str, number: u32) -> Result<(), Failure> {
        let text = fs::read_to_string(self.folder(side).join(format!("{number}.mail"))).unwrap();
        self.open(self.other(side), &text)
    }

    /// A player opens a text, quoted as mail programs do.
    ///
    /// # Errors
    /// When it is refused.
    pub fn open(&self, side: &str, text: &str) -> Result<(), Failure> {
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

    /// The other player.
    fn other(&self, side: &str) -> &'static str {
        self.players[usize::from(self.players[0] == side)]
    }

    /// Plays to the end of the turn, sends it, and the other one opens it.
    pub fn turn(&self, side: &str, on: TargetRef, keys: &str) {
        self.play(side, on, keys);
        self.send_on(side);
    }

    /// The same by a script.
    pub fn turn_by_script(&self, side: &str, on: TargetRef, script: &str) {
        self.play_script(side, on, script);
        self.send_on(side);
    }

    /// Sends a turn that is over, and the other one opens it.
    pub fn send_on(&self, side: &str) {
        let number = self.send(side).unwrap();
        self.post(side, number).unwrap();
    }

    /// The position that the last block brings.
    pub fn position(&self) -> Vec<u8> {
        let folder = self.opened(self.players[0]);
        let Content::Turn(turn) = &folder.chain.blocks().next_back().unwrap().content else {
            panic!("the last block holds no turn");
        };
        let cartridge = Cartridge::read(&folder.cartridge).unwrap();
        position::from_bytes(&turn.position, cartridge.image_bytes()).unwrap()
    }

    /// The values in it.
    pub fn fields(&self) -> Fields {
        let folder = self.opened(self.players[0]);
        let cartridge = Cartridge::read(&folder.cartridge).unwrap();
        Fields::of(&cartridge, &self.position())
    }

    /// Where the groups of War in Russia stand.
    pub fn places(&self) -> Vec<u16> {
        let fields = self.fields();
        (0..127).map(|group| fields.at("group.at", group)).collect()
    }

    /// Both hold the same, and all of it is as it must be.
    pub fn verify(&self) {
        let [folder, other] = self.players.map(|side| self.folder(side));
        let other = Some(other);
        mail(&MailCommand::Verify { folder, other }).unwrap();
    }
}

/// What was said when it was refused.
///
/// # Panics
/// When it was not.
pub fn message(result: Result<(), Failure>) -> String {
    match result {
        Err(Failure::Could(error)) => error.to_string(),
        Err(Failure::No) => "no".into(),
        Ok(()) => panic!("it was accepted"),
    }
}

/// 16 December: both organize, the American holds, two German regiments strike. Six blocks; the battle is rolled for in the seventh.
pub fn up_to_the_battle(path: PathBuf, luck: u8) -> Table {
    let sides = ["german", "american"];
    let table = Table::begin(
        path,
        BREAKTHROUGH,
        sides,
        luck,
        &[("scenario", "first-seven")],
    );
    // The American has the first orders, and was invited.
    table.send_on("german");
    table.turn("american", C64, "<RET>N");
    table.turn("german", AMIGA, "QY");
    table.turn("american", C64, "CY");
    table.turn("german", AMIGA, "NG1A1YQG2A1YQCY");
    table
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
fn idle_turn(mut referee: Referee<'_>, ends: &[&str], goes_on: &[&str]) -> (Turn, (u8, u8)) {
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
        let between = || presses(&referee, goes_on[n % goes_on.len()]);
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
pub fn whole_game(
    game: &str,
    set: &[(&str, &str)],
    ends: &[&str],
    goes_on: &[&str],
) -> (u32, (u8, u8)) {
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
