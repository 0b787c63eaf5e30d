//! Attacks, grapples and commands, compared by their worth for an Action Point.

use super::field::Field;
use super::grip::Grapple;
use super::shots::{Prospect, cover_of, prospects};
use super::trial::Trial;
use super::worth::{Worth, turns_left};
use crate::data::kind::SectionKind;
use crate::rules::attack::Attack;
use crate::rules::decision::Action;
use crate::rules::state::{AP_CAP, COMMAND_COST, Phase, Place, Stance, Turn, UnitId};
use crate::rules::view::{Arm, View};

/// An action, its Action Points, and 64 times what it is worth.
#[derive(Clone, Copy, Debug)]
struct Offer {
    action: Action,
    ap: u8,
    gain: Worth,
}

impl Offer {
    /// Whether it gains more for each Action Point.
    fn beats(&self, other: &Self) -> bool {
        let cost = |it: &Self| Worth::from(it.ap.max(1));
        self.gain * cost(other) > other.gain * cost(self)
    }
}

/// The best action after the Movement Phase.
pub(super) fn best(view: View<'_>, turn: &Turn) -> Action {
    let (unit, ap) = (turn.unit, view.unit(turn.unit).ap);
    if ap == 0 {
        return Action::End;
    }
    let field = &mut Field::new(view, unit);
    // Points are saved for a dearer action that is better, but not in the last turn.
    let most = if turns_left(view, unit) > 1 {
        AP_CAP
    } else {
        ap
    };
    let mut best: Option<Offer> = None;
    let mut offer = |it: Offer| {
        if it.gain > 0 && it.ap <= most && best.is_none_or(|best| it.beats(&best)) {
            best = Some(it);
        }
    };
    let fights = !turn.gripped && !turn.thrust;
    if fights {
        let shots = field.own().iter();
        shots
            .filter_map(|it| shot(view, turn.phase, it))
            .for_each(&mut offer);
    }
    if ap >= COMMAND_COST {
        for (cover, direction, gain) in field.covers() {
            offer(Offer {
                action: Action::Defensive(cover, direction),
                ap: COMMAND_COST,
                gain,
            });
        }
        for action in commands(view, unit) {
            let gain = command_gain(field, unit, action);
            offer(Offer {
                action,
                ap: COMMAND_COST,
                gain,
            });
        }
    }
    let best = best;
    let grips = fights && ap >= view.table.options.grapple_ap_cost;
    let grapple = if grips { field.grapple_here() } else { None };
    if let Some(grapple) = grapple.filter(|it| grips_first(it, best, ap)) {
        return Action::Grapple(grapple.target, grapple.grip);
    }
    match best {
        Some(it) if it.ap <= ap => it.action,
        Some(_) => Action::End,
        None if watches(view, unit, ap) => Action::Offensive,
        None => Action::End,
    }
}

/// Whether a grapple comes before the best other action: a throw ends the fight of the turn, so that what pays
/// for itself comes first.
fn grips_first(grapple: &Grapple, best: Option<Offer>, ap: u8) -> bool {
    let Some(best) = best.filter(|it| it.ap <= ap) else {
        return ap > 0;
    };
    let (now, rest) = (Worth::from(ap), Worth::from(ap - best.ap));
    grapple.gain_of(now) > best.gain + grapple.gain_of(rest)
}

/// Nobody to attack, and Action Points enough to wait for who comes.
fn watches(view: View<'_>, unit: UnitId, ap: u8) -> bool {
    view.unit(unit).stance == Stance::None && ap >= AP_CAP / 2 && view.in_play(unit)
}

/// An attack that the rules allow in a phase.
fn shot(view: View<'_>, phase: Phase, prospect: &Prospect) -> Option<Offer> {
    let open = prospect.range <= 1 || phase <= Phase::Ranged;
    if !open {
        return None;
    }
    let (attack, gain) = prospect.best(view);
    view.check_attack(prospect.unit, &attack).ok()?;
    Some(Offer {
        action: Action::Attack(attack),
        ap: prospect.ap,
        gain,
    })
}

/// Commands that may better the unit: weapons swapped in or picked up.
fn commands(view: View<'_>, unit: UnitId) -> Vec<Action> {
    let state = view.unit(unit);
    let mut found = Vec::new();
    let sections = &view.piece(unit).sheet.sections;
    let hand = |at: &usize| sections[*at].kind == SectionKind::Arm && view.hand_works(unit, *at);
    for (at, item) in state.weapons.iter().enumerate() {
        let hands = (0..sections.len()).filter(hand);
        match item.place {
            _ if item.durability == 0 => {}
            Place::Carried => found.extend(hands.map(|hand| Action::Swap(at, hand))),
            Place::Dropped(hex) if hex == state.hex => {
                found.extend(hands.map(|hand| Action::Retrieve(at, hand)));
            }
            _ => {}
        }
    }
    found
}

/// 64 times what a command is worth.
fn command_gain(field: &mut Field<'_>, unit: UnitId, action: Action) -> Worth {
    let scale = field.trial.scale;
    let before = field.trial.worth(unit);
    match action {
        Action::Swap(weapon, hand) => field.trial.read(
            &[unit],
            [1; 2],
            |game| {
                let _ = game.swap(weapon, hand);
            },
            |view| 64 * (scale.worth(view, unit) - before),
        ),
        Action::Retrieve(weapon, hand) => field.trial.read(
            &[unit],
            [1; 2],
            |game| {
                let _ = game.retrieve(weapon, hand);
            },
            |view| 64 * (scale.worth(view, unit) - before),
        ),
        _ => 0,
    }
}

/// The attack out of an Offensive Stance that gains most for its Action Points.
pub(super) fn reaction(view: View<'_>, unit: UnitId, mover: UnitId) -> Option<Attack> {
    let mut trial = Trial::new(view);
    let mut found = Vec::new();
    let cover = cover_of(view, mover);
    prospects(&mut trial, &[unit], (mover, cover), &mut found);
    let ap = view.unit(unit).ap;
    let mut best: Option<Offer> = None;
    for prospect in found
        .iter()
        .filter(|it| it.arm != Arm::Basic && it.ap <= ap)
    {
        if let Some(it) = shot(view, Phase::Movement, prospect)
            && it.gain > 0
            && best.is_none_or(|best| it.beats(&best))
        {
            best = Some(it);
        }
    }
    match best?.action {
        Action::Attack(attack) => Some(attack),
        _ => None,
    }
}

/// What the turn of a unit promises, and what it may lose by waiting.
pub(super) fn urgency(view: View<'_>, unit: UnitId) -> Worth {
    if !view.in_play(unit) || turns_left(view, unit) == 0 {
        return 0;
    }
    let field = Field::with_foes(view, unit);
    field.promise() + field.threat() / 4
}
