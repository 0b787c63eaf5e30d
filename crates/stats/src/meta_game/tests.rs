//! Meta-games with known answers.

use rand_distr::{Binomial, Distribution as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng as _;

use super::{CyclicShare, MetaGame};
use crate::{AlphaRank, League, Meeting, MetaReport, Resampling};

/// A league whose chances of winning are 1/2 plus these leads, a tenth of all games drawn.
fn league(players: usize, games: u64, lead: impl Fn(usize, usize) -> f64) -> League {
    let pairs = (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b)));
    let meeting = |(a, b): (usize, usize)| {
        let draws = games / 10;
        let wins_a = (games as f64 * (0.45 + lead(a, b))).round() as u64;
        Meeting {
            a,
            b,
            wins_a,
            wins_b: games - draws - wins_a,
            draws,
        }
    };
    League::new(players, pairs.map(meeting)).unwrap()
}

fn report(league: &League, replicates: u64, seed: u64) -> MetaReport {
    let panel = league.panel();
    let game = MetaGame::new(league, &panel, AlphaRank::new(50, 100.0).unwrap()).unwrap();
    let replicate = |number: u64| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1000 * seed + number);
        game.replicate(&mut rng).unwrap()
    };
    let replicates: Vec<_> = (0..replicates).map(replicate).collect();
    game.report(&replicates, 0.95).unwrap()
}

/// 300 leagues of six players whose leads are differences of ratings, 100 games a pair, fixed seed. The
/// true share is zero. Noise alone raises the uncorrected share to some six hundredths; the mean of the
/// corrected one is below 0.05 and below half of that, and the interval covers zero in 95 % or more:
/// 270 of 300 is 4 standard deviations (3.8) below 285.
#[test]
fn a_ranking_has_no_cyclic_share() {
    let ratings = [0.2, 0.12, 0.04, -0.04, -0.12, -0.2];
    let truth = Resampling::new(&league(6, 100, |a, b| (ratings[a] - ratings[b]) / 2.0));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let shares: Vec<CyclicShare> = (0..300)
        .map(|seed| report(&truth.draw(&mut rng), 100, seed).cyclic)
        .collect();
    let mean =
        |of: fn(&CyclicShare) -> Option<f64>| shares.iter().filter_map(of).sum::<f64>() / 300.0;
    let raw = mean(|share| share.uncorrected);
    assert!((0.03..0.20).contains(&raw), "uncorrected {raw}");
    let corrected = mean(|share| share.estimate);
    assert!(
        corrected < 0.5 * raw && corrected < 0.05,
        "corrected {corrected}, uncorrected {raw}"
    );
    let held = shares.iter().filter(|share| share.low == 0.0).count();
    assert!(held >= 270, "{held} of 300 hold zero");
}

/// 300 leagues of five players with a known share (a ring added to differences of ratings), 200 games a
/// pair, fixed seed: the interval covers the truth about 285 times; 262 is six standard deviations (3.8)
/// below.
#[test]
fn intervals_of_a_mixed_share_cover_the_truth() {
    let ratings = [0.1, 0.05, 0.0, -0.05, -0.1];
    let lead = |a: usize, b: usize| {
        let ring = if b - a == 1 || b - a == 4 { 0.1 } else { 0.0 };
        let turned = if b - a == 4 { -ring } else { ring };
        (ratings[a] - ratings[b]) / 2.0 + turned
    };
    let exact = league(5, 200, lead);
    let truth = Resampling::new(&exact);
    let pairs: Vec<_> = exact.meetings().iter().map(|m| (m.a, m.b)).collect();
    let decomposition = crate::Decomposition::new(5, &pairs).unwrap();
    let payoffs: Vec<f64> = exact.meetings().iter().map(Meeting::payoff_a).collect();
    let share = decomposition.lengths(&payoffs).share().unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let holds = |seed: u64| {
        let CyclicShare { low, high, .. } = report(&truth.draw(&mut rng), 200, seed).cyclic;
        (low..=high).contains(&share)
    };
    let held = (0..300).map(holds).filter(|&held| held).count();
    assert!(held >= 262, "{held} of 300 hold {share}");
}

#[test]
fn rock_paper_scissors_is_all_cyclic() {
    let meeting = |a, b| Meeting {
        a,
        b,
        wins_a: 700,
        wins_b: 300,
        draws: 0,
    };
    let league = League::new(3, [meeting(0, 1), meeting(1, 2), meeting(2, 0)]).unwrap();
    let report = report(&league, 200, 1);
    assert!(report.cyclic.estimate.unwrap() > 0.99 && report.cyclic.low > 0.97);
    for at in 0..3 {
        assert!((report.weights[at].estimate - 1.0 / 3.0).abs() < 1e-12);
        assert!((report.masses[at].estimate - 1.0 / 3.0).abs() < 1e-9);
        assert!(report.weights[at].low > 0.2 && report.weights[at].high < 0.45);
        assert!(report.values[at].estimate.abs() < 1e-12);
    }
    assert_eq!(report.dominance, []);
}

/// By hand: pairs that always end the same way have no variance, so the correction is zero: 1/9 as in
/// the tests of the decomposition.
#[test]
fn without_variance_the_share_is_uncorrected() {
    let meeting = |a, b| Meeting {
        a,
        b,
        wins_a: 1000,
        wins_b: 0,
        draws: 0,
    };
    let league = League::new(3, [meeting(0, 1), meeting(1, 2), meeting(0, 2)]).unwrap();
    let CyclicShare {
        estimate,
        low,
        high,
        ..
    } = report(&league, 100, 1).cyclic;
    assert!((estimate.unwrap() - 1.0 / 9.0).abs() < 1e-12);
    assert!(low > 0.10 && high < 0.12, "{low} to {high}");
}

#[test]
fn payoffs_that_may_be_noise_have_no_share() {
    // Ten games a pair, five wins each but for one pair.
    let league = league(5, 10, |a, b| if (a, b) == (0, 1) { 0.1 } else { 0.05 });
    let share = report(&league, 100, 1).cyclic;
    assert_eq!((share.estimate, share.low, share.high), (None, 0.0, 1.0));
    assert_eq!(share.cycles, 6);
}

#[test]
fn a_gauntlet_reports_its_panel() {
    let met = [(0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (4, 2), (4, 3)];
    let meeting = |(a, b)| Meeting {
        a,
        b,
        wins_a: 60,
        wins_b: 40,
        draws: 0,
    };
    let league = League::new(5, met.map(meeting)).unwrap();
    let report = report(&league, 50, 1);
    assert_eq!(report.weights.len(), 2);
    assert!((report.weights[0].estimate - 1.0).abs() < 1e-12);
    assert_eq!(report.cyclic.cycles, 3);
}

/// How many of 200 leagues have an interval with the true share, fixed seed; each pair plays so many games, with these
/// leads of its first player over one half.
fn cyclic_intervals_that_hold(
    players: usize,
    games: u64,
    lead: impl Fn(usize, usize) -> f64,
) -> u32 {
    let pairs = (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b)));
    let pairs: Vec<(usize, usize)> = pairs.collect();
    let payoffs: Vec<f64> = pairs.iter().map(|&(a, b)| 2.0 * lead(a, b)).collect();
    let decomposition = crate::Decomposition::new(players, &pairs).unwrap();
    let truth = decomposition.lengths(&payoffs).share().unwrap();
    let alpha_rank = AlphaRank::new(50, 100.0).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(77);
    let mut holds = || {
        let meetings = pairs.iter().map(|&(a, b)| {
            let wins = Binomial::new(games, 0.5 + lead(a, b)).unwrap();
            let wins_a = wins.sample(&mut rng);
            Meeting {
                a,
                b,
                wins_a,
                wins_b: games - wins_a,
                draws: 0,
            }
        });
        let league = League::new(players, meetings.collect::<Vec<_>>()).unwrap();
        let panel = league.panel();
        let game = MetaGame::new(&league, &panel, alpha_rank).unwrap();
        let share = game.cyclic_share(0.95).unwrap();
        (share.low..=share.high).contains(&truth)
    };
    (0..200).map(|_| u32::from(holds())).sum()
}

/// Leagues of twenty whose payoffs are differences of ratings, and with a ring that makes their share 0.25, of 4 to 200
/// games a pair; and four of whom three go in circles. Of 200 intervals at 95 % fewer than 173 hold by chance in 10⁻⁷
/// (binomial); at 80 % the test fails in 99 of 100.
#[test]
fn cyclic_intervals_hold_however_few_the_games() {
    let ladder = |a: usize, b: usize| 0.01 * (b as f64 - a as f64);
    let ring = |a: usize, b: usize| {
        let turned = match b - a {
            1 => 0.15,
            19 => -0.15,
            _ => 0.0,
        };
        ladder(a, b) + turned
    };
    let circle = |a: usize, b: usize| match (a, b) {
        (0, 1) | (1, 2) => 0.15,
        (0, 2) => -0.15,
        _ => 0.1,
    };
    for games in [4, 10, 40, 200] {
        let held = [
            cyclic_intervals_that_hold(20, games, ladder),
            cyclic_intervals_that_hold(20, games, ring),
            cyclic_intervals_that_hold(4, games.max(40), circle),
        ];
        assert!(
            held.iter().all(|&held| held >= 173),
            "{games} games: {held:?}"
        );
    }
}
