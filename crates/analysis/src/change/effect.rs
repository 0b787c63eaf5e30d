//! The effect of a change on scores.

use equipoise_simulator::CONFIDENCE;
use equipoise_stats::{Paired, StatsError, mean_difference, simultaneous, wilson};
use serde::{Deserialize, Serialize};

use super::ways::Meeting;
use super::worth::ImpliedChange;
use crate::result::{Interval, Limits, OldNew};

/// The effect of a change on the score in some pairings, each of which weighs the same.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// New score less old one.
    pub difference: Interval,
    /// Variance of the difference over the one that other dice for either way would give it; null
    /// where nothing varies.
    pub variance_ratio: Option<f64>,
    /// Battles, each played both ways.
    pub battles: u64,
    /// How many of them went differently.
    pub battles_changed: u64,
    /// The score the old way and the new way.
    pub score: OldNew<Interval>,
}

/// The effect of a change on one unit, or against one opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NamedEffect {
    /// Name of the unit or of the opponent.
    pub name: String,
    /// The effect on the score.
    #[serde(flatten)]
    pub effect: Effect,
    /// The interval of the difference that holds for all rows together.
    pub together: Limits,
    /// Whether that interval leaves zero out.
    pub sure: bool,
    /// The change of implied points, where the effect is that on a unit and armies have played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub implied: Option<ImpliedChange>,
}

/// The effect in all meetings, which have as many battles each.
pub(super) fn effect(meetings: &[Meeting<'_>]) -> Result<Effect, StatsError> {
    let pairings = pairings(meetings);
    let mut all = Paired::default();
    pairings.iter().for_each(|pairing| all.merge(pairing));
    // As many battles in each: the mean score is that of all battles.
    let score = |points| wilson(points, all.battles(), CONFIDENCE);
    let [old, new] = all.points();
    let difference = mean_difference(&pairings, CONFIDENCE)?;
    Ok(Effect {
        difference: (&difference.estimate).into(),
        variance_ratio: difference.variance_ratio,
        battles: all.battles(),
        battles_changed: all.changed(),
        score: OldNew {
            old: (&score(old)?).into(),
            new: (&score(new)?).into(),
        },
    })
}

/// The effects on meetings that come one after the other and have a name in common, the largest first.
pub(super) fn effects(
    meetings: &[Meeting<'_>],
    name: for<'m> fn(&'m Meeting<'_>) -> &'m str,
) -> Result<Vec<NamedEffect>, StatsError> {
    let groups = || meetings.chunk_by(|a, b| name(a) == name(b));
    let confidence = simultaneous(CONFIDENCE, groups().count() as u64);
    let named = |group: &[Meeting<'_>]| {
        let together = mean_difference(&pairings(group), confidence)?;
        let together = Limits::from(&together.estimate);
        Ok(NamedEffect {
            name: name(&group[0]).to_owned(),
            effect: effect(group)?,
            together,
            sure: together.above_zero().is_some(),
            implied: None,
        })
    };
    let mut effects: Vec<NamedEffect> = groups().map(named).collect::<Result<_, StatsError>>()?;
    let size = |named: &NamedEffect| named.effect.difference.estimate.abs();
    effects.sort_by(|a, b| size(b).total_cmp(&size(a)));
    Ok(effects)
}

fn pairings(meetings: &[Meeting<'_>]) -> Vec<Paired> {
    meetings.iter().map(|meeting| meeting.counts).collect()
}

/// How far numbers are from zero on average, with an interval that holds if those of all of them do.
///
/// The estimate is that of the sizes of the estimates: chance makes it too large rather than too small.
pub(crate) fn mean_size(numbers: &[(f64, Limits)]) -> Interval {
    let mean = |size: fn(&(f64, Limits)) -> f64| {
        numbers.iter().map(size).sum::<f64>() / numbers.len().max(1) as f64
    };
    Interval {
        estimate: mean(|(estimate, _)| estimate.abs()),
        low: mean(|(_, ends)| ends.low.max(-ends.high).max(0.0)),
        high: mean(|(_, ends)| ends.high.max(-ends.low)),
    }
}

#[cfg(test)]
mod tests {
    use equipoise_stats::Paired;

    use super::{effect, effects, mean_size};
    use crate::change::ways::Meeting;
    use crate::result::Limits;

    fn estimate(estimate: f64, reach: f64) -> (f64, Limits) {
        let (low, high) = (estimate - reach, estimate + reach);
        (estimate, Limits { low, high })
    }

    #[test]
    fn sureness_needs_the_whole_interval() {
        let above_zero = |number, reach| estimate(number, reach).1.above_zero();
        assert_eq!(above_zero(0.3, 0.2), Some(true));
        assert_eq!(above_zero(-0.3, 0.2), Some(false));
        assert_eq!(above_zero(0.3, 0.4), None);
        assert_eq!(above_zero(0.0, 0.0), None);
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
        let effect = effect(&meetings).unwrap();
        assert_eq!((effect.battles, effect.battles_changed), (36, 18));
        let scores = [effect.score.old, effect.score.new].map(|score| score.estimate);
        assert_eq!(scores, [0.5, 22.5 / 36.0]);
        assert!((effect.difference.estimate - 4.5 / 36.0).abs() < 1e-12);
    }

    #[test]
    fn the_largest_come_first_and_hold_together() {
        let meetings = [
            meeting("half", (1, 2), 9),
            meeting("same", (0, 0), 9),
            meeting("lost", (2, 0), 9),
        ];
        let found = effects(&meetings, |meeting| meeting.opponent).unwrap();
        let names: Vec<&str> = found.iter().map(|named| named.name.as_str()).collect();
        assert_eq!(names, ["lost", "half", "same"]);
        for named in &found {
            let (each, together) = (named.effect.difference, named.together);
            assert!(
                together.low < each.low && each.high < together.high,
                "{each:?}"
            );
        }
        let of_unit = effects(&meetings, |meeting| meeting.subject).unwrap();
        assert_eq!((of_unit.len(), of_unit[0].effect.battles), (1, 54));
    }
}
