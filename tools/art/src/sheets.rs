//! The sheets of a machine whose map is made of characters, those of a game over them, and what both say of the sides.

use crate::plan::{self, Plan};
use crate::sheet::{ArtError, Sheet};
use hexfront_isa::art::Art;
use hexfront_isa::looks::{Looks, Unknown};
use hexfront_isa::sounds;

/// A game's file of how its sides look.
const SIDES: &str = "sides.txt";

/// What a machine draws with.
pub trait Machine {
    /// Its folder; a game's files for it lie in `art/NAME`.
    const NAME: &'static str;
    /// Names of its sheets and their texts: pieces of the map, counters, marks, letters, glyphs.
    const SHEETS: [(&'static str, &'static str); 5];
    /// Files of a game that it reads besides sheets, sides and sounds.
    const FILES: &'static [&'static str];
    /// What the names of the pictures of a size begin with.
    const OF_A_SIZE: &'static [&'static str];
    /// How a side looks.
    type Look: Copy + PartialEq;
    /// Sides in outlines, and solid ones.
    const LOOKS: [Self::Look; 2];
    /// What a line of the file of sides is, as messages say it.
    const SIDE_FORM: &'static str;

    /// The look that stands behind a side's name in the file of sides; none where the words are no look.
    ///
    /// # Errors
    /// [`ArtError`] with a word that is no colour.
    fn look(file: &str, words: &[&str]) -> Result<Option<Self::Look>, ArtError>;

    /// Where a file of a game lies in its directory.
    fn path(file: &str) -> String {
        format!("art/{}/{file}", Self::NAME)
    }
}

/// All pictures drawn in letters; the machine's alone by default.
#[derive(Debug, Clone)]
pub struct Sheets<M: Machine> {
    /// Pieces of the map.
    pub map: Sheet,
    /// Counters, and arrows over them.
    pub counters: Sheet,
    /// Marks over a hex.
    pub marks: Sheet,
    /// Letters.
    pub font: Sheet,
    /// Glyphs of the pages.
    pub glyphs: Sheet,
    /// How sides of these names look.
    pub(crate) sides: Vec<(String, M::Look)>,
}

impl<M: Machine> Default for Sheets<M> {
    fn default() -> Self {
        let folder = format!("{}/art", M::NAME);
        let [map, counters, marks, font, glyphs] =
            M::SHEETS.map(|(_, text)| Sheet::parse(&folder, text));
        Self {
            map,
            counters,
            marks,
            font,
            glyphs,
            sides: Vec::new(),
        }
    }
}

impl<M: Machine> Sheets<M> {
    /// The machine's sheets with a game's over them.
    ///
    /// # Errors
    /// [`ArtError`] where the list of sides has a mistake.
    pub fn of(art: &Art<'_>) -> Result<Self, ArtError> {
        let mut all = Self::default();
        for (name, sheet) in all.each_mut() {
            if let Some(text) = art.text(name) {
                *sheet = std::mem::take(sheet).under(Sheet::parse(&M::path(name), &text));
            }
        }
        if let Some(text) = art.text(SIDES) {
            all.sides = sides::<M>(&text)?;
        }
        Ok(all)
    }

    /// All sheets, with the names of their files.
    pub(crate) fn each(&self) -> [(&'static str, &Sheet); 5] {
        let [map, counters, marks, font, glyphs] = M::SHEETS.map(|(name, _)| name);
        [
            (map, &self.map),
            (counters, &self.counters),
            (marks, &self.marks),
            (font, &self.font),
            (glyphs, &self.glyphs),
        ]
    }

    fn each_mut(&mut self) -> [(&'static str, &mut Sheet); 5] {
        let [map, counters, marks, font, glyphs] = M::SHEETS.map(|(name, _)| name);
        [
            (map, &mut self.map),
            (counters, &mut self.counters),
            (marks, &mut self.marks),
            (font, &mut self.font),
            (glyphs, &mut self.glyphs),
        ]
    }
}

/// The looks of sides, a line each: the name, then the words of a look.
fn sides<M: Machine>(text: &str) -> Result<Vec<(String, M::Look)>, ArtError> {
    let file = M::path(SIDES);
    let mut sides = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (name, look) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let words: Vec<&str> = look.split_whitespace().collect();
        let look = M::look(&file, &words)?.ok_or_else(|| ArtError::Line {
            file: file.clone(),
            line: number,
            text: line.to_owned(),
            form: M::SIDE_FORM,
        })?;
        sides.push((name.to_owned(), look));
    }
    Ok(sides)
}

/// Values of a game that neither it nor the machine has a drawing for, or more of a kind than its counters show.
pub fn unknown<M: Machine>(looks: &Looks<'_>, art: &Art<'_>) -> Vec<Unknown> {
    let sheets = Sheets::<M>::of(art).unwrap_or_default();
    plan::unknown(looks, &sheets)
}

/// What a game has in its folder for the machine that nothing shows: files, and pictures in them.
pub fn unread<M: Machine>(looks: &Looks<'_>, art: &Art<'_>) -> Vec<String> {
    let known = |name: &str| {
        let sheets = M::SHEETS.iter().map(|(sheet, _)| sheet);
        let mut all = sheets.chain(M::FILES).chain(&[SIDES, sounds::FILE]);
        all.any(|known| *known == name)
    };
    let files = art.files().map(|(name, _)| name);
    let files = files.filter(|name| !known(name)).map(str::to_owned);
    files.chain(unused::<M>(looks, art)).collect()
}

/// Pictures that a game draws and nothing shows.
fn unused<M: Machine>(looks: &Looks<'_>, art: &Art<'_>) -> Vec<String> {
    let sheets = Sheets::<M>::of(art).unwrap_or_default();
    let drawn = Plan::of(looks, &sheets).pictures(M::OF_A_SIZE);
    let machine = Sheets::<M>::default();
    let both = sheets.each().into_iter().zip(machine.each());
    let each = both.flat_map(|((file, sheet), (_, known))| {
        let drawn = &drawn;
        let idle = move |name: &&str| {
            let of_game = sheet.own(name).is_some();
            of_game && known.any(name).is_err() && !drawn.iter().any(|used| used == name)
        };
        let names = sheet.pictures().map(|picture| picture.name.as_str());
        names
            .filter(idle)
            .map(move |name| format!("{file}: `@{name}`"))
    });
    each.collect()
}
