//! What the units of a grid are worth, from battles of random armies.

use equipoise_engine::front_end::FrontEnd;
use equipoise_simulator::Control;
use equipoise_stats::StructuredWorth;

use super::grid::Grid;
use crate::error::Error;
use crate::points::{Field, unpriced};

/// Most units of one kind that join an army together. Of six hundred kinds an army drawn unit by
/// unit hardly ever has two of the same, and its battles say little of any; in squads they give the same prices and
/// tell them apart by a third of the battles.
pub(super) const SQUAD: u32 = 4;

/// What the units of a field are worth, and the digest of the battles that say so.
pub(super) struct Fitted {
    pub(super) worth: StructuredWorth,
    pub(super) digest: String,
}

/// Plays random armies of a field under a policy and fits what its units are worth.
pub(super) fn fit<S: FrontEnd>(
    field: &Field<'_, S>,
    grid: &Grid<'_, S>,
    policy: S::Policy,
    matchups: u64,
    control: Control<'_>,
) -> Result<Fitted, Error> {
    let fought = field.fight(policy, matchups, control)?;
    let results = fought.matchups();
    let worth = StructuredWorth::fit(
        &results,
        &field.listed(),
        &fought.presence(),
        &grid.places,
        &grid.numeric(),
    )
    .map_err(|error| unpriced(error, results.len()))?;
    Ok(Fitted {
        worth,
        digest: fought.digest().to_owned(),
    })
}
