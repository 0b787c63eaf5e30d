//! Army of One, Superior Instincts and the Reactor of Warships.

use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, results};
use super::drill::{VALOR, drill, flash, flats, hit, iron_wall, spent};
use super::hexmap;
use super::upgrade::{WARSHIP, bought, refused, with};
use crate::data::profile::{Defence, Tier, UnitProfile, UnitType, Upgrade};
use crate::options::{FlashWithSkill, Options};
use crate::policy_kind::PolicyKind;
use crate::rules::decision::{Action, DefenceSkills};
use crate::rules::event::Event;

/// `ms93.upgrade.warship-reactor`: a Frame 2 ship has 5 actions at most: with 4 one purchase is legal, a second
/// is not. Others than Warships have no Reactor.
#[test]
fn reactors_give_actions_up_to_frame_and_three() {
    let name = "warship-reactor";
    let lines = [
        "unit_type = \"warship\"",
        "frame = 2",
        "ship = { repair_hp = 700, actions = 4 }",
    ];
    let ship = bought(&lines, &[name]).unwrap();
    assert_eq!(ship.ship.expect("it is a ship").actions, 5);
    assert_eq!(ship.points, ship.printed_points() + 50);
    refused(
        &lines,
        &[name; 2],
        &[
            "Warship Reactor Upgrade",
            "Actions would be 6, expected at most 5",
        ],
    );
    let plain = bought(&with(WARSHIP, &["frame = 2"]), &[name; 4]).unwrap();
    assert_eq!(plain.ship.expect("it is a ship").actions, 5);
    refused(
        &[],
        &[name],
        &["Warship Reactor Upgrade", "expected a warship"],
    );
}

/// `ms93.upgrade.warship-reactor`: with 2 actions a ship makes two attacks in its turn without Zeal, a third is
/// refused, on another target too; with 3 the third is legal, but not on the same target.
#[test]
fn a_reactor_is_a_combat_action_more() {
    for (actions, targets, made) in [
        (1, [1, 2, 2], 1),
        (2, [1, 2, 2], 2),
        (3, [1, 2, 2], 3),
        (3, [1, 1, 1], 2),
    ] {
        let mut ship = drill(Tier::Basic, 0);
        ship.unit_type = UnitType::Warship;
        ship.ship = bought(WARSHIP, &[]).unwrap().ship;
        ship.ship.as_mut().expect("it is a ship").actions = actions;
        ship.weapons[RIFLE].all_round = true;
        let enemy = drill(Tier::Basic, 0);
        let mut arena = Arena::new(&[ship], &[enemy.clone(), enemy]);
        arena.put(0, Hex::new(3, 1), Hex::new(0, 1));
        arena.put(1, Hex::new(3, 4), Hex::new(0, -1));
        arena.put(2, Hex::new(4, 4), Hex::new(0, -1));
        let attacks = targets.map(|target| hit(RIFLE, target));
        let events = arena.turn(0, &attacks, &vec![1; made]);
        assert_eq!(results(&events).len(), made, "{actions} {targets:?}");
    }
}

/// A unit that has bought this.
fn buyer(tier: Tier, upgrades: &[Upgrade]) -> UnitProfile {
    with!(drill(tier, 0), upgrades: upgrades.to_vec())
}

/// HITS of two attacks in a turn with Zeal in between and Valor asked for on both, and the Momentum that the
/// turn cost.
fn zealous(upgrades: &[Upgrade]) -> (Vec<i32>, u8) {
    let own = buyer(Tier::Skilled, upgrades);
    let mut arena = Arena::new(&[own], &[drill(Tier::Basic, 0)]);
    arena.apart(0, 1, 3);
    arena.script(|s| s.attack_skills = [VALOR, VALOR].into());
    let zeal = Action::Zeal { actions: 1 };
    let events = arena.full_turn(0, &[hit(RIFLE, 1), zeal, hit(RIFLE, 1)], &[1, 1]);
    let hits = results(&events).iter().map(|result| result.0).collect();
    (hits, spent(&arena, Side::A))
}

/// `ms93.upgrade.army-of-one`: Valor and Zeal in one turn cost 3 + 1 = 4 Momentum and are two attacks, one of
/// them with 5 HITS: the second Valor would be the same Skill.
#[test]
fn an_army_of_one_has_two_skills() {
    assert_eq!(zealous(&[Upgrade::ArmyOfOne]), (vec![5, 0], 4));
}

/// `ms93.upgrade.army-of-one`: of three different Skills the third is refused, and an Iron Wall is not built
/// twice in a turn; where Flash counts as a Skill it takes one of the two places.
#[test]
fn an_army_of_one_has_no_third_skill() {
    let never = with!(hexmap(), flash_and_other_skill: FlashWithSkill::Never);
    let def = |options: &Options, skills: &[DefenceSkills]| -> Vec<i32> {
        let own = with!(buyer(Tier::Skilled, &[Upgrade::ArmyOfOne]), hp: 60_000);
        let mut arena = Arena::with(&[drill(Tier::Basic, 9)], &[own], options);
        arena.apart(0, 1, 3);
        arena.script(|s| s.defence_skills = skills.iter().copied().collect());
        let zeal = Action::Zeal { actions: 1 };
        let blows = [hit(RIFLE, 1), zeal, hit(RIFLE, 1)];
        let events = arena.full_turn(0, &blows, &[1, 1]);
        results(&events).iter().map(|result| result.1).collect()
    };
    // A wall lasts and is not built a second time.
    assert_eq!(def(&hexmap(), &[iron_wall(1), iron_wall(1)]), [3, 3]);
    // Flash, then a wall: two Skills where Flash counts.
    assert_eq!(def(&never, &[flash(1), iron_wall(1)]), [5, 3]);
    let state = |arena: &Arena| arena.unit(0).skill_used;
    let mut arena = Arena::new(
        &[buyer(Tier::Skilled, &[Upgrade::ArmyOfOne])],
        &[drill(Tier::Basic, 0)],
    );
    arena.apart(0, 1, 3);
    arena.script(|s| s.attack_skills = [VALOR].into());
    let zeal = Action::Zeal { actions: 1 };
    arena.turn(0, &[hit(RIFLE, 1), zeal], &[1]);
    assert!(state(&arena) && !arena.view().can_iron_wall(0, 1));
    assert!(!arena.view().can_valor(0) && !arena.view().can_zeal(0, 1));
}

/// A target with these, an Ace of 8d10+2 Evade and no other DEF.
fn instinctive(upgrades: &[Upgrade]) -> UnitProfile {
    with!(buyer(Tier::Ace, upgrades), evade: Defence { dice: 8, bonus: 2 })
}

const BRACE: DefenceSkills = DefenceSkills {
    ward: false,
    firm: false,
    instincts: true,
    focus: false,
    flash: 0,
    iron_wall: 0,
    anti_air: 0,
    persevere: false,
};

/// `ms93.upgrade.superior-instincts`: 8d10+2 that come to 6 and 3 more are 11 DEF: of 12 HITS 1 comes through
/// instead of 4. The next attack of the turn meets the 3 DEF unasked; two turns of it there are, no third.
#[test]
fn instincts_serve_two_turns() {
    let own = with!(instinctive(&[Upgrade::SuperiorInstincts]), hp: 60_000);
    let mut arena = Arena::new(&[drill(Tier::Basic, 11)], &[own]);
    arena.apart(0, 1, 3);
    let six = [5, 5, 5, 5, 5, 5, 1, 1];
    let faces: Vec<u8> = [5].into_iter().chain(six).chain([5]).chain(six).collect();
    let zeal = Action::Zeal { actions: 1 };
    for through in [1, 1, 4] {
        arena.script(|s| s.defence_skills = [BRACE].into());
        let blows = [hit(RIFLE, 1), zeal, hit(RIFLE, 1)];
        let events = arena.full_turn(0, &blows, &faces);
        let unblocked: Vec<i32> = results(&events).iter().map(|result| result.2).collect();
        assert_eq!(unblocked, [through; 2]);
        arena.set_momentum(Side::A, 10);
    }
}

/// `ms93.upgrade.superior-instincts`: no Blindside from behind, neither its 2 HITS nor the DEF of shields, nor for
/// want of a head; those of anybody else who is neither an Ace nor the Commander do not serve.
#[test]
fn instincts_are_never_surprised() {
    let cut = |target: UnitProfile, head_lost: bool| {
        let mut arena = Arena::new(&[drill(Tier::Basic, 0)], &[target]);
        arena.apart(0, 1, 3);
        arena.unit_mut(1).facing = Hex::new(0, 1);
        arena.unit_mut(1).head_lost = head_lost;
        flats(&arena.attack_by_luck(0, RIFLE, 1))[0]
    };
    let own = |tier| buyer(tier, &[Upgrade::SuperiorInstincts]);
    for head_lost in [false, true] {
        assert_eq!(cut(buyer(Tier::Ace, &[]), head_lost), 2);
        assert_eq!(cut(own(Tier::Ace), head_lost), 0);
        assert_eq!(cut(own(Tier::Skilled), head_lost), 2);
    }
    refused(
        WARSHIP,
        &["superior-instincts"],
        &["What Warships may take"],
    );
}

/// `ms93.upgrade.superior-instincts`: policies brace against what would take a tenth of the HP, and nobody
/// does so for a scratch. Five HITS of DMG 1000 on 30000 HP: 3 DEF save 3000.
#[test]
fn policies_brace_when_it_matters() {
    for (policy, dmg, braces) in [
        (PolicyKind::Greedy, 1000, true),
        (PolicyKind::Greedy, 100, false),
        (PolicyKind::Solo, 1000, true),
        (PolicyKind::Solo, 100, false),
    ] {
        let mut shooter = drill(Tier::Basic, 5);
        shooter.weapons[RIFLE].dmg = dmg;
        let own = buyer(Tier::Ace, &[Upgrade::SuperiorInstincts]);
        let mut arena = Arena::new(&[shooter], &[own]);
        arena.apart(0, 1, 3);
        arena.bout.policies[1] = policy;
        let events = arena.attack_by_luck(0, RIFLE, 1);
        let braced = events.iter().any(|event| {
            matches!(
                event,
                Event::Skill {
                    skill: "Superior Instincts",
                    ..
                }
            )
        });
        assert_eq!(braced, braces, "{policy:?} {dmg}");
    }
}
