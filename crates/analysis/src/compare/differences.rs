//! Differences between two runs, with intervals that hold for all of them at once.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use equipoise_stats::{
    Estimate, StatsError, enclosing_difference, newcombe_difference, simultaneous,
};

use super::compared_run::{ComparedRun, PairingScore};
use super::result::{PairingChange, ScoreChange, UnitChange};

/// Everything that both runs have, what matters most first.
#[derive(Debug)]
pub(super) struct Differences {
    pub(super) pairings: Vec<PairingChange>,
    pub(super) units: Vec<UnitChange>,
    /// Whether the runs are independent of each other.
    pub(super) independent: bool,
    /// Pairings that only one run has.
    pub(super) unmatched: [usize; 2],
}

impl Differences {
    /// Compares two runs; `confidence` is that of all cells at once, and that of all units at once.
    pub(super) fn new(
        old: &ComparedRun,
        new: &ComparedRun,
        confidence: f64,
    ) -> Result<Self, StatsError> {
        let runs = Runs {
            old,
            new,
            // Battles are named by seed, pairing and number: other seeds are other dice.
            independent: old.manifest.seed != new.manifest.seed && old.is_fixed() && new.is_fixed(),
        };
        let both = runs.in_both();
        let each = simultaneous(confidence, both.len() as u64);
        let pairing = |&([a, b], scores): &Both<'_>| {
            Ok(PairingChange {
                a: a.to_owned(),
                b: b.to_owned(),
                score: runs.change(|run, at, level| run.interval(scores[at], level), each)?,
            })
        };
        let pairings: Result<Vec<_>, StatsError> = both.iter().map(pairing).collect();
        let mut pairings = pairings?;
        pairings.sort_by(|x, y| order(&x.score, &y.score).then([&x.a, &x.b].cmp(&[&y.a, &y.b])));
        let mut units = runs.units(&both, confidence)?;
        units.sort_by(|x, y| order(&x.score, &y.score).then(x.name.cmp(&y.name)));
        Ok(Self {
            pairings,
            units,
            independent: runs.independent,
            unmatched: [old, new].map(|run| run.pairings.len() - both.len()),
        })
    }
}

/// What matters most comes first: sure changes by what they are at least, others by what was seen.
fn order(one: &ScoreChange, other: &ScoreChange) -> Ordering {
    let by_sure = other
        .sure_size()
        .max(0.0)
        .total_cmp(&one.sure_size().max(0.0));
    let seen = |change: &ScoreChange| change.difference.estimate.abs();
    by_sure.then(seen(other).total_cmp(&seen(one)))
}

struct Runs<'a> {
    old: &'a ComparedRun,
    new: &'a ComparedRun,
    independent: bool,
}

/// Names of a pairing and its scores in both runs.
type Both<'a> = ([&'a str; 2], [PairingScore; 2]);

impl<'a> Runs<'a> {
    fn in_both(&self) -> Vec<Both<'a>> {
        let pairings = self.new.pairings.iter().filter_map(|([a, b], &score)| {
            let names = [a.as_str(), b.as_str()];
            Some((names, [self.old.score(names)?, score]))
        });
        pairings.collect()
    }

    /// The change of a score, given its interval in a run (the old is number 0) at a level.
    fn change(
        &self,
        interval: impl Fn(&ComparedRun, usize, f64) -> Result<Estimate, StatsError>,
        confidence: f64,
    ) -> Result<ScoreChange, StatsError> {
        // Dependent runs have half of the error each.
        let level = if self.independent {
            confidence
        } else {
            simultaneous(confidence, 2)
        };
        let (old, new) = (interval(self.old, 0, level)?, interval(self.new, 1, level)?);
        let difference = if self.independent {
            newcombe_difference(&old, &new)
        } else {
            enclosing_difference(&old, &new)
        };
        Ok(ScoreChange {
            old: old.estimate,
            new: new.estimate,
            difference: (&difference).into(),
        })
    }

    fn units(&self, both: &[Both<'a>], confidence: f64) -> Result<Vec<UnitChange>, StatsError> {
        let mut met: BTreeMap<&str, [Vec<PairingScore>; 2]> = BTreeMap::new();
        // A unit against itself is even, whatever it is.
        for &([a, b], scores) in both.iter().filter(|([a, b], _)| a != b) {
            for (at, score) in scores.into_iter().enumerate() {
                met.entry(a).or_default()[at].push(score);
                met.entry(b).or_default()[at].push(score.seen_by_other());
            }
        }
        let each = simultaneous(confidence, met.len() as u64);
        let unit = |(name, scores): (&'a str, [Vec<PairingScore>; 2])| {
            let points = |run: &ComparedRun| run.units.get(name).copied().unwrap_or_default();
            Ok(UnitChange {
                name: name.to_owned(),
                opponents: scores[0].len(),
                score: self.change(|run, at, level| run.mean(&scores[at], level), each)?,
                points: points(self.new),
                points_old: points(self.old),
            })
        };
        met.into_iter().map(unit).collect()
    }
}
