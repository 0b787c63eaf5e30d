//! Highly Skilled pilots and their Skills.

use equipoise_dice::{Reroll, StreamDice, stream};
use equipoise_engine::{Hex, NoLog, Side};

use super::arena::{Arena, RIFLE, SABER, pools, results, rush};
use super::drill::{VALOR, criticals, drill, flash, hit, lost, saves, spent, strikes, times};
use super::hexmap;
use super::upgrade::{KAIJU, bought, refused};
use crate::data::profile::{
    Defence, RapidFire, RapidFireEffect, Shield, Tier, UnitProfile, Upgrade,
};
use crate::options::Options;
use crate::policy_kind::PolicyKind;
use crate::rules::aim::Form;
use crate::rules::clash::{CounterTerms, PreRoll, Strike};
use crate::rules::decision::{Action, AttackSkills, DefenceSkills, Fuel, Reply};
use crate::rules::event::Event;
use crate::rules::skilled::{Readied, Skill};
use crate::rules::terrain::Cover;

const SLAY: AttackSkills = AttackSkills {
    focus: false,
    valor: false,
    all_weapons: 0,
    anti_air: 0,
    slayer: true,
};

const PERSEVERE: DefenceSkills = DefenceSkills {
    ward: false,
    firm: false,
    focus: false,
    flash: 0,
    iron_wall: 0,
    instincts: false,
    persevere: true,
    anti_air: 0,
};

const ZEAL: Action = Action::Zeal { actions: 1 };

/// A drill unit that has bought this.
fn pilot(tier: Tier, hits: i8, upgrades: &[Upgrade]) -> UnitProfile {
    with!(drill(tier, hits), upgrades: upgrades.to_vec())
}

/// One against one this many hexes apart.
fn meeting(own: UnitProfile, other: UnitProfile, hexes: i16) -> Arena {
    let mut arena = Arena::new(&[own], &[other]);
    arena.apart(0, 1, hexes);
    arena
}

/// The skills that a log names, in order.
fn skills(events: &[Event]) -> Vec<&'static str> {
    let named = |event: &Event| match event {
        Event::Skill { skill, .. } => Some(*skill),
        _ => None,
    };
    events.iter().filter_map(named).collect()
}

/// `ms93.upgrade.highly-skilled`: mech suits only, one such pilot each.
/// `ms93.upgrade.highly-skilled-20`, `ms93.upgrade.highly-skilled-50`: five of them cost 20 points, three 50.
#[test]
fn highly_skilled_pilots_fly_mech_suits() {
    let cheap = [
        "accelerate",
        "bullseye",
        "giant-slayer",
        "mayhem",
        "persevere",
    ];
    let dear = ["shooting-counterattack", "take-the-shot", "unbeaten"];
    let priced = |names: &[&str], points: u16| {
        for name in names {
            let name = &*format!("skilled-{name}");
            let unit = bought(&[], &[name]).unwrap();
            assert_eq!(unit.points, unit.printed_points() + points, "{name}");
            refused(KAIJU, &[name], &["Highly Skilled", "expected a mech-suit"]);
            refused(&[], &[name; 2], &["expected it once per unit"]);
        }
    };
    priced(&cheap, 20);
    priced(&dear, 50);
    refused(
        &[],
        &["skilled-mayhem", "skilled-unbeaten"],
        &["Highly Skilled MS Pilot", "expected one of the two"],
    );
}

/// `ms93.upgrade.highly-skilled`: Giant Slayer is free in the own turn of a round and costs 1 Momentum beside
/// that of the Counter when it is used again in it; the next round has a free use again. It is the Skill of
/// its turn: no Valor beside it. `ms93.skill.giant-slayer`: PEN 6 becomes 7.
#[test]
fn the_first_use_of_a_round_is_free() {
    let mut own = pilot(Tier::Skilled, 3, &[Upgrade::SkilledGiantSlayer]);
    own.weapons[RIFLE].pen = Some(6);
    let mut arena = meeting(own, drill(Tier::Basic, 0), 3);
    arena.script(|s| s.attack_skills = [SLAY].into());
    let events = arena.full_turn(0, &[hit(RIFLE, 1)], &[1, 10, 10, 10]);
    assert_eq!(
        (skills(&events), saves(&events)[0].0),
        (vec!["Giant Slayer"], 7)
    );
    assert_eq!(spent(&arena, Side::A), 0);
    arena.script(|s| {
        s.attack_skills = [AttackSkills::default(), SLAY].into();
        s.counter = Some(RIFLE);
    });
    let events = arena.full_turn(1, &[hit(RIFLE, 0)], &[1, 1, 10]);
    assert_eq!((saves(&events)[0].0, spent(&arena, Side::A)), (7, 2));
    arena.run(&[], |game| game.refresh());
    let both = with!(SLAY, valor: true);
    arena.script(|s| {
        s.attack_skills = [both].into();
        s.counter = None;
    });
    arena.set_momentum(Side::A, 10);
    // Valor is bought first, and there is no place for another.
    let events = arena.full_turn(0, &[hit(RIFLE, 1)], &[1, 10, 10, 10, 10, 10]);
    assert_eq!((skills(&events), saves(&events)[0].0), (vec!["Valor"], 6));
    arena.script(|s| s.attack_skills = [SLAY, VALOR].into());
    arena.set_momentum(Side::A, 10);
    let events = arena.full_turn(0, &[hit(RIFLE, 1), ZEAL], &[1, 10, 10, 10]);
    assert_eq!(skills(&events), ["Giant Slayer"]);
    assert_eq!(spent(&arena, Side::A), 0);
}

/// Needed face of the saves of two attacks in a turn with Giant Slayer declared on the first, against a
/// target of this Size.
fn slain(weapon: usize, size: u8) -> Vec<i32> {
    let own = [Upgrade::SkilledGiantSlayer, Upgrade::ArmyOfOne];
    let mut own = with!(pilot(Tier::Basic, 1, &own), size: 1);
    own.weapons[weapon].pen = Some(5);
    let target = with!(drill(Tier::Basic, 0), size: size);
    let mut arena = meeting(own, target, 1);
    arena.script(|s| s.attack_skills = [SLAY].into());
    let blows = [hit(weapon, 1), ZEAL, hit(weapon, 1)];
    let events = arena.full_turn(0, &blows, &[1, 10, 1, 10]);
    saves(&events).iter().map(|save| save.0).collect()
}

/// `ms93.skill.giant-slayer`: in melee PEN 5 against a larger Size is 5 + 1 + 2 = 8, against the same 6; shots are
/// 6 against both. It lasts for the turn. Failing on 7 instead of 4 faces of ten is believed: 700 HP.
#[test]
fn giant_slayers_pierce_giants() {
    assert_eq!(slain(SABER, 2), [8, 8]);
    assert_eq!(slain(SABER, 1), [6, 6]);
    assert_eq!(slain(RIFLE, 2), [6, 6]);
    let mut own = pilot(Tier::Basic, 1, &[Upgrade::SkilledGiantSlayer]);
    (own.weapons[SABER].pen, own.weapons[SABER].dmg) = (Some(5), 0);
    let arena = meeting(own, with!(drill(Tier::Basic, 0), size: 2), 1);
    let strike = Strike {
        form: Form::Melee,
        ..Strike::plain(0, SABER, 1)
    };
    let view = arena.view();
    let harm = view.harm(&strike);
    assert_eq!(harm.expected_tenths(1), 4000);
    assert_eq!(view.slaying(&strike, harm).expected_tenths(1), 7000);
}

/// HP that two attacks of four unblocked HITS of this DMG take of a unit that perseveres on the first.
fn persevered(round: u8, dmg: u16) -> Vec<i32> {
    let mut own = drill(Tier::Basic, 4);
    own.weapons[RIFLE].dmg = dmg;
    let mut arena = meeting(own, pilot(Tier::Basic, 0, &[Upgrade::SkilledPersevere]), 3);
    arena.battle.round = round;
    arena.script(|s| s.defence_skills = [PERSEVERE].into());
    arena.turn(0, &[hit(RIFLE, 1)], &[1]);
    let first = lost(&arena, 1);
    arena.turn(0, &[hit(RIFLE, 1)], &[1]);
    assert_eq!(spent(&arena, Side::B), 0);
    vec![first, lost(&arena, 1) - first]
}

/// `ms93.skill.persevere`: four HITS of DMG 500 do 4 x 300 = 1200 in round 2, 4 x 200 = 800 in round 4; of DMG
/// 200 4 x 100 = 400; weapons of DMG 0 keep it. It lasts for the turn, and costs 2 Momentum the next time.
#[test]
fn who_perseveres_is_hurt_less() {
    assert_eq!(persevered(2, 500), [1200; 2]);
    assert_eq!(persevered(4, 500), [800; 2]);
    assert_eq!(persevered(2, 200), [400; 2]);
    assert_eq!(persevered(4, 100), [400; 2]);
    assert_eq!(persevered(2, 0), [0; 2]);
    let target = pilot(Tier::Basic, 0, &[Upgrade::SkilledPersevere]);
    let mut arena = meeting(drill(Tier::Basic, 4), target, 3);
    for (hp, momentum) in [(400, 0), (400, 2)] {
        let before = lost(&arena, 1);
        arena.script(|s| s.defence_skills = [PERSEVERE].into());
        arena.full_turn(0, &[hit(RIFLE, 1)], &[1]);
        assert_eq!(lost(&arena, 1) - before, hp);
        assert_eq!(spent(&arena, Side::B), momentum);
    }
    arena.set_momentum(Side::B, 1);
    arena.script(|s| s.defence_skills = [PERSEVERE].into());
    let before = lost(&arena, 1);
    arena.full_turn(0, &[hit(RIFLE, 1)], &[1]);
    assert_eq!(lost(&arena, 1) - before, 1200);
}

/// A unit of 6d10 Melee DEF and no bonus.
fn unbeaten() -> UnitProfile {
    let own = pilot(Tier::Basic, 0, &[Upgrade::SkilledUnbeaten]);
    with!(own, melee_def: Defence { dice: 6, bonus: 0 }, evade: Defence { dice: 6, bonus: 0 })
}

/// `ms93.skill.unbeaten`: 1, 3, 4, 6, 7, 10 are 1 + 1 + 2 = 4 DEF; the three misses thrown again as 5, 2, 9
/// make 6. So it is with the next melee attack of the turn, free; in the next turn of the round it costs 2.
/// Flash may follow. Against shots there is none.
#[test]
fn the_unbeaten_reroll_their_defence() {
    let faces = [1, 1, 3, 4, 6, 7, 10, 5, 2, 9];
    let mut arena = meeting(drill(Tier::Basic, 0), unbeaten(), 1);
    arena.script(|s| {
        s.defence_reroll = Some(Reroll::LowAndMid);
        s.defence_skills = [flash(1)].into();
    });
    let twice = [faces, faces].concat();
    let blows = [hit(SABER, 1), ZEAL, hit(SABER, 1)];
    let events = arena.full_turn(0, &blows, &twice);
    let def = |events: &[Event]| -> Vec<i32> { results(events).iter().map(|r| r.1).collect() };
    assert_eq!(def(&events), [11, 6]);
    assert_eq!(skills(&events), ["Unbeaten", "Flash"]);
    assert_eq!(spent(&arena, Side::B), 3);
    arena.set_momentum(Side::B, 10);
    let events = arena.full_turn(0, &[hit(SABER, 1)], &faces);
    assert_eq!((def(&events), spent(&arena, Side::B)), (vec![6], 2));
    arena.set_momentum(Side::B, 1);
    let events = arena.full_turn(0, &[hit(SABER, 1)], &faces[..7]);
    assert_eq!(def(&events), [4]);
    let mut arena = meeting(drill(Tier::Basic, 0), unbeaten(), 1);
    arena.script(|s| s.defence_reroll = Some(Reroll::LowAndMid));
    assert_eq!(def(&arena.turn(0, &[hit(RIFLE, 1)], &faces[..7])), [4]);
    assert_eq!(times(&arena, "defence_reroll"), 0);
}

/// HITS of each attack when a unit is attacked with a weapon and wants to shoot back, and its Momentum spent.
fn answered(tier: Tier, weapon: usize, momentum: u8) -> (Vec<i32>, u8) {
    let own = pilot(tier, 5, &[Upgrade::SkilledCounterattack]);
    let mut arena = meeting(drill(Tier::Basic, 0), own, 1);
    arena.set_momentum(Side::A, 10);
    let mut answers = Vec::new();
    for _ in 0..2 {
        arena.script(|s| s.counter = Some(RIFLE));
        // Out of an engagement, so that no fee is due.
        arena.apart(0, 1, if weapon == SABER { 1 } else { 3 });
        let mut dice = vec![1];
        if tier.is_elite() || weapon == RIFLE && (answers.is_empty() || momentum >= 2) {
            dice.push(1);
        }
        if answers.is_empty() {
            arena.set_momentum(Side::B, 10);
        } else {
            arena.set_momentum(Side::B, momentum);
        }
        let events = arena.full_turn(0, &[hit(weapon, 1)], &dice);
        answers.extend(results(&events).iter().skip(1).map(|result| result.0));
    }
    (answers, momentum - arena.momentum(Side::B))
}

/// `ms93.skill.shooting-counterattack`: who is shot at shoots back with the 5 HITS of its rifle, not 3 as in a
/// Counter: a basic unit too, free the first time of a round, for 2 Momentum the second, not at all with 1. An
/// Elite unit Counters in the ordinary way where it does not. Against melee there is none.
#[test]
fn shots_are_answered_in_full() {
    assert_eq!(answered(Tier::Basic, RIFLE, 10), (vec![5, 5], 2));
    assert_eq!(answered(Tier::Basic, RIFLE, 1), (vec![5], 0));
    assert_eq!(answered(Tier::Skilled, RIFLE, 1), (vec![5, 3], 1));
    assert_eq!(answered(Tier::Basic, SABER, 10), (vec![], 0));
}

/// `ms93.skill.shooting-counterattack`: 6 dice + 5 are 9.2 HITS on the mean, 9200 HP of DMG 1000; those of a
/// Counter 7.2. `ms93.skill.mayhem`: 5 dice + 4 - 2 + 2 are 7.5.
#[test]
fn answers_are_believed_in() {
    let mut own = pilot(Tier::Basic, 5, &[Upgrade::SkilledCounterattack]);
    (own.weapons[RIFLE].dice, own.weapons[RIFLE].dmg) = (6, 1000);
    let mut arena = meeting(own, drill(Tier::Basic, 0), 3);
    let believed = |arena: &Arena, penalty: bool, skill: Option<Skill>| {
        let terms = CounterTerms {
            penalty,
            trade: false,
            skill,
        };
        let strike = Strike::counter(
            0,
            Reply {
                weapon: RIFLE,
                special: false,
            },
            1,
            false,
            terms,
        );
        arena.view().belief(&strike)
    };
    assert_eq!(believed(&arena, false, Some(Skill::Counterattack)), 9200);
    assert_eq!(believed(&arena, true, None), 7200);
    let rifle = &mut arena.unit_profile(0).weapons[RIFLE];
    (rifle.dice, rifle.bonus) = (5, 4);
    assert_eq!(believed(&arena, true, Some(Skill::Mayhem)), 7500);
}

/// A sniper of 7 dice, 36 in and Rapid Fire -2 dice and more, that takes the shot.
fn sniper(upgrades: &[Upgrade]) -> UnitProfile {
    let mut own = pilot(Tier::Basic, 0, upgrades);
    own.weapons[RIFLE].dice = 7;
    own.weapons[RIFLE].range_in = 36;
    own.weapons[RIFLE].rapid_fire = Some(RapidFire::of(12, RapidFireEffect::Dice(-2)));
    own
}

const SHOT: &[Upgrade] = &[Upgrade::SkilledShot];

/// `ms93.skill.take-the-shot`: the next attack has 7 dice instead of 7 - 2 = 5 at close range, the one after it 5
/// again; indirect fire has no -2.
#[test]
fn the_shot_is_steady() {
    let mut arena = meeting(
        sniper(&[SHOT, &[Upgrade::ArmyOfOne]].concat()),
        drill(Tier::Basic, 0),
        3,
    );
    let turn = [
        Action::Ready(Readied::Steady),
        hit(RIFLE, 1),
        ZEAL,
        hit(RIFLE, 1),
    ];
    let events = arena.full_turn(0, &turn, &[1; 12]);
    let dice: Vec<u8> = pools(&events)
        .iter()
        .step_by(2)
        .map(|pool| pool.0)
        .collect();
    assert_eq!(dice, [7, 5]);
    assert_eq!(
        (skills(&events), spent(&arena, Side::A)),
        (vec!["Take the Shot"], 1)
    );
    let lobbed = Strike {
        form: Form::Indirect,
        ..Strike::plain(0, RIFLE, 1)
    };
    for (readied, hits) in [(None, -2), (Some(Readied::Steady), 0)] {
        arena.battle.turn.unit = 0;
        arena.battle.turn.readied = readied;
        let line = arena
            .view()
            .attack_line(&lobbed, &PreRoll::default(), &mut NoLog);
        assert_eq!(line.flat, hits);
    }
}

/// `ms93.skill.take-the-shot`: it reaches 36 + 16 = 52 in, 13 hexes, and no farther; the next one of a round costs
/// 2 Momentum.
#[test]
fn the_shot_is_long() {
    for (hexes, readied, shots) in [(13, true, 1), (14, true, 0), (13, false, 0)] {
        let mut arena = meeting(sniper(SHOT), drill(Tier::Basic, 0), hexes);
        let ready = readied.then_some(Action::Ready(Readied::Steady));
        let turn: Vec<Action> = ready.into_iter().chain([hit(RIFLE, 1)]).collect();
        let events = arena.full_turn(0, &turn, &vec![1; 7 * shots]);
        assert_eq!(strikes(&events).len(), shots, "{hexes}");
        arena.full_turn(0, &[Action::Ready(Readied::Steady)], &[]);
        assert_eq!(spent(&arena, Side::A), if readied { 2 } else { 0 });
    }
}

/// `ms93.skill.take-the-shot`: of Evade +5 with an S2 shield in cover, +1, a weapon of PEN 3 leaves 3 DEF; one of
/// PEN 2, or in melee, all 6; an MD shield is not in the Evade bonus.
#[test]
fn the_shot_goes_past_shields_and_cover() {
    for (pen, shield, def) in [
        (Some(3), Shield::Full(2), 3),
        (Some(2), Shield::Full(2), 6),
        (None, Shield::Full(2), 6),
        (Some(3), Shield::Melee(2), 5),
    ] {
        let mut own = sniper(SHOT);
        own.weapons[RIFLE].pen = pen;
        let evade = Defence { dice: 0, bonus: 5 };
        let target = with!(drill(Tier::Basic, 0), evade: evade, shields: vec![shield]);
        let mut arena = meeting(own, target, 3);
        arena.battle.turn.unit = 0;
        arena.battle.turn.readied = Some(Readied::Piercing);
        let pre = with!(PreRoll::default(), cover: Some(Cover::Unit));
        let strike = Strike::plain(0, RIFLE, 1);
        let line = arena.view().defence_line(&strike, &pre, &mut NoLog);
        assert_eq!(line.flat, def, "{pen:?}");
    }
}

/// `ms93.skill.take-the-shot`: one shot at an enemy that an ally engages; a second, or any without it, is refused.
#[test]
fn the_shot_goes_into_a_melee() {
    for (readied, shots) in [(Some(Readied::IntoMelee), 1), (Some(Readied::Steady), 0)] {
        let own = sniper(&[SHOT, &[Upgrade::ArmyOfOne]].concat());
        let mut arena = Arena::new(&[own, drill(Tier::Basic, 0)], &[drill(Tier::Basic, 0)]);
        arena.put(0, Hex::new(3, 1), Hex::new(0, 1));
        arena.put(2, Hex::new(3, 5), Hex::new(0, -1));
        arena.put(1, Hex::new(4, 5), Hex::new(0, -1));
        let ready = readied.map(Action::Ready);
        let turn: Vec<Action> = ready
            .into_iter()
            .chain([hit(RIFLE, 2), ZEAL, hit(RIFLE, 2)])
            .collect();
        let events = arena.full_turn(0, &turn, &vec![1; 7 * shots]);
        assert_eq!(strikes(&events).len(), shots);
    }
}

/// `ms93.skill.mayhem`: after its cut the unit shoots at the same enemy with 4 - 2 + 2 HITS and no fee for
/// the engagement, after the enemy's Counter. It is the second attack on that target: a third is refused.
#[test]
fn mayhem_follows_the_blade() {
    let own = [Upgrade::SkilledMayhem, Upgrade::ArmyOfOne];
    let own = pilot(Tier::Basic, 4, &own);
    let mut arena = meeting(own, drill(Tier::Basic, 0), 1);
    arena.script(|s| s.counter = Some(RIFLE));
    let events = arena.full_turn(
        0,
        &[hit(SABER, 1), ZEAL, hit(SABER, 1)],
        &[1, 10, 10, 10, 10, 1],
    );
    let hits: Vec<i32> = results(&events).iter().map(|result| result.0).collect();
    assert_eq!((hits, skills(&events)), (vec![4, 4], vec!["Mayhem"]));
    // Zeal alone has cost anything.
    assert_eq!(spent(&arena, Side::A), 1);
    // After a shot there is none.
    let own = pilot(Tier::Basic, 4, &[Upgrade::SkilledMayhem]);
    let mut arena = meeting(own, drill(Tier::Basic, 0), 3);
    arena.script(|s| s.counter = Some(RIFLE));
    assert_eq!(
        results(&arena.full_turn(0, &[hit(RIFLE, 1)], &[1])).len(),
        1
    );
}

/// `ms93.upgrade.highly-skilled-20`: Accelerate is one free Accelerate a round, like a point of Boost, and the
/// Skill of its turn.
#[test]
fn the_free_accelerate_is_like_a_point() {
    let own = pilot(Tier::Basic, 0, &[Upgrade::SkilledAccelerate]);
    let mut arena = meeting(own, drill(Tier::Basic, 0), 8);
    let dash = [rush(3, 2, Fuel::Point), hit(RIFLE, 1), ZEAL];
    arena.apart(0, 1, 7);
    let events = arena.full_turn(0, &dash, &[1]);
    assert_eq!((arena.unit(0).pos.r, strikes(&events).len()), (2, 1));
    assert_eq!(
        (skills(&events), spent(&arena, Side::A)),
        (vec!["Accelerate"], 0)
    );
    // Not a second time in the round, but in the next.
    for (rows, refreshed) in [(2, false), (3, true)] {
        if refreshed {
            arena.run(&[], |game| game.refresh());
        }
        arena.full_turn(0, &[rush(3, 3, Fuel::Point)], &[]);
        assert_eq!(arena.unit(0).pos.r, rows);
    }
}

/// `ms93.upgrade.highly-skilled-20`: Bullseye beside Barrage is 6 + 1 = 7 dice that crit on 9, once a round; of a
/// basic pilot it is the same without the die. The shot after it crits on 10.
#[test]
fn bullseyes_are_readied() {
    let elite: Options = with!(hexmap(), elite_bonus: true);
    for (tier, dice) in [(Tier::Skilled, 7), (Tier::Basic, 6)] {
        let mut own = pilot(tier, 0, &[Upgrade::SkilledBullseye, Upgrade::ArmyOfOne]);
        own.weapons[RIFLE].dice = 6;
        let mut arena = Arena::with(&[own], &[drill(Tier::Basic, 0)], &elite);
        arena.apart(0, 1, 3);
        let turn = [
            Action::Ready(Readied::Bullseye),
            hit(RIFLE, 1),
            ZEAL,
            hit(RIFLE, 1),
        ];
        let events = arena.full_turn(0, &turn, &vec![1; 2 * usize::from(dice)]);
        let thrown: Vec<u8> = pools(&events)
            .iter()
            .step_by(2)
            .map(|pool| pool.0)
            .collect();
        let sharp: Vec<u8> = criticals(&events).into_iter().step_by(2).collect();
        assert_eq!((thrown, sharp), (vec![dice; 2], vec![9, 10]));
        // There is no price for a second one.
        let again = arena.full_turn(0, &[Action::Ready(Readied::Bullseye)], &[]);
        assert_eq!(skills(&again), [""; 0]);
    }
}

/// `ms93.upgrade.highly-skilled`: policies take what is free where it makes a difference, and nothing where it
/// does not: Giant Slayer with a PEN and without.
#[test]
fn policies_use_what_is_free() {
    for policy in [PolicyKind::Greedy, PolicyKind::Solo] {
        for (pen, used) in [(Some(6), true), (None, false)] {
            let mut own = pilot(Tier::Basic, 5, &[Upgrade::SkilledGiantSlayer]);
            own.weapons.truncate(1);
            own.weapons[RIFLE].pen = pen;
            let mut arena = meeting(own, drill(Tier::Basic, 0), 3);
            arena.bout.policies[0] = policy;
            let mut dice = StreamDice::new(stream(1, 0, 0));
            let (_, events) = arena.run_on(&mut dice, |game| game.take_turn(0, false));
            let slays = skills(&events).contains(&"Giant Slayer");
            assert_eq!(slays, used && !strikes(&events).is_empty(), "{policy:?}");
        }
    }
}

/// Skills of shooters, who have no blade in the battles below.
const SHOTS: [Upgrade; 3] = [
    Upgrade::SkilledBullseye,
    Upgrade::SkilledCounterattack,
    Upgrade::SkilledShot,
];

/// `ms93.upgrade.highly-skilled`: greedy comes closer to an enemy out of range by the free Accelerate first.
#[test]
fn greedy_accelerates_for_free() {
    let own = pilot(Tier::Basic, 3, &[Upgrade::SkilledAccelerate]);
    let mut arena = meeting(own, drill(Tier::Basic, 0), 14);
    arena.bout.policies[0] = PolicyKind::Greedy;
    let mut dice = StreamDice::new(stream(1, 0, 0));
    let (_, events) = arena.run_on(&mut dice, |game| game.take_turn(0, false));
    assert_eq!(skills(&events), ["Accelerate"]);
}

/// `ms93.upgrade.highly-skilled`: every policy plays battles with every Skill to their end, and every Skill is
/// used.
#[test]
fn battles_are_played_with_every_skill() {
    let all = [
        (Upgrade::SkilledAccelerate, "Accelerate"),
        (Upgrade::SkilledBullseye, "Bullseye"),
        (Upgrade::SkilledGiantSlayer, "Giant Slayer"),
        (Upgrade::SkilledMayhem, "Mayhem"),
        (Upgrade::SkilledPersevere, "Persevere"),
        (Upgrade::SkilledCounterattack, "Shooting Counterattack"),
        (Upgrade::SkilledShot, "Take the Shot"),
        (Upgrade::SkilledUnbeaten, "Unbeaten"),
    ];
    let mut idle = Vec::new();
    for (upgrade, name) in all {
        for policy in [PolicyKind::Random, PolicyKind::Greedy, PolicyKind::Solo] {
            let own = |tier| {
                let own = [upgrade, Upgrade::ArmyOfOne].to_vec();
                let mut unit = with!(super::arena::crewed(tier), upgrades: own);
                if SHOTS.contains(&upgrade) {
                    unit.weapons.truncate(1);
                    unit.weapons[RIFLE].pen = Some(5);
                }
                unit
            };
            let forces = [own(Tier::Basic), own(Tier::Ace)];
            let mut used = 0;
            for number in 0..40 {
                let mut arena = Arena::new(&forces, &forces);
                arena.play_by(policy);
                let mut dice = StreamDice::new(stream(5, 0, number));
                let (_, events) = arena.run_on(&mut dice, |game| game.play());
                used += skills(&events)
                    .iter()
                    .filter(|skill| **skill == name)
                    .count();
            }
            if used == 0 {
                idle.push((name, policy));
            }
        }
    }
    // Its free Accelerate is for enemies out of range, of whom there are none here.
    assert_eq!(idle, [("Accelerate", PolicyKind::Greedy)]);
}

/// `ms93.upgrade.highly-skilled`: replays name the Skill.
#[test]
fn skills_are_told_by_name() {
    use equipoise_engine::Narrate as _;
    let arena = meeting(pilot(Tier::Basic, 0, SHOT), drill(Tier::Basic, 0), 3);
    let line = |skill, amount| {
        let event = Event::Skill {
            unit: 0,
            skill,
            amount,
        };
        crate::MechaStellar::narrate(&arena.bout, &event)
    };
    assert_eq!(line("Take the Shot", 0), "    Mech (A) uses Take the Shot");
    assert_eq!(line("Persevere", -200), "    Mech (A) uses Persevere: -200");
    assert_eq!(line("Valor", 5), "    Mech (A) uses Valor: +5");
}
