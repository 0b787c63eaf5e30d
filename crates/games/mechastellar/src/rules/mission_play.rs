//! What counts towards the mode of a battle.

use equipoise_dice::Dice;

use equipoise_engine::{Log, Side};

use super::decider::Decider;
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::unit_id::{UnitId, bits};
use super::view::View;

/// Momentum that an Attacker gains by buildings in one turn (`ms93.rampage.attacker-momentum`).
const BUILDINGS_A_TURN: u8 = 3;

impl View<'_> {
    /// Whether a side gains by destroying buildings.
    #[inline]
    pub(crate) fn gains_by_buildings(self, side: Side) -> bool {
        self.bout.mission.attacks[side.index()]
    }

    /// Whether a building stands.
    pub(crate) fn has_buildings(self) -> bool {
        bits(self.bout.mission.buildings).any(|piece| self.stands(piece))
    }

    /// Momentum that a side may still gain by buildings this turn (`ms93.rampage.attacker-momentum`).
    pub(crate) fn building_momentum_left(self, side: Side) -> u8 {
        BUILDINGS_A_TURN - self.state.progress.gained[side.index()]
    }

    /// Whether a building may not be chosen as a target because an enemy of a unit is closer to it
    /// (`ms93.rampage.building-targeting`).
    pub(crate) fn is_screened(self, unit: UnitId, piece: usize) -> bool {
        if self.bout.mission.buildings >> piece & 1 == 0 {
            return false;
        }
        let pos = self.unit(unit).pos;
        let hexes = self.bout.terrain.pieces[piece].hexes.iter();
        let away = hexes.map(|hex| hex.distance(pos)).min();
        let enemy = self.nearest_enemy(unit).map(|e| self.distance(unit, e));
        enemy < away && enemy.is_some()
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Counts a building that a unit brings down (`ms93.rampage.attacker-momentum`).
    pub(crate) fn count_building(&mut self, by: UnitId) {
        let side = self.bout.side_of(by);
        if !self.view().gains_by_buildings(side) {
            return;
        }
        self.state.progress.buildings[side.index()] += 1;
        if self.view().building_momentum_left(side) > 0 {
            self.state.progress.gained[side.index()] += 1;
            self.change_momentum(side, 1, MomentumCause::Building);
        }
    }

    /// Notes that a unit has lost HP.
    #[inline]
    pub(crate) fn note_damage(&mut self, unit: UnitId) {
        if self.bout.mission.on {
            self.state.progress.hurt[self.bout.side_of(unit).index()] = true;
            self.note_fight(unit);
        }
    }

    /// The end of a turn in which a Defender was hurt brings it Momentum
    /// (`ms93.rampage.defender-momentum`).
    #[inline]
    pub(crate) fn settle_turn(&mut self) {
        if self.bout.mission.on {
            self.rally_defenders();
        }
    }

    fn rally_defenders(&mut self) {
        for side in Side::BOTH {
            let (mission, progress) = (&self.bout.mission, &self.state.progress);
            if mission.defends[side.index()] && progress.hurt[side.index()] {
                self.change_momentum(side, 1, MomentumCause::Defence);
            }
        }
        let progress = &mut self.state.progress;
        (progress.gained, progress.hurt) = ([0; 2], [false; 2]);
    }
}
