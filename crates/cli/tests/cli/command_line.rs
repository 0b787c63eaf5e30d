//! The command line as its users see it.

use std::fs;
use std::process::Stdio;

use crate::program::{
    Folder, assert_near, equipoise, field, json, json_lines, number, ok, outcome, rows, shipped,
};

#[test]
fn help_shows_examples_and_exit_codes() {
    let help = ok("--help");
    for code in ["0 ", "1 ", "2 ", "3 ", "130"] {
        assert!(help.contains(&format!("\n  {code}")), "{help}");
    }
    let (_, commands) = help.split_once("\nCommands:\n").unwrap();
    let (commands, _) = commands.split_once("  help ").unwrap();
    let commands = commands.lines().map(|line| line.split_whitespace().next());
    for command in commands.flatten() {
        let help = ok(&format!("{command} --help"));
        assert!(help.contains(&format!("  equipoise {command}")), "{help}");
    }
    let version = format!("equipoise {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(ok("--version"), version);
    assert!(ok("odds --help").contains("equipoise odds --system NAME --help"));
}

#[test]
fn help_names_what_can_be_drawn() {
    for command in ["chart", "report"] {
        let help = ok(&format!("{command} --help"));
        let words: Vec<&str> = help.split_whitespace().collect();
        let help = words.join(" ");
        let listed = ["points, odds, duel --trace, battle, variant, whatif, compare, ladder"];
        for part in listed.into_iter().chain(["audit upgrades"]) {
            assert!(help.contains(part), "{command}: {part}");
        }
    }
}

/// From the folder of the program's sources, as all examples of shipped files are.
#[test]
fn the_army_of_the_examples_is_shipped() {
    let help = ok("audit play --help");
    let files = help
        .split_whitespace()
        .filter(|word| word.ends_with(".toml"));
    let files: Vec<&str> = files.collect();
    assert!(!files.is_empty(), "{help}");
    for file in files {
        let file = file.strip_prefix("datasets/mechastellar/").expect(file);
        assert!(shipped("mechastellar").join(file).is_file(), "{file}");
    }
}

#[test]
fn help_speaks_of_the_system() {
    for (command, word) in [
        ("odds", "--defense <DICE>"),
        ("duel", "A4D4M4K3"),
        ("duel", "vp count destroyed enemies"),
        ("replay", "Standard"),
        ("battle", "game-night"),
        ("sweep", "192 generated profiles"),
        ("validate", "datasets/bullseye"),
        ("list", "systems"),
        ("schema", "--system"),
    ] {
        let help = ok(&format!("{command} --help --system bullseye"));
        assert!(help.contains(word), "{help}");
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
}

#[test]
fn system_and_format_are_named_before_or_after_the_command() {
    let named = ok("list units --system bullseye");
    assert_eq!(ok("--system bullseye list units"), named);
    assert_eq!(ok("--system=bullseye list units"), named);
    assert_ne!(ok("list units"), named);
    assert_eq!(ok("list units --system mechastellar"), ok("list units"));
    assert_eq!(ok("--format csv --quiet schema"), ok("schema --format csv"));
}

#[test]
fn a_duel_is_the_sum_of_its_replays() {
    for units in [
        "F3P5:sniper f2p4:MELEE",
        "A4D4M4K3 a5d3m4k3 --system bullseye",
    ] {
        let duel = json(&format!("duel {units} --runs 20 --seed 3"));
        let (mut wins, mut vp) = ([0, 0], [0, 0]);
        for battle in 0..20 {
            let lines = json_lines(&format!("replay {units} --seed 3 --battle {battle}"));
            let (one, events) = lines.split_first().expect("a head line");
            let end = events.last().expect("events");
            assert_eq!(
                (&events[0]["event"], &end["event"]),
                (&"setup".into(), &"end".into())
            );
            for (side, name) in ["a", "b"].into_iter().enumerate() {
                wins[side] += u64::from(one["winner"] == name);
                vp[side] += one["vp"][name].as_i64().unwrap();
                let seat = usize::from(one[name]["seat"] == "b");
                assert!(units.contains("bullseye") || end["score"][seat] == one["vp"][name]);
            }
        }
        assert_eq!([&duel["wins_a"], &duel["wins_b"]], wins);
        for (side, name) in ["a", "b"].into_iter().enumerate() {
            assert_near(number(&duel["vp"][name]["mean"]), vp[side] as f64 / 20.0);
        }
    }
}

#[test]
fn lists_name_what_can_be_chosen() {
    assert_eq!(rows(&json("list profiles")["profiles"]).len(), 550);
    assert_eq!(ok("list profiles --format csv").lines().count(), 551);
    let weapons = json("list weapons");
    assert!(field(&weapons["weapons"], "name").contains(&"Beam Rifle"));
    // 4 Attacks, 4 Defenses, 4 Movements and 3 skills.
    let profiles = &json("list profiles --system bullseye")["profiles"];
    assert_eq!(rows(profiles).len(), 4 * 4 * 4 * 3);
    assert_eq!(profiles[0]["name"], "A3D3M3K2");
    for (stat, value) in [("attack", 3), ("defense", 3), ("movement", 3), ("skill", 2)] {
        assert_eq!(profiles[0][stat], value);
    }
}

#[test]
fn every_listed_option_and_value_is_taken() {
    let list = json("list options");
    for option in rows(&list["options"]) {
        let name = option["name"].as_str().unwrap();
        for value in rows(&option["values"]) {
            let set = format!("'{name}={}'", value.as_str().unwrap());
            let duel = json(&format!(
                "duel F1P0:melee F1P0:raid --runs 2 --option {set}"
            ));
            assert_eq!(duel["options"][name], *value);
        }
    }
    let list = json("list options --system bullseye");
    let mut duel = "duel --system bullseye Standard Bastion --runs 2".to_owned();
    for option in rows(&list["options"]) {
        let [name, default] = ["name", "default"].map(|key| option[key].as_str().unwrap());
        duel += &format!(" '--option={name}={default}'");
    }
    let duel = json(&duel);
    for option in rows(&list["options"]) {
        assert_eq!(
            duel["options"][option["name"].as_str().unwrap()],
            option["default"]
        );
    }
}

#[test]
fn every_listed_policy_plays() {
    for (system, units) in [
        ("mechastellar", "F1P0:melee F1P0:raid"),
        ("bullseye", "Standard Bastion"),
    ] {
        let list = json(&format!("list policies --system {system}"));
        for policy in field(&list["policies"], "name") {
            let duel = format!("duel {units} --system {system} --runs 2 --policy {policy}");
            assert_eq!(json(&duel)["policy"], policy);
        }
    }
}

#[test]
fn quiet_keeps_standard_error_empty() {
    let notes = |line: &str| outcome(equipoise(line)).2;
    assert!(notes("duel F1P0:melee F1P0:raid --runs 3").contains("rounded up to 4"));
    assert_eq!(notes("duel F1P0:melee F1P0:raid --runs 3 --quiet"), "");
    assert!(notes("battle skirmish --runs 1").contains("note: 1 battle rounded up to 2,"));
}

#[test]
fn a_closed_pipe_is_no_error() {
    // More than a pipe buffers, so that writing meets the closed end.
    let mut command = equipoise("list profiles --format json");
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

/// The problems that `validate` prints of a folder.
fn problems(folder: &Folder, line: &str) -> String {
    let (code, problems, _) = outcome(folder.command(line));
    assert_eq!(code, 2, "{problems}");
    problems
}

#[test]
fn a_written_dataset_is_validated_with_file_line_and_column() {
    let folder = Folder::new();
    folder.dataset("mechastellar", "own");
    assert!(folder.ok("validate own").contains("no problems"));
    // The same content under another name plays the same battles.
    let duel = "duel 'White Asura' 'Blue Djinn' --runs 100";
    let with_dataset = format!("{duel} --dataset own");
    assert_eq!(folder.json(&with_dataset)["digest"], json(duel)["digest"]);

    // So do scenarios and armies in the dataset's folder.
    for (inside, name) in [("scenarios", "skirmish"), ("armies", "raiders")] {
        let file = format!("{inside}/{name}.toml");
        fs::create_dir(folder.path(&format!("own/{inside}"))).unwrap();
        let text = fs::read(shipped("mechastellar").join(&file)).unwrap();
        folder.write(&format!("own/{file}"), text);
    }
    let listed = folder.json("list scenarios --dataset own");
    assert_eq!(field(&listed["scenarios"], "name"), ["skirmish"]);
    assert!(
        folder
            .ok("validate own")
            .contains("1 scenario, 1 army; no problems")
    );

    folder.edit("own/scenarios/skirmish.toml", "Green Viking", "Grin Viking");
    let mut shown = problems(&folder, "validate own");
    shown += &folder.refusals("battle skirmish --runs 2 --dataset own", 2);
    folder.edit("own/scenarios/skirmish.toml", "Grin Viking", "Green Viking");
    shown += &folder.refusals("battle warships --dataset own", 2);
    let text = folder.text("own/units.toml");
    folder.write(
        "own/units.toml",
        format!("colour = \"red\"\nprice = 7\n{text}"),
    );
    shown += &problems(&folder, "validate own");
    shown += &folder.refusals(&with_dataset, 2);
    fs::remove_file(folder.path("own/units.toml")).unwrap();
    shown += &folder.refusals(&with_dataset, 2);
    shown += &folder.refusals("validate own/weapons.toml", 2);
    insta::assert_snapshot!("dataset", shown);
}

#[test]
fn a_dataset_of_bullseye_is_validated_and_played() {
    let folder = Folder::new();
    folder.dataset("bullseye", "own");
    let duel = "duel --system bullseye Standard Bastion --runs 100";
    let with_dataset = format!("{duel} --dataset own");
    assert_eq!(folder.json(&with_dataset)["digest"], json(duel)["digest"]);
    let mut shown = folder.ok("validate own --system bullseye");
    // A dataset of one system is none of the other.
    let foreign = problems(&folder, "validate own");
    assert!(
        foreign.contains("weapons.toml:1:1: file is missing"),
        "{foreign}"
    );
    let text = folder.text("own/units.toml");
    folder.write("own/units.toml", format!("colour = \"red\"\n{text}"));
    shown += &folder.refusals(&with_dataset, 2);
    folder.write("own/units.toml", text);
    fs::create_dir(folder.path("own/scenarios")).unwrap();
    let forces = "[[force]]\nname = \"A\"\nunits = [\"Standart\"]\n\
                  [[force]]\nname = \"B\"\nunits = [\"Bastion\"]\n";
    folder.write(
        "own/scenarios/own.toml",
        format!("summary = \"Own\"\n{forces}"),
    );
    shown += &problems(&folder, "validate own --system bullseye");
    insta::assert_snapshot!("dataset_of_bullseye", shown);
}

/// A preset is its options: the same battles, and each of them in the result.
#[test]
fn a_preset_is_its_options() {
    let duel = "duel 'White Asura' 'Blue Djinn' --policy solo --runs 20";
    let options = [
        "scoring=ms93",
        "elite_bonus=true",
        "traits=true",
        "behaviour_bonus=true",
    ];
    let spelt: String = options.map(|option| format!(" --option {option}")).concat();
    let preset = json(&format!("{duel} --preset wargame93"));
    assert_eq!(preset, json(&format!("{duel}{spelt}")));
    assert_ne!(preset["digest"], json(duel)["digest"]);
    for option in options {
        let (name, value) = option.split_once('=').expect("an option");
        assert_eq!(preset["options"][name], value);
    }
    // An option of the same value, or of another name, goes with it; what is changed may differ.
    json(&format!(
        "{duel} --preset wargame93 --option traits=true --option finale=true"
    ));
    let whatif = "whatif --preset wargame93 --option traits=false --units 'White Asura,Blue Djinn' --matchups 0";
    json(&format!("{whatif} --policy solo --runs 2 --also none"));
}
