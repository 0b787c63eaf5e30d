//! The dataset and its reader.

use crate::data::catalogue::{Catalogue, Problem, ProfileId, SourceFile};
use crate::options::Options;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::sector::Place;
use equipoise_engine::Side;

const PROFILES: &str = "\
[cost]
base = 20
engineering = 1
movement = 2
attack = 4
defense = 4
weapon = 5

[machine]
engineering = 4
weapons = [{ name = \"Rifle\", optimal = 2, damage = \"shell\" }]

[grid]
attack = [3, 4]
defense = [4, 4]
movement = [4, 5]
skill = [3, 3]
";

const UNITS: &str = "\
[[unit]]
name = \"Plain\"
engineering = 4
movement = 4
attack = 4
defense = 4
skill = 3
weapons = [{ name = \"Rifle\", optimal = 2, damage = \"shell\" }]
";

fn parse(profiles: &str, units: &str) -> Result<Catalogue, Vec<Problem>> {
    let files = [("profiles.toml", profiles), ("units.toml", units)];
    Catalogue::parse(&files.map(|(name, text)| SourceFile::new(name, text)))
}

/// Every problem as `file:line:column: message`.
fn problems<T>(read: Result<T, Vec<Problem>>) -> Vec<String> {
    match read {
        Ok(_) => Vec::new(),
        Err(problems) => problems.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn the_embedded_dataset_is_sound_and_plays() {
    let catalogue = Catalogue::embedded();
    assert!(catalogue.units().len() >= 12);
    assert_eq!(catalogue.grid().count(), 192);
    let options = Options::default();
    let all = catalogue
        .units()
        .iter()
        .chain(catalogue.grid().map(|(_, mecha)| mecha));
    for mecha in all {
        let team = std::slice::from_ref(mecha);
        let bout = Bout::compile([team, team], [PolicyKind::Rulebook; 2], &options);
        assert!(bout.is_ok(), "{}", mecha.name);
        assert!(mecha.points > 0, "{}", mecha.name);
    }
    let files: Vec<&str> = catalogue
        .sources()
        .iter()
        .map(SourceFile::base_name)
        .collect();
    assert_eq!(files, Catalogue::FILES);
}

/// The reference mecha is a point of the grid. 20 + 3 * (4 + 2 * 4 + 4 * 4 + 4 * 4) + 3 * 5 = 167.
#[test]
fn the_reference_mecha_is_of_the_grid() {
    let catalogue = Catalogue::embedded();
    let standard = catalogue.find("standard").expect("shipped");
    let profile = catalogue.find(" a4d4m4k3 ").expect("of the grid");
    assert_eq!(standard.points, 167);
    assert_eq!(profile.points, 167);
    assert_eq!(standard.weapons, profile.weapons);
    assert_eq!(standard.linked_stats(), profile.linked_stats());
    let ids: Vec<ProfileId> = catalogue.grid().map(|(id, _)| id).collect();
    assert!(ids.is_sorted());
    assert_eq!(ids[0].to_string(), "A3D3M3K2");
    assert_eq!(ids[191].coordinates(), [6, 6, 6, 4]);
}

#[test]
fn unknown_names_get_advice() {
    let catalogue = Catalogue::embedded();
    let advice = |name: &str| catalogue.find(name).expect_err("unknown").to_string();
    assert_eq!(
        advice("Swift Jackel"),
        "no unit named \"Swift Jackel\"; did you mean \"Swift Jackal\"?"
    );
    assert_eq!(
        advice("A9D4M4K3"),
        "no unit named \"A9D4M4K3\": the profiles go from A3D3M3K2 to A6D6M6K4"
    );
    assert!(advice("Zzzzzzzz").contains("name a unit of the dataset"));
    for wrong in ["A4D4M4", "A4D4M4K3X", "D4A4M4K3", "A4D4M4K999"] {
        assert!(wrong.parse::<ProfileId>().is_err(), "{wrong}");
    }
}

#[test]
fn a_small_dataset_is_read() {
    let catalogue = parse(PROFILES, UNITS).expect("sound");
    assert_eq!(catalogue.grid().count(), 4);
    // 20 + 3 * (4 + 8 + 16 + 16) + 5.
    assert_eq!(catalogue.find("plain").expect("named").points, 157);
    let priced = UNITS.replace("skill = 3", "skill = 3\npoints = 99");
    let catalogue = parse(PROFILES, &priced).expect("sound");
    assert_eq!(catalogue.units()[0].points, 99);
}

/// Every mistake of both files at once, each at its place.
#[test]
fn every_problem_is_told_with_its_place() {
    let profiles = PROFILES
        .replace("base = 20", "base = -1")
        .replace("attack = [3, 4]", "attack = [5, 4]");
    let units = UNITS
        .replace("movement = 4", "movement = 13\nspeed = 3")
        .replace("optimal = 2", "optimum = 2");
    assert_eq!(
        problems(parse(&profiles, &units)),
        [
            "profiles.toml:2:8: [cost]: `base` is -1, expected a whole number from 0 to 1000",
            "profiles.toml:14:10: [grid]: runs from 5 to 4, expected two values in order, such as [3, 6]",
            "units.toml:4:12: unit \"Plain\": `movement` is 13, expected a whole number from 1 to 12",
            "units.toml:5:1: unit \"Plain\": unknown field `speed`; expected one of `name`, `engineering`, `movement`, `attack`, `defense`, `skill`, `points`, `weapons`",
            "units.toml:9:12: weapon \"Rifle\": missing `optimal`, expected a whole number from 0 to 20",
            "units.toml:9:30: weapon \"Rifle\": unknown field `optimum`; did you mean `optimal`?",
        ]
    );
}

#[test]
fn files_and_names_are_checked() {
    assert_eq!(
        problems(Catalogue::parse(&[SourceFile::new("units.toml", UNITS)])),
        ["profiles.toml:1:1: file is missing, expected profiles.toml, units.toml"]
    );
    let twice = format!("{UNITS}\n{}", UNITS.replace("Plain", "PLAIN"));
    assert!(problems(parse(PROFILES, &twice))[0].contains("second unit of this name"));
    let taken = UNITS.replace("Plain", "A1D1M1K1");
    assert!(problems(parse(PROFILES, &taken))[0].contains("no generated profile has"));
    let none = UNITS.replace("{ name = \"Rifle\", optimal = 2, damage = \"shell\" }", "");
    assert!(problems(parse(PROFILES, &none))[0].contains("0 weapons"));
    let broken = problems(parse("[cost", UNITS));
    assert!(
        broken[0].starts_with("profiles.toml:1:6: not valid TOML"),
        "{broken:?}"
    );
}

#[test]
fn shipped_scenarios_are_sound() {
    let catalogue = Catalogue::embedded();
    let scenarios = Catalogue::scenarios();
    assert_eq!(scenarios.len(), 5);
    for (name, file) in scenarios {
        let scenario = catalogue.scenario(&file).expect("sound");
        assert_eq!(scenario.name, name);
        assert!(scenario.forces.iter().all(|force| force.points() > 0));
    }
    let (_, file) = &Catalogue::scenarios()[0];
    let night = catalogue.scenario(file).expect("sound");
    assert_eq!(night.gamemaster, Some(Side::B));
    assert_eq!(night.swapped().gamemaster, Some(Side::A));
    assert_eq!(night.forces[1].entries.len(), 4);
    assert_eq!(
        night.forces[1].entries[3].at,
        Some(Place {
            ring: 2,
            quadrant: 0
        })
    );
}

const SCENARIO: &str = "\
summary = \"A test\"
gamemaster = \"c\"
options = { ringz = 4, rings = 9 }
terrain = 3

[[force]]
name = \"One\"
units = [\"Standart\", { unit = \"Standard\", at = [1] }, { unit = \"Standard\", count = 9 }]

[[force]]
name = \"Two\"
units = []
";

#[test]
fn every_problem_of_a_scenario_is_told() {
    let catalogue = Catalogue::embedded();
    let file = SourceFile::new("scenarios/test.toml", SCENARIO);
    let found = problems(catalogue.scenario(&file));
    let expected = [
        "2:14: top level: `gamemaster` is \"c\", expected one of \"a\", \"b\"",
        "3:13: top level: no rules option named \"ringz\"; did you mean \"rings\"?",
        "3:24: top level: option rings does not take \"9\"; expected 2 to 8",
        "4:1: top level: unknown field `terrain`; expected one of `summary`, `gamemaster`, `options`, `force`",
        "8:10: force \"One\": no unit named \"Standart\"; did you mean \"Standard\"?",
        "8:48: force \"One\": `at` is an array, expected ring and quadrant",
        "8:84: force \"One\": `count` is 9, expected a whole number from 1 to 6",
        "12:9: force \"Two\": 0 mecha, expected 1 to 6 mecha",
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        let start = format!("scenarios/test.toml:{expected}");
        assert!(found.starts_with(&start), "{found}\nnot {start}");
    }
}

/// What the options make impossible is told of the scenario as a whole.
#[test]
fn a_scenario_must_compile() {
    let text = "summary = \"Small\"\noptions = { rings = 2 }\n\
                [[force]]\nname = \"One\"\nunits = [\"Standard\"]\n\
                [[force]]\nname = \"Two\"\nunits = [\"Standard\"]\n";
    let file = SourceFile::new("small.toml", text);
    assert_eq!(
        problems(Catalogue::embedded().scenario(&file)),
        [
            "small.toml:1:1: top level: the start of mecha \"Standard\" is sector (3,0); the map has rings 0 to 1 of 4 quadrants"
        ]
    );
}
