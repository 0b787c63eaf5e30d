//! A duel on an open table as the active unit stands in it: what HP and Momentum are worth by the
//! chance to win.

use crate::rules::chances::{Chances, FINE, LEVELS, Moment, SURE, Step, WHOLE, around, parts};
use crate::rules::constants::{FLASH_COST, FLASH_DEF, MOVE_ACTIONS};
use crate::rules::expect::Use;
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;
use crate::weights::Weights;

/// What something is worth to a side.
pub(super) type Worth = i32;

/// Rounds of the battle after the present one.
pub(super) fn rounds_after(view: View<'_>) -> u8 {
    let rounds = view.bout.mission.rounds;
    rounds - view.state.round.clamp(1, rounds)
}

/// The duel as the active unit stands in it.
#[derive(Clone, Copy)]
pub(super) struct Duel<'a> {
    pub(super) view: View<'a>,
    pub(super) chances: &'a Chances,
    /// The active unit.
    pub(super) unit: UnitId,
    pub(super) moment: Moment,
    /// HP of the active unit and of the other, in parts of steps.
    pub(super) hp: [i32; 2],
}

impl<'a> Duel<'a> {
    /// As the side of `player` sees it; `None` where the model of a duel does not hold.
    #[inline]
    pub(super) fn of(view: View<'a>, player: UnitId) -> Option<Self> {
        let chances = view.duel_model(player)?;
        let unit = view.state.turn.unit;
        let left = |unit: UnitId| parts(view.unit(unit).hp, view.profile(unit).hp);
        Some(Self {
            view,
            chances,
            unit,
            moment: Moment {
                awaited: !view.unit(1 - unit).activated,
                rounds: rounds_after(view),
            },
            hp: [left(unit), left(1 - unit)],
        })
    }

    /// As the side of `player` sees it once `acted`, the first of the round, has acted.
    pub(super) fn after(view: View<'a>, player: UnitId, acted: UnitId) -> Option<Self> {
        let chances = view.duel_model(player)?;
        let left = |unit: UnitId| parts(view.unit(unit).hp, view.profile(unit).hp);
        Some(Self {
            view,
            chances,
            unit: acted,
            moment: Moment {
                awaited: true,
                rounds: rounds_after(view),
            },
            hp: [left(acted), left(1 - acted)],
        })
    }

    /// As the side of `player` sees it once both have acted.
    pub(super) fn at_the_end(view: View<'a>, player: UnitId) -> Option<Self> {
        let duel = Self::after(view, player, player)?;
        let moment = Moment {
            awaited: false,
            ..duel.moment
        };
        Some(Self { moment, ..duel })
    }

    /// Standings around the present HP and how much each counts, in parts of 2^16.
    #[inline]
    fn corners(&self) -> [([usize; 2], i32); 4] {
        let [own, other] = self.hp.map(around);
        let corner = |(mine, part): (usize, i32), (theirs, share): (usize, i32)| {
            ([mine, theirs], part * share)
        };
        [
            corner(own[0], other[0]),
            corner(own[0], other[1]),
            corner(own[1], other[0]),
            corner(own[1], other[1]),
        ]
    }

    /// Turns of both units after the present one.
    pub(super) fn turns_left(&self) -> i32 {
        2 * i32::from(self.moment.rounds) + i32::from(self.moment.awaited)
    }

    /// What a point of Momentum is worth for its own sake: it decides between equals
    /// (`ms10.score.winner`).
    pub(super) fn tie(&self, weights: &Weights, turns: i32) -> Worth {
        let lost = |unit: UnitId| {
            let (state, profile) = (self.view.unit(unit), self.view.profile(unit));
            i32::from(2 * state.hp < profile.hp) * i32::from(profile.vp)
        };
        let lead = i32::from(self.view.momentum_of(0)) - i32::from(self.view.momentum_of(1));
        if lost(0) != lost(1) || lead.abs() > weights.tie_lead || turns > 8 {
            return 0;
        }
        (SURE / 6 * weights.duel_tie / 256) >> turns
    }

    /// What each of the points that a Flash takes is worth beside, while the enemy may still attack: by how much
    /// the Flash betters the chance to win against the attacks that the enemy is likely to make.
    pub(super) fn guard(&self, player: UnitId) -> Worth {
        let view = self.view;
        let waits = self.moment.awaited || self.moment.rounds > 0;
        let open = player == self.unit && waits && view.profile(player).has_pilot_skills();
        let held = open.then(|| self.likely_blows()).flatten();
        let Some((blows, dmg)) = held else {
            return 0;
        };
        let moment = Moment {
            awaited: !self.moment.awaited,
            rounds: self.moment.rounds - u8::from(!self.moment.awaited),
        };
        let distance = view.distance(0, 1);
        let known = self
            .chances
            .at(1 - self.unit, moment, Step::Rest(0), distance);
        let worths = known.by_other(self.hp[1]).map(|chance| -chance);
        let worth = |taken: i32| between((self.hp[0] - taken).max(0), &worths);
        let flash = parts(dmg * FLASH_DEF, view.profile(player).hp);
        // They come by what they take; what destroys the unit for all of a Flash gains nothing by it.
        let saved = |&&(blow, _): &&(i32, i32)| blow - flash < self.hp[0];
        let gain = |&(blow, weight): &(i32, i32)| {
            i64::from(weight) * i64::from(worth((blow - flash).max(0)) - worth(blow))
        };
        let sum: i64 = blows.iter().take_while(saved).map(gain).sum();
        (sum.max(0) / i64::from(WHOLE)) as Worth / Worth::from(FLASH_COST)
    }

    /// What the attacks of the enemy's next turn may take from here or from as near as it comes, whichever is
    /// more, and the DMG of the best weapon there.
    fn likely_blows(&self) -> Option<(&'a [(i32, i32)], i32)> {
        let (view, unit, enemy) = (self.view, self.unit, 1 - self.unit);
        let now = view.distance(0, 1);
        let reach = view.profile(enemy).reach * u16::from(MOVE_ACTIONS);
        let near = now.saturating_sub(reach).max(view.apart(unit, enemy));
        let mean = |&distance: &u16| self.chances.band(enemy, distance).mean;
        let distance = [now, near].into_iter().max_by_key(mean)?;
        let profile = view.profile(enemy);
        let in_range = (0..profile.printed).filter(|&w| distance <= profile.weapons[w].range);
        let expected = |&weapon: &usize| {
            let row = view.expected_row(enemy, unit, weapon, Use::Plain);
            row[usize::from(distance).min(row.len() - 1)]
        };
        let best = in_range.max_by_key(expected)?;
        let blows = &self.chances.band(enemy, distance).blows;
        Some((blows, profile.weapons[best].dmg as i32))
    }

    /// Puts the chances at distances from `first` on into a row; beyond the table they are as at its end.
    #[inline]
    pub(super) fn read(&self, step: Step, first: u16, row: &mut [i32]) {
        row.fill(0);
        for (levels, weight) in self.corners() {
            if weight > 0 {
                let known = self.chances.row(self.unit, self.moment, levels, step);
                let farthest = i32::from(known[known.len() - 1]) * weight;
                let known = known.get(usize::from(first)..).unwrap_or_default();
                let (listed, beyond) = row.split_at_mut(known.len().min(row.len()));
                for (sum, &chance) in listed.iter_mut().zip(known) {
                    *sum += i32::from(chance) * weight;
                }
                for sum in beyond {
                    *sum += farthest;
                }
            }
        }
        for sum in row {
            *sum >>= 16;
        }
    }

    /// The chance at one distance.
    #[inline]
    pub(super) fn chance(&self, step: Step, distance: u16) -> i32 {
        let known = self.chances.at(self.unit, self.moment, step, distance);
        let counted = self.corners().into_iter().filter(|&(_, weight)| weight > 0);
        counted
            .map(|(levels, weight)| known.get(levels) * weight)
            .sum::<i32>()
            >> 16
    }

    /// What the HP of one of the two are worth to the other, where they stand.
    pub(super) fn curve(&self, target: UnitId) -> Curve {
        let distance = self.view.distance(0, 1);
        let step = Step::Rest(self.view.state.turn.move_actions);
        let known = self.chances.at(self.unit, self.moment, step, distance);
        let [own, other] = self.hp;
        let (worths, now) = if target == self.unit {
            (known.by_own(other), own)
        } else {
            (known.by_other(own).map(|chance| -chance), other)
        };
        Curve {
            worths,
            whole: self.view.profile(target).hp,
            now,
            all: between(now, &worths),
        }
    }

    /// What so much damage to one of the two is worth to the other, where they stand.
    pub(super) fn value(&self, target: UnitId, damage: i32) -> Worth {
        self.curve(target).value(damage)
    }
}

/// A worth between the steps of HP around so many parts.
#[inline]
fn between(parts: i32, worths: &[i32; LEVELS + 1]) -> Worth {
    let [(low, less), (high, more)] = around(parts);
    (worths[low] * less + worths[high] * more) / FINE
}

/// What the HP of a unit are worth, in chances: straight lines between steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curve {
    worths: [i32; LEVELS + 1],
    /// HP of the whole unit.
    whole: i32,
    /// Parts of steps that it has, and what they are worth.
    now: i32,
    all: Worth,
}

impl Curve {
    /// What so much damage takes.
    #[inline]
    pub(super) fn value(&self, damage: i32) -> Worth {
        let left = (self.now - parts(damage, self.whole)).max(0);
        self.all - between(left, &self.worths)
    }
}
