//! 30 Minute Missions: duels and the shipped scenarios.

use equipoise_engine::Side;
use equipoise_thirty_mm::catalogue::Catalogue;
use equipoise_thirty_mm::{Bout, Force, Options, PolicyKind, Scenario, ThirtyMm};

use crate::specimen::{Matchup, Specimen, playthroughs_of};

pub(super) fn specimen() -> Specimen<ThirtyMm> {
    let (plain, random, stand) = (PolicyKind::Plain, PolicyKind::Random, PolicyKind::Stand);
    let (greedy, search) = (PolicyKind::Greedy, PolicyKind::Search);
    let apart = ("duel_distance", "2");
    let mut matchups = vec![
        duel("REF-2", "Tall Heron", plain, &[]).recorded(),
        duel("Quick Fox", "White Tern", plain, &[]).comparing_seats(10_000),
        duel("REF-2", "Stone Bear", random, &[]).recorded(),
        duel("Tall Heron", "Tall Heron", plain, &[]).comparing_seats(10_000),
        duel("Quick Fox", "Quick Fox", plain, &[("duel_distance", "5")]).comparing_seats(10_000),
        duel("REF-2", "REF-2", stand, &[apart]).comparing_seats(10_000),
        duel("REF-2", "Tall Heron", greedy, &[]),
        duel("Quick Fox", "Quick Fox", greedy, &[])
            .playing(40)
            .comparing_seats_thoroughly(2_000),
        duel("REF-2", "Tall Heron", search, &[]).playing(5),
        duel("Quick Fox", "Quick Fox", search, &[])
            .playing(5)
            .comparing_seats_thoroughly(2_000),
        duel("REF-3", "C2R4:pistol", stand, &[]),
        duel("Mud Hog", "REF-2", random, &[]),
        throws().playing(2_500),
        mirror("skirmish", 0, plain).comparing_seats_thoroughly(10_000),
        mirror("outpost", 0, plain).comparing_seats_thoroughly(10_000),
        mirror("snowfield", 1, random).comparing_seats_thoroughly(5_000),
        battle("skirmish", plain).playing(20).recorded(),
        battle("outpost", plain).playing(20).recorded(),
        battle("crossing", plain).playing(10),
        battle("outpost", greedy).playing(10),
        battle("crossing", greedy).playing(2),
        battle("outpost", search).playing(2).recorded(),
    ];
    let names = Catalogue::scenarios().into_iter().map(|(name, _)| name);
    matchups.extend(names.map(|name| battle(name, random).playing(40)));
    Specimen {
        // The limit of rounds that options and scenarios set.
        rounds: 1..=20,
        // Victory points of two kinds, at most 7 each.
        scores: 0..=14,
        // A side without units loses, whatever it has scored.
        more_points_win: false,
        policies: PolicyKind::ALL.map(PolicyKind::name).into(),
        matchups,
        playthroughs: playthroughs_of::<ThirtyMm>(),
    }
}

fn options(values: &[(&'static str, &'static str)]) -> Options {
    let mut options = Options::default();
    for (name, value) in values {
        options.set(name, value).expect("an option of the rules");
    }
    options
}

fn set(values: &[(&'static str, &'static str)]) -> String {
    if values.is_empty() {
        return "defaults".to_owned();
    }
    let values = values.iter().map(|(name, value)| format!("{name}={value}"));
    values.collect::<Vec<_>>().join(", ")
}

fn duel(
    a: &'static str,
    b: &'static str,
    policy: PolicyKind,
    values: &[(&'static str, &'static str)],
) -> Matchup<ThirtyMm> {
    let catalogue = Catalogue::embedded();
    let units = [a, b].map(|name| catalogue.find(name).expect("a shipped unit").clone());
    let in_force = options(values);
    let compile = move |seat: Side| {
        let [own, other] = [seat.index(), seat.other().index()].map(|at| &units[at]);
        Bout::duel([own, other], [policy; 2], &in_force).expect("a duel")
    };
    let slug = |name: &str| name.to_lowercase().replace([' ', ':'], "-");
    let name = format!("{}-{}-{policy}", slug(a), slug(b));
    Matchup::new(name, [a, b], [policy.name(); 2], compile).under(set(values))
}

/// A force of a shipped scenario against itself.
fn mirror(name: &str, side: usize, policy: PolicyKind) -> Matchup<ThirtyMm> {
    let mut scenario = shipped(name);
    scenario.forces = [scenario.forces[side].clone(), scenario.forces[side].clone()];
    fight(format!("mirror-{name}-{policy}"), scenario, policy)
}

/// A heavy unit that throws light ones where there is a hill, so that throws end in falls.
fn throws() -> Matchup<ThirtyMm> {
    let mut scenario = shipped("snowfield");
    let catalogue = Catalogue::embedded();
    let pack = ["Quick Fox", "Quick Fox", "Stone Bear"];
    let pack = pack.map(|name| catalogue.find(name).expect("a shipped unit").clone());
    scenario.forces = ["Hill", "Dale"].map(|name| Force {
        name: name.to_owned(),
        units: pack.to_vec(),
    });
    fight("hill-and-dale".to_owned(), scenario, PolicyKind::Random)
}

/// A shipped scenario under the options it sets.
fn battle(name: &str, policy: PolicyKind) -> Matchup<ThirtyMm> {
    fight(format!("{name}-{policy}"), shipped(name), policy)
}

fn fight(name: String, scenario: Scenario, policy: PolicyKind) -> Matchup<ThirtyMm> {
    let mut options = Options::default();
    for (option, value) in &scenario.options {
        options.set(option, value).expect("an option of the rules");
    }
    let forces = scenario.forces.each_ref().map(|force| force.name.clone());
    let options_set = scenario.options.iter();
    let options_set: String = options_set
        .map(|(option, value)| format!(", {option}={value}"))
        .collect();
    let setting = format!("scenario {}{options_set}", scenario.name);
    let swapped = scenario.swapped();
    let compile = move |seat| {
        let seated = if seat == Side::A { &scenario } else { &swapped };
        Bout::battle(seated, [policy; 2], &options).expect("a battle")
    };
    Matchup::new(name, forces, [policy.name(); 2], compile).under(setting)
}

fn shipped(name: &str) -> Scenario {
    let mut scenarios = Catalogue::scenarios().into_iter();
    let file = scenarios.find(|(scenario, _)| *scenario == name);
    let (_, file) = file.expect("a shipped scenario");
    let read = Catalogue::embedded().scenario(&file, &[]);
    read.expect("a legal scenario")
}
