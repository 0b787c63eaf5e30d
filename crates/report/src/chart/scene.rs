//! Plain marks on a page, in CSS pixels, before any drawing library.

use plotters::style::RGBColor;

/// A place on the page: to the right, and down.
pub(super) type Point = (f64, f64);

/// A box on the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rect {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Rect {
    pub(super) fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }

    pub(super) fn centre(&self) -> Point {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    pub(super) fn right(&self) -> f64 {
        self.x + self.width
    }

    pub(super) fn bottom(&self) -> f64 {
        self.y + self.height
    }

    fn shifted(self, dx: f64, dy: f64) -> Self {
        Self::new(self.x + dx, self.y + dy, self.width, self.height)
    }

    pub(super) fn within(&self, other: &Self) -> bool {
        self.x >= other.x
            && self.right() <= other.right()
            && self.y >= other.y
            && self.bottom() <= other.bottom()
    }

    pub(super) fn meets_any(&self, others: &[Self]) -> bool {
        others.iter().any(|other| self.overlaps(other))
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }
}

/// Where a text lies about its point; it is always centred in height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Start,
    Middle,
    End,
}

/// Style of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Type {
    pub(super) size: f64,
    pub(super) bold: bool,
    pub(super) colour: RGBColor,
    pub(super) align: Align,
    /// Reads upwards instead of to the right.
    pub(super) upwards: bool,
}

impl Type {
    pub(super) fn new(size: f64, colour: RGBColor, align: Align) -> Self {
        Self {
            size,
            bold: false,
            colour,
            align,
            upwards: false,
        }
    }

    pub(super) fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub(super) fn upwards(self) -> Self {
        Self {
            upwards: true,
            ..self
        }
    }
}

/// One thing to draw.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Mark {
    Rect {
        area: Rect,
        colour: RGBColor,
    },
    Line {
        from: Point,
        to: Point,
        colour: RGBColor,
        width: f64,
    },
    Circle {
        centre: Point,
        radius: f64,
        colour: RGBColor,
    },
    /// A filled outline; an opacity below 1 lets through what lies beneath.
    Polygon {
        corners: Vec<Point>,
        colour: RGBColor,
        opacity: f64,
    },
    Text {
        at: Point,
        text: String,
        style: Type,
    },
}

/// A part of a picture that stands for one unit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Spot {
    pub(super) area: Rect,
    pub(super) unit: String,
    /// What the part says, in words.
    pub(super) words: String,
}

/// Marks in drawing order, on a page of a certain size.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Scene {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) marks: Vec<Mark>,
    /// Not drawn: where a reader who points at the picture finds what.
    pub(super) spots: Vec<Spot>,
}

impl Scene {
    pub(super) fn new(width: f64, height: f64) -> Self {
        Self {
            width,
            height,
            marks: Vec::new(),
            spots: Vec::new(),
        }
    }

    pub(super) fn rect(&mut self, area: Rect, colour: RGBColor) {
        self.marks.push(Mark::Rect { area, colour });
    }

    pub(super) fn line(&mut self, from: Point, to: Point, colour: RGBColor, width: f64) {
        self.marks.push(Mark::Line {
            from,
            to,
            colour,
            width,
        });
    }

    pub(super) fn circle(&mut self, centre: Point, radius: f64, colour: RGBColor) {
        self.marks.push(Mark::Circle {
            centre,
            radius,
            colour,
        });
    }

    /// A line of dashes and gaps of equal length.
    pub(super) fn dashes(&mut self, from: Point, to: Point, colour: RGBColor, width: f64) {
        const DASH: f64 = 5.0;
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        let along = |way: f64| {
            let share = (way / length).min(1.0);
            (from.0 + share * dx, from.1 + share * dy)
        };
        let dashes = (length / (2.0 * DASH)).ceil() as usize;
        for dash in 0..dashes {
            let start = dash as f64 * 2.0 * DASH;
            self.line(along(start), along(start + DASH), colour, width);
        }
    }

    pub(super) fn polygon(&mut self, corners: Vec<Point>, colour: RGBColor, opacity: f64) {
        self.marks.push(Mark::Polygon {
            corners,
            colour,
            opacity,
        });
    }

    pub(super) fn text(&mut self, at: Point, text: impl Into<String>, style: Type) {
        let text = text.into();
        self.marks.push(Mark::Text { at, text, style });
    }

    /// Places another scene's marks with their origin at a point of this one.
    pub(super) fn place(&mut self, other: Self, (dx, dy): Point) {
        let shifted = other.marks.into_iter().map(|mark| mark.shifted(dx, dy));
        self.marks.extend(shifted);
        let spots = other.spots.into_iter().map(|spot| Spot {
            area: spot.area.shifted(dx, dy),
            ..spot
        });
        self.spots.extend(spots);
    }
}

impl Mark {
    fn shifted(mut self, dx: f64, dy: f64) -> Self {
        let shift = |p: &mut Point| *p = (p.0 + dx, p.1 + dy);
        match &mut self {
            Self::Rect { area, .. } => {
                *area = area.shifted(dx, dy);
            }
            Self::Line { from, to, .. } => {
                shift(from);
                shift(to);
            }
            Self::Circle { centre, .. } => shift(centre),
            Self::Polygon { corners, .. } => corners.iter_mut().for_each(shift),
            Self::Text { at, .. } => shift(at),
        }
        self
    }
}
