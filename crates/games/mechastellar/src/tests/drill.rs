//! Units whose totals need no luck, and readings of the log.

use equipoise_engine::{Side, matching};

use super::arena::{Arena, crewed};
use crate::data::profile::{Defence, Resource, ResourceKind, Tier, UnitProfile};
use crate::rules::decision::{Action, AttackSkills, DefenceSkills};
use crate::rules::event::Event;
use crate::rules::unit_id::UnitId;

/// HP of a [`drill`] unit.
pub(super) const FULL: i32 = 30_000;

/// A unit with rifle and saber of 1d10+`hits` and neither dice nor bonus in defence, so that face 1
/// on the attack die leaves exactly `hits` unblocked. Rifle: 24 in, DMG 300, no PEN; saber: 4 in,
/// DMG 400, PEN 6. Elite level 0, so that both sides start with 10 Momentum.
pub(super) fn drill(tier: Tier, hits: i8) -> UnitProfile {
    let mut unit = crewed(tier);
    unit.elite_level = 0;
    unit.hp = FULL as u32;
    unit.evade = Defence { dice: 0, bonus: 0 };
    unit.melee_def = unit.evade;
    for weapon in &mut unit.weapons {
        weapon.dice = 1;
        weapon.bonus = hits;
    }
    unit
}

/// The same with points.
pub(super) fn fuelled(tier: Tier, hits: i8, kind: ResourceKind, stat: u8) -> UnitProfile {
    with!(drill(tier, hits), resource: Some(Resource { kind, stat }))
}

/// A plain attack.
pub(super) fn hit(weapon: usize, target: UnitId) -> Action {
    Action::Attack {
        weapon,
        special: false,
        target,
    }
}

/// HP a [`drill`] unit has lost.
pub(super) fn lost(arena: &Arena, unit: UnitId) -> i32 {
    FULL - arena.unit(unit).hp
}

/// Momentum a side has lost since the start, when it had 10.
pub(super) fn spent(arena: &Arena, side: Side) -> u8 {
    10 - arena.momentum(side)
}

pub(super) const FOCUS: AttackSkills = AttackSkills {
    focus: true,
    valor: false,
    all_weapons: 0,
    anti_air: 0,
    slayer: false,
};
pub(super) const VALOR: AttackSkills = AttackSkills {
    focus: false,
    valor: true,
    all_weapons: 0,
    anti_air: 0,
    slayer: false,
};

pub(super) fn guard_focus() -> DefenceSkills {
    with!(DefenceSkills::default(), focus: true)
}

pub(super) fn flash(steps: u8) -> DefenceSkills {
    with!(DefenceSkills::default(), flash: steps)
}

pub(super) fn iron_wall(steps: u8) -> DefenceSkills {
    with!(DefenceSkills::default(), iron_wall: steps)
}

/// Flat bonuses of each pool before skills, attack and defence in turn.
pub(super) fn flats(events: &[Event]) -> Vec<i32> {
    matching!(events, Event::Pool { flat, .. } => *flat)
}

/// Critical numbers of each pool, attack and defence in turn.
pub(super) fn criticals(events: &[Event]) -> Vec<u8> {
    matching!(events, Event::Pool { critical, .. } => *critical)
}

/// Needed face, dice and failures of each set of armour saves.
pub(super) fn saves(events: &[Event]) -> Vec<(i32, u8, u8)> {
    matching!(events, Event::Saves { needed, dice, failed, .. } => (*needed, *dice, *failed))
}

/// Bonus of each finishing blow.
pub(super) fn finishing(events: &[Event]) -> Vec<u32> {
    matching!(events, Event::FinishingBlow { bonus, .. } => *bonus)
}

/// Attacker, target and whether it is a Counter, of each attack.
pub(super) fn strikes(events: &[Event]) -> Vec<(UnitId, UnitId, bool)> {
    matching!(events,
        Event::Attack { attacker, target, counter, .. } => (*attacker, *target, *counter))
}

/// How often a question was put.
pub(super) fn times(arena: &Arena, question: &str) -> usize {
    arena.asked().iter().filter(|q| **q == question).count()
}
