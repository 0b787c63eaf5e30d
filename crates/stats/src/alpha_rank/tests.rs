//! α-rank against published chains and hand-made ones.

use super::AlphaRank;
use crate::Payoffs;

fn masses<const N: usize>(rows: [[f64; N]; N], population: u32, intensity: f64) -> Vec<f64> {
    let payoffs = Payoffs::new(&rows.map(|row| row.to_vec())).unwrap();
    AlphaRank::new(population, intensity)
        .unwrap()
        .masses(&payoffs)
}

fn assert_masses(given: &[f64], expected: &[f64], within: f64) {
    assert_eq!(given.len(), expected.len());
    for (x, y) in given.iter().zip(expected) {
        assert!((x - y).abs() < within, "{given:?} is not {expected:?}");
    }
}

const ROCK_PAPER_SCISSORS: [[f64; 3]; 3] = [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]];

/// OpenSpiel, `egt/alpharank_test.py`, `test_stationary_distribution`: the commitment game of T. A.
/// Han, L. M. Pereira, F. C. Santos and T. Lenaerts, Scientific Reports 3 (2013) 2695.
#[test]
fn the_commitment_game_of_han_et_al() {
    let (r, t, p, s, delta, eps) = (1.0, 2.0, 0.0, -1.0, 4.0, 0.25);
    let game = [
        [r - eps / 2.0, r - eps, 0.0, s + delta - eps, r - eps],
        [r, r, s, s, s],
        [0.0, t, p, p, p],
        [t - delta, t, p, p, p],
        [r, t, p, p, p],
    ];
    let published = [
        0.409_667_87,
        0.079_598_41,
        0.205_069_98,
        0.085_059_83,
        0.220_603_9,
    ];
    assert_masses(&masses(game, 20, 0.1), &published, 1e-4);
}

/// Omidshafiei et al. 2019, figure 3: one third each, at every selection intensity; and the same
/// for the biased game of figure 4 when selection is strong.
#[test]
fn rock_paper_scissors_is_even() {
    for intensity in [0.0, 0.1, 1.0, 100.0, 1e6] {
        assert_masses(
            &masses(ROCK_PAPER_SCISSORS, 50, intensity),
            &[1.0 / 3.0; 3],
            1e-12,
        );
    }
    let biased = [[0.0, -0.5, 1.0], [0.5, 0.0, -0.1], [-1.0, 0.1, 0.0]];
    assert_masses(&masses(biased, 50, 1e4), &[1.0 / 3.0; 3], 1e-12);
}

/// By hand, for two players of a zero-sum game in which 0 gains g: the fixation probabilities are in
/// the ratio exp((m − 1) u) with u = α g m / (m − 1), as each chain of steps is the other one reversed.
#[test]
fn two_players_by_hand() {
    for (gain, population, intensity) in [(0.3, 10, 0.5), (-0.02, 50, 1.0), (0.7, 2, 0.1)] {
        let odds = (intensity * gain * f64::from(population)).exp();
        let expected = [odds / (1.0 + odds), 1.0 / (1.0 + odds)];
        let game = [[0.0, gain], [-gain, 0.0]];
        assert_masses(&masses(game, population, intensity), &expected, 1e-12);
    }
}

/// By hand: hawks and doves in a population of 3 at α = 1. With one and two mutants a hawk's fitness
/// is 2, then (−1 + 2)/2; a dove's is (0 + 1)/2, then 0.
#[test]
fn a_game_that_is_not_zero_sum_by_hand() {
    let (hawk, dove): (f64, f64) = {
        let hawk = [2.0 - 0.5f64, 0.5 - 0.0];
        // The mutant hawk's leads; the mutant dove's are the same reversed, with the other sign.
        let chance =
            |first: f64, second: f64| 1.0 / (1.0 + (-first).exp() + (-first - second).exp());
        (chance(hawk[0], hawk[1]), chance(-hawk[1], -hawk[0]))
    };
    let expected = [hawk / (hawk + dove), dove / (hawk + dove)];
    assert_masses(&masses([[-1.0, 2.0], [0.0, 1.0]], 3, 1.0), &expected, 1e-12);
}

/// By hand: a coordination game. With m = 3 the leads of one mutant are those of the other reversed,
/// with the other sign, so the ratio of the masses is exp of their sum at any selection intensity.
#[test]
fn probabilities_that_underflow_still_compare() {
    // Payoff 2 if both go left, 2 + x if both go right, 0 otherwise. The mutant that goes right has leads
    // (0 + 0) − (2 + 0)/2 = −1 and (2 + x)/2 − 0: their sum is x/2.
    for (extra, intensity) in [(0.01, 1000.0), (0.0, 1e5), (0.000_01, 1e5)] {
        let odds = (intensity * extra / 2.0f64).exp();
        let expected = [1.0 / (1.0 + odds), odds / (1.0 + odds)];
        let game = [[2.0, 0.0], [0.0, 2.0 + extra]];
        assert_masses(&masses(game, 3, intensity), &expected, 1e-9);
    }
}

/// Strong selection gives the whole mass to a player that beats all others, even by a small margin.
#[test]
fn strong_selection_gives_the_best_player_all_the_mass() {
    let game = [[0.0, -1.0, -0.01], [1.0, 0.0, -0.02], [0.01, 0.02, 0.0]];
    assert_masses(&masses(game, 50, 1e6), &[0.0, 0.0, 1.0], 1e-12);
    // A cycle at the top shares the mass; a player that loses to all of the cycle has none.
    let top = [
        [0.0, -1.0, 1.0, 1.0],
        [1.0, 0.0, -1.0, 1.0],
        [-1.0, 1.0, 0.0, 1.0],
        [-1.0, -1.0, -1.0, 0.0],
    ];
    let third = 1.0 / 3.0;
    assert_masses(&masses(top, 50, 100.0), &[third, third, third, 0.0], 1e-12);
}

/// Without selection payoffs do not matter.
#[test]
fn without_selection_all_are_equal() {
    let game = [[3.0, 1.0, 4.0], [1.0, 5.0, 9.0], [2.0, 6.0, 5.0]];
    assert_masses(&masses(game, 7, 0.0), &[1.0 / 3.0; 3], 1e-12);
}

/// A constant added to all payoffs changes nothing, but selects the computation by logarithms.
#[test]
fn doubles_and_logarithms_agree() {
    let by_doubles = masses(ROCK_PAPER_SCISSORS.map(|row| row.map(|x| 0.3 * x)), 20, 0.1);
    let by_logarithms = masses(
        ROCK_PAPER_SCISSORS.map(|row| row.map(|x| 0.3 * x + 0.1)),
        20,
        0.1,
    );
    assert_masses(&by_doubles, &by_logarithms, 1e-12);
    let game = [[0.0, 0.25, -0.5], [-0.25, 0.0, 0.125], [0.5, -0.125, 0.0]];
    let shifted = game.map(|row| row.map(|x| x + 1e-3));
    assert_masses(&masses(game, 20, 0.7), &masses(shifted, 20, 0.7), 1e-12);
}

#[test]
fn impossible_settings_are_refused() {
    assert!(AlphaRank::new(1, 1.0).is_err());
    assert!(AlphaRank::new(AlphaRank::MAX_POPULATION + 1, 1.0).is_err());
    for intensity in [-0.1, f64::NAN, f64::INFINITY] {
        assert!(AlphaRank::new(50, intensity).is_err());
    }
}
