//! The page about the events of the Bullseye Battlemap.

use crate::bullseye::of;
use crate::program::json_lines;

/// Every event and field that battles of thought and of chance print stands in the page about them.
#[test]
fn the_page_of_events_tells_what_is_printed() {
    const PAGE: &str = include_str!("../../../../docs/replay-bullseye.md");
    let row = |event: &str| {
        let start = format!("| `{event}` |");
        let found = PAGE.lines().find(|line| line.starts_with(&start));
        found.unwrap_or_else(|| panic!("no row of {event}"))
    };
    let mut seen = std::collections::BTreeSet::new();
    for policy in ["greedy", "random"] {
        for battle in 0..40 {
            let battle = battle.to_string();
            let replay = [
                "battle",
                "head-start",
                "--policy",
                policy,
                "--replay",
                &battle,
            ];
            for event in json_lines(&of(&replay)).into_iter().skip(1) {
                let fields = event.as_object().unwrap();
                let name = fields["event"].as_str().unwrap();
                for field in fields.keys().filter(|field| *field != "event") {
                    assert!(row(name).contains(&format!("`{field}`")), "{name}: {field}");
                }
                seen.insert(name.to_owned());
            }
        }
    }
    let rows = PAGE.lines().filter(|line| line.starts_with("| `")).count();
    assert!(seen.len() + 4 >= rows, "{} of {rows}: {seen:?}", seen.len());
}
