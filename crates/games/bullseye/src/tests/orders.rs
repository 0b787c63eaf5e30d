//! No list decides anything: battles are the same bit for bit in whatever order forces list their
//! mecha and mecha their weapons.

use equipoise_dice::{Dice, TableDice, stream};

use super::arena::options;
use crate::data::catalogue::Catalogue;
use crate::data::scenario::{Entry, Force, Scenario};
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::event::Event;
use crate::rules::state::Battle;
use crate::system::Bullseye;
use equipoise_engine::front_end::Scenario as _;
use equipoise_engine::{GameSystem, Observe, Outcome, Side, Transcript};

/// The same items in an order of chance.
fn shuffled<T: Clone>(items: &[T], dice: &mut impl Dice) -> Vec<T> {
    let mut left = items.to_vec();
    let mut mixed = Vec::new();
    while !left.is_empty() {
        mixed.push(left.remove(dice.below(left.len() as u32) as usize));
    }
    mixed
}

/// Shipped scenarios, and armies of six that two of a kind, places and namesakes make harder.
fn scenarios() -> Vec<Scenario> {
    let catalogue = Catalogue::embedded();
    let shipped = Catalogue::scenarios().into_iter();
    let mut all: Vec<Scenario> = shipped
        .map(|(_, file)| catalogue.scenario(&file).expect("a shipped scenario"))
        .collect();
    let entries = |names: [&str; 6]| {
        let unit = |name| Entry::new(catalogue.find(name).expect("a shipped unit").clone());
        let mut entries = names.map(unit).to_vec();
        // The same mecha under another name.
        entries[5].mecha.name = "Zebra".to_owned();
        entries
    };
    let force = |names| Force {
        name: "Force".to_owned(),
        entries: entries(names),
    };
    all.push(Scenario::open([
        force([
            "Standard",
            "Far Owl",
            "Bastion",
            "Far Owl",
            "Swift Jackal",
            "Standard",
        ]),
        force([
            "Red Mauler",
            "Lone Lance",
            "Grey Veteran",
            "Pale Heron",
            "Standard",
            "Red Mauler",
        ]),
    ]));
    all
}

/// A battle with its events, and what it observes of each mecha by name.
type Played = (Outcome, Vec<Event>, Vec<(String, Vec<i64>)>);

fn play(scenario: &Scenario, policy: PolicyKind, number: u64) -> Played {
    let set: Vec<(&str, &str)> = scenario.options().collect();
    let bout = Bout::battle(scenario, [policy; 2], &options(&set)).expect("a battle");
    let (mut battle, mut log) = (Battle::default(), Transcript::default());
    let mut dice = TableDice::new(stream(20_261_122, 30, number));
    let outcome = Bullseye::play(&bout, &mut battle, &mut dice, &mut log);
    let models = Side::BOTH.map(|side| scenario.models(side));
    let mut observed: Vec<(String, Vec<i64>)> = models
        .iter()
        .flatten()
        .map(|mecha| (mecha.name.clone(), Vec::new()))
        .collect();
    let names = bout.unit_names();
    assert!(
        names.eq(observed.iter().map(|(name, _)| name)),
        "reports and bout agree"
    );
    let each = crate::UNIT_QUANTITIES.len();
    Bullseye::observe(&bout, &battle, |side, index, value| {
        let first = if side == Side::A { 0 } else { models[0].len() };
        observed[first + index / each].1.push(value);
    });
    (outcome, log.0, observed)
}

fn battles(policy: PolicyKind) -> u64 {
    match policy {
        PolicyKind::Search => 1,
        _ => 10,
    }
}

#[test]
fn the_order_of_a_force_decides_nothing() {
    let mut dice = TableDice::new(stream(20_261_122, 31, 0));
    for scenario in scenarios() {
        let mut permuted = scenario.clone();
        for force in &mut permuted.forces {
            force.entries = shuffled(&force.entries, &mut dice);
        }
        let mut backwards = scenario.clone();
        for force in &mut backwards.forces {
            force.entries.reverse();
        }
        for policy in PolicyKind::ALL {
            for number in 0..battles(policy) {
                let listed = play(&scenario, policy, number);
                for other in [&permuted, &backwards] {
                    assert!(
                        play(other, policy, number) == listed,
                        "{} {policy}",
                        scenario.name
                    );
                }
            }
        }
    }
}

/// Weapons keep the numbers of their list, so that it shows in events; nothing else depends on it. Chance
/// chooses by number.
#[test]
fn the_order_of_weapons_decides_nothing() {
    for scenario in scenarios() {
        let mut backwards = scenario.clone();
        for entry in backwards
            .forces
            .iter_mut()
            .flat_map(|force| &mut force.entries)
        {
            entry.mecha.weapons.reverse();
        }
        for policy in [PolicyKind::Rulebook, PolicyKind::Greedy, PolicyKind::Search] {
            for number in 0..battles(policy) {
                let [listed, other] =
                    [&scenario, &backwards].map(|scenario| play(scenario, policy, number));
                assert!(
                    (listed.0, listed.2) == (other.0, other.2),
                    "{} {policy}",
                    scenario.name
                );
            }
        }
    }
}

/// Dearest first; of equal points more dice, then higher skill, then shorter weapons, places, names.
#[test]
fn forces_are_ranked_by_what_their_mecha_are() {
    let catalogue = Catalogue::embedded();
    let unit = |name| catalogue.find(name).expect("a shipped unit").clone();
    let named = |name: &str, points| {
        let mut mecha = unit("Standard");
        (mecha.name, mecha.points) = (name.to_owned(), points);
        Entry::new(mecha)
    };
    let quick = {
        let mut entry = named("Zeta", 100);
        entry.mecha.engineering += 1;
        entry
    };
    let force = Force {
        name: String::new(),
        entries: vec![
            named("Beta", 100),
            quick,
            named("Dear", 200),
            named("Alpha", 100),
        ],
    };
    let names: Vec<&str> = force
        .ranked()
        .iter()
        .map(|entry| entry.mecha.name.as_str())
        .collect();
    assert_eq!(names, ["Dear", "Zeta", "Alpha", "Beta"]);
}
