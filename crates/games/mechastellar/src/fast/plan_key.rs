//! What the plan of the solo policy for a turn depends on.

use super::bits::{Bits, WEAPONS, place};
use crate::rules::decision::Order;
use crate::rules::state::{Battle, Turn};
use crate::rules::unit_state::UnitState;
use crate::rules::view::View;

/// Everything the plan of the solo policy can depend on in a cacheable bout, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlanKey(u64);

impl PlanKey {
    /// Of the active unit's turn under an order; `None` where more can matter.
    #[inline(always)]
    pub(crate) fn of(view: View<'_>, order: Order) -> Option<Self> {
        let fields!(Battle:
            units, turn;
            // The table knows neither rounds nor Momentum.
            sides, round,
            // There is one enemy: aggressor, Challenger and closest are the same.
            challenge, aggressor, return_fire,
            // A matter of who acts and when.
            first, losses
        ) = view.state;
        let fields!(Turn:
            unit, move_actions;
            // As at every start of a turn, or set after the plan.
            combat_actions, moves_made, acted, free_used, accelerations, start, attacked, attacked_twice,
            shift_done, order_hits, order_reach, plan,
            // Counts in strikes.
            behind, blindside_used, felled,
            // There is one enemy: aggressor, Challenger and closest are the same.
            return_fire
        ) = turn;
        let (own, enemy) = (*unit, 1 - *unit);
        let fields!(UnitState:
            arrived;
            // As the distance.
            pos,
            // As the weapons that are ready.
            disabled, uses, fired, supporting, points, head_lost,
            // In the action points that are left.
            legs_lost, stun,
            // In the order.
            hp,
            // A plan weighs expected damage from where it attacks.
            facing, evade, melee_def, shields, skill_used, flash_used, iron_wall, boost_reroll,
            barrier, fallen, stat,
            // The active unit is on the table and has not acted.
            on_table, activated
        ) = &units[own];
        let fields!(UnitState:
            on_table;
            // As the distance.
            pos,
            // A plan takes the enemy as printed.
            hp, facing, activated, evade, melee_def, points, stat, shields, disabled, uses, head_lost,
            legs_lost, skill_used, flash_used, iron_wall, boost_reroll, fallen, barrier, stun,
            fired, supporting, arrived
        ) = &units[enemy];
        if !on_table {
            return None;
        }
        let bits = Bits::default()
            .with(own as u8, 1)
            .with(order as u8, 4)
            .with(view.distance(own, enemy), 7)
            .with(*move_actions, 2)
            .with(*arrived, 1)
            .with(view.ready_weapons(own), WEAPONS as u32);
        Some(Self(bits.0))
    }

    /// Its place among a number of places.
    #[inline]
    pub(crate) fn place(self, places: usize) -> usize {
        place(self.0, places)
    }
}
