//! What must hold in every battle: battles of chance with options, teams and policies of chance,
//! checked event by event by the witness.

use std::collections::BTreeSet;

use equipoise_dice::{Dice, StreamDice, TableDice, stream};

use super::arena::{force, mecha};
use super::witness::Witness;
use crate::data::scenario::{Entry, Force, Scenario};
use crate::options::{Options, StartQuadrants};
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::decision::DECISION_POINTS;
use crate::rules::event::Event;
use crate::rules::state::Battle;
use crate::sector::Place;
use crate::system::Bullseye;
use equipoise_engine::{GameSystem, Log, NoLog, Side};

const BATTLES: u64 = 4_000;

/// Options whose every value is legal with any other, with how many there are.
const FREE: [&str; 25] = [
    "ones",
    "great_success_at",
    "cut_scene_at",
    "cut_scene_in_initiative",
    "cut_scene_chain",
    "centre_undivided",
    "bid_order",
    "initiative_scope",
    "hold_carry",
    "range_metric",
    "strafe_unit",
    "strafe_declare",
    "strafe_spend",
    "knockback_double_quadrant",
    "knockback_optional",
    "lethal_failure",
    "disabled_counts_as_destroyed",
    "overdrive_start",
    "overdrive_value",
    "tactical_points",
    "tactical_allies",
    "cooldown_turns",
    "damage_boxes",
    "configurations",
    "search_budget",
];

/// A legal value: one of those listed, or a small number of the range.
fn any_value<D: Dice>(name: &str, dice: &mut D) -> String {
    let infos = Options::list();
    let info = infos.iter().find(|info| info.name == name);
    let values = info.expect("an option").values;
    match values[0].split_once(" to ") {
        Some((from, to)) => {
            let [from, to]: [u32; 2] = [from, to].map(|end| end.parse().expect("a number"));
            (from + dice.below((to - from + 1).min(10))).to_string()
        }
        None => values[dice.below(values.len() as u32) as usize].to_owned(),
    }
}

fn any_options<D: Dice>(dice: &mut D) -> Options {
    let mut options = Options::default();
    for name in FREE {
        if dice.below(3) == 0 {
            let value = any_value(name, dice);
            options.set(name, &value).expect("a legal value");
        }
    }
    options.rings = 2 + dice.below(4) as u8;
    options.quadrants = 2 + dice.below(5) as u8;
    options.start_ring = dice.below(u32::from(options.rings)) as u8;
    let mut quadrant = || dice.below(u32::from(options.quadrants)) as u8;
    options.start_quadrants = StartQuadrants([quadrant(), quadrant()]);
    options.die_faces = 4 + dice.below(7) as u8;
    options.round_limit = 1 + dice.below(12) as u8;
    options
}

fn any_force<D: Dice>(options: &Options, dice: &mut D) -> Force {
    let count = 1 + dice.below(3);
    let entry = |_| {
        let stat = |dice: &mut D| 1 + dice.below(8) as u8;
        let optimal = [0, 1, 2, 3, 4].map(|_| dice.below(6) as u8);
        let mut unit = mecha(4, &optimal[..1 + dice.below(4) as usize]);
        unit.engineering = stat(dice);
        unit.movement = stat(dice);
        unit.attack = stat(dice);
        unit.defense = stat(dice);
        unit.skill = 1 + dice.below(u32::from(options.die_faces.min(5))) as u8;
        let at = (dice.below(2) == 0).then(|| Place {
            ring: dice.below(u32::from(options.rings)) as u8,
            quadrant: dice.below(u32::from(options.quadrants)) as u8,
        });
        Entry { mecha: unit, at }
    };
    force((0..count).map(entry).collect())
}

/// Hands every event to the witness and collects the points that were asked.
struct Watch<'a> {
    witness: Witness<'a>,
    asked: BTreeSet<&'static str>,
}

impl Log<Event> for Watch<'_> {
    fn record(&mut self, event: impl FnOnce() -> Event) {
        self.witness.check(&event());
    }

    fn decision(&mut self, point: &'static str) {
        self.asked.insert(point);
    }
}

fn any_bout<D: Dice>(dice: &mut D, policies: [PolicyKind; 2]) -> Bout {
    let options = any_options(dice);
    let forces = [0, 1].map(|_| any_force(&options, dice));
    let scenario = with!(Scenario::open(forces),
        gamemaster: [None, Some(Side::A), Some(Side::B)][dice.below(3) as usize]);
    Bout::battle(&scenario, policies, &options).expect("a legal bout")
}

/// bull.round.full-action, bull.attack.cooldown, bull.move.no-double-quadrant and all the others the
/// witness names, in battles of four policies; `random` reaches every decision point.
#[test]
fn battles_of_chance_keep_the_rules() {
    let (random, rulebook, greedy) = (PolicyKind::Random, PolicyKind::Rulebook, PolicyKind::Greedy);
    let pairs = [
        [random, random],
        [random, random],
        [rulebook, greedy],
        [greedy, random],
    ];
    let mut asked = BTreeSet::new();
    for number in 0..BATTLES {
        let mut dice = TableDice::new(stream(20_261_122, 1, number));
        let policies = pairs[number as usize % pairs.len()];
        let bout = any_bout(&mut dice, policies);
        let mut watch = Watch {
            witness: Witness::new(&bout),
            asked: BTreeSet::new(),
        };
        let outcome = Bullseye::play(&bout, &mut Battle::default(), &mut dice, &mut watch);
        watch.witness.close(&outcome);
        if policies == [random, random] {
            asked.append(&mut watch.asked);
        }
        assert!(
            watch
                .asked
                .iter()
                .all(|point| DECISION_POINTS.contains(point))
        );
    }
    assert_eq!(asked, BTreeSet::from(DECISION_POINTS));
}

/// The look-ahead keeps the rules as well; it plays fewer battles.
#[test]
fn battles_with_look_ahead_keep_the_rules() {
    for number in 0..BATTLES / 100 {
        let mut dice = TableDice::new(stream(20_261_122, 2, number));
        let policies = [PolicyKind::Search, PolicyKind::Random];
        let mut bout = any_bout(&mut dice, policies);
        bout.options.round_limit = bout.options.round_limit.min(3);
        let mut watch = Watch {
            witness: Witness::new(&bout),
            asked: BTreeSet::new(),
        };
        let outcome = Bullseye::play(&bout, &mut Battle::default(), &mut dice, &mut watch);
        watch.witness.close(&outcome);
    }
}

/// A log changes nothing, and a battle played on used memory is the battle on fresh memory.
#[test]
fn the_log_and_old_memory_change_nothing() {
    let mut used = Battle::default();
    for number in 0..500 {
        let mut dice = TableDice::new(stream(20_261_122, 3, number));
        let bout = any_bout(&mut dice, [PolicyKind::Random; 2]);
        let start = stream(20_261_122, 4, number);
        let mut watch = Watch {
            witness: Witness::new(&bout),
            asked: BTreeSet::new(),
        };
        let mut dice = StreamDice::new(start.clone());
        let logged = Bullseye::play(&bout, &mut Battle::default(), &mut dice, &mut watch);
        let mut dice = StreamDice::new(start);
        let silent = Bullseye::play(&bout, &mut used, &mut dice, &mut NoLog);
        assert_eq!(logged, silent);
    }
}
