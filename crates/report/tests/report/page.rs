//! The HTML page: safe, self-contained, and in the right order.

use equipoise_report::{Goal, RunInfo, Tables, Until, write_report};
use polars::prelude::DataFrame;

use crate::run::{HOSTILE, info, tables};

fn page_of(tables: &Tables, info: &RunInfo) -> String {
    let folder = tempfile::tempdir().unwrap();
    write_report(tables, info, folder.path()).unwrap();
    std::fs::read_to_string(folder.path().join("report.html")).unwrap()
}

#[test]
fn the_page_speaks_of_what_the_system_scores() {
    let mut info = info();
    info.vp_unit = "flags taken".to_owned();
    info.vp_difference = "difference in <flags>".to_owned();
    let page = page_of(&tables(), &info);
    for part in [
        "mean difference in &lt;flags&gt;",
        ">flags taken<",
        ">difference in &lt;flags&gt;, mean ± sd<",
    ] {
        assert!(page.contains(part), "no {part}");
    }
    assert!(!page.to_lowercase().contains("victory"));
}

#[test]
fn names_are_escaped() {
    let mut info = info();
    info.policy = "<b>bold</b>".to_owned();
    info.command = "equipoise --name '<i>'".to_owned();
    let page = page_of(&tables(), &info);
    assert!(!page.contains(HOSTILE) && !page.contains("<b>bold") && !page.contains("<i>"));
    assert!(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;Co&quot;"));
    // The only script is the page's own.
    assert_eq!(page.matches("<script").count(), 1);
}

#[test]
fn nothing_is_fetched() {
    let page = page_of(&tables(), &info());
    for reference in [
        "http:", "https:", "src=", "href=", "url(", "@import", "//cdn", "<link", "<iframe",
    ] {
        assert!(!page.contains(reference), "{reference}");
    }
}

#[test]
fn findings_come_first_and_provenance_last() {
    let page = page_of(&tables(), &info());
    let order = [
        "What stands out",
        ">Charts<",
        ">Units<",
        ">Pairings<",
        "How it was made",
    ];
    let places: Vec<usize> = order.iter().map(|part| page.find(part).unwrap()).collect();
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn the_findings_name_the_widest_gaps_with_intervals() {
    let page = page_of(&tables(), &info());
    let over = page.find("Most over-costed").unwrap();
    let under = page.find("Most under-costed").unwrap();
    let end = page.find("Most lopsided pairing").unwrap();
    // F1P0 Anvil: score 30 ± 1.5 %, listed 140, expected 60 ± 10.
    assert!(page[over..under].contains(
        "<strong>F1P0 Anvil</strong>: listed 140, expected 60.0 (50.0 to 70.0) (−80.0); score 30.0 % (28.5 to 31.5)"
    ));
    // F2P4 Bolt: expected 90 · 4 - 60 = 300.
    let under = &page[under..end];
    assert!(under.contains(
        "<strong>F2P4 Bolt</strong>: listed 140, expected 300.0 (290.0 to 310.0) (+160.0)"
    ));
    assert_eq!(under.matches("<li>").count(), 3);
    assert!(page[end..].contains("F2P4 Bolt scores 95.0 % (92.0 to 98.0) against F1P0 Anvil"));
}

#[test]
fn tables_come_sorted_and_sort_by_keyboard() {
    let page = page_of(&tables(), &info());
    let units = &page[page.find("id=\"units\"").unwrap()..page.find("id=\"pairings\"").unwrap()];
    let first = units.find("<td>F2P4 Bolt").unwrap();
    let last = units.find("<td>F1P0 Anvil").unwrap();
    assert!(first < last && units.matches("<tr>").count() == 1 + 9);
    assert!(units.contains("All 9 units"));
    let pairings = &page[page.find("id=\"pairings\"").unwrap()..];
    let rows: Vec<&str> = pairings.split("<tr>").skip(2).collect();
    assert!(rows[0].contains("95.0 %") && rows[4].contains("60.0 %"));
    for heading in ["gap", "from even"] {
        let sorted = format!("aria-sort=\"descending\"><button type=\"button\">{heading}</button>");
        assert_eq!(page.matches(&sorted).count(), 1, "{heading}");
    }
    // The unit off the grid has two unknown numbers, which sort below all others.
    assert_eq!(units.matches("data-key=\"-Infinity\">–").count(), 2);
    assert_eq!(
        page.matches("<th scope").count(),
        page.matches("<button type=\"button\">").count()
    );
}

#[test]
fn long_tables_say_how_much_they_show() {
    let mut tables = tables();
    let mut many: DataFrame = tables.results.clone();
    for _ in 0..50 {
        many.vstack_mut(&tables.results).unwrap();
    }
    tables.results = many;
    let page = page_of(&tables, &info());
    assert!(page.contains("200 of 255 pairings (most lopsided; the result files hold all)"));
    let pairings = &page[page.find("id=\"pairings\"").unwrap()..];
    assert_eq!(pairings.matches("<tr>").count(), 1 + 200);
}

#[test]
fn charts_are_inline_and_described() {
    let page = page_of(&tables(), &info());
    assert_eq!(page.matches("<svg role=\"img\" aria-label=\"").count(), 4);
    assert!(page.contains("aria-label=\"Strongest role at equal frame and performance"));
}

#[test]
fn the_page_says_how_it_was_made() {
    let page = page_of(&tables(), &info());
    let making = &page[page.find("How it was made").unwrap()..];
    for fact in [
        "4711",
        "rulebook",
        "fog = off",
        "5,000",
        &"d5".repeat(32),
        "c0ffee",
        "equipoise sweep --seed 4711",
        "wilson at 95 %",
        "standard",
    ] {
        assert!(making.contains(fact), "{fact}");
    }
}

#[test]
fn the_page_says_what_ended_the_battles() {
    let mut info = info();
    assert!(!page_of(&tables(), &info).contains("<dt>against a fixed number"));
    info.runs = 4_612;
    info.method = "confidence_sequence".to_owned();
    info.until = Some(Until {
        goal: Goal::HalfWidth(0.025),
        capped: 3,
        battles: [184, 4_612],
        fixed_runs: 2_398,
    });
    let page = page_of(&tables(), &info);
    let making = &page[page.find("How it was made").unwrap()..];
    // 5,000 battles in 5 pairings; 5,000 / (5 · 2,398) = 41.7 %.
    for fact in [
        "until its score is known to ± 2.5 percentage points at 95 %: 184 to 4,612 battles, 1,000 on average; 3 of them ended with a wider interval, after the 4,612 battles allowed",
        "confidence sequence at 95 %: they hold at all times at once",
        "<dt>against a fixed number</dt><dd>42 % of the battles of a plan that fixes 2,398 per pairing",
    ] {
        assert!(making.contains(fact), "{fact}");
    }
    assert!(page.contains("95 % intervals (confidence sequence) reach"));
    let until = info.until.as_mut().unwrap();
    until.goal = Goal::Side {
        line: 0.5,
        margin: 0.02,
    };
    let page = page_of(&tables(), &info);
    assert!(page.contains("until its score is known to lie above 50 %, below 50 %, or within 2 percentage points of it at 95 %: 184 to 4,612 battles, 1,000 on average; 3 of them were left open"));
}

#[test]
fn a_run_off_the_grid_leaves_out_charts_and_says_so() {
    let mut info = info();
    info.axes.clear();
    let page = page_of(&tables(), &info);
    assert!(
        page.contains("The heatmap chart is left out: needs units placed on two integer axes.")
    );
    assert!(page.contains("The categories chart is left out"));
    assert_eq!(page.matches("<svg ").count(), 2);
}

#[test]
fn dark_mode_recolours_the_charts_paper_and_ink() {
    // The style sheet names the charts' colours; if they part ways, dark mode breaks.
    let page = page_of(&tables(), &info());
    let charts = &page[page.find("<svg ").unwrap()..];
    assert!(page.contains("@media (prefers-color-scheme: dark)"));
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
