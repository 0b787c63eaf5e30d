//! Everything a player chooses. A policy sees what a player sees, no hidden dice.
//!
//! [`Policies`](policies::Policies) answer for both sides by the kind of each; a
//! [`Policy`](policy::Policy) answers for one.

pub(crate) mod greedy;
pub(crate) mod policies;
#[expect(
    clippy::module_inception,
    reason = "the trait that all files here implement"
)]
pub(crate) mod policy;
pub(crate) mod search;
pub(crate) mod solo;

mod battle_sense;
mod bonus;
mod challenge;
mod chase;
mod duel;
mod duel_plan;
mod field;
mod foe;
mod instead;
mod random;
mod secondary;
mod stake;
mod steps;
mod tactics;
mod tuning;
mod volley;
mod wreck;

/// What a point of Momentum costs the side of a unit.
#[cfg(test)]
pub(crate) fn worth_of_momentum(
    view: crate::rules::view::View<'_>,
    unit: crate::rules::unit_id::UnitId,
) -> i32 {
    stake::Purse::of(view, unit).cost(1)
}

/// What so much damage to a unit is worth in a battle, as a side sees it.
#[cfg(test)]
pub(crate) fn worth_of_damage(
    view: crate::rules::view::View<'_>,
    side: equipoise_engine::Side,
    unit: crate::rules::unit_id::UnitId,
    damage: i32,
) -> i32 {
    stake::Share::of(view, side, unit).value(damage)
}
