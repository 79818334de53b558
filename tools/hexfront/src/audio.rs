//! Sound by the host's default device. Where that fails the game goes on in silence, and says so once.

use crate::hush::Hush;
use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{ErrorKind, FromSample, SampleFormat, SizedSample, Stream, StreamConfig};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Samples kept ahead at most: a sixth of a second at 48 kHz. More would be heard late.
const AHEAD: usize = 8000;

/// A device that ran out of samples so often within `SPELL` does not play, whatever it says.
const MOST_GAPS: u32 = 20;
const SPELL: Duration = Duration::from_secs(2);

type Shared<T> = Arc<Mutex<T>>;
type Queue = Shared<VecDeque<[f32; 2]>>;

/// An open sound device.
pub struct Sound {
    queue: Queue,
    health: Shared<Health>,
    rate: u32,
    // Playing stops when it is dropped.
    stream: Option<Stream>,
    // Dropped after the stream.
    _hush: Option<Hush>,
}

/// What the device said of itself.
#[derive(Default)]
struct Health {
    gaps: u32,
    spell: Option<Instant>,
    /// Why it is given up.
    failure: Option<cpal::Error>,
}

impl Health {
    /// Takes an error of the stream. A gap now and then, another route, or a thread without a right to hurry are no
    /// reason to give up.
    fn note(&mut self, error: cpal::Error, now: Instant) {
        let fatal = match error.kind() {
            ErrorKind::DeviceChanged | ErrorKind::RealtimeDenied => false,
            ErrorKind::Xrun => {
                if self.spell.is_none_or(|begun| now - begun > SPELL) {
                    self.spell = Some(now);
                    self.gaps = 0;
                }
                self.gaps += 1;
                self.gaps > MOST_GAPS
            }
            _ => true,
        };
        if fatal {
            self.failure.get_or_insert(error);
        }
    }
}

fn lock<T>(shared: &Shared<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
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
        // Without it a device that fails is merely louder.
        let hush = Hush::begin().ok();
        let device = cpal::default_host()
            .default_output_device()
            .ok_or(NoSound::NoDevice)?;
        let supported = device.default_output_config()?;
        let format = supported.sample_format();
        let config: StreamConfig = supported.into();
        let rate = config.sample_rate;
        let (queue, health) = (Queue::default(), Shared::<Health>::default());
        let ends = (Arc::clone(&queue), Arc::clone(&health));
        let stream = match format {
            SampleFormat::F32 => stream::<f32>(&device, config, ends)?,
            SampleFormat::I16 => stream::<i16>(&device, config, ends)?,
            SampleFormat::U16 => stream::<u16>(&device, config, ends)?,
            SampleFormat::I32 => stream::<i32>(&device, config, ends)?,
            SampleFormat::U8 => stream::<u8>(&device, config, ends)?,
            other => return Err(NoSound::Format(other)),
        };
        stream.play()?;
        Ok(Self {
            queue,
            health,
            rate,
            stream: Some(stream),
            _hush: hush,
        })
    }

    /// Samples a second that the device takes.
    pub fn rate(&self) -> u32 {
        self.rate
    }

    /// Queues samples, left and right; the oldest go where too many wait. A device that has failed is closed, with one
    /// message.
    pub fn push(&mut self, samples: &[[f32; 2]]) {
        if self.stream.is_none() {
            return;
        }
        if let Some(error) = lock(&self.health).failure.take() {
            self.stream = None;
            eprintln!("hexfront: no more sound: {error}");
            return;
        }
        let mut queue = lock(&self.queue);
        queue.extend(samples);
        let surplus = queue.len().saturating_sub(AHEAD);
        queue.drain(..surplus);
    }
}

fn stream<T>(
    device: &cpal::Device,
    config: StreamConfig,
    (queue, health): (Queue, Shared<Health>),
) -> Result<Stream, cpal::Error>
where
    T: SizedSample + FromSample<f32>,
{
    let channels = usize::from(config.channels);
    let mut last = [0.0; 2];
    device.build_output_stream(
        config,
        move |data: &mut [T], _: &cpal::OutputCallbackInfo| {
            let mut queue = lock(&queue);
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
        move |error| lock(&health).note(error, Instant::now()),
        None,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gaps at a distance, each error with its time in milliseconds.
    fn gives_up(errors: impl IntoIterator<Item = (ErrorKind, u64)>) -> bool {
        let (mut health, begin) = (Health::default(), Instant::now());
        for (kind, at) in errors {
            health.note(kind.into(), begin + Duration::from_millis(at));
        }
        health.failure.is_some()
    }

    #[test]
    fn a_device_that_fails_is_given_up_and_one_that_stumbles_is_not() {
        assert!(gives_up([(ErrorKind::DeviceNotAvailable, 0)]));
        assert!(gives_up([(ErrorKind::Other, 0)]));
        assert!(!gives_up([
            (ErrorKind::DeviceChanged, 0),
            (ErrorKind::RealtimeDenied, 0)
        ]));
        let gaps = |pause: u64| (0..100).map(move |n| (ErrorKind::Xrun, n * pause));
        assert!(gives_up(gaps(10)), "a hundred a second");
        assert!(!gives_up(gaps(150)), "some in a minute of a slow host");
    }
}
