//! A duel on an open table as a model that can be solved: what both units can do from every distance.

use std::sync::Arc;

use equipoise_dice::PoolUse;
use equipoise_engine::Side;

use super::bout::Bout;
use super::chances::{
    Band, Chance, Chances, Fighter, GRAIN, GRAINS, Kept, PLACES, SURE, Volley, parts,
};
use super::expect::Use;
use super::tabulate::Meeting;
use super::unit::CompiledUnit;
use super::unit_id::UnitId;
use crate::data::profile::ResourceKind;
use crate::weights::Weights;

impl Bout {
    /// Works out who wins, for policies that ask, where the model of a duel holds: between two units on an
    /// open table without control points, fought for nothing else.
    pub(crate) fn model_duel(&mut self) {
        let is_duel = self.units.len() == 2
            && self.terrain.is_empty()
            && self.control_points.is_empty()
            && !self.mission.on
            && !self.secondary.on;
        let asked = self.policies.map(|policy| is_duel && policy.weighs());
        self.chances = Side::BOTH.map(|side| {
            let fighters = || [0, 1].map(|unit| Fighter::of(self, unit, side));
            asked[side.index()]
                .then(|| Arc::new(Chances::of(&fighters(), self.expectations.distances)))
        });
    }
}

impl Fighter {
    /// As the player of a side sees it.
    fn of(bout: &Bout, unit: UnitId, player: Side) -> Self {
        let weights = &bout.weights[player.index()];
        let own_unit = bout.units[unit].side == player;
        let dislike = if own_unit {
            -weights.duel_draw
        } else {
            weights.duel_draw
        };
        let (own, other) = (&bout.units[unit], &bout.units[1 - unit]);
        let hexes = |inches: i32| usize::from(bout.distances.hex_in.hexes(inches as u16));
        let kept = kept(bout, unit, weights);
        Self {
            bands: bands(bout, unit, &kept, weights),
            kept,
            worths: [unit, 1 - unit].map(|unit| worth(bout, unit)),
            reach: own.reach.into(),
            engagement: bout.distances.engagement.into(),
            disengage: bout.distances.disengage.into(),
            nearest: hexes((own.base_in + other.base_in).div_ceil(2).into()).max(1),
            steers: own.steers(),
            farthest: hexes(weights.duel_edge),
            leave: weights.duel_leave as Chance,
            drawn: (SURE / 2 + dislike) as Chance,
        }
    }
}

/// What is scored for a unit at the end, below half its HP and destroyed; half a value is not rounded up.
fn worth(bout: &Bout, unit: UnitId) -> [i32; 2] {
    let (profile, scale) = (&bout.units[unit], bout.scoring.scale);
    let value = i32::from(profile.vp.max(1)) * scale;
    [value / 2, value + profile.losses.of_first() * scale]
}

/// For each weapon of a unit, the share of its damage that the other does not save by Flashes.
fn kept(bout: &Bout, unit: UnitId, weights: &Weights) -> Kept {
    let pair = [unit, 1 - unit];
    let [own, other] = pair.map(|unit| &bout.units[unit]);
    let price = other.hp * weights.duel_flash / 256;
    let mut meeting = Meeting::new(bout);
    let mut share_at = |weapon: usize, distance: usize| {
        meeting.meet(pair, weapon, Use::Plain, distance as u16, |view, strike| {
            view.kept_in_spite_of_flash(strike, price)
        })
    };
    if !other.has_pilot_skills() {
        return Kept::default();
    }
    let shares = (0..own.printed).map(|weapon| {
        let row = bout
            .expectations
            .damage_row(own.class, other.class, weapon, Use::Plain);
        // At 0 hexes and out of range there is nothing to keep.
        let mut shares = vec![0; row.len()];
        for distance in 1..row.len() {
            shares[distance] = if row[distance] == row[distance - 1] {
                shares[distance - 1]
            } else {
                share_at(weapon, distance)
            };
        }
        shares
    });
    Kept {
        shares: shares.collect(),
    }
}

/// What a unit's turn does from every distance.
fn bands(bout: &Bout, unit: UnitId, kept: &Kept, weights: &Weights) -> Vec<Band> {
    let pair = [unit, 1 - unit];
    let other = &bout.units[1 - unit];
    let mut meeting = Meeting::new(bout);
    let fuel = pair.map(|unit| bout.units[unit].resource);
    let uses = [
        PoolUse {
            reroll: matches!(fuel[0], Some(ResourceKind::Power | ResourceKind::Havoc)),
            lowered: false,
        },
        // The defence, which comes last, knows that Focus helps.
        PoolUse {
            reroll: fuel[1] == Some(ResourceKind::Boost),
            lowered: true,
        },
    ];
    let mut bands: Vec<Band> = Vec::new();
    let mut before = None;
    for distance in 0..bout.expectations.distances {
        let volley = volley(
            bout,
            pair.map(|unit| &bout.units[unit]),
            kept,
            distance,
            weights,
        );
        if let Some(band) = bands.last_mut().filter(|_| before == Some(volley)) {
            band.to = distance + 1;
            continue;
        }
        before = Some(volley);
        let mut once = [0; GRAINS + 1];
        if volley.mean == 0 {
            once[0] = 1 << PLACES;
        } else {
            let at = distance.max(1) as u16;
            meeting.meet(pair, volley.weapon, Use::Plain, at, |view, strike| {
                let mut uses = uses;
                uses[1].reroll &= !view.is_sought(strike);
                view.spread(strike, uses, |weight, damage| {
                    let grains = (parts(damage, other.hp) + GRAIN / 2) / GRAIN;
                    once[(grains as usize).min(GRAINS)] += weight;
                });
            });
        }
        bands.push(Band::new(distance, volley, &once));
    }
    bands
}

/// Whether a unit may come to meet another in melee in its own turn, in which an Accelerate brings Fly
/// (`ms10.move.fly`).
fn may_meet(unit: &CompiledUnit, other: &CompiledUnit) -> bool {
    let accelerates = matches!(
        unit.resource,
        Some(ResourceKind::Boost | ResourceKind::Power)
    );
    accelerates || may_be_met(other, unit)
}

/// Whether a unit may be met in melee by another at any time: a flying ship or aircraft asks for Fly
/// (`ms10.engage.fly-needed`).
fn may_be_met(unit: &CompiledUnit, by: &CompiledUnit) -> bool {
    !(unit.steers() && unit.fly) || by.fly || by.modes.iter().any(|mode| mode.fly)
}

/// The best attacks of a turn from a distance.
fn volley(
    bout: &Bout,
    [own, other]: [&CompiledUnit; 2],
    kept: &Kept,
    distance: usize,
    weights: &Weights,
) -> Volley {
    let engaged = distance <= usize::from(bout.distances.engagement);
    let mut best = Volley::default();
    let mut most = 0;
    for (weapon, arm) in own.weapons[..own.printed].iter().enumerate() {
        // A remote weapon takes Momentum with every attack.
        if arm.remote.is_some() || arm.is_melee() && !may_meet(own, other) {
            continue;
        }
        let row = bout
            .expectations
            .damage_row(own.class, other.class, weapon, Use::Plain);
        // Zeal brings a second attack; a shot in an engagement takes its Momentum.
        let in_four = if !own.has_pilot_skills() || engaged && !arm.is_melee() {
            4
        } else if arm.is_melee() {
            weights.duel_blows
        } else {
            weights.duel_shots
        };
        let volley = Volley {
            weapon,
            mean: row[distance],
            in_four,
            shot: !arm.is_melee(),
            back: 0,
        };
        let worth = kept.of(weapon, distance, volley.worth());
        if worth > most {
            (best, most) = (volley, worth);
        }
    }
    if best.mean > 0 && other.tier.is_elite() {
        let answers = other.weapons[..other.printed]
            .iter()
            .enumerate()
            .filter(|(_, arm)| {
                arm.aoe.is_none()
                    && arm.remote.is_none()
                    && !arm.limited
                    && if arm.is_melee() {
                        may_be_met(own, other)
                    } else {
                        !engaged
                    }
            });
        let most = answers
            .map(|(weapon, _)| {
                bout.expectations
                    .damage_row(other.class, own.class, weapon, Use::Counter)[distance]
            })
            .max();
        best.back = parts(most.unwrap_or(0), own.hp);
    }
    best
}
