//! What both players see: the whole table, both profiles, Momentum, points, uses.

use std::cmp::Ordering;

use equipoise_engine::{Hex, Side};

use super::bout::Bout;
use super::chances::Chances;
use super::constants::{ENGAGED_SHOT_COST, SIZE_GAP};
use super::decision::Reply;
use super::expect::Use;
use super::state::Battle;
use super::unit::{CompiledUnit, CompiledWeapon};
use super::unit_id::{UnitId, UnitSet};
use super::unit_state::UnitState;
use crate::data::profile::Mode;

/// The open information of a battle; policies decide on it and rules are read from it.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) bout: &'a Bout,
    pub(crate) state: &'a Battle,
}

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn unit(self, unit: UnitId) -> &'a UnitState {
        &self.state.units[unit]
    }

    #[inline]
    pub(crate) fn profile(self, unit: UnitId) -> &'a CompiledUnit {
        &self.bout.units[unit]
    }

    #[inline]
    pub(crate) fn weapon(self, unit: UnitId, weapon: usize) -> &'a CompiledWeapon {
        &self.bout.units[unit].weapons[weapon]
    }

    #[inline]
    pub(crate) fn side_of(self, unit: UnitId) -> Side {
        self.bout.side_of(unit)
    }

    #[inline]
    pub(crate) fn momentum(self, side: Side) -> u8 {
        self.state.sides[side.index()].momentum
    }

    #[inline]
    pub(crate) fn momentum_of(self, unit: UnitId) -> u8 {
        self.momentum(self.side_of(unit))
    }

    /// Units of a side on the table; a squad counts as its leader.
    #[inline]
    pub(crate) fn standing(self, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        let units = &self.state.units;
        self.bout
            .side(side)
            .filter(move |&u| units[u].on_table && units[u].leader == u)
    }

    /// Whether a model stands for a unit: on the table, and of a squad the leader
    /// (`ms10.squad.form`).
    #[inline]
    pub(crate) fn is_unit(self, unit: UnitId) -> bool {
        let state = self.unit(unit);
        state.on_table && state.leader == unit
    }

    /// Models of the squad that `unit` leads, itself included (`ms10.squad.form`).
    pub(crate) fn models(self, unit: UnitId) -> impl Iterator<Item = UnitId> + use<'a> {
        let units = &self.state.units;
        let side = self.side_of(unit);
        self.bout
            .side(side)
            .filter(move |&u| units[u].on_table && units[u].leader == unit)
    }

    /// Expected damage of one use of a weapon, the shields of the target as they are; 0 out of range.
    /// Only where [`Expectations::lists_lost`](super::expect::Expectations::lists_lost) them.
    #[inline]
    pub(crate) fn expected(
        self,
        unit: UnitId,
        target: UnitId,
        weapon: usize,
        how: Use,
        distance: u16,
    ) -> i32 {
        let (own, other) = (self.profile(unit).class, self.profile(target).class);
        let lost = self.profile(target).fresh.shields & !self.unit(target).shields;
        (self.bout.expectations).damage(own, other, weapon, how, lost, distance)
    }

    /// Whether the figures of the bout hold for a weapon in the present round: finishing blows of one with Finisher grow
    /// likelier from round to round (`ms10.finisher.tag`).
    #[inline]
    pub(crate) fn lists_round(self, unit: UnitId, weapon: usize) -> bool {
        self.state.round == 1 || self.weapon(unit, weapon).finisher.is_none()
    }

    /// Expected damage of one use of a weapon by distance in hexes.
    #[inline]
    pub(crate) fn expected_row(
        self,
        unit: UnitId,
        target: UnitId,
        weapon: usize,
        how: Use,
    ) -> &'a [i32] {
        let (own, other) = (self.profile(unit).class, self.profile(target).class);
        self.bout.expectations.damage_row(own, other, weapon, how)
    }

    /// Expected damage of the best weapon of the profile by distance in hexes, with all of them
    /// ready; without its melee weapons if `melee` is false.
    #[inline]
    pub(crate) fn armed_row(self, unit: UnitId, target: UnitId, melee: bool) -> &'a [i32] {
        let (own, other) = (self.profile(unit).class, self.profile(target).class);
        self.bout.expectations.armed_row(own, other, melee)
    }

    /// Expected damage of the best attack with a weapon of the profile, from wherever it is best.
    #[inline]
    pub(crate) fn best_damage(self, unit: UnitId, target: UnitId) -> i32 {
        let (own, other) = (self.profile(unit).class, self.profile(target).class);
        self.bout.expectations.best_damage(own, other)
    }

    /// Weapons of the profile that never are the best, with all of them ready, one bit each.
    #[inline]
    pub(crate) fn outdone(self, unit: UnitId, target: UnitId) -> u16 {
        let (own, other) = (self.profile(unit).class, self.profile(target).class);
        self.bout.expectations.outdone(own, other)
    }

    /// The best plain attack a unit could bring from a distance within its next turn.
    #[inline]
    pub(crate) fn threat(self, unit: UnitId, target: UnitId, distance: u16) -> i32 {
        let (own, other) = (self.profile(unit).class, self.profile(target).class);
        self.bout.expectations.threat(own, other, distance)
    }

    /// [`View::threat`] by distance in hexes.
    #[inline]
    pub(crate) fn threat_row(self, unit: UnitId, target: UnitId) -> &'a [i32] {
        let (own, other) = (self.profile(unit).class, self.profile(target).class);
        self.bout.expectations.threat_row(own, other)
    }

    /// The best plain attack within the turns to come by distance in hexes.
    #[inline]
    pub(crate) fn pursuit_row(self, unit: UnitId, target: UnitId) -> &'a [i32] {
        let (own, other) = (self.profile(unit).class, self.profile(target).class);
        self.bout.expectations.pursuit_row(own, other)
    }

    /// The model of the duel as the side of a unit sees it, where it holds.
    #[inline]
    pub(crate) fn duel_model(self, unit: UnitId) -> Option<&'a Chances> {
        self.bout.chances[self.side_of(unit).index()].as_deref()
    }

    /// Enemies of a unit on the table.
    #[inline]
    pub(crate) fn enemies(self, unit: UnitId) -> impl Iterator<Item = UnitId> + use<'a> {
        self.standing(self.side_of(unit).other())
    }

    /// Hexes from centre to centre (`ms10.range.measure`).
    #[inline(always)]
    pub(crate) fn distance(self, a: UnitId, b: UnitId) -> u16 {
        self.unit(a).pos.distance(self.unit(b).pos)
    }

    /// The enemy nearest to a unit, the lowest index among equals.
    pub(crate) fn nearest_enemy(self, unit: UnitId) -> Option<UnitId> {
        self.enemies(unit)
            .min_by_key(|&enemy| self.distance(unit, enemy))
    }

    /// Whether `from` lies in the front 180 degree arc of `unit`, dividing line included
    /// (`ms10.target.arc`).
    #[inline]
    pub(crate) fn in_front(self, unit: UnitId, from: Hex) -> bool {
        let state = self.unit(unit);
        state.facing.faces(from - state.pos)
    }

    /// The alternative mode a unit is in; `None` as printed (`ms10.transform.mode`).
    #[inline]
    pub(crate) fn mode(self, unit: UnitId) -> Option<&'a Mode> {
        let mode = self.unit(unit).mode;
        if mode == 0 {
            return None;
        }
        self.profile(unit).modes.get(usize::from(mode) - 1)
    }

    /// Hexes per Move Action in the present mode (`ms10.transform.mode`).
    #[inline]
    pub(crate) fn reach_in_mode(self, unit: UnitId) -> u16 {
        let profile = self.profile(unit);
        self.mode(unit).map_or(profile.reach, |mode| {
            let inches = i32::from(profile.move_in) + i32::from(mode.move_in);
            self.bout.distances.hex_in.hexes(inches.max(0) as u16)
        })
    }

    /// Whether Fly lets `unit` meet `other` in melee: flying Warships and Aircraft ask for it
    /// (`ms10.engage.fly-needed`).
    #[inline]
    pub(crate) fn can_meet(self, unit: UnitId, other: UnitId) -> bool {
        !(self.bout.craft && self.profile(other).steers() && self.has_fly(other))
            || self.has_fly(unit)
    }

    /// Whether High Ground does not keep a unit on `hex` and an enemy apart: both stand equally
    /// high, or the lower one is large enough to reach up (`ms10.high-ground.melee`).
    #[inline(always)]
    fn is_level(self, unit: UnitId, hex: Hex, enemy: UnitId) -> bool {
        if self.bout.terrain.is_empty() {
            return true;
        }
        let lower = match self.level_at(hex).cmp(&self.level(enemy)) {
            Ordering::Equal => return true,
            Ordering::Less => unit,
            Ordering::Greater => enemy,
        };
        self.profile(lower).size >= SIZE_GAP
    }

    /// Printed Fly, Fly from Accelerate until the turn ends, that of an entrance or of a Commander (`ms10.move.fly`,
    /// `ms93.trait.dynamic-entrance`, `ms93.commander.three-times-as-fast`).
    pub(crate) fn has_fly(self, unit: UnitId) -> bool {
        let turn = &self.state.turn;
        self.profile(unit).fly
            || (turn.unit == unit && turn.accelerations > 0)
            || self.mode(unit).is_some_and(|mode| mode.fly)
            || self.enters(unit)
            || self.flies_as_leader(unit)
    }

    /// Whether a unit standing on `hex` would be within the engagement range of `enemy`
    /// (`ms10.engage.range`, `ms10.engage.fly-needed`, `ms10.high-ground.melee`).
    #[inline(always)]
    pub(crate) fn meets_at(self, unit: UnitId, hex: Hex, enemy: UnitId) -> bool {
        hex.distance(self.unit(enemy).pos) <= self.bout.distances.engagement
            && (!self.bout.craft || self.can_meet(unit, enemy) && self.can_meet(enemy, unit))
            && self.is_level(unit, hex, enemy)
    }

    /// Whether two enemies are within engagement range of each other (`ms10.engage.range`).
    pub(crate) fn in_reach_of(self, unit: UnitId, enemy: UnitId) -> bool {
        self.meets_at(unit, self.unit(unit).pos, enemy)
    }

    /// Enemies within engagement range of a unit (`ms10.engage.range`).
    pub(crate) fn engaged_enemies(self, unit: UnitId) -> UnitSet {
        self.engaged_at(unit, self.unit(unit).pos)
    }

    #[inline(always)]
    fn engaged_at(self, unit: UnitId, hex: Hex) -> UnitSet {
        let mut set = UnitSet::EMPTY;
        if self.is_duel() {
            let enemy = 1 - unit;
            if self.unit(enemy).on_table && self.meets_at(unit, hex, enemy) {
                set.insert(enemy);
            }
            return set;
        }
        for enemy in self.enemies(unit) {
            if self.meets_at(unit, hex, enemy) {
                set.insert(enemy);
            }
        }
        set
    }

    /// Enemies that hold a unit in engagement: none when its Size frees it
    /// (`ms10.engage.size-gap`).
    #[inline(always)]
    pub(crate) fn held_by(self, unit: UnitId) -> UnitSet {
        self.held_at(unit, self.unit(unit).pos)
    }

    /// The same if the unit stood on `hex`.
    #[inline(always)]
    fn held_at(self, unit: UnitId, hex: Hex) -> UnitSet {
        self.held_in(unit, self.engaged_at(unit, hex))
    }

    /// Of the enemies `near` those that would hold a unit on `hex`.
    #[inline]
    pub(crate) fn held_among(self, unit: UnitId, hex: Hex, near: UnitSet) -> UnitSet {
        let mut engaged = UnitSet::EMPTY;
        for enemy in near.iter() {
            if self.meets_at(unit, hex, enemy) {
                engaged.insert(enemy);
            }
        }
        self.held_in(unit, engaged)
    }

    /// Of the enemies in whose engagement range a unit is those that hold it: all or none.
    #[inline(always)]
    fn held_in(self, unit: UnitId, engaged: UnitSet) -> UnitSet {
        // Nobody is of a negative Size, so small units are held by all.
        let large = self.profile(unit).size >= SIZE_GAP;
        if engaged.is_empty() || large && self.outsizes(unit, engaged) {
            UnitSet::EMPTY
        } else {
            engaged
        }
    }

    /// Whether a unit's Size is two above every one of `enemies` (`ms10.engage.size-gap`).
    fn outsizes(self, unit: UnitId, enemies: UnitSet) -> bool {
        let size = self.profile(unit).size;
        let mut smaller = enemies.iter();
        smaller.all(|enemy| size >= self.profile(enemy).size + SIZE_GAP)
    }

    /// Whether there are two models only, so that no third party matters.
    #[inline]
    pub(crate) fn is_duel(self) -> bool {
        self.state.crowd == 2
    }

    /// Whether a unit counts as engaged.
    #[inline]
    pub(crate) fn is_engaged(self, unit: UnitId) -> bool {
        !self.held_by(unit).is_empty()
    }

    /// Momentum an attack with a weapon costs beyond skills (`ms10.engage.shoot-cost`).
    #[inline]
    pub(crate) fn shot_cost(self, unit: UnitId, weapon: usize) -> u8 {
        self.surcharge(unit, self.weapon(unit, weapon))
    }

    /// The same for a weapon at hand.
    #[inline]
    pub(crate) fn surcharge(self, unit: UnitId, weapon: &CompiledWeapon) -> u8 {
        if !weapon.is_melee() && self.is_engaged(unit) {
            ENGAGED_SHOT_COST
        } else {
            0
        }
    }

    /// Whether a weapon is not lost and has uses left.
    #[inline(always)]
    pub(crate) fn weapon_works(self, unit: UnitId, weapon: usize) -> bool {
        let state = self.unit(unit);
        let limited = self.weapon(unit, weapon).limited;
        state.disabled >> weapon & 1 == 0 && (!limited || state.uses[weapon] > 0)
    }

    /// Whether a weapon works and its uses and points can be paid
    /// (`ms10.army.limited-uses`, `ms10.power.weapon-cost`).
    #[inline(always)]
    pub(crate) fn weapon_ready(self, unit: UnitId, weapon: usize, special: bool) -> bool {
        let state = self.unit(unit);
        if !special && self.profile(unit).unmetered >> weapon & 1 == 1 {
            return (state.disabled | state.supporting) >> weapon & 1 == 0;
        }
        let profile = self.weapon(unit, weapon);
        let points = profile.resource_cost
            + if special {
                profile.special.map_or(0, |s| s.cost)
            } else {
                0
            };
        // What supports this round does not fire; limited weapons may do both, use by use.
        let free = profile.limited || state.supporting >> weapon & 1 == 0;
        let spent = profile.remote.is_some() && i32::from(state.dice_lost[weapon]) >= profile.dice;
        self.weapon_works(unit, weapon)
            && free
            && !spent
            && points <= state.points
            && (!special || profile.special.is_some())
    }

    /// Whether all weapons of the profile are sure to be ready.
    #[inline]
    pub(crate) fn has_all_weapons(self, unit: UnitId) -> bool {
        let state = self.unit(unit);
        self.profile(unit).all_unmetered && state.disabled | state.supporting == 0
    }

    /// Weapons of the profile that are ready, one bit each.
    #[inline]
    pub(crate) fn ready_weapons(self, unit: UnitId) -> u16 {
        let (state, profile) = (self.unit(unit), self.profile(unit));
        let all = (1 << profile.printed) - 1;
        if profile.all_unmetered {
            return all & !(state.disabled | state.supporting);
        }
        let ready = |&weapon: &usize| self.weapon_ready(unit, weapon, false);
        let weapons = (0..profile.printed).filter(ready);
        weapons.fold(0, |set, weapon| set | 1 << weapon)
    }

    /// Whether a weapon reaches and bears on a target from where both stand
    /// (`ms10.range.max`, `ms10.range.melee-reach`, `ms10.target.arc`, `ms10.target.all-round`).
    #[inline]
    pub(crate) fn bears(self, unit: UnitId, weapon: usize, target: UnitId) -> bool {
        let profile = self.weapon(unit, weapon);
        self.distance(unit, target) <= profile.range
            && if profile.is_melee() {
                self.can_meet(unit, target)
            } else {
                profile.all_round || self.in_front(unit, self.unit(target).pos)
            }
    }

    /// The unit that `unit` is bound to by the Challenge of the round or by Revenge
    /// (`ms10.challenge.issue`, `ms10.challenge.revenge`).
    pub(crate) fn is_challenger_of(self, unit: UnitId, other: UnitId) -> bool {
        let pair = |(a, b): (UnitId, UnitId)| (a, b) == (unit, other) || (b, a) == (unit, other);
        self.state.challenge.is_some_and(pair)
            || self
                .state
                .sides
                .iter()
                .any(|side| side.revenge.is_some_and(pair))
    }

    /// Whether a unit is bound to any enemy still on the table.
    pub(crate) fn is_challenged(self, unit: UnitId) -> bool {
        (self.state.challenge.is_some() || self.state.sides.iter().any(|s| s.revenge.is_some()))
            && self
                .enemies(unit)
                .any(|enemy| self.is_challenger_of(unit, enemy))
    }

    /// Whether a weapon, with its paid special or without, may Counter `target`: in reach, in sight and arc,
    /// no AOE, no indirect fire, no throw (`ms10.counter.weapon`, `ms10.counter.profile`,
    /// `ms10.aoe.own-turn`, `ms10.idf.no-counter`).
    pub(crate) fn may_counter_with(
        self,
        unit: UnitId,
        Reply { weapon, special }: Reply,
        target: UnitId,
    ) -> bool {
        let profile = self.weapon(unit, weapon);
        weapon < self.profile(unit).printed
            && profile.aoe.is_none()
            && profile.remote.is_none()
            && (!special || self.bout.options.counter_special)
            && self.weapon_ready(unit, weapon, special)
            && self.bears(unit, weapon, target)
            && self.sees(unit, target)
            && (!profile.is_melee() || self.reaches_up(unit, target))
    }

    /// Counters of a unit as far as its profile goes: with each weapon, and with the special of one that has it.
    pub(crate) fn replies(self, unit: UnitId) -> impl Iterator<Item = Reply> {
        (0..self.profile(unit).printed).flat_map(move |weapon| {
            let special = self.weapon(unit, weapon).special.map(|_| true);
            let paid = std::iter::once(false).chain(special);
            paid.map(move |special| Reply { weapon, special })
        })
    }
}
