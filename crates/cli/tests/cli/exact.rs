//! Exact duels as users see them.

use crate::program::{Folder, assert_near, interval, number};

/// The shipped dataset and four small units that stand still: two that any attack destroys, two
/// that last a while.
fn dataset() -> Folder {
    let folder = Folder::new();
    folder.dataset("mechastellar", "own");
    let mut text = folder.text("own/units.toml");
    for (name, hp, evade, shooting, weapon) in [
        ("Left Peg", 100, "0d10+0", 11, "machine-gun"),
        ("Right Peg", 100, "0d10+0", 11, "machine-gun"),
        ("Soft Tank", 200, "2d10+2", 0, "maser-cannon"),
        ("Hard Tank", 200, "3d10+2", 0, "maser-cannon"),
    ] {
        text += &format!(
            "\n[[unit]]\nname = \"{name}\"\nunit_type = \"vehicle\"\nframe = 1\nperformance = 3\n\
             role = \"sniper\"\ntier = \"basic\"\nhp = {hp}\nmove_in = 0\nsensors_in = 0\n\
             evade = \"{evade}\"\nmelee_def = \"2d10+0\"\nshooting_bonus = {shooting}\n\
             melee_bonus = 0\npoints = 60\nvp = 10\nweapons = [\"{weapon}\"]\n"
        );
    }
    folder.write("own/units.toml", text);
    folder
}

/// Whoever goes first destroys the other at once, whatever it pays for Flash: even, decided in round
/// 1, 10 points to either.
#[test]
fn a_duel_of_pegs_is_known_beforehand() {
    let text = dataset().ok("duel 'Left Peg' 'Right Peg' --exact --dataset own");
    insta::assert_snapshot!(text);
}

const DUEL: &str = "duel 'Soft Tank' 'Hard Tank' --dataset own";

#[test]
fn sampled_and_exact_duels_agree() {
    let folder = dataset();
    let exact = folder.json(&format!("{DUEL} --exact"));
    let sampled = folder.json(&format!("{DUEL} --runs 10000"));
    assert_eq!(exact["exact"], true);
    assert!(exact["states"].as_u64().unwrap() > 100);
    assert!(number(&exact["mass_error"]) < 1e-9);
    for name in ["schema", "system", "policy", "options", "a", "b"] {
        assert_eq!(exact[name], sampled[name], "{name}");
    }
    let [win_a, win_b, draw] = ["win_a", "win_b", "draw"].map(|name| number(&exact[name]));
    for (p, counted) in [(win_a, "wins_a"), (win_b, "wins_b")] {
        let share = number(&sampled[counted]) / 10_000.0;
        // 5.5 standard errors: by chance once in 26 million runs.
        assert!((share - p).abs() < 5.5 * (p * (1.0 - p) / 10_000.0).sqrt());
    }
    assert_near(win_a + win_b + draw, 1.0);
    assert_near(number(&exact["score_a"]["estimate"]), win_a + draw / 2.0);
    assert_eq!(exact["score_a"]["method"], "exact");

    // The other way round it is the same duel; a spreadsheet has the same numbers.
    let turned = folder.json("duel 'Hard Tank' 'Soft Tank' --dataset own --exact");
    assert_near(number(&turned["win_b"]), win_a);
    let csv = folder.ok(&format!("{DUEL} --exact --format csv"));
    let mut rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (head, row) = (rows.next().unwrap(), rows.next().unwrap());
    let column = head.iter().position(|name| *name == "win_a").unwrap();
    assert_near(row[column].parse().unwrap(), win_a);
}

/// As precise as wanted: computed where that takes fewer states than the battles are worth, else
/// sampled until the interval is narrow enough.
#[test]
fn a_duel_until_its_score_is_known_is_computed_or_sampled() {
    let folder = dataset();
    let with = |more: &str| folder.json(&format!("{DUEL} {more}"));
    let exact = with("--exact");
    assert_eq!(with("--until 0.0005"), exact);
    // ln 40 / (2 · 0.05²) = 737.8 battles at most: a state is worth forty of them.
    assert!(exact["states"].as_u64().unwrap() > 738 / 40);
    let sampled = with("--until 0.05");
    assert!(sampled["exact"].is_null() && sampled["battles"].as_u64().unwrap() <= 738);
    let [low, estimate, high] = interval(&sampled["score_a"]);
    assert!(
        (estimate - low).max(high - estimate) <= 0.05 + 1e-9,
        "{sampled}"
    );
    assert_eq!(sampled["score_a"]["method"], "confidence_sequence");
    // `random` cannot be computed and is sampled whatever the precision.
    assert!(with("--until 0.05 --policy random")["battles"].is_u64());
    // Nor can duels of another system.
    let other = folder.json("duel --system bullseye Standard 'Red Mauler' --until 0.05");
    assert_eq!(other["score_a"]["method"], "confidence_sequence");
    assert!(other["battles"].as_u64().unwrap() <= 738);
}
