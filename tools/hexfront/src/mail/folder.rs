//! The folder of a game by mail: what it is, the player's secrets, the blocks as they were sent and received, the turn under way.
//!
//! | file | holds |
//! | --- | --- |
//! | `game.toml` | the game, and the player's side |
//! | `secret` | what only he may know: 64 hexadecimal digits |
//! | `0.mail`, `1.mail` … | the blocks |
//! | `turn` | the inputs of the turn under way, as bytes |

use super::inputs::{self, Input};
use super::position::{self, Base};
use super::referee::Referee;
use super::rules::MailRules;
use crate::compile;
use crate::failure::Failure;
use crate::games::{self, Game};
use crate::hostdisk::replace;
use crate::replay::file::{Head, Sum};
use hexfront_isa::cartridge::Cartridge;
use hexfront_mail::dice::{Digest, Identity};
use hexfront_mail::{Chain, Content, Invitation, armour};
use serde::Deserialize;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const ABOUT: &str = "game.toml";
const SECRET: &str = "secret";
const TURN: &str = "turn";

#[derive(Deserialize)]
struct About {
    game: String,
    side: String,
}

/// A game by mail, on one side's computer.
pub struct Folder {
    path: PathBuf,
    /// The game.
    pub game: Game,
    /// Its cartridge.
    pub cartridge: Vec<u8>,
    /// How it is played by mail.
    pub rules: MailRules,
    /// The player's side.
    pub side: u8,
    /// The blocks.
    pub chain: Chain,
    identity: Identity,
}

fn could_not(what: &str, path: &Path) -> impl Fn(std::io::Error) -> String {
    let (what, path) = (what.to_owned(), path.display().to_string());
    move |error| format!("cannot {what} {path}: {error}")
}

fn read(path: &Path) -> Result<String, Failure> {
    Ok(fs::read_to_string(path).map_err(could_not("read", path))?)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    Ok(replace(path, bytes).map_err(could_not("write", path))?)
}

/// What a game and its rules are for an invitation.
///
/// # Errors
/// When the cartridge is none.
pub fn identity_of(cartridge: &Cartridge<'_>) -> (String, u16, u32) {
    let head = Head::of(cartridge);
    let (Sum::Rules(rules) | Sum::Cartridge(rules)) = head.rules;
    (head.game, head.version, rules)
}

/// That an invitation is to a game as it is here.
///
/// # Errors
/// What differs.
pub fn fits(invitation: &Invitation, cartridge: &Cartridge<'_>) -> Result<(), Failure> {
    let (game, version, rules) = identity_of(cartridge);
    let theirs = (&invitation.game, invitation.version);
    if theirs != (&game, version) {
        let (other, v) = theirs;
        return Err(format!(
            "the invitation is to {other} version {v}, and this is {game} version {version}"
        )
        .into());
    }
    if invitation.rules != rules {
        return Err(format!(
            "the invitation was made with other rules of {game} (sum {:08X}, here {rules:08X}): both must use the same version of this program",
            invitation.rules
        )
        .into());
    }
    Ok(())
}

/// What a turn begins with: its base, and what was played since.
pub struct Start {
    /// The base.
    pub base: Base,
    /// Inputs of both sides since.
    pub since: Vec<Input>,
}

/// What the turn in block `number` begins with, by the blocks before it and the dice of a turn by its number.
///
/// # Errors
/// When a block holds no turn.
pub fn start_of(
    chain: &Chain,
    number: u32,
    length: usize,
    dice: impl Fn(u32) -> Option<Digest>,
) -> Result<Start, Failure> {
    // What is played from a base on goes on over all turns that do not end at another.
    let mut first = number;
    let mut since = Vec::new();
    let mut image = None;
    for (before, block) in (0..number)
        .rev()
        .zip(chain.blocks().take(number as usize).rev())
    {
        let Content::Turn(turn) = &block.content else {
            break;
        };
        if turn.is_base {
            image = Some(position::from_bytes(&turn.position, length));
            break;
        }
        first = before;
        let inputs = inputs::from_bytes(&turn.inputs);
        since.push(inputs.map_err(|error| format!("block {before}: {error}"))?);
    }
    let dice = dice(first).ok_or("the dice are not known yet")?;
    let base = match image {
        None => Base::new_game(&chain.invitation().settings, &dice),
        Some(Some(image)) => Base::with_dice(image, &dice),
        Some(None) => {
            return Err(format!("block {}: its position is none of this game", first - 1).into());
        }
    };
    since.reverse();
    Ok(Start {
        base,
        since: since.concat(),
    })
}

impl Folder {
    /// Makes a folder for a game that a player begins, or was invited to.
    ///
    /// # Errors
    /// When there is one, or it cannot be made.
    pub fn create(
        path: &Path,
        game: &str,
        side: &str,
        identity: &Identity,
        first: &[u8],
    ) -> Result<Self, Failure> {
        let shown = path.display();
        fs::create_dir_all(path).map_err(could_not("make the folder", path))?;
        if path.join(ABOUT).exists() {
            return Err(
                format!("{shown} holds a game by mail already: name another folder").into(),
            );
        }
        let secret: String = identity
            .to_bytes()
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect();
        write_secret(&path.join(SECRET), &secret)?;
        write(&path.join("0.mail"), armour::to_text(first).as_bytes())?;
        let game = toml::Value::String(game.to_owned());
        let about = format!(
            "# A game by mail of hexfront; `secret` is for nobody's eyes.\ngame = {game}\nside = \"{side}\"\n"
        );
        write(&path.join(ABOUT), about.as_bytes())?;
        Self::open(path)
    }

    /// Opens the folder of a game.
    ///
    /// # Errors
    /// When it is none, or a file in it is damaged.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let about = path.join(ABOUT);
        let shown = path.display();
        if !about.exists() {
            return Err(format!(
                "{shown} is no folder of a game by mail: name one, or begin a game with `hexfront mail new` or with an invitation and `hexfront mail open`"
            )
            .into());
        }
        let about: About = toml::from_str(&read(&about)?)
            .map_err(|error| format!("{}: {error}", about.display()))?;
        let game = games::find(&about.game)?;
        let cartridge = compile::compile(&game)?;
        let rules = MailRules::of(&game)?;
        let side = rules.side(&about.side)?;
        let identity = secret_in(&path.join(SECRET))?;
        let chain = blocks_in(path)?;
        fits(chain.invitation(), &Cartridge::read(&cartridge)?)?;
        Ok(Self {
            path: path.to_owned(),
            game,
            cartridge,
            rules,
            side,
            chain,
            identity,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the player's block comes next.
    pub fn is_to_send(&self) -> bool {
        self.chain.next_side() == self.side
    }

    /// Whether the game has ended.
    pub fn has_ended(&self) -> bool {
        let last = self.chain.blocks().next_back();
        last.is_some_and(|block| matches!(&block.content, Content::Turn(turn) if turn.ended))
    }

    /// Whether there is something to play: the game is agreed upon, and the first side's turn has come.
    pub fn has_begun(&self) -> bool {
        let next = self.chain.next();
        next >= hexfront_mail::block::ARRANGING
            && (self.side == self.rules.first || next > hexfront_mail::block::ARRANGING)
    }

    /// Appends a block and keeps it.
    ///
    /// # Errors
    /// When it cannot come next, or cannot be written.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.chain.check(bytes)?;
        let number = self.chain.next();
        write(
            &self.path.join(format!("{number}.mail")),
            armour::to_text(bytes).as_bytes(),
        )?;
        self.chain.push(bytes)?;
        self.forget_turn()
    }

    /// Seals a block of the player's, and keeps it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn answer(&mut self, content: Content) -> Result<(), Failure> {
        let bytes = self.chain.answer(&self.identity, content);
        self.push(&bytes)
    }

    /// What the player's turn begins with.
    ///
    /// # Errors
    /// When it is not his.
    pub fn start(&self) -> Result<Start, Failure> {
        let next = self.chain.next();
        let length = Cartridge::read(&self.cartridge)?.image_bytes();
        start_of(&self.chain, next, length, |number| match number {
            _ if number == next => self.chain.next_dice(&self.identity),
            _ => self.chain.dice(number),
        })
    }

    /// The player's turn as far as it was played, on a cartridge of the game.
    ///
    /// # Errors
    /// When it is not his, or what is kept of it is damaged.
    pub fn referee<'a>(
        &self,
        cartridge: Cartridge<'a>,
        start: &Start,
    ) -> Result<(Referee<'a>, Vec<Input>), Failure> {
        let mut referee =
            Referee::begin(cartridge, &self.rules, self.side, &start.base, &start.since)?;
        let path = self.turn_file();
        let damaged = |error: &dyn std::fmt::Display| {
            format!(
                "{}: {error}; delete the file to play the turn from its beginning",
                path.display()
            )
        };
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            bytes => bytes.map_err(could_not("read", &path))?,
        };
        let own = inputs::from_bytes(&bytes).map_err(|error| damaged(&error))?;
        referee.take_all(&own).map_err(|error| damaged(&error))?;
        Ok((referee, own))
    }

    /// The file of the turn under way.
    pub fn turn_file(&self) -> PathBuf {
        self.path.join(TURN)
    }

    fn forget_turn(&self) -> Result<(), Failure> {
        let path = self.turn_file();
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(could_not("remove", &path)(error).into())
            }
            _ => Ok(()),
        }
    }
}

fn secret_in(path: &Path) -> Result<Identity, Failure> {
    let text = read(path)?;
    let (pairs, rest) = text.trim().as_bytes().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Option<Vec<u8>> = pairs.iter().map(byte).collect();
    let root = bytes
        .filter(|_| rest.is_empty())
        .and_then(|bytes| bytes.try_into().ok());
    let damaged = || {
        format!(
            "{} must hold 64 hexadecimal digits: put back the file as it was",
            path.display()
        )
    };
    Ok(Identity::from_bytes(root.ok_or_else(damaged)?))
}

/// Only the player himself may read it, where the system has such a thing.
fn write_secret(path: &Path, text: &str) -> Result<(), Failure> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let file = options.open(path);
    let written = file
        .and_then(|mut file| std::io::Write::write_all(&mut file, format!("{text}\n").as_bytes()));
    Ok(written.map_err(could_not("write", path))?)
}

/// The blocks in a folder.
///
/// # Errors
/// When a file is damaged, or does not belong to the others.
pub fn blocks_in(path: &Path) -> Result<Chain, Failure> {
    let mut chain: Option<Chain> = None;
    for number in 0.. {
        let file = path.join(format!("{number}.mail"));
        if number > 0 && !file.exists() {
            break;
        }
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let blocks = armour::from_text(&read(&file)?).map_err(|error| named(&error))?;
        for bytes in blocks {
            match &mut chain {
                None => chain = Some(Chain::begin(&bytes).map_err(|error| named(&error))?),
                Some(chain) => chain.push(&bytes).map_err(|error| named(&error))?,
            }
        }
    }
    chain.ok_or_else(|| format!("{} holds no blocks", path.display()).into())
}
