//! What grapples are worth: every roll and every throw is tried out by the rules.

use equipoise_engine::{Hex, NoLog};

use super::super::ways::preferred;
use super::trial::{Shows, Trial};
use super::worth::Worth;
use crate::rules::check::{Check, Reading};
use crate::rules::game::Game;
use crate::rules::grapple::Grip;
use crate::rules::shot::ShotOdds;
use crate::rules::state::{AP_CAP, Phase, Place, Posture, UnitId};
use crate::rules::view::View;

/// The best grapple of a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grapple {
    pub(super) target: UnitId,
    pub(super) grip: Grip,
    /// Worth if it succeeds.
    pub(super) gain: Worth,
    /// Rolls of 64 with which it does, and with which it may be tried again.
    pub(super) success: Worth,
    pub(super) again: Worth,
}

impl Grapple {
    /// 64 times the worth of this number of attempts.
    pub(super) fn gain_of(&self, attempts: Worth) -> Worth {
        let (mut open, mut won) = (64 * 64, 0);
        for _ in 0..attempts.min(16) {
            won += open * self.success / 64;
            open = open * self.again / 64;
        }
        self.gain * won / 64
    }
}

/// The best grapple of a target by the unit in turn, as both stand in the trial; none where the rules
/// forbid it or it gains nothing.
pub(super) fn grapple(trial: &mut Trial<'_>, unit: UnitId, target: UnitId) -> Option<Grapple> {
    trial
        .view()
        .check_grapple(unit, target, Grip::Hold)
        .ok()
        .filter(|()| trial.view().unit(unit).posture == Posture::Standing)?;
    let mut best = (
        Grip::Hold,
        hold_gain(trial.view(), trial.scale.damage, target),
    );
    for hex in landings(trial.view(), unit, target).into_iter().flatten() {
        let grip = Grip::Throw(hex);
        if trial.view().check_grapple(unit, target, grip).is_ok() {
            let gain = throw_gain(trial, unit, target, grip);
            if gain > best.1 {
                best = (grip, gain);
            }
        }
    }
    let [success, again] = chances(trial.view(), unit, target);
    let (grip, gain) = best;
    (gain > 0 && success > 0).then_some(Grapple {
        target,
        grip,
        gain,
        success,
        again,
    })
}

/// As far as the target can be thrown, in the six directions from its hex.
fn landings(view: View<'_>, unit: UnitId, target: UnitId) -> [Option<Hex>; 6] {
    let far = view.throw_distance(unit, target);
    let from = view.unit(target).hex;
    preferred(view.unit(unit).facing).map(|direction| {
        let step = direction.step();
        let far = i16::from(far?);
        Some(from + Hex::new(step.q * far, step.r * far))
    })
}

/// A held unit neither evades nor uses its mounted weapons, and pays to break free.
fn hold_gain(view: View<'_>, damage: Worth, target: UnitId) -> Worth {
    let mounted = |at: &usize| {
        view.usable(target, *at)
            && matches!(view.unit(target).weapons[*at].place, Place::Mounted(_))
    };
    let silenced = (0..view.unit(target).weapons.len()).filter(mounted).count();
    damage * (1 + 3 * (silenced as Worth).min(1))
}

/// The damage of a throw as its share of the torso, and the Action Points of getting up.
fn throw_gain(trial: &mut Trial<'_>, unit: UnitId, target: UnitId, grip: Grip) -> Worth {
    let all = trial.worth(target);
    let scale = trial.scale;
    let torso = trial.real.torso(target);
    let left = |view: View<'_>| torso.map_or(0, |at| Worth::from(view.unit(target).defense[at]));
    let before = left(trial.real);
    let getting_up = 2 * trial.action_point(target);
    let place = (
        trial.view().unit(unit).hex,
        trial.view().unit(unit).elevation,
    );
    let facing = trial.view().unit(unit).facing;
    let gain = trial.read(
        &everybody(trial.real),
        [8, 1],
        |game| {
            ready(game, unit);
            // Refused to a unit that is stuck: then nothing has changed.
            let _ = game.grapple(target, grip);
        },
        |view| {
            let fallen: Worth = view.battle.falls.iter().map(|it| Worth::from(it.1)).sum();
            let lost = all - scale.worth(view, target);
            let share = all * (before - left(view)) / before.max(1);
            let class = Worth::from(view.piece(target).class.number());
            let down = view.unit(target).posture == Posture::Grounded;
            let getting_up = getting_up * Worth::from(down);
            lost.max(share) + getting_up + fallen * class * scale.damage / 2
        },
    );
    trial.put(unit, place);
    trial.state(unit).facing = facing;
    gain
}

/// Rolls of 64 with which a grapple succeeds, and with which it may be tried again
/// (`mm30.grapple.resolve`).
pub(super) fn chances(view: View<'_>, unit: UnitId, target: UnitId) -> [Worth; 2] {
    let evasion = view.can_evade(target);
    let evasion = evasion.then(|| view.evasion_against(target, false));
    let odds = ShotOdds::new(view.assault(unit, target), evasion);
    let open = evasion.map_or(Check::FACES, |check| check.faces(Reading::Fails));
    let critical = if view.table.options.grapple_crit_evadable {
        odds.critical / Check::FACES * open
    } else {
        odds.critical
    };
    [odds.plain + critical, odds.missed].map(Worth::from)
}

/// A unit that may grapple.
fn ready(game: &mut Game<'_, Shows, NoLog>, unit: UnitId) {
    if let Some(turn) = &mut game.battle.turn {
        turn.phase = Phase::Close;
    }
    let state = &mut game.battle.units[unit];
    state.ap = AP_CAP;
    state.barred.clear();
}

fn everybody(view: View<'_>) -> Vec<UnitId> {
    (0..view.battle.units.len()).collect()
}
