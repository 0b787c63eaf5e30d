//! Intervals of scores: a number of battles fixed beforehand, and as many as it takes.

use equipoise_dice::Dice as _;
use equipoise_simulator::{CONFIDENCE, Stopping, Tally};
use equipoise_stats::{
    ConfidenceSequence, Estimate, LineTest, Standing, StatsError, clopper_pearson, mean_of_stopped,
    normal_mean, wilson,
};

use super::study::{Hits, Study, holds};
use super::world::{Battles, World, any_strengths, chance};

pub(super) fn studies() -> Vec<Study> {
    let any = "one pairing of any two strengths up to 100";
    let about = (0.94, 0.96);
    let at_least = (0.95, 1.0);
    vec![
        Study::new(
            "score, Wilson",
            "100 to 1,000 battles of a pairing of any strengths",
            about,
            by_wilson,
        ),
        Study::new(
            "score, Clopper-Pearson",
            "the same",
            at_least,
            by_clopper_pearson,
        ),
        Study::new(
            "score against ten opponents, Wilson",
            "ten pairings of any strengths, 30 battles each; opponents that differ scatter less than it reckons with",
            at_least,
            pooled,
        ),
        Study::new(
            "mean difference in victory points",
            "the same; seats in turn scatter less than it reckons with",
            (0.94, 1.0),
            by_normal_mean,
        ),
        Study::new(
            "mean difference in victory points, few battles",
            "two to 20 battles of strengths of which either wins a third or more",
            about,
            by_normal_mean_of_few,
        ),
        Study::new(
            "sequence to ± 0.05, at every look",
            any,
            at_least,
            at_every_look,
        ),
        Study::new(
            "sequence to ± 0.05, where it stops",
            any,
            at_least,
            where_it_stops,
        ),
        Study::new(
            "mean of five stopped scores",
            "five pairings of any strengths",
            at_least,
            mean_of_five,
        ),
        Study::new(
            "sequence on a side of 0.5, at every look",
            "a score within 0.1 of one half",
            at_least,
            at_every_look_at_the_line,
        ),
        Study::new(
            "side of 0.5, score 0.5",
            "a score on the line, margin 0.05",
            at_least,
            on_the_line,
        ),
        Study::new(
            "side of 0.5, score 0.551",
            "a score just beyond the margin of 0.05",
            at_least,
            beyond_the_margin,
        ),
        Study::new("side of 0.5, any score", any, at_least, any_decision),
        Study::new(
            "mean of fifty scores of a decided side",
            "fifty pairings of scores within 0.2 of one half, all on one side, margin 0.05",
            at_least,
            mean_of_fifty_decided,
        ),
    ]
}

/// Battles of one pairing, 100 to 1,000, and the probability that its first side wins.
fn fixed(world: &World) -> ([u16; 2], u64, Battles) {
    let mut dice = world.dice();
    let strengths = any_strengths(&mut dice);
    let battles = 100 + u64::from(dice.below(901));
    (strengths, battles, world.pairing(0, strengths))
}

fn by_wilson(world: &World) -> Result<Hits, StatsError> {
    let (strengths, n, mut battles) = fixed(world);
    let tally = battles.up_to(n);
    let interval = wilson(tally.points_a(), n, CONFIDENCE)?;
    Ok(Hits::each([(&interval, chance(strengths))]))
}

fn by_clopper_pearson(world: &World) -> Result<Hits, StatsError> {
    let (strengths, n, mut battles) = fixed(world);
    let tally = battles.up_to(n);
    let interval = clopper_pearson(tally.wins_a, n, CONFIDENCE)?;
    Ok(Hits::each([(&interval, chance(strengths))]))
}

/// A fixed number of battles against each opponent.
fn pooled(world: &World) -> Result<Hits, StatsError> {
    const BATTLES: u64 = 30;
    let mut dice = world.dice();
    let strengths = [(); 10].map(|()| any_strengths(&mut dice));
    let scores = (0..).zip(strengths).map(|(number, two)| {
        let mut battles = world.pairing(number, two);
        (battles.up_to(BATTLES).points_a(), BATTLES)
    });
    let mean = Stopping::Fixed.mean_score(&scores.collect::<Vec<_>>(), CONFIDENCE)?;
    let truth = strengths.map(chance).iter().sum::<f64>() / strengths.len() as f64;
    Ok(Hits::each([(&mean, truth)]))
}

fn by_normal_mean(world: &World) -> Result<Hits, StatsError> {
    let (strengths, n, battles) = fixed(world);
    mean_difference(strengths, n, battles)
}

/// The winner has 5 and the number drawn more than the loser, so the mean difference is Σ (5 + k) over
/// the numbers that win less that over those that lose, by all there are.
fn mean_difference(strengths: [u16; 2], n: u64, mut battles: Battles) -> Result<Hits, StatsError> {
    // Seats change: numbers below the strength of whoever sits in seat A are that side's.
    let [a, b] = strengths.map(f64::from);
    let sum =
        |from: f64, to: f64| (to - from) * 5.0 + (to * (to - 1.0) - from * (from - 1.0)) / 2.0;
    let first = |own: f64, other: f64| (sum(0.0, own) - sum(own, own + other)) / (own + other);
    // In every other battle the second sits in seat A.
    let seated_first = n.div_ceil(2) as f64 / n as f64;
    let truth = seated_first * first(a, b) - (1.0 - seated_first) * first(b, a);
    let sums = battles.up_to(n).vp_diff;
    let interval = normal_mean(sums.sum.into(), sums.squares, n, CONFIDENCE)?;
    Ok(Hits::each([(&interval, truth)]))
}

/// So few that the standard deviation is hardly known.
fn by_normal_mean_of_few(world: &World) -> Result<Hits, StatsError> {
    let mut dice = world.dice();
    let strengths = [(); 2].map(|()| 50 + dice.below(51) as u16);
    let battles = 2 + u64::from(dice.below(19));
    mean_difference(strengths, battles, world.pairing(0, strengths))
}

/// Half-width that the sequences are made for.
const UNTIL: f64 = 0.05;

/// After every pair of battles up to the cap, also where it would have stopped before.
fn at_every_look(world: &World) -> Result<Hits, StatsError> {
    let sequence = ConfidenceSequence::new(UNTIL, CONFIDENCE)?;
    let strengths = any_strengths(&mut world.dice());
    let looks = (2..=sequence.most_scores()).step_by(2);
    let interval = |points, n| sequence.interval(points, n);
    all_hold(world, strengths, looks, interval)
}

/// Whether every interval holds the truth.
fn all_hold(
    world: &World,
    strengths: [u16; 2],
    looks: impl Iterator<Item = u64>,
    interval: impl Fn(f64, u64) -> Result<Estimate, StatsError>,
) -> Result<Hits, StatsError> {
    let mut battles = world.pairing(0, strengths);
    let truth = chance(strengths);
    for n in looks {
        let points = battles.up_to(n).points_a();
        if !holds(&interval(points, n)?, truth) {
            return Ok(Hits::one(false));
        }
    }
    Ok(Hits::one(true))
}

/// Plays a pairing as the rule says.
fn stopped(world: &World, number: u64, strengths: [u16; 2], rule: &Stopping, most: u64) -> Tally {
    let mut battles = world.pairing(number, strengths);
    let mut tally = battles.up_to(0);
    while let Some(look) = rule.next_look(tally, most) {
        tally = battles.up_to(look);
    }
    tally.clone()
}

fn until(world: &World, number: u64, strengths: [u16; 2]) -> Result<(Estimate, u64), StatsError> {
    let sequence = ConfidenceSequence::new(UNTIL, CONFIDENCE)?;
    let rule = Stopping::HalfWidth(sequence);
    let tally = stopped(world, number, strengths, &rule, sequence.most_scores());
    Ok((rule.score_a(&tally)?, tally.battles))
}

fn where_it_stops(world: &World) -> Result<Hits, StatsError> {
    let strengths = any_strengths(&mut world.dice());
    let (score, _) = until(world, 0, strengths)?;
    Ok(Hits::each([(&score, chance(strengths))]))
}

fn mean_of_five(world: &World) -> Result<Hits, StatsError> {
    let mut dice = world.dice();
    let strengths = [(); 5].map(|()| any_strengths(&mut dice));
    let scores = (0..)
        .zip(strengths)
        .map(|(number, two)| until(world, number, two));
    let mean = mean_of_stopped(&scores.collect::<Result<Vec<_>, _>>()?)?;
    let truth = strengths.map(chance).iter().sum::<f64>() / 5.0;
    Ok(Hits::each([(&mean, truth)]))
}

const LINE: f64 = 0.5;
const MARGIN: f64 = 0.05;

/// Errors of decided scores lie on the same side of the line, so the hardest mean is that of scores that do.
fn mean_of_fifty_decided(world: &World) -> Result<Hits, StatsError> {
    const PAIRINGS: usize = 50;
    let test = LineTest::new(LINE, MARGIN, CONFIDENCE)?;
    let rule = Stopping::Decide(test);
    let mut dice = world.dice();
    let strengths = [(); PAIRINGS].map(|()| {
        let strength = 500 + dice.below(201) as u16;
        [strength, 1_000 - strength]
    });
    let score = |(number, two)| {
        let tally = stopped(world, number, two, &rule, test.most_scores());
        (tally.points_a(), tally.battles)
    };
    let scores: Vec<(f64, u64)> = (0..).zip(strengths).map(score).collect();
    let mean = rule.mean_score(&scores, CONFIDENCE)?;
    let truth = strengths.map(chance).iter().sum::<f64>() / PAIRINGS as f64;
    Ok(Hits::each([(&mean, truth)]))
}

fn at_every_look_at_the_line(world: &World) -> Result<Hits, StatsError> {
    let test = LineTest::new(LINE, MARGIN, CONFIDENCE)?;
    let strength = 400 + world.dice().below(201) as u16;
    let next = |n: &u64| Some(test.next_look(*n)).filter(|n| *n <= test.most_scores());
    let looks = std::iter::successors(Some(2), next);
    let interval = |points, n| test.interval(points, n);
    all_hold(world, [strength, 1_000 - strength], looks, interval)
}

/// Whether what is decided of two strengths is so.
fn decision(world: &World, strengths: [u16; 2]) -> Result<Hits, StatsError> {
    let test = LineTest::new(LINE, MARGIN, CONFIDENCE)?;
    let rule = Stopping::Decide(test);
    let standing = rule.standing(&stopped(world, 0, strengths, &rule, test.most_scores()));
    let score = chance(strengths);
    Ok(Hits::one(match standing {
        Some(Standing::Above) => score > LINE,
        Some(Standing::Below) => score < LINE,
        Some(Standing::Near) => (score - LINE).abs() <= MARGIN,
        None => false,
    }))
}

fn on_the_line(world: &World) -> Result<Hits, StatsError> {
    decision(world, [500, 500])
}

fn beyond_the_margin(world: &World) -> Result<Hits, StatsError> {
    decision(world, [551, 449])
}

fn any_decision(world: &World) -> Result<Hits, StatsError> {
    decision(world, any_strengths(&mut world.dice()))
}
