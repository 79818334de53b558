//! Free ROMs, written from public facts.
