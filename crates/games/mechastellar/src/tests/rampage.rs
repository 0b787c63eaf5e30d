//! Rampage: a city, who wrecks it and who defends it.

use equipoise_dice::{TableDice, stream};
use equipoise_engine::{Hex, Side, matching};

use super::arena::{Arena, RIFLE, SABER, mech, rifle};
use super::drill::drill;
use super::field::{Field, building, low_wall};
use super::hexmap;
use crate::data::profile::{Tier, UnitProfile, Upgrade};
use crate::data::scenario::{Attacker, BattleMode};
use crate::options::{Options, ScoringProfile};
use crate::policy_kind::PolicyKind;
use crate::rules::decision::{Action, Ram};
use crate::rules::event::Event;
use crate::rules::play::{Pace, Stage};
use crate::rules::unit_id::UnitId;

fn ms93() -> Options {
    with!(hexmap(), scoring: ScoringProfile::Ms93)
}

/// A city of ten buildings across the middle of the table, one hex each, and a low wall, piece 10, which is
/// no building.
fn city(a: &[UnitProfile], b: &[UnitProfile], attacker: Attacker) -> Field {
    let row = (-2..8).fold(Field::new(a, b), |field, q| {
        field.piece(building(1), &[(q, 5)])
    });
    let field = row.piece(low_wall(), &[(-5, 11)]);
    field.with(|scenario| scenario.mode = BattleMode::Rampage(attacker))
}

fn basic() -> UnitProfile {
    drill(Tier::Basic, 1)
}

/// Two basic units a side, 5 Momentum each, A attacks.
fn two_a_side(options: Options) -> Arena {
    let pair = [basic(), basic()];
    let mut arena = with!(city(&pair, &pair, Attacker::First), options: options).arena();
    for side in Side::BOTH {
        arena.set_momentum(side, 5);
    }
    arena
}

/// Momentum of A and B.
fn momentum(arena: &Arena) -> [u8; 2] {
    Side::BOTH.map(|side| arena.momentum(side))
}

/// Victory points of A and B.
fn points(arena: &mut Arena) -> [i32; 2] {
    Side::BOTH.map(|side| arena.run(&[], |game| game.view().earnings(side).total()).0)
}

fn raze(arena: &mut Arena, pieces: std::ops::Range<usize>, by: UnitId) {
    arena.run(&[], |game| {
        for piece in pieces {
            game.raze(piece, by);
        }
    });
}

fn end_turn(arena: &mut Arena, unit: UnitId) {
    arena.run(&[], |game| game.end_turn(unit));
}

/// `ms93.rampage.start-momentum`: 7 each whatever points and Elite levels say, in both profiles; with
/// Widespread Havoc 7 - 2 = 5.
#[test]
fn a_rampage_starts_with_seven() {
    let havoc = with!(mech(), upgrades: vec![Upgrade::WidespreadHavoc]);
    let elite = drill(Tier::Ace, 0);
    for options in [ms93(), hexmap()] {
        let start = |a: UnitProfile| {
            let field = city(
                &[a],
                &[with!(elite.clone(), elite_level: 3)],
                Attacker::First,
            );
            with!(field, options: options)
                .arena()
                .bout
                .starting_momentum
        };
        assert_eq!(start(mech()), [7, 7]);
        assert_eq!(start(havoc.clone()), [5, 7]);
    }
}

/// `ms93.rampage.attacker-momentum`: four buildings in a turn bring 3 of 5 Momentum, one more in the next 1,
/// four from 8 no more than 10. What is no building, and what the Defender brings down, brings nothing.
#[test]
fn buildings_bring_the_attacker_momentum() {
    let mut arena = two_a_side(ms93());
    raze(&mut arena, 0..4, 0);
    assert_eq!(momentum(&arena), [8, 5]);
    end_turn(&mut arena, 0);
    raze(&mut arena, 4..5, 1);
    assert_eq!(momentum(&arena), [9, 5]);
    raze(&mut arena, 10..11, 1);
    raze(&mut arena, 5..7, 2);
    assert_eq!(momentum(&arena), [9, 5]);
    assert_eq!(arena.battle.progress.buildings, [5, 0]);
    end_turn(&mut arena, 1);
    arena.set_momentum(Side::A, 8);
    raze(&mut arena, 7..10, 1);
    assert_eq!(momentum(&arena), [10, 5]);
}

/// `ms93.rampage.attacker-momentum`: by the action itself: the rifle, DMG 300, at a building 12 in off, which
/// fails its first check with 2: Momentum 5 becomes 6. Passed with three 3s it stands.
#[test]
fn a_battered_building_counts() {
    for (faces, after, count) in [(&[2][..], 6, 1), (&[3, 3, 3][..], 5, 0)] {
        let mut arena = two_a_side(ms93());
        // Piece 5 is on (3, 5), unit 0 on (3, 2) looks at it, the enemy is 24 in off.
        let batter = Action::Batter {
            weapon: RIFLE,
            piece: 5,
        };
        let events = arena.full_turn(0, &[batter], faces);
        let razed: Vec<usize> = matching!(events, Event::Razed { piece } => *piece);
        assert_eq!(razed.len(), usize::from(count));
        assert_eq!(momentum(&arena), [after, 5]);
        assert_eq!(arena.battle.progress.buildings, [count, 0]);
    }
}

/// `ms93.rampage.defender-momentum`: two of its units are hurt in one turn: 5 + 1, once the turn ends; one
/// more in the next: 5 + 2 in all; nobody in the third: no more. The Attacker gains nothing by wounds.
#[test]
fn a_hurt_defender_gains_once_a_turn() {
    let mut arena = two_a_side(ms93());
    arena.run(&[], |game| {
        game.hurt(2, 0, 100, 0);
        game.hurt(3, 0, 100, 0);
        game.hurt(0, 2, 100, 0);
    });
    assert_eq!(momentum(&arena), [5, 5]);
    end_turn(&mut arena, 0);
    assert_eq!(momentum(&arena), [5, 6]);
    arena.run(&[], |game| game.hurt(3, 1, 100, 0));
    end_turn(&mut arena, 2);
    assert_eq!(momentum(&arena), [5, 7]);
    end_turn(&mut arena, 1);
    assert_eq!(momentum(&arena), [5, 7]);
}

/// `ms93.rampage.vp-buildings`: 1 building is worth 1 point, 3 are worth 2, 4 the same, 19 and 30 the most, 10;
/// ten times as much in the scale of VER10.
#[test]
fn two_buildings_are_a_point() {
    for (options, each) in [(ms93(), 1), (hexmap(), 10)] {
        let mut arena = two_a_side(options);
        for (count, vp) in [(0, 0), (1, 1), (3, 2), (4, 2), (19, 10), (30, 10)] {
            arena.battle.progress.buildings[0] = count;
            assert_eq!(points(&mut arena), [each * vp, 0], "{count} buildings");
        }
    }
}

/// `ms93.rampage.vp-base`: a unit worth 5 and 7 buildings: 5 + 4 = 9; with 50 printed 50 + 40 = 90.
#[test]
fn a_rampage_scores_kills_and_buildings() {
    let target = with!(drill(Tier::Ace, 0), hp: 300, frame: 3, performance: 0, vp: 50);
    for (options, vp) in [(ms93(), 9), (hexmap(), 90)] {
        let field = city(&[basic()], std::slice::from_ref(&target), Attacker::First);
        let mut arena = with!(field, options: options).arena();
        raze(&mut arena, 0..7, 0);
        arena.run(&[], |game| game.hurt(1, 0, 300, 0));
        assert_eq!(points(&mut arena)[0], vp);
    }
}

/// `ms93.rampage.vp-early-kill`: a unit worth 8, destroyed by the Defender in round 2: 16; in round 3: 8; as
/// the target of a Challenge in round 2: 2 x 16 = 32; as the Commander 16 + 2. With 80 printed in VER10: 160,
/// 80, 160 + 20, 160 + 10 x 2. The Attacker gets 8 in round 1, in a free-for-all everybody does.
#[test]
fn a_defender_scores_early_kills_twice() {
    #[derive(Clone, Copy, PartialEq)]
    enum As {
        Anyone,
        Challenged,
        Commander,
    }
    let target = with!(drill(Tier::Ace, 0), hp: 300, frame: 4, performance: 8, vp: 80);
    let killed = |options: Options, attacker, round, role: As| {
        let own = drill(Tier::Skilled, 1);
        let field = city(std::slice::from_ref(&target), &[own], attacker).with(|scenario| {
            for force in &mut scenario.forces {
                force.commander = (role == As::Commander).then_some(0);
            }
        });
        let mut arena = with!(field, options: options).arena();
        arena.battle.round = round;
        arena.battle.challenge = (role == As::Challenged).then_some((1, 0));
        arena.run(&[], |game| game.hurt(0, 1, 300, 0));
        points(&mut arena)[1]
    };
    let first = Attacker::First;
    for (options, expected) in [(ms93(), [16, 8, 32, 18]), (hexmap(), [160, 80, 180, 180])] {
        let found = [
            killed(options, first, 2, As::Anyone),
            killed(options, first, 3, As::Anyone),
            killed(options, first, 2, As::Challenged),
            killed(options, first, 2, As::Commander),
        ];
        assert_eq!(found, expected);
    }
    for attacker in [Attacker::Second, Attacker::Both] {
        assert_eq!(killed(ms93(), attacker, 1, As::Anyone), 8);
    }
}

/// `ms93.rampage.free-for-all`: both sides gain by buildings, neither by wounds.
#[test]
fn in_a_free_for_all_everybody_attacks() {
    let field = city(&[basic()], &[basic()], Attacker::Both);
    let mut arena = with!(field, options: ms93()).arena();
    raze(&mut arena, 0..2, 0);
    raze(&mut arena, 2..3, 1);
    arena.run(&[], |game| game.hurt(0, 1, 100, 0));
    end_turn(&mut arena, 1);
    assert_eq!(momentum(&arena), [9, 8]);
    assert_eq!(points(&mut arena), [1, 1]);
}

/// `ms93.rampage.sides`: with the seats swapped the Attacker attacks from the other one.
#[test]
fn the_attacker_keeps_its_part_in_the_other_seat() {
    let swapped = |attacker| {
        let field = city(&[basic()], &[basic()], attacker);
        field.scenario.swapped().mode
    };
    assert_eq!(
        swapped(Attacker::First),
        BattleMode::Rampage(Attacker::Second)
    );
    assert_eq!(
        swapped(Attacker::Second),
        BattleMode::Rampage(Attacker::First)
    );
    assert_eq!(swapped(Attacker::Both), BattleMode::Rampage(Attacker::Both));
}

/// `ms93.rampage.building-targeting`: the enemy 8 in off: buildings 4 in and 8 in off may be battered, one 12 in
/// off may not, in the turn of either side; a low wall 12 in off may, and in a Simple Battle everything.
#[test]
fn no_building_behind_a_closer_enemy_is_a_target() {
    let able = |mode, mover: UnitId| {
        let field = Field::new(&[basic()], &[basic()])
            .piece(building(1), &[(2, 5)])
            .piece(building(1), &[(4, 5)])
            .piece(building(1), &[(3, 7)])
            .piece(low_wall(), &[(2, 7)])
            .with(|scenario| scenario.mode = mode);
        let mut arena = field.arena();
        arena.put(mover, Hex::new(3, 4), Hex::new(0, 1));
        arena.put(1 - mover, Hex::new(3, 6), Hex::new(0, -1));
        arena.battle.begin_turn(mover, false);
        [0, 1, 2, 3].map(|piece| arena.view().may_batter(RIFLE, piece))
    };
    for mover in [0, 1] {
        let rampage = BattleMode::Rampage(Attacker::First);
        assert_eq!(able(rampage, mover), [true, true, false, true]);
        assert_eq!(able(BattleMode::Simple, mover), [true; 4]);
    }
}

/// `ms93.rampage.crash-same-size`: a unit of Size 2 rams one of Size 2.
#[test]
fn a_crash_takes_targets_of_the_same_size() {
    let horn = |unit: UnitProfile| {
        let mut unit = with!(unit, size: 2);
        unit.weapons[SABER].crash = true;
        unit
    };
    let mut arena = city(&[horn(basic())], &[horn(basic())], Attacker::First).arena();
    arena.apart(0, 1, 2);
    arena.battle.begin_turn(0, false);
    assert!(arena.view().may_ram(SABER, Ram::Unit(1)));
}

/// A turn of greedy as A with 5 Momentum, this many hexes from a single enemy of 30,000 HP, in sight of the
/// city; with or without Zeal.
fn greedy(
    own: UnitProfile,
    mode: BattleMode,
    (start, hexes): (Hex, i16),
    zeal: bool,
    faces: &[u8],
) -> Vec<Event> {
    let field = city(&[own], &[basic()], Attacker::First);
    let field = field.with(|scenario| scenario.mode = mode);
    let mut arena = with!(field, options: ms93()).arena();
    arena.put(0, start, Hex::new(0, 1));
    arena.put(1, start + Hex::new(0, hexes), Hex::new(0, -1));
    arena.play_by(PolicyKind::Greedy);
    arena.set_momentum(Side::A, 5);
    arena.unit_mut(0).skill_used = !zeal;
    arena.run(faces, |game| game.take_turn(0, false)).1
}

/// Weapons of a log's attacks on terrain.
fn battered(events: &[Event]) -> Vec<usize> {
    matching!(events, Event::Batter { weapon, .. } => *weapon)
}

/// A rifle and a better gun against buildings, 16 in.
fn gunner() -> UnitProfile {
    let gun = with!(rifle(), dice: 1, bonus: 0, dmg: 500, range_in: 16);
    let mut unit = basic();
    unit.weapons = vec![unit.weapons[RIFLE].clone(), gun];
    unit
}

const START: Hex = Hex::new(3, 2);

/// Greedy as the Attacker batters a building in reach, 12 in off, when no enemy is closer, with the better of
/// its guns; not as the Defender, nor in a Simple Battle. All checks are passed.
#[test]
fn greedy_wrecks_the_city_it_attacks() {
    let attacker = BattleMode::Rampage(Attacker::First);
    let events = greedy(gunner(), attacker, (START, 9), false, &[10; 3]);
    assert_eq!(battered(&events), [1]);
    for mode in [BattleMode::Rampage(Attacker::Second), BattleMode::Simple] {
        // It shoots at the enemy instead.
        let events = greedy(gunner(), mode, (START, 9), false, &[1]);
        assert!(battered(&events).is_empty());
    }
}

/// Every building that greedy may still bring down is worth Zeal: with 5 Momentum it buys three more Combat
/// Actions, and all four bring a building down; what the fourth brings is its victory point alone.
#[test]
fn greedy_buys_zeal_for_buildings() {
    let attacker = BattleMode::Rampage(Attacker::First);
    let events = greedy(gunner(), attacker, (START, 9), true, &[1; 4]);
    assert_eq!(battered(&events), [1; 4]);
    let zeal: Vec<u8> = matching!(events, Event::Zeal { actions, .. } => *actions);
    assert_eq!(zeal.iter().sum::<u8>(), 3);
}

/// With nothing but a blade greedy goes up to a building 16 in off and strikes it.
#[test]
fn greedy_goes_to_the_city() {
    let mut own = basic();
    own.weapons = vec![own.weapons[SABER].clone()];
    let attacker = BattleMode::Rampage(Attacker::First);
    let events = greedy(own.clone(), attacker, (Hex::new(3, 1), 10), false, &[10; 3]);
    assert_eq!(battered(&events), [0]);
    let events = greedy(own, BattleMode::Simple, (Hex::new(3, 1), 10), false, &[]);
    assert!(battered(&events).is_empty());
}

/// An enemy in range, 20 in off behind the city, whom a unit that does not move cannot see is no reason to
/// spare the building between them, though an attack on the enemy would be worth more.
#[test]
fn greedy_wrecks_the_city_rather_than_wait_for_an_enemy_out_of_sight() {
    let attacker = BattleMode::Rampage(Attacker::First);
    let mut own = with!(gunner(), move_in: 0);
    own.weapons[RIFLE] = with!(rifle(), dice: 20, bonus: 20, dmg: 900);
    let events = greedy(own, attacker, (START, 5), false, &[10; 3]);
    assert_eq!(battered(&events), [RIFLE]);
}

/// `ms93.rampage.sides`: with the Defender gone in round 2 the Attacker goes on with the city until it is razed
/// or round 5 is over; with the Attacker gone, in a Simple Battle, and with the city razed too it is over at once.
/// In a free-for-all either side goes on.
#[test]
fn an_attacker_plays_on_alone() {
    let rampage = BattleMode::Rampage;
    for (mode, gone, over) in [
        (rampage(Attacker::First), Side::B, false),
        (rampage(Attacker::First), Side::A, true),
        (rampage(Attacker::Second), Side::B, true),
        (rampage(Attacker::Both), Side::A, false),
        (BattleMode::Simple, Side::B, true),
    ] {
        let field = city(&[basic()], &[basic()], Attacker::First);
        let mut arena = field.with(|scenario| scenario.mode = mode).arena();
        arena.battle.round = 2;
        let unit = gone.index();
        let decided = arena.run(&[], |game| {
            game.hurt(unit, 1 - unit, 30_000, 0);
            game.is_decided()
        });
        assert_eq!(decided.0, over, "{mode:?}, {gone:?} gone");
        raze(&mut arena, 0..10, 1 - unit);
        assert!(arena.run(&[], |game| game.is_decided()).0);
    }
}

/// `ms93.rampage.sides`: two gunners whose enemy is gone before round 1 bring buildings down by every policy, and
/// every battle ends with round 5 or the last building. 5 battles each.
#[test]
fn policies_raze_the_city_alone() {
    for kind in PolicyKind::ALL {
        let mut razed = 0;
        for number in 0..5 {
            let field = city(&[gunner(), gunner()], &[basic()], Attacker::First);
            let mut arena = with!(field, options: ms93()).arena();
            arena.play_by(kind);
            let mut dice = TableDice::new(stream(15, 3, number));
            let (_, events) = arena.run_on(&mut dice, |game| {
                game.hurt(2, 0, 30_000, 0);
                let mut stage = Stage::Round;
                while stage != Stage::Over {
                    stage = game.step(stage, Pace::Turn);
                }
            });
            let building = |event: &&Event| matches!(event, Event::Razed { piece } if *piece < 10);
            let down = events.iter().filter(building).count();
            assert!(arena.battle.round == 5 || down == 10, "{kind}: {down}");
            razed += down;
        }
        // Who draws lots walks about more than it attacks.
        let least = if kind == PolicyKind::Random { 1 } else { 5 };
        assert!(razed >= least, "{kind}: {razed} buildings");
    }
}

/// `ms93.rampage.vp-early-kill`: what greedy weighs: to the Defender the last HP of an enemy are worth more in
/// round 2 than in round 3, as they are for twice the value; to the Attacker less, as rounds pass.
#[test]
fn greedy_wants_early_kills() {
    let worth = |round: u8, side: Side| {
        let mut arena = two_a_side(ms93());
        arena.battle.round = round;
        let unit = if side == Side::A { 2 } else { 0 };
        arena.unit_mut(unit).hp = 100;
        crate::policy::worth_of_damage(arena.view(), side, unit, 100)
    };
    let early = [2, 3].map(|round| worth(round, Side::B) - worth(round, Side::A));
    // A basic unit of Frame 3 and Performance 5 is worth 4, 40 in the scale of VER10, once more.
    assert!((39_990..=40_000).contains(&early[0]), "{early:?}");
    assert_eq!(early[1], 0);
}

/// `ms93.rampage.sides`: with no enemy left greedy goes up to a building and strikes it in one turn.
#[test]
fn greedy_alone_goes_to_the_city() {
    let mut own = basic();
    own.weapons = vec![own.weapons[SABER].clone()];
    let field = with!(city(&[own], &[basic()], Attacker::First), options: ms93());
    let mut arena = field.arena();
    arena.put(0, Hex::new(3, 1), Hex::new(0, 1));
    arena.unit_mut(1).on_table = false;
    arena.unit_mut(0).skill_used = true;
    arena.play_by(PolicyKind::Greedy);
    let (_, events) = arena.run(&[10; 3], |game| game.take_turn(0, false));
    assert_eq!(battered(&events), [0]);
}
