//! `equipoise battle`: scenarios, armies, replays, pictures.

use std::fs;

use serde_json::Value;

use crate::program::{Folder, assert_near, field, json, json_lines, number, ok, rows, shipped};

#[test]
fn intervals_hold_their_estimates_and_rounds_their_limits() {
    let result = json("battle skirmish --runs 200");
    for side in [&result["a"], &result["b"]] {
        for unit in rows(&side["units"]) {
            let within = |interval: &Value, estimate: &Value| {
                let within = number(&interval["low"])..=number(&interval["high"]);
                assert!(within.contains(&number(estimate)), "{unit}");
            };
            within(&unit["survival_interval"], &unit["survival"]);
            for mean in [&unit["damage_dealt"], &unit["vp_earned"]] {
                within(mean, &mean["mean"]);
            }
        }
        for (name, most) in [("momentum", 10.0), ("control_points", 5.0)] {
            let means = rows(&side[name]["mean_by_round"]);
            assert_eq!(means.len(), 5);
            assert!(
                means
                    .iter()
                    .all(|mean| (0.0..=most).contains(&number(mean)))
            );
        }
        let dealt = rows(&side["units"])
            .iter()
            .map(|unit| number(&unit["damage_dealt"]["mean"]));
        assert!(dealt.sum::<f64>() > 0.0);
    }
}

#[test]
fn every_listed_scenario_plays_and_its_options_are_in_force() {
    for (system, shipped) in [("mechastellar", 9), ("bullseye", 5)] {
        let list = json(&format!("list scenarios --system {system}"));
        assert_eq!(rows(&list["scenarios"]).len(), shipped);
        for name in field(&list["scenarios"], "name") {
            let battle = format!("battle {name} --system {system} --runs 10 --policy greedy");
            let result = json(&battle);
            assert_eq!(result["battles"], 10);
            let each = result["options"]["initiative_scope"] == "each_round";
            assert_eq!(each, name == "relay-station");
        }
    }
    let lines = json_lines("battle --system bullseye two-wings --replay 1");
    assert_eq!(rows(&lines[0]["units"]).len(), 4);
    assert_eq!(lines[1]["event"], "setup");
}

#[test]
fn the_digest_of_a_battle_covers_its_scenario() {
    let folder = Folder::new();
    let text = fs::read(shipped("mechastellar").join("scenarios/skirmish.toml")).unwrap();
    folder.write("skirmish.toml", text);
    let digest = || folder.json("battle skirmish.toml --runs 2")["digest"].clone();
    let before = digest();
    assert_eq!(digest(), before);
    folder.edit("skirmish.toml", "summary = \"", "summary = \"Not ");
    assert_ne!(digest(), before);
}

/// Exchanging the armies on a table that looks the same from both edges exchanges what they do, to
/// the last battle.
#[test]
fn swapping_the_armies_swaps_the_result_exactly() {
    let [raiders, train] = ["raiders", "siege-train"].map(|name| {
        let file = shipped("mechastellar").join(format!("armies/{name}.toml"));
        format!("'{}'", file.display())
    });
    for scenario in [
        "open-duel --policy solo",
        "simple-battle --policy solo",
        "simple-battle --policy greedy",
        "simple-battle --policy random",
    ] {
        let battle = format!("battle {scenario} --runs 200 --seed 3 --armies");
        let one = json(&format!("{battle} {raiders} {train}"));
        let other = json(&format!("{battle} {train} {raiders}"));
        assert_eq!(one["wins_a"], other["wins_b"], "{scenario}");
        assert_eq!(one["wins_b"], other["wins_a"], "{scenario}");
        assert_eq!(one["vp"]["a"], other["vp"]["b"], "{scenario}");
        assert_eq!((&one["a"], &one["b"]), (&other["b"], &other["a"]));
        assert_ne!(one["wins_a"], one["wins_b"], "{scenario}");
    }
}

/// The winners shown by replays are those that the run counts.
#[test]
fn a_run_is_the_sum_of_its_replays() {
    let run = json("battle kaiju-hunt --runs 6 --seed 3");
    let mut wins = [0, 0, 0];
    for battle in 0..6 {
        let lines = json_lines(&format!("battle kaiju-hunt --seed 3 --replay {battle}"));
        let end = lines.last().expect("events");
        assert_eq!(end["event"], "end");
        let index = match &end["winner"] {
            Value::Null => 2,
            winner if *winner == lines[0]["a"]["seat"] => 0,
            _ => 1,
        };
        wins[index] += 1;
    }
    assert_eq!([&run["wins_a"], &run["wins_b"], &run["draws"]], wins);
}

/// Nobody is destroyed but by an enemy, who counts it.
#[test]
fn battle_counts_the_destroyed() {
    let battle = "battle --system bullseye game-night --runs 200 --policy greedy";
    let result = json(&format!("{battle} --option objective_start=1,1"));
    for (side, other) in [("a", "b"), ("b", "a")] {
        let sum = |side: &str, of: fn(&Value) -> f64| -> f64 {
            let units = rows(&result[side]["units"]);
            assert_eq!(units.len(), 4);
            units.iter().map(of).sum()
        };
        let destroyed = sum(side, |unit| number(&unit["destroyed"]["mean"]));
        let lost = sum(other, |unit| 1.0 - number(&unit["survived"]));
        assert_near(destroyed, number(&result["vp"][side]["mean"]));
        assert!((lost - destroyed).abs() < 1e-9, "{lost} {destroyed}");
        assert!(sum(side, |unit| number(&unit["boxes_dealt"]["mean"])) > 0.0);
        assert!(result[side]["momentum"].is_null());
    }
}

#[test]
fn a_replay_is_drawn_and_leaves_other_files_alone() {
    let folder = Folder::new();
    folder.write("battle.svg.tmp", "mine");
    folder.ok("battle simple-battle --replay 3 --svg battle.svg");
    let svg = folder.text("battle.svg");
    for part in [
        "North Tower",
        "control point",
        "White Raven",
        "</svg>",
        "<line",
    ] {
        assert!(svg.contains(part), "no {part}");
    }
    // A folder is no file to draw into.
    fs::create_dir(folder.path("pictures.svg")).expect("made");
    let message = folder.fails("battle skirmish --replay 0 --svg pictures.svg", 3);
    assert!(message.contains("pictures.svg"), "{message}");
    assert_eq!(
        folder.names(),
        ["battle.svg", "battle.svg.tmp", "pictures.svg"]
    );
    assert_eq!(folder.text("battle.svg.tmp"), "mine");
}

#[test]
fn a_replay_is_a_spreadsheet_too() {
    let csv = ok("battle skirmish --replay 0 --format csv");
    assert!(csv.starts_with("step,event\r\n1,"), "{csv}");
    // The text has a head line and an empty one before the events.
    let text = ok("battle skirmish --replay 0");
    assert_eq!(csv.lines().count() - 1, text.lines().count() - 2);
}

fn army(name: &str, units: &str) -> String {
    format!("name = \"{name}\"\ncommander = \"White Asura\"\nunits = [{units}]\n")
}

#[test]
fn armies_take_the_place_of_the_forces() {
    let folder = Folder::new();
    folder.write("north.toml", army("North", "\"White Asura\""));
    folder.write(
        "south.toml",
        army("South", "\"White Asura\", \"Green Viking\""),
    );
    let result = folder.json("battle skirmish --runs 4 --armies north.toml south.toml");
    assert_eq!(result["a"]["name"], "North");
    assert_eq!(rows(&result["b"]["units"]).len(), 2);
}

#[test]
fn files_that_cannot_be_played_are_refused() {
    let folder = Folder::new();
    folder.write("north.toml", army("North", "\"White Asura\""));
    folder.write(
        "east.toml",
        army("East", "\"White Asura\", \"Grene Viking\""),
    );
    folder.write(
        "odd.toml",
        "summary = \"x\"\ntable = { width = 99, depth = 12 }\n",
    );
    // Bytes that are no text are bad input, not a file that cannot be read.
    folder.write("bytes.toml", b"summary = \"\xff\"\n");
    insta::assert_snapshot!(folder.refusals(
        "battle skirmish --armies north.toml east.toml
         battle odd.toml
         battle bytes.toml",
        2
    ));
}

/// A mode is its scenario; one that there is not is refused with those that there are.
#[test]
fn a_mode_plays_its_scenario() {
    let listed = ok("list modes --format csv");
    let mut modes = 0;
    for line in listed.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let line = |what: &str| format!("battle {what} --runs 2 --policy random --quiet");
        let [by_mode, by_name] =
            [format!("--mode {}", fields[0]), fields[2].to_owned()].map(|what| ok(&line(&what)));
        assert_eq!(by_mode, by_name, "{}", fields[0]);
        modes += 1;
    }
    assert_eq!(modes, 5);
    let folder = Folder::new();
    for (line, expected) in [
        ("battle --mode siege", "possible values: simple, secure"),
        ("battle skirmish --mode simple", "cannot be used with"),
        ("battle", "<SCENARIO>"),
    ] {
        let message = folder.fails(line, 2);
        assert!(message.contains(expected), "{message}");
    }
}
