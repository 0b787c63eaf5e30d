//! Tabulating [beliefs](super::belief) about every weapon at every distance, once per bout.

use equipoise_engine::{Hex, Side};

use super::aim::Form;
use super::bout::Bout;
use super::clash::{CounterTerms, Strike};
use super::expect::{
    Expectations, MAX_DISTANCES, MAX_STRIPPED, MAX_STRIPPED_CLASSES, Use, is_outdone,
};
use super::lead::Lead;
use super::state::Battle;
use super::unit::{CompiledUnit, CompiledWeapon};
use super::unit_id::{UnitId, bits};
use super::view::View;

/// The figures of a bout that is compiled but for them.
pub(super) fn tabulate(bout: &Bout) -> Expectations {
    let distances = (bout.table.longest() + 1).min(MAX_DISTANCES);
    let count = bout.units.iter().map(|unit| unit.class + 1).max();
    let count = count.unwrap_or(0);
    let shields = bout.units.iter().map(|unit| unit.shields.len()).max();
    let stripped = if count <= MAX_STRIPPED_CLASSES {
        1 << shields.unwrap_or(0).min(MAX_STRIPPED)
    } else {
        1
    };
    let mut this = Expectations::new(count, stripped, distances);
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

impl Expectations {
    fn fill(&mut self, meeting: &mut Meeting<'_>, attacker: UnitId, target: UnitId) {
        let bout = meeting.bout;
        let (own, other) = (&bout.units[attacker], &bout.units[target]);
        let (attacking, attacked) = (own.class, other.class);
        let mut best = vec![0; self.distances];
        let armed = 2 * self.pair(attacking, attacked, 0);
        for (index, weapon) in own.weapons.iter().enumerate() {
            for how in Use::ALL {
                if how.is_special() && weapon.special.is_none() {
                    continue;
                }
                let mut last = None;
                for distance in 1..=weapon.range.min(self.distances as u16 - 1) {
                    let band = Band::between(bout, own, weapon, other, distance);
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
                    if weapon.crash && distance == 1 {
                        meeting.strip(target, 0);
                        let crash = meeting.crash(attacker, target, index);
                        best[at] = crash.max(best[at]);
                    }
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
            let later = match distance.checked_sub(reach) {
                Some(nearer) if reach > 0 => self.pursuit[at - distance + nearer] * 3 / 4,
                _ => 0,
            };
            self.pursuit[at] = self.threat[at].max(later);
        }
    }
}

/// What changes an attack from distance to distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Band {
    rapid: bool,
    /// Lock On of attacker and target.
    locks: [bool; 2],
    /// Weapons of attacker and target that are near enough to support, one bit each.
    helpers: [u16; 2],
    /// Where those who lead bring traits, which go by distances of their own.
    led: Option<u16>,
    /// Near enough for a captain's scorn (`ms93.captain2.cavalier`).
    scorned: bool,
}

impl Band {
    fn between(
        bout: &Bout,
        own: &CompiledUnit,
        weapon: &CompiledWeapon,
        other: &CompiledUnit,
        distance: u16,
    ) -> Self {
        let led = bout.leads != [Lead::default(); 2];
        Self {
            rapid: weapon.rapid_at(distance).is_some(),
            led: led.then_some(distance),
            locks: [
                distance <= own.sensors_shooting,
                distance <= other.sensors_evade,
            ],
            helpers: [(own, false), (other, true)].map(|(unit, defending)| {
                let all = unit.helpers(defending, weapon.is_melee());
                let near = bits(all.into()).filter(|&index| distance <= unit.weapons[index].range);
                near.fold(0, |set, index| set | 1 << index)
            }),
            scorned: other.perks.scorns(distance, bout.distances.hex_in),
        }
    }
}

/// Two models of a bout as they start, each by itself, face to face on open ground; the others are not there, nor
/// what is used up.
pub(super) struct Meeting<'a> {
    bout: &'a Bout,
    battle: Battle,
}

impl<'a> Meeting<'a> {
    pub(super) fn new(bout: &'a Bout) -> Self {
        let mut battle = Battle::default();
        battle.reset(bout);
        battle.round = 1;
        battle.crowd = 2;
        // No terrain stands.
        battle.razed = u64::MAX;
        for (number, unit) in battle.units.iter_mut().enumerate() {
            unit.on_table = false;
            unit.leader = number;
            unit.perks_left = 0;
        }
        battle.turn.combat_actions = 1;
        // Who guards, dodges or keeps a Counter by Momentum is seen when the attack comes: here all guard.
        for side in &mut battle.sides {
            side.momentum = 0;
        }
        Self { bout, battle }
    }

    /// Gives a unit all its shields but these.
    fn strip(&mut self, unit: UnitId, lost: u8) {
        let compiled = &self.bout.units[unit];
        let state = &mut self.battle.units[unit];
        *state = compiled.fresh;
        state.leader = unit;
        state.perks_left = 0;
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
        let pair = [attacker, target];
        self.meet(pair, weapon, how, distance, |view, strike| {
            view.belief_under(strike, None)
        })
    }

    /// The belief about a Crash attack.
    fn crash(&mut self, attacker: UnitId, target: UnitId, weapon: usize) -> i32 {
        let pair = [attacker, target];
        self.meet(pair, weapon, Use::Plain, 1, |view, strike| {
            let crash = Strike {
                crash: true,
                ..*strike
            };
            view.belief_under(&crash, None)
        })
    }

    /// Asks about a strike between two units at a distance.
    pub(super) fn meet<T>(
        &mut self,
        [attacker, target]: [UnitId; 2],
        weapon: usize,
        how: Use,
        distance: u16,
        ask: impl FnOnce(View<'_>, &Strike) -> T,
    ) -> T {
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
        let counter = how.is_counter().then_some(CounterTerms::PLAIN);
        let strike = Strike {
            special: how.is_special(),
            form,
            counter,
            ..Strike::plain(attacker, weapon, target)
        };
        self.battle.turn.unit = attacker;
        let view = View {
            bout: self.bout,
            state: &self.battle,
        };
        let answer = ask(view, &strike);
        for unit in [attacker, target] {
            self.battle.units[unit].on_table = false;
        }
        answer
    }
}
