//! Texts: how long they are when they are unpacked, and those that lie in the rests of data pages.

use alloc::collections::BTreeSet;

use hexfront_isa::cartridge::OWN_PAGE;
use hexfront_isa::text::{FIRST_PAIR, MOST_LETTERS};

use super::{Checker, VerifyError};

impl Checker<'_> {
    /// No text may take long to print: pairs of pairs grow fast. A text may begin anywhere before the zero that ends it.
    pub(super) fn text_lengths(&self) -> Result<(), VerifyError> {
        let mut letters = [1_usize; 256];
        for (byte, pair) in (usize::from(FIRST_PAIR)..).zip(self.cartridge.pairs) {
            let [left, right] = pair.map(|member| letters[usize::from(member)]);
            letters[byte] = left.saturating_add(right);
        }
        for (page, text) in self.cartridge.text.chunks(256).enumerate() {
            let mut strings = text.split(|byte| *byte == 0);
            let length = |string: &[u8]| {
                string.iter().fold(0_usize, |sum, &byte| {
                    sum.saturating_add(letters[usize::from(byte)])
                })
            };
            if strings.any(|string| length(string) > MOST_LETTERS) {
                return Err(VerifyError::TextLength { page });
            }
        }
        Ok(())
    }

    /// Text in the rests of data pages: machines that keep it there lay its bytes over those of the page.
    pub(super) fn text_homes(&self) -> Result<(), VerifyError> {
        let texts = self.cartridge.text.chunks(256);
        let parts = self.cartridge.text_parts();
        let homes = self.cartridge.text_homes();
        let mut seen = BTreeSet::new();
        for (page, ((text, part), &home)) in texts.zip(parts).zip(homes).enumerate() {
            if home == OWN_PAGE {
                continue;
            }
            let fail = |why| Err(VerifyError::TextHome { page, home, why });
            let Some(group) = self.group(home.into(), 1) else {
                return fail("there is no such page");
            };
            if page == 0 {
                return fail("it begins with the empty text");
            }
            if !seen.insert(home) {
                return fail("another page of text lies there");
            }
            if !self.parts[usize::from(*part)].implies(group.part) {
                return fail("that need not be in memory with it");
            }
            let first = usize::from(home - group.first) * 256;
            let begins = |at: usize| group.content.is_some_and(|bytes| bytes[first + at] != 0);
            let text_at = |(at, byte): (usize, &u8)| (*byte != 0).then_some(at);
            let mut text = text.iter().enumerate().filter_map(text_at);
            if text.any(|at| begins(at) || self.is_state(usize::from(home) * 256 + at)) {
                return fail("it holds other bytes there");
            }
        }
        Ok(())
    }
}
