//! The policies that ship: one module each, and which of them a [`PolicyKind`] names.

use equipoise_dice::Dice;

use crate::policy_kind::PolicyKind;
use crate::rules::decision::{Attack, Contest, ExtraAction, MoveChoice, Policy, Shift, TurnPlan};
use crate::rules::event::RollKind;
use crate::rules::sectors::{SectorId, SectorSet};
use crate::rules::state::UnitId;
use crate::rules::view::View;

mod asked;
mod greedy;
mod legal;
mod random;
mod rulebook;
mod search;
pub(crate) mod worth;

pub(crate) use asked::Asked;
pub(crate) use greedy::Greedy;
pub(crate) use random::Random;
pub(crate) use rulebook::Rulebook;

/// Plays each kind by its policy. Inlining the choice into the rules saves a duel 3 % of its
/// instructions.
macro_rules! by_kind {
    ($($decision:ident($($argument:ident: $type:ty),*) -> $choice:ty;)*) => {
        impl Policy for PolicyKind {
            $(#[inline(always)]
            fn $decision<D: Dice>(
                &self,
                view: View<'_>,
                $($argument: $type,)*
                dice: &mut D,
            ) -> $choice {
                match self {
                    Self::Rulebook => Rulebook.$decision(view, $($argument,)* dice),
                    Self::Greedy => GREEDY.$decision(view, $($argument,)* dice),
                    Self::Search => ROLLOUT.$decision(view, $($argument,)* dice),
                    Self::Random => Random.$decision(view, $($argument,)* dice),
                }
            })*
        }
    };
}

const GREEDY: Greedy = Greedy { looks_ahead: false };
const ROLLOUT: Greedy = Greedy { looks_ahead: true };

by_kind! {
    tactical(unit: UnitId, points: u8) -> Option<Shift>;
    overdrive(unit: UnitId, roll: RollKind, rolled: u8) -> u8;
    hold(unit: UnitId) -> bool;
    plan_turn(unit: UnitId) -> TurnPlan;
    declare_strafe(unit: UnitId) -> bool;
    use_movement(unit: UnitId, points: u8, may_strafe: bool) -> MoveChoice;
    attack(unit: UnitId, scene: bool) -> Option<Attack>;
    strafing(contest: &Contest) -> u8;
    bid(contest: &Contest, attacking: bool) -> u8;
    fight_on(unit: UnitId) -> bool;
    push(contest: &Contest, margin: u8, reach: SectorSet) -> SectorId;
    extra_action(unit: UnitId) -> ExtraAction;
    join(unit: UnitId, last: bool) -> bool;
}
