//! What units are worth: one currency for all that `greedy` compares.

use super::super::aims::arms;
use crate::data::kind::SectionKind;
use crate::rules::check::Check;
use crate::rules::shot::ShotOdds;
use crate::rules::state::{AP_CAP, Life, Place, Table, UnitId};
use crate::rules::view::{Arm, View};

/// 64ths of a point of deployment cost.
pub(super) type Worth = i64;

/// [`Worth`] of a point of deployment cost.
pub(super) const POINT: Worth = 64;

/// Sixteenths by which what the next turn promises counts.
pub(super) const PATIENCE: Worth = 10;

/// Evasion that attacks are rated against where the target does not matter.
const USUAL_EVASION: Check = Check {
    stat: 7,
    modifier: 0,
};
/// Rounds of fire that a unit is worth at most: later ones are too uncertain.
const ROUNDS_AHEAD: i64 = 5;
/// Sixteenths that damage still to be done counts: units are lost before they do it.
const FIRE: i64 = 11;
/// Parts, of 16, that a weapon is worth in the hand, carried, and on the ground.
const AT_HAND: i64 = 16;
const CARRIED: i64 = 12;
const ON_THE_GROUND: i64 = 6;

/// What does not change during a battle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// Worth of one point of damage to the average torso.
    pub(super) damage: Worth,
    /// Worth of both squads.
    pub(super) squads: Worth,
}

impl Scale {
    pub(super) fn of(table: &Table) -> Self {
        let (mut cost, mut torsos) = (0, 0);
        for piece in &table.pieces {
            cost += Worth::from(piece.sheet.charge(&table.options));
            let torso = |kind| kind == SectionKind::Torso;
            let core = piece.sheet.sections.iter();
            let core = core.filter(|it| torso(it.kind)).map(|it| it.defense);
            torsos += Worth::from(core.sum::<u16>()).max(Worth::from(piece.class.number()) * 10);
        }
        let squads = cost * POINT;
        Self {
            damage: squads / torsos.max(1),
            squads,
        }
    }

    /// Worth of a unit as it stands, wherever it is: half of its deployment cost, the damage that it can
    /// still do in the rounds that are left, and the shields that it can hide behind.
    pub(super) fn worth(self, view: View<'_>, unit: UnitId) -> Worth {
        let piece = view.piece(unit);
        let cost = Worth::from(piece.sheet.charge(&view.table.options)) * POINT;
        match view.unit(unit).life {
            Life::InPlay => {}
            Life::Inoperative if view.takes_part(unit) => return cost / 8,
            Life::Inoperative | Life::Destroyed | Life::Reserve => return 0,
        }
        let fire = damage_a_turn(view, unit) * turns_left(view, unit).min(ROUNDS_AHEAD);
        cost / 2 + fire * self.damage / 64 * FIRE / 16 + self.shields(view, unit)
    }

    /// A point of a shield in a working hand saves a point of damage, a third of the time.
    fn shields(self, view: View<'_>, unit: UnitId) -> Worth {
        let held = view.unit(unit).shields.iter().filter(|it| match it.place {
            Place::Held { hand, .. } => view.hand_works(unit, hand),
            _ => false,
        });
        let left: Worth = held.map(|it| Worth::from(it.durability)).sum();
        left * self.damage / 3
    }

    /// What an Action Point of a unit does on average.
    pub(super) fn action_point(self, view: View<'_>, unit: UnitId) -> Worth {
        2 * damage_a_turn(view, unit) * self.damage / 64 / twice_roll(view, unit).max(1)
    }
}

/// Turns that a unit still has, the one in progress included.
pub(super) fn turns_left(view: View<'_>, unit: UnitId) -> i64 {
    let limit = i64::from(view.table.options.round_limit);
    let acted = i64::from(view.unit(unit).activated);
    (limit - i64::from(view.battle.round) + 1 - acted).max(0)
}

/// Twice the Action Points that a unit rolls on average (`mm30.ap.roll`).
fn twice_roll(view: View<'_>, unit: UnitId) -> i64 {
    i64::from(Check::FACES) + 1 + 2 * i64::from(view.piece(unit).class.ap_bonus())
}

/// Action Points that a unit has in its next turn on average.
pub(super) fn next_ap(view: View<'_>, unit: UnitId) -> i64 {
    let stored = i64::from(view.unit(unit).ap);
    (stored + twice_roll(view, unit) / 2).min(AP_CAP.into())
}

/// Expected damage of a turn's Action Points in 64ths with the best weapon, wherever the enemies are: more
/// with a long range, more for a unit that moves well.
fn damage_a_turn(view: View<'_>, unit: UnitId) -> i64 {
    let movement = i64::from(view.movement_points(unit));
    let rate = |arm: Arm| {
        let strike = view.strike(unit, arm);
        let part = at_hand(view, unit, arm);
        if part == 0 || strike.ap > AP_CAP {
            return 0;
        }
        let range = view.range(unit, arm);
        // At itself: no height, nothing in between.
        let (check, reach) = if range > 1 {
            (view.accuracy(unit, unit), 8 + i64::from(range.min(8)))
        } else {
            (view.assault(unit, unit), 6 + movement)
        };
        let odds = ShotOdds::new(check, Some(USUAL_EVASION));
        let damage = i64::from(odds.plain) * i64::from(strike.damage)
            + i64::from(odds.critical) * i64::from(strike.critical());
        damage * twice_roll(view, unit) * part * reach / (2 * 256 * i64::from(strike.ap.max(1)))
    };
    let best = arms(view, unit).map(rate).max().unwrap_or(0);
    let grip = if view.has_hand(unit) {
        32 * i64::from(view.piece(unit).class.number())
    } else {
        0
    };
    (best + grip) * (12 + movement) / 16
}

/// How far a weapon is at hand, in 16ths.
fn at_hand(view: View<'_>, unit: UnitId, arm: Arm) -> i64 {
    let Arm::Weapon(at) = arm else {
        return AT_HAND;
    };
    if view.usable(unit, at) {
        return AT_HAND;
    }
    let (state, item) = (view.unit(unit), view.unit(unit).weapons[at]);
    match item.place {
        _ if item.durability == 0 || !view.has_hand(unit) => 0,
        Place::Carried => CARRIED,
        Place::Dropped(hex) if hex == state.hex => ON_THE_GROUND,
        _ => 0,
    }
}
