//! Tags of weapons and abilities of units: what they read as, and what is refused where.

use equipoise_mechastellar::catalogue::{Catalogue, Problem, SourceFile};
use equipoise_mechastellar::{
    Barrier, BarrierArc, Category, Effect, Mode, NoWear, Ship, Stops, Support, UnitProfile, Weapon,
};

/// A sound unit of 16 lines; further fields go to line 17 and on.
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
weapons = ["test"]
"#;

const SHOOTING: &str =
    "id = \"test\"\nname = \"Test\"\nkind = \"shooting\"\ndice = 6\nrange_in = 24\ndmg = 300\n";
const MELEE: &str =
    "id = \"test\"\nname = \"Test\"\nkind = \"melee\"\ndice = 6\nrange_in = 4\ndmg = 300\n";

/// The shipped profile model with one weapon more and one unit; also the lines before that
/// weapon.
fn dataset(weapon: &str, unit: &str) -> ([SourceFile; 3], usize) {
    let embedded = Catalogue::embedded();
    let [profiles, weapons, _] = embedded.sources() else {
        panic!("three files");
    };
    let lines = weapons.text.lines().count();
    let weapons = SourceFile::new(
        "weapons.toml",
        format!("{}[[weapon]]\n{weapon}", weapons.text),
    );
    let units = SourceFile::new("units.toml", unit.to_owned());
    ([profiles.clone(), weapons, units], lines)
}

fn parse(weapon: &str, unit: &str) -> UnitProfile {
    let catalogue = Catalogue::parse(&dataset(weapon, unit).0).expect("a sound dataset");
    catalogue.units()[0].clone()
}

fn weapon(fields: &str) -> Weapon {
    parse(fields, UNIT).weapons[0].clone()
}

fn unit(fields: &str) -> UnitProfile {
    parse(SHOOTING, &format!("{UNIT}{fields}"))
}

/// Problems as `line:column: message`; lines of the weapon count from its `[[weapon]]`.
fn problems(weapon: &str, unit: &str) -> Vec<String> {
    let (files, before) = dataset(weapon, unit);
    let found = Catalogue::parse(&files).err().unwrap_or_default();
    let place = |problem: &Problem| match problem.file.as_str() {
        "weapons.toml" => problem.line - before,
        _ => problem.line,
    };
    found
        .iter()
        .map(|p| format!("{}:{}: {}", place(p), p.column, p.message))
        .collect()
}

/// Problems of a weapon with one more line, which is line 8.
fn bad_weapon(base: &str, line: &str) -> Vec<String> {
    problems(&format!("{base}{line}\n"), UNIT)
}

/// Problems of the unit with one more line, which is line 17.
fn bad_unit(line: &str) -> Vec<String> {
    problems(SHOOTING, &format!("{UNIT}{line}\n"))
}

#[test]
fn every_tag_of_a_weapon_is_read() {
    let plain = weapon(SHOOTING);
    assert!(!plain.free && !plain.indirect && !plain.close_combat && !plain.crash);
    assert_eq!((plain.aoe, plain.remote), (None, None));
    assert_eq!((plain.effect, plain.support), (Effect::None, None));

    let shooting = weapon(&format!(
        "{SHOOTING}indirect = true\naoe = 3\nremote = 2\npen = 5\neffect = \"pull-target\"\nsupport = {{ attack = 2, defence = 1 }}\n"
    ));
    assert!(shooting.indirect);
    assert_eq!((shooting.aoe, shooting.remote), (Some(3), Some(2)));
    assert_eq!(shooting.effect, Effect::PullTarget);
    let both = Support {
        attack: 2,
        defence: 1,
        melee: false,
    };
    assert_eq!(shooting.support, Some(both));

    let melee = weapon(&format!(
        "{MELEE}crash = true\nclose_combat = true\npen = 5\neffect = \"push\"\n"
    ));
    assert!(melee.crash && melee.close_combat);
    assert_eq!(melee.effect, Effect::Push);
    for (name, effect) in [("stun", Effect::Stun), ("pull-self", Effect::PullSelf)] {
        let read = weapon(&format!("{MELEE}pen = 5\neffect = \"{name}\"\n"));
        assert_eq!(read.effect, effect);
    }
}

/// `ms10.support.free-attack`: Support ATK +1 to attacks of the weapon's own kind.
#[test]
fn a_free_attack_supports_its_own_kind() {
    let support = |attack, melee| {
        Some(Support {
            attack,
            defence: 0,
            melee,
        })
    };
    assert_eq!(
        weapon(&format!("{SHOOTING}free = true\n")).support,
        support(1, false)
    );
    assert_eq!(
        weapon(&format!("{MELEE}free = true\n")).support,
        support(1, true)
    );
    let printed = weapon(&format!(
        "{SHOOTING}free = true\nsupport = {{ attack = 2 }}\n"
    ));
    assert_eq!(printed.support, support(2, false));
    // A unit may carry a common weapon as a free attack.
    let own = UNIT.replace("[\"test\"]", "[{ id = \"test\", free = true }]");
    assert_eq!(parse(MELEE, &own).weapons[0].support, support(1, true));
}

#[test]
fn tags_out_of_range_say_the_range() {
    let cases = [
        (
            "aoe = 1",
            "7",
            "`aoe` is 1, expected a whole number from 2 to 5",
        ),
        (
            "aoe = 6",
            "7",
            "`aoe` is 6, expected a whole number from 2 to 5",
        ),
        (
            "remote = 6",
            "10",
            "`remote` is 6, expected a whole number from 0 to 5",
        ),
        ("free = 1", "8", "`free` is 1, expected true or false"),
        (
            "support = { attack = 3 }",
            "22",
            "`attack` is 3, expected a whole number from 0 to 2",
        ),
        (
            "support = { attack = 0 }",
            "11",
            "`support` gives nothing, expected `attack` or `defence` of 1 or 2",
        ),
        (
            "support = 1",
            "11",
            "`support` is 1, expected a table such as { attack = 1 }",
        ),
        (
            "effect = \"shove\"",
            "10",
            "`effect` is \"shove\", expected one of \"stun\", \"push\", \"pull-target\", \"pull-self\"",
        ),
    ];
    for (line, column, message) in cases {
        assert_eq!(
            bad_weapon(SHOOTING, line),
            [format!("8:{column}: weapon \"test\": {message}")]
        );
    }
    let unknown = bad_weapon(SHOOTING, "support = { attack = 1, meele = true }");
    assert_eq!(
        unknown,
        ["8:25: weapon \"test\": unknown field `meele`; did you mean `melee`?"]
    );
}

#[test]
fn tags_must_suit_the_weapon() {
    let cases = [
        (
            MELEE,
            "indirect = true",
            "12: weapon \"test\": `indirect` needs a shooting weapon, found a melee one",
        ),
        (
            MELEE,
            "aoe = 2",
            "7: weapon \"test\": `aoe` needs a shooting weapon, found a melee one",
        ),
        (
            MELEE,
            "remote = 1",
            "10: weapon \"test\": `remote` needs a shooting weapon, found a melee one",
        ),
        (
            SHOOTING,
            "crash = true",
            "9: weapon \"test\": `crash` needs a melee weapon, found a shooting one",
        ),
        (
            SHOOTING,
            "close_combat = true",
            "16: weapon \"test\": `close_combat` needs a melee weapon, found a shooting one",
        ),
        (
            SHOOTING,
            "effect = \"stun\"",
            "10: weapon \"test\": `effect` follows a failed armour save, expected `pen` beside it",
        ),
        (
            MELEE,
            "support = { attack = 1 }",
            "11: weapon \"test\": `support` of a melee weapon serves melee, expected `melee = true` in it",
        ),
    ];
    for (base, line, message) in cases {
        assert_eq!(bad_weapon(base, line), [format!("8:{message}")]);
    }
    assert_eq!(
        bad_weapon(SHOOTING, "free = true\nremote = 1"),
        [
            "9:10: weapon \"test\": `remote` contradicts the other of `remote` and `free`: Momentum pays for a remote attack"
        ]
    );
    assert_eq!(
        bad_weapon(MELEE, "free = true\ncrash = true"),
        [
            "9:9: weapon \"test\": `crash` contradicts the other of `crash` and `free`: a Crash spends the Combat Action"
        ]
    );
    assert_eq!(
        bad_weapon(SHOOTING, "support = { defence = 1 }\nfree = true"),
        [
            "8:11: weapon \"test\": `support` makes a free attack whose support must add to attacks of its own kind"
        ]
    );
}

#[test]
fn overrides_are_checked_where_they_stand() {
    let carried = |fields: &str| {
        let own = UNIT.replace("[\"test\"]", &format!("[{{ id = \"test\", {fields} }}]"));
        problems(SHOOTING, &own)
    };
    assert_eq!(
        carried("crash = true"),
        ["16:35: unit \"Test Type\": `crash` needs a melee weapon, found a shooting one"]
    );
    assert_eq!(carried("pen = 5, effect = \"push\""), [""; 0]);
}

#[test]
fn every_ability_of_a_unit_is_read() {
    let plain = unit("");
    assert!(!plain.aircraft && !plain.amphibious && !plain.ambush);
    assert_eq!((plain.barrier, plain.ship), (None, None));
    assert_eq!(plain.modes, []);

    let able = unit(
        "aircraft = true\namphibious = true\nambush = true\n\
         barrier = { strength = 5, arc = \"front\", stops = [\"energy\", \"melee\"], no_wear = { category = \"energy\", pen_below = 7 } }\n",
    );
    assert!(able.aircraft && able.amphibious && able.ambush);
    let barrier = Barrier {
        strength: 5,
        arc: BarrierArc::Front,
        stops: vec![Stops::Energy, Stops::Melee],
        no_wear: Some(NoWear {
            category: Category::Energy,
            pen_below: 7,
        }),
    };
    assert_eq!(able.barrier, Some(barrier));
}

#[test]
fn modes_are_changes_to_the_printed_profile() {
    let two = unit(
        "modes = [\n{ name = \"Flyer\", move_in = 3, melee_def_target = 7, fly = true },\n\
         { name = \"Siege\", move_in = -4, shooting_bonus = 2, melee_bonus = -1, evade_bonus = -2, melee_def_bonus = 1, evade_target = 6 },\n]\n",
    );
    let flyer = Mode {
        name: "Flyer".to_owned(),
        move_in: 3,
        evade_bonus: 0,
        melee_def_bonus: 0,
        shooting_bonus: 0,
        melee_bonus: 0,
        evade_target: None,
        melee_def_target: Some(7),
        fly: true,
    };
    let siege = Mode {
        name: "Siege".to_owned(),
        move_in: -4,
        evade_bonus: -2,
        melee_def_bonus: 1,
        shooting_bonus: 2,
        melee_bonus: -1,
        evade_target: Some(6),
        melee_def_target: None,
        fly: false,
    };
    assert_eq!(two.modes, [flyer, siege]);
}

#[test]
fn warships_and_only_warships_have_ship() {
    let ship =
        |fields: &str| UNIT.replace("mech-suit", "warship") + &format!("ship = {{ {fields} }}\n");
    // Units aboard launch 8 in from the ship and one is repaired unless the profile says more.
    let plain = Ship {
        catapult_in: 8,
        repair_hp: 500,
        repair_bay: 1,
    };
    assert_eq!(parse(SHOOTING, &ship("repair_hp = 500")).ship, Some(plain));
    let large = Ship {
        catapult_in: 16,
        repair_hp: 1000,
        repair_bay: 3,
    };
    assert_eq!(
        parse(
            SHOOTING,
            &ship("catapult_in = 16, repair_hp = 1000, repair_bay = 3")
        )
        .ship,
        Some(large)
    );
    assert_eq!(
        problems(SHOOTING, &ship("catapult_in = 4, repair_hp = 550")),
        [
            "17:24: unit \"Test Type\": `catapult_in` is 4, expected a whole number from 8 to 40",
            "17:39: unit \"Test Type\": `repair_hp` is 550, expected a multiple of 100 from 0 to 5000"
        ]
    );
    assert_eq!(
        problems(SHOOTING, &UNIT.replace("mech-suit", "warship")),
        [
            "1:1: unit \"Test Type\": missing `ship`, expected a table such as { catapult_in = 8, repair_hp = 500, repair_bay = 1 } for a warship"
        ]
    );
    assert_eq!(
        bad_unit("ship = { repair_hp = 500 }"),
        [
            "17:8: unit \"Test Type\": `ship` does not belong to this kind of unit, expected a warship"
        ]
    );
    // Neither ships nor vehicles have one of the three pools of points.
    for kind in ["vehicle", "super-robot"] {
        let boosted = UNIT.replace("mech-suit", kind) + "boost = 1\n";
        let found = problems(SHOOTING, &boosted);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("`boost` does not belong to this kind of unit"));
    }
}

#[test]
fn barriers_are_checked() {
    let cases = [
        (
            "barrier = { strength = 21, arc = \"all\", stops = [\"energy\"] }",
            "24: unit \"Test Type\": `strength` is 21, expected a whole number from 1 to 20",
        ),
        (
            "barrier = { strength = 5, arc = \"180\", stops = [\"energy\"] }",
            "33: unit \"Test Type\": `arc` is \"180\", expected one of \"all\", \"front\"",
        ),
        (
            "barrier = { strength = 5, arc = \"all\", stops = [] }",
            "48: unit \"Test Type\": `stops` is an array, expected an array of at least one of \"kinetic\", \"energy\", \"explosive\", \"melee\"",
        ),
        (
            "barrier = { strength = 5, arc = \"all\", stops = [\"energy\", \"energy\"] }",
            "59: unit \"Test Type\": `stops` is \"energy\", expected each kind of attack once",
        ),
        (
            "barrier = { strength = 5, arc = \"all\", stops = [\"energy\"], no_wear = { category = \"kinetic\", pen_below = 7 } }",
            "70: unit \"Test Type\": `no_wear` names attacks that the barrier does not stop, expected a category of `stops`",
        ),
        (
            "barrier = { strength = 5, arc = \"all\", stops = [\"energy\"], no_wear = { category = \"energy\", pen_below = 0 } }",
            "105: unit \"Test Type\": `pen_below` is 0, expected a whole number from 1 to 14",
        ),
    ];
    for (line, message) in cases {
        assert_eq!(bad_unit(line), [format!("17:{message}")]);
    }
}

#[test]
fn modes_must_keep_the_unit_within_the_legal_ranges() {
    let cases = [
        (
            "move_in = -10",
            "in mode \"M\" move_in is -1, expected a whole number from 0 to 40",
        ),
        // Evade is 8d10+3 with S1 inside: 3 - 5 is -2, and -3 without the shield; both legal.
        // Melee DEF +5 + 5 is 10. HITS 5 + 5 = 10. None of these leaves its range.
        (
            "shooting_bonus = 6",
            "`shooting_bonus` is 6, expected a whole number from -5 to 5",
        ),
        (
            "evade_target = 11",
            "`evade_target` is 11, expected a whole number from 2 to 10",
        ),
    ];
    for (fields, message) in cases {
        let found = bad_unit(&format!("modes = [{{ name = \"M\", {fields} }}]"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].ends_with(message), "{found:?}");
    }
    assert_eq!(
        bad_unit("modes = [{ name = \"M\" }]"),
        ["17:10: unit \"Test Type\": mode \"M\" changes nothing, expected a benefit or a drawback"]
    );
    // Evade 0 with S1 inside: 0 - 5 is legal, -6 without the shield is not.
    let weak = UNIT.replace("8d10+3", "8d10+0") + "modes = [{ name = \"M\", evade_bonus = -5 }]\n";
    assert_eq!(
        problems(SHOOTING, &weak),
        [
            "17:10: unit \"Test Type\": in mode \"M\" the evade bonus without shields is -6, expected a whole number from -5 to 15"
        ]
    );
    // 11 of the machine and 5 of the mode.
    let strong = UNIT.replace("shooting_bonus = 5", "shooting_bonus = 11")
        + "modes = [{ name = \"M\", shooting_bonus = 5 }]\n";
    assert_eq!(
        problems(SHOOTING, &strong),
        [
            "17:10: unit \"Test Type\": in mode \"M\" the HITS of \"Test\" is 16, expected a whole number from -5 to 15"
        ]
    );
    let twice = "modes = [{ name = \"M\", fly = true }, { name = \"M\", move_in = 1 }]";
    assert_eq!(
        bad_unit(twice),
        ["17:38: unit \"Test Type\": a second mode named \"M\", expected names to differ"]
    );
    assert_eq!(
        bad_unit("modes = []"),
        ["17:9: unit \"Test Type\": 0 modes, expected 1 to 3"]
    );
}

#[test]
fn the_profile_model_makes_no_ships() {
    let embedded = Catalogue::embedded();
    let mut files = embedded.sources().to_vec();
    files[0].text =
        files[0]
            .text
            .replacen("unit_type = \"mech-suit\"", "unit_type = \"warship\"", 1);
    let found = Catalogue::parse(&files).err().unwrap_or_default();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        found[0].message,
        "[machine]: `unit_type` is \"warship\", expected one of \"mech-suit\", \"super-robot\", \"kaiju\", \"super-heavy\""
    );
}
