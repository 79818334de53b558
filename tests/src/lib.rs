//! Tests that cross packages.
