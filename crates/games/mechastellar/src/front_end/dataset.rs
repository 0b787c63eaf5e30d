//! Units, weapons and scenarios of MechaStellar, as the command line reads and lists them.

use super::deployment;
use crate::catalogue::{Catalogue, ProfileId, Reading, price_tables};
use crate::data::command::{CommanderTrait, FleetTrait};
use crate::data::secondary::Objective;
use crate::{RapidFireEffect, Role, Scenario, Trait, UnitProfile, Upgrade, Weapon};
use equipoise_engine::{Problem, SourceFile};
use serde::Serialize;
use serde_json::{Value, json};

use equipoise_engine::front_end::{
    Armies, Axis, AxisKind, AxisValue, Dataset, Listing, Modes, PriceLists, Profile, ProfilePrice,
    Row, Unit, Upgrades,
};

/// Frame and Performance of the profiles that everyone meets on the standard grid.
const REFERENCE: (u8, u8) = (3, 5);

impl Dataset for Catalogue {
    type Unit = UnitProfile;
    type Scenario = Scenario;

    const FILES: &'static [&'static str] = &Self::FILES;
    const ARMIES: Option<Armies<Self>> = Some(Armies {
        problems: |catalogue, file| catalogue.army(file).err().unwrap_or_default(),
        scenario: |catalogue, file, armies, requested| {
            catalogue.read_battle(file, Some(armies), &reading(requested))
        },
    });

    const UPGRADES: Option<Upgrades> = Some(Upgrades {
        names: || Upgrade::ALL.iter().map(|of| of.terms().name).collect(),
        list: upgrades,
        preset: Some("wargame93"),
        scenarios: &["simple-battle", "last-stand"],
    });
    const TRAITS: Option<fn() -> Listing> = Some(traits);
    const MODES: Option<Modes> = Some(Modes {
        list: modes,
        scenarios: &MODE_SCENARIOS,
    });
    const OBJECTIVES: Option<fn() -> Listing> = Some(objectives);
    const PRICE_LISTS: Option<PriceLists> = Some(PriceLists {
        file: Self::FILES[0],
        text: price_list,
    });

    fn embedded() -> Self {
        Self::embedded()
    }

    fn parse(files: &[SourceFile]) -> Result<Self, Vec<Problem>> {
        Self::parse(files)
    }

    fn sources(&self) -> &[SourceFile] {
        self.sources()
    }

    fn units(&self) -> &[UnitProfile] {
        self.units()
    }

    fn find(&self, name: &str) -> Result<&UnitProfile, String> {
        self.find(name).map_err(|error| error.to_string())
    }

    fn axes() -> Vec<Axis> {
        let axis = |(name, kind): (&str, AxisKind)| Axis {
            name: name.to_owned(),
            kind,
        };
        let axes = [
            ("frame", AxisKind::Integer),
            ("performance", AxisKind::Integer),
            ("role", AxisKind::Text),
        ];
        axes.map(axis).into()
    }

    fn profiles(&self) -> Vec<Profile<'_, UnitProfile>> {
        let profile = |(id, unit): (ProfileId, _)| Profile {
            unit,
            coordinates: vec![
                AxisValue::Integer(id.frame().into()),
                AxisValue::Integer(id.performance().into()),
                AxisValue::Text(id.role().name().to_owned()),
            ],
            reference: (id.frame(), id.performance()) == REFERENCE,
        };
        self.grid().map(profile).collect()
    }

    fn coordinates(unit: &UnitProfile) -> Option<Vec<AxisValue>> {
        Some(vec![
            AxisValue::Integer(unit.frame.into()),
            AxisValue::Integer(unit.performance.into()),
            AxisValue::Text(unit.role.name().to_owned()),
        ])
    }

    fn weapons(&self) -> Listing {
        weapons(self.weapons())
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
        self.read_battle(file, None, &reading(requested))
    }
}

fn price_list(prices: &[ProfilePrice]) -> String {
    let whole = |value: &AxisValue| match value {
        AxisValue::Integer(number) => u8::try_from(*number).ok(),
        AxisValue::Text(_) => None,
    };
    let name = |value: &AxisValue| match value {
        AxisValue::Integer(_) => None,
        AxisValue::Text(name) => Role::ALL.into_iter().find(|role| role.name() == name),
    };
    let place = |price: &ProfilePrice| {
        let [frame, performance, role] = price.coordinates.as_slice() else {
            return None;
        };
        let id = ProfileId::new(whole(frame)?, whole(performance)?, name(role)?).ok()?;
        Some((id, price.points))
    };
    price_tables(prices.iter().filter_map(place))
}

fn reading(requested: &[(String, String)]) -> Reading<'_> {
    Reading {
        requested,
        deployment: deployment::faults,
    }
}

impl Unit for UnitProfile {
    fn name(&self) -> &str {
        &self.name
    }

    fn points(&self) -> u32 {
        self.points.into()
    }

    fn printed_points(&self) -> u32 {
        self.printed_points().into()
    }

    fn listed_at(&self, points: u32) -> Self {
        Self {
            points: u16::try_from(points).unwrap_or(u16::MAX),
            ..self.clone()
        }
    }

    fn score(&self) -> u32 {
        self.vp.into()
    }
}

impl Row for UnitProfile {
    const COLUMNS: &'static [&'static str] = &[
        "name",
        "type",
        "frame",
        "performance",
        "role",
        "tier",
        "hp",
        "points",
        "vp",
        "weapons",
    ];

    fn row(&self) -> Vec<Value> {
        let weapons = self.weapons.iter().map(|weapon| weapon.name.as_str());
        vec![
            json!(self.name),
            name(self.unit_type),
            json!(self.frame),
            json!(self.performance),
            name(self.role),
            name(self.tier),
            json!(self.hp),
            json!(self.points),
            json!(self.vp),
            json!(weapons.collect::<Vec<_>>()),
        ]
    }
}

impl Row for Scenario {
    const COLUMNS: &'static [&'static str] = &["name", "table_in", "units_a", "units_b", "summary"];

    fn row(&self) -> Vec<Value> {
        let inches = |hexes: i16| hexes.unsigned_abs() * self.hex_in.inches();
        let [width, depth] = [self.width, self.depth].map(inches);
        let [a, b] = [0, 1].map(|side: usize| self.forces[side].entries.len());
        vec![
            json!(self.name),
            json!(format!("{width}x{depth}")),
            json!(a),
            json!(b),
            json!(self.summary),
        ]
    }
}

fn weapons<'a>(weapons: impl Iterator<Item = (&'a str, &'a Weapon)>) -> Listing {
    let row = |(id, weapon): (&str, &Weapon)| {
        vec![
            json!(id),
            json!(weapon.name),
            name(weapon.kind),
            weapon.category.map_or(Value::Null, name),
            json!(format!("{}d10{:+}", weapon.dice, weapon.bonus)),
            json!(weapon.range_in),
            rapid_fire(weapon),
            json!(weapon.pen),
            json!(weapon.dmg),
            json!(weapon.finisher),
            json!(weapon.uses),
        ]
    };
    Listing {
        columns: &[
            "id",
            "name",
            "kind",
            "category",
            "attack",
            "range_in",
            "rapid_fire",
            "pen",
            "dmg",
            "finisher",
            "uses",
        ],
        rows: weapons.map(row).collect(),
    }
}

fn upgrades() -> Listing {
    let row = |upgrade: Upgrade| {
        let terms = upgrade.terms();
        vec![
            json!(terms.name),
            json!(terms.title),
            json!(terms.points),
            json!(terms.who.name()),
            json!(terms.limit),
            json!(terms.effect),
        ]
    };
    Listing {
        columns: &["name", "title", "points", "units", "limit", "effect"],
        rows: Upgrade::ALL.iter().copied().map(row).collect(),
    }
}

fn traits() -> Listing {
    let row = |own: &Trait| {
        let terms = own.terms();
        vec![
            json!(terms.name),
            json!(terms.title),
            json!(terms.list.name()),
            json!(terms.effect),
        ]
    };
    let led = |list: &'static str| {
        move |[name, title, effect]: &[&str; 3]| {
            vec![json!(name), json!(title), json!(list), json!(effect)]
        }
    };
    let rows = Trait::ALL.iter().map(row);
    let rows = rows.chain(CommanderTrait::LISTED.iter().map(led("commander")));
    Listing {
        columns: &["name", "title", "list", "effect"],
        rows: rows
            .chain(FleetTrait::LISTED.iter().map(led("fleet")))
            .collect(),
    }
}

/// Modes that a scenario may name, and a shipped one of each.
fn modes() -> Listing {
    let about = [
        (
            "Simple Battle",
            "what is destroyed scores, and control points held",
        ),
        (
            "Secure the Objective",
            "control points score as each round ends",
        ),
        (
            "Defend the City",
            "an attacker razes buildings, a defender screens them",
        ),
        (
            "Confrontation",
            "three linked battles of three rounds; survivors score and are mended",
        ),
        ("Endurance", "a Rampage of three waves a side"),
    ];
    let row = |((name, scenario), (title, about)): (&(&str, &str), (&str, &str))| {
        vec![json!(name), json!(title), json!(scenario), json!(about)]
    };
    Listing {
        columns: &["name", "title", "scenario", "about"],
        rows: MODE_SCENARIOS.iter().zip(about).map(row).collect(),
    }
}

/// The shipped scenario of each mode.
const MODE_SCENARIOS: [(&str, &str); 5] = [
    ("simple", "simple-battle"),
    ("secure", "last-stand"),
    ("rampage", "monster-movie"),
    ("confrontation", "battlefield"),
    ("endurance", "crossover"),
];

/// Secondary objectives that a force may choose, one of a category.
fn objectives() -> Listing {
    let row = |(name, objective): (&str, Objective)| {
        vec![
            json!(name),
            json!(objective.name()),
            json!(objective.category().name()),
            json!(objective.effect()),
        ]
    };
    Listing {
        columns: &["name", "title", "category", "victory points"],
        rows: Objective::NAMED.into_iter().map(row).collect(),
    }
}

fn rapid_fire(weapon: &Weapon) -> Value {
    weapon.rapid_fire.map_or(Value::Null, |band| {
        let effect = match band.effect {
            RapidFireEffect::Dice(dice) => format!("{dice:+} dice"),
            RapidFireEffect::Hits(hits) => format!("{hits:+} HITS"),
        };
        json!(format!("{effect} within {} in", band.range_in))
    })
}

/// The name a value has in datasets.
fn name(value: impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}
