//! The HTML page: self-contained, in the right order, and true to the tables.

use equipoise_report::ReportInput;
use equipoise_simulator::{Decided, Manifest, Stopped, Until};
use serde_json::Value;

use crate::run::{info, input, page, tables};

fn page_with(info: Manifest) -> String {
    page(&ReportInput::new(&tables(), info).unwrap())
}

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
    let page = page_with(info);
    assert!(page.contains("mean difference in &lt;flags&gt;"));
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
fn the_answer_comes_first_and_the_making_last() {
    let page = page(&input());
    let order = [
        "<h1>",
        "id=\"answer\"",
        "id=\"charts\"",
        "id=\"units\"",
        "id=\"pairings\"",
        "id=\"making\"",
    ];
    let places: Vec<usize> = order.iter().map(|part| page.find(part).unwrap()).collect();
    assert!(places.is_sorted(), "{places:?}");
    // Each entry of the contents leads to a section.
    for link in text(&page).split("href=\"#").skip(1) {
        let id = link.split('"').next().unwrap();
        assert_eq!(page.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
    }
}

#[test]
fn the_title_is_the_finding() {
    // Expected are 60, 140, 100, 180; 180, 260, 220, 300; and 140 off the grid, each ± 10. Listed are 140
    // but for 50 (F2P0 Anvil) and 310 (F2P0 Bolt).
    // Over: F1P0 Anvil, F2P0 Bolt. Under: F2P0 Anvil, F2P4 Anvil, F1P0 Bolt, F1P4 Bolt, F2P4 Bolt.
    let finding = "5 of 9 units are clearly under-costed, 2 clearly over-costed";
    let page = page(&input());
    assert!(page.contains(&format!("<h1>{finding}</h1>")));
    assert!(page.contains(&format!("<title>{finding}: balance report</title>")));
    assert_eq!(equipoise_report::headline(&input()), finding);
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
fn a_run_without_expected_points_names_the_strongest_unit() {
    let mut input = input();
    for unit in &mut input.units {
        unit.expected_points = None;
    }
    assert_eq!(
        equipoise_report::headline(&input),
        "Of 9 units F2P4 Bolt scores highest, 90.0 % (88.5 to 91.5), and F1P0 Anvil lowest, 30.0 % (28.5 to 31.5)"
    );
    let page = page(&input);
    assert!(!page.contains("under-costed</h3>"));
    assert!(page.contains("This run has no expected points"));
    assert_eq!(data(&page)["units"]["expected"][0], Value::Null);
}

#[test]
fn the_answer_names_the_widest_gaps_with_intervals() {
    let page = page(&input());
    let under = page.find("Most under-costed").unwrap();
    let over = page.find("Most over-costed").unwrap();
    let end = page.find("Most lopsided pairing").unwrap();
    // F1P0 Anvil: score 30 ± 1.5 %, listed 140, expected 60 ± 10.
    assert!(page[over..end].contains(
        "<strong>F1P0 Anvil</strong> <span class=\"mark\">clearly</span><br>listed 140, expected 60.0 (50.0 to 70.0), −80.0; score 30.0 % (28.5 to 31.5)"
    ));
    // F2P4 Bolt: expected 90 · 4 - 60 = 300.
    assert!(page[under..over].contains(
        "<strong>F2P4 Bolt</strong> <span class=\"mark\">clearly</span><br>listed 140, expected 300.0 (290.0 to 310.0), +160.0"
    ));
    assert_eq!(page[under..over].matches("<li>").count(), 5);
    assert!(page[end..].contains("F2P4 Bolt scores 95.0 % (92.0 to 98.0) against F1P0 Anvil"));
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
fn the_page_lists_the_parameters_of_the_run() {
    let page = page(&input());
    let making = &page[page.find("How it was made</h2>").unwrap()..];
    for fact in [
        "<dt>seed</dt><dd>4711</dd>",
        "<dt>policy</dt><dd>rulebook</dd>",
        "fog = off",
        "5,000",
        &"d5".repeat(32),
        "c0ffee",
        "<code>equipoise sweep --seed 4711</code>",
        "wilson at 95 %",
        "standard",
        "1.5 s on 2 threads",
    ] {
        assert!(making.contains(fact), "{fact}");
    }
}

#[test]
fn the_page_states_the_stopping_rule() {
    let mut info = info();
    assert!(!page_with(info.clone()).contains("<dt>against a fixed number"));
    info.runs = 4_612;
    info.method = "confidence_sequence".to_owned();
    info.stopped = Stopped::Until(Until {
        half_width: 0.025,
        capped: 3,
        battles: [184, 4_612],
        fixed_runs: 2_398,
    });
    let page = page_with(info.clone());
    let making = &page[page.find("How it was made</h2>").unwrap()..];
    // 5,000 battles in 5 pairings; 5,000 / (5 · 2,398) = 41.7 %.
    for fact in [
        "until its score is known to ± 2.5 percentage points at 95 %: 184 to 4,612 battles, 1,000 on average; 3 of them ended with a wider interval, after the 4,612 battles allowed",
        "confidence sequence at 95 %: they hold at all times at once",
        "<dt>against a fixed number</dt><dd>42 % of the battles of a plan that fixes 2,398 per pairing",
    ] {
        assert!(making.contains(fact), "{fact}");
    }
    assert!(page.contains("95 % intervals (confidence sequence) reach"));
    assert!(page.contains("taking the numbers of battles as fixed beforehand"));
    info.stopped = Stopped::Decide(Decided {
        line: 0.5,
        margin: 0.02,
        above: 1,
        near: 0,
        below: 1,
        open: 3,
        battles: [184, 4_612],
        fixed_runs: 2_398,
    });
    let page = page_with(info);
    assert!(page.contains("until its score is known to lie above 50 %, below 50 %, or within 2 percentage points of it at 95 %: 184 to 4,612 battles, 1,000 on average; 3 of them were left open"));
}

#[test]
fn a_run_off_the_grid_leaves_out_charts_and_says_so() {
    let mut info = info();
    info.axes.clear();
    let page = page_with(info);
    assert!(
        page.contains("The heatmap chart is left out: needs units placed on two integer axes.")
    );
    assert!(page.contains("The categories chart is left out"));
    assert_eq!(page.matches("<svg ").count(), 2);
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
