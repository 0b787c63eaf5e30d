//! What policies reckon with: hit chances and how much a mecha can still take, as whole numbers.

use equipoise_dice::Pmf;

use super::stability::{fatal_failure, lethal_hits};
use super::state::UnitId;
use super::unit::CompiledUnit;
use crate::options::{BidOrder, Options, StrafeUnit};

/// Certainty, in the unit of the tables.
pub(crate) const CERTAIN: i32 = 10_000;

/// Dice of a strafing pool beyond which tables go on with the last entry.
const MOST_STRAFING: u8 = 24;

/// Successes this improbable are left out.
const NEGLIGIBLE: f64 = 1e-9;

/// Chances in ten-thousandths, rounded once when a bout is compiled.
#[derive(Clone, Debug)]
pub(crate) struct Chances {
    units: usize,
    /// Whether strafing pools are dice of the defense.
    in_dice: bool,
    /// By attacker and target: by attack dice, then by dice that strafing adds to the defense.
    leads: Vec<Vec<Margins>>,
    /// By unit: successes of its defense, by dice that strafing adds to it.
    defense: Vec<Vec<Margins>>,
    /// By unit: successes of strafing dice thrown by themselves, by their number.
    strafing: Vec<Vec<Margins>>,
    /// By unit: mean of a movement roll, hundredths of a point.
    movement: Vec<u16>,
    /// By failures to the fatal one, and by boxes checked: expected hits to the end, hundredths.
    endurance: Vec<Vec<u16>>,
}

/// Chances that a number comes out above others, from the first of them that it may miss.
#[derive(Clone, Debug)]
struct Margins {
    first: i32,
    above: Vec<u16>,
}

impl Margins {
    /// One result less another.
    fn new(results: &Results, others: &Results) -> Self {
        let ends = |results: &Results| {
            let values = || results.iter().map(|&(value, _)| value);
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        let ((least, most), (other_least, other_most)) = (ends(results), ends(others));
        let first = least - other_most;
        let mut mass = vec![0.0; (most - other_least - first + 1) as usize];
        for (value, p) in results {
            for (other, q) in others {
                mass[(value - other - first) as usize] += p * q;
            }
        }
        let mut above = vec![0; mass.len()];
        let mut more = 0.0;
        for (above, p) in above.iter_mut().zip(mass).rev() {
            *above = ten_thousandths(more);
            more += p;
        }
        let certain = |&chance: &u16| i32::from(chance) == CERTAIN;
        let sure = above.iter().take_while(|chance| certain(chance)).count();
        let possible = above.iter().rposition(|&chance| chance > 0);
        above.truncate(possible.map_or(sure, |last| last + 1));
        Self {
            first: first + sure as i32,
            above: above.split_off(sure),
        }
    }

    /// Chance of more than this.
    #[inline]
    fn more_than(&self, least: i32) -> i32 {
        match usize::try_from(least - self.first) {
            Ok(at) => self.above.get(at).map_or(0, |&chance| chance.into()),
            Err(_) => CERTAIN,
        }
    }
}

/// Results of a roll with their probabilities, each once.
type Results = Vec<(i32, f64)>;

fn ten_thousandths(probability: f64) -> u16 {
    (probability * f64::from(CERTAIN)).round() as u16
}

/// Successes of so many dice, of one more, and so on, `count` in all.
fn successes(options: &Options, dice: u8, skill: u8, count: u8) -> Vec<Results> {
    let one_more = Pmf::successes(options.roll(1, skill));
    let first = Pmf::successes(options.roll(dice, skill));
    let pools = std::iter::successors(Some(first), |pmf| Some(pmf.convolve(&one_more)));
    let likely = |pmf: Pmf| {
        let results = pmf.iter().filter(|&(_, p)| p > NEGLIGIBLE);
        results.map(|(value, p)| (value as i32, p)).collect()
    };
    pools.take(count.into()).map(likely).collect()
}

/// The same with the point of Overdrive that a Great Success earns, where it can still be bid on the
/// roll (`bull.dice.great-success`).
fn with_great_success(options: &Options, dice: u8, skill: u8, count: u8) -> Vec<Results> {
    let mut pools = successes(options, dice, skill, count);
    let value = open_bids(options).unwrap_or(0);
    for (result, _) in pools.iter_mut().flatten() {
        if *result >= i32::from(options.great_success_at) {
            *result += value;
        }
    }
    pools
}

/// What a point of Overdrive adds to an attack or a defense; nothing can be reckoned with where bids
/// are sealed (`bull.overdrive.bid`).
pub(super) fn open_bids(options: &Options) -> Option<i32> {
    match options.bid_order {
        BidOrder::LoserFirst | BidOrder::AttackerFirst => Some(options.overdrive_value.into()),
        BidOrder::Sealed => None,
    }
}

impl Chances {
    pub(crate) fn new(units: &[CompiledUnit], options: &Options) -> Self {
        let in_dice = options.strafe_unit == StrafeUnit::Dice;
        let pools = 1 + if in_dice { MOST_STRAFING } else { 0 };
        let defenses: Vec<Vec<Results>> = units
            .iter()
            .map(|unit| with_great_success(options, unit.defense, unit.skill, pools))
            .collect();
        let mut leads = Vec::new();
        for attacker in units {
            let attacks = with_great_success(options, 0, attacker.skill, attacker.attack + 1);
            for (target, defenses) in units.iter().zip(&defenses) {
                let of_dice = |attack| {
                    defenses
                        .iter()
                        .map(move |other| Margins::new(attack, other))
                };
                leads.push(match attacker.side == target.side {
                    true => Vec::new(),
                    false => attacks.iter().flat_map(of_dice).collect(),
                });
            }
        }
        let against_none = |results: &Results| Margins::new(results, &vec![(0, 1.0)]);
        let defense = defenses
            .iter()
            .map(|pools| pools.iter().map(against_none).collect());
        let strafing = units.iter().map(|unit| {
            let thrown = successes(options, 0, unit.skill, pools);
            thrown.iter().map(against_none).collect()
        });
        let movement = units.iter().map(|unit| {
            let pmf = Pmf::successes(options.roll(unit.movement, unit.skill));
            (100.0 * pmf.mean()).round() as u16
        });
        Self {
            units: units.len(),
            in_dice,
            leads,
            defense: defense.collect(),
            strafing: strafing.collect(),
            movement: movement.collect(),
            endurance: endurance(options),
        }
    }

    /// Rows and successes that strafing points are.
    #[inline]
    fn split(&self, points: u8) -> (usize, i32) {
        if self.in_dice {
            (points.min(MOST_STRAFING).into(), 0)
        } else {
            (0, points.into())
        }
    }

    /// Chance of a hit with so many dice against a defense with so many strafing points, when the
    /// attacker's Overdrive is worth `lead` successes more than the target's
    /// ([`super::view::View::lead`]).
    #[inline]
    pub(crate) fn hit(
        &self,
        attacker: UnitId,
        dice: u8,
        target: UnitId,
        points: u8,
        lead: i32,
    ) -> i32 {
        let table = &self.leads[attacker * self.units + target];
        let (row, added) = self.split(points);
        let rows = if self.in_dice {
            usize::from(MOST_STRAFING) + 1
        } else {
            1
        };
        table[usize::from(dice) * rows + row].more_than(added - lead)
    }

    /// Chance that a defense with so many strafing points shows `least` or more.
    #[inline]
    pub(crate) fn defends(&self, unit: UnitId, points: u8, least: i32) -> i32 {
        let (row, added) = self.split(points);
        self.defense[unit][row].more_than(least - added - 1)
    }

    /// Chance that so many strafing points are `least` successes or more.
    #[inline]
    pub(crate) fn strafes(&self, unit: UnitId, points: u8, least: i32) -> i32 {
        let (row, added) = self.split(points);
        self.strafing[unit][row].more_than(least - added - 1)
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
