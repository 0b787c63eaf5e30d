//! Whom `greedy` challenges.

use equipoise_dice::{TableDice, stream};
use equipoise_engine::{Hex, Side};

use super::arena::{Arena, SABER, crewed, mech, rifle};
use crate::data::profile::Tier;
use crate::policy::greedy::Greedy;
use crate::policy::policy::Policy as _;
use crate::rules::unit_id::UnitId;

/// Whom an Ace with a blade challenges, if anyone: it stands `away` hexes from a gunner with a reach of 5 hexes, and an
/// ally of the Ace stands `behind` hexes beyond the gunner.
fn challenged(hp: u32, away: i16, behind: i16) -> Option<(UnitId, UnitId)> {
    let blade = mech().weapons[SABER].clone();
    let ace = with!(crewed(Tier::Ace), hp: hp, weapons: vec![blade]);
    let gun = with!(rifle(), dice: 12, range_in: 12, dmg: 400);
    let gunner = with!(mech(), move_in: 4, weapons: vec![gun]);
    let mut arena = Arena::new(&[ace, mech()], &[gunner]);
    arena.apart(0, 2, away);
    arena.put(1, Hex::new(3, 1 + away + behind), Hex::new(0, -1));
    let mut dice = TableDice::new(stream(1, 0, 0));
    Greedy.challenge(arena.view(), Side::A, &mut dice)
}

/// A Challenge from out of reach spares an ally the gun that would be fired at it; where the gun reaches nobody it
/// spares nothing.
#[test]
fn a_challenge_spares_an_ally() {
    assert_eq!(challenged(4000, 10, 2), Some((0, 2)));
    assert_eq!(challenged(4000, 10, 9), None);
}

/// Within reach a unit that stands the blow challenges, one that would hardly stand it does not.
#[test]
fn who_may_fall_in_it_challenges_nobody() {
    assert_eq!(challenged(12_000, 4, 2), Some((0, 2)));
    assert_eq!(challenged(500, 4, 2), None);
}
