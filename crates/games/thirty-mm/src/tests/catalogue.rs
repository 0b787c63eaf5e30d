//! The dataset and its reader.

use crate::catalogue::{Catalogue, Problem, SourceFile};
use crate::data::ability::Power;
use crate::data::item::Drone;
use crate::data::weapon::{DamageType, Tag};
use crate::options::Options;

const PARTS: &str = "\
[[weapon]]
name = \"Gun\"
category = \"WN\"
durability = 4
range = 5
base_damage = 3
ap = 2
type = \"kinetic\"
";

const PROFILES: &str = "\
[machine]
core_type = \"Test\"
stats = [7, 9, 7]
sections = [
    { name = \"torso\", kind = \"torso\", defense = 3 },
    { name = \"arm\", kind = \"arm\", defense = 1 },
]
[grid]
defense = [40, 80]
points = [[0, 0, 0], [1, 0, 0]]
weapons = [{ name = \"gun\", item = \"Gun\", hands = [\"arm\"] }]
";

const UNITS: &str = "\
[[unit]]
name = \"Plain\"
kind = \"mech\"
core_type = \"Test\"
stats = [7, 9, 7]
sections = [
    { name = \"torso\", kind = \"torso\", defense = 30 },
    { name = \"arm\", kind = \"arm\", defense = 9 },
]
pilot = { rank = 2, points = [1, 0, 0] }
weapons = [{ item = \"Gun\", hands = [\"arm\"] }]
";

fn parse(parts: &str, units: &str) -> Result<Catalogue, Vec<Problem>> {
    let files = [
        ("parts.toml", parts),
        ("profiles.toml", PROFILES),
        ("units.toml", units),
    ];
    Catalogue::parse(&files.map(|(name, text)| SourceFile::new(name, text)))
}

/// Every problem as `file:line:column: message`.
fn problems(parts: &str, units: &str) -> Vec<String> {
    match parse(parts, units) {
        Ok(_) => Vec::new(),
        Err(problems) => problems.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn the_embedded_dataset_is_sound() {
    let catalogue = Catalogue::embedded();
    assert!(catalogue.units().len() >= 7);
    assert!(
        catalogue
            .units()
            .iter()
            .all(|unit| unit.faults().is_empty())
    );
    let files: Vec<&str> = catalogue
        .sources()
        .iter()
        .map(SourceFile::base_name)
        .collect();
    assert_eq!(files, Catalogue::FILES);
    let unknown = catalogue
        .find("REF2")
        .expect_err("no such unit")
        .to_string();
    assert!(
        unknown.starts_with("no unit named \"REF2\"; did you mean \"REF-2\""),
        "{unknown}"
    );
    assert_eq!(
        catalogue
            .find("zzzzzz")
            .expect_err("no such unit")
            .to_string(),
        "no unit named \"zzzzzz\"; name a unit of the dataset or a profile such as \"C2R4:pistol\""
    );
}

/// mm30.build.weapon-cost: a given cost stands; without one (5 + 3) * 2 - 2 + 4 = 18.
#[test]
fn a_weapon_costs_what_is_given() {
    let cost = |parts: &str| {
        parse(parts, UNITS).expect("sound").units()[0].weapons[0]
            .item
            .cost
    };
    assert_eq!(cost(PARTS), 18);
    assert_eq!(cost(&format!("{PARTS}cost = 30\n")), 30);
    assert_eq!(cost(&format!("{PARTS}cost = 0\n")), 0);
}

/// mm30.build.one-system: of two systems on offer one must be named, and no other.
#[test]
fn a_weapon_keeps_one_system() {
    let weapon = |system: &str| {
        format!(
            "[[weapon]]\nname = \"Gun\"\ncategory = \"WN\"\n{system}parts = [\n\
             {{ durability = 3, range = 2, base_damage = 1, ap = 1, type = \"energy\", system = \"One\" }},\n\
             {{ range = 3, ap = 1, type = \"energy\", system = \"Two\", tags = [\"2H\"] }},\n]\n"
        )
    };
    let chosen = parse(&weapon("system = \"Two\"\n"), UNITS).expect("sound");
    let gun = &chosen.units()[0].weapons[0].item;
    assert_eq!(gun.system.as_deref(), Some("Two"));
    assert_eq!((gun.damage_type, gun.range), (DamageType::Energy, 5));
    assert!(gun.has(Tag::TwoHanded));
    for (system, expected) in [
        (
            "",
            "missing `system`, expected one of \"One\", \"Two\" (mm30.build.one-system)",
        ),
        (
            "system = \"Three\"\n",
            "`system` is \"Three\", expected one that its parts offer (mm30.build.one-system)",
        ),
    ] {
        let found = problems(&weapon(system), UNITS);
        assert_eq!(
            found[0],
            format!("parts.toml:1:1: weapon \"Gun\": {expected}")
        );
    }
}

/// Every mistake of both files at once, each at its place, with the rule and what is legal.
#[test]
fn every_problem_is_told_with_its_place() {
    let parts = PARTS.replace("range = 5", "range = 0\nrangee = 3");
    let units = UNITS.replace("stats = [7, 9, 7]", "stats = [1, 9, 7]");
    assert_eq!(
        problems(&parts, &units),
        [
            "parts.toml:5:9: weapon \"Gun\": `range` is 0, expected a whole number from 1 to 30",
            "parts.toml:6:1: weapon \"Gun\": unknown field `rangee`; did you mean `range`?",
            "profiles.toml:11:35: weapon \"gun\": no weapon named \"Gun\"; expected one of the 0 of parts.toml",
            "units.toml:5:10: unit \"Plain\": `stats` is 1, expected a whole number from 2 to 9 (mm30.stat.base)",
            "units.toml:11:21: unit \"Plain\": no weapon named \"Gun\"; expected one of the 0 of parts.toml",
        ]
    );
    let units = UNITS
        .replace("points = [1, 0, 0]", "points = [1, 1, 0]")
        .replace("[\"arm\"]", "[\"torso\"]");
    assert_eq!(
        problems(PARTS, &units),
        [
            "units.toml:10:9: unit \"Plain\": 2 stat-reduction points, expected at most 1 at rank 2 (mm30.stat.reduction)",
            "units.toml:11:11: unit \"Plain\": \"Gun\" is not in a hand, expected an arm section (mm30.build.hands-and-carry)",
        ]
    );
}

/// mm30.pilot.smt-slots, mm30.drone.equipment: powers of abilities and kinds of drones are read by their
/// names, and others are refused.
#[test]
fn powers_and_drones_are_read() {
    let parts = |power: &str, drone: &str| {
        format!(
            "{PARTS}\n[[equipment]]\nname = \"Bee\"\ndurability = 5\ncost = 5\ndrone = \"{drone}\"\nai = true\n\
             \n[[ability]]\nname = \"Link\"\nkind = \"system\"\ncost = 5\npowers = [\"{power}\", \"fly\"]\n"
        )
    };
    let units = format!(
        "{UNITS}equipment = [{{ item = \"Bee\", on = \"torso\" }}]\nsystems = [\"Link\"]\n"
    );
    let catalogue = parse(&parts("control management", "DT"), &units).expect("legal");
    let unit = catalogue.find("Plain").expect("read");
    assert!(unit.has(Power::ControlManagement) && unit.has(Power::Fly));
    assert!(!unit.has(Power::Swim));
    assert_eq!(unit.equipment[0].drone, Some(Drone::Turret));
    assert!(unit.equipment[0].ai);
    assert!(parse(&parts("hop", "DT"), &units).is_err());
    assert!(parse(&parts("control management", "DX"), &units).is_err());
}

/// mm30.pilot.cost: points given in the file stand for cost and pilot, in lists and against the limit.
#[test]
fn listed_points_replace_the_cost() {
    let listed = |units: &str| {
        let catalogue = parse(PARTS, units).expect("sound");
        let unit = catalogue.units()[0].clone();
        (unit.listed(), unit.charge(&Options::default()))
    };
    // 39 Defense, a gun of 18, a pilot of rank 2.
    assert_eq!(listed(UNITS), (77, 77));
    assert_eq!(listed(&format!("{UNITS}points = 90\n")), (90, 90));
    assert_eq!(problems(PARTS, &format!("{UNITS}points = -1\n")).len(), 1);
}
