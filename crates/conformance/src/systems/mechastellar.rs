//! MechaStellar: duels and the shipped scenarios.

use equipoise_engine::Side;
use equipoise_mechastellar::catalogue::Catalogue;
use equipoise_mechastellar::{
    Attacker, BattleMode, Bout, CommanderTrait, Deployment, Entry, Fleet, FleetTrait, Force,
    MechaStellar, Objective, Options, PolicyKind, Redeployment, Scenario, TerrainPiece, Trait,
    UnitProfile, Upgrade,
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
        duel("F3P5:versatile", "F3P5:versatile", solo).comparing_seats(41_000),
        duel("White Asura", "White Asura", greedy).comparing_seats(41_000),
        duel("Iron Castle", "Trident Drake", greedy).comparing_seats(10_000),
        duel("Silver Heron", "Thunder Ram", random).comparing_seats(10_000),
        duel("Basalt Behemoth", "Blue Djinn", random),
        battle("skirmish", search).playing(3).recorded(),
        battle("skirmish", solo).playing(60),
        battle("simple-battle", greedy).playing(10).recorded(),
        battle("battlefield", greedy).playing(6).recorded(),
        battle("crossover", greedy).playing(200).recorded(),
        battle("last-stand", greedy).playing(10).recorded(),
        battle("monster-movie", greedy).playing(10).recorded(),
        havoc(greedy).playing(60),
        rubble(random).playing(200),
        gifted(greedy).playing(20),
        gifted(random).playing(60),
    ];
    matchups.extend(MODES.map(|(name, mode)| supplement(name, mode, greedy).playing(6).recorded()));
    matchups.extend(MODES.map(|(name, mode)| supplement(name, mode, random).playing(40)));
    matchups.push(supplement("simple", BattleMode::Simple, solo).playing(6));
    matchups.extend(mirrors());
    let names = Catalogue::scenarios().into_iter().map(|(name, _)| name);
    matchups.extend(names.map(|name| battle(name, random).playing(40)));
    Specimen {
        // Three linked battles of three rounds are the most.
        rounds: 1..=9,
        // Two armies of 1000 points, what is scored beside them and what losses cost are far from this.
        scores: -1_000..=10_000,
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

/// Forces of shipped scenarios against themselves, in every mode in which both sides have the same task.
fn mirrors() -> Vec<Matchup<MechaStellar>> {
    let (solo, greedy, random) = (PolicyKind::Solo, PolicyKind::Greedy, PolicyKind::Random);
    let mut mirrors = vec![
        mirror("skirmish", 0, solo).comparing_seats(1_000),
        mirror("skirmish", 0, greedy).comparing_seats_thoroughly(25_000),
        mirror("skirmish", 1, random).comparing_seats(1_000),
        mirror("open-duel", 1, greedy).comparing_seats_thoroughly(100_000),
        mirror("simple-battle", 0, solo).comparing_seats_thoroughly(10_000),
        mirror("simple-battle", 1, greedy).comparing_seats_thoroughly(5_000),
        mirror("warships", 0, solo).comparing_seats_thoroughly(10_000),
        mirror("warships", 1, greedy).comparing_seats_thoroughly(5_000),
    ];
    for policy in [greedy, solo, random] {
        for mode in [
            BattleMode::Secure,
            BattleMode::Rampage(Attacker::Both),
            BattleMode::Endurance(Attacker::Both),
        ] {
            let (name, scenario) = mirrored_mode(mode);
            let name = format!("mirror-{name}-{policy}");
            mirrors.push(fight(name, scenario, policy).comparing_seats_thoroughly(5_000));
        }
    }
    mirrors
        .into_iter()
        .map(|mirror| mirror.playing(1))
        .collect()
}

/// A force of a shipped scenario against itself.
fn mirror(name: &str, force: usize, policy: PolicyKind) -> Matchup<MechaStellar> {
    let name_of_matchup = format!("mirror-{name}-{force}-{policy}");
    fight(name_of_matchup, mirrored(name, force), policy)
}

/// A shipped scenario with one of its forces on both sides, placed by the policies.
fn mirrored(name: &str, force: usize) -> Scenario {
    let mut scenario = shipped(name);
    for entry in &mut scenario.forces[force].entries {
        entry.at = None;
    }
    scenario.forces = [0, 1].map(|_| scenario.forces[force].clone());
    scenario
}

/// A mode in which both sides have the same task, with its name (`ms93.secure.base`,
/// `ms93.rampage.free-for-all`, `ms93.endurance.waves`).
fn mirrored_mode(mode: BattleMode) -> (&'static str, Scenario) {
    let mut scenario = mirrored("simple-battle", 1);
    scenario.mode = mode;
    if mode == BattleMode::Secure {
        return ("secure", scenario);
    }
    scenario.control_points.clear();
    if matches!(mode, BattleMode::Rampage(_)) {
        return ("rampage", scenario);
    }
    scenario.deployment = Deployment::Alternate;
    for force in &mut scenario.forces {
        let units = force.entries.len();
        for (place, entry) in force.entries.iter_mut().enumerate() {
            entry.wave = (3 * place / units) as u8;
        }
    }
    ("endurance", scenario)
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

/// Every mode of the supplement.
const MODES: [(&str, BattleMode); 5] = [
    ("simple", BattleMode::Simple),
    ("secure", BattleMode::Secure),
    ("rampage", BattleMode::Rampage(Attacker::First)),
    ("endurance", BattleMode::Endurance(Attacker::Second)),
    (
        "confrontation",
        BattleMode::Confrontation(Redeployment::Alternate),
    ),
];

/// A mode of the supplement with all that comes with it, in the town of a shipped scenario: its scoring,
/// traits of crews and of those who lead, upgrades, secondary objectives.
fn supplement(name: &str, mode: BattleMode, policy: PolicyKind) -> Matchup<MechaStellar> {
    let mut scenario = shipped("simple-battle");
    let options = [
        ("scoring", "ms93"),
        ("traits", "true"),
        ("elite_bonus", "true"),
    ];
    let options = options.map(|(option, value)| (option.to_owned(), value.to_owned()));
    scenario.options.extend(options);
    scenario.mode = mode;
    if matches!(mode, BattleMode::Rampage(_) | BattleMode::Endurance(_)) {
        scenario.control_points.clear();
    }
    let waves = matches!(mode, BattleMode::Endurance(_));
    if waves {
        scenario.deployment = Deployment::Alternate;
    }
    scenario.forces = [regulars(), raiders()];
    for force in &mut scenario.forces {
        for (number, entry) in (0..).zip(&mut force.entries) {
            entry.wave = if waves { number % 3 } else { 0 };
        }
    }
    fight(format!("ms93-{name}-{policy}"), scenario, policy)
}

fn regulars() -> Force {
    let aces = &[Upgrade::SuperiorInstincts, Upgrade::ArmyOfOne][..];
    let entries = vec![
        bought("White Asura", aces, &[Trait::Warmonger]),
        bought(
            "Falconeye",
            &[Upgrade::SkilledShot, Upgrade::MissileMassacre],
            &[Trait::Renowned],
        ),
        bought(
            "Gamma Apollo",
            &[Upgrade::DecoyAttack, Upgrade::AntiBeamCoating],
            &[],
        ),
        bought("Musarl Cruiser", &[Upgrade::WarshipReactor], &[]),
    ];
    let objectives = [
        Objective::TopGun,
        Objective::LastBastion,
        Objective::SwellingMomentum,
    ];
    led(
        "Regulars",
        entries,
        CommanderTrait::VigilantLeader,
        objectives,
    )
}

fn raiders() -> Force {
    let entries = vec![
        bought(
            "Laughing Joker",
            &[Upgrade::DesperationAttack, Upgrade::DecoyAttack],
            &[Trait::HotBlooded],
        ),
        bought("Kestrel", &[Upgrade::HeavyPayload], &[]),
        bought("Dervish", &[Upgrade::SkilledMayhem], &[Trait::Immortal]),
        bought("Halberd Carrier", &[Upgrade::WarshipRepairs], &[]),
    ];
    let objectives = [
        Objective::RoutTheEnemy,
        Objective::MinimizeLosses,
        Objective::BehindLines,
    ];
    led("Raiders", entries, CommanderTrait::BoldLeader, objectives)
}

/// A force under its first unit, its ship the flagship.
fn led(name: &str, entries: Vec<Entry>, own: CommanderTrait, objectives: [Objective; 3]) -> Force {
    let flagship = Fleet {
        commander: entries.len() - 1,
        own: FleetTrait::FleetMissileDefense,
    };
    Force {
        name: name.to_owned(),
        entries,
        commander: Some(0),
        commander_trait: Some(own),
        fleet: Some(flagship),
        secondary: objectives.into(),
    }
}

/// A unit of these upgrades and traits, at what they cost.
fn bought(name: &str, upgrades: &[Upgrade], traits: &[Trait]) -> Entry {
    let mut own = unit(name);
    for upgrade in upgrades {
        own.points = own.points.saturating_add_signed(upgrade.terms().points);
    }
    (own.upgrades, own.traits) = (upgrades.into(), traits.into());
    Entry::single(own)
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
