//! What would become of a battle: a copy in which the rules themselves act.

use equipoise_dice::{Dice, PoolShape, Roll, Sides};
use equipoise_engine::{Hex, NoLog};

use super::worth::{Scale, Worth};
use crate::rules::game::Game;
use crate::rules::state::{Battle, Hold, Table, UnitId, UnitState};
use crate::rules::view::View;

/// Dice that show one face after another of a short list, the last one for ever.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shows(pub(super) [u8; 2]);

impl Dice for Shows {
    fn pool(&mut self, _: PoolShape) -> Roll {
        Roll::default()
    }

    fn fails(&mut self, _: Sides, _: u8, _: i32) -> u8 {
        0
    }

    fn die(&mut self, _: Sides) -> u8 {
        let face = self.0[0];
        self.0[0] = self.0[1];
        face
    }

    fn below(&mut self, _: u32) -> u32 {
        0
    }
}

/// A copy of a battle.
pub(super) struct Trial<'a> {
    pub(super) real: View<'a>,
    pub(super) scale: Scale,
    battle: Battle,
    /// Worth of each unit as it stands, and of one of its Action Points.
    worth: Vec<(Worth, Worth)>,
}

impl<'a> Trial<'a> {
    pub(super) fn new(real: View<'a>) -> Self {
        let scale = Scale::of(real.table);
        let units = 0..real.battle.units.len();
        Self {
            real,
            scale,
            battle: real.battle.clone(),
            worth: units
                .map(|unit| (scale.worth(real, unit), scale.action_point(real, unit)))
                .collect(),
        }
    }

    /// The copy as it is now.
    pub(super) fn view(&self) -> View<'_> {
        View {
            table: self.real.table,
            battle: &self.battle,
        }
    }

    pub(super) const fn table(&self) -> &'a Table {
        self.real.table
    }

    /// Worth of a unit in the real battle.
    pub(super) fn worth(&self, unit: UnitId) -> Worth {
        self.worth[unit].0
    }

    /// Worth of an Action Point of a unit in the real battle.
    pub(super) fn action_point(&self, unit: UnitId) -> Worth {
        self.worth[unit].1
    }

    /// Puts a unit somewhere.
    pub(super) fn put(&mut self, unit: UnitId, (hex, level): (Hex, i8)) {
        let state = &mut self.battle.units[unit];
        (state.hex, state.elevation) = (hex, level);
    }

    /// The state of a unit, to be changed.
    pub(super) fn state(&mut self, unit: UnitId) -> &mut UnitState {
        &mut self.battle.units[unit]
    }

    /// Lets the rules act, reads the result, and takes back what has become of some units.
    pub(super) fn read<T>(
        &mut self,
        units: &[UnitId],
        faces: [u8; 2],
        act: impl FnOnce(&mut Game<'_, Shows, NoLog>),
        read: impl FnOnce(View<'_>) -> T,
    ) -> T {
        let mut dice = Shows(faces);
        act(&mut Game {
            table: self.real.table,
            battle: &mut self.battle,
            dice: &mut dice,
            log: &mut NoLog,
        });
        let result = read(self.view());
        for &unit in units {
            self.take_back(unit);
        }
        result
    }

    /// What a unit loses by what the rules do.
    pub(super) fn loss(
        &mut self,
        unit: UnitId,
        faces: [u8; 2],
        act: impl FnOnce(&mut Game<'_, Shows, NoLog>),
    ) -> Worth {
        let (before, scale) = (self.worth[unit].0, self.scale);
        self.read(&[unit], faces, act, |view| before - scale.worth(view, unit))
    }

    /// A unit, and whom it holds or is held by, as they really are.
    pub(super) fn take_back(&mut self, unit: UnitId) {
        let real = self.real.battle;
        self.battle.units[unit].copy_from(&real.units[unit]);
        if let Hold::Holds { held: other, .. } | Hold::HeldBy(other) = real.units[unit].hold {
            self.battle.units[other].copy_from(&real.units[other]);
        }
        self.battle.turn = real.turn;
        self.battle.owners.clone_from(&real.owners);
        self.battle.falls.clone_from(&real.falls);
        self.battle.reactions.clone_from(&real.reactions);
        self.battle.structures.clone_from(&real.structures);
    }
}
