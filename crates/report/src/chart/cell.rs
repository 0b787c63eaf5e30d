//! Coloured cells that show a score and its uncertainty.

use super::colour::{INK, MUTED, diverging, label_on};
use super::scene::{Align, Rect, Scene, Spot, Type};
use super::text;
use crate::format::decimal;

/// A score with the half-width of its interval, where it has one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cell {
    pub(super) score: f64,
    pub(super) half_width: Option<f64>,
}

/// A coloured cell with a number and, where there is room, its half-width below.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tile {
    /// Colour, as [`diverging`] takes it: one half is even.
    pub(super) shade: f64,
    pub(super) number: String,
    pub(super) half_width: Option<String>,
    /// Whether the interval includes what is even.
    pub(super) is_open: bool,
    /// The one unit it is about, and what it says of it in words.
    pub(super) unit: Option<(String, String)>,
}

/// Least height of a cell that also shows its half-width, CSS pixels.
pub(super) const TWO_LINES: f64 = 31.0;
/// Legs of the corner that marks a cell whose side of even is open.
const CORNER: f64 = 7.0;

impl Cell {
    /// The mean of scores sampled independently of each other, given with their half-widths.
    pub(super) fn mean(of: &[(f64, f64)]) -> Self {
        let count = of.len() as f64;
        let squares: f64 = of
            .iter()
            .map(|(_, half_width)| half_width * half_width)
            .sum();
        Self {
            score: of.iter().map(|(score, _)| score).sum::<f64>() / count,
            half_width: Some(squares.sqrt() / count),
        }
    }

    /// Whether the interval includes one half.
    fn is_open(self) -> bool {
        self.half_width
            .is_some_and(|reach| (self.score - 0.5).abs() <= reach)
    }

    /// The cell as it is drawn.
    pub(super) fn tile(self) -> Tile {
        Tile {
            shade: self.score,
            number: text::percent_number(self.score),
            half_width: self.half_width.map(half_width),
            is_open: self.is_open(),
            unit: None,
        }
    }

    /// Draws the cell in its place.
    pub(super) fn draw(self, scene: &mut Scene, place: Rect) {
        self.tile().draw(scene, place);
    }
}

impl Tile {
    /// Draws the cell a hair smaller than its place, so that cells stay apart.
    pub(super) fn draw(&self, scene: &mut Scene, place: Rect) {
        let area = Rect::new(place.x, place.y, place.width - 1.0, place.height - 1.0);
        let colour = diverging(self.shade);
        let ink = label_on(colour);
        scene.rect(area, colour);
        if let Some((unit, words)) = &self.unit {
            scene.spots.push(Spot {
                area,
                unit: unit.clone(),
                words: words.clone(),
            });
        }
        if self.is_open {
            let (x, y) = (area.right(), area.y);
            scene.polygon(vec![(x, y), (x - CORNER, y), (x, y + CORNER)], ink, 1.0);
        }
        let (x, y) = area.centre();
        let reach = self.half_width.as_ref();
        let reach = reach.filter(|_| place.height >= TWO_LINES);
        let up = if reach.is_some() { 5.0 } else { 0.0 };
        let style = Type::new(11.5, ink, Align::Middle);
        scene.text((x, y - up), self.number.clone(), style);
        if let Some(reach) = reach {
            let style = Type::new(9.0, ink, Align::Middle);
            scene.text((x, y + 8.0), reach.clone(), style);
        }
    }
}

/// `±3` for three percentage points, `±0.4` below one.
fn half_width(reach: f64) -> String {
    let points = reach * 100.0;
    format!("±{}", decimal(points, usize::from(points < 0.95)))
}

/// Height of [`legend`].
pub(super) const LEGEND: f64 = 44.0;

/// The colour scale from 0 to 100 %, and the meaning of a marked corner.
pub(super) fn legend(width: f64) -> Scene {
    let marks = [0.0, 0.5, 1.0].map(|share| (share, text::percent(share)));
    scale(width, "score", &marks, "interval includes 50 %")
}

/// The colour scale with words at some of its shades, and the meaning of a marked corner.
pub(super) fn scale(width: f64, what: &str, marks: &[(f64, String)], corner: &str) -> Scene {
    const STEPS: i32 = 50;
    const LENGTH: f64 = 250.0;
    let mut scene = Scene::new(width, LEGEND);
    let style = Type::new(11.5, MUTED, Align::Start);
    scene.text((0.0, 8.0), what.to_owned(), style);
    let left = (14.0 + text::width(what, 11.5, false)).max(48.0);
    for step in 0..STEPS {
        let x = left + f64::from(step) * LENGTH / f64::from(STEPS);
        let colour = diverging((f64::from(step) + 0.5) / f64::from(STEPS));
        scene.rect(Rect::new(x, 1.0, LENGTH / f64::from(STEPS), 13.0), colour);
    }
    for (share, words) in marks {
        let align = match *share {
            0.0 => Align::Start,
            1.0 => Align::End,
            _ => Align::Middle,
        };
        let style = Type::new(11.0, MUTED, align);
        scene.text((left + share * LENGTH, 24.0), words.clone(), style);
    }
    let (x, y) = (left + LENGTH + 40.0, 4.0);
    scene.polygon(vec![(x, y), (x - CORNER, y), (x, y + CORNER)], INK, 1.0);
    scene.text((x + 8.0, 8.0), corner.to_owned(), style);
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_a_narrower_interval_than_its_parts() {
        // √(0.03² + 0.04²) / 2.
        let mean = Cell::mean(&[(0.4, 0.03), (0.6, 0.04)]);
        assert!((mean.score - 0.5).abs() < 1e-12);
        assert!((mean.half_width.unwrap() - 0.025).abs() < 1e-12);
    }

    #[test]
    fn half_widths_are_short() {
        let shown = [0.0523, 0.0141, 0.0052, 0.00946].map(half_width);
        assert_eq!(shown, ["±5", "±1", "±0.5", "±0.9"]);
    }
}
