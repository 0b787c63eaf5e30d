//! Mecha, weapons and scenarios of the Bullseye Battlemap, as the command line reads and lists them.

use crate::catalogue::{Catalogue, ProfileId};
use crate::{Mecha, Scenario, Weapon};
use equipoise_engine::{Problem, SourceFile};
use serde_json::{Value, json};

use equipoise_engine::front_end::{
    Armies, Axis, AxisKind, AxisValue, Dataset, Listing, Modes, PriceLists, Profile, Row, Unit,
    Upgrades,
};

impl Dataset for Catalogue {
    type Unit = Mecha;
    type Scenario = Scenario;

    const FILES: &'static [&'static str] = &Self::FILES;
    const ARMIES: Option<Armies<Self>> = None;
    const UPGRADES: Option<Upgrades> = None;
    const TRAITS: Option<fn() -> Listing> = None;
    const MODES: Option<Modes> = None;
    const OBJECTIVES: Option<fn() -> Listing> = None;
    const PRICE_LISTS: Option<PriceLists> = None;

    fn embedded() -> Self {
        Self::embedded()
    }

    fn parse(files: &[SourceFile]) -> Result<Self, Vec<Problem>> {
        Self::parse(files)
    }

    fn sources(&self) -> &[SourceFile] {
        self.sources()
    }

    fn units(&self) -> &[Mecha] {
        self.units()
    }

    fn find(&self, name: &str) -> Result<&Mecha, String> {
        self.find(name).map_err(|error| error.to_string())
    }

    fn axes() -> Vec<Axis> {
        let axis = |name: &str| Axis {
            name: name.to_owned(),
            kind: AxisKind::Integer,
        };
        ProfileId::AXES.map(axis).into()
    }

    fn profiles(&self) -> Vec<Profile<'_, Mecha>> {
        let middle = Middle::new(self.grid().map(|(id, _)| id.coordinates()));
        let profile = |(id, unit): (ProfileId, _)| Profile {
            unit,
            coordinates: id
                .coordinates()
                .map(|value| AxisValue::Integer(value.into()))
                .into(),
            reference: middle.contains(id.coordinates()),
        };
        self.grid().map(profile).collect()
    }

    fn coordinates(unit: &Mecha) -> Option<Vec<AxisValue>> {
        let id = ProfileId {
            attack: unit.attack,
            defense: unit.defense,
            movement: unit.movement,
            skill: unit.skill,
        };
        let values = id.coordinates().into_iter();
        Some(
            values
                .map(|value| AxisValue::Integer(value.into()))
                .collect(),
        )
    }

    /// Each weapon once, with the named mecha that carry it.
    fn weapons(&self) -> Listing {
        let mut weapons: Vec<(&Weapon, Vec<&str>)> = Vec::new();
        for unit in self.units() {
            for weapon in &unit.weapons {
                match weapons.iter_mut().find(|(known, _)| *known == weapon) {
                    Some((_, carriers)) => carriers.push(&unit.name),
                    None => weapons.push((weapon, vec![&unit.name])),
                }
            }
        }
        let row = |(weapon, carriers): (&Weapon, Vec<&str>)| {
            vec![
                json!(weapon.name),
                json!(weapon.optimal_range),
                json!(weapon.damage_type),
                json!(carriers),
            ]
        };
        Listing {
            columns: &["name", "optimal_range_mp", "damage_type", "units"],
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
        _: &[(String, String)],
    ) -> Result<Scenario, Vec<Problem>> {
        self.scenario(file)
    }
}

/// The middle of the grid: of each axis the value halfway between its ends, or the two next to it.
struct Middle {
    /// Lowest and highest value of each axis.
    ends: [(u8, u8); ProfileId::AXES.len()],
}

impl Middle {
    fn new(profiles: impl Iterator<Item = [u8; ProfileId::AXES.len()]>) -> Self {
        let mut ends = [(u8::MAX, u8::MIN); ProfileId::AXES.len()];
        for coordinates in profiles {
            for ((low, high), value) in ends.iter_mut().zip(coordinates) {
                *low = value.min(*low);
                *high = value.max(*high);
            }
        }
        Self { ends }
    }

    fn contains(&self, coordinates: [u8; ProfileId::AXES.len()]) -> bool {
        let between = |((low, high), value): (&(u8, u8), u8)| {
            (2 * u32::from(value)).abs_diff(u32::from(*low) + u32::from(*high)) <= 1
        };
        self.ends.iter().zip(coordinates).all(between)
    }
}

impl Unit for Mecha {
    fn name(&self) -> &str {
        &self.name
    }

    fn points(&self) -> u32 {
        self.points.into()
    }

    fn listed_at(&self, points: u32) -> Self {
        Self {
            points: u16::try_from(points).unwrap_or(u16::MAX),
            ..self.clone()
        }
    }

    /// One destroyed enemy.
    fn score(&self) -> u32 {
        1
    }
}

impl Row for Mecha {
    const COLUMNS: &'static [&'static str] = &[
        "name",
        "engineering",
        "movement",
        "attack",
        "defense",
        "skill",
        "points",
        "weapons",
    ];

    fn row(&self) -> Vec<Value> {
        let weapons = self.weapons.iter().map(|weapon| weapon.name.as_str());
        vec![
            json!(self.name),
            json!(self.engineering),
            json!(self.movement),
            json!(self.attack),
            json!(self.defense),
            json!(self.skill),
            json!(self.points),
            json!(weapons.collect::<Vec<_>>()),
        ]
    }
}

impl Row for Scenario {
    const COLUMNS: &'static [&'static str] = &[
        "name",
        "units_a",
        "units_b",
        "gamemaster",
        "options",
        "summary",
    ];

    fn row(&self) -> Vec<Value> {
        let [a, b] = [0, 1].map(|side: usize| self.forces[side].entries.len());
        let options = self.options.iter();
        let options = options.map(|(name, value)| format!("{name}={value}"));
        vec![
            json!(self.name),
            json!(a),
            json!(b),
            json!(self.gamemaster),
            json!(options.collect::<Vec<_>>()),
            json!(self.summary),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::Middle;

    #[test]
    fn the_middle_is_one_value_or_two() {
        let corners = [[3, 3, 1, 2], [6, 5, 1, 3]];
        let middle = Middle::new(corners.into_iter());
        // 3 to 6: 4 and 5. 3 to 5: 4. 1 alone. 2 to 3: both.
        for inside in [[4, 4, 1, 2], [5, 4, 1, 3]] {
            assert!(middle.contains(inside), "{inside:?}");
        }
        for outside in [[3, 4, 1, 2], [6, 4, 1, 2], [4, 3, 1, 2], [4, 5, 1, 2]] {
            assert!(!middle.contains(outside), "{outside:?}");
        }
    }
}
