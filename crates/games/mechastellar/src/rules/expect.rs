//! Exact expected damage of every weapon at every distance, computed once per bout for policies.
//!
//! The figures take both units as printed: full shields, Lock On wherever Sensors reach, no
//! skills, no tactical advantage, first round. They guide choices; the dice decide.

use std::collections::BTreeMap;

use equipoise_dice::{Pmf, PoolShape, PoolSize, PoolUse};

use super::constants::{COUNTER_PENALTY, CRITICAL, SAVE_DAMAGE, finisher_threshold};
use super::harm::Harm;
use super::unit::{CompiledUnit, CompiledWeapon};
use super::unit_state::MAX_WEAPONS;
use crate::data::table::Table;
use crate::options::Options;

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

/// Distances tabulated at most, in hexes.
pub(crate) const MAX_DISTANCES: usize = 128;

/// Expected damage, in HP rounded to whole points.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expectations {
    distances: usize,
    units: usize,
    /// By class: `[attacker][target][weapon][use][distance]`
    damage: Vec<i32>,
    /// By class: `[attacker][target][distance]`: best plain attack after up to two Move Actions.
    threat: Vec<i32>,
    /// By class: `[attacker][target][melee or not][distance]`: best plain attack with what is printed.
    armed: Vec<i32>,
    /// By class: `[attacker][target]`: the most of `armed`.
    best: Vec<i32>,
    /// By class: `[attacker][target][distance]`: best Counter with what is printed.
    counter: Vec<i32>,
    /// By class: `[attacker][target]`: weapons that `armed` outdoes all over their range, one bit each.
    outdone: Vec<u16>,
}

impl Expectations {
    pub(crate) fn new(units: &[CompiledUnit], table: Table, options: &Options) -> Self {
        let distances = (table.longest() + 1).min(MAX_DISTANCES);
        let mut kinds: Vec<&CompiledUnit> = Vec::new();
        for unit in units {
            if unit.class == kinds.len() {
                kinds.push(unit);
            }
        }
        let count = kinds.len();
        let mut this = Self {
            distances,
            units: count,
            damage: vec![0; count * count * MAX_WEAPONS * USES * distances],
            threat: vec![0; count * count * distances],
            armed: vec![0; count * count * 2 * distances],
            best: vec![0; count * count],
            counter: vec![0; count * count * distances],
            outdone: vec![0; count * count],
        };
        let mut pools = Pools::default();
        for attacker in 0..count {
            for target in 0..count {
                this.fill(&kinds, attacker, target, options, &mut pools);
            }
        }
        this
    }

    fn fill(
        &mut self,
        kinds: &[&CompiledUnit],
        attacker: usize,
        target: usize,
        options: &Options,
        pools: &mut Pools,
    ) {
        let (own, other) = (kinds[attacker], kinds[target]);
        let mut best = vec![0; self.distances];
        let armed = 2 * self.pair(attacker, target, 0);
        for (index, weapon) in own.weapons.iter().enumerate() {
            for how in [Use::Plain, Use::Special, Use::Counter] {
                if how == Use::Special && weapon.special.is_none() {
                    continue;
                }
                let mut last = None;
                for distance in 1..=weapon.range.min(self.distances as u16 - 1) {
                    let terms = Terms::new(own, other, weapon, how, distance, options);
                    let expected = match last {
                        Some((same, value)) if same == terms => value,
                        _ => pools.expected(&terms, &printed_harm(weapon, how, options)),
                    };
                    last = Some((terms, expected));
                    let at = self.at(attacker, target, index, how, distance);
                    self.damage[at] = expected;
                    if how == Use::Counter && index < own.printed {
                        let at = self.pair(attacker, target, distance);
                        self.counter[at] = expected.max(self.counter[at]);
                    }
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

    fn at(&self, attacker: usize, target: usize, weapon: usize, how: Use, distance: u16) -> usize {
        let row = ((attacker * self.units + target) * MAX_WEAPONS + weapon) * USES + how as usize;
        row * self.distances + (distance as usize).min(self.distances - 1)
    }

    /// Expected damage of one use of a weapon; 0 out of range.
    #[inline]
    pub(crate) fn damage(
        &self,
        attacker: usize,
        target: usize,
        weapon: usize,
        how: Use,
        distance: u16,
    ) -> i32 {
        self.damage[self.at(attacker, target, weapon, how, distance)]
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
        let start = self.at(attacker, target, weapon, how, 0);
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

    /// Expected damage of the best Counter with a weapon of the profile.
    #[inline]
    pub(crate) fn best_counter(&self, attacker: usize, target: usize, distance: u16) -> i32 {
        self.counter[self.pair(attacker, target, distance)]
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

/// Net dice and flat bonus of both totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Terms {
    attack: (i32, i32),
    defence: (i32, i32),
}

impl Terms {
    fn new(
        own: &CompiledUnit,
        other: &CompiledUnit,
        weapon: &CompiledWeapon,
        how: Use,
        distance: u16,
        options: &Options,
    ) -> Self {
        let counter = how == Use::Counter;
        let rapid = weapon
            .rapid_at(distance)
            .filter(|_| !counter || options.counter_rf);
        let lock = |sensors: u16| i32::from(!counter && !weapon.is_melee() && distance <= sensors);
        let printed = if weapon.is_melee() {
            other.fresh.melee_def
        } else {
            other.fresh.evade
        };
        let countering = if counter {
            weapon.counter_bonus - COUNTER_PENALTY
        } else {
            0
        };
        Self {
            attack: (
                weapon.dice + rapid.map_or(0, |band| band.dice) + lock(own.sensors_shooting),
                weapon.bonus + rapid.map_or(0, |band| band.hits) + countering,
            ),
            defence: (printed.dice + lock(other.sensors_evade), printed.bonus),
        }
    }
}

/// Distributions of totals already convolved, by net dice and flat bonus.
#[derive(Default)]
struct Pools(BTreeMap<(i32, i32), Pmf>);

impl Pools {
    fn total(&mut self, (net, flat): (i32, i32)) -> &Pmf {
        self.0.entry((net, flat)).or_insert_with(|| {
            let size = PoolSize::capped(net);
            let shape = PoolShape::d10(size.rolled, CRITICAL);
            Pmf::pool(shape, PoolUse::default()).shift(flat + i32::from(size.automatic))
        })
    }

    /// Mean damage in whole HP.
    fn expected(&mut self, terms: &Terms, harm: &Harm) -> i32 {
        let attack = self.total(terms.attack).clone();
        let unblocked = attack.difference_floored(self.total(terms.defence));
        let tenths: f64 = unblocked
            .iter()
            .map(|(k, p)| p * f64::from(harm.expected_tenths(k as i32)))
            .sum();
        (tenths / 10.0).round() as i32
    }
}

/// What the HITS of a weapon do in round 1.
fn printed_harm(weapon: &CompiledWeapon, how: Use, options: &Options) -> Harm {
    let special = weapon.special.filter(|_| how == Use::Special);
    let may_finish = how != Use::Counter || options.finisher_on_counter;
    let finisher = may_finish.then(|| finisher_threshold(weapon.finisher, 1));
    Harm::new(weapon, special, 0, SAVE_DAMAGE, finisher)
}
