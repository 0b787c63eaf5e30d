use equipoise_simulator::DatasetId;

use super::{Baseline, RecordedPairing, RecordedPrices};
use crate::baseline::RecordedPrice;
use crate::request::Grid;

/// Names that would be markup, columns, keys or lines elsewhere.
const NAMES: [&str; 4] = [
    "<script>alert(1)</script>",
    "a, \"b\"",
    "new\nline\u{7f}",
    "x|y",
];

fn baseline() -> Baseline {
    let recorded = |(at, &name): (usize, &&str)| RecordedPairing {
        a: name.to_owned(),
        b: "Plain".into(),
        battles: 100 + at as u64,
        wins: 40,
        draws: at as u64,
        line: 17 + at,
    };
    Baseline {
        version: "0.1.0".into(),
        system: "toy".into(),
        policy: "fair".into(),
        options: [("coin".to_owned(), "round".to_owned())].into(),
        seed: 7,
        dataset: DatasetId {
            name: "embedded".into(),
            sha256: "00ff".into(),
        },
        grid: "named".into(),
        margin: 0.02,
        alpha: 0.05,
        half_width: 0.005,
        digest: "abcd".into(),
        pairings: NAMES.iter().enumerate().map(recorded).collect(),
        prices: None,
    }
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let text = baseline().to_toml();
    assert_eq!(Baseline::parse("balance.toml", &text).unwrap(), baseline());
    assert_eq!(text.lines().count(), 16 + NAMES.len() + 1);
    assert_eq!(baseline().pairings[1].points(), 40.5);
    assert_eq!(baseline().battles(), 406);
}

/// The same with a price map, on a table that has an option of its own.
fn priced() -> Baseline {
    let unit = |(at, &name): (usize, &&str)| RecordedPrice {
        name: name.to_owned(),
        listed: 5 + at as u32,
        implied: 57.25 - 30.0 * at as f64,
        error: 3.125,
        line: 34 + at,
    };
    let options = [("coin", "round"), ("table", "long")];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
    Baseline {
        prices: Some(RecordedPrices {
            grid: Grid::Standard,
            scenario: "field".into(),
            options: options.into(),
            budget: 1000,
            matchups: 600,
            battles_per_matchup: 8,
            margin: 0.1,
            digest: "ef01".into(),
            units: NAMES.iter().enumerate().map(unit).collect(),
        }),
        ..baseline()
    }
}

#[test]
fn a_price_map_is_read_as_it_was_written() {
    let text = priced().to_toml();
    assert_eq!(Baseline::parse("balance.toml", &text).unwrap(), priced());
    assert!(text.starts_with(&baseline().to_toml()));
    insta::assert_snapshot!(text[baseline().to_toml().len()..]);
    assert_eq!(priced().prices.unwrap().battles(), 4800);
}

#[test]
fn the_file_is_one_line_a_pairing() {
    insta::assert_snapshot!(baseline().to_toml());
}

/// The message about the file after one line of it was changed.
fn refused(old: &str, new: &str) -> String {
    let text = priced().to_toml();
    assert!(text.contains(old), "{old}");
    let changed = text.replacen(old, new, 1);
    Baseline::parse("balance.toml", &changed)
        .unwrap_err()
        .to_string()
}

#[test]
fn every_problem_names_its_line() {
    for (old, new, place, expected) in [
        (
            "schema = 1",
            "schema = 2",
            ":3:",
            "expected a baseline with schema 1, got schema 2",
        ),
        ("schema = 1\n", "", ":1:", "missing field `schema`"),
        ("schema = 1", "schema = ", ":3:", ""),
        (
            "\"baseline\"",
            "\"compare\"",
            ":4:",
            "expected kind \"baseline\"",
        ),
        ("seed = 7\n", "", ":1:", "missing field `seed`"),
        ("seed = 7", "seed = -7", ":9:", "-7"),
        (
            "seed = 7",
            "seed = 7\nsead = 7",
            ":10:",
            "unknown field `sead`",
        ),
        (
            "margin = 0.02",
            "margin = 0.5",
            ":10:",
            "above 0 and below 0.5, got 0.5",
        ),
        (
            "alpha = 0.05",
            "alpha = nan",
            ":11:",
            "above 0 and below 1, got NaN",
        ),
        ("half_width = 0.005", "half_width = 0.0", ":12:", "got 0"),
        (
            "battles = 101",
            "battles = 0",
            ":18:",
            "battles: expected 1 to",
        ),
        (
            "wins = 40, draws = 1",
            "wins = 101, draws = 1",
            ":18:",
            "101 wins and 1 draws are impossible in 101 battles",
        ),
        (
            "wins = 40, draws = 1",
            "draws = 1",
            ":18:",
            "missing field `wins`",
        ),
        (
            "\"x|y\", b = \"Plain\"",
            "\"Plain\", b = \"a, \\\"b\\\"\"",
            ":20:",
            "occurs twice",
        ),
        (
            "grid = \"standard\"",
            "grid = \"named\"",
            ":25:",
            "unknown variant `named`",
        ),
        (
            "budget = 1000",
            "budget = 0",
            ":27:",
            "budget: expected 1 to 1000000, got 0",
        ),
        (
            "matchups = 600",
            "matchups = 1",
            ":28:",
            "matchups: expected 2 to",
        ),
        (
            "margin = 0.1\n",
            "margin = 1.0\n",
            ":30:",
            "margin: expected a number above 0 and below 0.5, got 1",
        ),
        (
            "implied = 27.250, error = 3.125",
            "implied = 27.250, error = 0.0",
            ":35:",
            "expected listed points and an error above 0, and implied points",
        ),
        (
            "implied = 27.250",
            "implied = nan",
            ":35:",
            "expected listed points and an error above 0, and implied points",
        ),
        (
            "name = \"x|y\"",
            "name = \"new\\nline\\u007f\"",
            ":37:",
            "occurs twice",
        ),
    ] {
        let message = refused(old, new);
        let starts = message.starts_with(&format!("balance.toml{place}"));
        assert!(starts && message.contains(expected), "{new}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    let empty = baseline().to_toml();
    let head = &empty[..empty.find("pairings = [").unwrap()];
    let none = Baseline::parse("b", &format!("{head}pairings = []\n")).unwrap_err();
    assert!(none.to_string().contains("at least one pairing"), "{none}");
}
