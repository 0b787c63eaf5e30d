//! The state of one battle: fixed in size, without a pointer, so that a copy is a copy of bytes.

use super::sectors::SectorId;
use crate::data::profile::MAX_WEAPONS;
use crate::data::scenario::MAX_TEAM;
use equipoise_engine::Side;

/// Position of a combatant in the bout, side A's first.
pub(crate) type UnitId = usize;

/// Combatants of a battle at most.
pub(crate) const MAX_UNITS: usize = 2 * MAX_TEAM;

/// A set of combatants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct UnitSet(u16);

impl UnitSet {
    #[inline]
    pub(crate) const fn contains(self, unit: UnitId) -> bool {
        self.0 >> unit & 1 == 1
    }

    #[inline]
    pub(crate) const fn insert(&mut self, unit: UnitId) {
        self.0 |= 1 << unit;
    }

    #[inline]
    pub(crate) const fn remove(&mut self, unit: UnitId) {
        self.0 &= !(1 << unit);
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = UnitId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| left.trailing_zeros() as UnitId);
            left &= left.wrapping_sub(1);
            next
        })
    }
}

/// Whether a mecha still fights (`bull.stability.accept`, `bull.lethal.enter`, `bull.lethal.death`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Condition {
    #[default]
    Active,
    /// Without a working Configuration, fighting on.
    Lethal,
    /// Off the map, its pilot alive.
    Disabled,
    /// Its pilot is dead.
    Dead,
}

/// One combatant in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct UnitState {
    pub(crate) condition: Condition,
    pub(crate) sector: SectorId,
    /// Checked damage boxes.
    pub(crate) boxes: u8,
    /// Working Configurations.
    pub(crate) configurations: u8,
    /// Failed stability rolls.
    pub(crate) failures: u8,
    /// Strafing pool, kept until the own next turn.
    pub(crate) strafe: u8,
    /// Successes of the initiative roll.
    pub(crate) initiative: u8,
    /// The last step of this turn crossed a quadrant line.
    pub(crate) crossed: bool,
    /// Moved by itself in the running turn.
    pub(crate) moved: bool,
    /// Strafed in the running turn.
    pub(crate) strafed: bool,
    /// The turn of the battle that the three above belong to.
    pub(crate) marks_turn: u16,
    /// Own turns begun or lost.
    pub(crate) turns: u16,
    /// Own turn from which on each weapon is ready.
    pub(crate) ready_from: [u16; MAX_WEAPONS],
    /// Boxes checked on enemies.
    pub(crate) boxes_dealt: u16,
    /// Enemies put out of the fight that count as destroyed.
    pub(crate) destroyed: u8,
}

impl UnitState {
    #[inline]
    pub(crate) const fn in_play(&self) -> bool {
        matches!(self.condition, Condition::Active | Condition::Lethal)
    }
}

/// A part of a full combat action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Part {
    #[default]
    Nothing,
    Move,
    Attack,
}

/// Scratch state of a battle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Battle {
    pub(crate) units: [UnitState; MAX_UNITS],
    /// Points by pool; several combatants may share one.
    pub(crate) overdrive: [u8; MAX_UNITS],
    pub(crate) marker: SectorId,
    /// Combatants in the order of initiative.
    pub(crate) order: [u8; MAX_UNITS],
    pub(crate) round: u8,
    /// Places of the order already called up in this round.
    pub(crate) slot: u8,
    /// Turns begun so far, of both sides.
    pub(crate) turn: u16,
    /// Who holds a turn.
    pub(crate) holders: UnitSet,
    /// What the combatant whose turn it is has still to do after its present action.
    pub(crate) remaining: Part,
    /// Who earned a Cut Scene by the present action.
    pub(crate) scenes: UnitSet,
    /// An extra action is being played.
    pub(crate) in_scene: bool,
    pub(crate) over: bool,
    pub(crate) winner: Option<Side>,
}
