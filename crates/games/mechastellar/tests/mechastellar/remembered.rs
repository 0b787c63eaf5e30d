//! What is remembered within a bout changes nothing: a battle on memory that has seen thousands, on
//! fresh memory and told event by event ends the same. Debug builds also compare every remembered
//! answer with a fresh one as they go.

use equipoise_dice::{TableDice, stream};
use equipoise_engine::{GameSystem, Observe, Outcome, Scratch, Transcript};
use equipoise_mechastellar::catalogue::Catalogue;
use equipoise_mechastellar::{
    BarrierArc, Battle, Bout, MechaStellar, Options, PolicyKind, UnitProfile,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Pairs of units drawn at random, each with policies and options of its own.
const PAIRS: u64 = 80;
/// Battles of a pair on memory that is kept.
const BATTLES: u64 = 60;

/// Options that change what a policy or a strike may see.
const OPTIONS: [&str; 5] = [
    "behaviour_bonus",
    "elite_bonus",
    "called_shots",
    "duel_commander",
    "trust_self",
];

/// Outcome and every observed quantity.
type Ending = (Outcome, Vec<i64>);

fn ending(bout: &Bout, battle: &Battle, outcome: Outcome) -> Ending {
    let mut quantities = Vec::new();
    MechaStellar::observe(bout, battle, |_, _, value| quantities.push(value));
    (outcome, quantities)
}

fn silent(bout: &Bout, scratch: &mut Scratch<MechaStellar>, number: u64) -> Ending {
    let mut dice = TableDice::new(stream(9, 9, number));
    let outcome = MechaStellar::run(bout, scratch, &mut dice);
    ending(bout, &scratch.battle, outcome)
}

fn told(bout: &Bout, number: u64) -> Ending {
    let (mut battle, mut log) = (Battle::default(), Transcript::default());
    let mut dice = TableDice::new(stream(9, 9, number));
    let outcome = MechaStellar::play(bout, &mut battle, &mut dice, &mut log);
    assert!(!log.0.is_empty());
    ending(bout, &battle, outcome)
}

fn options(rng: &mut Xoshiro256PlusPlus) -> Options {
    let mut options = Options::default();
    for name in OPTIONS {
        if rng.random_range(0..3) == 0 {
            options.set(name, "true").expect("an option of this name");
        }
    }
    options
}

#[test]
fn a_battle_does_not_depend_on_what_was_played_before() {
    let catalogue = Catalogue::embedded();
    let grid: Vec<&UnitProfile> = catalogue.grid().map(|(_, profile)| profile).collect();
    let named: Vec<&UnitProfile> = catalogue.units().iter().collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20261122);
    let thinkers = [PolicyKind::Solo, PolicyKind::Greedy, PolicyKind::Search];
    // One memory for all pairs, as a worker of a sweep has it.
    let mut kept = Scratch::default();
    for pair in 0..PAIRS {
        let [a, b] = [0; 2].map(|_| {
            let from = [&grid, &named][rng.random_range(0..2)];
            from[rng.random_range(0..from.len())].clone()
        });
        let policies = [0; 2].map(|_| thinkers[rng.random_range(0..thinkers.len())]);
        let forces = [std::slice::from_ref(&a), std::slice::from_ref(&b)];
        let bout = Bout::compile(forces, policies, &options(&mut rng)).expect("a duel");
        for number in (pair * BATTLES)..(pair + 1) * BATTLES {
            let found = silent(&bout, &mut kept, number);
            let context = || {
                format!(
                    "{} against {}, {policies:?}, battle {number}",
                    a.name, b.name
                )
            };
            if number % 4 == 0 {
                let fresh = silent(&bout, &mut Scratch::default(), number);
                assert_eq!(found, fresh, "{}", context());
                assert_eq!(found, told(&bout, number), "{}", context());
            }
        }
    }
}

/// Whether a barrier with a front stops an attack depends on which way its unit looks, not only on where the
/// attack comes from. Each unit with such a barrier against every named unit, on large hexes, where the
/// same places come up most often.
#[test]
fn barriers_with_a_front_are_remembered_by_their_facing() {
    let catalogue = Catalogue::embedded();
    let fronts = |unit: &&UnitProfile| {
        let barrier = unit.barrier.as_ref();
        barrier.is_some_and(|barrier| barrier.arc == BarrierArc::Front)
    };
    let bearers: Vec<&UnitProfile> = catalogue.units().iter().filter(fronts).collect();
    assert!(!bearers.is_empty());
    for bearer in bearers {
        for other in catalogue.units() {
            let forces = [std::slice::from_ref(other), std::slice::from_ref(bearer)];
            let policies = [PolicyKind::Solo; 2];
            let mut options = Options::default();
            options.set("hex_in", "4").expect("an option of this name");
            let bout = Bout::compile(forces, policies, &options).expect("a duel");
            let mut kept = Scratch::default();
            for number in 0..1_000 {
                let found = silent(&bout, &mut kept, number);
                let fresh = silent(&bout, &mut Scratch::default(), number);
                assert_eq!(found, fresh, "{} against {}", other.name, bearer.name);
            }
        }
    }
}
