//! What the next action of the solo policy and its ruling depend on.

use super::bits::{Bits, NOWHERE, WEAPONS, packed, place_of_all};
use crate::policy::solo::Solo;
use crate::rules::constants::ENGAGED_SHOT_COST;
use crate::rules::decision::Order;
use crate::rules::state::{Battle, SideState, Turn};
use crate::rules::unit_state::UnitState;
use crate::rules::view::View;

/// What of an [`ActionKey`] an action without dice leaves open: what Momentum and both facings allow next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TransitionKey(pub(super) u8);

impl TransitionKey {
    const ZEAL: u8 = 1 << 2;

    /// Whether Zeal may bring another attack.
    #[inline(always)]
    pub(crate) fn may_zeal(self) -> bool {
        self.0 & Self::ZEAL > 0
    }

    /// Whether the active unit may still attack.
    #[inline(always)]
    pub(crate) fn is_armed(self, view: View<'_>) -> bool {
        let turn = &view.state.turn;
        turn.combat_actions > 0
            || self.may_zeal()
            || view.profile(turn.unit).free & !turn.free_used > 0
    }

    /// Whether the active unit has nothing left to act with: every policy ends its turn.
    #[inline(always)]
    pub(crate) fn is_spent(self, view: View<'_>) -> bool {
        view.state.turn.move_actions == 0 && !self.is_armed(view)
    }

    /// Of the active unit.
    #[inline(always)]
    pub(crate) fn of(view: View<'_>) -> Self {
        let unit = view.state.turn.unit;
        let (own, enemy) = (view.unit(unit), view.unit(1 - unit));
        // Momentum pays for shots and ways out of an engagement.
        let engaged = own.pos.distance(enemy.pos) <= view.bout.distances.engagement;
        let price = if engaged {
            view.momentum_of(unit).min(ENGAGED_SHOT_COST)
        } else {
            0
        };
        let front = view.in_front(unit, enemy.pos);
        let bare = view.bout.barriers && !view.barrier_faces(1 - unit, own.pos);
        let zeal = if Solo::may_zeal(view) { Self::ZEAL } else { 0 };
        Self(price | zeal | u8::from(front) << 3 | u8::from(bare) << 4)
    }
}

/// Everything the next action of the solo policy and its ruling can depend on in a cacheable bout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ActionKey(pub(super) [u64; 4]);

impl ActionKey {
    /// Of the active unit.
    #[inline(always)]
    pub(crate) fn of(view: View<'_>, transition: TransitionKey) -> Self {
        let fields!(Battle:
            units, sides, round, challenge, turn;
            // A matter of who acts and when.
            first, return_fire, aggressor, losses
        ) = view.state;
        let fields!(Turn:
            unit, combat_actions, move_actions, free_used, accelerations, start, order_reach, plan;
            // In what an attack would do.
            behind, blindside_used, order_hits,
            // As the number of attacks on the enemy.
            attacked, attacked_twice,
            // In the transition key.
            moves_made, acted, shift_done,
            // Counts against terrain.
            felled,
            // The plan has taken it into account.
            return_fire
        ) = turn;
        let fields!(UnitState:
            pos, points, disabled, uses, flash_used, supporting, arrived;
            // In what an attack would do.
            fired,
            // In the transition key.
            facing, skill_used,
            // In the action points that are left.
            legs_lost, stun,
            // An attack reads nothing of the defences of the attacker.
            hp, evade, melee_def, shields, head_lost, iron_wall, boost_reroll, barrier, fallen,
            stat,
            // The active unit is on the table and has not acted.
            on_table, activated
        ) = &units[*unit];
        let fields!(UnitState:
            pos: enemy_pos, on_table: enemy_stands;
            // In what an attack would do.
            evade, melee_def, shields, head_lost, iron_wall, fallen, fired, disabled, barrier,
            points, stun, stat,
            // In the transition key.
            facing,
            // Nothing is spent on a defence before the dice.
            uses,
            // An attack reads neither what it may do to a unit nor what the unit may still do.
            hp, activated, legs_lost, skill_used, flash_used, boost_reroll, supporting, arrived
        ) = &units[1 - *unit];
        // An oath binds the unit to where it and its enemy stood before.
        let start = if challenge.is_some() || sides.iter().any(has_oath) {
            packed(*start)
        } else {
            NOWHERE
        };
        // Orders that move and attack alike.
        let order = match plan.order {
            Order::Free | Order::Attack | Order::Blitz => Order::Attack,
            order => order,
        };
        let armed = transition.is_armed(view);
        let places = Bits::default()
            .with(packed(*pos), 16)
            .with(packed(*enemy_pos), 16)
            .with(start, 16)
            // Where to attack from.
            .with(if armed { plan.approach } else { 0 }, 8);
        // Finishing blows.
        let timed = armed && view.profile(*unit).finishes;
        let rest = Bits::default()
            .with(transition.0, 5)
            .with(*unit as u8, 1)
            .with(if timed { *round } else { 0 }, 3)
            .with(turn.attacks_on(1 - *unit), 2)
            .with(*flash_used, 1)
            .with(*arrived, 1)
            .with(*enemy_stands, 1)
            .with(order as u8, 4)
            // As many hexes in every turn of a bout that has them.
            .with(*order_reach > 0, 1)
            .with(*combat_actions, 3)
            .with(*move_actions, 2)
            .with(*accelerations, 4)
            .with(*points, 3);
        if !armed {
            return Self([places.0, rest.0, 0, 0]);
        }
        let rest = rest
            .with(*disabled, WEAPONS as u32)
            .with(*supporting, WEAPONS as u32)
            .with(*free_used, WEAPONS as u32);
        let mut weapons = [0; WEAPONS];
        weapons.copy_from_slice(&uses[..WEAPONS]);
        let weapons = u64::from_le_bytes(weapons);
        Self([places.0, rest.0, weapons, attack_bits(view).0])
    }

    /// Its place among a number of places.
    #[inline]
    pub(crate) fn place(self, places: usize) -> usize {
        place_of_all(self.0, places)
    }
}

/// What an attack of the active unit on its one enemy would do, beside its weapon and their places.
#[inline(always)]
fn attack_bits(view: View<'_>) -> Bits {
    let turn = &view.state.turn;
    let (unit, target) = (turn.unit, 1 - turn.unit);
    let (own, enemy) = (view.unit(unit), view.unit(target));
    let surprised =
        enemy.head_lost || turn.behind.contains(target) && !turn.blindside_used.contains(target);
    // Support depends on the weapons that were fired.
    let fired = if view.profile(unit).helps {
        own.fired
    } else {
        0
    };
    let busy = if view.profile(target).helps {
        enemy.fired | enemy.disabled
    } else {
        0
    };
    Bits::default()
        // Both defences follow from them.
        .with(enemy.shields, 8)
        .with(surprised, 1)
        .with(enemy.iron_wall as u8, 6)
        .with(enemy.fallen, 1)
        .with(view.is_shut_down(target), 1)
        // From which side it counts is in the transition key.
        .with(view.barrier_strength(target), 6)
        .with(turn.order_hits as u8, 1)
        .with(fired, WEAPONS as u32)
        .with(busy, WEAPONS as u32)
}

/// Whether a side is bound by Revenge.
fn has_oath(side: &SideState) -> bool {
    let fields!(SideState:
        revenge;
        // In the transition key.
        momentum,
        // Changes what a turn brings, not what is done in it.
        last_shift_done, earned, command_used, orders, reformed,
        // None of these in a cacheable bout: traits of Commanders.
        stood_firm, decimated
    ) = side;
    revenge.is_some()
}
