//! What HP and Momentum are worth.
//!
//! One currency a battle: in a duel on an open table the chance to win it, in parts of
//! [`SURE`](crate::rules::chances::SURE); in every other battle thousandths of a victory point of
//! VER10.

use std::cell::OnceCell;
use std::ops::RangeInclusive;

use super::duel::{Curve, Duel, Worth, rounds_after};
use super::secondary;
use crate::rules::constants::{FLASH_COST, FOCUS_COST, MOMENTUM_MAX, VALOR_COST};
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;
use equipoise_engine::Side;

/// What the HP that a unit has left are worth to its enemy.
#[derive(Clone, Copy)]
pub(super) enum Stake {
    /// By the chance to win a duel.
    Duel(Curve),
    /// By its share of victory points.
    Battle(Share),
    /// Damage for its own sake.
    Damage,
}

impl Stake {
    /// Of a unit, as the side of `player` sees it.
    #[inline]
    pub(super) fn of(view: View<'_>, player: UnitId, unit: UnitId) -> Self {
        match Duel::of(view, player) {
            Some(duel) => Self::Duel(duel.curve(unit)),
            None => Self::Battle(Share::of(view, view.side_of(player), unit)),
        }
    }

    /// What so much damage to it is worth.
    #[inline]
    pub(super) fn value(&self, damage: i32) -> Worth {
        match self {
            Self::Duel(curve) => curve.value(damage),
            Self::Battle(share) => share.value(damage),
            Self::Damage => damage,
        }
    }

    /// Damage that is worth no more than this.
    #[inline]
    pub(super) fn least(&self, value: impl FnOnce() -> Worth) -> i32 {
        match self {
            Self::Duel(_) => -1,
            Self::Battle(share) => share.least(value()),
            Self::Damage => value(),
        }
    }
}

/// What a unit's HP are worth in a battle: by its share of them while rounds remain, at last by what is
/// scored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    left: i32,
    /// Worth of an HP, with [`PLACES`] binary places.
    per_hp: i64,
    /// 2^[`PLACES`] over the HP that are left, and over those above one half, if any are.
    by_left: i64,
    by_above: Option<(i32, i64)>,
    /// Worth of all HP that are left, beside their share: a unit that is destroyed does nothing more.
    death: i64,
    /// Worth of passing one half, and of the end.
    half: i64,
    /// Victory points its destruction brings beside its own.
    prize: i64,
}

const PLACES: u32 = 20;

impl Share {
    /// Of a unit, as a side sees it.
    pub(super) fn of(view: View<'_>, side: Side, unit: UnitId) -> Self {
        let (profile, state) = (view.profile(unit), view.unit(unit));
        let weights = &view.bout.weights[side.index()];
        let (left, hp) = (state.hp.max(1), profile.hp.max(1));
        let point = view.bout.scoring.point();
        let vp = point * i64::from(profile.vp.max(1));
        let last = i64::from(view.bout.mission.rounds) - 1;
        let rounds = i64::from(rounds_after(view));
        // What lasts fades into what is scored as the rounds run out.
        let lasting = |worth: i64| worth * rounds / last;
        let above = left - hp / 2;
        let half = vp / 2 - lasting(vp / 2);
        Self {
            left,
            per_hp: (lasting(vp) << PLACES) / i64::from(hp),
            by_left: (1 << PLACES) / i64::from(left),
            by_above: (above > 0).then(|| (above, (1 << PLACES) / i64::from(above))),
            death: lasting(vp * i64::from(weights.death) / 256) + half,
            half,
            prize: point * i64::from(prize(view, unit)),
        }
    }

    /// What so much damage is worth.
    #[inline]
    pub(super) fn value(&self, damage: i32) -> Worth {
        let damage = damage.clamp(0, self.left);
        let all = ramp(damage, self.by_left);
        let mut worth = (self.per_hp * i64::from(damage)) >> PLACES;
        worth += ((self.death + self.prize) * all) >> PLACES;
        if let Some((above, by_above)) = self.by_above {
            worth += (self.half * ramp(damage.min(above), by_above)) >> PLACES;
        }
        worth as Worth
    }

    /// How likely so much damage on the mean destroys it, in 256ths.
    #[inline]
    pub(super) fn death(&self, damage: i32) -> i32 {
        (ramp(damage.clamp(0, self.left), self.by_left) >> (PLACES - 8)) as i32
    }

    /// Damage that is worth no more than this.
    pub(super) fn least(&self, value: Worth) -> i32 {
        let sure = self.death + self.prize + self.half;
        let over = i64::from(value) - sure;
        if over <= 0 || self.per_hp == 0 {
            return -1;
        }
        ((over << PLACES) / self.per_hp) as i32 - 1
    }
}

/// The chance to take so much, given one over it, grows as the square of the share that is expected.
#[inline]
fn ramp(damage: i32, by_all: i64) -> i64 {
    let share = i64::from(damage) * by_all;
    (share * share) >> PLACES
}

/// Victory points that the destruction of a unit brings beside its own: what the enemy scores and what its
/// side loses (`ms10.score.commander`, `ms10.challenge.vp`, `ms93.rampage.vp-early-kill`).
fn prize(view: View<'_>, unit: UnitId) -> i32 {
    let (profile, scoring) = (view.profile(unit), &view.bout.scoring);
    let round = view.state.round.max(1);
    let early = view.bout.mission.early(profile.side.other(), round);
    let mut value = i32::from(profile.vp);
    let mut prize = view.loss_of(unit) + view.survivor_prize(unit) + early * value;
    prize += secondary::prize(view, unit);
    value += early * value;
    if view.commands(unit) {
        prize += scoring.commander(round);
    }
    let bound = |pair: Option<(UnitId, UnitId)>| pair.is_some_and(|(a, b)| a == unit || b == unit);
    if bound(view.state.challenge) || view.state.sides.iter().any(|side| bound(side.revenge)) {
        prize += scoring.challenge(value);
    }
    prize
}

/// What one more building is worth to a side that gains by them: half a victory point as long as another may
/// follow, what it scores by itself as the rounds run out, and Momentum (`ms93.rampage.vp-buildings`,
/// `ms93.rampage.attacker-momentum`).
pub(super) fn building(view: View<'_>, side: Side, purse: &Purse<'_>) -> Worth {
    let done = view.state.progress.buildings[side.index()];
    let points = |more: u8| i64::from(view.bout.mission.building_points(done + more));
    let last = i64::from(view.bout.mission.rounds) - 1;
    let after = i64::from(rounds_after(view));
    let halves = 2 * (points(1) - points(0)) * (last - after) + (points(2) - points(0)) * after;
    let scored = view.bout.scoring.point() * halves / (2 * last);
    let momentum = purse.gain(view.building_momentum_left(side).min(1));
    scored as Worth + momentum
}

/// What Momentum is worth to a side: the more the less there is of it, and nothing beyond what can still
/// be spent. Worked out when it is asked for: most decisions spend nothing.
pub(super) struct Purse<'a> {
    view: View<'a>,
    unit: UnitId,
    pool: i64,
    /// The duel as the unit's side sees it, where its model holds.
    duel: Option<Duel<'a>>,
    /// What the HP of the other unit of the duel are worth.
    enemy: OnceCell<Curve>,
    price: OnceCell<Price>,
    /// What each of the points for a Flash is worth beside, in the own turn: the enemy attacks next.
    guard: OnceCell<i64>,
}

/// What points are worth by how many there are.
struct Price {
    base: i64,
    /// The same for points that the side does not lose by spending them: after the round they would be gone, or
    /// over the most that it may hold.
    brief: i64,
    /// Points that are still there after the round; those above them are brief.
    kept: i64,
    curve: i64,
    /// What each point is worth at the end, where Momentum may decide.
    tie: i64,
}

/// Pools out of which skills may take the points of a Flash.
const GUARDED: RangeInclusive<i64> =
    FLASH_COST as i64..=(FLASH_COST + VALOR_COST + FOCUS_COST) as i64 - 1;
/// Points that a unit makes use of in a turn: more of them are worth less each.
const USES: i64 = 2;
/// The pool whose last point is worth the base price.
const USUAL: i64 = 5;

impl Price {
    /// Of the points in a purse.
    #[inline(never)]
    fn of(purse: &Purse<'_>) -> Self {
        let (view, unit) = (purse.view, purse.unit);
        let side = view.side_of(unit);
        let weights = &view.bout.weights[side.index()];
        let pool = i32::from(view.momentum(side));
        let Some(duel) = purse.duel() else {
            let best = i64::from(view.bout.best_worth[side.index()]);
            let (all, usable) = (i64::from(pool.max(1)), USES * turns_of(view, side));
            let base = best * i64::from(weights.price) / 256 * usable.min(all) / all;
            return Self {
                base,
                brief: within_round(view, base),
                kept: kept_points(view, side),
                curve: weights.curve.into(),
                tie: secondary::lead(view, side),
            };
        };
        let turns = duel.turns_left();
        let damage = view.best_damage(unit, 1 - unit);
        let best = match purse.enemy.get() {
            Some(enemy) => enemy.value(damage),
            None => duel.value(1 - unit, damage),
        };
        let base = best.max(0) * weights.duel_price / 256;
        let most = pool.max(1);
        let used = (weights.duel_uses * turns).min(most);
        let base = i64::from(base) * i64::from(used) / i64::from(most);
        Self {
            base,
            brief: base,
            kept: MOMENTUM_MAX.into(),
            curve: weights.duel_curve.into(),
            tie: duel.tie(weights, turns).into(),
        }
    }

    /// What the last of so many points is worth, but for what a Flash is.
    fn point(&self, pool: i64) -> i64 {
        let base = if pool > self.kept {
            self.brief
        } else {
            self.base
        };
        base * (USUAL + self.curve) / (pool.max(1) + self.curve) + self.tie
    }
}

/// Points of a side that it still has after the round if it spends nothing: none after the last round or where
/// Momentum begins anew (`ms93.endurance.momentum`), else as many as leave room for what the control points bring
/// that it owns or stands on.
fn kept_points(view: View<'_>, side: Side) -> i64 {
    if rounds_after(view) == 0 || view.bout.mission.momentum_after_round().is_some() {
        return 0;
    }
    let each = i64::from(view.bout.scoring.control_momentum);
    let points = 0..view.bout.control_points.len();
    let held = points.filter(|&point| {
        let owner = view.state.owners[point];
        owner == Some(side) || owner.is_none() && view.is_present(side, point)
    });
    i64::from(MOMENTUM_MAX) - each * held.count() as i64
}

/// What is left of the worth of Momentum that is gone after the round: the share of the turns that are still to
/// come in it.
fn within_round(view: View<'_>, worth: i64) -> i64 {
    let standing = || view.state.units.iter().filter(|unit| unit.on_table);
    let all = standing().count().max(1) as i64;
    let waiting = standing().filter(|unit| !unit.activated).count() as i64;
    worth * waiting / all
}

impl<'a> Purse<'a> {
    /// Of the side of a unit.
    #[inline]
    pub(super) fn of(view: View<'a>, unit: UnitId) -> Self {
        Self::with(view, unit, Duel::of(view, unit))
    }

    /// Of the side of the active unit, in the duel as that side sees it.
    #[inline]
    pub(super) fn in_duel(duel: &Duel<'a>) -> Self {
        Self::with(duel.view, duel.unit, Some(*duel))
    }

    #[inline]
    fn with(view: View<'a>, unit: UnitId, duel: Option<Duel<'a>>) -> Self {
        Self {
            view,
            unit,
            pool: view.momentum_of(unit).into(),
            duel,
            enemy: OnceCell::new(),
            price: OnceCell::new(),
            guard: OnceCell::new(),
        }
    }

    fn guard(&self) -> i64 {
        if !GUARDED.contains(&self.pool) {
            return 0;
        }
        *self
            .guard
            .get_or_init(|| self.duel().map_or(0, |duel| duel.guard(self.unit).into()))
    }

    /// The duel as the side of the unit sees it; `None` where the model of a duel does not hold.
    pub(super) const fn duel(&self) -> Option<&Duel<'a>> {
        self.duel.as_ref()
    }

    fn enemy(&self, duel: &Duel<'_>) -> &Curve {
        self.enemy.get_or_init(|| duel.curve(1 - self.unit))
    }

    /// What the HP of a unit are worth, as the side of the purse sees them; in an army where the view has the units.
    #[inline]
    pub(super) fn stake(&self, view: View<'_>, unit: UnitId) -> Stake {
        match self.duel() {
            Some(duel) if unit == self.unit => Stake::Duel(duel.curve(unit)),
            Some(duel) => Stake::Duel(*self.enemy(duel)),
            None => Stake::Battle(Share::of(view, view.side_of(self.unit), unit)),
        }
    }

    fn price(&self) -> &Price {
        self.price.get_or_init(|| Price::of(self))
    }

    /// What it costs to spend so many points.
    #[inline]
    pub(super) fn cost(&self, points: u8) -> Worth {
        if points == 0 {
            return 0;
        }
        let (price, points) = (self.price(), i64::from(points));
        let left = self.pool - points;
        let plain: i64 = (left + 1..=self.pool).map(|pool| price.point(pool)).sum();
        let guarded = (i64::from(FLASH_COST) - left).clamp(0, points);
        let guard = if guarded > 0 { self.guard() } else { 0 };
        (plain + guarded * guard) as Worth
    }

    /// What it is worth to gain so many points.
    pub(super) fn gain(&self, points: u8) -> Worth {
        let room = (i64::from(MOMENTUM_MAX) - self.pool).clamp(0, i64::from(points));
        if room == 0 {
            return 0;
        }
        let price = self.price();
        // Those of a Flash are not among them: a smaller pool keeps none.
        (1..=room)
            .map(|more| price.point(self.pool + more))
            .sum::<i64>() as Worth
    }
}

/// Turns that the units of a side still take, one under way among them.
fn turns_of(view: View<'_>, side: Side) -> i64 {
    let after = i64::from(rounds_after(view));
    view.standing(side)
        .map(|unit| after + i64::from(!view.unit(unit).activated))
        .sum()
}
