//! Paula's audio channels: words from DMA or the processor, played at a period and a volume.
//!
//! Times are slots (colour clocks). A channel with DMA takes a word when it starts the one before, a line later at most.

use crate::cpu::NEVER;

/// Interrupt request of channel 0 in INTREQ; the others follow.
const INT_AUD0: u16 = 0x0080;

/// A channel.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Channel {
    /// AUDxLEN, words of a block.
    length: u16,
    period: u16,
    /// 0 to 64.
    volume: u8,
    /// DMA is on.
    dma: bool,
    /// Words of this block still to be fetched.
    left: u16,
    /// A word is wanted, and whether from the block's beginning.
    wanted: Option<Restart>,
    /// The word that comes after the one that is played.
    next: Option<u16>,
    /// The word that is played and the slot in which its present sample ends.
    playing: Option<Playing>,
    /// The sample at the loudspeaker, -128 to 127.
    sample: i8,
    /// As modulator: the next word is a period, not a volume.
    period_next: bool,
}

/// Where a wanted word comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Restart {
    /// The block begins.
    Yes,
    /// It goes on.
    No,
}

/// A word that is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Playing {
    word: u16,
    /// Its second sample sounds.
    second: bool,
    ends: u64,
}

/// What a channel does to the next one, when they are attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Modulation {
    Volume(u16),
    Period(u16),
}

impl Channel {
    const fn new() -> Channel {
        Channel {
            length: 0,
            period: 0,
            volume: 0,
            dma: false,
            left: 0,
            wanted: None,
            next: None,
            playing: None,
            sample: 0,
            period_next: false,
        }
    }

    /// Slots of a sample; 0 is the longest period.
    fn sample_time(&self) -> u64 {
        match self.period {
            0 => 0x1_0000,
            period => u64::from(period),
        }
    }

    /// When its present sample ends.
    fn next_change(&self) -> u64 {
        self.playing.map_or(NEVER, |playing| playing.ends)
    }
}

/// The four channels.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Audio {
    channels: [Channel; 4],
    /// Played up to this slot.
    now: u64,
    sound: Option<Sound>,
}

/// Output at the host's rate: the mean of the voltage over each of its samples.
#[derive(Clone, Debug, PartialEq)]
struct Sound {
    rate: u64,
    slots_hz: u64,
    /// Slots of the present sample that are done, times `rate`.
    done: u64,
    /// Left and right: the sum of the voltages of those slots.
    sums: [f64; 2],
    samples: Vec<[f32; 2]>,
}

impl Sound {
    /// The loudspeakers have these voltages for so many slots.
    fn add(&mut self, voltages: [f64; 2], slots: u64) {
        let mut left = slots * self.rate;
        while left > 0 {
            let part = left.min(self.slots_hz - self.done);
            for (sum, voltage) in self.sums.iter_mut().zip(voltages) {
                *sum += voltage * part as f64;
            }
            self.done += part;
            left -= part;
            if self.done == self.slots_hz {
                self.samples
                    .push(self.sums.map(|sum| (sum / self.slots_hz as f64) as f32));
                self.sums = [0.0; 2];
                self.done = 0;
            }
        }
    }
}

/// Loudest a side can be: two channels of samples of 128 at volume 64.
const FULL: f64 = 2.0 * 128.0 * 64.0;

impl Audio {
    pub fn new() -> Audio {
        Audio {
            channels: [const { Channel::new() }; 4],
            now: 0,
            sound: None,
        }
    }

    /// The reset line: silence.
    pub fn reset(&mut self) {
        self.channels = [const { Channel::new() }; 4];
    }

    /// Turns synthesis on or off, see [`super::Paula::set_sample_rate`].
    pub fn set_sample_rate(&mut self, samples_per_second: Option<u32>, slots_hz: u32) {
        self.sound = samples_per_second
            .filter(|rate| *rate > 0)
            .map(|rate| Sound {
                rate: rate.into(),
                slots_hz: slots_hz.into(),
                done: 0,
                sums: [0.0; 2],
                samples: Vec::new(),
            });
    }

    /// Moves the samples made so far.
    pub fn drain(&mut self, samples: &mut Vec<[f32; 2]>) {
        if let Some(sound) = &mut self.sound {
            samples.append(&mut sound.samples);
        }
    }

    /// Plays all before slot `now`; returns the interrupt requests that came. `attached` is ADKCON.
    pub fn catch_up(&mut self, now: u64, attached: u16) -> u16 {
        let mut requests = 0;
        while self.now < now {
            let changes = self.channels.iter().map(Channel::next_change);
            let to = changes.fold(now, u64::min).max(self.now);
            self.play(to, attached);
            for n in 0..4 {
                while self.channels[n].next_change() <= self.now {
                    requests |= self.end_sample(n, attached);
                }
            }
        }
        requests
    }

    /// Nothing changes up to slot `to`.
    fn play(&mut self, to: u64, attached: u16) {
        let slots = to - self.now;
        self.now = to;
        let Some(sound) = &mut self.sound else {
            return;
        };
        let voltage = |n: usize| {
            let channel = &self.channels[n];
            // A modulator is not heard.
            let silent = attached >> n & 0x11 != 0;
            let loud = f64::from(channel.sample) * f64::from(channel.volume) / FULL;
            if silent { 0.0 } else { loud }
        };
        // Channels 0 and 3 are left, 1 and 2 right.
        sound.add([voltage(0) + voltage(3), voltage(1) + voltage(2)], slots);
    }

    /// The present sample of a channel ends: the second one of its word, or the next word, or silence follows.
    fn end_sample(&mut self, n: usize, attached: u16) -> u16 {
        let channel = &mut self.channels[n];
        let Some(playing) = &mut channel.playing else {
            return 0;
        };
        let ends = playing.ends;
        if !playing.second {
            playing.second = true;
            playing.ends += match channel.period {
                0 => 0x1_0000,
                period => u64::from(period),
            };
            channel.sample = playing.word as i8;
            return 0;
        }
        channel.playing = None;
        self.begin_word(n, ends, attached)
    }

    /// Begins the word that waits, in slot `at`.
    fn begin_word(&mut self, n: usize, at: u64, attached: u16) -> u16 {
        let channel = &mut self.channels[n];
        let Some(word) = channel.next.take() else {
            return 0;
        };
        channel.sample = (word >> 8) as i8;
        channel.playing = Some(Playing {
            word,
            second: false,
            ends: at + channel.sample_time(),
        });
        let mut requests = 0;
        if channel.dma {
            requests |= channel.want();
        } else {
            requests |= 1;
        }
        let modulation = channel.modulation(attached >> n, word);
        if let (Some(modulation), Some(next)) = (modulation, self.channels.get_mut(n + 1)) {
            match modulation {
                Modulation::Volume(word) => next.set_volume(word),
                Modulation::Period(word) => next.period = word,
            }
        }
        requests * (INT_AUD0 << n)
    }

    /// Which channels want a word, and which of those from the beginning of their block: one bit each.
    pub fn requests(&self) -> (u8, u8) {
        let mut wanted = (0, 0);
        for (n, channel) in self.channels.iter().enumerate() {
            wanted.0 |= u8::from(channel.wanted.is_some()) << n;
            wanted.1 |= u8::from(channel.wanted == Some(Restart::Yes)) << n;
        }
        wanted
    }

    /// DMA is switched, in slot `now`, to which all is played: one bit a channel.
    pub fn set_dma(&mut self, on: u16) {
        for (n, channel) in self.channels.iter_mut().enumerate() {
            let on = on >> n & 1 != 0;
            if on && !channel.dma {
                channel.left = 0;
                channel.next = None;
                channel.playing = None;
                channel.wanted = Some(Restart::Yes);
            } else if !on {
                channel.wanted = None;
            }
            channel.dma = on;
        }
    }

    /// A register of channel `n` (offset 4 length, 6 period, 8 volume, 10 data) is written in slot `now`, to which all
    /// is played. Returns interrupt requests.
    pub fn write(&mut self, n: usize, register: u16, value: u16, attached: u16) -> u16 {
        let now = self.now;
        let channel = &mut self.channels[n];
        match register {
            0x4 => channel.length = value,
            0x6 => channel.period = value,
            0x8 => channel.set_volume(value),
            0xA => return self.data(n, value, now, attached),
            _ => {}
        }
        0
    }

    /// A word comes from DMA or the processor.
    fn data(&mut self, n: usize, word: u16, now: u64, attached: u16) -> u16 {
        let channel = &mut self.channels[n];
        let mut requests = 0;
        if channel.dma {
            if channel.wanted.take() == Some(Restart::Yes) {
                // Location and length have been taken over: the program may write those of the next block.
                channel.left = channel.length.wrapping_sub(1);
                requests = INT_AUD0 << n;
            } else {
                channel.left = channel.left.wrapping_sub(1);
            }
        }
        channel.next = Some(word);
        if channel.playing.is_none() {
            requests |= self.begin_word(n, now, attached);
        }
        requests
    }

    /// The slot in which a channel that the processor feeds wants its next word; DMA asks for itself.
    pub fn next_event(&self) -> u64 {
        let fed = self.channels.iter().filter(|channel| !channel.dma);
        fed.map(Channel::next_change).fold(NEVER, u64::min)
    }
}

impl Channel {
    /// Wants the next word. No interrupt comes of it: DMA interrupts where a block begins.
    fn want(&mut self) -> u16 {
        self.wanted = Some(if self.left == 0 {
            Restart::Yes
        } else {
            Restart::No
        });
        0
    }

    fn set_volume(&mut self, value: u16) {
        self.volume = (value & 0x7F).min(64) as u8;
    }

    /// What the word does to the next channel; `attached` is ADKCON shifted to this one: bit 0 volume, bit 4 period.
    fn modulation(&mut self, attached: u16, word: u16) -> Option<Modulation> {
        match (attached & 1 != 0, attached & 0x10 != 0) {
            (false, false) => None,
            (true, false) => Some(Modulation::Volume(word)),
            (false, true) => Some(Modulation::Period(word)),
            (true, true) => {
                self.period_next = !self.period_next;
                Some(if self.period_next {
                    Modulation::Volume(word)
                } else {
                    Modulation::Period(word)
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Channels fed by the processor, sounding at one sample a slot.
    fn playing(attached: u16, words: &[(usize, u16)]) -> Audio {
        let mut audio = Audio::new();
        audio.set_sample_rate(Some(1000), 1000);
        for n in 0..4 {
            audio.write(n, 0x6, 1000, attached);
            audio.write(n, 0x8, 64, attached);
        }
        for (n, word) in words {
            audio.write(*n, 0xA, *word, attached);
        }
        audio
    }

    fn first_sample(mut audio: Audio, attached: u16) -> [f32; 2] {
        audio.catch_up(10, attached);
        let mut samples = Vec::new();
        audio.drain(&mut samples);
        samples[5]
    }

    #[test]
    fn channels_0_and_3_are_left_1_and_2_right() {
        for (n, side) in [(0, 0), (1, 1), (2, 1), (3, 0)] {
            let mut wanted = [0.0; 2];
            wanted[side] = 0.25;
            assert_eq!(first_sample(playing(0, &[(n, 0x4000)]), 0), wanted, "{n}");
        }
    }

    #[test]
    fn a_modulator_is_silent_whatever_it_modulates() {
        for (attached, sound) in [(0x00, 0.25), (0x01, 0.0), (0x10, 0.0), (0x11, 0.0)] {
            let audio = playing(attached, &[(0, 0x4000)]);
            assert_eq!(first_sample(audio, attached)[0], sound, "{attached:02X}");
        }
    }

    #[test]
    fn period_0_is_the_longest() {
        let mut audio = playing(0, &[]);
        audio.write(0, 0x6, 0, 0);
        audio.write(0, 0xA, 0x1234, 0);
        assert_eq!(audio.next_event(), 0x1_0000);
        audio.catch_up(0x1_0000, 0);
        assert_eq!(audio.next_event(), 0x2_0000);
    }

    #[test]
    fn a_modulator_of_both_gives_volume_and_period_in_turn() {
        let attached = 0x11;
        let mut audio = playing(attached, &[(0, 20)]);
        assert_eq!(audio.channels[1].volume, 20);
        audio.write(0, 0xA, 300, attached);
        audio.catch_up(2000, attached);
        let next = &audio.channels[1];
        assert_eq!((next.volume, next.period), (20, 300));
    }

    #[test]
    fn dma_switched_on_begins_a_block_once_and_switched_off_wants_nothing() {
        let mut audio = Audio::new();
        audio.write(0, 0x4, 8, 0);
        audio.write(0, 0x6, 500, 0);
        audio.set_dma(1);
        assert_eq!(audio.requests(), (1, 1));
        audio.write(0, 0xA, 0x1234, 0);
        assert_eq!(audio.requests(), (1, 0), "the next word of the block");
        audio.set_dma(3);
        assert_eq!(audio.requests(), (3, 2), "channel 0 goes on");
        audio.set_dma(2);
        assert_eq!(audio.requests(), (2, 2));
    }
}
