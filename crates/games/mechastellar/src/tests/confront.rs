//! Confrontation: three linked battles of three rounds.

use equipoise_engine::{Hex, Side, matching};

use super::arena::{Arena, RIFLE, mech, strike};
use super::drill::drill;
use super::field::Field;
use super::hexmap;
use crate::data::command::CommanderTrait;
use crate::data::profile::{Tier, UnitProfile, UnitType};
use crate::data::scenario::{BattleMode, Deployment, Redeployment};
use crate::options::{Options, ScoringProfile};
use crate::policy_kind::PolicyKind;
use crate::rules::decision::Command;
use crate::rules::event::Event;
use crate::rules::play::Stage;
use crate::rules::unit_id::UnitId;

const SAME: BattleMode = BattleMode::Confrontation(Redeployment::Same);

fn ms93() -> Options {
    with!(hexmap(), scoring: ScoringProfile::Ms93)
}

/// A unit of these levels, of no Performance.
fn of(frame: u8, tier: Tier) -> UnitProfile {
    with!(drill(tier, 1), frame: frame, performance: 0)
}

fn basic() -> UnitProfile {
    of(2, Tier::Basic)
}

fn field(a: &[UnitProfile], b: &[UnitProfile]) -> Field {
    with!(Field::new(a, b).with(|scenario| scenario.mode = SAME), options: ms93())
}

fn points(arena: &Arena) -> [i32; 2] {
    Side::BOTH.map(|side| arena.side(side).earned.total())
}

/// Every unit has taken part.
fn all_fight(arena: &mut Arena) {
    arena.run(&[], |game| {
        for unit in 0..game.bout.units.len() {
            game.note_fight(unit);
        }
    });
}

fn survivors(arena: &mut Arena) -> [i32; 2] {
    arena.run(&[], |game| game.score_survivors());
    points(arena)
}

/// `ms93.confront.format`, `ms93.game.types`: nobody does anything: the roll-off of equal forces and three
/// initiatives, three times over: rounds 1 to 3, three times, 9 in all.
#[test]
fn three_battles_of_three_rounds() {
    let mut arena = field(&[basic()], &[basic()]).arena();
    let faces = [9, 2, 8, 1, 8, 1, 8, 1].repeat(3);
    let (outcome, events) = arena.battle(&faces);
    assert_eq!(outcome.rounds, 9);
    let rounds: Vec<u8> = matching!(events, Event::Round { round, .. } => *round);
    assert_eq!(rounds, [1, 2, 3, 1, 2, 3, 1, 2, 3]);
    let battles: Vec<u8> = matching!(events, Event::Battle { number, .. } => *number);
    assert_eq!(battles, [2, 3]);
    let deployed: Vec<UnitId> = matching!(events, Event::Deploy { unit, .. } => *unit);
    assert_eq!(deployed.len(), 6);
}

/// `ms93.confront.format`: with one side gone in round 2 of the first battle the set is over.
#[test]
fn a_set_ends_with_a_side() {
    let mut arena = field(&[basic()], &[basic()]).arena();
    arena.battle.round = 2;
    let stage = arena.run(&[], |game| {
        game.hurt(1, 0, 30_000, 0);
        game.close_battle(true)
    });
    assert_eq!(stage.0, Stage::Over);
    assert_eq!(arena.view().rounds_played(), 2);
}

/// `ms93.confront.repairs`: half of the full HP back, at most all: 700 + 4100 / 2 = 2750, 3000 of 4000 all 4000,
/// a destroyed one none; Battle Damage, Stun and spent uses are gone.
#[test]
fn survivors_are_mended_by_half() {
    let hp = |hp| with!(mech(), hp: hp);
    let mut arena = field(&[hp(4100), hp(4000), hp(4000)], &[basic()]).arena();
    let fresh = *arena.unit(0);
    arena.unit_mut(0).hp = 700;
    arena.unit_mut(1).hp = 3000;
    let unit = arena.unit_mut(0);
    (unit.stun, unit.legs_lost, unit.disabled, unit.head_lost) = (2, 1, 1, true);
    unit.evade.dice -= 2;
    unit.uses.fill(9);
    arena.run(&[], |game| {
        game.hurt(2, 3, 4000, 0);
        game.next_battle();
    });
    assert_eq!([0, 1, 2].map(|u| arena.unit(u).hp), [2750, 4000, 0]);
    let unit = arena.unit(0);
    assert_eq!((unit.stun, unit.legs_lost, unit.disabled), (0, 0, 0));
    assert!(!unit.head_lost && unit.on_table);
    assert_eq!((unit.evade, unit.uses), (fresh.evade, fresh.uses));
    assert!(!arena.unit(2).on_table);
}

/// `ms93.confront.redeploy`: two of three left: both deploy again in their zone; the larger force first, so no
/// roll-off. `redeployment = "alternate"` takes turns, from the second battle on.
#[test]
fn survivors_deploy_again() {
    for (again, order) in [
        (Redeployment::Same, [0, 2, 3]),
        (Redeployment::Alternate, [0, 3, 2]),
    ] {
        let field = field(&[basic(), basic(), basic()], &[basic()]);
        let mode = BattleMode::Confrontation(again);
        let mut arena = field.with(|scenario| scenario.mode = mode).arena();
        assert!(matches!(arena.view().deployment(), Deployment::Zone(_)));
        let (_, events) = arena.run(&[], |game| {
            game.hurt(1, 3, 30_000, 0);
            game.next_battle();
        });
        let deployed: Vec<UnitId> = matching!(events, Event::Deploy { unit, .. } => *unit);
        assert_eq!(deployed, order, "{again:?}");
        assert!(!arena.unit(1).on_table);
    }
}

/// Three units of side A, the middle one the dearest, the last its Commander with a trait, against one.
fn led_by_the_last(own: CommanderTrait, options: Options) -> Arena {
    let priced = |points| with!(basic(), points: points);
    let force = [
        priced(100),
        priced(300),
        with!(basic(), hp: 1000, points: 200),
    ];
    let field = field(&force, &[with!(basic(), points: 600)]);
    let field = field.with(|scenario| {
        scenario.forces[0].commander = Some(2);
        scenario.forces[0].commander_trait = Some(own);
        scenario.forces[1].commander = Some(0);
    });
    with!(field, options: options).arena()
}

/// `ms93.confront.new-command`: the Commander, unit 2, falls in the first battle, for 1 x round 1 beside its
/// value; unit 1, the dearest that is left, takes command: it gives the Command of the second battle, has Iron
/// Wall and the trait, and costs another 1 x round 2. Then unit 0 takes over. By the option's other value nobody
/// does.
#[test]
fn a_fallen_commander_has_a_successor() {
    let read = |arena: &Arena| {
        let view = arena.view();
        let led = view.is_led(Side::A, CommanderTrait::RallyingLeader);
        let walls = [0, 1].map(|unit| view.has_elite_skills(unit));
        (view.commander(Side::A), led, walls)
    };
    for (on, first, second) in [
        (
            true,
            (Some(1), true, [false, true]),
            (Some(0), true, [true, false]),
        ),
        (
            false,
            (Some(2), false, [false; 2]),
            (Some(2), false, [false; 2]),
        ),
    ] {
        let options = with!(ms93(), new_commander: on);
        let mut arena = led_by_the_last(CommanderTrait::RallyingLeader, options);
        let fall = |arena: &mut Arena, unit: UnitId, round: u8| {
            arena.battle.round = round;
            let before = points(arena)[1];
            arena.run(&[], |game| game.hurt(unit, 3, 30_000, 0));
            points(arena)[1] - before
        };
        // Forces of one unit each roll off who deploys first.
        let next = |arena: &mut Arena, faces: &[u8]| {
            let (_, events) = arena.run(faces, |game| game.next_battle());
            let named: Vec<UnitId> = matching!(events, Event::TakesCommand { unit } => *unit);
            named
        };
        assert_eq!(fall(&mut arena, 2, 1), 1);
        assert_eq!(next(&mut arena, &[]), if on { vec![1] } else { vec![] });
        assert_eq!(read(&arena), first);
        arena.script(|s| s.commands[0].push_back(Command::Rally));
        let rallied = arena.full_turn(0, &[], &if on { vec![1; 2] } else { vec![] });
        assert_eq!(rallied.contains(&Event::Rally { side: Side::A }), on);
        assert_eq!(fall(&mut arena, 1, 2), if on { 2 } else { 0 });
        assert_eq!(next(&mut arena, &[9, 2]), if on { vec![0] } else { vec![] });
        assert_eq!(read(&arena), second);
    }
}

/// `ms93.confront.new-command`: a Commander that lives stays, whatever others cost; a side without one names
/// none; every battle starts with the 1 Momentum that Resourceful brings.
#[test]
fn a_commander_that_lives_stays() {
    let mut arena = led_by_the_last(CommanderTrait::Resourceful, ms93());
    let start = arena.bout.starting_momentum;
    let (_, events) = arena.run(&[], |game| game.next_battle());
    let momentum: Vec<[u8; 2]> = matching!(events, Event::Battle { momentum, .. } => *momentum);
    assert_eq!(momentum, [start]);
    assert_eq!(start[0], start[1] + 1);
    assert_eq!(arena.view().commander(Side::A), Some(2));
    let mut bare = field(&[basic(), basic()], &[basic()]).arena();
    bare.run(&[9, 2], |game| {
        game.hurt(0, 2, 30_000, 0);
        game.next_battle();
    });
    assert_eq!(bare.view().commander(Side::A), None);
}

/// `ms93.confront.momentum-reset`: an army of 1,000 points starts with 5, and again with 5 once a loss has
/// brought it to 500, whatever it has left.
#[test]
fn momentum_is_that_of_the_first_battle() {
    let dear = with!(basic(), points: 500);
    let army = [dear.clone(), dear];
    let mut arena = field(&army, &army[..1]).arena();
    for side in Side::BOTH {
        assert_eq!(arena.momentum(side), 5);
    }
    arena.set_momentum(Side::A, 1);
    arena.set_momentum(Side::B, 9);
    let (_, events) = arena.run(&[9, 2], |game| {
        game.hurt(1, 2, 30_000, 0);
        game.next_battle();
    });
    let momentum: Vec<[u8; 2]> = matching!(events, Event::Battle { momentum, .. } => *momentum);
    assert_eq!(momentum, [[5, 5]]);
    assert_eq!(Side::BOTH.map(|side| arena.momentum(side)), [5, 5]);
}

/// `ms93.confront.survivor-vp`: the printed example, a Frame level and a crew level a point each: player 1
/// 5 x 2 + 4 + 2 = 16, 3 x 2 + 4 + 2 = 12, 2 + 2 = 4, in all 32; player 2 4 + 3 x 2 + 2 x 2 = 14,
/// 4 + 2 x 2 + 2 = 10, 4 + 2 x 3 + 2 = 12, in all 36. The print has 17, 13, 4 (34) and 16, 12, 12 (40): four of
/// its six lines do not follow its rule. In VER10 each counts ten times.
#[test]
fn the_printed_example_scores_by_its_rule() {
    // Machines by Frame level, and one crew level 2 to each point of `aces`.
    let force = |frames: &[u8], aces: usize| -> Vec<UnitProfile> {
        let tier = |at| if at < aces { Tier::Ace } else { Tier::Basic };
        let units = frames.iter().enumerate();
        units.map(|(at, &frame)| of(frame, tier(at))).collect()
    };
    let games: [[(&[u8], usize, i32); 2]; 3] = [
        [(&[2, 2, 2, 2, 2, 4], 1, 16), (&[4, 2, 2, 2], 2, 14)],
        [(&[2, 2, 2, 4], 1, 12), (&[4, 2, 2], 1, 10)],
        [(&[2], 1, 4), (&[4, 3, 3], 1, 12)],
    ];
    let mut sums = [0; 2];
    for [a, b] in games {
        for (options, each) in [(ms93(), 1), (hexmap(), 10)] {
            let forces = field(&force(a.0, a.1), &force(b.0, b.1));
            let mut arena = with!(forces, options: options).arena();
            all_fight(&mut arena);
            assert_eq!(survivors(&mut arena), [each * a.2, each * b.2]);
        }
        sums = [sums[0] + a.2, sums[1] + b.2];
    }
    assert_eq!(sums, [32, 36]);
}

/// `ms93.confront.survivor-bonus`: Frame 4, Ace, Performance 8: 4 + 2 + 2 = 8; a Warship of Frame 3, level 1,
/// Performance 5: 3 + 1 + 1 + 2 = 7; Performance 10 adds 3, 4 nothing.
#[test]
fn strong_survivors_score_more() {
    let ship = with!(of(3, Tier::Skilled), performance: 5, unit_type: UnitType::Warship);
    for (unit, vp) in [
        (with!(of(4, Tier::Ace), performance: 8), 8),
        (ship, 7),
        (with!(of(2, Tier::Basic), performance: 10), 5),
        (with!(of(2, Tier::Basic), performance: 4), 2),
    ] {
        let mut arena = field(&[unit], &[basic()]).arena();
        arena.run(&[], |game| game.note_fight(0));
        assert_eq!(survivors(&mut arena), [vp, 0]);
    }
}

/// `ms93.confront.idle-no-vp`: of Frame 2 and Frame 3 the first shoots at a Frame 2: 2 points each side; a third
/// unit, which begins its turn on a control point, scores 2 more. Each battle counts anew.
#[test]
fn idlers_score_nothing() {
    let force = [basic(), of(3, Tier::Basic), basic()];
    let mut arena = field(&force, &[basic()]).point(0, 5).arena();
    arena.apart(0, 3, 3);
    arena.put(1, Hex::new(9, 0), Hex::new(0, 1));
    arena.put(2, Hex::new(8, 1), Hex::new(0, 1));
    arena.turn(0, &[strike(RIFLE, 3)], &[1]);
    assert_eq!(survivors(&mut arena), [2, 2]);
    let at = arena.bout.control_points[0];
    arena.put(2, at, Hex::new(0, 1));
    arena.run(&[], |game| game.capture(2));
    assert_eq!(survivors(&mut arena), [2 + 4, 2 + 2]);
    arena.run(&[], |game| game.next_battle());
    assert_eq!(survivors(&mut arena), [6, 4]);
}

/// `ms93.confront.inherits`: kills worth 5 and 3 and survivors worth 6: 14 after a battle, and again no more for
/// the same kills after the next. An enemy left with less than half scores half in each battle: 8 + 6 + 2 x 2.
#[test]
fn kills_score_in_their_battle() {
    for (left, scored) in [(30_000, [14, 14]), (1_000, [16, 18])] {
        let enemies = [of(3, Tier::Ace), of(3, Tier::Basic), of(4, Tier::Basic)];
        let own = [of(4, Tier::Ace)];
        let mut arena = field(&own, &enemies).arena();
        for unit in [1, 2] {
            let enemy = arena.unit_mut(unit);
            (enemy.hp, enemy.on_table) = (0, false);
        }
        arena.run(&[], |game| game.note_fight(0));
        survivors(&mut arena);
        let mut found = [0; 2];
        for vp in &mut found {
            arena.unit_mut(3).hp = left;
            *vp = arena
                .run(&[], |game| game.view().earnings(Side::A).total())
                .0;
            arena.run(&[9, 2], |game| game.next_battle());
        }
        assert_eq!(found, scored);
    }
}

/// `ms93.confront.inherits`: control points bring Momentum, 1 each, nothing else, and are nobody's again in the
/// next battle; the loss of an Ace costs 2 points, once.
#[test]
fn control_points_and_losses_are_those_of_a_simple_battle() {
    let mut arena = field(&[basic(), of(2, Tier::Ace)], &[basic()])
        .point(3, 5)
        .arena();
    arena.battle.owners[0] = Some(Side::A);
    let momentum = arena.momentum(Side::A);
    arena.run(&[], |game| game.settle_points());
    assert_eq!(arena.momentum(Side::A), momentum + 1);
    assert_eq!(points(&arena), [0, 0]);
    arena.unit_mut(1).hp = 0;
    arena.unit_mut(1).on_table = false;
    for _ in 0..2 {
        let vp = arena
            .run(&[], |game| game.view().earnings(Side::A).total())
            .0;
        assert_eq!(vp, -2);
        arena.run(&[9, 2], |game| game.next_battle());
        assert_eq!(arena.battle.owners[0], None);
    }
}

/// `ms93.confront.hold-back`: a unit held back comes to the own edge as round 1 or 2 ends, nowhere else and not
/// as the last one ends; its first turn is in the next round. In each battle anew, unless nobody else is left.
#[test]
fn who_is_held_back_comes_as_a_round_ends() {
    let held = || {
        let field = field(&[basic(), basic()], &[basic()]).point(3, 5);
        field.with(|scenario| scenario.forces[0].entries[1].reserve = true)
    };
    let at_edge = Hex::new(3, 0);
    for (round, at, comes) in [
        (1, at_edge, true),
        (2, at_edge, true),
        (3, at_edge, false),
        (2, Hex::new(3, 1), false),
        (2, Hex::new(3, 5), false),
    ] {
        let mut arena = held().arena();
        arena.unit_mut(1).on_table = false;
        arena.battle.owners[0] = Some(Side::A);
        arena.battle.round = round;
        arena.script(|s| s.reinforce = Some((1, at)));
        assert!(!arena.run(&[], |game| game.reinforce(Side::A)).0);
        arena.run(&[], |game| game.late_arrivals());
        assert_eq!(arena.unit(1).on_table, comes, "round {round} {at:?}");
        assert_eq!(arena.unit(1).activated, comes);
        arena.run(&[], |game| game.next_battle());
        assert!(arena.unit(1).reserve && !arena.unit(1).on_table);
        arena.run(&[9, 2], |game| {
            game.hurt(0, 2, 30_000, 0);
            game.next_battle();
        });
        assert!(!arena.unit(1).reserve && arena.unit(1).on_table);
    }
    // VER10 has its own procedure.
    let mut arena = with!(held(), options: hexmap()).arena();
    arena.unit_mut(1).on_table = false;
    arena.battle.round = 2;
    arena.script(|s| s.reinforce = Some((1, at_edge)));
    arena.run(&[], |game| game.late_arrivals());
    assert!(!arena.unit(1).on_table);
    assert!(arena.run(&[], |game| game.reinforce(Side::A)).0);
}

/// `ms93.confront.format`: every policy plays a set to its end.
#[test]
fn policies_play_a_set() {
    use equipoise_dice::{StreamDice, stream};
    for (seed, policy) in PolicyKind::ALL.into_iter().enumerate() {
        let force = [mech(), basic()];
        let mut arena = field(&force, &force).arena();
        arena.play_by(policy);
        let mut dice = StreamDice::new(stream(3, seed as u64, 0));
        let (outcome, _) = arena.run_on(&mut dice, |game| game.play());
        assert!((1..=9).contains(&outcome.rounds));
    }
}

/// `ms93.confront.survivor-vp`: what its side would score for it in this battle and those to come makes a unit
/// worth more to its enemy: 3 x 2, then 2 x 2.
#[test]
fn a_survivor_to_be_is_worth_more() {
    let mut arena = field(&[basic()], &[basic()]).arena();
    assert_eq!(arena.view().survivor_prize(1), 6);
    arena.run(&[9, 2], |game| game.next_battle());
    assert_eq!(arena.view().survivor_prize(1), 4);
}

/// `ms93.log.precedence`: a Warship of Frame 4 and level 1 is worth 4 + 1 + 2 = 7, not twice its 5 as the log has
/// it.
#[test]
fn the_body_of_the_text_counts() {
    let ship = with!(of(4, Tier::Skilled), unit_type: UnitType::Warship);
    let arena = field(&[ship], &[basic()]).arena();
    assert_eq!(arena.bout.units[0].vp, 7);
}
