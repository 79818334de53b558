//! The assembly sources by name.

macro_rules! sources {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../", $name)))),+]
    };
}

/// Main files of the C64's KERNAL and of BASIC, in [`SOURCES`]; each is one object.
pub const MAIN_FILES: [&str; 2] = ["kernal/kernal.s", "basic/basic.s"];
/// Link script: makes the outputs [`KERNAL`] and [`BASIC`] of the two objects.
pub const LINK_SCRIPT: &str = include_str!("../roms.link");
/// Output of the link: the KERNAL, 8 KB at $E000.
pub const KERNAL: &str = "kernal";
/// Output of the link: BASIC, 8 KB at $A000.
pub const BASIC: &str = "basic";

/// Main file of the Amiga's ROM, in [`SOURCES`]; one object.
pub const AMIGA_MAIN: &str = "amiga/rom.s";
/// Link script: makes the output [`AMIGA`] of that object.
pub const AMIGA_LINK_SCRIPT: &str = include_str!("../amiga.link");
/// Output of the link: the Amiga's ROM, 256 KB at $FC0000, which an A500 shows at $F80000 too.
pub const AMIGA: &str = "amiga";

/// Main files of the Apple II's ROMs, in [`SOURCES`]; each is one object.
pub const APPLE2_MAIN_FILES: [&str; 2] = ["apple2/monitor.s", "apple2/boot.s"];
/// Link script: makes the outputs [`MONITOR`] and [`DISK2`] of the two objects.
pub const APPLE2_LINK_SCRIPT: &str = include_str!("../apple2.link");
/// Output of the link: the main ROM, 12 KB at $D000.
pub const MONITOR: &str = "monitor";
/// Output of the link: the boot ROM of the disk card, 256 bytes at $C600.
pub const DISK2: &str = "disk2";

/// Main file of the ROM of the Atari 400 and 800; one object.
pub const ATARI8_OS_800: &str = "atari8/os800.s";
/// Main file of the ROM of the Atari XL and XE; one object.
pub const ATARI8_OS_XL: &str = "atari8/osxl.s";
/// Link script: makes the output [`ATARI8_OS`] of either object.
pub const ATARI8_LINK_SCRIPT: &str = include_str!("../atari8.link");
/// Output of the link: 10 KB at $D800, or 16 KB at $C000. [`atari8_rom`](crate::atari8_rom) lays the character set in.
pub const ATARI8_OS: &str = "os";

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
    "amiga/hardware.inc",
    "amiga/exec.inc",
    "amiga/rom.s",
    "amiga/variables.s",
    "amiga/reset.s",
    "amiga/memory_size.s",
    "amiga/exceptions.s",
    "amiga/base.s",
    "amiga/jump_table.s",
    "amiga/memory.s",
    "amiga/lists.s",
    "amiga/tasks.s",
    "amiga/libraries.s",
    "amiga/copy.s",
    "amiga/io.s",
    "amiga/trackdisk.s",
    "amiga/drive.s",
    "amiga/track.s",
    "amiga/mfm.s",
    "amiga/delay.s",
    "amiga/boot.s",
    "amiga/picture.s",
    "amiga/font.s",
    "amiga/tail.s",
    "apple2/variables.inc",
    "apple2/boot.s",
    "apple2/monitor.s",
    "apple2/break.s",
    "apple2/keys.s",
    "apple2/line.s",
    "apple2/paddle.s",
    "apple2/print.s",
    "apple2/reset.s",
    "apple2/scroll.s",
    "apple2/wait.s",
    "apple2/window.s",
    "atari8/hardware.inc",
    "atari8/variables.inc",
    "atari8/os.inc",
    "atari8/os800.s",
    "atari8/osxl.s",
    "atari8/boot.s",
    "atari8/cio.s",
    "atari8/disk.s",
    "atari8/editor.s",
    "atari8/interrupts.s",
    "atari8/keyboard.s",
    "atari8/reset.s",
    "atari8/screen.s",
    "atari8/sio.s",
    "atari8/vblank.s",
];
