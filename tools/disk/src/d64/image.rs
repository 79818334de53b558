//! The image itself: blocks in and out, and a new disk.

use super::{Block, DiskError, Fault, Header, Name, directory, geometry::BLOCKS};
use serde::{Deserialize, Serialize};

/// Bytes of an image without error bytes.
pub const SIZE: usize = BLOCKS * 256;
/// Bytes of an image with one error byte a block at its end.
pub const SIZE_WITH_ERRORS: usize = BLOCKS * 257;

/// Sizes of images with more tracks than a 1541 has, without and with error bytes, and their tracks.
const LONGER: [(usize, u8); 4] = [(196_608, 40), (197_376, 40), (205_312, 42), (206_114, 42)];

/// A D64 image. Equality is equality of the bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct D64 {
    /// The blocks in order, [`SIZE`] bytes.
    data: Vec<u8>,
    /// One error byte a block, or none at all.
    errors: Option<Vec<u8>>,
}

impl D64 {
    /// A newly formatted disk. Blocks hold zeros, as other tools make them (a drive leaves $4B $01 $01 ... there).
    pub fn format(name: Name, id: [u8; 2]) -> D64 {
        let mut disk = D64 {
            data: vec![0; SIZE],
            errors: None,
        };
        disk.clear(&Header { name, id });
        disk
    }

    /// Formats the disk anew: all blocks are zero, none is bad, the size of the image stays.
    pub fn reformat(&mut self, header: &Header) {
        self.data.fill(0);
        if let Some(errors) = &mut self.errors {
            errors.fill(1);
        }
        self.clear(header);
    }

    /// Writes an empty BAM and directory: what `N0:name` without an ID does to a formatted disk.
    pub fn clear(&mut self, header: &Header) {
        *self.slice_mut(Block::BAM) = directory::empty_bam(header);
        let mut first = [0; 256];
        first[1] = 0xFF;
        *self.slice_mut(Block::DIRECTORY) = first;
    }

    /// The image of these bytes.
    ///
    /// # Errors
    /// [`DiskError::Size`] or [`DiskError::TooManyTracks`]; the contents are not looked at, see [`D64::check`].
    pub fn from_bytes(bytes: &[u8]) -> Result<D64, DiskError> {
        if let Some(&(_, tracks)) = LONGER.iter().find(|row| row.0 == bytes.len()) {
            return Err(DiskError::TooManyTracks {
                bytes: bytes.len(),
                tracks,
            });
        }
        match bytes.len() {
            SIZE | SIZE_WITH_ERRORS => Ok(D64 {
                data: bytes[..SIZE].to_vec(),
                errors: (bytes.len() == SIZE_WITH_ERRORS).then(|| bytes[SIZE..].to_vec()),
            }),
            bytes => Err(DiskError::Size { bytes }),
        }
    }

    /// The bytes of the image file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.data.clone();
        if let Some(errors) = &self.errors {
            bytes.extend_from_slice(errors);
        }
        bytes
    }

    /// What the image says is wrong with a block.
    pub fn fault(&self, block: Block) -> Option<Fault> {
        self.errors
            .as_ref()
            .and_then(|errors| Fault::from_error_byte(errors[block.index()]))
    }

    /// Marks a block as bad, or as good again; adds error bytes to the image if it had none.
    pub fn set_fault(&mut self, block: Block, error_byte: u8) {
        self.errors.get_or_insert_with(|| vec![1; BLOCKS])[block.index()] = error_byte;
    }

    /// Reads a block.
    ///
    /// # Errors
    /// [`DiskError::Unreadable`] if the image marks it as bad.
    pub fn read(&self, block: Block) -> Result<&[u8; 256], DiskError> {
        match self.fault(block) {
            Some(fault) => Err(DiskError::Unreadable { block, fault }),
            None => Ok(self.peek(block)),
        }
    }

    /// The bytes that the image holds for a block, whether bad or not.
    pub fn peek(&self, block: Block) -> &[u8; 256] {
        let at = block.index() * 256;
        self.data[at..at + 256]
            .try_into()
            .expect("a block has 256 bytes")
    }

    /// Writes a block. A fault of the old data goes away with it.
    ///
    /// # Errors
    /// [`DiskError::Unreadable`] if the block's header is bad: the drive does not find where to write.
    pub fn write(&mut self, block: Block, data: &[u8; 256]) -> Result<(), DiskError> {
        match self.fault(block) {
            Some(fault) if !fault.mended_by_writing() => {
                return Err(DiskError::Unreadable { block, fault });
            }
            Some(_) => self.set_fault(block, 1),
            None => {}
        }
        *self.slice_mut(block) = *data;
        Ok(())
    }

    fn slice_mut(&mut self, block: Block) -> &mut [u8; 256] {
        let at = block.index() * 256;
        (&mut self.data[at..at + 256])
            .try_into()
            .expect("a block has 256 bytes")
    }

    /// Where the link of a block leads: the next block, or at the end the number of bytes used of this one
    /// (its link included, so 2 to 256).
    ///
    /// # Errors
    /// [`DiskError::BadLink`], or as [`D64::read`].
    pub fn link(&self, block: Block) -> Result<Link, DiskError> {
        let data = self.read(block)?;
        match (data[0], data[1]) {
            (0, last) => Ok(Link::End(usize::from(last.max(1)) + 1)),
            (track, sector) => {
                Block::new(track, sector)
                    .map(Link::Next)
                    .map_err(|_| DiskError::BadLink {
                        block,
                        track,
                        sector,
                    })
            }
        }
    }

    /// The blocks of the chain that starts at `first`.
    ///
    /// # Errors
    /// [`DiskError::BadLink`], [`DiskError::Loop`], or as [`D64::read`].
    pub fn chain(&self, first: Block) -> Result<Vec<Block>, DiskError> {
        let mut seen = [false; BLOCKS];
        let mut blocks = Vec::new();
        let mut at = first;
        loop {
            if std::mem::replace(&mut seen[at.index()], true) {
                return Err(DiskError::Loop { block: at });
            }
            blocks.push(at);
            match self.link(at)? {
                Link::Next(next) => at = next,
                Link::End(_) => return Ok(blocks),
            }
        }
    }
}

/// What the first two bytes of a block say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// The chain goes on there.
    Next(Block),
    /// Last block of the chain, with the number of its bytes in use, link included.
    End(usize),
}
