//! Duels and a battle of 30 Minute Missions.

use equipoise_thirty_mm::catalogue::Catalogue;
use equipoise_thirty_mm::{Bout, Options, PolicyKind, Sheet};

use crate::matchups::Matchup;

/// Duels of class 2 whose units come into range first: pistols, a rifle, a blade.
pub const THIRTY_MM_DUELS: [Matchup; 3] = [
    Matchup {
        id: "pistols",
        units: ["REF-2", "REF-2"],
    },
    Matchup {
        id: "pistol_v_rifle",
        units: ["REF-2", "Tall Heron"],
    },
    Matchup {
        id: "rifle_v_blade",
        units: ["C2R4:rifle", "C2R4:blade"],
    },
];

fn unit(catalogue: &Catalogue, name: &str) -> Sheet {
    let found = catalogue.find(name);
    found.unwrap_or_else(|unknown| panic!("{unknown}")).clone()
}

/// One of [`THIRTY_MM_DUELS`] under one policy.
///
/// # Panics
/// When the dataset lacks a unit.
#[must_use]
pub fn thirty_mm_duel(duel: &Matchup, policy: PolicyKind) -> Bout {
    let catalogue = Catalogue::embedded();
    let [a, b] = duel.units.map(|name| unit(&catalogue, name));
    let bout = Bout::duel([&a, &b], [policy; 2], &Options::default());
    bout.unwrap_or_else(|faults| panic!("{faults}"))
}

/// REF-2 against itself, two hexes apart, both firing from where they stand.
///
/// # Panics
/// When the dataset lacks the unit.
#[must_use]
pub fn thirty_mm_standing_duel() -> Bout {
    let options = Options {
        duel_distance: 2,
        ..Options::default()
    };
    let unit = unit(&Catalogue::embedded(), "REF-2");
    let bout = Bout::duel([&unit, &unit], [PolicyKind::Stand; 2], &options);
    bout.unwrap_or_else(|faults| panic!("{faults}"))
}

/// The shipped skirmish, three against three with woods and structures, under one policy.
///
/// # Panics
/// When the scenario does not ship.
#[must_use]
pub fn thirty_mm_battle(policy: PolicyKind) -> Bout {
    let mut shipped = Catalogue::scenarios().into_iter();
    let (_, file) = shipped
        .find(|(name, _)| *name == "skirmish")
        .unwrap_or_else(|| panic!("skirmish ships with the program"));
    let scenario = Catalogue::embedded().scenario(&file, &[]);
    let scenario = scenario.unwrap_or_else(|problems| panic!("{problems:?}"));
    let bout = Bout::battle(&scenario, [policy; 2], &Options::default());
    bout.unwrap_or_else(|faults| panic!("{faults}"))
}
