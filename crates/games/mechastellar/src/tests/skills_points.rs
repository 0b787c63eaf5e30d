//! Boost, Power and Havoc.

use equipoise_dice::Reroll;

use equipoise_engine::Hex;

use super::arena::{Arena, RIFLE, results};
use super::drill::{drill, fuelled, hit, lost, times};
use crate::data::profile::{ResourceKind, Tier};
use crate::rules::decision::Action;
use crate::rules::decision::Fuel;
use crate::rules::event::Event;

const ZEAL: Action = Action::Zeal { actions: 1 };

/// Faces of a whole battle: deployment roll-off, initiative of each round, and `round[i]`.
fn battle(rounds: [&[u8]; 5]) -> Vec<u8> {
    let mut faces = vec![10, 1];
    for round in rounds {
        faces.extend([10, 1]);
        faces.extend(round);
    }
    faces
}

/// `ms10.boost.refresh`: Power 1 with a weapon of Power-1 fires once in round 1 and once in round 2;
/// unspent in round 3 it is still 1 in round 4, so only one of two shots is fired.
#[test]
fn points_come_back_every_round_and_do_not_add_up() {
    let mut unit = fuelled(Tier::Skilled, 1, ResourceKind::Power, 1);
    unit.weapons[RIFLE].resource_cost = 1;
    let mut arena = Arena::new(&[unit], &[drill(Tier::Basic, 0)]);
    let (fire, end) = (hit(RIFLE, 1), Action::End);
    // Unit 0, then unit 1, in each round; a shot that cannot be paid ends the turn as well.
    let rounds = [
        &[fire, ZEAL, fire, end][..],
        &[fire, end, end],
        &[end, end],
        &[fire, ZEAL, fire, end],
        &[end, end],
    ];
    arena.script(|s| s.actions = rounds.concat().into());
    // The shot and the answer of unit 1, which Return Fire makes act at once.
    let faces = battle([&[1, 1], &[1, 1], &[], &[1, 1], &[]]);
    let (outcome, _) = arena.run(&faces, |game| game.play());
    assert_eq!(outcome.rounds, 5);
    assert_eq!(lost(&arena, 1), 3 * 300);
    assert_eq!(arena.unit(0).points, 1);
}

/// Hexes covered by Accelerates paid with points, and points left.
fn accelerates(kind: ResourceKind, stat: u8) -> (u16, u8) {
    let mut arena = Arena::new(
        &[fuelled(Tier::Basic, 0, kind, stat)],
        &[drill(Tier::Basic, 0)],
    );
    let from = arena.unit(0).pos;
    let step = |k| Action::Accelerate {
        to: from + Hex::new(k, 0),
        fuel: Fuel::Point,
    };
    let actions: Vec<_> = (1..=i16::from(stat) + 1).map(step).collect();
    arena.turn(0, &actions, &[]);
    (arena.unit(0).pos.distance(from), arena.unit(0).points)
}

/// `ms10.boost.accelerate`: Boost 2 buys two Accelerates, 8 in or 2 hexes, not a third.
#[test]
fn boost_accelerates() {
    assert_eq!(accelerates(ResourceKind::Boost, 2), (2, 0));
}

/// `ms10.power.accelerate`: Power 3 less one for an Accelerate is 2.
#[test]
fn power_accelerates() {
    assert_eq!(accelerates(ResourceKind::Power, 1), (1, 0));
    let mut arena = Arena::new(
        &[fuelled(Tier::Basic, 0, ResourceKind::Power, 3)],
        &[drill(Tier::Basic, 0)],
    );
    let to = arena.unit(0).pos + Hex::new(0, 1);
    let fuel = Fuel::Point;
    arena.turn(0, &[Action::Accelerate { to, fuel }], &[]);
    assert_eq!((arena.unit(0).pos, arena.unit(0).points), (to, 2));
    // The Combat Action is still there.
    assert_eq!(arena.battle.turn.combat_actions, 1);
}

/// `ms10.havoc.reroll`: Havoc buys no Accelerate.
#[test]
fn havoc_does_not_accelerate() {
    assert_eq!(accelerates(ResourceKind::Havoc, 2), (0, 2));
}

/// `ms10.boost.reroll`: 1 point at the first attack rerolls both defence rolls of that turn; a turn
/// later it takes the next point, and without any the owner is not asked.
#[test]
fn boost_rerolls_defence_all_turn() {
    let mut target = fuelled(Tier::Basic, 0, ResourceKind::Boost, 2);
    target.evade.dice = 2;
    let mut arena = Arena::new(&[drill(Tier::Skilled, 3)], &[target]);
    arena.script(|s| s.defence_reroll = Some(Reroll::LowAndMid));
    let fire = hit(RIFLE, 1);
    let faces = [1, 1, 6, 7, 1, 1, 2, 8, 9];
    let events = arena.full_turn(0, &[fire, ZEAL, fire], &faces);
    assert_eq!(results(&events), [(3, 2, 1), (3, 2, 1)]);
    assert_eq!(arena.unit(1).points, 1);
    arena.full_turn(0, &[fire], &[1, 1, 1, 2, 3]);
    assert_eq!(arena.unit(1).points, 0);
    let asked = times(&arena, "defence_reroll");
    arena.full_turn(0, &[fire], &[1, 1, 1]);
    assert_eq!(times(&arena, "defence_reroll"), asked);
}

/// `ms10.boost.reroll`: Melee DEF too, and no attack roll.
#[test]
fn boost_rerolls_defence_only() {
    let mut unit = fuelled(Tier::Skilled, 0, ResourceKind::Boost, 1);
    unit.melee_def.dice = 1;
    let mut arena = Arena::new(&[drill(Tier::Basic, 1)], &[unit]);
    arena.apart(0, 1, 1);
    arena.script(|s| {
        s.defence_reroll = Some(Reroll::LowAndMid);
        s.attack_reroll = Some(Reroll::LowAndMid);
    });
    let events = arena.attack(0, super::arena::SABER, 1, &[1, 4, 6]);
    assert_eq!(results(&events), [(1, 1, 0)]);
    arena.unit_mut(1).points = 1;
    let events = arena.attack(1, super::arena::SABER, 0, &[1]);
    assert_eq!(results(&events), [(0, 0, 0)]);
    assert_eq!(
        (arena.unit(1).points, times(&arena, "attack_reroll")),
        (1, 0)
    );
}

fn rerolled(events: &[Event]) -> usize {
    let rerolled = |e: &&Event| matches!(e, Event::Rerolled { .. });
    events.iter().filter(rerolled).count()
}

/// `ms10.power.reroll`: [2,3,5,6,10,10] is 6; the 2 and the 3 again, into 7 and 10, make 9 for 1
/// point. One roll only: the second attack takes another point, the third has none.
#[test]
fn power_rerolls_one_attack() {
    let mut unit = fuelled(Tier::Skilled, 0, ResourceKind::Power, 2);
    unit.weapons[RIFLE].dice = 6;
    let enemies = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let mut arena = Arena::new(&[unit], &enemies);
    arena.put(2, Hex::new(2, 8), Hex::new(0, -1));
    arena.script(|s| s.attack_reroll = Some(Reroll::LowAndMid));
    let faces = [
        2, 3, 5, 6, 10, 10, 7, 10, 2, 3, 5, 6, 10, 10, 1, 1, 2, 3, 5, 6, 10, 10,
    ];
    let actions = [
        hit(RIFLE, 1),
        Action::Zeal { actions: 2 },
        hit(RIFLE, 1),
        hit(RIFLE, 2),
    ];
    let events = arena.turn(0, &actions, &faces);
    assert_eq!(results(&events), [(9, 0, 9), (6, 0, 6), (6, 0, 6)]);
    assert_eq!((arena.unit(0).points, rerolled(&events)), (0, 2));
}

/// `ms10.havoc.reroll`: Havoc 3 and three attacks: one reroll on each, here of one die each.
#[test]
fn havoc_rerolls_each_attack_for_a_point() {
    let enemies = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let unit = fuelled(Tier::Skilled, 0, ResourceKind::Havoc, 3);
    let mut arena = Arena::new(&[unit], &enemies);
    arena.put(2, Hex::new(2, 8), Hex::new(0, -1));
    arena.script(|s| s.attack_reroll = Some(Reroll::LowAndMid));
    let actions = [
        hit(RIFLE, 1),
        Action::Zeal { actions: 2 },
        hit(RIFLE, 1),
        hit(RIFLE, 2),
    ];
    let events = arena.turn(0, &actions, &[1, 5, 2, 6, 3, 10]);
    assert_eq!(results(&events), [(1, 0, 1), (1, 0, 1), (2, 0, 2)]);
    assert_eq!((arena.unit(0).points, rerolled(&events)), (0, 3));
}
