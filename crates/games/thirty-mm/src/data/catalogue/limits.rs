//! Legal ranges of every number in a dataset.

pub(super) use equipoise_engine::source::Limits;

const fn whole(min: i64, max: i64) -> Limits {
    Limits::whole(min, max)
}

/// Base stats: the range of target numbers that the rules know (`mm30.stat.base`).
pub(super) const STAT: Limits = whole(2, 9).of_rule("mm30.stat.base");
/// Max Defense of a core section.
pub(super) const DEFENSE: Limits = whole(1, 999);
pub(super) const DURABILITY: Limits = whole(1, 999);
/// Durability of a part of a weapon, which may add none.
pub(super) const PART_DURABILITY: Limits = whole(0, 99);
pub(super) const RANGE: Limits = whole(1, 30);
pub(super) const PART_RANGE: Limits = whole(0, 30);
pub(super) const DAMAGE: Limits = whole(0, 99);
pub(super) const AP: Limits = whole(1, 16);
pub(super) const PART_AP: Limits = whole(0, 16);
/// What a unit is listed at.
pub(super) const LISTED: Limits = whole(0, 9999);
/// Files and rows of the largest board.
pub(super) const FILE: Limits = whole(0, 28).of_rule("mm30.board.size");
pub(super) const ROW: Limits = whole(0, 29).of_rule("mm30.board.size");
/// Levels of the ground, and of the top of a structure.
pub(super) const GROUND: Limits = whole(-2, 2).of_rule("mm30.terrain.levels");
pub(super) const TOP: Limits = whole(0, 3).of_rule("mm30.structure.defense");
/// Units of one kind in a squad.
pub(super) const COUNT: Limits = whole(1, 20);
pub(super) const COST: Limits = whole(0, 999);
pub(super) const RANK: Limits = whole(1, 5).of_rule("mm30.pilot.ranks");
pub(super) const POINTS: Limits = whole(0, 4).of_rule("mm30.stat.reduction");
/// Effects of an ability.
pub(super) const CHANGE: Limits = whole(-7, 7);
