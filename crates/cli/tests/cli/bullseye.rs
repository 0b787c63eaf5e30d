//! Every verb with `--system bullseye`, and the choice of a system itself.

use std::fs;
use std::path::Path;

use equipoise_simulator::load;
use serde_json::Value;

use crate::program::{assert_near, equipoise, fails, json, json_lines, ok};

const SYSTEM: [&str; 2] = ["--system", "bullseye"];
const DATASET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/bullseye");

/// The arguments, and the system after them.
pub(crate) fn of<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    [arguments, &SYSTEM].concat()
}

pub(crate) fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn strings(value: &Value) -> Vec<&str> {
    let values = value.as_array().expect("an array").iter();
    values.map(|text| text.as_str().expect("text")).collect()
}

#[test]
fn a_system_is_named_before_or_after_the_command_and_mechastellar_is_the_default() {
    let list = ["list", "units", "--format", "json"];
    let named = ok(&of(&list));
    assert_eq!(ok(&[&SYSTEM, &list[..]].concat()), named);
    assert_eq!(ok(&[&["--system=bullseye"], &list[..]].concat()), named);
    let default = ok(&list);
    assert_ne!(default, named);
    assert_eq!(
        ok(&[&list[..], &["--system", "mechastellar"]].concat()),
        default
    );
    let systems = json(&["list", "systems"]);
    let names: Vec<&str> = systems["systems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|system| system["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["mechastellar", "bullseye", "toy"]);
    // Behind `--` it is a unit, and nothing chooses a system.
    let message = fails(&["duel", "--", "--system", "bullseye"], 2);
    assert!(message.contains("no unit named \"--system\""), "{message}");
}

#[test]
fn help_speaks_of_the_system() {
    let exits = ok(&of(&["--help"]));
    assert!(
        exits.contains("[possible values: mechastellar, bullseye, toy]"),
        "{exits}"
    );
    for (command, told) in [
        ("odds", "--defense <DICE>"),
        ("duel", "A4D4M4K3"),
        ("replay", "Standard"),
        ("battle", "game-night"),
        ("sweep", "192 generated profiles"),
        ("validate", "datasets/bullseye"),
        ("list", "systems"),
        ("schema", "--system"),
    ] {
        let help = ok(&of(&[command, "--help"]));
        assert!(help.contains(told), "{help}");
        for foreign in [
            "White Asura",
            "Frame",
            "F3P5",
            "--exact",
            "--svg",
            "--armies",
        ] {
            assert!(!help.contains(foreign), "{command}: {foreign}");
        }
    }
    let help = ok(&of(&["duel", "--help"]));
    assert!(help.contains("vp count destroyed enemies"), "{help}");
    assert!(ok(&["odds", "--help"]).contains("equipoise odds --system NAME --help"));
}

#[test]
fn lists_name_what_can_be_chosen() {
    let rows = |what: &str| -> Vec<Value> {
        let list = json(&of(&["list", what]));
        assert_eq!(list["schema"], 1);
        list[what].as_array().unwrap().clone()
    };
    // 4 Attacks, 4 Defenses, 4 Movements and 3 skills.
    let profiles = rows("profiles");
    assert_eq!(profiles.len(), 4 * 4 * 4 * 3);
    assert_eq!(profiles[0]["name"], "A3D3M3K2");
    for (stat, value) in [("attack", 3), ("defense", 3), ("movement", 3), ("skill", 2)] {
        assert_eq!(profiles[0][stat], value);
    }
    let units = rows("units");
    let standard = units
        .iter()
        .find(|unit| unit["name"] == "Standard")
        .unwrap();
    assert_eq!(strings(&standard["weapons"]), ["Blade", "Rifle", "Cannon"]);
    let weapons = rows("weapons");
    let rifles: Vec<&Value> = weapons.iter().filter(|w| w["name"] == "Rifle").collect();
    assert_eq!(rifles.len(), 1, "one weapon, whoever carries it");
    assert_eq!(rifles[0]["optimal_range_mp"], 2);
    assert!(strings(&rifles[0]["units"]).contains(&"Standard"));
    let scenarios = rows("scenarios");
    let night = scenarios
        .iter()
        .find(|row| row["name"] == "game-night")
        .unwrap();
    assert_eq!(
        (&night["units_a"], &night["units_b"], &night["gamemaster"]),
        (&4.into(), &4.into(), &"b".into())
    );
    for policy in rows("policies") {
        let name = policy["name"].as_str().unwrap();
        let duel = json(&of(&[
            "duel", "Standard", "Bastion", "--runs", "2", "--policy", name,
        ]));
        assert_eq!(duel["policy"], name);
    }
}

#[test]
fn every_listed_option_takes_its_default_and_tells_its_value() {
    let list = json(&of(&["list", "options"]));
    let mut duel = of(&["duel", "Standard", "Bastion", "--runs", "2"]);
    let set: Vec<String> = list["options"]
        .as_array()
        .unwrap()
        .iter()
        .map(|option| {
            format!(
                "--option={}={}",
                option["name"].as_str().unwrap(),
                option["default"].as_str().unwrap()
            )
        })
        .collect();
    assert!(set.contains(&"--option=start_quadrants=0,2".to_owned()));
    duel.extend(set.iter().map(String::as_str));
    let duel = json(&duel);
    for option in list["options"].as_array().unwrap() {
        assert_eq!(
            duel["options"][option["name"].as_str().unwrap()],
            option["default"]
        );
    }
}

#[test]
fn duel_keeps_its_contract() {
    let duel = [
        "duel",
        "standard",
        "RED MAULER",
        "--runs",
        "501",
        "--seed",
        "7",
    ];
    let result = json(&of(&duel));
    assert_eq!(result["schema"], 1);
    assert_eq!(result["system"], "bullseye");
    assert_eq!(
        (&result["policy"], &result["seed"]),
        (&"rulebook".into(), &7.into())
    );
    assert_eq!(
        (&result["a"]["name"], &result["b"]["name"]),
        (&"Standard".into(), &"Red Mauler".into())
    );
    let count = |name: &str| result[name].as_u64().unwrap();
    assert_eq!(count("battles"), 502);
    assert_eq!(count("wins_a") + count("wins_b") + count("draws"), 502);
    // One enemy each: it is destroyed or not.
    for side in ["a", "b"] {
        assert!((0.0..=1.0).contains(&number(&result["vp"][side]["mean"])));
    }
    assert!(ok(&of(&duel)).contains("\n  destroyed enemies: Standard "));
    let threads = |threads: &str| json(&of(&[&duel[..], &["--threads", threads]].concat()));
    assert_eq!(threads("1")["digest"], threads("3")["digest"]);
    let csv = ok(&of(&[&duel[..], &["--format", "csv"]].concat()));
    assert!(
        csv.lines()
            .nth(1)
            .unwrap()
            .starts_with("Standard,Red Mauler,502,"),
        "{csv}"
    );
}

#[test]
fn a_duel_is_the_sum_of_its_replays() {
    let units = ["A4D4M4K3", "a5d3m4k3"];
    let duel = json(&of(&[
        "duel", units[0], units[1], "--runs", "20", "--seed", "3",
    ]));
    let (mut wins, mut vp) = ([0, 0], [0, 0]);
    for battle in 0..20 {
        let battle = battle.to_string();
        let replay = of(&[
            "replay", units[0], units[1], "--seed", "3", "--battle", &battle,
        ]);
        let lines = json_lines(&replay);
        let (one, events) = lines.split_first().expect("a head line");
        assert_eq!(one["system"], "bullseye");
        for (side, name) in ["a", "b"].into_iter().enumerate() {
            wins[side] += u64::from(one["winner"] == name);
            vp[side] += one["vp"][name].as_i64().unwrap();
        }
        assert_eq!(events[0]["event"], "setup");
        assert_eq!(events.last().unwrap()["event"], "end");
    }
    assert_eq!([&duel["wins_a"], &duel["wins_b"]], wins);
    for (side, name) in ["a", "b"].into_iter().enumerate() {
        assert_near(number(&duel["vp"][name]["mean"]), vp[side] as f64 / 20.0);
    }
}

#[test]
fn a_replay_reads_and_is_a_spreadsheet_too() {
    let replay = ["replay", "Standard", "Red Mauler", "--battle", "1"];
    let text = ok(&of(&replay));
    // Red Mauler comes first by name: seat B in a battle with an odd number.
    assert!(
        text.starts_with("Battle 1, seed 1, policy rulebook: Standard (side A)"),
        "{text}"
    );
    assert!(text.contains("\nRound 1\n"), "{text}");
    assert!(
        text.lines()
            .last()
            .unwrap()
            .contains("destroyed enemies: Standard "),
        "{text}"
    );
    let csv = ok(&of(&[&replay[..], &["--format", "csv"]].concat()));
    assert!(csv.starts_with("step,event\r\n1,"), "{csv}");
}

/// Nobody is destroyed but by an enemy, who counts it.
#[test]
fn battle_counts_the_destroyed() {
    let battle = [
        "battle",
        "game-night",
        "--runs",
        "200",
        "--policy",
        "greedy",
    ];
    let eliminate = ["--option", "objective_start=1,1"];
    let result = json(&of(&[&battle[..], &eliminate[..]].concat()));
    assert_eq!(result["scenario"], "game-night");
    for (side, other) in [("a", "b"), ("b", "a")] {
        let sum = |side: &str, of: fn(&Value) -> f64| -> f64 {
            let units = result[side]["units"].as_array().unwrap();
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
    let csv = ok(&of(&[&battle[..], &["--format", "csv"]].concat()));
    assert_eq!(csv.matches(",survived,").count(), 8);
    assert_eq!(csv.matches(",destroyed_mean_low,").count(), 8);
    assert!(csv.contains("\nb,2,Drone Picket,points,"), "{csv}");
    let text = ok(&of(&battle));
    let head = text.lines().find(|line| line.starts_with("side ")).unwrap();
    let columns: Vec<&str> = head.split_whitespace().collect();
    assert_eq!(
        columns,
        [
            "side",
            "unit",
            "points",
            "survived_%",
            "boxes_dealt_mean",
            "destroyed_mean"
        ]
    );
}

#[test]
fn every_shipped_scenario_plays_and_its_options_are_in_force() {
    for name in [
        "game-night",
        "head-start",
        "open-duel",
        "relay-station",
        "two-wings",
    ] {
        let result = json(&of(&["battle", name, "--runs", "4"]));
        assert_eq!(result["battles"], 4);
        let each = result["options"]["initiative_scope"] == "each_round";
        assert_eq!(each, name == "relay-station");
    }
    let lines = json_lines(&of(&["battle", "two-wings", "--replay", "1"]));
    assert_eq!(lines[0]["units"].as_array().unwrap().len(), 4);
    assert_eq!(lines[1]["event"], "setup");
}

#[test]
fn bad_usage_ends_with_2_and_says_what_was_expected() {
    let cases: [(&[&str], &str); 20] = [
        (
            &["odds"],
            "--attack <DICE>|--boxes <N>|--configurations <N>",
        ),
        (&["odds", "--attack", "4"], "--defense <DICE>"),
        (
            &["odds", "--attack", "13", "--defense", "1", "--skill", "3"],
            "0..=12",
        ),
        (
            &["odds", "--attack", "4", "--defense", "1", "--skill", "7"],
            "expected 1 to 6",
        ),
        (
            &[
                "odds",
                "--attack",
                "4",
                "--defense",
                "1",
                "--skill",
                "3",
                "--range",
                "2",
            ],
            "--optimal",
        ),
        (&["odds", "--boxes", "6", "--overdrive", "1"], "--attack"),
        (
            &["odds", "--boxes", "0"],
            "option damage_boxes does not take \"0\"",
        ),
        (
            &["odds", "--attack", "4", "--defence", "4"],
            "unexpected argument '--defence'",
        ),
        (
            &["odds", "--boxes", "6", "--pen", "5"],
            "unexpected argument '--pen'",
        ),
        (
            &[
                "odds",
                "--attack",
                "1",
                "--defense",
                "12",
                "--skill",
                "3",
                "--strafing",
                "1",
                "--option",
                "strafe_unit=dice",
            ],
            "at most 12",
        ),
        (
            &["duel", "Standart", "Bastion"],
            "did you mean \"Standard\"",
        ),
        (
            &["duel", "White Asura", "Bastion"],
            "no unit named \"White Asura\"",
        ),
        (
            &["duel", "A9D4M4K3", "Bastion"],
            "from A3D3M3K2 to A6D6M6K4",
        ),
        (
            &["duel", "Standard", "Bastion", "--exact"],
            "duels of bullseye cannot be computed",
        ),
        (
            &["duel", "Standard", "Bastion", "--policy", "clever"],
            "possible values: rulebook, greedy, rollout, random",
        ),
        (
            &["duel", "Standard", "Bastion", "--option", "x"],
            "NAME=VALUE like round_limit=20",
        ),
        (
            &["duel", "Standard", "Bastion", "--option", "tie_break=draw"],
            "no rules option named \"tie_break\"",
        ),
        (
            &[
                "duel",
                "Standard",
                "Bastion",
                "--option",
                "linked_stat_max=3",
            ],
            "engineering is 4, expected 1 to 3",
        ),
        (
            &["battle", "open-duel", "--armies", "a.toml", "b.toml"],
            "bullseye has no army files",
        ),
        (
            &["battle", "skirmish"],
            "expected one of game-night, head-start",
        ),
    ];
    for (arguments, expected) in cases {
        let message = fails(&of(arguments), 2);
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("battle.svg");
    let draw = [
        "battle",
        "open-duel",
        "--replay",
        "0",
        "--svg",
        svg.to_str().unwrap(),
    ];
    assert!(fails(&of(&draw), 2).contains("battles of bullseye are not drawn"));
    assert!(!svg.exists());
    // Of the other system, and of none.
    assert!(fails(&["odds", "--boxes", "6"], 2).contains("unexpected argument '--boxes'"));
    let message = fails(&["list", "units", "--system", "chess"], 2);
    assert!(
        message.contains("possible values: mechastellar, bullseye, toy"),
        "{message}"
    );
}

#[test]
fn a_dataset_folder_is_validated_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_str().unwrap();
    for name in ["profiles.toml", "units.toml"] {
        fs::copy(Path::new(DATASET).join(name), folder.path().join(name)).unwrap();
    }
    let text = ok(&of(&["validate", place]));
    assert!(
        text.ends_with(": 13 units, 192 profiles, 29 weapons, 0 scenarios; no problems\n"),
        "{text}"
    );
    let duel = ["duel", "Standard", "Bastion", "--runs", "100"];
    let with_dataset = of(&[&duel[..], &["--dataset", place]].concat());
    assert_eq!(json(&with_dataset)["digest"], json(&of(&duel))["digest"]);
    // A dataset of one system is none of the other.
    let output = equipoise(&["validate", place]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let problems = String::from_utf8(output.stdout).unwrap();
    assert!(
        problems.contains("weapons.toml:1:1: file is missing"),
        "{problems}"
    );

    let units = folder.path().join("units.toml");
    let text = fs::read_to_string(&units).unwrap();
    fs::write(&units, format!("colour = \"red\"\n{text}")).unwrap();
    let message = fails(&with_dataset, 2);
    assert!(message.contains("units.toml:1:1"), "{message}");
    fs::write(&units, text).unwrap();
    fs::create_dir(folder.path().join("scenarios")).unwrap();
    let own = folder.path().join("scenarios/own.toml");
    fs::write(&own, "summary = \"Own\"\n[[force]]\nname = \"A\"\nunits = [\"Standart\"]\n[[force]]\nname = \"B\"\nunits = [\"Bastion\"]\n").unwrap();
    let output = equipoise(&of(&["validate", place])).output().unwrap();
    let problem = String::from_utf8(output.stdout).unwrap();
    assert!(
        problem.contains("own.toml:4:") && problem.contains("Standard"),
        "{problem}"
    );
}

#[test]
fn schema_has_the_axes_and_the_words_of_the_system() {
    let schema = json(&of(&["schema"]));
    let columns = |table: &str| {
        schema["tables"][table]["columns"]
            .as_array()
            .unwrap()
            .clone()
    };
    let names: Vec<Value> = columns("units")
        .iter()
        .map(|c| c["column"].clone())
        .collect();
    assert_eq!(
        names[..6],
        ["unit", "attack", "defense", "movement", "skill", "points"]
    );
    let vp = columns("results")
        .into_iter()
        .find(|c| c["column"] == "vp_a_mean")
        .unwrap();
    assert_eq!(vp["unit"], "destroyed enemies");
    assert!(!ok(&of(&["schema"])).to_lowercase().contains("victory"));
}

/// Words of the other system's rules.
const FOREIGN: [&str; 5] = [
    "frame",
    "performance",
    "victory",
    "momentum",
    "mechastellar",
];

#[test]
fn a_sweep_writes_a_report_in_the_words_of_the_system_and_repeats() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let out = ["--out", place.to_str().unwrap()];
    let sweep = ["sweep", "--runs", "2", "--format", "json"];
    ok(&of(&[&sweep[..], &out[..]].concat()));
    let saved = load(&place).unwrap();
    let manifest = &saved.manifest;
    // Eight profiles in the middle of the grid meet everyone, each other and themselves once.
    let units = 192 + 13;
    assert_eq!((manifest.units, manifest.pairings), (units, units * 8 - 28));
    let axes: Vec<&str> = manifest
        .axes
        .iter()
        .map(|axis| axis.name.as_str())
        .collect();
    assert_eq!(axes, ["attack", "defense", "movement", "skill"]);
    assert_eq!(
        manifest.command,
        "equipoise sweep --system bullseye --grid standard --runs 2 --seed 1 --policy rulebook"
    );
    let html = fs::read_to_string(place.join("report.html")).unwrap();
    for told in [
        "Balance report · bullseye",
        "destroyed enemies",
        "rises with attack",
    ] {
        assert!(html.contains(told), "{told}");
    }
    for entry in fs::read_dir(place.join("charts")).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_some_and(|extension| extension == "svg") {
            let text = fs::read_to_string(&file).unwrap().to_lowercase();
            for word in FOREIGN {
                assert!(!text.contains(word), "{}: {word}", file.display());
            }
        }
    }
    assert_eq!(fs::read_dir(place.join("charts")).unwrap().count(), 6);
    // The command line gives the same result again, in the folder named after system and grid.
    let words: Vec<&str> = manifest.command.split(' ').skip(1).collect();
    let again = equipoise(&words)
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(again.status.code(), Some(0));
    let repeated = load(&folder.path().join("runs/bullseye-standard-seed1")).unwrap();
    assert_eq!(repeated.manifest.digest, manifest.digest);
}

#[test]
fn a_duel_until_its_score_is_known_is_sampled() {
    let result = json(&of(&["duel", "Standard", "Red Mauler", "--until", "0.05"]));
    assert_eq!(result["score_a"]["method"], "confidence_sequence");
    // ln 40 / (2 · 0.05²) = 737.8 battles at most.
    assert!(result["battles"].as_u64().unwrap() <= 738);
}
