//! The elite combat bonus module and tactical advantage.

use super::hexmap;
use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, SABER, crewed, mech, pools, results};
use super::drill::{criticals, drill, flats, hit, spent, times};
use crate::data::profile::{Defence, Shield, Tier, UnitProfile, UnitType};
use crate::options::{AdvantageMode, EliteDefence, Options};
use crate::policy_kind::PolicyKind;
use crate::rules::clash::Strike;
use crate::rules::decision::{Action, AttackBonus, DefenceBonus};
use crate::rules::event::Event;

fn module() -> Options {
    with!(hexmap(), elite_bonus: true)
}

/// An attack under the module with these picks.
fn strike(
    units: [UnitProfile; 2],
    weapon: usize,
    attack: AttackBonus,
    defence: DefenceBonus,
    faces: &[u8],
) -> Vec<Event> {
    let [a, b] = units;
    let mut arena = Arena::with(&[a], &[b], &module());
    arena.apart(0, 1, if weapon == SABER { 1 } else { 6 });
    arena.script(|s| {
        s.attack_bonus = attack;
        s.defence_bonus = defence;
    });
    arena.attack(0, weapon, 1, faces)
}

/// `ms10.bonus.module`, option `elite_bonus`: off, Skilled shooting is 6d10 at critical 10 and nobody
/// is asked; on, Barrage makes 7d10, or Bullseye critical 9. Basic crews and captains have none.
#[test]
fn the_module_is_for_elite_pilots() {
    let ship = with!(crewed(Tier::Ace), unit_type: UnitType::Warship);
    for (unit, options, dice, asked) in [
        (crewed(Tier::Skilled), hexmap(), [6, 8], 0),
        (crewed(Tier::Skilled), module(), [7, 9], 2),
        (mech(), module(), [6, 8], 0),
        (ship, module(), [6, 8], 0),
    ] {
        let mut arena = Arena::with(
            std::slice::from_ref(&unit),
            std::slice::from_ref(&unit),
            &options,
        );
        let faces = vec![1; usize::from(dice[0] + dice[1])];
        let events = arena.attack(0, RIFLE, 1, &faces);
        assert_eq!(pools(&events), dice.map(|d| (d, 0)));
        assert_eq!(criticals(&events), [10, 10]);
        let picks = times(&arena, "attack_bonus") + times(&arena, "defence_bonus");
        assert_eq!(picks, asked);
    }
}

/// `ms10.bonus.barrage`: a 10d10 gun with Barrage rolls 10 dice and has 1 automatic HIT; Bullseye
/// reads [9,10] as 2 + 2 HITS.
#[test]
fn barrage_or_bullseye() {
    let mut gun = drill(Tier::Skilled, 0);
    gun.weapons[RIFLE].dice = 10;
    let units = [gun.clone(), drill(Tier::Basic, 0)];
    let events = strike(units, RIFLE, AttackBonus::Die, DefenceBonus::Die, &[1; 10]);
    assert_eq!((pools(&events)[0], results(&events)[0].0), ((10, 1), 1));
    gun.weapons[RIFLE].dice = 2;
    let units = [gun, drill(Tier::Basic, 0)];
    let events = strike(
        units,
        RIFLE,
        AttackBonus::Critical,
        DefenceBonus::Die,
        &[9, 10],
    );
    assert_eq!((pools(&events)[0], results(&events)[0].0), ((2, 0), 4));
}

/// `ms10.bonus.swift`: saber 6d10 becomes 7d10; the enemy's Counter still costs 1.
#[test]
fn swift_strike_adds_a_die() {
    let mut unit = drill(Tier::Skilled, 0);
    unit.weapons[SABER].dice = 6;
    let mut arena = Arena::with(&[unit], &[drill(Tier::Skilled, 0)], &module());
    arena.apart(0, 1, 1);
    arena.script(|s| {
        s.defence_bonus = DefenceBonus::Counter;
        s.counter = Some(SABER);
    });
    // The Counter is one die bare of either side's bonus.
    let events = arena.attack(0, SABER, 1, &[1; 8]);
    assert_eq!(pools(&events), [(7, 0), (0, 0), (1, 0), (0, 0)]);
    assert_eq!(spent(&arena, Side::B), 1);
}

/// `ms10.bonus.feint`: in melee [9,9,10] is 2 + 2 + 2; without it 1 + 1 + 2.
#[test]
fn feint_reads_nines_as_criticals() {
    for (bonus, faces, hits) in [
        (AttackBonus::Critical, &[9, 9, 10][..], 6),
        (AttackBonus::Die, &[9, 9, 10, 1], 4),
    ] {
        let mut unit = drill(Tier::Skilled, 0);
        unit.weapons[SABER].dice = 3;
        let mut target = drill(Tier::Basic, 0);
        target.melee_def.bonus = 9;
        let events = strike([unit, target], SABER, bonus, DefenceBonus::Die, faces);
        assert_eq!(results(&events), [(hits, 9, 0)]);
    }
}

/// `ms10.bonus.feint`: after the attack the unit leaves both enemies that hold it, 4 in and without
/// Momentum, and not by a Move Action; not with another bonus, and not to a hex beside one of them.
#[test]
fn a_feint_slips_away() {
    for (bonus, to, end) in [
        (AttackBonus::Critical, Hex::new(3, 0), Hex::new(3, 0)),
        (AttackBonus::Critical, Hex::new(4, 1), Hex::new(3, 1)),
        (AttackBonus::Die, Hex::new(3, 0), Hex::new(3, 1)),
    ] {
        let enemies = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
        let mut arena = Arena::with(&[drill(Tier::Skilled, 0)], &enemies, &module());
        arena.apart(0, 1, 1);
        arena.put(2, Hex::new(2, 2), Hex::new(0, -1));
        arena.set_momentum(Side::A, 5);
        arena.script(|s| {
            s.attack_bonus = bonus;
            s.slip_away = Some(to);
        });
        let dice = if bonus == AttackBonus::Die { 2 } else { 1 };
        arena.attack(0, SABER, 1, &[1; 2][..dice]);
        assert_eq!(arena.unit(0).pos, end);
        assert_eq!(arena.momentum(Side::A), 5);
        assert_eq!(arena.battle.turn.move_actions, 2);
    }
}

/// `ms10.bonus.tear`: 2 HITS against a single Size 2, none against Size 0, none when shooting.
#[test]
fn tear_through_adds_the_size() {
    for (weapon, size, hits) in [(SABER, 2, 2), (SABER, 0, 0), (RIFLE, 2, 0)] {
        let mut target = drill(Tier::Basic, 0);
        target.size = size;
        target.melee_def.bonus = 9;
        let units = [drill(Tier::Skilled, 0), target];
        let events = strike(units, weapon, AttackBonus::Size, DefenceBonus::Die, &[1]);
        assert_eq!((results(&events)[0].0, pools(&events)[0]), (hits, (1, 0)));
    }
}

/// `ms10.bonus.guard`: Evade 8d10 with Guard is 9d10; Dodge reads [5,9,10] as 1 + 2 + 2; Melee DEF
/// likewise.
#[test]
fn guard_or_dodge() {
    let units = [drill(Tier::Basic, 0), crewed(Tier::Skilled)];
    let events = strike(units, RIFLE, AttackBonus::Die, DefenceBonus::Die, &[1; 10]);
    assert_eq!(pools(&events), [(1, 0), (9, 0)]);
    for weapon in [RIFLE, SABER] {
        let mut target = drill(Tier::Skilled, 0);
        target.evade = Defence { dice: 3, bonus: 0 };
        target.melee_def = target.evade;
        let units = [drill(Tier::Basic, 0), target];
        let faces = [1, 5, 9, 10];
        let events = strike(
            units,
            weapon,
            AttackBonus::Die,
            DefenceBonus::Critical,
            &faces,
        );
        assert_eq!(results(&events), [(0, 5, 0)]);
    }
}

/// What a Skilled target that wants to Counter makes of an attack with a weapon: dice of its defence, and
/// whether it Counters.
fn defended(options: &Options, bonus: DefenceBonus, weapon: usize) -> (u8, bool) {
    let mut target = drill(Tier::Skilled, 0);
    target.melee_def = target.evade;
    let mut arena = Arena::with(&[drill(Tier::Basic, 0)], &[target], options);
    if weapon == SABER {
        arena.apart(0, 1, 1);
    }
    arena.script(|s| {
        s.defence_bonus = bonus;
        s.counter = Some(weapon);
    });
    let events = arena.attack_by_luck(0, weapon, 1);
    let countered = events
        .iter()
        .any(|event| matches!(event, Event::Attack { counter: true, .. }));
    (pools(&events)[1].0, countered)
}

/// `ms10.bonus.guard`: of Guard, Dodge and Counter one, in melee and against shots: who guards has a die more
/// and no Counter, who wants to Counter has neither bonus. By the option `elite_defence` the Counter comes
/// besides; without Elite bonuses nothing is chosen.
#[test]
fn guard_dodge_or_counter() {
    let one = with!(hexmap(), elite_bonus: true);
    let besides = with!(one, elite_defence: EliteDefence::CounterBesides);
    for weapon in [RIFLE, SABER] {
        let (dice, _) = defended(&hexmap(), DefenceBonus::Die, weapon);
        for (options, bonus, wanted) in [
            (&one, DefenceBonus::Die, (dice + 1, false)),
            (&one, DefenceBonus::Critical, (dice, false)),
            (&one, DefenceBonus::Counter, (dice, true)),
            // Two in one is a trait's.
            (&one, DefenceBonus::DieAndCounter, (dice + 1, false)),
            (&besides, DefenceBonus::Die, (dice + 1, true)),
            (&besides, DefenceBonus::Counter, (dice + 1, true)),
            (&hexmap(), DefenceBonus::Die, (dice, true)),
        ] {
            assert_eq!(defended(options, bonus, weapon), wanted, "{bonus:?}");
        }
    }
}

/// `ms10.bonus.guard`: `greedy` keeps the choice for a Counter where the attack is no danger, guards where it may cost
/// half the HP left, and attackers know: 22 automatic HITS against 8 dice of Evade do 300 or more each, so that 20,000
/// HP bear them and 2,000 do not; the Counter of 22 HITS against none does far more than a die saves.
#[test]
fn greedy_guards_against_what_may_kill() {
    for (attack, hp, counters) in [(0, 2_000, true), (22, 2_000, false), (22, 20_000, true)] {
        let mut target = drill(Tier::Skilled, 24);
        target.evade = Defence { dice: 8, bonus: 0 };
        let options = module();
        let mut arena = Arena::with(&[drill(Tier::Basic, attack)], &[target], &options);
        arena.unit_mut(1).hp = hp;
        arena.bout.policies[1] = PolicyKind::Greedy;
        let view = arena.view();
        assert_eq!(view.likely_answers(&Strike::plain(0, RIFLE, 1)), counters);
        let events = arena.attack_by_luck(0, RIFLE, 1);
        let guarded = pools(&events)[1].0 > 8 || criticals(&events)[1] < 10;
        assert_eq!(guarded, !counters, "{attack} {hp}");
        let countered = |event: &Event| matches!(event, Event::Attack { counter: true, .. });
        assert_eq!(events.iter().any(countered), counters, "{attack} {hp}");
    }
}

/// `from` shoots at a unit on (3,6) that looks towards (0,-1), its defence 20; options as given.
fn shot_from(from: Hex, target: UnitProfile, options: &Options, actions: &[Action]) -> Vec<Event> {
    let at = Hex::new(3, 6);
    let mut arena = Arena::with(&[drill(Tier::Skilled, 4)], &[target], options);
    arena.put(0, from, at - from);
    arena.put(1, at, Hex::new(0, -1));
    arena.unit_mut(1).evade.bonus = 20;
    let attacks = actions
        .iter()
        .filter(|a| matches!(a, Action::Attack { .. }));
    let faces = vec![1; attacks.count()];
    arena.turn(0, actions, &faces)
}

const BEHIND: Hex = Hex::new(6, 5);
const BEFORE: Hex = Hex::new(6, 4);
const BESIDE: Hex = Hex::new(7, 4);

/// `ms10.advantage.crit`, option `advantage_mode`: one additional critical, +2 HITS to the 4; or the
/// critical number 9 and no HITS; or +1 HIT.
#[test]
fn advantage_is_worth_a_critical() {
    for (mode, flat, critical) in [
        (AdvantageMode::CritHit, 6, 10),
        (AdvantageMode::CritRange, 4, 9),
        (AdvantageMode::Upgrade, 5, 10),
    ] {
        let options = with!(hexmap(), advantage_mode: mode);
        for (from, flat, critical) in [(BEHIND, flat, critical), (BEFORE, 4, 10)] {
            let target = drill(Tier::Basic, 0);
            let events = shot_from(from, target, &options, &[hit(RIFLE, 1)]);
            assert_eq!(flats(&events)[0], flat, "{mode:?}");
            assert_eq!(criticals(&events), [critical, 10], "{mode:?}");
        }
    }
}

/// `ms10.advantage.blindside`: on (6,5) the attacker stands 3 right and 1 ahead by axes, scalar
/// product -3 + 2 < 0: behind; on (6,4) -3 + 4 > 0: in front; on (7,4) -4 + 4 = 0: on the line, which
/// is in front.
#[test]
fn blindside_is_the_rear_arc() {
    for (from, flat) in [(BEHIND, 6), (BEFORE, 4), (BESIDE, 4), (Hex::new(3, 9), 6)] {
        let target = drill(Tier::Basic, 0);
        let events = shot_from(from, target, &hexmap(), &[hit(RIFLE, 1)]);
        assert_eq!(flats(&events)[0], flat, "{from:?}");
    }
}

/// `ms10.advantage.blindside`: what counts is where the turn began: moving behind the target in the
/// turn gains nothing, moving out of its rear loses nothing.
#[test]
fn blindside_is_settled_when_the_turn_begins() {
    for (from, to, flat) in [(BEFORE, BEHIND, 4), (BEHIND, BEFORE, 6)] {
        let spin = Some(Hex::new(3, 6) - to);
        let actions = [Action::Move { to, spin }, hit(RIFLE, 1)];
        let target = drill(Tier::Basic, 0);
        let events = shot_from(from, target, &hexmap(), &actions);
        assert_eq!(flats(&events)[0], flat);
    }
}

/// `ms10.advantage.blindside-once`: of two attacks on one target the first has it; each target of a
/// turn has its own.
#[test]
fn blindside_is_used_once_on_a_target() {
    let fire = hit(RIFLE, 1);
    let actions = [fire, Action::Zeal { actions: 1 }, fire];
    let events = shot_from(BEHIND, drill(Tier::Basic, 0), &hexmap(), &actions);
    assert_eq!(flats(&events), [6, 20, 4, 20]);

    let enemies = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let mut arena = Arena::new(&[drill(Tier::Skilled, 4)], &enemies);
    for unit in [1, 2] {
        arena.unit_mut(unit).facing = Hex::new(0, 1);
        arena.put(unit, Hex::new(2 + unit as i16, 7), Hex::new(0, 1));
    }
    let actions = [fire, Action::Zeal { actions: 1 }, hit(RIFLE, 2)];
    let events = arena.turn(0, &actions, &[1, 1]);
    assert_eq!(flats(&events), [6, 0, 6, 0]);
}

/// `ms10.advantage.blindside-once`: kept for the second of two attacks on the target: 4 HITS, then 4
/// and 2 of Blindside; kept for both, none.
#[test]
fn blindside_can_be_kept_for_the_second_attack() {
    for (uses, expected) in [([false, true], [4, 0, 6, 0]), ([false; 2], [4, 0, 4, 0])] {
        let mut arena = Arena::new(&[drill(Tier::Skilled, 4)], &[drill(Tier::Basic, 0)]);
        arena.unit_mut(1).facing = Hex::new(0, 1);
        arena.script(|s| s.blindside = uses.into());
        let fire = hit(RIFLE, 1);
        let events = arena.turn(0, &[fire, Action::Zeal { actions: 1 }, fire], &[1, 1]);
        assert_eq!(flats(&events), expected);
    }
}

/// `ms10.advantage.blindside-shield`: S1, S2, S3 give 1, 2, 3 HITS beside the critical; S2 and MD1
/// give 3 in melee and 2 to a shot; from the front or once lost a shield gives none.
#[test]
fn shields_are_no_use_behind() {
    use Shield::{Full, Melee};
    let both = [Full(2), Melee(1)];
    for (shields, weapon, intact, from, flat) in [
        (&[Full(1)][..], RIFLE, 1, BEHIND, 7),
        (&[Full(2)], RIFLE, 1, BEHIND, 8),
        (&[Full(3)], RIFLE, 1, BEHIND, 9),
        (&both, RIFLE, 3, BEHIND, 8),
        (&both, SABER, 3, Hex::new(3, 7), 9),
        (&both, SABER, 2, Hex::new(3, 7), 7),
        (&both, RIFLE, 3, BEFORE, 4),
    ] {
        let mut target = drill(Tier::Basic, 0);
        target.shields = shields.to_vec();
        let mut arena = Arena::new(&[drill(Tier::Basic, 4)], &[target]);
        let at = Hex::new(3, 6);
        arena.put(0, from, at - from);
        arena.put(1, at, Hex::new(0, -1));
        let state = arena.unit_mut(1);
        (state.shields, state.evade.bonus, state.melee_def.bonus) = (intact, 20, 20);
        let events = arena.attack(0, weapon, 1, &[1]);
        assert_eq!(flats(&events)[0], flat);
    }
}

/// `ms10.advantage.crit`: two reasons at once, behind it and its head lost, add one critical only.
#[test]
fn criticals_of_advantage_do_not_add_up() {
    let mut arena = Arena::new(&[drill(Tier::Basic, 4)], &[drill(Tier::Basic, 0)]);
    arena.unit_mut(1).head_lost = true;
    arena.unit_mut(1).facing = Hex::new(0, 1);
    let events = arena.attack(0, RIFLE, 1, &[1]);
    assert_eq!(flats(&events), [6, 0]);
}
