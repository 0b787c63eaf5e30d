//! Implied points of units, from battles of random armies.

use serde::{Deserialize, Serialize};

use crate::error::StatsError;
use crate::interval::{Estimate, Method};
use crate::interval::{simultaneous, z_score};
use crate::logistic::{Group, LogisticFit, small_sample};

/// The battles of two armies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Matchup<'a> {
    /// For each kind of unit, how many more of them the first army has than the second.
    pub surplus: &'a [i32],
    /// Battles fought.
    pub battles: u64,
    /// Score of the first army: battles won, draws counting half.
    pub points: f64,
}

/// Implied points: what each kind of unit is worth to an army, on the scale of the listed points.
///
/// The model is additive: each unit adds a fixed amount to its army's log-odds of a win. That is a
/// logistic regression of the results on the composition of the armies, or Bradley and Terry's model
/// (Biometrika 39 (1952) 324–345) with an army's strength the sum over its units. The implied points
/// of a kind are its coefficient, scaled so that an average army's implied points equal its listed
/// points: a whole roster cannot be over-costed, only some of it relative to the rest.
///
/// Armies must differ in listed points. If all had the same, the results would fix each unit's
/// deviation from its listed points only up to a common factor.
///
/// Intervals are robust to deviations from additivity ([`LogisticFit`]) and include the error of the
/// scale (delta method).
#[derive(Debug, Clone, PartialEq)]
pub struct ImpliedPoints {
    fit: LogisticFit,
    /// Points that one unit of log-odds is worth.
    scale: f64,
    /// Share of each kind in the log-odds of an average army.
    shares: Vec<f64>,
}

impl ImpliedPoints {
    /// Fits the implied points of kinds of units with these listed points; `presence` is the number of
    /// each in an average army.
    ///
    /// # Errors
    ///
    /// [`StatsError::Points`] for listed points that are not positive, [`StatsError::NoTrend`] when an
    /// average army is no better than none, and those of [`LogisticFit::new`].
    ///
    /// # Panics
    ///
    /// If the lengths differ.
    pub fn fit(
        matchups: &[Matchup<'_>],
        listed: &[f64],
        presence: &[f64],
    ) -> Result<Self, StatsError> {
        assert_eq!(listed.len(), presence.len(), "one number each");
        if let Some(&points) = listed
            .iter()
            .find(|points| points.is_nan() || **points <= 0.0)
        {
            return Err(StatsError::Points(points));
        }
        let features = features(matchups);
        let fit = LogisticFit::new(&groups(matchups, &features))?;
        let strength = dot(presence, fit.coefficients());
        let scale = dot(presence, listed) / strength;
        if !(scale > 0.0 && scale.is_finite()) {
            return Err(StatsError::NoTrend { slope: strength });
        }
        let shares = presence.iter().map(|count| count / strength).collect();
        Ok(Self { fit, scale, shares })
    }

    /// Implied points of each kind, each interval at this level by itself.
    ///
    /// # Errors
    ///
    /// [`StatsError::Confidence`] outside (0, 1).
    pub fn each(&self, confidence: f64) -> Result<Vec<Estimate>, StatsError> {
        let z = z_score(confidence)?;
        let kinds = 0..self.shares.len();
        Ok(kinds
            .map(|kind| self.estimate(kind, z, confidence))
            .collect())
    }

    /// Implied points of each kind, with simultaneous intervals at this level (Bonferroni).
    ///
    /// # Errors
    ///
    /// [`StatsError::Confidence`] outside (0, 1).
    pub fn together(&self, confidence: f64) -> Result<Vec<Estimate>, StatsError> {
        let kinds = self.shares.len() as u64;
        self.each(simultaneous(confidence, kinds))
    }

    /// Overdispersion of the matchups about the additive model: about 1 if the model explains them.
    #[must_use]
    pub const fn dispersion(&self) -> f64 {
        self.fit.dispersion()
    }

    /// By what a median kind, instead of an average army, being worth its points would multiply all implied points. An
    /// average army is mostly of cheap kinds, and a few that are far off move it; half of all kinds must be off to move the
    /// median.
    #[must_use]
    pub fn median_scale(&self, listed: &[f64]) -> f64 {
        let kinds = listed.iter().enumerate();
        let mut ratios: Vec<f64> = kinds
            .map(|(kind, listed)| self.worth(kind) / listed)
            .collect();
        ratios.sort_by(f64::total_cmp);
        let middle = ratios.len() / 2;
        let median = if ratios.len() % 2 == 1 {
            ratios[middle]
        } else {
            f64::midpoint(ratios[middle - 1], ratios[middle])
        };
        1.0 / median
    }

    /// Standard deviation of the matchups' log-odds about the sums of their kinds, beyond what luck explains: what
    /// armies are worth by their composition alone.
    ///
    /// # Errors
    ///
    /// [`StatsError::Confidence`] outside (0, 1).
    pub fn scatter(&self, confidence: f64) -> Result<Estimate, StatsError> {
        self.fit.scatter(confidence)
    }

    /// Change of log-odds per point.
    #[must_use]
    pub fn log_odds_per_point(&self) -> f64 {
        1.0 / self.scale
    }

    /// Implied points of a kind less those in another fit, whose battles are the same matchups on the
    /// same dice under other rules or policies. Luck common to both cancels. `matchups` are those of
    /// this fit, then those of the other.
    ///
    /// # Errors
    ///
    /// [`StatsError::Confidence`] outside (0, 1).
    ///
    /// # Panics
    ///
    /// If the two fits differ in their number of matchups, or there is no such kind.
    pub fn change_from(
        &self,
        old: &Self,
        matchups: [&[Matchup<'_>]; 2],
        kind: usize,
        confidence: f64,
    ) -> Result<Estimate, StatsError> {
        let z = z_score(confidence)?;
        let [new_influences, old_influences] =
            [(self, matchups[0]), (old, matchups[1])].map(|(fit, matchups)| {
                let features = features(matchups);
                fit.fit
                    .influences(&groups(matchups, &features), &fit.gradient(kind))
            });
        assert_eq!(
            new_influences.len(),
            old_influences.len(),
            "matchups in pairs"
        );
        let pairs = new_influences.iter().zip(&old_influences);
        let squares: f64 = pairs.map(|(new, old)| (new - old).powi(2)).sum();
        let correction = small_sample(new_influences.len(), self.shares.len());
        let reach = z * (squares * correction).sqrt();
        let estimate = self.worth(kind) - old.worth(kind);
        Ok(Estimate {
            estimate,
            low: estimate - reach,
            high: estimate + reach,
            confidence,
            method: Method::Paired,
        })
    }

    fn worth(&self, kind: usize) -> f64 {
        self.scale * self.fit.coefficients()[kind]
    }

    /// Gradient of the implied points of a kind by the coefficients:
    /// d(scale · c_k) / dc_j = scale · [j = k] − worth · share_j.
    fn gradient(&self, kind: usize) -> Vec<f64> {
        let worth = self.worth(kind);
        let mut gradient: Vec<f64> = self.shares.iter().map(|share| -worth * share).collect();
        gradient[kind] += self.scale;
        gradient
    }

    fn estimate(&self, kind: usize, z: f64, confidence: f64) -> Estimate {
        let estimate = self.worth(kind);
        let reach = z * self.fit.standard_error(&self.gradient(kind));
        Estimate {
            estimate,
            low: estimate - reach,
            high: estimate + reach,
            confidence,
            method: Method::ImpliedPoints,
        }
    }
}

/// The cost at which a force of one kind of unit breaks even with armies of other units: a second
/// estimate of its implied points, from other battles.
///
/// The model is `logit(score) = own · copies − rate · points`, with the points of the opposing army;
/// the break-even cost is own / rate, the points of an evenly matched army over the copies. The points
/// of the armies must vary about the break-even point.
///
/// # Errors
///
/// [`StatsError::NoTrend`] when dearer armies do not score better, [`StatsError::Confidence`] outside
/// (0, 1), and those of [`LogisticFit::new`].
pub fn break_even(trials: &[Trial], confidence: f64) -> Result<Estimate, StatsError> {
    let z = z_score(confidence)?;
    let features = |trial: &Trial| [f64::from(trial.copies), -trial.against];
    let features: Vec<[f64; 2]> = trials.iter().map(features).collect();
    let groups: Vec<Group<'_>> = trials
        .iter()
        .zip(&features)
        .map(|(trial, features)| Group {
            features,
            trials: trial.battles,
            successes: trial.points,
        })
        .collect();
    let fit = LogisticFit::new(&groups)?;
    let [own, rate] = [fit.coefficients()[0], fit.coefficients()[1]];
    if rate <= 0.0 {
        return Err(StatsError::NoTrend { slope: rate });
    }
    let estimate = own / rate;
    let reach = z * fit.standard_error(&[1.0 / rate, -estimate / rate]);
    Ok(Estimate {
        estimate,
        low: estimate - reach,
        high: estimate + reach,
        confidence,
        method: Method::BreakEven,
    })
}

/// The battles of a force of one kind of unit against an army.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trial {
    /// How many units the force has.
    pub copies: u32,
    /// Listed points of the opposing army.
    pub against: f64,
    /// Battles fought.
    pub battles: u64,
    /// Score of the force: battles won, draws counting half.
    pub points: f64,
}

/// Whether two quantities are the same but for a margin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Equivalence {
    /// They surely differ by less than the margin.
    Yes,
    /// They surely differ.
    No,
    /// The interval of their difference is too wide to decide.
    Unclear,
}

impl Equivalence {
    /// Compares two symmetric estimates from independent battles by the interval of their difference at this confidence:
    /// inside the margin they are equivalent (the inversion of two one-sided tests: D. J. Schuirmann, Journal of
    /// Pharmacokinetics and Biopharmaceutics 15 (1987) 657–680), beside zero they differ. That no difference is seen is no
    /// sign of equivalence: few battles show none.
    ///
    /// # Errors
    ///
    /// [`StatsError::Confidence`] outside (0, 1).
    pub fn of(
        a: &Estimate,
        b: &Estimate,
        margin: f64,
        confidence: f64,
    ) -> Result<Self, StatsError> {
        let error = |x: &Estimate| Ok((x.high - x.low) / 2.0 / z_score(x.confidence)?);
        let reach = z_score(confidence)? * f64::hypot(error(a)?, error(b)?);
        let difference = (a.estimate - b.estimate).abs();
        Ok(if difference + reach <= margin {
            Self::Yes
        } else if difference > reach {
            Self::No
        } else {
            Self::Unclear
        })
    }

    /// One word for tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Unclear => "unclear",
        }
    }
}

/// Listed points judged by an interval of implied points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pricing {
    /// Costs more than it is worth, by more than the margin.
    Over,
    /// Costs less than it is worth, by more than the margin.
    Under,
    /// Worth its points, to within the margin.
    Fair,
    /// The interval is too wide to decide.
    Unclear,
}

impl Pricing {
    /// The verdict on listed points; `margin` is a share of them, such as 0.05.
    #[must_use]
    pub fn of(implied: &Estimate, listed: f64, margin: f64) -> Self {
        Self::within(implied, listed, listed * margin)
    }

    /// The verdict on listed points that are fair up to so many points beside what something is worth.
    #[must_use]
    pub fn within(implied: &Estimate, listed: f64, points: f64) -> Self {
        let (least, most) = (listed - points, listed + points);
        if implied.high < least {
            Self::Over
        } else if implied.low > most {
            Self::Under
        } else if implied.low >= least && implied.high <= most {
            Self::Fair
        } else {
            Self::Unclear
        }
    }

    /// One word for tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::Under => "under",
            Self::Fair => "fair",
            Self::Unclear => "unclear",
        }
    }
}

/// Surpluses as features of the regression.
pub(crate) fn features(matchups: &[Matchup<'_>]) -> Vec<Vec<f64>> {
    let surplus = |matchup: &Matchup<'_>| matchup.surplus.iter().copied().map(f64::from).collect();
    matchups.iter().map(surplus).collect()
}

pub(crate) fn groups<'a>(matchups: &[Matchup<'_>], features: &'a [Vec<f64>]) -> Vec<Group<'a>> {
    let group = |(matchup, features): (&Matchup<'_>, &'a Vec<f64>)| Group {
        features,
        trials: matchup.battles,
        successes: matchup.points,
    };
    matchups.iter().zip(features).map(group).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests;
