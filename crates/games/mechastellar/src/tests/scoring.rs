//! The scoring of the supplement 9.3, beside that of the core rules.

use equipoise_dice::{TableDice, stream};
use equipoise_engine::{GameSystem as _, Hex, Outcome, Side, Transcript};

use super::arena::{Arena, RIFLE, SABER, crewed, mech};
use super::drill::{drill, hit};
use super::field::Field;
use super::hexmap;
use crate::data::profile::{Tier, UnitProfile, UnitType, Upgrade};
use crate::options::{HexSize, Options, ScoringProfile};
use crate::policy_kind::PolicyKind;
use crate::rules::earnings::Source;
use crate::rules::event::Event;
use crate::rules::hurt::Location;
use crate::rules::scoring::Scoring;
use crate::{Battle, MechaStellar};

/// The supplement's scoring on the hexmap.
fn ms93() -> Options {
    with!(hexmap(), scoring: ScoringProfile::Ms93)
}

/// One HIT of the rifle destroys it. Its printed 200 VP are not those of the supplement.
fn target(frame: u8, tier: Tier, performance: u8) -> UnitProfile {
    with!(drill(tier, 0), hp: 300, frame: frame, performance: performance, vp: 200, points: 100)
}

/// Victory points of A and B.
fn points(arena: &mut Arena) -> [i32; 2] {
    Side::BOTH.map(|side| arena.run(&[], |game| game.view().earnings(side).total()).0)
}

/// A basic unit against these.
fn against(targets: &[UnitProfile], options: &Options) -> Arena {
    Arena::with(&[drill(Tier::Basic, 1)], targets, options)
}

/// What both sides score once A has destroyed all of these.
fn destroyed(targets: &[UnitProfile], options: &Options) -> [i32; 2] {
    let mut arena = against(targets, options);
    for (unit, target) in (1..).zip(targets) {
        // The nearest friend of an Elite unit keeps its Morale.
        let shaken = target.tier.is_elite() && unit < targets.len();
        let faces: &[u8] = if shaken { &[10] } else { &[] };
        arena.run(faces, |game| game.hurt(unit, 0, 300, 0));
    }
    points(&mut arena)
}

/// `ms93.army.starting-momentum`: 500 points a side give 3 Momentum, 750 and 1000 give 5, 1500 give 7,
/// 1501 give 9, to both sides whatever their Elite levels. Without an agreed total the larger force
/// counts: 620 points against 150. VER10 goes by the levels.
#[test]
fn starting_momentum_goes_by_points() {
    let scoring = Scoring::of(&ms93());
    let start = |points| scoring.starting_momentum([9, 0], points);
    let totals = [1, 500, 501, 750, 1000, 1001, 1500, 1501];
    assert_eq!(totals.map(start), [3, 3, 5, 5, 5, 7, 7, 9].map(|m| [m, m]));

    let large = with!(crewed(Tier::Ace), points: 620);
    let momentum = |points, options| {
        let field = Field::new(std::slice::from_ref(&large), &[mech()]);
        let field = with!(field.with(|scenario| scenario.points = points), options: options);
        field.arena().battle.sides.map(|side| side.momentum)
    };
    assert_eq!(momentum(Some(1500), ms93()), [7, 7]);
    assert_eq!(momentum(None, ms93()), [5, 5]);
    assert_eq!(momentum(Some(1500), hexmap()), [7, 10]);
}

/// Owner of a point after a turn of unit 0 without a move, `hexes` from it.
fn taken_from(hexes: i16, options: Options) -> Option<Side> {
    let field = Field::new(&[mech()], &[mech()]).point(3, 5);
    let mut arena = with!(field, options: options).arena();
    let at = arena.bout.control_points[0];
    arena.put(0, at + Hex::new(0, -hexes), Hex::new(0, 1));
    arena.put(1, at + Hex::new(0, 12), Hex::new(0, -1));
    arena.full_turn(0, &[], &[]);
    arena.battle.owners[0]
}

/// `ms93.simple.cp-capture`: 3 in from a point take it, 4 in only in VER10; beyond that neither. On hexes
/// of 4 in the next hex counts.
#[test]
fn a_point_is_taken_from_three_inches() {
    let [core, supplement] = [hexmap(), ms93()].map(|o| with!(o, hex_in: HexSize::One));
    for (inches, by_core, by_supplement) in [(3, true, true), (4, true, false), (5, false, false)] {
        let owner = |takes: bool| takes.then_some(Side::A);
        assert_eq!(taken_from(inches, core), owner(by_core), "{inches} in");
        assert_eq!(
            taken_from(inches, supplement),
            owner(by_supplement),
            "{inches} in"
        );
    }
    assert_eq!(taken_from(1, ms93()), Some(Side::A));
    assert_eq!(taken_from(2, ms93()), None);
}

/// Two units a side on 1 in hexes, far from three points, without Momentum.
fn points_table(options: Options) -> Arena {
    let pair = [mech(), mech()];
    let field = Field::new(&pair, &pair).point(3, 5).point(5, 5).point(1, 5);
    let mut arena = with!(field, options: with!(options, hex_in: HexSize::One)).arena();
    let far = [(8, 0), (30, 0), (-10, 44), (14, 44)];
    for (unit, (q, r)) in far.into_iter().enumerate() {
        arena.put(unit, Hex::new(q, r), Hex::new(0, 1));
    }
    for side in Side::BOTH {
        arena.set_momentum(side, 0);
    }
    arena
}

/// Stands a unit so many inches from the first point.
fn beside(arena: &mut Arena, unit: usize, inches: i16) {
    let at = arena.bout.control_points[0];
    arena.put(unit, at + Hex::new(0, inches), Hex::new(0, 1));
}

/// `ms93.simple.cp-retain`: a point that A owns and nobody is near pays at five round ends: 5 Momentum in
/// all, 10 in VER10.
#[test]
fn an_empty_point_keeps_paying() {
    for (options, paid) in [(ms93(), 5), (hexmap(), 10)] {
        let mut arena = points_table(options);
        arena.battle.owners[0] = Some(Side::A);
        for _ in 0..5 {
            arena.run(&[], |game| game.settle_points());
        }
        assert_eq!(
            (arena.momentum(Side::A), arena.momentum(Side::B)),
            (paid, 0)
        );
    }
}

/// `ms93.simple.cp-contested`: A owns a point and stands 1 in from it; B ends its turn 2 in from it: it is
/// nobody's and pays nobody. A unit 4 in away contests in VER10 only.
#[test]
fn a_contested_point_pays_nobody() {
    for (options, inches, momentum) in [(ms93(), 2, 0), (ms93(), 4, 1), (hexmap(), 4, 0)] {
        let mut arena = points_table(options);
        arena.battle.owners[0] = Some(Side::A);
        beside(&mut arena, 0, -1);
        beside(&mut arena, 2, inches);
        arena.full_turn(2, &[], &[]);
        arena.run(&[], |game| game.settle_points());
        assert_eq!(
            (arena.momentum(Side::A), arena.momentum(Side::B)),
            (momentum, 0)
        );
    }
}

/// `ms93.simple.cp-round-end`, `ms93.simple.cp-momentum`: A has two points and contests the third; the
/// enemy there is destroyed before the round ends: 3 Momentum for three points, in VER10 6; from 7 on the
/// pool stops at 10.
#[test]
fn each_point_brings_one_momentum_after_the_last_look() {
    for (options, before, after) in [(ms93(), 0, 3), (hexmap(), 0, 6), (hexmap(), 7, 10)] {
        let mut arena = points_table(options);
        arena.battle.owners = [None, Some(Side::A), Some(Side::A), None, None];
        beside(&mut arena, 0, -1);
        beside(&mut arena, 2, 2);
        arena.set_momentum(Side::A, before);
        arena.unit_mut(2).on_table = false;
        arena.run(&[], |game| game.settle_points());
        assert_eq!(arena.momentum(Side::A), after);
    }
}

/// `ms93.simple.length`: with both alive it is scored after round 5.
#[test]
fn the_supplement_plays_five_rounds() {
    let mut arena = Arena::with(&[drill(Tier::Basic, 1)], &[drill(Tier::Basic, 1)], &ms93());
    let faces = [vec![10, 1], [10, 1].repeat(5)].concat();
    let (outcome, events) = arena.battle(&faces);
    assert_eq!(outcome.rounds, 5);
    let rounds = events.iter().filter(|e| matches!(e, Event::Round { .. }));
    assert_eq!(rounds.count(), 5);
}

/// `ms93.simple.vp-destroy`: Frame 3 with an Ace is worth 3 + 2, Skilled 3 + 1, Battle-Tested or basic 3;
/// what the profile prints does not count, in VER10 nothing else.
#[test]
fn a_unit_is_worth_its_frame_and_crew() {
    let crews = [Tier::Ace, Tier::Skilled, Tier::BattleTested, Tier::Basic];
    let by = |options| crews.map(|tier| destroyed(&[target(3, tier, 0)], &options)[0]);
    assert_eq!(by(ms93()), [5, 4, 3, 3]);
    assert_eq!(by(hexmap()), [200; 4]);
}

/// `ms93.simple.vp-warship`: Frame 4 with a captain of level 1 is worth 4 + 1 + 2 as a Warship.
#[test]
fn warships_are_worth_two_more() {
    for (unit_type, vp) in [(UnitType::Warship, 7), (UnitType::MechSuit, 5)] {
        let unit = with!(target(4, Tier::Skilled, 0), unit_type: unit_type);
        assert_eq!(Scoring::of(&ms93()).value(&unit), vp);
    }
}

/// `ms93.upgrade.immensely-powerful`, `ms93.upgrade.widespread-havoc`: at up to 500 points one such unit starts
/// with 3 - 2 Momentum, two with 0 instead of 3 - 4; each is worth 2 more: 3 + 2 + 2. The enemy keeps 3.
#[test]
fn free_upgrades_are_paid_for_in_either_profile() {
    for upgrade in [Upgrade::ImmenselyPowerful, Upgrade::WidespreadHavoc] {
        let unit = with!(target(3, Tier::Ace, 0), upgrades: vec![upgrade]);
        let start = |own: &[UnitProfile]| {
            let arena = Arena::with(own, &[target(3, Tier::Ace, 0)], &ms93());
            arena.bout.starting_momentum
        };
        assert_eq!(start(std::slice::from_ref(&unit)), [1, 3]);
        assert_eq!(start(&[unit.clone(), unit.clone()]), [0, 3]);
        assert_eq!(destroyed(&[unit], &ms93())[0], 7);
    }
}

/// `ms93.simple.vp-performance`: Frame 4, Ace, Performance 8: 4 + 2 + 2; Frame 5, Ace, 10: 5 + 2 + 3;
/// Frame 1, basic, 2: 1. The steps are 5, 8 and 10.
#[test]
fn high_performance_is_worth_more() {
    let value =
        |frame, tier, performance| destroyed(&[target(frame, tier, performance)], &ms93())[0];
    assert_eq!(value(4, Tier::Ace, 8), 8);
    assert_eq!(value(5, Tier::Ace, 10), 10);
    assert_eq!(value(1, Tier::Basic, 2), 1);
    let steps = [0, 4, 5, 7, 8, 9, 10].map(|performance| value(1, Tier::Basic, performance));
    assert_eq!(steps, [1, 1, 2, 2, 3, 3, 4]);
}

/// `ms93.simple.vp-half`: of 4000 HP 1999 are left to a unit worth 7: 4; 2000 are left: nothing; none are
/// left: 7, never 7 + 4. Nothing of the Challenge or the Commander is halved.
#[test]
fn less_than_half_the_hp_is_half_the_value() {
    for (hp, vp) in [(1999, 4), (2000, 0), (4000, 0), (0, 7)] {
        let unit = with!(target(4, Tier::Ace, 5), hp: 4000);
        let mut arena = against(&[unit], &with!(ms93(), finale: true, duel_commander: true));
        arena.battle.challenge = Some((0, 1));
        arena.unit_mut(1).hp = hp;
        assert_eq!(points(&mut arena), [vp, 0], "{hp} HP");
    }
}

/// `ms93.simple.vp-commander`: the Commander of Frame 4, Ace, Performance 8, destroyed in round 3: 8 + 3;
/// in round 5: 8 + 5; with 80 VP printed in VER10 80 + 30.
#[test]
fn the_commander_is_worth_the_round() {
    let unit = with!(target(4, Tier::Ace, 8), vp: 80);
    for (options, round, vp) in [(ms93(), 3, 11), (ms93(), 5, 13), (hexmap(), 3, 110)] {
        let options = with!(options, duel_commander: true);
        let mut arena = against(std::slice::from_ref(&unit), &options);
        arena.battle.round = round;
        arena.attack(0, RIFLE, 1, &[1]);
        assert_eq!(points(&mut arena)[0], vp);
    }
}

/// `ms93.simple.vp-challenge`: the Challenge target of value 5 is worth 2 x 5, as the Commander in round 2
/// 2 x 5 + 2; with 50 VP printed in VER10 50 + 20 + 20. By Revenge as well; another unit of the side
/// gets the value alone.
#[test]
fn a_challenge_counts_twice() {
    let unit = with!(target(3, Tier::Ace, 0), vp: 50);
    let scored = |options: Options, by: usize, revenge: bool| {
        let own = [drill(Tier::Skilled, 1), drill(Tier::Skilled, 1)];
        let mut arena = Arena::with(&own, std::slice::from_ref(&unit), &options);
        arena.battle.round = 2;
        if revenge {
            arena.battle.sides[0].revenge = Some((0, 2));
        } else {
            arena.battle.challenge = Some((0, 2));
        }
        arena.apart(by, 2, 6);
        arena.attack(by, RIFLE, 2, &[1]);
        points(&mut arena)[0]
    };
    assert_eq!(scored(ms93(), 0, false), 10);
    assert_eq!(scored(ms93(), 0, true), 10);
    assert_eq!(scored(ms93(), 1, false), 5);
    assert_eq!(scored(with!(ms93(), duel_commander: true), 0, false), 12);
    assert_eq!(scored(with!(hexmap(), duel_commander: true), 0, false), 90);
}

/// `ms93.simple.vp-battle-damage`, option `battle_damage_vp`: 2 failed saves, both taken as Battle Damage,
/// are 2 VP, one is 1; nothing without the option or by VER10.
#[test]
fn battle_damage_dealt_scores_by_option() {
    let on = |options: Options| with!(options, battle_damage_vp: true);
    let legs = Some(Location::Legs);
    for (options, parts, vp) in [
        (on(ms93()), [legs, legs], 2),
        (on(ms93()), [None, legs], 1),
        (ms93(), [legs, legs], 0),
        (on(hexmap()), [legs, legs], 0),
    ] {
        let mut attacker = drill(Tier::Basic, 2);
        attacker.weapons[RIFLE].pen = Some(10);
        let mut arena = Arena::with(&[attacker], &[drill(Tier::Ace, 0)], &options);
        arena.script(|s| s.battle_damage.extend(parts));
        arena.attack(0, RIFLE, 1, &[1, 1, 1]);
        assert_eq!(points(&mut arena), [vp, 0]);
    }
}

/// `ms93.simple.loss-critical-machine`: a unit of 500 points lost costs its side 3 VP, one of 490 none, two
/// of 500 the same 3. VER10 knows no losses.
#[test]
fn a_critical_machine_is_lost_once() {
    let costing = |points| with!(target(1, Tier::Basic, 0), points: points);
    assert_eq!(destroyed(&[costing(500)], &ms93()), [1, -3]);
    assert_eq!(destroyed(&[costing(490)], &ms93()), [1, 0]);
    assert_eq!(destroyed(&[costing(500), costing(700)], &ms93()), [2, -3]);
    assert_eq!(destroyed(&[costing(500)], &hexmap()), [200, 0]);
}

/// `ms93.simple.loss-casualties`: two Aces lost cost 4 VP, 7 when one of them also cost 500 points; Skilled
/// crews cost none. What one more loss would cost follows.
#[test]
fn aces_lost_cost_points() {
    let (ace, skilled) = (target(1, Tier::Ace, 0), target(1, Tier::Skilled, 0));
    let dear = with!(ace.clone(), points: 500);
    assert_eq!(destroyed(&[ace.clone(), ace.clone()], &ms93()), [6, -4]);
    assert_eq!(destroyed(&[ace, dear.clone()], &ms93()), [6, -7]);
    assert_eq!(destroyed(&[skilled], &ms93()), [2, 0]);
    let mut arena = against(&[dear.clone(), dear], &ms93());
    assert_eq!(arena.view().loss_of(2), 5);
    arena.run(&[10], |game| game.hurt(1, 0, 300, 0));
    assert_eq!(arena.view().loss_of(2), 2);
}

/// `ms93.simple.tomino-finale`, option `finale`: an Ace of 500 points lost costs nothing instead of 5.
#[test]
fn a_finale_waives_losses() {
    let ace = [with!(target(1, Tier::Ace, 0), points: 500)];
    assert_eq!(destroyed(&ace, &ms93()), [3, -5]);
    assert_eq!(destroyed(&ace, &with!(ms93(), finale: true)), [3, 0]);
}

/// `ms93.game.tiebreak`: 21 VP each: 6 Momentum against 4 win, 4 against 4 is a draw; 22 win with less.
#[test]
fn momentum_breaks_ties() {
    for (vp, momentum, winner) in [
        ([21, 21], [6, 4], Some(Side::A)),
        ([21, 21], [4, 6], Some(Side::B)),
        ([21, 21], [4, 4], None),
        ([21, 22], [6, 4], Some(Side::B)),
    ] {
        let mut arena = Arena::with(&[mech()], &[mech()], &ms93());
        for side in Side::BOTH {
            let state = &mut arena.battle.sides[side.index()];
            state.earned.add(Source::Feats, vp[side.index()]);
            arena.set_momentum(side, momentum[side.index()]);
        }
        assert_eq!(arena.run(&[], |game| game.score()).0.winner, winner);
    }
}

/// `ms10.score.big-hit`: 10 x (800 + 200) damage are 100 VP by VER10, and nothing by the supplement, nor is
/// anything said of it.
#[test]
fn ten_thousand_damage_is_of_the_core_rules() {
    for (options, vp, said) in [(hexmap(), 100, 1), (ms93(), 0, 0)] {
        let mut attacker = drill(Tier::Basic, 10);
        attacker.weapons[SABER].dmg = 800;
        attacker.weapons[SABER].pen = None;
        let mut arena = Arena::with(&[attacker], &[drill(Tier::Basic, 0)], &options);
        arena.apart(0, 1, 1);
        let events = arena.turn(0, &[hit(SABER, 1)], &[1]);
        assert_eq!(arena.side(Side::A).earned.total(), vp);
        let awards = events
            .iter()
            .filter(|e| matches!(e, Event::VictoryPoints { .. }));
        assert_eq!(awards.count(), said);
    }
}

/// A battle of policies on dice of its own, with 5 Momentum at the start.
fn played(units: usize, policy: PolicyKind, options: Options, vp: u16) -> (Outcome, Vec<Event>) {
    let unit = with!(mech(), frame: 3, performance: 0, vp: vp);
    let force = vec![unit; units];
    let mut arena = Arena::with(&force, &force, &options);
    arena.bout.starting_momentum = [5, 5];
    arena.play_by(policy);
    let (mut battle, mut log) = (Battle::default(), Transcript::default());
    let mut dice = TableDice::new(stream(5, units as u64, 3));
    let outcome = MechaStellar::play(&arena.bout, &mut battle, &mut dice, &mut log);
    (outcome, log.0)
}

/// Policies believe the profile's numbers on one scale: units of 30 VP by VER10, which are worth 3 by the
/// supplement whatever their profiles print, are played alike, move by move, in duels and in battles.
#[test]
fn policies_believe_what_is_scored() {
    for (units, policy) in [
        (1, PolicyKind::Greedy),
        (3, PolicyKind::Greedy),
        (2, PolicyKind::Search),
    ] {
        let (core, told) = played(units, policy, hexmap(), 30);
        let (supplement, same) = played(units, policy, ms93(), 999);
        let acts = |events: Vec<Event>| -> Vec<String> {
            let scored = |e: &Event| matches!(e, Event::End { .. });
            let rest = events.into_iter().filter(|e| !scored(e));
            rest.map(|e| format!("{e:?}")).collect()
        };
        assert_eq!(acts(told), acts(same), "{units} {policy:?}");
        assert_eq!(core.winner, supplement.winner);
        assert_eq!(core.rounds, supplement.rounds);
    }
}

/// The profile belongs to the options, by default that of VER10.
#[test]
fn ver10_is_the_default() {
    let mut options = Options::default();
    assert_eq!(options.scoring, ScoringProfile::Ver10);
    options.set("scoring", "ms93").expect("a value of it");
    assert_eq!(options.scoring, ScoringProfile::Ms93);
}
