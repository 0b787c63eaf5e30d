//! Beliefs about every weapon at every distance, tabulated once per bout for policies that plan.
//!
//! The figures are [beliefs](super::belief) about two units as they start: whole, alone, face to face on
//! open ground, in the first round, the attacker with its Combat Action. They guide where to go; what an
//! attack does once its place is chosen is believed anew.

use equipoise_engine::{Hex, Side};

use super::aim::Form;
use super::bout::Bout;
use super::clash::{CounterTerms, Strike};
use super::state::Battle;
use super::unit::{CompiledUnit, CompiledWeapon};
use super::unit_id::{UnitId, bits};
use super::unit_state::MAX_WEAPONS;
use super::view::View;

/// How a weapon is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// An attack of the own turn.
    Plain,
    /// The same with its paid special.
    Special,
    /// A Counter.
    Counter,
}

const USES: usize = 3;

/// Shields of a unit whose loss is tabulated, at most.
const MAX_STRIPPED: usize = 2;
/// Classes of units for which it is, at most, so that the figures of a large battle stay small.
const MAX_STRIPPED_CLASSES: usize = 12;

/// Distances tabulated at most, in hexes.
pub(crate) const MAX_DISTANCES: usize = 128;

/// Expected damage, in HP rounded to whole points.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expectations {
    distances: usize,
    units: usize,
    /// Sets of lost shields that have figures of their own; the first is that of none.
    stripped: usize,
    /// By class: `[attacker][target][weapon][use][shields lost][distance]`
    damage: Vec<i32>,
    /// By class: `[attacker][target][distance]`: best plain attack after up to two Move Actions.
    threat: Vec<i32>,
    /// By class: `[attacker][target][melee or not][distance]`: best plain attack with what is printed.
    armed: Vec<i32>,
    /// By class: `[attacker][target]`: the most of `armed`.
    best: Vec<i32>,
    /// By class: `[attacker][target]`: weapons that `armed` outdoes all over their range, one bit each.
    outdone: Vec<u16>,
}

impl Expectations {
    /// Of a bout that is compiled but for its expectations.
    pub(crate) fn new(bout: &Bout) -> Self {
        let distances = (bout.table.longest() + 1).min(MAX_DISTANCES);
        let count = bout.units.iter().map(|unit| unit.class + 1).max();
        let count = count.unwrap_or(0);
        let shields = bout.units.iter().map(|unit| unit.shields.len()).max();
        let stripped = if count <= MAX_STRIPPED_CLASSES {
            1 << shields.unwrap_or(0).min(MAX_STRIPPED)
        } else {
            1
        };
        let mut this = Self {
            distances,
            units: count,
            stripped,
            damage: vec![0; count * count * MAX_WEAPONS * USES * stripped * distances],
            threat: vec![0; count * count * distances],
            armed: vec![0; count * count * 2 * distances],
            best: vec![0; count * count],
            outdone: vec![0; count * count],
        };
        let mut meeting = Meeting::new(bout);
        let mut met = vec![false; count * count];
        for side in Side::BOTH {
            for attacker in bout.side(side) {
                for target in bout.side(side.other()) {
                    let classes = [attacker, target].map(|unit| bout.units[unit].class);
                    let known = &mut met[classes[0] * count + classes[1]];
                    if !std::mem::replace(known, true) {
                        this.fill(&mut meeting, attacker, target);
                    }
                }
            }
        }
        this
    }

    fn fill(&mut self, meeting: &mut Meeting<'_>, attacker: UnitId, target: UnitId) {
        let units = &meeting.bout.units;
        let (own, other) = (&units[attacker], &units[target]);
        let (attacking, attacked) = (own.class, other.class);
        let mut best = vec![0; self.distances];
        let armed = 2 * self.pair(attacking, attacked, 0);
        for (index, weapon) in own.weapons.iter().enumerate() {
            for how in [Use::Plain, Use::Special, Use::Counter] {
                if how == Use::Special && weapon.special.is_none() {
                    continue;
                }
                let mut last = None;
                for distance in 1..=weapon.range.min(self.distances as u16 - 1) {
                    let band = Band::at(distance, own, weapon, other);
                    for lost in 0..self.stripped as u8 {
                        let at = self.at(attacking, attacked, index, how, lost, distance);
                        if last == Some(band) {
                            self.damage[at] = self.damage[at - 1];
                        } else if self.lists_lost(lost, other.shields.len()) {
                            meeting.strip(target, lost);
                            self.damage[at] =
                                meeting.belief(attacker, target, index, how, distance);
                        }
                    }
                    last = Some(band);
                    let expected =
                        self.damage[self.at(attacking, attacked, index, how, 0, distance)];
                    if how != Use::Plain {
                        continue;
                    }
                    let at = distance as usize;
                    best[at] = expected.max(best[at]);
                    if index < own.printed {
                        let rows = &mut self.armed[armed..];
                        // Without melee weapons first, then with them.
                        for melee in usize::from(weapon.is_melee())..2 {
                            let row = &mut rows[melee * self.distances..];
                            row[at] = expected.max(row[at]);
                        }
                    }
                }
            }
        }
        let (attacker, target) = (attacking, attacked);
        let most = self.armed_row(attacker, target, true).iter().copied().max();
        let pair = attacker * self.units + target;
        self.best[pair] = most.unwrap_or(0);
        let outdone = (0..own.printed).filter(|&index| {
            let row = self.damage_row(attacker, target, index, Use::Plain);
            is_outdone(
                row,
                self.armed_row(attacker, target, true),
                own.weapons[index].range,
            )
        });
        self.outdone[pair] = outdone.fold(0, |set, index| set | 1 << index);
        self.fill_threat(attacker, target, 2 * own.reach as usize, &best);
    }

    /// The best attack over all distances that `reach` hexes lead to.
    fn fill_threat(&mut self, attacker: usize, target: usize, reach: usize, best: &[i32]) {
        for distance in 1..self.distances {
            let from = distance.saturating_sub(reach).max(1);
            let to = (distance + reach).min(self.distances - 1);
            let at = self.pair(attacker, target, distance as u16);
            self.threat[at] = best[from..=to].iter().copied().max().unwrap_or(0);
        }
    }

    fn pair(&self, attacker: usize, target: usize, distance: u16) -> usize {
        let distance = (distance as usize).min(self.distances - 1);
        (attacker * self.units + target) * self.distances + distance
    }

    fn at(
        &self,
        attacker: usize,
        target: usize,
        weapon: usize,
        how: Use,
        lost: u8,
        distance: u16,
    ) -> usize {
        let row = ((attacker * self.units + target) * MAX_WEAPONS + weapon) * USES + how as usize;
        let row = row * self.stripped + usize::from(lost);
        row * self.distances + (distance as usize).min(self.distances - 1)
    }

    /// Expected damage of one use of a weapon against a target that has lost these shields; 0 out of
    /// range.
    #[inline]
    pub(crate) fn damage(
        &self,
        attacker: usize,
        target: usize,
        weapon: usize,
        how: Use,
        lost: u8,
        distance: u16,
    ) -> i32 {
        self.damage[self.at(attacker, target, weapon, how, lost, distance)]
    }

    /// Whether there are figures against a unit of so many shields that has lost these.
    #[inline]
    pub(crate) fn lists_lost(&self, lost: u8, shields: usize) -> bool {
        lost == 0
            || usize::from(lost) < self.stripped && shields <= MAX_STRIPPED && lost >> shields == 0
    }

    /// Expected damage of one use of a weapon by distance in hexes; index 0 is unused.
    #[inline]
    pub(crate) fn damage_row(
        &self,
        attacker: usize,
        target: usize,
        weapon: usize,
        how: Use,
    ) -> &[i32] {
        let start = self.at(attacker, target, weapon, how, 0, 0);
        &self.damage[start..start + self.distances]
    }

    /// Expected damage of the best weapon of the profile by distance in hexes, with or without its
    /// melee weapons; index 0 is unused.
    #[inline]
    pub(crate) fn armed_row(&self, attacker: usize, target: usize, melee: bool) -> &[i32] {
        let start = 2 * self.pair(attacker, target, 0) + usize::from(melee) * self.distances;
        &self.armed[start..start + self.distances]
    }

    /// Expected damage of the best attack with a weapon of the profile at any distance.
    #[inline]
    pub(crate) fn best_damage(&self, attacker: usize, target: usize) -> i32 {
        self.best[attacker * self.units + target]
    }

    /// Weapons of the profile that never are the best, one bit each, with all of them ready.
    #[inline]
    pub(crate) fn outdone(&self, attacker: usize, target: usize) -> u16 {
        self.outdone[attacker * self.units + target]
    }

    /// [`Expectations::threat`] by distance in hexes; index 0 is unused.
    #[inline]
    pub(crate) fn threat_row(&self, attacker: usize, target: usize) -> &[i32] {
        let start = self.pair(attacker, target, 0);
        &self.threat[start..start + self.distances]
    }

    /// The best plain attack `attacker` could bring from a distance within its next turn.
    #[inline]
    pub(crate) fn threat(&self, attacker: usize, target: usize, distance: u16) -> i32 {
        self.threat[self.pair(attacker, target, distance)]
    }
}

/// Whether a weapon with this row of expected damage is below another row all over its range.
pub(crate) fn is_outdone(own: &[i32], row: &[i32], range: u16) -> bool {
    let reach = usize::from(range).min(own.len() - 1);
    (1..=reach).all(|distance| own[distance] < row[distance])
}

/// What changes an attack from distance to distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Band {
    rapid: bool,
    /// Lock On of attacker and target.
    locks: [bool; 2],
    /// Weapons of attacker and target that are near enough to support, one bit each.
    helpers: [u16; 2],
}

impl Band {
    fn at(
        distance: u16,
        own: &CompiledUnit,
        weapon: &CompiledWeapon,
        other: &CompiledUnit,
    ) -> Self {
        Self {
            rapid: weapon.rapid_at(distance).is_some(),
            locks: [
                distance <= own.sensors_shooting,
                distance <= other.sensors_evade,
            ],
            helpers: [(own, false), (other, true)].map(|(unit, defending)| {
                let all = unit.helpers(defending, weapon.is_melee());
                let near = bits(all.into()).filter(|&index| distance <= unit.weapons[index].range);
                near.fold(0, |set, index| set | 1 << index)
            }),
        }
    }
}

/// Two units of a bout as they start, face to face on open ground; the others are not there.
struct Meeting<'a> {
    bout: &'a Bout,
    battle: Battle,
}

impl<'a> Meeting<'a> {
    fn new(bout: &'a Bout) -> Self {
        let mut battle = Battle::default();
        battle.reset(bout);
        battle.round = 1;
        battle.crowd = 2;
        // No terrain stands.
        battle.razed = u64::MAX;
        for unit in battle.units.iter_mut() {
            unit.on_table = false;
        }
        battle.turn.combat_actions = 1;
        Self { bout, battle }
    }

    /// Gives a unit all its shields but these.
    fn strip(&mut self, unit: UnitId, lost: u8) {
        let compiled = &self.bout.units[unit];
        let state = &mut self.battle.units[unit];
        *state = compiled.fresh;
        for index in bits(lost.into()) {
            state.lose_shield(index, compiled.shields[index]);
        }
    }

    fn belief(
        &mut self,
        attacker: UnitId,
        target: UnitId,
        weapon: usize,
        how: Use,
        distance: u16,
    ) -> i32 {
        let ahead = Hex::new(0, 1);
        for (unit, at, facing) in [
            (attacker, Hex::default(), ahead),
            (target, Hex::new(0, distance as i16), Hex::default() - ahead),
        ] {
            let state = &mut self.battle.units[unit];
            (state.pos, state.facing, state.on_table) = (at, facing, true);
        }
        let arm = &self.bout.units[attacker].weapons[weapon];
        let form = if arm.is_melee() {
            Form::Melee
        } else if arm.remote.is_some() {
            Form::Indirect
        } else {
            Form::Direct
        };
        let counter = (how == Use::Counter).then_some(CounterTerms {
            penalty: true,
            trade: false,
        });
        let strike = Strike {
            special: how == Use::Special,
            form,
            counter,
            ..Strike::plain(attacker, weapon, target)
        };
        self.battle.turn.unit = attacker;
        let view = View {
            bout: self.bout,
            state: &self.battle,
        };
        let belief = view.belief_under(&strike, None);
        for unit in [attacker, target] {
            self.battle.units[unit].on_table = false;
        }
        belief
    }
}
