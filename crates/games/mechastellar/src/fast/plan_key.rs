//! What the plan of a policy for a turn depends on.

use super::bits::{Bits, WEAPONS, place};
use super::cacheable::CachedPolicy;
use crate::rules::constants::{ATTACKS_PER_TARGET, SHIFT_PIVOT};
use crate::rules::decision::Order;
use crate::rules::state::{Battle, SideState, Turn};
use crate::rules::unit_state::UnitState;
use crate::rules::view::View;

/// Bits of a key that only the greedy policy needs.
const GREEDY_BITS: u32 = 39;

/// Everything the plan of a policy can depend on in a cacheable bout, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlanKey(u64);

impl PlanKey {
    /// Of the active unit's turn under an order; `None` where more can matter.
    #[inline(always)]
    pub(crate) fn of(view: View<'_>, policy: CachedPolicy, order: Order) -> Option<Self> {
        let fields!(Battle:
            units, sides, round, turn;
            // There is one enemy: aggressor, Challenger and closest are the same.
            challenge, aggressor, return_fire,
            // A matter of who acts and when.
            first, losses
        ) = view.state;
        let fields!(Turn:
            unit, combat_actions, move_actions;
            // As at every start of a turn, or set after the plan.
            moves_made, acted, free_used, accelerations, start, attacked, attacked_twice,
            shift_done, order_hits, plan,
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
            // A plan weighs expected damage from where it attacks.
            facing, hp, evade, melee_def, shields, skill_used, flash_used, iron_wall, boost_reroll,
            barrier, fallen, stat,
            // The active unit is on the table and has not acted.
            on_table, activated
        ) = &units[own];
        let fields!(UnitState:
            on_table, hp;
            // As the distance.
            pos,
            // A plan weighs the answers of the enemy as printed.
            facing, activated, evade, melee_def, points, stat, shields, disabled, uses, head_lost,
            legs_lost, skill_used, flash_used, iron_wall, boost_reroll, fallen, barrier, stun,
            fired, supporting, arrived
        ) = &units[enemy];
        let fields!(SideState:
            momentum;
            // Changes what a turn brings, not what is planned for it.
            last_shift_done, vp, command_used, orders, reformed,
            // There is one enemy: aggressor, Challenger and closest are the same.
            revenge
        ) = &sides[view.side_of(own).index()];
        if !on_table {
            return None;
        }
        let bits = Bits::default()
            .with(own as u8, 1)
            .with(policy.is_greedy(), 1)
            .with(order as u8, 3)
            .with(view.distance(own, enemy), 7)
            .with(*move_actions, 2)
            .with(*arrived, 1)
            .with(view.ready_weapons(own), WEAPONS as u32);
        let weighed = match policy {
            CachedPolicy::Rulebook => 0,
            CachedPolicy::Greedy => {
                // HP count where the attacks of a turn may take more than is there.
                let most = 2 * view.best_damage(own, enemy);
                let hp = if *hp < most { *hp as u32 } else { 0 };
                let bits = Bits::default()
                    .with(*round, 3)
                    .with((*combat_actions).min(ATTACKS_PER_TARGET), 2)
                    .with(level(*momentum), 2)
                    .with(hp, 32);
                bits.0
            }
        };
        Some(Self(bits.0 << GREEDY_BITS | weighed))
    }

    /// Its place among a number of places.
    #[inline]
    pub(crate) fn place(self, places: usize) -> usize {
        place(self.0, places)
    }
}

/// Momentum as a plan sees it: none, below the pivot of a shift, at it, above it.
#[inline]
fn level(momentum: u8) -> u8 {
    u8::from(momentum > 0) + u8::from(momentum >= SHIFT_PIVOT) + u8::from(momentum > SHIFT_PIVOT)
}
