//! The HTML page: self-contained, in the right order, and true to the tables.

use equipoise_report::ReportInput;
use serde_json::Value;

use crate::run::{info, input, page, tables};

/// The block of JSON that the page's script draws tables from.
pub(crate) fn data(page: &str) -> Value {
    let (_, rest) = page
        .split_once("<script type=\"application/json\" id=\"data\">")
        .unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// The page before the block of data.
fn text(page: &str) -> &str {
    page.split_once("<script").unwrap().0
}

#[test]
fn the_page_names_what_the_system_scores() {
    let mut info = info();
    info.score.unit = "flags taken".to_owned();
    info.score.difference = "difference in <flags>".to_owned();
    let page = page(&ReportInput::new(&tables(), info).unwrap());
    let words = &data(&page)["words"];
    assert_eq!(
        (&words["unit"], &words["difference"]),
        (&"flags taken".into(), &"difference in <flags>".into())
    );
    assert!(!page.to_lowercase().contains("victory"));
}

#[test]
fn nothing_is_fetched() {
    let page = page(&input());
    for reference in [
        "https:", "src=", "url(", "@import", "//cdn", "<link", "<iframe", "fetch(",
    ] {
        assert!(!page.contains(reference), "{reference}");
    }
    // Links lead to the page's own sections, and the only address is the name of SVG.
    let links: Vec<&str> = page.split("href=\"").skip(1).collect();
    assert!(links.len() >= 6 && links.iter().all(|link| link.starts_with('#')));
    assert_eq!(page.matches("http:").count(), 1);
    assert!(page.contains("\"http://www.w3.org/2000/svg\""));
}

#[test]
fn each_entry_of_the_contents_leads_to_a_section() {
    let page = page(&input());
    for link in text(&page).split("href=\"#").skip(1) {
        let id = link.split('"').next().unwrap();
        assert_eq!(page.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
    }
    let finding = equipoise_report::headline(&input());
    assert!(page.contains(&format!("<title>{finding}: balance report</title>")));
}

#[test]
fn headlines_agree_with_their_numbers() {
    let with = |expected: [f64; 3]| {
        let mut input = input();
        for unit in &mut input.units {
            unit.points = 140;
            let mut points = unit.expected_points.unwrap();
            (points.estimate, points.low, points.high) = (140.0, 130.0, 150.0);
            unit.expected_points = Some(points);
        }
        let first = input.units[0].expected_points.as_mut().unwrap();
        [first.estimate, first.low, first.high] = expected;
        // Another price, so that the first one's expected points lie between the listed ones.
        input.units[1].points = 135;
        input.units[2].points = 145;
        equipoise_report::headline(&input)
    };
    assert_eq!(
        with([140.0, 130.0, 150.0]),
        "None of 9 units is clearly over or under its cost"
    );
    assert_eq!(
        with([144.0, 141.0, 150.0]),
        "1 of 9 units is clearly under-costed, none clearly over-costed"
    );
    assert_eq!(
        with([136.0, 130.0, 139.0]),
        "1 of 9 units is clearly over-costed, none clearly under-costed"
    );
}

#[test]
fn a_run_without_expected_points_has_none_in_its_data() {
    let mut input = input();
    for unit in &mut input.units {
        unit.expected_points = None;
    }
    assert_eq!(data(&page(&input))["units"]["expected"][0], Value::Null);
}

#[test]
fn the_data_are_those_of_the_tables() {
    let data = data(&page(&input()));
    let units = &data["units"];
    assert_eq!(data["names"][7], "F2P4 Bolt");
    assert_eq!(
        units["expected"][7],
        serde_json::json!([300.0, 290.0, 310.0])
    );
    assert_eq!(units["score"][7], serde_json::json!([0.9, 0.885, 0.915]));
    assert_eq!(units["verdict"][7], "under-costed");
    assert_eq!(units["axes"][2]["name"], "role");
    assert_eq!(units["axes"][2]["values"][0], "Anvil");
    assert_eq!(units["axes"][0]["values"][8], Value::Null);
    let pairings = &data["pairings"];
    assert_eq!(pairings["score"].as_array().unwrap().len(), 5);
    // The last one: F2P4 Bolt against F1P0 Anvil, the only one with a distribution.
    assert_eq!(
        (&pairings["a"][4], &pairings["b"][4]),
        (&7.into(), &0.into())
    );
    assert_eq!(pairings["wins"][4], 950);
    assert_eq!(
        pairings["bins"],
        serde_json::json!([
            [],
            [],
            [],
            [],
            [0, 500, 1, 1_000, 2, 500, 3, 2_000, 4, 1_000]
        ])
    );
    assert_eq!(
        data["bins"],
        serde_json::json!([[null, -11], [-10, -1], [0, 0], [1, 10], [11, null]])
    );
}

#[test]
fn a_large_run_keeps_the_page_small_and_says_so() {
    let mut input = input();
    let pairing = input.pairings[1].clone();
    input.pairings.extend(std::iter::repeat_n(pairing, 6_096));
    let page = page(&input);
    assert!(page.contains(
        "6,000 of 6,101 pairings of different units: those each unit scores best and worst in"
    ));
    let data = data(&page);
    assert_eq!(data["pairings"]["a"].as_array().unwrap().len(), 6_000);
    // The pairing that the answer names is there: the one at 95 %.
    let scores = data["pairings"]["score"].as_array().unwrap();
    assert!(scores.contains(&0.95.into()) && scores.contains(&0.6.into()));
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
}

#[test]
fn charts_are_inline_and_described() {
    let page = page(&input());
    assert_eq!(page.matches("<svg role=\"img\" aria-label=\"").count(), 4);
    assert!(page.contains("aria-label=\"Strongest role at equal frame and performance"));
}

#[test]
fn titles_and_captions_are_text_and_not_shown_twice() {
    let page = page(&input());
    for chart in page.split("<figure id=\"chart-").skip(1) {
        assert!(chart.contains("<h3 id=\"chart-") && chart.contains("<figcaption>"));
        let (_, view) = chart.split_once("viewBox=\"").unwrap();
        let numbers: Vec<f64> = view
            .split('"')
            .next()
            .unwrap()
            .split(' ')
            .map(|number| number.parse().unwrap())
            .collect();
        let [x, top, width, height] = numbers[..] else {
            panic!("{numbers:?}");
        };
        assert!(x == 0.0 && width > 1_000.0);
        // Above and below the view there are only the title and the caption: texts, no marks.
        let (_, svg) = chart.split_once("<rect").unwrap();
        let texts = svg.split("<text ").skip(1);
        let ys: Vec<f64> = texts
            .map(|text| {
                let (_, y) = text.split_once(" y=\"").unwrap();
                y.split('"').next().unwrap().parse().unwrap()
            })
            .collect();
        assert!(ys.iter().any(|y| *y < top) && ys.iter().any(|y| *y > top + height));
    }
}

#[test]
fn dark_mode_recolours_the_charts_paper_and_ink() {
    // The style sheet names the charts' colours; if they part ways, dark mode breaks.
    let page = page(&input());
    let charts = &page[page.find("<svg ").unwrap()..];
    assert!(page.contains("@media screen and (prefers-color-scheme: dark)"));
    for (attribute, colour) in [
        ("fill", "#FFFFFF"),
        ("fill", "#1F2933"),
        ("fill", "#52606D"),
        ("stroke", "#D9DEE3"),
    ] {
        assert!(
            page.contains(&format!("[{attribute}=\"{colour}\"]")),
            "{colour} in the style"
        );
        assert!(
            charts.contains(&format!("{attribute}=\"{colour}\"")),
            "{colour} in a chart"
        );
    }
}
