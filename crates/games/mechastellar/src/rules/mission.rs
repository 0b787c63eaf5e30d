//! What a battle is fought for beside what a Simple Battle scores: the numbers of its mode, and what counts
//! towards them.
//!
//! The mode belongs to the scenario; it is resolved once per bout. A Simple Battle has nothing of it.

use equipoise_engine::Side;

use super::constants::ROUNDS;
use super::scoring::Scoring;
use super::terrain::Terrain;
use super::unit_id::UnitSet;
use crate::data::scenario::{Attacker, BattleMode, Redeployment};
use crate::data::upgrade::VER10_VP;

/// Starting Momentum of both sides in a Rampage (`ms93.rampage.start-momentum`).
const RAMPAGE_MOMENTUM: u8 = 7;
/// Buildings for a victory point, and victory points by them, at most (`ms93.rampage.vp-buildings`).
const BUILDINGS_A_POINT: u8 = 2;
const MOST_BY_BUILDINGS: u8 = 10;
/// Rounds in which what a Defender destroys is worth twice as much (`ms93.rampage.vp-early-kill`).
const EARLY_ROUNDS: u8 = 2;

/// Victory points for each control point owned as a round ends, and for owning more than the enemy
/// (`ms93.secure.hold-vp`, `ms93.secure.majority-vp`).
const HOLD_POINTS: i32 = 5;
const MAJORITY_POINTS: i32 = 5;
/// Victory points for a turn given up on a control point (`ms93.secure.action`).
const ACTION_POINTS: i32 = 3;

/// Battles of a Confrontation, and rounds of each (`ms93.confront.format`).
const BATTLES: u8 = 3;
const BATTLE_ROUNDS: u8 = 3;

/// What the mode of a battle adds. Victory points are those of the battle's scoring.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mission {
    /// There is anything of it: a Simple Battle asks no further.
    pub(crate) on: bool,
    /// Rounds of a battle, and linked battles.
    pub(crate) rounds: u8,
    pub(crate) battles: u8,
    /// Survivors deploy in turn for the battles after the first.
    pub(super) in_turn: bool,
    /// Units held back come in at the own edge as a round ends (`ms93.confront.hold-back`).
    pub(super) edge_arrivals: bool,
    /// Forces come in waves (`ms93.endurance.waves`).
    pub(crate) waves: bool,
    /// Victory points for each level of a survivor as a battle ends.
    pub(crate) survivor: i32,
    start: Option<u8>,
    /// Pieces of terrain that count as buildings, one bit each.
    pub(crate) buildings: u64,
    /// By side: it gains by buildings, it gains by stopping who does.
    pub(crate) attacks: [bool; 2],
    pub(super) defends: [bool; 2],
    /// One victory point of the supplement.
    point: i32,
    /// Victory points for each control point as a round ends, and for most of them.
    pub(crate) hold: i32,
    majority: i32,
    /// For a turn given up on one.
    pub(crate) action: i32,
}

/// What a battle keeps for its mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Progress {
    /// Buildings that each side has destroyed.
    pub(crate) buildings: [u8; 2],
    /// Momentum that each side has gained by them this turn.
    pub(super) gained: [u8; 2],
    /// Whether a unit of each side has taken damage this turn.
    pub(super) hurt: [bool; 2],
    /// Control points on which a turn was given up this round, one bit each.
    pub(crate) secured: u8,
    /// Linked battles over.
    pub(crate) battle: u8,
    /// The last wave of each side that has come, from 0.
    pub(crate) waves: [u8; 2],
    /// Models destroyed, and scored, in those.
    pub(crate) gone: UnitSet,
    /// Who commands in place of a Commander destroyed in an earlier battle of the set, one model a side at most.
    pub(crate) successors: UnitSet,
    /// Models that have taken part in this one.
    pub(crate) fought: UnitSet,
}

impl Mission {
    /// One battle and nothing besides.
    fn plain() -> Self {
        Self {
            rounds: ROUNDS,
            battles: 1,
            ..Self::default()
        }
    }

    /// Of a mode on a table.
    pub(crate) fn of(mode: BattleMode, scoring: &Scoring, terrain: &Terrain) -> Self {
        let point = i32::from(VER10_VP) / scoring.scale;
        match mode {
            BattleMode::Simple => Self::plain(),
            BattleMode::Secure => Self {
                on: true,
                point,
                hold: point * HOLD_POINTS,
                majority: point * MAJORITY_POINTS,
                action: point * ACTION_POINTS,
                ..Self::plain()
            },
            BattleMode::Confrontation(redeployment) => Self {
                on: true,
                rounds: BATTLE_ROUNDS,
                battles: BATTLES,
                in_turn: redeployment == Redeployment::Alternate,
                edge_arrivals: !scoring.has_printed_values(),
                survivor: point,
                point,
                ..Self::plain()
            },
            BattleMode::Rampage(attacker) | BattleMode::Endurance(attacker) => {
                let attacks = match attacker {
                    Attacker::First => [true, false],
                    Attacker::Second => [false, true],
                    Attacker::Both => [true, true],
                };
                let pieces = terrain.pieces.iter().enumerate();
                let buildings = pieces.filter(|(_, piece)| piece.building);
                Self {
                    on: true,
                    waves: matches!(mode, BattleMode::Endurance(_)),
                    start: Some(RAMPAGE_MOMENTUM),
                    buildings: buildings.fold(0, |set, (piece, _)| set | 1 << piece),
                    attacks,
                    defends: attacks.map(|attacks| !attacks),
                    point,
                    ..Self::plain()
                }
            }
        }
    }

    /// Starting Momentum of both sides, where scoring gives them so much.
    pub(crate) fn starting_momentum(&self, scored: [u8; 2]) -> [u8; 2] {
        self.start.map_or(scored, |momentum| [momentum; 2])
    }

    /// Momentum of both sides after each round, where it does not stay (`ms93.endurance.momentum`).
    pub(crate) fn momentum_after_round(&self) -> Option<u8> {
        self.start.filter(|_| self.waves)
    }

    /// Victory points of a side for so many buildings: one for two of them, rounded up, up to a limit
    /// (`ms93.rampage.vp-buildings`).
    pub(crate) fn building_points(&self, buildings: u8) -> i32 {
        let points = buildings.div_ceil(BUILDINGS_A_POINT).min(MOST_BY_BUILDINGS);
        self.point * i32::from(points)
    }

    /// Victory points as a round ends for so many control points against those of the enemy.
    pub(crate) fn holding(&self, own: usize, other: usize) -> i32 {
        self.hold * own as i32 + if own > other { self.majority } else { 0 }
    }

    /// How many times its worth an enemy that a side destroys brings besides
    /// (`ms93.rampage.vp-early-kill`).
    #[inline]
    pub(crate) fn early(&self, side: Side, round: u8) -> i32 {
        i32::from(self.defends[side.index()] && round <= EARLY_ROUNDS)
    }
}
