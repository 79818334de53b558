//! The rules machine: reference interpreter, verifier, state image.
