//! The answer under another policy, beside the main one.

use equipoise_simulator::Setting;
use serde::{Deserialize, Serialize};

use super::result::Effects;
use crate::result::Limits;

/// What the battles under one policy say of a change.
pub(super) struct Verdict<A> {
    pub(super) effects: Effects,
    /// What random armies say; `None` if none have played.
    pub(super) implied: Option<A>,
}

/// The answer to the same question under another policy: the same pairings and armies, as many battles,
/// on the same dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opinion<A> {
    /// The policy of both sides.
    pub policy: String,
    /// Master seed.
    pub seed: u64,
    /// Whether this policy and that of the main answer agree on the sign of the difference over all
    /// pairings. Each of the two intervals holds by itself.
    pub agreement: Agreement,
    /// How many of the differences they agree on. Their intervals hold for all rows of one policy
    /// together, not for both policies.
    pub agreements: Agreements,
    /// The effect over all pairings, and on each unit or against each opponent.
    #[serde(flatten)]
    pub effects: Effects,
    /// Implied points; null if no armies have played.
    pub implied: Option<A>,
}

impl<A> Opinion<A> {
    pub(super) fn new(setting: Setting, verdict: Verdict<A>, main: &Effects) -> Self {
        let effects = verdict.effects;
        let [ours, theirs] = [main, &effects].map(|effects| effects.all.difference.into());
        Self {
            policy: setting.policy,
            seed: setting.seed,
            agreement: Agreement::of(ours, theirs),
            agreements: Agreements::of(main, &effects),
            effects,
            implied: verdict.implied,
        }
    }
}

/// What the intervals of a difference under two policies say together of its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Agreement {
    /// Both intervals lie above zero, or both below.
    Both,
    /// Only that of the main answer leaves zero out.
    OnlyMain,
    /// Only that under the other policy leaves zero out.
    OnlyAlso,
    /// One lies above zero, the other below.
    Contradiction,
    /// Both contain zero.
    Neither,
}

impl Agreement {
    fn of(main: Limits, also: Limits) -> Self {
        match (main.above_zero(), also.above_zero()) {
            (Some(main), Some(also)) if main == also => Self::Both,
            (Some(_), Some(_)) => Self::Contradiction,
            (Some(_), None) => Self::OnlyMain,
            (None, Some(_)) => Self::OnlyAlso,
            (None, None) => Self::Neither,
        }
    }
}

/// How many units or opponents two policies agree on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreements {
    /// Surely up under both, or surely down under both.
    pub both: u64,
    /// Sure under the policy of the main answer only.
    pub only_main: u64,
    /// Sure under the other policy only.
    pub only_also: u64,
    /// Surely up under one, surely down under the other.
    pub contradiction: u64,
    /// Sure under neither.
    pub neither: u64,
}

impl Agreements {
    /// Counts the rows of the same names.
    fn of(main: &Effects, also: &Effects) -> Self {
        let mut counts = Self::default();
        for ours in &main.differences {
            let mut others = also.differences.iter();
            if let Some(theirs) = others.find(|theirs| theirs.name == ours.name) {
                *counts.count_mut(Agreement::of(ours.together, theirs.together)) += 1;
            }
        }
        counts
    }

    fn count_mut(&mut self, of: Agreement) -> &mut u64 {
        match of {
            Agreement::Both => &mut self.both,
            Agreement::OnlyMain => &mut self.only_main,
            Agreement::OnlyAlso => &mut self.only_also,
            Agreement::Contradiction => &mut self.contradiction,
            Agreement::Neither => &mut self.neither,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Agreement;
    use crate::result::Limits;

    #[test]
    fn agreement_is_that_of_intervals() {
        let [up, down, open] = [(0.1, 0.3), (-0.3, -0.1), (-0.1, 0.3)];
        for (main, also, expected) in [
            (up, up, Agreement::Both),
            (down, down, Agreement::Both),
            (up, open, Agreement::OnlyMain),
            (open, down, Agreement::OnlyAlso),
            (up, down, Agreement::Contradiction),
            (down, up, Agreement::Contradiction),
            // Estimates of one sign are no agreement.
            (open, open, Agreement::Neither),
            // An end at zero leaves nothing out.
            ((0.0, 0.3), up, Agreement::OnlyAlso),
        ] {
            let [main, also] = [main, also].map(|(low, high)| Limits { low, high });
            assert_eq!(Agreement::of(main, also), expected, "{main:?} {also:?}");
        }
    }
}
