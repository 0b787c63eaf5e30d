//! Leaving the table alive.

use equipoise_engine::{Hex, Side, matching};

use super::arena::{Arena, mech};
use super::drill::drill;
use super::field::{Field, high_wall};
use super::hexmap;
use crate::data::profile::{Tier, UnitProfile};
use crate::data::scenario::{BattleMode, Redeployment};
use crate::options::ScoringProfile;
use crate::policy_kind::PolicyKind;
use crate::rules::decision::Action;
use crate::rules::event::Event;
use crate::rules::play::Stage;
use crate::rules::unit_id::UnitId;

const SAME: BattleMode = BattleMode::Confrontation(Redeployment::Same);

fn field(mode: BattleMode, a: &[UnitProfile], b: &[UnitProfile]) -> Field {
    let field = Field::new(a, b).with(|scenario| scenario.mode = mode);
    with!(field, options: with!(hexmap(), scoring: ScoringProfile::Ms93))
}

/// Worth Frame 3 and Skilled 1, and 1 for Performance 5: five victory points.
fn crewed() -> UnitProfile {
    with!(drill(Tier::Skilled, 1), frame: 3, performance: 5)
}

/// Whether unit 0 has left the table by a turn on this row, the enemy straight ahead on another.
fn leaves(arena: &mut Arena, row: i16, enemy: i16) -> bool {
    arena.put(0, Hex::new(3, row), Hex::new(0, 1));
    arena.put(1, Hex::new(3, enemy), Hex::new(0, -1));
    let events = arena.full_turn(0, &[Action::Leave], &[]);
    let left: Vec<UnitId> = matching!(events, Event::Leave { unit } => *unit);
    assert_eq!(left.is_empty(), arena.unit(0).on_table);
    !left.is_empty()
}

/// `ms93.game.retreat`: from the edge, where an enemy that sees the unit is more than 16 in away, 5 hexes of 4 in;
/// not from 4, nor from the second row; from 4 where a wall hides it. Only where survivors score, and not while a
/// Challenge binds.
#[test]
fn a_unit_leaves_from_the_edge_out_of_sight() {
    let open = |mode| field(mode, &[crewed()], &[crewed()]).arena();
    assert!(leaves(&mut open(SAME), 0, 5));
    assert!(!leaves(&mut open(SAME), 0, 4));
    assert!(!leaves(&mut open(SAME), 1, 8));
    assert!(!leaves(&mut open(BattleMode::Simple), 0, 5));
    let walled = field(SAME, &[crewed()], &[crewed()]).piece(high_wall(), &[(3, 2)]);
    assert!(leaves(&mut walled.arena(), 0, 4));
    let mut challenged = open(SAME);
    challenged.battle.challenge = Some((1, 0));
    assert!(!leaves(&mut challenged, 0, 5));
}

/// `ms93.game.retreat`: who left is not destroyed: nothing for it at full HP, half of 5 rounded up below half of
/// them. The battle is over for want of a unit, the set goes on, and the unit deploys again.
#[test]
fn who_leaves_comes_back_in_the_next_battle() {
    let mut arena = field(SAME, &[crewed()], &[crewed()]).arena();
    assert!(leaves(&mut arena, 0, 5));
    let scored = |arena: &Arena| arena.view().earnings(Side::B).total();
    assert_eq!(scored(&arena), 0);
    let full = arena.unit(0).hp;
    arena.unit_mut(0).hp = full * 2 / 5;
    assert_eq!(scored(&arena), 3);
    arena.battle.round = 1;
    let (decided, _) = arena.run(&[], |game| game.is_decided());
    assert!(decided);
    // Equal forces roll off who deploys first.
    let (stage, _) = arena.run(&[9, 2], |game| game.close_battle(true));
    assert_eq!((stage, arena.battle.progress.battle), (Stage::Round, 1));
    assert!(arena.unit(0).on_table);
    assert_eq!(scored(&arena), 3);
}

/// `ms93.game.retreat`: a unit that left scores as a survivor where it took part.
#[test]
fn who_leaves_survives() {
    for (fought, points) in [(true, 5), (false, 0)] {
        let mut arena = field(SAME, &[crewed()], &[crewed()]).arena();
        arena.run(&[], |game| {
            if fought {
                game.note_fight(0);
            }
        });
        assert!(leaves(&mut arena, 0, 5));
        arena.run(&[], |game| game.score_survivors());
        assert_eq!(arena.side(Side::A).earned.total(), points);
    }
}

/// `ms93.game.retreat`: in the last round of a battle a `greedy` unit about to die runs for the edge and leaves;
/// with another round to come and all its HP it stays and fights, as it does in a Simple Battle.
#[test]
fn greedy_saves_what_would_be_lost() {
    for (mode, round, hp, left) in [
        (SAME, 3, 100, 1),
        (SAME, 1, 4000, 0),
        (BattleMode::Simple, 3, 100, 0),
    ] {
        let mut arena = field(mode, &[mech()], &[mech()]).arena();
        arena.play_by(PolicyKind::Greedy);
        arena.battle.round = round;
        arena.unit_mut(0).hp = hp;
        arena.put(0, Hex::new(3, 1), Hex::new(0, 1));
        arena.put(1, Hex::new(3, 8), Hex::new(0, -1));
        let mut dice = equipoise_dice::StreamDice::new(equipoise_dice::stream(5, 0, 0));
        let (_, events) = arena.run_on(&mut dice, |game| game.take_turn(0, false));
        let leaves: Vec<UnitId> = matching!(events, Event::Leave { unit } => *unit);
        assert_eq!(leaves.len(), left, "{mode:?}, round {round}, {hp} HP");
    }
}
