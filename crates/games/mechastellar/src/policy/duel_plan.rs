//! Where to attack from and where to end in a duel on an open table.

use equipoise_engine::Hex;

use super::duel::{Duel, Worth};
use super::stake::Purse;
use super::{steps, tactics};
use crate::rules::chances::{Chance, LEVELS, Moment, SURE, Step, WHOLE};
use crate::rules::constants::{ENGAGED_SHOT_COST, ROUNDS, SHIFT_GAIN, SHIFT_LOSS, SHIFT_PIVOT};
use crate::rules::expect::MAX_DISTANCES;
use crate::rules::moves::MoveWith;
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

impl Duel<'_> {
    /// What the attacks of a turn from a distance are worth if one does so much on the mean, with so many
    /// moves to follow.
    #[inline(never)]
    fn lessened(&self, damage: i32, moves: u8, distance: u16) -> i32 {
        let band = self.chances.band(self.unit, distance);
        let rest = Step::Rest(moves);
        if damage <= 0 || band.mean <= 0 {
            return self.chance(rest, distance);
        }
        let mut sum = 0;
        for &(parts, weight) in &band.blows {
            let hp = [self.hp[0], (self.hp[1] - parts * damage / band.mean).max(0)];
            let chance = Self { hp, ..*self }.chance(rest, distance);
            sum += i64::from(weight) * i64::from(chance);
        }
        (sum / i64::from(WHOLE)) as i32
    }

    /// The distance to attack from, the nearest of equals.
    pub(super) fn approach(&self) -> u16 {
        self.best_approach().0
    }

    /// The distance to attack from, and the one that Accelerates for points lead to after all moves, where
    /// attacking from there is worth more than that and the points as rerolls; 0 where it is not.
    pub(super) fn approach_and_chase(&self) -> (u16, u16) {
        let (approach, worth) = self.best_approach();
        let points = self.view.accelerating_points(self.unit);
        if points == 0 {
            return (approach, 0);
        }
        (approach, self.chase(points.min(MOST_CHASED), worth))
    }

    #[inline(never)]
    fn chase(&self, points: u8, mut most: Worth) -> u16 {
        let view = self.view;
        let each = view.reach(self.unit, MoveWith::Accelerate);
        let (near, _) = self.distances_in(view.state.turn.move_actions);
        let nearest = view.apart(self.unit, 1 - self.unit);
        let mut chased = 0;
        if each == 0 || near <= nearest {
            return chased;
        }
        let best = self.value(1 - self.unit, view.best_damage(self.unit, 1 - self.unit));
        for used in 1..=u16::from(points) {
            let price = best.max(0) * Worth::from(used) / REROLLS;
            let first = near.saturating_sub(each * used).max(nearest);
            for distance in first..near {
                let worth = self.chance(Step::Attack(0), distance) - price;
                if worth > most {
                    (most, chased) = (worth, distance);
                }
            }
        }
        chased
    }

    /// The distance to attack from, the nearest of equals, and its worth.
    fn best_approach(&self) -> (u16, Worth) {
        let (view, unit) = (self.view, self.unit);
        let moves = view.state.turn.move_actions;
        let now = view.distance(unit, 1 - unit);
        let reach = view.reach(unit, MoveWith::MoveAction);
        let (near, far) = self.distances_in(moves);
        let index = |distance: u16| usize::from(distance - near);
        let mut worths = [0; MAX_DISTANCES];
        let worths = &mut worths[..=index(far)];
        // Each distance with the fewest moves that lead there.
        let mut known = (now, now);
        for spent in 0..=moves {
            let by = reach * u16::from(spent);
            let (low, high) = (now.saturating_sub(by).max(near), (now + by).min(far));
            for (first, end) in [(low, known.0), (known.1, high + 1)] {
                if first < end {
                    let row = &mut worths[index(first)..index(end)];
                    self.read(Step::Attack(moves - spent), first, row);
                }
            }
            known = (low, high + 1);
        }
        let purse = Purse::in_duel(self);
        let weights = &view.bout.weights[view.side_of(unit).index()];
        let hopes = view.momentum_of(unit) < SHIFT_PIVOT + weights.shift_ahead as u8;
        let shift = Shift::of(view, &purse, hopes, near, far > now);
        let engagement = view.bout.distances.engagement;
        let mut scratch = tactics::NO_DAMAGE;
        let melee = view.can_meet(unit, 1 - unit);
        let ready = tactics::ready_row(view, unit, 1 - unit, melee, &mut scratch);
        let armed = view.state.turn.combat_actions > 0;
        // As in the model, where all weapons are ready and shots are free.
        let as_modelled = armed && std::ptr::eq(ready, view.armed_row(unit, 1 - unit, true));
        let last = if as_modelled {
            engagement.min(far)
        } else {
            far
        };
        for approach in near..=last {
            let spent = approach.abs_diff(now).div_ceil(reach.max(1)) as u8;
            let left = moves - spent.min(moves);
            let worth = &mut worths[index(approach)];
            let band = self.chances.band(unit, approach);
            let mut dealt = match (armed, as_modelled) {
                (true, true) => band.mean,
                (true, false) => ready[usize::from(approach).min(ready.len() - 1)].min(band.mean),
                (false, _) => 0,
            };
            let paid = approach <= engagement && dealt > 0 && band.shot;
            let broke = paid && view.momentum_of(unit) < ENGAGED_SHOT_COST;
            if broke {
                dealt = 0;
            }
            if dealt != band.mean {
                *worth = self.lessened(dealt, left, approach);
            }
            if paid && !broke {
                *worth -= purse.cost(ENGAGED_SHOT_COST);
            }
            // Pressing on in an engagement is left for a move.
            if hopes && approach <= engagement && left > 0 && approach > shift.nearer {
                *worth += shift.gain;
            }
        }
        if hopes && shift.nearer >= near {
            for worth in &mut worths[..=index(shift.nearer.min(far))] {
                *worth += shift.gain;
            }
        }
        let (away, price) = self.backing_off(&purse, &shift);
        if away <= far && price > 0 {
            let stands_off = self.stands_off();
            for (distance, worth) in (away..).zip(&mut worths[index(away)..]) {
                let attacks = armed && self.chances.band(unit, distance).mean > 0;
                *worth -= price + if attacks { 0 } else { stands_off };
            }
        }
        let best = best_of(worths, near, now);
        (best, worths[index(best)])
    }

    /// The distance to end at, the fight over; `None` to press on where the unit is.
    pub(super) fn finish(&self, purse: &Purse<'_>) -> Option<u16> {
        let (near, far) = self.distances_in(self.view.state.turn.move_actions);
        self.finish_in(purse, near, far)
    }

    /// The distance to end at, if an Accelerate besides the moves that are left leads to a better one than they do;
    /// `None` in an engagement.
    pub(super) fn beyond(&self, purse: &Purse<'_>) -> Option<u16> {
        let (view, unit) = (self.view, self.unit);
        let moves = view.state.turn.move_actions;
        let (near, far) = self.distances_in(moves);
        let now = view.distance(unit, 1 - unit);
        if now <= view.bout.distances.engagement {
            return None;
        }
        let each = view.reach(unit, MoveWith::Accelerate);
        let nearest = view.apart(unit, 1 - unit).min(near);
        let nearer = near
            .saturating_sub(each)
            .max(nearest)
            .max(far.saturating_sub(SPAN));
        let farther = if far > now {
            let reach = view.reach(unit, MoveWith::MoveAction) * u16::from(moves) + each;
            farthest(view, 1 - unit, reach, far + each)
        } else {
            far
        };
        let farther = farther.max(far).min(nearer + SPAN);
        let end = self.finish_in(purse, nearer, farther)?;
        (end < near || end > far).then_some(end)
    }

    /// The best distance to end at of these, among which the present one is; `None` to press on.
    fn finish_in(&self, purse: &Purse<'_>, near: u16, far: u16) -> Option<u16> {
        let (view, unit) = (self.view, self.unit);
        let now = view.distance(unit, 1 - unit);
        let index = |distance: u16| usize::from(distance - near);
        let mut worths = [0; MAX_DISTANCES];
        let worths = &mut worths[..=index(far)];
        self.read(Step::Rest(0), near, worths);
        if worths[index(now)] > SURE / 2 {
            let each = view.bout.weights[view.side_of(unit).index()].duel_close;
            for (distance, worth) in (near..).zip(worths.iter_mut()) {
                *worth -= each * Worth::from(distance);
            }
        }
        let stay = worths[index(now)];
        let opens = view.momentum_of(unit) < SHIFT_PIVOT;
        let shift = Shift::of(view, purse, opens, near, far > now);
        if opens && shift.nearer >= near {
            for worth in &mut worths[..=index(shift.nearer.min(far))] {
                *worth += shift.gain;
            }
        }
        if now < far {
            let (away, price) = self.backing_off(purse, &shift);
            if away <= far && price > 0 {
                let price = price + self.stands_off();
                for worth in &mut worths[index(away)..] {
                    *worth -= price;
                }
            }
        }
        worths[index(now)] = stay;
        let best = best_of(worths, near, now);
        let presses = opens && view.shift_open(unit) && view.is_engaged(unit);
        if presses && stay + shift.gain >= worths[index(best)] {
            return None;
        }
        Some(best)
    }

    /// The nearest distance that backing off leads to, and what the Momentum paid for it is worth: for leaving an
    /// engagement and as a Momentum Shift.
    fn backing_off(&self, purse: &Purse<'_>, shift: &Shift) -> (u16, Worth) {
        let now = self.view.distance(self.unit, 1 - self.unit);
        let engagement = self.view.bout.distances.engagement;
        if now <= engagement {
            (engagement + 1, purse.cost(1) + shift.loss)
        } else {
            (now + 1, shift.loss)
        }
    }

    /// What Momentum paid for backing off is worth beside its price in a turn without an attack: standing off leads
    /// to the end of the battle with nothing scored, where Momentum decides (`ms10.score.winner`). An Accelerate for
    /// the Combat Action is no attack.
    fn stands_off(&self) -> Worth {
        if self.view.state.turn.attacked.is_empty() {
            STANDOFF
        } else {
            0
        }
    }

    /// Distances to try, of those that the moves that are left lead to: the nearest, the farthest and the one
    /// halfway.
    pub(super) fn distances_to_try(&self) -> [u16; 3] {
        let (near, far) = self.distances_in(self.view.state.turn.move_actions);
        [near, far, (near + far) / 2]
    }

    /// Distances from the enemy that so many moves lead to, nearest and farthest.
    fn distances_in(&self, moves: u8) -> (u16, u16) {
        let (view, unit, enemy) = (self.view, self.unit, 1 - self.unit);
        let distances = &view.bout.distances;
        let now = view.distance(unit, enemy);
        let reach = view.reach(unit, MoveWith::MoveAction) * u16::from(moves);
        let (near, far) = steps::distances_in(view, enemy, moves);
        let last = if view.profile(unit).steers() {
            now
        } else if now > distances.engagement {
            far
        } else if view.momentum_of(unit) > 0 {
            far.min(now + distances.disengage)
        } else {
            far.min(distances.engagement)
        };
        let last = if last > now {
            farthest(view, enemy, reach, last).max(now)
        } else {
            now
        };
        let near = near.min(now).max(now.saturating_sub(SPAN));
        (near, last.min(near + SPAN))
    }
}

/// Most that two distances of one row are apart.
const SPAN: u16 = MAX_DISTANCES as u16 - 1;
/// Most points that one turn spends on Accelerates.
pub(super) const MOST_CHASED: u8 = 2;
/// The chance to win that Momentum paid in a standoff has to bring.
const STANDOFF: Worth = SURE / 16;
/// Rerolls, a point each, that are worth as much as an attack.
const REROLLS: Worth = 5;

/// The distance of the greatest worth in a row from the nearest on; the nearest of equals, but where the
/// unit is if nothing is better.
fn best_of(worths: &[Worth], near: u16, now: u16) -> u16 {
    let mut best = (worths[usize::from(now - near)], now);
    for (distance, &worth) in (near..).zip(worths) {
        if worth > best.0 {
            best = (worth, distance);
        }
    }
    best.1
}

/// What the Momentum Shift that the turn may still bring is worth.
struct Shift {
    /// The farthest from the enemy that comes near enough for it.
    nearer: u16,
    /// Worth of coming so near or pressing on, where the unit wants to and can.
    gain: Worth,
    /// What backing off costs.
    loss: Worth,
}

impl Shift {
    /// Of the active unit, which comes as near as `near` and may back off or not.
    fn of(view: View<'_>, purse: &Purse<'_>, wanted: bool, near: u16, backs: bool) -> Self {
        let turn = &view.state.turn;
        let start = turn.start.distance(view.unit(1 - turn.unit).pos);
        let nearer = start.saturating_sub(view.bout.distances.shift);
        let able = nearer >= near || near <= view.bout.distances.engagement;
        let open = view.shift_open(turn.unit);
        let gain = if open && wanted && able {
            purse.gain(SHIFT_GAIN)
        } else {
            0
        };
        let loss = if open && backs && view.momentum_of(turn.unit) > SHIFT_PIVOT {
            purse.cost(SHIFT_LOSS)
        } else {
            0
        };
        Self { nearer, gain, loss }
    }
}

/// The farthest from an enemy that the active unit gets within this many hexes, at most `last`: there is an edge.
fn farthest(view: View<'_>, enemy: UnitId, reach: u16, last: u16) -> u16 {
    let (from, there) = (view.unit(view.state.turn.unit).pos, view.unit(enemy).pos);
    let mut most = 0;
    for way in Hex::DIRECTIONS {
        let steps = view.bout.table.room(from, way).min(reach as i16);
        let end = from + Hex::new(way.q * steps, way.r * steps);
        most = most.max(end.distance(there));
        if most >= last {
            return last;
        }
    }
    most
}

/// What a Challenge is worth to a unit in a duel: both have to close in (`ms10.challenge.duty-move`), say as
/// near as the unit comes with one move.
pub(super) fn challenge_worth(view: View<'_>, unit: UnitId) -> Option<Worth> {
    view.duel_model(unit)?;
    let now = view.distance(unit, 1 - unit);
    let engagement = view.bout.distances.engagement;
    let near = now
        .saturating_sub(view.profile(unit).reach)
        .max(engagement)
        .min(now);
    if near == now {
        return Some(0);
    }
    // On the mean of who is to act next.
    let gain = |acted: UnitId| {
        let duel = Duel::after(view, unit, acted)?;
        Some(duel.chance(Step::Rest(0), near) - duel.chance(Step::Rest(0), now))
    };
    Some((gain(unit)? - gain(1 - unit)?) / 2)
}

/// The row to deploy on, from the own edge: against the enemy where it stands, or where it is worst that it
/// will stand.
pub(super) fn deploy_row(view: View<'_>, unit: UnitId) -> Option<i16> {
    let chances = view.duel_model(unit)?;
    let table = view.bout.table;
    let enemy = 1 - unit;
    let rows = 0..table.zone.max(1);
    let moment = Moment {
        awaited: false,
        rounds: ROUNDS - 1,
    };
    let worths = chances.row(unit, moment, [LEVELS, LEVELS], Step::Rest(0));
    let gap = |own: i16, other: i16| {
        let gap = (table.depth - 1 - own - other).max(0) as usize;
        gap.min(worths.len() - 1)
    };
    let there = view.unit(enemy);
    if there.on_table {
        let (other, _) = table.seen_from(view.side_of(enemy), there.pos);
        return rows.max_by_key(|&row| (worths[gap(row, other)], -row));
    }
    // All rows have the gap between the first row and the last in common: what is worst lies in a run up to it or in
    // one from it on.
    let last = rows.end - 1;
    let mut worst = [Chance::MAX; MAX_DISTANCES];
    let mut farther = Chance::MAX;
    for row in rows.clone().rev() {
        farther = farther.min(worths[gap(row, 0)]);
        worst[row as usize] = farther;
    }
    let mut nearer = Chance::MAX;
    rows.max_by_key(|&row| {
        nearer = nearer.min(worths[gap(row, last)]);
        (nearer.min(worst[row as usize]), -row)
    })
}
