//! Blocks as text: what mailers do to them is no harm, what damages them is found and named.

use hexfront_mail::armour::{ArmourError, BEGIN, END, from_text, to_text};
use hexfront_mail::{Block, Chain, Content, Digest, Identity, Invitation, Turn, chain};

/// Damaged blocks that none of may be accepted.
const DAMAGED: usize = 10_000;

/// The generator of the damage: xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n
    }
}

fn invitation(identity: &Identity) -> Invitation {
    Invitation {
        key: identity.key(),
        game: "RIVER".into(),
        version: 1,
        rules: 7,
        settings: Vec::new(),
    }
}

/// A game before its first turn, and that turn.
fn first_turn() -> (Chain, Vec<u8>) {
    let [one, other] = [1, 2].map(|root| Identity::from_bytes([root; 32]));
    let mut game = Chain::begin(&chain::invite(&one, 0, invitation(&one))).unwrap();
    let key = other.key();
    let accepted = game.answer(&other, Content::Acceptance { key });
    game.push(&accepted).unwrap();
    let turn = Turn {
        inputs: (0..300_usize).map(|n| (n * 7 % 91) as u8).collect(),
        position: (0..900_usize).map(|n| (n * n % 251) as u8).collect(),
        is_base: true,
        ended: false,
    };
    let block = game.answer(&one, Content::Turn(turn));
    (game, block)
}

#[test]
fn a_block_survives_what_mailers_do() {
    let (_, block) = first_turn();
    let text = to_text(&block);
    assert!(text.lines().all(|line| line.len() < 64), "{text}");
    let each = |change: &dyn Fn(&str) -> String| text.lines().map(change).collect::<String>();
    let wrapped = |width: usize| {
        each(&|line| {
            let letters: Vec<char> = line.chars().collect();
            let parts = letters.chunks(if line == BEGIN || line == END {
                99
            } else {
                width
            });
            parts
                .map(|part| format!("{}\n", part.iter().collect::<String>()))
                .collect()
        })
    };
    let survived = [
        ("as it is", text.clone()),
        (
            "text around it",
            format!("Your move.\n--\n{text}\nRegards; 1:2:3;\n"),
        ),
        (
            "CR LF and trailing blanks",
            each(&|line| format!("{line} \t\r\n")),
        ),
        ("quoted", each(&|line| format!("> {line}\n"))),
        ("quoted twice", each(&|line| format!("> >{line}\r\n"))),
        ("quoted as HTML", each(&|line| format!("&gt; {line}\n"))),
        (
            "indented, with empty lines",
            each(&|line| format!("    {line}\n\n")),
        ),
        ("wrapped", wrapped(20)),
        (
            "wrapped and quoted",
            wrapped(33).lines().map(|l| format!("| {l}\n")).collect(),
        ),
        (
            "soft line breaks",
            wrapped(40).replace('\n', "=\n").replace("-=\n", "-\n"),
        ),
        ("a byte order mark", format!("\u{FEFF}{text}")),
        ("no line end behind it", text.trim_end().to_owned()),
    ];
    for (what, text) in survived {
        assert_eq!(from_text(&text), Ok(vec![block.clone()]), "{what}: {text}");
    }
}

#[test]
fn several_blocks_are_read_in_their_order() {
    let (game, block) = first_turn();
    let first = game.bytes(0).unwrap();
    let text = format!("{}\n> quoted\n{}", to_text(&block), to_text(first));
    assert_eq!(from_text(&text), Ok(vec![block, first.to_vec()]));
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let (_, block) = first_turn();
    let text = format!("Hello\n{}", to_text(&block));
    let lines: Vec<&str> = text.lines().collect();
    let without = |gone: usize| {
        let kept = lines.iter().enumerate().filter(|(n, _)| n + 1 != gone);
        kept.map(|(_, line)| format!("{line}\n"))
            .collect::<String>()
    };
    let order = |line, wanted, found: &str| {
        Err(ArmourError::Order {
            line,
            wanted,
            found: found.into(),
        })
    };
    assert_eq!(from_text(""), Err(ArmourError::NoBlock));
    assert_eq!(from_text(&without(2)), Err(ArmourError::NoBlock));
    assert_eq!(from_text(&without(lines.len())), Err(ArmourError::NoEnd(2)));
    assert_eq!(
        from_text(&format!("{BEGIN}\n{END}")),
        Err(ArmourError::NoEnd(1))
    );
    // The row in line 5 is gone.
    assert_eq!(from_text(&without(5)), order(5, 3, "4"));
    let damaged = text.replacen("4:", "4:A", 1);
    assert_eq!(
        from_text(&damaged),
        Err(ArmourError::Damaged { line: 6, row: 4 })
    );
    let last = lines.len() - 1;
    assert_eq!(from_text(&without(last)), Err(ArmourError::NoEnd(2)));
    let other = to_text(b"another block");
    let sum = other.lines().find(|line| line.starts_with("end")).unwrap();
    let swapped = text.replace(lines[last - 1], sum);
    assert_eq!(from_text(&swapped), Err(ArmourError::Sum(last)));
}

/// One thing that can happen to a text.
fn damage(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<u8> = text.bytes().collect();
    let mut lines: Vec<&str> = text.lines().collect();
    let at = random.below(letters.len());
    let line = random.below(lines.len());
    let other = random.below(lines.len());
    let letter = b'!' + random.below(94) as u8;
    match random.below(9) {
        0 => letters[at] = letter,
        1 => letters.insert(at, letter),
        2 => drop(letters.remove(at)),
        3 => letters[at] ^= 0x20,
        4 => letters.truncate(at),
        5 => {
            let behind = (at + 1 + random.below(80)).min(letters.len());
            letters.drain(at..behind);
        }
        6 => {
            lines.swap(line, other);
            return lines.join("\n");
        }
        7 => {
            lines.remove(line);
            return lines.join("\n");
        }
        _ => {
            lines.insert(line, lines[other]);
            return lines.join("\n");
        }
    }
    String::from_utf8_lossy(&letters).into_owned()
}

#[test]
fn of_ten_thousand_damaged_texts_none_is_accepted() {
    let (game, block) = first_turn();
    let text = to_text(&block);
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut refused, mut harmless) = (0, 0);
    while refused < DAMAGED {
        let damaged = damage(&text, &mut random);
        match from_text(&damaged) {
            Err(_) => refused += 1,
            // A blank more, say, or two equal lines in each other's place: nothing of the block has changed.
            Ok(blocks) => {
                assert!(
                    blocks.iter().all(|read| *read == block),
                    "accepted: {damaged}"
                );
                harmless += 1;
            }
        }
    }
    assert!(game.check(&block).is_ok());
    assert!(harmless < DAMAGED / 10, "{harmless} did no harm");
}

/// Who mends the sums of the text finds the signature.
#[test]
fn of_ten_thousand_blocks_with_changed_bytes_none_is_accepted() {
    let (game, block) = first_turn();
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    for _ in 0..DAMAGED {
        let mut changed = block.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(changed.len());
            changed[at] ^= 1 << random.below(8);
        }
        if random.below(4) == 0 {
            changed.truncate(random.below(block.len()));
        }
        if changed == block {
            continue;
        }
        let read = from_text(&to_text(&changed)).unwrap();
        assert!(
            game.check(&read[0]).is_err(),
            "accepted: {:?}",
            Block::read(&changed)
        );
    }
}

#[test]
fn a_block_by_any_other_sum_is_another() {
    assert_ne!(Digest::of_block(b"a"), Digest::of_text(b"a"));
}
