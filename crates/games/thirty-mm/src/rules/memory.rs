//! Battles and units that become equal to others in the memory they have.

use super::state::{Battle, ROUNDS_TOLD, UnitState};

impl UnitState {
    /// Becomes equal to another state in the memory it has.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.defense.clone_from(&other.defense);
        self.weapons.clone_from(&other.weapons);
        self.shields.clone_from(&other.shields);
        self.equipment.clone_from(&other.equipment);
        self.barred.clone_from(&other.barred);
        self.drones.clone_from(&other.drones);
        *self = Self {
            defense: std::mem::take(&mut self.defense),
            weapons: std::mem::take(&mut self.weapons),
            shields: std::mem::take(&mut self.shields),
            equipment: std::mem::take(&mut self.equipment),
            barred: std::mem::take(&mut self.barred),
            drones: std::mem::take(&mut self.drones),
            ..*other
        };
    }
}

impl Battle {
    /// Becomes equal to another battle in the memory it has, with room for all that a battle may add.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        let count = other.units.len();
        self.units.truncate(count);
        for (at, unit) in other.units.iter().enumerate() {
            match self.units.get_mut(at) {
                Some(state) => state.copy_from(unit),
                None => self.units.push(unit.clone()),
            }
            self.units[at].barred.reserve(count);
        }
        self.structures.clone_from(&other.structures);
        self.owners.clone_from(&other.owners);
        self.reactions.clone_from(&other.reactions);
        self.falls.clone_from(&other.falls);
        self.by_round.clone_from(&other.by_round);
        *self = Self {
            units: std::mem::take(&mut self.units),
            structures: std::mem::take(&mut self.structures),
            owners: std::mem::take(&mut self.owners),
            reactions: std::mem::take(&mut self.reactions),
            falls: std::mem::take(&mut self.falls),
            by_round: std::mem::take(&mut self.by_round),
            lists: std::mem::take(&mut self.lists),
            ..*other
        };
        self.reactions.reserve(count);
        self.falls.reserve(count);
        self.by_round.reserve(ROUNDS_TOLD);
        for list in [&mut self.lists.watchers, &mut self.lists.in_range] {
            list.clear();
            list.reserve(count);
        }
    }
}
