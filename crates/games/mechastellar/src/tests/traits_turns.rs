//! Traits of crews that act as turns and rounds begin and end.

use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, go, strike};
use super::drill::{FULL, drill, flats};
use super::traits::{gifted, supplement};
use crate::data::profile::{Tier, UnitProfile};
use crate::data::traits::Trait;
use crate::rules::decision::Action;

/// A unit of side A against one of side B so many hexes ahead, side A with this Momentum.
fn duel(own: &UnitProfile, hexes: i16, momentum: u8) -> Arena {
    let other = drill(Tier::Basic, 0);
    let mut arena = Arena::with(std::slice::from_ref(own), &[other], &supplement());
    arena.apart(0, 1, hexes);
    arena.set_momentum(Side::A, momentum);
    arena
}

/// Momentum of side A after a turn of its unit.
fn after(mut arena: Arena, actions: &[Action]) -> u8 {
    arena.full_turn(0, actions, &[]);
    arena.momentum(Side::A)
}

/// `ms93.pilot1.immortal`: 5 + 2 = 7 from Round 2 on with half the HP, not in Round 1, not below half, not
/// without the trait.
#[test]
fn the_immortal_gain_while_they_are_whole() {
    let cases = [
        (&[Trait::Immortal][..], 2, FULL / 2, 7),
        (&[Trait::Immortal], 5, FULL, 7),
        (&[Trait::Immortal], 1, FULL, 5),
        (&[Trait::Immortal], 2, FULL / 2 - 1, 5),
        (&[], 2, FULL, 5),
    ];
    for (traits, round, hp, expected) in cases {
        let mut arena = duel(&gifted(Tier::Skilled, traits), 6, 5);
        arena.battle.round = round;
        arena.unit_mut(0).hp = hp;
        assert_eq!(after(arena, &[]), expected, "{traits:?} {round} {hp}");
    }
}

/// `ms93.pilot1.hot-blooded`, `ms93.pilot2.burning-passion`: on hexes of 4 in two hexes, 8 in, are 5 in
/// closer, one hex is not: 3 + 2 + 2 = 7 after the Momentum Shift, 3 + 2 = 5 without. Coming closer and
/// engaging in one turn is paid once. Who was engaged before and stays has 4 + 2 with the second trait alone.
#[test]
fn fury_takes_the_way_forward() {
    let hot = |arena: fn(&UnitProfile) -> Arena, actions: &[Action]| {
        [Trait::HotBlooded, Trait::BurningPassion]
            .map(|own| after(arena(&gifted(Tier::Ace, &[own])), actions))
    };
    let far = |unit: &UnitProfile| duel(unit, 6, 3);
    assert_eq!(hot(far, &[go(3, 3)]), [7, 7], "6 to 4 hexes");
    assert_eq!(hot(far, &[go(3, 2)]), [5, 5], "6 to 5 hexes");
    assert_eq!(hot(far, &[go(3, 2), go(3, 3)]), [7, 7], "in two moves");
    assert_eq!(hot(far, &[go(3, 3), go(3, 2)]), [5, 5], "there and back");
    let near = |unit: &UnitProfile| duel(unit, 2, 6);
    assert_eq!(hot(near, &[go(3, 2)]), [8, 8], "engages from 2 hexes");
    let left = |unit: &UnitProfile| duel(unit, 3, 6);
    assert_eq!(hot(left, &[go(3, 3)]), [8, 8], "engages and comes closer");
    let bound = |unit: &UnitProfile| duel(unit, 1, 4);
    assert_eq!(hot(bound, &[]), [4, 6], "engaged since before");
}

/// `ms93.pilot1.hot-blooded`: an engagement that the turn has also left again was one; for
/// `ms93.pilot2.burning-passion` the end of the turn counts. 6 less 1 for disengaging is 5, of which backing
/// off takes nothing, and 5 + 2 = 7 with the first.
#[test]
fn an_engagement_may_be_left_again() {
    for (own, expected) in [(Trait::HotBlooded, 7), (Trait::BurningPassion, 5)] {
        let arena = duel(&gifted(Tier::Ace, &[own]), 2, 6);
        assert_eq!(after(arena, &[go(3, 2), go(3, 1)]), expected, "{own:?}");
    }
}

/// The same for way that is measured to the enemy that was nearest at the start: 2 hexes towards another
/// one count nothing.
#[test]
fn fury_looks_at_the_nearest_enemy() {
    let hot = gifted(Tier::Skilled, &[Trait::HotBlooded]);
    let other = drill(Tier::Basic, 0);
    let mut arena = Arena::with(&[hot], &[other.clone(), other], &supplement());
    arena.put(0, Hex::new(3, 5), Hex::new(0, 1));
    arena.put(1, Hex::new(3, 1), Hex::new(0, 1));
    arena.put(2, Hex::new(3, 10), Hex::new(0, -1));
    arena.set_momentum(Side::A, 5);
    assert_eq!(after(arena, &[go(3, 7)]), 5);
}

/// `ms93.pilot1.hot-blooded`, `ms93.pilot2.burning-passion`: +1 HIT in a turn of Return Fire, with every
/// weapon, in no other turn, and the policies believe it.
#[test]
fn the_furious_answer_harder() {
    for (traits, answers, hits) in [
        (&[Trait::HotBlooded][..], true, 1),
        (&[Trait::BurningPassion], true, 1),
        (&[Trait::HotBlooded], false, 0),
        (&[], true, 0),
    ] {
        let mut plain = duel(&gifted(Tier::Ace, &[]), 3, 5);
        let mut arena = duel(&gifted(Tier::Ace, traits), 3, 5);
        arena.script(|s| s.actions = [strike(RIFLE, 1)].into());
        plain.unit_profile(0).weapons[RIFLE].bonus += hits;
        let shot = crate::rules::clash::Strike::plain(0, RIFLE, 1);
        arena.battle.begin_turn(0, answers);
        plain.battle.begin_turn(0, false);
        assert_eq!(arena.view().belief(&shot), plain.view().belief(&shot));
        // One die each way for Barrage and attack; no defence.
        let (_, events) = arena.run(&[1, 1], |game| game.take_turn(0, answers));
        assert_eq!(flats(&events)[0], hits, "{traits:?} {answers}");
    }
}
