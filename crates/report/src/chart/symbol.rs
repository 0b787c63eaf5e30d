//! Marks that differ in shape as well as in colour, and the key that explains them.

use plotters::style::RGBColor;

use super::colour::{INK, PAPER};
use super::scene::{Align, Point, Rect, Scene, Type};
use super::text;

/// Shape of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Symbol {
    Dot,
    Ring,
    Square,
    Diamond,
    /// A triangle that points up.
    Up,
    /// A triangle that points down.
    Down,
    /// Two crossing strokes.
    Cross,
    /// No mark but a dashed line.
    Dashes,
    /// An upright stroke.
    Stroke,
    /// A patch as areas are filled.
    Patch,
}

impl Symbol {
    /// [`Self::draw`] with a rim of paper, so that its shape shows on strokes of its colour.
    pub(super) fn draw_apart(self, scene: &mut Scene, at: Point, reach: f64, colour: RGBColor) {
        self.draw(scene, at, reach + 1.6, PAPER);
        self.draw(scene, at, reach, colour);
    }

    /// Draws the mark, which reaches about `reach` to every side.
    pub(super) fn draw(self, scene: &mut Scene, (x, y): Point, reach: f64, colour: RGBColor) {
        let r = reach;
        match self {
            Self::Dot => scene.circle((x, y), r, colour),
            Self::Ring => {
                scene.circle((x, y), r, colour);
                scene.circle((x, y), r - 1.6, PAPER);
            }
            Self::Square => {
                let half = 0.88 * r;
                scene.rect(
                    Rect::new(x - half, y - half, 2.0 * half, 2.0 * half),
                    colour,
                );
            }
            Self::Diamond => {
                let corners = vec![(x, y - r), (x + r, y), (x, y + r), (x - r, y)];
                scene.polygon(corners, colour, 1.0);
            }
            Self::Up => {
                let corners = vec![(x, y - 1.1 * r), (x + r, y + 0.8 * r), (x - r, y + 0.8 * r)];
                scene.polygon(corners, colour, 1.0);
            }
            Self::Down => {
                let corners = vec![(x, y + 1.1 * r), (x + r, y - 0.8 * r), (x - r, y - 0.8 * r)];
                scene.polygon(corners, colour, 1.0);
            }
            Self::Cross => {
                let half = 0.75 * r;
                scene.line((x - half, y - half), (x + half, y + half), colour, 1.5);
                scene.line((x - half, y + half), (x + half, y - half), colour, 1.5);
            }
            Self::Dashes => scene.dashes((x - 2.2 * r, y), (x + 2.2 * r, y), colour, 1.5),
            Self::Stroke => scene.line((x, y - 1.8 * r), (x, y + 1.8 * r), colour, 2.0),
            Self::Patch => scene.rect(Rect::new(x - r, y - r, 2.0 * r, 2.0 * r), colour),
        }
    }
}

/// What marks mean: one entry after the other, in as many lines as they take.
pub(super) struct Key {
    entries: Vec<(Symbol, RGBColor, String)>,
}

const SIZE: f64 = 13.0;
const LINE: f64 = 20.0;
/// Room of a mark before its words.
const MARK: f64 = 24.0;

impl Key {
    pub(super) fn new<const N: usize>(entries: [(Symbol, RGBColor, &str); N]) -> Self {
        let mut key = Self {
            entries: Vec::with_capacity(N),
        };
        for (symbol, colour, words) in entries {
            key.push(symbol, colour, words);
        }
        key
    }

    /// One more entry.
    pub(super) fn push(&mut self, symbol: Symbol, colour: RGBColor, words: &str) {
        self.entries.push((symbol, colour, words.to_owned()));
    }

    /// The entries in a scene as wide as allowed and as high as needed.
    pub(super) fn scene(&self, width: f64) -> Scene {
        let mut scene = Scene::new(width, LINE);
        let (mut x, mut line) = (0.0, 0.0);
        for (symbol, colour, words) in &self.entries {
            let words = text::fit(words, SIZE, false, width - MARK);
            let wide = MARK + text::width(&words, SIZE, false) * 1.05;
            if x > 0.0 && x + wide > width {
                (x, line) = (0.0, line + 1.0);
            }
            let y = (line + 0.5) * LINE;
            symbol.draw(&mut scene, (x + 10.0, y), 4.5, *colour);
            scene.text((x + MARK, y), words, Type::new(SIZE, INK, Align::Start));
            x += wide + 18.0;
        }
        scene.height = (line + 1.0) * LINE;
        scene
    }
}
