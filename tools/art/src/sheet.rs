//! A sheet of named pictures drawn in letters: `@name`, perhaps a colour, then its rows; `#` at the margin with a space after it is a
//! comment.

use hexfront_isa::seasons::Unknown;
use std::collections::BTreeMap;

/// What can be wrong with an art file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArtError {
    /// A picture that the converter needs is not drawn.
    #[error("the art has no picture `{name}`; draw it as `@{name}` followed by its rows")]
    Missing {
        /// The picture's name.
        name: String,
    },
    /// The picture has another size than its use asks for.
    #[error(
        "{file}: picture `{name}` is {width} x {height}, its use needs {want_width} x {want_height}"
    )]
    Size {
        /// The file.
        file: String,
        /// The picture's name.
        name: String,
        /// Columns found.
        width: usize,
        /// Rows found.
        height: usize,
        /// Columns needed.
        want_width: usize,
        /// Rows needed.
        want_height: usize,
    },
    /// A letter that stands for no colour here.
    #[error(
        "{file}: picture `{name}`, column {x}, row {y}: `{letter}` is no colour of its character set; it takes {known}"
    )]
    Letter {
        /// The file.
        file: String,
        /// The picture's name.
        name: String,
        /// Column, from 0.
        x: usize,
        /// Row, from 0.
        y: usize,
        /// The letter.
        letter: char,
        /// The letters that are.
        known: &'static str,
    },
    /// A word where a colour is named.
    #[error("{file}: `{word}` is no colour of the map; it takes {known}")]
    Colour {
        /// The file.
        file: String,
        /// The word.
        word: String,
        /// The colours there are.
        known: String,
    },
    /// A word where a colour of text is named.
    #[error("{place}: `{word}` is no colour of the machine; it has {known}")]
    TextColour {
        /// The file and the line.
        place: String,
        /// The word.
        word: String,
        /// The colours there are.
        known: String,
    },
    /// A line of `seasons.txt` for a weather that the game has not.
    #[error("{file}:{}: {unknown}", unknown.line)]
    Season {
        /// The file.
        file: String,
        /// The line, and what the game has.
        unknown: Unknown,
    },
    /// Too many different characters.
    #[error("{set} needs more than 256 characters; draw pictures that share more cells")]
    Full {
        /// The character set.
        set: &'static str,
    },
    /// The file is no picture.
    #[error("{file}: {reason}; save it as a PNG")]
    Png {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// A pixel that the machine cannot show.
    #[error("{file}: pixel {x},{y}: {reason}")]
    Pixel {
        /// The file.
        file: String,
        /// Column, from 0.
        x: usize,
        /// Row, from 0.
        y: usize,
        /// What is wrong, and the mend.
        reason: String,
    },
    /// A sound that its lines do not make.
    #[error("{file}:{line}: `{name}` {reason}")]
    Sound {
        /// The file.
        file: String,
        /// The line of its name, from 1.
        line: usize,
        /// Its name.
        name: String,
        /// What is wrong, and the mend.
        reason: &'static str,
    },
    /// Too many notes.
    #[error(
        "{file}: the tunes of all sounds have {count} notes, those of the machine among them, and there is room for {most}; shorten one"
    )]
    Notes {
        /// The file.
        file: String,
        /// Notes of all.
        count: usize,
        /// The most there can be.
        most: usize,
    },
    /// A line of a list.
    #[error("{file}:{line}: `{text}` is not {form}")]
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What stands there.
        text: String,
        /// What should.
        form: &'static str,
    },
}

/// A picture in letters, `[y][x]`, all rows equally long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Its name in the sheet.
    pub name: String,
    /// The file it is drawn in; none where it was put together.
    pub file: String,
    /// The colour that stands beside its name.
    pub colour: Option<String>,
    /// Letters, `[y][x]`.
    pub rows: Vec<Vec<char>>,
}

impl Picture {
    /// A picture of one letter.
    pub fn blank(name: &str, width: usize, height: usize, letter: char) -> Self {
        Self {
            name: name.to_owned(),
            file: String::new(),
            colour: None,
            rows: vec![vec![letter; width]; height],
        }
    }

    /// Of the same name, with other rows.
    fn with_rows(&self, rows: Vec<Vec<char>>) -> Self {
        Self {
            rows,
            ..self.clone()
        }
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// That a letter of it is no colour of its character set, which takes `known`.
    pub fn wrong(&self, x: usize, y: usize, known: &'static str) -> ArtError {
        ArtError::Letter {
            file: self.file.clone(),
            name: self.name.clone(),
            x,
            y,
            letter: self.rows[y][x],
            known,
        }
    }

    /// The part at `x`, `y` of `width` x `height`.
    pub fn cut(&self, x: usize, y: usize, width: usize, height: usize) -> Self {
        let rows = self.rows[y..y + height]
            .iter()
            .map(|r| r[x..x + width].to_vec())
            .collect();
        self.with_rows(rows)
    }

    /// Upside down.
    pub fn flipped(&self) -> Self {
        self.with_rows(self.rows.iter().rev().cloned().collect())
    }

    /// Left for right.
    pub fn mirrored(&self) -> Self {
        let mirror = |row: &Vec<char>| row.iter().rev().copied().collect();
        self.with_rows(self.rows.iter().map(mirror).collect())
    }

    /// An arrow towards each of the sides 1 to 6 of a hex, from those towards 1, upwards, and 2, of which the others are mirror images.
    pub fn six_ways(up: &Picture, slanting: &Picture) -> [Self; 6] {
        let left = slanting.mirrored();
        [
            up.clone(),
            slanting.clone(),
            slanting.flipped(),
            up.flipped(),
            left.flipped(),
            left,
        ]
    }

    /// Lays `over` at `x`, `y`; its `.` are holes.
    pub fn lay(&mut self, over: &Picture, x: usize, y: usize) {
        for (dy, row) in over.rows.iter().enumerate() {
            for (dx, &letter) in row.iter().enumerate() {
                if letter != '.' {
                    self.rows[y + dy][x + dx] = letter;
                }
            }
        }
    }

    /// Takes what `over` has, holes too, where `inside` says so of a column and a row.
    pub fn replace(&mut self, over: &Picture, inside: impl Fn(usize, usize) -> bool) {
        for (y, (row, from)) in self.rows.iter_mut().zip(&over.rows).enumerate() {
            for (x, (letter, &new)) in row.iter_mut().zip(from).enumerate() {
                if inside(x, y) {
                    *letter = new;
                }
            }
        }
    }

    /// Clears what lies within `dx` columns and `dy` rows of any drawn pixel of `over`, so that it stands out.
    pub fn halo(&mut self, over: &Picture, dx: usize, dy: usize) {
        let (width, height) = (self.width(), self.height());
        for (y, row) in over.rows.iter().enumerate() {
            for x in (0..row.len()).filter(|&x| row[x] != '.') {
                for clear in &mut self.rows[y.saturating_sub(dy)..(y + dy + 1).min(height)] {
                    clear[x.saturating_sub(dx)..(x + dx + 1).min(width)].fill('.');
                }
            }
        }
    }
}

/// All pictures of a file, a game's own in the place of those of the same names.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    pictures: BTreeMap<String, Picture>,
    /// Where the machine's own pictures are drawn.
    file: String,
}

impl Sheet {
    /// Reads a sheet. A name with several pictures side by side (separated by spaces) yields `name`, `name+1`, `name+2`
    /// when the name is a number, as the font's bands do.
    pub fn parse(file: &str, text: &str) -> Self {
        let mut sheet = Self {
            file: file.to_owned(),
            ..Self::default()
        };
        let mut name: Option<(String, Option<String>)> = None;
        for line in text.lines() {
            if line.is_empty() || line == "#" || line.starts_with("# ") {
                continue;
            }
            if let Some(new) = line.strip_prefix('@') {
                let mut words = new.split_whitespace().map(str::to_owned);
                name = words.next().map(|name| (name, words.next()));
                continue;
            }
            let Some((base, colour)) = &name else {
                continue;
            };
            for (i, part) in line.split_whitespace().enumerate() {
                let key = match base.parse::<usize>() {
                    Ok(first) => (first + i).to_string(),
                    Err(_) => base.clone(),
                };
                let picture = sheet
                    .pictures
                    .entry(key.clone())
                    .or_insert_with(|| Picture {
                        name: key,
                        file: file.to_owned(),
                        colour: colour.clone(),
                        rows: Vec::new(),
                    });
                picture.rows.push(part.chars().collect());
            }
        }
        sheet
    }

    /// With the pictures of another sheet in the place of those of the same names, or beside them.
    #[must_use]
    pub fn under(mut self, over: Self) -> Self {
        self.pictures.extend(over.pictures);
        self
    }

    /// The picture of that name, if it is not the machine's.
    pub fn own(&self, name: &str) -> Option<&Picture> {
        let picture = self.pictures.get(name)?;
        (picture.file != self.file).then_some(picture)
    }

    /// All pictures.
    pub fn pictures(&self) -> impl Iterator<Item = &Picture> {
        self.pictures.values()
    }

    /// A picture of any size.
    ///
    /// # Errors
    /// [`ArtError::Missing`].
    pub fn any(&self, name: &str) -> Result<&Picture, ArtError> {
        self.pictures.get(name).ok_or_else(|| ArtError::Missing {
            name: name.to_owned(),
        })
    }

    /// A picture of exactly this size.
    ///
    /// # Errors
    /// [`ArtError::Missing`] or [`ArtError::Size`].
    pub fn get(&self, name: &str, width: usize, height: usize) -> Result<&Picture, ArtError> {
        let picture = self.any(name)?;
        if picture.height() != height || picture.rows.iter().any(|r| r.len() != width) {
            let uneven = picture.rows.iter().map(Vec::len).find(|len| *len != width);
            return Err(ArtError::Size {
                file: picture.file.clone(),
                name: name.to_owned(),
                width: uneven.unwrap_or(width),
                height: picture.height(),
                want_width: width,
                want_height: height,
            });
        }
        Ok(picture)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheet_reads_pictures_bands_and_comments() {
        let sheet = Sheet::parse("f", "# words\n@a\n.#\n#.\n@32\n## ..\n.. ##\n");
        assert_eq!(sheet.get("a", 2, 2).unwrap().rows, [['.', '#'], ['#', '.']]);
        assert_eq!(
            sheet.get("33", 2, 2).unwrap().rows,
            [['.', '.'], ['#', '#']]
        );
    }

    #[test]
    fn sheet_names_what_is_missing_or_misshapen() {
        let sheet = Sheet::parse("f", "@a\n.#\n");
        assert_eq!(
            sheet.get("b", 2, 2).unwrap_err().to_string(),
            "the art has no picture `b`; draw it as `@b` followed by its rows"
        );
        assert_eq!(
            sheet.get("a", 2, 2).unwrap_err().to_string(),
            "f: picture `a` is 2 x 1, its use needs 2 x 2"
        );
        assert!(sheet.get("a", 2, 1).is_ok());
    }

    #[test]
    fn a_games_sheet_replaces_and_adds_by_name() {
        let machine = Sheet::parse("machine", "@a\n##\n@b\n##\n");
        let sheet = machine.under(Sheet::parse("game", "@b green\n..\n@c\n.#\n"));
        assert_eq!(sheet.any("a").unwrap().file, "machine");
        assert_eq!(sheet.any("b").unwrap().rows, [['.', '.']]);
        assert_eq!(sheet.own("b").unwrap().colour.as_deref(), Some("green"));
        assert!(sheet.own("a").is_none() && sheet.own("c").is_some());
    }

    #[test]
    fn halo_clears_around_and_lay_keeps_holes() {
        let mut p = Picture::blank("p", 3, 3, 'c');
        let mut over = Picture::blank("o", 3, 1, '.');
        over.rows[0][0] = 'r';
        p.halo(&over, 1, 1);
        p.lay(&over, 0, 0);
        let text: Vec<String> = p.rows.iter().map(|r| r.iter().collect()).collect();
        assert_eq!(text, ["r.c", "..c", "ccc"]);
    }
}
