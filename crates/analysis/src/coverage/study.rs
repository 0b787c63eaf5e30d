//! A kind of interval, how often it should hold the truth, and how often it did.

use equipoise_simulator::Progress;
use equipoise_stats::{Estimate, Method, StatsError};
use rayon::prelude::{IntoParallelIterator as _, ParallelIterator as _};

use super::world::World;
use crate::control::Control;
use crate::error::Error;

/// A kind of interval, and how often it should hold the truth.
pub(crate) struct Study {
    /// Name of the row.
    pub(crate) what: &'static str,
    /// The games of one replicate.
    pub(crate) games: &'static str,
    /// The share of intervals that hold the truth, at least.
    pub(crate) least: f64,
    /// And at most.
    pub(crate) most: f64,
    /// How many requested replicates come to one that is played: more than one where a replicate is costly.
    pub(crate) one_in: u64,
    /// Plays one replicate.
    pub(crate) replicate: Replicate,
}

/// Plays one replicate.
pub(crate) type Replicate = fn(&World) -> Result<Hits, StatsError>;

/// How many intervals of one replicate hold the truth, and how they were computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hits {
    pub(crate) held: u64,
    pub(crate) of: u64,
    pub(crate) methods: Methods,
}

/// A set of methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Methods(u64);

impl Methods {
    /// That method alone.
    pub(crate) const fn one(method: Method) -> Self {
        Self(1 << method as u64)
    }

    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[cfg(test)]
    pub(crate) fn has(self, method: Method) -> bool {
        self.plus(Self::one(method)) == self
    }
}

impl Hits {
    /// One interval, or decision, that is right or not.
    pub(crate) fn one(right: bool) -> Self {
        Self {
            held: right.into(),
            of: 1,
            ..Self::default()
        }
    }

    /// Intervals beside the truths they should hold. What is equal but for rounding is held.
    pub(crate) fn each<'a>(pairs: impl IntoIterator<Item = (&'a Estimate, f64)>) -> Self {
        let mut sum = Self::default();
        for (interval, truth) in pairs {
            sum.held += u64::from(holds(interval, truth));
            sum.of += 1;
            sum.methods = sum.methods.plus(Methods::one(interval.method));
        }
        sum
    }

    /// The ends of intervals that name no method beside the truths they should hold, but for rounding.
    pub(crate) fn between(pairs: impl IntoIterator<Item = ([f64; 2], f64)>) -> Self {
        let mut sum = Self::default();
        for (ends, truth) in pairs {
            sum.held += u64::from(is_between(ends, truth));
            sum.of += 1;
        }
        sum
    }

    /// The intervals of both.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            held: self.held + other.held,
            of: self.of + other.of,
            methods: self.methods.plus(other.methods),
        }
    }

    /// All intervals as one, which is right only if all are.
    pub(crate) fn together(self) -> Self {
        Self {
            held: u64::from(self.held == self.of),
            of: 1,
            ..self
        }
    }
}

/// Whether an interval holds a number, but for rounding.
pub(crate) fn holds(interval: &Estimate, truth: f64) -> bool {
    is_between([interval.low, interval.high], truth)
}

fn is_between([low, high]: [f64; 2], truth: f64) -> bool {
    const ROUNDING: f64 = 1e-9;
    let slack = ROUNDING * truth.abs().max(1.0);
    low - slack <= truth && truth <= high + slack
}

/// How often intervals held the truth: sums over replicates of whole numbers, so that adding is exact in any
/// order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Coverage {
    /// Replicates.
    pub(crate) replicates: u64,
    held: u64,
    of: u64,
    held_squares: u64,
    products: u64,
    of_squares: u64,
    /// How the intervals were computed.
    pub(super) methods: Methods,
}

impl Coverage {
    /// One replicate.
    pub(super) fn record(Hits { held, of, methods }: Hits) -> Self {
        Self {
            replicates: 1,
            held,
            of,
            held_squares: held * held,
            products: held * of,
            of_squares: of * of,
            methods,
        }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            replicates: self.replicates + other.replicates,
            held: self.held + other.held,
            of: self.of + other.of,
            held_squares: self.held_squares + other.held_squares,
            products: self.products + other.products,
            of_squares: self.of_squares + other.of_squares,
            methods: self.methods.plus(other.methods),
        }
    }

    /// Intervals there were.
    pub(crate) const fn intervals(&self) -> u64 {
        self.of
    }

    /// Share of them that hold the truth.
    pub(crate) fn share(&self) -> f64 {
        self.held as f64 / self.of as f64
    }

    /// Standard error of the share: intervals of one replicate hang together, replicates do not (W. G.
    /// Cochran, Sampling Techniques, 3rd ed. (1977), section 2.11: a ratio of two sums).
    pub(crate) fn error(&self) -> f64 {
        let share = self.share();
        let squares = self.held_squares as f64 - 2.0 * share * self.products as f64
            + share * share * self.of_squares as f64;
        squares.max(0.0).sqrt() / self.of as f64
    }
}

/// From how many standard errors on a study counts as off: by chance less than once in 10^6 rows.
const OFF: f64 = 5.0;

impl Study {
    /// A row: its name, its games, how often its intervals should hold the truth, one replicate.
    pub(super) const fn new(
        what: &'static str,
        games: &'static str,
        (least, most): (f64, f64),
        replicate: Replicate,
    ) -> Self {
        Self {
            what,
            games,
            least,
            most,
            one_in: 1,
            replicate,
        }
    }

    /// Plays only one in this many of the requested replicates.
    pub(super) fn one_in(self, one_in: u64) -> Self {
        Self { one_in, ..self }
    }

    /// How many replicates are played where this number is requested: at least one.
    pub(crate) fn replicates(&self, asked: u64) -> u64 {
        asked.div_ceil(self.one_in)
    }

    /// Plays as many replicates as [`replicates`](Self::replicates) says, each on streams of its own: the result does not depend on threads.
    ///
    /// # Errors
    /// When the study is interrupted, or a replicate cannot be computed.
    pub(crate) fn run(
        &self,
        seed: u64,
        replicates: u64,
        progress: &dyn Progress,
        control: Control<'_>,
    ) -> Result<Coverage, Error> {
        let one = |number| {
            control.check()?;
            let held = (self.replicate)(&World::new(seed, self.what, number))?;
            progress.add(1);
            Ok(Coverage::record(held))
        };
        let sum = |a: Coverage, b| Ok(a.plus(b));
        let replicates = (0..self.replicates(replicates)).into_par_iter().map(one);
        replicates.try_reduce(Coverage::default, sum)
    }

    /// By how many standard errors the share lies outside its range; below 0 inside.
    pub(crate) fn errors_off(&self, found: &Coverage) -> f64 {
        let share = found.share();
        // Where all or none held the truth nothing scatters: then as much as at the end of the study.
        let error = |end: f64| {
            let even = (end * (1.0 - end) / found.intervals() as f64).sqrt();
            found.error().max(even)
        };
        let below = (self.least - share) / error(self.least);
        if self.most < 1.0 {
            below.max((share - self.most) / error(self.most))
        } else {
            below
        }
    }

    /// Whether the share itself lies where it should.
    pub(crate) fn is_in_range(&self, found: &Coverage) -> bool {
        (self.least..=self.most).contains(&found.share())
    }

    /// Whether the share lies outside by more than chance explains.
    pub(crate) fn is_off(&self, found: &Coverage) -> bool {
        // A study without intervals has failed.
        found.intervals() == 0 || self.errors_off(found) > OFF
    }
}
