//! The sections of a cartridge.

/// Numbers of the sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Section {
    /// Game id, version, grid, whether it is made for a pointer, main procedure, title.
    Header = 1,
    /// Code pages.
    Code,
    /// Part of each code page.
    CodeParts,
    /// Procedures.
    Procedures,
    /// Data groups.
    Groups,
    /// Contents of the data groups that have one, in their order.
    Contents,
    /// The text area: packed strings.
    Text,
    /// Pairs of the text packing.
    Pairs,
    /// Fields of the state image.
    Fields,
    /// View roles.
    Views,
    /// Rule ids and their bytes.
    Rules,
    /// Names of source files.
    Files,
    /// Source line of code places.
    Lines,
    /// Parts of the game.
    Parts,
    /// Part of each page of the text area.
    TextParts,
    /// Data page in whose rest each page of the text area lies, or [`crate::cartridge::OWN_PAGE`].
    TextHomes,
    /// What the values of view roles are drawn as.
    Looks,
    /// Files of the game's art, for builders of machines.
    Art,
}

impl Section {
    /// Every section.
    pub const ALL: [Self; 18] = [
        Self::Header,
        Self::Code,
        Self::CodeParts,
        Self::Procedures,
        Self::Groups,
        Self::Contents,
        Self::Text,
        Self::Pairs,
        Self::Fields,
        Self::Views,
        Self::Rules,
        Self::Files,
        Self::Lines,
        Self::Parts,
        Self::TextParts,
        Self::TextHomes,
        Self::Looks,
        Self::Art,
    ];
}
