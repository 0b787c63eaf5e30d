//! No allocation inside a battle: a counting allocator watches whole duels and battles.
// A global allocator is the only way to see allocations, and its trait is unsafe by nature.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use equipoise_bullseye as bullseye;
use equipoise_bullseye::Bullseye;
use equipoise_dice::{Dice, PoolShape, TableDice, stream};
use equipoise_engine::{GameSystem, NoLog, Scratch};
use equipoise_mechastellar::catalogue::{Catalogue, SourceFile};
use equipoise_mechastellar::{Bout, Entry, MechaStellar, Options, PolicyKind, Scenario};
use equipoise_thirty_mm as thirty_mm;
use equipoise_thirty_mm::ThirtyMm;

thread_local! {
    /// Allocations of this thread; other threads of the test runner do not count.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is passed on unchanged to the system allocator, whose contract is the same.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`; the memory came from `System`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations_of(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

/// Builds the tables of every pool of d10s. A process builds each once, at the first roll that needs
/// it: a rare pool may come late in a series of battles, and its table is not the battle's.
fn build_tables() {
    let mut dice = TableDice::new(stream(7, 9, 0));
    for target in 0..=BEYOND_FACES {
        for critical in 0..=BEYOND_FACES {
            for lowered in 0..=BEYOND_FACES {
                dice.pool(PoolShape {
                    target,
                    lowered,
                    ..PoolShape::d10(1, critical)
                });
            }
        }
    }
}

/// A number that no face of a d10 reaches.
const BEYOND_FACES: u8 = 11;

/// 500 duels of each pair and policy after one that warms the scratch memory up.
#[test]
fn battles_do_not_allocate() {
    build_tables();
    let catalogue = Catalogue::embedded();
    let unit = |name: &str| catalogue.find(name).expect("shipped unit").clone();
    let pairs = [
        ("White Asura", "Blue Djinn"),
        ("F3P5:sniper", "F2P3:melee"),
        ("Iron Castle", "Trident Drake"),
    ];
    let mut options = Options::default();
    for name in [
        "elite_bonus",
        "called_shots",
        "duel_commander",
        "trust_self",
    ] {
        options.set(name, "true").expect("a switch");
    }
    for options in [Options::default(), options] {
        for (a, b) in pairs {
            for policy in PolicyKind::ALL {
                let bout = Bout::compile([&[unit(a)], &[unit(b)]], [policy; 2], &options)
                    .expect("a legal duel");
                let mut scratch = Scratch::default();
                let mut play = |number| {
                    let mut dice = TableDice::new(stream(7, 7, number));
                    MechaStellar::run(&bout, &mut scratch, &mut dice);
                };
                play(0);
                let count = allocations_of(|| (1..=500).for_each(&mut play));
                assert_eq!(count, 0, "{a} against {b} under {policy}");
            }
        }
    }
}

/// Every shipped scenario and 15 against 15 under each policy, after three battles that warm the
/// scratch memory up: squads, ships, terrain, sweeps, reserves and the play-outs of `search`.
#[test]
fn battles_of_forces_do_not_allocate() {
    build_tables();
    let catalogue = Catalogue::embedded();
    let read = |(_, file): (&str, SourceFile)| catalogue.scenario(&file).expect("shipped");
    let mut scenarios: Vec<Scenario> = Catalogue::scenarios().into_iter().map(read).collect();
    let mut crowd = scenarios
        .iter()
        .find(|scenario| scenario.name == "simple-battle")
        .expect("it ships")
        .clone();
    for force in &mut crowd.forces {
        let models: Vec<_> = force.models().cloned().collect();
        force.entries = (0..15)
            .map(|index| Entry::single(models[index % models.len()].clone()))
            .collect();
        force.commander = Some(0);
    }
    crowd.name = "15 against 15".to_owned();
    scenarios.push(crowd);
    for scenario in &scenarios {
        for policy in PolicyKind::ALL {
            let battles = if policy == PolicyKind::Search { 5 } else { 100 };
            let bout = Bout::battle(scenario, [policy; 2], &Options::default()).expect("legal");
            let mut scratch = Scratch::default();
            let mut play = |number| {
                let mut dice = TableDice::new(stream(7, 8, number));
                MechaStellar::run(&bout, &mut scratch, &mut dice);
            };
            (0..3).for_each(&mut play);
            let count = allocations_of(|| (3..3 + battles).for_each(&mut play));
            assert_eq!(count, 0, "{} under {policy}", scenario.name);
        }
    }
}

/// Duels and every shipped scenario of the Bullseye Battlemap under each policy, with options that
/// bring every decision, after one battle: play-outs of `search` lie on the stack.
#[test]
fn battles_on_the_bullseye_do_not_allocate() {
    let catalogue = bullseye::catalogue::Catalogue::embedded();
    let read = |(_, file): (&str, SourceFile)| catalogue.scenario(&file).expect("shipped");
    let scenarios = bullseye::catalogue::Catalogue::scenarios()
        .into_iter()
        .map(read);
    for scenario in scenarios {
        for (name, value) in [
            ("tactical_points", "0"),
            ("tactical_points", "3"),
            ("initiative_scope", "each_round"),
            ("cut_scene_at", "2"),
            ("strafe_unit", "dice"),
        ] {
            let mut options = bullseye::Options::default();
            options.set(name, value).expect("a legal option");
            for policy in bullseye::PolicyKind::ALL {
                let bout = bullseye::Bout::battle(&scenario, [policy; 2], &options);
                let bout = bout.expect("legal");
                let mut battle = bullseye::Battle::default();
                let mut play = |number| {
                    let mut dice = TableDice::new(stream(7, 9, number));
                    Bullseye::play(&bout, &mut battle, &mut dice, &mut NoLog);
                };
                play(0);
                let battles = if policy == bullseye::PolicyKind::Search {
                    5
                } else {
                    100
                };
                let count = allocations_of(|| (1..=battles).for_each(&mut play));
                assert_eq!(count, 0, "{} under {policy}, {name}={value}", scenario.name);
            }
        }
    }
}

/// Duels and every shipped scenario of 30 Minute Missions under the policies that do not look ahead, after one
/// battle. A process works each line of sight out once, when it first needs it: the same battles are played
/// before in other memory.
#[test]
fn battles_of_thirty_mm_do_not_allocate() {
    let catalogue = thirty_mm::catalogue::Catalogue::embedded();
    let options = thirty_mm::Options::default();
    for policy in [thirty_mm::PolicyKind::Plain, thirty_mm::PolicyKind::Stand] {
        let unit = |name: &str| catalogue.find(name).expect("shipped unit").clone();
        let pairs = [["REF-2", "Tall Heron"], ["C2R4:rifle", "C2R4:blade"]];
        let duels = pairs.map(|names| {
            let [a, b] = names.map(unit);
            thirty_mm::Bout::duel([&a, &b], [policy; 2], &options).expect("a legal duel")
        });
        let scenarios = thirty_mm::catalogue::Catalogue::scenarios().into_iter();
        let battles = scenarios.map(|(_, file)| {
            let scenario = catalogue.scenario(&file, &[]).expect("shipped");
            thirty_mm::Bout::battle(&scenario, [policy; 2], &options).expect("legal")
        });
        for bout in duels.into_iter().chain(battles) {
            let play = |battle: &mut thirty_mm::Battle, number| {
                let mut dice = TableDice::new(stream(7, 9, number));
                ThirtyMm::play(&bout, battle, &mut dice, &mut NoLog);
            };
            let mut other = thirty_mm::Battle::default();
            (0..=100).for_each(|number| play(&mut other, number));
            let mut battle = thirty_mm::Battle::default();
            play(&mut battle, 0);
            let count = allocations_of(|| (1..=100).for_each(|number| play(&mut battle, number)));
            let units: Vec<&str> = bout.unit_names().collect();
            assert_eq!(count, 0, "{units:?} under {policy}");
        }
    }
}

/// The counter itself works.
#[test]
fn an_allocation_is_seen() {
    assert_eq!(allocations_of(|| drop(std::hint::black_box(vec![1_u8]))), 1);
}
