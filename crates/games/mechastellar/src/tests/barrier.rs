//! Barriers: what they stop, what wears them down, how they come back.

use equipoise_engine::{Hex, matching};

use super::arena::{Arena, RIFLE, SABER, results};
use super::drill::{drill, flash, fuelled, hit, lost, saves, times};
use crate::data::profile::{
    Barrier, BarrierArc, Category, NoWear, ResourceKind, Stops, Tier, UnitProfile,
};
use crate::rules::decision::Action;
use crate::rules::event::Event;

/// A barrier of a Strength against some kinds of attack.
fn barrier(strength: u8, arc: BarrierArc, stops: &[Stops]) -> Option<Barrier> {
    Some(Barrier {
        strength,
        arc,
        stops: stops.to_vec(),
        no_wear: None,
    })
}

fn shielded(strength: u8) -> UnitProfile {
    with!(drill(Tier::Basic, 0), barrier: barrier(strength, BarrierArc::All, &[Stops::Energy]))
}

/// HITS absorbed and Strength left, attack by attack.
fn absorbed(events: &[Event]) -> Vec<(i32, u8)> {
    matching!(events, Event::Barrier { absorbed, left, .. } => (*absorbed, *left))
}

/// `ms10.barrier.block`: Strength 5 takes 3 of 3 HITS and is 2, then 2 of 3 and is 0, one HIT of 300
/// through; then it is down and 3 HITS come through.
#[test]
fn a_barrier_absorbs_until_it_is_down() {
    let mut arena = Arena::new(&[drill(Tier::Basic, 3)], &[shielded(5)]);
    let steps = [((3, 2), 0), ((2, 0), 300)];
    for (step, damage) in steps {
        assert_eq!(absorbed(&arena.attack(0, RIFLE, 1, &[1])), [step]);
        assert_eq!(lost(&arena, 1), damage);
    }
    assert_eq!(absorbed(&arena.attack(0, RIFLE, 1, &[1])), []);
    assert_eq!(lost(&arena, 1), 300 + 900);
}

/// `ms10.barrier.block`, `ms10.attack.sequence`: the barrier comes after the commitments: 8 HITS, 5
/// DEF of Flash, 3 absorbed. What is absorbed makes no armour saves: of 4 HITS with PEN 5 against
/// Strength 3 one comes through and one save is rolled.
#[test]
fn the_barrier_comes_after_the_commitments() {
    let mut arena = Arena::new(&[drill(Tier::Basic, 8)], &[shielded(5)]);
    arena.script(|s| s.defence_skills.push_back(flash(1)));
    let events = arena.attack(0, RIFLE, 1, &[1]);
    assert_eq!(results(&events), [(8, 5, 3)]);
    assert_eq!(absorbed(&events), [(3, 2)]);

    let mut attacker = drill(Tier::Basic, 4);
    attacker.weapons[RIFLE].pen = Some(5);
    let mut arena = Arena::new(&[attacker], &[shielded(3)]);
    let events = arena.attack(0, RIFLE, 1, &[1, 5]);
    assert_eq!(saves(&events), [(5, 1, 0)]);
}

/// `ms10.barrier.scope`: against Energy only, Kinetic, Explosive, untagged and melee attacks pass and
/// cost nothing; a barrier against melee stops the saber and lets shots pass.
#[test]
fn a_barrier_stops_what_its_text_says() {
    use Category::{Energy, Explosive, Kinetic};
    for (category, stopped) in [
        (Some(Energy), true),
        (Some(Kinetic), false),
        (Some(Explosive), false),
        (None, false),
    ] {
        let mut attacker = drill(Tier::Basic, 3);
        attacker.weapons[RIFLE].category = category;
        let mut arena = Arena::new(&[attacker], &[shielded(5)]);
        arena.attack(0, RIFLE, 1, &[1]);
        assert_eq!(arena.unit(1).barrier, if stopped { 2 } else { 5 });
        assert_eq!(lost(&arena, 1), if stopped { 0 } else { 900 });
    }
    for (stops, weapon, left) in [
        (Stops::Melee, SABER, 2),
        (Stops::Melee, RIFLE, 5),
        (Stops::Energy, SABER, 5),
    ] {
        let target = with!(drill(Tier::Basic, 0), barrier: barrier(5, BarrierArc::All, &[stops]));
        let mut arena = Arena::new(&[drill(Tier::Basic, 3)], &[target]);
        let melee = weapon == SABER;
        arena.apart(0, 1, if melee { 1 } else { 6 });
        let faces: &[u8] = if left == 5 && melee {
            &[1, 9, 9, 9]
        } else {
            &[1]
        };
        arena.attack(0, weapon, 1, faces);
        assert_eq!(arena.unit(1).barrier, left);
    }
}

/// `ms10.barrier.scope`: [180] covers the front arc, [360] everything. From behind 3 HITS are 5.
#[test]
fn a_half_barrier_covers_the_front() {
    for (arc, facing, left) in [
        (BarrierArc::Front, -1, 2),
        (BarrierArc::Front, 1, 5),
        (BarrierArc::All, 1, 0),
    ] {
        let target = with!(drill(Tier::Basic, 0), barrier: barrier(5, arc, &[Stops::Energy]));
        let mut arena = Arena::new(&[drill(Tier::Basic, 3)], &[target]);
        arena.put(1, Hex::new(3, 8), Hex::new(0, facing));
        arena.attack(0, RIFLE, 1, &[1]);
        assert_eq!(arena.unit(1).barrier, left);
    }
}

/// `ms10.barrier.immune`: Strength 4 against Energy with PEN below 7 keeps its Strength: of 5 HITS
/// with PEN 6 it absorbs 4 and stays at 4; with PEN 7 it is worn down to 0. A weapon without PEN
/// counts as below.
#[test]
fn some_attacks_do_not_wear_a_barrier_down() {
    for (pen, left) in [(Some(6), 4), (Some(7), 0), (None, 4)] {
        let mut attacker = drill(Tier::Basic, 5);
        attacker.weapons[RIFLE].pen = pen;
        let mut target = shielded(4);
        let spared = NoWear {
            category: Category::Energy,
            pen_below: 7,
        };
        target.barrier.as_mut().unwrap().no_wear = Some(spared);
        let mut arena = Arena::new(&[attacker], &[target]);
        let faces: &[u8] = if pen.is_some() { &[1, 10] } else { &[1] };
        assert_eq!(absorbed(&arena.attack(0, RIFLE, 1, faces)), [(4, left)]);
        assert_eq!(lost(&arena, 1), 300);
    }
}

/// `ms10.barrier.recover`: one Strength a round, up to the printed value: 3 of 3 HITS leave 0 of 3 in
/// round 1; round 2 finds 1, which absorbs one of three HITS; a barrier that was never hit stays at
/// its printed 3 in round 3 and absorbs three.
#[test]
fn a_barrier_regains_one_strength_a_round() {
    let fire = hit(RIFLE, 1);
    for (first, steps) in [(true, [(3, 0), (1, 0)]), (false, [(3, 0), (1, 0)])] {
        let mut target = shielded(3);
        target.tier = Tier::Skilled; // which Return Fire does not force to shoot
        let mut arena = Arena::new(&[drill(Tier::Basic, 3)], &[target]);
        let quiet = [Action::End, Action::End];
        let round = [fire, Action::End, Action::End];
        arena.script(|s| {
            if !first {
                s.actions.extend(quiet);
            }
            s.actions.extend(round);
            s.actions.extend(round);
        });
        let faces = [2, 1, 2, 1, 1, 2, 1, 1, 2, 1, 2, 1, 2, 1];
        let late = [2, 1, 2, 1, 2, 1, 1, 2, 1, 1, 2, 1, 2, 1];
        let (_, events) = arena.battle(if first { &faces } else { &late });
        assert_eq!(absorbed(&events), steps);
    }
}

/// `ms10.barrier.power`: Strength 1 of 5 and 2 Power, both spent: 3 of 4 HITS are absorbed, 1 comes
/// through. Havoc does the same, Boost not. No more than the printed value: at 4 of 5 one point, not
/// two. At 5 of 5 nobody asks.
#[test]
fn power_recharges_a_barrier() {
    use ResourceKind::{Boost, Havoc, Power};
    for (kind, strength, points, absorbed_hits) in [
        (Power, 1, 0, 3),
        (Havoc, 1, 0, 3),
        (Boost, 1, 2, 1),
        (Power, 4, 1, 5),
        (Power, 5, 2, 5),
    ] {
        let mut target = fuelled(Tier::Basic, 0, kind, 2);
        target.barrier = barrier(5, BarrierArc::All, &[Stops::Energy]);
        let mut arena = Arena::new(&[drill(Tier::Basic, 6)], &[target]);
        arena.unit_mut(1).barrier = strength;
        arena.script(|s| s.recharge.push_back(2));
        let events = arena.attack(0, RIFLE, 1, &[1]);
        assert_eq!(absorbed(&events), [(absorbed_hits, 0)]);
        assert_eq!(arena.unit(1).points, points);
        assert_eq!(lost(&arena, 1), 300 * (6 - absorbed_hits));
        let asked = kind != Boost && strength < 5;
        assert_eq!(times(&arena, "recharge"), usize::from(asked));
    }
}

/// `ms10.barrier.weakness`: AOE and indirect weapons have 2 HITS more against an active barrier, once
/// even with both tags: 7 are 9; against Strength 0 they stay at 7, and a plain weapon does anyway.
#[test]
fn aoe_and_indirect_weapons_break_barriers() {
    for (aoe, indirect, strength, hits) in [
        (true, false, 1, 9),
        (false, true, 1, 9),
        (true, true, 1, 9),
        (false, false, 1, 7),
        (true, true, 0, 7),
    ] {
        let mut attacker = drill(Tier::Basic, 7);
        attacker.weapons[RIFLE].aoe = aoe.then_some(2);
        attacker.weapons[RIFLE].indirect = indirect;
        let mut arena = Arena::new(&[attacker], &[shielded(5)]);
        arena.unit_mut(1).barrier = strength;
        let events = arena.attack(0, RIFLE, 1, &[1]);
        assert_eq!(results(&events)[0].0, hits);
    }
}
