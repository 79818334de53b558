//! POKEY and the processor: how long an interrupt takes to be taken. The programs do as those of the Acid800 suite (A. Lee) do, whose
//! values were measured on an 800XL and a 130XE; the two differ by a cycle.

use super::{Atari8, byte, with_program};
use hexfront_platforms::Machine;

/// Sixty cycles, with the call; from there on it returns.
const DELAYS: &str = "
delay60:
    jsr delay12
delay48:
    jsr delay24
delay24:
    jsr delay12
delay12:
    rts
";

/// Lets a program run to its end; gives what it laid at $80 and $81.
fn results(program: &str) -> [u8; 2] {
    let mut atari: Atari8 = with_program(&format!("{program}{DELAYS}"));
    atari.run_frame();
    [0x80, 0x81].map(|address| byte(&atari, address))
}

/// Switches off what may interrupt, and has interrupts go to `caught`.
const QUIET: &str = "
    lda #0
    sta nmien
    sta dmactl
    sta irqen
    sta skctl
    lda #3
    sta skctl
    lda #<caught
    sta vimirq
    lda #>caught
    sta vimirq+1
";

#[test]
fn a_timers_interrupt_is_taken_two_or_three_cycles_after_irqst_shows_it() {
    // Timer 1 underflows 16 cycles after STIMER; each INX takes two. The second run is a cycle later than the first.
    let run = |branch: &str, result: u8| {
        format!(
            "
    lda #0
    sta irqen
    ldx #1
    inc wsync
    jsr delay60
    stx stimer
    stx irqen
    cli
    {branch} *+2
    inx
    inx
    inx
    inx
    inx
    inx
    inx
    inx
    sei
    lda $82
    sta ${result:02X}
"
        )
    };
    let even = run("bvs", 0x80);
    let odd = run("bvc", 0x81);
    let program = format!(
        "{QUIET}
    lda #8
    sta audf1
    lda #$40
    sta audctl
    clv
{even}{odd}
here: jmp here
caught:
    stx $82
    lda #0
    sta irqen
    rti
"
    );
    let [even, odd] = results(&program);
    assert_eq!(even, 6);
    assert!(matches!(odd, 5 | 6), "{odd}");
}

#[test]
fn the_clocks_begin_when_init_ends() {
    // A sled of NOPs at $2400 that begins with a BIT; what it has come to when the interrupt is taken says how late that was.
    let run = |audctl: u8, audf: u8, entry: &str, result: u8| {
        format!(
            "
    lda #${audctl:02X}
    sta audctl
    lda #{audf}
    sta audf1
    lda #0
    sta irqen
    sta skctl
    lda #1
    ldy #3
    sta wsync
    sta wsync
    sty skctl
    sta stimer
    sta irqen
    cli
    jsr {entry}
    sei
    lda $82
    sta ${result:02X}
"
        )
    };
    let sled = "
    ldx #0
    lda #$EA
@fill:
    sta $2400,x
    inx
    bne @fill
    lda #$24
    sta $2400
    lda #$60
    sta $24FF
";
    let handler = "
here: jmp here
caught:
    pha
    txa
    pha
    tsx
    lda $0104,x
    sta $82
    lda #0
    sta irqen
    pla
    tax
    pla
    rti
";
    let of = |audctl: u8, audf: u8| {
        let even = run(audctl, audf, "$2401", 0x80);
        let odd = run(audctl, audf, "$2400", 0x81);
        results(&format!("{QUIET}{sled}{even}{odd}{handler}"))
    };
    let [even, odd] = of(0x01, 0);
    assert!(
        matches!(even, 0x1F | 0x20) && odd == 0x1F,
        "{even:02x} {odd:02x}"
    );
    let [even, odd] = of(0x00, 2);
    assert!(
        even == 0x1E && matches!(odd, 0x1D | 0x1E),
        "{even:02x} {odd:02x}"
    );
}
