//! The state of one unit during a battle.

use equipoise_engine::Hex;

use super::unit_id::UnitId;
use crate::data::profile::Shield;

/// Largest number of weapons of one unit, the native ones included.
pub(crate) const MAX_WEAPONS: usize = 12 + NATIVE_WEAPONS;
/// Weapons every unit has: throwing an enemy, throwing terrain.
pub(crate) const NATIVE_WEAPONS: usize = 2;

/// A defence line with the changes of Battle Damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct DefenceNow {
    pub(crate) dice: i32,
    pub(crate) bonus: i32,
}

/// One unit during a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct UnitState {
    pub(crate) pos: Hex,
    /// Any non-zero vector; the model looks along it.
    pub(crate) facing: Hex,
    pub(crate) hp: i32,
    pub(crate) on_table: bool,
    pub(crate) activated: bool,
    pub(crate) evade: DefenceNow,
    pub(crate) melee_def: DefenceNow,
    /// Boost, Power or Havoc points left this round.
    pub(crate) points: u8,
    /// Boost, Power or Havoc stat after core damage.
    pub(crate) stat: u8,
    /// Shields still carried, one bit each.
    pub(crate) shields: u8,
    /// Weapons lost to Battle Damage, one bit each.
    pub(crate) disabled: u16,
    pub(crate) uses: [u8; MAX_WEAPONS],
    pub(crate) head_lost: bool,
    pub(crate) legs_lost: u8,
    /// A pilot skill other than Focus and Flash was used in the present turn.
    pub(crate) skill_used: bool,
    /// Which Skills were used in the present turn, one bit each, where upgrades ask for it
    /// (`ms93.upgrade.army-of-one`).
    pub(crate) skills: u16,
    /// Flash was used in the present turn.
    pub(crate) flash_used: bool,
    /// DEF of an Iron Wall that lasts until the present turn ends; 0 for none.
    pub(crate) iron_wall: i32,
    /// Uses of Focus without Momentum in its own turn, lost as that ends (`ms93.pilot1.renowned`).
    pub(crate) free_focus: u8,
    /// Boost rerolls every defence roll until the present turn ends.
    pub(crate) boost_reroll: bool,
    /// The unit this model belongs to: itself, or the leader of its squad (`ms10.squad.leader`).
    pub(crate) leader: UnitId,
    /// Held back at present (`ms10.deploy.reserve`).
    pub(crate) reserve: bool,
    /// The ship it is aboard (`ms10.ship.board`).
    pub(crate) aboard: Option<UnitId>,
    /// Below the surface of deep water (`ms10.special.deep-water`).
    pub(crate) sunk: bool,
    /// A destroyed Warship left on the table (`ms10.ship.wreck`).
    pub(crate) wreck: bool,
    /// Fell with destroyed terrain and has not acted since (`ms10.advantage.crumbling`).
    pub(crate) fallen: bool,
    /// Strength of the barrier (`ms10.barrier.block`).
    pub(crate) barrier: u8,
    /// Stun Tokens (`ms10.stun.token`).
    pub(crate) stun: u8,
    /// Mode: 0 as printed, else an alternative (`ms10.transform.mode`).
    pub(crate) mode: u8,
    /// Weapons used this round, one bit each (`ms10.support.mode`).
    pub(crate) fired: u16,
    /// Weapons in Support Mode this round, one bit each (`ms10.support.mode`).
    pub(crate) supporting: u16,
    /// Dice each remote weapon has lost (`ms10.remote.shoot-down`).
    pub(crate) dice_lost: [u8; MAX_WEAPONS],
    /// Uses of All Weapons Fire this round (`ms10.ship.all-weapons`).
    pub(crate) all_weapons: u8,
    /// Uses of Anti-Air Defences this round (`ms10.ship.anti-air`).
    pub(crate) anti_air: u8,
    /// Orders that wait to lower a cost (`ms10.orders.ops-support`).
    pub(crate) orders: u8,
    /// Arrived this round, so it takes no control point (`ms10.reinforce.turn`).
    pub(crate) arrived: bool,
    /// Repaired this round (`ms10.ship.repair-bay`).
    pub(crate) repaired: bool,
    /// Repairs this ship has made this round (`ms10.ship.repair-bay`).
    pub(crate) repairs: u8,
    /// Who attacked it last, where there are several enemies (`ms93.mecha-ai.target-return-fire`).
    pub(crate) attacked_by: Option<u8>,
    /// What it has bought and not used up, one bit each (`ms93.trait.ambusher`,
    /// `ms93.trait.awe-inspiring-arrival`).
    pub(crate) perks_left: u8,
    /// HP this model has taken from enemies.
    pub(crate) damage_dealt: u32,
    /// Victory points this model has earned by kills and events.
    pub(crate) vp_earned: i32,
}

impl UnitState {
    /// Whether this model stands on the table.
    #[inline]
    pub(crate) fn is_up(&self) -> bool {
        self.on_table
    }

    /// Removes a shield: an S# gives its value back as dice, an MD# does not
    /// (`ms10.battle-damage.shield`, `ms10.battle-damage.melee-shield`).
    pub(crate) fn lose_shield(&mut self, index: usize, shield: Shield) {
        self.shields &= !(1 << index);
        match shield {
            Shield::Full(value) => {
                for line in [&mut self.evade, &mut self.melee_def] {
                    line.bonus -= i32::from(value);
                    line.dice += i32::from(value);
                }
            }
            Shield::Melee(value) => self.melee_def.bonus -= i32::from(value),
        }
    }
}
