//! The policies that ship: one module each, and which of them a [`PolicyKind`] names.

use equipoise_dice::Dice;
use equipoise_engine::Side;

use crate::policy_kind::PolicyKind;
use crate::rules::attack::Attack;
use crate::rules::board::Edge;
use crate::rules::decision::{Action, Placing, Policy};
use crate::rules::state::UnitId;
use crate::rules::view::View;

mod aims;
mod greedy;
mod lot;
mod markers;
mod plain;
mod random;
mod search;
mod stand;
pub(crate) mod ways;

pub(crate) use greedy::Greedy;
pub(crate) use plain::Plain;
pub(crate) use random::Random;
pub(crate) use search::Search;
pub(crate) use stand::Stand;

/// Plays each kind by its policy.
macro_rules! by_kind {
    ($($decision:ident($($argument:ident: $type:ty),*) -> $choice:ty;)*) => {
        impl Policy for PolicyKind {
            $(fn $decision<D: Dice>(
                self,
                view: View<'_>,
                $($argument: $type,)*
                dice: &mut D,
            ) -> $choice {
                match self {
                    Self::Plain => Plain.$decision(view, $($argument,)* dice),
                    Self::Greedy => Greedy.$decision(view, $($argument,)* dice),
                    Self::Search => Search.$decision(view, $($argument,)* dice),
                    Self::Stand => Stand.$decision(view, $($argument,)* dice),
                    Self::Random => Random.$decision(view, $($argument,)* dice),
                }
            })*
        }
    };
}

by_kind! {
    leads(side: Side) -> bool;
    edge(side: Side) -> Edge;
    place(waiting: &[UnitId], edge: Edge) -> Placing;
    activate(waiting: &[UnitId]) -> UnitId;
    act(unit: UnitId, refused: u8) -> Action;
    react(unit: UnitId, mover: UnitId) -> Option<Attack>;
    fall(unit: UnitId) -> usize;
}
