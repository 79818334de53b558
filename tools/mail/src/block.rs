//! What a block holds, and its bytes.
//!
//! ```text
//! "HXML" format  number  side  previous block  [secret revealed]  commitment  content  signature
//!   4      1       4      1        32             0 or 32            32         ...        64
//! ```
//!
//! The first two blocks reveal nothing; they bring their senders' keys. The same bytes can go over any line, not only by mail.

use crate::bytes::{Malformed, Reader, put_string};
use crate::dice::{Digest, Identity, SIGNATURE, Secret, WIDTH, is_signed};

const MAGIC: &[u8; 4] = b"HXML";
const FORMAT: u8 = 1;
/// Blocks that only arrange the game: the invitation and its acceptance.
pub const ARRANGING: u32 = 2;

/// What is wrong with the bytes of a block.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// Other bytes.
    #[error("the text holds no block of a game")]
    Foreign,
    /// A later format.
    #[error(
        "the block is of format {0}, this program reads {FORMAT}: use the program that it was made with, or a newer one"
    )]
    Format(u8),
    /// They end too early, or go on.
    #[error("the block is not whole, or not made by this program: ask for it again")]
    Malformed,
}

impl From<Malformed> for BlockError {
    fn from(_: Malformed) -> Self {
        Self::Malformed
    }
}

/// A block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its number: 0 is the invitation, 1 its acceptance.
    pub number: u32,
    /// The side that sends it, 0 or 1.
    pub side: u8,
    /// The block before it; zeros before the first.
    pub previous: Digest,
    /// The secret that the sender's block before was committed to.
    pub revealed: Option<Secret>,
    /// What is told of his next secret.
    pub commitment: Digest,
    /// What it is for.
    pub content: Content,
}

/// What a block is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The first block.
    Invitation(Invitation),
    /// The second: the other side's key.
    Acceptance {
        /// By which his signatures are known.
        key: [u8; WIDTH],
    },
    /// Nothing is to be played: the other side begins.
    Pass,
    /// A turn.
    Turn(Turn),
}

/// What is to be played, and with whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The inviting side's key.
    pub key: [u8; WIDTH],
    /// The game's own id.
    pub game: String,
    /// Version of its rules.
    pub version: u16,
    /// Sum over its rules.
    pub rules: u32,
    /// Choices of the set-up, by name.
    pub settings: Vec<(String, String)>,
}

/// What a player did from the opponent's last block on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// His inputs and what the machine answered.
    pub inputs: Vec<u8>,
    /// The state that they led to.
    pub position: Vec<u8>,
    /// What comes next begins from that state, with dice of its own; else it goes on in the middle of what was begun.
    pub is_base: bool,
    /// The game has ended.
    pub ended: bool,
}

/// Bits of a turn's flags.
const BASE: u8 = 1;
const ENDED: u8 = 2;

impl Block {
    /// Its bytes with the sender's signature.
    pub fn to_bytes(&self, sender: &Identity) -> Vec<u8> {
        let mut bytes = self.unsigned();
        let signature = sender.sign(&bytes);
        bytes.extend(signature);
        bytes
    }

    fn unsigned(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(FORMAT);
        bytes.extend(self.number.to_le_bytes());
        bytes.push(self.side);
        bytes.extend(self.previous.0);
        bytes.extend(self.revealed.iter().flat_map(|secret| secret.0));
        bytes.extend(self.commitment.0);
        match &self.content {
            Content::Invitation(invitation) => {
                bytes.push(0);
                bytes.extend(invitation.key);
                put_string(&mut bytes, invitation.game.as_bytes());
                bytes.extend(invitation.version.to_le_bytes());
                bytes.extend(invitation.rules.to_le_bytes());
                bytes.extend((invitation.settings.len() as u32).to_le_bytes());
                for (name, value) in &invitation.settings {
                    put_string(&mut bytes, name.as_bytes());
                    put_string(&mut bytes, value.as_bytes());
                }
            }
            Content::Acceptance { key } => {
                bytes.push(1);
                bytes.extend(key);
            }
            Content::Pass => bytes.push(2),
            Content::Turn(turn) => {
                bytes.push(3);
                put_string(&mut bytes, &turn.inputs);
                put_string(&mut bytes, &turn.position);
                bytes
                    .push(if turn.is_base { BASE } else { 0 } | if turn.ended { ENDED } else { 0 });
            }
        }
        bytes
    }

    /// Reads a block; whose it is, [`is_from`] tells.
    ///
    /// # Errors
    /// See [`BlockError`].
    pub fn read(bytes: &[u8]) -> Result<Self, BlockError> {
        let mut reader = Reader(bytes);
        if reader.take(MAGIC.len()).ok() != Some(MAGIC) {
            return Err(BlockError::Foreign);
        }
        let format = reader.byte()?;
        if format != FORMAT {
            return Err(BlockError::Format(format));
        }
        let number = reader.long()?;
        let side = reader.byte()?;
        if side > 1 {
            return Err(BlockError::Malformed);
        }
        let block = Self {
            number,
            side,
            previous: Digest(reader.array()?),
            revealed: match number {
                0..ARRANGING => None,
                _ => Some(Secret(reader.array()?)),
            },
            commitment: Digest(reader.array()?),
            content: content(&mut reader)?,
        };
        reader.array::<SIGNATURE>()?;
        reader.end()?;
        Ok(block)
    }
}

fn content(reader: &mut Reader<'_>) -> Result<Content, Malformed> {
    Ok(match reader.byte()? {
        0 => Content::Invitation(Invitation {
            key: reader.array()?,
            game: reader.text()?,
            version: reader.word()?,
            rules: reader.long()?,
            settings: {
                let count = reader.long()?;
                let mut settings = Vec::new();
                for _ in 0..count {
                    settings.push((reader.text()?, reader.text()?));
                }
                settings
            },
        }),
        1 => Content::Acceptance {
            key: reader.array()?,
        },
        2 => Content::Pass,
        3 => {
            let inputs = reader.string()?.to_vec();
            let position = reader.string()?.to_vec();
            let flags = reader.byte()?;
            if flags & !(BASE | ENDED) != 0 {
                return Err(Malformed);
            }
            Content::Turn(Turn {
                inputs,
                position,
                is_base: flags & BASE != 0,
                ended: flags & ENDED != 0,
            })
        }
        _ => return Err(Malformed),
    })
}

/// Whether the owner of a key has signed the bytes of a block.
pub fn is_from(bytes: &[u8], key: &[u8; WIDTH]) -> bool {
    let signed = bytes.split_last_chunk::<SIGNATURE>();
    signed.is_some_and(|(bytes, signature)| is_signed(bytes, signature, key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(number: u32, content: Content) -> Block {
        let secret = Secret([number as u8; 32]);
        Block {
            number,
            side: (number % 2) as u8,
            previous: Digest::of_block(b"before"),
            revealed: (number >= ARRANGING).then(|| secret.clone()),
            commitment: secret.commitment(),
            content,
        }
    }

    fn samples() -> Vec<Block> {
        let invitation = Invitation {
            key: [9; 32],
            game: "RIVER".into(),
            version: 3,
            rules: 0xDEAD_BEEF,
            settings: vec![("level".into(), "3".into())],
        };
        let turn = Turn {
            inputs: vec![65, 66, 13],
            position: vec![0; 90],
            is_base: true,
            ended: false,
        };
        vec![
            block(0, Content::Invitation(invitation)),
            block(1, Content::Acceptance { key: [8; 32] }),
            block(2, Content::Pass),
            block(3, Content::Turn(turn)),
        ]
    }

    #[test]
    fn a_block_is_read_as_it_was_written() {
        let identity = Identity::new().unwrap();
        for block in samples() {
            let bytes = block.to_bytes(&identity);
            assert_eq!(Block::read(&bytes).unwrap(), block);
            assert!(is_from(&bytes, &identity.key()));
        }
    }

    #[test]
    fn a_block_that_is_cut_or_goes_on_is_none() {
        let identity = Identity::new().unwrap();
        for block in samples() {
            let mut bytes = block.to_bytes(&identity);
            for end in 0..bytes.len() {
                assert!(Block::read(&bytes[..end]).is_err(), "cut at {end}");
            }
            bytes.push(0);
            assert_eq!(Block::read(&bytes), Err(BlockError::Malformed));
        }
    }

    #[test]
    fn another_format_is_said() {
        let mut bytes = samples()[2].to_bytes(&Identity::new().unwrap());
        bytes[4] = 2;
        assert_eq!(Block::read(&bytes), Err(BlockError::Format(2)));
        bytes[0] = b'X';
        assert_eq!(Block::read(&bytes), Err(BlockError::Foreign));
    }
}
