//! Points over one axis of a grid, listed and implied, a panel for each level of another.

use std::collections::BTreeMap;

use equipoise_analysis::prices::{PriceMapResult, PriceStep, PricedProfile};
use equipoise_engine::front_end::AxisValue;

use super::colour::{HIGH, INK, NEUTRAL};
use super::figure::Figure;
use super::panels::WIDTH;
use super::plot::{Plot, Tick};
use super::price_map::{Axes, averaged, words};
use super::scale::ticks;
use super::scene::{Align, Rect, Scene, Type};
use super::symbol::{Key, Symbol};
use super::text::{self, provenance, short};
use crate::format::{capitalised, level};

const ACROSS: usize = 3;
const GAP: f64 = 26.0;
const HEIGHT: f64 = 250.0;

/// What the profiles of a panel cost and are worth at one level of the other axis.
struct Mark {
    at: f64,
    listed: f64,
    implied: f64,
    reach: f64,
}

/// The marks of each panel from left to right.
type Panels = BTreeMap<i64, Vec<Mark>>;

pub(crate) fn figure(map: &PriceMapResult) -> Figure {
    let axes = Axes::new(map);
    let panels = axes.as_ref().map(|axes| panels(map, axes));
    let [row, column] = match &axes {
        Some(axes) => [axes.row, axes.column].map(|axis| map.axes[axis].name.as_str()),
        None => [""; 2],
    };
    Figure {
        title: finding(map, column),
        caption: caption(map, [row, column]),
        body: body(&panels.unwrap_or_default(), [row, column]),
    }
}

/// Which steps along the axis are worth less than they cost, and which more.
fn finding(map: &PriceMapResult, axis: &str) -> String {
    let steps: Vec<&PriceStep> = map
        .steps
        .iter()
        .filter(|step| step.axis == axis && step.at.is_none())
        .collect();
    let named = |off: &dyn Fn(&PriceStep) -> bool| -> Vec<String> {
        let found = steps.iter().filter(|step| off(step));
        found.map(|step| words(&step.to)).collect()
    };
    let less = named(&|of| of.together.high < of.listed);
    let more = named(&|of| of.together.low > of.listed);
    let title = match (less.as_slice(), more.as_slice()) {
        ([], []) => format!("no step of {axis} is clearly worth more or less than it costs"),
        (less, []) => format!(
            "{axis}: steps to {} are worth less than they cost",
            less.join(", ")
        ),
        ([], more) => format!(
            "{axis}: steps to {} are worth more than they cost",
            more.join(", ")
        ),
        (less, more) => format!(
            "{axis}: steps to {} are worth less than they cost, to {} more",
            less.join(", "),
            more.join(", ")
        ),
    };
    capitalised(&title)
}

fn caption(map: &PriceMapResult, [row, column]: [&str; 2]) -> String {
    let played = &map.played_in;
    let over = averaged(map, &[row, column]);
    let over = match over.as_slice() {
        [] => String::new(),
        names => format!(
            ", averaged over {}, with bars that are at most so long",
            names.join(" and ")
        ),
    };
    format!(
        "Points of profiles over {column}, a panel for each level of {row}. Rings: listed; dots: implied, bars: their \
         {} interval, each by itself{over}. The title counts steps over all profiles, by intervals that hold for all \
         steps at once. Scenario {}, {}.",
        level(map.confidence),
        played.scenario,
        provenance(Some(map.battles), &played.policy, map.seed)
    )
}

fn panels(map: &PriceMapResult, axes: &Axes) -> Panels {
    let mut places: BTreeMap<(i64, i64), Vec<&PricedProfile>> = BTreeMap::new();
    for profile in &map.profiles {
        let at = profile.coordinates.as_deref().unwrap_or_default();
        if let (Some(AxisValue::Integer(row)), Some(AxisValue::Integer(column))) =
            (at.get(axes.row), at.get(axes.column))
        {
            places.entry((*row, *column)).or_default().push(profile);
        }
    }
    let mut panels = Panels::new();
    for ((row, column), profiles) in places {
        let mean = |of: &dyn Fn(&PricedProfile) -> f64| {
            profiles.iter().map(|one| of(one)).sum::<f64>() / profiles.len() as f64
        };
        panels.entry(row).or_default().push(Mark {
            at: column as f64,
            listed: mean(&|of| of.listed.into()),
            implied: mean(&|of| of.implied.estimate),
            reach: mean(&|of| of.implied.half_width()),
        });
    }
    panels
}

fn body(panels: &Panels, [row, column]: [&str; 2]) -> Scene {
    let key = Key::new([
        (Symbol::Ring, NEUTRAL, "listed points"),
        (Symbol::Dot, HIGH, "implied points"),
    ]);
    let key = key.scene(WIDTH);
    let top = key.height + 10.0;
    let width = (WIDTH + GAP) / ACROSS as f64 - GAP;
    let down = panels.len().div_ceil(ACROSS) as f64;
    let mut scene = Scene::new(WIDTH, top + down * (HEIGHT + GAP) - GAP);
    scene.place(key, (0.0, 0.0));
    let all = || panels.values().flatten();
    let ends = |of: fn(&Mark) -> [f64; 2]| {
        let values = all().flat_map(of);
        values.fold((0.0_f64, 0.0_f64), |(low, high), value| {
            (low.min(value), high.max(value))
        })
    };
    let points = ends(|mark| [mark.listed, mark.implied + mark.reach]);
    let below = ends(|mark| [0.0, mark.implied - mark.reach]).0;
    let points = (below, points.1.max(below + 1.0));
    for (place, (level, marks)) in panels.iter().enumerate() {
        let (across, down) = (place % ACROSS, place / ACROSS);
        let heading = format!("{row} {level}");
        let panel = panel(&heading, column, marks, width, points);
        scene.place(
            panel,
            (
                across as f64 * (width + GAP),
                top + down as f64 * (HEIGHT + GAP),
            ),
        );
    }
    scene
}

fn panel(heading: &str, axis: &str, marks: &[Mark], width: f64, points: (f64, f64)) -> Scene {
    let mut scene = Scene::new(width, HEIGHT);
    let style = Type::new(14.0, INK, Align::Start).bold();
    scene.text((0.0, 10.0), text::fit(heading, 14.0, true, width), style);
    let frame = Rect::new(52.0, 26.0, width - 56.0, HEIGHT - 26.0 - 46.0);
    let (first, last) = match marks {
        [first, .., last] => (first.at, last.at),
        [only] => (only.at, only.at),
        [] => (0.0, 0.0),
    };
    let plot = Plot::new(frame, (first - 0.5, last + 0.5), points);
    let labels = ticks(points.0, points.1, 5).into_iter();
    let labels: Vec<Tick> = labels.map(|value| (value, short(value))).collect();
    plot.draw_y(&mut scene, &labels, "points");
    let labels = marks.iter().map(|mark| (mark.at, short(mark.at)));
    let labels: Vec<Tick> = labels.step_by(marks.len().div_ceil(12).max(1)).collect();
    plot.draw_x(&mut scene, &labels, axis);
    for pair in marks.windows(2) {
        let ends = |of: fn(&Mark) -> f64| [0, 1].map(|end| plot.at(pair[end].at, of(&pair[end])));
        let [from, to] = ends(|mark| mark.listed);
        scene.dashes(from, to, NEUTRAL, 1.5);
        let [from, to] = ends(|mark| mark.implied);
        scene.line(from, to, HIGH, 2.0);
    }
    for mark in marks {
        Symbol::Ring.draw(&mut scene, plot.at(mark.at, mark.listed), 4.0, NEUTRAL);
        let reach = (mark.implied - mark.reach, mark.implied + mark.reach);
        plot.interval(&mut scene, mark.at, reach, HIGH);
        Symbol::Dot.draw(&mut scene, plot.at(mark.at, mark.implied), 4.5, HIGH);
    }
    scene
}
