//! `ratings` on files of games.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{fails, json as document, ok};

/// A folder with one file.
pub(crate) fn file(content: impl AsRef<[u8]>) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("games.csv");
    fs::write(&path, content).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

fn ratings(content: &str) -> Value {
    let (_folder, path) = file(content);
    document(&["ratings", &path])
}

fn refused(content: impl AsRef<[u8]>) -> String {
    let (_folder, path) = file(content);
    fails(&["ratings", &path], 2)
}

fn rating(document: &Value, name: &str) -> f64 {
    let rows = document["ratings"].as_array().unwrap();
    let row = rows.iter().find(|row| row["name"] == name).unwrap();
    row["rating"].as_f64().unwrap()
}

/// choix, `tests/data/testcase-pairwise-2.json`.
const CHOIX: &str = "a,b,result\nx,y,1\nx,y,1\ny,z,1\nz,x,1\n";

#[test]
fn the_document_keeps_its_contract() {
    let document = ratings(CHOIX);
    assert_eq!(document["schema"], 1);
    assert_eq!(document["model"], "bradley-terry");
    for (name, expected) in [("x", 0.419_617_624), ("y", -0.419_617_624), ("z", 0.0)] {
        assert!((rating(&document, name) - expected).abs() < 1e-9, "{name}");
    }
    let [x, z, y] = document["ratings"].as_array().unwrap().as_slice() else {
        panic!("{document}");
    };
    assert_eq!([&x["name"], &z["name"], &y["name"]], ["x", "z", "y"]);
    assert_eq!([&x["games"], &z["games"], &y["games"]], [3, 2, 3]);
    assert!(x["se"].as_f64().unwrap() > 0.0);
    // By hand from the ratings: σ(0.839…)² σ(−0.419…)².
    let chance = |lead: f64| 1.0 / (1.0 + (-lead).exp());
    let expected = 2.0 * chance(2.0 * 0.419_617_624).ln() + 2.0 * chance(-0.419_617_624).ln();
    let given = document["log_likelihood"].as_f64().unwrap();
    assert!((given - expected).abs() < 1e-8, "{given} is not {expected}");
}

#[test]
fn a_draw_counts_half_and_either_side_may_be_named_first() {
    let mixed = ratings("a,b,result\nx,y,1\ny,x,0\nx,y,0.5\ny,x,.5\n");
    // 3 of 4 points.
    assert!((rating(&mixed, "x") - 3f64.ln() / 2.0).abs() < 1e-12);
}

#[test]
fn columns_may_come_in_any_order_with_others_between() {
    let document =
        ratings("\u{feff}date, result ,b,who,a\r\n1 May,1,y,me,x\r\n2 May,0.0,y,me,x\r\n");
    assert!(rating(&document, "x").abs() < 1e-12);
}

#[test]
fn names_are_shown_as_given() {
    let games = "a,b,result\n\"Bow, \"\"long\"\"\",\"two\nlines\",1\n\"two\nlines\",\"Bow, \"\"long\"\"\",1\n";
    let (_folder, path) = file(games);
    let rows = document(&["ratings", &path]);
    assert_eq!(rows["ratings"][0]["name"], "Bow, \"long\"");
    assert_eq!(rows["ratings"][1]["name"], "two\nlines");
    let csv = ok(&["ratings", &path, "--format", "csv"]);
    assert!(
        csv.starts_with("name,rating,se,low,high,games\r\n\"Bow, \"\"long\"\"\",0"),
        "{csv}"
    );
    assert!(csv.contains("\r\n\"two\nlines\",0"), "{csv}");
}

#[test]
fn points_are_shown_and_change_nothing() {
    let plain = ratings(CHOIX);
    let priced = ratings(
        "a,b,result,points_a,points_b\nx,y,1,100,80\nx,y,1,110,80\ny,z,1,80,\nz,x,1,,100.5\n",
    );
    let points = |at: usize| &priced["ratings"][at]["points"];
    assert_eq!(points(0), &json!(103.5));
    assert_eq!(points(1), &Value::Null);
    assert_eq!(points(2), &json!(80.0));
    assert_eq!(rating(&plain, "x"), rating(&priced, "x"));
    assert_eq!(plain["ratings"][0].get("points"), None);
}

#[test]
fn groups_that_cannot_be_compared_are_named() {
    let message = refused("a,b,result\nx,y,1\ny,x,1\nx,z,1\ny,z,1\n");
    assert!(
        message.contains("2 groups") && message.contains("\n  x, y\n  z"),
        "{message}"
    );
    let message = refused("a,b,result\nx,y,0.5\nv,w,0.5\n");
    assert!(message.contains("2 groups"), "{message}");
}

#[test]
fn each_problem_names_its_place() {
    let problems = [
        ("", "games.csv:1: expected a header"),
        ("a,b,result\n", "games.csv:2: expected a row"),
        ("a,b\nx,y\n", "games.csv:1: column result is missing"),
        (
            "a,a,b,result\nx,x,y,1\n",
            "games.csv:1: column a occurs twice",
        ),
        (
            "a,b,result\nx,y,1\nx,y,2\n",
            "games.csv:3: column result: expected 1, 0 or 0.5, got \"2\"",
        ),
        ("a,b,result\nx,y,won\n", "games.csv:2: column result"),
        ("a,b,result\nx,y,nan\n", "games.csv:2: column result"),
        ("a,b,result\nx,y,\n", "games.csv:2: column result"),
        (
            "a,b,result\n\"x\n\",y,1\nx,y\n",
            "games.csv:4: expected 3 columns as in the header, got 2",
        ),
        (
            "a,b,result\nx,,1\n",
            "games.csv:2: column b: expected a name",
        ),
        (
            "a,b,result\nx,x,1\n",
            "games.csv:2: column b: expected a unit other",
        ),
        (
            "a,b,result,points_a\nx,y,1,5\n",
            "games.csv:1: column points_b is missing",
        ),
        (
            "a,b,result,points_a,points_b\nx,y,1,5,-1\n",
            "games.csv:2: column points_b",
        ),
    ];
    for (content, expected) in problems {
        let message = refused(content);
        assert!(message.contains(expected), "{content:?}: {message}");
    }
    let message = refused(b"a,b,result\nx,\xff\xfe,1\n");
    assert!(
        message.contains("games.csv:2: column 2: not valid UTF-8"),
        "{message}"
    );
    fails(&["ratings", "no-such-file.csv"], 3);
    fails(&["ratings", "."], 3);
}
