//! Where a unit may go: reach, engagement zones, disengaging.

use std::cell::OnceCell;
use std::ops::RangeInclusive;

use serde::Serialize;

use equipoise_engine::Hex;

use super::constants::DROP_COST;
use super::distances::Distances;
use super::flood::Flood;
use super::unit_id::{UnitId, UnitSet};
use super::view::View;
use crate::options::DisengageMode;

/// What kind of move leads to a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveKind {
    /// A move of a unit that nothing holds.
    Free,
    /// A move inside the engagement (`ms10.engage.stay-inside`).
    Circle,
    /// Leaving the engagement for 1 Momentum an enemy (`ms10.engage.disengage`).
    Disengage,
    /// Leaving the engagement after a Feint, without price (`ms10.bonus.feint`).
    Feint,
    /// A leg of a Crash, into the enemy or on from it (`ms10.crash.attack`).
    Crash,
}

/// What pays for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveWith {
    /// A Move Action.
    MoveAction,
    /// An Accelerate: 4 in, with Fly (`ms10.accel.action`).
    Accelerate,
}

/// The active unit about to move, everything settled that does not depend on where to.
#[derive(Clone, Copy)]
pub(crate) struct Mover<'a> {
    view: View<'a>,
    unit: UnitId,
    from: Hex,
    /// Hexes this move covers at most.
    pub(crate) reach: u16,
    /// Enemies that hold the unit in engagement.
    held: UnitSet,
    /// Enemies that may hold it where this move leads.
    near: UnitSet,
    /// Enemy models that may stand in the way.
    bodies: UnitSet,
    /// It leads a squad whose models need places of their own.
    leads: bool,
    /// Models whose bases may be in the way where this move ends.
    models: UnitSet,
    /// Bound by a Challenge to end nearer (`ms10.challenge.duty-move`).
    on_duty: bool,
    /// No Move Action is left afterwards.
    last: bool,
    /// Fly, printed, by mode or by this very Accelerate.
    flies: bool,
    accelerates: bool,
}

impl<'a> View<'a> {
    /// Hexes a move of `unit` covers at most (`ms10.move.actions`).
    #[inline]
    pub(crate) fn reach(self, unit: UnitId, with: MoveWith) -> u16 {
        match with {
            MoveWith::MoveAction if self.unit(unit).arrived => self.bout.distances.arrival,
            MoveWith::MoveAction => self.reach_in_mode(unit) + self.order_reach(unit),
            MoveWith::Accelerate => self.throttle(unit),
        }
    }

    /// Hexes that the order of a unit adds to its next move (`ms93.mecha-ai.blitz`).
    #[inline]
    fn order_reach(self, unit: UnitId) -> u16 {
        let turn = &self.state.turn;
        if turn.unit == unit {
            turn.order_reach
        } else {
            0
        }
    }

    /// The active unit about to move.
    pub(crate) fn mover(self, with: MoveWith) -> Mover<'a> {
        let unit = self.state.turn.unit;
        let (from, reach) = (self.unit(unit).pos, self.reach(unit, with));
        let (side, squad) = (self.side_of(unit), self.unit(unit).leader);
        let Distances {
            engagement,
            disengage,
            widest_bases,
            ..
        } = self.bout.distances;
        let farthest = reach.max(disengage);
        let (mut near, mut bodies, mut models) = (UnitSet::EMPTY, UnitSet::EMPTY, UnitSet::EMPTY);
        for (other, state) in self.state.units.iter().enumerate() {
            if !state.is_up() || state.leader == squad {
                continue;
            }
            let away = from.distance(state.pos);
            let is_enemy = self.side_of(other) != side;
            if away < farthest + widest_bases {
                models.insert(other);
                if is_enemy {
                    bodies.insert(other);
                }
            }
            if is_enemy && state.leader == other && away <= farthest + engagement {
                near.insert(other);
            }
        }
        let leads = self.spreads() && self.followers(unit).next().is_some();
        Mover {
            view: self,
            unit,
            from,
            reach,
            held: self.held_among(unit, from, near),
            near,
            bodies,
            leads,
            models,
            on_duty: self.is_challenged(unit),
            last: self.state.turn.move_actions <= u8::from(with == MoveWith::MoveAction),
            flies: self.has_fly(unit) || with == MoveWith::Accelerate,
            accelerates: with == MoveWith::Accelerate,
        }
    }

    /// How the active unit may move to a hex, if at all.
    pub(crate) fn move_kind(self, to: Hex, with: MoveWith) -> Option<MoveKind> {
        self.mover(with).kind(to)
    }

    /// Whether the active unit may leave all that hold it by 4 in, without their price
    /// (`ms10.bonus.feint`).
    pub(crate) fn may_slip_away(self, to: Hex) -> bool {
        self.mover(MoveWith::MoveAction).slips_to(to)
    }

    /// Momentum that disengaging costs: 1 for each enemy the unit leaves (`ms10.engage.disengage`).
    pub(crate) fn disengage_cost(self, unit: UnitId) -> u8 {
        self.relieved(unit, self.price_of(unit, MoveKind::Disengage))
    }

    /// Momentum of a move of this kind before orders: 1 for each enemy that is left, and what its trait adds
    /// (`ms10.engage.disengage`, `ms93.pilot2.merciless-melee`).
    #[inline]
    pub(crate) fn price_of(self, unit: UnitId, kind: MoveKind) -> u8 {
        match kind {
            MoveKind::Disengage => self.toll(self.held_by(unit), 1),
            MoveKind::Feint => self.toll(self.held_by(unit), 0),
            MoveKind::Free | MoveKind::Circle | MoveKind::Crash => 0,
        }
    }

    /// Momentum for leaving all that hold a unit, so much `each` and what their traits add.
    #[inline]
    fn toll(self, holders: UnitSet, each: u8) -> u8 {
        let clings = |enemy: UnitId| self.profile(enemy).perks.holds;
        let more = if self.bout.perks {
            holders.iter().map(clings).sum()
        } else {
            0
        };
        each * holders.len() + more
    }

    /// A cost that a waiting order lowers by 1 (`ms10.orders.ops-support`).
    pub(crate) fn relieved(self, unit: UnitId, cost: u8) -> u8 {
        cost - u8::from(cost > 0 && self.unit(unit).orders > 0)
    }
}

impl Mover<'_> {
    /// How the unit may move to a hex, if at all.
    pub(crate) fn kind(&self, to: Hex) -> Option<MoveKind> {
        self.kind_if(to, |to| self.flood(Some(to)).reaches(to))
    }

    /// The same, for many hexes: one flood serves them all, should any need it.
    pub(crate) fn kind_by(&self, ways: &OnceCell<Flood>, to: Hex) -> Option<MoveKind> {
        self.kind_if(to, |to| ways.get_or_init(|| self.flood(None)).reaches(to))
    }

    /// How the unit may move to a hex, where `is_reached` says which hexes there is a way round to.
    fn kind_if(&self, to: Hex, is_reached: impl Fn(Hex) -> bool) -> Option<MoveKind> {
        if self.from == to
            || !self.view.bout.table.contains(to)
            || self.is_occupied(to)
            || !self.can_stand(to)
            || !self.steers(to)
            || !self.keeps_duty(to)
            || !self.affords_climb(to)
        {
            return None;
        }
        if !self.held.is_empty() {
            return self
                .kind_when_held(to, is_reached)
                .filter(|_| self.has_room(to));
        }
        let near = self.from.distance(to) <= self.reach;
        let open = near && self.pays_drop(to, 0) && self.has_room(to);
        (open && self.has_way(to, is_reached)).then_some(MoveKind::Free)
    }

    /// Whether the models of a squad could follow (`ms10.squad.coherency`).
    fn has_room(&self, to: Hex) -> bool {
        !self.leads || self.view.has_room(self.unit, to)
    }

    fn is_occupied(&self, hex: Hex) -> bool {
        let mut models = self.models.iter();
        models.any(|other| self.view.crowds(self.unit, hex, other))
    }

    /// Ships move only into their front arc, at every step of a way round
    /// (`ms10.move.ship-turning`).
    fn steers(&self, to: Hex) -> bool {
        !self.view.profile(self.unit).steers() || self.view.in_front(self.unit, to)
    }

    /// Whether a move leaves the Challenge duty of ending nearer possible
    /// (`ms10.challenge.duty-move`): never farther than the start, and nearer with the last move.
    fn keeps_duty(&self, to: Hex) -> bool {
        if !self.on_duty {
            return true;
        }
        let mut challengers = self
            .view
            .enemies(self.unit)
            .filter(|&e| self.view.is_challenger_of(self.unit, e));
        challengers.all(|enemy| {
            let there = self.view.unit(enemy).pos;
            let start = self.view.state.turn.start.distance(there);
            let end = to.distance(there);
            end < start
                || end == start && (!self.last || start <= self.view.bout.distances.engagement)
        })
    }

    /// Distances from an enemy at which a legal move may end: as far as it leads, if enemies hold the
    /// unit as far as it gets away or circles, and no farther from a Challenger than the turn began.
    pub(crate) fn distances_from(&self, enemy: UnitId) -> RangeInclusive<u16> {
        let view = self.view;
        let there = view.unit(enemy).pos;
        let now = self.from.distance(there);
        let around = |middle: u16, by: u16| (middle.saturating_sub(by), middle + by);
        let (mut first, mut last) = around(now, self.reach);
        if !self.held.is_empty() {
            let circle = self.held.iter().fold((0, u16::MAX), |(low, high), other| {
                let middle = view.unit(other).pos.distance(there);
                let range = around(middle, view.bout.distances.engagement);
                (range.0.max(low), range.1.min(high))
            });
            let leaves = view.disengage_cost(self.unit) <= view.momentum_of(self.unit);
            let (low, high) = match leaves {
                true => around(now, self.way_off()),
                false => circle,
            };
            first = first.max(low.min(circle.0));
            last = last.min(high.max(circle.1));
        }
        // Nobody owes a Challenger anything that has left the table.
        if self.on_duty && view.is_unit(enemy) && view.is_challenger_of(self.unit, enemy) {
            last = last.min(view.state.turn.start.distance(there));
        }
        first..=last
    }

    /// Hexes that leaving an engagement covers (`ms10.engage.disengage`).
    fn way_off(&self) -> u16 {
        match self.view.bout.options.disengage_mode {
            DisengageMode::UsesMove | DisengageMode::Free => self.view.bout.distances.disengage,
            DisengageMode::FullMove => self.reach,
        }
    }

    fn kind_when_held(&self, to: Hex, is_reached: impl Fn(Hex) -> bool) -> Option<MoveKind> {
        if self.meets_all(self.held, to) {
            let steps = |here, spent| self.steps(here, spent);
            let straight = || self.is_straight(to, self.reach, steps);
            let inside = self.pays_drop(to, 0) && (straight() || is_reached(to));
            return inside.then_some(MoveKind::Circle);
        }
        let step = self.way_off();
        if self.from.distance(to) > step {
            return None;
        }
        let mut held = self.held.iter();
        let clear = held.all(|e| !self.view.meets_at(self.unit, to, e));
        let paid = self.pays_drop(to, self.view.toll(self.held, 1));
        (clear && paid && self.has_way_out(to, step)).then_some(MoveKind::Disengage)
    }

    /// Whether the unit gets out of its engagement to a hex 4 in off.
    fn slips_to(&self, to: Hex) -> bool {
        let step = self.view.bout.distances.disengage;
        let mut held = self.held.iter();
        let price = self.view.toll(self.held, 0);
        self.from != to
            && !self.held.is_empty()
            && self.from.distance(to) <= step
            && self.view.bout.table.contains(to)
            && !self.is_occupied(to)
            && self.can_stand(to)
            && self.steers(to)
            && self.keeps_duty(to)
            && held.all(|e| !self.view.meets_at(self.unit, to, e))
            && self.pays_drop(to, price)
            && self.has_room(to)
            && self.has_way_out(to, step)
    }

    /// Whether a paid move gets out: the enemies it leaves hold it no more, all others do.
    fn has_way_out(&self, to: Hex, step: u16) -> bool {
        let leave = |here: Hex, spent: u16| {
            let others = self.zone(here).without(self.held);
            move |next: Hex| {
                let kept = self.meets_all(others, next);
                kept.then(|| self.step_cost(here, next, spent)).flatten()
            }
        };
        self.is_straight(to, step, leave)
            || step > 1 && Flood::new(self.from, step, Some(to), leave).reaches(to)
    }

    /// Whether there is a way to a hex, the straight line or one round that `is_reached` knows of.
    fn has_way(&self, to: Hex, is_reached: impl Fn(Hex) -> bool) -> bool {
        let steps = |here, spent| self.steps(here, spent);
        self.is_clear(to)
            || self.is_straight(to, self.reach, steps)
            || self.view.bout.craft && self.is_open(to)
            || is_reached(to)
    }

    /// Whether the way to a hex lies on an open table and leads nowhere near an enemy or straight up to it: by
    /// the triangle inequality every hex of a shortest way is at least half as far from it as the way round by
    /// it is longer, and each nearer than the one before where the way comes nearer by its whole length.
    #[inline]
    fn is_clear(&self, to: Hex) -> bool {
        let view = self.view;
        let Distances {
            engagement,
            widest_bases,
            ..
        } = view.bout.distances;
        let way = self.from.distance(to);
        let far = |enemy: UnitId| {
            let at = view.unit(enemy).pos;
            let (before, after) = (self.from.distance(at), to.distance(at));
            before == way + after || before + after > way + 2 * engagement.max(widest_bases)
        };
        view.bout.terrain.is_empty()
            && !view.bout.craft
            && self.near.iter().all(far)
            && self.bodies.iter().all(far)
    }

    /// Whether the line to a hex is open ground that no engagement range covers: ships and aircraft,
    /// that mostly have to steer at every step, take it all the same (`ms10.engage.zone`).
    fn is_open(&self, to: Hex) -> bool {
        let open = |hex: Hex| self.view.piece_at(hex).is_none();
        open(self.from)
            && open(to)
            && (1..self.from.distance(to)).all(|k| {
                let hex = self.from.towards(to, k);
                open(hex) && self.is_passable(hex) && self.zone(hex).is_empty()
            })
    }

    /// Whether the straight line to a hex is a way, as it mostly is.
    fn is_straight<S: Fn(Hex) -> Option<u16>>(
        &self,
        to: Hex,
        reach: u16,
        steps: impl Fn(Hex, u16) -> S,
    ) -> bool {
        let (mut here, mut spent) = (self.from, 0);
        self.view.bout.lines.along(self.from, to).all(|next| {
            let cost = steps(here, spent)(next);
            here = next;
            cost.is_some_and(|cost| {
                spent += cost;
                spent <= reach
            })
        })
    }

    /// Steps of a move: what one from a hex to a neighbour costs, if it is allowed.
    fn steps(&self, here: Hex, spent: u16) -> impl Fn(Hex) -> Option<u16> {
        let zone = self.zone(here);
        move |next| self.step(zone, here, next, spent)
    }

    /// What a step out of a hex in the engagement ranges of `zone` costs, if it is allowed: the unit may
    /// enter one and then only move inside it (`ms10.engage.zone`).
    #[inline]
    fn step(&self, zone: UnitSet, here: Hex, next: Hex, spent: u16) -> Option<u16> {
        let stays = self.meets_all(zone, next);
        stays.then(|| self.step_cost(here, next, spent)).flatten()
    }

    /// All the unit can reach with this move without leaving an engagement range it enters. With a goal
    /// no more than it takes to reach that.
    pub(crate) fn flood(&self, goal: Option<Hex>) -> Flood {
        let steps = |here, spent| self.steps(here, spent);
        Flood::new(self.from, self.reach, goal, steps)
    }

    /// Hexes of movement that a step costs: 1, more up High Ground, a whole Move Action into jungle;
    /// `None` where the unit may not go. With Fly a unit keeps the height it starts from and crosses
    /// walls and water (`ms10.high-ground.climb`, `ms10.high-ground.fly-cross`,
    /// `ms10.obscuring.inside`, `ms10.special.deep-water`, `ms10.move.fly`).
    fn step_cost(&self, here: Hex, next: Hex, spent: u16) -> Option<u16> {
        let craft = self.view.bout.craft;
        if !self.is_passable(next) || craft && !self.steers(self.from + (next - here)) {
            return None;
        }
        let Some(piece) = self.view.piece_at(next) else {
            return Some(1);
        };
        let tags = &self.view.bout.terrain.pieces[piece];
        let jungle = tags.obscuring && tags.level == 0;
        if jungle && self.view.piece_at(here) != Some(piece) {
            return (spent == 0 && !self.accelerates).then_some(self.reach);
        }
        if self.accelerates {
            // One step; a climb takes more uses of Accelerate instead.
            return Some(1);
        }
        let start = self.view.level_at(self.from);
        let (low, high) = (self.view.level_at(here), tags.level);
        let climb = |levels: u8| (self.view.bout.distances.climb * u16::from(levels)).max(1);
        if self.flies {
            return Some(climb(high.saturating_sub(low.max(start))));
        }
        let swims = self.view.profile(self.unit).amphibious;
        if tags.is_wall() || tags.deep_water && !swims {
            return None;
        }
        if high > low && low < start {
            // Down and up again in one move takes Fly.
            return None;
        }
        Some(climb(high.saturating_sub(low)))
    }

    /// Uses of Accelerate that a step to a hex takes: one for each level of a climb
    /// (`ms10.high-ground.climb`).
    pub(crate) fn accelerations(&self, to: Hex) -> u8 {
        let climb = self
            .view
            .level_at(to)
            .saturating_sub(self.view.level_at(self.from));
        climb.max(1)
    }

    /// Whether all uses of Accelerate that a climb takes can be paid.
    fn affords_climb(&self, to: Hex) -> bool {
        !self.accelerates
            || self.view.bout.terrain.is_empty()
            || self.accelerations(to) <= self.view.accelerations_left().max(1)
    }

    /// Whether a ship can get to a hex without touching terrain (`ms10.ship.ram-terrain`).
    pub(crate) fn goes_around(&self, to: Hex) -> bool {
        let pieces = &self.view.bout.terrain.pieces;
        let open = |hex: Hex| {
            let piece = self.view.piece_at(hex);
            piece.is_none_or(|piece| pieces[piece].deep_water)
        };
        let way = Flood::new(self.from, self.reach, Some(to), |here, spent| {
            let zone = self.zone(here);
            move |next| {
                let stays = open(next);
                stays.then(|| self.step(zone, here, next, spent)).flatten()
            }
        });
        way.reaches(to)
    }

    /// Whether a hex can be stood on: no wall; who is under water comes out of it only with
    /// Amphibious or Fly (`ms10.special.deep-water`).
    fn can_stand(&self, to: Hex) -> bool {
        let able = self.flies || self.view.profile(self.unit).amphibious;
        let able = able && !self.accelerates;
        if self.view.unit(self.unit).sunk && !able && !self.view.is_deep(to) {
            return false;
        }
        let Some(piece) = self.view.piece_at(to) else {
            return true;
        };
        let tags = &self.view.bout.terrain.pieces[piece];
        !tags.is_wall()
    }

    /// Whether a Crash may end on a hex, as far as rudder, Challenge and the price of a drop go.
    pub(crate) fn may_end(&self, to: Hex) -> bool {
        self.steers(to)
            && self.keeps_duty(to)
            && self.can_stand(to)
            && self.pays_drop(to, 0)
            && self.has_room(to)
    }

    /// Whether the price of leaving High Ground is there on top of the price of an engagement; an
    /// order relieves the first of them (`ms10.high-ground.drop`, `ms10.orders.ops-support`).
    fn pays_drop(&self, to: Hex, leaving: u8) -> bool {
        let drop = DROP_COST * u8::from(self.drops(to));
        let orders = self.view.unit(self.unit).orders;
        let relief = orders.min(u8::from(leaving > 0) + u8::from(drop > 0));
        leaving + drop - relief <= self.view.momentum_of(self.unit)
    }

    /// Whether a move leaves High Ground at a price: not when the action goes into the drop alone
    /// (`ms10.high-ground.drop`, `ms10.high-ground.fly-cross`).
    pub(crate) fn drops(&self, to: Hex) -> bool {
        if self.view.bout.terrain.is_empty() {
            return false;
        }
        let lower = self.view.level_at(to) < self.view.level_at(self.from);
        lower && self.from.distance(to) > self.view.bout.distances.climb
    }

    fn is_passable(&self, hex: Hex) -> bool {
        let mut bodies = self.bodies.iter();
        self.view.bout.table.contains(hex) && !bodies.any(|e| self.view.crowds(self.unit, hex, e))
    }

    /// Enemies that would hold the unit on a hex.
    fn zone(&self, hex: Hex) -> UnitSet {
        self.view.held_among(self.unit, hex, self.near)
    }

    /// Whether the unit on a hex would be in the engagement range of all these enemies.
    fn meets_all(&self, enemies: UnitSet, hex: Hex) -> bool {
        let mut enemies = enemies.iter();
        enemies.all(|enemy| self.view.meets_at(self.unit, hex, enemy))
    }
}

/// Ways to all hexes at most `n` steps off, in a fixed order.
pub(crate) fn hexes_within(n: u16) -> impl Iterator<Item = Hex> {
    let n = n as i16;
    let mut next = Some(Hex::new(-n, 0));
    std::iter::from_fn(move || {
        let way = next?;
        next = if way.r < n.min(n - way.q) {
            Some(Hex::new(way.q, way.r + 1))
        } else if way.q < n {
            let q = way.q + 1;
            Some(Hex::new(q, (-n).max(-q - n)))
        } else {
            None
        };
        Some(way)
    })
}

/// Ways to all hexes exactly `n` steps off, `n` at least 1, around in a fixed order.
pub(crate) fn ring(n: u16) -> impl Iterator<Item = Hex> {
    let n = n as i16;
    let corners = Hex::DIRECTIONS
        .into_iter()
        .zip(Hex::DIRECTIONS.into_iter().cycle().skip(2));
    corners.flat_map(move |(corner, along)| {
        (0..n).map(move |k| Hex::new(n * corner.q + k * along.q, n * corner.r + k * along.r))
    })
}
