//! Implied over listed points of a grid, one panel per category.

use std::collections::{BTreeMap, BTreeSet};

use equipoise_analysis::Interval;
use equipoise_analysis::prices::{LevelPrice, PriceMapResult, PricedProfile};
use equipoise_engine::front_end::{AxisKind, AxisValue};
use equipoise_stats::Pricing;

use super::cell::{Tile, scale};
use super::figure::Figure;
use super::panels::{self, Panel, Panels, Place, WIDTH};
use super::text::provenance;
use crate::format::{capitalised, decimal, level, trimmed};

/// Ratio of implied to listed points at which a colour is darkest, and its inverse.
const DARKEST: f64 = 4.0;

/// The axes of the chart, by their numbers.
pub(super) struct Axes {
    pub(super) row: usize,
    pub(super) column: usize,
    panel: Option<usize>,
}

/// Why a map cannot be drawn, if it cannot.
pub(crate) fn nothing(map: &PriceMapResult) -> Option<&'static str> {
    match Axes::new(map) {
        None => Some("no two axes of whole numbers to draw over"),
        Some(axes) if axes.panels(map).panels.is_empty() => {
            Some("no profiles with places on its axes to draw")
        }
        Some(_) => None,
    }
}

pub(crate) fn figure(map: &PriceMapResult) -> Figure {
    let axes = Axes::new(map).unwrap_or(Axes {
        row: 0,
        column: 0,
        panel: None,
    });
    let marks = [
        (0.0, 1.0 / DARKEST),
        (0.25, 0.5),
        (0.5, 1.0),
        (0.75, 2.0),
        (1.0, DARKEST),
    ];
    let marks = marks.map(|(shade, ratio)| (shade, format!("× {}", trimmed(ratio))));
    let legend = scale(
        WIDTH,
        "implied over listed points",
        &marks,
        "interval includes × 1",
    );
    Figure {
        title: finding(map),
        caption: caption(map, &axes),
        body: panels::body(&axes.panels(map), legend),
    }
}

/// Which levels of an axis cost too much and which too little: all profiles by themselves where no level is.
pub(crate) fn finding(map: &PriceMapResult) -> String {
    let clear = map.axes.iter().filter_map(|axis| {
        let levels: Vec<&LevelPrice> = map
            .levels
            .iter()
            .filter(|level| level.axis == axis.name)
            .collect();
        let named = |off: &dyn Fn(&LevelPrice) -> bool| -> Option<String> {
            let found: Vec<&LevelPrice> = levels.iter().copied().filter(|of| off(of)).collect();
            run(&levels, &found).filter(|_| axis.kind == AxisKind::Integer)
        };
        let over = named(&|of| of.together.high < of.listed * (1.0 - map.margin));
        let under = named(&|of| of.together.low > of.listed * (1.0 + map.margin));
        match (over, under) {
            (None, None) => None,
            (Some(over), None) => Some(format!("{} {over} costs too much", axis.name)),
            (None, Some(under)) => Some(format!("{} {under} costs too little", axis.name)),
            (Some(over), Some(under)) => Some(format!(
                "{} {over} costs too much, {under} too little",
                axis.name
            )),
        }
    });
    let clear: Vec<String> = clear.collect();
    if !clear.is_empty() {
        return capitalised(&clear.join("; "));
    }
    let count = |verdict| {
        map.profiles
            .iter()
            .filter(|of| of.verdict == verdict)
            .count()
    };
    format!(
        "Of {} profiles {} cost too much and {} too little",
        map.profiles.len(),
        count(Pricing::Over),
        count(Pricing::Under)
    )
}

/// Levels that follow each other, as `0 to 3`; `None` where there are none or others lie between them.
fn run(all: &[&LevelPrice], found: &[&LevelPrice]) -> Option<String> {
    let (first, last) = (found.first()?, found.last()?);
    let place = |of: &LevelPrice| all.iter().position(|level| level.level == of.level);
    let span = place(last)? - place(first)? + 1;
    if span != found.len() {
        return None;
    }
    Some(if span == 1 {
        words(&first.level)
    } else {
        format!("{} to {}", words(&first.level), words(&last.level))
    })
}

pub(super) fn words(value: &AxisValue) -> String {
    match value {
        AxisValue::Integer(number) => number.to_string(),
        AxisValue::Text(name) => name.clone(),
    }
}

fn caption(map: &PriceMapResult, axes: &Axes) -> String {
    let shown = [Some(axes.row), Some(axes.column), axes.panel].into_iter();
    let shown: Vec<&str> = shown
        .flatten()
        .map(|axis| map.axes[axis].name.as_str())
        .collect();
    let averaged = match averaged(map, &shown).as_slice() {
        [] => String::new(),
        names => format!(
            "; averaged over {}, with half-widths that are at most so wide",
            names.join(" and ")
        ),
    };
    let played = &map.played_in;
    format!(
        "Cells: implied points as a multiple of listed points. Under it the half-width of its {} interval, \
         each by itself; a corner where the interval includes 1{averaged}. Implied points: what a profile \
         brings to random armies of {} listed points. Method: {}. Scenario {}, {}.",
        level(map.confidence),
        map.budget,
        map.method,
        played.scenario,
        provenance(Some(map.battles), &played.policy, map.seed)
    )
}

/// Axes that a chart does not show.
pub(super) fn averaged<'a>(map: &'a PriceMapResult, shown: &[&str]) -> Vec<&'a str> {
    let names = map.axes.iter().map(|axis| axis.name.as_str());
    names.filter(|name| !shown.contains(name)).collect()
}

impl Axes {
    /// The first two axes of whole numbers, and the first of the others.
    pub(super) fn new(map: &PriceMapResult) -> Option<Self> {
        let integer = |axis: &usize| map.axes[*axis].kind == AxisKind::Integer;
        let mut integers = (0..map.axes.len()).filter(integer);
        let (row, column) = (integers.next()?, integers.next()?);
        let named = (0..map.axes.len()).find(|axis| !integer(axis));
        Some(Self {
            row,
            column,
            panel: named.or_else(|| integers.next()),
        })
    }

    fn panels(&self, map: &PriceMapResult) -> Panels {
        let mut order: Vec<String> = Vec::new();
        let mut cells: BTreeMap<String, BTreeMap<Place, Vec<&PricedProfile>>> = BTreeMap::new();
        for profile in &map.profiles {
            let Some(at) = &profile.coordinates else {
                continue;
            };
            let (Some(AxisValue::Integer(row)), Some(AxisValue::Integer(column))) =
                (at.get(self.row), at.get(self.column))
            else {
                continue;
            };
            let heading = match self.panel.and_then(|axis| Some((axis, at.get(axis)?))) {
                None => "All profiles".to_owned(),
                Some((axis, AxisValue::Integer(number))) => {
                    format!("{} {number}", map.axes[axis].name)
                }
                Some((_, AxisValue::Text(name))) => name.clone(),
            };
            if !order.contains(&heading) {
                order.push(heading.clone());
            }
            let panel = cells.entry(heading).or_default();
            panel.entry((*row, *column)).or_default().push(profile);
        }
        let places: BTreeSet<Place> = cells.values().flat_map(|of| of.keys().copied()).collect();
        let distinct = |values: BTreeSet<i64>| -> Vec<i64> { values.into_iter().collect() };
        let panels = order.into_iter().map(|heading| Panel {
            tiles: cells[&heading]
                .iter()
                .map(|(place, of)| (*place, tile(of)))
                .collect(),
            heading,
        });
        Panels {
            row_axis: map.axes[self.row].name.clone(),
            column_axis: map.axes[self.column].name.clone(),
            rows: distinct(places.iter().map(|place| place.0).collect()),
            columns: distinct(places.iter().map(|place| place.1).collect()),
            panels: panels.collect(),
        }
    }
}

/// Profiles that share a cell: the ratio of their averages. Their errors add up at most.
fn tile(profiles: &[&PricedProfile]) -> Tile {
    let sum = |of: &dyn Fn(&PricedProfile) -> f64| profiles.iter().map(|one| of(one)).sum::<f64>();
    let listed = sum(&|of| of.listed.into());
    let ratio = sum(&|of| of.implied.estimate) / listed;
    let reach = sum(&|of| of.implied.half_width()) / listed;
    let shade = if ratio > 0.0 {
        0.5 + 0.5 * ratio.ln() / DARKEST.ln()
    } else {
        0.0
    };
    Tile {
        shade,
        number: short(ratio),
        half_width: Some(format!("±{}", short(reach))),
        is_open: (ratio - 1.0).abs() <= reach,
        unit: match profiles {
            [alone] => Some((alone.name.clone(), in_words(alone))),
            _ => None,
        },
    }
}

/// What the map says of a profile.
fn in_words(profile: &PricedProfile) -> String {
    let Interval {
        estimate,
        low,
        high,
    } = profile.implied;
    format!(
        "{}: listed {}, implied {estimate:.0} ({low:.0} to {high:.0})",
        profile.name, profile.listed
    )
}

/// A ratio with as many decimals as show it: two below a tenth, else one.
fn short(number: f64) -> String {
    decimal(number, if number.abs() < 0.095 { 2 } else { 1 })
}

#[cfg(test)]
mod tests {
    use equipoise_analysis::prices::PricedProfile;
    use serde_json::json;

    use super::tile;

    fn profile(listed: u32, estimate: f64, reach: f64) -> PricedProfile {
        let profile = json!({
            "name": "F1P1:melee", "coordinates": [1, 1, "melee"], "listed": listed,
            "implied": {"estimate": estimate, "low": estimate - reach, "high": estimate + reach},
            "together": {"low": estimate - 2.0 * reach, "high": estimate + 2.0 * reach},
            "verdict": "unclear", "suggested": null, "follows_pattern": true, "by_policy": {}, "beyond": null,
        });
        serde_json::from_value(profile).expect("a profile")
    }

    #[test]
    fn a_cell_shows_the_ratio_of_implied_to_listed_points() {
        let double = tile(&[&profile(100, 200.0, 10.0)]);
        // Twice the listed points are half as dark as four times.
        assert!((double.shade - 0.75).abs() < 1e-12);
        assert_eq!(
            (double.number.as_str(), double.half_width.as_deref()),
            ("2.0", Some("±0.1"))
        );
        assert!(!double.is_open);
        assert!(tile(&[&profile(100, 95.0, 6.0)]).is_open);
        // Worth nothing or less is as dark as can be.
        assert!(tile(&[&profile(100, -3.0, 6.0)]).shade <= 0.0);
        // Of two profiles, (100 + 500) / (100 + 200).
        let both = tile(&[&profile(100, 100.0, 15.0), &profile(200, 500.0, 15.0)]);
        assert_eq!(
            (both.number.as_str(), both.half_width.as_deref()),
            ("2.0", Some("±0.1"))
        );
    }
}
