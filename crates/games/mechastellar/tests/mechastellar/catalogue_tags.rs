//! Tags of weapons and abilities of units: what they read as. `broken.rs` holds what is refused.

use equipoise_mechastellar::catalogue::{Catalogue, SourceFile};
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

/// The shipped profile model with one weapon more and one unit.
fn dataset(weapon: &str, unit: &str) -> [SourceFile; 3] {
    let embedded = Catalogue::embedded();
    let [profiles, weapons, _] = embedded.sources() else {
        panic!("three files");
    };
    let weapons = SourceFile::new(
        "weapons.toml",
        format!("{}[[weapon]]\n{weapon}", weapons.text),
    );
    let units = SourceFile::new("units.toml", unit.to_owned());
    [profiles.clone(), weapons, units]
}

fn parse(weapon: &str, unit: &str) -> UnitProfile {
    let catalogue = Catalogue::parse(&dataset(weapon, unit)).expect("a sound dataset");
    catalogue.units()[0].clone()
}

fn weapon(fields: &str) -> Weapon {
    parse(fields, UNIT).weapons[0].clone()
}

fn unit(fields: &str) -> UnitProfile {
    parse(SHOOTING, &format!("{UNIT}{fields}"))
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
fn a_warship_reads_its_ship() {
    let ship =
        |fields: &str| UNIT.replace("mech-suit", "warship") + &format!("ship = {{ {fields} }}\n");
    // Units aboard launch 8 in from the ship and one is repaired unless the profile says more.
    let plain = Ship {
        catapult_in: 8,
        repair_hp: 500,
        repair_bay: 1,
        actions: 1,
    };
    assert_eq!(parse(SHOOTING, &ship("repair_hp = 500")).ship, Some(plain));
    let large = Ship {
        catapult_in: 16,
        repair_hp: 1000,
        repair_bay: 3,
        actions: 1,
    };
    assert_eq!(
        parse(
            SHOOTING,
            &ship("catapult_in = 16, repair_hp = 1000, repair_bay = 3")
        )
        .ship,
        Some(large)
    );
}
