//! `equipoise whatif`: changed rules against those in force.

use super::args::WhatifArgs;
use super::findings::{Findings, Gain, Subject, gains};
use super::ways::{Entrant, Ways};
use super::worth::Armies;
use super::{opponents, play};
use crate::args::{Output, Shared};
use crate::failure::Failure;
use crate::systems::Front;
use equipoise_analysis::Game;
use equipoise_engine::front_end::Unit;

pub(crate) fn run<S: Front>(output: &Output, args: &WhatifArgs<S>) -> Result<(), Failure> {
    let changed = [&args.base[..], &args.shared.options].concat();
    let shared = [args.base.clone(), changed].map(|options| args.shared.with_options(options));
    let [old, new] = [
        Game::<S>::new(&shared[0].request())?,
        Game::new(&shared[1].request())?,
    ];
    let changes = changes([&old, &new], args)?;
    let subjects = if args.units.is_empty() {
        old.units().iter().collect()
    } else {
        old.units_named("--units", &args.units)?
    };
    let armies = armies(&old, &subjects, args, [&shared[0], &shared[1]])?;
    let opponents = opponents(&old, &args.against)?;
    let [subjects, opponents] = [subjects, opponents].map(entrants);
    let ways = Ways::new([&old, &new], subjects, opponents, args.runs)?;
    let (meetings, worths) = play(output, args.workers, &ways, armies.as_ref())?;
    let mut gains = gains(&meetings, |meeting| meeting.subject)?;
    for gain in &mut gains {
        gain.worth = worths.as_ref().and_then(|worths| worths.of(&gain.name));
    }
    let instead = |change: &Change| format!("{} instead of {}", change.setting(), change.old);
    let findings = Findings {
        title: format!("Rules with {}", listed(&changes, instead)),
        subject: Subject::Rules,
        changes: changes.iter().map(Change::setting).collect(),
        setting: old.setting(),
        opponents: ways.opponents(),
        overall: Gain::over("", &meetings)?,
        gains,
        worths,
    };
    findings.print(output)
}

/// A rules option that is another the new way.
struct Change {
    name: String,
    old: String,
    value: String,
}

impl Change {
    fn setting(&self) -> String {
        format!("{}={}", self.name, self.value)
    }
}

fn listed(changes: &[Change], words: impl Fn(&Change) -> String) -> String {
    changes.iter().map(words).collect::<Vec<_>>().join(", ")
}

/// The options that differ; there must be some.
fn changes<S: Front>(
    [old, new]: [&Game<S>; 2],
    args: &WhatifArgs<S>,
) -> Result<Vec<Change>, Failure> {
    let [old, new] = [old, new].map(|game| game.setting().options);
    let mut changes = Vec::new();
    for ((name, old), value) in old.into_iter().zip(new.into_values()) {
        if old != value {
            changes.push(Change { name, old, value });
        }
    }
    if changes.is_empty() {
        let asked = args
            .shared
            .options
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        let asked: Vec<String> = asked.collect();
        let nothing = format!("{} changes nothing: it is so already", asked.join(", "));
        return Err(Failure::Input(nothing));
    }
    Ok(changes)
}

fn entrants<U: Unit>(units: Vec<&U>) -> Vec<Entrant<'_, U>> {
    units.into_iter().map(Entrant::unchanged).collect()
}

/// Armies of all named units, and of those in question that have only coordinates.
fn armies<'a, S: Front>(
    game: &'a Game<S>,
    subjects: &[&'a S::Unit],
    args: &WhatifArgs<S>,
    shared: [&Shared<S>; 2],
) -> Result<Option<Armies<'a, S>>, Failure> {
    let named: Vec<&S::Unit> = game.units().iter().collect();
    let is_named = |unit: &S::Unit| named.iter().any(|named| named.name() == unit.name());
    let others = subjects.iter().copied().filter(|unit| !is_named(unit));
    let kinds = named.iter().copied().chain(others);
    Armies::new(&args.armies, shared, kinds.map(|unit| [unit; 2]).collect())
}
