//! Estimated differences, one a row, the largest first.

use plotters::style::RGBColor;

use super::colour::{BAR, GRID, HIGH, INK, LOW, MUTED, NEUTRAL};
use super::figure::{COMPACT, Figure};
use super::scale::{Scale, ticks};
use super::scene::{Align, Rect, Scene, Type};
use super::symbol::{Key, Symbol};
use super::text::{self, provenance, short};
use crate::documents::{Differences, Row};
use crate::format::{capitalised, level, signed};
use crate::{DocumentKind, Interval};

/// Rows that are drawn at most, those farthest from zero.
const MOST: usize = 60;
const ROW: f64 = 22.0;
const NAME: f64 = 13.0;
const NUMBER: f64 = 12.0;
const WIDEST_NAME: f64 = 170.0;

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
    /// What a number is multiplied by to be shown.
    factor: f64,
    unit: &'a str,
}

/// Where a difference lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Above,
    Below,
    Open,
}

impl<'a> Forest<'a> {
    fn new(differences: &'a Differences) -> Self {
        let mut rows: Vec<&Row> = differences.rows.iter().collect();
        let size = |row: &Row| row.difference.estimate.abs();
        rows.sort_by(|a, b| size(b).total_cmp(&size(a)));
        rows.truncate(MOST);
        rows.sort_by(|a, b| b.difference.estimate.total_cmp(&a.difference.estimate));
        let (factor, unit) = match differences.unit.as_str() {
            "" => (100.0, "percentage points of score"),
            unit => (1.0, unit),
        };
        Self {
            differences,
            rows,
            factor,
            unit,
        }
    }

    fn count(&self, wanted: Standing) -> usize {
        let all = self.differences.rows.iter();
        all.filter(|row| standing(&row.difference) == wanted)
            .count()
    }

    fn finding(&self, kind: DocumentKind) -> String {
        let what = match kind {
            DocumentKind::Compare => "between the two results",
            _ => "from the change",
        };
        let (up, down) = (self.count(Standing::Above), self.count(Standing::Below));
        let all = match self.differences.rows.len() {
            1 => "1 difference".to_owned(),
            rows => format!("{rows} differences"),
        };
        let largest = self.rows.iter().max_by(|a, b| {
            let size = |row: &Row| row.difference.estimate.abs();
            size(a).total_cmp(&size(b))
        });
        let largest = largest.map_or_else(String::new, |row| {
            let name = text::fit(&row.name, 19.0, true, 260.0);
            format!("; largest {name}, {}", self.number(row.difference.estimate))
        });
        capitalised(&format!(
            "{all} {what}: {up} clearly up, {down} clearly down{largest}"
        ))
    }

    fn caption(&self) -> String {
        let Differences {
            rows,
            margin,
            confidence,
            battles,
            policy,
            seed,
            ..
        } = self.differences;
        let band = margin.map_or_else(String::new, |margin| {
            let reach = short(margin * self.factor);
            format!(" Band: within ± {reach}, too little to matter.")
        });
        let left_out = match rows.len() - self.rows.len() {
            0 => String::new(),
            count => format!(" {count} smaller differences are not shown."),
        };
        let source = provenance(*battles, policy, *seed);
        let source = if source.is_empty() {
            source
        } else {
            format!(" {source}.")
        };
        format!(
            "Differences in {}; bars: {} intervals, as the command computed them. Clear: the interval \
             leaves out zero.{band}{left_out}{source}",
            self.unit,
            level(*confidence)
        )
    }

    /// A difference as it is written.
    fn number(&self, value: f64) -> String {
        signed(value * self.factor, self.decimals())
    }

    /// Decimals that tell the rows apart.
    fn decimals(&self) -> usize {
        let ends = self
            .rows
            .iter()
            .flat_map(|row| [row.difference.low, row.difference.high]);
        let widest = ends
            .map(|end| (end * self.factor).abs())
            .fold(0.0, f64::max);
        match widest {
            widest if widest >= 100.0 => 0,
            widest if widest >= 1.0 => 1,
            _ => 3,
        }
    }

    fn body(&self) -> Scene {
        let key = self.key().scene(COMPACT);
        let top = key.height + 8.0;
        let rows = self.rows.len() as f64;
        let mut scene = Scene::new(COMPACT, top + rows * ROW + 46.0);
        scene.place(key, (0.0, 0.0));
        let left = self.names_width() + 12.0;
        let right = COMPACT - self.numbers_width() - 14.0;
        let frame = Rect::new(left, top, right - left, rows * ROW);
        let (low, high) = self.range();
        let x = Scale::new((low, high), (frame.x, frame.right()));
        self.draw_frame(&mut scene, frame, &x, (low, high));
        for (i, row) in self.rows.iter().enumerate() {
            let y = top + (i as f64 + 0.5) * ROW;
            self.draw_row(&mut scene, row, y, &x, frame);
        }
        scene
    }

    fn key(&self) -> Key {
        let mut key = Key::new([
            (Symbol::Up, HIGH, "clearly up"),
            (Symbol::Down, LOW, "clearly down"),
            (Symbol::Ring, NEUTRAL, "open"),
        ]);
        if self.differences.margin.is_some() {
            key.push(Symbol::Patch, BAR, "too little to matter");
        }
        key
    }

    fn names_width(&self) -> f64 {
        let names = self.rows.iter();
        let widths = names.map(|row| text::width(&row.name, NAME, false));
        (widths.fold(0.0, f64::max) * 1.03).min(WIDEST_NAME)
    }

    fn numbers_width(&self) -> f64 {
        let numbers = self.rows.iter().map(|row| self.numbers(&row.difference));
        let widths = numbers.map(|text| text::width(&text, NUMBER, false));
        widths.fold(0.0, f64::max) * 1.03
    }

    /// `+3.1 (1.2 to 5.0)`.
    fn numbers(&self, difference: &Interval) -> String {
        let [estimate, low, high] =
            [difference.estimate, difference.low, difference.high].map(|v| self.number(v));
        format!("{estimate} ({low} to {high})")
    }

    /// The span of all intervals, of zero and of the margin, with a little room.
    fn range(&self) -> (f64, f64) {
        let ends = self
            .rows
            .iter()
            .flat_map(|row| [row.difference.low, row.difference.high]);
        let margin = self.differences.margin.unwrap_or(0.0);
        let (low, high) = ends
            .chain([-margin, margin])
            .map(|end| end * self.factor)
            .fold((0.0_f64, 0.0_f64), |(low, high), end| {
                (low.min(end), high.max(end))
            });
        let room = if high > low { 0.05 * (high - low) } else { 1.0 };
        (low - room, high + room)
    }

    fn draw_frame(&self, scene: &mut Scene, frame: Rect, x: &Scale, (low, high): (f64, f64)) {
        let (top, bottom) = (frame.y, frame.bottom());
        if let Some(margin) = self.differences.margin {
            let [from, to] = [-margin, margin].map(|end| x.at(end * self.factor));
            let corners = vec![(from, top), (to, top), (to, bottom), (from, bottom)];
            scene.polygon(corners, BAR, 0.3);
        }
        for tick in ticks(low, high, 4) {
            let at = x.at(tick);
            scene.line((at, top), (at, bottom), GRID, 1.0);
            let style = Type::new(NUMBER, MUTED, Align::Middle);
            scene.text((at, bottom + 13.0), short(tick), style);
        }
        let zero = x.at(0.0);
        scene.line((zero, top), (zero, bottom), INK, 1.5);
        let style = Type::new(NAME, INK, Align::Middle);
        let title = text::fit(self.unit, NAME, false, COMPACT);
        let half = text::width(&title, NAME, false) / 2.0;
        let centre = (frame.x + frame.width / 2.0).min(COMPACT - half).max(half);
        scene.text((centre, bottom + 33.0), title, style);
    }

    fn draw_row(&self, scene: &mut Scene, row: &Row, y: f64, x: &Scale, frame: Rect) {
        let name = text::fit(&row.name, NAME, false, self.names_width());
        let style = Type::new(NAME, INK, Align::End);
        scene.text((frame.x - 10.0, y), name, style);
        let (symbol, colour) = mark(standing(&row.difference));
        let at = |value: f64| (x.at(value * self.factor), y);
        scene.line(at(row.difference.low), at(row.difference.high), colour, 2.0);
        symbol.draw(scene, at(row.difference.estimate), 4.5, colour);
        let numbers = self.numbers(&row.difference);
        let style = Type::new(NUMBER, INK, Align::End);
        scene.text((COMPACT, y), numbers, style);
    }
}

fn standing(difference: &Interval) -> Standing {
    match difference {
        difference if difference.low > 0.0 => Standing::Above,
        difference if difference.high < 0.0 => Standing::Below,
        _ => Standing::Open,
    }
}

fn mark(standing: Standing) -> (Symbol, RGBColor) {
    match standing {
        Standing::Above => (Symbol::Up, HIGH),
        Standing::Below => (Symbol::Down, LOW),
        Standing::Open => (Symbol::Ring, NEUTRAL),
    }
}
