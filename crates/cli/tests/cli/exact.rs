//! Exact duels as users see them.

use std::fs;

use tempfile::TempDir;

use crate::program::{assert_near, fails, json, ok};

/// The shipped dataset and four small units that stand still: two that any attack destroys, two
/// that last a while.
fn dataset() -> TempDir {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/mechastellar");
    let folder = tempfile::tempdir().unwrap();
    for name in ["profiles.toml", "weapons.toml", "units.toml"] {
        fs::copy(format!("{source}/{name}"), folder.path().join(name)).unwrap();
    }
    let place = folder.path().join("units.toml");
    let mut text = fs::read_to_string(&place).unwrap();
    for (name, hp, evade, shooting, weapon) in [
        ("Left Peg", 100, "0d10+0", 11, "machine-gun"),
        ("Right Peg", 100, "0d10+0", 11, "machine-gun"),
        ("Soft Tank", 300, "2d10+2", 0, "maser-cannon"),
        ("Hard Tank", 300, "3d10+2", 0, "maser-cannon"),
    ] {
        text += &format!(
            "\n[[unit]]\nname = \"{name}\"\nunit_type = \"vehicle\"\nframe = 1\nperformance = 3\n\
             role = \"sniper\"\ntier = \"basic\"\nhp = {hp}\nmove_in = 0\nsensors_in = 0\n\
             evade = \"{evade}\"\nmelee_def = \"2d10+0\"\nshooting_bonus = {shooting}\n\
             melee_bonus = 0\npoints = 60\nvp = 10\nweapons = [\"{weapon}\"]\n"
        );
    }
    fs::write(&place, text).unwrap();
    folder
}

/// Whoever goes first destroys the other at once, whatever it pays for Flash: even, decided in round 1, 10 points to either.
#[test]
fn a_duel_of_pegs_is_known_beforehand() {
    let folder = dataset();
    let place = folder.path().to_str().unwrap();
    let text = ok(&[
        "duel",
        "Left Peg",
        "Right Peg",
        "--exact",
        "--dataset",
        place,
    ]);
    let lines: Vec<&str> = text.lines().collect();
    let expected = [
        "Left Peg against Right Peg",
        "  Left Peg wins 50.0000 %, Right Peg wins 50.0000 %, drawn 0.0000 %",
        "  score of Left Peg: 50.0000 % (exact, no sampling error; a draw counts half)",
        "  victory points: Left Peg 5.000 (sd 5.000), Right Peg 5.000 (sd 5.000)",
        "  rounds: 1.0000 on average",
    ];
    assert_eq!(lines[0], expected[0]);
    assert_eq!(lines[2..], expected[1..]);
    let (start, end) = ("  every outcome of every die, ", " states, policy rulebook");
    let states = lines[1]
        .strip_prefix(start)
        .and_then(|l| l.strip_suffix(end));
    assert!(states.is_some_and(|n| n.parse::<u32>().is_ok()), "{text}");
}

#[test]
fn sampled_and_exact_duels_agree() {
    let folder = dataset();
    let duel = ["duel", "Soft Tank", "Hard Tank", "--dataset"];
    let duel = [&duel[..], &[folder.path().to_str().unwrap()]].concat();
    let exact = json(&[&duel[..], &["--exact"]].concat());
    let sampled = json(&[&duel[..], &["--runs", "40000"]].concat());
    assert_eq!(exact["exact"], true);
    assert!(exact["states"].as_u64().unwrap() > 100);
    assert!(exact["mass_error"].as_f64().unwrap() < 1e-9);
    for name in ["schema", "system", "policy", "options", "a", "b"] {
        assert_eq!(exact[name], sampled[name], "{name}");
    }
    let number = |name: &str| exact[name].as_f64().unwrap();
    let chances = [("win_a", "wins_a"), ("win_b", "wins_b")];
    for (exact, counted) in chances {
        let p = number(exact);
        let share = sampled[counted].as_f64().unwrap() / 40_000.0;
        // 5.5 standard errors: by chance once in 26 million runs.
        assert!((share - p).abs() < 5.5 * (p * (1.0 - p) / 40_000.0).sqrt());
    }
    assert_near(number("win_a") + number("win_b") + number("draw"), 1.0);
    let score = exact["score_a"]["estimate"].as_f64().unwrap();
    assert_near(score, number("win_a") + number("draw") / 2.0);
    assert_eq!(exact["score_a"]["method"], "exact");

    // The other way round it is the same duel; a spreadsheet has the same numbers.
    let turned = ["duel", "Hard Tank", "Soft Tank", "--exact", "--dataset"];
    let turned = json(&[&turned[..], &[duel[4]]].concat());
    assert_near(turned["win_b"].as_f64().unwrap(), number("win_a"));
    let csv = ok(&[&duel[..], &["--exact", "--format", "csv"]].concat());
    let mut rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (head, row) = (rows.next().unwrap(), rows.next().unwrap());
    let column = head.iter().position(|name| *name == "win_a").unwrap();
    assert_near(row[column].parse().unwrap(), number("win_a"));
}

/// As precise as asked for: computed where that takes fewer states than the battles are worth, else
/// sampled until the interval is narrow enough.
#[test]
fn a_duel_until_its_score_is_known_is_computed_or_sampled() {
    let folder = dataset();
    let duel = ["duel", "Soft Tank", "Hard Tank", "--dataset"];
    let duel = [&duel[..], &[folder.path().to_str().unwrap()]].concat();
    let exact = json(&[&duel[..], &["--exact"]].concat());
    let computed = json(&[&duel[..], &["--until", "0.0005"]].concat());
    assert_eq!(computed, exact);
    // ln 40 / (2 · 0.05²) = 737.8 battles at most: a state is worth forty of them.
    assert!(exact["states"].as_u64().unwrap() > 738 / 40);
    let sampled = json(&[&duel[..], &["--until", "0.05"]].concat());
    assert!(sampled["exact"].is_null() && sampled["battles"].as_u64().unwrap() <= 738);
    let score = |name: &str| sampled["score_a"][name].as_f64().unwrap();
    let (low, high) = (
        score("estimate") - score("low"),
        score("high") - score("estimate"),
    );
    assert!(low.max(high) <= 0.05 + 1e-9, "{sampled}");
    assert_eq!(sampled["score_a"]["method"], "confidence_sequence");
    // `random` cannot be computed and is sampled whatever the precision.
    let random = ["--until", "0.05", "--policy", "random"];
    assert!(json(&[&duel[..], &random].concat())["battles"].is_u64());
    let both = [&duel[..], &["--until", "0.05", "--exact"]].concat();
    assert!(fails(&both, 2).contains("cannot be used with"));
}

#[test]
fn what_cannot_be_exact_is_said_in_one_line() {
    let duel = ["duel", "White Asura", "Blue Djinn", "--exact"];
    let with = |more: &[&'static str]| fails(&[&duel[..], more].concat(), 2);
    let limit = with(&["--max-states", "500"]);
    assert!(
        limit.contains("more than 500 states; sample it without --exact, or raise --max-states")
    );
    assert_eq!(limit.lines().count(), 1, "{limit}");
    let many = with(&["--policy", "greedy", "--max-states", "20"]);
    assert!(many.contains("raise --max-states"), "{many}");
    let sampling = with(&["--policy", "rollout"]);
    assert!(
        sampling.contains("such as rulebook or greedy"),
        "{sampling}"
    );
    for option in ["--runs", "--seed", "--threads"] {
        let message = with(&[option, "2"]);
        assert!(message.contains("cannot be used with"), "{message}");
    }
    let message = fails(
        &["duel", "White Asura", "Blue Djinn", "--max-states", "9"],
        2,
    );
    assert!(message.contains("--exact"), "{message}");
}
