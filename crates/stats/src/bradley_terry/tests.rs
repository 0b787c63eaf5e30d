//! Ratings against published values, a grid search and replicates.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use super::{BradleyTerry, RatingError};
use crate::{League, Meeting, Relation, StatsError};

fn league(players: usize, games: &[(usize, usize, u64, u64, u64)]) -> League {
    let meeting = |&(a, b, wins_a, wins_b, draws): &_| Meeting {
        a,
        b,
        wins_a,
        wins_b,
        draws,
    };
    League::new(players, games.iter().map(meeting)).unwrap()
}

fn assert_close(given: &[f64], expected: &[f64], within: f64) {
    assert_eq!(given.len(), expected.len());
    for (x, y) in given.iter().zip(expected) {
        assert!((x - y).abs() < within, "{given:?} is not {expected:?}");
    }
}

/// choix, `tests/data/testcase-pairwise-2.json`, whose estimates are exponentials with mean one; the
/// ratings as listed with it are (0.419617624, −0.419617624, 0).
#[test]
fn a_cycle_with_one_more_win_agrees_with_choix() {
    let fit = BradleyTerry::fit(&league(
        3,
        &[(0, 1, 2, 0, 0), (1, 2, 1, 0, 0), (2, 0, 1, 0, 0)],
    ));
    let ratings = fit.unwrap().ratings;
    assert_close(&ratings, &[0.419_617_624, -0.419_617_624, 0.0], 1e-9);
    let mean = ratings.iter().map(|r| r.exp()).sum::<f64>() / 3.0;
    let scaled: Vec<f64> = ratings.iter().map(|r| r.exp() / mean).collect();
    assert_close(&scaled, &[1.435_860_88, 0.620_350_49, 0.943_788_63], 1e-8);
}

/// choix, `tests/data/testcase-pairwise-1.json`.
#[test]
fn a_cycle_is_even() {
    let fit = BradleyTerry::fit(&league(
        3,
        &[(0, 1, 1, 0, 0), (1, 2, 1, 0, 0), (2, 0, 1, 0, 0)],
    ));
    let fit = fit.unwrap();
    assert_close(&fit.ratings, &[0.0; 3], 1e-12);
    // By hand: three games at one half; information (1/4)(3 I − 1 1ᵀ), of which the inverse on mean
    // zero is (4/3)(I − 1 1ᵀ/3): variance 8/9.
    assert_close(&[fit.log_likelihood], &[3.0 * 0.5f64.ln()], 1e-12);
    assert_close(&fit.standard_errors, &[(8.0f64 / 9.0).sqrt(); 3], 1e-12);
}

/// 90 wins of 100: half of ln 9, 1.10.
#[test]
fn nine_wins_in_ten_are_half_of_ln_9_from_the_middle() {
    let fit = BradleyTerry::fit(&league(2, &[(0, 1, 90, 0, 0), (1, 0, 10, 0, 0)])).unwrap();
    assert_close(&fit.ratings, &[1.0986, -1.0986], 5e-5);
}

/// By hand: each rating is ± half the log-odds of the games, with variance 1 / (4 n p (1 − p)).
#[test]
fn two_players_by_hand() {
    let fit = BradleyTerry::fit(&league(2, &[(0, 1, 7, 1, 4)])).unwrap();
    let half = (9.0f64 / 3.0).ln() / 2.0;
    assert_close(&fit.ratings, &[half, -half], 1e-12);
    let error = (1.0f64 / (12.0 * 0.75 * 0.25)).sqrt() / 2.0;
    assert_close(&fit.standard_errors, &[error; 2], 1e-12);
    let log_likelihood = 9.0 * 0.75f64.ln() + 3.0 * 0.25f64.ln();
    assert_close(&[fit.log_likelihood], &[log_likelihood], 1e-12);
}

/// Citations between four journals of statistics (S. M. Stigler, Statistical Science 9 (1994) 94–108; A.
/// Agresti, Categorical Data Analysis, 2nd edition, table 10.10), and the estimates that the vignette of
/// R's `BradleyTerry2` gives for them, with Biometrika at zero.
#[test]
fn journals_agree_with_bradley_terry_2() {
    // Biometrika, Commun. Stat., JASA, JRSS-B; wins of the first are citations of it by the second.
    let fit = BradleyTerry::fit(&league(
        4,
        &[
            (0, 1, 730, 33, 0),
            (0, 2, 498, 320, 0),
            (0, 3, 221, 284, 0),
            (1, 2, 68, 813, 0),
            (1, 3, 17, 276, 0),
            (2, 3, 142, 325, 0),
        ],
    ))
    .unwrap();
    let to_first: Vec<f64> = fit.ratings.iter().map(|r| r - fit.ratings[0]).collect();
    assert_close(&to_first, &[0.0, -2.9491, -0.4796, 0.2690], 5e-5);
}

/// The likelihood of a small league with draws, by brute force: no neighbour on a grid of 0.001 has a
/// larger one.
#[test]
fn no_neighbour_has_a_larger_likelihood() {
    let games = [
        (0, 1, 3, 1, 2),
        (1, 2, 4, 2, 0),
        (2, 3, 1, 1, 1),
        (3, 0, 2, 5, 3),
        (0, 2, 1, 0, 0),
    ];
    let fit = BradleyTerry::fit(&league(4, &games)).unwrap();
    let likelihood = |r: [f64; 4]| -> f64 {
        let of = |&(a, b, w, l, d): &(usize, usize, u64, u64, u64)| {
            let p = r[a].exp() / (r[a].exp() + r[b].exp());
            let half = d as f64 / 2.0;
            (w as f64 + half) * p.ln() + (l as f64 + half) * (1.0 - p).ln()
        };
        games.iter().map(of).sum()
    };
    let best: [f64; 4] = fit.ratings.clone().try_into().unwrap();
    assert!((likelihood(best) - fit.log_likelihood).abs() < 1e-12);
    assert!(best.iter().sum::<f64>().abs() < 1e-12);
    for at in 0..4 {
        for step in [-0.001, 0.001] {
            let mut near = best;
            near[at] += step;
            assert!(likelihood(near) < fit.log_likelihood, "{at} {step}");
        }
    }
}

#[test]
fn without_a_maximum_the_error_lists_the_groups() {
    let groups = |players, games: &[_]| match BradleyTerry::fit(&league(players, games)) {
        Err(RatingError::Groups(groups)) => groups,
        other => panic!("{other:?}"),
    };
    // 2 and 3 beat each other and everybody else; 0 lost all.
    let games = [
        (2, 3, 1, 1, 0),
        (2, 1, 1, 0, 0),
        (3, 0, 5, 0, 0),
        (1, 0, 1, 0, 0),
    ];
    assert_eq!(groups(4, &games), [vec![2, 3], vec![1], vec![0]]);
    // Two pairs that never met.
    assert_eq!(groups(4, &[(0, 1, 1, 1, 0), (2, 3, 1, 1, 0)]).len(), 2);
    // A single draw makes two players comparable.
    assert!(BradleyTerry::fit(&league(2, &[(0, 1, 5, 0, 1)])).is_ok());
}

/// A table of six, of whom 0 won everything, 4 and 5 lost to all before them, and 1 and 3 drew with 2. By hand: 1 beat
/// 3, so its rating x has s(x) + s(2x) = 3/2 where s(x) = 1 / (1 + exp(−x)); x is 0.7563.
#[test]
fn those_between_whom_results_went_both_ways_have_ratings() {
    let mut games: Vec<_> = (0..6)
        .flat_map(|a| (a + 1..6).map(move |b| (a, b, 1, 0, 0)))
        .collect();
    for game in &mut games {
        if matches!(game, (1, 2, ..) | (2, 3, ..)) {
            (game.2, game.4) = (0, 1);
        }
    }
    let table = league(6, &games);
    let groups = vec![vec![0], vec![1, 2, 3], vec![4], vec![5]];
    assert_eq!(
        BradleyTerry::fit(&table),
        Err(RatingError::Groups(groups.clone()))
    );
    let among = table.among(&groups[1]).unwrap();
    let ratings = BradleyTerry::fit(&among).unwrap().ratings;
    assert_close(&ratings, &[0.7563, 0.0, -0.7563], 5e-5);
    let stands = table.relations(&groups[1]);
    let [above, below] = [Relation::Above, Relation::Below].map(Some);
    assert_eq!(stands, [above, None, None, None, below, below]);
}

/// Rings of draws. Where players cannot be compared, the groups are told however many they are.
#[test]
fn too_many_rated_players_are_refused() {
    let ring = |players: usize, all: usize| {
        let games: Vec<_> = (0..players)
            .map(|i| (i, (i + 1) % players, 0, 0, 1))
            .collect();
        league(all, &games)
    };
    let most = League::MOST_RATED;
    let refused = Err(RatingError::Stats(StatsError::TooManyPlayers {
        players: most + 1,
        most,
    }));
    let large = ring(most + 1, most + 1);
    assert_eq!(BradleyTerry::fit(&large), refused);
    assert_eq!(
        BradleyTerry::with_prior(&large, 1.try_into().unwrap()),
        refused
    );
    let apart = BradleyTerry::fit(&ring(3, most + 1));
    assert!(matches!(apart, Err(RatingError::Groups(_))));
}

#[test]
fn extreme_results_have_finite_ratings() {
    let fit = BradleyTerry::fit(&league(2, &[(0, 1, 1_000_000_000_000, 1, 0)])).unwrap();
    assert_close(
        &fit.ratings,
        &[1e12f64.ln() / 2.0, -1e12f64.ln() / 2.0],
        1e-8,
    );
    assert!(fit.standard_errors[0] > 0.4 && fit.standard_errors[0] < 0.6);
}

/// 400 leagues of five players, 40 games a pair, fixed seed: of the 2,000 intervals ± 1.96 standard
/// errors, 1,900 cover the true rating on average. The five of a league are correlated; if they were
/// identical, the standard deviation of the count would be √(5 · 2000 · 0.95 · 0.05) = 22. At 92 %
/// coverage 1,840 would cover it, at 98 % 1,960.
#[test]
fn intervals_cover_the_truth_at_their_level() {
    let truth = [1.0, 0.5, 0.0, -0.5, -1.0];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20_240_601);
    let mut held = 0;
    for _ in 0..400 {
        let mut games = Vec::new();
        for a in 0..5 {
            for b in a + 1..5 {
                let chance = 1.0 / (1.0 + f64::exp(truth[b] - truth[a]));
                let won = |_: &u64| (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64 <= chance;
                let wins = (0..40).filter(won).count() as u64;
                games.push((a, b, wins, 40 - wins, 0));
            }
        }
        let fit = BradleyTerry::fit(&league(5, &games)).unwrap();
        let rated = fit.ratings.iter().zip(&fit.standard_errors).zip(truth);
        held += rated
            .filter(|((r, se), true_r)| (*r - true_r).abs() < 1.96 * *se)
            .count();
    }
    assert!((1_850..=1_950).contains(&held), "{held} of 2000");
}

/// Of two players with n games the lead has the standard error 1 / √(n p q), twice that of either rating
/// about their mean.
#[test]
fn the_error_of_a_lead_is_that_of_its_log_odds() {
    let fit = BradleyTerry::fit(&league(2, &[(0, 1, 64, 36, 0)])).unwrap();
    let expected = 1.0 / (100.0_f64 * 0.64 * 0.36).sqrt();
    assert_close(&[fit.lead_error(0, 1)], &[expected], 1e-9);
    assert_close(&[2.0 * fit.standard_errors[0]], &[expected], 1e-9);
    assert_eq!(fit.lead_error(1, 1), 0.0);
}

/// By hand: three pairings of n games around a circle, each won with 3/4 by the one before. All ratings are zero, so each
/// residual is n/4; its leverage is 2/3, so it counts as 3n/4. The covariance on mean zero is 4/(3n) for differences:
/// each rating has the variance 2 (3n/4)² (4/(3n))² = 2, whatever n. The fit alone would say 8/(9n).
#[test]
fn errors_clustered_by_pairing_by_hand() {
    for n in [100, 10_000] {
        let (won, lost) = (3 * n / 4, n / 4);
        let league = league(
            3,
            &[
                (0, 1, won, lost, 0),
                (1, 2, won, lost, 0),
                (2, 0, won, lost, 0),
            ],
        );
        let fit = BradleyTerry::fit(&league).unwrap();
        assert_close(
            &fit.standard_errors,
            &[(8.0 / (9.0 * n as f64)).sqrt(); 3],
            1e-9,
        );
        let clustered = fit.clustered_by_pairing(&league).unwrap();
        assert_close(&clustered.ratings, &fit.ratings, 1e-15);
        assert_close(&clustered.standard_errors, &[2.0_f64.sqrt(); 3], 1e-6);
        // Twice the variance and the same again for the covariance of minus half.
        assert_close(&[clustered.lead_error(0, 1)], &[6.0_f64.sqrt()], 1e-6);
    }
}

/// Without the only pairing of two players they fall apart: nothing tells how well it fits. Pairings that fit leave the
/// errors of the fit.
#[test]
fn errors_are_not_clustered_where_a_pairing_fits_by_itself() {
    let alone = league(2, &[(0, 1, 7, 3, 0)]);
    let fit = BradleyTerry::fit(&alone).unwrap();
    assert_eq!(fit.clustered_by_pairing(&alone), None);
    let even = league(3, &[(0, 1, 5, 5, 0), (1, 2, 5, 5, 0), (0, 2, 5, 5, 0)]);
    let fit = BradleyTerry::fit(&even).unwrap();
    let clustered = fit.clustered_by_pairing(&even).unwrap();
    assert_close(&clustered.standard_errors, &fit.standard_errors, 1e-12);
}

/// 100 leagues of 12 players who all meet 400 times, fixed seed: each pairing suits one of its two by a normal amount
/// of standard deviation 0.5 beside their ratings. Of 1,200 intervals of ± 1.96 clustered errors 95 to 98 % hold the
/// rating, for errors of the jackknife are a little large; those of a league hang together little, say as 6 of 12
/// independent ones, so the standard deviation of the share is 0.9 percentage points: less than 90 % by chance in 10⁻⁸.
/// Of the intervals of the fit alone less than half hold.
#[test]
fn clustered_intervals_hold_where_pairings_suit_one_player() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20_261_126);
    let mut uniform = move || (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let truth: Vec<f64> = (0..12)
        .map(|player| 0.2 * f64::from(player) - 1.1)
        .collect();
    let mut held = [0, 0];
    for _ in 0..100 {
        let mut games = Vec::new();
        for a in 0..12 {
            for b in a + 1..12 {
                let normal = (0..12).map(|_| uniform()).sum::<f64>() - 6.0;
                let lead = truth[a] - truth[b] + 0.5 * normal;
                let chance = 1.0 / (1.0 + f64::exp(-lead));
                let wins = (0..400).filter(|_| uniform() < chance).count() as u64;
                games.push((a, b, wins, 400 - wins, 0));
            }
        }
        let league = league(12, &games);
        let fit = BradleyTerry::fit(&league).unwrap();
        let clustered = fit.clustered_by_pairing(&league).unwrap();
        for (held, fit) in held.iter_mut().zip([fit, clustered]) {
            let rated = fit.ratings.iter().zip(&fit.standard_errors).zip(&truth);
            *held += rated
                .filter(|((r, se), true_r)| (*r - *true_r).abs() < 1.96 * *se)
                .count();
        }
    }
    assert!(held[0] < 600, "{held:?}");
    assert!((1_080..=1_190).contains(&held[1]), "{held:?}");
}

/// Two players and a prior, by sums over a fine grid of both ratings: how far the true ratings are from the likeliest
/// ones. The normal distribution there gives up to a fifth less.
#[test]
fn errors_with_a_prior_are_those_of_the_posterior() {
    for (wins, losses, draws) in [(6, 2, 2), (9, 1, 2), (1, 1, 1), (20, 20, 2)] {
        let league = league(2, &[(0, 1, wins, losses, 0)]);
        let fit = BradleyTerry::with_prior(&league, draws.try_into().unwrap()).unwrap();
        let log_chance = |x: f64| -(-x).exp().ln_1p();
        let of = |points: f64, lead: f64| points * (log_chance(lead) + log_chance(-lead));
        let prior = f64::from(draws) / 2.0;
        let density = |x: f64, y: f64| {
            let played = wins as f64 * log_chance(x - y) + losses as f64 * log_chance(y - x);
            (played + of(prior, x) + of(prior, y)).exp()
        };
        let (mut mass, mut square) = (0.0, 0.0);
        let lead = fit.ratings[0] - fit.ratings[1];
        for x in -300..=300 {
            for y in -300..=300 {
                let [x, y] = [x, y].map(|of| f64::from(of) / 15.0);
                let weight = density(x, y);
                mass += weight;
                square += weight * (x - y - lead).powi(2);
            }
        }
        let exact = (square / mass).sqrt();
        let found = fit.lead_error(0, 1);
        assert!((found / exact - 1.0).abs() < 0.03, "{found}, {exact}");
        assert!((fit.standard_errors[0] - found / 2.0).abs() < 1e-12);
    }
}
