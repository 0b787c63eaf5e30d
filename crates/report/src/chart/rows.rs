//! Rows on one axis: a name at the left of each, numbers at its right.

use super::colour::{GRID, INK, MUTED};
use super::figure::COMPACT;
use super::scale::{Scale, ticks};
use super::scene::{Align, Point, Rect, Scene, Type};
use super::text::{self, short};

const NAME: f64 = 13.0;
const NUMBER: f64 = 12.0;
const WIDEST_NAME: f64 = 170.0;
const WIDEST_NUMBERS: f64 = 200.0;

/// Where the rows lie, and what stands beside them.
pub(super) struct Rows {
    /// Name and numbers of each row.
    labels: Vec<[String; 2]>,
    /// Height of a row.
    height: f64,
    frame: Rect,
    range: (f64, f64),
    x: Scale,
}

impl Rows {
    /// Rows of this height below `top`. The axis reaches over `ends` and zero, with a little room.
    pub(super) fn new(
        labels: Vec<[String; 2]>,
        ends: impl IntoIterator<Item = f64>,
        [top, height]: [f64; 2],
    ) -> Self {
        let widest = |column: usize, size: f64, most: f64| {
            let texts = labels.iter().map(|label| &label[column]);
            let widths = texts.map(|text| text::width(text, size, false));
            (widths.fold(0.0, f64::max) * 1.03).min(most)
        };
        let left = widest(0, NAME, WIDEST_NAME) + 12.0;
        let right = COMPACT - widest(1, NUMBER, WIDEST_NUMBERS) - 14.0;
        let frame = Rect::new(left, top, right - left, labels.len() as f64 * height);
        let span = |(low, high): (f64, f64), end: f64| (low.min(end), high.max(end));
        let (low, high) = ends.into_iter().fold((0.0, 0.0), span);
        let room = if high > low { 0.05 * (high - low) } else { 1.0 };
        let range = (low - room, high + room);
        Self {
            labels,
            height,
            frame,
            range,
            x: Scale::new(range, (frame.x, frame.right())),
        }
    }

    /// Where a value of a row lies.
    pub(super) fn at(&self, row: usize, value: f64) -> Point {
        let y = self.frame.y + (row as f64 + 0.5) * self.height;
        (self.x.at(value), y)
    }

    /// The axis with its title and a line at zero, the names and the numbers.
    pub(super) fn scene(&self, title: &str) -> Scene {
        let frame = self.frame;
        let (top, bottom) = (frame.y, frame.bottom());
        let mut scene = Scene::new(COMPACT, bottom + 46.0);
        for tick in ticks(self.range.0, self.range.1, 4) {
            let at = self.x.at(tick);
            scene.line((at, top), (at, bottom), GRID, 1.0);
            let style = Type::new(NUMBER, MUTED, Align::Middle);
            scene.text((at, bottom + 13.0), short(tick), style);
        }
        let zero = self.x.at(0.0);
        scene.line((zero, top), (zero, bottom), INK, 1.5);
        let title = text::fit(title, NAME, false, COMPACT);
        let half = text::width(&title, NAME, false) / 2.0;
        let centre = (frame.x + frame.width / 2.0).min(COMPACT - half).max(half);
        let style = Type::new(NAME, INK, Align::Middle);
        scene.text((centre, bottom + 33.0), title, style);
        for (row, [name, numbers]) in self.labels.iter().enumerate() {
            let (_, y) = self.at(row, 0.0);
            let name = text::fit(name, NAME, false, frame.x - 12.0);
            scene.text((frame.x - 10.0, y), name, Type::new(NAME, INK, Align::End));
            let numbers = text::fit(numbers, NUMBER, false, WIDEST_NUMBERS);
            let style = Type::new(NUMBER, INK, Align::End);
            scene.text((COMPACT, y), numbers, style);
        }
        scene
    }
}
