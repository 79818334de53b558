//! Our ROMs.

use super::linked_once;
use hexfront_platforms::machines::atari8::{Model, Roms};
use hexfront_roms::{
    ATARI8_LINK_SCRIPT, ATARI8_OS, ATARI8_OS_800, ATARI8_OS_XL, SOURCES, atari8_rom,
};

/// That of a model.
pub fn rom(model: Model) -> Vec<u8> {
    let main = match model {
        Model::Atari800 => ATARI8_OS_800,
        Model::Atari800Xl | Model::Atari130Xe => ATARI8_OS_XL,
    };
    let image = linked_once(SOURCES, &[main], ATARI8_LINK_SCRIPT);
    atari8_rom(image.output(ATARI8_OS).expect("the script makes it"))
}

/// The same, without a BASIC.
pub fn roms(model: Model) -> Roms {
    Roms::new(model, &rom(model), None).expect("ROM sizes")
}

/// The same, with a BASIC of nothing but returns built in where a model has one.
pub fn with_basic(model: Model) -> Roms {
    let basic = (model != Model::Atari800).then_some([0x60; 0x2000]);
    let basic = basic.as_ref().map(|basic| &basic[..]);
    Roms::new(model, &rom(model), basic).expect("ROM sizes")
}
