//! The order of a list decides nothing: forces, their units, terrain and control points in any order give
//! the same battles, bit for bit.

use std::collections::BTreeMap;

use equipoise_dice::{Dice, TableDice, stream};
use equipoise_engine::{GameSystem, NoLog, Observe, Side, front_end};
use equipoise_mechastellar::catalogue::Catalogue;
use equipoise_mechastellar::{
    Battle, Bout, Force, HexSize, MechaStellar, Options, PolicyKind, Scenario,
};

/// Battles of each order.
const BATTLES: u64 = 10;

/// Shuffles a list by dice (Fisher and Yates); returns where each item went.
fn shuffle<T, D: Dice>(items: &mut [T], dice: &mut D) -> Vec<usize> {
    let mut places: Vec<usize> = (0..items.len()).collect();
    for last in (1..items.len()).rev() {
        let other = dice.below(last as u32 + 1) as usize;
        items.swap(last, other);
        places.swap(last, other);
    }
    let mut gone = vec![0; places.len()];
    for (new, &old) in places.iter().enumerate() {
        gone[old] = new;
    }
    gone
}

fn shuffled<D: Dice>(scenario: &Scenario, dice: &mut D) -> Scenario {
    let mut this = scenario.clone();
    for force in &mut this.forces {
        let Force {
            entries, commander, ..
        } = force;
        let gone = shuffle(entries, dice);
        for entry in entries {
            entry.aboard = entry.aboard.map(|ship| gone[ship]);
        }
        *commander = commander.map(|unit| gone[unit]);
    }
    shuffle(&mut this.terrain, dice);
    shuffle(&mut this.control_points, dice);
    this
}

/// What is observed of each battle: the outcome, and for each name the sorted quantities of its models.
type Seen = (Option<Side>, [i32; 2], u8, Vec<Vec<i64>>);

fn play(scenario: &Scenario, policy: PolicyKind, hex_in: HexSize) -> Vec<Seen> {
    let options = Options {
        hex_in,
        ..Options::default()
    };
    let bout = Bout::battle(scenario, [policy; 2], &options).expect("a legal battle");
    let mut battle = Battle::default();
    let one = |number| {
        let mut dice = TableDice::new(stream(9, 2, number));
        let outcome = MechaStellar::play(&bout, &mut battle, &mut dice, &mut NoLog);
        let mut values: BTreeMap<(Side, usize), i64> = BTreeMap::new();
        MechaStellar::observe(&bout, &battle, |side, quantity, value| {
            values.insert((side, quantity), value);
        });
        let models = |side: Side| {
            let count = MechaStellar::quantities(&bout, side);
            (0..count).map(|at| values[&(side, at)]).collect()
        };
        (
            outcome.winner,
            outcome.score,
            outcome.rounds,
            Side::BOTH.map(models).into(),
        )
    };
    (0..BATTLES).map(one).collect()
}

/// Names that reports put to what is observed come in the order of the bout.
#[test]
fn models_are_named_in_the_order_they_are_played_in() {
    let catalogue = Catalogue::embedded();
    for (name, file) in Catalogue::scenarios() {
        let scenario = catalogue.scenario(&file).expect("a shipped scenario");
        let bout = Bout::battle(&scenario, [PolicyKind::Greedy; 2], &Options::default());
        let bout = bout.expect("a legal battle");
        let models = Side::BOTH.map(|side| front_end::Scenario::models(&scenario, side));
        let named = models.iter().flatten().map(|unit| unit.name.as_str());
        assert!(named.eq(bout.unit_names()), "{name}");
    }
}

#[test]
fn lists_in_any_order_give_the_same_battles() {
    let catalogue = Catalogue::embedded();
    let mut dice = TableDice::new(stream(9, 1, 0));
    for (name, file) in Catalogue::scenarios() {
        let scenario = catalogue.scenario(&file).expect("a shipped scenario");
        for policy in [PolicyKind::Greedy, PolicyKind::Solo, PolicyKind::Random] {
            for hex_in in [HexSize::Four, HexSize::One] {
                let listed = play(&scenario, policy, hex_in);
                for _ in 0..2 {
                    let other = shuffled(&scenario, &mut dice);
                    assert_eq!(play(&other, policy, hex_in), listed, "{name}, {policy}");
                }
            }
        }
    }
}
