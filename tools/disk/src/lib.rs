//! Disk image formats.
