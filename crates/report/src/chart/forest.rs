//! Estimated differences, one a row, the largest first.

use equipoise_analysis::Interval;
use plotters::style::RGBColor;

use super::colour::{HIGH, LOW, NEUTRAL};
use super::figure::{COMPACT, Figure};
use super::rows::Rows;
use super::scene::Scene;
use super::symbol::{Key, Symbol};
use super::text::{self, provenance};
use crate::documents::{Differences, DocumentKind, Row, Source};
use crate::format::{capitalised, level, signed};

/// Most rows drawn, those farthest from zero.
const MOST: usize = 60;
const ROW: f64 = 22.0;

pub(crate) fn figure(differences: &Differences, kind: DocumentKind) -> Figure {
    let chart = Forest::new(differences);
    Figure {
        title: chart.finding(kind),
        caption: chart.caption(),
        body: chart.body(),
    }
}

struct Forest<'a> {
    differences: &'a Differences,
    /// Rows to draw, the greatest difference first.
    rows: Vec<&'a Row>,
}

/// What differences are shown in.
const UNIT: &str = "percentage points of score";
const FACTOR: f64 = 100.0;

impl<'a> Forest<'a> {
    fn new(differences: &'a Differences) -> Self {
        let mut rows: Vec<&Row> = differences.rows.iter().collect();
        let size = |row: &Row| row.difference.estimate.abs();
        rows.sort_by(|a, b| size(b).total_cmp(&size(a)));
        rows.truncate(MOST);
        rows.sort_by(|a, b| b.difference.estimate.total_cmp(&a.difference.estimate));
        Self { differences, rows }
    }

    fn finding(&self, kind: DocumentKind) -> String {
        let Differences { rows, whole, .. } = self.differences;
        let count = |above| {
            rows.iter()
                .filter(|row| row.decisive().above_zero() == above)
                .count()
        };
        let (up, down) = (count(Some(true)), count(Some(false)));
        let all = rows.len();
        let whole = whole.as_ref().map(|(unit, difference)| {
            let name = text::fit(unit, 19.0, true, 260.0);
            let gain = self.numbers(difference);
            format!("{name}: {gain} points of score; against its opponents ")
        });
        let verb = match kind {
            DocumentKind::Compare => "New against old: ",
            DocumentKind::WhatIf => "With the change ",
            _ => "",
        };
        let found = format!("{up} of {all} clearly up, {down} clearly down");
        let most = match (&whole, self.farthest()) {
            (None, Some(row)) => {
                let name = text::fit(&row.name, 19.0, true, 260.0);
                format!("; most {name}, {}", self.number(row.difference.estimate))
            }
            _ => String::new(),
        };
        capitalised(&format!("{}{verb}{found}{most}", whole.unwrap_or_default()))
    }

    /// The row with the largest difference.
    fn farthest(&self) -> Option<&Row> {
        let size = |row: &Row| row.difference.estimate.abs();
        let rows = self.rows.iter().copied();
        rows.max_by(|a, b| size(a).total_cmp(&size(b)))
    }

    fn caption(&self) -> String {
        let Differences {
            rows,
            confidence,
            sources,
            ..
        } = self.differences;
        let together = if rows.iter().any(|row| row.together.is_some()) {
            " each; thin: those that hold for all rows at once, which say what is clear"
        } else {
            ""
        };
        let left_out = match rows.len() - self.rows.len() {
            0 => String::new(),
            count => format!(" {count} smaller differences are not shown."),
        };
        let source = |source: &Source| {
            let made = provenance(source.battles, &source.policy, source.seed);
            let name = source.name.as_ref();
            let name = name.map_or_else(String::new, |name| format!("{name}, "));
            format!(" {name}{made}.")
        };
        let sources: String = sources.iter().map(source).collect();
        format!(
            "Differences in {UNIT}; bars: {} intervals{together}. Clear: the interval leaves out \
             zero.{left_out}{sources}",
            level(*confidence)
        )
    }

    /// A difference as it is written.
    fn number(&self, value: f64) -> String {
        signed(value * FACTOR, self.decimals())
    }

    /// Decimals needed to distinguish the rows.
    fn decimals(&self) -> usize {
        let reaches = self.rows.iter().flat_map(|row| ends(row));
        let widest = reaches.map(|end| (end * FACTOR).abs()).fold(0.0, f64::max);
        match widest {
            widest if widest >= 100.0 => 0,
            widest if widest >= 1.0 => 1,
            _ => 3,
        }
    }

    fn body(&self) -> Scene {
        let key = self.key().scene(COMPACT);
        let label = |row: &&Row| [row.name.clone(), self.numbers(&row.difference)];
        let labels = self.rows.iter().map(label).collect();
        let reaches = self.rows.iter().flat_map(|row| ends(row));
        let reaches = reaches.map(|end| end * FACTOR);
        let rows = Rows::new(labels, reaches, [key.height + 8.0, ROW]);
        let mut scene = rows.scene(UNIT);
        scene.place(key, (0.0, 0.0));
        for (place, row) in self.rows.iter().enumerate() {
            let decisive = row.decisive();
            let (symbol, colour) = mark(decisive.above_zero());
            let at = |value: f64| rows.at(place, value * FACTOR);
            scene.line(at(decisive.low), at(decisive.high), colour, 1.0);
            scene.line(at(row.difference.low), at(row.difference.high), colour, 3.0);
            symbol.draw_apart(&mut scene, at(row.difference.estimate), 5.0, colour);
        }
        scene
    }

    fn key(&self) -> Key {
        Key::new([
            (Symbol::Up, HIGH, "clearly up"),
            (Symbol::Down, LOW, "clearly down"),
            (Symbol::Ring, NEUTRAL, "open"),
        ])
    }

    /// `+3.1 (1.2 to 5.0)`.
    fn numbers(&self, difference: &Interval) -> String {
        let [estimate, low, high] =
            [difference.estimate, difference.low, difference.high].map(|v| self.number(v));
        format!("{estimate} ({low} to {high})")
    }
}

/// The farthest that is drawn of a row.
fn ends(row: &Row) -> [f64; 2] {
    let decisive = row.decisive();
    let Interval { low, high, .. } = row.difference;
    [low.min(decisive.low), high.max(decisive.high)]
}

/// The mark of a difference that lies above zero, below it, or maybe at it.
fn mark(above_zero: Option<bool>) -> (Symbol, RGBColor) {
    match above_zero {
        Some(true) => (Symbol::Up, HIGH),
        Some(false) => (Symbol::Down, LOW),
        None => (Symbol::Ring, NEUTRAL),
    }
}
