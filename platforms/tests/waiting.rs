//! Loops that wait for an interrupt pass at once, and nobody can tell: the same programs run by instructions.

use crate::common::{assembled, bare};
use hexfront_asm::Files;
use hexfront_platforms::Machine;
use hexfront_platforms::machine::Bank;
use hexfront_platforms::machines::atari8::{self, Atari8};
use hexfront_platforms::machines::c64::Video;

/// Loops around `cmp tick`, of many lengths; each is followed by a look at the clock, which goes into page $40.
const LOOPS: [&str; 7] = [
    "",
    "  nop\n",
    "  bit $02\n",
    "  jsr back\n",
    "  inx\n  dex\n",
    "  sta $03\n  php\n  plp\n",
    "  ldx #2\n@spin:\n  dex\n  bne @spin\n",
];

/// A program that waits for frames in each of the loops in turn and notes what `clock` reads then.
fn program(begin: &str, clock: &str) -> Vec<u8> {
    let mut source = format!(
        ".segment \"CODE\"\ntick = $20\nnoted = $21\n  sei\n  cld\n  lda #0\n  sta tick\n  sta noted\n{begin}main:\n"
    );
    for (i, inside) in LOOPS.iter().enumerate() {
        source += &format!(
            "  lda tick\nwait{i}:\n{inside}  cmp tick\n  beq wait{i}\n  lda {clock}\n  ldy noted\n  sta $4000,y\n  inc noted\n"
        );
    }
    source += "  jmp main\nback:\n  rts\n";
    assembled(&Files(&[("loops.s", &source)]), "loops.s", 0x1000)
}

/// Runs frames of one machine, and of another like it by instructions.
fn alike(mut one: impl Machine, frames: usize) {
    let mut other = one.snapshot();
    let cycles = (f64::from(one.clock_hz()) / one.frame_hz()) as u64;
    for frame in 0..frames {
        let took = one.run_frame();
        // The first begins somewhere, and each ends with an instruction.
        assert!(
            frame == 0 || took.abs_diff(cycles) < 20,
            "frame {frame}: {took}"
        );
        while other.cycles() < one.cycles() {
            other.step();
        }
        assert_eq!(one.cycles(), other.cycles(), "frame {frame}");
        assert_eq!(one.registers(), other.registers(), "frame {frame}");
        let differs = (0..0x1_0000).find(|a| one.peek(Bank::Ram, *a) != other.peek(Bank::Ram, *a));
        assert_eq!(differs, None, "frame {frame}");
        assert!(one.frame().pixels == other.frame().pixels, "frame {frame}");
    }
    assert!(
        (0..50).any(|i| one.peek(Bank::Ram, 0x4000 + i) != one.peek(Bank::Ram, 0x4000)),
        "the clock was looked at"
    );
}

#[test]
fn on_a_c64_with_badlines_sprites_and_a_split() {
    for sprites in [0x00, 0x81] {
        // Interrupts at lines 60 and 200 and by timer A of CIA 2 (NMI), which nobody asks for otherwise.
        let begin = format!(
            "  lda #$7F
  sta $DC0D
  lda $DC0D
  lda #<irq
  sta $0314
  lda #>irq
  sta $0315
  lda #<nmi
  sta $0318
  lda #>nmi
  sta $0319
  lda #$1B
  sta $D011
  lda #60
  sta $D012
  lda #{sprites}
  sta $D015
  sta $D001
  sta $D00F
  lda #1
  sta $D01A
  lda #$57
  sta $DD04
  lda #$31
  sta $DD05
  lda #$81
  sta $DD0D
  lda #$11
  sta $DD0E
  cli
  jmp main
irq:
  pha
  lda #1
  sta $D019
  lda $D012
  eor #60 ^ 200
  sta $D012
  inc $D020
  inc tick
  pla
  rti
nmi:
  pha
  lda $DD0D
  inc tick
  pla
  rti
"
        );
        let mut c64 = bare(Video::Pal);
        c64.load(0x1000, &program(&begin, "$DD04")[2..]);
        c64.set_pc(0x1000);
        alike(c64, 40);
    }
}

#[test]
fn on_an_atari_with_a_display_list_and_a_timer() {
    let begin = "  lda #<nmi
  sta $0200
  lda #>nmi
  sta $0201
  lda #<irq
  sta $0216
  lda #>irq
  sta $0217
  lda #<list
  sta $D402
  lda #>list
  sta $D403
  lda #$3E
  sta $D400
  lda #$C0
  sta $D40E
  lda #3
  sta $D20F
  lda #0
  sta $D208
  sta $D200
  lda #1
  sta $D20E
  sta $D209
  cli
  jmp main
nmi:
  inc $D01A
  inc tick
  rti
irq:
  pha
  lda #0
  sta $D20E
  lda $D20A
  sta $D200
  lda #1
  sta $D20E
  inc tick
  pla
  rti
list:
  .byte $70, $70, $42
  .word $1000
  .byte $82, 2, 4, 6, $8F, 14, 14, 2, 2, 2, 2, 2, 2, 2, $41
  .word list
";
    let mut os = [0xEA; atari8::OS.1];
    os[0x3F10..0x3F16].copy_from_slice(&[0x6C, 0x00, 0x02, 0x6C, 0x16, 0x02]);
    os[0x3FFA..].copy_from_slice(&[0x10, 0xFF, 0x00, 0xFF, 0x13, 0xFF]);
    let config = atari8::Config::default();
    let roms = atari8::Roms::new(config.model, &os, None).expect("sizes are right");
    let mut atari = Atari8::new(config, roms);
    atari.load(0x1000, &program(begin, "$D20A")[2..]);
    atari.set_pc(0x1000);
    alike(atari, 40);
}
