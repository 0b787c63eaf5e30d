//! How far the true ratings may be from the likeliest ones, beyond a normal distribution.

use nalgebra::{DMatrix, DVector};

use super::{pair_variance, win_chance};
use crate::league::League;

/// Mean squares and products of the distances between true ratings and the likeliest ones, given the inverse of the
/// information there, in which the last player has the rating 0.
///
/// The distribution of the ratings is skewed towards the extremes, since a chance near 0 or 1 changes little with the
/// lead, and has longer tails than a normal one. Its mean and covariance to the next order follow from the third and
/// fourth derivatives of the log-likelihood (P. McCullagh, Tensor Methods in Statistics (1987), section 7.4); the
/// square of the distance of its mean from the likeliest ratings is added, as the ratings are the likeliest.
///
/// The derivatives are along the leads of pairs, so all sums are products of matrices.
pub(super) fn mean_squares(
    league: &League,
    ratings: &DVector<f64>,
    inverse: &DMatrix<f64>,
) -> DMatrix<f64> {
    let third = third_derivatives(league, ratings);
    let players = league.players();
    let pull = DVector::from_fn(players, |a, _| {
        let of = |b| third[(a, b)] * pair_variance(inverse, a, b);
        (0..players).map(of).sum::<f64>() / 2.0
    });
    let shift = inverse * pull;
    let curvature = along_pairs(league, ratings, inverse, &shift) + between_pairs(&third, inverse);
    inverse + inverse * curvature * inverse + &shift * shift.transpose()
}

/// The third derivative of the log-likelihood by the lead of each player over each other.
fn third_derivatives(league: &League, ratings: &DVector<f64>) -> DMatrix<f64> {
    let mut third = DMatrix::zeros(league.players(), league.players());
    for meeting in league.meetings() {
        let (a, b) = (meeting.a, meeting.b);
        let chance = win_chance(ratings[a] - ratings[b]);
        let of = -(meeting.games() as f64) * chance * (1.0 - chance) * (1.0 - 2.0 * chance);
        third[(a, b)] += of;
        third[(b, a)] -= of;
    }
    third
}

/// What the fourth derivatives, and the third ones at the mean, add to the curvature: of each pair half of the fourth
/// times the variance of its lead, and the third times the shift of its lead.
fn along_pairs(
    league: &League,
    ratings: &DVector<f64>,
    inverse: &DMatrix<f64>,
    shift: &DVector<f64>,
) -> DMatrix<f64> {
    let mut curvature = DMatrix::zeros(league.players(), league.players());
    for meeting in league.meetings() {
        let (a, b) = (meeting.a, meeting.b);
        let chance = win_chance(ratings[a] - ratings[b]);
        let even = chance * (1.0 - chance);
        let fourth = -(1.0 - 6.0 * even) / 2.0 * pair_variance(inverse, a, b);
        let third = -(1.0 - 2.0 * chance) * (shift[a] - shift[b]);
        let of = meeting.games() as f64 * even * (fourth + third);
        curvature[(a, a)] += of;
        curvature[(b, b)] += of;
        curvature[(a, b)] -= of;
        curvature[(b, a)] -= of;
    }
    curvature
}

/// What the third derivatives of two pairs add together: ½ Σⱼₖ Tᵢⱼ Tₗₖ c², where c = Vᵢₗ − Vᵢₖ − Vⱼₗ + Vⱼₖ is the covariance
/// of the leads of i over j and of l over k. The square is multiplied out: each of its terms is a product of matrices,
/// so the cost grows with the cube of the number of players, not with the square of that of the pairs.
fn between_pairs(third: &DMatrix<f64>, inverse: &DMatrix<f64>) -> DMatrix<f64> {
    let squares = inverse.component_mul(inverse);
    let sums = third.column_sum();
    let rows = DMatrix::from_diagonal(&sums);
    let product = third * inverse;
    let back = product.transpose();
    let mixed = third * inverse.component_mul(&back);
    let one_fixed = third * &squares * &rows - product.component_mul(inverse) * &rows * 2.0;
    let of_squares = &rows * &squares * &rows + third * &squares * third.transpose();
    let of_products =
        inverse.component_mul(&(&product * third.transpose())) + product.component_mul(&back);
    let half = of_squares / 2.0 + of_products;
    let other = one_fixed / 2.0 - mixed;
    half + &other + other.transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The products of matrices against the sum over all pairs of pairs.
    #[test]
    fn third_derivatives_of_two_pairs_add_up() {
        const PLAYERS: usize = 5;
        let of = |a: usize, b: usize| ((7 * a + 3 * b) % 11) as f64 - 4.5;
        let third = DMatrix::from_fn(PLAYERS, PLAYERS, |a, b| of(a, b) - of(b, a));
        let inverse = DMatrix::from_fn(PLAYERS, PLAYERS, |a, b| of(a, b) + of(b, a));
        let found = between_pairs(&third, &inverse);
        for i in 0..PLAYERS {
            for l in 0..PLAYERS {
                let mut expected = 0.0;
                for j in 0..PLAYERS {
                    for k in 0..PLAYERS {
                        let leads =
                            inverse[(i, l)] - inverse[(i, k)] - inverse[(j, l)] + inverse[(j, k)];
                        expected += third[(i, j)] * third[(l, k)] * leads * leads / 2.0;
                    }
                }
                assert!((found[(i, l)] - expected).abs() < 1e-9 * expected.abs().max(1.0));
            }
        }
    }
}
