//! Series as a picture: a panel a result, a line a series and choice of settings, its spread shaded.

use super::canvas::{Canvas, Colour, LETTER};
use super::reference::Reference;
use super::summary::{Series, Spread, Summary};
use std::collections::BTreeMap;

/// A panel, its frame, and the key beside the frame, in pixels.
const PANEL: (i32, i32) = (640, 280);
const LEFT: i32 = 64;
const RIGHT: i32 = 192;
const TOP: i32 = 32;
const BOTTOM: i32 = 32;
/// Panels side by side.
const ABREAST: usize = 2;
/// Letters of the key that have room.
const KEY_LETTERS: usize = 20;
/// Rows of the key.
const KEY_ROW: i32 = 12;
/// Marks that the axes have at most: for the days of a fortnight, and for values.
const PLACES: i32 = 13;
const VALUES: i32 = 8;
/// How much a spread covers, of 255.
const SHADE: u8 = 40;

const INK: Colour = [0, 0, 0];
const GRID: Colour = [224, 224, 224];
/// Colours that also the colour-blind tell apart (Okabe and Ito).
const LINES: [Colour; 7] = [
    [0, 114, 178],
    [213, 94, 0],
    [0, 158, 115],
    [204, 121, 167],
    [86, 180, 233],
    [230, 159, 0],
    [110, 110, 110],
];

/// One line of a panel.
struct Line {
    label: String,
    colour: Colour,
    points: BTreeMap<i32, Spread>,
    /// It comes from the reference.
    reference: bool,
}

/// One result.
struct Panel {
    title: String,
    lines: Vec<Line>,
}

/// Draws every series; none if there is none.
pub fn draw(summary: &Summary, reference: &Reference) -> Option<Canvas> {
    let panels = panels(summary, reference);
    let columns = panels.len().min(ABREAST);
    let rows = panels.len().div_ceil(ABREAST);
    if panels.is_empty() {
        return None;
    }
    let mut canvas = Canvas::new(columns as i32 * PANEL.0, rows as i32 * PANEL.1);
    for (i, panel) in panels.iter().enumerate() {
        let (column, row) = ((i % ABREAST) as i32, (i / ABREAST) as i32);
        panel.draw(&mut canvas, (column * PANEL.0, row * PANEL.1));
    }
    Some(canvas)
}

fn panels(summary: &Summary, reference: &Reference) -> Vec<Panel> {
    let mut panels: Vec<Panel> = Vec::new();
    let mut add = |series: &Series, group: &str, reference: bool| {
        let (title, index) = series.name.split_once('[').unwrap_or((&series.name, ""));
        let at = panels.iter().position(|p| p.title == title);
        let at = at.unwrap_or_else(|| {
            panels.push(Panel {
                title: title.into(),
                lines: Vec::new(),
            });
            panels.len() - 1
        });
        let lines = &mut panels[at].lines;
        let label = format!("{} {group}", index.trim_end_matches(']'));
        lines.push(Line {
            label: label.trim().into(),
            colour: LINES[lines.len() % LINES.len()],
            points: series.points.clone(),
            reference,
        });
    };
    for (group, series) in summary.series() {
        for series in series {
            add(&series, group, false);
        }
    }
    // What is compared with has no panel of its own.
    let known: Vec<String> = summary
        .series()
        .flat_map(|(_, series)| series)
        .map(|series| series.name)
        .collect();
    for (name, values) in &reference.series {
        if known.contains(name) {
            let points = values
                .iter()
                .map(|(place, value)| (*place, Spread::single(*value)));
            let name = name.clone();
            let points = points.collect();
            add(&Series { name, points }, "compared", true);
        }
    }
    panels
}

/// Numbers along one side of a frame.
struct Axis {
    low: f64,
    high: f64,
    /// Between two marks: 1, 2 or 5 times a power of ten.
    step: f64,
}

impl Axis {
    /// An axis for these values, with whole marks, some `most` of them at most.
    fn of(values: impl Iterator<Item = f64> + Clone, most: i32) -> Self {
        let low = values.clone().fold(f64::INFINITY, f64::min);
        let high = values.fold(f64::NEG_INFINITY, f64::max);
        let high = if high > low { high } else { low + 1.0 };
        let least = ((high - low) / f64::from(most)).max(1.0);
        let power = 10_f64.powf(least.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|n| n * power)
            .into_iter()
            .find(|step| *step >= least)
            .unwrap_or(least);
        Self {
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
            step,
        }
    }

    fn marks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step).round() as i32;
        (0..=count).map(|i| self.low + f64::from(i) * self.step)
    }

    /// Where a value lies on `length` pixels.
    fn at(&self, value: f64, length: i32) -> i32 {
        ((value - self.low) / (self.high - self.low) * f64::from(length)).round() as i32
    }
}

/// The frame of a panel: its corner below the left, its size, its axes.
struct Frame {
    origin: (i32, i32),
    size: (i32, i32),
    across: Axis,
    up: Axis,
}

impl Frame {
    fn x(&self, place: f64) -> i32 {
        self.origin.0 + self.across.at(place, self.size.0)
    }

    fn y(&self, value: f64) -> i32 {
        self.origin.1 - self.up.at(value, self.size.1)
    }
}

impl Panel {
    fn draw(&self, canvas: &mut Canvas, (x, y): (i32, i32)) {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let frame = Frame {
            origin: (x + LEFT, y + PANEL.1 - BOTTOM),
            size: (PANEL.0 - LEFT - RIGHT, PANEL.1 - TOP - BOTTOM),
            across: Axis::of(points().map(|(place, _)| f64::from(*place)), PLACES),
            // From 0 on, so that heights can be compared.
            up: Axis::of(
                points()
                    .flat_map(|(_, spread)| [spread.low(), spread.high()])
                    .chain([0.0]),
                VALUES,
            ),
        };
        canvas.text(x + LEFT, y + LETTER, &self.title.replace('_', " "), INK);
        draw_axes(canvas, &frame);
        for line in &self.lines {
            shade(canvas, &frame, line);
        }
        for (i, line) in self.lines.iter().enumerate() {
            line.draw(canvas, &frame);
            let key = (
                x + PANEL.0 - RIGHT + 2 * LETTER,
                y + TOP + i as i32 * KEY_ROW,
            );
            if key.1 + KEY_ROW <= y + PANEL.1 {
                let label: String = line.label.chars().take(KEY_LETTERS).collect();
                canvas.text(key.0, key.1, &label.replace('_', " "), line.colour());
            }
        }
    }
}

fn draw_axes(canvas: &mut Canvas, frame: &Frame) {
    let (left, below) = frame.origin;
    let (right, above) = (left + frame.size.0, below - frame.size.1);
    for mark in frame.across.marks() {
        let (text, x) = (mark.to_string(), frame.x(mark));
        let centred = x - text.len() as i32 * LETTER / 2;
        canvas.text(centred, below + LETTER, &text, INK);
        (above..below).for_each(|y| canvas.dot(x, y, GRID, 255));
    }
    for mark in frame.up.marks() {
        let (text, y) = (mark.to_string(), frame.y(mark));
        let end = left - LETTER - text.len() as i32 * LETTER;
        canvas.text(end, y - LETTER / 2, &text, INK);
        (left..right).for_each(|x| canvas.dot(x, y, GRID, 255));
    }
}

/// Shades a deviation to both sides of the means.
fn shade(canvas: &mut Canvas, frame: &Frame, line: &Line) {
    let points: Vec<_> = line.points.iter().collect();
    for pair in points.windows(2) {
        let ((a, from), (b, to)) = (pair[0], pair[1]);
        let (x0, x1) = (frame.x(f64::from(*a)), frame.x(f64::from(*b)));
        for x in x0..x1 {
            let part = f64::from(x - x0) / f64::from(x1 - x0);
            let between = |from: f64, to: f64| frame.y(from + (to - from) * part);
            let (top, bottom) = (
                between(from.high(), to.high()),
                between(from.low(), to.low()),
            );
            (top..bottom).for_each(|y| canvas.dot(x, y, line.colour(), SHADE));
        }
    }
}

impl Line {
    fn colour(&self) -> Colour {
        if self.reference { INK } else { self.colour }
    }

    fn draw(&self, canvas: &mut Canvas, frame: &Frame) {
        let at =
            |(place, spread): (&i32, &Spread)| (frame.x(f64::from(*place)), frame.y(spread.mean));
        let points: Vec<_> = self.points.iter().map(at).collect();
        for pair in points.windows(2) {
            canvas.line(pair[0], pair[1], self.colour(), self.reference);
        }
        for (x, y) in points {
            for row in -1..=2 {
                canvas.line((x - 1, y + row), (x + 1, y + row), self.colour(), false);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(values: &[f64]) -> Vec<f64> {
        Axis::of(values.iter().copied(), VALUES).marks().collect()
    }

    #[test]
    fn marks_are_round_and_hold_all_values() {
        assert_eq!(marks(&[1.0, 4.0]), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(
            marks(&[0.0, 31.0]),
            [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0]
        );
        assert_eq!(
            marks(&[-120.0, 900.0]),
            [-200.0, 0.0, 200.0, 400.0, 600.0, 800.0, 1000.0]
        );
        assert_eq!(marks(&[3.0]), [3.0, 4.0], "a single value");
    }

    #[test]
    fn values_lie_between_the_ends() {
        let axis = Axis::of([0.0, 10.0].into_iter(), VALUES);
        assert_eq!([0.0, 5.0, 10.0].map(|v| axis.at(v, 200)), [0, 100, 200]);
    }
}
