//! Parts of a game that are not in memory at the start, as one file: an index, and behind it pages as they lie in memory, a sector each, so
//! that they are read straight to where they belong (`shell/part_read.s`).

use std::collections::BTreeMap;

use hexfront_asm::Image;
use hexfront_isa::parts::segment;
use hexfront_layout::{Part, is_loaded_later};

use crate::ProgramError;
use crate::disk::HEAD;

const PAGE: usize = 256;
/// The index ends with its sector, which begins with the head of a binary file.
const INDEX: usize = PAGE - HEAD;

/// Pages by their number.
type Pages = BTreeMap<u8, [u8; PAGE]>;

/// The file of the parts: the mark of the program, then for each part its number, how many pages it has on the disk, these, how many pages are
/// zero, and these; behind the index a page that nobody reads, and then the pages themselves. Nothing where no part is loaded later.
///
/// Parts within others come before them: they come and go oftener, and what is read together with the index is in memory soonest.
///
/// # Errors
/// [`ProgramError::TooManyPages`].
pub fn part_file(
    image: &Image,
    parts: &[Part],
    mark: u16,
) -> Result<Option<Vec<u8>>, ProgramError> {
    let mut index = Vec::from(mark.to_le_bytes());
    let mut stored = Vec::new();
    let mut pages = 0;
    for number in (1..parts.len()).rev() {
        let name = segment(number);
        let of_part = match is_loaded_later(parts, &name) {
            true => pages_of(image, &name),
            false => Pages::new(),
        };
        if of_part.is_empty() {
            continue;
        }
        pages += of_part.len();
        index.push(number as u8);
        let (zero, full): (Pages, Pages) = of_part
            .into_iter()
            .partition(|(_, bytes)| *bytes == [0; PAGE]);
        for listed in [&full, &zero] {
            index.push(listed.len() as u8);
            index.extend(listed.keys());
        }
        stored.extend(full.into_values().flatten());
    }
    index.push(0);
    if index.len() > INDEX {
        let over = index.len() - INDEX;
        return Err(ProgramError::TooManyPages { pages, over });
    }
    index.resize(INDEX + PAGE, 0);
    index.extend(stored);
    Ok((pages > 0).then_some(index))
}

/// The pages of a segment, whose sections begin at pages and have them to themselves.
fn pages_of(image: &Image, segment: &str) -> Pages {
    let mut pages = Pages::new();
    for placement in image.placements.iter().filter(|p| p.segment == segment) {
        let zeros = vec![0; placement.size as usize];
        let bytes = placement.bytes.as_deref().unwrap_or(&zeros);
        for (number, bytes) in (placement.run >> 8..).zip(bytes.chunks(PAGE)) {
            let page = pages.entry(number as u8).or_insert([0; PAGE]);
            page[..bytes.len()].copy_from_slice(bytes);
        }
    }
    pages
}
