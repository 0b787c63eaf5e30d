//! What a sensible player does, position by position, and whether greedy does it.
//!
//! Tables of 48 by 48 in on hexes of 1 in; places are columns and rows. Unit 0 takes a turn, on several
//! streams of dice; a wish is what must be true after every one of them.

use equipoise_dice::{TableDice, stream};

use equipoise_engine::{Hex, Side, Transcript, matching};

use super::arena::{Arena, attacks, crewed, mech, rifle, saber, ways};
use super::field::{Field, high_wall, low_wall};
use crate::data::profile::{Defence, RapidFire, RapidFireEffect, Sensors, Tier, UnitProfile};
use crate::data::scenario::{Deployment, Place, TerrainPiece};
use crate::fast::memo::play_on;
use crate::options::{HexSize, Options};
use crate::policy::policies::Policies;
use crate::policy::search::PlayOuts;
use crate::policy_kind::PolicyKind;
use crate::rules::constants::FLASH_COST;
use crate::rules::event::Event;
use crate::rules::game::Game;
use crate::rules::unit_id::UnitId;

/// Streams of dice on which a turn is played.
const STREAMS: u64 = 8;
const SEED: u64 = 20_261_122;
/// A pool at which no Momentum Shift speaks for coming nearer or against backing off.
const EVEN: u8 = 5;

/// A bare table in inches.
pub(super) fn field(a: &[UnitProfile], b: &[UnitProfile]) -> Field {
    let field = Field::new(a, b).with(|scenario| {
        scenario.hex_in = HexSize::One;
        (scenario.width, scenario.depth) = (48, 48);
        scenario.deployment = Deployment::Zone(16);
    });
    Field {
        options: Options::default(),
        ..field
    }
}

/// A piece of terrain on columns and rows, first and last.
pub(super) fn block(field: Field, tags: TerrainPiece, columns: [i16; 2], rows: [i16; 2]) -> Field {
    let row = |row| (columns[0]..=columns[1]).map(move |column| (column, row));
    let hexes = (rows[0]..=rows[1]).flat_map(row).collect();
    field.with(|scenario| scenario.terrain.push(with!(tags, hexes: hexes)))
}

/// The same far from everything, so that the battle is no duel on an open table.
fn with_a_stone(field: Field) -> Field {
    block(field, low_wall(), [0, 0], [0, 0])
}

/// Units stand facing each other's edge, both pools are even.
pub(super) fn stand(field: Field, places: &[Place]) -> Arena {
    let mut arena = field.arena();
    for (unit, &(column, row)) in places.iter().enumerate() {
        let ahead = match arena.bout.side_of(unit) {
            Side::A => Hex::new(0, 1),
            Side::B => Hex::new(0, -1),
        };
        arena.put(unit, Hex::from_offset(column, row), ahead);
    }
    for side in Side::BOTH {
        arena.set_momentum(side, EVEN);
    }
    arena
}

/// The same, and some have acted.
fn acted(mut arena: Arena, units: &[UnitId]) -> Arena {
    for &unit in units {
        arena.unit_mut(unit).activated = true;
    }
    arena
}

fn wounded(mut arena: Arena, hp: i32) -> Arena {
    arena.unit_mut(0).hp = hp;
    arena
}

/// Plays the turn of a unit on a stream of dice.
pub(super) fn take_turn(arena: &mut Arena, unit: UnitId, number: u64) -> Vec<Event> {
    let mut log = Transcript::default();
    let play_outs = PlayOuts::new(play_on);
    let mut game = Game {
        bout: &arena.bout,
        decider: &mut Policies::new(arena.bout.policies, &play_outs),
        state: &mut arena.battle,
        dice: &mut TableDice::new(stream(SEED, 0, number)),
        log: &mut log,
    };
    game.take_turn(unit, false);
    log.0
}

/// Turns of unit 0 under a policy that do not end as wished: where it went, and whom it attacked when.
fn failures(
    policy: PolicyKind,
    position: impl Fn() -> Arena,
    wish: impl Fn(&Arena, &[Event]) -> bool,
) -> Vec<String> {
    let turn = |number: u64| {
        let mut arena = position();
        arena.play_by(policy);
        let events = take_turn(&mut arena, 0, number);
        (!wish(&arena, &events)).then(|| story(&events))
    };
    (0..STREAMS).filter_map(turn).collect()
}

fn story(events: &[Event]) -> String {
    let step = |event: &Event| match event {
        Event::Move { unit, from, to, .. } => Some(format!(
            "{unit}: {:?} to {:?}",
            from.to_offset(),
            to.to_offset()
        )),
        Event::Attack {
            attacker,
            target,
            weapon,
            inches,
            ..
        } => Some(format!(
            "{attacker} attacks {target} with {weapon} at {inches}"
        )),
        Event::Focus { unit, .. } => Some(format!("{unit} Focus")),
        Event::Skill { unit, skill, .. } => Some(format!("{unit} {skill}")),
        Event::Zeal { unit, .. } => Some(format!("{unit} Zeal")),
        _ => None,
    };
    let steps: Vec<String> = events.iter().filter_map(step).collect();
    steps.join(", ")
}

/// Greedy always does what is wished.
#[track_caller]
fn greedy_does(position: impl Fn() -> Arena, wish: impl Fn(&Arena, &[Event]) -> bool) {
    let failed = failures(PolicyKind::Greedy, position, wish);
    assert!(failed.is_empty(), "{} turns: {failed:#?}", failed.len());
}

/// The solo policy does not, on most streams.
#[track_caller]
fn solo_does_not(position: impl Fn() -> Arena, wish: impl Fn(&Arena, &[Event]) -> bool) {
    let failed = failures(PolicyKind::Solo, position, wish);
    assert!(2 * failed.len() as u64 > STREAMS, "{failed:#?}");
}

fn shoots(_: &Arena, events: &[Event]) -> bool {
    attacks(events).first() == Some(&(0, 1))
}

fn is_unseen(arena: &Arena, _: &[Event]) -> bool {
    !arena.view().sees(1, 0)
}

fn is_covered(arena: &Arena, events: &[Event]) -> bool {
    is_unseen(arena, events) || arena.view().cover(1, 0, false).is_some()
}

/// Rifle only.
fn shooter() -> UnitProfile {
    with!(mech(), weapons: vec![rifle()])
}

/// Saber only.
fn fighter() -> UnitProfile {
    with!(mech(), weapons: vec![saber()])
}

/// A shooter that destroys what is badly hurt.
fn gunner() -> UnitProfile {
    with!(mech(), weapons: vec![with!(rifle(), dice: 10, dmg: 500)])
}

/// A wall between the two, open at both ends.
fn walled(enemy: &UnitProfile) -> Field {
    let field = field(&[shooter()], std::slice::from_ref(enemy));
    block(field, high_wall(), [18, 30], [24, 24])
}

/// The stronger of two that reaches nobody yet goes 20 in nearer, two moves and an Accelerate, and never back.
#[test]
fn the_stronger_of_two_closes_in() {
    let giant = with!(fighter(), hp: 18_000);
    let position = || {
        stand(
            field(std::slice::from_ref(&giant), &[shooter()]),
            &[(24, 0), (24, 47)],
        )
    };
    let nearer = |arena: &Arena, events: &[Event]| {
        let there = arena.unit(1).pos;
        let ways = ways(events);
        let back = |&&(from, to, _): &&(Hex, Hex, _)| from.distance(there) <= to.distance(there);
        ways.iter().find(back).is_none() && arena.unit(0).pos.distance(there) == 47 - 20
    };
    greedy_does(position, nearer);
}

/// A unit that does not see its target goes round the wall and shoots, whether the target has acted or
/// not.
#[test]
fn a_unit_goes_round_a_wall_to_shoot() {
    for done in [&[][..], &[1]] {
        let position = || acted(stand(walled(&shooter()), &[(24, 20), (24, 36)]), done);
        assert!(!position().view().sees(0, 1));
        greedy_does(position, shoots);
    }
}

/// Where the way round takes longer than a turn, the unit shoots within three.
#[test]
fn a_unit_goes_round_a_long_wall() {
    for number in 0..STREAMS {
        let field = field(&[shooter()], &[shooter()]);
        let field = block(field, high_wall(), [8, 40], [24, 24]);
        let mut arena = acted(stand(field, &[(24, 20), (24, 30)]), &[1]);
        arena.play_by(PolicyKind::Greedy);
        let mut log = Vec::new();
        for round in 1..=3 {
            arena.battle.round = round;
            arena.unit_mut(0).activated = false;
            log.extend(take_turn(&mut arena, 0, number));
        }
        assert!(shoots(&arena, &log), "{}", story(&log));
    }
}

/// From behind a wall it takes both moves to see the enemy, who is still to act and would destroy what
/// is badly hurt: a whole unit goes out and shoots, a hurt one stays out of sight.
#[test]
fn the_hurt_stay_out_of_sight() {
    let whole = || stand(walled(&gunner()), &[(24, 20), (24, 36)]);
    let hurt = || wounded(whole(), 400);
    greedy_does(whole, shoots);
    greedy_does(hurt, is_unseen);
}

/// Hurt, beside a wall and in sight of an enemy that is still to act: the turn ends out of sight, and not
/// without a shot, as a move is enough to hide.
#[test]
fn the_hurt_shoot_and_hide() {
    let position = || wounded(stand(walled(&gunner()), &[(33, 21), (24, 36)]), 400);
    assert!(position().view().sees(1, 0));
    greedy_does(position, is_unseen);
    greedy_does(position, shoots);
}

/// With nothing to hide behind the hurt take what cover there is.
#[test]
fn the_hurt_take_cover() {
    let position = || {
        let field = field(&[with!(shooter(), move_in: 4)], &[gunner()]);
        let field = block(field, low_wall(), [26, 32], [22, 22]);
        let mut arena = wounded(stand(field, &[(22, 20), (24, 40)]), 400);
        arena.set_momentum(Side::A, 10);
        arena
    };
    assert!(!is_covered(&position(), &[]));
    greedy_does(position, is_covered);
    solo_does_not(position, is_covered);
}

/// A control point within reach of a gunner that is still to act: a whole unit stays on it, a hurt one
/// leaves it for the next wall.
#[test]
fn a_point_is_held_by_who_can_hold_it() {
    let near =
        |arena: &Arena, _: &[Event]| arena.unit(0).pos.distance(arena.bout.control_points[0]) <= 4;
    for owner in [None, Some(Side::A)] {
        let position = |enemy: UnitProfile, hp| {
            let field = field(&[shooter()], &[enemy]);
            let field = block(field, high_wall(), [30, 40], [24, 24]);
            let field = field.with(|scenario| scenario.control_points.push((24, 20)));
            let mut arena = wounded(stand(field, &[(24, 20), (24, 40)]), hp);
            arena.battle.owners[0] = owner;
            arena
        };
        greedy_does(|| position(shooter(), 4000), near);
        greedy_does(
            || position(gunner(), 400),
            |arena, events| is_unseen(arena, events) && !near(arena, events),
        );
    }
}

/// A giant of little use in melee but for its Crash.
fn giant(crash: bool) -> UnitProfile {
    let horn = with!(saber(), dice: 6, bonus: 0, dmg: 1000, crash: crash);
    with!(mech(), weapons: vec![horn], size: 6, move_in: 12)
}

/// Whom a giant may Crash into within its turn gets out of its reach or out of its sight; without the tag
/// it need not.
#[test]
fn a_unit_leaves_the_reach_of_a_crash() {
    let position = |crash: bool| {
        let field = with_a_stone(field(&[shooter()], &[giant(crash)]));
        wounded(stand(field, &[(24, 18), (24, 36)]), 2100)
    };
    let away = |arena: &Arena, _: &[Event]| arena.view().distance(0, 1) > 2 * 12 + 1;
    greedy_does(|| position(true), away);
    greedy_does(|| position(true), shoots);
    solo_does_not(|| position(true), away);
}

/// Nobody is in danger where all enemies have acted: the turn ends behind the target, for the Blindside
/// of the next.
#[test]
fn a_turn_ends_behind_who_has_acted() {
    let behind = |arena: &Arena, _: &[Event]| !arena.view().in_front(1, arena.unit(0).pos);
    let position = || {
        let field = with_a_stone(field(&[shooter()], &[shooter()]));
        acted(stand(field, &[(24, 20), (24, 28)]), &[1])
    };
    greedy_does(position, behind);
    greedy_does(position, shoots);
    solo_does_not(position, behind);
}

/// A sniper shoots and goes away from a fighter that is still to act, rather than into melee: as far as
/// the fighter comes within its turn. In a battle a hurt one does so in any case, a whole one where a
/// Momentum Shift does not bring it more.
#[test]
fn a_sniper_keeps_away_from_a_fighter() {
    let lance = with!(rifle(), range_in: 36, dice: 7);
    let sniper = with!(mech(), weapons: vec![lance, with!(saber(), dice: 1, bonus: 0)]);
    let rushing = with!(fighter(), weapons: vec![with!(saber(), dice: 9)]);
    let away = |arena: &Arena, _: &[Event]| arena.view().distance(0, 1) > 2 * 8 + 4;
    for places in [[(24, 22), (24, 36)], [(24, 30), (24, 42)]] {
        for (duel, momentum, hp) in [
            (true, 0, 4000),
            (true, 5, 4000),
            (true, 10, 4000),
            (true, 5, 1500),
            (false, 0, 1500),
            (false, 5, 1500),
            (false, 8, 4000),
            (false, 10, 4000),
        ] {
            let position = || {
                let field = field(
                    std::slice::from_ref(&sniper),
                    std::slice::from_ref(&rushing),
                );
                let field = if duel { field } else { with_a_stone(field) };
                let mut arena = wounded(stand(field, &places), hp);
                arena.set_momentum(Side::A, momentum);
                arena
            };
            greedy_does(position, away);
            greedy_does(position, shoots);
        }
    }
}

/// Close enough for a shot with more dice, and for the fighter: the sniper does without them.
#[test]
fn a_sniper_does_not_come_near_for_a_better_shot() {
    let near = RapidFire::of(8, RapidFireEffect::Dice(1));
    let lance = with!(rifle(), range_in: 36, rapid_fire: Some(near));
    let sniper = with!(mech(), weapons: vec![lance], hp: 2500);
    let rushing = with!(fighter(), weapons: vec![with!(saber(), dice: 12, bonus: 8, dmg: 600)]);
    let away = |arena: &Arena, _: &[Event]| arena.view().distance(0, 1) > 2 * 8 + 4;
    for duel in [true, false] {
        let position = || {
            let field = field(
                std::slice::from_ref(&sniper),
                std::slice::from_ref(&rushing),
            );
            let field = if duel { field } else { with_a_stone(field) };
            stand(field, &[(24, 12), (24, 36)])
        };
        greedy_does(position, away);
        greedy_does(position, shoots);
        solo_does_not(position, away);
    }
}

/// An enemy that cannot do any harm.
fn harmless(hp: u32) -> UnitProfile {
    let toy = with!(rifle(), dice: 1, bonus: -5, dmg: 0);
    with!(shooter(), weapons: vec![toy], hp: hp, evade: Defence { dice: 4, bonus: 0 }, move_in: 0)
}

/// Attack skills of a log that brought no HITS through.
fn idle_skills(events: &[Event]) -> usize {
    let (mut bought, mut idle) = (0, 0);
    for event in events {
        match event {
            Event::Attack { .. } => bought = 0,
            Event::Focus {
                unit: 0,
                successes: 0,
            } => idle += 1,
            Event::Focus { unit: 0, .. } | Event::Skill { unit: 0, .. } => bought += 1,
            Event::Result { unblocked, .. } if *unblocked <= 0 => idle += bought,
            _ => {}
        }
    }
    idle
}

/// Alone against a target that does no harm, with all Momentum: from wherever it gets a shot it shoots,
/// every skill it buys does something, no second action is left unused, and the target is soon gone.
#[test]
fn a_harmless_target_is_shot_without_delay() {
    for (own, at, turns) in [
        ((24, 20), (24, 36), 2),
        ((24, 2), (24, 40), 3),
        ((24, 28), (24, 36), 2),
        ((4, 20), (44, 30), 3),
    ] {
        for number in 0..4 * STREAMS {
            let unit = crewed(Tier::Ace);
            let field = field(&[unit], &[harmless(2000)]);
            let field = block(field, high_wall(), [18, 30], [24, 24]);
            let mut arena = stand(field, &[own, at]);
            arena.play_by(PolicyKind::Greedy);
            arena.set_momentum(Side::A, 10);
            arena.set_momentum(Side::B, 0);
            let mut taken = 0;
            while arena.unit(1).on_table && taken < turns {
                taken += 1;
                arena.battle.round = taken;
                arena.unit_mut(0).activated = false;
                arena.unit_mut(1).activated = true;
                let events = take_turn(&mut arena, 0, number);
                let view = arena.view();
                let reaches = view.distance(0, 1) <= 24 && view.sees(0, 1);
                let idle = arena.battle.turn.combat_actions > 0 && reaches;
                assert!(!(idle && arena.unit(1).on_table), "{}", story(&events));
                assert_eq!(idle_skills(&events), 0, "{events:?}");
            }
            assert!(
                !arena.unit(1).on_table,
                "{own:?} {at:?} {number}: {} HP",
                arena.unit(1).hp
            );
        }
    }
}

/// Late in a duel, with three points left, its own shots weak and an enemy still to act that would likely destroy
/// it: a hurt unit keeps the points for the Flash that may save it.
#[test]
fn the_hurt_keep_momentum_for_a_flash() {
    let able = |arena: &Arena, _: &[Event]| arena.view().momentum(Side::A) >= FLASH_COST;
    let weak = with!(rifle(), dmg: 150);
    let position = |round| {
        let own = with!(crewed(Tier::Ace), weapons: vec![weak.clone()], move_in: 0);
        let field = field(&[own], &[with!(gunner(), move_in: 0)]);
        let mut arena = wounded(stand(field, &[(24, 20), (24, 36)]), 1500);
        arena.set_momentum(Side::A, FLASH_COST);
        arena.battle.round = round;
        arena
    };
    for round in [4, 5] {
        greedy_does(|| position(round), able);
        greedy_does(|| position(round), shoots);
        let spent = failures(PolicyKind::Solo, || position(round), able);
        assert!(!spent.is_empty(), "solo keeps them too");
    }
}

/// Lock On is a die for a DEF where the target has cover, and a die brings less than one HIT: it is taken
/// against a target in the open alone.
#[test]
fn lock_on_is_not_taken_against_cover() {
    let own = with!(shooter(), sensors: Sensors::of(24, 0), move_in: 0);
    let enemy = with!(shooter(), move_in: 0);
    for covered in [false, true] {
        let position = || {
            let field = with_a_stone(field(
                std::slice::from_ref(&own),
                std::slice::from_ref(&enemy),
            ));
            let field = match covered {
                true => block(field, low_wall(), [20, 28], [34, 34]),
                false => field,
            };
            stand(field, &[(24, 20), (24, 36)])
        };
        assert_eq!(position().view().cover(0, 1, false).is_some(), covered);
        let dice = 6 + u8::from(!covered);
        greedy_does(position, |_, events| {
            let pools: Vec<u8> = matching!(events, Event::Pool { unit: 0, dice, .. } => *dice);
            pools.first() == Some(&dice)
        });
    }
}
