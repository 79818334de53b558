//! Pictures that are kept.

use std::path::Path;

/// Compares a picture, rows of red, green and blue, with the one that a crate keeps under a name. `HEXFRONT_BLESS` keeps it anew.
///
/// # Panics
/// When it looks otherwise: where it was written to is said.
pub fn compare(folder: &str, machine: &str, name: &str, size: (u32, u32), rows: &[u8]) {
    let path = Path::new(folder).join(format!("tests/golden/{name}.png"));
    if std::env::var_os("HEXFRONT_BLESS").is_some() {
        write(&path, size, rows);
    }
    let kept = std::fs::read(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; HEXFRONT_BLESS=1 makes it", path.display()));
    if read(&kept) != rows {
        let found = std::env::temp_dir().join(format!("hexfront-{machine}-{name}.png"));
        write(&found, size, rows);
        panic!("{name} looks otherwise: {}", found.display());
    }
}

fn write(path: &Path, (width, height): (u32, u32), rows: &[u8]) {
    let file = std::fs::File::create(path).expect("a file");
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(rows).expect("rows");
}

fn read(bytes: &[u8]) -> Vec<u8> {
    let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    let mut reader = decoder.read_info().expect("a picture");
    let mut rows = vec![0; reader.output_buffer_size().expect("its size")];
    let info = reader.next_frame(&mut rows).expect("its rows");
    rows.truncate(info.buffer_size());
    rows
}
