//! Sound by the host's default device.

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{FromSample, SampleFormat, SizedSample, Stream, StreamConfig};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Samples kept ahead at most: a sixth of a second at 48 kHz. More would be heard late.
const AHEAD: usize = 8000;

type Queue = Arc<Mutex<VecDeque<[f32; 2]>>>;

/// An open sound device.
pub struct Sound {
    queue: Queue,
    rate: u32,
    // Playing stops when it is dropped.
    _stream: Stream,
}

/// Why there is no sound.
#[derive(Debug, thiserror::Error)]
pub enum NoSound {
    /// The host has no device.
    #[error("no sound device")]
    NoDevice,
    /// The device wants samples of a kind not supported here.
    #[error("the sound device takes {0} samples only")]
    Format(SampleFormat),
    /// The device refused.
    #[error(transparent)]
    Device(#[from] cpal::Error),
}

impl Sound {
    /// Opens the default device.
    ///
    /// # Errors
    /// When there is none, or it cannot be used.
    pub fn open() -> Result<Self, NoSound> {
        let device = cpal::default_host()
            .default_output_device()
            .ok_or(NoSound::NoDevice)?;
        let supported = device.default_output_config()?;
        let format = supported.sample_format();
        let config: StreamConfig = supported.into();
        let rate = config.sample_rate;
        let queue = Queue::default();
        let stream = match format {
            SampleFormat::F32 => stream::<f32>(&device, config, Arc::clone(&queue))?,
            SampleFormat::I16 => stream::<i16>(&device, config, Arc::clone(&queue))?,
            SampleFormat::U16 => stream::<u16>(&device, config, Arc::clone(&queue))?,
            SampleFormat::I32 => stream::<i32>(&device, config, Arc::clone(&queue))?,
            SampleFormat::U8 => stream::<u8>(&device, config, Arc::clone(&queue))?,
            other => return Err(NoSound::Format(other)),
        };
        stream.play()?;
        Ok(Self {
            queue,
            rate,
            _stream: stream,
        })
    }

    /// Samples a second that the device takes.
    pub fn rate(&self) -> u32 {
        self.rate
    }

    /// Queues samples, left and right; the oldest go where too many wait.
    pub fn push(&self, samples: &[[f32; 2]]) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.extend(samples);
        let surplus = queue.len().saturating_sub(AHEAD);
        queue.drain(..surplus);
    }
}

fn stream<T>(
    device: &cpal::Device,
    config: StreamConfig,
    queue: Queue,
) -> Result<Stream, cpal::Error>
where
    T: SizedSample + FromSample<f32>,
{
    let channels = usize::from(config.channels);
    let mut last = [0.0; 2];
    device.build_output_stream(
        config,
        move |data: &mut [T], _: &cpal::OutputCallbackInfo| {
            let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
            for frame in data.chunks_mut(channels) {
                // Where samples lack, hold the last one: a jump would click.
                last = queue.pop_front().unwrap_or(last);
                match frame {
                    [one] => *one = T::from_sample((last[0] + last[1]) / 2.0),
                    // Further loudspeakers repeat left and right.
                    _ => {
                        for (i, sample) in frame.iter_mut().enumerate() {
                            *sample = T::from_sample(last[i & 1]);
                        }
                    }
                }
            }
        },
        |error| eprintln!("hexfront: sound: {error}"),
        None,
    )
}
