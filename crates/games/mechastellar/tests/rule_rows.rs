//! Every row of `docs/rules/mechastellar_core.md` names files and functions that exist.

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

#[test]
fn every_row_names_code_that_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("../../../docs/rules/mechastellar_core.md"));
    let page = page.expect("the page of the rules");
    let mut rows = 0;
    for line in page.lines().filter(|line| line.starts_with("| `ms10.")) {
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
    assert!(rows > 200, "{rows} rows");
}
