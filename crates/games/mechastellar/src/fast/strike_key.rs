//! What the pools of a strike depend on.

use super::bits::{Bits, place};
use super::cacheable::CachedPolicy;
use crate::policy::solo::hits_back;
use crate::rules::aim::Form;
use crate::rules::clash::{PreRoll, Strike};
use crate::rules::constants::finisher_threshold;
use crate::rules::state::{Battle, Turn};
use crate::rules::unit_state::UnitState;
use crate::rules::view::View;

/// Everything that the pools of a strike and the last choices before its dice can depend on in a
/// cacheable bout, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StrikeKey(u64);

impl StrikeKey {
    /// Of a strike with what both sides have declared.
    #[inline]
    pub(crate) fn of(
        view: View<'_>,
        policies: [CachedPolicy; 2],
        strike: &Strike,
        pre: &PreRoll,
    ) -> Self {
        let fields!(Strike:
            attacker, target, weapon, special, form, counter;
            // Sweeps and Crash attacks are not cached.
            swept, follows, crash
        ) = strike;
        let fields!(PreRoll:
            lock_on, support, blindside;
            // There is no terrain.
            cover, pieces, breached,
            // Still to be chosen.
            attack_bonus, defence_bonus, trade
        ) = pre;
        let fields!(Battle:
            units, round, turn;
            // Momentum pays for the trade for a Counter.
            sides,
            // Without a part in an attack once it is declared.
            challenge, first, return_fire, aggressor, losses
        ) = view.state;
        let fields!(Turn:
            accelerations, order_hits;
            // As Blindside, which is declared.
            behind, blindside_used,
            // Without a part in an attack once it is declared.
            unit, combat_actions, move_actions, moves_made, acted, free_used, felled, start,
            attacked, attacked_twice, shift_done, order_reach, return_fire, plan
        ) = turn;
        let fields!(UnitState:
            pos;
            // Nothing of the attacker counts but its weapon and what is declared.
            facing, hp, on_table, activated, evade, melee_def, points, stat, shields, disabled,
            uses, head_lost, legs_lost, skill_used, flash_used, iron_wall, boost_reroll, fallen,
            barrier, stun, fired, supporting, arrived
        ) = &units[strike.attacker()];
        let fields!(UnitState:
            pos: target_pos, shields, fallen, iron_wall;
            // As the shields that are left.
            evade, melee_def,
            // As Shutdown.
            stun, stat,
            // As Blindside and support, which are declared.
            head_lost, uses, fired, supporting, disabled, facing,
            // Counts against area and indirect fire alone.
            barrier,
            // Counts once the dice are rolled.
            hp, points, skill_used, flash_used, boost_reroll,
            // Without a part in an attack on the unit.
            on_table, activated, legs_lost, arrived
        ) = &units[strike.target()];
        debug_assert!(*target == 1 - *attacker);
        let arm = view.weapon(strike.attacker(), strike.weapon());
        let counter = counter.map_or(0, |terms| {
            1 | u8::from(terms.penalty) << 1 | u8::from(terms.trade) << 2
        });
        let bits = Bits::default()
            .with(policies[0] as u8, 1)
            .with(policies[1] as u8, 1)
            .with(*attacker, 1)
            .with(*weapon, 4)
            .with(*special, 1)
            .with(*form == Form::Melee, 1)
            .with(counter, 3)
            .with(pos.distance(*target_pos) as u8, 7)
            // Of the round nothing counts but what makes a finishing blow in it.
            .with(finisher_threshold(arm.finisher, *round), 5)
            .with(*order_hits as u8, 1)
            .with(*accelerations, 4)
            .with(lock_on[0], 1)
            .with(lock_on[1], 1)
            .with(*blindside, 1)
            // Both defences follow from them.
            .with(*shields, 8)
            .with(support[0], 2)
            .with(support[1], 2)
            .with(view.is_shut_down(strike.target()), 1)
            .with(*fallen, 1)
            .with(*iron_wall as u8, 6)
            // Of these policies only solo trades dice for a Counter.
            .with(view.can_trade(strike) && hits_back(view, strike), 1);
        Self(bits.0)
    }

    /// Its place among a number of places.
    #[inline]
    pub(crate) fn place(self, places: usize) -> usize {
        place(self.0, places)
    }
}
