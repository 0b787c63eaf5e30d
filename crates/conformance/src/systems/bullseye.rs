//! The Bullseye Battlemap: duels and the shipped scenarios.

use equipoise_bullseye::catalogue::Catalogue;
use equipoise_bullseye::{Bout, Bullseye, Options, PolicyKind, Scenario};
use equipoise_engine::Side;

use crate::specimen::{Matchup, Specimen, playthroughs_of};

/// Options under which players are asked more than by default.
const ASKING: [(&str, &str); 2] = [("tactical_points", "2"), ("strafe_unit", "dice")];

pub(super) fn specimen() -> Specimen<Bullseye> {
    let (rulebook, greedy) = (PolicyKind::Rulebook, PolicyKind::Greedy);
    let (random, search) = (PolicyKind::Random, PolicyKind::Search);
    let mut matchups = vec![
        duel("Standard", "Red Mauler", rulebook).recorded(),
        duel("Standard", "Red Mauler", greedy).recorded(),
        duel("Swift Jackal", "Bastion", random).recorded(),
        duel("Standard", "Standard", rulebook).comparing_seats(41_000),
        duel("Red Mauler", "Red Mauler", greedy).comparing_seats(41_000),
        duel("A4D4M4K3", "Far Owl", random).comparing_seats(10_000),
        duel("Pale Heron", "Iron Mammoth", search).playing(5),
        battle("two-wings", search).playing(2).recorded(),
        battle("two-wings", rulebook)
            .playing(60)
            .comparing_seats(2_000),
        duel("Standard", "Standard", search)
            .playing(1)
            .comparing_seats_thoroughly(2_000),
        battle("game-night", greedy).playing(10).recorded(),
    ];
    matchups.extend(teams());
    let names = Catalogue::scenarios().into_iter().map(|(name, _)| name);
    matchups.extend(names.map(|name| battle(name, random).playing(40)));
    Specimen {
        // The limit of rounds that the options set.
        rounds: 1..=30,
        // Destroyed enemies: a side has six at most.
        scores: 0..=6,
        // Who holds the marker wins, whatever was destroyed.
        more_points_win: false,
        policies: PolicyKind::ALL.map(PolicyKind::name).into(),
        matchups,
        playthroughs: playthroughs_of::<Bullseye>(),
    }
}

fn duel(a: &'static str, b: &'static str, policy: PolicyKind) -> Matchup<Bullseye> {
    let catalogue = Catalogue::embedded();
    let unit = |name: &str| catalogue.find(name).expect("a shipped unit").clone();
    let units = [unit(a), unit(b)];
    let mut options = Options::default();
    for (name, value) in ASKING {
        options.set(name, value).expect("an option of the rules");
    }
    let compile = move |seat: Side| {
        let [own, other] = [seat.index(), seat.other().index()].map(|at| &units[at..=at]);
        Bout::compile([own, other], [policy; 2], &options).expect("a duel")
    };
    let slug = |name: &str| name.to_lowercase().replace(' ', "-");
    let name = format!("{}-{}-{policy}", slug(a), slug(b));
    let setting = ASKING.map(|(name, value)| format!("{name}={value}"));
    Matchup::new(name, [a, b], [policy.name(); 2], compile).under(setting.join(", "))
}

/// Teams against themselves under options that could favour a seat: tactical points, start quadrants that are
/// neighbours, initiative each round, sealed bids, held turns.
fn teams() -> Vec<Matchup<Bullseye>> {
    let cases: [&[(&str, &str)]; 5] = [
        &[
            ("cut_scene_in_initiative", "extra_action_before_turn_1"),
            ("cut_scene_at", "2"),
            ("cut_scene_chain", "true"),
        ],
        &[("tactical_points", "2"), ("start_quadrants", "0,1")],
        &[("initiative_scope", "each_round"), ("bid_order", "sealed")],
        &[("hold_carry", "carries_over"), ("quadrants", "5")],
        &[
            ("centre_undivided", "false"),
            ("range_metric", "legal_single_turn_path"),
        ],
    ];
    let policies = [PolicyKind::Rulebook, PolicyKind::Greedy, PolicyKind::Random];
    let pairs = cases
        .iter()
        .flat_map(|case| policies.map(|policy| (*case, policy)));
    pairs.map(|(case, policy)| team(case, policy)).collect()
}

fn team(values: &[(&str, &str)], policy: PolicyKind) -> Matchup<Bullseye> {
    const TEAM: [&str; 2] = ["Swift Jackal", "Bastion"];
    let catalogue = Catalogue::embedded();
    let team = TEAM.map(|name| catalogue.find(name).expect("a shipped unit").clone());
    let mut options = Options::default();
    for (name, value) in values {
        options.set(name, value).expect("an option of the rules");
    }
    let compile =
        move |_| Bout::compile([&team, &team], [policy; 2], &options).expect("a legal bout");
    let setting: Vec<String> = values
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let setting = setting.join(", ");
    let name = format!("team-{}-{policy}", values[0].0);
    Matchup::new(
        name,
        [TEAM.join(" and "), TEAM.join(" and ")],
        [policy.name(); 2],
        compile,
    )
    .under(setting)
    .playing(1)
    .comparing_seats_thoroughly(25_000)
}

/// A shipped scenario under the options it sets.
fn battle(name: &str, policy: PolicyKind) -> Matchup<Bullseye> {
    let scenario = shipped(name);
    let mut options = Options::default();
    for (option, value) in &scenario.options {
        options.set(option, value).expect("an option of the rules");
    }
    let forces = [0, 1].map(|side: usize| scenario.forces[side].name.clone());
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
    Matchup::new(
        format!("{name}-{policy}"),
        forces,
        [policy.name(); 2],
        compile,
    )
    .under(setting)
}

fn shipped(name: &str) -> Scenario {
    let mut scenarios = Catalogue::scenarios().into_iter();
    let file = scenarios.find(|(scenario, _)| *scenario == name);
    let (_, file) = file.expect("a shipped scenario");
    let read = Catalogue::embedded().scenario(&file);
    read.expect("a legal scenario")
}
