//! Commands, Morale and what each crew tier can do.

use super::hexmap;
use equipoise_engine::{Hex, Side, matching};

use super::arena::{Arena, DULL_SHOT, RIFLE, crewed, mech, results};
use super::drill::{VALOR, drill, hit, lost, spent, strikes, times};
use crate::data::profile::{Tier, UnitProfile};
use crate::options::Options;
use crate::rules::decision::Command;
use crate::rules::event::Event;
use crate::rules::hurt::Location;
use crate::rules::unit_id::UnitId;

fn commanded() -> Options {
    with!(hexmap(), duel_commander: true)
}

/// Forces whose first units are Commanders; A's side wants `commands`, one a turn.
fn commanding(a: &[UnitProfile], options: &Options, commands: &[Command]) -> Arena {
    let mut arena = Arena::with(a, &[drill(Tier::Basic, 0)], options);
    arena.set_momentum(Side::A, 0);
    arena.script(|s| s.commands[0].extend(commands.iter().copied()));
    arena
}

/// Units that made Morale saves.
fn savers(events: &[Event]) -> Vec<UnitId> {
    matching!(events, Event::Morale { unit, .. } => *unit)
}

/// `ms10.command.limit`, `ms10.command.rally`: a side that wants Rally after every turn has one in
/// each of 5 rounds, with 1 save in rounds 1 to 3 and 2 saves in rounds 4 and 5; 10 turns in all.
#[test]
fn one_command_a_round() {
    let mut arena = commanding(
        &[drill(Tier::Basic, 0)],
        &commanded(),
        &[Command::Rally; 10],
    );
    // Deployment and five initiatives by 10 against 1; every save a 1.
    let saves = [1, 1, 1, 2, 2];
    let rounds = saves
        .into_iter()
        .flat_map(|n| [&[10, 1][..], &vec![1; n]].concat());
    let faces: Vec<u8> = [10, 1].into_iter().chain(rounds).collect();
    let (_, events) = arena.run(&faces, |game| game.play());
    let rallies = events
        .iter()
        .filter(|e| **e == Event::Rally { side: Side::A });
    assert_eq!(rallies.count(), 5);
    assert_eq!(savers(&events), [0; 7]);
}

/// `ms10.command.limit`, option `duel_commander`: without a Commander, or with the Commander off the
/// table, there is no Command; the enemy's turn end will do as well as the own.
#[test]
fn commands_need_a_living_commander() {
    let pair = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    for (options, alive, unit, rallies) in [
        (commanded(), true, 1, 2),
        (commanded(), true, 2, 2),
        (commanded(), false, 1, 0),
        (hexmap(), true, 1, 0),
    ] {
        let mut arena = commanding(&pair, &options, &[Command::Rally]);
        arena.unit_mut(0).on_table = alive;
        let events = arena.full_turn(unit, &[], &vec![1; rallies]);
        assert_eq!(savers(&events).len(), rallies);
    }
}

/// HP of unit `of` after Trust in it, 1500 of 2000 HP before, and whether a Command was used.
fn trusted(of: UnitId, options: &Options, round: u8, faces: &[u8]) -> (i32, bool) {
    let mut unit = drill(Tier::Basic, 0);
    unit.hp = 2000;
    let mut arena = commanding(&[unit.clone(), unit], options, &[Command::Trust(of)]);
    arena.battle.round = round;
    arena.unit_mut(of).hp = 500;
    arena.full_turn(0, &[], faces);
    (arena.unit(of).hp, arena.side(Side::A).command_used)
}

/// `ms10.command.trust`, option `trust_self`: 3 and 8 give an ally 1100 HP; 9 and 9 no more than its
/// 2000; from round 4 on 4 dice. Not the Commander itself, unless the option says so, nor an enemy.
#[test]
fn trust_restores_hp() {
    let options = commanded();
    assert_eq!(trusted(1, &options, 2, &[3, 8]), (1600, true));
    assert_eq!(trusted(1, &options, 3, &[9, 9]), (2000, true));
    assert_eq!(trusted(1, &options, 4, &[1, 2, 3, 4]), (1500, true));
    assert_eq!(trusted(0, &options, 2, &[]), (500, false));
    assert_eq!(trusted(2, &options, 2, &[]), (500, false));
    let selfish = with!(commanded(), trust_self: true);
    assert_eq!(trusted(0, &selfish, 2, &[3, 8]), (1600, true));
}

/// `ms10.command.rally`: the Commander and the two closest of three allies save, once each before
/// round 4 and twice from then on; each pass at Morale 7 is 1 Momentum.
#[test]
fn rally_calls_the_two_closest() {
    for (round, faces, savers_expected, momentum) in [
        (1, &[7, 6, 10][..], &[0, 1, 3][..], 2),
        (3, &[1, 1, 7], &[0, 1, 3], 1),
        (4, &[7, 7, 6, 6, 7, 1], &[0, 0, 1, 1, 3, 3], 3),
    ] {
        let units = vec![drill(Tier::Basic, 0); 4];
        let mut arena = commanding(&units, &commanded(), &[Command::Rally]);
        arena.battle.round = round;
        for (unit, q) in [(0, 3), (1, 5), (2, 8), (3, 1)] {
            arena.put(unit, Hex::new(q, 2), Hex::new(0, 1));
        }
        let events = arena.full_turn(4, &[], faces);
        assert_eq!(savers(&events), savers_expected);
        assert_eq!(arena.momentum(Side::A), momentum);
    }
}

/// `ms10.command.rally`: round 4, the Commander alone, Morale 5, dice 4 and 9: 1 Momentum.
#[test]
fn a_lone_commander_rallies() {
    let mut arena = commanding(&[drill(Tier::Ace, 0)], &commanded(), &[Command::Rally]);
    arena.battle.round = 4;
    let events = arena.full_turn(0, &[], &[4, 9]);
    assert_eq!((savers(&events), arena.momentum(Side::A)), (vec![0, 0], 1));
}

/// `ms10.morale.save`, `ms10.morale.rally`: a face at the Morale number passes and gains 1 Momentum,
/// one below fails and loses nothing: 7 for Basic and Battle-Tested, 6, 5; a printed 3 goes before.
#[test]
fn a_morale_save_passes_at_its_number() {
    let mut brave = drill(Tier::Basic, 0);
    brave.morale = 3;
    for (unit, number) in [
        (drill(Tier::Basic, 0), 7),
        (drill(Tier::BattleTested, 0), 7),
        (drill(Tier::Skilled, 0), 6),
        (drill(Tier::Ace, 0), 5),
        (brave, 3),
    ] {
        for (face, gain) in [(number, 1), (number - 1, 0)] {
            let mut arena =
                commanding(std::slice::from_ref(&unit), &commanded(), &[Command::Rally]);
            arena.set_momentum(Side::A, 4);
            arena.full_turn(0, &[], &[face]);
            assert_eq!(arena.momentum(Side::A), 4 + gain, "{number}+ on {face}");
        }
    }
}

/// `ms10.morale.rally`: the pool stays at 10.
#[test]
fn rally_stops_at_ten() {
    let mut arena = commanding(&[drill(Tier::Ace, 0)], &commanded(), &[Command::Rally]);
    arena.set_momentum(Side::A, 10);
    arena.full_turn(0, &[], &[10]);
    assert_eq!(arena.momentum(Side::A), 10);
}

/// What a tier opens to a unit.
#[derive(Debug, PartialEq, Eq)]
struct Abilities {
    counter: bool,
    battle_damage: bool,
    valor: bool,
    challenge: bool,
    any_target: bool,
    soul: bool,
    morale: u8,
    elite_level: u8,
}

/// Those of a Basic unit.
const NONE: Abilities = Abilities {
    counter: false,
    battle_damage: false,
    valor: false,
    challenge: false,
    any_target: false,
    soul: false,
    morale: 7,
    elite_level: 0,
};

fn abilities(tier: Tier) -> Abilities {
    let valor = valor_against_ace(tier);
    Abilities {
        counter: counters(tier),
        battle_damage: loses_parts(tier),
        valor: valor >= 5,
        challenge: challenges(tier),
        any_target: shoots_past(tier, &hexmap(), false),
        soul: valor > 5,
        morale: crewed(tier).morale,
        elite_level: crewed(tier).elite_level,
    }
}

fn counters(tier: Tier) -> bool {
    let mut arena = Arena::new(&[drill(Tier::Basic, 0)], &[drill(tier, 0)]);
    arena.script(|s| s.counter = Some(RIFLE));
    // A face too many fails the script, one too few as well.
    let faces = vec![1; 1 + usize::from(tier != Tier::Basic)];
    arena.attack(0, RIFLE, 1, &faces);
    spent(&arena, Side::B) == 1
}

fn loses_parts(tier: Tier) -> bool {
    let mut attacker = drill(Tier::Basic, 1);
    attacker.weapons[RIFLE].pen = Some(6);
    let mut arena = Arena::new(&[attacker], &[drill(tier, 0)]);
    arena.script(|s| s.battle_damage.push_back(Some(Location::Legs)));
    arena.attack(0, RIFLE, 1, &[1, 1]);
    lost(&arena, 1) == 300
}

/// HITS that Valor adds against an Ace.
fn valor_against_ace(tier: Tier) -> i32 {
    let mut arena = Arena::new(&[drill(tier, 0)], &[drill(Tier::Ace, 0)]);
    arena.script(|s| s.attack_skills.push_back(VALOR));
    results(&arena.attack(0, RIFLE, 1, &[1]))[0].0
}

fn challenges(tier: Tier) -> bool {
    let mut arena = Arena::new(&[drill(tier, 0)], &[drill(Tier::Basic, 0)]);
    arena.script(|s| s.challenge = [Some((0, 1)), Some((1, 0))]);
    let faces = [10, 1].repeat(6);
    let (_, events) = arena.run(&faces, |game| game.play());
    assert_eq!(times(&arena, "challenge") > 0, tier != Tier::Basic);
    events.contains(&Event::Challenge { unit: 0, enemy: 1 })
}

/// Whether a unit may shoot the farther of two enemies; `answering` when that one has shot at it.
fn shoots_past(tier: Tier, options: &Options, answering: bool) -> bool {
    let enemies = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let mut arena = Arena::with(&[drill(tier, 0)], &enemies, options);
    arena.put(1, Hex::new(3, 5), Hex::new(0, -1));
    arena.put(2, Hex::new(3, 7), Hex::new(0, -1));
    arena.battle.aggressor = answering.then_some(2);
    arena.battle.begin_turn(0, answering);
    let view = arena.view();
    assert!(view.may_attack(RIFLE, false, 1));
    view.may_attack(RIFLE, false, 2)
}

/// `ms10.elite.basic`: nearest target only (or the attacker, under Return Fire), Morale 7, no Counter,
/// no Battle Damage, no Elite skill, no Challenge of its own, Elite level 0.
#[test]
fn basic_units() {
    assert_eq!(abilities(Tier::Basic), NONE);
    assert!(shoots_past(Tier::Basic, &hexmap(), true));
}

/// `ms10.elite.battle-tested`: all that is Elite; Morale 7, no ACE effects, Elite level 1; bound to the
/// nearest target unless the option `bt_free_targeting` frees it (a Basic unit stays bound).
#[test]
fn battle_tested_units() {
    let elite = with!(NONE, counter: true, battle_damage: true, valor: true, challenge: true,
        elite_level: 1);
    assert_eq!(abilities(Tier::BattleTested), elite);
    let options = with!(hexmap(), bt_free_targeting: true);
    assert!(shoots_past(Tier::BattleTested, &options, false));
    assert!(!shoots_past(Tier::Basic, &options, false));
}

/// `ms10.elite.skilled`: as Battle-Tested, with Morale 6 and free choice of targets; Elite level 1.
#[test]
fn skilled_units() {
    let skilled = with!(NONE, counter: true, battle_damage: true, valor: true, challenge: true,
        any_target: true, morale: 6, elite_level: 1);
    assert_eq!(abilities(Tier::Skilled), skilled);
}

/// `ms10.elite.ace`: as Skilled, with Morale 5, ACE effects and Elite level 3.
#[test]
fn ace_units() {
    let ace = Abilities {
        counter: true,
        battle_damage: true,
        valor: true,
        challenge: true,
        any_target: true,
        soul: true,
        morale: 5,
        elite_level: 3,
    };
    assert_eq!(abilities(Tier::Ace), ace);
}

/// `ms10.elite.basic`: through a whole turn: the shot past the nearest enemy is not made.
#[test]
fn a_basic_unit_does_not_shoot_past_the_nearest() {
    for (tier, shots) in [(Tier::Basic, 0), (Tier::Skilled, 1)] {
        let enemies = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
        let mut arena = Arena::new(&[drill(tier, 0)], &enemies);
        arena.put(1, Hex::new(3, 5), Hex::new(0, -1));
        arena.put(2, Hex::new(3, 7), Hex::new(0, -1));
        let events = arena.turn(0, &[hit(RIFLE, 2)], &vec![1; shots]);
        assert_eq!(strikes(&events).len(), shots);
    }
}

/// `ms10.morale.elite-loss`, `ms10.morale.rout`: the loss of an Elite unit makes the ally nearest to it,
/// Morale 7, roll once: on a 6 the side loses 1 Momentum, on a 7 nothing. The loss of a Basic unit
/// asks for nothing; the ally farther off has Morale 3 and would pass both.
#[test]
fn the_loss_of_an_elite_unit_shakes_the_nearest_ally() {
    for (tier, save, left) in [
        (Tier::Skilled, &[6][..], 4),
        (Tier::Skilled, &[7], 5),
        (Tier::BattleTested, &[6], 4),
        (Tier::Basic, &[], 5),
    ] {
        let mut frail = crewed(tier);
        frail.hp = 900;
        let mut calm = mech();
        calm.morale = 3;
        let mut arena = Arena::new(&[mech()], &[frail, calm, mech()]);
        arena.apart(0, 1, 3);
        arena.put(2, Hex::new(9, 9), Hex::new(0, -1));
        arena.put(3, Hex::new(3, 6), Hex::new(0, -1));
        arena.set_momentum(Side::B, 5);
        arena.attack(0, RIFLE, 1, &[&DULL_SHOT, save].concat());
        assert!(!arena.unit(1).on_table);
        assert_eq!(arena.momentum(Side::B), left, "{tier:?} {save:?}");
    }
}
