//! Every row of the pages of rules in `docs/rules` names files and functions that exist.

use std::path::Path;

/// What stands between backticks.
fn codes(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether a source has a function or type of this name.
fn has(source: &str, name: &str) -> bool {
    ["fn ", "struct ", "enum ", "const "].iter().any(|kind| {
        let wanted = format!("{kind}{name}");
        let whole = |(at, _): (usize, &str)| {
            let rest = &source[at + wanted.len()..];
            !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        };
        source.match_indices(wanted.as_str()).any(whole)
    })
}

/// Rows of a page whose rules have this prefix, each looked at.
fn rows(page: &str, prefix: &str) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = root.join("../../../docs/rules").join(page);
    let page = std::fs::read_to_string(page).expect("the page of the rules");
    let start = format!("| `{prefix}.");
    let mut rows = 0;
    for line in page.lines().filter(|line| line.starts_with(&start)) {
        rows += 1;
        let cells: Vec<&str> = line.split('|').collect();
        for place in codes(cells[3]) {
            let (file, path) = place.split_once(':').expect("file:function");
            let source = std::fs::read_to_string(root.join("src").join(file)).expect(place);
            for name in path.split("::") {
                assert!(has(&source, name), "{}: {place}", cells[1]);
            }
        }
    }
    rows
}

#[test]
fn every_row_names_code_that_exists() {
    let core = rows("mechastellar_core.md", "ms10");
    assert!(core > 200, "{core} rows");
    let tables = rows("mechastellar_wargame.md", "ms93");
    assert!(tables > 40, "{tables} rows");
}
