//! The register address bus of the Amiga's custom chips: the registers' offsets from $DFF000, by their names.
//!
//! Source: Amiga Hardware Reference Manual, appendix A and B. Only the registers that a program of the OCS machine can
//! name are here.

/// Bits 14 blitter busy, 13 blitter zero, 10-0 as [`DMACON`]; read.
pub const DMACONR: u16 = 0x002;
/// Bits 15 long frame, 14-8 identification of Agnus, 0 line bit 8; read.
pub const VPOSR: u16 = 0x004;
/// Bits 15-8 line, 7-0 slot; read.
pub const VHPOSR: u16 = 0x006;
/// Disk data from disk, taken by disk DMA.
pub const DSKDATR: u16 = 0x008;
/// Mouse and joystick port 1.
pub const JOY0DAT: u16 = 0x00A;
/// Mouse and joystick port 2.
pub const JOY1DAT: u16 = 0x00C;
/// Collisions; reading clears.
pub const CLXDAT: u16 = 0x00E;
/// Audio and disk control; read.
pub const ADKCONR: u16 = 0x010;
/// Potentiometer counters of port 1.
pub const POT0DAT: u16 = 0x012;
/// Potentiometer counters of port 2.
pub const POT1DAT: u16 = 0x014;
/// Potentiometer pins; read.
pub const POTGOR: u16 = 0x016;
/// Serial data and status; read.
pub const SERDATR: u16 = 0x018;
/// Disk byte and status; read.
pub const DSKBYTR: u16 = 0x01A;
/// Interrupt enable bits; read.
pub const INTENAR: u16 = 0x01C;
/// Interrupt request bits; read.
pub const INTREQR: u16 = 0x01E;
/// Disk pointer, high word; the low word follows.
pub const DSKPT: u16 = 0x020;
/// Disk length and direction.
pub const DSKLEN: u16 = 0x024;
/// Disk data to disk.
pub const DSKDAT: u16 = 0x026;
/// Bits 15 long frame, 0 line bit 8.
pub const VPOSW: u16 = 0x02A;
/// Bits 15-8 line, 7-0 slot.
pub const VHPOSW: u16 = 0x02C;
/// Bit 1: the copper may write the registers from $040 on.
pub const COPCON: u16 = 0x02E;
/// Serial data and stop bits.
pub const SERDAT: u16 = 0x030;
/// Serial speed.
pub const SERPER: u16 = 0x032;
/// Potentiometer pins and start.
pub const POTGO: u16 = 0x034;
/// Writes to the mouse counters.
pub const JOYTEST: u16 = 0x036;
/// Blitter control 0: bits 15-12 shift of A, 11-8 channels A to D, 7-0 minterms.
pub const BLTCON0: u16 = 0x040;
/// Blitter control 1: bits 15-12 shift of B; 4 exclusive fill, 3 inclusive fill, 2 fill carry in, 1 descending, 0 line.
pub const BLTCON1: u16 = 0x042;
/// Mask of the first word of a row of A.
pub const BLTAFWM: u16 = 0x044;
/// Mask of the last word of a row of A.
pub const BLTALWM: u16 = 0x046;
/// Pointer of C, high word; then low word, B, A and D.
pub const BLTCPT: u16 = 0x048;
/// Bits 15-6 height, 5-0 width in words; 0 is the greatest. Writing starts the blitter.
pub const BLTSIZE: u16 = 0x058;
/// Modulo of C; then B, A and D.
pub const BLTCMOD: u16 = 0x060;
/// Data of C; then B and A.
pub const BLTCDAT: u16 = 0x070;
/// Disk synchronisation word.
pub const DSKSYNC: u16 = 0x07E;
/// First location of the copper, high word; then low word, second location.
pub const COP1LC: u16 = 0x080;
/// Second location of the copper, high word.
pub const COP2LC: u16 = 0x084;
/// Strobe: the copper goes on at its first location.
pub const COPJMP1: u16 = 0x088;
/// Strobe: the copper goes on at its second location.
pub const COPJMP2: u16 = 0x08A;
/// Display window start: bits 15-8 line, 7-0 lores pixel.
pub const DIWSTRT: u16 = 0x08E;
/// Display window stop: bits 15-8 line (bit 8 is not bit 7), 7-0 lores pixel (bit 8 is 1).
pub const DIWSTOP: u16 = 0x090;
/// Slot at which fetching of bitplanes begins.
pub const DDFSTRT: u16 = 0x092;
/// Slot at which fetching of bitplanes stops after one more unit.
pub const DDFSTOP: u16 = 0x094;
/// DMA control: bit 15 set or clear, 10 blitter priority, 9 all, 8 bitplanes, 7 copper, 6 blitter, 5 sprites, 4 disk,
/// 3-0 audio.
pub const DMACON: u16 = 0x096;
/// Collision control.
pub const CLXCON: u16 = 0x098;
/// Interrupt enable: bit 15 set or clear.
pub const INTENA: u16 = 0x09A;
/// Interrupt request: bit 15 set or clear.
pub const INTREQ: u16 = 0x09C;
/// Audio and disk control: bit 15 set or clear.
pub const ADKCON: u16 = 0x09E;
/// Location of audio channel 0, high word; $10 a channel. Low word, length, period, volume, data follow.
pub const AUD0LC: u16 = 0x0A0;
/// Length of audio channel 0 in words.
pub const AUD0LEN: u16 = 0x0A4;
/// Period of audio channel 0.
pub const AUD0PER: u16 = 0x0A6;
/// Volume of audio channel 0.
pub const AUD0VOL: u16 = 0x0A8;
/// Data of audio channel 0.
pub const AUD0DAT: u16 = 0x0AA;
/// Pointer of bitplane 1, high word; then low word and the other planes.
pub const BPL1PT: u16 = 0x0E0;
/// Bitplane control 0: bit 15 high resolution, 14-12 planes, 11 HAM, 10 dual playfield, 2 interlace.
pub const BPLCON0: u16 = 0x100;
/// Bitplane control 1: bits 7-4 scroll of even planes, 3-0 of odd planes.
pub const BPLCON1: u16 = 0x102;
/// Bitplane control 2: bit 6 playfield 2 in front, 5-3 and 2-0 sprites in front of playfields 2 and 1.
pub const BPLCON2: u16 = 0x104;
/// Modulo of odd planes.
pub const BPL1MOD: u16 = 0x108;
/// Modulo of even planes.
pub const BPL2MOD: u16 = 0x10A;
/// Data of bitplane 1; then the other planes. Writing bitplane 1 shows all.
pub const BPL1DAT: u16 = 0x110;
/// Pointer of sprite 0, high word; then low word and the other sprites.
pub const SPR0PT: u16 = 0x120;
/// Position of sprite 0: bits 15-8 first line, 7-0 pixel bits 8-1; 8 a sprite. Control, data A and B follow.
pub const SPR0POS: u16 = 0x140;
/// Control of sprite 0: bits 15-8 line after the last, 7 attached, 2 first line bit 8, 1 last line bit 8, 0 pixel bit 0.
pub const SPR0CTL: u16 = 0x142;
/// Data A of sprite 0, the low bits of its colours; writing arms it.
pub const SPR0DATA: u16 = 0x144;
/// Data B of sprite 0.
pub const SPR0DATB: u16 = 0x146;
/// Colour 0, 12 bits; then the other 31.
pub const COLOR00: u16 = 0x180;

/// Interrupt request of the blitter in [`INTREQ`].
pub const INT_BLIT: u16 = 0x0040;
/// Interrupt request of the vertical blank in [`INTREQ`].
pub const INT_VERTB: u16 = 0x0020;
/// Interrupt request of the copper in [`INTREQ`].
pub const INT_COPER: u16 = 0x0010;

/// The value of a register of the set-or-clear kind after a write.
pub fn set_or_clear(register: u16, value: u16) -> u16 {
    if value & 0x8000 != 0 {
        register | value & 0x7FFF
    } else {
        register & !value
    }
}
