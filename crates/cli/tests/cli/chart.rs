//! `chart`: from the JSON of a command to a picture.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Output, Stdio};

use tempfile::tempdir;

use crate::program::{equipoise, fails, json, ok};

/// Commands whose JSON can be drawn, each with the beginning of its chart's title.
const COMMANDS: [(&[&str], &str); 6] = [
    (
        &[
            "odds",
            "--attack",
            "6d10+5",
            "--defence",
            "8d10+3",
            "--dmg",
            "300",
            "--sample",
            "500",
        ],
        "Damage in ",
    ),
    (
        &[
            "odds",
            "--system",
            "bullseye",
            "--attack",
            "4",
            "--defense",
            "4",
            "--skill",
            "3",
        ],
        "A hit in 39.5 % of attacks",
    ),
    (
        &["odds", "--system", "bullseye", "--boxes", "6"],
        "Mean number of the hit that kills",
    ),
    (
        &[
            "duel",
            "White Asura",
            "Blue Djinn",
            "--runs",
            "100",
            "--trace",
        ],
        "White Asura scores ",
    ),
    (&["battle", "open-duel", "--runs", "20"], "Momentum: "),
    (
        &[
            "points",
            "--units",
            "White Asura,Blue Djinn",
            "--matchups",
            "60",
            "--gauntlet",
            "0",
        ],
        "Of 2 units, ",
    ),
];

/// Feeds a text to `chart -`.
fn piped(text: &[u8], arguments: &[&str]) -> Output {
    let mut command = equipoise(&[&["chart", "-"], arguments].concat());
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text).unwrap();
    child.wait_with_output().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn every_result_is_drawn_in_a_pipeline_and_from_a_file() {
    let folder = tempdir().unwrap();
    for (command, title) in COMMANDS {
        let text = ok(&[command, &["--format", "json"]].concat());
        let drawn = piped(text.as_bytes(), &[]);
        assert_eq!(drawn.status.code(), Some(0), "{command:?}");
        let svg = String::from_utf8(drawn.stdout).unwrap();
        assert!(svg.starts_with("<svg"), "{command:?}");
        assert!(svg.contains(&format!("<title>{title}")), "{command:?}");

        let input = folder.path().join("result.json");
        fs::write(&input, &text).unwrap();
        let said = ok(&["chart", input.to_str().unwrap()]);
        assert!(said.contains(title), "{said}");
        assert_eq!(
            fs::read_to_string(input.with_extension("svg")).unwrap(),
            svg
        );
        let printed = ok(&["chart", input.to_str().unwrap(), "--out", "-"]);
        assert_eq!(printed, svg);
        let png = folder.path().join("Result.PNG");
        ok(&[
            "chart",
            input.to_str().unwrap(),
            "--out",
            png.to_str().unwrap(),
        ]);
        assert!(
            fs::read(&png).unwrap().starts_with(b"\x89PNG"),
            "{command:?}"
        );
    }
    assert_eq!(
        names(folder.path()),
        ["Result.PNG", "result.json", "result.svg"]
    );
}

#[test]
fn programs_are_told_what_was_drawn() {
    let folder = tempdir().unwrap();
    let input = folder.path().join("it.json");
    fs::write(&input, ok(&[COMMANDS[1].0, &["--format", "json"]].concat())).unwrap();
    let told = json(&["chart", input.to_str().unwrap()]);
    assert_eq!(
        (told["schema"].as_u64(), told["chart"].as_str()),
        (Some(1), Some("odds"))
    );
    assert!(
        told["title"]
            .as_str()
            .unwrap()
            .starts_with("A hit in 39.5 %")
    );
    assert!(told["caption"].as_str().unwrap().contains("exact"));
    assert_eq!(told["file"].as_str(), input.with_extension("svg").to_str());
}

#[test]
fn bad_input_is_refused_with_its_place_and_leaves_what_was_there() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (input, out) = (path("bad.json"), path("bad.svg"));
    fs::write(&out, "earlier").unwrap();
    for (text, said) in [
        ("{\n \"schema\": 1,\n", "bad.json:3:"),
        ("{\"schema\": 1}", "expected a \"kind\""),
        (
            "{\"schema\": 3, \"kind\": \"duel\"}",
            "expected \"schema\": 1, found 3",
        ),
        ("", "bad.json:1:0"),
    ] {
        fs::write(&input, text).unwrap();
        let message = fails(&["chart", &input], 2);
        assert!(message.contains(said), "{message}");
    }
    fs::write(&input, b"\xff\xfe").unwrap();
    assert!(fails(&["chart", &input], 2).contains("not valid UTF-8"));
    assert!(fails(&["chart", &path("none.json")], 3).contains("cannot read"));
    assert_eq!(fs::read_to_string(&out).unwrap(), "earlier");
    assert_eq!(names(folder.path()), ["bad.json", "bad.svg"]);
    let untraced = ok(&[
        "duel",
        "White Asura",
        "Blue Djinn",
        "--runs",
        "2",
        "--format",
        "json",
    ]);
    let refused = piped(untraced.as_bytes(), &[]);
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(
        message.starts_with("error: standard input: ") && message.contains("--trace"),
        "{message}"
    );
}

#[test]
fn bad_outputs_are_refused_and_leave_nothing() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (input, same) = (path("it.json"), path("it.svg"));
    let text = ok(&[COMMANDS[1].0, &["--format", "json"]].concat());
    fs::write(&input, &text).unwrap();
    fs::write(&same, &text).unwrap();
    for out in ["it.pdf", "it", "it.svg.gz"] {
        let message = fails(&["chart", &input, "--out", &path(out)], 2);
        assert!(message.contains(".svg or .png"), "{message}");
    }
    let message = fails(&["chart", &same], 2);
    assert!(
        message.contains("choose another file with --out"),
        "{message}"
    );
    let nowhere = path("missing/it.png");
    assert!(fails(&["chart", &input, "--out", &nowhere], 3).contains("cannot write"));
    fs::create_dir(path("taken.png")).unwrap();
    assert!(fails(&["chart", &input, "--out", &path("taken.png")], 3).contains("cannot write"));
    assert_eq!(names(folder.path()), ["it.json", "it.svg", "taken.png"]);
    assert_eq!(fs::read_to_string(&same).unwrap(), text);
}
