//! Legal ranges of every number in a dataset: what the dice can hold. The rules options draw closer
//! bounds when a bout is compiled.

pub(super) use equipoise_engine::source::Limits;

const fn whole(min: i64, max: i64) -> Limits {
    Limits::whole(min, max)
}

/// Linked stats, dice of one roll.
pub(super) const STAT: Limits = whole(1, 12);
pub(super) const SKILL: Limits = whole(1, 20);
/// Movement points.
pub(super) const OPTIMAL_RANGE: Limits = whole(0, 20);
pub(super) const POINTS: Limits = whole(0, 10_000);
/// Prices small enough that no sum leaves [`POINTS`].
pub(super) const BASE_PRICE: Limits = whole(0, 1000);
pub(super) const STAT_PRICE: Limits = whole(0, 8);
pub(super) const WEAPON_PRICE: Limits = whole(0, 100);

/// Scenarios: rings and quadrants as a side sees them.
pub(super) const RING: Limits = whole(0, 7);
pub(super) const QUADRANT: Limits = whole(0, 7);
pub(super) const COUNT: Limits = whole(1, 6);
