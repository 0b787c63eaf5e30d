//! What traits of crews bring as turns begin and end: Momentum, mostly.

use equipoise_dice::Dice;

use equipoise_engine::Log;

use super::decider::Decider;
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::unit_id::{UnitId, UnitSet};
use super::view::View;

/// Round from which confidence counts (`ms93.pilot1.immortal`).
const CONFIDENT_FROM: u8 = 2;
/// Momentum of fury (`ms93.pilot1.hot-blooded`, `ms93.pilot2.burning-passion`).
const FURY_MOMENTUM: i32 = 2;
/// HITS of fury in a turn of Return Fire (the same).
const FURY_HITS: i32 = 1;
/// Inches by which a furious unit comes closer (the same).
const FURY_IN: i32 = 5;

/// What a unit's traits bring in turns. Zero stands for nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Drive {
    /// Momentum on activation from Round 2 on with half the HP or more (`ms93.pilot1.immortal`).
    pub(crate) confidence: u8,
    /// Which way of fighting brings Momentum.
    fury: Option<Fury>,
}

/// What beside coming closer brings the Momentum of fury.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fury {
    /// Moving into an engagement in the turn (`ms93.pilot1.hot-blooded`).
    OnEngaging,
    /// Being engaged as the turn ends (`ms93.pilot2.burning-passion`).
    WhileEngaged,
}

impl Drive {
    /// Adds fury.
    pub(crate) fn rages(&mut self, fury: Fury) {
        self.fury = Some(fury);
    }
}

impl View<'_> {
    /// HITS of a unit in a turn of Return Fire (`ms93.pilot1.hot-blooded`, `ms93.pilot2.burning-passion`).
    pub(crate) fn answer_hits(self, unit: UnitId) -> i32 {
        let turn = &self.state.turn;
        let furious = || self.profile(unit).perks.drive.fury.is_some();
        if turn.return_fire && turn.unit == unit && furious() {
            FURY_HITS
        } else {
            0
        }
    }

    /// Whether the turn of the active unit feeds its fury: by its own way from where it began, towards
    /// where the nearest enemy stood then.
    fn feeds(self, fury: Fury) -> bool {
        let turn = &self.state.turn;
        let here = self.unit(turn.unit).pos;
        let fights = match fury {
            Fury::OnEngaging => turn.engages,
            Fury::WhileEngaged => self.is_engaged(turn.unit),
        };
        let inches = i32::from(self.bout.distances.hex_in.inches());
        let nearer = |quarry| {
            let hexes = i32::from(turn.start.distance(quarry)) - i32::from(here.distance(quarry));
            hexes * inches >= FURY_IN
        };
        fights || turn.quarry.is_some_and(nearer)
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// What the traits of a unit bring as it is activated.
    #[inline(never)]
    pub(crate) fn stir(&mut self, unit: UnitId) {
        let view = self.view();
        let nearest = view.nearest_enemy(unit);
        self.state.turn.quarry = nearest.map(|enemy| self.state.units[enemy].pos);
        let (state, profile) = (&self.state.units[unit], &self.bout.units[unit]);
        if self.state.round >= CONFIDENT_FROM && 2 * state.hp >= profile.hp {
            self.hearten(unit, profile.perks.drive.confidence.into());
        }
    }

    /// Notes whom a move has brought into an engagement with the active unit.
    pub(crate) fn note_engagement(&mut self, unit: UnitId, before: UnitSet) {
        let met = self.view().engaged_enemies(unit).without(before);
        self.state.turn.engages |= !met.is_empty();
    }

    /// The Momentum of fury as the turn of a unit ends.
    #[inline(never)]
    pub(crate) fn rage(&mut self, unit: UnitId) {
        let fury = self.bout.units[unit].perks.drive.fury;
        if fury.is_some_and(|fury| self.view().feeds(fury)) {
            self.hearten(unit, FURY_MOMENTUM);
        }
    }

    /// Momentum for the side of a unit by one of its traits.
    fn hearten(&mut self, unit: UnitId, momentum: i32) {
        self.change_momentum(self.bout.side_of(unit), momentum, MomentumCause::Trait);
    }
}
