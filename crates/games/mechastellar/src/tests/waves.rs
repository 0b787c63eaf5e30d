//! Endurance: forces that come in three waves.

use equipoise_engine::{Side, matching};

use super::arena::{Arena, mech};
use super::field::{Field, building};
use super::hexmap;
use crate::data::scenario::{Attacker, BattleMode, Deployment};
use crate::policy::worth_of_momentum;
use crate::rules::event::{Event, MomentumCause};
use crate::rules::play::{Pace, Stage};
use crate::rules::unit_id::UnitId;

const ENDURANCE: BattleMode = BattleMode::Endurance(Attacker::First);

/// Three units a side, 0 to 2 and 3 to 5, those of A one in each wave, those of B in these.
fn waves(of_b: [u8; 3]) -> Arena {
    let three = [mech(), mech(), mech()];
    let field = Field::new(&three, &three).piece(building(1), &[(3, 5)]);
    let field = field.with(|scenario| {
        (scenario.mode, scenario.deployment) = (ENDURANCE, Deployment::Alternate);
        for (force, waves) in scenario.forces.iter_mut().zip([[0, 1, 2], of_b]) {
            for (wave, entry) in waves.into_iter().zip(&mut force.entries) {
                entry.wave = wave;
            }
        }
    });
    with!(field, options: hexmap()).arena()
}

/// The same, one in each wave, in a round with only the first wave on the table.
fn first_waves(round: u8) -> Arena {
    begun(waves([0, 1, 2]), round)
}

fn begun(mut arena: Arena, round: u8) -> Arena {
    arena.battle.round = round;
    for unit in [1, 2, 4, 5] {
        arena.unit_mut(unit).on_table = false;
    }
    arena
}

fn close(arena: &mut Arena, faces: &[u8]) -> (Stage, Vec<Event>) {
    arena.run(faces, |game| game.step(Stage::EndOfRound, Pace::Turn))
}

fn came(events: &[Event]) -> Vec<(Side, u8)> {
    matching!(events, Event::Wave { side, number } => (*side, *number))
}

fn deployed(events: &[Event]) -> Vec<UnitId> {
    matching!(events, Event::Deploy { unit, .. } => *unit)
}

/// `ms93.endurance.waves`: nobody does anything: waves of one unit each deploy in turn before rounds 1, 2 and 4.
/// Equal forces roll off and the loser, B, begins.
#[test]
fn waves_come_in_rounds_1_2_and_4() {
    let (roll_off, initiative) = ([9, 2], [8, 1]);
    let faces = [
        roll_off, initiative, roll_off, initiative, initiative, roll_off, initiative, initiative,
    ];
    let (outcome, events) = waves([0, 1, 2]).battle(&faces.concat());
    assert_eq!(outcome.rounds, 5);
    let mut rounds = 0;
    let mut seen = Vec::new();
    for event in &events {
        match event {
            Event::Round { .. } => rounds += 1,
            Event::Deploy { unit, .. } => seen.push((rounds, *unit)),
            _ => {}
        }
    }
    assert_eq!(seen, [(0, 3), (0, 0), (1, 4), (1, 1), (3, 5), (3, 2)]);
    let both = |number| [(Side::A, number), (Side::B, number)];
    assert_eq!(came(&events), [both(2), both(3)].concat());
}

/// `ms93.endurance.waves`: the larger wave begins, however many stand already: 2 models of B against 1 of A. No
/// unit is turned that stood before.
#[test]
fn a_wave_deploys_for_itself() {
    let mut arena = begun(waves([0, 1, 1]), 1);
    let facing = arena.unit(0).facing;
    arena.script(|script| script.turn_about = Some(-facing));
    let (_, events) = arena.run(&[8, 1], |game| game.step(Stage::Round, Pace::Turn));
    assert_eq!(deployed(&events), [4, 1, 5]);
    assert_eq!(arena.unit(0).facing, facing);
    assert_eq!(arena.unit(1).facing, -facing);
}

/// `ms93.endurance.waves`: who waits for a wave is no reserve that a side may call (`ms10.reinforce.when`), and its
/// side is not beaten.
#[test]
fn who_waits_for_a_wave_is_no_reserve() {
    let mut arena = first_waves(3);
    assert_eq!(arena.view().reserves(Side::A).count(), 0);
    let (called, _) = arena.run(&[], |game| {
        game.hurt(0, 3, 30_000, 0);
        assert!(!game.is_decided());
        game.reinforce(Side::A)
    });
    assert!(!called);
}

/// `ms93.endurance.momentum`: 2 becomes 7, a change of 5, and 10 becomes 7, one of -3, round after round; in a plain
/// Rampage both stay.
#[test]
fn momentum_is_seven_after_each_round() {
    for round in 1..=5 {
        let mut arena = first_waves(round);
        arena.set_momentum(Side::A, 2);
        arena.set_momentum(Side::B, 10);
        let (_, events) = close(&mut arena, &[]);
        assert_eq!(Side::BOTH.map(|side| arena.momentum(side)), [7, 7]);
        let changes: Vec<(u8, u8)> = matching!(events,
            Event::Momentum { from, to, cause: MomentumCause::Round, .. } => (*from, *to));
        assert_eq!(changes, [(2, 7), (10, 7)]);
        // What the round ended with is what reports count.
        let at = usize::from(round) - 1;
        assert_eq!(
            [0, 1].map(|side| arena.battle.momentum_by_round[side][at]),
            [2, 10]
        );
    }
    let plain = Field::new(&[mech()], &[mech()])
        .piece(building(1), &[(3, 5)])
        .with(|scenario| scenario.mode = BattleMode::Rampage(Attacker::First));
    let mut arena = plain.arena();
    arena.set_momentum(Side::A, 2);
    close(&mut arena, &[]);
    assert_eq!(arena.momentum(Side::A), 2);
}

/// `ms93.endurance.early-wave`: with its first wave destroyed in round 1 or 2 a side brings in the next as that round
/// ends, and it may act in the next round; not with a unit left, nor if it does not want to, nor after round 5.
#[test]
fn a_beaten_side_brings_in_its_next_wave() {
    // Round, whether its unit is destroyed, whether it waits.
    let cases = [
        (1, true, false, &[1][..]),
        (2, true, false, &[1]),
        (1, false, false, &[]),
        (1, true, true, &[]),
        (5, true, false, &[]),
    ];
    for (round, lost, waits, new) in cases {
        let mut arena = first_waves(round);
        arena.script(|script| script.late_waves = waits);
        arena.run(&[], |game| {
            game.hurt(0, 3, if lost { 30_000 } else { 100 }, 0);
        });
        let (stage, events) = close(&mut arena, &[]);
        assert_eq!(deployed(&events), new, "round {round}");
        assert_eq!(stage, if round < 5 { Stage::Round } else { Stage::Over });
        for &unit in new {
            assert!(arena.unit(unit).on_table && !arena.unit(unit).activated);
        }
    }
}

/// `ms93.endurance.early-wave`: a wave that came early in round 1 does not come again before round 2, and the last
/// one keeps its round; one wiped out in round 2 is followed by the last, which then has three rounds.
#[test]
fn an_early_wave_comes_once() {
    let mut arena = first_waves(1);
    arena.run(&[], |game| game.hurt(0, 3, 30_000, 0));
    assert_eq!(came(&close(&mut arena, &[]).1), [(Side::A, 2)]);
    let (_, events) = arena.run(&[8, 1], |game| game.step(Stage::Round, Pace::Turn));
    assert_eq!(came(&events), [(Side::B, 2)]);
    assert_eq!(deployed(&events), [4]);
    arena.run(&[], |game| game.hurt(1, 3, 30_000, 0));
    let (_, events) = close(&mut arena, &[]);
    assert_eq!(
        (came(&events), deployed(&events)),
        (vec![(Side::A, 3)], vec![2])
    );
}

/// `ms93.endurance.momentum`: what is left after the round is worth nothing: greedy's price of a point is whole with
/// both units of the table still to act, half with one, nothing with none.
#[test]
fn greedy_spends_what_will_be_gone() {
    let price = |acted: &[UnitId]| {
        let mut arena = first_waves(2);
        for &unit in acted {
            arena.unit_mut(unit).activated = true;
        }
        worth_of_momentum(arena.view(), 0)
    };
    let [all, half, none] = [&[][..], &[3], &[0, 3]].map(price);
    assert!(all > 0 && none == 0);
    assert!((2 * half - all).abs() <= 2, "{half} of {all}");
}
