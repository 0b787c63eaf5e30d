//! The words of the documents, as a whole: what changes here changes for every reader.

use equipoise_report::ReportInput;
use equipoise_simulator::{Decided, Manifest, Stopped, Until};

use crate::run::{info, input, markdown, page, tables};

/// The page's text as it is read, without style, script, data and the insides of charts.
fn text_of(page: &str) -> String {
    let body = page.split_once("<body>").unwrap().1;
    let body = body.split_once("<script").unwrap().0;
    let mut text = String::new();
    for (at, part) in body.split("<svg ").enumerate() {
        let shown = if at == 0 {
            part
        } else {
            part.split_once("</svg>").unwrap().1
        };
        text += shown;
    }
    let mut lines = String::new();
    for part in text.split('<') {
        lines += part.split_once('>').map_or(part, |(_, content)| content);
        lines.push('\n');
    }
    let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_page_reads_like_this() {
    insta::assert_snapshot!(text_of(&page(&input())));
}

#[test]
fn the_markdown_reads_like_this() {
    insta::assert_snapshot!(markdown(&input()));
}

/// The lines of a page that the page of the plain run has not.
fn differing(input: &ReportInput) -> String {
    let plain = text_of(&page(&crate::run::input()));
    let plain: Vec<&str> = plain.lines().collect();
    let text = text_of(&page(input));
    let other = text.lines().filter(|line| !plain.contains(line));
    other.collect::<Vec<_>>().join("\n")
}

fn differing_with(change: impl Fn(&mut Manifest)) -> String {
    let mut info = info();
    change(&mut info);
    differing(&ReportInput::new(&tables(), info).unwrap())
}

#[test]
fn without_expected_points_the_strongest_unit_is_named() {
    let mut input = input();
    for unit in &mut input.units {
        unit.expected_points = None;
    }
    insta::assert_snapshot!(differing(&input));
}

#[test]
fn the_page_uses_the_words_of_the_system() {
    insta::assert_snapshot!(differing_with(|info| {
        info.score.unit = "flags taken".to_owned();
        info.score.difference = "difference in <flags>".to_owned();
    }));
}

#[test]
fn a_run_off_the_grid_leaves_out_charts_and_says_so() {
    insta::assert_snapshot!(differing_with(|info| info.axes.clear()));
}

/// 5,000 battles in 5 pairings; 5,000 / (5 · 2,398) = 41.7 %.
#[test]
fn the_page_states_the_stopping_rule() {
    let battles = [184, 4_612];
    let until = Stopped::Until(Until {
        half_width: 0.025,
        capped: 3,
        battles,
        fixed_runs: 2_398,
    });
    let decided = Stopped::Decide(Decided {
        line: 0.5,
        margin: 0.02,
        above: 1,
        near: 0,
        below: 1,
        open: 3,
        battles,
        fixed_runs: 2_398,
    });
    for (name, stopped) in [("until", until), ("decided", decided)] {
        let page = differing_with(|info| {
            info.runs = 4_612;
            info.method = "confidence_sequence".to_owned();
            info.stopped = stopped;
        });
        insta::assert_snapshot!(name, page);
    }
}
