//! Hits, stability, the lethal phase, pushes.

use super::arena::{Arena, contest, mecha};
use super::script::Script;
use crate::options::Options;
use crate::rules::event::Event;
use crate::rules::stability::StabilityTrack;
use crate::rules::state::Condition;

fn hit(arena: &mut Arena, margin: u8, script: Script, faces: &[u8]) -> Vec<Event> {
    arena.act(script, faces, |game| game.hit(&contest(1, 4, margin)))
}

/// bull.hit.one-box: margin 4 with two boxes checked: three boxes, whatever the margin.
#[test]
fn a_hit_checks_one_box() {
    let mut arena = Arena::duel(&[]);
    arena.unit(1).boxes = 2;
    hit(&mut arena, 4, Script::default(), &[6]);
    assert_eq!(arena.unit(1).boxes, 3);
    assert_eq!(arena.unit(0).boxes_dealt, 1);
}

/// bull.hit.one-box: the track ends: hits beyond it leave the count, and the roll with it.
#[test]
fn a_full_track_stays_full() {
    let mut arena = Arena::duel(&[("damage_boxes", "3"), ("configurations", "9")]);
    arena.unit(1).boxes = 3;
    let events = hit(&mut arena, 1, Script::default(), &[4]);
    assert_eq!((arena.unit(1).boxes, arena.unit(0).boxes_dealt), (3, 0));
    assert!(events.contains(&Event::Stability {
        unit: 1,
        face: 4,
        boxes: 3,
        holds: true
    }));
}

/// MEC-02, bull.stability.roll: six faces, 1, 2, 3, 5, 6 boxes: 5/6, 4/6, 3/6, 1/6, 0 hold.
#[test]
fn mec_02_a_face_above_the_boxes_holds() {
    let track = StabilityTrack::new(&Options::default());
    for (boxes, sixths) in [(1, 5.0), (2, 4.0), (3, 3.0), (5, 1.0), (6, 0.0)] {
        assert!((track.holds(boxes) - sixths / 6.0).abs() < 1e-15);
        // The rule itself, face by face.
        let holding = (1..=6).filter(|&face| {
            let mut arena = Arena::duel(&[("configurations", "9")]);
            arena.unit(1).boxes = boxes - 1;
            let events = hit(&mut arena, 1, Script::default(), &[face]);
            events
                .iter()
                .any(|event| matches!(event, Event::Stability { holds: true, .. }))
        });
        assert!((holding.count() as f64 - sixths).abs() < 1e-15, "{boxes}");
    }
}

/// bull.stability.roll: a plain face: a 1 fails and is not rolled again, and Overdrive cannot help.
#[test]
fn a_stability_roll_is_a_plain_die() {
    let mut arena = Arena::duel(&[]);
    hit(&mut arena, 1, Script::default(), &[1]);
    assert_eq!((arena.unit(1).failures, *arena.overdrive(1)), (1, 1));
}

/// bull.stability.accept: the owner accepts: disabled, off the map, the pilot alive; in a duel the
/// opponent wins.
#[test]
fn an_owner_may_accept_being_disabled() {
    let mut arena = Arena::duel(&[]);
    let script = with!(Script::default(), gives_in: true);
    let events = hit(&mut arena, 1, script, &[1]);
    assert!(events.contains(&Event::Disabled { unit: 1 }));
    assert_eq!(arena.unit(1).condition, Condition::Disabled);
    assert!(arena.battle.over);
    assert_eq!(arena.battle.winner, Some(equipoise_engine::Side::A));
}

/// MEC-05, bull.stability.fight-on, bull.lethal.enter, bull.lethal.death, bull.configuration.use:
/// with two Configurations the first failure takes one offline, the second the other and brings the
/// lethal phase and a point of Overdrive, the third kills without a choice.
#[test]
fn mec_05_three_failures() {
    let mut arena = Arena::duel(&[]);
    *arena.overdrive(1) = 0;
    let events = hit(&mut arena, 1, Script::default(), &[1]);
    assert!(events.contains(&Event::FightOn {
        unit: 1,
        configurations: 1
    }));
    assert_eq!(arena.unit(1).condition, Condition::Active);
    hit(&mut arena, 1, Script::default(), &[2]);
    assert_eq!(arena.unit(1).configurations, 0);
    assert_eq!(arena.unit(1).condition, Condition::Lethal);
    assert_eq!(*arena.overdrive(1), 1);
    // It would give in, but nobody asks.
    let script = with!(Script::default(), gives_in: true);
    let events = hit(&mut arena, 1, script, &[3]);
    assert!(events.contains(&Event::Dead { unit: 1 }));
    assert_eq!(arena.unit(1).condition, Condition::Dead);
}

/// bull.lethal.enter: a mecha without Configurations enters the lethal phase at its first failure,
/// and gains its point once.
#[test]
fn without_configurations_the_first_failure_is_lethal() {
    let mut arena = Arena::duel(&[("configurations", "0"), ("lethal_failure", "third_overall")]);
    assert_eq!(arena.unit(1).condition, Condition::Active);
    hit(&mut arena, 1, Script::default(), &[1]);
    assert_eq!(arena.unit(1).condition, Condition::Lethal);
    assert_eq!(*arena.overdrive(1), 2);
    hit(&mut arena, 1, Script::default(), &[1]);
    assert_eq!(
        (arena.unit(1).condition, *arena.overdrive(1)),
        (Condition::Lethal, 2)
    );
}

/// bull.lethal.death: any failure in the lethal phase, or only the third of the battle.
#[test]
fn the_fatal_failure_is_an_option() {
    let failures_to_death = |configurations: &str, rule: &str| {
        let mut arena = Arena::duel(&[
            ("configurations", configurations),
            ("lethal_failure", rule),
            ("damage_boxes", "1"),
        ]);
        let mut failures = 0;
        while arena.unit(1).condition != Condition::Dead {
            hit(&mut arena, 1, Script::default(), &[1]);
            failures += 1;
        }
        failures
    };
    let counts = |rule| ["0", "1", "2", "4"].map(|number| failures_to_death(number, rule));
    assert_eq!(counts("any_in_lethal_phase"), [2, 2, 3, 5]);
    assert_eq!(counts("third_overall"), [3, 3, 3, 5]);
}

/// bull.configuration.use: their number is lives before the lethal phase: with two the third failure
/// is fatal, and no turn asks about activating one.
#[test]
fn configurations_are_lives() {
    for (number, lethal_at) in [("1", 1), ("2", 2), ("5", 5)] {
        let mut arena = Arena::duel(&[("configurations", number), ("damage_boxes", "1")]);
        let mut failures = 0;
        while arena.unit(1).condition == Condition::Active {
            hit(&mut arena, 1, Script::default(), &[1]);
            failures += 1;
        }
        assert_eq!(failures, lethal_at);
    }
    assert!(!crate::DECISION_POINTS.contains(&"configuration"));
}

/// bull.hit.knockback: margin 2: one quadrant step, or two ring steps, or nothing; margin 1: one ring
/// step only; two quadrant steps in a row not even with margin 4, unless the option lifts the ban.
#[test]
fn a_push_is_paid_with_the_margin() {
    let pushed = |values: &[(&str, &str)], margin: u8, to: (u8, u8)| {
        let mut arena = Arena::duel(values);
        let last = arena.bout.options.start_ring;
        arena.place(1, last, 0);
        let script = with!(Script::default(), pushes: [to].into());
        hit(&mut arena, margin, script, &[6]);
        arena.sector(1)
    };
    assert_eq!(pushed(&[], 2, (3, 1)), (3, 1));
    assert_eq!(pushed(&[], 2, (1, 0)), (1, 0));
    assert_eq!(pushed(&[], 2, (3, 0)), (3, 0));
    assert_eq!(pushed(&[], 1, (2, 0)), (2, 0));
    assert_eq!(pushed(&[], 1, (3, 1)), (3, 0));
    let wide = [("rings", "8"), ("start_ring", "7")];
    assert_eq!(pushed(&wide, 4, (7, 2)), (7, 0));
    let free = [wide[0], wide[1], ("knockback_double_quadrant", "true")];
    assert_eq!(pushed(&free, 4, (7, 2)), (7, 2));
}

/// bull.hit.knockback: where a push is not optional it takes the whole margin: with 1 a ring step,
/// with 2 a quadrant or two rings or there and back.
#[test]
fn a_push_may_have_to_be_whole() {
    let exact = [("knockback_optional", "false")];
    let pushed = |margin: u8, to: (u8, u8)| {
        let mut arena = Arena::duel(&exact);
        arena.place(1, 3, 0);
        let script = with!(Script::default(), pushes: [to].into());
        hit(&mut arena, margin, script, &[6]);
        arena.sector(1)
    };
    assert_eq!(pushed(1, (3, 0)), (2, 0), "it must move");
    assert_eq!(pushed(2, (3, 0)), (3, 0), "in and out again");
    assert_eq!(pushed(2, (2, 0)), (3, 0), "one step is not two");
    assert_eq!(pushed(3, (2, 1)), (2, 1));
}

/// bull.hit.knockback: a mecha that left the fight is not pushed; one may be pushed off the marker
/// and onto it.
#[test]
fn a_push_may_lead_over_the_marker() {
    let mut arena = Arena::duel(&[]);
    arena.place(1, 0, 0);
    let script = |to| with!(Script::default(), pushes: [to].into());
    hit(&mut arena, 1, script((1, 3)), &[6]);
    assert_eq!(arena.sector(1), (1, 3));
    hit(&mut arena, 1, script((0, 0)), &[6]);
    assert_eq!(arena.sector(1), (0, 0));
    let mut gone = Arena::new([&[mecha(4, &[0])], &[mecha(4, &[0]), mecha(4, &[0])]], &[]);
    let giving_in = with!(script((2, 2)), gives_in: true);
    hit(&mut gone, 3, giving_in, &[1]);
    assert_eq!(gone.sector(1), (3, 2));
}
