//! Nash averages against published games, hand-made ones and an enumeration of supports.

use nalgebra::DMatrix;

use super::NashAverage;
use crate::Payoffs;

fn payoffs<const N: usize>(rows: [[f64; N]; N]) -> Payoffs {
    Payoffs::new(&rows.map(|row| row.to_vec())).unwrap()
}

fn assert_close(given: &[f64], expected: &[f64], what: &str) {
    assert_eq!(given.len(), expected.len());
    for (x, y) in given.iter().zip(expected) {
        assert!(
            (x - y).abs() < 1e-9,
            "{what}: {given:?} is not {expected:?}"
        );
    }
}

fn assert_average<const N: usize>(rows: [[f64; N]; N], weights: [f64; N], values: [f64; N]) {
    let average = NashAverage::new(&payoffs(rows)).unwrap();
    assert_close(&average.weights, &weights, "weights");
    assert_close(&average.values, &values, "values");
}

/// OpenSpiel, `algorithms/nash_averaging_test.py`: `game_rps`.
#[test]
fn rock_paper_scissors_is_even() {
    let game = [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]];
    assert_average(game, [1.0 / 3.0; 3], [0.0; 3]);
}

/// OpenSpiel, `algorithms/nash_averaging_test.py`: `game_trans`.
#[test]
fn in_a_transitive_game_the_best_player_has_all_the_weight() {
    let game = [[0.0, -1.0, -1.0], [1.0, 0.0, -1.0], [1.0, 1.0, 0.0]];
    assert_average(game, [0.0, 0.0, 1.0], [-1.0, -1.0, 0.0]);
}

/// OpenSpiel, `algorithms/nash_averaging_test.py`: `game0`, in which the last one dominates.
#[test]
fn dominated_players_have_no_weight() {
    let game = [
        [0.0, 234.0, 34.0, -270.0],
        [-234.0, 0.0, -38.0, -464.0],
        [-34.0, 38.0, 0.0, -270.0],
        [270.0, 464.0, 270.0, 0.0],
    ];
    assert_average(game, [0.0, 0.0, 0.0, 1.0], [-270.0, -464.0, -270.0, 0.0]);
}

/// Balduzzi et al. 2018, section 3: copies share their weight and change no value.
#[test]
fn copies_share_their_weight() {
    let game = [
        [0.0, 0.0, -1.0, 1.0],
        [0.0, 0.0, -1.0, 1.0],
        [1.0, 1.0, 0.0, -1.0],
        [-1.0, -1.0, 1.0, 0.0],
    ];
    assert_average(game, [1.0 / 6.0, 1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0], [0.0; 4]);
}

/// By hand: in a cycle of three each weight is proportional to the payoff between the other two.
#[test]
fn weights_in_an_uneven_cycle_are_the_payoffs_between_the_others() {
    // 0 beats 1 by 1, 1 beats 2 by 2, 2 beats 0 by 3: weights 2, 3 and 1 of six.
    let game = [[0.0, 1.0, -3.0], [-1.0, 0.0, 2.0], [3.0, -2.0, 0.0]];
    assert_average(game, [2.0 / 6.0, 3.0 / 6.0, 1.0 / 6.0], [0.0; 3]);
}

/// By hand: 0 and 1 tie, and both beat 2; every mixture of 0 and 1 is an equilibrium.
#[test]
fn the_equilibrium_of_largest_entropy_is_chosen() {
    let game = [[0.0, 0.0, 1.0], [0.0, 0.0, 0.5], [-1.0, -0.5, 0.0]];
    assert_average(game, [0.5, 0.5, 0.0], [0.0, 0.0, -0.75]);
    assert_average([[0.0; 3]; 3], [1.0 / 3.0; 3], [0.0; 3]);
    assert_average([[7.0]], [1.0], [0.0]);
}

/// By hand: the equilibria are (b + c, b, c, b), and with a copy of the third (b + 2c, b, c, b, c). The entropy is
/// stationary where (b + c) c³ = b⁴, with the copy where (b + 2c) c³ = b⁴: the shares of the others change.
#[test]
fn a_copy_may_shift_the_others_where_there_are_several_equilibria() {
    // c / b, the root of (1 + copies × r) r³ = 1.
    let ratio = |copies: f64| {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let r: f64 = f64::midpoint(low, high);
            if (1.0 + copies * r) * r * r * r < 1.0 {
                low = r;
            } else {
                high = r;
            }
        }
        low
    };
    let r = ratio(1.0);
    let b = 1.0 / (3.0 + 2.0 * r);
    let game = [
        [0.0, 1.0, 0.0, -1.0],
        [-1.0, 0.0, 1.0, 1.0],
        [0.0, -1.0, 0.0, 1.0],
        [1.0, -1.0, -1.0, 0.0],
    ];
    assert_average(game, [b + r * b, b, r * b, b], [0.0; 4]);

    let r = ratio(2.0);
    let b = 1.0 / (3.0 + 4.0 * r);
    let game = [
        [0.0, 1.0, 0.0, -1.0, 0.0],
        [-1.0, 0.0, 1.0, 1.0, 1.0],
        [0.0, -1.0, 0.0, 1.0, 0.0],
        [1.0, -1.0, -1.0, 0.0, -1.0],
        [0.0, -1.0, 0.0, 1.0, 0.0],
    ];
    assert_average(game, [b + 2.0 * r * b, b, r * b, b, r * b], [0.0; 5]);
}

/// By hand: 0 and 1 tie, 2 beats 0 by 1 and loses to 1 by 3, so 1 must weigh at least a quarter. Any
/// weight of 2 lets 1 gain, so 2 has none; against an even split 2 loses.
#[test]
fn entropy_is_limited_by_the_gains_of_players_outside_the_support() {
    let game = |to_0: f64, by_1: f64| [[0.0, 0.0, -to_0], [0.0, 0.0, by_1], [to_0, -by_1, 0.0]];
    assert_average(game(1.0, 3.0), [0.5, 0.5, 0.0], [0.0, 0.0, -1.0]);
    // Beating 0 by 3 and losing to 1 by 1, 2 would gain against an even split: 1 must weigh 3/4.
    assert_average(game(3.0, 1.0), [0.25, 0.75, 0.0], [0.0, 0.0, 0.0]);
}

#[test]
fn efrons_dice_all_have_weight() {
    // Efron's dice (M. Gardner, Scientific American, December 1970): each beats the
    // next with 2/3; of the others A and C are even at 4/9 to 5/9, B and D at 1/2.
    let (p, q) = (2.0 / 3.0, 1.0 / 3.0);
    let game = [
        [0.5, p, 4.0 / 9.0, q],
        [q, 0.5, p, 0.5],
        [5.0 / 9.0, q, 0.5, p],
        [p, 0.5, q, 0.5],
    ];
    // By hand: all payoffs are zero when A and C weigh a each, B 1/2 − 5a/6 and D 1/2 − 7a/6; the
    // entropy is stationary in a where 2 ln a = 5/6 ln B + 7/6 ln D.
    let [b, d] = [|a: f64| 0.5 - 5.0 * a / 6.0, |a: f64| 0.5 - 7.0 * a / 6.0];
    let (mut low, mut high) = (0.0, 3.0 / 7.0);
    for _ in 0..60 {
        let a = f64::midpoint(low, high);
        if 2.0 * a.ln() < 5.0 / 6.0 * b(a).ln() + 7.0 / 6.0 * d(a).ln() {
            low = a;
        } else {
            high = a;
        }
    }
    assert_average(game, [low, b(low), low, d(low)], [0.0; 4]);
}

/// The unique equilibrium of a generic game, by trying every support: solving by Cramer's rule for the
/// mixture against which the support has payoff zero, until no player gains.
fn by_enumeration(game: &Payoffs) -> Vec<f64> {
    let players = game.players();
    for subset in 1u32..1 << players {
        let support: Vec<usize> = (0..players).filter(|i| subset >> i & 1 == 1).collect();
        let k = support.len();
        // Cofactors of the last row of the support's matrix, which are in the null space of an
        // antisymmetric matrix of odd size.
        let minor = |skip: usize| -> f64 {
            let columns: Vec<usize> = (0..k).filter(|&c| c != skip).collect();
            let rows: Vec<Vec<f64>> = (0..k - 1)
                .map(|r| {
                    columns
                        .iter()
                        .map(|&c| game.get(support[r], support[c]))
                        .collect()
                })
                .collect();
            if skip.is_multiple_of(2) {
                determinant(&rows)
            } else {
                -determinant(&rows)
            }
        };
        let shares: Vec<f64> = (0..k).map(minor).collect();
        let sum: f64 = shares.iter().sum();
        let mut weights = vec![0.0; players];
        for (&player, share) in support.iter().zip(&shares) {
            weights[player] = share / sum;
        }
        let fair = weights.iter().all(|w| *w >= -1e-12) && sum.abs() > 1e-12;
        if fair && game.against(&weights).iter().all(|gain| *gain < 1e-9) {
            return weights;
        }
    }
    panic!("no equilibrium");
}

/// By expansion along the first row.
fn determinant(rows: &[Vec<f64>]) -> f64 {
    let Some((first, rest)) = rows.split_first() else {
        return 1.0;
    };
    let without = |column: usize| -> Vec<Vec<f64>> {
        let cut = |row: &Vec<f64>| [&row[..column], &row[column + 1..]].concat();
        rest.iter().map(cut).collect()
    };
    let term = |(column, value): (usize, &f64)| {
        let sign = if column.is_multiple_of(2) { 1.0 } else { -1.0 };
        sign * value * determinant(&without(column))
    };
    first.iter().enumerate().map(term).sum()
}

/// Payoffs by a fixed congruential generator, with strengths of some spread.
fn random_game(players: usize, spread: f64, mut state: u64) -> Payoffs {
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    let strengths: Vec<f64> = (0..players).map(|_| spread * next()).collect();
    let mut rows = vec![vec![0.0; players]; players];
    for i in 0..players {
        for j in 0..i {
            rows[i][j] = strengths[i] - strengths[j] + next();
            rows[j][i] = -rows[i][j];
        }
    }
    Payoffs::new(&rows).unwrap()
}

/// 60 games of seven players, half of them with a clear order.
#[test]
fn small_games_agree_with_the_enumeration_of_supports() {
    for seed in 0..60 {
        let game = random_game(7, f64::from(u8::from(seed % 2 == 0)), seed);
        let average = NashAverage::new(&game).unwrap();
        assert_close(
            &average.weights,
            &by_enumeration(&game),
            &format!("game {seed}"),
        );
    }
}

/// The conditions of an equilibrium, in games too large to enumerate: weights add up to one and no
/// player gains.
#[test]
fn no_player_gains_against_the_average_of_a_large_game() {
    for (players, spread) in [(40, 0.0), (120, 0.5), (120, 5.0)] {
        let game = random_game(players, spread, 7);
        let average = NashAverage::new(&game).unwrap();
        assert!((average.weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(average.weights.iter().all(|&weight| weight >= 0.0));
        let pairs = average.weights.iter().zip(&average.values);
        for (weight, value) in pairs {
            assert!(
                *value < 1e-9 && weight * value.abs() < 1e-9,
                "{weight} at {value}"
            );
        }
    }
}

/// Both solvers on payoffs with many ties: wins and losses only, and few levels. The simplex method must
/// not fall back on the linear program; the equilibria may differ.
#[test]
fn the_simplex_method_handles_ties() {
    for (players, levels) in [(3, 1.0), (30, 1.0), (60, 2.0), (90, 5.0)] {
        let game = random_game(players, 1.0, 99);
        let level =
            |row, column| (game.get(row, column).clamp(-1.0, 1.0) * levels).round() / levels;
        let rounded = DMatrix::from_fn(players, players, level);
        for weights in [
            super::simplex::equilibrium(&rounded).unwrap(),
            super::interior::equilibrium(&rounded).unwrap(),
        ] {
            assert!((weights.sum() - 1.0).abs() < 1e-9 && weights.min() > -1e-9);
            assert!((&rounded * &weights).max() < 5e-8, "{players} players");
        }
    }
    let even = super::simplex::equilibrium(&DMatrix::zeros(4, 4)).unwrap();
    assert!((even.sum() - 1.0).abs() < 1e-12);
}

/// By hand, of three reported games: all equilibria on a line, and where on it the entropy is stationary.
#[test]
fn the_most_even_of_a_line_of_equilibria_is_found() {
    // E = F = x, C = G = 2x, H = 6x, B = 1 - 12x, 1/18 <= x <= 1/13: 12 ln B = 12 ln x + 4 ln 2 + 6 ln 6.
    let game = [
        [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0],
        [-1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -0.5, 0.0],
        [0.0, -1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, -1.0, 0.0, 0.0, 1.0, -1.0, 0.5],
        [0.0, 0.0, 0.0, -1.0, -1.0, 0.0, -1.0, 0.5],
        [0.0, 0.0, 0.5, 0.0, 1.0, 1.0, 0.0, -0.5],
        [1.0, 0.0, 0.0, 0.0, -0.5, -0.5, 0.5, 0.0],
    ];
    let ratio = f64::exp((4.0 * 2f64.ln() + 6.0 * 6f64.ln()) / 12.0);
    let x = 1.0 / (12.0 + ratio);
    assert!((x - 0.066_286).abs() < 5e-7, "{x}");
    let weights = [0.0, 1.0 - 12.0 * x, 2.0 * x, 0.0, x, x, 2.0 * x, 6.0 * x];
    assert_close(
        &NashAverage::new(&payoffs(game)).unwrap().weights,
        &weights,
        "reported as a panic",
    );

    // E = G = x, C = D = 2x, H = 10x, A = 1 - 16x: 16 ln A = 16 ln x + 4 ln 2 + 10 ln 10.
    let game = [
        [0.0, 1.0, 0.0, 0.0, 0.0, -0.2, 0.0, 0.0],
        [-1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0],
        [0.0, -1.0, 0.0, -1.0, -0.2, -1.0, 0.2, 0.2],
        [0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, -0.2],
        [0.0, 0.0, 0.2, 0.0, 0.0, 0.0, -0.4, 0.0],
        [0.2, 0.0, 1.0, -1.0, 0.0, 0.0, 0.0, -1.0],
        [0.0, -1.0, -0.2, 0.0, 0.4, 0.0, 0.0, 0.0],
        [0.0, 0.0, -0.2, 0.2, 0.0, 1.0, 0.0, 0.0],
    ];
    let ratio = f64::exp((4.0 * 2f64.ln() + 10.0 * 10f64.ln()) / 16.0);
    let x = 1.0 / (16.0 + ratio);
    assert!((2.0 * x - 0.0952).abs() < 5e-5, "{x}");
    let weights = [1.0 - 16.0 * x, 0.0, 2.0 * x, 2.0 * x, x, 0.0, x, 10.0 * x];
    assert_close(
        &NashAverage::new(&payoffs(game)).unwrap().weights,
        &weights,
        "reported as not converging",
    );

    // (0, a, 1/2 - a, 1/2 - 2a, 2a), 0 <= a <= 1/6: stationary where 4 a^3 = (1/2 - 2a)^2 (1/2 - a).
    let game = [
        [0.0, 0.5, -1.0, -0.5, 1.0],
        [-0.5, 0.0, 1.0, -1.0, -0.5],
        [1.0, -1.0, 0.0, 0.0, 0.5],
        [0.5, 1.0, 0.0, 0.0, -0.5],
        [-1.0, 0.5, -0.5, 0.5, 0.0],
    ];
    let (mut low, mut high) = (0.0, 1.0 / 6.0);
    for _ in 0..60 {
        let a: f64 = f64::midpoint(low, high);
        let rest = 0.5 - 2.0 * a;
        if 4.0 * a * a * a < rest * rest * (0.5 - a) {
            low = a;
        } else {
            high = a;
        }
    }
    assert!((low - 0.15085).abs() < 5e-6, "{low}");
    let weights = [0.0, low, 0.5 - low, 0.5 - 2.0 * low, 2.0 * low];
    assert_close(
        &NashAverage::new(&payoffs(game)).unwrap().weights,
        &weights,
        "reported as wrong",
    );
}

/// By hand: 2 to 6 weigh x, z, y, x + y and x in every equilibrium, where both 0 and 1 limit z alike, to at least x + y.
/// At this limit the entropy is stationary where y² (x + y) = x³. The limits depend on each other.
#[test]
fn the_same_limit_by_two_players_does_no_harm() {
    let game = [
        [0.0, -1.0, -1.0, -1.0, 0.0, 1.0, 1.0],
        [1.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0],
        [1.0, 0.0, 0.0, 0.0, 1.0, -1.0, 1.0],
        [1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 1.0],
        [-1.0, -1.0, 1.0, 0.0, 0.0, 0.0, -1.0],
        [-1.0, 0.0, -1.0, 0.0, -1.0, 1.0, 0.0],
    ];
    // y / x, the inverse of the plastic ratio.
    let ratio = 0.754_877_666_246_692_8;
    let x = 1.0 / (4.0 + 3.0 * ratio);
    let (y, z) = (ratio * x, (1.0 + ratio) * x);
    assert_average(game, [0.0, 0.0, x, z, y, z, x], [0.0; 7]);
}

/// By hand: the equilibria lie between (2, 1, 1, 0) / 4 and (g, 0, 0, 1) / (g + 1). At a small weight w of the last
/// the entropy is stationary where ln w = (g − 1)/2 ln 2 − (g + 1) ln 2, so w = 2^−(g + 3)/2.
#[test]
fn the_most_even_equilibrium_may_have_tiny_weights() {
    for gain in [97.0, 197.0, 997.0] {
        let game = [
            [0.0, 1.0, -1.0, 0.0],
            [-1.0, 0.0, 2.0, gain],
            [1.0, -2.0, 0.0, -gain],
            [0.0, -gain, gain, 0.0],
        ];
        let average = NashAverage::new(&payoffs(game)).unwrap();
        assert_close(&average.weights, &[0.5, 0.25, 0.25, 0.0], "weights");
        let tiny = average.weights[3] / f64::exp2(-(gain + 3.0) / 2.0);
        assert!((tiny - 1.0).abs() < 1e-6, "{gain}: {tiny}");
    }
}

/// A game of few levels, most of its payoffs equal.
fn game_of_ties(players: usize, levels: &[f64], next: &mut impl FnMut() -> u64) -> DMatrix<f64> {
    let mut game = DMatrix::zeros(players, players);
    for i in 0..players {
        for j in 0..i {
            let level = levels[(next() % levels.len() as u64) as usize];
            game[(i, j)] = level;
            game[(j, i)] = -level;
        }
    }
    game
}

/// What makes a mixture the most even equilibrium: nobody gains, and towards no other equilibrium the entropy
/// grows. The others are corners that the simplex method finds with the players in several orders. Returns false
/// where no average is found.
fn is_most_even(game: &DMatrix<f64>) -> bool {
    let players = game.nrows();
    let rows: Vec<Vec<f64>> = game
        .row_iter()
        .map(|row| row.iter().copied().collect())
        .collect();
    let Ok(average) = NashAverage::new(&Payoffs::new(&rows).unwrap()) else {
        return false;
    };
    let weights = &average.weights;
    assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{game}");
    assert!(average.values.iter().all(|value| *value <= 1e-9), "{game}");
    for turn in 0..4 {
        let order: Vec<usize> = (0..players)
            .map(|at| (at + turn * players / 4) % players)
            .collect();
        let turned = game.select_rows(&order).select_columns(&order);
        let Some(corner) = super::simplex::equilibrium(&turned) else {
            continue;
        };
        if (&turned * &corner).max() > 1e-7 {
            continue;
        }
        // The corner is off by what keeps its rows from ties; of a weight at zero the entropy would grow without bound.
        let corner = corner.map(|weight| if weight < 1e-4 { 0.0 } else { weight });
        let towards: f64 = order
            .iter()
            .zip(&corner)
            .map(|(&player, to)| (to - weights[player]) * f64::ln(weights[player].max(1e-300)))
            .sum();
        assert!(towards > -1e-4, "{towards}: {weights:?} {corner} {game}");
    }
    true
}

/// Checks the averages of random games of up to `most` players and returns how many have no average; panics at a wrong one.
fn games_of_ties_without(games: u64, most: u64, seed: u64) -> usize {
    let mut state = seed;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let kinds: [&[f64]; 4] = [
        &[-1.0, 0.0, 1.0],
        &[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, -1.0, 0.5, -0.5, 0.2],
        &[-1.0, 1.0],
        &[-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0],
    ];
    let is_solved = |game: &u64| {
        let players = 2 + (next() % (most - 1)) as usize;
        is_most_even(&game_of_ties(
            players,
            kinds[(game % 4) as usize],
            &mut next,
        ))
    };
    games as usize - (0..games).filter(is_solved).count()
}

/// 6,000 games of up to 16 players with many ties, as leagues of few games have them.
#[test]
fn games_of_ties_have_their_most_even_equilibrium() {
    assert_eq!(games_of_ties_without(6000, 16, 1), 0);
}

/// 100,000 games of up to 60 players from each of three seeds.
#[test]
#[ignore = "statistical: 300,000 games; false alarm 0; finds a method that fails in 1 of 65,000 with 99 %"]
fn many_games_of_ties_have_their_most_even_equilibrium() {
    let without = [2, 3, 4].map(|seed| games_of_ties_without(100_000, 60, seed));
    assert_eq!(without, [0; 3]);
}
