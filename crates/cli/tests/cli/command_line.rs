//! The command line as its users see it.

use std::fs;
use std::process::Stdio;

use crate::program::{assert_near, equipoise, fails, json, json_lines, ok};
use serde_json::Value;

#[test]
fn help_shows_examples_and_exit_codes() {
    let help = ok(&["--help"]);
    for code in ["0 ", "1 ", "2 ", "3 ", "130"] {
        assert!(help.contains(&format!("\n  {code}")), "{help}");
    }
    for command in [
        "odds", "duel", "replay", "battle", "sweep", "resume", "merge", "report", "chart",
        "compare", "baseline", "gate", "points", "variant", "whatif", "audit", "ratings", "meta",
        "sprt", "list", "validate", "schema",
    ] {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
        let help = ok(&[command, "--help"]);
        assert!(help.contains(&format!("  equipoise {command}")), "{help}");
    }
    assert_eq!(
        ok(&["--version"]),
        format!("equipoise {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn duel_keeps_its_contract() {
    let arguments = [
        "duel",
        "white asura",
        "BLUE DJINN",
        "--runs",
        "501",
        "--seed",
        "7",
        "--policy",
        "greedy",
    ];
    let result = json(&arguments);
    assert_eq!(result["schema"], 1);
    assert_eq!(result["system"], "mechastellar");
    assert_eq!(result["policy"], "greedy");
    assert_eq!(result["seed"], 7);
    assert_eq!(result["a"]["name"], "White Asura");
    assert_eq!(result["b"]["name"], "Blue Djinn");
    let count = |name: &str| result[name].as_u64().unwrap();
    assert_eq!(count("battles"), 502);
    assert_eq!(count("wins_a") + count("wins_b") + count("draws"), 502);
    let score = &result["score_a"];
    let number = |value: &Value| value.as_f64().unwrap();
    let half_draws = count("wins_a") as f64 + count("draws") as f64 / 2.0;
    assert_near(number(&score["estimate"]), half_draws / 502.0);
    assert!(number(&score["low"]) < number(&score["estimate"]));
    assert!(number(&score["estimate"]) < number(&score["high"]));
    assert_eq!(number(&score["confidence"]), 0.95);
    assert_eq!(score["method"], "wilson");
    for side in ["a", "b"] {
        assert!(number(&result["vp"][side]["mean"]) >= 0.0);
        assert!(number(&result["vp"][side]["sd"]) >= 0.0);
    }
    assert!((1.0..=5.0).contains(&number(&result["rounds"]["mean"])));
    let digest = result["digest"].as_str().unwrap();
    assert!(digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit()));
}

fn digest(arguments: &[&str]) -> String {
    json(
        &[
            &["duel", "White Asura", "Blue Djinn", "--runs", "2000"],
            arguments,
        ]
        .concat(),
    )["digest"]
        .to_string()
}

#[test]
fn threads_do_not_change_the_digest_but_seed_policy_and_options_do() {
    let base = digest(&[]);
    for threads in ["1", "2", "7"] {
        assert_eq!(digest(&["--threads", threads]), base, "{threads} threads");
    }
    assert_ne!(digest(&["--seed", "2"]), base);
    assert_ne!(digest(&["--policy", "greedy"]), base);
    assert_ne!(digest(&["--option", "tie_break=draw"]), base);
}

#[test]
fn a_duel_is_the_sum_of_its_replays() {
    let units = ["F3P5:sniper", "f2p4:MELEE"];
    let duel = json(&["duel", units[0], units[1], "--runs", "20", "--seed", "3"]);
    let (mut wins, mut vp) = ([0, 0], [0, 0]);
    for battle in 0..20 {
        let battle = battle.to_string();
        let lines = json_lines(&[
            "replay", units[0], units[1], "--seed", "3", "--battle", &battle,
        ]);
        let (one, events) = lines.split_first().expect("a head line");
        for (side, name) in ["a", "b"].into_iter().enumerate() {
            wins[side] += u64::from(one["winner"] == name);
            vp[side] += one["vp"][name].as_i64().unwrap();
        }
        assert_eq!(events[0]["event"], "setup");
        let end = events.last().expect("events");
        let seat = |name: &str| usize::from(one[name]["seat"] == "b");
        assert_eq!(end["event"], "end");
        assert_eq!(end["score"][seat("a")], one["vp"]["a"]);
        assert_eq!(end["score"][seat("b")], one["vp"]["b"]);
    }
    assert_eq!([&duel["wins_a"], &duel["wins_b"]], wins);
    for (side, name) in ["a", "b"].into_iter().enumerate() {
        assert_near(
            duel["vp"][name]["mean"].as_f64().unwrap(),
            vp[side] as f64 / 20.0,
        );
    }
}

#[test]
fn a_replay_is_a_readable_log() {
    // Blue Djinn comes first by name: seat A in even battles, seat B in this one.
    let log = ok(&["replay", "White Asura", "Blue Djinn", "--battle", "17"]);
    assert!(
        log.starts_with("Battle 17, seed 1, policy rulebook: White Asura (side A)"),
        "{log}"
    );
    assert!(log.contains("Round 1") && log.contains("attacks"), "{log}");
    let last = log.lines().last().unwrap();
    assert!(last.contains("victory points: White Asura"), "{last}");
}

#[test]
fn lists_name_what_can_be_chosen() {
    let names = |what: &str| -> Vec<String> {
        let list = json(&["list", what]);
        assert_eq!(list["schema"], 1);
        let rows = list[what].as_array().unwrap();
        rows.iter()
            .map(|row| row["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        names("policies"),
        ["rulebook", "greedy", "rollout", "random"]
    );
    assert_eq!(names("profiles").len(), 550);
    assert!(names("units").contains(&"White Asura".to_owned()));
    assert!(names("weapons").contains(&"Beam Rifle".to_owned()));
    assert!(names("options").contains(&"tie_break".to_owned()));
    let csv = ok(&["list", "profiles", "--format", "csv"]);
    assert_eq!(csv.lines().count(), 551);
}

#[test]
fn every_listed_option_and_value_is_taken() {
    let list = json(&["list", "options"]);
    for option in list["options"].as_array().unwrap() {
        for value in option["values"].as_array().unwrap() {
            let set = format!(
                "{}={}",
                option["name"].as_str().unwrap(),
                value.as_str().unwrap()
            );
            let duel = json(&[
                "duel",
                "F1P0:melee",
                "F1P0:raid",
                "--runs",
                "2",
                "--option",
                &set,
            ]);
            assert_eq!(duel["options"][option["name"].as_str().unwrap()], *value);
        }
    }
}

#[test]
fn schema_describes_the_tables() {
    let schema = json(&["schema"]);
    assert_eq!(schema["schema"], 2);
    let columns = |table: &str| -> Vec<String> {
        let columns = schema["tables"][table]["columns"].as_array().unwrap();
        columns
            .iter()
            .map(|column| column["column"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(columns("results").len(), 18);
    assert_eq!(
        columns("margins"),
        ["a", "b", "vp_diff_from", "vp_diff_to", "battles"]
    );
    assert_eq!(
        columns("units")[..4],
        ["unit", "frame", "performance", "role"]
    );
    assert!(ok(&["schema"]).contains("score_a_low"));
}

#[test]
fn bad_usage_ends_with_2_and_says_what_was_expected() {
    let cases: [(&[&str], &str); 13] = [
        (
            &[
                "odds",
                "--attack",
                "6d",
                "--defence",
                "8d10",
                "--dmg",
                "300",
                "--pen",
                "5",
            ],
            "expected NdS+B like 6d10+5",
        ),
        (
            &[
                "odds",
                "--attack",
                "6d6",
                "--defence",
                "8d10",
                "--dmg",
                "300",
                "--pen",
                "5",
            ],
            "expected 6d10",
        ),
        (
            &[
                "odds",
                "--attack",
                "6d10",
                "--defence",
                "8d10",
                "--dmg",
                "300",
                "--pen",
                "15",
            ],
            "1..=14",
        ),
        (
            &[
                "odds",
                "--attack",
                "6d10",
                "--defence",
                "8d10",
                "--dmg",
                "300",
                "--attack-crit",
                "6",
            ],
            "7..=10",
        ),
        (
            &[
                "odds",
                "--attack",
                "6d10",
                "--defence",
                "8d10",
                "--dmg",
                "300",
                "--round",
                "6",
            ],
            "1..=5",
        ),
        (
            &["duel", "White Asur", "Blue Djinn"],
            "did you mean \"White Asura\"",
        ),
        (&["duel", "F3P5:snipper", "Blue Djinn"], "F3P5:sniper"),
        (&["duel", "F9P5:sniper", "Blue Djinn"], "F1 to F5"),
        (
            &["duel", "White Asura", "Blue Djinn", "--runs", "0"],
            "'--runs <N>': 0 is not in 1..",
        ),
        (
            &["duel", "White Asura", "Blue Djinn", "--policy", "clever"],
            "possible values: rulebook, greedy, rollout, random",
        ),
        (
            &["duel", "White Asura", "Blue Djinn", "--option", "tie_break"],
            "NAME=VALUE",
        ),
        (
            &[
                "duel",
                "White Asura",
                "Blue Djinn",
                "--option",
                "tie_break=coin",
            ],
            "momentum_then_draw",
        ),
        (&["list", "dragons"], "possible values: units"),
    ];
    for (arguments, expected) in cases {
        let message = fails(arguments, 2);
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    fails(
        &[
            "replay",
            "White Asura",
            "Blue Djinn",
            "--battle",
            "99999999999999",
        ],
        2,
    );
    assert_eq!(equipoise(&[]).output().unwrap().status.code(), Some(2));
}

#[test]
fn options_that_a_command_does_not_use_are_refused() {
    let odds = [
        "odds",
        "--attack",
        "1d10",
        "--defence",
        "1d10",
        "--dmg",
        "1",
    ];
    let replay = ["battle", "skirmish", "--replay", "0", "--runs", "7"];
    let cases: [(&[&str], &str); 6] = [
        (&[&odds[..], &["--option", "a=b"]].concat(), "--option"),
        (&[&odds[..], &["--seed", "1"]].concat(), "--seed"),
        (&["schema", "--dataset", "no/such/folder"], "--dataset"),
        (&["list", "units", "--policy", "greedy"], "--policy"),
        (&["validate", ".", "--threads", "2"], "--threads"),
        (&replay, "cannot be used with"),
    ];
    for (arguments, expected) in cases {
        let message = fails(arguments, 2);
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    // The form of the output is everyone's, on either side of the command.
    let schema = ok(&["--format", "csv", "--quiet", "schema"]);
    assert_eq!(schema, ok(&["schema", "--format", "csv"]));
}

#[test]
fn a_dataset_folder_that_is_not_there_ends_with_3() {
    for arguments in [
        &["validate", "no/such/folder"][..],
        &["list", "units", "--dataset", "no/such/folder"],
    ] {
        let message = fails(arguments, 3);
        assert!(message.contains("no/such/folder"), "{message}");
    }
}

#[test]
fn quiet_keeps_standard_error_empty() {
    let run = |quiet: &[&str]| {
        let arguments = [&["duel", "F1P0:melee", "F1P0:raid", "--runs", "3"], quiet].concat();
        equipoise(&arguments).output().unwrap().stderr
    };
    assert!(
        String::from_utf8(run(&[]))
            .unwrap()
            .contains("rounded up to 4")
    );
    assert_eq!(run(&["--quiet"]), b"");
    let one = ["battle", "skirmish", "--runs", "1"];
    let note = equipoise(&one).output().unwrap().stderr;
    let note = String::from_utf8(note).unwrap();
    assert!(note.contains("note: 1 battle rounded up to 2,"), "{note}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    // More than a pipe buffers, so that writing meets the closed end.
    let mut child = equipoise(&["list", "profiles", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn a_written_dataset_is_validated_with_file_line_and_column() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/mechastellar");
    let folder = tempfile::tempdir().unwrap();
    for name in ["profiles.toml", "weapons.toml", "units.toml"] {
        fs::copy(format!("{source}/{name}"), folder.path().join(name)).unwrap();
    }
    let place = folder.path().to_str().unwrap();
    assert!(ok(&["validate", place]).contains("no problems"));

    // The same content under another name plays the same battles.
    let duel = ["duel", "White Asura", "Blue Djinn", "--runs", "100"];
    let with_dataset = [&duel[..], &["--dataset", place]].concat();
    assert_eq!(json(&with_dataset)["digest"], json(&duel)["digest"]);

    // So do scenarios and armies in the dataset's folder.
    for (inside, name) in [("scenarios", "skirmish"), ("armies", "raiders")] {
        let file = format!("{inside}/{name}.toml");
        fs::create_dir(folder.path().join(inside)).unwrap();
        let text = fs::read_to_string(format!("{source}/{file}")).unwrap();
        fs::write(folder.path().join(&file), &text).unwrap();
    }
    let listed = ok(&["list", "scenarios", "--dataset", place]);
    assert!(
        listed.contains("skirmish") && !listed.contains("warships"),
        "{listed}"
    );
    assert!(ok(&["validate", place]).contains("1 scenario, 1 army; no problems"));
    let own = folder.path().join("scenarios/skirmish.toml");
    let text = fs::read_to_string(&own).unwrap();
    fs::write(&own, text.replace("Green Viking", "Grin Viking")).unwrap();
    let output = equipoise(&["validate", place]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let problem = String::from_utf8(output.stdout).unwrap();
    assert!(
        problem.starts_with(&format!("{}:", own.display())),
        "{problem}"
    );
    assert!(
        problem.contains("Grin Viking") && problem.contains("Green Viking"),
        "{problem}"
    );
    let message = fails(
        &["battle", "skirmish", "--runs", "2", "--dataset", place],
        2,
    );
    assert!(message.contains("Grin Viking"), "{message}");
    fs::write(&own, text).unwrap();
    let message = fails(&["battle", "warships", "--dataset", place], 2);
    assert!(
        message.contains("expected one of skirmish, or a file"),
        "{message}"
    );

    let units = folder.path().join("units.toml");
    let text = fs::read_to_string(&units).unwrap();
    fs::write(&units, format!("colour = \"red\"\nprice = 7\n{text}")).unwrap();
    let output = equipoise(&["validate", place]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let lines = String::from_utf8(output.stdout).unwrap();
    let starts = [1, 2].map(|line| format!("{}:{line}:1: ", units.display()));
    assert_eq!(lines.lines().count(), 2, "{lines}");
    for (line, start) in lines.lines().zip(starts) {
        assert!(line.starts_with(&start), "{line}");
    }
    let message = fails(&with_dataset, 2);
    assert!(message.contains("units.toml:1:1"), "{message}");

    fs::remove_file(&units).unwrap();
    let message = fails(&with_dataset, 2);
    let missing = format!("{}:1:1: file is missing", units.display());
    assert!(message.contains(&missing), "{message}");
}
