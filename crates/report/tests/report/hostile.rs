//! Names made of markup are text in every output.

use equipoise_report::{Chart, ReportInput, draw_svg};

use crate::page::data;
use crate::run::{input, markdown, page};
use crate::svg::texts;

const NAMES: [&str; 4] = [
    "<script>alert(1)</script>",
    "comma, \"quote\" & 'apostrophe'",
    "pipe | and `backtick`",
    "two\nlines </script><!--",
];

/// The run with a hostile name for a unit that every output names, and the same in the free texts.
fn hostile(name: &str) -> ReportInput {
    let mut input = input();
    let renamed = "F2P4 Bolt";
    for unit in input.units.iter_mut().filter(|unit| unit.name == renamed) {
        unit.name = name.to_owned();
    }
    for pairing in &mut input.pairings {
        if pairing.a == renamed {
            pairing.a = name.to_owned();
        }
    }
    for bin in &mut input.margins {
        bin.a = name.into();
    }
    input.info.policy = name.to_owned();
    input.info.command = format!("equipoise sweep --policy {name}");
    input.info.options.insert(name.to_owned(), name.to_owned());
    input
}

#[test]
fn the_page_shows_names_as_text() {
    let plain = page(&input());
    for name in NAMES {
        let page = page(&hostile(name));
        // Bars and backticks mean nothing in HTML.
        assert!(!name.contains(['<', '&']) || !page.contains(name), "{name}");
        assert_eq!(data(&page)["names"][7], name);
        // No tag comes or goes.
        for tag in ["<script", "</script", "<!--", "<b>", "<li>", "<td"] {
            assert_eq!(
                page.matches(tag).count(),
                plain.matches(tag).count(),
                "{tag}"
            );
        }
    }
}

#[test]
fn markdown_shows_names_as_text() {
    let lines = |text: &str| text.lines().count();
    let plain = markdown(&input());
    for name in NAMES {
        let markdown = markdown(&hostile(name));
        let (document, _) = markdown.split_once("## How it was made").unwrap();
        assert!(!document.contains(name), "{name}");
        assert!(!document.contains("<script") && !document.contains("<!--"));
        let (before, _) = plain.split_once("## How it was made").unwrap();
        assert_eq!(lines(document), lines(before), "{name}");
        // Every row of a table has as many cells as its head: bars in names are escaped.
        for table in document.split("\n\n").filter(|part| part.starts_with("| ")) {
            let cells = |row: &str| row.replace("\\|", "").matches('|').count();
            let head = cells(table.lines().next().unwrap());
            assert!(table.lines().all(|row| cells(row) == head), "{table}");
        }
    }
}

#[test]
fn drawings_show_names_as_text() {
    for name in NAMES {
        let input = hostile(name);
        let svg = draw_svg(Chart::Points, &input).unwrap().svg;
        assert!(!svg.contains("<script") && !svg.contains("<!--"), "{name}");
        let first = name.lines().next().unwrap();
        assert!(
            texts(&svg).iter().any(|text| text.starts_with(first)),
            "{name}: {:?}",
            texts(&svg)
        );
    }
}
