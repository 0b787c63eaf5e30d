//! Pilot skills.

use super::hexmap;
use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, SABER, results};
use super::drill::{
    FOCUS, VALOR, drill, flash, guard_focus, hit, iron_wall, lost, saves, spent, strikes,
};
use crate::data::profile::{Tier, UnitProfile, UnitType};
use crate::options::{FlashWithSkill, Options};
use crate::rules::decision::Fuel;
use crate::rules::decision::{Action, AttackSkills, DefenceSkills};
use crate::rules::event::Event;

const ZEAL: Action = Action::Zeal { actions: 1 };

/// Attacked twice in one turn by a Skilled enemy of `hits` HITS, with these defences.
fn attacked_twice(
    target: UnitProfile,
    options: &Options,
    defences: [DefenceSkills; 2],
) -> (Arena, Vec<Event>) {
    let mut arena = Arena::with(&[drill(Tier::Skilled, 20)], &[target], options);
    arena.script(|s| s.defence_skills.extend(defences));
    let fire = hit(RIFLE, 1);
    let events = arena.turn(0, &[fire, ZEAL, fire], &[1, 1]);
    (arena, events)
}

fn defs(events: &[Event]) -> Vec<i32> {
    results(events).into_iter().map(|r| r.1).collect()
}

/// `ms10.skill.limit`: after Valor no Zeal in the same turn, while Focus stays open; in the next turn
/// the skill is free again.
#[test]
fn one_skill_a_turn() {
    let fire = hit(RIFLE, 1);
    let mut arena = Arena::new(&[drill(Tier::Skilled, 1)], &[drill(Tier::Basic, 0)]);
    let both = with!(AttackSkills::default(), focus: true, valor: true);
    arena.script(|s| s.attack_skills.extend([both, both]));
    let events = arena.full_turn(0, &[fire, ZEAL, fire], &[3]);
    assert_eq!(results(&events), [(7, 0, 7)]);
    assert_eq!(spent(&arena, Side::A), 4);
    let events = arena.full_turn(0, &[fire, ZEAL, fire], &[3]);
    assert_eq!(results(&events), [(7, 0, 7)]);
    assert_eq!(spent(&arena, Side::A), 8);
}

/// `ms10.skill.limit`: Valor after Zeal, and Iron Wall in defence of a Counter after either, are a
/// second skill too.
#[test]
fn zeal_and_iron_wall_count_too() {
    let fire = hit(RIFLE, 1);
    let mut arena = Arena::new(&[drill(Tier::Skilled, 1)], &[drill(Tier::Skilled, 7)]);
    arena.script(|s| {
        s.counter = Some(RIFLE);
        let none = AttackSkills::default();
        s.attack_skills.extend([none, none, VALOR, none]);
        let none = DefenceSkills::default();
        s.defence_skills.extend([none, none, none, iron_wall(1)]);
    });
    let events = arena.turn(0, &[fire, ZEAL, fire], &[1; 4]);
    assert_eq!(
        results(&events),
        [(1, 0, 1), (5, 0, 5), (1, 0, 1), (5, 0, 5)]
    );
    assert_eq!(spent(&arena, Side::A), 1);
}

/// `ms10.skill.limit`: Flash on both attacks of a turn, 3 + 3 Momentum.
#[test]
fn flash_is_open_on_every_defence() {
    let options = hexmap();
    let (arena, events) = attacked_twice(drill(Tier::Basic, 0), &options, [flash(1); 2]);
    assert_eq!(defs(&events), [5, 5]);
    assert_eq!(spent(&arena, Side::B), 6);
}

/// `ms10.skill.limit`, option `flash_and_other_skill`: by default Flash and Iron Wall fit into one
/// turn, not on one defence: both wanted on the first gives Flash (5), then Iron Wall on the second
/// (3). With `never` no Iron Wall follows a Flash, nor Flash an Iron Wall; with `always` both count
/// at once (8), and the wall keeps its 3.
#[test]
fn flash_beside_another_skill() {
    let both = with!(DefenceSkills::default(), flash: 1, iron_wall: 1);
    let wall = iron_wall(1);
    for (mode, wanted, def, cost) in [
        (FlashWithSkill::NotSameDefence, [both, wall], [5, 3], 6),
        (FlashWithSkill::NotSameDefence, [wall, flash(1)], [3, 8], 6),
        (FlashWithSkill::Never, [both, wall], [5, 0], 3),
        (FlashWithSkill::Never, [flash(1), flash(1)], [5, 5], 6),
        (FlashWithSkill::Never, [wall, flash(1)], [3, 3], 3),
        (FlashWithSkill::Always, [both, wall], [8, 3], 6),
        (FlashWithSkill::Always, [wall, both], [3, 8], 6),
    ] {
        let options = with!(hexmap(), flash_and_other_skill: mode);
        let (arena, events) = attacked_twice(drill(Tier::Skilled, 0), &options, wanted);
        assert_eq!(defs(&events), def, "{mode:?} {wanted:?}");
        assert_eq!(spent(&arena, Side::B), cost, "{mode:?} {wanted:?}");
    }
}

/// `ms10.skill.limit`: a Flash against the Counter leaves Zeal open by default, and closes it with
/// `never`.
#[test]
fn flash_leaves_zeal_open() {
    for (mode, attacks) in [
        (FlashWithSkill::NotSameDefence, 2),
        (FlashWithSkill::Never, 1),
    ] {
        let options = with!(hexmap(), flash_and_other_skill: mode);
        let forces = [drill(Tier::Skilled, 0), drill(Tier::Skilled, 2)];
        let mut arena = Arena::with(&forces[..1], &forces[1..], &options);
        arena.set_momentum(Side::B, 1);
        arena.script(|s| {
            s.counter = Some(RIFLE);
            s.defence_skills
                .extend([DefenceSkills::default(), flash(1)]);
        });
        let fire = hit(RIFLE, 1);
        let events = arena.turn(0, &[fire, ZEAL, fire], &vec![1; 1 + attacks]);
        assert_eq!(strikes(&events).iter().filter(|s| !s.2).count(), attacks);
    }
}

/// Which of Focus, Valor, Zeal, Flash and Iron Wall a unit can use.
fn open_to(unit_type: UnitType, tier: Tier, commander: bool) -> [bool; 5] {
    let mut unit = drill(tier, 0);
    unit.unit_type = unit_type;
    let options = with!(hexmap(), duel_commander: commander);
    let arena = || {
        Arena::with(
            std::slice::from_ref(&unit),
            &[drill(Tier::Basic, 0)],
            &options,
        )
    };
    let attacking = |skills: AttackSkills| {
        let mut arena = arena();
        arena.script(|s| s.attack_skills.push_back(skills));
        arena.attack(0, RIFLE, 1, &[3]);
        spent(&arena, Side::A)
    };
    let defending = |skills: DefenceSkills| {
        let mut arena = arena();
        arena.script(|s| s.defence_skills.push_back(skills));
        // Iron Wall of a Commander has a Morale save; 1 fails.
        let ace = tier == Tier::Ace || commander;
        let save = skills.iron_wall > 0 && ace && arena.view().can_iron_wall(0, 1);
        arena.attack(1, RIFLE, 0, if save { &[3, 1] } else { &[3] });
        spent(&arena, Side::A)
    };
    let zeal = {
        let mut arena = arena();
        arena.turn(0, &[hit(RIFLE, 1), ZEAL], &[1]);
        spent(&arena, Side::A)
    };
    let costs = [(attacking(FOCUS), 1), (attacking(VALOR), 3), (zeal, 1)];
    let more = [(defending(flash(1)), 3), (defending(iron_wall(1)), 3)];
    let open = |(paid, cost): (u8, u8)| {
        assert!(paid == 0 || paid == cost, "{paid} for {cost}");
        paid > 0
    };
    let [a, b, c] = costs.map(open);
    let [d, e] = more.map(open);
    [a, b, c, d, e]
}

/// `ms10.skill.access`: Focus, Flash, Zeal for every pilot; Valor and Iron Wall for Elite crews and
/// the Commander. A Warship has Focus only, with an Elite captain Valor and Iron Wall too.
#[test]
fn who_may_use_which_skill() {
    use UnitType::{Kaiju, MechSuit, Warship};
    let pilot = [true, false, true, true, false];
    let all = [true; 5];
    assert_eq!(open_to(MechSuit, Tier::Basic, false), pilot);
    assert_eq!(open_to(Kaiju, Tier::Basic, false), pilot);
    assert_eq!(open_to(MechSuit, Tier::Basic, true), all);
    assert_eq!(open_to(MechSuit, Tier::BattleTested, false), all);
    assert_eq!(open_to(MechSuit, Tier::Ace, false), all);
    let focus_only = [true, false, false, false, false];
    assert_eq!(open_to(Warship, Tier::Basic, false), focus_only);
    assert_eq!(open_to(Warship, Tier::Basic, true), focus_only);
    assert_eq!(
        open_to(Warship, Tier::Skilled, false),
        [true, true, false, false, true]
    );
}

/// `ms10.skill.focus`: [2,2,3,3,3,3,5,7,8,9] are 4 HITS and 8 with Focus, [1,2,3,3,5,7,9] 3 DEF and
/// 5: 3 unblocked, 1 Momentum each.
#[test]
fn focus_succeeds_on_three() {
    for (focused, expected, paid) in [(true, (8, 5, 3), 1), (false, (4, 3, 1), 0)] {
        let mut attacker = drill(Tier::Basic, 0);
        attacker.weapons[RIFLE].dice = 10;
        let mut target = drill(Tier::Basic, 0);
        target.evade.dice = 7;
        let mut arena = Arena::new(&[attacker], &[target]);
        if focused {
            arena.script(|s| {
                s.attack_skills.push_back(FOCUS);
                s.defence_skills.push_back(guard_focus());
            });
        }
        let faces = [2, 2, 3, 3, 3, 3, 5, 7, 8, 9, 1, 2, 3, 3, 5, 7, 9];
        let events = arena.attack(0, RIFLE, 1, &faces);
        assert_eq!(results(&events), [expected]);
        assert_eq!(spent(&arena, Side::A), paid);
        assert_eq!(spent(&arena, Side::B), paid);
    }
}

/// `ms10.skill.focus`: for this roll only; a 10 still counts twice and a 9 once; without Momentum
/// there is none.
#[test]
fn focus_is_for_one_roll() {
    let mut attacker = drill(Tier::Skilled, 0);
    attacker.weapons[RIFLE].dice = 3;
    let mut arena = Arena::new(&[attacker.clone()], &[drill(Tier::Basic, 0)]);
    arena.script(|s| s.attack_skills.push_back(FOCUS));
    let fire = hit(RIFLE, 1);
    let events = arena.turn(0, &[fire, ZEAL, fire], &[3, 9, 10, 3, 9, 10]);
    assert_eq!(results(&events), [(4, 0, 4), (3, 0, 3)]);

    let mut arena = Arena::new(&[attacker], &[drill(Tier::Basic, 0)]);
    arena.set_momentum(Side::A, 0);
    arena.script(|s| s.attack_skills.push_back(FOCUS));
    let events = arena.attack(0, RIFLE, 1, &[3, 9, 10]);
    assert_eq!(results(&events), [(3, 0, 3)]);
}

/// `ms10.skill.flash`: against 8 unblocked HITS 3 Momentum leave 3, 6 leave none; with 5 Momentum 6
/// cannot be paid and nothing is; with 2 not even 3.
#[test]
fn flash_adds_five_def_a_step() {
    for (steps, momentum, unblocked, paid) in [
        (1, 10, 3, 3),
        (2, 10, 0, 6),
        (2, 5, 8, 0),
        (1, 3, 3, 3),
        (1, 2, 8, 0),
        (3, 10, 8, 0),
    ] {
        let mut arena = Arena::new(&[drill(Tier::Basic, 8)], &[drill(Tier::Basic, 0)]);
        arena.set_momentum(Side::B, momentum);
        arena.script(|s| s.defence_skills.push_back(flash(steps)));
        let events = arena.attack(0, RIFLE, 1, &[1]);
        assert_eq!(results(&events)[0].2, unblocked);
        assert_eq!(momentum - arena.momentum(Side::B), paid);
    }
}

/// HITS of the Counter, 1d10+5, of a unit that may have flashed.
fn answer(tier: Tier, commander: bool, flashed: bool) -> i32 {
    let options = with!(hexmap(), duel_commander: commander);
    let mut arena = Arena::with(&[drill(Tier::Basic, 0)], &[drill(tier, 5)], &options);
    arena.script(|s| {
        s.counter = Some(RIFLE);
        if flashed {
            s.defence_skills.push_back(flash(1));
        }
    });
    results(&arena.attack(0, RIFLE, 1, &[1, 10]))[1].0
}

/// `ms10.skill.flash-ace`, `ms10.skill.ace`, `ms10.core.specific-first`: a critical and +5 make 7, and
/// the general rule takes 2; after an Ace's or a Commander's Flash it does not. Others keep the
/// penalty, and so does an Ace without Flash.
#[test]
fn intuition_lifts_the_penalty_of_the_counter() {
    assert_eq!(answer(Tier::Ace, false, true), 7);
    assert_eq!(answer(Tier::Skilled, true, true), 7);
    assert_eq!(answer(Tier::Skilled, false, true), 5);
    assert_eq!(answer(Tier::Ace, false, false), 5);
}

/// Attacks made when the turn begins with `before`, then Zeal, then attacks without end on two
/// enemies.
fn zealous(before: &[Action], zeal: u8, momentum: u8, attacks: usize) -> u8 {
    let enemies = [
        drill(Tier::Basic, 0),
        drill(Tier::Basic, 0),
        drill(Tier::Basic, 0),
    ];
    let mut arena = Arena::new(&[drill(Tier::Skilled, 0)], &enemies);
    for (i, unit) in (1..=3).enumerate() {
        arena.put(unit, Hex::new(3 + i as i16 - 1, 6), Hex::new(0, -1));
    }
    arena.set_momentum(Side::A, momentum);
    let mut actions = before.to_vec();
    actions.push(Action::Zeal { actions: zeal });
    actions.extend([hit(RIFLE, 2), hit(RIFLE, 2), hit(RIFLE, 3), hit(RIFLE, 3)]);
    let events = arena.turn(0, &actions, &vec![1; attacks]);
    assert_eq!(strikes(&events).len(), attacks);
    momentum - arena.momentum(Side::A)
}

/// `ms10.skill.zeal`: 2 Momentum make 1 + 2 = 3 Combat Actions, 3 make 4; more than 3 or more than
/// there is makes none. Open after a Combat Action or the second Move Action, not before.
#[test]
fn zeal_buys_combat_actions() {
    let fire = hit(RIFLE, 1);
    assert_eq!(zealous(&[fire], 1, 10, 2), 1);
    assert_eq!(zealous(&[fire], 2, 10, 3), 2);
    assert_eq!(zealous(&[fire], 3, 10, 4), 3);
    assert_eq!(zealous(&[fire], 4, 10, 1), 0);
    assert_eq!(zealous(&[fire], 0, 10, 1), 0);
    assert_eq!(zealous(&[fire], 2, 1, 1), 0);
    let turn = Action::Rotate {
        facing: Hex::new(0, 1),
    };
    assert_eq!(zealous(&[], 2, 10, 0), 0);
    assert_eq!(zealous(&[turn], 2, 10, 0), 0);
    assert_eq!(zealous(&[turn, turn], 2, 10, 3), 2);
    let dash = Action::Accelerate {
        to: Hex::new(3, 3),
        fuel: Fuel::CombatAction,
    };
    assert_eq!(zealous(&[dash], 2, 10, 2), 2);
}

/// `ms10.skill.iron-wall`: 3 Momentum for +3 DEF on every defence of the turn, 6 for +6; failed saves
/// cost 500, those of the very attack included, then and later in the turn. Melee, 5 and 5
/// unblocked of DMG 400 after 3 DEF: 2 failed saves each.
#[test]
fn iron_wall_lasts_the_turn() {
    for (steps, hits, paid) in [(1, 8, 3), (2, 11, 6)] {
        let mut arena = Arena::new(&[drill(Tier::Skilled, hits)], &[drill(Tier::Skilled, 0)]);
        arena.apart(0, 1, 1);
        arena.script(|s| s.defence_skills.push_back(iron_wall(steps)));
        let fire = hit(SABER, 1);
        let faces = [1, 1, 1, 6, 6, 6, 1, 1, 1, 6, 6, 6];
        let events = arena.full_turn(0, &[fire, ZEAL, fire], &faces);
        let wall = 3 * i32::from(steps);
        let hits = i32::from(hits);
        assert_eq!(results(&events), [(hits, wall, 5), (hits, wall, 5)]);
        assert_eq!(saves(&events), [(6, 5, 2), (6, 5, 2)]);
        assert_eq!(lost(&arena, 1), 2 * (2000 + 2 * 500));
        assert_eq!(spent(&arena, Side::B), paid);

        // The turn over, so is the wall: all HITS, and 1000 for the failed save.
        let faces = [1, 1, 6, 6, 6, 6];
        let events = arena.attack(0, SABER, 1, &faces);
        assert_eq!(results(&events), [(hits, 0, hits)]);
        let finish = if hits >= 10 { 200 * hits } else { 0 };
        assert_eq!(lost(&arena, 1), 6000 + 400 * hits + finish + 1000);
    }
}

/// `ms10.skill.iron-wall-ace`, `ms10.morale.save`, `ms10.morale.rally`: an Ace of Morale 5 rolls 5 and
/// gains 1 Momentum, so that the wall costs 2; a 4 gains nothing. A Skilled unit does not roll.
#[test]
fn persevere_rallies() {
    for (tier, faces, paid) in [
        (Tier::Ace, &[1, 5][..], 2),
        (Tier::Ace, &[1, 4], 3),
        (Tier::Skilled, &[1], 3),
    ] {
        let mut arena = Arena::new(&[drill(Tier::Basic, 0)], &[drill(tier, 0)]);
        arena.script(|s| s.defence_skills.push_back(iron_wall(1)));
        arena.attack(0, RIFLE, 1, faces);
        assert_eq!(spent(&arena, Side::B), paid);
    }
}

/// Side A's HITS with Valor, and what it paid.
fn valiant(attacker: Tier, target: Tier, commander: bool, momentum: u8) -> (i32, u8) {
    let options = with!(hexmap(), duel_commander: commander);
    let mut arena = Arena::with(&[drill(attacker, 13)], &[drill(target, 0)], &options);
    arena.set_momentum(Side::A, momentum);
    arena.unit_mut(1).evade.bonus = 9;
    arena.script(|s| s.attack_skills.push_back(VALOR));
    let events = arena.attack(0, RIFLE, 1, &[1]);
    (results(&events)[0].0, momentum - arena.momentum(Side::A))
}

/// `ms10.skill.valor`: 13 HITS become 18 for 3 Momentum, in round 1 too; with 2 Momentum they stay 13.
#[test]
fn valor_adds_five_hits() {
    assert_eq!(valiant(Tier::Skilled, Tier::Basic, false, 10), (18, 3));
    assert_eq!(valiant(Tier::Skilled, Tier::Basic, false, 3), (18, 3));
    assert_eq!(valiant(Tier::Skilled, Tier::Basic, false, 2), (13, 0));
}

/// `ms10.skill.valor-ace`, `ms10.skill.ace`: an Ace against an Ace 19, against a Basic unit 18; without
/// ACE access 18 even against an Ace; a Commander against a Commander 19 whatever the crews.
#[test]
fn soul_adds_one_against_aces_and_commanders() {
    assert_eq!(valiant(Tier::Ace, Tier::Ace, false, 10).0, 19);
    assert_eq!(valiant(Tier::Ace, Tier::Skilled, false, 10).0, 18);
    assert_eq!(valiant(Tier::Ace, Tier::Basic, false, 10).0, 18);
    assert_eq!(valiant(Tier::Skilled, Tier::Ace, false, 10).0, 18);
    assert_eq!(valiant(Tier::Basic, Tier::Basic, true, 10).0, 19);
}
