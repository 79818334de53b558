//! Reading of a cartridge's sections without allocation: numbers, strings, lists of entries.

use crate::cartridge::{Group, GroupKind};

/// Takes little-endian numbers and short strings off the front of a section.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn u8(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    pub(crate) fn u16(&mut self) -> Option<u16> {
        Some(u16::from(self.u8()?) | u16::from(self.u8()?) << 8)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        Some(u32::from(self.u16()?) | u32::from(self.u16()?) << 16)
    }

    pub(crate) fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(head)
    }

    /// A length byte and that many bytes of UTF-8.
    pub(crate) fn str(&mut self) -> Option<&'a str> {
        let count = self.u8()?;
        core::str::from_utf8(self.bytes(usize::from(count))?).ok()
    }
}

/// Iterator over the entries of a section.
#[derive(Clone)]
pub struct List<'a, T> {
    rest: Reader<'a>,
    entry: fn(&mut Reader<'a>) -> Option<T>,
}

impl<'a, T> List<'a, T> {
    pub(crate) fn new(rest: Reader<'a>, entry: fn(&mut Reader<'a>) -> Option<T>) -> Self {
        Self { rest, entry }
    }

    pub(crate) fn reads_to_end(mut self) -> bool {
        while !self.rest.0.is_empty() {
            if (self.entry)(&mut self.rest).is_none() {
                return false;
            }
        }
        true
    }
}

impl<T> Iterator for List<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        (self.entry)(&mut self.rest)
    }
}

/// Iterator over the data groups.
#[derive(Clone)]
pub struct Groups<'a> {
    pub(crate) rest: Reader<'a>,
    pub(crate) contents: Reader<'a>,
    pub(crate) next: u8,
}

impl<'a> Iterator for Groups<'a> {
    type Item = Group<'a>;

    fn next(&mut self) -> Option<Group<'a>> {
        if self.rest.0.is_empty() {
            return None;
        }
        let mut rest = self.rest;
        let count = rest.u8()?;
        let kind = match rest.u8()? {
            0 => GroupKind::Const,
            1 => GroupKind::State,
            2 => GroupKind::Scratch,
            _ => return None,
        };
        let part = rest.u8()?;
        let has_content = rest.u8()? != 0;
        let name = rest.str()?;
        let content = if has_content {
            Some(self.contents.bytes(usize::from(count) * 256)?)
        } else {
            None
        };
        self.rest = rest;
        let first = self.next;
        self.next = self.next.wrapping_add(count);
        Some(Group {
            first,
            count,
            kind,
            part,
            content,
            name,
        })
    }
}
