//! Implied points and break-even costs, from armies whose units' worth is known.

use equipoise_dice::Dice as _;
use equipoise_simulator::{Army, CONFIDENCE, Muster, MusterError};
use equipoise_stats::{Estimate, ImpliedPoints, Matchup, Pricing, StatsError, Trial, break_even};

use super::study::{Hits, Study};
use super::world::{World, luck};
use crate::points::{Looks, presence, surplus};

pub(super) fn studies() -> Vec<Study> {
    vec![
        Study::new(
            "implied points, each",
            "300 matchups of eight battles, six kinds of units, some worth a quarter more or less than listed",
            (0.94, 0.96),
            each,
        ),
        Study::new(
            "implied points, all at once",
            "the same",
            (0.94, 1.0),
            together,
        ),
        Study::new(
            "implied points, all at once, where verdicts end the battles",
            "the same, 1,000 matchups, 2,000 or 4,000 until all six verdicts are there; shares its error among three looks",
            (0.95, 1.0),
            until_verdict,
        )
        .one_in(10),
        Study::new(
            "implied points of armies that are more than their sum",
            "300 matchups, the odds of each off by up to e^0.5 to 1",
            (0.94, 0.96),
            more_than_their_sum,
        ),
        Study::new(
            "scatter of matchups",
            "300 matchups of eight battles, the odds of each off by up to e^0.5 to 1",
            (0.94, 0.96),
            scatter,
        )
        .one_in(4),
        Study::new(
            "scatter of matchups, none",
            "the same, armies worth the sum of their units; a scatter is never below 0",
            (0.95, 1.0),
            no_scatter,
        )
        .one_in(4),
        Study::new(
            "break-even cost",
            "150 matchups of eight battles of one kind against armies, all listed at their worth",
            (0.94, 0.96),
            break_even_cost,
        ),
    ]
}

/// Listed points of the kinds of units.
pub(super) const LISTED: [u32; 6] = [60, 90, 120, 150, 200, 260];
/// What each is worth for a listed point.
const VALUE: [f64; 6] = [1.0, 0.8, 1.25, 1.0, 0.9, 1.1];
/// Points of an army, and most units of it.
pub(super) const BUDGET: u32 = 1_000;
pub(super) const MOST: u32 = 12;
/// Log-odds of a point.
const RATE: f64 = 0.004;
/// Battles of each matchup.
pub(super) const BATTLES: u64 = 8;

/// An army's strength: the exponential of what its units are worth together, so that the log-odds of a
/// matchup add up over units. Strengths stay in the thousands, where rounding them does not matter.
pub(super) fn strength(worth: f64, luck: f64) -> u16 {
    (8_000.0 * (RATE * (worth - 900.0) + luck).exp()).round() as u16
}

pub(super) fn worth(army: &Army, kinds: &[f64; 6]) -> f64 {
    let counts = army.counts().iter().zip(kinds);
    counts.map(|(&count, worth)| f64::from(count) * worth).sum()
}

pub(super) fn muster() -> Result<Muster, StatsError> {
    let muster = Muster::new(LISTED.into(), MOST, BUDGET);
    muster.map_err(|_: MusterError| StatsError::TooFew { needed: 1, got: 0 })
}

/// Matchups of a fit.
const MATCHUPS: u64 = 300;

/// The fit of `matchups` matchups, each with its odds changed by up to `stray` in logarithm, and what each
/// kind is worth on the scale on which an average army of them is worth what it is listed at.
fn fitted(
    world: &World,
    stray: f64,
    matchups: u64,
) -> Result<(ImpliedPoints, [f64; 6]), StatsError> {
    let kinds = [0, 1, 2, 3, 4, 5].map(|kind: usize| f64::from(LISTED[kind]) * VALUE[kind]);
    let armies = muster()?.even(BUDGET, matchups, &world.setting());
    let surpluses: Vec<Vec<i32>> = armies.iter().map(surplus).collect();
    let mut dice = world.dice();
    let mut matchups = Vec::new();
    for (number, (armies, surplus)) in (0..).zip(armies.iter().zip(&surpluses)) {
        let [a, b] = armies.each_ref().map(|army| worth(army, &kinds));
        let strengths = [strength(a, stray * luck(&mut dice)), strength(b, 0.0)];
        matchups.push(Matchup {
            surplus,
            battles: BATTLES,
            points: world.pairing(number, strengths).up_to(BATTLES).points_a(),
        });
    }
    let listed = LISTED.map(f64::from);
    let presence = presence(&armies);
    let total =
        |of: &[f64; 6]| -> f64 { presence.iter().zip(of).map(|(n, points)| n * points).sum() };
    let scale = total(&listed) / total(&kinds);
    let fit = ImpliedPoints::fit(&matchups, &listed, &presence)?;
    Ok((fit, kinds.map(|worth| scale * worth)))
}

fn held(found: &[Estimate], truth: &[f64; 6]) -> Hits {
    Hits::each(found.iter().zip(truth.iter().copied()))
}

fn each(world: &World) -> Result<Hits, StatsError> {
    let (fit, truth) = fitted(world, 0.0, MATCHUPS)?;
    Ok(held(&fit.each(CONFIDENCE)?, &truth))
}

fn together(world: &World) -> Result<Hits, StatsError> {
    let (fit, truth) = fitted(world, 0.0, MATCHUPS)?;
    Ok(held(&fit.together(CONFIDENCE)?, &truth).together())
}

fn until_verdict(world: &World) -> Result<Hits, StatsError> {
    const MARGIN: f64 = 0.1;
    let looks = Looks::doubling(4_000);
    let look = |matchups: u64| -> Result<(Vec<Estimate>, [f64; 6]), StatsError> {
        let (fit, truth) = fitted(world, 0.0, matchups)?;
        Ok((fit.together(looks.level())?, truth))
    };
    for &matchups in looks.early() {
        let (found, truth) = look(matchups)?;
        let mut units = found.iter().zip(LISTED);
        if units
            .all(|(found, listed)| Pricing::of(found, listed.into(), MARGIN) != Pricing::Unclear)
        {
            return Ok(held(&found, &truth).together());
        }
    }
    let (found, truth) = look(looks.most())?;
    Ok(held(&found, &truth).together())
}

fn more_than_their_sum(world: &World) -> Result<Hits, StatsError> {
    let (fit, truth) = fitted(world, 0.5, MATCHUPS)?;
    Ok(held(&fit.each(CONFIDENCE)?, &truth))
}

/// A number equally likely anywhere from -x to x has the standard deviation x / √3.
fn scatter(world: &World) -> Result<Hits, StatsError> {
    let (fit, _) = fitted(world, 0.5, MATCHUPS)?;
    Ok(Hits::each([(
        &fit.scatter(CONFIDENCE)?,
        0.5 / 3.0_f64.sqrt(),
    )]))
}

fn no_scatter(world: &World) -> Result<Hits, StatsError> {
    let (fit, _) = fitted(world, 0.0, MATCHUPS)?;
    Ok(Hits::each([(&fit.scatter(CONFIDENCE)?, 0.0)]))
}

/// As many of one kind as the budget pays for, against armies of about as many points.
fn break_even_cost(world: &World) -> Result<Hits, StatsError> {
    const MATCHUPS: u64 = 150;
    let kind = world.dice().below(LISTED.len() as u32) as usize;
    let copies = (BUDGET / LISTED[kind]).min(MOST);
    let muster = muster()?;
    let around = copies * LISTED[kind];
    let matchups = muster.gauntlet(kind, copies, around, MATCHUPS, &world.setting());
    let listed = LISTED.map(f64::from);
    let trial = |(number, [own, other]): (u64, &[Army; 2])| {
        let strengths = [own, other].map(|army| strength(worth(army, &listed), 0.0));
        Trial {
            copies,
            against: muster.points(other).into(),
            battles: BATTLES,
            points: world.pairing(number, strengths).up_to(BATTLES).points_a(),
        }
    };
    let trials: Vec<Trial> = (0..).zip(&matchups).map(trial).collect();
    let found = break_even(&trials, CONFIDENCE)?;
    Ok(Hits::each([(&found, listed[kind])]))
}
