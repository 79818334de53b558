//! Indexed pictures, and the sheet of objects with the list of what is where.

use super::{ArtError, Planes, TRANSPARENT};

/// A picture of palette indices, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Pixels a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `height` rows of `width` indices.
    pub pixels: Vec<u8>,
}

impl Picture {
    /// Reads an indexed PNG of up to eight bits a pixel.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Self, ArtError> {
        let wrong = |reason: String| ArtError::Picture {
            file: file.to_owned(),
            reason,
        };
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::IDENTITY);
        let mut reader = decoder.read_info().map_err(|e| wrong(e.to_string()))?;
        let size = reader
            .output_buffer_size()
            .ok_or_else(|| wrong("it is too large".to_owned()))?;
        let mut rows = vec![0; size];
        let info = reader
            .next_frame(&mut rows)
            .map_err(|e| wrong(e.to_string()))?;
        let bits = match (info.color_type, info.bit_depth) {
            (png::ColorType::Indexed | png::ColorType::Grayscale, depth) => depth as usize,
            (other, _) => return Err(wrong(format!("its pixels are {other:?}"))),
        };
        let (width, height) = (info.width as usize, info.height as usize);
        let mask = ((1_u16 << bits.min(8)) - 1) as u8;
        let pixel = |x: usize, y: usize| {
            let bit = x * bits;
            let byte = rows[y * info.line_size + bit / 8];
            byte >> (8 - bits - bit % 8) & mask
        };
        let pixels = (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .map(|(x, y)| pixel(x, y))
            .collect();
        Ok(Self {
            width,
            height,
            pixels,
        })
    }

    /// A picture of one colour.
    pub fn blank(width: usize, height: usize, colour: u8) -> Self {
        Self {
            width,
            height,
            pixels: vec![colour; width * height],
        }
    }

    /// Lays another one at a place; what is transparent there, and what would lie outside, is left out.
    pub fn lay(&mut self, over: &Self, left: i32, top: i32) {
        for (at, pixel) in over.pixels.iter().enumerate() {
            let x = left + (at % over.width) as i32;
            let y = top + (at / over.width) as i32;
            let inside =
                (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
            if inside && *pixel != TRANSPARENT {
                self.pixels[y as usize * self.width + x as usize] = *pixel;
            }
        }
    }

    /// The part at `x`, `y`.
    fn cut(&self, x: usize, y: usize, width: usize, height: usize) -> Self {
        let row = |y: usize| &self.pixels[y * self.width + x..][..width];
        Self {
            width,
            height,
            pixels: (y..y + height).flat_map(row).copied().collect(),
        }
    }
}

/// A piece of the sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// Its name.
    pub name: String,
    /// Where it is drawn, from the upper left corner of what it belongs to (a hex, a counter), in pixels.
    pub offset: (i16, i16),
    /// Its picture.
    pub picture: Picture,
    /// The same as the blitter reads it.
    pub planes: Planes,
}

impl Object {
    /// An object of that picture.
    pub fn new(name: &str, offset: (i16, i16), picture: Picture) -> Self {
        Self {
            name: name.to_owned(),
            offset,
            planes: Planes::of(&picture),
            picture,
        }
    }
}

/// All objects of a sheet, in the order of its list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The objects.
    pub objects: Vec<Object>,
}

impl Sheet {
    /// Reads the sheet `file` and the list of its objects: a line each, name, place, size, offset.
    pub fn read(file: &str, bytes: &[u8], list: &str, text: &str) -> Result<Self, ArtError> {
        let sheet = Picture::read(file, bytes)?;
        check_colours(file, &sheet)?;
        let mut objects = Vec::new();
        for (n, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let entry = entry(line).ok_or_else(|| ArtError::Line {
                file: list.to_owned(),
                line: n + 1,
                text: line.to_owned(),
                form: "`name x y width height dx dy`",
            })?;
            let (name, [x, y, width, height], offset) = entry;
            if x + width > sheet.width || y + height > sheet.height {
                return Err(ArtError::Outside {
                    file: file.to_owned(),
                    name: name.to_owned(),
                    width: sheet.width,
                    height: sheet.height,
                });
            }
            let picture = sheet.cut(x, y, width, height);
            objects.push(Object::new(name, offset, picture));
        }
        Ok(Self { objects })
    }

    /// The object of that name.
    pub fn find(&self, name: &str) -> Option<&Object> {
        self.objects.iter().find(|object| object.name == name)
    }
}

/// Name, place and size, offset of a line.
fn entry(line: &str) -> Option<(&str, [usize; 4], (i16, i16))> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let mut place = [0; 4];
    for value in &mut place {
        *value = words.next()?.parse().ok()?;
    }
    let offset = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let whole = words.next().is_none() && place[2] > 0 && place[3] > 0;
    whole.then_some((name, place, offset))
}

/// Fails at the first pixel that is neither of the palette nor transparent.
pub fn check_colours(file: &str, picture: &Picture) -> Result<(), ArtError> {
    match picture.pixels.iter().position(|p| *p > TRANSPARENT) {
        None => Ok(()),
        Some(at) => Err(ArtError::Colour {
            file: file.to_owned(),
            x: at % picture.width,
            y: at / picture.width,
            index: picture.pixels[at],
        }),
    }
}
