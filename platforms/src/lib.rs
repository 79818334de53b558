//! Emulated machines: chips, wiring, CPU adapters.
