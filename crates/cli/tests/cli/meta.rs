//! `meta` on runs, games and matrices.

use serde_json::{Value, json};

use crate::program::{equipoise, fails, json as document, ok};
use crate::ratings::file;

fn of_payoffs(matrix: &str, more: &[&str]) -> Value {
    let (_folder, path) = file(matrix);
    document(&[&["meta", "--payoff", &path][..], more].concat())
}

/// A number of a row by name.
fn number(rows: &Value, name: &str, column: &str) -> f64 {
    let row = rows
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["name"] == name);
    row.unwrap()[column].as_f64().unwrap()
}

fn assert_near(given: f64, expected: f64) {
    assert!((given - expected).abs() < 1e-9, "{given} is not {expected}");
}

const ROCK_PAPER_SCISSORS: &str = "rock,paper,scissors\n0,-1,1\n1,0,-1\n-1,1,0\n";

/// Balduzzi et al. 2018 and OpenSpiel's tests for the weights; Omidshafiei et al. 2019 for the masses.
#[test]
fn rock_paper_scissors_is_all_cycle() {
    let meta = of_payoffs(ROCK_PAPER_SCISSORS, &[]);
    assert_eq!(meta["schema"], 1);
    for name in ["rock", "paper", "scissors"] {
        assert_near(number(&meta["nash"], name, "weight"), 1.0 / 3.0);
        assert_near(number(&meta["nash"], name, "value"), 0.0);
        assert_near(number(&meta["alpha_rank"], name, "mass"), 1.0 / 3.0);
    }
    for end in ["estimate", "low", "high"] {
        assert_near(meta["cyclic_share"][end].as_f64().unwrap(), 1.0);
    }
    assert_eq!(meta["dominated"], json!([]));
    assert_eq!(meta["ratings"], Value::Null);
}

#[test]
fn an_order_is_one_ninth_cycle_and_all_dominance() {
    // Rows may begin with their names.
    let meta = of_payoffs(",c,b,a\nc,0,-1,-1\nb,1,0,-1\na,1,1,0\n", &[]);
    assert_near(
        meta["cyclic_share"]["estimate"].as_f64().unwrap(),
        1.0 / 9.0,
    );
    assert_near(number(&meta["nash"], "a", "weight"), 1.0);
    assert_near(number(&meta["nash"], "c", "value"), -1.0);
    assert_near(number(&meta["alpha_rank"], "a", "mass"), 1.0);
    assert_eq!(meta["dominated"], json!(["c", "b"]));
    assert_eq!(meta["dominating"], json!(["b", "a"]));
    assert_eq!(meta["dominance"][0], json!({"name": "c", "by": ["b", "a"]}));
}

/// OpenSpiel, `egt/alpharank_test.py`: the commitment game of Han et al. 2013, which is not zero-sum.
#[test]
fn alpha_rank_takes_its_population_and_intensity() {
    let game =
        "p,c,d,f,g\n0.875,0.75,0,2.75,0.75\n1,1,-1,-1,-1\n0,2,0,0,0\n-2,2,0,0,0\n1,2,0,0,0\n";
    let meta = of_payoffs(game, &["--alpha-rank-m", "20", "--alpha-rank-alpha", "0.1"]);
    let published = [
        0.409_667_87,
        0.079_598_41,
        0.205_069_98,
        0.085_059_83,
        0.220_603_9,
    ];
    for (name, expected) in ["p", "c", "d", "f", "g"].into_iter().zip(published) {
        let mass = number(&meta["alpha_rank"], name, "mass");
        assert!(
            (mass - expected).abs() < 1e-6,
            "{name}: {mass} is not {expected}"
        );
    }
}

/// Rows of games: winner, loser, how many, and as many drawn.
fn games(pairs: &[(&str, &str, u32, u32)]) -> String {
    let mut csv = String::from("a,b,result\n");
    for &(a, b, wins, losses) in pairs {
        csv += &format!("{a},{b},1\n").repeat(wins as usize);
        csv += &format!("{b},{a},1\n").repeat(losses as usize);
    }
    csv
}

fn of_games(csv: &str, more: &[&str]) -> Value {
    let (_folder, path) = file(csv);
    document(&[&["meta", &path][..], more].concat())
}

#[test]
fn games_have_ratings_and_intervals() {
    let csv = games(&[
        ("x", "y", 70, 30),
        ("y", "z", 70, 30),
        ("z", "x", 70, 30),
        ("x", "w", 90, 10),
        ("y", "w", 90, 10),
        ("z", "w", 90, 10),
    ]);
    let meta = of_games(&csv, &["--resamples", "50"]);
    for name in ["x", "y", "z"] {
        assert_near(number(&meta["nash"], name, "weight"), 1.0 / 3.0);
        assert!(number(&meta["nash"], name, "weight_low") < 1.0 / 3.0);
        assert!(number(&meta["nash"], name, "weight_high") > 1.0 / 3.0);
    }
    // By hand: wins minus losses per game.
    assert_near(number(&meta["nash"], "w", "value"), -0.8);
    assert_near(number(&meta["nash"], "w", "weight"), 0.0);
    // By hand: 3 (0.4² + 0.8²) in all, of which 3 · 0.4² runs in circles: one fifth, and a little less
    // without the noise.
    let share = &meta["cyclic_share"];
    assert_near(share["uncorrected"].as_f64().unwrap(), 0.2);
    let [low, estimate, high] = ["low", "estimate", "high"].map(|end| share[end].as_f64().unwrap());
    assert!(low < estimate && estimate < 0.2 && high > 0.2, "{share}");
    assert_eq!(number(&meta["ratings"], "w", "games"), 300.0);
    assert!(number(&meta["ratings"], "w", "rating") < -1.0);
    assert_eq!((&meta["seed"], &meta["resamples"]), (&json!(1), &json!(50)));
    // Each of the three scores 0.3 at least where w scores 0.1; among themselves none is better.
    assert_eq!(meta["dominated"], json!(["w"]));
    assert_eq!(meta["dominating"], json!(["x", "y", "z"]));
}

#[test]
fn threads_change_nothing_and_seeds_do() {
    let csv = games(&[("x", "y", 6, 4), ("y", "z", 7, 3), ("z", "x", 8, 2)]);
    let one = of_games(&csv, &["--threads", "1"]);
    assert_eq!(one, of_games(&csv, &["--threads", "3"]));
    assert_ne!(one["nash"], of_games(&csv, &["--seed", "2"])["nash"]);
}

#[test]
fn a_gauntlet_is_judged_by_those_who_met_all() {
    let csv = games(&[
        ("x", "r", 6, 4),
        ("x", "s", 5, 5),
        ("y", "r", 5, 5),
        ("y", "s", 3, 7),
        ("r", "s", 6, 4),
    ]);
    let meta = of_games(&csv, &[]);
    assert_eq!(meta["panel"], json!(["r", "s"]));
    assert_eq!(meta["missing_pairings"], 1);
    assert_eq!(meta["ratings"].as_array().unwrap().len(), 4);
    let (_folder, path) = file(&csv);
    let text = ok(&["meta", &path]);
    assert!(text.contains("1 pairing never played"), "{text}");
    let csv = ok(&["meta", &path, "--format", "csv"]);
    assert_eq!(csv.lines().count(), 5, "{csv}");
    assert!(
        csv.lines()
            .any(|line| line.starts_with("x,") && line.ends_with(",,,,,,,,,")),
        "{csv}"
    );
}

#[test]
fn without_finite_ratings_the_rest_is_shown() {
    let csv = games(&[("x", "y", 20, 0), ("y", "z", 20, 0), ("x", "z", 20, 0)]);
    let meta = of_games(&csv, &[]);
    assert_eq!(meta["ratings"], Value::Null);
    assert!(
        meta["ratings_missing"]
            .as_str()
            .unwrap()
            .contains("3 groups")
    );
    assert_near(number(&meta["nash"], "x", "weight"), 1.0);
}

#[test]
fn the_largest_group_is_rated_where_not_all_can_be() {
    let meta = of_games(
        &games(&[("x", "y", 3, 1), ("w", "x", 5, 0), ("w", "y", 5, 0)]),
        &[],
    );
    assert_eq!(meta["ratings"].as_array().unwrap().len(), 2);
    // By hand: the odds of x against y are 3, and its games are those with y.
    assert_near(number(&meta["ratings"], "x", "rating"), 3f64.ln() / 2.0);
    assert_eq!(number(&meta["ratings"], "x", "games"), 4.0);
    let missing = &meta["ratings_missing"];
    assert!(
        missing.as_str().unwrap().contains("2 of 3 units are rated"),
        "{missing}"
    );
}

#[test]
fn a_saved_run_is_read_from_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let run = run.to_str().unwrap();
    ok(&["sweep", "--runs", "2", "--out", run, "--quiet"]);
    let meta = document(&["meta", run, "--resamples", "20"]);
    // The gauntlet's ten opponents met everybody.
    assert_eq!(meta["panel"].as_array().unwrap().len(), 10);
    assert!(meta["units"].as_u64().unwrap() > 500);
    let total: f64 = meta["nash"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["weight"].as_f64().unwrap())
        .sum();
    assert_near(total, 1.0);
    fails(&["meta", folder.path().to_str().unwrap()], 3);
}

/// Battles that end when somebody leads tell too much of the lead; with --until they do not to speak of.
#[test]
fn runs_are_read_by_how_they_ended() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str, goal: &[&str]| {
        let place = folder.path().join(name);
        let place = place.to_str().unwrap().to_owned();
        let cap = ["--max-runs", "4", "--out", &place, "--quiet"];
        ok(&[&["sweep"], goal, &cap].concat());
        place
    };
    let decided = run("decided", &["--decide", "0.5"]);
    let message = fails(&["meta", &decided], 2);
    assert!(
        message.contains("--decide stopped the battles"),
        "{message}"
    );
    let until = run("until", &["--until", "0.4"]);
    let meta = ["meta", &until, "--resamples", "20"];
    let stderr = |arguments: &[&str]| {
        let output = equipoise(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(stderr(&meta).contains("made with --until"));
    assert_eq!(stderr(&[&meta[..], &["--quiet"]].concat()), "");
}

#[test]
fn names_with_commas_survive() {
    let matrix = "\"a, b\",\"c \"\"d\"\"\"\n0,1\n-1,0\n";
    assert_eq!(of_payoffs(matrix, &[])["dominated"], json!(["c \"d\""]));
    let (_folder, path) = file(matrix);
    let csv = ok(&["meta", "--payoff", &path, "--format", "csv"]);
    assert!(
        csv.contains("\r\n\"a, b\",") && csv.contains("\r\n\"c \"\"d\"\"\","),
        "{csv}"
    );
    assert!(ok(&["meta", "--payoff", &path]).contains("c \"d\" by a, b"));
}

#[test]
fn each_problem_names_its_place() {
    let problems = [
        ("", "games.csv:1: expected a header"),
        ("x,y\n0,1\n", "got 2 names and 1 rows"),
        (",x,y\nx,0,1\n", "got 2 names and 1 rows"),
        ("x,y\n0,1\n1,0\n0,0\n", "got 2 names and 3 rows"),
        ("x,y\n0,1\n1\n", "games.csv:3: expected 2 columns"),
        (
            "x,y\n0,nan\n1,0\n",
            "games.csv:2: column y: expected a number within ±1e100, got \"nan\"",
        ),
        (
            "x,y\n0,1\n1e999,0\n",
            "games.csv:3: column x: expected a number within ±1e100",
        ),
        (
            "x,x\n0,1\n1,0\n",
            "games.csv:1: the name \"x\" occurs twice",
        ),
        (
            ",x,y\nx,0,1\nz,1,0\n",
            "games.csv:3: expected the row of \"y\"",
        ),
    ];
    for (content, expected) in problems {
        let (_folder, path) = file(content);
        let message = fails(&["meta", "--payoff", &path], 2);
        assert!(message.contains(expected), "{content:?}: {message}");
    }
    let (_folder, path) = file("a,b,result\nx,y,3\n");
    assert!(fails(&["meta", &path], 2).contains("games.csv:2: column result"));
    fails(&["meta"], 2);
    fails(&["meta", &path, "--payoff", &path], 2);
    fails(&["meta", "no-such-place"], 3);
    let (_folder, path) = file(ROCK_PAPER_SCISSORS);
    for (option, value) in [
        ("--alpha-rank-m", "1"),
        ("--alpha-rank-alpha", "-1"),
        ("--alpha-rank-alpha", "nan"),
    ] {
        fails(&["meta", "--payoff", &path, option, value], 2);
    }
}
