//! The assembly sources by name.

macro_rules! sources {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../", $name)))),+]
    };
}

/// Main file of the KERNAL, in [`SOURCES`].
pub const KERNAL_MAIN: &str = "kernal/kernal.s";
/// First address of the KERNAL; it is [`ROM_LENGTH`] long.
pub const KERNAL_START: u16 = 0xe000;
/// Main file of BASIC, in [`SOURCES`].
pub const BASIC_MAIN: &str = "basic/basic.s";
/// First address of BASIC; it is [`ROM_LENGTH`] long.
pub const BASIC_START: u16 = 0xa000;
/// Bytes of the KERNAL and of BASIC, each.
pub const ROM_LENGTH: usize = 0x2000;

/// Every assembly file: the name that `.include` uses, and its text.
pub const SOURCES: &[(&str, &str)] = sources![
    "hardware.inc",
    "kernal/variables.inc",
    "kernal/kernal.s",
    "kernal/channels.s",
    "kernal/clock.s",
    "kernal/files.s",
    "kernal/io_init.s",
    "kernal/irq.s",
    "kernal/jump_table.s",
    "kernal/keyboard.s",
    "kernal/keymap.s",
    "kernal/load.s",
    "kernal/memory.s",
    "kernal/messages.s",
    "kernal/nmi.s",
    "kernal/open.s",
    "kernal/reset.s",
    "kernal/save.s",
    "kernal/screen_init.s",
    "kernal/screen_lines.s",
    "kernal/screen_print.s",
    "kernal/screen_read.s",
    "kernal/serial.s",
    "kernal/serial_lines.s",
    "kernal/vectors.s",
    "basic/variables.inc",
    "basic/basic.s",
    "basic/crunch.s",
    "basic/errors.s",
    "basic/expression.s",
    "basic/files.s",
    "basic/lines.s",
    "basic/list.s",
    "basic/print.s",
    "basic/run.s",
    "basic/start.s",
    "basic/system.s",
    "basic/tokens.s",
];
