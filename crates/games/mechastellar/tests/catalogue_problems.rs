//! Every kind of mistake in a dataset is reported with its place and in plain words.

use equipoise_mechastellar::catalogue::{Catalogue, SourceFile};

/// A sound unit; its lines are numbered in the tests below.
const UNIT: &str = r#"[[unit]]
name = "Test Type"
unit_type = "mech-suit"
frame = 3
performance = 5
role = "versatile"
tier = "ace"
hp = 4100
move_in = 9
sensors_in = 16
evade = "8d10+3"
melee_def = "6d10+5"
shooting_bonus = 5
melee_bonus = 5
shields = ["S1"]
boost = 1
weapons = ["beam-rifle", { id = "beam-saber", dice = 7 }]
"#;

/// A file of the shipped dataset.
fn shipped(name: &str) -> SourceFile {
    let catalogue = Catalogue::embedded();
    catalogue
        .sources()
        .iter()
        .find(|file| file.name == name)
        .expect("a shipped file")
        .clone()
}

fn with_units(text: &str) -> Vec<SourceFile> {
    vec![
        shipped("profiles.toml"),
        shipped("weapons.toml"),
        SourceFile::new("units.toml", text),
    ]
}

/// Problems as the user reads them; none for a sound dataset.
fn problems(files: &[SourceFile]) -> Vec<String> {
    let problems = Catalogue::parse(files).err().unwrap_or_default();
    problems.iter().map(ToString::to_string).collect()
}

/// Problems of the test unit with one piece of text replaced.
fn unit(from: &str, to: &str) -> Vec<String> {
    assert_eq!(UNIT.matches(from).count(), 1, "{from:?} must occur once");
    problems(&with_units(&UNIT.replace(from, to)))
}

/// Problems of a shipped file with its first occurrence of a piece of text replaced.
fn spoilt(name: &str, from: &str, to: &str) -> Vec<String> {
    let mut files: Vec<_> = Catalogue::FILES.iter().map(|name| shipped(name)).collect();
    let file = files
        .iter_mut()
        .find(|file| file.name == name)
        .expect("a shipped file");
    assert!(file.text.contains(from), "{name} has no {from:?}");
    file.text = file.text.replacen(from, to, 1);
    problems(&files)
}

/// Problems of one more weapon; line 1 is its `[[weapon]]`.
fn weapon(fields: &str) -> Vec<String> {
    let mut weapons = shipped("weapons.toml");
    let before = weapons.text.lines().count();
    weapons.text.push_str("[[weapon]]\n");
    weapons.text.push_str(fields);
    let files = [
        shipped("profiles.toml"),
        weapons,
        SourceFile::new("units.toml", UNIT),
    ];
    let problems = Catalogue::parse(&files).err().unwrap_or_default();
    let relative = |line: usize| line - before;
    problems
        .iter()
        .map(|problem| {
            format!(
                "{}:{}: {}",
                relative(problem.line),
                problem.column,
                problem.message
            )
        })
        .collect()
}

const SOUND_WEAPON: &str =
    "id = \"test\"\nname = \"Test\"\nkind = \"shooting\"\ndice = 6\nrange_in = 24\ndmg = 300\n";

#[test]
fn the_test_unit_and_weapon_are_sound() {
    assert_eq!(problems(&with_units(UNIT)), [""; 0]);
    assert_eq!(weapon(SOUND_WEAPON), [""; 0]);
}

#[test]
fn an_unknown_field_is_refused_where_it_stands() {
    assert_eq!(
        unit("boost = 1", "boots = 1"),
        ["units.toml:16:1: unit \"Test Type\": unknown field `boots`; did you mean `boost`?"]
    );
    let far = unit("boost = 1", "colour = \"red\"");
    assert_eq!(far.len(), 1);
    assert!(
        far[0].starts_with(
            "units.toml:16:1: unit \"Test Type\": unknown field `colour`; expected one of `name`,"
        ),
        "{far:?}"
    );
}

#[test]
fn a_missing_field_is_reported_at_its_entry() {
    assert_eq!(
        unit("hp = 4100\n", ""),
        [
            "units.toml:1:1: unit \"Test Type\": missing `hp`, expected a multiple of 100 from 100 to 60000"
        ]
    );
}

#[test]
fn values_out_of_range_say_the_range() {
    let cases = [
        (
            "frame = 3",
            "frame = 6",
            "4:9",
            "`frame` is 6, expected a whole number from 1 to 5",
        ),
        (
            "performance = 5",
            "performance = 11",
            "5:15",
            "`performance` is 11, expected a whole number from 0 to 10",
        ),
        (
            "hp = 4100",
            "hp = 0",
            "8:6",
            "`hp` is 0, expected a multiple of 100 from 100 to 60000",
        ),
        (
            "hp = 4100",
            "hp = 4150",
            "8:6",
            "`hp` is 4150, expected a multiple of 100 from 100 to 60000",
        ),
        (
            "move_in = 9",
            "move_in = -1",
            "9:11",
            "`move_in` is -1, expected a whole number from 0 to 40",
        ),
        (
            "sensors_in = 16",
            "sensors_in = [24, 61]",
            "10:19",
            "`sensors_in` is 61, expected a whole number from 0 to 60",
        ),
        (
            "shooting_bonus = 5",
            "shooting_bonus = 16",
            "13:18",
            "`shooting_bonus` is 16, expected a whole number from -5 to 15",
        ),
        (
            "boost = 1",
            "boost = 7",
            "16:9",
            "`boost` is 7, expected a whole number from 1 to 6",
        ),
        (
            "dice = 7",
            "dice = 15",
            "17:54",
            "`dice` is 15, expected a whole number from 1 to 14",
        ),
    ];
    for (from, to, place, message) in cases {
        assert_eq!(
            unit(from, to),
            [format!("units.toml:{place}: unit \"Test Type\": {message}")]
        );
    }
}

#[test]
fn values_of_the_wrong_kind_say_what_was_found() {
    let cases = [
        (
            "hp = 4100",
            "hp = \"many\"",
            "8:6",
            "`hp` is \"many\", expected a multiple of 100 from 100 to 60000",
        ),
        (
            "hp = 4100",
            "hp = 4100.0",
            "8:6",
            "`hp` is 4100.0, expected a multiple of 100 from 100 to 60000",
        ),
        (
            "tier = \"ace\"",
            "tier = \"aces\"",
            "7:8",
            "`tier` is \"aces\", expected one of \"basic\", \"battle-tested\", \"skilled\", \"ace\"",
        ),
        (
            "\"mech-suit\"",
            "\"submarine\"",
            "3:13",
            "`unit_type` is \"submarine\", expected one of \"mech-suit\", \"super-robot\", \"kaiju\", \"super-heavy\", \"warship\", \"vehicle\"",
        ),
        (
            "boost = 1",
            "fly = \"yes\"",
            "16:7",
            "`fly` is \"yes\", expected true or false",
        ),
        (
            "\"Test Type\"",
            "\" Test\"",
            "2:8",
            "`name` is \" Test\", expected a name of 1 to 60 characters without blanks around it",
        ),
    ];
    for (from, to, place, message) in cases {
        let found = unit(from, to);
        let name = if to == "\" Test\"" {
            " Test"
        } else {
            "Test Type"
        };
        assert_eq!(
            found,
            [format!("units.toml:{place}: unit \"{name}\": {message}")]
        );
    }
}

#[test]
fn bad_dice_and_shields_show_the_notation() {
    for wrong in ["8d6+3", "15d10", "8d10+16", "8+3", "8d10 + 3"] {
        let expected = format!(
            "units.toml:11:9: unit \"Test Type\": `evade` is \"{wrong}\", expected a pool such as \"8d10+2\" with 0 to 14 dice and a bonus from -5 to 15"
        );
        assert_eq!(unit("8d10+3", wrong), [expected]);
    }
    assert_eq!(
        unit("\"S1\"", "\"S5\""),
        [
            "units.toml:15:12: unit \"Test Type\": `shields` is \"S5\", expected \"S1\" to \"S4\" or \"MD1\" to \"MD4\""
        ]
    );
}

#[test]
fn shields_must_be_inside_the_defences() {
    // Losing both leaves Evade at 8 + 8 = 16 dice.
    assert_eq!(
        unit("[\"S1\"]", "[\"S4\", \"S4\"]"),
        [
            "units.toml:15:11: unit \"Test Type\": losing the shields leaves an illegal defence, expected their values inside `evade` and `melee_def`"
        ]
    );
}

#[test]
fn an_unknown_weapon_brings_the_nearest_ids() {
    assert_eq!(
        unit("\"beam-rifle\"", "\"beam-rifel\""),
        [
            "units.toml:17:12: unit \"Test Type\": there is no weapon \"beam-rifel\"; did you mean \"beam-rifle\"?"
        ]
    );
    assert_eq!(
        unit("id = \"beam-saber\"", "id = \"excalibur\""),
        [
            "units.toml:17:33: unit \"Test Type\": there is no weapon \"excalibur\"; expected an id of weapons.toml"
        ]
    );
}

#[test]
fn weapons_of_a_unit_must_have_names_of_their_own() {
    assert_eq!(
        unit("[\"beam-rifle\", ", "[\"beam-rifle\", \"beam-rifle\", "),
        [
            "units.toml:17:26: unit \"Test Type\": a second weapon named \"Beam Rifle\", expected a `name` of its own"
        ]
    );
}

#[test]
fn weapons_must_suit_their_bearer() {
    assert_eq!(
        unit("\"beam-rifle\"", "\"furnace-blaster\""),
        [
            "units.toml:17:12: unit \"Test Type\": \"Furnace Blaster\" costs 1 Power or Havoc, expected a unit that has them, found 0"
        ]
    );
    // 11 of the weapon and 5 of the machine.
    assert_eq!(
        unit("dice = 7", "bonus = 11"),
        [
            "units.toml:17:26: unit \"Test Type\": \"Beam Saber\" totals 16 HITS, expected a whole number from -5 to 15"
        ]
    );
}

#[test]
fn each_kind_of_unit_has_its_own_pool_of_points() {
    assert_eq!(
        unit("boost = 1", "havoc = 1"),
        [
            "units.toml:16:9: unit \"Test Type\": `havoc` does not belong to this kind of unit, expected boost for mech-suit, power for super-robot, havoc for kaiju and super-heavy"
        ]
    );
}

#[test]
fn names_differ_in_more_than_case_and_are_no_coordinates() {
    let twice = format!("{UNIT}\n{}", UNIT.replace("Test Type", "TEST TYPE"));
    // The unit takes 17 lines and a blank follows, so its twin's name stands in line 20.
    assert_eq!(
        problems(&with_units(&twice)),
        [
            "units.toml:20:8: unit \"TEST TYPE\": a second unit of this name, expected names to differ in more than case"
        ]
    );
    assert_eq!(
        unit("Test Type", "f3p5:SNIPER"),
        [
            "units.toml:2:8: unit \"f3p5:SNIPER\": `name` is \"f3p5:SNIPER\", expected a name that no generated profile has"
        ]
    );
}

#[test]
fn weapon_entries_are_checked() {
    assert_eq!(
        weapon(&SOUND_WEAPON.replace("dice = 6\n", "")),
        ["1:1: weapon \"test\": missing `dice`, expected a whole number from 1 to 14"]
    );
    assert_eq!(
        weapon(&SOUND_WEAPON.replace("dmg = 300", "dmg = 250")),
        ["7:7: weapon \"test\": `dmg` is 250, expected a multiple of 100 from 0 to 2000"]
    );
    assert_eq!(
        weapon(&SOUND_WEAPON.replace("\"test\"", "\"beam-rifle\"")),
        [
            "2:6: weapon \"beam-rifle\": a second weapon with the id \"beam-rifle\", expected ids to differ"
        ]
    );
    assert_eq!(
        weapon(&SOUND_WEAPON.replace("\"test\"", "\"Test Gun\"")),
        [
            "2:6: weapon \"Test Gun\": `id` is \"Test Gun\", expected lower-case letters, digits and hyphens"
        ]
    );
}

#[test]
fn rapid_fire_is_one_effect_within_range() {
    let with = |band: &str| weapon(&format!("{SOUND_WEAPON}rapid_fire = {band}\n"));
    assert_eq!(
        with("{ range_in = 32, dice = 1 }"),
        [
            "8:14: weapon \"test\": Rapid Fire reaches 32, expected no more than the weapon's range of 24"
        ]
    );
    assert_eq!(
        with("{ range_in = 16, dice = 1, hits = 1 }"),
        ["8:14: weapon \"test\": `rapid_fire` expects one of `dice` and `hits`"]
    );
    assert_eq!(
        with("{ range_in = 16, dice = 6 }"),
        ["8:38: weapon \"test\": `dice` is 6, expected a whole number from -5 to 5"]
    );
}

#[test]
fn the_profile_model_is_checked() {
    let twice = spoilt("profiles.toml", "level = 5", "level = 4");
    assert_eq!(twice.len(), 2, "{twice:?}");
    assert!(
        twice[0].ends_with("top level: missing frame 5, expected one [[frame]] each from 1 to 5")
    );
    assert!(
        twice[1].ends_with("frame 4: a second entry for this level, expected one each from 1 to 5")
    );

    let role = spoilt("profiles.toml", "name = \"sniper\"", "name = \"snipr\"");
    assert_eq!(role.len(), 1, "{role:?}");
    assert!(role[0].contains("`name` is \"snipr\", expected one of \"versatile\", \"sniper\""));

    let frames = spoilt("profiles.toml", "frames = [1, 2]", "frames = [1, 3]");
    assert_eq!(frames.len(), 1, "{frames:?}");
    assert!(
        frames[0].ends_with("role \"versatile\": 2 loadouts serve frame 3, expected exactly one")
    );

    let backwards = spoilt("profiles.toml", "frames = [1, 2]", "frames = [2, 1]");
    assert_eq!(backwards.len(), 1, "{backwards:?}");
    assert!(backwards[0].contains("`frames` runs from 2 to 1"));
}

#[test]
fn a_model_that_leaves_the_legal_range_names_the_profile() {
    // Frame 5 starts at 3,500 HP; 59,000 + 2 x 1,000 at Performance 8 leaves the range.
    let found = spoilt("profiles.toml", "hp = 3500", "hp = 59000");
    // One line per role, not one per profile.
    assert_eq!(found.len(), 10, "{found:?}");
    assert!(found[0].ends_with(
        "role \"versatile\": F5P8:versatile has hp 61000, expected a multiple of 100 from 100 to 60000"
    ));
}

#[test]
fn a_syntax_error_hides_nothing_in_other_files() {
    let files = [
        SourceFile::new("profiles.toml", "[machine]\nsize = = 0\n"),
        SourceFile::new("weapons.toml", "[[weapon]]\nid = \"a\"\n"),
        SourceFile::new("units.toml", UNIT.replace("hp = 4100", "hp = 1")),
    ];
    let found = problems(&files);
    let syntax: Vec<_> = found
        .iter()
        .filter(|p| p.contains("not valid TOML"))
        .collect();
    assert!(!syntax.is_empty());
    assert!(
        syntax[0].starts_with("profiles.toml:2:8: not valid TOML: "),
        "{syntax:?}"
    );
    assert!(
        found
            .iter()
            .any(|p| p.starts_with("weapons.toml:1:1: weapon \"a\": missing `kind`"))
    );
    assert!(
        found
            .iter()
            .any(|p| p.starts_with("units.toml:8:6: unit \"Test Type\": `hp` is 1,"))
    );
    // Weapons that exist are not called unknown because of mistakes elsewhere.
    assert!(
        found
            .iter()
            .any(|p| p.contains("there is no weapon \"beam-rifle\""))
    );
}

#[test]
fn weapons_are_not_called_unknown_when_their_file_cannot_be_read() {
    let files = [
        shipped("profiles.toml"),
        SourceFile::new("weapons.toml", "[[weapon]]\nid = beam-rifle\n"),
        SourceFile::new("units.toml", UNIT),
    ];
    let found = problems(&files);
    assert!(!found.is_empty());
    assert!(
        found
            .iter()
            .all(|p| p.starts_with("weapons.toml:2:6: not valid TOML")),
        "{found:?}"
    );
}

#[test]
fn all_mistakes_come_at_once_in_order() {
    let wrong = UNIT
        .replace("frame = 3", "frame = 0")
        .replace("tier = \"ace\"", "teir = \"ace\"")
        .replace("8d10+3", "8d8")
        .replace("\"beam-rifle\"", "\"beem-rifle\"")
        .replace("dice = 7", "dyce = 7");
    let found = problems(&with_units(&wrong));
    let places: Vec<_> = found
        .iter()
        .map(|p| p.split(' ').next().unwrap_or_default())
        .collect();
    assert_eq!(
        places,
        [
            "units.toml:1:1:",   // no tier
            "units.toml:4:9:",   // frame
            "units.toml:7:1:",   // teir
            "units.toml:11:9:",  // evade
            "units.toml:17:12:", // beem-rifle
            "units.toml:17:47:", // dyce
        ]
    );
}

#[test]
fn files_are_missing_unexpected_or_given_twice() {
    let missing = problems(&[shipped("profiles.toml"), shipped("weapons.toml")]);
    assert_eq!(
        missing,
        ["units.toml:1:1: file is missing, expected profiles.toml, weapons.toml, units.toml"]
    );
    let mut files = with_units(UNIT);
    files.push(SourceFile::new("unit.toml", ""));
    files.push(SourceFile::new("units.toml", ""));
    assert_eq!(
        problems(&files),
        [
            "unit.toml:1:1: unexpected file, expected profiles.toml, weapons.toml, units.toml",
            "units.toml:1:1: given twice, expected once",
        ]
    );
}

#[test]
fn folders_may_stand_before_the_names() {
    let files = [
        SourceFile::new("a/b/units.toml", UNIT.replace("4100", "1")),
        SourceFile {
            name: "c\\weapons.toml".to_owned(),
            ..shipped("weapons.toml")
        },
        shipped("profiles.toml"),
    ];
    let found = problems(&files);
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("a/b/units.toml:8:6: "), "{found:?}");
}

#[test]
fn an_empty_file_says_what_it_should_hold() {
    assert_eq!(
        problems(&with_units("")),
        ["units.toml:1:1: top level: missing `unit`, expected at least one [[unit]]"]
    );
    assert_eq!(
        problems(&with_units("unit = 3\n")),
        ["units.toml:1:8: top level: `unit` is 3, expected at least one [[unit]]"]
    );
}
