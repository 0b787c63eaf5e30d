//! Each chart shows its whole table.

use equipoise_engine::front_end::{Axis, AxisKind, AxisValue};
use equipoise_report::{Chart, Costing, Drawing, Interval, ReportInput, Unit, Verdict, draw_svg};

use crate::run::{GRID, HOSTILE, input, score_percent};
use crate::svg::{count, fills, texts};

fn draw(chart: Chart, input: &ReportInput) -> Drawing {
    draw_svg(chart, input).unwrap()
}

/// Title and caption.
pub(crate) fn words(drawing: &Drawing) -> String {
    format!("{}\n\n{}", drawing.title, drawing.caption)
}

/// The heatmap lacks a panel or a cell of the small run.
fn heatmap_is_complete(svg: &str) -> bool {
    // Means: Anvil (30 + 50 + 40 + 60) / 4 = 45, Bolt 75.
    let panels = count(svg, "Anvil · 45 %") == 1 && count(svg, "Bolt · 75 %") == 1;
    let cells = GRID
        .into_iter()
        .all(|unit| count(svg, &score_percent(unit).to_string()) >= 1);
    panels && cells
}

#[test]
fn the_heatmap_has_every_panel_cell_and_axis() {
    let drawing = draw(Chart::Heatmap, &input());
    assert!(
        heatmap_is_complete(&drawing.svg),
        "{:?}",
        texts(&drawing.svg)
    );
    for axis in ["frame", "performance"] {
        assert_eq!(count(&drawing.svg, axis), 2, "{axis} once per panel");
    }
    // Scores of 60 stand at F2P4 Anvil and F1P0 Bolt.
    assert_eq!(count(&drawing.svg, "60"), 2);
}

/// One of the eight scores is even: 10 · 1 + 5 · 4 + 20 of F1P4 Anvil.
#[test]
fn cells_show_their_half_width_and_whether_they_include_even() {
    let mut input = input();
    let reach = |input: &mut ReportInput, reach: f64| {
        for unit in &mut input.units {
            unit.score.low = unit.score.estimate - reach;
            unit.score.high = unit.score.estimate + reach;
        }
    };
    // The corner in the legend and that of the even cell; 40 and 60 are ten points away.
    for (width, shown, open) in [(0.03, "±3", 1), (0.004, "±0.4", 1), (0.12, "±12", 1 + 3)] {
        reach(&mut input, width);
        let svg = draw(Chart::Heatmap, &input).svg;
        assert_eq!(count(&svg, shown), 8, "{shown}");
        assert_eq!(fills(&svg, "polygon").len(), 1 + open, "{shown}");
    }
}

#[test]
fn a_heatmap_without_a_role_or_a_unit_is_incomplete() {
    let mut without_role = input();
    without_role
        .units
        .retain(|unit| !unit.name.ends_with("Bolt"));
    assert!(!heatmap_is_complete(
        &draw(Chart::Heatmap, &without_role).svg
    ));
    let mut without_unit = input();
    without_unit.units.remove(0);
    assert!(!heatmap_is_complete(
        &draw(Chart::Heatmap, &without_unit).svg
    ));
}

/// Without a category a third integer axis makes the panels, and a cell averages over a fourth.
#[test]
fn a_heatmap_of_integer_axes_alone_has_a_panel_for_each_value_of_the_third() {
    let mut input = input();
    for axis in &mut input.info.axes {
        if axis.kind == AxisKind::Text {
            (axis.name, axis.kind) = ("pilot".to_owned(), AxisKind::Integer);
        }
    }
    input.info.axes.push(Axis {
        name: "luck".to_owned(),
        kind: AxisKind::Integer,
    });
    for unit in &mut input.units {
        let pilot = match &unit.coordinates[2] {
            Some(AxisValue::Text(role)) => Some(2 + i64::from(role == "Bolt")),
            _ => None,
        };
        unit.coordinates[2] = pilot.map(AxisValue::Integer);
        unit.coordinates.push(pilot.map(AxisValue::Integer));
    }
    let drawing = draw(Chart::Heatmap, &input);
    // The best pilot, 3, is role Bolt, and 2 Anvil.
    insta::assert_snapshot!(words(&drawing));
    for heading in ["pilot 3 · 75 %", "pilot 2 · 45 %"] {
        assert_eq!(count(&drawing.svg, heading), 1, "{heading}");
    }
}

/// Charts of the difference name the quantity that a system scores instead of victory points.
#[test]
fn margins_name_what_the_system_scores() {
    let mut input = input();
    input.info.score.unit = "flags taken".to_owned();
    input.info.score.difference = "difference in flags".to_owned();
    let drawing = draw(Chart::Margins, &input);
    insta::assert_snapshot!(words(&drawing));
    // Under the pooled plot and under that of the one pairing with bins.
    assert_eq!(count(&drawing.svg, "difference in flags, A − B"), 2);
    assert!(!drawing.svg.to_lowercase().contains("victory"));
}

#[test]
fn cells_darken_away_from_an_even_score() {
    let mut fills: Vec<String> = Vec::new();
    for score in [0.0, 0.5, 1.0] {
        let mut input = input();
        input.units.truncate(1);
        input.units[0].score.estimate = score;
        let svg = draw(Chart::Heatmap, &input).svg;
        // The only cell is the last rectangle: background and legend come before.
        fills.push(crate::svg::fills(&svg, "rect").last().unwrap().to_string());
    }
    let [low, even, high] = fills.as_slice() else {
        unreachable!("three scores")
    };
    let bytes = |fill: &str| {
        let number = u32::from_str_radix(&fill[1..], 16).unwrap();
        [number >> 16, (number >> 8) & 255, number & 255]
    };
    assert!(bytes(even).iter().all(|byte| *byte > 240), "{even}");
    assert!(bytes(low)[0] > bytes(low)[2] + 80, "orange: {low}");
    assert!(bytes(high)[2] > bytes(high)[0] + 80, "blue: {high}");
}

#[test]
fn the_category_matrix_averages_equal_places_only() {
    // (60 + 62 + 64 + 66) / 4 = 63, and 37 the other way; the 95 belongs to unlike places. Each
    // number stands in its cell and in its row's mean.
    let drawing = draw(Chart::Categories, &input());
    assert_eq!(
        (count(&drawing.svg, "63"), count(&drawing.svg, "37")),
        (2, 2)
    );
    for role in ["Anvil", "Bolt"] {
        assert_eq!(count(&drawing.svg, role), 2, "{role} as row and column");
    }
}

#[test]
fn the_margins_add_up_and_each_bin_has_its_bar() {
    let drawing = draw(Chart::Margins, &input());
    let headings = texts(&drawing.svg);
    assert!(headings.contains(&"All pairings".to_owned()));
    assert!(headings.contains(&"Most lopsided: F2P4 Bolt (A, 95 %) against F1P0 Anvil".to_owned()));
    // Pooled and most lopsided show the same five bins: two behind, one level, two ahead.
    let bars = fills(&drawing.svg, "rect");
    let of = |colour: &str| bars.iter().filter(|fill| **fill == colour).count();
    assert_eq!((of("#C45C0A"), of("#8A949E"), of("#2166AC")), (4, 2, 4));
}

#[test]
fn the_margins_error_is_of_the_runs_own_level() {
    // 5,000 battles: 1.960 / 2 / √5000 = 1.39 % at 95 %, 2.576 / 2 / √5000 = 1.82 % at 99 %.
    let mut input = input();
    for (level, error) in [
        (
            0.95,
            "95 % sampling error of a pooled share: at most ± 1.39",
        ),
        (
            0.99,
            "99 % sampling error of a pooled share: at most ± 1.82",
        ),
    ] {
        input.info.confidence = level;
        let caption = draw(Chart::Margins, &input).caption;
        assert!(caption.contains(error), "{caption}");
    }
}

#[test]
fn in_the_margins_every_pairing_weighs_the_same() {
    // A second pairing of ten battles, all behind: A is ahead in (60 % + 0) / 2 of the battles.
    let mut input = input();
    let mut bin = input.margins[1].clone();
    (bin.a, bin.battles) = ("another".into(), 10);
    input.margins.push(bin);
    // The error is 1.960 / 2 · √(1/5000 + 1/10) / 2 = 15.51 %.
    insta::assert_snapshot!(words(&draw(Chart::Margins, &input)));
}

#[test]
fn the_points_chart_marks_every_unit_and_names_the_outliers() {
    // Expected 60, 140, 100, 180, 180, 260, 220, 300 and 140, each ± 10, against 140 listed, but 50
    // for the third and 310 for the seventh: two below, five above, two level. The key adds one
    // circle of each colour.
    let drawing = draw(Chart::Points, &input());
    let circles = fills(&drawing.svg, "circle");
    let of = |colour: &str| circles.iter().filter(|fill| **fill == colour).count();
    assert_eq!((of("#C45C0A"), of("#8A949E"), of("#2166AC")), (3, 3, 6));
    for name in ["F1P0 Anvil", "F2P0 Anvil", "F2P4 Bolt", "F1P4 Bolt"] {
        assert_eq!(count(&drawing.svg, name), 1, "{name}");
    }
    assert_eq!(
        (
            count(&drawing.svg, "listed points"),
            count(&drawing.svg, "expected points")
        ),
        (1, 1)
    );
}

#[test]
fn units_beyond_the_listed_prices_are_not_judged() {
    // Without the unit at 50 no price reaches down to 60 and 100, without the one at 310 none up
    // to 180 and more: only the two at 140 are left to judge.
    let mut input = input();
    input.units.iter_mut().for_each(|unit| unit.points = 140);
    let costing = Costing::new(&input);
    assert_eq!((costing.beyond_prices.len(), costing.unclear.len()), (7, 2));
    assert_eq!((costing.compared(), costing.prices.clone()), (9, 140..=140));
    let drawing = draw(Chart::Points, &input);
    assert!(
        drawing
            .title
            .starts_with("Of 9 units, 0 score clearly above")
    );
    let faint = fills(&drawing.svg, "circle");
    let faint = faint.iter().filter(|fill| **fill == "#C4CBD2").count();
    assert_eq!(faint, 7 + 1);
}

#[test]
fn clear_units_come_before_unclear_ones_with_larger_gaps() {
    let mut input = input();
    // The widest gap, but an interval that reaches its listed points.
    let bolt = &mut input.units[7];
    bolt.expected_points.as_mut().unwrap().low = 130.0;
    let costing = Costing::new(&input);
    assert_eq!(costing.verdict(&input.units[7]), Some(Verdict::Unclear));
    let names: Vec<&str> = costing
        .most_under_costed()
        .map(|unit| unit.name.as_str())
        .collect();
    assert_eq!(names.len(), 5);
    assert_eq!((names[0], names[4]), ("F1P4 Bolt", "F2P4 Bolt"));
    let over: Vec<i64> = costing.most_over_costed().map(|unit| unit.points).collect();
    assert_eq!(over, [310, 140]);
}

#[test]
fn the_caption_counts_units_without_expected_points() {
    let mut input = input();
    input.units[0].expected_points = None;
    let drawing = draw(Chart::Points, &input);
    assert_eq!(fills(&drawing.svg, "circle").len(), 8 + 4);
    assert!(
        drawing
            .caption
            .contains("1 unit without expected points above 0 is not shown"),
        "{}",
        drawing.caption
    );
}

#[test]
fn a_run_without_categories_draws_one_panel() {
    let mut input = input();
    input.info.axes.truncate(2);
    input.units.truncate(4);
    input
        .units
        .iter_mut()
        .for_each(|unit| unit.coordinates.truncate(2));
    let svg = draw(Chart::Heatmap, &input).svg;
    assert_eq!(count(&svg, "All units"), 1);
    assert_eq!(count(&svg, "30"), 1);
}

#[test]
fn hostile_names_stay_text_in_every_chart() {
    let mut input = input();
    // The unit off the grid becomes the widest gap and a role of its own.
    let last = input.units.last_mut().unwrap();
    assert_eq!(last.name, HOSTILE);
    last.points = 10;
    input.pairings[4].a = HOSTILE.to_owned();
    input
        .margins
        .iter_mut()
        .for_each(|bin| bin.a = HOSTILE.into());
    for chart in Chart::of(&input) {
        let svg = draw(chart, &input).svg;
        assert!(!svg.contains("<script"), "{chart}");
    }
    assert_eq!(count(&draw(Chart::Points, &input).svg, HOSTILE), 1);
}

#[test]
fn names_of_outliers_never_cover_each_other() {
    // Twelve units share one place; six on a side are named.
    let mut input = input();
    let model = input.units[0].clone();
    input.units = (0..12)
        .map(|i| {
            let mut unit = model.clone();
            unit.name = format!("unit number {i}");
            unit
        })
        .collect();
    // Two more at the prices they should have, below and above, so that the others can be priced.
    for points in [30, 400] {
        let estimate = points as f64;
        let [low, high] = [0.9, 1.1].map(|factor| factor * estimate);
        input.units.push(Unit {
            points,
            expected_points: Some(Interval {
                estimate,
                low,
                high,
            }),
            ..model.clone()
        });
    }
    let svg = draw(Chart::Points, &input).svg;
    let mut rows: Vec<i64> = svg
        .split("<text ")
        .skip(1)
        .filter(|element| element.contains("unit number"))
        .map(|element| {
            let start = element.contains("text-anchor=\"start\"");
            let (_, rest) = element.split_once("y=\"").unwrap();
            let y: i64 = rest.split('"').next().unwrap().parse().unwrap();
            // Names right of the marks and left of them are separate stacks.
            if start { y } else { -y }
        })
        .collect();
    rows.sort_unstable();
    assert_eq!(rows.len(), 6, "{rows:?}");
    assert!(
        rows.windows(2).all(|pair| pair[1] - pair[0] >= 13),
        "{rows:?}"
    );
}
