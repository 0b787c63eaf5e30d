//! Where a missed shot of indirect fire comes down.

use equipoise_dice::{Dice, Sides};
use equipoise_engine::Log;

use super::event::Event;
use super::facing::Facing;
use super::game::Game;
use super::state::UnitId;
use crate::options::ScatterOrder;

/// The direction in which a shot scatters from a target of this facing: 1 and 2 behind it, 5 and 6
/// before it, the others to its sides (`mm30.deviation.scatter`).
#[must_use]
pub fn scatter(facing: Facing, face: u8, order: ScatterOrder) -> Facing {
    // Sixths of a circle clockwise from behind.
    let sixths = match face {
        1 | 2 => 0,
        3 => 1,
        4 => 2,
        5 | 6 => 3,
        7 => 4,
        _ => 5,
    };
    let sixths = match order {
        ScatterOrder::Clockwise => sixths,
        ScatterOrder::Counterclockwise => (6 - sixths) % 6,
    };
    facing.turned(3 + sixths)
}

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// The scatter die of a missed shot: every unit and structure in the hex takes the weapon's full damage on its torso,
    /// without evasion (`mm30.deviation.trigger`, `mm30.deviation.damage`).
    pub(super) fn deviate(&mut self, shooter: UnitId, target: UnitId, damage: u16) {
        let face = self.dice.die(Sides::D8);
        let aimed_at = &self.battle.units[target];
        let order = self.table.options.deviation_side_order;
        let hex = aimed_at.hex + scatter(aimed_at.facing, face, order).step();
        self.log.record(|| Event::Deviates {
            unit: shooter,
            face,
            hex,
        });
        if let Some(structure) = self.view().structure_in(hex) {
            self.damage_structure(structure, damage);
        }
        for unit in 0..self.battle.units.len() {
            let state = &self.battle.units[unit];
            if state.hex == hex && state.on_board() {
                self.damage_torso(unit, damage);
            }
        }
    }
}
