//! Forces of scenarios and army files: squads, ships, reserves, places, and what is refused.

use equipoise_engine::Side;
use equipoise_mechastellar::catalogue::{Catalogue, Part, SourceFile, check_forces};
use equipoise_mechastellar::{Force, Scenario};

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

/// Problems of a scenario with these units on side A.
fn problems(units: &str) -> Vec<String> {
    parse(&red(units)).err().unwrap_or_default()
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

    let missing = text.replace("commander = \"White Asura\"", "commander = \"White Asur\"");
    assert_eq!(
        parse(&missing).expect_err("nobody"),
        [
            "test.toml:13:13: force \"Red\": there is no \"White Asur\" in this force; did you mean \"White Asura\"?"
        ]
    );
    let absent = text.replace("commander = \"White Asura\"", "commander = \"Dervish\"");
    assert_eq!(
        parse(&absent).expect_err("nobody"),
        [
            "test.toml:13:13: force \"Red\": there is no \"Dervish\" in this force; expected a unit of its list"
        ]
    );
    // One side only: the other one's units are pointed at.
    let one = text.replace("commander = \"White Asura\"\n", "");
    assert_eq!(
        parse(&one).expect_err("one Commander"),
        ["test.toml:13:9: force \"Red\": no Commander, expected one as the other force has one"]
    );
}

#[test]
fn unknown_units_bring_the_nearest_names() {
    assert_eq!(
        problems(r#"["Wite Asura", { unit = "Green Vikin" }]"#),
        [
            "test.toml:13:10: force \"Red\": no unit named \"Wite Asura\"; did you mean \"White Asura\"?",
            "test.toml:13:33: force \"Red\": no unit named \"Green Vikin\"; did you mean \"Green Viking\"?"
        ]
    );
    assert_eq!(
        problems(r#"["F9P5:sniper"]"#),
        [
            "test.toml:13:10: force \"Red\": no unit named \"F9P5:sniper\": Frame 9 is out of range, expected F1 to F5"
        ]
    );
}

#[test]
fn squads_are_two_or_three_of_one_role_and_performance() {
    assert_eq!(
        problems(r#"[{ squad = ["Green Viking", "Gamma Apollo"] }]"#),
        [
            "test.toml:13:10: force \"Red\": a squad of \"Green Viking\" (versatile, Performance 3) and \"Gamma Apollo\" (versatile, Performance 4), expected models of one Role and Performance"
        ]
    );
    // Both have Performance 5.
    assert_eq!(
        problems(r#"[{ squad = ["Argonaut", "TriClops"] }]"#),
        [
            "test.toml:13:10: force \"Red\": a squad of \"Argonaut\" (assault, Performance 5) and \"TriClops\" (heavy-arms, Performance 5), expected models of one Role and Performance"
        ]
    );
    let wanted = "expected true beside `unit` and a `count` of 2 or 3, or an array of 2 or 3 names";
    for (units, column, count) in [
        (r#"[{ unit = "Green Viking", squad = true }]"#, 43, 1),
        (
            r#"[{ unit = "Green Viking", squad = true, count = 4 }]"#,
            43,
            4,
        ),
        (r#"[{ squad = ["Green Viking"] }]"#, 20, 1),
        (
            r#"[{ squad = ["Green Viking", "Green Viking", "Green Viking", "Green Viking"] }]"#,
            20,
            4,
        ),
    ] {
        assert_eq!(
            problems(units),
            [format!(
                "test.toml:13:{column}: force \"Red\": a squad of {count}, {wanted}"
            )]
        );
    }
    assert_eq!(
        problems(r#"[{ squad = ["Green Viking", "Green Viking"], count = 2 }]"#),
        [format!(
            "test.toml:13:62: force \"Red\": `count` beside a squad of names, {wanted}"
        )]
    );
}

#[test]
fn only_warships_of_the_force_take_units_aboard() {
    let cases = [
        (
            r#"["White Asura", { unit = "Dervish", aboard = "White Asura" }]"#,
            "13:25: force \"Red\": aboard \"White Asura\", which is no warship, expected a warship of the force",
        ),
        (
            r#"["White Asura", { unit = "Dervish", aboard = "Musarl Cruiser" }]"#,
            "13:54: force \"Red\": there is no \"Musarl Cruiser\" in this force; expected a unit of its list",
        ),
        (
            r#"["Musarl Cruiser", { unit = "Dervish", aboard = "Musarl Cruiser #2" }]"#,
            "13:57: force \"Red\": there is no \"Musarl Cruiser #2\" in this force; expected one of its 1, from #1",
        ),
        (
            r#"["Mithridates Cruiser", { unit = "Musarl Cruiser", aboard = "Mithridates Cruiser" }]"#,
            "13:33: force \"Red\": \"Musarl Cruiser\" is a warship, expected only other units aboard",
        ),
        (
            r#"["White Asura", { unit = "Musarl Cruiser", aboard = "Musarl Cruiser" }]"#,
            "13:25: force \"Red\": aboard nothing, expected a warship of the force",
        ),
        (
            r#"["Musarl Cruiser", { unit = "Dervish", aboard = "Musarl Cruiser", at = [6, 2] }]"#,
            "13:28: force \"Red\": aboard a ship, expected neither `reserve` nor `at` with it",
        ),
    ];
    for (units, message) in cases {
        assert_eq!(problems(units), [format!("test.toml:{message}")], "{units}");
    }
}

#[test]
fn something_must_start_on_the_table() {
    let message = "test.toml:13:9: force \"Red\": every unit is in reserve or aboard, expected at least one on the table";
    assert_eq!(
        problems(r#"[{ unit = "Green Viking", count = 2, reserve = true }]"#),
        [message]
    );
    assert_eq!(
        problems(
            r#"[{ unit = "Musarl Cruiser", reserve = true }, { unit = "Dervish", aboard = "Musarl Cruiser" }]"#
        ),
        [message]
    );
    assert_eq!(
        problems(r#"["White Asura", { unit = "Dervish", reserve = true, at = [6, 2] }]"#),
        ["test.toml:13:25: force \"Red\": in reserve, expected no place on the table"]
    );
}

#[test]
fn at_most_thirty_models_and_the_points_agreed() {
    // 30 Maser Tanks at 60 cost 1800: 300 over.
    assert_eq!(
        problems(r#"[{ unit = "Maser Tank", count = 30 }]"#),
        ["test.toml:13:9: force \"Red\": costs 1800 points, 300 over the limit of 1500"]
    );
    assert_eq!(
        problems(r#"[{ unit = "Maser Tank", count = 25 }]"#),
        [""; 0]
    );
    assert_eq!(
        problems(
            r#"[{ unit = "Maser Tank", count = 28 }, { unit = "Maser Tank", count = 3, squad = true }]"#
        ),
        ["test.toml:13:9: force \"Red\": 31 models, expected 1 to 30 a side"]
    );
    assert_eq!(
        problems(r#"[{ unit = "Maser Tank", count = 31 }]"#),
        ["test.toml:13:41: force \"Red\": `count` is 31, expected a whole number from 1 to 30"]
    );
    assert_eq!(
        problems("[]"),
        [
            "test.toml:13:9: force \"Red\": `units` is an array, expected an array of units, each a name or a table such as { unit = \"Green Viking\", count = 3 }"
        ]
    );
}

#[test]
fn units_are_placed_where_they_can_stand() {
    let cases = [
        (
            "White Asura",
            "[13, 2]",
            "[13, 2] is off the table, expected columns 0 to 12 and rows 0 to 12",
        ),
        (
            "White Asura",
            "[6, 4]",
            "[6, 4] is outside its deployment zone, expected rows 0 to 3",
        ),
        (
            "White Asura",
            "[3, 2]",
            "[3, 2] is on High Ground \"Block\", expected a place below",
        ),
        (
            "White Asura",
            "[4, 2]",
            "[4, 2] is in deep water \"Lake\", expected a unit that flies or is amphibious",
        ),
        (
            "White Asura",
            "[5, 2]",
            "[5, 2] is inside \"Wall\", expected a place outside solid terrain",
        ),
    ];
    for (unit, at, message) in cases {
        let units = format!("[{{ unit = \"{unit}\", at = {at} }}]");
        assert_eq!(
            problems(&units),
            [format!("test.toml:13:10: force \"Red\": {message}")]
        );
    }
    for unit in ["Night Jackal", "Trident Drake"] {
        assert_eq!(
            force(&format!("[{{ unit = \"{unit}\", at = [4, 2] }}]")).entries[0].at,
            Some((4, 2))
        );
    }
    // The far side's zone is rows 9 to 12.
    let blue = BATTLE.replace("[6, 10]", "[6, 8]");
    assert_eq!(
        parse(&blue).expect_err("outside"),
        [
            "test.toml:17:10: force \"Blue\": [6, 8] is outside its deployment zone, expected rows 9 to 12"
        ]
    );
}

#[test]
fn places_are_taken_once() {
    assert_eq!(
        problems(r#"[{ unit = "White Asura", at = [6, 2] }, { unit = "Dervish", at = [6, 2] }]"#),
        [
            "test.toml:13:49: force \"Red\": [6, 2] is already taken by \"White Asura\", expected a place of its own"
        ]
    );
    assert_eq!(
        problems(r#"[{ unit = "Dervish", count = 2, at = [6, 2] }]"#),
        [
            "test.toml:13:46: force \"Red\": one place for 2 units, expected `at` with one unit or squad"
        ]
    );
    // Without zones both sides may stand anywhere, but not on each other.
    let open =
        red(r#"[{ unit = "White Asura", at = [6, 10] }]"#).replace("{ zone = 4 }", "\"alternate\"");
    assert_eq!(
        parse(&open).expect_err("on each other"),
        [
            "test.toml:17:10: force \"Blue\": [6, 10] is already taken by \"White Asura\", expected a place of its own"
        ]
    );
}

#[test]
fn a_zone_must_have_room() {
    // Four columns, one row, a wall in it: three places for four models.
    let narrow = r#"summary = "Narrow"
table = { width = 4, depth = 9 }
deployment = { zone = 1 }
terrain = [{ name = "Wall", kind = "wall", hexes = [[0, 0]] }]

[[force]]
name = "Red"
units = [{ unit = "Green Viking", count = 4 }]

[[force]]
name = "Blue"
units = [{ unit = "Green Viking", count = 4 }]
"#;
    assert_eq!(
        parse(narrow).expect_err("no room"),
        [
            "test.toml:8:9: force \"Red\": 4 models deploy into a zone where 3 can stand, expected room for all"
        ]
    );
    let waiting = narrow.replacen(
        "[{ unit = \"Green Viking\", count = 4 }]",
        "[\"Green Viking\", { unit = \"Green Viking\", count = 3, reserve = true }]",
        1,
    );
    assert!(parse(&waiting).is_ok());
    // In turn both forces share the table.
    let shared = narrow.replacen("deployment = { zone = 1 }", "deployment = \"alternate\"", 1);
    assert_ne!(shared, narrow);
    assert!(parse(&shared).is_ok());
    let crowded = shared.replace("count = 4", "count = 18");
    let message = "36 models deploy in turn on a table where 35 can stand, expected room for all";
    assert_eq!(
        parse(&crowded).expect_err("no room"),
        [
            format!("test.toml:8:9: force \"Red\": {message}"),
            format!("test.toml:12:9: force \"Blue\": {message}")
        ]
    );
}

#[test]
fn unknown_fields_of_a_force_are_refused() {
    assert_eq!(
        problems(r#"[{ unit = "White Asura", reserves = true }]"#),
        ["test.toml:13:34: force \"Red\": unknown field `reserves`; did you mean `reserve`?"]
    );
    assert_eq!(
        problems("[{ count = 2 }]"),
        ["test.toml:13:10: force \"Red\": missing `unit`, expected the name of a unit"]
    );
    assert_eq!(
        problems("[7]"),
        ["test.toml:13:10: force \"Red\": `units` is 7, expected text in quotes"]
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
    assert_eq!(
        army(&ARMY.replace("\"Dervish\", {", "\"Dervich\", {")).expect_err("unknown"),
        ["army.toml:3:10: army \"Grey\": no unit named \"Dervich\"; did you mean \"Dervish\"?"]
    );
    assert_eq!(
        army(
            &ARMY
                .replace("count = 2", "count = 2, reserve = true")
                .replace(
                    "\"Dervish\", {",
                    "{ unit = \"Dervish\", reserve = true }, {"
                )
        )
        .expect_err("nobody there"),
        [
            "army.toml:3:9: army \"Grey\": every unit is in reserve or aboard, expected at least one on the table"
        ]
    );
    let syntax = army("name = \n").expect_err("syntax");
    assert!(syntax[0].starts_with("army.toml:1:"), "{syntax:?}");
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

    let swapped = |text: &str| {
        let problems =
            catalogue.scenario_with_armies(&battle, [&grey, &SourceFile::new("other.toml", text)]);
        let problems = problems.err().unwrap_or_default();
        problems.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    // 1500 points: four Behemoths at 650 and a Dervish (Frame 2 Performance 5: 145) cost 2745.
    let rich = ARMY.replace(
        "\"Green Viking\", count = 2",
        "\"Basalt Behemoth\", count = 4",
    );
    assert_eq!(
        swapped(&rich),
        ["other.toml:3:9: army \"Grey\": costs 2745 points, 1245 over the limit of 1500"]
    );
    assert_eq!(
        swapped(&ARMY.replace("commander = \"Dervish\"\n", "")),
        ["other.toml:2:9: army \"Grey\": no Commander, expected one as the other force has one"]
    );
    // Side B deploys in rows 9 to 12.
    assert_eq!(
        swapped(&ARMY.replace("[\"Dervish\", ", "[{ unit = \"Dervish\", at = [6, 1] }, ")),
        [
            "other.toml:3:10: army \"Grey\": [6, 1] is outside its deployment zone, expected rows 9 to 12"
        ]
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
    assert_eq!(check_forces(&scenario), []);
    scenario.forces[1].entries[0].at = Some((6, 0));
    scenario.forces[0].commander = Some(7);
    scenario.forces[0].entries[0].models =
        vec![catalogue.find("Maser Tank").expect("shipped").clone(); 4];
    let found = check_forces(&scenario);
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
    assert!(check_forces(&scenario)[0].message.starts_with("0 models"));
}
