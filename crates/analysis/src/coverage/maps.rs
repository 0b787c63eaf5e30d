//! Price maps of a small grid, whose kinds scatter about what the levels of its axes are worth.

use equipoise_dice::StreamDice;
use equipoise_simulator::{Army, CONFIDENCE, Muster, MusterError};
use equipoise_stats::{Estimate, Matchup, PriceGate, StatsError, StructuredWorth, z_score};

use super::study::{Hits, Study};
use super::world::{World, luck, normal, strengths_at};
use crate::points::{presence, surplus};

pub(super) fn studies() -> Vec<Study> {
    let about = (0.94, 0.96);
    vec![
        Study::new(
            "price map, each",
            "a grid of 5 by 4 and a named unit, 300 matchups of eight battles",
            about,
            each,
        )
        .one_in(ONE_IN),
        Study::new("price map, all at once", "the same", about, together).one_in(2),
        Study::new("price map, steps along an axis", "the same", about, steps).one_in(ONE_IN),
        Study::new(
            "difference of two price maps, all at once",
            "two such maps of one truth, on dice of their own; what both are drawn towards cancels",
            (0.95, 1.0),
            differences,
        )
        .one_in(ONE_IN),
    ]
}

/// Fits cost thousands of battles' time.
const ONE_IN: u64 = 10;
/// Levels of an axis of numbers and of one of names.
const LEVELS: [usize; 2] = [5, 4];
const NUMERIC: [bool; 2] = [true, false];
/// The profiles of the grid and a unit beside it.
const KINDS: usize = LEVELS[0] * LEVELS[1] + 1;
const BUDGET: u32 = 1_000;
/// Log-odds of a point.
const RATE: f64 = 0.005;

/// Listed points: the higher the number the dearer, and the names differ a little.
fn listed() -> [u32; KINDS] {
    let mut listed = [100; KINDS];
    for (kind, points) in listed.iter_mut().enumerate().take(KINDS - 1) {
        let [number, name] = place(kind);
        *points = 40 + 35 * number as u32 + 10 * name as u32;
    }
    listed
}

const fn place(kind: usize) -> [usize; 2] {
    [kind / LEVELS[1], kind % LEVELS[1]]
}

/// What kinds are worth: shares of their size, which is three quarters of their own points and a quarter of those of the
/// average unit of an army.
fn worths(presence: &[f64], dice: &mut StreamDice) -> Vec<f64> {
    let listed = listed().map(f64::from);
    let points: f64 = presence
        .iter()
        .zip(listed)
        .map(|(n, points)| n * points)
        .sum();
    let mean = points / presence.iter().sum::<f64>();
    let numbers = [(); LEVELS[0]].map(|()| 0.2 * normal(dice));
    let names = [(); LEVELS[1]].map(|()| 0.2 * normal(dice));
    let share = |kind: usize| {
        let [number, name] = place(kind);
        let levels = if kind == KINDS - 1 {
            0.0
        } else {
            numbers[number] + names[name]
        };
        1.0 + levels
    };
    let own = [(); KINDS].map(|()| 0.1 * normal(dice));
    (0..KINDS)
        .map(|kind| (share(kind) + own[kind]) * (0.25 * mean + 0.75 * listed[kind]))
        .collect()
}

/// A map, and what kinds are worth where an average army is worth what it costs.
struct Map {
    fit: StructuredWorth,
    truth: Vec<f64>,
}

impl Map {
    /// Of armies that meet on dice of this number.
    fn new(world: &World, dice: &mut StreamDice, number: u64) -> Result<Self, StatsError> {
        let armies = armies(world)?;
        let presence = presence(&armies);
        let worths = worths(&presence, dice);
        Self::of(world, &armies, &presence, &worths, dice, number)
    }

    fn of(
        world: &World,
        armies: &[[Army; 2]],
        presence: &[f64],
        worths: &[f64],
        dice: &mut StreamDice,
        number: u64,
    ) -> Result<Self, StatsError> {
        const BATTLES: u64 = 8;
        let listed = listed().map(f64::from);
        let total =
            |of: &[f64]| -> f64 { presence.iter().zip(of).map(|(n, points)| n * points).sum() };
        let scale = total(&listed) / total(worths);
        let truth: Vec<f64> = worths.iter().map(|worth| scale * worth).collect();
        let surpluses: Vec<Vec<i32>> = armies.iter().map(surplus).collect();
        let first = number * armies.len() as u64;
        let matchup = |(number, surplus): (u64, &'_ Vec<i32>)| {
            let edge = surplus
                .iter()
                .zip(&truth)
                .map(|(&more, worth)| f64::from(more) * worth);
            let log_odds = RATE * edge.sum::<f64>() + 0.5 * luck(dice);
            world
                .pairing(number, strengths_at(log_odds))
                .up_to(BATTLES)
                .points_a()
        };
        let points: Vec<f64> = (first..).zip(&surpluses).map(matchup).collect();
        let matchups = surpluses
            .iter()
            .zip(points)
            .map(|(surplus, points)| Matchup {
                surplus,
                battles: BATTLES,
                points,
            });
        let on_grid = (0..KINDS - 1).map(|kind| Some(place(kind).to_vec()));
        let places: Vec<Option<Vec<usize>>> = on_grid.chain([None]).collect();
        let matchups: Vec<Matchup<'_>> = matchups.collect();
        let fit = StructuredWorth::fit(&matchups, &listed, presence, &places, &NUMERIC)?;
        Ok(Self { fit, truth })
    }

    fn held(&self, found: &[Estimate]) -> Hits {
        Hits::each(found.iter().zip(self.truth.iter().copied()))
    }
}

fn armies(world: &World) -> Result<Vec<[Army; 2]>, StatsError> {
    const MATCHUPS: u64 = 300;
    let muster = Muster::new(listed().into(), 12, BUDGET);
    let muster = muster.map_err(|_: MusterError| StatsError::TooFew { needed: 1, got: 0 })?;
    let muster = muster.in_squads_of_up_to(4);
    Ok(muster.even(BUDGET, MATCHUPS, &world.setting()))
}

fn each(world: &World) -> Result<Hits, StatsError> {
    let map = Map::new(world, &mut world.dice(), 0)?;
    Ok(map.held(&map.fit.each(CONFIDENCE)?))
}

fn together(world: &World) -> Result<Hits, StatsError> {
    let map = Map::new(world, &mut world.dice(), 0)?;
    Ok(map.held(&map.fit.together(CONFIDENCE)?).together())
}

/// From each number to the next, on average over names.
fn steps(world: &World) -> Result<Hits, StatsError> {
    let map = Map::new(world, &mut world.dice(), 0)?;
    let mut hits = Hits::default();
    for number in 1..LEVELS[0] {
        let weight = |kind: usize| {
            let share = 1.0 / LEVELS[1] as f64;
            match place(kind)[0] {
                at if at == number => Some((kind, share)),
                at if at + 1 == number => Some((kind, -share)),
                _ => None,
            }
        };
        let step: Vec<(usize, f64)> = (0..KINDS - 1).filter_map(weight).collect();
        let truth = step
            .iter()
            .map(|&(kind, weight)| weight * map.truth[kind])
            .sum();
        hits = hits.plus(Hits::each([(&map.fit.sum(&step, CONFIDENCE)?, truth)]));
    }
    Ok(hits)
}

/// As a gate compares recorded prices with present ones: by their standard errors.
fn differences(world: &World) -> Result<Hits, StatsError> {
    let mut dice = world.dice();
    let armies = armies(world)?;
    let presence = presence(&armies);
    let worths = worths(&presence, &mut dice);
    let z = z_score(CONFIDENCE)?;
    let gate = PriceGate::new(0.1, 1.0 - CONFIDENCE, KINDS as u64, true)?;
    let mut maps = Vec::new();
    for number in 0..2 {
        let map = Map::of(world, &armies, &presence, &worths, &mut dice, number)?;
        let each = map.fit.each(CONFIDENCE)?;
        let price = |of: &Estimate| gate.price(of.estimate, (of.high - of.low) / 2.0 / z);
        maps.push(each.iter().map(price).collect::<Vec<_>>());
    }
    let differences = maps[0].iter().zip(&maps[1]);
    let differences: Vec<Estimate> = differences
        .map(|(then, now)| gate.difference(then, now))
        .collect();
    Ok(Hits::each(differences.iter().map(|of| (of, 0.0))).together())
}
