//! The sound of a machine as a WAV file: 16 bits, left and right.

use crate::session::RunError;
use hound::{SampleFormat, WavSpec, WavWriter};
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

/// Samples a second where no sound device says otherwise.
pub const RATE: u32 = 44_100;

/// Pairs of samples that a file can hold: its length is a number of 32 bits.
const MOST: u32 = (u32::MAX - 1024) / 4;

/// A file that is being written.
pub struct Tape {
    path: PathBuf,
    /// None after the first trouble: a game goes on without its tape.
    writer: Option<WavWriter<BufWriter<File>>>,
    left: u32,
    trouble: Option<RunError>,
}

impl Tape {
    /// Begins a file for so many samples a second.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path, rate: u32) -> Result<Self, RunError> {
        let spec = WavSpec {
            channels: 2,
            sample_rate: rate,
            bits_per_sample: 16,
            sample_format: SampleFormat::Int,
        };
        let writer = WavWriter::create(path, spec).map_err(|error| failed(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            writer: Some(writer),
            left: MOST,
            trouble: None,
        })
    }

    /// Appends samples, left and right, -1.0 to 1.0. What goes wrong is told in the end.
    pub fn put(&mut self, samples: &[[f32; 2]]) {
        let Some(writer) = &mut self.writer else {
            return;
        };
        for pair in samples {
            if self.left == 0 {
                self.trouble = Some(RunError::LongSound(self.path.clone()));
                break;
            }
            self.left -= 1;
            let done = pair.iter().try_for_each(|sample| {
                writer.write_sample((sample.clamp(-1.0, 1.0) * f32::from(i16::MAX)) as i16)
            });
            if let Err(error) = done {
                self.trouble = Some(failed(&self.path, error));
                break;
            }
        }
        if self.trouble.is_some() {
            self.close();
        }
    }

    /// Completes the file.
    ///
    /// # Errors
    /// When it could not be written, now or before.
    pub fn end(mut self) -> Result<(), RunError> {
        self.close();
        self.trouble.map_or(Ok(()), Err)
    }

    fn close(&mut self) {
        if let Some(writer) = self.writer.take()
            && let Err(error) = writer.finalize()
        {
            self.trouble.get_or_insert(failed(&self.path, error));
        }
    }
}

fn failed(path: &Path, error: hound::Error) -> RunError {
    RunError::Write {
        path: path.to_owned(),
        source: match error {
            hound::Error::IoError(error) => error,
            other => std::io::Error::other(other),
        },
    }
}
