//! The fonts of the shell, so that what it draws can be read as text.

use crate::letters::{Font, ROWS};
use hexfront_isa::Style;
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;

/// The fonts of the shell: names of their files, and how wide their glyphs are.
const FONTS: [(&str, usize); 2] = [("font8.bin", 8), ("font6.bin", 6)];

/// The fonts that the shell writes with. The digits of counters are part of a picture.
pub fn fonts() -> Vec<Font> {
    let files = hexfront_amiga::art::art(&Looks::default(), Style::Pointer, "", &Art::default())
        .map(|art| art.files);
    let font = |(name, width): (&str, usize)| {
        let (_, bytes) = files
            .as_ref()
            .ok()?
            .iter()
            .find(|(file, _)| *file == name)?;
        let (glyphs, _) = bytes.as_chunks::<ROWS>();
        Some(Font {
            width,
            first: ' ',
            glyphs: glyphs.to_vec(),
        })
    };
    FONTS.into_iter().filter_map(font).collect()
}
