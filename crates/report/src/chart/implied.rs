//! Listed against implied points, with the band of fair prices.

use equipoise_analysis::points::{PointsResult, PricedUnit};
use equipoise_stats::Pricing;
use plotters::style::RGBColor;

use super::colour::{BAR, HIGH, INK, LOW, MUTED, NEUTRAL};
use super::figure::{COMPACT, Figure};
use super::label::Label;
use super::plot::{Plot, Tick};
use super::scale::{log_ticks, ticks};
use super::scene::{Rect, Scene};
use super::symbol::{Key, Symbol};
use super::text::{provenance, short};
use crate::documents::{other_policies, others, reach};
use crate::format::{level, trimmed};

const HEIGHT: f64 = 470.0;
/// Units named beside their mark, those farthest off first.
const NAMED: usize = 10;
/// Names where no price is clearly off.
const NAMED_UNCLEAR: usize = 3;
/// Half the width of a mark, CSS pixels.
const REACH: f64 = 5.0;
/// The same of the marks of other policies, and how far they stand to the right.
const OTHER_REACH: f64 = 3.2;
const OTHER_ASIDE: f64 = 7.0;
/// Opacity of the band of fair prices.
const BAND: f64 = 0.35;

pub(crate) fn figure(points: &PointsResult) -> Figure {
    Figure {
        title: finding(points),
        caption: caption(points),
        body: body(points),
    }
}

fn finding(points: &PointsResult) -> String {
    let count = |verdict| {
        let units = points.units.iter();
        units.filter(|unit| unit.verdict == verdict).count()
    };
    format!(
        "Of {}, {} worth clearly more than listed and {} clearly less; {} fair, {} open",
        match points.units.len() {
            1 => "1 unit".to_owned(),
            units => format!("{units} units"),
        },
        count(Pricing::Under),
        count(Pricing::Over),
        count(Pricing::Fair),
        count(Pricing::Unclear)
    )
}

fn caption(points: &PointsResult) -> String {
    let level = level(points.confidence);
    let others = match other_policies(points).as_slice() {
        [] => String::new(),
        [one] => format!(" Crosses: what policy {one} makes of the unit."),
        many => format!(
            " Crosses: what policies {} make of the unit.",
            many.join(", ")
        ),
    };
    let played = &points.played_in;
    format!(
        "Implied points: what a unit brings to armies of equal points. Thick bars: {level} interval \
         of each unit alone; thin: the {level} intervals that hold for all units at once, on which \
         verdicts rest. Band: fair, within {} % of the listed points. Units of one price stand side by \
         side.{others} Method: {}. Scenario {}, {}.",
        trimmed(points.margin * 100.0),
        points.method,
        played.scenario,
        provenance(Some(points.battles), &played.policy, points.seed)
    )
}

fn body(points: &PointsResult) -> Scene {
    let key = key(points).scene(COMPACT);
    let top = key.height + 10.0;
    let mut scene = Scene::new(COMPACT, top + HEIGHT);
    scene.place(key, (0.0, 0.0));
    let frame = Rect::new(56.0, top, COMPACT - 60.0, HEIGHT - 46.0);
    Axes::new(points, frame).draw(&mut scene, points);
    scene
}

fn key(points: &PointsResult) -> Key {
    let mut key = Key::new([
        (Symbol::Up, HIGH, "worth more than listed"),
        (Symbol::Down, LOW, "worth less"),
        (Symbol::Diamond, INK, "fair"),
        (Symbol::Ring, NEUTRAL, "open"),
        (Symbol::Patch, BAR, "fair prices"),
    ]);
    if !other_policies(points).is_empty() {
        key.push(Symbol::Cross, MUTED, "other policy");
    }
    key
}

/// The mark of a verdict.
pub(super) fn mark(verdict: Pricing) -> (Symbol, RGBColor) {
    match verdict {
        Pricing::Under => (Symbol::Up, HIGH),
        Pricing::Over => (Symbol::Down, LOW),
        Pricing::Fair => (Symbol::Diamond, INK),
        Pricing::Unclear => (Symbol::Ring, NEUTRAL),
    }
}

/// Both axes logarithmic where every value is positive, else linear.
struct Axes {
    plot: Plot,
    logarithmic: bool,
    listed: (f64, f64),
    implied: (f64, f64),
}

/// A unit with where it stands.
struct Placed<'a> {
    unit: &'a PricedUnit,
    at: (f64, f64),
    extent: Rect,
}

impl Axes {
    fn new(points: &PointsResult, frame: Rect) -> Self {
        let units = || points.units.iter();
        let others = units().flat_map(|unit| others(unit, &points.played_in.policy));
        let reaches = units().map(reach);
        let implied = reaches.flat_map(|(low, high)| [low, high]).chain(others);
        let implied = range(implied);
        let logarithmic = implied.0 > 0.0;
        let listed = padded(range(units().map(|unit| unit.listed.into())), logarithmic);
        // The diagonal should cross the whole plot.
        let implied = padded(
            (implied.0.min(listed.0), implied.1.max(listed.1)),
            logarithmic,
        );
        let on = |(low, high)| (stretched(low, logarithmic), stretched(high, logarithmic));
        Self {
            plot: Plot::new(frame, on(listed), on(implied)),
            logarithmic,
            listed,
            implied,
        }
    }

    fn at(&self, listed: f64, implied: f64) -> (f64, f64) {
        let on = |value| stretched(value, self.logarithmic);
        self.plot.at(on(listed), on(implied))
    }

    fn draw(&self, scene: &mut Scene, points: &PointsResult) {
        let scale = if self.logarithmic {
            " (logarithmic)"
        } else {
            ""
        };
        self.draw_band(scene, points.margin);
        let ticks = |range| self.ticks(range);
        let title = format!("implied points{scale}");
        self.plot.draw_y(scene, &ticks(self.implied), &title);
        let title = format!("listed points{scale}");
        self.plot.draw_x(scene, &ticks(self.listed), &title);
        let (low, high) = self.listed;
        scene.line(self.at(low, low), self.at(high, high), INK, 1.0);
        let placed = self.place(points);
        for unit in &placed {
            self.draw_unit(scene, unit, &points.played_in.policy);
        }
        self.name(scene, &placed, &points.played_in.policy);
    }

    fn draw_band(&self, scene: &mut Scene, margin: f64) {
        let ((low, high), (least, most)) = (self.listed, self.implied);
        let edge = |listed: f64, by: f64| self.at(listed, (listed * by).clamp(least, most));
        let corners = vec![
            edge(low, 1.0 - margin),
            edge(high, 1.0 - margin),
            edge(high, 1.0 + margin),
            edge(low, 1.0 + margin),
        ];
        scene.polygon(corners, BAR, BAND);
    }

    fn ticks(&self, (low, high): (f64, f64)) -> Vec<Tick> {
        let values = if self.logarithmic {
            log_ticks(low, high)
        } else {
            ticks(low, high, 7)
        };
        let tick = |value| (stretched(value, self.logarithmic), short(value));
        values.into_iter().map(tick).collect()
    }

    /// Units of one price side by side, in the order of the document.
    fn place<'a>(&self, points: &'a PointsResult) -> Vec<Placed<'a>> {
        const STEP: f64 = 2.0 * REACH;
        let same = |a: &PricedUnit, b: &PricedUnit| a.listed == b.listed;
        let placed = |(place, unit): (usize, &'a PricedUnit)| {
            let alike = points
                .units
                .iter()
                .filter(|other| same(other, unit))
                .count();
            let before = points.units[..place].iter();
            let before = before.filter(|other| same(other, unit)).count();
            // Many of one price stand closer together than their marks are wide.
            let step = STEP.min(60.0 / alike as f64);
            let aside = (before as f64 - (alike as f64 - 1.0) / 2.0) * step;
            let (x, y) = self.at(unit.listed.into(), unit.implied.estimate);
            let (low, high) = reach(unit);
            let ends = [
                self.at(unit.listed.into(), high).1,
                self.at(unit.listed.into(), low).1,
            ];
            let height = (ends[1] - ends[0]).max(2.0 * REACH);
            Placed {
                unit,
                at: (x + aside, y),
                extent: Rect::new(x + aside - REACH, ends[0], 2.0 * REACH, height),
            }
        };
        points.units.iter().enumerate().map(placed).collect()
    }

    fn draw_unit(&self, scene: &mut Scene, placed: &Placed<'_>, policy: &str) {
        let Placed { unit, at, .. } = placed;
        let (symbol, colour) = mark(unit.verdict);
        let mut stroke = |low: f64, high: f64, width: f64| {
            let end = |value| (at.0, self.at(unit.listed.into(), value).1);
            scene.line(end(low), end(high), colour, width);
        };
        stroke(unit.together.low, unit.together.high, 1.0);
        stroke(unit.implied.low, unit.implied.high, 3.0);
        for cross in self.crosses(placed, policy) {
            Symbol::Cross.draw(scene, cross.centre(), OTHER_REACH, MUTED);
        }
        symbol.draw_apart(scene, *at, REACH, colour);
    }

    /// Implied points of a unit under other policies, a little to the right of its mark.
    fn crosses<'a>(
        &'a self,
        placed: &'a Placed<'_>,
        policy: &'a str,
    ) -> impl Iterator<Item = Rect> {
        let Placed { unit, at, .. } = placed;
        let place = |other| (at.0 + OTHER_ASIDE, self.at(unit.listed.into(), other).1);
        others(unit, policy).map(move |other| square(place(other), OTHER_REACH))
    }

    /// Names the units whose price is off, the farthest first; where none is, the farthest few.
    fn name(&self, scene: &mut Scene, placed: &[Placed<'_>], policy: &str) {
        let crosses = || placed.iter().flat_map(|unit| self.crosses(unit, policy));
        let extents = placed.iter().map(|unit| unit.extent);
        let extents: Vec<Rect> = extents.chain(crosses()).collect();
        let marks = placed.iter().map(|unit| square(unit.at, REACH));
        let marks: Vec<Rect> = marks.chain(crosses()).collect();
        let mut names: Vec<Rect> = Vec::new();
        for unit in worth_naming(placed) {
            let name = (unit.unit.name.as_str(), 12.5, 150.0);
            let place = |others: &[Rect]| {
                Label::place_sized(name, unit.at, self.plot.frame, &[&names, others])
            };
            // Where marks crowd, a name may cross intervals, but neither marks nor names.
            let label = place(&extents).or_else(|| place(&marks));
            if let Some(label) = label {
                names.push(label.area);
                label.draw(scene, unit.at);
            }
        }
    }
}

/// The box of a mark.
fn square((x, y): (f64, f64), reach: f64) -> Rect {
    Rect::new(x - reach, y - reach, 2.0 * reach, 2.0 * reach)
}

fn worth_naming<'a, 'b>(placed: &'b [Placed<'a>]) -> Vec<&'b Placed<'a>> {
    let clear = |unit: &&Placed<'_>| matches!(unit.unit.verdict, Pricing::Over | Pricing::Under);
    let off =
        |unit: &Placed<'_>| (unit.unit.implied.estimate / f64::from(unit.unit.listed) - 1.0).abs();
    let mut named: Vec<&Placed<'_>> = placed.iter().filter(clear).collect();
    let most = if named.is_empty() {
        named = placed.iter().collect();
        NAMED_UNCLEAR
    } else {
        NAMED
    };
    named.sort_by(|a, b| off(b).total_cmp(&off(a)));
    named.truncate(most);
    named
}

fn stretched(value: f64, logarithmic: bool) -> f64 {
    if logarithmic { value.ln() } else { value }
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let start = (f64::INFINITY, f64::NEG_INFINITY);
    values.fold(start, |(low, high), v| (low.min(v), high.max(v)))
}

/// With a little room at either end.
fn padded((low, high): (f64, f64), logarithmic: bool) -> (f64, f64) {
    if logarithmic {
        let room = (high / low).powf(0.04).max(1.04);
        (low / room, high * room)
    } else {
        let room = (0.04 * (high - low)).max(0.02 * high.abs()).max(1.0);
        (low - room, high + room)
    }
}
