//! The page about the events of the Bullseye Battlemap.

use std::collections::BTreeSet;

use crate::program::json_lines;

/// Every event and field that battles of thought and of chance print stands in the page about them.
#[test]
fn the_page_of_events_has_what_is_printed() {
    const PAGE: &str = include_str!("../../../../docs/replay-bullseye.md");
    let row = |event: &str| {
        let start = format!("| `{event}` |");
        let found = PAGE.lines().find(|line| line.starts_with(&start));
        found.unwrap_or_else(|| panic!("no row of {event}"))
    };
    let mut seen = BTreeSet::new();
    let battle = "battle --system bullseye head-start";
    for (policy, number) in ["greedy", "random"]
        .iter()
        .flat_map(|policy| (0..40).map(move |n| (policy, n)))
    {
        let replay = format!("{battle} --policy {policy} --replay {number}");
        for event in json_lines(&replay).into_iter().skip(1) {
            let fields = event.as_object().unwrap();
            let name = fields["event"].as_str().unwrap();
            for field in fields.keys().filter(|field| *field != "event") {
                assert!(row(name).contains(&format!("`{field}`")), "{name}: {field}");
            }
            seen.insert(name.to_owned());
        }
    }
    let rows = PAGE.lines().filter(|line| line.starts_with("| `")).count();
    assert!(seen.len() + 4 >= rows, "{} of {rows}: {seen:?}", seen.len());
}
