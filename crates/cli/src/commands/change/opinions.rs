//! The answers under other policies, as they are shown.

use equipoise_analysis::Limits;
use equipoise_analysis::change::{Agreement, Agreements, Effects, Opinion};

/// The answer under another policy.
pub(super) struct ShownOpinion<'a> {
    pub(super) policy: &'a str,
    pub(super) effects: &'a Effects,
    pub(super) agreement: Agreement,
    pub(super) agreements: Agreements,
    pub(super) of_armies: Option<OfArmies>,
}

/// What the battles of armies under a policy say of implied points.
pub(super) struct OfArmies {
    pub(super) battles: u64,
    /// The change of implied points.
    pub(super) change: String,
    /// Its interval.
    pub(super) span: String,
}

impl<'a> ShownOpinion<'a> {
    /// Each of some opinions, with what `of_armies` makes of its implied points.
    pub(super) fn all<A>(
        opinions: &'a [Opinion<A>],
        of_armies: impl Fn(Option<&'a A>) -> Option<OfArmies>,
    ) -> Vec<Self> {
        let shown = |opinion: &'a Opinion<A>| Self {
            policy: &opinion.policy,
            effects: &opinion.effects,
            agreement: opinion.agreement,
            agreements: opinion.agreements,
            of_armies: of_armies(opinion.implied.as_ref()),
        };
        opinions.iter().map(shown).collect()
    }

    /// Name of the column that says which rows are surely up or down.
    pub(super) fn column(&self) -> String {
        format!("surely ({})", self.policy)
    }

    /// The interval of the row of this name that holds for all rows under this policy.
    pub(super) fn together(&self, name: &str) -> Option<&Limits> {
        let mut rows = self.effects.differences.iter();
        let row = rows.find(|row| row.name == name);
        row.map(|row| &row.together)
    }
}
