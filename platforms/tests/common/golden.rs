//! Committed pictures, and those that are made.

use std::path::{Path, PathBuf};

/// Compares a picture of RGB bytes with the committed one, or writes it where `HEXFRONT_BLESS` is set.
pub fn picture_is(name: &str, width: u32, height: u32, rgb: &[u8]) {
    let golden = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(format!("{name}.png"));
    if std::env::var_os("HEXFRONT_BLESS").is_some() {
        return write_png(&golden, width, height, rgb);
    }
    let (found_width, found_height, wanted) = read_png(&golden);
    if (width, height) == (found_width, found_height) && rgb == wanted {
        return;
    }
    let written = std::env::temp_dir().join(format!("{name}.png"));
    write_png(&written, width, height, rgb);
    let differ = rgb.chunks(3).zip(wanted.chunks(3)).filter(|(a, b)| a != b);
    panic!(
        "{name}: {} pixels differ from {}; the picture is in {}",
        differ.count(),
        golden.display(),
        written.display()
    );
}

fn write_png(path: &Path, width: u32, height: u32, rgb: &[u8]) {
    // A palette keeps the files small.
    let mut palette: Vec<[u8; 3]> = Vec::new();
    let mut index = std::collections::HashMap::new();
    let pixels: Vec<usize> = rgb
        .as_chunks::<3>()
        .0
        .iter()
        .map(|colour| {
            *index.entry(*colour).or_insert_with(|| {
                palette.push(*colour);
                palette.len() - 1
            })
        })
        .collect();
    let file = std::fs::File::create(path).expect("a picture can be written");
    let mut png = png::Encoder::new(file, width, height);
    png.set_depth(png::BitDepth::Eight);
    png.set_compression(png::Compression::High);
    let bytes: Vec<u8> = if palette.len() <= 256 {
        png.set_color(png::ColorType::Indexed);
        png.set_palette(palette.concat());
        pixels.iter().map(|i| *i as u8).collect()
    } else {
        png.set_color(png::ColorType::Rgb);
        rgb.to_vec()
    };
    png.write_header()
        .and_then(|mut writer| writer.write_image_data(&bytes))
        .expect("a picture can be written");
}

fn read_png(path: &Path) -> (u32, u32, Vec<u8>) {
    let file = std::fs::File::open(path)
        .unwrap_or_else(|e| panic!("{}: {e}; HEXFRONT_BLESS=1 writes it", path.display()));
    let mut decoder = png::Decoder::new(std::io::BufReader::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a picture can be read");
    let mut rgb = vec![0; reader.output_buffer_size().expect("a picture of some size")];
    let info = reader.next_frame(&mut rgb).expect("a picture can be read");
    rgb.truncate(info.buffer_size());
    (info.width, info.height, rgb)
}
