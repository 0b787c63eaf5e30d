//! `ratings` and `meta` on games, matrices and runs.

use serde_json::{Value, json};

use crate::program::{Folder, assert_near, interval, number, outcome, rounded, row, rows};

/// A folder with one file, `games.csv`.
fn file(content: impl AsRef<[u8]>) -> Folder {
    let folder = Folder::new();
    folder.write("games.csv", content);
    folder
}

fn ratings(content: &str) -> Value {
    file(content).json("ratings games.csv")
}

fn meta(content: &str) -> Value {
    file(content).json("meta games.csv --resamples 50")
}

fn rating(document: &Value, name: &str) -> f64 {
    number(&row(&document["ratings"], name)["rating"])
}

/// choix, `tests/data/testcase-pairwise-2.json`.
const CHOIX: &str = "a,b,result\nx,y,1\nx,y,1\ny,z,1\nz,x,1\n";

#[test]
fn ratings_are_those_of_choix() {
    let document = ratings(CHOIX);
    for (name, expected) in [("x", 0.419_617_624), ("y", -0.419_617_624), ("z", 0.0)] {
        assert!((rating(&document, name) - expected).abs() < 1e-9, "{name}");
    }
    // By hand from the ratings: σ(0.839…)² σ(−0.419…)².
    let chance = |lead: f64| 1.0 / (1.0 + (-lead).exp());
    let expected = 2.0 * chance(2.0 * 0.419_617_624).ln() + 2.0 * chance(-0.419_617_624).ln();
    let given = number(&document["log_likelihood"]);
    assert!((given - expected).abs() < 1e-8, "{given} is not {expected}");
    insta::assert_snapshot!(rounded(&file(CHOIX).ok("ratings games.csv --format json")));
}

#[test]
fn a_draw_counts_half_and_either_side_may_be_named_first() {
    let mixed = ratings("a,b,result\nx,y,1\ny,x,0\nx,y,0.5\ny,x,.5\n");
    // 3 of 4 points.
    assert!((rating(&mixed, "x") - 3f64.ln() / 2.0).abs() < 1e-12);
}

/// By hand: each wins three of four at home, so they are equal, the advantage is ln 3, and its variance 1 / (8 · 3/16).
#[test]
fn being_named_first_may_be_an_advantage() {
    let folder = file("a,b,result,count\nx,y,1,3\nx,y,0,1\ny,x,1,3\ny,x,0,1\n");
    let document = folder.json("ratings games.csv --home-advantage");
    assert!(rating(&document, "x").abs() < 1e-9);
    let [low, estimate, high] = interval(&document["home_advantage"]);
    assert!((estimate - 3f64.ln()).abs() < 1e-9);
    let reach = 1.959_964 / 1.5f64.sqrt();
    assert!((high - estimate - reach).abs() < 1e-6 && (estimate - low - reach).abs() < 1e-6);
    let text = folder.ok("ratings games.csv --home-advantage");
    assert!(
        text.contains("being named first is worth +1.10 (-0.50 to +2.70)"),
        "{text}"
    );
    assert!(!folder.ok("ratings games.csv").contains("named first"));
}

#[test]
fn an_advantage_that_nothing_tells_is_refused() {
    for (games, message) in [
        (
            "a,b,result\nx,y,1\nx,y,0\n",
            "do not tell it from the ratings",
        ),
        ("a,b,result\nx,y,1\ny,x,1\n", "decides every game"),
        ("winner,loser\nx,y\ny,x\n", "do not say who was at home"),
    ] {
        let said = file(games).fails("ratings games.csv --home-advantage", 2);
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn columns_may_come_in_any_order_with_others_between() {
    let document =
        ratings("\u{feff}date, result ,b,who,a\r\n1 May,1,y,me,x\r\n2 May,0.0,y,me,x\r\n");
    assert!(rating(&document, "x").abs() < 1e-12);
}

#[test]
fn names_are_shown_as_given() {
    let [bow, lines] = ["\"Bow, \"\"long\"\"\"", "\"two\nlines\""];
    let folder = file(format!("a,b,result\n{bow},{lines},1\n{lines},{bow},1\n"));
    let document = folder.json("ratings games.csv");
    assert_eq!(document["ratings"][0]["name"], "Bow, \"long\"");
    assert_eq!(document["ratings"][1]["name"], "two\nlines");
    let matrix = file("\"a, b\",\"c \"\"d\"\"\"\n0,1\n-1,0\n");
    let shown = [
        folder.ok("ratings games.csv --format csv"),
        matrix.ok("meta --payoff games.csv --format csv"),
        matrix.ok("meta --payoff games.csv"),
    ];
    insta::assert_snapshot!(rounded(&shown.join("\n")));
}

/// x such that a win against the last of three, at 2x, and a draw with the middle one, at x, are a point and a half.
fn lead_of_the_first_of_three(x: f64) -> bool {
    let chance = |lead: f64| 1.0 / (1.0 + (-lead).exp());
    (chance(x) + chance(2.0 * x) - 1.5).abs() < 1e-8
}

/// Files as spreadsheets and people write them, each with what it says by hand.
#[test]
fn files_are_read_as_they_are_meant() {
    let plain = ratings("a,b,result\nx,y,1\ny,x,1\nx,y,0\ny,x,0\n");
    for content in [
        "sep=,\na,b,result\nx,y,1\ny,x,1\nx,y,0\ny,x,0\n",
        "sep=;\r\nA;B;Result\r\nx;y;1\r\ny;x;1\r\nx;y;0\r\ny;x;0\r\n",
        "a,b,result\nx,y,1\n,,\ny, x,1\n x,y ,0\ny,x,0\n,,\n",
        "a\tb\tresult\nx\ty\t1\ny\tx\t1\nx\ty\t0,0\ny\tx\t0\n",
        "winner,loser\nx,y\ny,x\ny,x\nx,y\n",
        "a,b,win\nx,y,yes\ny,x,true\nx,y,no\ny,x,0\n",
        "a,b,result\nx,y,1-0\ny,x,1-0\nx,y,0-1\ny,x,0-1\n",
        "a,b,result,count\nx,y,1,2\nx,y,0,2\nx,z,1,0\n",
    ] {
        let read = ratings(content);
        let [of, expected] = [&read, &plain].map(|of| row(&of["ratings"], "x").clone());
        assert_eq!(of, expected, "{content:?}");
        assert_eq!(rating(&read, "x"), 0.0, "{content:?}");
    }
    for half in ["0,5", "0.5"] {
        let semicolons = format!("a;b;result\nAda;Bob;1\nBob;Cy;{half}\nCy;Ada;1\n");
        let semicolons = ratings(&semicolons);
        assert!(
            lead_of_the_first_of_three(rating(&semicolons, "Cy")),
            "{half}"
        );
    }
    // 90 of 100 games.
    let counted = ratings("a,b,result,count\nAda,Bob,1,90\nBob,Ada,1,10\n");
    assert!((rating(&counted, "Ada") - 9f64.ln() / 2.0).abs() < 1e-9);
    let drawn = ratings("a,b,result\nx,y,1/2-1/2\nx,y,½\nx,y,draw\n");
    assert_eq!(rating(&drawn, "x"), 0.0);
}

#[test]
fn what_is_not_used_and_names_that_are_nearly_alike_are_noted() {
    let folder = file("a,b,result,Date,\nAda,ada,1,1 May,\nada,Ada,1,2 May,\nÁda,Ada,0.5,,\n");
    let (code, _, notes) = outcome(folder.command("ratings games.csv"));
    assert_eq!(code, 0);
    assert!(
        notes.contains("games.csv: columns not used: Date\n"),
        "{notes}"
    );
    let alike = "names that differ by case, blanks or accents alone are units of their own: \"Ada\" and \"ada\" and \
                 \"Áda\"";
    assert!(notes.contains(alike), "{notes}");
}

/// A table of six: P1 won everything, P5 and P6 lost to all before them, and between P2, P3 and P4 results went both
/// ways. With a prior everybody has a rating, in the order of points.
#[test]
fn the_unbeaten_stand_above_the_others() {
    let games = "a,b,result\nP1,P2,1\nP1,P3,1\nP1,P4,1\nP1,P5,1\nP1,P6,1\nP2,P3,0.5\nP2,P4,1\nP2,P5,1\nP2,P6,1\n\
                 P3,P4,0.5\nP3,P5,1\nP3,P6,1\nP4,P5,1\nP4,P6,1\nP5,P6,1\n";
    let table = ratings(games);
    let rated: Vec<&Value> = rows(&table["ratings"])
        .iter()
        .map(|of| &of["name"])
        .collect();
    assert_eq!(rated, ["P2", "P3", "P4"]);
    assert!(lead_of_the_first_of_three(rating(&table, "P2")));
    assert!(rating(&table, "P3").abs() < 1e-9);
    assert_eq!(row(&table["ratings"], "P2")["games"], 2);
    let stands = json!([
        {"name": "P1", "stands": "above", "games": 5},
        {"name": "P5", "stands": "below", "games": 5},
        {"name": "P6", "stands": "below", "games": 5},
    ]);
    assert_eq!(table["unrated"], stands);
    let text = file(games).ok("ratings games.csv");
    assert!(text.contains("above, never beaten by them: P1\n"), "{text}");
    assert!(
        text.contains("below, never ahead of them: P5, P6\n"),
        "{text}"
    );
    let prior = file(games).json("ratings games.csv --prior 1");
    let order: Vec<&Value> = rows(&prior["ratings"])
        .iter()
        .map(|of| &of["name"])
        .collect();
    assert_eq!(order, ["P1", "P2", "P3", "P4", "P5", "P6"]);
    // One game and a drawn one with the average each, who stays between the two: 1 + ½ points of 2 at x and 2x.
    let pair = file("a,b,result\nx,y,1\n").json("ratings games.csv --prior 1");
    assert!(lead_of_the_first_of_three(rating(&pair, "x")));
}

/// Escape sequences and line ends in names are spelt out, in tables, lists and messages.
#[test]
fn names_cannot_write_to_the_terminal() {
    let [red, evil] = ["\"\u{1b}[31mRed\u{1b}[0m\"", "\"Bob\rEvil\""];
    let both = file(format!("a,b,result\n{red},{evil},1\n{evil},{red},1\n"));
    let unbeaten = file(format!("a,b,result\n{red},{evil},1\nx,y,.5\nx,{red},0\n"));
    let message = file(format!("a,b,result\n{red},{evil},1\n")).fails("ratings games.csv", 2);
    for text in [
        both.ok("ratings games.csv"),
        both.ok("meta games.csv --resamples 20"),
        unbeaten.ok("ratings games.csv"),
        message,
    ] {
        assert!(!text.contains(['\u{1b}', '\r']), "{text:?}");
        assert!(text.contains("\\u{1b}[31mRed"), "{text:?}");
    }
}

#[test]
fn points_are_shown_and_change_nothing() {
    let plain = ratings(CHOIX);
    let priced = ratings(
        "a,b,result,points_a,points_b\nx,y,1,100,80\nx,y,1,110,80\ny,z,1,80,\nz,x,1,,100.5\n",
    );
    let points = rows(&priced["ratings"])
        .iter()
        .map(|row| row["points"].clone());
    assert_eq!(points.collect::<Value>(), json!([103.5, null, 80.0]));
    assert_eq!(rating(&plain, "x"), rating(&priced, "x"));
    assert_eq!(plain["ratings"][0].get("points"), None);
}

/// The messages about files with these contents, one after the other.
fn refusals(command: &str, contents: &[&[u8]]) -> String {
    let refusal = |content: &&[u8]| {
        let message = file(content).fails(command, 2);
        format!("{:?}\n{message}\n", String::from_utf8_lossy(content))
    };
    contents.iter().map(refusal).collect()
}

#[test]
fn each_problem_of_games_names_its_place() {
    let contents: [&[u8]; 18] = [
        b"",
        b"a,b,result\n",
        b"a,b\nx,y\n",
        b"a,a,b,result\nx,x,y,1\n",
        b"a,b,result\nx,y,1\nx,y,2\n",
        b"a,b,result\nx,y,maybe\n",
        b"a|b|result\nx|y|1\n",
        b"a;b;result;count\nx;y;0,5;1,5\n",
        b"a,b,result\nx,y,nan\n",
        b"a,b,result\nx,y,\n",
        b"a,b,result\n\"x\n\",y,1\nx,y\n",
        b"a,b,result\nx,,1\n",
        b"a,b,result\nx,x,1\n",
        b"a,b,result,points_a\nx,y,1,5\n",
        b"a,b,result,points_a,points_b\nx,y,1,5,-1\n",
        b"a,b,result\nx,\xff\xfe,1\n",
        // Groups that cannot be compared.
        b"a,b,result\nx,y,1\nx,z,1\ny,z,1\n",
        b"a,b,result\nx,y,1\nv,w,1\n",
    ];
    insta::assert_snapshot!(refusals("ratings games.csv", &contents));
    let message = file("a,b,result\nx,y,3\n").fails("meta games.csv", 2);
    assert!(message.contains("games.csv:2: column result"), "{message}");
}

#[test]
fn each_problem_of_a_matrix_names_its_place() {
    let contents: [&[u8]; 9] = [
        b"",
        b"x,y\n0,1\n",
        b",x,y\nx,0,1\n",
        b"x,y\n0,1\n1,0\n0,0\n",
        b"x,y\n0,1\n1\n",
        b"x,y\n0,nan\n1,0\n",
        b"x,y\n0,1\n1e999,0\n",
        b"x,x\n0,1\n1,0\n",
        b",x,y\nx,0,1\nz,1,0\n",
    ];
    insta::assert_snapshot!(refusals("meta --payoff games.csv", &contents));
}

/// Rows may begin with their names: of three in an order the best has all the weight.
#[test]
fn a_matrix_is_a_game() {
    let folder = file(",c,b,a\nc,0,-1,-1\nb,1,0,-1\na,1,1,0\n");
    insta::assert_snapshot!(rounded(&folder.ok("meta --payoff games.csv --format json")));
}

/// OpenSpiel, `egt/alpharank_test.py`: the commitment game of Han et al. 2013, which is not zero-sum.
#[test]
fn alpha_rank_takes_its_population_and_intensity() {
    let game =
        "p,c,d,f,g\n0.875,0.75,0,2.75,0.75\n1,1,-1,-1,-1\n0,2,0,0,0\n-2,2,0,0,0\n1,2,0,0,0\n";
    let meta = file(game).json("meta --payoff games.csv --alpha-rank-m 20 --alpha-rank-alpha 0.1");
    let mass = number(&row(&meta["alpha_rank"], "p")["mass"]);
    assert!((mass - 0.409_667_87).abs() < 1e-6, "{mass}");
}

/// Rows of games: winner, loser, how many, and as many lost.
fn games(pairs: &[(&str, &str, usize, usize)]) -> String {
    let mut csv = String::from("a,b,result\n");
    for &(a, b, wins, losses) in pairs {
        csv += &format!("{a},{b},1\n").repeat(wins);
        csv += &format!("{b},{a},1\n").repeat(losses);
    }
    csv
}

#[test]
fn games_have_ratings_and_intervals() {
    let meta = meta(&games(&[
        ("x", "y", 70, 30),
        ("y", "z", 70, 30),
        ("z", "x", 70, 30),
        ("x", "w", 90, 10),
        ("y", "w", 90, 10),
        ("z", "w", 90, 10),
    ]));
    let nash = |name: &str, column: &str| number(&row(&meta["nash"], name)[column]);
    let near = |given: f64, expected: f64| assert!((given - expected).abs() < 1e-9, "{given}");
    for name in ["x", "y", "z"] {
        near(nash(name, "weight"), 1.0 / 3.0);
        assert!(nash(name, "weight_low") < 1.0 / 3.0);
        assert!(nash(name, "weight_high") > 1.0 / 3.0);
    }
    // By hand: wins minus losses per game.
    near(nash("w", "value"), -0.8);
    near(nash("w", "weight"), 0.0);
    // By hand: 3 (0.4² + 0.8²) in all, of which 3 · 0.4² runs in circles: one fifth, and a little less
    // without the noise.
    let share = &meta["cyclic_share"];
    near(number(&share["uncorrected"]), 0.2);
    let [low, estimate, high] = interval(share);
    assert!(low < estimate && estimate < 0.2 && high > 0.2, "{share}");
    assert_eq!(row(&meta["ratings"], "w")["games"], 300);
    assert!(rating(&meta, "w") < -1.0);
    assert_eq!([&meta["seed"], &meta["resamples"]], [1, 50]);
    // Each of the three scores 0.3 at least where w scores 0.1; among themselves none is better.
    assert_eq!(meta["dominated"], json!(["w"]));
    assert_eq!(meta["dominating"], json!(["x", "y", "z"]));
}

#[test]
fn a_gauntlet_is_judged_by_those_who_met_all() {
    let folder = file(games(&[
        ("x", "r", 6, 4),
        ("x", "s", 5, 5),
        ("y", "r", 5, 5),
        ("y", "s", 3, 7),
        ("r", "s", 6, 4),
    ]));
    let meta = folder.json("meta games.csv");
    assert_eq!(meta["panel"], json!(["r", "s"]));
    assert_eq!(meta["missing_pairings"], 1);
    assert_eq!(rows(&meta["ratings"]).len(), 4);
    // By hand: r beats s, so the equilibrium is r alone, and x wins 6 of 10 games against r; its interval is wide.
    let against = &meta["exploitability"][0];
    assert_eq!(against["mixture"], "nash");
    assert_eq!([&against["units"], &against["surely_better"]], [4, 0]);
    assert_eq!(against["best"][0]["name"], "x");
    assert_near(number(&against["best"][0]["gain"]), 0.2);
    let shown = [
        folder.ok("meta games.csv"),
        folder.ok("meta games.csv --format csv"),
    ];
    insta::assert_snapshot!(rounded(&shown.join("\n")));
}

#[test]
fn the_largest_group_is_rated_where_not_all_can_be() {
    let none = meta(&games(&[
        ("x", "y", 20, 0),
        ("y", "z", 20, 0),
        ("x", "z", 20, 0),
    ]));
    assert_eq!(none["ratings"], Value::Null);
    let missing = |meta: &Value| meta["ratings_missing"].as_str().unwrap().to_owned();
    assert!(missing(&none).contains("3 groups"));
    assert_near(number(&row(&none["nash"], "x")["weight"]), 1.0);
    let some = meta(&games(&[
        ("x", "y", 3, 1),
        ("w", "x", 5, 0),
        ("w", "y", 5, 0),
    ]));
    assert_eq!(rows(&some["ratings"]).len(), 2);
    // By hand: the odds of x against y are 3, and its games are those with y.
    assert!((rating(&some, "x") - 3f64.ln() / 2.0).abs() < 1e-9);
    assert_eq!(row(&some["ratings"], "x")["games"], 4);
    assert!(missing(&some).contains("2 of 3 units are rated"));
}

#[test]
fn a_saved_run_is_read_from_its_folder() {
    let folder = Folder::new();
    folder.ok("sweep --runs 2 --policy solo --out run --quiet");
    let meta = folder.json("meta run --resamples 20");
    // The gauntlet's ten opponents met everybody.
    assert_eq!(rows(&meta["panel"]).len(), 10);
    // So everybody is set against what is best among them, the dearest profiles are better, and points are known.
    let against = &meta["exploitability"][0];
    assert_eq!(against["mixture"], "nash");
    assert_eq!(against["units"], 585);
    let points = |of: &Value| number(&of["points"]);
    assert_eq!(points(against), 170.0);
    assert!(points(&against["best"][0]) > 170.0 && points(&against["at_its_points"]) <= 170.0);
    assert!(meta["units"].as_u64().unwrap() > 500);
    let weights = rows(&meta["nash"]).iter().map(|row| number(&row["weight"]));
    assert!((weights.sum::<f64>() - 1.0).abs() < 1e-9);
}

/// Battles that end when somebody leads show too much of the lead; with --until they do not to speak of.
#[test]
fn runs_are_read_by_how_they_ended() {
    let folder = Folder::new();
    folder.ok("sweep --policy solo --decide 0.5 --max-runs 4 --out decided --quiet");
    folder.ok("sweep --policy solo --until 0.4 --max-runs 4 --out until --quiet");
    let message = folder.fails("meta decided", 2);
    assert!(
        message.contains("stopped as soon as a side was known"),
        "{message}"
    );
    let notes =
        |more: &str| outcome(folder.command(&format!("meta until --resamples 20 {more}"))).2;
    assert!(notes("").contains("stopped at a precision"));
    assert_eq!(notes("--quiet"), "");
}
