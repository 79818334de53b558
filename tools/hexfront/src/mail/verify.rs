//! Checks a turn of the opponent's, and a whole game from its invitation on.

use super::folder::{self, start_of};
use super::inputs;
use super::position;
use super::referee::{Referee, Standing};
use super::rules::MailRules;
use crate::failure::Failure;
use crate::replay::fields::differences;
use hexfront_isa::cartridge::Cartridge;
use hexfront_mail::block::ARRANGING;
use hexfront_mail::{Chain, Content, Turn};

/// Values that differ, told at most.
const SHOWN: usize = 4;

/// A turn that was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Inputs that it holds.
    pub inputs: usize,
    /// Turn and phase in which it ends.
    pub date: (u8, u8),
}

/// Plays the turn in block `number` of a chain, and compares where it leads to with what the block says.
///
/// # Errors
/// What is wrong with it.
pub fn turn(
    cartridge: Cartridge<'_>,
    rules: &MailRules,
    chain: &Chain,
    number: u32,
) -> Result<Option<Checked>, Failure> {
    let Some(block) = chain.blocks().nth(number as usize) else {
        return Ok(None);
    };
    let Content::Turn(turn) = &block.content else {
        return may_pass(rules, chain, number).map(|()| None);
    };
    let named = |error: &dyn std::fmt::Display| format!("block {number}: {error}");
    let start = start_of(chain, number, cartridge.image_bytes(), |n| chain.dice(n))?;
    let inputs = inputs::from_bytes(&turn.inputs).map_err(|error| named(&error))?;
    let referee = Referee::begin(cartridge, rules, block.side, &start.base, &start.since);
    let mut referee = referee.map_err(|error| named(&error))?;
    referee.take_all(&inputs).map_err(|error| named(&error))?;
    ends_as_it_says(&referee, turn).map_err(|error| named(&error))?;
    leads_where_it_says(cartridge, referee.state(), turn).map_err(|error| named(&error))?;
    Ok(Some(Checked {
        inputs: inputs.len(),
        date: referee.date(),
    }))
}

/// Only the side that has not the first orders sends a block without a turn, and only before them.
fn may_pass(rules: &MailRules, chain: &Chain, number: u32) -> Result<(), Failure> {
    let Some(block) = chain.blocks().nth(number as usize) else {
        return Ok(());
    };
    let may = number == ARRANGING && block.side != rules.first;
    if block.content == Content::Pass && !may {
        let side = rules.side_name(block.side);
        return Err(
            format!("block {number}: it holds no turn, and it is the {side} player's").into(),
        );
    }
    Ok(())
}

fn ends_as_it_says(referee: &Referee<'_>, turn: &Turn) -> Result<(), String> {
    let says = match (turn.ended, turn.is_base) {
        (true, _) => Standing::Ended,
        (false, is_base) => Standing::HandsOver { is_base },
    };
    match referee.standing() {
        found if found == says => Ok(()),
        Standing::Plays => Err("the turn is not played to its end".into()),
        _ => Err("the turn ends in another way than the block says".into()),
    }
}

/// Where the states differ, a few values are named: rules that differ show there.
fn leads_where_it_says(cartridge: Cartridge<'_>, found: &[u8], turn: &Turn) -> Result<(), String> {
    let Some(said) = position::from_bytes(&turn.position, cartridge.image_bytes()) else {
        return Err("its position is none of this game".into());
    };
    if said == found {
        return Ok(());
    }
    let list = differences(&cartridge, found, &said);
    let values: Vec<String> = list.iter().take(SHOWN).map(ToString::to_string).collect();
    Err(format!(
        "its orders and dice do not lead to the position that it brings: {} values differ ({})",
        list.len(),
        values.join("; ")
    ))
}

/// Checks every block of a game.
///
/// # Errors
/// The first that is not as it must be.
pub fn game(
    cartridge: &[u8],
    rules: &MailRules,
    chain: &Chain,
    mut tell: impl FnMut(u32, Option<Checked>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let cartridge = Cartridge::read(cartridge)?;
    folder::fits(chain.invitation(), &cartridge)?;
    for number in 0..chain.next() {
        tell(number, turn(cartridge, rules, chain, number)?)?;
    }
    Ok(())
}

/// The first block that two people hold in two versions.
pub fn first_difference(one: &Chain, other: &Chain) -> Option<u32> {
    (0..one.next().min(other.next())).find(|n| one.digest(*n) != other.digest(*n))
}
