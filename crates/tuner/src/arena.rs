//! Matchups that weights are played in, drawn by number, and battles between two sets of weights.

use std::ops::Range;

use equipoise_dice::{TableDice, stream};
use equipoise_engine::front_end::Dataset as _;
use equipoise_engine::source::nearest;
use equipoise_engine::{GameSystem as _, Outcome, Scratch, Side};
use equipoise_mechastellar::catalogue::Catalogue;
use equipoise_mechastellar::weights::{CountsIn, Weights};
use equipoise_mechastellar::{
    Bout, CompileError, Entry, Force, MechaStellar, Options, PolicyKind, Scenario, Table,
    UnitProfile,
};
use rand::{Rng, RngExt as _};
use rayon::prelude::*;

use crate::failure::Failure;
use crate::tally::Tally;

/// Points of a random army: from the first number to below the second.
const BUDGETS: Range<u32> = 300..800;
/// Units of a random army at most.
const MOST_UNITS: usize = 7;
/// Units that are tried for one.
const TRIES: usize = 60;
/// Where no scenario is named, one battle in this many is fought by a scenario's own force.
const OWN_FORCES: u32 = 3;

/// Where a stretch of battles gets its armies and dice from: no two stretches share any.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    /// The seed of everything.
    pub(crate) seed: u64,
    /// Number of the stretch.
    pub(crate) cell: u64,
    /// Pairs of battles of each matchup that is drawn, at least 1.
    pub(crate) each: u64,
}

/// What matchups are drawn from.
pub(crate) struct Arena {
    counts_in: CountsIn,
    units: Vec<UnitProfile>,
    /// Empty for duels, which have a table of their own.
    scenarios: Vec<(Scenario, Options)>,
    /// One battle in this many is fought by a scenario's own force.
    own_forces: u32,
}

impl Arena {
    /// Of the embedded dataset: named units and the reference profiles for duels, the named units that
    /// cost points and the shipped scenarios for battles, or one of these alone, with its own forces.
    ///
    /// # Errors
    /// A scenario that is not there, or that cannot be read.
    pub(crate) fn new(counts_in: CountsIn, scenario: Option<&str>) -> Result<Self, Failure> {
        let catalogue = Catalogue::embedded();
        let named = catalogue.units().iter();
        let (units, scenarios) = match counts_in {
            CountsIn::Duels => {
                if let Some(name) = scenario {
                    let message = format!("duels are played on no scenario, and `{name}` is given");
                    return Err(Failure::Input(message));
                }
                let profiles = catalogue.profiles();
                let references = profiles.iter().filter(|profile| profile.reference);
                let all = named.chain(references.map(|profile| profile.unit));
                (all.cloned().collect(), Vec::new())
            }
            CountsIn::Battles => {
                let bought = named.filter(|unit| unit.points > 0);
                (bought.cloned().collect(), scenarios(&catalogue, scenario)?)
            }
        };
        Ok(Self {
            counts_in,
            units,
            scenarios,
            own_forces: if scenario.is_some() { 1 } else { OWN_FORCES },
        })
    }

    /// Plays pairs of battles by their numbers: in the second of a pair the sets of weights change sides,
    /// the armies and the dice are the same. The tally is the first set's.
    ///
    /// # Errors
    /// A matchup that cannot be played.
    pub(crate) fn play(
        &self,
        weights: [Weights; 2],
        stretch: Stretch,
        numbers: Range<u64>,
    ) -> Result<Tally, Failure> {
        let each = stretch.each;
        (numbers.start / each..numbers.end.div_ceil(each))
            .into_par_iter()
            .map_init(Scratch::default, |scratch, matchup| {
                let first = matchup * each;
                let pairs = first.max(numbers.start)..(first + each).min(numbers.end);
                self.matchup(weights, stretch, matchup, pairs, scratch)
            })
            .try_reduce(Tally::default, |sum, pair| Ok(sum + pair))
            .map_err(|error| Failure::input(&error))
    }

    fn matchup(
        &self,
        [first, second]: [Weights; 2],
        stretch: Stretch,
        matchup: u64,
        pairs: Range<u64>,
        scratch: &mut Scratch<MechaStellar>,
    ) -> Result<Tally, CompileError> {
        let mut rng = stream(stretch.seed, stretch.cell, matchup);
        let (scenario, options) = self.draw(&mut rng);
        let dice = rng.random();
        let compile = |weights| {
            let greedy = [PolicyKind::Greedy; 2];
            Bout::battle_with_weights(&scenario, greedy, &options, weights)
        };
        let ahead = compile([first, second])?;
        let behind = compile([second, first])?;
        let mut tally = Tally::default();
        for pair in pairs {
            let mut score = |side, bout| {
                let dice = &mut TableDice::new(stream(dice, stretch.cell, pair));
                half_points_of(side, &MechaStellar::run(bout, scratch, dice))
            };
            tally = tally + Tally::of_pair(score(Side::A, &ahead) + score(Side::B, &behind));
        }
        Ok(tally)
    }

    fn draw(&self, rng: &mut impl Rng) -> (Scenario, Options) {
        match self.counts_in {
            CountsIn::Duels => (self.duel(rng), Options::default()),
            CountsIn::Battles => self.battle(rng),
        }
    }

    /// Two random units, or, every other time, a random one against itself.
    fn duel(&self, rng: &mut impl Rng) -> Scenario {
        let first = pick(&self.units, rng);
        let second = match rng.random_range(0..2) {
            0 => first,
            _ => pick(&self.units, rng),
        };
        let force = |unit: &UnitProfile| Force {
            name: String::new(),
            entries: vec![Entry::single(unit.clone())],
            commander: None,
            commander_trait: None,
            fleet: None,
            secondary: Vec::new(),
        };
        Scenario::open(Table::DUEL, [force(first), force(second)])
    }

    /// A force against itself on the table of a random scenario: a random army, or one of the scenario's
    /// own forces, placed by the policy.
    fn battle(&self, rng: &mut impl Rng) -> (Scenario, Options) {
        let (scenario, options) = pick(&self.scenarios, rng);
        let force = if rng.random_range(0..self.own_forces) == 0 {
            let mut own = pick(&scenario.forces, rng).clone();
            for entry in &mut own.entries {
                entry.at = None;
            }
            own
        } else {
            self.army(rng)
        };
        let scenario = Scenario {
            forces: [force.clone(), force],
            ..scenario.clone()
        };
        (scenario, *options)
    }

    /// A random army of two units or more, led by the first that was drawn.
    fn army(&self, rng: &mut impl Rng) -> Force {
        let mut entries = Vec::new();
        while entries.len() < 2 {
            entries.clear();
            let mut left = rng.random_range(BUDGETS);
            for _ in 0..TRIES {
                let unit = pick(&self.units, rng);
                let points = u32::from(unit.points);
                if points <= left && entries.len() < MOST_UNITS {
                    left -= points;
                    entries.push(Entry::single(unit.clone()));
                }
            }
        }
        Force {
            name: "random".into(),
            entries,
            commander: Some(0),
            commander_trait: None,
            fleet: None,
            secondary: Vec::new(),
        }
    }
}

/// The shipped scenarios with more than a duel to them, or the one of a name, each with its rules options.
fn scenarios(
    catalogue: &Catalogue,
    only: Option<&str>,
) -> Result<Vec<(Scenario, Options)>, Failure> {
    let mut all = Vec::new();
    let mut names = Vec::new();
    for (name, file) in Catalogue::scenarios() {
        let scenario = catalogue.scenario(&file);
        let scenario = scenario.map_err(|problems| Failure::Input(listed(&problems)))?;
        if scenario.control_points.is_empty() && scenario.terrain.is_empty() {
            continue;
        }
        names.push(name);
        if only.is_some_and(|only| only != name) {
            continue;
        }
        let mut options = Options::default();
        for (name, value) in &scenario.options {
            let set = options.set(name, value);
            set.map_err(|error| Failure::input(&error))?;
        }
        all.push((scenario, options));
    }
    if let (true, Some(only)) = (all.is_empty(), only) {
        let near = nearest(only, names.iter().copied());
        let advice = if near.is_empty() {
            format!("there are {}", names.join(", "))
        } else {
            format!("did you mean `{}`?", near.join("` or `"))
        };
        let message = format!("there is no scenario `{only}` but for duels; {advice}");
        return Err(Failure::Input(message));
    }
    Ok(all)
}

/// Problems, one a line.
pub(crate) fn listed(problems: &[impl ToString]) -> String {
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

fn pick<'a, T>(from: &'a [T], rng: &mut impl Rng) -> &'a T {
    &from[rng.random_range(0..from.len())]
}

fn half_points_of(side: Side, outcome: &Outcome) -> usize {
    match outcome.winner {
        Some(winner) if winner == side => 2,
        Some(_) => 0,
        None => 1,
    }
}

#[cfg(test)]
mod tests;
