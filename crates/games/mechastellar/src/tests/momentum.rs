//! Momentum: the pool, its start, the Momentum Shifts.

use super::hexmap;
use equipoise_engine::{Hex, Side, matching};

use super::arena::{Arena, DULL_SHOT, RIFLE, crewed, go, mech, rush};
use crate::data::profile::{Tier, UnitProfile};
use crate::options::Options;
use crate::rules::decision::Fuel;
use crate::rules::decision::{Action, AttackSkills};
use crate::rules::event::{Event, MomentumCause};
use crate::rules::scoring::starting_momentum;

const SOUTH: Hex = Hex::new(0, 1);

/// Shifts in a log.
fn shifts(events: &[Event]) -> Vec<MomentumCause> {
    matching!(events,
        Event::Momentum { cause: cause @ (MomentumCause::ShiftAway | MomentumCause::ShiftCloser), .. } => *cause)
}

/// Momentum of side A after a turn of unit 0 that stands on (3, 5), the enemy `hexes` ahead.
fn after(momentum: u8, hexes: i16, actions: &[Action]) -> u8 {
    let mut arena = duel(momentum, hexes, &hexmap());
    arena.turn(0, actions, &[]);
    arena.momentum(Side::A)
}

fn duel(momentum: u8, hexes: i16, options: &Options) -> Arena {
    let mut arena = Arena::with(&[mech()], &[mech()], options);
    arena.put(0, Hex::new(3, 5), SOUTH);
    arena.put(1, Hex::new(3, 5 + hexes), -SOUTH);
    arena.set_momentum(Side::A, momentum);
    arena
}

/// `ms10.momentum.pool`: 9 + 4 is cut off at 10, 0 - 1 at 0; the pool is one for all units of the
/// side, and the other side has its own.
#[test]
fn the_pool_holds_nought_to_ten() {
    let mut arena = Arena::new(&[mech(), mech()], &[mech()]);
    for (from, by, to) in [(9, 4, 10), (0, -1, 0), (3, 2, 5)] {
        arena.set_momentum(Side::A, from);
        arena.run(&[], |game| {
            game.change_momentum(Side::A, by, MomentumCause::Rally);
        });
        assert_eq!(arena.momentum(Side::A), to);
    }
    assert_eq!(arena.view().momentum_of(0), 5);
    assert_eq!(arena.view().momentum_of(1), 5);
    assert_eq!(arena.view().momentum_of(2), 10);
}

/// `ms10.momentum.pay`: with 2 Momentum Valor (3) cannot be declared, Focus (1) can: 1 is left.
#[test]
fn costs_must_be_affordable() {
    let mut arena = Arena::new(&[crewed(Tier::Skilled)], &[mech()]);
    arena.apart(0, 1, 5);
    arena.set_momentum(Side::A, 2);
    arena.script(|s| {
        s.attack_skills
            .push_back(with!(AttackSkills::default(), focus: true, valor: true));
    });
    let events = arena.attack(0, RIFLE, 1, &DULL_SHOT);
    assert_eq!(arena.momentum(Side::A), 1);
    let valor = |e: &Event| matches!(e, Event::Skill { .. });
    assert!(!events.iter().any(valor));
}

/// `ms10.momentum.elite-level`: 1 Ace + 1 Skilled + 3 Battle-Tested = 3 + 1 + 3 = 7 against none:
/// max(5, 10 - 7) = 5; against an Ace (Elite 5), 2 behind: 10 - 2 = 8.
#[test]
fn elite_levels_add_up() {
    let army = [
        crewed(Tier::Ace),
        crewed(Tier::Skilled),
        crewed(Tier::BattleTested),
        crewed(Tier::BattleTested),
        crewed(Tier::BattleTested),
        mech(),
    ];
    let arena = Arena::new(&army, &[mech()]);
    assert_eq!(arena.bout.starting_momentum, [5, 10]);
    let mut great = crewed(Tier::Ace);
    great.elite_level = 5;
    let arena = Arena::new(&army, &[great]);
    assert_eq!(arena.bout.starting_momentum, [8, 10]);
}

/// `ms10.momentum.start`: levels 9 and 13: 10 and 6; 3 and 12: 10 and 5; 3 and 3: 10 and 10. The
/// battle starts with it.
#[test]
fn the_higher_elite_level_starts_with_less() {
    assert_eq!(starting_momentum(9, 13), [10, 6]);
    assert_eq!(starting_momentum(13, 9), [6, 10]);
    assert_eq!(starting_momentum(3, 12), [10, 5]);
    assert_eq!(starting_momentum(3, 8), [10, 5]);
    assert_eq!(starting_momentum(3, 3), [10, 10]);
    let level = |elite_level| with!(mech(), elite_level: elite_level);
    let mut arena = Arena::new(&[level(4)], &[level(0)]);
    let (_, events) = arena.battle(&[9, 2, 8, 1, 8, 1, 8, 1, 8, 1, 8, 1]);
    assert_eq!(events[0], Event::Setup { momentum: [6, 10] });
    assert_eq!(arena.momentum(Side::A), 6);
}

/// `ms10.momentum.shift-away`: pool 6, the nearest enemy at 12 in before and 20 in after: 5; pool
/// 5 stays; sideways at equal distance, or nearer, costs nothing. Accelerate counts.
#[test]
fn backing_off_costs_one_above_five() {
    assert_eq!(after(6, 3, &[go(3, 3)]), 5);
    assert_eq!(after(10, 3, &[go(3, 4)]), 9);
    assert_eq!(after(5, 3, &[go(3, 3)]), 5);
    assert_eq!(after(6, 3, &[go(4, 5)]), 6, "(4, 5) to (3, 8) is 3 as well");
    assert_eq!(after(6, 3, &[go(3, 6)]), 6);
    assert_eq!(after(6, 3, &[rush(3, 4, Fuel::CombatAction)]), 5);
}

/// `ms10.momentum.shift-away`: the enemy that was nearest counts: 2 hexes from the one behind, 5
/// from the one ahead, moving on ahead is backing off, moving back is not. A disengaging move
/// counts after its price: 8 - 1 - 1.
#[test]
fn the_nearest_enemy_at_the_start_of_the_move_counts() {
    for (to, left) in [((3, 6), 7), ((3, 4), 8)] {
        let mut arena = Arena::new(&[mech()], &[mech(), mech()]);
        arena.put(0, Hex::new(3, 5), SOUTH);
        arena.put(1, Hex::new(3, 10), -SOUTH);
        arena.put(2, Hex::new(3, 3), SOUTH);
        arena.set_momentum(Side::A, 8);
        arena.turn(0, &[go(to.0, to.1)], &[]);
        assert_eq!(arena.momentum(Side::A), left, "to {to:?}");
    }
    assert_eq!(after(8, 1, &[go(3, 4)]), 6);
}

/// `ms10.momentum.shift-closer`: pool 4, from 20 in to 16 in: 6. Without coming a hex (4 in)
/// nearer: 4. Pools 9 and 5 gain nothing. Any enemy will do, not the nearest alone.
#[test]
fn pressing_on_gains_two_below_five() {
    assert_eq!(after(4, 5, &[go(3, 6)]), 6);
    assert_eq!(after(0, 5, &[go(3, 6)]), 2);
    assert_eq!(after(4, 5, &[go(4, 5)]), 4);
    assert_eq!(after(4, 5, &[go(3, 4)]), 4);
    assert_eq!(after(5, 5, &[go(3, 7)]), 5);
    assert_eq!(after(9, 5, &[go(3, 7)]), 9);
    assert_eq!(after(4, 5, &[rush(3, 6, Fuel::CombatAction)]), 6);

    let mut arena = Arena::new(&[mech()], &[mech(), mech()]);
    arena.put(0, Hex::new(3, 5), SOUTH);
    arena.put(1, Hex::new(3, 10), -SOUTH);
    arena.put(2, Hex::new(3, 3), SOUTH);
    arena.set_momentum(Side::A, 4);
    arena.turn(0, &[go(3, 6)], &[]);
    assert_eq!(
        arena.momentum(Side::A),
        6,
        "off the nearest, nearer to another"
    );
}

/// `ms10.momentum.shift-closer`: becoming engaged counts by itself: beside (3, 6) a unit goes to
/// (4, 5), where it meets a second enemy on (5, 4) two hexes from its start: nearer as well. With
/// pool 4 it gains; circling to (2, 6), away from that one, gains nothing.
#[test]
fn meeting_another_enemy_is_pressing_on() {
    for (to, left) in [((4, 5), 6), ((2, 6), 4)] {
        let mut arena = Arena::new(&[mech()], &[mech(), mech()]);
        arena.put(0, Hex::new(3, 5), SOUTH);
        arena.put(1, Hex::new(3, 6), -SOUTH);
        arena.put(2, Hex::new(5, 4), -SOUTH);
        arena.set_momentum(Side::A, 4);
        arena.turn(0, &[go(to.0, to.1)], &[]);
        assert_eq!(arena.momentum(Side::A), left, "to {to:?}");
    }
}

/// `ms10.momentum.shift-closer`, option `shift_window`: one hex back, then one hex on, ends where it
/// began: over the turn no gain, over the second move a gain of 2. Two hexes on gain either way.
#[test]
fn closer_is_counted_over_the_turn_or_one_move() {
    for (window, back_and_on) in [("turn", 4), ("move", 6)] {
        let mut options = hexmap();
        options.set("shift_window", window).unwrap();
        let mut arena = duel(4, 5, &options);
        arena.turn(0, &[go(3, 4), go(3, 5)], &[]);
        assert_eq!(arena.momentum(Side::A), back_and_on, "{window}");
        let mut arena = duel(4, 5, &options);
        arena.turn(0, &[go(3, 7)], &[]);
        assert_eq!(arena.momentum(Side::A), 6, "{window}");
    }
}

/// `ms10.momentum.shift-limit`: pool 4 gains 2 and does not lose 1 by backing off in the same turn;
/// pool 1 gains once by two moves; pool 10 loses once. The next turn has its own.
#[test]
fn one_shift_a_turn() {
    assert_eq!(after(4, 5, &[go(3, 6), go(3, 4)]), 6);
    assert_eq!(after(1, 5, &[go(3, 6), go(3, 7)]), 3);
    assert_eq!(after(10, 3, &[go(3, 4), go(3, 3)]), 9);
    let mut arena = duel(1, 5, &hexmap());
    arena.turn(0, &[go(3, 6)], &[]);
    arena.turn(0, &[go(3, 7)], &[]);
    assert_eq!(arena.momentum(Side::A), 5);
}

/// `ms10.momentum.shift-engaged`: pool 3, engaged, one Move Action spent: 5, and one is left to
/// circle with, not two. At pool 5 nothing is gained. Off an engagement, or two Sizes above the
/// only enemy near, it is no action at all.
#[test]
fn an_engaged_unit_presses_on_for_a_move_action() {
    let mut arena = duel(3, 1, &hexmap());
    arena.turn(0, &[Action::PressOn, go(4, 5), go(3, 5)], &[]);
    assert_eq!(arena.momentum(Side::A), 5);
    assert_eq!(arena.unit(0).pos, Hex::new(4, 5));
    assert_eq!(after(5, 1, &[Action::PressOn]), 5);
    assert_eq!(after(3, 1, &[Action::PressOn, Action::PressOn]), 5);
    assert_eq!(after(3, 2, &[Action::PressOn]), 3);

    let large = UnitProfile { size: 2, ..mech() };
    let mut arena = Arena::new(&[large], &[mech()]);
    arena.apart(0, 1, 1);
    arena.set_momentum(Side::A, 3);
    arena.turn(0, &[Action::PressOn], &[]);
    assert_eq!(arena.momentum(Side::A), 3);
}

/// `ms10.momentum.last-shift`: the opponent has no unit left to activate: own units 0 and 1 both
/// advance with pool 1: 3 after the first, 3 after the second. While an enemy still has to act
/// each has its shift: 5. A loss counts as the last shift as well.
#[test]
fn one_last_shift_when_the_opponent_is_out_of_units() {
    for (enemy_done, start, to, left) in [
        (true, 1, 6, 3),
        (false, 1, 6, 5),
        (true, 10, 4, 9),
        (false, 10, 4, 8),
    ] {
        let mut arena = Arena::new(&[mech(), mech()], &[mech()]);
        arena.put(0, Hex::new(3, 5), SOUTH);
        arena.put(1, Hex::new(4, 5), SOUTH);
        arena.put(2, Hex::new(3, 11), -SOUTH);
        arena.unit_mut(2).activated = enemy_done;
        arena.set_momentum(Side::A, start);
        let first = arena.turn(0, &[go(3, to)], &[]);
        let second = arena.turn(1, &[go(4, to)], &[]);
        assert_eq!(shifts(&first).len(), 1);
        assert_eq!(shifts(&second).len(), usize::from(!enemy_done));
        assert_eq!(arena.momentum(Side::A), left, "done {enemy_done}");
    }
}

/// `ms10.momentum.last-shift`: the limit is the round's: in two rounds in which side B acts first,
/// unit 0 of side A has its last shift in each (4 + 0: pool 1 gains 2 twice).
#[test]
fn the_last_shift_comes_back_each_round() {
    let mut arena = Arena::duel();
    let spots = [(4, 3), (4, 8)].map(|(q, r)| (Hex::new(q, r), SOUTH));
    let actions = [Action::End, go(4, 4), Action::End, Action::End, go(4, 5)];
    arena.script(|s| {
        s.deploy = Some(spots);
        s.actions = actions.into();
    });
    arena.bout.starting_momentum = [1, 10];
    arena.battle(&[9, 2, 1, 8, 1, 8, 1, 8, 1, 8, 1, 8]);
    assert_eq!(arena.momentum(Side::A), 5);
}
