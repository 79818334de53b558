//! The rules language: source to cartridge.
