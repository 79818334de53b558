//! Which of playfields and objects is in front.
//!
//! Source: Atari's GTIA data sheet, priority equations. Where the bits of PRIOR contradict each other, nothing is left and the
//! colour is black; where all of them are 0, playfields and players mix.

/// Colours that may be in front together, as bits: 0 to 3 players, 4 to 7 playfields, 8 background. Colours in front
/// together are ORed.
const MIXTURES: [u16; MIXES] = [
    0x000, 0x100, 0x001, 0x002, 0x003, 0x004, 0x008, 0x00C, 0x010, 0x020, 0x040, 0x080, 0x011,
    0x012, 0x013, 0x021, 0x022, 0x023, 0x044, 0x048, 0x04C, 0x084, 0x088, 0x08C,
];
/// Colour registers: players, playfields, background.
pub(super) const COLOURS: usize = 9;
/// How many mixtures there are.
pub(super) const MIXES: usize = 24;

/// What is in front, as a number of a mixture: by PRIOR (bits 0 to 3 its own, 4 that colours mix), and by what is there (bits
/// 0 to 3 playfields, 4 to 7 players).
pub(super) static FRONT: [[u8; 256]; 32] = {
    let mut table = [[0; 256]; 32];
    let mut prior = 0;
    while prior < 32 {
        let mut there = 0;
        while there < 256 {
            table[prior][there] = number(in_front(prior as u8, there as u8));
            there += 1;
        }
        prior += 1;
    }
    table
};

const fn number(mixture: u16) -> u8 {
    let mut number = 0;
    while MIXTURES[number] != mixture {
        number += 1;
    }
    number as u8
}

const fn bit(value: u8, bit: u32) -> bool {
    value >> bit & 1 != 0
}

/// The equations.
const fn in_front(prior: u8, there: u8) -> u16 {
    let (pri0, pri1) = (bit(prior, 0), bit(prior, 1));
    let (pri2, pri3) = (bit(prior, 2), bit(prior, 3));
    let mixes = bit(prior, 4);
    // ANTIC sends one playfield at a time; only the fifth player can be there with another.
    let pf2 = bit(there, 2);
    let pf1 = bit(there, 1) && !pf2;
    let pf0 = bit(there, 0) && !bit(there, 1) && !pf2;
    let pf3 = bit(there, 3);
    let (p0, p1) = (bit(there, 4), bit(there, 5));
    let (p2, p3) = (bit(there, 6), bit(there, 7));
    let (p01, p23) = (p0 || p1, p2 || p3);
    let (pf01, pf23) = (pf0 || pf1, pf2 || pf3);

    let low_players = !(pf01 && (pri2 || pri3)) && !(pf23 && pri2);
    let high_players = !p01 && !(pf23 && (pri1 || pri2)) && (!pf01 || pri0);
    let low_fields = !(p23 && pri0) && !(p01 && (pri0 || pri1));
    let high_fields = !(p23 && (pri0 || pri3)) && (!p01 || pri2);

    let sp0 = p0 && low_players;
    let sp1 = p1 && low_players && (!p0 || mixes);
    let sp2 = p2 && high_players;
    let sp3 = p3 && high_players && (!p2 || mixes);
    let sf3 = pf3 && high_fields;
    let sf2 = pf2 && high_fields && !sf3;
    let sf1 = pf1 && low_fields && !sf3;
    let sf0 = pf0 && low_fields && !sf3;
    let background = !p01 && !p23 && !pf01 && !pf23;
    sp0 as u16
        | (sp1 as u16) << 1
        | (sp2 as u16) << 2
        | (sp3 as u16) << 3
        | (sf0 as u16) << 4
        | (sf1 as u16) << 5
        | (sf2 as u16) << 6
        | (sf3 as u16) << 7
        | (background as u16) << 8
}

/// The mixtures that each of the nine colour registers is in, as bits.
static MIXED_IN: [u32; COLOURS] = {
    let mut table = [0; COLOURS];
    let mut number = 0;
    while number < MIXES {
        let mut colour = 0;
        while colour < COLOURS {
            table[colour] |= ((MIXTURES[number] >> colour & 1) as u32) << number;
            colour += 1;
        }
        number += 1;
    }
    table
};

/// The bits of a number that are set, from the lowest on.
fn bits(mut number: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (number != 0).then(|| number.trailing_zeros() as usize);
        number &= number.wrapping_sub(1);
        bit
    })
}

/// A colour register was written: mixes anew what it is in.
pub(super) fn mix(mixes: &mut [u8; MIXES], colours: &[u8; COLOURS], written: usize) {
    for number in bits(MIXED_IN[written]) {
        let parts = bits(MIXTURES[number].into());
        mixes[number] = parts.fold(0, |mixed, colour| mixed | colours[colour]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order of the hardware manual, front first, for each bit of PRIOR.
    const ORDERS: [(u8, [u16; 9]); 4] = [
        (1, [0x1, 0x2, 0x4, 0x8, 0x10, 0x20, 0x40, 0x80, 0x100]),
        (2, [0x1, 0x2, 0x10, 0x20, 0x40, 0x80, 0x4, 0x8, 0x100]),
        (4, [0x10, 0x20, 0x40, 0x80, 0x1, 0x2, 0x4, 0x8, 0x100]),
        (8, [0x10, 0x20, 0x1, 0x2, 0x4, 0x8, 0x40, 0x80, 0x100]),
    ];

    #[test]
    fn one_bit_of_prior_gives_the_order_of_the_manual() {
        for (prior, order) in ORDERS {
            for players in 0..16u16 {
                for field in [0, 0x10, 0x20, 0x40, 0x80] {
                    let there = players | field;
                    let front = order
                        .into_iter()
                        .find(|one| there & one != 0)
                        .unwrap_or(0x100);
                    let code = (there >> 4 | (there & 15) << 4) as u8;
                    assert_eq!(in_front(prior, code), front, "{prior} {there:02X}");
                }
            }
        }
    }

    #[test]
    fn a_register_is_mixed_into_all_that_it_is_part_of() {
        let mut mixes = [0; MIXES];
        let mut colours = [0; COLOURS];
        for written in [8, 3, 0, 5, 1, 7, 2, 6, 4, 0, 8] {
            colours[written] ^= 1 << (written % 8) | 0x11;
            mix(&mut mixes, &colours, written);
            let expected = MIXTURES.map(|mixture| {
                let parts = (0..COLOURS).filter(|colour| mixture >> colour & 1 != 0);
                parts.fold(0, |mixed, colour| mixed | colours[colour])
            });
            assert_eq!(mixes, expected);
        }
    }

    #[test]
    fn pairs_of_players_mix_and_contradictions_are_black() {
        assert_eq!(in_front(0x11, 0x30), 0x003);
        assert_eq!(in_front(0x11, 0xC0), 0x00C);
        assert_eq!(in_front(0x01, 0x30), 0x001);
        // Playfield 0 behind players by bit 1, before them by bit 3.
        assert_eq!(in_front(0x0A, 0x11), 0x000);
        assert_eq!(in_front(0x00, 0x11), 0x011);
    }
}
