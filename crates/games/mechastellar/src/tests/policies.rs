//! The behaviour table as a policy, and what greedy prefers.

use super::hexmap;
use equipoise_dice::{Pmf, PoolShape, PoolUse};

use equipoise_engine::{Hex, Side, matching};

use super::arena::{
    Arena, DULL_CUT, DULL_SHOT, RIFLE, SABER, attacks, crewed, mech, results, ways,
};
use super::field::Field;
use crate::data::profile::{Defence, RapidFire, RapidFireEffect, Tier, UnitProfile, UnitType};
use crate::options::Options;
use crate::policy_kind::PolicyKind;
use crate::rules::decider::Players as _;
use crate::rules::event::{Event, MomentumCause};
use crate::rules::view::View;

const SOUTH: Hex = Hex::new(0, 1);
/// A face of the behaviour roll in the row 2-9.
const PLAIN: u8 = 5;

fn played_by(kind: PolicyKind, own: UnitProfile, enemy: UnitProfile) -> Arena {
    with_options(kind, own, enemy, &hexmap())
}

/// A duel played by a policy without Momentum, so that no skill comes between.
fn with_options(
    kind: PolicyKind,
    own: UnitProfile,
    enemy: UnitProfile,
    options: &Options,
) -> Arena {
    let mut arena = Arena::with(&[own], &[enemy], options);
    arena.play_by(kind);
    arena.set_momentum(Side::A, 0);
    arena.set_momentum(Side::B, 0);
    arena
}

fn by_the_book(own: UnitProfile, enemy: UnitProfile) -> Arena {
    played_by(PolicyKind::Solo, own, enemy)
}

fn turn(arena: &mut Arena, faces: &[u8]) -> Vec<Event> {
    arena.run(faces, |game| game.take_turn(0, false)).1
}

fn order(events: &[Event]) -> &'static str {
    let find = |event: &Event| match event {
        Event::Activate { order, .. } => Some(*order),
        _ => None,
    };
    events.iter().find_map(find).expect("a turn")
}

/// Weapons and ranges in inches of a log's attacks.
fn used(events: &[Event]) -> Vec<(usize, u16)> {
    matching!(events, Event::Attack { weapon, inches, .. } => (*weapon, *inches))
}

/// HITS that the order adds to each attack of a log.
fn order_hits(events: &[Event]) -> i32 {
    let find = |event: &Event| match event {
        Event::Pool { parts, .. } => parts.iter().find(|part| part.0 == "order").map(|p| p.1),
        _ => None,
    };
    events.iter().find_map(find).unwrap_or(0)
}

fn blade_only() -> UnitProfile {
    let mut profile = mech();
    profile.weapons.remove(RIFLE);
    profile
}

fn wounded(mut arena: Arena) -> Arena {
    arena.unit_mut(0).hp = 1900;
    arena
}

/// `ms93.mecha-ai.row-1`, `ms93.mecha-ai.row-2-9`, `ms93.mecha-ai.row-10`,
/// `ms93.mecha-ai.header-wounded`, `ms93.mecha-ai.one-becomes-ten`: every face, both columns (2000
/// of 4000 HP is not below half, 1900 is), and the 1 read as 10 for the Commander and under Return
/// Fire. Nothing is in reach, so that the behaviour roll is the only die.
#[test]
fn the_behaviour_table_is_read_as_printed() {
    let cell = |face: u8, hurt: bool| match (face, hurt) {
        (1, false) => "Attack and Retreat",
        (1, true) => "Retreat",
        (2..=9, false) => "Attack",
        (2..=9, true) => "Attack and Retreat",
        (_, false) => "Finish Them",
        (_, true) => "Last Stand",
    };
    for face in 1..=10u8 {
        for (hp, hurt) in [(4000, false), (2000, false), (1900, true)] {
            for (commander, answers) in [(false, false), (true, false), (false, true)] {
                let options = with!(hexmap(), duel_commander: commander);
                let kind = PolicyKind::Solo;
                let mut arena = with_options(kind, blade_only(), blade_only(), &options);
                arena.apart(0, 1, 10);
                arena.unit_mut(0).hp = hp;
                let (_, events) = arena.run(&[face], |game| game.take_turn(0, answers));
                let read = if face == 1 && (commander || answers) {
                    10
                } else {
                    face
                };
                assert_eq!(order(&events), cell(read, hurt), "face {face}, {hp} HP");
            }
        }
    }
}

/// `ms93.mecha-ai.attack`: gap 40 in, Move 8, range 24: 40 - 8 - 8 = 24, so move twice and shoot.
/// Gap 48 (a whole number of hexes for the ledger's 50): 48 - 16 = 32 > 24, so move twice and
/// Accelerate: 28.
#[test]
fn attack_closes_in_and_shoots() {
    let mut arena = by_the_book(mech(), mech());
    arena.apart(0, 1, 10);
    let events = turn(&mut arena, &[&[PLAIN], &DULL_SHOT[..]].concat());
    assert_eq!(ways(&events).len(), 2);
    assert_eq!(used(&events), [(RIFLE, 24)]);

    let mut arena = by_the_book(mech(), mech());
    arena.put(0, Hex::new(0, 0), Hex::new(1, 11));
    arena.put(1, Hex::new(1, 11), Hex::new(-1, -11));
    assert_eq!(arena.view().distance(0, 1), 12);
    let events = turn(&mut arena, &[PLAIN]);
    assert_eq!(ways(&events).len(), 3);
    assert_eq!(arena.view().distance(0, 1), 7);
}

/// Control points are taken on the way: two moves towards an enemy 40 in off end 24 in from it, on
/// the straight line on (2, 3), or as near to it on (3, 2), beside a point on (4, 1) that is not yet
/// won.
#[test]
fn of_equal_hexes_one_beside_a_point_is_taken() {
    for (point, owner, end) in [
        (None, None, Hex::new(2, 3)),
        (Some((4, 1)), None, Hex::new(3, 2)),
        (Some((4, 1)), Some(Side::B), Hex::new(3, 2)),
        (Some((4, 1)), Some(Side::A), Hex::new(2, 3)),
    ] {
        let field = Field::new(&[mech()], &[mech()]);
        let field = match point {
            Some((q, r)) => field.point(q, r),
            None => field,
        };
        let mut arena = field.arena();
        arena.play_by(PolicyKind::Solo);
        arena.set_momentum(Side::A, 0);
        arena.set_momentum(Side::B, 0);
        arena.battle.owners[0] = owner;
        arena.put(0, Hex::new(0, 1), Hex::new(1, 1));
        arena.put(1, Hex::new(5, 6), Hex::new(-1, -1));
        let events = turn(&mut arena, &[&[PLAIN], &DULL_SHOT[..]].concat());
        assert_eq!(arena.unit(0).pos, end, "{point:?} of {owner:?}");
        assert_eq!(used(&events), [(RIFLE, 24)]);
    }
}

/// `ms93.mecha-ai.seek-rapid-fire`: a rifle 24|16 with one die more inside: from 28 in (7 hexes) on
/// to 16. A sniper rifle that loses 2 dice inside 16 stays outside at 24.
#[test]
fn rapid_fire_is_sought_or_shunned_by_its_worth() {
    for (dice, inches) in [(1, 16), (-2, 24)] {
        let mut own = mech();
        own.weapons[RIFLE].rapid_fire = Some(RapidFire::of(16, RapidFireEffect::Dice(dice)));
        let mut arena = by_the_book(own, mech());
        arena.apart(0, 1, 7);
        let rolled = 1 + 6 + usize::from(dice > 0) + 8;
        let mut faces = vec![1; rolled];
        faces[0] = PLAIN;
        assert_eq!(used(&turn(&mut arena, &faces)), [(RIFLE, inches)]);
    }
}

/// `ms93.mecha-ai.retreat`: roll 1 below half HP: from 12 in both Moves of 8 and the Accelerate of
/// 4 directly away: 12 + 8 + 8 + 4 = 32 in, and no attack although the enemy is in range.
#[test]
fn retreat_runs_as_far_as_it_gets() {
    let mut arena = wounded(by_the_book(mech(), mech()));
    arena.put(0, Hex::new(3, 4), -SOUTH);
    arena.put(1, Hex::new(3, 1), SOUTH);
    let events = turn(&mut arena, &[1]);
    assert_eq!(order(&events), "Retreat");
    assert_eq!(arena.view().distance(0, 1), 8);
    assert!(attacks(&events).is_empty());
}

/// `ms93.mecha-ai.retreat`: a retreat that is held and cannot pay fights instead; with 1 Momentum it
/// leaves.
#[test]
fn a_retreat_that_cannot_leave_attacks() {
    let mut arena = wounded(by_the_book(blade_only(), mech()));
    arena.apart(0, 1, 1);
    let faces = [&[1], &DULL_CUT[..]].concat();
    assert_eq!(attacks(&turn(&mut arena, &faces)), [(0, 1)]);

    let mut arena = wounded(by_the_book(blade_only(), mech()));
    arena.put(0, Hex::new(3, 5), SOUTH);
    arena.put(1, Hex::new(3, 6), -SOUTH);
    arena.set_momentum(Side::A, 1);
    let events = turn(&mut arena, &[1]);
    assert!(attacks(&events).is_empty());
    assert_eq!(arena.view().distance(0, 1), 1 + 1 + 2 + 1);
}

/// `ms93.mecha-ai.retreat`: Attack and Retreat (roll 1, unhurt) from 32 in with range 24: move 8 to
/// 24, shoot, move 8 back to 32.
#[test]
fn attack_and_retreat_goes_forth_and_back() {
    let mut arena = by_the_book(mech(), mech());
    arena.apart(0, 1, 8);
    let events = turn(&mut arena, &[&[1], &DULL_SHOT[..]].concat());
    assert_eq!(used(&events), [(RIFLE, 24)]);
    assert_eq!(ways(&events).len(), 2);
    assert_eq!(arena.view().distance(0, 1), 8);
}

/// `ms93.mecha-ai.last-stand`, option `behaviour_bonus`: in range it stays and shoots with 1 HIT
/// more (none without the option); out of range it attacks after moving, with the HIT.
#[test]
fn last_stand_holds_with_one_more_hit() {
    for (bonus, hexes, moves, hits) in [(true, 3, 0, 6), (false, 3, 0, 5), (true, 8, 1, 6)] {
        let options = with!(hexmap(), behaviour_bonus: bonus);
        let mut arena = wounded(with_options(PolicyKind::Solo, mech(), mech(), &options));
        arena.apart(0, 1, hexes);
        let events = turn(&mut arena, &[&[10], &DULL_SHOT[..]].concat());
        assert_eq!(order(&events), "Last Stand");
        assert_eq!(ways(&events).len(), moves);
        assert_eq!(results(&events), [(hits, 2, hits - 2)]);
        assert_eq!(order_hits(&events), i32::from(bonus));
    }
}

/// `ms93.mecha-ai.finish-them`, `ms93.mecha-ai.melee-gate`, option `behaviour_bonus`: from 16 in
/// (the ledger's 18) two Moves of 8 bring it beside the enemy, and it cuts although its saber is
/// 2 dice + 0 against 6 dice + 6 (gap 8.8 >= 2.1): 0 + 1 HITS of a dull cut. From 32 in it gets to
/// 16 and shoots with 5 HITS: there is no bonus unless the option is set.
#[test]
fn finish_them_closes_and_cuts() {
    for bonus in [true, false] {
        let options = with!(hexmap(), behaviour_bonus: bonus);
        let mut own = blade_only();
        own.weapons[0].dice = 2;
        own.weapons[0].bonus = 0;
        let mut arena = with_options(PolicyKind::Solo, own, mech(), &options);
        arena.apart(0, 1, 4);
        let events = turn(&mut arena, &[10, 1, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!(order(&events), "Finish Them");
        assert_eq!(used(&events), [(0, 4)]);
        assert_eq!(results(&events), [(i32::from(bonus), 3, 0)]);
    }
    let mut arena = by_the_book(mech(), mech());
    arena.apart(0, 1, 8);
    let events = turn(&mut arena, &[&[10], &DULL_SHOT[..]].concat());
    assert_eq!(used(&events), [(RIFLE, 16)]);
    assert_eq!(results(&events), [(5, 2, 3)]);
}

/// `ms93.mecha-ai.melee-gate`: own saber 5 dice + 3 is 6.5 expected HITS, the enemy's 6 dice + 5 is
/// 9.2: the gap of 2.7 is 2.1 or more, so no melee though the blade is the only weapon. With 6 dice
/// + 3 (7.2) the gap is 2.0: melee.
#[test]
fn the_outclassed_decline_melee() {
    for (dice, cuts) in [(5, 0), (6, 1)] {
        let mut own = blade_only();
        own.weapons[0].dice = dice;
        own.weapons[0].bonus = 3;
        let mut enemy = mech();
        enemy.weapons[SABER].bonus = 5;
        let mut arena = by_the_book(own, enemy);
        arena.apart(0, 1, 1);
        // A dull cut with 3 HITS meets 3 DEF: no saves.
        let rolled = 1 + 12 * cuts;
        let mut faces = vec![1; rolled];
        faces[0] = PLAIN;
        assert_eq!(
            attacks(&turn(&mut arena, &faces)).len(),
            cuts,
            "{dice} dice"
        );
    }
}

/// `ms93.mecha-ai.melee-defence`: with the elite bonus module an Elite defender takes Guard, a die
/// more, up to 6 dice of Melee DEF (7 rolled); it never Counters, never trades dice.
#[test]
fn melee_is_defended_with_everything() {
    let options = with!(hexmap(), elite_bonus: true);
    let kind = PolicyKind::Solo;
    let mut arena = with_options(kind, blade_only(), crewed(Tier::Ace), &options);
    arena.apart(0, 1, 1);
    arena.set_momentum(Side::B, 2);
    let faces = [&[PLAIN], &[1; 6 + 7][..], &[10; 3]].concat();
    let events = turn(&mut arena, &faces);
    assert_eq!(super::arena::pools(&events), [(6, 0), (7, 0)]);
    assert_eq!(used(&events).len(), 1);
    assert_eq!(arena.momentum(Side::B), 2);
}

/// Thrifty skills: Focus when it changes 2 dice with 3 Momentum there; not for 1 die, not at 2. The
/// shot is at 24 in, where the unit stays.
#[test]
fn focus_is_bought_for_two_dice_from_three_momentum() {
    for (momentum, face, bought) in [(3, 4, true), (3, 2, false), (2, 4, false)] {
        let mut arena = by_the_book(mech(), mech());
        arena.apart(0, 1, 6);
        arena.set_momentum(Side::A, momentum);
        let mut faces = [&[PLAIN], &DULL_SHOT[..]].concat();
        (faces[1], faces[2]) = (3, face);
        let events = turn(&mut arena, &faces);
        let hits = if bought { 7 } else { 5 };
        assert_eq!(results(&events), [(hits, 2, hits - 2)]);
        assert_eq!(arena.momentum(Side::A), momentum - u8::from(bought));
    }
}

/// Thrifty skills: the defender's Focus likewise, and never when nothing gets through: an attack of
/// 2 HITS meets 2 DEF.
#[test]
fn a_defender_buys_focus_only_when_hit() {
    for (bonus, face, bought) in [(5, 4, true), (5, 2, false), (2, 4, false)] {
        let mut own = mech();
        own.weapons[RIFLE].bonus = bonus;
        let mut arena = by_the_book(own, mech());
        arena.apart(0, 1, 6);
        arena.set_momentum(Side::B, 3);
        let mut faces = [&[PLAIN], &DULL_SHOT[..]].concat();
        (faces[7], faces[8]) = (3, face);
        turn(&mut arena, &faces);
        assert_eq!(
            arena.momentum(Side::B),
            3 - u8::from(bought),
            "{bonus} HITS"
        );
    }
}

/// Thrifty skills: Flash only when the unit would be destroyed: a dull shot does 900, so at 900 HP
/// it is bought (3 - 5 < 0 unblocked), at 1000 HP not. A Battle-Tested Warship has no Flash and
/// takes Iron Wall (3 - 3 = 0 unblocked).
#[test]
fn flash_and_iron_wall_are_bought_to_survive() {
    let ship = with!(crewed(Tier::BattleTested), unit_type: UnitType::Warship);
    for (profile, skill) in [(mech(), "Flash"), (ship, "Iron Wall")] {
        for (hp, saved) in [(900, true), (1000, false)] {
            let mut arena = by_the_book(mech(), profile.clone());
            arena.apart(0, 1, 6);
            arena.unit_mut(1).hp = hp;
            arena.set_momentum(Side::B, 3);
            let events = turn(&mut arena, &[&[PLAIN], &DULL_SHOT[..]].concat());
            let bought: Vec<&str> = matching!(events, Event::Skill { skill, .. } => *skill);
            assert_eq!(bought, vec![skill; usize::from(saved)], "{hp} HP");
            assert!(arena.unit(1).on_table);
        }
    }
}

/// Thrifty skills: Valor only to kill: a dull shot with 5 HITS more is 8 unblocked, 2400 damage: at
/// 2400 HP it is bought, at 2500 not, and at 900 the shot kills without it.
#[test]
fn valor_is_bought_to_kill() {
    for (hp, left) in [(2400, 0), (2500, 3), (900, 3)] {
        let mut arena = by_the_book(crewed(Tier::Skilled), mech());
        arena.apart(0, 1, 6);
        arena.set_momentum(Side::A, 3);
        arena.unit_mut(1).hp = hp;
        turn(&mut arena, &[&[PLAIN], &DULL_SHOT[..]].concat());
        assert_eq!(arena.momentum(Side::A), left, "{hp} HP");
    }
}

/// Thrifty skills: Zeal for a second attack at 4 Momentum, not at 3; never for a third.
#[test]
fn zeal_is_bought_from_four_momentum() {
    for (momentum, shots) in [(3, 1), (4, 2), (10, 2)] {
        let mut arena = by_the_book(mech(), mech());
        arena.apart(0, 1, 6);
        arena.set_momentum(Side::A, momentum);
        let mut faces = vec![PLAIN];
        faces.extend(DULL_SHOT.repeat(shots));
        let events = turn(&mut arena, &faces);
        assert_eq!(attacks(&events).len(), shots, "{momentum} Momentum");
        let zeal = |e: &&Event| {
            let cause = MomentumCause::Zeal;
            matches!(e, Event::Momentum { cause: c, .. } if *c == cause)
        };
        assert_eq!(events.iter().filter(zeal).count(), shots - 1);
    }
}

/// `ms93.mecha-ai.activation-order`: the Commander first (side A's first unit by the option), then
/// the unit closest to an enemy.
#[test]
fn commander_first_then_the_closest() {
    for (commander, expected) in [(true, 0), (false, 2)] {
        let options = with!(hexmap(), duel_commander: commander);
        let mut arena = Arena::with(&[mech(), mech(), mech()], &[mech()], &options);
        for (unit, r) in [(0, 1), (1, 2), (2, 3), (3, 8)] {
            arena.put(unit, Hex::new(4, r), SOUTH);
        }
        arena.play_by(PolicyKind::Solo);
        let mut all = crate::rules::unit_id::UnitSet::EMPTY;
        (0..3).for_each(|unit| all.insert(unit));
        let (unit, _) = arena.run(&[], |game| {
            let view = View {
                bout: game.bout,
                state: game.state,
            };
            game.decider
                .activate(Side::A, view, Side::A, all, game.dice)
        });
        assert_eq!(unit, expected);
    }
}

/// Expected damage of one attack without skills, saves and finishing blows, by convolution.
fn expected(dice: u8, bonus: i32, dmg: f64, evade: Defence) -> f64 {
    let successes = |n: u8| Pmf::pool(PoolShape::d10(n, 10), PoolUse::default());
    let hits = successes(dice).shift(bonus);
    let defence = successes(evade.dice).shift(i32::from(evade.bonus));
    hits.difference_floored(&defence).mean() * dmg
}

/// `ms93.mecha-ai.strongest-weapon`: of two weapons that bear, both policies shoot the one with the
/// higher expected damage by convolution, whichever stands first: among them the ledger's rifle (7
/// dice + 5, 300) and bazooka (5 dice + 5, 500) against Evade 8 + 3.
#[test]
fn the_weapon_with_the_higher_expected_damage_is_used() {
    let evade = Defence { dice: 8, bonus: 3 };
    let pairs = [
        ((7, 5, 300), (5, 5, 500)),
        ((6, 5, 300), (6, 5, 400)),
        ((9, 2, 200), (4, 5, 400)),
        ((6, 6, 200), (6, 3, 500)),
    ];
    for (one, two) in pairs {
        for (first, second) in [(one, two), (two, one)] {
            for kind in [PolicyKind::Greedy, PolicyKind::Solo] {
                let mut own = mech();
                own.move_in = 0;
                own.weapons[1] = own.weapons[0].clone();
                for (weapon, (dice, bonus, dmg)) in own.weapons.iter_mut().zip([first, second]) {
                    (weapon.dice, weapon.bonus, weapon.dmg) = (dice, bonus, dmg);
                    weapon.finisher = None;
                }
                let worth = [first, second].map(|(dice, bonus, dmg)| {
                    expected(dice, i32::from(bonus), f64::from(dmg), evade)
                });
                let best = usize::from(worth[1] > worth[0]);
                let rolled = usize::from(own.weapons[best].dice) + 8;
                let mut arena = played_by(kind, own, UnitProfile { evade, ..mech() });
                arena.apart(0, 1, 5);
                let mut faces = vec![1; rolled];
                if kind == PolicyKind::Solo {
                    faces.insert(0, PLAIN);
                }
                let events = turn(&mut arena, &faces);
                assert_eq!(used(&events), [(best, 20)], "{first:?} {second:?} {kind}");
            }
        }
    }
}
