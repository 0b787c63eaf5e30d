//! Scenario files are sound when what they describe can be played.

use crate::data::catalogue::{Catalogue, Problem, SourceFile};
use crate::data::scenario::Scenario;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;

impl Catalogue {
    /// Reads a scenario, to be played with its own rules options and with those requested, which override
    /// them. Its name is that of the file without folders and `.toml`.
    ///
    /// # Errors
    /// Every problem of the file, sorted by position: TOML that does not parse, unknown or missing
    /// fields, values outside their range, units or options that do not exist, squads and fields that
    /// break a rule.
    pub fn scenario(
        &self,
        file: &SourceFile,
        requested: &[(String, String)],
    ) -> Result<Scenario, Vec<Problem>> {
        self.read_scenario(file, requested, |scenario, options| {
            Bout::battle(scenario, [PolicyKind::Plain; 2], options).map(drop)
        })
    }
}
