//! What was found about the units of a panel, by their names.

use std::collections::BTreeSet;

use equipoise_stats::{
    AlphaRank, Decomposition, Dominance, Estimate, MetaReport, Method, NashAverage, Payoffs,
    StatsError, dominance,
};

use super::result::{AlphaRankMass, CONFIDENCE, Dominated, MetaResult, Mixture, NashWeight};
use crate::ratings::Rating;
use crate::result::RESULT_SCHEMA;

const NO_EQUILIBRIUM: &str = "the computation of the most even equilibrium did not converge";

/// A report about some of the units.
pub(super) struct Findings<'a> {
    /// Names of all units.
    pub(super) names: &'a [String],
    /// The units of the report, by their places in ascending order.
    pub(super) panel: &'a [usize],
    pub(super) report: &'a MetaReport,
}

impl Findings<'_> {
    /// The result of exact payoffs; that of games has a few fields more.
    pub(super) fn result(
        &self,
        alpha_rank: AlphaRank,
        ratings: Vec<Rating>,
        ratings_missing: Option<String>,
    ) -> MetaResult {
        let panel = self.panel.iter().map(|&unit| self.names[unit].clone());
        MetaResult {
            schema: RESULT_SCHEMA,
            nash: self.nash(),
            nash_missing: self
                .report
                .weights
                .is_empty()
                .then(|| NO_EQUILIBRIUM.to_owned()),
            alpha_rank: self.alpha_rank(),
            exploitability: Vec::new(),
            cyclic_share: self.report.cyclic.into(),
            dominated: self.names_of(|found| found.dominated),
            dominating: self.names_of(|found| found.by),
            dominance: self.dominance(),
            unrated: self.unrated(&ratings),
            ratings: (!ratings.is_empty()).then_some(ratings),
            ratings_missing,
            units: self.names.len(),
            panel: panel.collect(),
            missing_pairings: 0,
            confidence: CONFIDENCE,
            seed: None,
            resamples: None,
            alpha_rank_m: alpha_rank.population(),
            alpha_rank_alpha: alpha_rank.intensity(),
        }
    }

    /// The mixtures that were found, with a weight for each unit.
    pub(super) fn mixtures(&self) -> impl Iterator<Item = (Mixture, Vec<f64>)> {
        let both = [
            (Mixture::Nash, &self.report.weights),
            (Mixture::AlphaRank, &self.report.masses),
        ];
        let found = both.into_iter().filter(|(_, of)| !of.is_empty());
        found.map(|(mixture, of)| {
            let mut weights = vec![0.0; self.names.len()];
            for (&unit, share) in self.panel.iter().zip(of) {
                weights[unit] = share.estimate;
            }
            (mixture, weights)
        })
    }

    fn name(&self, place: usize) -> String {
        self.names[self.panel[place]].clone()
    }

    /// The panel in falling order of a key.
    fn by_falling(&self, key: impl Fn(usize) -> [f64; 2]) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.panel.len()).collect();
        places.sort_by(|&i, &j| {
            // Equals stay in their order, whatever rounding errors say; 0.0 is added to a zero of either sign.
            let rounded = |value: f64| (1e9 * value).round() + 0.0;
            let [[a, x], [b, y]] = [i, j].map(|place| key(place).map(rounded));
            b.total_cmp(&a).then(y.total_cmp(&x))
        });
        places
    }

    fn nash(&self) -> Vec<NashWeight> {
        let (weights, values) = (&self.report.weights, &self.report.values);
        let of = |place: usize| {
            let (weight, value) = (&weights[place], &values[place]);
            NashWeight {
                name: self.name(place),
                weight: weight.estimate,
                weight_low: weight.low,
                weight_high: weight.high,
                value: value.estimate,
                value_low: value.low,
                value_high: value.high,
            }
        };
        if weights.is_empty() {
            return Vec::new();
        }
        let places = self.by_falling(|place| [weights[place].estimate, values[place].estimate]);
        places.into_iter().map(of).collect()
    }

    fn alpha_rank(&self) -> Vec<AlphaRankMass> {
        let masses = &self.report.masses;
        let of = |place: usize| AlphaRankMass {
            name: self.name(place),
            mass: masses[place].estimate,
            low: masses[place].low,
            high: masses[place].high,
        };
        let places = self.by_falling(|place| [masses[place].estimate, 0.0]);
        places.into_iter().map(of).collect()
    }

    /// Names of those on the given side of a dominance, in the order of the panel, each once.
    fn names_of(&self, side: impl Fn(&Dominance) -> usize) -> Vec<String> {
        let places: BTreeSet<usize> = self.report.dominance.iter().map(side).collect();
        places.into_iter().map(|place| self.name(place)).collect()
    }

    fn dominance(&self) -> Vec<Dominated> {
        let found = &self.report.dominance;
        let of = |place: usize| {
            let by = found.iter().filter(|found| found.dominated == place);
            Dominated {
                name: self.name(place),
                by: by.map(|found| self.name(found.by)).collect(),
            }
        };
        let dominated: BTreeSet<usize> = found.iter().map(|found| found.dominated).collect();
        dominated.into_iter().map(of).collect()
    }

    /// Names of the units about which nothing was found.
    fn unrated(&self, ratings: &[Rating]) -> Vec<String> {
        let rated: BTreeSet<&str> = ratings.iter().map(|rating| rating.name.as_str()).collect();
        let known = |unit: usize, name: &str| {
            rated.contains(name) || self.panel.binary_search(&unit).is_ok()
        };
        let units = self.names.iter().enumerate();
        let unknown = units.filter(|&(unit, name)| !known(unit, name));
        unknown.map(|(_, name)| name.clone()).collect()
    }
}

/// The report on payoffs that are known exactly.
pub(super) fn exactly(payoffs: &Payoffs, alpha_rank: AlphaRank) -> Result<MetaReport, StatsError> {
    let nash = NashAverage::new(payoffs).ok();
    let of = |of: fn(&NashAverage) -> &[f64]| exact_all(nash.as_ref().map_or(&[][..], of));
    Ok(MetaReport {
        weights: of(|nash| &nash.weights),
        values: of(|nash| &nash.values),
        masses: exact_all(&alpha_rank.masses(payoffs)),
        cyclic: cyclic_share(payoffs)?,
        dominance: dominance(payoffs),
    })
}

/// Numbers without sampling error.
fn exact_all(values: &[f64]) -> Vec<Estimate> {
    values.iter().map(|&value| exact(value)).collect()
}

/// A number without sampling error.
pub(super) const fn exact(value: f64) -> Estimate {
    Estimate {
        estimate: value,
        low: value,
        high: value,
        confidence: CONFIDENCE,
        method: Method::Bootstrap,
    }
}

fn cyclic_share(payoffs: &Payoffs) -> Result<equipoise_stats::CyclicShare, StatsError> {
    let game = payoffs.zero_sum();
    let units = game.players();
    let pairs: Vec<(usize, usize)> = (0..units)
        .flat_map(|a| (a + 1..units).map(move |b| (a, b)))
        .collect();
    let flow: Vec<f64> = pairs.iter().map(|&(a, b)| game.get(a, b)).collect();
    let decomposition = Decomposition::new(units, &pairs)?;
    let share = decomposition.lengths(&flow).share();
    Ok(equipoise_stats::CyclicShare {
        estimate: share,
        low: share.unwrap_or(0.0),
        high: share.unwrap_or(1.0),
        uncorrected: share,
        cycles: decomposition.cycles(),
    })
}
