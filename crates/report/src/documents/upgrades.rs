//! What upgrades are worth against what they cost, as `equipoise audit upgrades` gives it.

use equipoise_analysis::audit::{PricedUpgrade, UpgradeAuditResult};

use super::reading::make_printable;

/// With names as charts show them.
pub(crate) fn shown(mut audit: UpgradeAuditResult) -> UpgradeAuditResult {
    let played = &mut audit.played_in;
    make_printable([&mut played.system, &mut played.scenario, &mut played.policy]);
    let named = |of: &mut Vec<PricedUpgrade>| make_printable(of.iter_mut().map(|of| &mut of.name));
    named(&mut audit.upgrades);
    for other in &mut audit.also {
        make_printable([&mut other.scenario, &mut other.policy]);
        named(&mut other.upgrades);
    }
    audit
}
