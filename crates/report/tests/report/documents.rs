//! Each chart of a single result shows all of the result at the right places.

use equipoise_report::{Document, DocumentKind, Drawing};
use serde_json::{Value, json};

use crate::charts::words;
use crate::results::{battle as fought, differences, duel, interval, points};
use crate::svg::{Circle, circles, count, fills, rects, texts};

pub(super) const HIGH: &str = "#2166AC";
pub(super) const LOW: &str = "#C45C0A";
const NEUTRAL: &str = "#8A949E";
const BAR: &str = "#5B93C7";
pub(super) const INK: &str = "#1F2933";
const MUTED: &str = "#52606D";

/// Names that charts and SVG must survive: markup, a list separator, lines, control and turning
/// characters, and far more than there is room for.
pub(super) fn hostile_names() -> Vec<String> {
    vec![
        "<script>alert(1)</script>".to_owned(),
        "a, \"b\" & c;\nd\te\u{0}\u{202e}f\u{ffff}".to_owned(),
        "n".repeat(10_000),
        "very long ".repeat(50),
        String::new(),
    ]
}

pub(super) fn draw(document: &Value) -> Drawing {
    let document = Document::parse("it.json", &document.to_string()).unwrap();
    document.drawing().unwrap()
}

/// Marks of a colour but for those of the key, which stand above all others.
fn marks(svg: &str, colour: &str) -> Vec<Circle> {
    let all: Vec<Circle> = circles(svg);
    let key = all
        .iter()
        .map(|circle| circle.y)
        .fold(f64::INFINITY, f64::min);
    all.into_iter()
        .filter(|circle| circle.fill == colour && circle.y > key)
        .collect()
}

fn assert_even_steps(places: &[f64]) {
    let steps: Vec<f64> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
    // Places are rounded to whole pixels.
    let even = steps.iter().all(|step| (step - steps[0]).abs() <= 2.0);
    assert!(even && steps[0].abs() > 20.0, "{places:?}");
}

pub(super) fn assert_sound(svg: &str) {
    assert!(!svg.contains("<script"), "markup");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "no numbers");
    let legal = |c: char| (!c.is_control() || c == '\n') && !matches!(c, '\u{202e}' | '\u{ffff}');
    assert!(svg.chars().all(legal), "characters that XML cannot hold");
}

fn unit(name: &str, listed: f64, implied: f64, verdict: &str) -> Value {
    json!({
        "name": name,
        "listed": listed as u32,
        "implied": interval(implied, implied.abs() * 0.1),
        "together": {"low": implied - implied.abs() * 0.2, "high": implied + implied.abs() * 0.2},
        "verdict": verdict,
        "by_policy": {"rulebook": interval(implied, 1.0), "greedy": interval(implied * 1.05, 1.0)},
    })
}

#[test]
fn listed_against_implied_points_lie_on_even_logarithmic_axes() {
    // Worth what they cost, each twice as much as the last: even steps along both axes.
    let units = [100.0, 200.0, 400.0].map(|cost| unit("u", cost, cost, "unclear"));
    let svg = draw(&points(&units)).svg;
    let rings = marks(&svg, NEUTRAL);
    assert_eq!(rings.len(), 3);
    assert_even_steps(&rings.iter().map(|ring| ring.x).collect::<Vec<f64>>());
    assert_even_steps(&rings.iter().map(|ring| ring.y).collect::<Vec<f64>>());
    assert!(rings[0].y > rings[2].y, "more stands higher");
    assert_eq!(count(&svg, "listed points (logarithmic)"), 1);
    assert_eq!(count(&svg, "implied points (logarithmic)"), 1);
}

#[test]
fn a_worth_below_zero_makes_both_axes_linear() {
    let units = [-100.0, 100.0, 300.0].map(|worth| unit("u", worth + 200.0, worth, "unclear"));
    let svg = draw(&points(&units)).svg;
    let rings = marks(&svg, NEUTRAL);
    assert_even_steps(&rings.iter().map(|ring| ring.x).collect::<Vec<f64>>());
    assert_even_steps(&rings.iter().map(|ring| ring.y).collect::<Vec<f64>>());
    assert_eq!(count(&svg, "implied points"), 1);
}

#[test]
fn verdicts_differ_in_shape_and_clear_ones_are_named() {
    let units = [
        unit("Cheap", 100.0, 180.0, "under"),
        unit("Dear", 300.0, 150.0, "over"),
        unit("Right", 200.0, 200.0, "fair"),
        unit("Open", 150.0, 160.0, "unclear"),
    ];
    let drawing = draw(&points(&units));
    let svg = &drawing.svg;
    let shapes = fills(svg, "polygon");
    let of = |colour: &str| shapes.iter().filter(|fill| **fill == colour).count();
    // One in the key and one unit each; the band is the one area.
    assert_eq!((of(HIGH), of(LOW), of(INK), of(BAR)), (2, 2, 2, 1));
    assert_eq!(marks(svg, NEUTRAL).len(), 1);
    assert_eq!((count(svg, "Cheap"), count(svg, "Dear")), (1, 1));
    assert_eq!((count(svg, "Right"), count(svg, "Open")), (0, 0));
    // Two strokes a cross, one cross a unit and one in the key.
    let crosses = svg.matches(&format!("stroke=\"{MUTED}\"")).count();
    assert_eq!(crosses, 2 * (4 + 1));
    insta::assert_snapshot!(words(&drawing));
}

#[test]
fn where_no_price_is_off_the_farthest_three_are_named() {
    let name = |i: i32| format!("unit {i}");
    let units: Vec<Value> = (0..6)
        .map(|i| {
            unit(
                &name(i),
                100.0 + 40.0 * f64::from(i),
                100.0 + 30.0 * f64::from(i),
                "unclear",
            )
        })
        .collect();
    let svg = draw(&points(&units)).svg;
    let named: Vec<usize> = (0..6).map(|i| count(&svg, &name(i))).collect();
    assert_eq!(named, [0, 0, 0, 1, 1, 1]);
}

fn odds(exact: &Value, sampled: Option<Value>) -> Value {
    let mut document = json!({
        "schema": 1, "kind": "odds", "damage": exact,
        "charted": {
            "path": "/damage", "of": "damage", "unit": "HP", "attack": "2d10 against 1d10",
            "success": {"from": 1, "name": "damage"},
        },
    });
    if let Some(sampled) = sampled {
        document["sampled"] = sampled;
    }
    document
}

#[test]
fn bars_are_as_high_as_their_probabilities_and_points_as_their_shares() {
    let exact = json!({"0": 0.5, "300": 0.25, "600": 0.25});
    let counts = json!({"0": 50, "300": 25, "600": 25});
    let sampled = json!({"attacks": 100, "seed": 3, "counts": counts, "confidence": 0.95});
    let drawing = draw(&odds(&exact, Some(sampled)));
    // The key's patches are nine pixels high.
    let bars: Vec<_> = rects(&drawing.svg)
        .into_iter()
        .filter(|bar| [BAR, NEUTRAL].contains(&bar.fill.as_str()) && bar.height > 9.5)
        .collect();
    let heights: Vec<f64> = bars.iter().map(|bar| bar.height).collect();
    assert_eq!(heights.len(), 3);
    assert!(
        (heights[0] - 2.0 * heights[1]).abs() <= 2.0 && heights[1] == heights[2],
        "{heights:?}"
    );
    assert_even_steps(&bars.iter().map(|bar| bar.x).collect::<Vec<f64>>());
    assert_eq!(
        (bars[0].fill.as_str(), bars[1].fill.as_str()),
        (NEUTRAL, BAR)
    );
    // The sample is exactly as likely: each point lies on its bar's upper edge.
    let dots = marks(&drawing.svg, INK);
    assert_eq!(dots.len(), 3);
    for (dot, bar) in dots.iter().zip(&bars) {
        assert!((dot.y - bar.y).abs() <= 1.0, "{dot:?} {bar:?}");
        assert!(
            (dot.x - (bar.x + bar.width / 2.0)).abs() <= 1.0,
            "{dot:?} {bar:?}"
        );
    }
    // 0.25 · 300 + 0.25 · 600.
    insta::assert_snapshot!(words(&drawing));
}

#[test]
fn odds_without_a_sample_have_no_points() {
    let drawing = draw(&odds(&json!({"0": 0.5, "300": 0.5}), None));
    assert!(circles(&drawing.svg).is_empty());
    assert!(!drawing.caption.contains("thrown"));
}

#[test]
fn many_values_share_bars_that_keep_every_probability() {
    // 501 values: bars of 20, and 0 alone.
    let value = |value: u32| (value.to_string(), json!(1.0 / 501.0));
    let exact: Value = Value::Object((0..=500).map(value).collect());
    let counts: Value = Value::Object((1..=500).map(|v| (v.to_string(), json!(1))).collect());
    let drawing = draw(&odds(
        &exact,
        Some(json!({"attacks": 500, "seed": 3, "counts": counts, "confidence": 0.95})),
    ));
    let dots = marks(&drawing.svg, INK);
    assert_eq!(dots.len(), 26);
    insta::assert_snapshot!(words(&drawing));
    // Each bar but that of 0 has 20 of 501 values, and as many of the sample.
    let bars = rects(&drawing.svg)
        .into_iter()
        .filter(|r| r.fill == BAR && r.height > 20.0);
    let heights: Vec<f64> = bars.map(|bar| bar.height).collect();
    assert_eq!(heights.len(), 25);
    assert!(
        heights.iter().all(|h| (h - heights[0]).abs() <= 1.0),
        "{heights:?}"
    );
}

#[test]
fn unlikely_values_are_left_off_the_axis_and_mentioned() {
    let exact = json!({"0": 0.4995, "1": 0.5, "1000000": 0.0005});
    let drawing = draw(&odds(&exact, None));
    // The mean is that of all values: 0.5 + 500.
    insta::assert_snapshot!(words(&drawing));
}

#[test]
fn a_score_settles_from_left_to_right() {
    let look = |(battles, score): (u32, f64)| {
        json!({
            "battles": battles,
            "score": {"estimate": score, "low": 0.0, "high": 1.0},
            "anytime": {"low": 0.0, "high": 1.0},
        })
    };
    let trace = [(2, 0.0), (4, 0.5), (8, 1.0)].map(look);
    let drawing = draw(&duel(&trace));
    let dots = marks(&drawing.svg, HIGH);
    assert_eq!(dots.len(), 3);
    assert_even_steps(&dots.iter().map(|dot| dot.x).collect::<Vec<f64>>());
    assert_even_steps(&dots.iter().map(|dot| dot.y).collect::<Vec<f64>>());
    assert!(dots[0].y > dots[2].y, "more stands higher");
    assert_eq!(
        fills(&drawing.svg, "polygon"),
        [BAR],
        "the area that holds at all times"
    );
    // A stroke with two ends for each look.
    assert_eq!(
        drawing.svg.matches(&format!("stroke=\"{HIGH}\"")).count(),
        9
    );
    insta::assert_snapshot!(words(&drawing));
}

#[test]
fn a_single_look_and_a_stopped_duel_are_drawn() {
    let mut document = duel(&[json!({"battles": 2, "score": interval(0.5, 0.0)})]);
    document["score_a"]["method"] = json!("confidence_sequence");
    let drawing = draw(&document);
    assert_eq!(marks(&drawing.svg, HIGH).len(), 1);
    assert!(fills(&drawing.svg, "polygon").is_empty());
    assert!(!drawing.caption.contains("Wilson"), "{}", drawing.caption);
    assert_sound(&drawing.svg);
}

fn by_round(means: &[f64]) -> Value {
    let moved = |by: f64| means.iter().map(|mean| mean + by).collect::<Vec<f64>>();
    json!({"mean_by_round": means, "low_by_round": moved(-0.1), "high_by_round": moved(0.1)})
}

fn battle(a: &Value, b: &Value) -> Value {
    let side = |name: &str, momentum: &Value| {
        json!({
            "name": name, "points": 100, "units": [{"name": "u"}], "momentum_points": momentum,
        })
    };
    fought(&side("Reds", a), &side("Blues", b))
}

#[test]
fn both_sides_are_followed_round_by_round() {
    let drawing = draw(&battle(
        &by_round(&[1.0, 2.0, 3.0]),
        &by_round(&[3.0, 2.5, 2.0]),
    ));
    let dots = marks(&drawing.svg, HIGH);
    assert_eq!(dots.len(), 3);
    assert_even_steps(&dots.iter().map(|dot| dot.x).collect::<Vec<f64>>());
    assert_even_steps(&dots.iter().map(|dot| dot.y).collect::<Vec<f64>>());
    assert!(dots[0].y > dots[2].y, "more stands higher");
    // One square each, and one in the key.
    let squares: Vec<_> = rects(&drawing.svg)
        .into_iter()
        .filter(|r| r.fill == LOW)
        .collect();
    assert_eq!(squares.len(), 3 + 1);
    assert!(squares[1].y < squares[3].y, "less stands lower");
    assert_eq!(
        (count(&drawing.svg, "Reds"), count(&drawing.svg, "Blues")),
        (1, 1)
    );
    insta::assert_snapshot!(words(&drawing));
}

#[test]
fn overlapping_intervals_are_no_lead_and_one_round_is_enough() {
    let drawing = draw(&battle(&by_round(&[0.05]), &by_round(&[0.0])));
    assert!(drawing.title.contains("no clear lead"), "{}", drawing.title);
    assert_eq!(marks(&drawing.svg, HIGH).len(), 1);
    let nothing = json!({"mean_by_round": [0.0], "low_by_round": [0.0], "high_by_round": [0.0]});
    assert_sound(&draw(&battle(&nothing, &nothing)).svg);
}

#[test]
fn differences_are_sorted_about_a_zero_line() {
    let rows = [
        ("middle", 0.0, 0.3),
        ("lower", -0.1, 0.3),
        ("higher", 0.1, 0.3),
    ];
    for kind in ["variant", "whatif", "compare"] {
        let svg = draw(&differences(kind, &rows)).svg;
        let rings = marks(&svg, NEUTRAL);
        // From the largest to the smallest, downwards and to the left.
        assert_eq!(rings.len(), 3, "{kind}");
        assert_even_steps(&rings.iter().map(|ring| ring.x).collect::<Vec<f64>>());
        assert!(rings[0].x > rings[2].x && rings[0].y < rings[2].y);
        let texts = texts(&svg);
        let place = |name: &str| texts.iter().position(|text| text == name).unwrap();
        assert!(place("higher") < place("middle") && place("middle") < place("lower"));
        // The zero line runs through the row without a difference.
        let x = rings[1].x;
        let mut lines = svg.split("<polyline ").filter(|line| line.contains(INK));
        let zero = format!("points=\"{x},");
        assert!(
            lines.any(|line| line.contains(&zero)),
            "no zero line at {x}"
        );
        assert!(
            texts.contains(&"+10.0 (−20.0 to +40.0)".to_owned()),
            "{texts:?}"
        );
        assert!(texts.contains(&"percentage points of score".to_owned()));
    }
}

#[test]
fn simultaneous_intervals_decide_what_is_clear() {
    let mut document = differences("whatif", &[("one", 0.1, 0.05), ("two", -0.2, 0.05)]);
    let clear = |svg: &str, colour| {
        fills(svg, "polygon")
            .iter()
            .filter(|f| **f == colour)
            .count()
    };
    let drawing = draw(&document);
    // One in the key, one row.
    assert_eq!(
        (clear(&drawing.svg, HIGH), clear(&drawing.svg, LOW)),
        (2, 2)
    );
    insta::assert_snapshot!(words(&drawing));
    document["differences"][0]["together"] = json!({"low": -0.01, "high": 0.21});
    let drawing = draw(&document);
    assert_eq!(
        (clear(&drawing.svg, HIGH), clear(&drawing.svg, LOW)),
        (1, 2)
    );
}

#[test]
fn a_variant_shows_its_units_own_difference() {
    let mut document = differences("variant", &[("Bolt", 0.1, 0.05)]);
    document["unit"] = json!("Anvil");
    document["difference"] = interval(0.03, 0.01);
    document["confidence"] = json!(0.99);
    let drawing = draw(&document);
    insta::assert_snapshot!(words(&drawing));
}

#[test]
fn of_many_differences_the_largest_are_drawn_and_the_rest_counted() {
    let rows: Vec<(&str, f64, f64)> = (0..100).map(|i| ("row", f64::from(i) / 1e3, 1.0)).collect();
    let drawing = draw(&differences("compare", &rows));
    assert_eq!(marks(&drawing.svg, NEUTRAL).len(), 60);
    assert!(
        drawing
            .caption
            .contains("40 smaller differences are not shown")
    );
}

#[test]
fn hostile_names_and_single_or_empty_values_are_drawn_in_every_chart() {
    for name in hostile_names() {
        let name = name.as_str();
        let mut attack = odds(&json!({"0": 1.0}), None);
        attack["charted"]["attack"] = json!(name);
        attack["charted"]["of"] = json!(name);
        let mut fight = duel(&[json!({"battles": 1, "score": interval(0.0, 0.0)})]);
        fight["a"]["name"] = json!(name);
        let mut war = battle(&by_round(&[1.0]), &by_round(&[1.0]));
        war["b"]["name"] = json!(name);
        war["a"][name] = by_round(&[1.0]);
        war["b"][name] = by_round(&[1.0]);
        let documents = [
            points(&[unit(name, 1.0, 0.0, "under")]),
            points(&[unit(name, 1e9, 1e-9, "over")]),
            attack,
            fight,
            war,
            differences("variant", &[(name, 0.0, 0.0)]),
            differences("compare", &[(name, 1e-12, 1e12)]),
        ];
        for document in documents {
            assert_sound(&draw(&document).svg);
        }
    }
}

#[test]
fn names_of_units_at_one_place_never_cover_each_other() {
    let units: Vec<Value> = (0..12)
        .map(|i| unit(&format!("unit number {i}"), 100.0, 200.0, "under"))
        .chain([unit("dear", 300.0, 50.0, "over")])
        .collect();
    let svg = draw(&points(&units)).svg;
    let mut rows: Vec<(String, f64)> = svg
        .split("<text ")
        .skip(1)
        .filter(|element| element.contains("unit number"))
        .map(|element| {
            let attribute = |name: &str| crate::svg::attribute(element, name).unwrap();
            (
                attribute("text-anchor").to_owned(),
                attribute("y").parse().unwrap(),
            )
        })
        .collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    assert!(rows.len() >= 4, "{rows:?}");
    let apart = |pair: &[(String, f64)]| pair[0].0 != pair[1].0 || pair[1].1 - pair[0].1 >= 14.0;
    assert!(rows.windows(2).all(apart), "{rows:?}");
}

#[test]
fn a_document_is_also_a_png() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chart.png");
    let text = differences("compare", &[("one", 0.1, 0.05)]).to_string();
    let document = Document::parse("it.json", &text).unwrap();
    assert_eq!(document.kind(), DocumentKind::Compare);
    document.write_png(&file).unwrap();
    let image = image::open(&file).unwrap();
    // Twice the 560 pixels of the body and the 24 of each margin.
    assert_eq!(image.width(), 2 * (560 + 2 * 24));
}
