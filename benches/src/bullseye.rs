//! Duels of the Bullseye Battlemap.

use equipoise_bullseye::catalogue::Catalogue;
use equipoise_bullseye::{Bout, Options, PolicyKind};

use crate::matchups::Matchup;

/// Duels on the standard map: two average mecha, a fast one against a tough one, and the two with the
/// most weapons and the most movement.
pub const BULLSEYE_DUELS: [Matchup; 3] = [
    Matchup {
        id: "standard",
        units: ["Standard", "Standard"],
    },
    Matchup {
        id: "jackal_v_bastion",
        units: ["Swift Jackal", "Bastion"],
    },
    Matchup {
        id: "arsenal_v_mauler",
        units: ["Walking Arsenal", "Red Mauler"],
    },
];

/// One of [`BULLSEYE_DUELS`] under one policy.
///
/// # Panics
/// When the dataset lacks a unit.
#[must_use]
pub fn bullseye_bout(duel: &Matchup, policy: PolicyKind) -> Bout {
    let catalogue = Catalogue::embedded();
    let units = duel.units.map(|name| {
        let found = catalogue.find(name);
        found.unwrap_or_else(|unknown| panic!("{unknown}")).clone()
    });
    let forces = units.each_ref().map(std::slice::from_ref);
    Bout::compile(forces, [policy; 2], &Options::default()).unwrap_or_else(|e| panic!("{e}"))
}
