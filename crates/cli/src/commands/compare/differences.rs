//! Differences between two runs, with intervals that hold for all of them at once.

use std::collections::BTreeMap;

use equipoise_stats::{
    Estimate, StatsError, enclosing_difference, newcombe_difference, simultaneous,
};

use super::saved::{Saved, Score};

/// A score in both runs, and new less old.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) old: f64,
    pub(super) new: f64,
    pub(super) difference: Estimate,
}

impl Change {
    /// Whether it is sure that there is a difference.
    pub(super) fn is_sure(&self) -> bool {
        self.sure_size() > 0.0
    }

    /// How large the difference is at least; below zero where there need be none.
    fn sure_size(&self) -> f64 {
        self.difference.low.max(-self.difference.high)
    }

    /// Whether a difference tells more: sure ones by what they are at least, others by what was seen.
    fn before(&self, other: &Self) -> std::cmp::Ordering {
        let key = |change: &Self| {
            [
                change.sure_size().max(0.0),
                change.difference.estimate.abs(),
            ]
        };
        let ([sure, seen], [other_sure, other_seen]) = (key(self), key(other));
        let by_sure = other_sure.total_cmp(&sure);
        by_sure.then(other_seen.total_cmp(&seen))
    }
}

/// A pairing of both runs.
#[derive(Debug)]
pub(super) struct Cell<'a> {
    pub(super) a: &'a str,
    pub(super) b: &'a str,
    pub(super) change: Change,
}

/// A unit of both runs that met an opponent in both.
#[derive(Debug)]
pub(super) struct Unit<'a> {
    pub(super) name: &'a str,
    /// Opponents that count.
    pub(super) opponents: usize,
    /// Listed points, old and new.
    pub(super) points: [i64; 2],
    pub(super) change: Change,
}

/// Everything that both runs have, what matters most first.
#[derive(Debug)]
pub(super) struct Differences<'a> {
    pub(super) cells: Vec<Cell<'a>>,
    pub(super) units: Vec<Unit<'a>>,
    /// Whether the runs are independent of each other.
    pub(super) independent: bool,
    /// Pairings that only one run has.
    pub(super) unmatched: [usize; 2],
}

impl<'a> Differences<'a> {
    /// Compares two runs; `confidence` is that of all cells at once, and that of all units at once.
    pub(super) fn new(old: &'a Saved, new: &'a Saved, confidence: f64) -> Result<Self, StatsError> {
        let runs = Runs {
            old,
            new,
            // Battles are named by seed, pairing and number: other seeds are other dice.
            independent: old.manifest.seed != new.manifest.seed && old.is_fixed() && new.is_fixed(),
        };
        let both = runs.in_both();
        let each = simultaneous(confidence, both.len() as u64);
        let cell = |&([a, b], scores): &([&'a str; 2], [Score; 2])| {
            let change = runs.change(|run, at, level| run.interval(scores[at], level), each)?;
            Ok(Cell { a, b, change })
        };
        let cells: Result<Vec<_>, StatsError> = both.iter().map(cell).collect();
        let mut cells = cells?;
        cells.sort_by(|x, y| x.change.before(&y.change).then([x.a, x.b].cmp(&[y.a, y.b])));
        let mut units = runs.units(&both, confidence)?;
        units.sort_by(|x, y| x.change.before(&y.change).then(x.name.cmp(y.name)));
        Ok(Self {
            cells,
            units,
            independent: runs.independent,
            unmatched: [old, new].map(|run| run.pairings.len() - both.len()),
        })
    }
}

struct Runs<'a> {
    old: &'a Saved,
    new: &'a Saved,
    independent: bool,
}

/// Names of a pairing and its scores in both runs.
type Both<'a> = ([&'a str; 2], [Score; 2]);

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
        interval: impl Fn(&Saved, usize, f64) -> Result<Estimate, StatsError>,
        confidence: f64,
    ) -> Result<Change, StatsError> {
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
        Ok(Change {
            old: old.estimate,
            new: new.estimate,
            difference,
        })
    }

    fn units(&self, both: &[Both<'a>], confidence: f64) -> Result<Vec<Unit<'a>>, StatsError> {
        let mut met: BTreeMap<&str, [Vec<Score>; 2]> = BTreeMap::new();
        // A unit against itself is even, whatever it is.
        for &([a, b], scores) in both.iter().filter(|([a, b], _)| a != b) {
            for (at, score) in scores.into_iter().enumerate() {
                met.entry(a).or_default()[at].push(score);
                met.entry(b).or_default()[at].push(score.seen_by_other());
            }
        }
        let each = simultaneous(confidence, met.len() as u64);
        let unit = |(name, scores): (&'a str, [Vec<Score>; 2])| {
            let points = [self.old, self.new].map(|run| run.units.get(name).copied());
            Ok(Unit {
                name,
                opponents: scores[0].len(),
                points: points.map(Option::unwrap_or_default),
                change: self.change(|run, at, level| run.mean(&scores[at], level), each)?,
            })
        };
        met.into_iter().map(unit).collect()
    }
}
