//! A run with a price map: the map says what units should cost, duels say how strong they are.

use equipoise_report::{Costing, ReportInput, Unit};
use serde_json::json;

use crate::page::data;
use crate::results::price_map;
use crate::run::{HOSTILE, input, markdown, page};

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
    assert!(text.find("id=\"chart-prices\"") < text.find("id=\"chart-heatmap\""));
    for told in [text, &markdown] {
        assert!(
            !told.contains("chart-points") && !told.to_lowercase().contains("expected"),
            "{told}"
        );
    }
}
