//! Units, weapons and scenarios of 30 Minute Missions, as the command line reads and lists them.

use equipoise_engine::front_end::{
    Armies, Axis, AxisKind, AxisValue, Dataset, Listing, Modes, PriceLists, Profile, Row, Unit,
    Upgrades,
};
use equipoise_engine::{Problem, SourceFile};
use serde_json::{Value, json};

use crate::catalogue::{Catalogue, ProfileId};
use crate::{EngagementSize, Mission, Scenario, SectionKind, Sheet, Stat, UnitKind, Weapon};

/// Class and rank of the profiles that everyone meets on the standard grid.
const REFERENCE: (u8, u8) = (3, 3);

impl Dataset for Catalogue {
    type Unit = Sheet;
    type Scenario = Scenario;

    const FILES: &'static [&'static str] = &Self::FILES;
    const ARMIES: Option<Armies<Self>> = None;
    const PRICE_LISTS: Option<PriceLists> = None;
    const UPGRADES: Option<Upgrades> = None;
    const TRAITS: Option<fn() -> Listing> = None;
    const MODES: Option<Modes> = Some(Modes {
        list: missions,
        scenarios: &[],
    });
    const OBJECTIVES: Option<fn() -> Listing> = None;

    fn embedded() -> Self {
        Self::embedded()
    }

    fn parse(files: &[SourceFile]) -> Result<Self, Vec<Problem>> {
        Self::parse(files)
    }

    fn sources(&self) -> &[SourceFile] {
        self.sources()
    }

    fn units(&self) -> &[Sheet] {
        self.units()
    }

    fn find(&self, name: &str) -> Result<&Sheet, String> {
        self.find(name).map_err(|error| error.to_string())
    }

    fn axes() -> Vec<Axis> {
        let kinds = [AxisKind::Integer, AxisKind::Integer, AxisKind::Text];
        let axis = |(name, kind): (&str, AxisKind)| Axis {
            name: name.to_owned(),
            kind,
        };
        ProfileId::AXES.into_iter().zip(kinds).map(axis).collect()
    }

    fn profiles(&self) -> Vec<Profile<'_, Sheet>> {
        let profile = |(id, unit): (&ProfileId, _)| Profile {
            unit,
            coordinates: Self::coordinates(unit).unwrap_or_default(),
            reference: (id.class, id.rank) == REFERENCE,
        };
        self.grid().map(profile).collect()
    }

    /// Class, rank and the name of the weapon, of a unit whose weapons have one name.
    fn coordinates(unit: &Sheet) -> Option<Vec<AxisValue>> {
        let mut weapons = unit.all_weapons();
        let first = weapons.next()?;
        weapons.all(|other| other.name == first.name).then(|| {
            vec![
                AxisValue::Integer(unit.class().number().into()),
                AxisValue::Integer(unit.pilot.rank.into()),
                AxisValue::Text(first.name.clone()),
            ]
        })
    }

    /// Each weapon of a named unit once, with the units that carry it.
    fn weapons(&self) -> Listing {
        let mut weapons: Vec<(&Weapon, Vec<&str>)> = Vec::new();
        for unit in self.units() {
            for weapon in unit.all_weapons() {
                match weapons.iter_mut().find(|(known, _)| *known == weapon) {
                    Some((_, carriers)) if carriers.last() == Some(&unit.name.as_str()) => {}
                    Some((_, carriers)) => carriers.push(&unit.name),
                    None => weapons.push((weapon, vec![&unit.name])),
                }
            }
        }
        let tag = |tag| Some(crate::Tag::NAMES.iter().find(|(_, it)| *it == tag)?.0);
        let row = |(weapon, carriers): (&Weapon, Vec<&str>)| {
            let tags: Vec<&str> = weapon.tags.iter().filter_map(|&it| tag(it)).collect();
            vec![
                json!(weapon.name),
                json!(weapon.range),
                json!(weapon.base_damage),
                json!(weapon.ap),
                json!(weapon.durability),
                json!(tags),
                json!(weapon.cost),
                json!(carriers),
            ]
        };
        Listing {
            columns: &[
                "name",
                "range_hexes",
                "base_damage",
                "ap",
                "durability",
                "tags",
                "cost",
                "units",
            ],
            rows: weapons.into_iter().map(row).collect(),
        }
    }

    fn shipped_scenarios() -> Vec<SourceFile> {
        let shipped = Self::scenarios();
        shipped.into_iter().map(|(_, file)| file).collect()
    }

    fn scenario(
        &self,
        file: &SourceFile,
        requested: &[(String, String)],
    ) -> Result<Scenario, Vec<Problem>> {
        self.scenario(file, requested)
    }
}

/// The name that data files have for a value.
fn named<T: PartialEq>(names: &[(&'static str, T)], value: &T) -> &'static str {
    let found = names.iter().find(|(_, known)| known == value);
    found.map_or("", |(name, _)| name)
}

/// Missions that a scenario may name, with the engagement whose table has them.
fn missions() -> Listing {
    let of_size = |mission: Mission| {
        EngagementSize::NAMES.into_iter().find_map(|(name, size)| {
            let mut faces = 1..=8;
            let listed = faces.any(|face| Mission::of_face(size, face) == Some(mission));
            listed.then_some(name)
        })
    };
    let row = |(name, mission): (&str, Mission)| {
        let rules = match mission {
            Mission::Reconnaissance => {
                "markers on the middle line score each round from the second"
            }
            _ => "no rules of its own: played to annihilation",
        };
        vec![json!(name), json!(of_size(mission)), json!(rules)]
    };
    Listing {
        columns: &["name", "size", "summary"],
        rows: Mission::NAMES.into_iter().map(row).collect(),
    }
}

impl Unit for Sheet {
    fn name(&self) -> &str {
        &self.name
    }

    fn points(&self) -> u32 {
        self.listed()
    }

    fn listed_at(&self, points: u32) -> Self {
        Self {
            points: Some(u16::try_from(points).unwrap_or(u16::MAX)),
            ..self.clone()
        }
    }

    /// One enemy out of play.
    fn score(&self) -> u32 {
        1
    }
}

impl Row for Sheet {
    const COLUMNS: &'static [&'static str] = &[
        "name", "kind", "class", "defense", "torso", "accuracy", "assault", "evasion", "rank",
        "points", "weapons",
    ];

    fn row(&self) -> Vec<Value> {
        let stats = self.stats();
        let [accuracy, assault, evasion] = Stat::ALL.map(|stat| json!(stats.get(stat)));
        let torso = self.sections.iter();
        let torso = torso.filter(|it| it.kind == SectionKind::Torso);
        let weapons: Vec<&str> = self.all_weapons().map(|it| it.name.as_str()).collect();
        vec![
            json!(self.name),
            json!(named(&UnitKind::NAMES, &self.kind)),
            json!(self.class().number()),
            json!(self.total_defense()),
            json!(torso.map(|it| it.defense).sum::<u16>()),
            accuracy,
            assault,
            evasion,
            json!(self.pilot.rank),
            json!(self.listed()),
            json!(weapons),
        ]
    }
}

impl Row for Scenario {
    const COLUMNS: &'static [&'static str] = &[
        "name", "units_a", "units_b", "size", "mission", "options", "summary",
    ];

    fn row(&self) -> Vec<Value> {
        let [a, b] = [0, 1].map(|side: usize| self.forces[side].units.len());
        let options = self.options.iter();
        let options = options.map(|(name, value)| format!("{name}={value}"));
        let size = self.size.map(|size| named(&EngagementSize::NAMES, &size));
        let mission = self.mission.map(|mission| named(&Mission::NAMES, &mission));
        vec![
            json!(self.name),
            json!(a),
            json!(b),
            json!(size),
            json!(mission),
            json!(options.collect::<Vec<_>>()),
            json!(self.summary),
        ]
    }
}
