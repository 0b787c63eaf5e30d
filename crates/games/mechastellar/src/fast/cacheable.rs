//! Which bouts and policies the decision cache serves.
//!
//! The keys of the cache hold all that a decision can depend on where a bout is simple enough: two
//! models on an open table, neither a ship nor changing mode, with weapons that take no more than a
//! Combat Action, uses and points. Every field of a bout, a unit and a weapon is named here, so that
//! a new one does not compile until somebody has decided whether it is simple.

use super::bits::{POINTS, WEAPONS};
use crate::data::profile::{UnitProfile, UnitType, Weapon};
use crate::data::table::Table;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::unit::{CompiledUnit, CompiledWeapon};

/// A policy that draws no dice for the answers that are cached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CachedPolicy {
    /// Its plans, its actions and what it declares before the dice.
    Solo,
    /// What it declares before the dice: what it plans and does depends on HP and Momentum, so that
    /// the same situation hardly ever comes twice.
    Greedy,
}

impl CachedPolicy {
    /// `None` for policies that answer the same question in several ways.
    #[inline]
    pub(crate) const fn of(policy: PolicyKind) -> Option<Self> {
        match policy {
            PolicyKind::Solo => Some(Self::Solo),
            // They differ in a choice that is not cached.
            PolicyKind::Greedy | PolicyKind::Search => Some(Self::Greedy),
            PolicyKind::Random => None,
            #[cfg(test)]
            PolicyKind::Script => None,
        }
    }

    /// Whether plans and actions are cached.
    #[inline]
    pub(crate) fn repeats_turns(self) -> bool {
        self == Self::Solo
    }
}

/// Whether the keys of the cache hold all that decisions of a bout can depend on.
pub(crate) fn is_cacheable(bout: &Bout) -> bool {
    let Bout {
        units,
        ranges: _,
        table: Table { width, depth, .. },
        terrain,
        control_points,
        mission,
        // Who lead with traits have perks.
        leads: _,
        secondary,
        // Only of units that are refused below.
        craft: _,
        // What varies of them in a battle is in the keys.
        barriers: _,
        ships: _,
        // A Command comes at the end of a turn and has a question of its own.
        commanders: _,
        // There are two models, and no squads.
        reforms: _,
        // The same for every decision of a bout.
        distances: _,
        environment: _,
        deployment: _,
        lines: _,
        options,
        scoring: _,
        perks,
        starting_momentum: _,
        expectations: _,
        // Of policies whose turns are not cached.
        weights: _,
        chances: _,
        best_worth: _,
        // Part of every key.
        policies: _,
    } = bout;
    units.len() == 2
        && !perks
        // What a defender chooses depends on which weapons could Counter.
        && !options.counters_instead()
        && terrain.is_empty()
        && control_points.is_empty()
        && !mission.on
        && !secondary.on
        && width + depth < 128
        && *width <= 64
        && *depth <= 64
        && units.iter().all(is_simple)
}

fn is_simple(unit: &CompiledUnit) -> bool {
    let CompiledUnit {
        profile,
        printed,
        weapons,
        fresh,
        // What varies of it in a battle is in the keys: points.
        resource: _,
        // Fixed for the whole bout.
        side: _,
        commander: _,
        loses_parts: _,
        calls_shots: _,
        hp: _,
        vp: _,
        losses: _,
        reach: _,
        sensors_shooting: _,
        sensors_evade: _,
        base_in: _,
        base_radius: _,
        class: _,
        at: _,
        helpers: _,
        helps: _,
        finishes: _,
        free: _,
        unmetered: _,
        all_unmetered: _,
        gun_range: _,
        longest_range: _,
        printed_range: _,
        melee_tenths: _,
        turrets: _,
        // There are none where it is asked for.
        perks: _,
        // None of these in a bout without a mission: waves.
        wave: _,
    } = unit;
    let plain = weapons[..*printed].iter().all(is_plain);
    is_plain_profile(profile) && *printed <= WEAPONS && fresh.stat < POINTS && plain
}

fn is_plain_profile(profile: &UnitProfile) -> bool {
    let UnitProfile {
        modes,
        ship,
        unit_type,
        aircraft,
        half_inch,
        // What varies of these in a battle is in the keys: shields, points, the Strength of a barrier.
        shields: _,
        resource: _,
        barrier: _,
        // Fixed for the whole bout.
        name: _,
        frame: _,
        performance: _,
        role: _,
        tier: _,
        elite_level: _,
        morale: _,
        size: _,
        hp: _,
        move_in: _,
        sensors: _,
        evade: _,
        melee_def: _,
        shooting_bonus: _,
        melee_bonus: _,
        fly: _,
        amphibious: _,
        ambush: _,
        vp: _,
        points: _,
        upgrades: _,
        traits: _,
        // Compiled: looked at one by one.
        weapons: _,
    } = profile;
    *unit_type != UnitType::Warship && !aircraft && !half_inch && modes.is_empty() && ship.is_none()
}

fn is_plain(weapon: &CompiledWeapon) -> bool {
    let CompiledWeapon {
        weapon,
        // What varies of these in a battle is in the keys: uses.
        limited: _,
        // Fixed for the whole bout.
        dice: _,
        bonus: _,
        range: _,
        rapid_fire: _,
        dmg: _,
        counter_bonus: _,
        native: _,
    } = weapon;
    let Weapon {
        remote,
        aoe,
        indirect,
        crash,
        // What varies of these in a battle is in the keys: uses, points, Free Attacks, Support Mode.
        uses: _,
        resource_cost: _,
        special: _,
        free: _,
        support: _,
        // Fixed for the whole bout.
        name: _,
        slots_per_use: _,
        kind: _,
        category: _,
        dice: _,
        bonus: _,
        range_in: _,
        rapid_fire: _,
        pen: _,
        dmg: _,
        finisher: _,
        counter_bonus: _,
        all_round: _,
        anti_air: _,
        close_combat: _,
        effect: _,
    } = weapon;
    remote.is_none() && aoe.is_none() && !indirect && !crash
}
