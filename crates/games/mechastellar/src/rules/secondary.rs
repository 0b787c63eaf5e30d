//! Secondary objectives: which are chosen, their numbers, and what a battle keeps for them.
//!
//! Numbers are victory points of the supplement; the scoring profile says what one of them is worth
//! (`ms93.secondary.cap`).

use equipoise_engine::Side;

use super::scoring::Scoring;
use super::unit_id::UnitSet;
use crate::data::scenario::Force;
use crate::data::secondary::{Category, Objective};
use crate::data::upgrade::VER10_VP;
use crate::options::SecondaryOver;

/// Victory points that one objective brings over a game, at most (`ms93.secondary.cap`).
pub(super) const CAP: u8 = 10;
/// For destroyed units a round, at most (`ms93.secondary.rout-the-enemy`).
pub(super) const ROUTED_A_ROUND: u8 = 5;
/// Control points burnt bring so much each (`ms93.secondary.scorched-earth`).
pub(crate) const SCORCHED: u8 = 5;
/// Inches around the centre that belong to no quadrant (`ms93.secondary.dominate`).
pub(super) const CENTRE_IN: u16 = 8;
/// Inches from the enemy edge that count (`ms93.secondary.behind-lines`).
pub(super) const BEHIND_IN: u16 = 16;

/// The objectives of both sides.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Secondary {
    /// There are any: battles without ask no further.
    pub(crate) on: bool,
    chosen: [[Option<Objective>; Category::COUNT]; 2],
    /// One victory point of the supplement.
    pub(crate) point: i32,
}

/// What a battle keeps for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Tally {
    /// Victory points scored by each objective.
    pub(super) scored: [[u8; Category::COUNT]; 2],
    /// Enemies that each side has destroyed this round.
    pub(super) routed: [u8; 2],
    /// What the Survival objective of each side counts during play.
    pub(super) counted: [u8; 2],
    /// Models that stood in the enemy half at the last look.
    pub(super) inside: UnitSet,
    /// Models that have been repelled this round.
    pub(super) repelled: UnitSet,
    /// Control points destroyed, one bit each.
    pub(super) scorched: u8,
    /// The attack under way.
    pub(super) strike: Struck,
}

/// What objectives ask about an attack while it is resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Struck {
    /// It has tactical advantage.
    pub(super) advantage: bool,
    /// It is a Counter in melee.
    pub(super) melee_counter: bool,
    /// A save against it has failed.
    pub(super) pierced: bool,
    /// It would have destroyed a model but for Momentum spent on the defence.
    pub(super) averted: bool,
    /// Models of the target before it.
    pub(super) models: u8,
}

impl Secondary {
    /// Those that two forces have chosen.
    pub(crate) fn of(forces: &[Force; 2], scoring: &Scoring) -> Self {
        let mut this = Self {
            point: i32::from(VER10_VP) / scoring.scale,
            ..Self::default()
        };
        for (slots, force) in this.chosen.iter_mut().zip(forces) {
            for &objective in &force.secondary {
                slots[objective.category().index()] = Some(objective);
                this.on = true;
            }
        }
        this
    }

    /// The objective of a side in a category.
    #[inline]
    pub(crate) fn chosen(&self, side: Side, category: Category) -> Option<Objective> {
        self.chosen[side.index()][category.index()]
    }

    /// Whether a side has chosen an objective.
    #[inline]
    pub(crate) fn has(&self, side: Side, objective: Objective) -> bool {
        self.chosen(side, objective.category()) == Some(objective)
    }
}

impl Tally {
    /// Victory points that an objective of a side may still bring (`ms93.secondary.cap`).
    pub(crate) fn room(&self, side: Side, category: Category) -> u8 {
        CAP - self.scored[side.index()][category.index()]
    }

    /// Whether a control point has not been destroyed.
    #[inline]
    pub(crate) fn has_point(&self, point: usize) -> bool {
        self.scorched >> point & 1 == 0
    }

    /// What the next battle of a Confrontation begins with (`ms93.secondary.cap`).
    pub(super) fn after_battle(&self, over: SecondaryOver) -> Self {
        match over {
            SecondaryOver::Set => Self {
                scored: self.scored,
                counted: self.counted,
                ..Self::default()
            },
            SecondaryOver::Battle => Self::default(),
        }
    }

    /// What starts anew with a round.
    pub(super) fn refresh(&mut self) {
        self.routed = [0; 2];
        self.repelled = UnitSet::EMPTY;
    }
}

/// Victory points for units in so many quadrants (`ms93.secondary.dominate`).
pub(crate) const fn for_quadrants(quadrants: u32) -> u8 {
    match quadrants {
        ..=2 => 0,
        3 => 3,
        _ => 4,
    }
}

/// Victory points for so many units near the enemy edge (`ms93.secondary.behind-lines`).
pub(crate) const fn for_units_behind(units: usize) -> u8 {
    match units {
        0 => 0,
        1 => 2,
        _ => 3,
    }
}
