//! The blocks of a game in their order. Each holds the sum of the one before it and its sender's signature, so that whoever answers a
//! block has signed all that was before, and nobody can deny or change what he sent.

use crate::block::{ARRANGING, Block, BlockError, Content, Invitation, is_from};
use crate::dice::{Digest, Identity, WIDTH};

/// Why a block does not belong here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainError {
    /// Its bytes are none.
    #[error(transparent)]
    Block(#[from] BlockError),
    /// A game begins with something else.
    #[error(
        "a game begins with an invitation, and this is block {0}: open it in the folder of its game"
    )]
    NoInvitation(u32),
    /// A block between is missing.
    #[error("this is block {found}, and block {wanted} comes next: ask for that one")]
    Missing {
        /// Of this block.
        found: u32,
        /// What comes next.
        wanted: u32,
    },
    /// There is another block of that number.
    #[error(
        "block {number} lies here as {known}, and this one is {found}: it is of another game, or one of two versions that its sender made; \
         what lies here stands"
    )]
    Another {
        /// Number of both.
        number: u32,
        /// The one that is here.
        known: Digest,
        /// The new one.
        found: Digest,
    },
    /// The block that it answers is another one.
    #[error(
        "block {number} answers a block {before} with the sum {found}, and the one here has {known}: it is of another game, or somebody \
         holds another past"
    )]
    OtherPast {
        /// Its number.
        number: u32,
        /// The one before.
        before: u32,
        /// Sum that it tells of that.
        found: Digest,
        /// Sum of that here.
        known: Digest,
    },
    /// The wrong side sends it.
    #[error("block {0} is the other side's to send")]
    Side(u32),
    /// It is no such thing as comes here.
    #[error("block {0} is not of the kind that comes here")]
    Kind(u32),
    /// It is not signed by the sender's key.
    #[error(
        "block {0} is not signed by the player whom the game was begun with: it was changed on its way, or somebody else made it"
    )]
    Signature(u32),
    /// The revealed secret is another one than that he was committed to.
    #[error(
        "block {0} reveals another secret than its sender was committed to: he tried to choose his dice"
    )]
    Secret(u32),
}

/// A block and its bytes.
#[derive(Clone, Debug)]
struct Link {
    block: Block,
    bytes: Vec<u8>,
    digest: Digest,
}

/// The blocks of a game, from the invitation on.
#[derive(Clone, Debug)]
pub struct Chain {
    links: Vec<Link>,
    invitation: Invitation,
}

impl Chain {
    /// Begins with an invitation.
    ///
    /// # Errors
    /// When it is none.
    pub fn begin(bytes: &[u8]) -> Result<Self, ChainError> {
        let block = Block::read(bytes)?;
        let number = block.number;
        let Content::Invitation(invitation) = block.content.clone() else {
            return Err(ChainError::NoInvitation(number));
        };
        if number != 0 || block.previous != Digest([0; WIDTH]) {
            return Err(ChainError::Kind(number));
        }
        if !is_from(bytes, &invitation.key) {
            return Err(ChainError::Signature(number));
        }
        let digest = Digest::of_block(bytes);
        let bytes = bytes.to_vec();
        Ok(Self {
            links: vec![Link {
                block,
                bytes,
                digest,
            }],
            invitation,
        })
    }

    /// What the game is.
    pub fn invitation(&self) -> &Invitation {
        &self.invitation
    }

    /// The blocks.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = &Block> + ExactSizeIterator {
        self.links.iter().map(|link| &link.block)
    }

    /// The bytes of a block.
    pub fn bytes(&self, number: u32) -> Option<&[u8]> {
        self.links.get(number as usize).map(|l| &*l.bytes)
    }

    /// The sum of a block.
    pub fn digest(&self, number: u32) -> Option<Digest> {
        self.links.get(number as usize).map(|link| link.digest)
    }

    /// Number of the block that comes next.
    pub fn next(&self) -> u32 {
        self.links.len() as u32
    }

    /// The side that sends the block that comes next.
    pub fn next_side(&self) -> u8 {
        let inviter = self.links.first().map_or(0, |link| link.block.side);
        (u32::from(inviter) + self.next()) as u8 % 2
    }

    /// The sum of the last block.
    pub fn last(&self) -> Digest {
        self.links.last().map_or(Digest([0; WIDTH]), |l| l.digest)
    }

    /// The key of the side that sends a block of this number.
    fn key(&self, number: u32, block: &Block) -> Option<[u8; WIDTH]> {
        if number.is_multiple_of(2) {
            return Some(self.invitation.key);
        }
        let second = self.links.get(1).map_or(block, |link| &link.block);
        match &second.content {
            Content::Acceptance { key } => Some(*key),
            _ => None,
        }
    }

    /// Whether a block lies here already.
    ///
    /// # Errors
    /// When another of its number does.
    pub fn holds(&self, bytes: &[u8]) -> Result<bool, ChainError> {
        let block = Block::read(bytes)?;
        let found = Digest::of_block(bytes);
        match self.digest(block.number) {
            None => Ok(false),
            Some(known) if known == found => Ok(true),
            Some(known) => Err(ChainError::Another {
                number: block.number,
                known,
                found,
            }),
        }
    }

    /// Whether a block can come next.
    ///
    /// # Errors
    /// What speaks against it.
    pub fn check(&self, bytes: &[u8]) -> Result<Block, ChainError> {
        self.holds(bytes)?;
        let block = Block::read(bytes)?;
        let (number, wanted) = (block.number, self.next());
        if number != wanted {
            return Err(ChainError::Missing {
                found: number,
                wanted,
            });
        }
        if block.previous != self.last() {
            return Err(ChainError::OtherPast {
                number,
                before: number - 1,
                found: block.previous,
                known: self.last(),
            });
        }
        if block.side != self.next_side() {
            return Err(ChainError::Side(number));
        }
        let fits = match &block.content {
            Content::Invitation(_) => false,
            Content::Acceptance { .. } => number == 1,
            Content::Pass | Content::Turn(_) => number >= ARRANGING,
        };
        let key = self.key(number, &block).filter(|_| fits);
        let key = key.ok_or(ChainError::Kind(number))?;
        if !is_from(bytes, &key) {
            return Err(ChainError::Signature(number));
        }
        let committed = number.checked_sub(ARRANGING).and_then(|n| {
            let link = self.links.get(n as usize)?;
            Some(link.block.commitment)
        });
        if block.revealed.as_ref().map(|s| s.commitment()) != committed {
            return Err(ChainError::Secret(number));
        }
        Ok(block)
    }

    /// Appends a block.
    ///
    /// # Errors
    /// When it cannot come next.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), ChainError> {
        let block = self.check(bytes)?;
        self.links.push(Link {
            block,
            bytes: bytes.to_vec(),
            digest: Digest::of_block(bytes),
        });
        Ok(())
    }

    /// The bytes of the block that comes next, from its sender.
    pub fn answer(&self, sender: &Identity, content: Content) -> Vec<u8> {
        let number = self.next();
        let revealed = number.checked_sub(ARRANGING).map(|n| sender.secret(n));
        let block = Block {
            number,
            side: self.next_side(),
            previous: self.last(),
            revealed,
            commitment: sender.secret(number).commitment(),
            content,
        };
        block.to_bytes(sender)
    }

    /// The dice of the turn in the block of this number: nothing for those that only arrange the game, or while its secret is not known.
    pub fn dice(&self, number: u32) -> Option<Digest> {
        let block = &self.links.get(number as usize)?.block;
        let before = self.digest(number.checked_sub(1)?)?;
        Some(block.revealed.as_ref()?.dice(&before))
    }

    /// The dice of the turn that comes next, for the one who plays it.
    pub fn next_dice(&self, player: &Identity) -> Option<Digest> {
        let committed = self.next().checked_sub(ARRANGING)?;
        Some(player.secret(committed).dice(&self.last()))
    }
}

/// The bytes of an invitation.
pub fn invite(inviter: &Identity, side: u8, invitation: Invitation) -> Vec<u8> {
    let block = Block {
        number: 0,
        side,
        previous: Digest([0; WIDTH]),
        revealed: None,
        commitment: inviter.secret(0).commitment(),
        content: Content::Invitation(invitation),
    };
    block.to_bytes(inviter)
}
