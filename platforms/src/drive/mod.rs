//! Disk drives that hang on a machine's bus.
