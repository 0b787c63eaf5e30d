//! Units, generated profiles and scenarios of the toy.

use equipoise_engine::front_end::{
    self, Armies, Axis, AxisKind, AxisValue, Listing, Modes, PriceLists, Profile, Read, Row,
    Upgrades,
};
use equipoise_engine::source::Limits;
use equipoise_engine::source::nearest;
use equipoise_engine::source::raw::{Fields, Node};
use equipoise_engine::source::{check_files, finish, in_order, read};
use equipoise_engine::{Problem, Side, SourceFile};
use serde::Serialize;
use serde_json::{Value, json};

use crate::rules::PRIZE;

/// A unit: a name, a strength and what it costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unit {
    /// Name.
    pub name: String,
    /// Strength.
    pub strength: u16,
    /// Listed points.
    pub points: u32,
    /// Those of them that upgrades add.
    #[serde(skip)]
    extra: u32,
}

/// What an upgrade does and costs.
struct Upgrade {
    name: &'static str,
    strength: u16,
    points: u32,
}

/// A fair one, one that does nothing, and a bargain: a point of strength is worth a point.
const UPGRADES: [Upgrade; 3] = [
    Upgrade {
        name: "armour",
        strength: 5,
        points: 5,
    },
    Upgrade {
        name: "varnish",
        strength: 0,
        points: 5,
    },
    Upgrade {
        name: "engine",
        strength: 10,
        points: 5,
    },
];

fn upgrades() -> Listing {
    let row = |of: &Upgrade| vec![json!(of.name), json!(of.strength), json!(of.points)];
    Listing {
        columns: &["name", "strength", "points"],
        rows: UPGRADES.iter().map(row).collect(),
    }
}

/// Some units that fight together: their strengths add up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Force {
    /// Name.
    pub name: String,
    /// Its units.
    pub units: Vec<Unit>,
}

impl Force {
    /// Strength of all units together.
    #[must_use]
    pub fn strength(&self) -> u16 {
        let strengths = self.units.iter().map(|unit| unit.strength);
        strengths.fold(0, u16::saturating_add)
    }
}

/// Two forces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scenario {
    /// Name: that of the file.
    pub name: String,
    /// One line for lists.
    pub summary: String,
    /// The forces, in the order of the file.
    pub forces: [Force; 2],
}

/// The units of a dataset, and a profile of every fifth strength up to 100.
#[derive(Clone, Debug)]
pub struct Roster {
    sources: Vec<SourceFile>,
    units: Vec<Unit>,
    profiles: Vec<Unit>,
}

const UNITS: &str = "units.toml";
/// Strengths of the profiles that everyone meets on the standard grid.
const REFERENCE: [u16; 3] = [40, 50, 60];
const STRENGTH: Limits = Limits::whole(1, 1_000);
const POINTS: Limits = Limits::whole(1, 10_000);
/// Most units of a force.
const MOST: usize = 60;

impl front_end::Dataset for Roster {
    type Unit = Unit;
    type Scenario = Scenario;

    const FILES: &'static [&'static str] = &[UNITS];
    const ARMIES: Option<Armies<Self>> = None;
    const UPGRADES: Option<Upgrades> = Some(Upgrades {
        names: || UPGRADES.iter().map(|upgrade| upgrade.name).collect(),
        list: upgrades,
        preset: None,
        scenarios: &["even"],
    });
    const TRAITS: Option<fn() -> Listing> = None;
    const MODES: Option<Modes> = None;
    const OBJECTIVES: Option<fn() -> Listing> = None;
    const PRICE_LISTS: Option<PriceLists> = None;

    fn embedded() -> Self {
        let files = [SourceFile::new(
            UNITS,
            include_str!("../../data/units.toml"),
        )];
        match Self::parse(&files) {
            Ok(roster) => roster,
            Err(problems) => unreachable!("the embedded dataset is broken: {problems:?}"),
        }
    }

    fn parse(files: &[SourceFile]) -> Read<Self> {
        let mut problems = check_files(files, Self::FILES);
        let file = files.iter().find(|file| file.base_name() == UNITS);
        let units = read(file, &mut problems, read_units);
        let roster = units.map(|units| Self {
            sources: in_order(files, Self::FILES),
            units,
            profiles: profiles().collect(),
        });
        finish(roster, problems)
    }

    fn sources(&self) -> &[SourceFile] {
        &self.sources
    }

    fn units(&self) -> &[Unit] {
        &self.units
    }

    fn find(&self, name: &str) -> Result<&Unit, String> {
        let all = || self.units.iter().chain(&self.profiles);
        let wanted = name.trim().to_lowercase();
        let found = all().find(|unit| unit.name.to_lowercase() == wanted);
        found.ok_or_else(|| {
            let near = nearest(name, all().map(|unit| unit.name.as_str()));
            let near: Vec<String> = near.iter().map(|name| format!("\"{name}\"")).collect();
            if near.is_empty() {
                return format!(
                    "no unit named \"{name}\"; name a unit or a profile such as \"S50\""
                );
            }
            format!(
                "no unit named \"{name}\"; did you mean {}?",
                near.join(" or ")
            )
        })
    }

    fn axes() -> Vec<Axis> {
        vec![Axis {
            name: "strength".to_owned(),
            kind: AxisKind::Integer,
        }]
    }

    fn profiles(&self) -> Vec<Profile<'_, Unit>> {
        let profiles = self.profiles.iter().map(|unit| Profile {
            unit,
            coordinates: vec![AxisValue::Integer(unit.strength.into())],
            reference: REFERENCE.contains(&unit.strength),
        });
        profiles.collect()
    }

    fn coordinates(unit: &Unit) -> Option<Vec<AxisValue>> {
        Some(vec![AxisValue::Integer(unit.strength.into())])
    }

    /// There are none.
    fn weapons(&self) -> Listing {
        Listing {
            columns: &["name"],
            rows: Vec::new(),
        }
    }

    fn shipped_scenarios() -> Vec<SourceFile> {
        let even = include_str!("../../data/scenarios/even.toml");
        let uneven = include_str!("../../data/scenarios/three-to-seven.toml");
        vec![
            SourceFile::new("scenarios/even.toml", even),
            SourceFile::new("scenarios/three-to-seven.toml", uneven),
        ]
    }

    fn scenario(&self, file: &SourceFile, _: &[(String, String)]) -> Read<Scenario> {
        let name = file.base_name();
        let name = name.strip_suffix(".toml").unwrap_or(name);
        let mut problems: Vec<Problem> = Vec::new();
        let scenario = read(Some(file), &mut problems, |root| {
            read_scenario(root, self, name)
        });
        finish(scenario.flatten(), problems)
    }
}

/// All generated profiles.
fn profiles() -> impl Iterator<Item = Unit> {
    (5..=100).step_by(5).map(profile)
}

/// A generated profile: it costs as many points as it has strength.
fn profile(strength: u16) -> Unit {
    Unit {
        name: format!("S{strength}"),
        strength,
        points: strength.into(),
        extra: 0,
    }
}

fn read_units(root: &Fields<'_>) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    for fields in root.entries("unit", "name") {
        let name = fields.required("name", "text in quotes");
        let strength: Option<u16> = fields.number("strength", STRENGTH);
        let points: Option<u32> = fields.number("points", POINTS);
        let bought = read_upgrades(&fields);
        fields.finish();
        let read = name.and_then(|node| read_name(&node, &units));
        if let (Some(name), Some(strength), Some(points), Some(bought)) =
            (read, strength, points, bought)
        {
            let extra: u32 = bought.iter().map(|upgrade| upgrade.points).sum();
            units.push(Unit {
                name,
                strength: strength + bought.iter().map(|upgrade| upgrade.strength).sum::<u16>(),
                points: points + extra,
                extra,
            });
        }
    }
    root.finish();
    units
}

/// The upgrades of a unit, each once.
fn read_upgrades(fields: &Fields<'_>) -> Option<Vec<&'static Upgrade>> {
    const EXPECTED: &str = "names of upgrades, each once";
    let Some(node) = fields.optional("upgrades") else {
        return Some(Vec::new());
    };
    let mut bought: Vec<&Upgrade> = Vec::new();
    for item in node.items(EXPECTED)? {
        let name = item.text()?;
        let known = UPGRADES.iter().find(|upgrade| upgrade.name == name);
        let Some(upgrade) = known.filter(|of| bought.iter().all(|had| had.name != of.name)) else {
            item.refuse(EXPECTED);
            return None;
        };
        bought.push(upgrade);
    }
    Some(bought)
}

/// The name of a unit that no profile and no unit before it has.
fn read_name(node: &Node<'_>, before: &[Unit]) -> Option<String> {
    let name = node.text()?;
    let taken = |unit: &Unit| unit.name.eq_ignore_ascii_case(name);
    if name.is_empty() || name.trim() != name || name.chars().any(char::is_control) {
        node.refuse("a name without blanks around it");
    } else if profiles().any(|profile| taken(&profile)) {
        node.refuse("a name that no generated profile has");
    } else if before.iter().any(taken) {
        node.complain("a second unit of this name");
    }
    Some(name.to_owned())
}

fn read_scenario(root: &Fields<'_>, roster: &Roster, name: &str) -> Option<Scenario> {
    let summary = root
        .required("summary", "one line")
        .and_then(|node| node.text());
    let forces: Vec<Option<Force>> = root
        .entries("force", "name")
        .iter()
        .map(|fields| read_force(fields, roster))
        .collect();
    root.finish();
    let count = forces.len();
    let forces: Option<Vec<Force>> = forces.into_iter().collect();
    let Ok(forces) = <[Force; 2]>::try_from(forces?) else {
        root.complain(format!("{count} forces, expected exactly 2"));
        return None;
    };
    Some(Scenario {
        name: name.to_owned(),
        summary: summary?.to_owned(),
        forces,
    })
}

fn read_force(fields: &Fields<'_>, roster: &Roster) -> Option<Force> {
    const EXPECTED: &str = "1 to 60 names of units";
    let name = fields
        .required("name", "text in quotes")
        .and_then(|node| node.text());
    let node = fields.required("units", EXPECTED);
    fields.finish();
    let node = node?;
    let items = node.items(EXPECTED)?;
    if items.is_empty() || items.len() > MOST {
        node.refuse(EXPECTED);
    }
    let units: Option<Vec<Unit>> = items.iter().map(|item| find(item, roster)).collect();
    Some(Force {
        name: name?.to_owned(),
        units: units?,
    })
}

fn find(node: &Node<'_>, roster: &Roster) -> Option<Unit> {
    let found = front_end::Dataset::find(roster, node.text()?);
    found
        .map_err(|unknown| node.complain(unknown))
        .ok()
        .cloned()
}

impl front_end::Unit for Unit {
    fn name(&self) -> &str {
        &self.name
    }

    fn points(&self) -> u32 {
        self.points
    }

    fn printed_points(&self) -> u32 {
        self.points - self.extra
    }

    fn listed_at(&self, points: u32) -> Self {
        Self {
            points,
            ..self.clone()
        }
    }

    /// What winning adds, beside the number drawn.
    fn score(&self) -> u32 {
        PRIZE.unsigned_abs()
    }
}

impl Row for Unit {
    const COLUMNS: &'static [&'static str] = &["name", "strength", "points"];

    fn row(&self) -> Vec<Value> {
        vec![json!(self.name), json!(self.strength), json!(self.points)]
    }
}

impl front_end::Scenario for Scenario {
    type Unit = Unit;

    fn name(&self) -> &str {
        &self.name
    }

    fn force_name(&self, side: Side) -> &str {
        &self.forces[side.index()].name
    }

    fn models(&self, side: Side) -> Vec<&Unit> {
        self.forces[side.index()].units.iter().collect()
    }

    fn mustered(&self, armies: [Vec<&Unit>; 2]) -> Self {
        let mut scenario = self.clone();
        for (force, units) in scenario.forces.iter_mut().zip(armies) {
            force.units = units.into_iter().cloned().collect();
        }
        scenario
    }

    fn entries(&self, side: Side) -> usize {
        self.forces[side.index()].units.len()
    }

    fn against_itself(&self, side: Side, orders: [&[usize]; 2]) -> Self {
        let force = &self.forces[side.index()];
        let forces = orders.map(|order| Force {
            name: force.name.clone(),
            units: order
                .iter()
                .map(|&unit| force.units[unit].clone())
                .collect(),
        });
        Self {
            forces,
            ..self.clone()
        }
    }

    fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        std::iter::empty()
    }

    fn swapped(&self) -> Self {
        let mut scenario = self.clone();
        scenario.forces.reverse();
        scenario
    }
}

impl Row for Scenario {
    const COLUMNS: &'static [&'static str] = &["name", "strength_a", "strength_b", "summary"];

    fn row(&self) -> Vec<Value> {
        let [a, b] = self.forces.each_ref().map(Force::strength);
        vec![json!(self.name), json!(a), json!(b), json!(self.summary)]
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::SourceFile;
    use equipoise_engine::front_end::{Dataset as _, Unit as _};

    use super::Roster;

    #[test]
    fn what_ships_is_sound() {
        let roster = Roster::embedded();
        assert_eq!(roster.find("s50").map(|unit| unit.strength), Ok(50));
        for file in Roster::shipped_scenarios() {
            assert!(roster.scenario(&file, &[]).is_ok(), "{}", file.name);
        }
    }

    #[test]
    fn upgrades_add_strength_and_points() {
        let unit = "[[unit]]\nname = \"Ant\"\nstrength = 10\npoints = 10\nupgrades = ";
        let parsed = |bought: &str| {
            Roster::parse(&[SourceFile::new("units.toml", format!("{unit}{bought}\n"))])
        };
        let roster = parsed("[\"armour\", \"engine\"]").expect("sound");
        let ant = roster.find("Ant").expect("there");
        assert_eq!(
            (ant.strength, ant.points, ant.printed_points()),
            (25, 20, 10)
        );
        for bought in ["[\"wings\"]", "[\"armour\", \"armour\"]"] {
            assert_eq!(parsed(bought).expect_err("refused")[0].line, 5);
        }
    }

    #[test]
    fn mistakes_are_reported_with_their_places() {
        let units = "[[unit]]\nname = \"Ant\"\nstrength = 0\npoints = 5\nlegs = 6\n";
        let problems = Roster::parse(&[SourceFile::new("units.toml", units)]).unwrap_err();
        let lines: Vec<usize> = problems.iter().map(|problem| problem.line).collect();
        assert_eq!(lines, [3, 5], "{problems:?}");
        for name in ["", "  ", "Ant ", "A\\nt", "S50", "s5", "ant"] {
            let unit =
                |name: &str| format!("[[unit]]\nname = \"{name}\"\nstrength = 5\npoints = 5\n");
            let units = SourceFile::new("units.toml", unit("Ant") + &unit(name));
            let problems = Roster::parse(&[units]).unwrap_err();
            assert_eq!((problems.len(), problems[0].line), (1, 6), "{name:?}");
        }
        let scenario = "summary = \"x\"\n[[force]]\nname = \"One\"\nunits = [\"Scoot\"]\n";
        let file = SourceFile::new("alone.toml", scenario);
        let problems = Roster::embedded().scenario(&file, &[]).unwrap_err();
        assert!(
            problems[0].message.contains("did you mean \"Scout\""),
            "{problems:?}"
        );
    }
}
