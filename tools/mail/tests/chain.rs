//! Blocks in their order: each is bound to all before it, and to its sender.

use hexfront_mail::chain::invite;
use hexfront_mail::{Block, Chain, ChainError, Content, Digest, Identity, Invitation, Turn};

fn people() -> [Identity; 2] {
    [1, 2].map(|root| Identity::from_bytes([root; 32]))
}

fn invitation(key: [u8; 32]) -> Invitation {
    Invitation {
        key,
        game: "RIVER".into(),
        version: 1,
        rules: 7,
        settings: Vec::new(),
    }
}

fn turn(orders: &[u8]) -> Content {
    Content::Turn(Turn {
        inputs: orders.to_vec(),
        position: vec![1, 2, 3],
        is_base: true,
        ended: false,
    })
}

/// A game of so many blocks.
fn game(blocks: u32) -> Chain {
    let [one, other] = people();
    let mut game = Chain::begin(&invite(&one, 1, invitation(one.key()))).unwrap();
    while game.next() < blocks {
        let sender = if game.next().is_multiple_of(2) {
            &one
        } else {
            &other
        };
        let content = match game.next() {
            1 => Content::Acceptance { key: sender.key() },
            _ => turn(b"orders"),
        };
        let bytes = game.answer(sender, content);
        game.push(&bytes).unwrap();
    }
    game
}

/// The block that comes next, changed before it is signed.
fn changed(game: &Chain, sender: &Identity, change: impl FnOnce(&mut Block)) -> Vec<u8> {
    let mut block = Block::read(&game.answer(sender, turn(b"orders"))).unwrap();
    change(&mut block);
    block.to_bytes(sender)
}

#[test]
fn sides_take_turns_from_the_inviters_on() {
    let game = game(6);
    let sides: Vec<u8> = game.blocks().map(|block| block.side).collect();
    assert_eq!(sides, [1, 0, 1, 0, 1, 0]);
    assert_eq!((game.next(), game.next_side()), (6, 1));
}

#[test]
fn the_player_knows_his_dice_before_anybody_and_all_can_check_them() {
    let [one, _] = people();
    let mut game = game(4);
    let dice = game.next_dice(&one).unwrap();
    assert_eq!(game.dice(4), None);
    let bytes = game.answer(&one, turn(b"orders"));
    game.push(&bytes).unwrap();
    assert_eq!(game.dice(4), Some(dice));
    // Two that only arrange the game have none.
    assert_eq!((game.dice(0), game.dice(1)), (None, None));
}

#[test]
fn dice_hang_on_the_opponents_last_block() {
    let [one, other] = people();
    let mut games = [game(3), game(3)];
    for (game, orders) in games.iter_mut().zip([b"attack", b"retire"]) {
        let bytes = game.answer(&other, turn(orders));
        game.push(&bytes).unwrap();
    }
    let [first, second] = games.map(|game| game.next_dice(&one).unwrap());
    assert_ne!(first, second);
}

#[test]
fn what_does_not_belong_is_named() {
    let [one, other] = people();
    let game = game(5);
    let next = game.answer(&other, turn(b"orders"));
    assert!(game.check(&next).is_ok());
    // Somebody else, or on the way.
    let stranger = Identity::from_bytes([3; 32]);
    let block = Block::read(&next).unwrap();
    assert_eq!(
        game.check(&block.to_bytes(&stranger)),
        Err(ChainError::Signature(5))
    );
    let mut tampered = next.clone();
    let end = tampered.len() - 64 - 2;
    tampered[end] ^= 1;
    assert_eq!(game.check(&tampered), Err(ChainError::Signature(5)));
    // Another secret than he was committed to: he would choose his dice.
    let chosen = changed(&game, &other, |block| {
        block.revealed = Some(stranger.secret(3));
    });
    assert_eq!(game.check(&chosen), Err(ChainError::Secret(5)));
    // Another past.
    let past = Digest::of_block(b"another");
    let elsewhere = changed(&game, &other, |block| block.previous = past);
    assert!(matches!(
        game.check(&elsewhere),
        Err(ChainError::OtherPast {
            number: 5,
            before: 4,
            ..
        })
    ));
    // Out of turn.
    let late = changed(&game, &other, |block| block.number = 7);
    assert_eq!(
        game.check(&late),
        Err(ChainError::Missing {
            found: 7,
            wanted: 5
        })
    );
    let wrong = changed(&game, &other, |block| block.side = 1);
    assert_eq!(game.check(&wrong), Err(ChainError::Side(5)));
    let key = other.key();
    for content in [
        Content::Acceptance { key },
        Content::Invitation(invitation(one.key())),
    ] {
        let kind = changed(&game, &other, |block| block.content = content);
        assert_eq!(game.check(&kind), Err(ChainError::Kind(5)));
    }
}

#[test]
fn of_two_versions_the_one_that_lies_here_stands() {
    let [_, other] = people();
    let mut game = game(3);
    let [first, second] = [b"attack", b"retire"].map(|orders| game.answer(&other, turn(orders)));
    game.push(&first).unwrap();
    assert_eq!(game.holds(&first), Ok(true));
    let refused = game.check(&second);
    assert!(
        matches!(refused, Err(ChainError::Another { number: 3, .. })),
        "{refused:?}"
    );
    assert_eq!(game.bytes(3), Some(&*first));
}

#[test]
fn a_game_begins_with_an_invitation_that_its_sender_signed() {
    let [one, other] = people();
    let game = game(3);
    let began = Chain::begin(game.bytes(2).unwrap()).map(|_| ());
    assert_eq!(began, Err(ChainError::NoInvitation(2)));
    let foreign = invite(&one, 0, invitation(other.key()));
    assert_eq!(
        Chain::begin(&foreign).map(|_| ()),
        Err(ChainError::Signature(0))
    );
}
