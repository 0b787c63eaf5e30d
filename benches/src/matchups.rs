//! The matchups of the benches.

use equipoise_mechastellar::catalogue::Catalogue;
use equipoise_mechastellar::{
    Bout, Entry, Force, HexSize, Options, PolicyKind, Scenario, UnitProfile,
};

/// Two units of the embedded dataset that fight a duel.
#[derive(Clone, Copy, Debug)]
pub struct Matchup {
    /// Stable name of the bench, without spaces.
    pub id: &'static str,
    /// The two units.
    pub units: [&'static str; 2],
}

/// Duels of two Basic units: the middle of the grid, small and large frames, and one of each, so that
/// results do not depend on a single pair.
pub const BASIC_DUELS: [Matchup; 4] = [
    matchup("middle", ["F3P5:versatile", "F3P5:battler"]),
    matchup("small", ["F1P3:raid", "F1P3:sniper"]),
    matchup("large", ["F5P5:firepower", "F5P5:melee"]),
    matchup("small_v_large", ["F1P7:interceptor", "F5P2:heavy-arms"]),
];

/// Duels of two Elite units, which have every skill.
pub const ELITE_DUELS: [Matchup; 3] = [
    matchup("asura_v_djinn", ["White Asura", "Blue Djinn"]),
    matchup("asura_v_gallant", ["White Asura", "Crimson Gallant"]),
    matchup("djinn_v_gallant", ["Blue Djinn", "Crimson Gallant"]),
];

const fn matchup(id: &'static str, units: [&'static str; 2]) -> Matchup {
    Matchup { id, units }
}

impl Matchup {
    /// The duel under one policy.
    ///
    /// # Panics
    /// When the dataset lacks a unit.
    #[must_use]
    pub fn bout(&self, policy: PolicyKind, hex_in: HexSize) -> Bout {
        let [a, b] = self.units.map(unit);
        bout(&a, &b, policy, hex_in)
    }
}

/// The first of [`BASIC_DUELS`] on hexes of 4 in, played by the printed behaviour table.
#[must_use]
pub fn basic_duel() -> Bout {
    BASIC_DUELS[0].bout(PolicyKind::Solo, HexSize::Four)
}

/// The first of [`ELITE_DUELS`] on hexes of 4 in, played for the best expected result.
#[must_use]
pub fn elite_duel() -> Bout {
    ELITE_DUELS[0].bout(PolicyKind::Greedy, HexSize::Four)
}

/// A unit of the embedded dataset.
///
/// # Panics
/// When the dataset has no such unit.
#[must_use]
pub fn unit(name: &str) -> UnitProfile {
    let catalogue = Catalogue::embedded();
    let found = catalogue.find(name);
    found.unwrap_or_else(|unknown| panic!("{unknown}")).clone()
}

/// A duel of two units under one policy on hexes of a size.
///
/// # Panics
/// When the two do not make a bout.
#[must_use]
pub fn bout(a: &UnitProfile, b: &UnitProfile, policy: PolicyKind, hex_in: HexSize) -> Bout {
    let forces = [std::slice::from_ref(a), std::slice::from_ref(b)];
    Bout::compile(forces, [policy; 2], &on_hexes(hex_in)).unwrap_or_else(|e| panic!("{e}"))
}

fn on_hexes(hex_in: HexSize) -> Options {
    Options {
        hex_in,
        ..Options::default()
    }
}

/// Units of battles, repeated in this order.
const UNITS: [&str; 5] = [
    "White Asura",
    "Green Viking",
    "F3P5:sniper",
    "F2P3:battler",
    "Argonaut",
];

/// A battle of `count` units a side, with the terrain and control points of the book's Simple
/// Battle.
///
/// # Panics
/// When the scenario does not make a bout.
#[must_use]
pub fn battle_bout(count: usize, policy: PolicyKind, hex_in: HexSize) -> Bout {
    let scenario = Scenario {
        forces: [force(count), force(count)],
        ..simple_battle()
    };
    Bout::battle(&scenario, [policy; 2], &on_hexes(hex_in)).unwrap_or_else(|e| panic!("{e}"))
}

fn force(count: usize) -> Force {
    let entry = |index: usize| Entry::single(unit(UNITS[index % UNITS.len()]));
    Force {
        name: String::from("bench"),
        entries: (0..count).map(entry).collect(),
        commander: Some(0),
        commander_trait: None,
        fleet: None,
        secondary: Vec::new(),
    }
}

fn simple_battle() -> Scenario {
    let (_, file) = Catalogue::scenarios()
        .into_iter()
        .find(|(name, _)| *name == "simple-battle")
        .unwrap_or_else(|| panic!("simple-battle ships with the program"));
    let read = Catalogue::embedded().scenario(&file);
    read.unwrap_or_else(|problems| panic!("{problems:?}"))
}
