//! What grapples are worth: every roll and every throw is tried out by the rules.

use equipoise_engine::{Hex, NoLog};

use super::super::ways::preferred;
use super::shots::{Prospect, cover_of, prospects};
use super::trial::{Shows, Trial};
use super::worth::{PATIENCE, Worth, next_ap, turns_left};
use crate::options::GrappleLockout;
use crate::rules::check::{Check, Reading};
use crate::rules::facing::Facing;
use crate::rules::game::Game;
use crate::rules::grapple::Grip;
use crate::rules::shot::ShotOdds;
use crate::rules::state::{AP_CAP, COMMAND_COST, Phase, Posture, UnitId};
use crate::rules::view::View;

/// Faces of a grapple that succeeds: that of the Assault roll, and those of all evasion rolls.
const GRIPS: [u8; 2] = [8, 1];

/// The best grapple of a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grapple {
    pub(super) target: UnitId,
    pub(super) grip: Grip,
    attempts: Attempts,
}

impl Grapple {
    /// 64 times the worth of this number of attempts.
    pub(super) fn gain_of(&self, attempts: Worth) -> Worth {
        self.attempts.gain_of(attempts)
    }
}

/// Attempts of one unit to grapple another.
#[derive(Clone, Copy, Debug)]
struct Attempts {
    /// Worth of a success.
    gain: Worth,
    /// Rolls of 64 with which one succeeds, and with which another may follow.
    success: Worth,
    again: Worth,
}

impl Attempts {
    /// 64 times the worth of this number of attempts.
    fn gain_of(&self, attempts: Worth) -> Worth {
        let (mut open, mut won) = (64 * 64, 0);
        for _ in 0..attempts.min(16) {
            won += open * self.success / 64;
            open = open * self.again / 64;
        }
        self.gain * won / 64
    }
}

/// The best grapple of a target by the unit in turn, as both stand in the trial; none where the rules
/// forbid it or it gains nothing. `own` is what the unit can do to its enemies.
pub(super) fn grapple(
    trial: &mut Trial<'_>,
    unit: UnitId,
    target: UnitId,
    own: &[Prospect],
) -> Option<Grapple> {
    trial
        .view()
        .check_grapple(unit, target, Grip::Hold)
        .ok()
        .filter(|()| trial.view().unit(unit).posture == Posture::Standing)?;
    let mut best = (Grip::Hold, hold_gain(trial, unit, target, own));
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
        attempts: Attempts {
            gain,
            success,
            again,
        },
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

/// What a hold keeps its target from doing to the unit in its next turn, and what the unit's own attacks gain by it
/// after that: a held unit throws nobody, evades nothing and uses no mounted weapon until it breaks free.
fn hold_gain(trial: &mut Trial<'_>, unit: UnitId, target: UnitId, own: &[Prospect]) -> Worth {
    let (real, place) = (trial.real, Position::of(trial.view(), unit));
    let danger = Danger::new(trial, target, unit);
    let worth = trial.worth(target);
    let fire = |view: View<'_>| {
        let next = own.iter().filter(|it| it.target == target);
        most(view, next, next_ap(real, unit)).min(worth)
    };
    place.restore(trial, unit);
    let (held, lasts, better) = trial.read(
        &[unit, target],
        GRIPS,
        |game| {
            ready(game, unit);
            let _ = game.grapple(target, Grip::Hold);
        },
        |view| {
            let (held, lasts) = danger.held(real, view);
            (held, lasts, fire(view))
        },
    );
    place.restore(trial, unit);
    let acts = Worth::from(turns_left(real, target) > 0);
    let saved = acts * (danger.free(real, danger.ap) - held);
    let again = Worth::from(turns_left(real, unit) > 1);
    let later = again * PATIENCE * (better - fire(real)) / 16;
    saved + later * lasts / SURE
}

/// A certainty, in the shares in which holds are counted.
const SURE: Worth = 64 * 64;

/// What an enemy next to a unit can do to it in its next turn.
struct Danger {
    enemy: UnitId,
    unit: UnitId,
    strikes: Vec<Prospect>,
    throws: Option<Attempts>,
    /// Action Points that the enemy will have.
    ap: Worth,
    /// What the unit is worth, which is the most that it can lose.
    all: Worth,
}

impl Danger {
    /// Puts the unit where it really stands in the trial.
    fn new(trial: &mut Trial<'_>, enemy: UnitId, unit: UnitId) -> Self {
        let target = (unit, cover_of(trial.real, unit));
        let mut strikes = Vec::new();
        prospects(trial, &[enemy], target, &mut strikes);
        Self {
            enemy,
            unit,
            strikes,
            throws: Attempts::at_throws(trial, enemy, unit),
            ap: next_ap(trial.real, enemy),
            all: trial.worth(unit),
        }
    }

    /// By attacks with these Action Points.
    fn struck(&self, view: View<'_>, ap: Worth) -> Worth {
        most(view, &self.strikes, ap).min(self.all)
    }

    /// By attacks or throws of an enemy that nobody holds.
    fn free(&self, real: View<'_>, ap: Worth) -> Worth {
        let thrown = self.throws.map_or(0, |it| it.gain_of(ap) / 64);
        self.struck(real, ap).max(thrown.min(self.all))
    }

    /// By an enemy that is held and spends its Action Points on breaking free first, as players do; and the share
    /// of cases in which the hold outlasts its turn.
    fn held(&self, real: View<'_>, view: View<'_>) -> (Worth, Worth) {
        let price = Worth::from(view.cost_to_break(self.enemy));
        let check = view.assault(self.enemy, self.unit);
        let [fails, faces] = [check.faces(Reading::Fails), Check::FACES].map(Worth::from);
        let (mut lasts, mut done, mut left) = (SURE, 0, self.ap);
        while left >= price {
            left -= price;
            done += lasts * (faces - fails) / faces * self.free(real, left) / SURE;
            lasts = lasts * fails / faces;
        }
        (done + lasts * self.struck(view, left) / SURE, lasts)
    }
}

/// Worth of the best attacks that these Action Points pay.
fn most<'p>(view: View<'_>, all: impl IntoIterator<Item = &'p Prospect>, ap: Worth) -> Worth {
    let usable = all.into_iter();
    let usable = usable.filter(|it| view.check_weapon(it.unit, it.arm).is_ok());
    let worth = usable.map(|it| it.best(view).1 * (ap / Worth::from(it.ap.max(1))) / 64);
    worth.max().unwrap_or(0)
}

impl Attempts {
    /// Of an enemy to throw a unit as far as their classes allow over level ground (`mm30.grapple.throw-distance`,
    /// `mm30.grapple.collision`); none where it may not.
    fn at_throws(trial: &Trial<'_>, enemy: UnitId, unit: UnitId) -> Option<Self> {
        let view = trial.real;
        let far = Worth::from(view.throw_distance(enemy, unit)?);
        let forever = view.table.options.grapple_lockout == GrappleLockout::RestOfGame;
        let barred = forever && view.unit(enemy).barred.contains(&unit);
        let free = !view.in_hold(enemy) && !view.in_hold(unit);
        let torso = view.torso(unit)?;
        let left = Worth::from(view.unit(unit).defense[torso]);
        if !free || barred || left == 0 || !view.has_hand(enemy) {
            return None;
        }
        let damage = 2 * Worth::from(view.piece(unit).class.number()) * far;
        let [success, again] = chances(view, enemy, unit);
        let command = Worth::from(COMMAND_COST);
        let getting_up = command * trial.action_point(unit);
        Some(Self {
            gain: trial.worth(unit) * damage.min(left) / left + getting_up,
            success,
            again,
        })
    }
}

/// What an enemy gains by throws in its next turn if it stands next to a unit.
pub(super) fn throws(trial: &Trial<'_>, enemy: UnitId, unit: UnitId) -> Worth {
    let attempts = Attempts::at_throws(trial, enemy, unit);
    let lies = trial.real.unit(enemy).posture != Posture::Standing;
    let getting_up = Worth::from(COMMAND_COST) * Worth::from(lies);
    let ap = next_ap(trial.real, enemy) - getting_up;
    let gain = attempts.map_or(0, |it| it.gain_of(ap) / 64);
    gain.min(trial.worth(unit))
}

/// Where a unit stands in a trial.
struct Position {
    place: (Hex, i8),
    facing: Facing,
}

impl Position {
    fn of(view: View<'_>, unit: UnitId) -> Self {
        let state = view.unit(unit);
        Self {
            place: (state.hex, state.elevation),
            facing: state.facing,
        }
    }

    fn restore(&self, trial: &mut Trial<'_>, unit: UnitId) {
        trial.put(unit, self.place);
        trial.state(unit).facing = self.facing;
    }
}

/// The damage of a throw as its share of the torso, and the Action Points of getting up.
fn throw_gain(trial: &mut Trial<'_>, unit: UnitId, target: UnitId, grip: Grip) -> Worth {
    let all = trial.worth(target);
    let scale = trial.scale;
    let torso = trial.real.torso(target);
    let left = |view: View<'_>| torso.map_or(0, |at| Worth::from(view.unit(target).defense[at]));
    let before = left(trial.real);
    let getting_up = Worth::from(COMMAND_COST) * trial.action_point(target);
    let place = Position::of(trial.view(), unit);
    let gain = trial.read(
        &everybody(trial.real),
        GRIPS,
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
    place.restore(trial, unit);
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
