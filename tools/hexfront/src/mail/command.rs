//! The commands `mail new`, `open`, `play`, `send`, `status` and `verify`.

use super::folder::{self, Folder};
use super::inputs;
use super::play;
use super::position;
use super::referee::Standing;
use super::rules::MailRules;
use super::verify::{self, Checked};
use crate::cli::{MailCommand, RunOptions};
use crate::compile;
use crate::failure::Failure;
use crate::games::{self, Game};
use crate::output::{print_line, tell};
use hexfront_isa::cartridge::Cartridge;
use hexfront_mail::block::ARRANGING;
use hexfront_mail::dice::Identity;
use hexfront_mail::{Chain, Content, Invitation, Turn, armour, chain};
use std::fs;
use std::io::Read as _;
use std::path::Path;

/// Text of a mail that is read at most: no block is near that.
const LONGEST: u64 = 8 << 20;

/// The folder where none is named.
pub const HERE: &str = ".";

/// `mail`.
///
/// # Errors
/// When it cannot be done; [`Failure::No`] where the answer is no.
pub fn mail(command: &MailCommand) -> Result<(), Failure> {
    match command {
        MailCommand::New {
            game,
            folder,
            mine,
            set,
        } => new(game, folder, mine, set),
        MailCommand::Open { file, folder, game } => open(file, folder, game.as_deref()),
        MailCommand::Play { folder, run } => play_turn(folder, run),
        MailCommand::Send { folder } => send(folder),
        MailCommand::Status { folder } => status(&Folder::open(folder)?),
        MailCommand::Verify { folder, other } => verify_game(folder, other.as_deref()),
    }
}

/// `mail new`: begins a game, and prints the invitation.
fn new(name: &str, path: &Path, mine: &str, set: &[(String, String)]) -> Result<(), Failure> {
    let game = games::find(name)?;
    let rules = MailRules::of(&game)?;
    let side = rules.side(mine)?;
    let cartridge = compile::compile(&game)?;
    let (id, version, sum) = folder::identity_of(&Cartridge::read(&cartridge)?);
    let identity = Identity::new()?;
    let invitation = Invitation {
        key: identity.key(),
        game: id,
        version,
        rules: sum,
        settings: rules.settings(set)?,
    };
    let block = chain::invite(&identity, side, invitation);
    let made = Folder::create(path, &name_of(&game), mine, &identity, &block)?;
    print_block(&made)?;
    tell(format_args!(
        "send this to your opponent; what he sends back you open with `hexfront mail open FILE {}`",
        path.display()
    ));
    Ok(())
}

/// By what a game is found again.
fn name_of(game: &Game) -> String {
    let folder = game.folder.as_ref();
    let whole = folder.map(|path| fs::canonicalize(path).unwrap_or_else(|_| path.clone()));
    whole.map_or(game.name.clone(), |path| {
        path.to_string_lossy().into_owned()
    })
}

/// `mail open`: checks what has come, and keeps it.
fn open(file: &Path, path: &Path, game: Option<&str>) -> Result<(), Failure> {
    let shown = file.display();
    let text = text_of(file)?;
    let blocks = armour::from_text(&text).map_err(|error| format!("{shown}: {error}"))?;
    let mut news = 0;
    // A mail may quote blocks that came before.
    for bytes in &blocks {
        if !path.join("game.toml").exists() {
            accept(bytes, path, game)?;
            news += 1;
            continue;
        }
        let mut folder = Folder::open(path)?;
        if folder
            .chain
            .holds(bytes)
            .map_err(|error| format!("{shown}: {error}"))?
        {
            continue;
        }
        take(&mut folder, bytes).map_err(|error| match error {
            Failure::Could(error) => Failure::from(format!("{shown}: {error}")),
            Failure::No => Failure::No,
        })?;
        news += 1;
    }
    if news == 0 {
        tell("nothing is new: what this holds was opened before");
    }
    status(&Folder::open(path)?)
}

/// The text of a file, or of the standard input.
fn text_of(file: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        std::io::stdin()
            .lock()
            .take(LONGEST)
            .read_to_end(&mut bytes)
    } else {
        fs::File::open(file).and_then(|text| text.take(LONGEST).read_to_end(&mut bytes))
    };
    read.map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    // Around the block a mail may be in any letters.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Accepts an invitation.
fn accept(bytes: &[u8], path: &Path, game: Option<&str>) -> Result<(), Failure> {
    let invited = Chain::begin(bytes)?;
    if path == Path::new(HERE) {
        return Err("this is an invitation: name the folder that is to hold the game, `hexfront mail open FILE FOLDER`".into());
    }
    let game = match game {
        Some(name) => games::find(name)?,
        None => invited_to(invited.invitation())?,
    };
    let rules = MailRules::of(&game)?;
    folder::fits(
        invited.invitation(),
        &Cartridge::read(&compile::compile(&game)?)?,
    )?;
    rules.settings(&invited.invitation().settings)?;
    let inviter = invited.blocks().next().map_or(0, |block| block.side);
    let mine = rules.side_name(1 - inviter);
    let identity = Identity::new()?;
    let mut folder = Folder::create(path, &name_of(&game), mine, &identity, bytes)?;
    folder.answer(Content::Acceptance {
        key: identity.key(),
    })
}

/// The game of an invitation.
fn invited_to(invitation: &Invitation) -> Result<Game, Failure> {
    for name in games::names() {
        let game = games::find(&name)?;
        let is_it =
            |bytes: &Vec<u8>| Cartridge::read(bytes).is_ok_and(|c| c.game == invitation.game);
        if compile::compile(&game).as_ref().is_ok_and(is_it) {
            return Ok(game);
        }
    }
    Err(format!(
        "no game here has the id {}; name its directory with --game",
        invitation.game
    )
    .into())
}

/// Takes a block of the opponent's: its chain, and what was played.
fn take(folder: &mut Folder, bytes: &[u8]) -> Result<(), Failure> {
    let mut longer = folder.chain.clone();
    longer.push(bytes)?;
    let number = folder.chain.next();
    if folder.is_to_send() {
        return Err("this block is of your own side: it was made in another folder".into());
    }
    verify::turn(
        Cartridge::read(&folder.cartridge)?,
        &folder.rules,
        &longer,
        number,
    )?;
    folder.push(bytes)
}

/// `mail play`.
fn play_turn(path: &Path, options: &RunOptions) -> Result<(), Failure> {
    let folder = Folder::open(path)?;
    if folder.has_ended() || !folder.is_to_send() || !folder.has_begun() {
        return status(&folder);
    }
    play::play(&folder, options)
}

/// `mail send`: seals the turn and prints the block; again, if it was sealed before.
fn send(path: &Path) -> Result<(), Failure> {
    let mut folder = Folder::open(path)?;
    if folder.is_to_send() && !folder.has_ended() {
        let content = if folder.has_begun() {
            turn_played(&folder)?
        } else {
            Content::Pass
        };
        folder.answer(content)?;
    }
    print_block(&folder)
}

/// The turn under way, which must be over.
fn turn_played(folder: &Folder) -> Result<Content, Failure> {
    let cartridge = Cartridge::read(&folder.cartridge)?;
    let (referee, own) = folder.referee(cartridge, &folder.start()?)?;
    let standing = referee.standing();
    if standing == Standing::Plays {
        let path = folder.path().display();
        return Err(
            format!("your turn is not over: go on with `hexfront mail play {path}`").into(),
        );
    }
    Ok(Content::Turn(Turn {
        inputs: inputs::to_bytes(&own),
        position: position::to_bytes(referee.state()),
        is_base: standing == Standing::HandsOver { is_base: true },
        ended: standing == Standing::Ended,
    }))
}

/// Prints the last block of the folder's owner, with a line for people before it.
fn print_block(folder: &Folder) -> Result<(), Failure> {
    let mine = folder
        .chain
        .blocks()
        .rfind(|block| block.side == folder.side);
    let block = mine.ok_or("nothing is to be sent: the other side's block comes first")?;
    let bytes = folder.chain.bytes(block.number).unwrap_or_default();
    let title = games::shown_title(Cartridge::read(&folder.cartridge)?.title);
    let side = folder.rules.side_name(folder.side);
    print_line(format!(
        "{title} by mail, block {} from the {side} player.",
        block.number
    ))?;
    print_line(armour::to_text(bytes).trim_end())?;
    Ok(())
}

/// `mail status`: whose move it is.
fn status(folder: &Folder) -> Result<(), Failure> {
    let path = folder.path().display();
    let chain = &folder.chain;
    let title = games::shown_title(Cartridge::read(&folder.cartridge)?.title);
    let (mine, theirs) = (
        folder.rules.side_name(folder.side),
        folder.rules.side_name(1 - folder.side),
    );
    print_line(format!(
        "{title}: you are the {mine} player; {}, sum of the last {}",
        counted(chain.next() as usize, "block"),
        chain.last()
    ))?;
    let last = chain.next().saturating_sub(1);
    if let Some(checked) = verify::turn(
        Cartridge::read(&folder.cartridge)?,
        &folder.rules,
        chain,
        last,
    )? {
        print_line(format!("block {last}: {}", words(&folder.rules, checked)))?;
    }
    let next = if folder.has_ended() {
        format!("the game has ended; `hexfront mail verify {path}` checks all of it")
    } else if !folder.is_to_send() {
        format!(
            "the {theirs} player is to move; `hexfront mail send {path}` prints again what you sent"
        )
    } else if !folder.has_begun() {
        format!("`hexfront mail send {path}` prints what you send: the {theirs} player begins")
    } else {
        format!("your move: `hexfront mail play {path}`, then `hexfront mail send {path}`")
    };
    Ok(print_line(next)?)
}

fn words(rules: &MailRules, checked: Checked) -> String {
    let (turn, phase) = checked.date;
    let phase = rules.phase_name(phase).replace('_', " ");
    let inputs = counted(checked.inputs, "input");
    format!("{inputs}, up to turn {turn}, {phase}")
}

/// So many of something, of one or of more.
fn counted(count: usize, what: &str) -> String {
    let more = if count == 1 { "" } else { "s" };
    format!("{count} {what}{more}")
}

/// `mail verify`: checks a whole game, and against what somebody else holds of it.
fn verify_game(path: &Path, other: Option<&Path>) -> Result<(), Failure> {
    let folder = Folder::open(path)?;
    let (chain, rules) = (&folder.chain, &folder.rules);
    let blocks: Vec<u8> = chain.blocks().map(|block| block.side).collect();
    let checked = verify::game(&folder.cartridge, rules, chain, |number, checked| {
        let side = blocks
            .get(number as usize)
            .map_or("", |side| rules.side_name(*side));
        let what = match checked {
            Some(checked) => words(rules, checked),
            None if number < ARRANGING => "arranges the game".into(),
            None => "leaves the first orders to the other side".into(),
        };
        let sum = chain
            .digest(number)
            .map_or(String::new(), |sum| sum.to_string());
        Ok(print_line(format!("{number:4} {sum} {side}: {what}"))?)
    });
    if let Err(Failure::Could(error)) = checked {
        print_line(format!("not as it must be: {error}"))?;
        return Err(Failure::No);
    }
    checked?;
    print_line("every signature, every die and every position is as it must be")?;
    match other {
        Some(other) => compare(chain, other, rules),
        None => Ok(()),
    }
}

/// Two people's blocks beside each other.
fn compare(chain: &Chain, other: &Path, rules: &MailRules) -> Result<(), Failure> {
    let theirs = folder::blocks_in(other)?;
    let Some(number) = verify::first_difference(chain, &theirs) else {
        return Ok(print_line(format!(
            "both hold the same {}",
            counted(chain.next().min(theirs.next()) as usize, "block")
        ))?);
    };
    let sender = chain
        .blocks()
        .nth(number as usize)
        .map_or(0, |block| block.side);
    let sender = rules.side_name(sender);
    print_line(format!(
        "block {number} is there in two versions, both signed by the {sender} player: he sent two turns for one"
    ))?;
    Err(Failure::No)
}
