//! What of a battle its future depends on.

use equipoise_engine::{Hex, Side};

use crate::rules::mission::Progress;
use crate::rules::play::Stage;
use crate::rules::secondary::Tally;
use crate::rules::state::{Battle, MAX_CONTROL_POINTS, SideState, Turn};
use crate::rules::unit_id::{UnitId, UnitSet};
use crate::rules::unit_state::UnitState;

/// All of a battle but its units that the future depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rest {
    sides: [SideState; 2],
    round: u8,
    first: Option<Side>,
    challenge: Option<(UnitId, UnitId)>,
    turn: Turn,
    return_fire: UnitSet,
    aggressor: Option<UnitId>,
    razed: u64,
    thrown: u64,
    losses: bool,
    wrecks: bool,
    crowd: usize,
    owners: [Option<Side>; MAX_CONTROL_POINTS],
    former: [Option<Side>; MAX_CONTROL_POINTS],
    progress: Progress,
    secondary: Tally,
}

impl Rest {
    /// What a battle has beside its units.
    pub(crate) fn of(battle: &Battle) -> Self {
        // Every field is named, so that a new one is thought of.
        let Battle {
            units: _,
            sides,
            round,
            first,
            challenge,
            turn,
            return_fire,
            aggressor,
            razed,
            thrown,
            losses,
            wrecks,
            crowd,
            owners,
            former,
            progress,
            secondary,
            // Written for observers when a round ends, read by nobody who plays.
            momentum_by_round: _,
            points_by_round: _,
        } = *battle;
        Self {
            sides,
            round,
            first,
            challenge,
            turn,
            return_fire,
            aggressor,
            razed,
            thrown,
            losses,
            wrecks,
            crowd,
            owners,
            former,
            progress,
            secondary,
        }
    }

    /// Makes a battle stand so; its units are left as they are.
    pub(crate) fn put(&self, battle: &mut Battle) {
        battle.sides = self.sides;
        battle.round = self.round;
        battle.first = self.first;
        battle.challenge = self.challenge;
        battle.turn = self.turn;
        battle.return_fire = self.return_fire;
        battle.aggressor = self.aggressor;
        battle.razed = self.razed;
        battle.thrown = self.thrown;
        battle.losses = self.losses;
        battle.wrecks = self.wrecks;
        battle.crowd = self.crowd;
        battle.owners = self.owners;
        battle.former = self.former;
        battle.progress = self.progress;
        battle.secondary = self.secondary;
    }
}

/// Makes situations with the same future the same: wipes out what nobody reads any more. That it
/// changes no battle is tested by playing battles with and without it.
pub(crate) fn tidy(battle: &mut Battle, stage: Stage) {
    for unit in battle.units.iter_mut() {
        forget(unit);
    }
    match stage {
        // The turn is over; the next one begins with a new record.
        Stage::Slot(_) | Stage::Round | Stage::EndOfRound => battle.turn = Turn::default(),
        Stage::Setup | Stage::Action { .. } | Stage::EndOfTurn | Stage::Over => {}
    }
}

fn forget(unit: &mut UnitState) {
    // Told to observers after the battle, read by nobody who plays.
    (unit.damage_dealt, unit.vp_earned) = (0, 0);
    unit.facing = direction(unit.facing);
}

/// The shortest vector of a direction: of a facing only the half-plane before it is looked at.
fn direction(way: Hex) -> Hex {
    let (mut a, mut b) = (way.q.unsigned_abs(), way.r.unsigned_abs());
    while b > 0 {
        (a, b) = (b, a % b);
    }
    let length = a.max(1) as i16;
    Hex::new(way.q / length, way.r / length)
}
