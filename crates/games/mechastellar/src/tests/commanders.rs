//! What traits of Commanders change for the Commander itself.

use equipoise_dice::Reroll;
use equipoise_engine::{Hex, Side, matching};

use super::arena::{Arena, RIFLE, SABER, results, squad};
use super::drill::{FOCUS, FULL, VALOR, drill, flash, fuelled, hit, iron_wall, lost, saves, spent};
use super::hexmap;
use super::lead::led;
use crate::data::command::{CommanderTrait, Fleet, FleetTrait};
use crate::data::profile::{Defence, ResourceKind, Tier, UnitProfile, UnitType};
use crate::data::scenario::{Entry, Scenario};
use crate::data::table::Table;
use crate::policy_kind::PolicyKind;
use crate::rules::aim::Form;
use crate::rules::clash::{CounterTerms, Strike};
use crate::rules::decision::{Action, DefenceSkills, Reply};
use crate::rules::event::{Event, MomentumCause};
use crate::rules::moves::MoveWith;
use crate::rules::skilled::Skill;
use crate::rules::unit_id::UnitId;

/// A Commander of a tier that leads so, unit 0, against a basic unit that has one HIT for each that is named.
fn commander(own: Option<CommanderTrait>, tier: Tier, hits: i8) -> Arena {
    led(&[drill(tier, 1)], &[drill(Tier::Basic, hits)], own).arena()
}

fn counter(attacker: UnitId, weapon: usize, target: UnitId) -> Strike {
    let terms = CounterTerms {
        penalty: false,
        trade: false,
        skill: None,
    };
    with!(Strike::plain(attacker, weapon, target), counter: Some(terms))
}

/// Momentum that a log pays for a cause.
fn paid(events: &[Event], cause: MomentumCause) -> u8 {
    let all: Vec<(MomentumCause, u8)> = matching!(events,
        Event::Momentum { from, to, cause, .. } => (*cause, from.saturating_sub(*to)));
    let of_cause = all.into_iter().filter(|(paid, _)| *paid == cause);
    of_cause.map(|(_, points)| points).sum()
}

/// `ms93.commander.impressive-skill`: Valor takes 3 - 1 = 2, Focus 1 - 1 = 0 and no free use, Iron Wall 3 - 1 = 2 and
/// 6 - 1 = 5, Zeal for two actions 2 - 1 = 1; Flash takes 3 as ever.
#[test]
fn skills_of_the_impressive_are_cheaper() {
    let impressive = Some(CommanderTrait::ImpressiveSkill);
    for (own, valor, focus, walls, zeal) in [(impressive, 2, 0, [2, 5], 1), (None, 3, 1, [3, 6], 2)]
    {
        let attacking = |skills, cause| {
            let mut arena = commander(own, Tier::Ace, 0);
            arena.script(|s| s.attack_skills = [skills].into());
            paid(&arena.attack(0, RIFLE, 1, &[3]), cause)
        };
        let prices = [
            attacking(VALOR, MomentumCause::Valor),
            attacking(FOCUS, MomentumCause::Focus),
        ];
        assert_eq!(prices, [valor, focus]);
        let defending = |skills: DefenceSkills, cause| {
            let mut arena = commander(own, Tier::Ace, 9);
            arena.script(|s| s.defence_skills = [skills].into());
            paid(&arena.attack_by_luck(1, RIFLE, 0), cause)
        };
        assert_eq!(defending(flash(1), MomentumCause::Flash), 3);
        let wall = |steps| defending(iron_wall(steps), MomentumCause::IronWall);
        assert_eq!([wall(1), wall(2)], walls);
        let mut arena = commander(own, Tier::Ace, 0);
        arena.turn(0, &[hit(RIFLE, 1), Action::Zeal { actions: 2 }], &[1]);
        assert_eq!(spent(&arena, Side::A), zeal);
        assert_eq!(arena.battle.turn.combat_actions, 2);
    }
}

/// `ms93.commander.impressive-skill`: Focus that costs nothing needs no Momentum and leaves the free uses of other
/// traits; the Skills that upgrades bring are cheaper too, Counters are not, nor anything of another unit of the side.
#[test]
fn the_impressive_save_where_they_can() {
    let own = [drill(Tier::Skilled, 1), drill(Tier::Skilled, 1)];
    let impressive = Some(CommanderTrait::ImpressiveSkill);
    let mut arena = led(&own, &own[..1], impressive).arena();
    arena.set_momentum(Side::A, 0);
    arena.unit_mut(1).free_focus = 1;
    arena.script(|s| s.attack_skills = [FOCUS].into());
    let events = arena.attack(1, RIFLE, 2, &[3]);
    assert_eq!(results(&events)[0].0, 1 + 1);
    assert_eq!(arena.unit(1).free_focus, 1);
    arena.set_momentum(Side::A, 10);
    arena.unit_profile(1).perks.skill = Some(Skill::Persevere);
    arena.unit_profile(0).perks.skill = Some(Skill::Persevere);
    let view = arena.view();
    assert_eq!(view.skill_price(1, Skill::Persevere), Some(2 - 1));
    assert_eq!(view.skill_price(0, Skill::Persevere), Some(2));
    assert_eq!([0, 1].map(|unit| view.counter_cost(unit)), [1, 1]);
    assert_eq!([0, 1, 2].map(|unit| view.focus_cost(unit)), [1, 0, 1]);
}

/// `ms93.commander.decimator`: from 2100 to 1900 of 4000 HP the enemy loses 2 of 3 Momentum; it loses none when the unit
/// is destroyed later in the round; the next round it may lose again, down to 0.
#[test]
fn decimators_take_momentum_once_a_round() {
    let enemy = with!(drill(Tier::Basic, 0), hp: 4000);
    let own = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let enemies = [enemy.clone(), enemy.clone(), enemy];
    let mut arena = led(&own, &enemies, Some(CommanderTrait::Decimator)).arena();
    arena.set_momentum(Side::B, 3);
    let hurt = |arena: &mut Arena, unit, by, damage| {
        arena.run(&[], |game| game.hurt(unit, by, damage, 0));
        arena.momentum(Side::B)
    };
    // Another unit of the side does not count, nor what leaves half the HP.
    assert_eq!(hurt(&mut arena, 2, 0, 2500), 3);
    assert_eq!(hurt(&mut arena, 3, 1, 1900), 3);
    assert_eq!(hurt(&mut arena, 3, 1, 100), 3);
    // From 1500 the unit was below half before.
    assert_eq!(hurt(&mut arena, 2, 1, 500), 3);
    arena.unit_mut(3).hp = 2100;
    assert_eq!(hurt(&mut arena, 3, 1, 200), 1);
    assert_eq!(hurt(&mut arena, 3, 1, 2000), 1);
    arena.run(&[], |game| game.refresh());
    assert_eq!(hurt(&mut arena, 2, 1, 1000), 0);
    // What hurts its own side takes nothing from anybody.
    arena.run(&[], |game| game.refresh());
    arena.set_momentum(Side::B, 5);
    arena.set_momentum(Side::A, 5);
    assert_eq!(hurt(&mut arena, 0, 1, FULL as u32 / 2 + 1), 5);
    assert_eq!(arena.momentum(Side::A), 5);
}

/// An Ace, who may attack anybody, and a Commander and an ally of it this many hexes ahead.
fn commando(own: Option<CommanderTrait>, size: u8, away: [i16; 2]) -> Arena {
    let mut shooter = drill(Tier::Ace, 1);
    shooter.weapons[RIFLE].indirect = true;
    let hidden = with!(drill(Tier::Basic, 0), size: size);
    let mut arena = led(&[drill(Tier::Basic, 0), hidden], &[shooter], own).arena();
    arena.put(2, Hex::new(3, 1), Hex::new(0, 1));
    for (unit, hexes) in [(1, away[0]), (0, away[1])] {
        arena.put(unit, Hex::new(3, 1 + hexes), Hex::new(0, -1));
    }
    arena.battle.begin_turn(2, false);
    arena
}

/// `ms93.commander.commando`: a Commander four hexes away is no target with an ally at three, not even in Return Fire,
/// by indirect fire or as the second of a sweep; with an ally at four or five it is, and so is a Size 2 Commander. It may
/// be answered by a Counter all the same.
#[test]
fn commandos_hide_behind_their_allies() {
    let own = Some(CommanderTrait::Commando);
    for (lead, size, away, open) in [
        (own, 0, [4, 3], false),
        (own, 1, [4, 3], false),
        (own, 0, [4, 4], true),
        (own, 0, [4, 5], true),
        (own, 2, [4, 3], true),
        (None, 0, [4, 3], true),
    ] {
        let mut arena = commando(lead, size, away);
        assert_eq!(arena.view().aim(1).is_some(), open, "{size} {away:?}");
        assert!(arena.view().aim(0).is_some());
        assert!(arena.view().may_counter_with(
            2,
            Reply {
                weapon: RIFLE,
                special: false
            },
            1
        ));
        arena.battle.turn.return_fire = true;
        arena.battle.aggressor = Some(1);
        assert_eq!(arena.view().aim(1).is_some(), open, "Return Fire");
        arena.unit_profile(2).weapons[RIFLE].weapon.aoe = Some(2);
        assert_eq!(arena.view().may_sweep(RIFLE, 0, 1), open, "sweep {away:?}");
    }
    // The ally may be out of sight, behind the shooter; then a plain crew's closest target is the next it sees.
    let plain = drill(Tier::Basic, 1);
    let units = [
        drill(Tier::Basic, 0),
        drill(Tier::Basic, 0),
        drill(Tier::Basic, 0),
    ];
    for (lead, closest) in [(own, 1), (None, 2)] {
        let mut arena = led(&units, std::slice::from_ref(&plain), lead).arena();
        arena.put(3, Hex::new(3, 5), Hex::new(0, 1));
        arena.put(0, Hex::new(3, 3), Hex::new(0, 1));
        arena.put(1, Hex::new(3, 9), Hex::new(0, -1));
        arena.put(2, Hex::new(3, 8), Hex::new(0, -1));
        arena.battle.begin_turn(3, false);
        let targets = [0, 1, 2].map(|unit| arena.view().may_attack(RIFLE, false, unit));
        assert_eq!(targets, [0, 1, 2].map(|unit| unit == closest), "{lead:?}");
    }
}

/// `ms93.commander.unyielding`: three saves against PEN 6: [1, 2, 9] fail twice, of those [9, 1] one: 3 * 400 + 1000.
/// Without the trait, in a Counter, and of another unit there is no second roll: 3 * 400 + 2000.
#[test]
fn the_unyielding_save_again() {
    let unyielding = Some(CommanderTrait::Unyielding);
    for (own, faces, rolled, damage) in [
        (
            unyielding,
            &[1, 1, 2, 9, 9, 1][..],
            vec![(6, 3, 2), (6, 2, 1)],
            2200,
        ),
        (unyielding, &[1, 7, 8, 9], vec![(6, 3, 0)], 1200),
        (None, &[1, 1, 2, 9], vec![(6, 3, 2)], 3200),
    ] {
        let mut arena = commander(own, Tier::Basic, 3);
        arena.apart(0, 1, 1);
        let events = arena.attack(1, SABER, 0, faces);
        assert_eq!(saves(&events), rolled);
        assert_eq!(lost(&arena, 0), damage);
    }
    let mut arena = commander(unyielding, Tier::Basic, 3);
    arena.apart(0, 1, 1);
    let arm = arena.bout.units[1].weapons[SABER].clone();
    let strike = with!(counter(1, SABER, 0), form: Form::Melee);
    let (_, events) = arena.run(&[1, 1, 2, 9], |game| game.strike_back(strike, &arm));
    assert_eq!(saves(&events), [(6, 3, 2)]);
    // The saves of who is aboard a sinking ship, too.
    let (_, events) = arena.run(&[2, 5, 9, 9], |game| game.wreck_saves(0, 1));
    assert_eq!(saves(&events), [(5, 3, 1), (5, 1, 0)]);
}

/// `ms93.commander.unyielding`: of a squad the Commander alone: each model has one HIT and fails its save, the leader
/// rolls again. Beliefs know which is which: they are those of two units apart.
#[test]
fn the_squad_of_the_unyielding_does_not() {
    let models = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let own = with!(super::arena::force(vec![squad(&models)]), commander: Some(0),
        commander_trait: Some(CommanderTrait::Unyielding));
    let enemy = super::arena::force(vec![Entry::single(drill(Tier::Basic, 2))]);
    let scenario = Scenario::open(Table::DUEL, [own, enemy]);
    let mut arena = Arena::scene(&scenario, &hexmap());
    arena.put(0, Hex::new(3, 1), Hex::new(0, 1));
    arena.put(1, Hex::new(3, 1), Hex::new(0, 1));
    arena.put(2, Hex::new(3, 2), Hex::new(0, -1));
    arena.script(|s| s.assign = Some([1, 1, 0]));
    let events = arena.attack(2, SABER, 0, &[1, 1, 9, 1]);
    assert_eq!(saves(&events), [(6, 1, 1), (6, 1, 0), (6, 1, 1)]);
    let strike = with!(Strike::plain(2, SABER, 0), form: Form::Melee);
    let view = arena.view();
    let harm = view.harm(&strike);
    // 400 and 0.25 or 0.5 of 1000.
    let tenths = [0, 1].map(|model| view.harm_to(&strike, model, harm).expected_tenths(1));
    assert_eq!(tenths, [6500, 9000]);
}

/// `ms93.commander.unyielding`, `ms93.fleet.dont-give-up`: beliefs count the second roll: 3 + 0.5 + 2 * 0.1 = 3.7 HITS
/// of DMG 400 against PEN 6 do 3.7 * (400 + 0.25 * 1000) = 2405 instead of 3.7 * 900 = 3330, against PEN 8 3.7 * (400 +
/// 0.49 * 1000) = 3293 instead of 3.7 * 1100 = 4070.
#[test]
fn second_saves_are_believed_in() {
    let believed = |own: Option<CommanderTrait>, fleet: Option<FleetTrait>, pen: u8, target| {
        let mut enemy = drill(Tier::Basic, 3);
        enemy.weapons[SABER].pen = Some(pen);
        let ship = with!(drill(Tier::Basic, 0), unit_type: UnitType::Warship);
        let lead = |own| Fleet { commander: 1, own };
        let field = led(&[ship.clone(), ship], &[enemy], own);
        let mut arena = field.with(|s| s.forces[0].fleet = fleet.map(lead)).arena();
        arena.apart(target, 2, 1);
        let strike = with!(Strike::plain(2, SABER, target), form: Form::Melee);
        arena.view().belief(&strike)
    };
    let (unyielding, fleet) = (
        Some(CommanderTrait::Unyielding),
        Some(FleetTrait::DontGiveUp),
    );
    for (pen, once, twice) in [(6, 3330, 2405), (8, 4070, 3293)] {
        assert_eq!(believed(None, None, pen, 1), once);
        assert_eq!(believed(unyielding, None, pen, 1), twice);
        assert_eq!(believed(None, fleet, pen, 1), twice);
        assert_eq!(believed(unyielding, fleet, pen, 0), once);
    }
}

/// `ms93.fleet.dont-give-up`: five saves against PEN 8: three of [1, 1, 1, 8, 9] fail, of those [8, 8, 1] one; another
/// ship of the fleet rolls once.
#[test]
fn fleet_commanders_save_again() {
    let mut enemy = drill(Tier::Basic, 5);
    enemy.weapons[SABER].pen = Some(8);
    let ship = with!(drill(Tier::Basic, 0), unit_type: UnitType::Warship);
    for (target, faces, rolled) in [
        (
            1,
            &[1, 1, 1, 1, 8, 9, 8, 8, 1][..],
            vec![(8, 5, 3), (8, 3, 1)],
        ),
        (0, &[1, 1, 1, 1, 8, 9], vec![(8, 5, 3)]),
    ] {
        let lead = Fleet {
            commander: 1,
            own: FleetTrait::DontGiveUp,
        };
        let field = led(&[ship.clone(), ship.clone()], &[enemy.clone()], None);
        let mut arena = field.with(|s| s.forces[0].fleet = Some(lead)).arena();
        arena.apart(target, 2, 1);
        let events = arena.attack(2, SABER, target, faces);
        assert_eq!(saves(&events), rolled);
    }
}

/// `ms93.commander.unyielding`: +2 DEF on one defence a round: of two attacks with 5 HITS the first meets 2, the second
/// 0, the first of the next round 2; a Counter cannot be met so.
#[test]
fn the_unyielding_stand_firm_once_a_round() {
    let firm = with!(DefenceSkills::default(), firm: true);
    let mut arena = commander(Some(CommanderTrait::Unyielding), Tier::Basic, 5);
    let met = |arena: &mut Arena| {
        arena.script(|s| s.defence_skills = [firm].into());
        results(&arena.attack(1, RIFLE, 0, &[1]))
    };
    assert_eq!(met(&mut arena), [(5, 2, 3)]);
    assert_eq!(met(&mut arena), [(5, 0, 5)]);
    arena.run(&[], |game| game.refresh());
    assert!(!arena.view().may_stand_firm(&counter(1, RIFLE, 0)));
    assert_eq!(met(&mut arena), [(5, 2, 3)]);
    let mut plain = commander(None, Tier::Basic, 5);
    assert_eq!(met(&mut plain), [(5, 0, 5)]);
}

/// `ms93.commander.unyielding`: policies stand firm where it saves HP: what costs nothing is not kept for later.
#[test]
fn policies_stand_firm() {
    for policy in [PolicyKind::Greedy, PolicyKind::Solo] {
        for (hits, firm) in [(5, true), (-9, false)] {
            let mut arena = commander(Some(CommanderTrait::Unyielding), Tier::Basic, hits);
            arena.bout.policies[0] = policy;
            arena.attack_by_luck(1, RIFLE, 0);
            assert_eq!(arena.side(Side::A).stood_firm, firm, "{policy:?} {hits}");
        }
    }
}

/// `ms93.commander.impressive-skill`: policies count what Skills take of them: with 2 Momentum a Commander goes behind an
/// Iron Wall that saves its life, without the trait it cannot.
#[test]
fn policies_know_what_skills_cost_the_impressive() {
    for policy in [PolicyKind::Greedy, PolicyKind::Solo] {
        for (own, walled) in [(Some(CommanderTrait::ImpressiveSkill), true), (None, false)] {
            let field = led(&[frail()], &[drill(Tier::Basic, 3)], own);
            let mut arena = field.arena();
            arena.bout.policies[0] = policy;
            arena.set_momentum(Side::A, 2);
            // Three HITS of DMG 300 at least; an Iron Wall takes three.
            let events = arena.attack_by_luck(1, RIFLE, 0);
            let wall = |event: &Event| {
                matches!(
                    event,
                    Event::Skill {
                        skill: "Iron Wall",
                        ..
                    }
                )
            };
            assert_eq!(events.iter().any(wall), walled, "{policy:?} {own:?}");
        }
    }
}

/// An Elite unit of 900 HP.
fn frail() -> UnitProfile {
    with!(drill(Tier::Skilled, 0), hp: 900)
}

/// `ms93.commander.three-times-as-fast`: Fly, and with Move 8 8 + 5 = 13 in on the first Move Action, 8 on the second;
/// the rest of its side does not.
#[test]
fn the_fast_fly_far() {
    for (own, fast, first) in [
        (Some(CommanderTrait::ThreeTimesAsFast), true, 13),
        (None, false, 8),
    ] {
        let units = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
        let field = led(&units, &units[..1], own);
        let mut arena = with!(field, options: crate::options::Options::default()).arena();
        for (unit, q, r) in [(0, 5, 5), (1, 20, 5), (2, 20, 40)] {
            arena.put(unit, Hex::new(q, r), Hex::new(0, 1));
        }
        let reach = |arena: &Arena, unit| arena.view().reach(unit, MoveWith::MoveAction);
        arena.run(&[], |game| game.open_turn(1, false));
        assert_eq!(reach(&arena, 1), first);
        arena.turn(1, &[super::arena::go(20, 5 + first as i16)], &[]);
        assert_eq!(arena.unit(1).pos, Hex::new(20, 5 + first as i16));
        assert_eq!(reach(&arena, 1), 8);
        arena.run(&[], |game| game.open_turn(0, false));
        assert_eq!(reach(&arena, 0), 8);
        assert_eq!([0, 1].map(|unit| arena.view().has_fly(unit)), [false, fast]);
    }
}

/// A Commander with so many dice on Evade, Boost and a trait, against a unit with 9 HITS.
fn evader(own: Option<CommanderTrait>, dice: u8) -> Arena {
    let unit = with!(fuelled(Tier::Basic, 0, ResourceKind::Boost, 1),
        evade: Defence { dice, bonus: 0 },
        melee_def: Defence { dice: 1, bonus: 0 });
    led(&[unit], &[drill(Tier::Basic, 9)], own).arena()
}

/// `ms93.commander.three-times-as-fast`: of [1, 3, 4, 4, 5, 10] three failed dice come again as [5, 10, 2]: with 1 + 2
/// kept 1 + 2 more, 6 DEF instead of 3. A Boost then rerolls the one failed die that is fresh, not the 2: as a 10 it makes
/// 8. Not in melee, in a Counter, or against a seeking shot.
#[test]
fn the_fast_evade_again() {
    let fast = Some(CommanderTrait::ThreeTimesAsFast);
    let faces = [1, 1, 3, 4, 4, 5, 10];
    let def = |own, boost: bool, again: &[u8]| {
        let mut arena = evader(own, 6);
        arena.script(|s| s.defence_reroll = boost.then_some(Reroll::LowAndMid));
        results(&arena.attack(1, RIFLE, 0, &[&faces, again].concat()))[0].1
    };
    assert_eq!(def(None, false, &[]), 3);
    assert_eq!(def(fast, false, &[5, 10, 2]), 6);
    assert_eq!(def(fast, true, &[5, 10, 2, 10]), 8);
    let mut arena = evader(fast, 6);
    arena.apart(0, 1, 1);
    let dull = [1, 1, 10, 10, 10, 10, 10];
    assert_eq!(results(&arena.attack(1, SABER, 0, &dull))[0].1, 0);
    let view = arena.view();
    assert_eq!(view.evade_rerolls(&Strike::plain(1, RIFLE, 0)), 3);
    assert_eq!(view.evade_rerolls(&counter(1, RIFLE, 0)), 0);
    assert_eq!(view.evade_rerolls(&Strike::plain(0, RIFLE, 1)), 0);
}

/// `ms93.commander.three-times-as-fast`: of 8 dice 2.5614 are thrown again: 2.5614 * 0.7 = 1.793 HITS of DMG 300 and a
/// finishing blow fewer.
#[test]
fn evasions_are_believed_in() {
    let believed = |own| {
        let mut arena = evader(own, 8);
        arena.unit_profile(1).weapons[RIFLE].dice = 0;
        arena.unit_profile(1).weapons[RIFLE].bonus = 40;
        arena.view().belief(&Strike::plain(1, RIFLE, 0))
    };
    let saved = believed(None) - believed(Some(CommanderTrait::ThreeTimesAsFast));
    // 400 * 1.79298.
    assert_eq!(saved, 717);
}
