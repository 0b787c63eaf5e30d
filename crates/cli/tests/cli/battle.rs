//! `equipoise battle`: scenarios, armies, replays, pictures.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{fails, json, ok};

/// Scenarios that ship with the program.
const SHIPPED: [&str; 5] = [
    "kaiju-hunt",
    "open-duel",
    "simple-battle",
    "skirmish",
    "warships",
];

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
fn battle_keeps_its_contract() {
    let result = json(&["battle", "skirmish", "--runs", "200", "--seed", "1"]);
    assert_eq!(result["schema"], 1);
    assert_eq!(result["scenario"], "skirmish");
    let count = |name: &str| result[name].as_u64().expect("a count");
    assert_eq!(count("battles"), 200);
    assert_eq!(count("wins_a") + count("wins_b") + count("draws"), 200);
    for side in ["a", "b"] {
        let side = &result[side];
        let units = side["units"].as_array().expect("units");
        assert_eq!(units.len(), 3);
        for unit in units {
            assert!(unit["name"].is_string());
            assert!((0.0..=1.0).contains(&number(&unit["survival"])));
            assert!(number(&unit["damage_dealt"]["mean"]) >= 0.0);
            assert!(number(&unit["vp_earned"]["mean"]) >= 0.0);
            let interval = &unit["survival_interval"];
            let within = number(&interval["low"])..=number(&interval["high"]);
            assert!(within.contains(&number(&unit["survival"])), "{unit}");
            for quantity in ["damage_dealt", "vp_earned"] {
                let mean = &unit[quantity];
                let within = number(&mean["low"])..=number(&mean["high"]);
                assert!(within.contains(&number(&mean["mean"])), "{unit}");
            }
        }
        let rounds = |name: &str| {
            side[name]["mean_by_round"]
                .as_array()
                .expect("rounds")
                .clone()
        };
        let (momentum, points) = (rounds("momentum"), rounds("control_points"));
        assert_eq!((momentum.len(), points.len()), (5, 5));
        assert!(momentum.iter().all(|m| (0.0..=10.0).contains(&number(m))));
        assert!(points.iter().all(|p| (0.0..=5.0).contains(&number(p))));
    }
    // Somebody is hurt in a battle: what one side deals the other has lost.
    let dealt = |side: &str| -> f64 {
        let units = result[side]["units"].as_array().expect("units");
        units
            .iter()
            .map(|unit| number(&unit["damage_dealt"]["mean"]))
            .sum()
    };
    assert!(dealt("a") > 0.0 && dealt("b") > 0.0);
}

#[test]
fn every_shipped_scenario_is_listed_and_plays() {
    let list = ok(&["list", "scenarios"]);
    for name in SHIPPED {
        assert!(list.contains(name), "{list}");
        let result = json(&["battle", name, "--runs", "10", "--policy", "greedy"]);
        assert_eq!(result["battles"], 10);
    }
}

#[test]
fn threads_do_not_change_a_battle() {
    let result =
        |threads: &str| json(&["battle", "skirmish", "--runs", "600", "--threads", threads]);
    let one = result("1");
    assert_eq!(one, result("2"));
    assert_eq!(one, result("7"));
}

#[test]
fn the_digest_of_a_battle_covers_its_scenario() {
    let shipped = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../datasets/mechastellar/scenarios/skirmish.toml"
    );
    let text = fs::read_to_string(shipped).expect("the scenario");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("skirmish.toml");
    let digest = |text: &str| {
        fs::write(&file, text).expect("written");
        let file = file.to_str().expect("a path");
        json(&["battle", file, "--runs", "2"])["digest"].to_string()
    };
    let summary = text.find("summary = \"").expect("a summary") + "summary = \"".len();
    let other = format!("{}Not {}", &text[..summary], &text[summary..]);
    assert_eq!(digest(&text), digest(&text));
    assert_ne!(digest(&text), digest(&other));
}

/// Exchanging the armies on a table that looks the same from both edges exchanges what they do, to
/// the last battle.
#[test]
fn swapping_the_armies_swaps_the_result_exactly() {
    let armies = ["raiders", "siege-train"].map(|name| {
        format!(
            "{}/../../datasets/mechastellar/armies/{name}.toml",
            env!("CARGO_MANIFEST_DIR")
        )
    });
    for (scenario, policy) in [
        ("open-duel", "rulebook"),
        ("simple-battle", "rulebook"),
        ("simple-battle", "greedy"),
        ("simple-battle", "random"),
    ] {
        let play = |first: &str, second: &str| {
            let armies = ["--armies", first, second, "--policy", policy];
            let asked = ["battle", scenario, "--runs", "200", "--seed", "3"];
            json(&[asked.as_slice(), armies.as_slice()].concat())
        };
        let (one, other) = (play(&armies[0], &armies[1]), play(&armies[1], &armies[0]));
        assert_eq!(one["wins_a"], other["wins_b"], "{scenario}, {policy}");
        assert_eq!(one["wins_b"], other["wins_a"], "{scenario}, {policy}");
        assert_eq!(one["vp"]["a"], other["vp"]["b"], "{scenario}, {policy}");
        assert_eq!((&one["a"], &one["b"]), (&other["b"], &other["a"]));
        assert_ne!(one["wins_a"], one["wins_b"], "{scenario}, {policy}");
    }
}

/// The winners told by replays are those that the run counts.
#[test]
fn a_run_is_the_sum_of_its_replays() {
    let run = json(&["battle", "kaiju-hunt", "--runs", "6", "--seed", "3"]);
    let mut wins = [0, 0, 0];
    for battle in 0..6 {
        let number = battle.to_string();
        let lines = ok(&[
            "battle",
            "kaiju-hunt",
            "--seed",
            "3",
            "--replay",
            &number,
            "--format",
            "json",
        ]);
        let lines: Vec<Value> = lines
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON lines"))
            .collect();
        let seat = lines[0]["a"]["seat"].clone();
        let end = lines.last().expect("events");
        assert_eq!(end["event"], "end");
        let index = match &end["winner"] {
            Value::Null => 2,
            winner if *winner == seat => 0,
            _ => 1,
        };
        wins[index] += 1;
    }
    assert_eq!(wins[0], run["wins_a"].as_u64().expect("a count"));
    assert_eq!(wins[1], run["wins_b"].as_u64().expect("a count"));
    assert_eq!(wins[2], run["draws"].as_u64().expect("a count"));
}

#[test]
fn a_replay_reads_and_draws() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("battle.svg");
    let text = ok(&[
        "battle",
        "simple-battle",
        "--replay",
        "3",
        "--svg",
        file.to_str().expect("a path"),
    ]);
    assert!(
        text.contains("--- Round 1") && text.contains("HITS against"),
        "{text}"
    );
    let svg = fs::read_to_string(&file).expect("the picture");
    for part in [
        "North Tower",
        "control point",
        "White Raven",
        "</svg>",
        "<line",
    ] {
        assert!(svg.contains(part), "no {part}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn a_picture_leaves_other_files_alone_and_no_litter() {
    let folder = tempfile::tempdir().expect("a folder");
    let draw = |file: &Path| {
        let file = file.to_str().expect("a path");
        ["battle", "skirmish", "--replay", "0", "--svg", file].map(str::to_owned)
    };
    let mine = folder.path().join("battle.svg.tmp");
    fs::write(&mine, "mine").expect("written");
    let picture = draw(&folder.path().join("battle.svg"));
    ok(&picture.each_ref().map(String::as_str));
    assert_eq!(fs::read_to_string(&mine).expect("still there"), "mine");
    // A folder is no file to draw into.
    let place = folder.path().join("pictures");
    fs::create_dir(&place).expect("made");
    let message = fails(&draw(&place).each_ref().map(String::as_str), 3);
    assert!(message.contains("pictures"), "{message}");
    let count = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(count, 3);
}

#[test]
fn a_spreadsheet_holds_outcome_and_models() {
    let run = ["battle", "skirmish", "--runs", "20"];
    let csv = ok(&[&run[..], &["--format", "csv"]].concat());
    let result = json(&run);
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("side,model,unit,quantity,value"));
    for (start, value) in [
        (",,,battles,", &result["battles"]),
        (",,,draws,", &result["draws"]),
        ("a,,,wins,", &result["wins_a"]),
        ("b,,,wins,", &result["wins_b"]),
        ("a,,,score,", &result["score_a"]["estimate"]),
        ("a,,,score_low,", &result["score_a"]["low"]),
        ("b,,,vp_mean,", &result["vp"]["b"]["mean"]),
        (
            "b,,,momentum_mean_round_5,",
            &result["b"]["momentum"]["mean_by_round"][4],
        ),
    ] {
        assert!(csv.contains(&format!("\n{start}{value}\r")), "{csv}");
    }
    let digest = result["digest"].as_str().expect("a digest");
    assert!(csv.contains(&format!("\n,,,digest,{digest}\r")), "{csv}");
    let survival = lines.filter(|line| line.contains(",survival,"));
    assert_eq!(survival.count(), 6);
}

#[test]
fn a_replay_is_a_spreadsheet_too() {
    let replay = ["battle", "skirmish", "--replay", "0"];
    let csv = ok(&[&replay[..], &["--format", "csv"]].concat());
    assert!(csv.starts_with("step,event\r\n1,"), "{csv}");
    // The text has a head line and an empty one before the events.
    assert_eq!(csv.lines().count() - 1, ok(&replay).lines().count() - 2);
}

#[test]
fn armies_take_the_place_of_the_forces() {
    let folder = tempfile::tempdir().expect("a folder");
    let army = |name: &str, units: &str| {
        let file = folder.path().join(format!("{name}.toml"));
        let text = format!("name = \"{name}\"\ncommander = \"White Asura\"\nunits = [{units}]\n");
        fs::write(&file, text).expect("written");
        file.display().to_string()
    };
    let (one, two) = (
        army("North", "\"White Asura\""),
        army("South", "\"White Asura\", \"Green Viking\""),
    );
    let result = json(&["battle", "skirmish", "--runs", "4", "--armies", &one, &two]);
    assert_eq!(result["a"]["name"], "North");
    assert_eq!(result["b"]["units"].as_array().expect("units").len(), 2);
    let wrong = army("East", "\"White Asura\", \"Grene Viking\"");
    let message = fails(&["battle", "skirmish", "--armies", &one, &wrong], 2);
    assert!(
        message.contains("East.toml:3:") && message.contains("Green Viking"),
        "{message}"
    );
}

#[test]
fn what_cannot_be_played_is_refused() {
    let message = fails(&["battle", "skirmsh"], 2);
    assert!(
        message.contains("skirmish") && message.contains("simple-battle"),
        "{message}"
    );
    let message = fails(&["battle", "no/such/file.toml"], 3);
    assert!(message.contains("no/such/file.toml"), "{message}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("odd.toml");
    fs::write(
        &file,
        "summary = \"x\"\ntable = { width = 99, depth = 12 }\n",
    )
    .expect("written");
    let message = fails(&["battle", file.to_str().expect("a path")], 2);
    assert!(
        message.contains("odd.toml:2:") && message.contains("99"),
        "{message}"
    );
    let message = fails(&["battle", "skirmish", "--runs", "0"], 2);
    assert!(message.contains("--runs"), "{message}");
    // Bytes that are no text are bad input, not a file that cannot be read.
    fs::write(&file, b"summary = \"\xff\"\n").expect("written");
    let message = fails(&["battle", file.to_str().expect("a path")], 2);
    assert!(message.contains("odd.toml is not valid UTF-8"), "{message}");
    let message = fails(
        &[
            "battle",
            "skirmish",
            "--replay",
            "0",
            "--svg",
            "/no/such/folder/battle.svg",
        ],
        3,
    );
    assert!(message.contains("battle.svg"), "{message}");
}
