//! `chart`: from the JSON of a command to a picture.

use std::fs;
use std::io::Write as _;
use std::process::{Output, Stdio};

use crate::program::{Folder, equipoise, ok, outcome};

/// Commands whose JSON can be drawn, each with the beginning of its chart's title.
const COMMANDS: [(&str, &str); 7] = [
    (
        "odds --attack 6d10+5 --defence 8d10+3 --dmg 300 --sample 500",
        "Damage in ",
    ),
    (
        "odds --system bullseye --attack 4 --defense 4 --skill 3",
        "A hit in 39.5 % of attacks",
    ),
    (
        "odds --system bullseye --boxes 6",
        "Mean number of the hit that kills",
    ),
    (
        "duel 'White Asura' 'Blue Djinn' --runs 100 --trace",
        "White Asura scores ",
    ),
    ("battle open-duel --runs 20", "Momentum: "),
    (
        "points --units 'White Asura,Blue Djinn' --matchups 60 --gauntlet 0",
        "Of 2 units, ",
    ),
    ("ladder --system toy --runs 1000", "demand leads accept by "),
];

fn drawable(command: &str) -> String {
    ok(&format!("{command} --format json"))
}

/// Feeds a text to `chart -`.
fn piped(text: &str) -> Output {
    let mut command = equipoise("chart -");
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn every_result_is_drawn_in_a_pipeline_and_from_a_file() {
    let folder = Folder::new();
    for (command, title) in COMMANDS {
        let text = drawable(command);
        let drawn = piped(&text);
        assert_eq!(drawn.status.code(), Some(0), "{command}");
        let svg = String::from_utf8(drawn.stdout).unwrap();
        assert!(svg.starts_with("<svg"), "{command}");
        assert!(svg.contains(&format!("<title>{title}")), "{command}");

        folder.write("result.json", &text);
        let printed = folder.ok("chart result.json");
        assert!(printed.contains(title), "{printed}");
        assert_eq!(folder.text("result.svg"), svg);
        assert_eq!(folder.ok("chart result.json --out -"), svg);
        folder.ok("chart result.json --out Result.PNG");
        assert!(
            folder.bytes("Result.PNG").starts_with(b"\x89PNG"),
            "{command}"
        );
    }
    assert_eq!(folder.names(), ["Result.PNG", "result.json", "result.svg"]);
}

/// Names in letters that the embedded font lacks: a note names them where they become boxes.
#[test]
fn letters_that_cannot_be_drawn_are_named() {
    let folder = Folder::new();
    let text = drawable("points --units 'White Asura,Blue Djinn' --matchups 200 --gauntlet 0");
    folder.write("it.json", text.replace("White Asura", "Việt 装甲"));
    let (code, _, notes) = outcome(folder.command("chart it.json --out it.png"));
    assert_eq!(code, 0);
    let note = "note: it.png: the font of pictures has no ệ 甲 装; boxes stand in their place, an SVG keeps them\n";
    assert_eq!(notes, note);
    let (code, _, notes) = outcome(folder.command("chart it.json --out it.svg"));
    assert_eq!((code, notes.as_str()), (0, ""));
    assert!(folder.text("it.svg").contains("Việt 装甲"));
}

#[test]
fn programs_read_what_was_drawn() {
    let folder = Folder::new();
    folder.write("it.json", drawable(COMMANDS[1].0));
    insta::assert_snapshot!(folder.ok("chart it.json --format json"));
}

#[test]
fn bad_input_is_refused_with_its_place_and_leaves_what_was_there() {
    let folder = Folder::new();
    folder.write("bad.svg", "earlier");
    let mut refusals = String::new();
    let contents: [&[u8]; 5] = [
        b"{\n \"schema\": 1,\n",
        b"{\"schema\": 1}",
        b"{\"schema\": 3, \"kind\": \"duel\"}",
        b"",
        b"\xff\xfe",
    ];
    for content in contents {
        folder.write("bad.json", content);
        refusals += &folder.refusals("chart bad.json", 2);
    }
    assert_eq!(folder.text("bad.svg"), "earlier");
    let untraced = piped(&drawable("duel 'White Asura' 'Blue Djinn' --runs 2"));
    assert_eq!(untraced.status.code(), Some(2));
    refusals += &String::from_utf8(untraced.stderr).unwrap();
    insta::assert_snapshot!(refusals);
}

#[test]
fn bad_outputs_are_refused_and_leave_nothing() {
    let folder = Folder::new();
    let text = drawable(COMMANDS[1].0);
    folder.write("it.json", &text);
    folder.write("it.svg", &text);
    fs::create_dir(folder.path("taken.png")).unwrap();
    let arguments = "
        chart it.json --out it.pdf
        chart it.json --out it
        chart it.json --out it.svg.gz
        chart it.svg
    ";
    insta::assert_snapshot!("arguments", folder.refusals(arguments, 2));
    let places = "
        chart it.json --out missing/it.png
        chart it.json --out taken.png
    ";
    insta::assert_snapshot!("places", folder.refusals(places, 3));
    assert_eq!(folder.text("it.svg"), text);
}
