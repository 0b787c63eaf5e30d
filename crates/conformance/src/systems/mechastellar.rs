//! MechaStellar: duels and the shipped scenarios.

use equipoise_engine::Side;
use equipoise_mechastellar::catalogue::Catalogue;
use equipoise_mechastellar::{
    Bout, Deployment, Entry, Force, MechaStellar, Options, PolicyKind, Scenario, TerrainPiece,
    Trait, UnitProfile,
};

use crate::specimen::{Matchup, Specimen, playthroughs_of};

/// Rules options that ask players more than the defaults do.
const MODULES: [&str; 4] = [
    "elite_bonus",
    "called_shots",
    "duel_commander",
    "reactive_accelerate",
];

pub(super) fn specimen() -> Specimen<MechaStellar> {
    let (solo, greedy) = (PolicyKind::Solo, PolicyKind::Greedy);
    let (random, search) = (PolicyKind::Random, PolicyKind::Search);
    let mut matchups = vec![
        duel("White Asura", "Blue Djinn", solo).recorded(),
        duel("White Asura", "Blue Djinn", greedy).recorded(),
        duel("Storm Petrel", "Siege Mantis", random).recorded(),
        duel("F3P5:versatile", "F3P5:versatile", solo).comparing_seats(20_000),
        duel("White Asura", "White Asura", greedy).comparing_seats(10_000),
        duel("Iron Castle", "Trident Drake", greedy).comparing_seats(10_000),
        duel("Silver Heron", "Thunder Ram", random).comparing_seats(10_000),
        duel("Basalt Behemoth", "Blue Djinn", random),
        battle("skirmish", search).playing(3).recorded(),
        battle("skirmish", solo).playing(60).comparing_seats(1_000),
        battle("simple-battle", greedy).playing(10).recorded(),
        havoc(greedy).playing(60),
        rubble(random).playing(200),
        gifted(greedy).playing(20),
        gifted(random).playing(60),
    ];
    let names = Catalogue::scenarios().into_iter().map(|(name, _)| name);
    matchups.extend(names.map(|name| battle(name, random).playing(40)));
    Specimen {
        rounds: 1..=5,
        // Two armies of 1000 points and what is scored beside them are far from this.
        scores: 0..=10_000,
        more_points_win: true,
        policies: PolicyKind::ALL.map(PolicyKind::name).into(),
        matchups,
        playthroughs: playthroughs_of::<MechaStellar>(),
    }
}

/// A duel under all modules of the rules.
fn duel(a: &'static str, b: &'static str, policy: PolicyKind) -> Matchup<MechaStellar> {
    let units = [unit(a), unit(b)];
    let mut options = Options::default();
    for module in MODULES {
        options.set(module, "true").expect("an option of the rules");
    }
    let compile = move |seat: Side| {
        let [own, other] = [seat.index(), seat.other().index()].map(|at| &units[at..=at]);
        Bout::compile([own, other], [policy; 2], &options).expect("a duel")
    };
    let slug = |name: &str| name.to_lowercase().replace([' ', ':'], "-");
    let name = format!("{}-{}-{policy}", slug(a), slug(b));
    let setting = MODULES.map(|module| format!("{module}=true")).join(", ");
    Matchup::new(name, [a, b], [policy.name(); 2], compile).under(setting)
}

/// A shipped scenario under the options it sets.
fn battle(name: &str, policy: PolicyKind) -> Matchup<MechaStellar> {
    fight(format!("{name}-{policy}"), shipped(name), policy)
}

/// Units that smash cover with Havoc, which no shipped force has, in the town of a shipped scenario.
fn havoc(policy: PolicyKind) -> Matchup<MechaStellar> {
    let mut scenario = shipped("simple-battle");
    let forces = [
        ("Monsters", ["Trident Drake", "Turtle Robo"]),
        ("Hunters", ["Basalt Behemoth", "Gun Marten"]),
    ];
    scenario.forces = forces.map(|(name, units)| Force {
        name: name.to_owned(),
        entries: units.map(|name| Entry::single(unit(name))).into(),
        commander: None,
        commander_trait: None,
        fleet: None,
        secondary: Vec::new(),
    });
    fight(format!("havoc-{policy}"), scenario, policy)
}

/// Crews whose traits ask for choices, in the town of a shipped scenario.
fn gifted(policy: PolicyKind) -> Matchup<MechaStellar> {
    let mut scenario = shipped("simple-battle");
    let options = ["traits", "elite_bonus"].map(|name| (name.to_owned(), "true".to_owned()));
    scenario.options.extend(options);
    let with = |name: &str, own: Trait| {
        Entry::single(UnitProfile {
            traits: vec![own],
            ..unit(name)
        })
    };
    scenario.forces = ["Veterans", "Rivals"].map(|name| Force {
        name: name.to_owned(),
        entries: vec![
            with("Blue Djinn", Trait::Tactician),
            with("Falconeye", Trait::MechanicsExpert),
            with("Dervish", Trait::Renowned),
            with("Storm Petrel", Trait::FightingSpirit),
        ],
        commander: None,
        commander_trait: None,
        fleet: None,
        secondary: Vec::new(),
    });
    fight(format!("gifted-{policy}"), scenario, policy)
}

/// Squads of three, reserves and weapons that push, deployed in turn among small pieces of terrain, some
/// of them on control points: choices that no shipped scenario has.
fn rubble(policy: PolicyKind) -> Matchup<MechaStellar> {
    let mut scenario = shipped("simple-battle");
    scenario.deployment = Deployment::Alternate;
    // On the book's hexmap, where reserves often arrive on a point.
    let hexmap = ("hex_in".to_owned(), "4".to_owned());
    scenario.options.extend([hexmap]);
    let points = scenario.control_points.clone();
    let rows = (4..scenario.depth - 4).step_by(2);
    let places = rows.flat_map(|row| {
        (1..scenario.width - 1)
            .step_by(2)
            .map(move |col| (col, row))
    });
    let places: Vec<_> = points
        .iter()
        .copied()
        .chain(places)
        .filter(|place| !scenario.terrain.iter().any(|p| p.hexes.contains(place)))
        .collect();
    for place in places {
        let known = |piece: &TerrainPiece| piece.hexes.contains(&place);
        if scenario.terrain.len() >= 60 || scenario.terrain.iter().any(known) {
            continue;
        }
        scenario.terrain.push(TerrainPiece {
            name: "Rubble".to_owned(),
            hexes: vec![place],
            level: u8::from(points.contains(&place)),
            cover: true,
            blocks_los: false,
            obscuring: false,
            deep_water: false,
            destructible: true,
            small: true,
            overhead: false,
        });
    }
    scenario.forces = ["Diggers", "Wreckers"].map(|name| Force {
        name: name.to_owned(),
        entries: vec![
            with_models(&["Green Viking"; 3], false),
            with_models(&["Thunder Ram"], false),
            with_models(&["Trident Drake"], false),
            with_models(&["Green Viking"], true),
        ],
        commander: None,
        commander_trait: None,
        fleet: None,
        secondary: Vec::new(),
    });
    fight(format!("rubble-{policy}"), scenario, policy)
}

/// An entry of these models, perhaps held back.
fn with_models(names: &[&str], reserve: bool) -> Entry {
    let mut entry = Entry::single(unit(names[0]));
    entry.models = names.iter().map(|name| unit(name)).collect();
    entry.reserve = reserve;
    entry
}

fn fight(name: String, scenario: Scenario, policy: PolicyKind) -> Matchup<MechaStellar> {
    let mut options = Options::default();
    for (option, value) in &scenario.options {
        options.set(option, value).expect("an option of the rules");
    }
    let forces = [0, 1].map(|side: usize| scenario.forces[side].name.clone());
    let options_set = scenario
        .options
        .iter()
        .map(|(option, value)| format!(", {option}={value}"));
    let setting = format!(
        "scenario {}{}",
        scenario.name,
        options_set.collect::<String>()
    );
    let swapped = scenario.swapped();
    let compile = move |seat| {
        let seated = if seat == Side::A { &scenario } else { &swapped };
        Bout::battle(seated, [policy; 2], &options).expect("a battle")
    };
    Matchup::new(name, forces, [policy.name(); 2], compile).under(setting)
}

fn unit(name: &str) -> UnitProfile {
    let catalogue = Catalogue::embedded();
    catalogue.find(name).expect("a shipped unit").clone()
}

fn shipped(name: &str) -> Scenario {
    let mut scenarios = Catalogue::scenarios().into_iter();
    let file = scenarios.find(|(scenario, _)| *scenario == name);
    let (_, file) = file.expect("a shipped scenario");
    let read = Catalogue::embedded().scenario(&file);
    read.expect("a legal scenario")
}
