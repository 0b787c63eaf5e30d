//! Upgrades of the wargame that change the numbers of a profile: sensors, Performance, Warships.

use equipoise_engine::SourceFile;

use crate::catalogue::Catalogue;
use crate::data::profile::{Defence, Sensors, UnitProfile, UnitType, Upgrade};
use crate::data::upgrade::printed_performance;

/// A mech suit as an entry of `units.toml`.
const MECH: &str = r#"
[[unit]]
name = "Subject"
unit_type = "mech-suit"
frame = 3
performance = 4
role = "versatile"
tier = "basic"
hp = 3700
move_in = 8
sensors_in = 12
evade = "8d10+2"
melee_def = "6d10+3"
shooting_bonus = 3
melee_bonus = 4
points = 320
vp = 60
weapons = ["beam-rifle", "beam-saber"]
"#;

/// The entry with some of its lines replaced, each found by the field that it begins with, or added.
fn entry(lines: &[&str]) -> String {
    let mut text = MECH.to_owned();
    for line in lines {
        let (field, _) = line.split_once(" =").expect("FIELD = VALUE");
        let old = MECH
            .lines()
            .find(|old| old.starts_with(&format!("{field} =")));
        match old {
            Some(old) => text = text.replace(old, line),
            None => text = format!("{text}{line}\n"),
        }
    }
    text
}

/// The shipped dataset with further units, and with `per_crew_level` points a level of crew.
fn dataset(entries: &[String], per_crew_level: u16) -> Result<Catalogue, String> {
    let mut files = Catalogue::embedded().sources().to_vec();
    for file in &mut files {
        let rate = format!("per_crew_level = {per_crew_level}");
        match file.name.as_str() {
            "units.toml" => file.text += &entries.concat(),
            "profiles.toml" => file.text = file.text.replacen("per_crew_level = 0", &rate, 1),
            _ => {}
        }
    }
    Catalogue::parse(&files).map_err(|problems| {
        let messages = problems.into_iter().map(|problem| problem.message);
        messages.collect::<Vec<_>>().join("\n")
    })
}

/// The unit of an entry with upgrades, or why it may not have them.
pub(super) fn bought(lines: &[&str], upgrades: &[&str]) -> Result<UnitProfile, String> {
    bought_at(0, lines, upgrades)
}

fn bought_at(crew: u16, lines: &[&str], upgrades: &[&str]) -> Result<UnitProfile, String> {
    let field = format!("upgrades = {upgrades:?}");
    read(crew, &[lines, &[&field]].concat())
}

/// The unit of an entry, or what is wrong with it.
pub(super) fn entered(lines: &[&str]) -> Result<UnitProfile, String> {
    read(0, lines)
}

fn read(crew: u16, lines: &[&str]) -> Result<UnitProfile, String> {
    let catalogue = dataset(&[entry(lines)], crew)?;
    Ok(catalogue.find("Subject").expect("it was read").clone())
}

/// That the upgrades are refused, in words that hold all of these.
pub(super) fn refused(lines: &[&str], upgrades: &[&str], words: &[&str]) {
    let message = bought(lines, upgrades).expect_err("refused");
    for word in words {
        assert!(message.contains(word), "{word}: {message}");
    }
}

const fn both(range_in: u8) -> Sensors {
    Sensors::of(range_in, range_in)
}

pub(super) const KAIJU: &[&str] = &["unit_type = \"kaiju\"", "hp = 9000", "move_in = 6"];
pub(super) const ROBOT: &[&str] = &["unit_type = \"super-robot\""];
pub(super) const WARSHIP: &[&str] = &["unit_type = \"warship\"", "ship = { repair_hp = 700 }"];
pub(super) const UP: &str = "performance-upgrade";
pub(super) const DOWN: &str = "performance-reduction";

/// A kind of unit at another Frame and Performance.
pub(super) fn with<'a>(kind: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [kind, more].concat()
}

/// `ms93.upgrade.spend-excess`: 320 + 50 + 2 x 10 = 390; the base stays 320.
#[test]
fn upgrades_add_to_what_a_unit_costs() {
    let unit = bought(&[], &[UP, "advanced-sensors", "advanced-sensors"]).unwrap();
    assert_eq!((unit.points, unit.printed_points()), (390, 320));
    let none = bought(&[], &[]).unwrap();
    assert_eq!((none.points, none.printed_points()), (320, 320));
    // Without listed points the rates price the machine as it was: 5 x 9 + 25 x 4 = 145.
    let unlisted = entry(&["upgrades = [\"performance-upgrade\"]"]).replace("points = 320\n", "");
    let catalogue = dataset(&[unlisted], 0).unwrap();
    assert_eq!(catalogue.find("Subject").unwrap().points, 145 + 50);
    refused(
        &["points = 90"],
        &[DOWN, DOWN],
        &["Spending leftover points", "-10"],
    );
}

/// Names that are no upgrade, or none that is there, are refused.
#[test]
fn upgrades_are_known_by_name() {
    refused(
        &[],
        &["advanced-sensor"],
        &["did you mean \"advanced-sensors\"?"],
    );
    refused(&[], &["army-of-two"], &["did you mean \"army-of-one\"?"]);
    for &upgrade in Upgrade::ALL {
        let same = Upgrade::ALL
            .iter()
            .filter(|other| other.name() == upgrade.name());
        assert_eq!(same.count(), 1, "{upgrade:?}");
    }
}

/// `ms93.upgrade.advanced-sensors`: three times on 16 in: 16 + 3 x 2 = 22 in for 30 points. Both of two
/// ranges rise, and those of any kind of unit.
#[test]
fn advanced_sensors_see_two_inches_farther() {
    let thrice = ["advanced-sensors"; 3];
    let unit = bought(&["sensors_in = 16"], &thrice).unwrap();
    assert_eq!((unit.sensors, unit.points), (both(22), 350));
    let dual = bought(&["sensors_in = [24, 12]"], &["advanced-sensors"]).unwrap();
    assert_eq!(dual.sensors, Sensors::of(26, 14));
    for kind in [KAIJU, ROBOT, WARSHIP, &["unit_type = \"vehicle\""]] {
        assert_eq!(
            bought(kind, &["advanced-sensors"]).unwrap().sensors,
            both(14)
        );
    }
    refused(
        &["sensors_in = 58"],
        &thrice,
        &["Advanced Sensors", "Sensors would be 62"],
    );
}

/// `ms93.upgrade.warship-list`: of all upgrades a Warship may have Advanced Sensors, those of Performance and
/// crew, Repairs and the Reactor: with three Repairs 50 + 3 x 10 = 80 points.
#[test]
fn warships_may_have_few_upgrades() {
    let legal = [
        "advanced-sensors",
        UP,
        DOWN,
        "crew-upgrade",
        "warship-repairs",
        "warship-reactor",
    ];
    for name in legal {
        assert_eq!(
            bought(WARSHIP, &[name]).unwrap().upgrades.len(),
            1,
            "{name}"
        );
    }
    let allowed = [&legal[..], &["crew-downgrade"]].concat();
    for upgrade in Upgrade::ALL {
        let open = upgrade.terms().who.includes(UnitType::Warship);
        assert_eq!(open, allowed.contains(&upgrade.name()), "{upgrade:?}");
    }
    let mended = ["warship-repairs"; 3];
    let ship = bought(WARSHIP, &[&mended[..], &["warship-reactor"]].concat()).unwrap();
    assert_eq!(ship.points, ship.printed_points() + 80);
    let skilled = with(WARSHIP, &["tier = \"skilled\""]);
    assert!(bought(&skilled, &["crew-downgrade"]).is_ok());
    for name in [
        "havoc-plus-1",
        "widespread-havoc",
        "power-plus-1",
        "immensely-powerful",
        "anti-beam-coating",
        "seeking-shot",
    ] {
        let words = [
            "What Warships may take",
            "expected one of advanced-sensors",
            "warship-repairs",
        ];
        refused(WARSHIP, &[name], &words);
    }
    refused(
        &[],
        &["warship-repairs"],
        &["Warship Repairs Upgrade", "expected a warship"],
    );
    refused(
        &[],
        &["havoc-plus-1"],
        &["Havoc +1", "expected a kaiju or super-heavy"],
    );
    refused(
        KAIJU,
        &["immensely-powerful"],
        &["Immensely Powerful", "expected a super-robot"],
    );
}

/// `ms93.upgrade.performance-up`: Shooting 6d10+3 becomes +4, Evade 8d10+2 becomes +3, Melee +1 HIT and
/// +1 DEF; Performance 4 becomes 6, 50 points.
#[test]
fn performance_rises_by_two() {
    let unit = bought(&[], &[UP]).unwrap();
    assert_eq!(
        (unit.performance, printed_performance(&unit), unit.points),
        (6, 4, 370)
    );
    assert_eq!(unit.evade, Defence { dice: 8, bonus: 3 });
    assert_eq!(unit.melee_def, Defence { dice: 6, bonus: 4 });
    assert_eq!((unit.shooting_bonus, unit.melee_bonus), (4, 5));
    let pools = unit
        .weapons
        .iter()
        .map(|weapon| (weapon.dice, weapon.bonus));
    assert_eq!(pools.collect::<Vec<_>>(), [(6, 4), (6, 5)]);
}

/// `ms93.upgrade.performance-threshold`: HP, Sensors and inches per Move Action after each step.
#[test]
fn five_and_eight_bring_more() {
    // Moves are counted in inches a turn, of both Move Actions.
    let steps = |kind: &[&str], from: &str, name: &str| -> Vec<(u32, Sensors, u8)> {
        let unit = |count: usize| bought(&with(kind, &[from]), &vec![name; count]).unwrap();
        let units = (0..3).map(unit);
        units
            .map(|unit| {
                let turn_in = 2 * unit.move_in + u8::from(unit.half_inch);
                (unit.hp, unit.sensors, turn_in)
            })
            .collect()
    };
    let ups = |kind| steps(kind, "performance = 4", UP);
    assert_eq!(
        ups(&[]),
        [
            (3700, both(12), 16),
            (4700, both(14), 18),
            (5700, both(16), 20)
        ]
    );
    assert_eq!(
        ups(ROBOT),
        [
            (3700, both(12), 16),
            (5100, both(16), 16),
            (6500, both(20), 16)
        ]
    );
    // An inch a turn is half an inch of each Move Action.
    let giant = [
        (9000, both(12), 12),
        (11_000, both(14), 13),
        (13_000, both(16), 14),
    ];
    assert_eq!(ups(KAIJU), giant);
    let heavy = ["unit_type = \"super-heavy\"", "hp = 9000", "move_in = 6"];
    assert_eq!(ups(&heavy), giant);
    assert_eq!(
        ups(WARSHIP),
        [
            (3700, both(12), 16),
            (4700, both(20), 17),
            (5700, both(28), 18)
        ]
    );
    assert_eq!(ups(&["unit_type = \"vehicle\""]), [(3700, both(12), 16); 3]);
    // 5 to 7 crosses nothing, 7 to 9 crosses 8.
    let from_five = steps(&[], "performance = 5", UP);
    assert_eq!(
        from_five,
        [
            (3700, both(12), 16),
            (3700, both(12), 16),
            (4700, both(14), 18)
        ]
    );
    // Down from 9 to 7 to 5: below 8, but not below 5.
    let down = [
        (9000, both(12), 12),
        (7000, both(10), 11),
        (7000, both(10), 11),
    ];
    assert_eq!(steps(KAIJU, "performance = 9", DOWN), down);
    let below_five = steps(&[], "performance = 6", DOWN);
    assert_eq!(
        below_five,
        [
            (3700, both(12), 16),
            (2700, both(10), 14),
            (2700, both(10), 14)
        ]
    );
}

/// What is wrong with a duel of the first two units, its text changed.
fn faults_of(units: &[String], change: impl Fn(String) -> String) -> Vec<String> {
    let shipped = Catalogue::scenarios();
    let duel = shipped.into_iter().find(|(name, _)| *name == "open-duel");
    let text = duel.expect("it ships").1.text;
    let text = text
        .replace("\"White Asura\"", "\"Rookie\"")
        .replace("\"Blue Djinn\"", "\"Foe\"");
    let file = SourceFile::new("test.toml", change(text));
    let read = dataset(units, 0).unwrap().scenario(&file);
    let problems = read.err().unwrap_or_default().into_iter();
    problems.map(|problem| problem.message).collect()
}

/// `ms93.upgrade.superior-instincts`: a scenario refuses them on who is neither an Ace nor the Commander.
#[test]
fn instincts_are_an_aces_or_the_commanders() {
    let own = |tier: &str, name: &str, upgrades: &str| {
        let lines = [
            format!("name = \"{name}\""),
            format!("tier = \"{tier}\""),
            format!("upgrades = [{upgrades}]"),
        ];
        entry(&lines.each_ref().map(String::as_str))
    };
    let faults = |tier: &str, commands: bool| {
        let rookie = own(tier, "Rookie", "\"superior-instincts\"");
        let units = [rookie, own("ace", "Foe", "")];
        faults_of(&units, |text| match commands {
            true => text
                .replace(
                    "units = [\"Rookie\"]",
                    "units = [\"Rookie\"]\ncommander = \"Rookie\"",
                )
                .replace(
                    "units = [\"Foe\"]",
                    "units = [\"Foe\"]\ncommander = \"Foe\"",
                ),
            false => text,
        })
    };
    assert_eq!(faults("ace", false), [""; 0]);
    assert_eq!(faults("skilled", true), [""; 0]);
    let [refused] = faults("skilled", false).try_into().expect("one fault");
    assert!(
        refused.contains("expected an ace or the Commander"),
        "{refused}"
    );
}

/// `ms93.upgrade.performance-up-limit`: against a best of 9 Performance 4 rises to 6 and 8, not to 10.
/// Upgrades of the enemy do not raise the limit, and 10 is never passed.
#[test]
fn nobody_rises_above_the_enemys_best() {
    let named = |name: &str, performance: u8, ups: usize| {
        let (name, performance) = (
            format!("name = {name:?}"),
            format!("performance = {performance}"),
        );
        entry(&[
            &name,
            &performance,
            &format!("upgrades = {:?}", vec![UP; ups]),
        ])
    };
    let faults = |rookie: usize, enemy: u8, enemy_ups: usize| {
        let units = [named("Rookie", 4, rookie), named("Foe", enemy, enemy_ups)];
        faults_of(&units, |text| text)
    };
    assert_eq!(faults(0, 9, 0), [""; 0]);
    assert_eq!(faults(1, 9, 0), [""; 0]);
    assert_eq!(faults(2, 9, 0), [""; 0]);
    let [beyond] = faults(3, 9, 0).try_into().expect("one fault");
    assert!(beyond.contains("Performance Upgrade limit"), "{beyond}");
    assert!(
        beyond.contains("Performance 10 by upgrades, expected at most 9"),
        "{beyond}"
    );
    // The enemy's 6 of printed 4 is too much by itself, and no reason to rise.
    assert_eq!(faults(1, 4, 1).len(), 2);
    refused(
        &["performance = 9"],
        &[UP],
        &["Performance Upgrade limit", "would be 11"],
    );
}

/// `ms93.upgrade.performance-down`: 420 points with Performance 9 cost 370 with 7; Shooting 6d10+6
/// becomes +5, and the other bonuses go down by one.
#[test]
fn performance_falls_by_two() {
    let strong = ["performance = 9", "points = 420", "shooting_bonus = 6"];
    let unit = bought(&strong, &[DOWN]).unwrap();
    assert_eq!(
        (unit.performance, printed_performance(&unit), unit.points),
        (7, 9, 370)
    );
    assert_eq!((unit.evade.bonus, unit.melee_def.bonus), (1, 2));
    let pools = unit
        .weapons
        .iter()
        .map(|weapon| (weapon.dice, weapon.bonus));
    assert_eq!(pools.collect::<Vec<_>>(), [(6, 5), (6, 3)]);
    assert_eq!((unit.shooting_bonus, unit.melee_bonus), (5, 3));
}

/// `ms93.upgrade.performance-down-limit`: not below Performance 2, Evade +1 or a base of 80 points, from
/// which the crew's points are taken where the dataset's prices hold them: 130 - 50 = 80 is enough,
/// 120 - 50 = 70 is not.
#[test]
fn the_weak_are_not_reduced() {
    let title = "Performance Reduction limits";
    refused(
        &["performance = 1"],
        &[DOWN],
        &[title, "found Performance 1, expected at least 2"],
    );
    refused(
        &["performance = 3"],
        &[DOWN, DOWN],
        &[title, "found Performance 1"],
    );
    assert_eq!(
        bought(&["performance = 2"], &[DOWN]).unwrap().performance,
        0
    );
    refused(
        &["evade = \"8d10+0\""],
        &[DOWN],
        &[title, "found Evade +0, expected at least +1"],
    );
    let small = bought(&["evade = \"8d10+1\""], &[DOWN]).unwrap();
    assert_eq!(small.evade.bonus, 0);
    refused(
        &["points = 79"],
        &[DOWN],
        &[title, "costs 79 points", "expected at least 80"],
    );
    assert_eq!(bought(&["points = 80"], &[DOWN]).unwrap().points, 30);
    let skilled = |points| bought_at(50, &["tier = \"skilled\"", points], &[DOWN]);
    assert_eq!(skilled("points = 130").unwrap().points, 80);
    let message = skilled("points = 120").unwrap_err();
    assert!(
        message.contains("costs 70 points without its crew"),
        "{message}"
    );
    // The shipped prices hold none.
    assert!(bought(&["tier = \"skilled\"", "points = 120"], &[DOWN]).is_ok());
    // Traits tied to the pilot count 10 points a step: 150 - 50 - 10 = 90.
    let tied = |points, traits| {
        let lines = ["tier = \"skilled\"", points, traits];
        bought_at(50, &lines, &[DOWN])
    };
    let one = "pilot_traits = [\"Swordsman+I\"]";
    assert_eq!(tied("points = 150", one).unwrap().points, 100);
    assert_eq!(tied("points = 140", one).unwrap().points, 90);
    assert!(tied("points = 139", one).is_err());
    // One that is given up is gone from the price before: 150 - 10 - 50 = 90.
    let none = "pilot_traits = [\"Swordsman+I\"]\nremoved_traits = [\"Swordsman+I\"]";
    assert_eq!(tied("points = 150", none).unwrap().points, 90);
    assert!(tied("points = 139", none).is_err());
}

/// `ms93.upgrade.trait-removal`: +I gives back 10 points, +III 30, +V 50: of 350 points without a +V and a +III
/// 270 are left. What is kept stays in the price; what the unit does not have, or whose price is not listed, is
/// not given up.
#[test]
fn traits_of_the_pilot_are_given_back() {
    let tied = "pilot_traits = [\"Secret Technique+V\", \"Swordsman+III\", \"Seeking Shot+I\"]";
    let left = |removed: &str| {
        let removed = format!("removed_traits = [{removed}]");
        entered(&["points = 350", tied, &removed]).map(|unit| unit.points)
    };
    assert_eq!(left(""), Ok(350));
    assert_eq!(left("\"Seeking Shot+I\""), Ok(340));
    assert_eq!(left("\"Swordsman+III\""), Ok(320));
    assert_eq!(left("\"Secret Technique+V\""), Ok(300));
    assert_eq!(left("\"Secret Technique+V\", \"Swordsman+III\""), Ok(270));
    for removed in ["\"Swordsman+II\"", "\"Seeking Shot+I\", \"Seeking Shot+I\""] {
        let message = left(removed).expect_err("refused");
        assert!(message.contains("not among the unit's `pilot_traits`"));
    }
    let unlisted = entry(&[tied, "removed_traits = [\"Swordsman+III\"]"]);
    let unlisted = unlisted.replace("points = 320\n", "");
    let message = dataset(&[unlisted], 0).expect_err("refused");
    assert!(message.contains("`removed_traits` without `points`"));
}

/// `ms93.upgrade.warship-repairs`: 700 HP + 3 x 100 = 1000 for 30 points; a fourth is too much.
#[test]
fn repairs_rise_to_a_thousand() {
    let name = "warship-repairs";
    let unit = bought(WARSHIP, &[name; 3]).unwrap();
    assert_eq!(
        (unit.ship.expect("a ship").repair_hp, unit.points),
        (1000, 350)
    );
    refused(
        WARSHIP,
        &[name; 4],
        &["Warship Repairs Upgrade", "1100 HP, expected at most 1000"],
    );
}
