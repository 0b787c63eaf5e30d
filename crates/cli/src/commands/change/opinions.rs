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
    pub(super) fn new<A>(opinion: &'a Opinion<A>, of_armies: Option<OfArmies>) -> Self {
        Self {
            policy: &opinion.policy,
            effects: &opinion.effects,
            agreement: opinion.agreement,
            agreements: opinion.agreements,
            of_armies,
        }
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
