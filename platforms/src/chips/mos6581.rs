//! MOS 6581 SID, sound interface device.
