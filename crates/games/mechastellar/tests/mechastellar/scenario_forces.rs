//! Forces of scenarios and army files: squads, ships, reserves, places. `broken.rs` holds what is
//! refused.

use equipoise_engine::Side;
use equipoise_mechastellar::HexSize;
use equipoise_mechastellar::catalogue::{Catalogue, Part, SourceFile, check_forces};
use equipoise_mechastellar::{Force, Objective, Scenario};

/// Lines 1 to 9 are the battle; side A's force begins in line 11, its units in line 13.
const BATTLE: &str = r#"summary = "A test"
table = { width = 13, depth = 13 }
deployment = { zone = 4 }
points = 1500
terrain = [
    { name = "Block", kind = "building", hexes = [[3, 2]] },
    { name = "Lake", kind = "lake", hexes = [[4, 2]] },
    { name = "Wall", kind = "wall", hexes = [[5, 2]] },
]

[[force]]
name = "Red"
units = ["White Asura"]

[[force]]
name = "Blue"
units = [{ unit = "Blue Djinn", at = [6, 10] }]
"#;

fn parse(text: &str) -> Result<Scenario, Vec<String>> {
    let scenario = Catalogue::embedded().scenario(&SourceFile::new("test.toml", text));
    scenario.map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

/// The battle with other units on side A: the array starts in line 13, column 9.
fn red(units: &str) -> String {
    BATTLE.replace("[\"White Asura\"]", units)
}

fn force(units: &str) -> Force {
    let scenario = parse(&red(units)).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let [red, _] = scenario.forces;
    red
}

fn names(force: &Force) -> Vec<Vec<&str>> {
    force
        .entries
        .iter()
        .map(|entry| entry.models.iter().map(|unit| unit.name.as_str()).collect())
        .collect()
}

#[test]
fn units_come_alone_in_numbers_and_in_squads() {
    let force = force(
        r#"["white asura", { unit = "Green Viking", count = 2 }, { unit = "Gamma Apollo", count = 3, squad = true }, { squad = ["F1P3:versatile", "Green Viking"] }]"#,
    );
    assert_eq!(
        names(&force),
        [
            vec!["White Asura"],
            vec!["Green Viking"],
            vec!["Green Viking"],
            vec!["Gamma Apollo"; 3],
            vec!["F1P3:versatile", "Green Viking"],
        ]
    );
    assert_eq!(force.models().count(), 8);
    // 205, three single or squad Vikings and a generated twin at 80, three Apollos at 105.
    assert_eq!(force.points(), 205 + 4 * 80 + 3 * 105);
}

#[test]
fn entries_say_where_their_units_start() {
    let force = force(
        r#"[{ unit = "Musarl Cruiser", count = 2 }, { unit = "Green Viking", aboard = "musarl cruiser #2" }, { unit = "Night Jackal", reserve = true }, { unit = "White Asura", at = [6, 3] }, { unit = "Dervish", aboard = "Musarl Cruiser" }]"#,
    );
    let aboard: Vec<_> = force.entries.iter().map(|entry| entry.aboard).collect();
    assert_eq!(aboard, [None, None, Some(1), None, None, Some(0)]);
    let reserve: Vec<_> = force.entries.iter().map(|entry| entry.reserve).collect();
    assert_eq!(reserve, [false, false, false, true, false, false]);
    let at: Vec<_> = force.entries.iter().map(|entry| entry.at).collect();
    assert_eq!(at, [None, None, None, None, Some((6, 3)), None]);
}

#[test]
fn the_commander_is_named() {
    let text = red(r#"["Green Viking", "White Asura"]"#)
        .replace(
            "name = \"Red\"",
            "name = \"Red\"\ncommander = \"White Asura\"",
        )
        .replace(
            "name = \"Blue\"",
            "name = \"Blue\"\ncommander = \"BLUE DJINN\"",
        );
    let scenario = parse(&text).expect("a sound scenario");
    assert_eq!(
        scenario.forces.map(|force| force.commander),
        [Some(1), Some(0)]
    );
}

const ARMY: &str = "name = \"Grey\"\ncommander = \"Dervish\"\nunits = [\"Dervish\", { unit = \"Green Viking\", count = 2 }]\n";

fn army(text: &str) -> Result<Force, Vec<String>> {
    let army = Catalogue::embedded().army(&SourceFile::new("army.toml", text));
    army.map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

#[test]
fn an_army_file_is_one_force() {
    let grey = army(ARMY).expect("a sound army");
    assert_eq!((grey.name.as_str(), grey.commander), ("Grey", Some(0)));
    assert_eq!(grey.models().count(), 3);
}

#[test]
fn armies_take_the_places_of_a_scenarios_forces() {
    let catalogue = Catalogue::embedded();
    let battle = SourceFile::new("battle.toml", BATTLE);
    let (grey, plain) = (
        SourceFile::new("grey.toml", ARMY),
        SourceFile::new("plain.toml", ARMY.replace("Grey", "Plain")),
    );
    let scenario = catalogue
        .scenario_with_armies(&battle, [&grey, &plain])
        .expect("sound");
    assert_eq!(
        scenario.forces.each_ref().map(|force| force.name.as_str()),
        ["Grey", "Plain"]
    );

    let both = catalogue.scenario_with_armies(
        &SourceFile::new("battle.toml", "summary = 1\n"),
        [&SourceFile::new("bad.toml", ""), &grey],
    );
    let files: Vec<_> = both
        .expect_err("mistakes")
        .into_iter()
        .map(|problem| problem.file)
        .collect();
    assert!(files.contains(&"bad.toml".to_owned()) && files.contains(&"battle.toml".to_owned()));
}

#[test]
fn forces_put_together_by_a_program_are_checked_as_well() {
    let catalogue = Catalogue::embedded();
    let mut scenario = parse(BATTLE).expect("a sound scenario");
    assert_eq!(check_forces(&scenario, HexSize::Four), []);
    scenario.forces[1].entries[0].at = Some((6, 0));
    scenario.forces[0].commander = Some(7);
    scenario.forces[0].entries[0].models =
        vec![catalogue.find("Maser Tank").expect("shipped").clone(); 4];
    let found = check_forces(&scenario, HexSize::Four);
    let places: Vec<_> = found.iter().map(|fault| (fault.side, fault.part)).collect();
    assert_eq!(
        places,
        [
            (Side::A, Part::Entry(0)),
            (Side::A, Part::Commander),
            (Side::B, Part::Force),
            (Side::B, Part::Entry(0)),
        ]
    );
    assert_eq!(
        found[0].to_string(),
        "force \"Red\": a squad of 4 models, expected 2 or 3"
    );
    scenario.forces[0].entries.clear();
    assert!(
        check_forces(&scenario, HexSize::Four)[0]
            .message
            .starts_with("0 models")
    );
}

/// `ms93.secondary.selection`, `ms93.game.objectives`: a force lists objectives, at most one of a category, in any
/// order; a force that lists none has none. What is refused is in `broken.rs`.
#[test]
fn objectives_are_read_one_of_a_category() {
    let chosen = "name = \"Red\"\nsecondary = [\"dominate\", \"bonds\", \"rout-the-enemy\"]";
    let text = BATTLE.replace("name = \"Red\"", chosen);
    let scenario = parse(&text).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let [red, blue] = scenario.forces;
    assert_eq!(
        red.secondary,
        [
            Objective::RoutTheEnemy,
            Objective::Bonds,
            Objective::Dominate
        ]
    );
    assert_eq!(blue.secondary, []);
}

/// `ms93.upgrade.spend-excess`: what is left of an agreed total buys upgrades and traits in a list. White Asura
/// costs 205: 205 + 50 + 2 * 10 = 275, and each of two Vikings 80 + 50 = 130.
#[test]
fn a_list_spends_what_is_left() {
    let force = force(
        r#"[{ unit = "White Asura", upgrades = ["anti-beam-coating", "advanced-sensors", "advanced-sensors"] }, { unit = "Green Viking", count = 2, squad = true, upgrades = ["crew-upgrade"], traits = ["gunnery-expert"] }, "White Asura"]"#,
    );
    let points: Vec<Vec<u16>> = force
        .entries
        .iter()
        .map(|entry| entry.models.iter().map(|unit| unit.points).collect())
        .collect();
    assert_eq!(points, [vec![275], vec![130, 130], vec![205]]);
    let traits = |entry: usize| {
        let own = force.entries[entry].models[0].traits.iter();
        own.map(|own| own.name()).collect::<Vec<_>>()
    };
    assert_eq!(traits(1), ["gunnery-expert"]);
    assert_eq!(traits(0), traits(2));
    let sensors = |entry: usize| force.entries[entry].models[0].sensors.shooting_in;
    assert_eq!(sensors(0), sensors(2) + 4);
}

/// `ms93.upgrade.spend-excess`: a list adds to what a unit of the dataset has bought before: what each costs counts
/// once.
#[test]
fn a_list_adds_to_upgrades_of_the_dataset() {
    let catalogue = Catalogue::embedded();
    let mut sources = catalogue.sources().to_vec();
    let units = sources
        .iter_mut()
        .find(|file| file.base_name() == "units.toml")
        .expect("it is there");
    let text = units.text.replacen(
        "name = \"Green Viking\"\n",
        "name = \"Green Viking\"\nupgrades = [\"advanced-sensors\"]\n",
        1,
    );
    *units = SourceFile::new("units.toml", text);
    let catalogue = Catalogue::parse(&sources).expect("legal");
    let text = red(r#"[{ unit = "Green Viking", upgrades = ["advanced-sensors"] }]"#);
    let scenario = catalogue
        .scenario(&SourceFile::new("test.toml", &text))
        .unwrap_or_else(|problems| panic!("{problems:#?}"));
    let unit = &scenario.forces[0].entries[0].models[0];
    assert_eq!((unit.points, unit.printed_points()), (100, 80));
    assert_eq!(unit.upgrades.len(), 2);
}

/// What a unit may not have is refused in a list as in its own entry, at the place in the list.
#[test]
fn a_list_buys_nothing_illegal() {
    let refused = |units: &str| parse(&red(units)).expect_err("illegal").join("\n");
    let asked = [
        (
            r#"[{ unit = "White Asura", upgrades = ["crew-upgrade"] }]"#,
            "test.toml:13:46: force \"Red\": upgrade \"crew-upgrade\": Pilot / Captain / Kaiju Upgrade: the crew is an ace already, expected level 0 or 1",
        ),
        (
            r#"[{ unit = "Green Viking", traits = ["gunnery-expert"] }]"#,
            "test.toml:13:45: force \"Red\": trait \"gunnery-expert\" is too much, expected none for a crew of level 0",
        ),
        (
            r#"[{ unit = "White Asura", upgrades = ["reactor"] }]"#,
            "there is no upgrade \"reactor\"",
        ),
    ];
    for (units, message) in asked {
        let found = refused(units);
        assert!(found.contains(message), "{found}");
    }
}

/// `ms93.army.points-total`: upgrades count against the agreed total.
#[test]
fn upgrades_count_against_the_total() {
    let units = |count: usize| {
        let bought = vec!["\"advanced-sensors\""; count].join(", ");
        let vikings = r#"{ unit = "Green Viking", count = 15 }"#;
        red(&format!(
            r#"[{vikings}, {{ unit = "Blue Djinn", upgrades = [{bought}] }}]"#
        ))
    };
    // 15 * 80 + 145 = 1,345, with 15 upgrades 1,495.
    assert!(parse(&units(15)).is_ok());
    let found = parse(&units(16)).expect_err("too dear").join("\n");
    assert!(found.contains("1505"), "{found}");
}
