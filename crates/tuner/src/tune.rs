//! `equipoise-tuner tune`: a search for better weights.

use std::fmt::Write as _;

use equipoise_dice::stream;
use equipoise_engine::source::nearest;
use equipoise_mechastellar::weights::{CountsIn, Origin, Weight, Weights, WeightsFile};

use crate::arena::{Arena, Stretch};
use crate::args::{Only, Play, TuneArgs};
use crate::failure::Failure;
use crate::files::{self, Draft, Log};
use crate::progress::bar;
use crate::spsa::{Axis, Spsa};
use crate::versus::test;

/// Number of the stretch that directions are drawn from.
const DIRECTIONS: u64 = u64::MAX - 1;

pub(crate) fn run(play: &Play, args: &TuneArgs) -> Result<(), Failure> {
    let tuned = chosen(play.only.into(), args.weights.as_deref())?;
    let start = files::read(args.start.as_deref())?;
    if args.log.as_ref() == Some(&args.out) {
        let message = "--log and --out are the same file".to_owned();
        return Err(Failure::Input(message));
    }
    let out = Draft::create(&args.out)?;
    let arena = Arena::new(play.only.into(), play.scenario.as_deref())?;
    let weights = search(play, args, &arena, &tuned, &start.weights)?;
    let verdict = match test(play, &arena, [weights, start.weights])? {
        Some(verdict) => format!("against the start: {verdict}"),
        None => "no weight changed".into(),
    };
    let found = start.with(weights, origin(play, args, &tuned, &verdict));
    out.commit(&found.to_toml())?;
    files::print(&summary(&tuned, &start, &found, &verdict))
}

/// The weights to be tuned: those named, or all that count.
fn chosen(counts_in: CountsIn, named: Option<&[String]>) -> Result<Vec<&'static Weight>, Failure> {
    let here = || Weights::ALL.iter().filter(|w| w.counts_in == counts_in);
    let Some(named) = named else {
        return Ok(here().collect());
    };
    let mut weights: Vec<&'static Weight> = Vec::new();
    for name in named {
        let weight = Weight::named(name).ok_or_else(|| unknown(name))?;
        if weight.counts_in != counts_in {
            let (there, flag) = match weight.counts_in {
                CountsIn::Duels => ("duels", "duels"),
                CountsIn::Battles => ("battles other than duels", "battles"),
            };
            let message = format!("`{name}` counts in {there} alone: add --only {flag}");
            return Err(Failure::Input(message));
        }
        if weights.iter().any(|other| other.name == weight.name) {
            return Err(Failure::Input(format!("`{name}` is named twice")));
        }
        weights.push(weight);
    }
    Ok(weights)
}

fn unknown(name: &str) -> Failure {
    let names = Weights::ALL.iter().map(|weight| weight.name);
    let near = nearest(name, names.clone());
    let advice = match near.first() {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", names.collect::<Vec<_>>().join(", ")),
    };
    Failure::Input(format!("there is no weight `{name}`; {advice}"))
}

/// Battles of a step.
fn battles(play: &Play, args: &TuneArgs) -> u32 {
    args.battles.unwrap_or(match play.only {
        Only::Duels => 4000,
        Only::Battles => 200,
    })
}

/// Pairs of battles of a matchup. Compiling a duel takes as long as playing hundreds of them.
const fn each(only: Only) -> u64 {
    match only {
        Only::Duels => 20,
        Only::Battles => 1,
    }
}

/// The weights that the search finds.
fn search(
    play: &Play,
    args: &TuneArgs,
    arena: &Arena,
    tuned: &[&Weight],
    start: &Weights,
) -> Result<Weights, Failure> {
    let names = tuned.iter().map(|weight| weight.name);
    let log = args.log.as_deref().map(|path| Log::create(path, names));
    let mut log = log.transpose()?;
    let axes = tuned.iter().map(|weight| Axis {
        start: weight.of(start).into(),
        most: weight.most.into(),
        step: weight.step.into(),
    });
    let mut spsa = Spsa::new(axes.collect(), args.steps);
    let bar = bar(play.quiet, args.steps.into(), "steps");
    let battles = battles(play, args);
    for step in 0..args.steps {
        let stretch = Stretch {
            seed: play.seed,
            cell: step.into(),
            each: each(play.only),
        };
        let rng = &mut stream(play.seed, DIRECTIONS, step.into());
        let score = spsa.step(rng, |first, second| {
            let weights = [first, second].map(|point| at(start, tuned, point));
            let tally = arena.play(weights, stretch, 0..u64::from(battles / 2))?;
            Ok::<f64, Failure>(tally.score())
        })?;
        if let Some(log) = &mut log {
            log.step([step + 1, battles], score, spsa.point())?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(at(start, tuned, &spsa.mean()))
}

/// The start with these values, rounded.
fn at(start: &Weights, tuned: &[&Weight], point: &[f64]) -> Weights {
    let mut weights = *start;
    for (weight, value) in tuned.iter().zip(point) {
        weight.set(&mut weights, value.round() as i32);
    }
    weights
}

fn origin(play: &Play, args: &TuneArgs, tuned: &[&Weight], verdict: &str) -> Origin {
    let played = match (CountsIn::from(play.only), &play.scenario) {
        (CountsIn::Duels, _) => "in duels of random units".to_owned(),
        (CountsIn::Battles, None) => "of random armies, each against itself".to_owned(),
        (CountsIn::Battles, Some(name)) => format!("of the forces of {name}, each against itself"),
    };
    let start = match &args.start {
        Some(path) => format!("those of {}", path.display()),
        None => "those that shipped".to_owned(),
    };
    Origin {
        weights: tuned.iter().map(|weight| weight.name.to_owned()).collect(),
        method: format!(
            "SPSA by self-play {played}, from {start}; mean of the second half of the steps"
        ),
        seed: Some(play.seed),
        steps: Some(args.steps),
        battles: Some(battles(play, args)),
        verdict: Some(verdict.to_owned()),
    }
}

fn summary(tuned: &[&Weight], start: &WeightsFile, found: &WeightsFile, verdict: &str) -> String {
    let mut text = String::new();
    let width = tuned.iter().map(|weight| weight.name.len()).max();
    let width = width.unwrap_or_default();
    for weight in tuned {
        let (before, after) = (weight.of(&start.weights), weight.of(&found.weights));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:width$} {before:>5} -> {after:>5}", weight.name);
    }
    text + verdict + "\n"
}
