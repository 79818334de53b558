//! Clocks of instructions where the crate counts others: what depends on operands, and what it counts twice.

use super::Before;

/// Whether an opcode is one of those that [`correction`] or [`M68000::correct_state`](super::M68000) may put right, by
/// its upper ten bits: most are not, and need not be looked at.
static CORRECTED: [bool; 0x400] = {
    let mut table = [false; 0x400];
    let mut group = 0;
    while group < 0x400 {
        table[group] = may_be_wrong((group as u16) << 6);
        group += 1;
    }
    table
};

/// Whether what the crate makes of an opcode may need a correction.
#[inline]
pub(super) fn is_corrected(opcode: u16) -> bool {
    CORRECTED[usize::from(opcode >> 6)]
}

/// Whether an opcode, whose lower six bits do not count, has corrections.
const fn may_be_wrong(opcode: u16) -> bool {
    let size = opcode & 0x00C0;
    match opcode >> 12 {
        // Bit operations, ORI, ANDI and EORI to CCR, .L #data: most of them.
        0x0 => true,
        // NEGX NEG NOT .L; EXT.W, TAS, CHK
        0x4 => {
            matches!(opcode & 0x0FC0, 0x0080 | 0x0480 | 0x0680 | 0x0880 | 0x0AC0)
                || opcode & 0x01C0 == 0x0180
        }
        // ADDQ SUBQ .L; ADDQ.W
        0x5 => size == 0x0080 || opcode & 0x01C0 == 0x0040,
        // .L Dn,<ea>, and DIVU DIVS MULU MULS
        0x8 | 0xC => opcode & 0x01C0 == 0x0180 || size == 0x00C0,
        0x9 | 0xB | 0xD => opcode & 0x01C0 == 0x0180,
        _ => false,
    }
}

/// What to add to the crate's count of cycles. `data` is the last word read.
pub(super) fn correction(before: &Before<'_>, data: u16) -> i32 {
    let opcode = before.opcode;
    let in_memory = opcode & 0x38 >= 0x10;
    let quick_to_address = opcode & 0xF0F8 == 0x5048;
    match opcode >> 12 {
        // BTST Dn,#data
        0x0 if opcode & 0xF1FF == 0x013C => 2,
        // BCHG BCLR BSET with a data register as target
        0x0 if opcode & 0x38 == 0
            && opcode & 0xC0 != 0
            && (opcode & 0x0100 != 0 || opcode & 0x0F00 == 0x0800) =>
        {
            let number = if opcode & 0x0100 != 0 {
                before.wide()
            } else {
                u32::from(data)
            };
            if number & 31 < 16 { -2 } else { 0 }
        }
        // ANDI.L #data,Dn
        0x0 if opcode & 0x0FF8 == 0x0280 => 2,
        // ORI ANDI SUBI ADDI EORI .L
        0x0 if in_memory
            && matches!(opcode & 0x0FC0, 0x0080 | 0x0280 | 0x0480 | 0x0680 | 0x0A80) =>
        {
            -4
        }
        // NEGX NEG NOT .L
        0x4 if in_memory && matches!(opcode & 0x0FC0, 0x0080 | 0x0480 | 0x0680) => -4,
        // TAS, whose ten clocks on the bus hold the read of its operand
        0x4 if in_memory && opcode & 0x0FC0 == 0x0AC0 => -4,
        0x5 if quick_to_address && opcode & 0x0100 == 0 => 4,
        // ADDQ SUBQ .L
        0x5 if in_memory && opcode & 0x00C0 == 0x0080 => -4,
        // OR SUB EOR AND ADD .L Dn,<ea>
        0x8 | 0x9 | 0xB | 0xC | 0xD if in_memory && opcode & 0x01C0 == 0x0180 => -4,
        0x8 if opcode & 0x00C0 == 0x00C0 => {
            let divisor = before.operand(data);
            if opcode & 0x0100 == 0 {
                divu_cycles(before.wide(), divisor) - 140
            } else {
                divs_cycles(before.wide() as i32, divisor as i16) - 158
            }
        }
        0xC if opcode & 0x00C0 == 0x00C0 => {
            let factor = before.operand(data);
            // One addition or subtraction for each 1 (MULU), or for each change of bits (MULS).
            let steps = if opcode & 0x0100 == 0 {
                factor.count_ones()
            } else {
                (factor ^ factor << 1).count_ones()
            };
            38 + 2 * steps as i32 - 70
        }
        _ => 0,
    }
}

/// Clocks of `JSR` without an access.
pub(super) fn jsr_idle(opcode: u16) -> u32 {
    match (opcode >> 3 & 7, opcode & 7) {
        (2, _) => 4,
        (6, _) | (7, 3) => 6,
        (7, 1) => 0,
        _ => 2,
    }
}

/// Clocks for a word operand at the effective address of an opcode.
pub(super) fn operand_cycles(opcode: u16) -> u32 {
    match (opcode >> 3 & 7, opcode & 7) {
        (0 | 1, _) => 0,
        (2 | 3, _) | (7, 4) => 4,
        (4, _) => 6,
        (5, _) | (7, 0 | 2) => 8,
        (7, 1) => 12,
        _ => 10,
    }
}

/// Clocks of `DIVU` with a register as operand; `divisor` is not 0. The processor makes 15 trial subtractions; what
/// each takes depends on its carry and on whether it could be made.
fn divu_cycles(dividend: u32, divisor: u16) -> i32 {
    let high = u32::from(divisor) << 16;
    if dividend >= high {
        return 10;
    }
    let mut rest = dividend;
    let mut half_clocks = 38;
    for _ in 0..15 {
        let carry = rest & 0x8000_0000 != 0;
        rest <<= 1;
        if carry {
            rest = rest.wrapping_sub(high);
        } else {
            half_clocks += 2;
            if rest >= high {
                rest -= high;
                half_clocks -= 1;
            }
        }
    }
    2 * half_clocks
}

/// Clocks of `DIVS` with a register as operand; `divisor` is not 0.
fn divs_cycles(dividend: i32, divisor: i16) -> i32 {
    let mut half_clocks = if dividend < 0 { 7 } else { 6 };
    let magnitude = u32::from(divisor.unsigned_abs());
    if dividend.unsigned_abs() >> 16 >= magnitude {
        return 2 * (half_clocks + 2);
    }
    let quotient = dividend.unsigned_abs() / magnitude;
    half_clocks += 55;
    if divisor >= 0 {
        half_clocks += if dividend >= 0 { -1 } else { 1 };
    }
    // One more for each 0 among the quotient's 15 upper bits.
    half_clocks += (!quotient & 0xFFFE).count_ones() as i32;
    2 * half_clocks
}

#[cfg(test)]
mod tests {
    use super::super::{M68000, V, X};
    use super::*;

    #[test]
    fn what_is_not_looked_at_needs_no_correction() {
        for opcode in (0..=u16::MAX).filter(|opcode| !is_corrected(*opcode)) {
            for data in [1, 0x7FFF, 0xFFFF] {
                let mut cpu = M68000::new();
                cpu.set_sr(V | X);
                (0..8).for_each(|n| cpu.set_d(n, 0x1_8000 | u32::from(data)));
                let regs = cpu.core.regs;
                let before = Before {
                    opcode,
                    regs: &regs,
                };
                assert_eq!(correction(&before, data), 0, "{opcode:04X}");
                let as_it_was = cpu.clone();
                cpu.correct_state(&before);
                assert!(cpu == as_it_was, "{opcode:04X}");
            }
        }
    }

    #[test]
    fn most_moves_and_branches_are_not_looked_at() {
        for opcode in [0x2018, 0x3140, 0x6600, 0x7001, 0x4E75, 0xD240] {
            assert!(!is_corrected(opcode), "{opcode:04X}");
        }
    }
}
