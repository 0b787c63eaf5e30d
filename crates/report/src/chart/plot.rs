//! A plot with linear axes.

use super::colour::{GRID, INK, MUTED};
use super::scale::Scale;
use super::scene::{Align, Point, Rect, Scene, Type};
use super::text;

/// Size of tick labels and axis titles, CSS pixels.
pub(super) const TICK: f64 = 12.0;
const TITLE: f64 = 13.0;

/// Where values lie on the page.
pub(super) struct Plot {
    pub(super) frame: Rect,
    x: Scale,
    y: Scale,
}

/// A value on an axis with the words beside it.
pub(super) type Tick = (f64, String);

impl Plot {
    /// Values of these ranges within a frame; `y` grows upwards.
    pub(super) fn new(frame: Rect, x: (f64, f64), y: (f64, f64)) -> Self {
        Self {
            frame,
            x: Scale::new(x, (frame.x, frame.right())),
            y: Scale::new(y, (frame.bottom(), frame.y)),
        }
    }

    pub(super) fn at(&self, x: f64, y: f64) -> Point {
        (self.x.at(x), self.y.at(y))
    }

    /// Grid lines and labels from bottom to top, and the title of the axis.
    pub(super) fn draw_y(&self, scene: &mut Scene, ticks: &[Tick], title: &str) {
        let frame = self.frame;
        for (value, label) in ticks {
            let y = self.y.at(*value);
            scene.line((frame.x, y), (frame.right(), y), GRID, 1.0);
            let style = Type::new(TICK, MUTED, Align::End);
            scene.text((frame.x - 7.0, y), label.clone(), style);
        }
        let style = Type::new(TITLE, INK, Align::Middle).upwards();
        let title = text::fit(title, TITLE, false, frame.height);
        scene.text((8.0, frame.y + frame.height / 2.0), title, style);
    }

    /// The base line with labels from left to right, and the title of the axis.
    pub(super) fn draw_x(&self, scene: &mut Scene, ticks: &[Tick], title: &str) {
        let (left, right, bottom) = (self.frame.x, self.frame.right(), self.frame.bottom());
        for (value, label) in ticks {
            let x = self.x.at(*value);
            scene.line((x, bottom), (x, bottom + 4.0), INK, 1.0);
            let style = Type::new(TICK, MUTED, Align::Middle);
            scene.text((x, bottom + 14.0), label.clone(), style);
        }
        scene.line((left, bottom), (right, bottom), INK, 1.0);
        let style = Type::new(TITLE, INK, Align::Middle);
        let title = text::fit(title, TITLE, false, self.frame.width);
        scene.text(((left + right) / 2.0, bottom + 34.0), title, style);
    }

    /// An interval of `y` at a place: a stroke with a short bar at either end.
    pub(super) fn interval(
        &self,
        scene: &mut Scene,
        x: f64,
        (low, high): (f64, f64),
        colour: plotters::style::RGBColor,
    ) {
        let x = self.x.at(x);
        let (bottom, top) = (self.y.at(low), self.y.at(high));
        scene.line((x, bottom), (x, top), colour, 1.5);
        for end in [bottom, top] {
            scene.line((x - 3.0, end), (x + 3.0, end), colour, 1.5);
        }
    }
}
