//! What the policies choose.

use equipoise_dice::{Dice, ScriptedDice, StreamDice, stream};
use equipoise_engine::{Hex, Side};

use super::arena::{Arena, HEAD, LEFT_ARM, RIGHT_ARM};
use super::sheets::sheet;
use crate::policy::Plain;
use crate::policy::ways::{first_step, first_step_towards};
use crate::rules::board::Board;
use crate::rules::decision::{Action, Policy as _};
use crate::rules::facing::Facing;
use crate::rules::state::Phase;

const N: Facing = Facing::NORTH;

/// What plain does with unit 0, which has begun its turn.
fn choice(arena: &Arena) -> Action {
    let mut dice = ScriptedDice::new([]);
    Plain.act(arena.view(), 0, 0, &mut dice)
}

/// Lets plain move unit 0 until it fights.
fn march(arena: &mut Arena, ap: u8) {
    arena.begin(0, ap);
    for _ in 0..20 {
        let moved = match choice(arena) {
            Action::Step(direction) => arena.act(&[], |game| game.step(direction)).map(drop),
            Action::Rotate(facing) => arena.act(&[], |game| game.rotate(facing)),
            Action::PressOn => arena.act(&[], |game| game.press_on()),
            _ => break,
        };
        moved.expect("a legal move");
    }
}

/// A structure hides the enemy within range: the unit walks on until it has a line of sight.
#[test]
fn plain_walks_around_what_hides_an_enemy() {
    let mut arena = Arena::duel(["REF-2", "REF-2"], &[]);
    arena.build(&[5], 2);
    arena.begin(0, 4);
    assert!(!arena.view().has_line(0, 1));
    let moves = choice(&arena);
    assert!(matches!(moves, Action::Step(_)), "{moves:?}");
    arena.battle.turn = None;
    arena.battle.units[0].activated = false;
    march(&mut arena, 8);
    assert!(arena.view().has_line(0, 1), "at {:?}", arena.hex(0));
}

/// mm30.tag.shotgun: the pellets strike the arm that holds the Pistol, and more Defense on the empty arm changes
/// nothing. Without a weapon they strike the weakest sections.
#[test]
fn plain_scatters_on_the_armed_arm() {
    let spread = |empty_arm: u16, durability: u16| {
        let mut arena = Arena::duel(["Old Badger", "REF-2"], &[]);
        arena.put(1, 5, 6, Facing::SOUTH);
        arena.battle.units[1].defense[LEFT_ARM] = empty_arm;
        arena.battle.units[1].weapons[0].durability = durability;
        arena.begin(0, 16);
        arena.battle.turn.as_mut().expect("a turn").phase = Phase::Ranged;
        match choice(&arena) {
            Action::Attack(attack) => attack.spread,
            other => panic!("{other:?}"),
        }
    };
    for empty_arm in [16, 20] {
        assert_eq!(spread(empty_arm, 5), [Some(RIGHT_ARM), Some(HEAD)]);
    }
    assert_eq!(spread(15, 0), [Some(HEAD), Some(LEFT_ARM)]);
}

/// mm30.battle.recon-control: the nearest marker that is not its side's, even with an enemy in sight; once
/// it is won, the next, unless an enemy contests it.
#[test]
fn plain_goes_for_markers() {
    let squad = [sheet("REF-2")];
    let mut arena = Arena::new([&squad, &squad], &[]);
    arena.put(0, 5, 2, N);
    arena.put(1, 5, 7, Facing::SOUTH);
    let markers = [(1, 6), (5, 5), (9, 6)].map(|(file, row)| Board::hex(file, row));
    arena.table.markers = markers.to_vec();
    arena.battle.owners = vec![None; 3];
    march(&mut arena, 8);
    let own = Some(Side::A);
    assert_eq!(arena.battle.owners, [None, own, own]);
    assert_eq!(arena.hex(0).distance(markers[2]), 1);
    // An enemy beside the marker too: it stays.
    arena.put(1, 9, 7, Facing::SOUTH);
    arena.battle.turn = None;
    arena.battle.units[0].activated = false;
    arena.begin(0, 2);
    assert!(!matches!(choice(&arena), Action::Step(_)));
    // The enemy has gone: on to the last one.
    arena.put(1, 10, 11, Facing::SOUTH);
    let moves = choice(&arena);
    assert!(
        matches!(moves, Action::Step(_) | Action::Rotate(_)),
        "{moves:?}"
    );
}

/// Of two equally near directions the first clockwise from the present facing: what is seen from one edge
/// is turned by half a circle from the other.
#[test]
fn ties_of_directions_go_by_the_own_facing() {
    for offset in [(1, 1), (2, -1), (-1, 2), (1, -2), (-1, -1), (-2, 1)] {
        let offset = equipoise_engine::Hex::new(offset.0, offset.1);
        for facing in Facing::ALL {
            let own = Facing::towards(offset, facing);
            let other = Facing::towards(-offset, facing.turned(3));
            assert_eq!(own.turned(3), other);
        }
    }
}

/// mm30.move.enemy-hex: the first step on an open board that is told without a search is the one that a search
/// finds: 3,000 places of four units, seed 50, two of them in one hex now and then.
#[test]
fn open_boards_need_no_search() {
    let squad = [sheet("REF-2"), sheet("REF-2")];
    let mut arena = Arena::new([&squad, &squad], &[]);
    let mut dice = StreamDice::new(stream(50, 0, 0));
    let mut told = 0;
    for _ in 0..3_000 {
        let hexes = arena.table.board.hexes();
        for state in &mut arena.battle.units {
            state.hex = hexes[dice.below(hexes.len() as u32) as usize];
            state.facing = Facing::new(dice.below(6) as u8);
        }
        if dice.below(4) == 0 {
            arena.battle.units[1].hex = arena.battle.units[0].hex;
        }
        let (aim, radius) = (arena.hex(2), 1 + dice.below(6) as u16);
        let there = |hex: Hex, _| hex.distance(aim) <= radius;
        let found = first_step(arena.view(), 0, there);
        let straight = first_step_towards(arena.view(), 0, aim, radius);
        if straight.is_some() {
            assert_eq!(straight, found);
            told += 1;
        }
    }
    assert!(told > 1_000, "{told}");
}
