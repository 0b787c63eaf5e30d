//! Hodge decomposition of payoffs into ratings and a cyclic part.

use nalgebra::{Cholesky, DMatrix, DVector};

use crate::error::StatsError;
use crate::graph::{Graph, components};

/// Splits payoffs between pairs into a part explained by ratings and a cyclic part.
///
/// Ratings explain a payoff by the difference of two ratings. They are fitted by least squares on the
/// graph of pairs that met, with equal weights; the residuals are the cyclic part. This is the Hodge
/// decomposition of a flow on a graph: X. Jiang, L.-H. Lim, Y. Yao and Y. Ye, "Statistical ranking and
/// combinatorial Hodge theory",
/// Mathematical Programming 127 (2011) 203–244; O. Candogan, I. Menache, A. Ozdaglar and P. A.
/// Parrilo, "Flows and decompositions of games", Mathematics of Operations Research 36 (2011)
/// 474–503.
#[derive(Debug, Clone)]
pub struct Decomposition {
    pairs: Vec<(usize, usize)>,
    /// Pseudo-inverse of the graph's Laplacian.
    inverse: DMatrix<f64>,
    groups: usize,
}

/// Squared length of a flow and of its cyclic part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lengths {
    /// Of the whole flow.
    pub total: f64,
    /// Of its cyclic part.
    pub cyclic: f64,
}

/// Variances of estimated squared lengths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LengthErrors {
    /// Variance of the length of the whole flow.
    pub(crate) total: f64,
    /// Variance of the length of its cyclic part.
    pub(crate) cyclic: f64,
    /// Their covariance.
    pub(crate) both: f64,
}

impl Lengths {
    /// The cyclic share, which may leave [0, 1] after correction for noise; `None` unless the total is
    /// positive.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.total > 0.0).then(|| self.cyclic / self.total)
    }
}

impl Decomposition {
    /// Prepares the decomposition for these pairs of players, each pair once.
    ///
    /// # Errors
    ///
    /// [`StatsError::Player`] for a player out of range.
    pub fn new(players: usize, pairs: &[(usize, usize)]) -> Result<Self, StatsError> {
        if let Some(pair) = pairs.iter().find(|pair| pair.0.max(pair.1) >= players) {
            return Err(StatsError::Player(pair.0.max(pair.1)));
        }
        let mut graph = Graph::new(players);
        let mut laplacian = DMatrix::zeros(players, players);
        for &(a, b) in pairs {
            graph.add(a, b);
            graph.add(b, a);
            laplacian[(a, a)] += 1.0;
            laplacian[(b, b)] += 1.0;
            laplacian[(a, b)] -= 1.0;
            laplacian[(b, a)] -= 1.0;
        }
        let groups = components(&graph);
        // Within a connected group ratings are determined only up to a common shift: adding the
        // projection onto that direction makes the matrix invertible, and it is subtracted afterwards.
        add_shifts(&mut laplacian, &groups, 1.0);
        let mut inverse = Cholesky::new(laplacian)
            .ok_or(StatsError::NoConvergence("the cyclic share"))?
            .inverse();
        add_shifts(&mut inverse, &groups, -1.0);
        Ok(Self {
            pairs: pairs.to_vec(),
            inverse,
            groups: groups.len(),
        })
    }

    /// Number of independent cycles among the pairs; with none, ratings explain every payoff.
    #[must_use]
    pub fn cycles(&self) -> usize {
        self.pairs.len() + self.groups - self.inverse.nrows()
    }

    /// The least-squares ratings of `flow`, one payoff for each pair.
    #[must_use]
    pub fn ratings(&self, flow: &[f64]) -> Vec<f64> {
        let mut surplus = DVector::zeros(self.inverse.nrows());
        for (&(a, b), payoff) in self.pairs.iter().zip(flow) {
            surplus[a] += payoff;
            surplus[b] -= payoff;
        }
        (&self.inverse * surplus).as_slice().to_vec()
    }

    /// The squared lengths of `flow`, one payoff for each pair.
    #[must_use]
    pub fn lengths(&self, flow: &[f64]) -> Lengths {
        let ratings = self.ratings(flow);
        let pairs = self.pairs.iter().zip(flow);
        let residuals = pairs.map(|(&(a, b), payoff)| (payoff - ratings[a] + ratings[b]).powi(2));
        Lengths {
            total: flow.iter().map(|payoff| payoff * payoff).sum(),
            cyclic: residuals.sum(),
        }
    }

    /// The expected contribution of independent noise with these variances to the squared lengths.
    ///
    /// Noise has no preferred direction, so most of it is cyclic. The share of the noise of pair (a, b)
    /// that ratings explain is the effective resistance between a and b in the graph of all pairs.
    #[must_use]
    pub fn noise(&self, variances: &[f64]) -> Lengths {
        let pairs = self.pairs.iter().zip(variances);
        let free = |&(a, b): &(usize, usize)| (1.0 - self.resistance(a, b)).max(0.0);
        Lengths {
            total: variances.iter().sum(),
            cyclic: pairs.map(|(pair, v)| free(pair) * v).sum(),
        }
    }

    /// Variances of the squared lengths of `flow` less noise, for independent noise with these variances, each estimated
    /// from so many games of its pair.
    ///
    /// A squared length is a quadratic form in the flow. Of normal noise with covariance V the form with matrix A has
    /// the variance 2 tr(AVAV) + 4 f′AVAf at the flow f without noise (S. R. Searle, Linear Models, 1971, section 2.5);
    /// the second term is estimated without bias from the flow with noise, and is not negative. That the variance of a
    /// pair is estimated as well, from n games, adds about 1 / (n - 1) of its own part of the first.
    pub(crate) fn errors(&self, flow: &[f64], variances: &[f64], games: &[u64]) -> LengthErrors {
        let ratings = self.ratings(flow);
        let players = self.inverse.nrows();
        let mut spread = DMatrix::zeros(players, players);
        for (&(a, b), v) in self.pairs.iter().zip(variances) {
            spread[(a, a)] += v;
            spread[(b, b)] += v;
            spread[(a, b)] -= v;
            spread[(b, a)] -= v;
        }
        let ranked = &self.inverse * spread;
        // Of the ratings' own projection H: tr(HVHV).
        let ranked = ranked.component_mul(&ranked.transpose()).sum();
        let mut errors = LengthErrors {
            total: 0.0,
            cyclic: 0.0,
            both: 0.0,
        };
        // Those of noise alone: 2 tr(AVAV), the smallest that they can be.
        let mut least = LengthErrors {
            cyclic: 2.0 * ranked,
            ..errors
        };
        for (at, &(a, b)) in self.pairs.iter().enumerate() {
            let (payoff, v, n) = (flow[at], variances[at], games[at] as f64);
            let rest = payoff - ratings[a] + ratings[b];
            let free = 1.0 - self.resistance(a, b);
            let square = v * v;
            // What the estimate of the variance adds; of a single game it is no better than that.
            let estimated = square / if n > 1.0 { n - 1.0 } else { 1.0 };
            least.total += 2.0 * (square + estimated);
            least.both += 2.0 * free * (square + estimated);
            // P = 1 - H projects on cycles: tr(PVPV) = Σ (1 - 2h) v² + tr(HVHV).
            least.cyclic += 2.0 * ((2.0 * free - 1.0) * square + free * free * estimated);
            errors.total += 4.0 * (v * payoff * payoff - square);
            errors.both += 4.0 * (v * rest * payoff - free * square);
            errors.cyclic += 4.0 * (v * rest * rest - (2.0 * free - 1.0) * square);
        }
        errors.cyclic -= 4.0 * ranked;
        LengthErrors {
            total: least.total + errors.total.max(0.0),
            both: least.both + errors.both.max(0.0),
            cyclic: least.cyclic + errors.cyclic.max(0.0),
        }
    }

    /// The effective resistance between two players in the graph of all pairs: the share of their pair's noise that
    /// ratings explain.
    fn resistance(&self, a: usize, b: usize) -> f64 {
        self.inverse[(a, a)] + self.inverse[(b, b)] - 2.0 * self.inverse[(a, b)]
    }

    /// The squared lengths of `flow` less the expected contribution of noise.
    #[must_use]
    pub fn corrected(&self, flow: &[f64], variances: &[f64]) -> Lengths {
        let (lengths, noise) = (self.lengths(flow), self.noise(variances));
        Lengths {
            total: lengths.total - noise.total,
            cyclic: lengths.cyclic - noise.cyclic,
        }
    }
}

/// Adds `times` the projection onto equal shifts within each group.
fn add_shifts(matrix: &mut DMatrix<f64>, groups: &[Vec<usize>], times: f64) {
    for group in groups {
        let each = times / group.len() as f64;
        for &row in group {
            for &column in group {
                matrix[(row, column)] += each;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Decomposition, Lengths};

    fn assert_near(left: f64, right: f64) {
        assert!((left - right).abs() < 1e-12, "{left} is not {right}");
    }

    fn share(players: usize, flow: &[(usize, usize, f64)]) -> f64 {
        let pairs: Vec<_> = flow.iter().map(|&(a, b, _)| (a, b)).collect();
        let payoffs: Vec<f64> = flow.iter().map(|&(_, _, payoff)| payoff).collect();
        let lengths = Decomposition::new(players, &pairs)
            .unwrap()
            .lengths(&payoffs);
        lengths.share().unwrap()
    }

    #[test]
    fn rock_paper_scissors_is_all_cycle() {
        // By hand: all payoffs sum to zero for each player, so the ratings are zero.
        assert_near(share(3, &[(0, 1, -1.0), (1, 2, -1.0), (2, 0, -1.0)]), 1.0);
    }

    #[test]
    fn a_transitive_order_of_three_is_one_ninth_cyclic() {
        // By hand: ratings 2/3, 0, -2/3 leave residuals 1/3, 1/3 and -1/3: squares 3/9 of a total of 3.
        assert_near(
            share(3, &[(0, 1, 1.0), (1, 2, 1.0), (0, 2, 1.0)]),
            1.0 / 9.0,
        );
    }

    #[test]
    fn differences_of_ratings_have_no_cycle() {
        let strength = [0.3, -1.0, 0.25, 4.0, 0.5];
        let mut flow = Vec::new();
        for a in 0..5 {
            for b in 0..a {
                flow.push((a, b, strength[a] - strength[b]));
            }
        }
        assert_near(share(5, &flow), 0.0);
        let pairs: Vec<_> = flow.iter().map(|&(a, b, _)| (a, b)).collect();
        let payoffs: Vec<f64> = flow.iter().map(|&(_, _, payoff)| payoff).collect();
        let ratings = Decomposition::new(5, &pairs).unwrap().ratings(&payoffs);
        let mean = strength.iter().sum::<f64>() / 5.0;
        for (rating, given) in ratings.iter().zip(strength) {
            assert_near(*rating, given - mean);
        }
    }

    /// The cyclic part of a complete graph, derived independently: the projection onto cycles is the
    /// mean over all third players of the sum around the triangle, payoff(a,b) + payoff(b,c) +
    /// payoff(c,a) (c = a and c = b give nothing; Jiang et al. 2011, section 4, for complete graphs).
    fn cyclic_by_triangles(matrix: &[[f64; 5]; 5]) -> f64 {
        let mut sum = 0.0;
        for a in 0..5 {
            for b in 0..a {
                let around = (0..5).map(|c| matrix[a][b] + matrix[b][c] + matrix[c][a]);
                sum += (around.sum::<f64>() / 5.0).powi(2);
            }
        }
        sum
    }

    #[test]
    fn the_cyclic_part_agrees_with_sums_around_triangles() {
        let above = [0.9, -0.3, 0.25, 0.7, -0.8, 0.1, 0.5, -0.6, 0.4, 0.05];
        let mut matrix = [[0.0; 5]; 5];
        let mut flow = Vec::new();
        for (at, payoff) in above.into_iter().enumerate() {
            let (a, b) = [
                (0, 1),
                (0, 2),
                (0, 3),
                (0, 4),
                (1, 2),
                (1, 3),
                (1, 4),
                (2, 3),
                (2, 4),
                (3, 4),
            ][at];
            (matrix[a][b], matrix[b][a]) = (payoff, -payoff);
            flow.push((a, b, payoff));
        }
        let total: f64 = above.iter().map(|payoff| payoff * payoff).sum();
        assert_near(share(5, &flow), cyclic_by_triangles(&matrix) / total);
    }

    #[test]
    fn the_cyclic_part_of_a_ring_is_its_mean_and_groups_are_independent() {
        // Around a ring of four only the mean of the payoffs is cyclic: (1+2+3+6)/4 = 3.
        // A pair outside the ring adds only to the total.
        let ring = [
            (0, 1, 1.0),
            (1, 2, 2.0),
            (2, 3, 3.0),
            (3, 0, 6.0),
            (4, 5, 7.0),
        ];
        assert_near(share(6, &ring), 4.0 * 9.0 / (1.0 + 4.0 + 9.0 + 36.0 + 49.0));
        let pairs: Vec<_> = ring.iter().map(|&(a, b, _)| (a, b)).collect();
        assert_eq!(Decomposition::new(6, &pairs).unwrap().cycles(), 1);
        // A tree has no cycle.
        assert_eq!(Decomposition::new(6, &pairs[1..]).unwrap().cycles(), 0);
    }

    /// Three players in a circle, the cyclic part is along (1, 1, 1) / √3. By hand, at
    /// payoffs of 1 with variances of 1/100: 2 · 0.01² of noise and 4 · 3 · 0.01 of the payoffs; the payoffs have no
    /// ratings, so the total has the same second term, and 2 · 3 · 0.01² of noise.
    #[test]
    fn errors_of_lengths_by_hand() {
        let pairs = [(0, 1), (1, 2), (2, 0)];
        let decomposition = Decomposition::new(3, &pairs).unwrap();
        let games = [1_000_000_001; 3];
        let errors = decomposition.errors(&[1.0; 3], &[0.01; 3], &games);
        assert_near(errors.cyclic, 2e-4 + 0.12 - 4e-4);
        assert_near(errors.total, 6e-4 + 0.12 - 12e-4);
        assert_near(errors.both, 2e-4 + 0.12 - 4e-4);
        // Without payoffs noise is all there is.
        let errors = decomposition.errors(&[0.0; 3], &[0.01; 3], &games);
        assert_near(errors.cyclic, 2e-4);
        assert_near(errors.total, 6e-4);
        // From two games each variance may be twice what it is, or nothing.
        let errors = decomposition.errors(&[0.0; 3], &[0.01; 3], &[2; 3]);
        assert_near(errors.total, 12e-4);
    }

    #[test]
    fn noise_is_spread_over_all_directions() {
        // Four players that all met have six pairs; ratings explain three of the six dimensions.
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        let decomposition = Decomposition::new(4, &pairs).unwrap();
        let Lengths { total, cyclic } = decomposition.noise(&[0.5; 6]);
        assert_near(total, 3.0);
        assert_near(cyclic, 1.5);
        // A pair that is in no cycle has no cyclic noise.
        let tree = Decomposition::new(2, &[(0, 1)]).unwrap();
        assert_near(tree.noise(&[1.0]).cyclic, 0.0);
    }
}
