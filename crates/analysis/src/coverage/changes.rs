//! What changes of units are worth, from armies that fight with the change and without it on the same dice.

use equipoise_dice::Dice as _;
use equipoise_simulator::{Army, CONFIDENCE};
use equipoise_stats::{
    AddedWorth, Estimate, ImpliedPoints, Matchup, StatsError, mean_of_independent,
};

use super::armies::{BATTLES, BUDGET, LISTED, muster, strength, worth};
use super::study::{Hits, Study};
use super::world::World;
use crate::points::{presence, surplus};

pub(super) fn studies() -> Vec<Study> {
    let about = (0.94, 0.96);
    vec![
        Study::new(
            "change of implied points",
            "300 matchups of eight battles, six kinds, one of which becomes worth a fifth more",
            about,
            of_implied_points,
        )
        .one_in(4),
        Study::new(
            "worth of an upgrade",
            "200 matchups of eight battles, worth up to a quarter of the unit, or less than nothing",
            about,
            of_an_upgrade,
        )
        .one_in(4),
        Study::new(
            "mean worth of an upgrade",
            "the same of three units, 100 matchups each; allows for changed battles that were not seen",
            (0.95, 1.0),
            of_three_upgrades,
        )
        .one_in(4),
    ]
}

/// What the matchups of armies come to on dice that are the same at every call, for kinds of this worth.
fn fought<'s>(
    world: &World,
    first: u64,
    armies: &[[Army; 2]],
    surpluses: &'s [impl AsRef<[i32]>],
    kinds: &[f64; 6],
) -> Vec<Matchup<'s>> {
    let fight = |(number, (armies, surplus)): (u64, (&[Army; 2], &'s _))| {
        let strengths = armies
            .each_ref()
            .map(|army| strength(worth(army, kinds), 0.0));
        Matchup {
            surplus: AsRef::<[i32]>::as_ref(surplus),
            battles: BATTLES,
            points: world.pairing(number, strengths).up_to(BATTLES).points_a(),
        }
    };
    (first..)
        .zip(armies.iter().zip(surpluses))
        .map(fight)
        .collect()
}

fn of_implied_points(world: &World) -> Result<Hits, StatsError> {
    const MATCHUPS: u64 = 300;
    let listed = LISTED.map(f64::from);
    let mut kinds = [listed, listed];
    kinds[1][2] *= 1.2;
    let armies = muster()?.even(BUDGET, MATCHUPS, &world.setting());
    let surpluses: Vec<Vec<i32>> = armies.iter().map(surplus).collect();
    let presence = presence(&armies);
    let ways = kinds.map(|kinds| fought(world, 0, &armies, &surpluses, &kinds));
    let [old, new] = ways
        .each_ref()
        .map(|way| ImpliedPoints::fit(way, &listed, &presence));
    let (old, new) = (old?, new?);
    // Either way an average army is worth its listed points.
    let total =
        |of: &[f64; 6]| -> f64 { presence.iter().zip(of).map(|(n, points)| n * points).sum() };
    let scales = kinds.each_ref().map(|kinds| total(&listed) / total(kinds));
    let mut hits = Hits::default();
    for (kind, (before, after)) in kinds[0].iter().zip(&kinds[1]).enumerate() {
        let found = new.change_from(&old, [&ways[1], &ways[0]], kind, CONFIDENCE)?;
        let truth = scales[1] * after - scales[0] * before;
        hits = hits.plus(Hits::each([(&found, truth)]));
    }
    Ok(hits)
}

/// The estimate of an upgrade that adds `added` points to the worth of a kind of unit, from `matchups` matchups whose dice
/// are numbered from `first`. Points of other kinds are worth what they cost.
fn upgrade(
    world: &World,
    kind: usize,
    added: f64,
    [first, matchups]: [u64; 2],
) -> Result<Estimate, StatsError> {
    let listed = LISTED.map(f64::from);
    let mut upgraded = listed;
    upgraded[kind] += added;
    let armies = muster()?.escorted(kind, BUDGET, matchups, &world.setting());
    let of_matchup = |armies: &[Army; 2]| {
        let more = surplus(armies);
        let points = |(of, more): (usize, &i32)| match of == kind {
            true => 0,
            false => more * LISTED[of] as i32,
        };
        [more[kind], more.iter().enumerate().map(points).sum()]
    };
    let surpluses: Vec<[i32; 2]> = armies.iter().map(of_matchup).collect();
    let [old, new] =
        [listed, upgraded].map(|kinds| fought(world, first, &armies, &surpluses, &kinds));
    AddedWorth::new(&old, &new)?.estimate(CONFIDENCE)
}

/// A kind of unit, and up to a quarter of what it costs, more or less.
fn any_upgrade(world: &World) -> (usize, f64) {
    let mut dice = world.dice();
    let kind = dice.below(LISTED.len() as u32) as usize;
    let share = f64::from(dice.below(2_001)) / 1_000.0 - 1.0;
    (kind, share / 4.0 * f64::from(LISTED[kind]))
}

fn of_an_upgrade(world: &World) -> Result<Hits, StatsError> {
    let (kind, added) = any_upgrade(world);
    let found = upgrade(world, kind, added, [0, 200])?;
    Ok(Hits::each([(&found, added)]))
}

fn of_three_upgrades(world: &World) -> Result<Hits, StatsError> {
    const MATCHUPS: u64 = 100;
    let (kind, added) = any_upgrade(world);
    // The same upgrade is worth half as much, and nothing, to the next two kinds.
    let worths = [added, added / 2.0, 0.0];
    let found = [0, 1, 2].map(|place: usize| {
        let kind = (kind + place) % LISTED.len();
        upgrade(
            world,
            kind,
            worths[place],
            [place as u64 * MATCHUPS, MATCHUPS],
        )
    });
    let found = found.into_iter().collect::<Result<Vec<_>, _>>()?;
    let truth = worths.iter().sum::<f64>() / 3.0;
    Ok(Hits::each([(&mean_of_independent(&found), truth)]))
}
