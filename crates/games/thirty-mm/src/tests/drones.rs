//! Drone equipment.

use equipoise_engine::Side;

use super::arena::{Arena, HEAD, LEFT_ARM, LEFT_LEG, RIGHT_ARM, RIGHT_LEG, TORSO};
use super::sheets::{changed, sheet, with_power};
use crate::data::ability::Power;
use crate::data::item::{Drone, Equipment};
use crate::data::sheet::{Mount, Sheet};
use crate::rules::aim::Aim;
use crate::rules::attack::{Attack, Strikes};
use crate::rules::board::Board;
use crate::rules::facing::Facing;
use crate::rules::state::Piece;
use crate::rules::view::Arm;

const N: Facing = Facing::NORTH;

/// REF-2 with four drones of Durability 8; the first carries a gun of range 4, 5 damage and 2 points.
fn carrier(kind: Drone, ai: bool) -> Sheet {
    let mut sheet = with_power("REF-2", Power::ControlManagement);
    for number in 1..=4 {
        sheet.equipment.push(Equipment {
            name: format!("Drone {number}"),
            durability: 8,
            cost: 5,
            thruster: false,
            section: None,
            drone: Some(kind),
            ai,
        });
    }
    let mut gun = changed("REF-3", |_| {}).mounted[0].0.clone();
    (gun.range, gun.base_damage, gun.ap) = (4, 5, 2);
    gun.name = "Drone Gun".to_owned();
    sheet.mounted.push((gun, Mount::Equipment(0)));
    sheet
}

/// The carrier in row 3 of the middle file, facing REF-2 in row 8; its turn has begun with 16 points.
fn arena(kind: Drone, ai: bool) -> Arena {
    let mut arena = Arena::new([&[carrier(kind, ai)], &[sheet("REF-2")]], &[]);
    arena.put(0, 5, 3, N);
    arena.put(1, 5, 8, Facing::SOUTH);
    arena.begin(0, 16);
    arena
}

/// Where a drone is, by file and row.
fn place(arena: &Arena, group: usize) -> Option<(u8, u8)> {
    let drone = arena.battle.units[0].drones[group];
    drone.and_then(|drone| arena.table.board.place(drone.hex))
}

/// The drone gun on a part of B.
const SHOT: Attack = Attack::new(Arm::Weapon(1), 1, Aim::Section(TORSO));
/// B's pistol on the first drone.
const BACK: Attack = Attack::new(Arm::Weapon(0), 0, Aim::Equipment(0));

/// mm30.command.deploy: 2 points; within 1 hex of the unit; with two on the board at most one more.
#[test]
fn three_drones_are_deployed_at_most() {
    let mut arena = arena(Drone::Flight, false);
    let near = Board::hex(5, 4);
    arena.act(&[], |game| {
        let far = game.deploy_drones(&[(0, Board::hex(5, 5))]);
        assert_eq!(far.expect_err("2 hexes").rule, "mm30.command.deploy");
        game.deploy_drones(&[(0, near), (1, Board::hex(5, 3))])
            .expect("two");
        let four = game.deploy_drones(&[(2, near), (3, near)]);
        assert_eq!(four.expect_err("four").rule, "mm30.command.deploy");
        let twice = game.deploy_drones(&[(0, near)]);
        assert_eq!(twice.expect_err("active").rule, "mm30.command.deploy");
        game.deploy_drones(&[(3, near)]).expect("a third");
    });
    assert_eq!(arena.battle.units[0].ap, 16 - 2 - 2);
    assert_eq!(place(&arena, 3), Some((5, 4)));
    assert_eq!(place(&arena, 2), None);
}

/// mm30.command.recall: drones 1, 1 and 2 hexes away all return for 2 points.
#[test]
fn all_drones_are_recalled() {
    let mut arena = arena(Drone::Flight, true);
    let near = Board::hex(5, 4);
    arena.act(&[], |game| {
        game.deploy_drones(&[(0, near), (1, near), (2, near)])
            .expect("three");
        game.reposition_drones(&[(2, Board::hex(5, 5))])
            .expect("A.I. goes 2 hexes away");
        game.recall_drones().expect("12 points");
    });
    assert_eq!(arena.battle.units[0].ap, 16 - 3 * 2);
    assert!((0..4).all(|group| place(&arena, group).is_none()));
}

/// mm30.command.reposition: a drone north of its unit goes to its north-east, not to its south or 2 hexes
/// away; with A.I. it goes anywhere within 2 hexes, not 3.
#[test]
fn drones_change_their_place() {
    // In an odd file the hex north-east of (5, 3) is (6, 4).
    let north_east = Board::hex(5, 3) + Facing::new(1).step();
    let [south, two, three] = [2, 5, 6].map(|row| Board::hex(5, row));
    for (ai, hex, legal) in [
        (false, north_east, true),
        (false, south, false),
        (false, two, false),
        (true, south, true),
        (true, two, true),
        (true, three, false),
    ] {
        let mut arena = arena(Drone::Land, ai);
        arena.act(&[], |game| {
            game.deploy_drones(&[(0, Board::hex(5, 4))]).expect("north");
            let result = game.reposition_drones(&[(0, hex)]);
            let rule = result.err().map(|it| it.rule);
            assert_eq!(rule, (!legal).then_some("mm30.command.reposition"));
        });
        let ap = if legal { 12 } else { 14 };
        assert_eq!(arena.battle.units[0].ap, ap);
    }
}

/// mm30.drone.formation: after 3 hexes north a drone north-east of its unit is there again, and none is
/// further than 1 hex away; where the board ends, it comes into the unit's hex.
#[test]
fn drones_keep_formation() {
    for kind in [Drone::Flight, Drone::Land, Drone::Swim] {
        let mut arena = arena(kind, false);
        let step = Facing::new(1).step();
        arena.act(&[], |game| {
            game.deploy_drones(&[(0, Board::hex(5, 3) + step)])
                .expect("north-east");
            for _ in 0..3 {
                game.step(N).expect("a point");
            }
        });
        let state = &arena.battle.units[0];
        assert_eq!(state.hex, Board::hex(5, 6));
        assert_eq!(state.drones[0].map(|it| it.hex), Some(state.hex + step));
    }
    let mut edge = arena(Drone::Flight, false);
    edge.put(0, 5, 11, N);
    edge.act(&[], |game| {
        game.deploy_drones(&[(0, Board::hex(5, 12))])
            .expect("north");
        game.step(N).expect("the last hex");
    });
    assert_eq!(place(&edge, 0), Some((5, 12)));
}

/// mm30.drone.equipment: the drone fires from its own hex, 4 from the target where its unit is 5 away, with
/// the unit's Accuracy 6 and the unit's points; attached it does not fire. Drones need Control Management.
#[test]
fn a_drone_attacks_with_its_units_stats() {
    let mut arena = arena(Drone::Flight, false);
    let docked = arena.view().check_attack(0, &SHOT).expect_err("attached");
    assert_eq!(docked.rule, "mm30.ranged.eligibility");
    arena
        .act(&[], |game| game.deploy_drones(&[(0, Board::hex(5, 3))]))
        .expect("beside the unit");
    let far = arena.view().check_attack(0, &SHOT).expect_err("5 hexes");
    assert_eq!(far.rule, "mm30.weapon.range");
    arena.act(&[5, 6, 1], |game| {
        game.reposition_drones(&[(0, Board::hex(5, 4))])
            .expect("north");
        assert_eq!(game.attack(SHOT), Ok(Strikes::Missed));
        assert_eq!(game.attack(SHOT), Ok(Strikes::Hit));
    });
    assert_eq!(arena.battle.units[1].defense[TORSO], 36 - 5);
    assert_eq!(arena.battle.units[0].ap, 16 - 4 * 2);
    let mut wild = carrier(Drone::Flight, false);
    wild.systems.clear();
    let rules: Vec<_> = wild.faults().iter().map(|it| it.rule).collect();
    assert_eq!(rules, ["mm30.drone.equipment"]);
}

/// mm30.drone.equipment, mm30.drone.turret: a shot at a drone goes to its hex; a drone evades with the
/// unit's Evasion 7, even while the unit kneels, and a turret does not. At Durability 0 it is gone.
#[test]
fn drones_evade_and_turrets_do_not() {
    for (kind, faces, result) in [
        (Drone::Flight, &[7, 7][..], Strikes::Evaded),
        (Drone::Flight, &[7, 6], Strikes::Hit),
        (Drone::Turret, &[7], Strikes::Hit),
    ] {
        let mut arena = arena(kind, false);
        arena.act(&[], |game| {
            game.deploy_drones(&[(0, Board::hex(5, 4))]).expect("north");
            game.kneel().expect("points");
            game.end_turn().expect("a turn");
        });
        arena.begin(1, 9);
        // The pistol reaches 6 hexes: the drone is 6 away, its unit 7.
        arena.put(1, 5, 10, Facing::SOUTH);
        assert_eq!(arena.act(faces, |game| game.attack(BACK)), Ok(result));
        let left = if result == Strikes::Hit { 5 } else { 8 };
        assert_eq!(arena.battle.units[0].equipment[0], left);
        arena.act(&[], |game| game.damage_equipment(0, 0, 8));
        assert_eq!(place(&arena, 0), None);
    }
}

/// mm30.drone.turret: it stays when its unit goes and is not repositioned; it is turned while the unit is
/// within 1 hex, not from 2 hexes away; it fires where it faces.
#[test]
fn a_turret_stays_where_it_is() {
    let mut arena = arena(Drone::Turret, false);
    arena.act(&[], |game| {
        game.deploy_drones(&[(0, Board::hex(5, 4))]).expect("north");
        let moved = game.reposition_drones(&[(0, Board::hex(5, 4))]);
        assert_eq!(moved.expect_err("a turret").rule, "mm30.drone.turret");
        game.turn_turret(0, Facing::SOUTH).expect("1 hex away");
        let behind = game.view().check_attack(0, &SHOT).expect_err("behind");
        assert_eq!(behind.rule, "mm30.sight.blind-spot");
        game.turn_turret(0, N).expect("1 hex away");
        game.view().check_attack(0, &SHOT).expect("ahead");
        for _ in 0..3 {
            game.step(N).expect("a point");
        }
        let far = game.turn_turret(0, Facing::SOUTH).expect_err("2 hexes");
        assert_eq!(far.rule, "mm30.drone.turret");
    });
    assert_eq!(place(&arena, 0), Some((5, 4)));
}

/// mm30.section.inoperative-drones: without limbs the unit is still activated, does nothing but act with its
/// drone, and is out when its last drone is destroyed.
#[test]
fn an_inoperative_unit_goes_on_through_its_drones() {
    let mut arena = arena(Drone::Flight, false);
    arena.act(&[], |game| {
        game.deploy_drones(&[(0, Board::hex(5, 4))]).expect("north");
        game.end_turn().expect("a turn");
        for section in [HEAD, LEFT_ARM, RIGHT_ARM, LEFT_LEG, RIGHT_LEG] {
            game.damage_section(0, section, 99);
        }
        assert!(!game.view().in_play(0));
        assert_eq!(game.outcome(), None);
        game.begin_round();
    });
    arena.begin(0, 9);
    arena.act(&[8], |game| {
        assert!(game.step(N).is_err() && game.kneel().is_err());
        let pistol = Attack::new(Arm::Weapon(0), 1, Aim::Section(TORSO));
        assert!(game.attack(pistol).is_err());
        assert_eq!(game.attack(SHOT), Ok(Strikes::Critical));
        game.end_turn().expect("a turn");
        for group in 0..3 {
            game.damage_equipment(0, group, 8);
        }
        assert_eq!(game.outcome(), None, "one is still attached");
        game.damage_equipment(0, 3, 8);
        let outcome = game.outcome().expect("no drone is left");
        assert_eq!(outcome.winner, Some(Side::B));
    });
}

/// A main unit in row 3, its drone unit beside it, and REF-2 in row 8; the main unit's turn has begun.
fn pair() -> Arena {
    let squad = [
        with_power("REF-2", Power::ControlManagement),
        with_power("REF-3", Power::DroneAgent),
    ];
    let mut arena = Arena::new([&squad, &[sheet("REF-2")]], &[]);
    arena.put(0, 5, 3, N);
    arena.put(1, 4, 3, N);
    arena.put(2, 5, 8, Facing::SOUTH);
    arena.begin(0, 9);
    arena
}

/// mm30.drone.unit: a drone unit of class 3 moves its 3 hexes in the turn of its main unit and does nothing
/// else there; the main unit goes on with its own 4 points. In its own turn the drone unit attacks, but has
/// no movement left; the round after that it has 3 again.
#[test]
fn a_drone_unit_moves_with_its_main_unit() {
    let mut arena = pair();
    let rule = "mm30.drone.unit";
    arena.act(&[], |game| {
        game.step(N).expect("1 of 4");
        game.begin_drone_move(1).expect("led");
        for _ in 0..3 {
            game.step(N).expect("3 of 3");
        }
        assert!(game.step(N).is_err());
        let shot = Attack::new(Arm::Weapon(0), 2, Aim::Section(TORSO));
        assert_eq!(game.attack(shot).expect_err("moves only").rule, rule);
        assert_eq!(game.press_on().expect_err("moves only").rule, rule);
        assert_eq!(game.end_turn().expect_err("not its turn").rule, rule);
        game.end_drone_move().expect("moved");
        assert_eq!(game.begin_drone_move(1).expect_err("moved").rule, rule);
        game.step(N).expect("2 of 4");
        game.end_turn().expect("a turn");
    });
    assert_eq!(arena.hex(0), Board::hex(5, 5));
    assert_eq!(arena.hex(1), Board::hex(4, 6));
    assert!(!arena.battle.units[1].activated);
    arena.begin(1, 16);
    assert_eq!(arena.points(), 0);
    arena.act(&[1], |game| {
        let shot = Attack::new(Arm::Weapon(0), 2, Aim::Section(TORSO));
        assert_eq!(game.attack(shot), Ok(Strikes::Missed));
        game.end_turn().expect("a turn");
        game.begin_round();
    });
    arena.begin(1, 0);
    assert_eq!(arena.points(), 3);
}

/// mm30.drone.unit: not without Drone Agent, not of another main unit's side, not after its own turn.
#[test]
fn only_own_drone_units_are_led() {
    let mut arena = pair();
    arena.battle.units[1].activated = true;
    let late = arena.act(&[], |game| game.begin_drone_move(1));
    assert_eq!(late.expect_err("has acted").rule, "mm30.drone.unit");
    let mut arena = pair();
    let enemy = arena.act(&[], |game| game.begin_drone_move(2));
    assert_eq!(enemy.expect_err("an enemy").rule, "mm30.drone.unit");
    arena.table.pieces[1] = Piece::new(Side::A, &sheet("REF-3")).expect("a legal sheet");
    assert!(!arena.view().is_led_by(1, 0));
    let mut arena = pair();
    arena.table.pieces[0] = Piece::new(Side::A, &sheet("REF-2")).expect("a legal sheet");
    assert!(!arena.view().is_led_by(1, 0));
}
