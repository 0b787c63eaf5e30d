//! A battle to be played: two forces, places, a Gamemaster, options.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use equipoise_engine::Side;

use super::profile::Mecha;
use crate::sector::Place;

/// Combatants of a side at most.
pub(crate) const MAX_TEAM: usize = 6;

/// One combatant of a force.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Entry {
    /// The mecha and its pilot.
    pub mecha: Mecha,
    /// Where it starts; `None` for the start sector of its side (`bull.setup.start-positions`).
    pub at: Option<Place>,
}

impl Entry {
    /// A mecha that starts in the start sector of its side.
    #[must_use]
    pub const fn new(mecha: Mecha) -> Self {
        Self { mecha, at: None }
    }
}

/// One side's force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Force {
    /// Name.
    pub name: String,
    /// One to six combatants.
    pub entries: Vec<Entry>,
}

impl Force {
    /// The combatants by what they are, the dearest first and names last of all. Battles are played
    /// and reported in this order, so that the order of a list decides nothing.
    #[must_use]
    pub fn ranked(&self) -> Vec<&Entry> {
        let rank = |entry: &&Entry| {
            let Entry { mecha, at } = entry;
            let mut ranges: Vec<u8> = mecha.weapons.iter().map(|arm| arm.optimal_range).collect();
            ranges.sort_unstable();
            let stats = mecha.linked_stats().map(|(_, dice)| dice);
            (
                Reverse(mecha.points),
                Reverse(stats),
                Reverse(mecha.skill),
                ranges,
                *at,
            )
        };
        let mut ranked: Vec<&Entry> = self.entries.iter().collect();
        ranked.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.cmp(b)));
        ranked
    }

    /// The mecha of the force as it lists them.
    pub fn mecha(&self) -> impl Iterator<Item = &Mecha> {
        self.entries.iter().map(|entry| &entry.mecha)
    }

    /// Listed points of all mecha.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.mecha().map(|mecha| u32::from(mecha.points)).sum()
    }
}

/// A battle to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scenario {
    /// Name on the command line.
    pub name: String,
    /// One line for lists.
    pub summary: String,
    /// The side the Gamemaster plays, if one does (`bull.overdrive.pool`).
    pub gamemaster: Option<Side>,
    /// Side A's force, side B's force.
    pub forces: [Force; 2],
    /// Rules options the scenario sets, by their command-line names.
    pub options: BTreeMap<String, String>,
    /// The forces have changed seats: the map is the mirror image of the one described.
    pub turned: bool,
}

impl Scenario {
    /// Two forces on the map of the options, without a Gamemaster.
    #[must_use]
    pub const fn open(forces: [Force; 2]) -> Self {
        Self {
            name: String::new(),
            summary: String::new(),
            gamemaster: None,
            forces,
            options: BTreeMap::new(),
            turned: false,
        }
    }

    /// The same battle with the seats changed: each force on the mirror image of its old place.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let [a, b] = self.forces.clone();
        Self {
            gamemaster: self.gamemaster.map(Side::other),
            forces: [b, a],
            turned: !self.turned,
            ..self.clone()
        }
    }
}
