//! A duel on its way to its result, as `equipoise duel --trace` gives it.

use equipoise_analysis::duel::{Look, SampledDuel};

use super::reading::make_printable;

/// How the score stood on the way; empty without a trace.
pub(crate) fn looks(duel: &SampledDuel) -> &[Look] {
    duel.trace.as_deref().unwrap_or_default()
}

/// With names as charts show them.
pub(crate) fn shown(mut duel: SampledDuel) -> SampledDuel {
    make_printable([
        &mut duel.a.name,
        &mut duel.b.name,
        &mut duel.played_by.policy,
    ]);
    duel
}
