//! What two machines say to each other by telephone (`packet` and `talk` in core/isa/shell.toml): who receives asks for one block after
//! the other, who transmits gives them.

use hexfront_isa::contract::{header, packet, save, talk};

/// Bytes before a message's offsets begin.
const SYNC: [u8; 2] = [packet::SYNC_1 as u8, packet::SYNC_2 as u8];
const HEAD: usize = packet::BYTES as usize;
const MOST: usize = packet::MOST as usize;
const SUM: usize = 4;
/// Bytes of a saved game's header.
pub const HEADER: usize = header::CRC as usize + SUM;
/// What it begins with.
const MAGIC: &[u8] = b"HXSG";

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Of [`talk`].
    pub kind: u16,
    /// Of the block, or what became of the game.
    pub number: u8,
    /// Which game it is about.
    pub transfer: [u8; SUM],
    /// A block.
    pub bytes: Vec<u8>,
}

impl Message {
    /// As it goes over the line.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut said = vec![self.kind as u8, self.number];
        said.extend((self.bytes.len() as u16).to_be_bytes());
        said.extend(self.transfer);
        said.extend(&self.bytes);
        let sum = crc32fast::hash(&said);
        SYNC.into_iter()
            .chain(said)
            .chain(sum.to_be_bytes())
            .collect()
    }
}

/// Finds messages in what comes over a line; a damaged one is as one that did not come.
#[derive(Default)]
pub struct Ear {
    came: Vec<u8>,
}

impl Ear {
    /// Hears a byte; the message that it ends.
    pub fn hear(&mut self, byte: u8) -> Option<Message> {
        self.came.push(byte);
        if !self.may_be_one() {
            // The first byte may come again before the second.
            self.came.clear();
            self.came.extend((byte == SYNC[0]).then_some(byte));
            return None;
        }
        let said = self.came.get(SYNC.len()..)?;
        let length = word(said.get(..HEAD)?, packet::LENGTH);
        if said.len() < HEAD + length + SUM {
            return None;
        }
        let heard = whole(said);
        self.came.clear();
        heard
    }

    /// Whether what came begins as a message does, and is not too long for one.
    fn may_be_one(&self) -> bool {
        let synced = self.came.iter().zip(SYNC).all(|(byte, sync)| *byte == sync);
        let head = self.came.get(SYNC.len()..SYNC.len() + HEAD);
        synced && head.is_none_or(|head| word(head, packet::LENGTH) <= MOST)
    }
}

fn word(said: &[u8], at: u16) -> usize {
    let at = usize::from(at);
    usize::from(said[at]) << 8 | usize::from(said[at + 1])
}

/// A message, if its sum is right.
fn whole(said: &[u8]) -> Option<Message> {
    let (said, sum) = said.split_at(said.len() - SUM);
    let transfer = usize::from(packet::TRANSFER);
    (crc32fast::hash(said).to_be_bytes() == sum).then(|| Message {
        kind: u16::from(said[usize::from(packet::KIND)]),
        number: said[usize::from(packet::NUMBER)],
        transfer: transfer_of(&said[transfer..]),
        bytes: said[HEAD..].to_vec(),
    })
}

fn transfer_of(bytes: &[u8]) -> [u8; SUM] {
    std::array::from_fn(|n| bytes[n])
}

/// Why bytes are no game that can be transmitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoGame {
    /// They do not begin as one.
    #[error("it is no saved game")]
    Foreign,
    /// They are more or less than their header says.
    #[error("{found} bytes are there where the header of the saved game says {wanted}")]
    Length {
        /// As the header says.
        wanted: usize,
        /// As there are.
        found: usize,
    },
    /// The sum of the image is another.
    #[error("the saved game is damaged")]
    Sum,
}

/// Header and image of a saved game, whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game(Vec<u8>);

impl Game {
    /// Takes bytes that are one.
    ///
    /// # Errors
    /// See [`NoGame`].
    pub fn new(bytes: Vec<u8>) -> Result<Self, NoGame> {
        let wanted = length(&bytes).ok_or(NoGame::Foreign)?;
        let found = bytes.len();
        if found != wanted {
            return Err(NoGame::Length { wanted, found });
        }
        let sum = crc32fast::hash(&bytes[HEADER..]).to_le_bytes();
        if sum != transfer_of(&bytes[usize::from(header::CRC)..]) {
            return Err(NoGame::Sum);
        }
        Ok(Self(bytes))
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn transfer(&self) -> [u8; SUM] {
        transfer_of(&self.0[usize::from(header::CRC)..])
    }
}

/// Bytes of header and image, as the header says; none if it is no header.
fn length(bytes: &[u8]) -> Option<usize> {
    let length = bytes.get(usize::from(header::LENGTH)..HEADER)?;
    let image = usize::from(length[0]) | usize::from(length[1]) << 8;
    bytes.starts_with(MAGIC).then_some(HEADER + image)
}

/// Gives a game to who asks for it.
pub struct Giver {
    game: Game,
    /// What became of it there, of [`save`], once that is known.
    pub outcome: Option<u8>,
}

impl Giver {
    /// Of this game.
    pub fn new(game: Game) -> Self {
        Self {
            game,
            outcome: None,
        }
    }

    /// What is said to a message.
    pub fn answer(&mut self, heard: &Message) -> Option<Message> {
        let transfer = self.game.transfer();
        let (kind, bytes) = match heard.kind {
            talk::WANT => {
                let block = self.game.0.chunks(MOST).nth(usize::from(heard.number))?;
                (talk::BLOCK, block.to_vec())
            }
            talk::END if heard.transfer == transfer => {
                self.outcome = Some(heard.number);
                (talk::BYE, Vec::new())
            }
            _ => return None,
        };
        Some(Message {
            kind,
            number: heard.number,
            transfer,
            bytes,
        })
    }
}

/// Asks for a game.
#[derive(Default)]
pub struct Taker {
    came: Vec<u8>,
    transfer: [u8; SUM],
    /// Of [`save`], once the game is whole and kept, or known to be none.
    outcome: Option<u16>,
    /// The other knows it.
    pub over: bool,
}

/// What a message made of a [`Taker`].
#[derive(Debug, PartialEq, Eq)]
pub enum Taken {
    /// Nothing new.
    Nothing,
    /// A block more: the next is to be asked for.
    Block,
    /// The whole. [`Taker::end`] says what becomes of it.
    Whole(Result<Game, NoGame>),
}

impl Taker {
    /// What is to be said, now and again until it is answered.
    pub fn asks(&self) -> Message {
        let (kind, number) = match self.outcome {
            None => (talk::WANT, (self.came.len() / MOST) as u8),
            Some(outcome) => (talk::END, outcome as u8),
        };
        Message {
            kind,
            number,
            transfer: self.transfer,
            bytes: Vec::new(),
        }
    }

    /// Takes what was said.
    pub fn hear(&mut self, heard: Message) -> Taken {
        match (heard.kind, self.outcome) {
            (talk::BYE, Some(_)) => {
                self.over = true;
                Taken::Nothing
            }
            (talk::BLOCK, None) => self.take(heard),
            _ => Taken::Nothing,
        }
    }

    fn take(&mut self, block: Message) -> Taken {
        if block.transfer != self.transfer {
            // Another game than the one that was begun: from the beginning.
            self.came.clear();
            self.transfer = block.transfer;
        }
        if usize::from(block.number) * MOST != self.came.len() {
            return Taken::Block;
        }
        self.came.extend(block.bytes);
        match length(&self.came) {
            Some(whole) if self.came.len() < whole && self.came.len().is_multiple_of(MOST) => {
                Taken::Block
            }
            _ => Taken::Whole(Game::new(std::mem::take(&mut self.came))),
        }
    }

    /// What became of the game.
    pub fn end(&mut self, taken: Result<(), NoGame>) {
        self.outcome = Some(match taken {
            Ok(()) => save::DONE,
            Err(NoGame::Foreign) => save::OTHER,
            Err(NoGame::Length { .. } | NoGame::Sum) => save::DAMAGED,
        });
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    fn block(number: u8, bytes: &[u8]) -> Message {
        Message {
            kind: talk::BLOCK,
            number,
            transfer: *b"sum!",
            bytes: bytes.to_vec(),
        }
    }

    fn heard(line: &[u8]) -> Vec<Message> {
        let mut ear = Ear::default();
        line.iter().filter_map(|byte| ear.hear(*byte)).collect()
    }

    #[test]
    fn messages_are_heard_between_noise() {
        let messages = [block(1, &[0xA5; 256]), block(2, &[])];
        let mut line = b"RING\r\n\xA5\xA5".to_vec();
        for message in &messages {
            line.extend(message.to_bytes());
            // The first byte of the sync, and another than the second.
            line.extend([0xA5, 0x00]);
        }
        assert_eq!(heard(&line), messages);
    }

    #[test]
    fn a_damaged_message_is_not_heard_and_the_next_is() {
        let whole = block(1, b"Velikiye Luki").to_bytes();
        for at in 0..whole.len() {
            let mut line = whole.clone();
            line[at] ^= 4;
            assert!(!heard(&line).contains(&block(1, b"Velikiye Luki")), "{at}");
            // A length that grew waits for bytes that were never sent.
            line.extend([0; MOST]);
            line.extend(&whole);
            assert_eq!(
                heard(&line).last(),
                Some(&block(1, b"Velikiye Luki")),
                "{at}"
            );
        }
        let mut long = whole;
        long[4] = 0x02;
        assert!(heard(&long).is_empty(), "more than {MOST} bytes");
    }

    /// A generator of chance: xorshift.
    fn draw(state: &mut u32, below: usize) -> usize {
        *state ^= *state << 13;
        *state ^= *state >> 17;
        *state ^= *state << 5;
        *state as usize % below
    }

    /// Bytes are others, one is lost, or one comes twice.
    fn damage(line: &mut Vec<u8>, state: &mut u32) {
        // The byte before the second of the sync may come again, and what comes behind the sum is noise.
        let at = SYNC.len() + draw(state, line.len() - SYNC.len() - 1);
        match draw(state, 4) {
            0 => {
                line.remove(at);
            }
            1 => line.insert(at, line[at]),
            _ => {
                for _ in 0..=draw(state, 4) {
                    let at = draw(state, line.len());
                    line[at] ^= 1 << draw(state, 8);
                }
            }
        }
    }

    #[test]
    fn of_ten_thousand_damaged_messages_none_is_heard() {
        let mut state = 1942;
        let mut damaged = 0;
        while damaged < 10_000 {
            let length = draw(&mut state, MOST + 1);
            let said: Vec<u8> = (0..length).map(|_| draw(&mut state, 256) as u8).collect();
            let message = block(draw(&mut state, 256) as u8, &said).to_bytes();
            let mut line = message.clone();
            damage(&mut line, &mut state);
            // Two changes may have been one and its opposite.
            if line.starts_with(&message) {
                continue;
            }
            assert_eq!(heard(&line), [], "{line:02X?}");
            damaged += 1;
        }
    }

    /// Header and image, with the right sum.
    pub fn game(image: &[u8]) -> Game {
        let mut bytes = vec![0; HEADER];
        bytes[..MAGIC.len()].copy_from_slice(MAGIC);
        let length = (image.len() as u16).to_le_bytes();
        bytes[usize::from(header::LENGTH)..][..2].copy_from_slice(&length);
        let sum = crc32fast::hash(image).to_le_bytes();
        bytes[usize::from(header::CRC)..][..SUM].copy_from_slice(&sum);
        bytes.extend(image);
        Game::new(bytes).expect("it is a game")
    }

    #[test]
    fn a_game_goes_block_by_block_whatever_its_length() {
        for length in [1, 223, 224, 225, 480, 5000] {
            let game = game(&vec![7; length]);
            let mut giver = Giver::new(game.clone());
            let mut taker = Taker::default();
            let taken = loop {
                let block = giver.answer(&taker.asks()).expect("it is given");
                // What comes twice is taken once.
                let again = block.clone();
                match taker.hear(block) {
                    Taken::Whole(taken) => break taken,
                    taken => assert_eq!(taken, Taken::Block),
                }
                assert_eq!(taker.hear(again), Taken::Block);
            };
            assert_eq!(taken, Ok(game), "{length}");
            assert_eq!(giver.answer(&block(0, b"")), None);
            taker.end(Ok(()));
            let bye = giver.answer(&taker.asks()).expect("it is heard");
            assert_eq!(giver.outcome, Some(save::DONE as u8));
            taker.hear(bye);
            assert!(taker.over);
        }
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let whole = game(b"image").0;
        let no = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = whole.clone();
            change(&mut bytes);
            Game::new(bytes).err()
        };
        assert_eq!(no(&|bytes| bytes[0] = 0), Some(NoGame::Foreign));
        assert_eq!(no(&|bytes| bytes.truncate(10)), Some(NoGame::Foreign));
        assert_eq!(no(&|bytes| bytes[HEADER] = 0), Some(NoGame::Sum));
        let (wanted, found) = (HEADER + 5, HEADER + 4);
        let short = no(&|bytes| bytes.truncate(found));
        assert_eq!(short, Some(NoGame::Length { wanted, found }));
    }
}
