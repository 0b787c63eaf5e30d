//! Names beside their marks, without overlaps.

use super::colour::{INK, NEUTRAL};
use super::scene::{Align, Point, Rect, Scene, Type};
use super::text;

/// A unit's name beside its mark.
pub(super) struct Label {
    at: Point,
    align: Align,
    text: String,
    size: f64,
    pub(super) area: Rect,
}

/// Size of names, CSS pixels.
const SIZE: f64 = 11.5;

/// Lines below the mark at which a name may stand, the best first.
const STEPS: [f64; 11] = [0.0, -0.6, 0.6, -1.2, 1.2, -1.8, 1.8, -2.6, 2.6, -3.4, 3.4];

impl Label {
    /// The first place right or left of the mark, level or a little up or down, that lies in the
    /// frame and meets nothing already there.
    pub(super) fn place(name: &str, mark: Point, frame: Rect, taken: &[&[Rect]]) -> Option<Self> {
        Self::place_sized((name, SIZE, 260.0), mark, frame, taken)
    }

    /// [`Self::place`] for a name of a size, no wider than so much.
    pub(super) fn place_sized(
        (name, size, widest): (&str, f64, f64),
        mark: Point,
        frame: Rect,
        taken: &[&[Rect]],
    ) -> Option<Self> {
        let name = text::fit(name, size, false, widest);
        let free = |label: &Self| {
            label.area.within(&frame) && !taken.iter().any(|all| label.area.meets_any(all))
        };
        STEPS
            .into_iter()
            .flat_map(|step| [Align::Start, Align::End].map(|align| (step, align)))
            .map(|(step, align)| Self::beside((&name, size), mark, step, align))
            .find(free)
    }

    /// A label this many lines below the mark, right of it or left of it.
    fn beside((name, size): (&str, f64), (x, y): Point, lines: f64, align: Align) -> Self {
        // Viewers' fonts differ from the measured one a little.
        let width = text::width(name, size, false) * 1.05;
        let height = size * 1.25;
        let y = y + lines * height;
        let to_the_left = align == Align::End;
        let at_x = if to_the_left { x - 8.0 } else { x + 8.0 };
        let from = if to_the_left { at_x - width } else { at_x };
        Self {
            at: (at_x, y),
            align,
            text: name.to_owned(),
            size,
            area: Rect::new(from, y - height / 2.0, width, height),
        }
    }

    /// Writes the name, tied to its mark by a thin line.
    pub(super) fn draw(self, scene: &mut Scene, mark: Point) {
        scene.line(mark, self.at, NEUTRAL, 1.0);
        scene.text(self.at, self.text, Type::new(self.size, INK, self.align));
    }
}
