//! The results of several choices of figures side by side, each with what chance leaves open.

use super::summary::{Spread, Summary, Total};
use hexfront_lang::simulation::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The quantile of the normal distribution outside of which 5 % lie.
const Z: f64 = 1.959_964;

/// Within which the true mean of games lies in 95 of 100 such samples; nothing for a single game.
pub fn mean_within(spread: &Spread, games: usize) -> Option<(f64, f64)> {
    let half = student(games.checked_sub(1)?)? * spread.sd / (games as f64).sqrt();
    Some((spread.mean - half, spread.mean + half))
}

/// The two-sided 95 % quantile of Student's distribution, by Hill's expansion (Abramowitz and Stegun 26.7.5): within
/// 1 % from 3 degrees of freedom on.
fn student(freedom: usize) -> Option<f64> {
    let v = freedom as f64;
    match freedom {
        0 => None,
        1 => Some(12.706),
        2 => Some(4.303),
        _ => {
            let [first, second, third] = [
                (Z.powi(3) + Z) / 4.0,
                (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / 96.0,
                (3.0 * Z.powi(7) + 19.0 * Z.powi(5) + 17.0 * Z.powi(3) - 15.0 * Z) / 384.0,
            ];
            Some(Z + first / v + second / v.powi(2) + third / v.powi(3))
        }
    }
}

/// Within which the true share lies in 95 of 100 such samples (Wilson's interval).
pub fn share_within(hits: usize, games: usize) -> (f64, f64) {
    let n = games.max(1) as f64;
    let p = hits as f64 / n;
    let middle = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    ((middle - half) / whole, (middle + half) / whole)
}

/// A table: a line a result (a line a value where values are counted), a column a choice.
pub fn to_text(summary: &Summary) -> String {
    let mut rows = vec![vec!["95 in 100 lie within".to_owned()]];
    rows[0].extend(summary.groups().map(|group| group.name.clone()));
    let labels: BTreeSet<(usize, &str)> = summary
        .groups()
        .flat_map(|group| group.singles().enumerate().map(|(i, row)| (i, row.label)))
        .collect();
    let mut seen = BTreeSet::new();
    for (_, label) in labels.into_iter().filter(|(_, label)| seen.insert(*label)) {
        lines(summary, label, &mut rows);
    }
    aligned(&rows)
}

/// The lines of one result.
fn lines(summary: &Summary, label: &str, rows: &mut Vec<Vec<String>>) {
    let totals: Vec<Option<(&Total, usize)>> = summary
        .groups()
        .map(|group| {
            let mut singles = group.singles();
            singles
                .find(|row| row.label == label)
                .map(|row| (row.total, row.games))
        })
        .collect();
    let values: BTreeSet<&Value> = totals
        .iter()
        .flatten()
        .filter_map(|(total, _)| match total {
            Total::Counts(counts) => Some(counts.iter().map(|(value, _)| value)),
            Total::Numbers(_) => None,
        })
        .flatten()
        .collect();
    if values.is_empty() {
        let cells = totals.iter().map(|total| match total {
            Some((Total::Numbers(spread), games)) => number_cell(spread, *games),
            _ => String::new(),
        });
        rows.push([label.to_owned()].into_iter().chain(cells).collect());
    }
    for value in values {
        let cells = totals.iter().map(|total| match total {
            Some((Total::Counts(counts), games)) => {
                let hits = counts.iter().find(|(v, _)| v == value).map_or(0, |c| c.1);
                share_cell(hits, *games)
            }
            _ => String::new(),
        });
        let label = format!("{label}: {value}");
        rows.push([label].into_iter().chain(cells).collect());
    }
}

fn number_cell(spread: &Spread, games: usize) -> String {
    match mean_within(spread, games) {
        Some((low, high)) => format!("{:.1} ({low:.1} to {high:.1})", spread.mean),
        None => format!("{:.1}", spread.mean),
    }
}

fn share_cell(hits: usize, games: usize) -> String {
    let (low, high) = share_within(hits, games);
    let percent = |share: f64| share * 100.0;
    let share = percent(hits as f64 / games.max(1) as f64);
    format!("{share:.0} % ({:.0} to {:.0})", percent(low), percent(high))
}

/// Columns as wide as their widest cell.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |x: usize| {
        rows.iter()
            .filter_map(|row| row.get(x))
            .map(|c| c.chars().count())
            .max()
    };
    let widths: Vec<usize> = (0..columns).map(|x| width(x).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        let _ = writeln!(text, "  {}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_known_the_better_the_more_games_there_are() {
        let spread = Spread {
            mean: 100.0,
            sd: 10.0,
            min: 0.0,
            max: 200.0,
        };
        // Tables of Student's distribution: 2.262 for 9 degrees of freedom, 1.984 for 99.
        for (games, t) in [(10, 2.262), (100, 1.984)] {
            let (low, high) = mean_within(&spread, games).unwrap();
            let half = t * 10.0 / (games as f64).sqrt();
            assert!((high - 100.0 - half).abs() < 0.002 && (100.0 - low - half).abs() < 0.002);
        }
        assert_eq!(mean_within(&spread, 1), None);
    }

    #[test]
    fn a_share_stays_within_all_and_nothing() {
        let (low, high) = share_within(0, 60);
        assert!(low.abs() < 1e-9 && (high - 0.060_2).abs() < 1e-3);
        let (low, high) = share_within(30, 60);
        assert!((low - 0.377).abs() < 1e-3 && (high - 0.623).abs() < 1e-3);
    }
}
