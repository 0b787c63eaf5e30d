//! Expected against listed points.

use equipoise_analysis::Interval;
use plotters::style::RGBColor;

use super::colour::{FAINT, GRID, HIGH, INK, LOW, MUTED, NEUTRAL};
use super::figure::Figure;
use super::kind::Chart;
use super::label::Label;
use super::scale::{Scale, log_ticks};
use super::scene::{Align, Rect, Scene, Type};
use super::text;
use crate::costing::{Costing, Verdict};
use crate::error::ReportError;
use crate::format::level;
use crate::input::{ReportInput, Unit};

const WIDTH: f64 = 1180.0;
const HEIGHT: f64 = 660.0;
/// Units named beside their mark, on either side of the diagonal.
const NAMED: usize = 6;

/// A unit with expected points.
struct Dot<'a> {
    unit: &'a Unit,
    expected: Interval,
}

pub(super) fn figure(input: &ReportInput) -> Result<Figure, ReportError> {
    let dots = dots(input);
    if dots.is_empty() {
        return Err(ReportError::nothing(
            Chart::Points,
            "needs units with expected points",
        ));
    }
    let costing = Costing::new(input);
    Ok(Figure {
        title: finding(&costing),
        caption: caption(input, &dots, &costing),
        body: body(&dots, &costing),
    })
}

/// Units with positive values, as a logarithmic axis requires.
fn dots(input: &ReportInput) -> Vec<Dot<'_>> {
    input.units.iter().filter_map(Dot::new).collect()
}

impl<'a> Dot<'a> {
    fn new(unit: &'a Unit) -> Option<Self> {
        let mut expected = unit.expected_points?;
        // An interval that goes down to 0 is drawn to one point: the axis has no 0.
        if expected.low <= 0.0 {
            expected.low = expected.estimate.min(1.0);
        }
        let positive = unit.points > 0 && expected.estimate > 0.0;
        positive.then_some(Self { unit, expected })
    }
}

fn finding(costing: &Costing<'_>) -> String {
    format!(
        "Of {} units, {} score clearly above their listed points and {} clearly below",
        costing.compared(),
        costing.under_costed.len(),
        costing.over_costed.len()
    )
}

fn caption(input: &ReportInput, dots: &[Dot<'_>], costing: &Costing<'_>) -> String {
    let left_out = input.units.len() - dots.len();
    let left_out = match left_out {
        0 => "",
        1 => " 1 unit without expected points above 0 is not shown.",
        count => &format!(" {count} units without expected points above 0 are not shown."),
    };
    format!(
        "Expected points: where this run's fitted curve of score on listed points reaches the \
         unit's score, read against this field and policy {}. Bars: intervals from the unit's own \
         sampling error and the scatter of units about the curve, which hold at {} for all {} units \
         at once. Not judged: {} beyond the listed prices. Both axes logarithmic.{left_out}",
        input.info.policy,
        level(input.info.confidence),
        costing.compared(),
        costing.beyond_prices.len()
    )
}

fn body(dots: &[Dot<'_>], costing: &Costing<'_>) -> Scene {
    let mut scene = Scene::new(WIDTH, HEIGHT);
    let frame = Rect::new(64.0, 34.0, WIDTH - 70.0, HEIGHT - 34.0 - 50.0);
    let axes = Axes::new(dots, frame);
    axes.draw(&mut scene);
    for dot in dots {
        axes.draw_dot(&mut scene, dot, colour(costing.verdict(dot.unit)));
    }
    axes.name_outliers(&mut scene, dots, costing);
    draw_key(&mut scene);
    scene
}

struct Axes {
    frame: Rect,
    listed: (f64, f64),
    expected: (f64, f64),
    x: Scale,
    y: Scale,
}

impl Axes {
    fn new(dots: &[Dot<'_>], frame: Rect) -> Self {
        let listed = padded(dots.iter().map(|d| d.unit.points as f64));
        let expected = padded(dots.iter().flat_map(|d| [d.expected.low, d.expected.high]));
        // The diagonal should cross the whole plot.
        let expected = (expected.0.min(listed.0), expected.1.max(listed.1));
        Self {
            frame,
            listed,
            expected,
            x: Scale::new(logs(listed), (frame.x, frame.right())),
            y: Scale::new(logs(expected), (frame.bottom(), frame.y)),
        }
    }

    fn at(&self, listed: f64, expected: f64) -> (f64, f64) {
        (self.x.at(listed.ln()), self.y.at(expected.ln()))
    }

    fn draw(&self, scene: &mut Scene) {
        let frame = self.frame;
        let middle = Type::new(11.0, MUTED, Align::Middle);
        for tick in log_ticks(self.listed.0, self.listed.1) {
            let x = self.x.at(tick.ln());
            scene.line((x, frame.y), (x, frame.bottom()), GRID, 1.0);
            scene.text((x, frame.bottom() + 13.0), label(tick), middle);
        }
        for tick in log_ticks(self.expected.0, self.expected.1) {
            let y = self.y.at(tick.ln());
            scene.line((frame.x, y), (frame.right(), y), GRID, 1.0);
            let end = Type::new(11.0, MUTED, Align::End);
            scene.text((frame.x - 7.0, y), label(tick), end);
        }
        let axis = Type::new(12.0, INK, Align::Middle);
        let under = (frame.x + frame.width / 2.0, frame.bottom() + 34.0);
        scene.text(under, "listed points", axis);
        let beside = (10.0, frame.y + frame.height / 2.0);
        scene.text(beside, "expected points", axis.upwards());
        let (low, high) = self.listed;
        scene.line(self.at(low, low), self.at(high, high), INK, 1.5);
    }

    fn draw_dot(&self, scene: &mut Scene, dot: &Dot<'_>, colour: RGBColor) {
        let listed = dot.unit.points as f64;
        let (low, high) = (
            self.at(listed, dot.expected.low),
            self.at(listed, dot.expected.high),
        );
        scene.line(low, high, colour, 1.0);
        scene.circle(self.at(listed, dot.expected.estimate), 3.5, colour);
    }

    /// The box that a unit's mark and interval fill.
    fn extent(&self, dot: &Dot<'_>) -> Rect {
        let listed = dot.unit.points as f64;
        let (x, bottom) = self.at(listed, dot.expected.low);
        let (_, top) = self.at(listed, dot.expected.high);
        Rect::new(x - 3.5, top, 7.0, (bottom - top).max(7.0))
    }

    /// Names the widest gaps, each beside its mark.
    fn name_outliers(&self, scene: &mut Scene, dots: &[Dot<'_>], costing: &Costing<'_>) {
        let marks: Vec<Rect> = dots.iter().map(|dot| self.extent(dot)).collect();
        let mut names: Vec<Rect> = Vec::new();
        let over = costing.most_over_costed().take(NAMED);
        let under = costing.most_under_costed().take(NAMED);
        for unit in under.chain(over) {
            let Some(dot) = dots.iter().find(|dot| std::ptr::eq(dot.unit, unit)) else {
                continue;
            };
            let at = self.at(unit.points as f64, dot.expected.estimate);
            // Where marks crowd, a name may cross some of them, but never another name.
            let label = Label::place(&unit.name, at, self.frame, &[&names, &marks])
                .or_else(|| Label::place(&unit.name, at, self.frame, &[&names]));
            if let Some(label) = label {
                names.push(label.area);
                label.draw(scene, at);
            }
        }
    }
}

fn draw_key(scene: &mut Scene) {
    let entries = [
        (HIGH, "clearly under-costed"),
        (NEUTRAL, "unclear"),
        (LOW, "clearly over-costed"),
        (FAINT, "beyond the listed prices: not judged"),
    ];
    let mut x = 64.0;
    for (colour, label) in entries {
        scene.circle((x + 5.0, 12.0), 5.0, colour);
        scene.text((x + 16.0, 12.0), label, Type::new(12.0, INK, Align::Start));
        x += 16.0 + text::width(label, 12.0, false) * 1.05 + 26.0;
    }
    scene.line((x, 12.0), (x + 26.0, 12.0), INK, 1.5);
    scene.text(
        (x + 34.0, 12.0),
        "expected = listed",
        Type::new(12.0, INK, Align::Start),
    );
}

fn colour(verdict: Option<Verdict>) -> RGBColor {
    match verdict {
        Some(Verdict::UnderCosted) => HIGH,
        Some(Verdict::OverCosted) => LOW,
        Some(Verdict::BeyondPrices) => FAINT,
        Some(Verdict::Fair | Verdict::Unclear) | None => NEUTRAL,
    }
}

/// The range of positive values with a little room at either end.
fn padded(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let start = (f64::INFINITY, f64::NEG_INFINITY);
    let (low, high) = values.fold(start, |(low, high), v| (low.min(v), high.max(v)));
    let room = (high / low).powf(0.04).max(1.02);
    (low / room, high * room)
}

fn logs((low, high): (f64, f64)) -> (f64, f64) {
    (low.ln(), high.ln())
}

fn label(points: f64) -> String {
    format!("{}", (points * 1000.0).round() / 1000.0)
}
