//! Disk drives, one a folder, by their names. A drive holds its disk as an image of `hexfront-disk`, whose formats the tool reads
//! and writes too.
//!
//! | folder | drive | speaks |
//! | --- | --- | --- |
//! | [`mos1541`] | Commodore 1541 | CBM DOS 2.6 over the serial bus; D64 |
//! | [`atari810`] | Atari 810 and 1050, and the US Doubler | commands over the serial bus; ATR, XFD |
//! | [`disk2`] | Disk II, the Apple II's, and its card | bits under a head; DSK, PO, NIB, WOZ |
//! | [`fb354`] | Chinon FB-354, the Amiga 500's | bits under a head; ADF |

pub mod atari810;
pub mod disk2;
pub mod fb354;
pub mod mos1541;
