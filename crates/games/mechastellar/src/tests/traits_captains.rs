//! Traits of captains that bring Momentum, Actions or orders on activation.

use equipoise_engine::Side;

use super::arena::{Arena, RIFLE, strike};
use super::drill::{FULL, drill, strikes};
use super::traits::{gifted, supplement};
use crate::data::profile::{Tier, UnitProfile, UnitType};
use crate::data::traits::Trait;
use crate::policy_kind::PolicyKind;
use crate::rules::decision::Boon;
use crate::rules::event::Event;

/// A Warship of an Ace captain.
fn ship(own: Trait) -> UnitProfile {
    with!(gifted(Tier::Ace, &[own]), unit_type: UnitType::Warship)
}

/// A captain's ship against two units, this many hexes away.
fn sails(own: Trait, hexes: i16, momentum: u8, boon: Boon) -> Arena {
    let enemies = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let mut arena = Arena::with(&[ship(own)], &enemies, &supplement());
    arena.apart(0, 1, hexes);
    arena.apart(0, 2, hexes);
    arena.set_momentum(Side::A, momentum);
    arena.script(|s| s.boon = boon);
    arena
}

/// What an activation brings: Momentum, Combat Actions, orders left and free Focus.
fn brought(arena: &mut Arena) -> (u8, u8, u8, u8) {
    arena.battle.sides[0].orders = 3;
    let (_, _) = arena.run(&[], |game| {
        game.state.begin_turn(0, false);
        game.stir(0);
    });
    (
        arena.momentum(Side::A),
        arena.battle.turn.combat_actions,
        arena.battle.sides[0].orders,
        arena.unit(0).free_focus,
    )
}

/// `ms93.captain1.renowned`: of an Ace captain at Momentum 5 with one Action 5 + 1 = 6 Momentum, 3 + 1 = 4
/// orders or 1 + 1 = 2 Actions, and no Focus: that answer is Momentum. `ms93.captain2.legendary-captain`:
/// 5 + 2 = 7 Momentum, 3 + 2 = 5 orders or 2 uses of Focus, and no Actions.
#[test]
fn famous_captains_choose() {
    let all = [Boon::Momentum, Boon::Orders, Boon::Actions, Boon::Focus];
    let of = |own| all.map(|boon| brought(&mut sails(own, 6, 5, boon)));
    let renowned = [(6, 1, 3, 0), (5, 1, 4, 0), (5, 2, 3, 0), (6, 1, 3, 0)];
    assert_eq!(of(Trait::RenownedCaptain), renowned);
    let legendary = [(7, 1, 3, 0), (5, 1, 5, 0), (7, 1, 3, 0), (5, 1, 3, 2)];
    assert_eq!(of(Trait::LegendaryCaptain), legendary);
    // A full pool gains nothing, one of 9 gains what fits.
    for (momentum, after) in [(9, 10), (10, 10)] {
        let mut arena = sails(Trait::LegendaryCaptain, 6, momentum, Boon::Momentum);
        assert_eq!(brought(&mut arena).0, after);
    }
}

/// `ms93.captain1.determined`, `ms93.captain2.fearless`: with HP of 40 percent and Momentum 4 it has 4 + 2 = 6 or
/// 4 + 3 = 7 Momentum, or 1 + 2 = 3 or 1 + 3 = 4 Actions; at half the HP and Momentum 4 nothing, at Momentum 0
/// as below half.
#[test]
fn captains_in_need_act_more() {
    for (own, amount) in [(Trait::Determined, 2), (Trait::Fearless, 3)] {
        for (hp, momentum, gain) in [
            (FULL * 2 / 5, 4, amount),
            (FULL / 2, 4, 0),
            (FULL, 0, amount),
        ] {
            let after = |boon| {
                let mut arena = sails(own, 6, momentum, boon);
                arena.unit_mut(0).hp = hp;
                brought(&mut arena)
            };
            assert_eq!(after(Boon::Momentum), (momentum + gain, 1, 3, 0), "{own:?}");
            assert_eq!(after(Boon::Actions), (momentum, 1 + gain, 3, 0), "{own:?}");
        }
    }
}

/// `ms93.captain1.determined`: with three Actions it attacks three times, twice one target at most; the log
/// names the Actions.
#[test]
fn actions_are_attacks() {
    for (targets, attacks) in [([1, 1, 2], 3), ([1, 1, 1], 2)] {
        let mut arena = sails(Trait::Determined, 3, 0, Boon::Actions);
        let actions = targets.map(|target| strike(RIFLE, target));
        arena.bout.options.elite_bonus = false;
        let events = arena.turn(0, &actions, &[1; 3][..attacks]);
        assert_eq!(strikes(&events).len(), attacks);
        let gained = |e: &Event| {
            matches!(
                e,
                Event::Emboldened {
                    unit: 0,
                    actions: 2
                }
            )
        };
        assert!(events.iter().any(gained));
    }
}

/// `ms93.captain1.determined`: destroyed it leaves its side 4 + 3 = 7 Momentum; `ms93.captain2.fearless` leaves
/// nothing.
#[test]
fn the_determined_leave_their_spirit() {
    for (own, expected) in [(Trait::Determined, 7), (Trait::Fearless, 4)] {
        let own = [ship(own), drill(Tier::Basic, 0)];
        let mut arena = Arena::with(&own, &[drill(Tier::Basic, 0)], &supplement());
        arena.apart(0, 2, 6);
        arena.set_momentum(Side::A, 4);
        // Morale 10 would be rolled for Rout: the die of the nearest ally shows it.
        arena.run(&[10], |game| game.destroy(0, 2));
        assert_eq!(arena.momentum(Side::A), expected);
    }
}

/// `ms93.captain2.fearless`: 1 + 2 = 3 Actions after two of its weapons were lost, each turn, without another
/// condition; `ms93.captain1.determined` has none of them.
#[test]
fn lost_weapons_make_the_fearless_act() {
    for (own, expected) in [(Trait::Fearless, [1, 2, 3]), (Trait::Determined, [1, 1, 1])] {
        for (lost, actions) in (0..3).zip(expected) {
            let mut arena = sails(own, 6, 5, Boon::Momentum);
            arena.unit_mut(0).disabled = (1 << lost) - 1;
            for _ in 0..2 {
                assert_eq!(brought(&mut arena).1, actions, "{own:?}, {lost}");
            }
        }
    }
}

/// What a policy makes of an activation: Actions, orders, free Focus.
fn taken(mut arena: Arena, policy: PolicyKind) -> (u8, u8, u8) {
    arena.play_by(policy);
    let (_, actions, orders, focus) = brought(&mut arena);
    (actions - 1, orders - 3, focus)
}

/// `ms93.captain1.renowned`, `ms93.captain1.determined`: policies take Actions where each has something to attack,
/// else Momentum, which lasts: two more Actions besides the own need three attacks, two on each of two
/// targets. Out of range there is nothing to attack, and a full pool takes the Focus of
/// `ms93.captain2.legendary-captain`. Solo takes its Momentum.
#[test]
fn policies_act_where_they_can() {
    for policy in [PolicyKind::Greedy, PolicyKind::Search, PolicyKind::Solo] {
        let offered = |own, hexes, momentum| {
            let momentum = if own == Trait::Determined {
                0
            } else {
                momentum
            };
            taken(sails(own, hexes, momentum, Boon::Momentum), policy)
        };
        assert_eq!(
            offered(Trait::RenownedCaptain, 3, 5),
            (1, 0, 0),
            "{policy:?}"
        );
        assert_eq!(
            offered(Trait::RenownedCaptain, 7, 5),
            (0, 0, 0),
            "{policy:?}"
        );
        assert_eq!(offered(Trait::Determined, 3, 0), (2, 0, 0), "{policy:?}");
        assert_eq!(
            offered(Trait::LegendaryCaptain, 3, 5),
            (0, 0, 0),
            "{policy:?}"
        );
        let focus = if policy == PolicyKind::Solo { 0 } else { 2 };
        assert_eq!(offered(Trait::LegendaryCaptain, 3, 10), (0, 0, focus));
    }
}
