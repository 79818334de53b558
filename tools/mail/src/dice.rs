//! Secrets, what is told of them beforehand, and the dice that come of two of them.
//!
//! With each block its sender commits himself to a secret, and reveals the one that his block before was committed to. The dice of a turn
//! are a hash of the block that the opponent sent last, which holds the opponent's secret and orders, and of the secret that the player
//! committed himself to before that: who gives orders does not know the one secret, who rolls has fixed the other.

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// Bytes of a signature.
pub const SIGNATURE: usize = 64;
/// Bytes of a digest, a secret and a key.
pub const WIDTH: usize = 32;

/// A SHA-256 sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(pub [u8; WIDTH]);

/// The first eight digits: enough for two people to compare by telephone.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().take(4).try_for_each(|b| write!(f, "{b:02x}"))
    }
}

/// The sum of some parts, for one purpose. Each part goes in with its length, so that nothing can move from one to the next.
fn sum(purpose: &str, parts: &[&[u8]]) -> Digest {
    let mut hash = Sha256::new();
    for part in std::iter::once(purpose.as_bytes()).chain(parts.iter().copied()) {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    Digest(hash.finalize().into())
}

impl Digest {
    /// Of a block's bytes, signature and all.
    pub fn of_block(bytes: &[u8]) -> Self {
        sum("hexfront mail block", &[bytes])
    }

    /// Of a text's bytes, against damage.
    pub fn of_text(bytes: &[u8]) -> Self {
        sum("hexfront mail text", &[bytes])
    }
}

/// A random number that its owner keeps until his next block.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub [u8; WIDTH]);

/// Secrets are not to be found in logs.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// What is told of it beforehand.
    pub fn commitment(&self) -> Digest {
        sum("hexfront mail commitment", &[&self.0])
    }

    /// The dice of the turn that follows a block of the opponent's and is played by this secret's owner.
    pub fn dice(&self, after: &Digest) -> Digest {
        sum("hexfront mail dice", &[&after.0, &self.0])
    }
}

impl Digest {
    /// A state of a generator of 32 bits, which is never 0.
    pub fn seed(&self) -> u32 {
        let words = self.0.as_chunks::<4>().0.iter();
        let mut words = words.map(|word| u32::from_le_bytes(*word));
        words.find(|word| *word != 0).unwrap_or(1)
    }

    /// A number from 1 to 65535, as one can type it.
    pub fn number(&self) -> u16 {
        (self.seed() % u32::from(u16::MAX)) as u16 + 1
    }
}

/// What a player keeps for himself in one game: his key, and all his secrets.
#[derive(Clone)]
pub struct Identity {
    root: [u8; WIDTH],
}

impl Identity {
    /// A new one, from the system's generator.
    ///
    /// # Errors
    /// When the system has none.
    pub fn new() -> Result<Self, getrandom::Error> {
        let mut root = [0; WIDTH];
        getrandom::fill(&mut root)?;
        Ok(Self { root })
    }

    /// One that was kept.
    pub fn from_bytes(root: [u8; WIDTH]) -> Self {
        Self { root }
    }

    /// To be kept.
    pub fn to_bytes(&self) -> [u8; WIDTH] {
        self.root
    }

    /// The secret that the block of this number commits its sender to.
    pub fn secret(&self, block: u32) -> Secret {
        Secret(sum("hexfront mail secret", &[&self.root, &block.to_le_bytes()]).0)
    }

    fn signing(&self) -> SigningKey {
        SigningKey::from_bytes(&sum("hexfront mail key", &[&self.root]).0)
    }

    /// The key by which others know this player's signatures.
    pub fn key(&self) -> [u8; WIDTH] {
        self.signing().verifying_key().to_bytes()
    }

    /// The signature under some bytes.
    pub fn sign(&self, bytes: &[u8]) -> [u8; SIGNATURE] {
        self.signing().sign(bytes).to_bytes()
    }
}

/// Whether the owner of a key has signed these bytes.
pub fn is_signed(bytes: &[u8], signature: &[u8; SIGNATURE], key: &[u8; WIDTH]) -> bool {
    let signature = Signature::from_bytes(signature);
    VerifyingKey::from_bytes(key).is_ok_and(|key| key.verify_strict(bytes, &signature).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_hang_on_the_block_before_and_on_the_secret() {
        let (mine, yours) = (Secret([1; 32]), Secret([2; 32]));
        let (block, other) = (Digest::of_block(b"a"), Digest::of_block(b"b"));
        assert_ne!(mine.dice(&block), mine.dice(&other));
        assert_ne!(mine.dice(&block), yours.dice(&block));
        assert_ne!(mine.commitment().0, mine.0);
        assert_ne!(mine.commitment(), yours.commitment());
    }

    #[test]
    fn no_generator_is_seeded_with_nothing() {
        assert_eq!(Digest([0; 32]).seed(), 1);
        assert_eq!(Digest([0xFF; 32]).number(), 1);
        let mut late = [0; 32];
        late[4] = 7;
        assert_eq!(Digest(late).seed(), 7);
    }

    #[test]
    fn secrets_of_two_blocks_differ_and_come_again() {
        let identity = Identity::new().unwrap();
        let again = Identity::from_bytes(identity.to_bytes());
        assert_eq!(identity.secret(3), again.secret(3));
        assert_ne!(identity.secret(3), identity.secret(5));
        assert_ne!(identity.secret(3), Identity::new().unwrap().secret(3));
    }

    #[test]
    fn only_its_owner_signs() {
        let (one, other) = (Identity::new().unwrap(), Identity::new().unwrap());
        let signature = one.sign(b"orders");
        assert!(is_signed(b"orders", &signature, &one.key()));
        assert!(!is_signed(b"0rders", &signature, &one.key()));
        assert!(!is_signed(b"orders", &signature, &other.key()));
    }
}
