//! Scenario files are sound when what they describe can be played.

use crate::data::catalogue::{Catalogue, Problem, SourceFile};
use crate::data::scenario::Scenario;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;

impl Catalogue {
    /// Reads a scenario. Its name is that of the file without folders and `.toml`.
    ///
    /// # Errors
    ///
    /// Every problem of the file, sorted by position: TOML that does not parse, unknown or missing
    /// fields, values outside their range, mecha that do not exist, options that do not, forces
    /// that cannot be played under the scenario's options.
    pub fn scenario(&self, file: &SourceFile) -> Result<Scenario, Vec<Problem>> {
        self.read_scenario(file, |scenario, options| {
            Bout::battle(scenario, [PolicyKind::Rulebook; 2], options).map(|_| ())
        })
    }
}
