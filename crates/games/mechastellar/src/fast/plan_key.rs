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
        let Battle {
            units,
            sides,
            round,
            turn,
            // There is one enemy: aggressor, Challenger and closest are the same.
            challenge: _,
            aggressor: _,
            return_fire: _,
            // A matter of who acts and when.
            first: _,
            losses: _,
            // None of these in a cacheable bout: terrain, control points, ships, squads, reserves.
            razed: _,
            wrecks: _,
            crowd: _,
            owners: _,
            former: _,
            // For observers.
            momentum_by_round: _,
            points_by_round: _,
        } = view.state;
        let Turn {
            unit,
            combat_actions,
            move_actions,
            // As at every start of a turn, or set after the plan.
            moves_made: _,
            acted: _,
            free_used: _,
            accelerations: _,
            start: _,
            attacked: _,
            attacked_twice: _,
            shift_done: _,
            order_hits: _,
            plan: _,
            // Counts in strikes.
            behind: _,
            blindside_used: _,
            felled: _,
            // There is one enemy: aggressor, Challenger and closest are the same.
            return_fire: _,
        } = turn;
        let (own, enemy) = (*unit, 1 - *unit);
        let UnitState {
            arrived,
            // As the distance.
            pos: _,
            // As the weapons that are ready.
            disabled: _,
            uses: _,
            fired: _,
            supporting: _,
            points: _,
            head_lost: _,
            // In the action points that are left.
            legs_lost: _,
            stun: _,
            // None of these in a cacheable bout: terrain, control points, ships, squads, reserves.
            leader: _,
            reserve: _,
            aboard: _,
            sunk: _,
            wreck: _,
            mode: _,
            dice_lost: _,
            all_weapons: _,
            anti_air: _,
            orders: _,
            repaired: _,
            repairs: _,
            // A plan weighs expected damage from where it attacks.
            facing: _,
            hp: _,
            evade: _,
            melee_def: _,
            shields: _,
            skill_used: _,
            flash_used: _,
            iron_wall: _,
            boost_reroll: _,
            barrier: _,
            fallen: _,
            stat: _,
            // The active unit is on the table and has not acted.
            on_table: _,
            activated: _,
            // For observers.
            damage_dealt: _,
            vp_earned: _,
        } = &units[own];
        let UnitState {
            on_table,
            hp,
            // As the distance.
            pos: _,
            // None of these in a cacheable bout: terrain, control points, ships, squads, reserves.
            leader: _,
            reserve: _,
            aboard: _,
            sunk: _,
            wreck: _,
            mode: _,
            dice_lost: _,
            all_weapons: _,
            anti_air: _,
            orders: _,
            repaired: _,
            repairs: _,
            // A plan weighs the answers of the enemy as printed.
            facing: _,
            activated: _,
            evade: _,
            melee_def: _,
            points: _,
            stat: _,
            shields: _,
            disabled: _,
            uses: _,
            head_lost: _,
            legs_lost: _,
            skill_used: _,
            flash_used: _,
            iron_wall: _,
            boost_reroll: _,
            fallen: _,
            barrier: _,
            stun: _,
            fired: _,
            supporting: _,
            arrived: _,
            // For observers.
            damage_dealt: _,
            vp_earned: _,
        } = &units[enemy];
        let SideState {
            momentum,
            // Changes what a turn brings, not what is planned for it.
            last_shift_done: _,
            vp: _,
            command_used: _,
            orders: _,
            // There is one enemy: aggressor, Challenger and closest are the same.
            revenge: _,
        } = &sides[view.side_of(own).index()];
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
