//! MechaStellar as analyses see it.

mod advice;
mod attacks;
mod audit;
mod dataset;
mod deployment;
mod dice_notation;
mod help;
mod odds;
mod picture;
mod roundings;

use crate::catalogue::Catalogue;
use crate::rules::earnings::Source;
use crate::{
    Bout, CompileError, Entry, MechaStellar, Options, PolicyKind, Scenario, UnitProfile, exact,
};
use equipoise_engine::{PlayWith, Side};

use equipoise_engine::front_end::{
    self, ArmyRules, Attacks, Audit, ExactDuel, FrontEnd, Help, Kind, Odds, Picture, Preset,
    Quantities, Quantity, Rounding, ScoreWords, SmallDuel,
};

/// A unit with two dice a pool and 600 HP that stands where it is.
fn small(unit: &UnitProfile) -> UnitProfile {
    let mut unit = unit.clone();
    (unit.hp, unit.move_in) = (600, 0);
    (unit.evade.dice, unit.melee_def.dice) = (2, 2);
    for weapon in &mut unit.weapons {
        weapon.dice = 2;
        weapon.range_in = weapon.range_in.max(24);
    }
    unit
}

/// Victory points by source.
const BY_SOURCE: [Quantity; Source::COUNT] = {
    let mut all = [Quantity {
        name: "",
        kind: Kind::Mean { decimals: 1 },
    }; Source::COUNT];
    let mut at = 0;
    while at < Source::COUNT {
        all[at].name = Source::NAMES[at];
        at += 1;
    }
    all
};

impl FrontEnd for MechaStellar {
    type Dataset = Catalogue;
    type Unit = UnitProfile;
    type Scenario = Scenario;
    type Policy = PolicyKind;
    type Options = Options;
    type CompileError = CompileError;

    const SUMMARY: &'static str =
        "MechaStellar core rules VER10: d10 pools, hits against defences, Momentum, control points";
    const PRESETS: &'static [Preset] = &[Preset {
        name: "wargame93",
        summary: "the supplement 9.3 in full: its scoring, Elite bonuses, traits, gains of the behaviour tables",
        options: &[
            ("scoring", "ms93"),
            ("elite_bonus", "true"),
            ("traits", "true"),
            ("behaviour_bonus", "true"),
        ],
    }];
    const SCORE: ScoreWords = ScoreWords {
        unit: "victory points",
        difference: "victory-point difference",
        decimals: 1,
    };
    const QUANTITIES: Quantities = Quantities {
        by_round: &["momentum", "control_points"],
        rounds: 5,
        of_battle: &BY_SOURCE,
        of_model: &[
            Quantity {
                name: "survival",
                kind: Kind::Share,
            },
            Quantity {
                name: "damage_dealt",
                kind: Kind::Mean { decimals: 1 },
            },
            Quantity {
                name: "vp_earned",
                kind: Kind::Mean { decimals: 1 },
            },
        ],
    };
    const ARMIES: ArmyRules = ArmyRules {
        scenario: "simple-battle",
        budget: 1000,
        most_models: 30,
    };
    const HELP: Help = help::HELP;
    const EXACT: Option<ExactDuel<Self>> =
        Some(|bout, max_states, watch| exact(bout, max_states, watch));
    const SMALL_DUEL: Option<SmallDuel<Self>> = Some(SmallDuel {
        units: ["F1P1:versatile", "F1P1:versatile"],
        shrink: small,
        policy: PolicyKind::Solo,
    });
    const ODDS: Option<Odds<Options>> = Some(odds::ODDS);
    const ATTACKS: Option<Attacks<Self>> = Some(attacks::all);
    const PLAYERS: Option<PlayWith<Self>> = None;
    const PICTURE: Option<Picture<Self>> = Some(picture::draw);
    const AUDIT: Audit<Self> = audit::AUDIT;

    fn duel(
        units: [&UnitProfile; 2],
        policies: [PolicyKind; 2],
        options: &Options,
    ) -> Result<Bout, CompileError> {
        Bout::compile(units.map(std::slice::from_ref), policies, options)
    }

    fn battle(
        scenario: &Scenario,
        policies: [PolicyKind; 2],
        options: &Options,
    ) -> Result<Bout, CompileError> {
        Bout::battle(scenario, policies, options)
    }

    fn roundings(
        units: &[&UnitProfile],
        scenario: Option<&Scenario>,
        options: Option<&Options>,
    ) -> Vec<Rounding> {
        roundings::all(units, scenario, options)
    }

    fn models(bout: &Bout) -> Vec<&str> {
        bout.unit_names().collect()
    }
}

impl front_end::Scenario for Scenario {
    type Unit = UnitProfile;

    fn name(&self) -> &str {
        &self.name
    }

    fn force_name(&self, side: Side) -> &str {
        &self.forces[side.index()].name
    }

    fn models(&self, side: Side) -> Vec<&UnitProfile> {
        // As battles are played: what is observed of models comes in this order.
        let force = &self.forces[side.index()];
        let entries = force.order().into_iter();
        let models = entries.flat_map(|entry| &force.entries[entry].models);
        models.collect()
    }

    fn mustered(&self, armies: [Vec<&UnitProfile>; 2]) -> Self {
        let mut scenario = self.clone();
        for (force, units) in scenario.forces.iter_mut().zip(armies) {
            force.entries = units.into_iter().cloned().map(Entry::single).collect();
            // Its dearest unit leads an army where the scenario has Commanders.
            let dearest = (0..force.entries.len()).rev().max_by_key(|&entry| {
                let models = &force.entries[entry].models;
                models.iter().map(|unit| unit.points).sum::<u16>()
            });
            force.commander = force.commander.and(dearest);
            // Its list need not have a Warship.
            force.fleet = None;
        }
        scenario
    }

    fn entries(&self, side: Side) -> usize {
        self.forces[side.index()].entries.len()
    }

    fn against_itself(&self, side: Side, orders: [&[usize]; 2]) -> Self {
        let force = &self.forces[side.index()];
        let [mut a, mut b] = orders.map(|order| force.listed_as(order));
        let other = if side == Side::A { &mut b } else { &mut a };
        for entry in &mut other.entries {
            entry.at = entry.at.map(|place| self.turned(place));
        }
        Self {
            forces: [a, b],
            ..self.clone()
        }
    }

    fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        let options = self.options.iter();
        options.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    fn swapped(&self) -> Self {
        self.swapped()
    }

    fn advice(&self) -> Vec<String> {
        advice::all(self)
    }
}
