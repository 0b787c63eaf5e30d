//! What the policies choose where the choice is plain, and how they fare against each other.

use equipoise_dice::{StreamDice, TableDice, stream};

use super::arena::{Arena, mecha};
use crate::policy::{Greedy, Rulebook};
use crate::rules::decision::{Contest, ExtraAction, MoveChoice, Policy, Shift, TurnPlan};
use crate::rules::piece::Piece;
use crate::rules::state::Condition;
use crate::rules::view::View;
use crate::sector::Sector;

const GREEDY: Greedy = Greedy { looks_ahead: false };

const fn view(arena: &Arena) -> View<'_> {
    View {
        bout: &arena.bout,
        state: &arena.battle,
    }
}

fn dice() -> StreamDice {
    TableDice::new(stream(1, 2, 3))
}

fn sector(arena: &Arena, ring: u8, quadrant: u8) -> u8 {
    arena
        .bout
        .map
        .find(Sector { ring, quadrant })
        .expect("a sector")
}

const fn contest(attack: u8, defense: u8, defended: bool) -> Contest {
    Contest {
        defense,
        defended,
        ..super::arena::contest(1, 4, attack)
    }
}

/// The marker while no enemy stands on it, else the sector with most dice.
#[test]
fn the_rulebook_makes_for_the_marker_unless_it_is_held() {
    let mut arena = Arena::duel(&[]);
    let step =
        |arena: &Arena, points| Rulebook.use_movement(view(arena), 0, points, true, &mut dice());
    assert_eq!(step(&arena, 3), MoveChoice::To(sector(&arena, 0, 0)));
    assert_eq!(step(&arena, 2), MoveChoice::To(sector(&arena, 1, 0)));
    assert_eq!(step(&arena, 0), MoveChoice::Strafe);
    arena.place(1, 0, 0);
    // Weapons of range 0, 2 and 4: from (2,0) the second one has all four dice.
    assert_eq!(step(&arena, 1), MoveChoice::To(sector(&arena, 2, 0)));
    arena.place(0, 2, 0);
    assert_eq!(step(&arena, 1), MoveChoice::Strafe);
}

/// Most dice, and no attack without a die.
#[test]
fn the_rulebook_uses_the_weapon_with_most_dice() {
    let mut arena = Arena::duel(&[]);
    let attack = |arena: &Arena, scene| Rulebook.attack(view(arena), 0, scene, &mut dice());
    assert_eq!(attack(&arena, false).map(|attack| attack.weapon), Some(2));
    arena.unit(0).ready_from[2] = 9;
    assert_eq!(attack(&arena, false).map(|attack| attack.weapon), Some(1));
    let unit = [mecha(2, &[0])];
    let far = Arena::new([&unit, &unit], &[]);
    assert_eq!(attack(&far, false), None);
    assert!(attack(&far, true).is_some());
}

/// The least that turns the result, keeping a point unless a life depends on it.
#[test]
fn the_rulebook_keeps_a_point() {
    let mut arena = Arena::duel(&[]);
    let bid = |arena: &Arena, attacking, contest: Contest| {
        Rulebook.bid(view(arena), &contest, attacking, &mut dice())
    };
    assert_eq!(bid(&arena, true, contest(2, 2, true)), 0);
    *arena.overdrive(0) = 3;
    assert_eq!(bid(&arena, true, contest(2, 2, true)), 1);
    assert_eq!(bid(&arena, true, contest(2, 3, true)), 2);
    assert_eq!(bid(&arena, true, contest(2, 4, true)), 0);
    assert_eq!(bid(&arena, false, contest(3, 2, true)), 0);
    arena.unit(1).condition = Condition::Lethal;
    assert_eq!(bid(&arena, false, contest(3, 2, true)), 1);
    assert_eq!(bid(&arena, false, contest(4, 2, true)), 0);
}

#[test]
fn the_rulebook_strafes_fights_and_pushes_plainly() {
    let mut arena = Arena::duel(&[("tactical_points", "1")]);
    arena.unit(1).strafe = 3;
    let strafing =
        |arena: &Arena, contest: Contest| Rulebook.strafing(view(arena), &contest, &mut dice());
    assert_eq!(strafing(&arena, contest(2, 0, false)), 2);
    assert_eq!(strafing(&arena, contest(9, 0, false)), 3);
    assert_eq!(strafing(&arena, contest(4, 2, true)), 2);
    assert_eq!(strafing(&arena, contest(9, 2, true)), 0);
    assert!(Rulebook.fight_on(view(&arena), 1, &mut dice()));
    assert!(!Rulebook.hold(view(&arena), 1, &mut dice()));
    assert!(Rulebook.join(view(&arena), 1, false, &mut dice()));
    assert_eq!(
        Rulebook.extra_action(view(&arena), 1, &mut dice()),
        ExtraAction::Attack
    );
    let to = sector(&arena, 2, 0);
    let piece = Piece::Unit(0);
    let shift = Rulebook.tactical(view(&arena), 0, 1, &mut dice());
    assert_eq!(shift, Some(Shift { piece, to }));
    arena.place(1, 0, 0);
    let reach = view(&arena).push_reach(1, 2);
    let pushed = Rulebook.push(view(&arena), &contest(2, 0, true), 2, reach, &mut dice());
    assert_eq!(view(&arena).to_marker(pushed), 2);
}

/// Greedy turns a hit that is worth its points, sends a target away from the marker and takes the
/// marker itself.
#[test]
fn greedy_weighs_points_and_places() {
    let mut arena = Arena::duel(&[]);
    let order = GREEDY.plan_turn(view(&arena), 0, &mut dice());
    assert!(matches!(
        order,
        TurnPlan::MoveThenAttack | TurnPlan::AttackThenMove
    ));
    assert_eq!(
        GREEDY.use_movement(view(&arena), 0, 3, true, &mut dice()),
        MoveChoice::To(sector(&arena, 0, 0))
    );
    assert_eq!(
        GREEDY.bid(view(&arena), &contest(2, 2, true), true, &mut dice()),
        1
    );
    assert_eq!(
        GREEDY.bid(view(&arena), &contest(2, 9, true), true, &mut dice()),
        0
    );
    arena.place(1, 0, 0);
    let reach = view(&arena).push_reach(1, 2);
    let pushed = GREEDY.push(view(&arena), &contest(2, 0, true), 2, reach, &mut dice());
    assert!(view(&arena).to_marker(pushed) > 0);
    // An enemy on the marker is the better target.
    let unit = mecha(4, &[0, 2, 4]);
    let pair = [unit.clone(), unit.clone()];
    let mut arena = Arena::new([&[unit], &pair], &[]);
    arena.place(0, 1, 0);
    arena.place(1, 1, 2);
    arena.place(2, 0, 0);
    let attack = GREEDY.attack(view(&arena), 0, false, &mut dice());
    assert_eq!(attack.map(|attack| attack.target), Some(2));
}

/// Points are spent on movement that reaches the marker.
#[test]
fn greedy_pays_for_the_last_step_to_the_marker() {
    let arena = Arena::duel(&[]);
    let raise = |rolled| {
        let kind = crate::rules::event::RollKind::Movement;
        GREEDY.overdrive(view(&arena), 0, kind, rolled, &mut dice())
    };
    assert_eq!([raise(0), raise(2), raise(3)], [0, 1, 0]);
}
