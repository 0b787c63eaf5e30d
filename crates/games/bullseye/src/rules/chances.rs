//! What policies reckon with: hit chances and how much a mecha can still take, as whole numbers.

use equipoise_dice::Pmf;

use super::stability::{fatal_failure, lethal_hits};
use super::state::UnitId;
use super::unit::CompiledUnit;
use crate::options::Options;

/// Certainty, in the unit of the tables.
pub(crate) const CERTAIN: i32 = 10_000;

/// Points of defense beyond which tables go on with the last entry.
const MAX_ADDED: usize = 12;

/// Chances in ten-thousandths, rounded once when a bout is compiled.
#[derive(Clone, Debug)]
pub(crate) struct Chances {
    units: usize,
    /// By attacker and target: by attack dice and points added to the defense.
    hits: Vec<Vec<[u16; MAX_ADDED + 1]>>,
    /// By unit: chance that its defense shows this many successes or more.
    defense: Vec<[u16; MAX_ADDED + 2]>,
    /// By unit: mean of a movement roll, hundredths of a point.
    movement: Vec<u16>,
    /// By failures to the fatal one, and by boxes checked: expected hits to the end, hundredths.
    endurance: Vec<Vec<u16>>,
}

fn ten_thousandths(probability: f64) -> u16 {
    (probability * f64::from(CERTAIN)).round() as u16
}

impl Chances {
    pub(crate) fn new(units: &[CompiledUnit], options: &Options) -> Self {
        let pmf = |dice: u8, skill: u8| Pmf::successes(options.roll(dice, skill));
        let defenses: Vec<Pmf> = units.iter().map(|u| pmf(u.defense, u.skill)).collect();
        let mut hits = Vec::new();
        for attacker in units {
            let attacks: Vec<Pmf> = (0..=attacker.attack)
                .map(|dice| pmf(dice, attacker.skill))
                .collect();
            for defense in &defenses {
                hits.push(attacks.iter().map(|attack| row(attack, defense)).collect());
            }
        }
        let defense = defenses
            .iter()
            .map(|pmf| std::array::from_fn(|least| ten_thousandths(pmf.at_least(least as u32))));
        let movement = units
            .iter()
            .map(|unit| (100.0 * pmf(unit.movement, unit.skill).mean()).round() as u16);
        Self {
            units: units.len(),
            hits,
            defense: defense.collect(),
            movement: movement.collect(),
            endurance: endurance(options),
        }
    }

    /// Chance of a hit with so many dice against a defense with so many points added.
    #[inline]
    pub(crate) fn hit(&self, attacker: UnitId, dice: u8, target: UnitId, extra: u8) -> i32 {
        let table = &self.hits[attacker * self.units + target];
        let dice = usize::from(dice).min(table.len() - 1);
        i32::from(table[dice][usize::from(extra).min(MAX_ADDED)])
    }

    /// Chance that a defense shows `least` successes or more.
    #[inline]
    pub(crate) fn defends(&self, unit: UnitId, least: u8) -> i32 {
        i32::from(self.defense[unit][usize::from(least).min(MAX_ADDED + 1)])
    }

    /// Expected movement points, rounded down.
    #[inline]
    pub(crate) fn movement(&self, unit: UnitId) -> u8 {
        (self.movement[unit] / 100) as u8
    }

    /// Expected hits that a mecha can still take, hundredths, when it has failed and been hit so
    /// often.
    #[inline]
    pub(crate) fn endurance(&self, failures: u8, boxes: u8) -> i32 {
        let left = self
            .endurance
            .len()
            .saturating_sub(1 + usize::from(failures));
        let row = &self.endurance[left];
        i32::from(row[usize::from(boxes).min(row.len() - 1)])
    }
}

fn row(attack: &Pmf, defense: &Pmf) -> [u16; MAX_ADDED + 1] {
    // Chance that the attack shows so many successes or more.
    let mut tail = vec![0.0; attack.max() as usize + 2];
    for least in (0..=attack.max()).rev() {
        tail[least as usize] = tail[least as usize + 1] + attack.probability(least);
    }
    std::array::from_fn(|extra| {
        let more_than = |value: u32| tail.get(value as usize + extra + 1).unwrap_or(&0.0);
        ten_thousandths(defense.iter().map(|(value, p)| p * more_than(value)).sum())
    })
}

/// Expected hits to the fatal failure, by failures left less one and boxes checked.
fn endurance(options: &Options) -> Vec<Vec<u16>> {
    let hundredths = |hits: f64| (100.0 * hits).round().min(f64::from(u16::MAX)) as u16;
    (1..=u32::from(fatal_failure(options)))
        .map(|failures| {
            (0..=options.damage_boxes)
                .map(|boxes| hundredths(lethal_hits(options, boxes, failures).mean()))
                .collect()
        })
        .collect()
}
