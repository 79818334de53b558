//! The title's papers, line by line.

use crate::stand_in::{Bench, FRAME, StandIn, call};
use hexfront_platforms::machine::{Bank, Machine};
use hexfront_platforms::machines::c64::Video;

/// Lines of the picture, up to the first whose paper cannot be its own, and to the black one above the text.
const FIRST: u16 = 51;
const HELD: u16 = 51 + 156;
const BLACK: u16 = 51 + 159;
/// Cycles of a line in which the VIC-II draws the display window.
const DRAWN: std::ops::Range<u16> = 17..58;
const PAPER: u32 = 0xD021;

/// Every paper that a picture can have stands before its line is drawn and until that is over, whatever the processor did when
/// the interrupt came.
#[test]
fn every_line_has_its_paper() {
    let mut seen = vec![0; usize::from(BLACK)];
    for video in [Video::Pal, Video::Ntsc] {
        let mut bench = Bench::with(video);
        bench.call(call::PAGE, &[2]);
        let papers: Vec<u8> = (0..=255).map(|line| line % 15 + 1).collect();
        bench.poke("title_papers", &papers[..usize::from(BLACK)]);
        // inc, inc, jmp: instructions in which an interrupt may have to wait, in a loop of 17 cycles, which is no part of a frame.
        let code = [0xFE, 0xF0, 0xCF, 0xFE, 0xF0, 0xCF, 0x4C, 0x00, 0xCF];
        bench.c64.load(0xCF00, &code);
        bench.rest();
        bench.c64.set_pc(0xCF00);
        bench.frames(1);
        let end = bench.c64.cycles() + 18 * FRAME;
        while bench.c64.cycles() < end {
            bench.c64.step();
            let (line, cycle) = bench.c64.raster();
            if (FIRST..BLACK).contains(&line) && DRAWN.contains(&cycle) {
                let paper = bench.c64.peek(Bank::Cpu, PAPER) & 15;
                let wanted = papers[usize::from(line.min(HELD - 1))];
                assert_eq!(paper, wanted, "{video:?}: line {line}, cycle {cycle}");
                seen[usize::from(line)] += 1;
            }
        }
    }
    // On a row's first line the processor stands still, and is seldom seen.
    let lines = FIRST..BLACK;
    let looked = |line: u16| line & 7 == FIRST & 7 || seen[usize::from(line)] > 0;
    assert!(lines.clone().all(looked), "{seen:?}");
    let firsts = lines.step_by(8).map(|line| seen[usize::from(line)]);
    assert!(firsts.sum::<u32>() > 0);
}
