//! A run with a price map: the map says what units should cost, duels say how strong they are.

use equipoise_report::{Chart, Costing, ReportInput, Unit, draw_svg};
use serde_json::json;

use crate::page::data;
use crate::results::price_map;
use crate::run::{HOSTILE, input, markdown, page};
use crate::svg::count;

/// The run of [`input`] with a map of its first four units: under-costed, over-costed, fair and unclear.
fn priced() -> ReportInput {
    let input = input();
    let profiles = [(100, 200.0), (100, 50.0), (100, 100.0), (100, 103.0)];
    let profiles = profiles.map(|(listed, implied)| (1, 0, "raid", listed, implied));
    let mut map = price_map(&profiles, &[(0, 100.0, 60.0), (1, 200.0, 400.0)]);
    map["axes"][2]["name"] = json!(HOSTILE);
    for (place, verdict) in ["under", "over", "fair", "unclear"].into_iter().enumerate() {
        map["profiles"][place]["name"] = json!(input.units[place].name);
        map["profiles"][place]["verdict"] = json!(verdict);
    }
    let map = serde_json::from_value(map).expect("a price map");
    input.priced_by(map)
}

#[test]
fn verdicts_and_points_are_those_of_the_map() {
    let input = priced();
    let costing = Costing::new(&input);
    let names =
        |units: &[&Unit]| -> Vec<String> { units.iter().map(|unit| unit.name.clone()).collect() };
    let verdicts = [
        &costing.under_costed,
        &costing.over_costed,
        &costing.fair,
        &costing.unclear,
    ];
    let expected = ["F1P0 Anvil", "F1P4 Anvil", "F2P0 Anvil", "F2P4 Anvil"];
    assert_eq!(
        verdicts.map(|units| names(units)),
        expected.map(|name| vec![name.to_owned()])
    );
    // Units that the map does not hold are not priced by another way.
    assert_eq!((costing.compared(), costing.beyond_prices.len()), (4, 0));
    let data = data(&page(&input));
    // Estimate, and the interval that holds for all units together.
    assert_eq!(data["units"]["expected"][0], json!([200.0, 180.0, 220.0]));
    assert_eq!(data["units"]["expected"][4], json!(null));
    assert_eq!(data["units"]["verdict"][2], "fair");
    assert_eq!(data["words"]["worth"], "implied");
}

#[test]
fn page_and_markdown_begin_with_what_the_map_finds() {
    let input = priced();
    let finding = "Skill 0 costs too much, 1 too little";
    assert_eq!(equipoise_report::headline(&input), finding);
    let (page, markdown) = (page(&input), markdown(&input));
    assert!(page.contains(&format!("<h1>{finding}</h1>")));
    assert!(markdown.starts_with(&format!("# {finding}\n")));
    // Levels with the interval that holds for all of them together, escaped names.
    assert!(page.contains("<tr><th>1</th><td class=\"n\">2</td><td class=\"n\">200</td><td class=\"n\">400 (392 to 408)</td></tr>"));
    assert!(markdown.contains("| 0 | 2 | 100 | 60 (52 to 68) |"));
    assert!(!page.contains("<script>alert"));
    // The map is drawn first, the line through scores not at all; nothing is said of expected points.
    let (text, _) = page.split_once("<script").expect("data");
    let order = ["prices", "price-curves", "heatmap"]
        .map(|chart| text.find(&format!("id=\"chart-{chart}\"")));
    assert!(order.is_sorted() && order[0].is_some(), "{order:?}");
    for told in [text, &markdown] {
        assert!(
            !told.contains("chart-points") && !told.to_lowercase().contains("expected"),
            "{told}"
        );
    }
}

/// A cell that is one profile leads to it and says what it is worth; one that averages two leads nowhere.
#[test]
fn a_cell_of_the_map_leads_to_its_profile() {
    let profiles = [(1, 200.0), (2, 50.0), (2, 70.0)];
    let profiles = profiles.map(|(frame, implied)| (frame, 0, "raid", 100, implied));
    let mut map = price_map(&profiles, &[(0, 100.0, 60.0), (1, 200.0, 400.0)]);
    map["profiles"][0]["name"] = json!(HOSTILE);
    let page = page(&input().priced_by(serde_json::from_value(map).expect("a price map")));
    let spots: Vec<&str> = page.split("<rect class=\"spot\"").skip(1).collect();
    let [spot] = spots[..] else {
        panic!("{} spots", spots.len());
    };
    let name = "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;Co&quot;";
    assert!(
        spot.starts_with(&format!(" data-unit=\"{name}\"")),
        "{spot}"
    );
    let words = format!("<title>{name}: listed 100, implied 200 (190 to 210)</title>");
    assert!(spot.contains(&words), "{spot}");
    assert_eq!(page.matches("Press a cell to find its unit").count(), 1);
}

/// Two panels: profiles of Frame 1 and 2 at Skill 0 and 1, one of them averaged over two roles, (200 + 400) / 2 listed
/// and (220 + 500) / 2 implied; the title names the steps whose interval lies below or above what they cost.
#[test]
fn curves_show_points_over_an_axis() {
    let profiles = [
        (1, 0, "raid", 100, 50.0),
        (1, 1, "raid", 200, 220.0),
        (1, 1, "melee", 400, 500.0),
        (2, 0, "raid", 150, 150.0),
    ];
    let mut map = price_map(&profiles, &[]);
    let step = |to: i64, listed: f64, low: f64, high: f64| {
        json!({
            "axis": "skill", "from": to - 1, "to": to, "at": null, "listed": listed,
            "worth": {"estimate": (low + high) / 2.0, "low": low, "high": high},
            "together": {"low": low, "high": high},
        })
    };
    map["steps"] = json!([
        step(1, 25.0, -4.0, 4.0),
        step(2, 25.0, 30.0, 40.0),
        step(3, 25.0, 20.0, 30.0)
    ]);
    let input = input().priced_by(serde_json::from_value(map).expect("a price map"));
    let drawing = draw_svg(Chart::PriceCurves, &input).expect("drawn");
    assert_eq!(
        drawing.title,
        "Skill: steps to 1 are worth less than they cost, to 2 more"
    );
    for heading in ["frame 1", "frame 2"] {
        assert_eq!(count(&drawing.svg, heading), 1, "{heading}");
    }
    assert!(drawing.caption.contains("averaged over role"));
    // Ring and paper inside it, and a dot, for each of three places; one of each in the key.
    assert_eq!(drawing.svg.matches("<circle").count(), 3 * (3 + 1));
    // Points grow upwards on one scale for all panels: 360 implied stand highest.
    let heights: Vec<f64> = drawing
        .svg
        .split("<circle ")
        .skip(1)
        .filter_map(|circle| Some(circle.split_once('>')?.0))
        .filter(|circle| circle.contains("#2166AC"))
        .map(|circle| {
            let (_, rest) = circle.split_once("cy=\"").expect("a height");
            rest.split_once('"')
                .expect("an end")
                .0
                .parse()
                .expect("a number")
        })
        .skip(1)
        .collect();
    let [skill_0, skill_1, other] = heights[..] else {
        panic!("{heights:?}")
    };
    assert!(skill_1 < other && other < skill_0, "{heights:?}");
    let scale = (skill_0 - other) / 100.0;
    assert!(
        ((other - skill_1) / scale - 210.0).abs() < 8.0,
        "{heights:?}"
    );
}
