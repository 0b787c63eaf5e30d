//! What the battles of a change say.

use equipoise_simulator::{CONFIDENCE, Setting};
use equipoise_stats::{
    Difference, Estimate, Method, Paired, StatsError, mean_difference, simultaneous, wilson,
};

use super::ways::Meeting;
use super::worth::{Worth, Worths};

/// What changed, in the words of its command.
pub(super) enum Subject {
    /// A unit, with what it is listed at and what destroying it scores, before and after.
    Unit { listed: [u32; 2], vp: [u32; 2] },
    /// The rules.
    Rules,
}

/// Everything a command tells.
pub(super) struct Findings {
    pub(super) subject: Subject,
    /// As it was asked for.
    pub(super) changes: Vec<String>,
    /// What the change is from and to, in words.
    pub(super) title: String,
    /// Of the old way.
    pub(super) setting: Setting,
    /// Whom the subjects met.
    pub(super) opponents: Vec<String>,
    /// Over all pairings.
    pub(super) overall: Gain,
    /// Of each opponent or unit, the largest difference first.
    pub(super) gains: Vec<Gain>,
    pub(super) worths: Option<Worths>,
}

impl Findings {
    /// How many differences surely go this way.
    pub(super) fn surely(&self, up: bool) -> u64 {
        let gains = self.gains.iter();
        gains
            .filter(|gain| surely(&gain.together) == Some(up))
            .count() as u64
    }

    /// How large the differences are on average, up or down.
    pub(super) fn mean_size(&self) -> Estimate {
        let together: Vec<Estimate> = self.gains.iter().map(|gain| gain.together).collect();
        mean_size(&together)
    }
}

/// What is gained in some pairings, each weighing the same.
pub(super) struct Gain {
    pub(super) name: String,
    /// Battles, each played both ways, and how many of them went differently.
    pub(super) battles: u64,
    pub(super) changed: u64,
    /// The old way and the new way.
    pub(super) scores: [Estimate; 2],
    pub(super) difference: Difference,
    /// The same difference with an interval that holds together with those of the others.
    pub(super) together: Estimate,
    /// What armies say, where the gain is that of a unit.
    pub(super) worth: Option<Worth>,
}

impl Gain {
    /// The gain in all meetings.
    pub(super) fn over(name: &str, meetings: &[Meeting<'_>]) -> Result<Self, StatsError> {
        Self::new(name, meetings, 1)
    }

    /// The gain in meetings with as many battles each, one of so many gains that are looked at.
    fn new(name: &str, meetings: &[Meeting<'_>], of: usize) -> Result<Self, StatsError> {
        let pairings: Vec<Paired> = meetings.iter().map(|meeting| meeting.counts).collect();
        let mut all = Paired::default();
        pairings.iter().for_each(|pairing| all.merge(pairing));
        // As many battles in each: the mean score is that of all battles.
        let score = |points| wilson(points, all.battles(), CONFIDENCE);
        let [old, new] = all.points();
        let together = simultaneous(CONFIDENCE, of as u64);
        Ok(Self {
            name: name.to_owned(),
            battles: all.battles(),
            changed: all.changed(),
            scores: [score(old)?, score(new)?],
            difference: mean_difference(&pairings, CONFIDENCE)?,
            together: mean_difference(&pairings, together)?.estimate,
            worth: None,
        })
    }
}

/// The gains of meetings that come one after the other and have a name in common, the largest first.
pub(super) fn gains(
    meetings: &[Meeting<'_>],
    name: for<'m> fn(&'m Meeting<'_>) -> &'m str,
) -> Result<Vec<Gain>, StatsError> {
    let groups = || meetings.chunk_by(|a, b| name(a) == name(b));
    let of = groups().count();
    let gain = |group: &[Meeting<'_>]| Gain::new(name(&group[0]), group, of);
    let mut gains: Vec<Gain> = groups().map(gain).collect::<Result<_, _>>()?;
    let size = |gain: &Gain| gain.difference.estimate.estimate.abs();
    gains.sort_by(|a, b| size(b).total_cmp(&size(a)));
    Ok(gains)
}

/// Whether a number surely differs from zero: `None` if its interval holds it, else whether it is above.
pub(super) fn surely(interval: &Estimate) -> Option<bool> {
    if interval.low > 0.0 {
        Some(true)
    } else if interval.high < 0.0 {
        Some(false)
    } else {
        None
    }
}

/// How far numbers are from zero on average, with an interval that holds if those of all of them do.
///
/// The estimate is that of the sizes of the estimates: chance makes it too large rather than too small.
pub(super) fn mean_size(together: &[Estimate]) -> Estimate {
    let mean = |size: fn(&Estimate) -> f64| {
        together.iter().map(size).sum::<f64>() / together.len().max(1) as f64
    };
    Estimate {
        estimate: mean(|number| number.estimate.abs()),
        low: mean(|number| number.low.max(-number.high).max(0.0)),
        high: mean(|number| number.high.max(-number.low)),
        confidence: CONFIDENCE,
        method: Method::Paired,
    }
}

#[cfg(test)]
mod tests {
    use equipoise_simulator::CONFIDENCE;
    use equipoise_stats::{Estimate, Method, Paired};

    use super::{Gain, gains, mean_size, surely};
    use crate::commands::change::ways::Meeting;

    fn estimate(estimate: f64, reach: f64) -> Estimate {
        Estimate {
            estimate,
            low: estimate - reach,
            high: estimate + reach,
            confidence: CONFIDENCE,
            method: Method::Paired,
        }
    }

    #[test]
    fn sureness_needs_the_whole_interval() {
        assert_eq!(surely(&estimate(0.3, 0.2)), Some(true));
        assert_eq!(surely(&estimate(-0.3, 0.2)), Some(false));
        assert_eq!(surely(&estimate(0.3, 0.4)), None);
        assert_eq!(surely(&estimate(0.0, 0.0)), None);
    }

    /// Sizes of 3, 2 and 1: 2 on average. Their intervals are 2 to 4, 1 to 3 and 0 to 3.
    #[test]
    fn sizes_have_no_sign() {
        let numbers = [estimate(3.0, 1.0), estimate(-2.0, 1.0), estimate(1.0, 2.0)];
        let found = mean_size(&numbers);
        assert_eq!((found.estimate, found.low), (2.0, 1.0));
        assert!((found.high - 10.0 / 3.0).abs() < 1e-12);
    }

    fn meeting(opponent: &str, turned: (u8, u8), battles: u64) -> Meeting<'_> {
        let mut counts = Paired::default();
        for _ in 0..battles {
            counts.record(turned.0, turned.1);
            counts.record(1, 1);
        }
        Meeting {
            subject: "x",
            opponent,
            counts,
        }
    }

    /// Half of 18 battles are drawn. The others were lost against a and are won now, were won against b
    /// and are drawn now: of 18 points in 36 battles there are 22.5 now.
    #[test]
    fn gains_count_battles_and_points() {
        let meetings = [meeting("a", (0, 2), 9), meeting("b", (2, 1), 9)];
        let gain = Gain::over("x", &meetings).unwrap();
        assert_eq!((gain.battles, gain.changed), (36, 18));
        let scores = gain.scores.map(|score| score.estimate);
        assert_eq!(scores, [0.5, 22.5 / 36.0]);
        assert!((gain.difference.estimate.estimate - 4.5 / 36.0).abs() < 1e-12);
        assert_eq!(gain.difference.estimate, gain.together);
    }

    #[test]
    fn the_largest_come_first_and_hold_together() {
        let meetings = [
            meeting("half", (1, 2), 9),
            meeting("same", (0, 0), 9),
            meeting("lost", (2, 0), 9),
        ];
        let found = gains(&meetings, |meeting| meeting.opponent).unwrap();
        let names: Vec<&str> = found.iter().map(|gain| gain.name.as_str()).collect();
        assert_eq!(names, ["lost", "half", "same"]);
        for gain in &found {
            let (each, together) = (gain.difference.estimate, gain.together);
            assert_eq!(each.estimate, together.estimate);
            assert!(
                together.low < each.low && each.high < together.high,
                "{each:?}"
            );
        }
        let of_unit = gains(&meetings, |meeting| meeting.subject).unwrap();
        assert_eq!((of_unit.len(), of_unit[0].battles), (1, 54));
    }
}
