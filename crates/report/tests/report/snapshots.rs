//! The words of the documents, as a whole: what changes here changes for every reader.

use crate::run::{input, markdown, page};

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
