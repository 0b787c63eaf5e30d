//! The Markdown document.

use equipoise_report::{Chart, draw_svg};

use crate::run::{input, markdown};

#[test]
fn the_answer_comes_first_and_the_making_last() {
    let text = markdown(&input());
    let headings: Vec<&str> = text
        .lines()
        .filter(|l| l.starts_with("# ") || l.starts_with("## "))
        .collect();
    assert_eq!(
        headings,
        [
            "# 5 of 9 units are clearly under-costed, 2 clearly over-costed",
            "## The answer",
            "## Most under-costed",
            "## Most over-costed",
            "## Dominated",
            "## Most lopsided pairings",
            "## Charts",
            "## How it was made",
        ]
    );
}

#[test]
fn charts_are_linked_where_they_are_written() {
    let text = markdown(&input());
    for chart in Chart::ALL {
        assert!(text.contains(&format!("](charts/{chart}.svg)")), "{chart}");
        assert!(draw_svg(chart, &input()).is_ok());
    }
}

#[test]
fn the_command_is_a_block_of_code() {
    assert!(markdown(&input()).contains("```sh\nequipoise sweep --seed 4711\n```\n"));
}
