//! `equipoise variant`: a unit with changed fields against the unit as it is.

use super::args::VariantArgs;
use super::findings::{Findings, Gain, Subject, gains};
use super::variation::Varied;
use super::ways::{Entrant, Ways};
use super::worth::Armies;
use super::{opponents, play};
use crate::args::Output;
use crate::failure::Failure;
use crate::systems::Front;
use equipoise_analysis::Game;
use equipoise_engine::front_end::{Dataset as _, Unit};

pub(crate) fn run<S: Front>(output: &Output, args: &VariantArgs<S>) -> Result<(), Failure> {
    let game = Game::<S>::new(&args.shared.request())?;
    let old = game.unit(&args.unit)?;
    let varied = Varied::new(game.dataset(), old.name(), &args.set)?;
    let new = varied.dataset.find(old.name()).map_err(Failure::Input)?;
    let ways = duels(&game, [old, new], args)?;
    let armies = armies(&game, [old, new], args)?;
    let (meetings, worths) = play(output, args.workers, &ways, armies.as_ref())?;
    let mut overall = Gain::over(old.name(), &meetings)?;
    overall.worth = worths.as_ref().and_then(|worths| worths.of(old.name()));
    let changes: Vec<String> = args.set.iter().map(ToString::to_string).collect();
    let findings = Findings {
        title: format!("{} with {}", old.name(), changes.join(", ")),
        subject: Subject::Unit {
            listed: [old.points(), varied.points],
            vp: [old.score(), new.score()],
        },
        changes,
        setting: game.setting(),
        opponents: ways.opponents(),
        overall,
        gains: gains(&meetings, |meeting| meeting.opponent)?,
        worths,
    };
    findings.print(output)
}

/// The unit, old and new, against opponents that stay as they are, itself among them if asked for.
fn duels<'a, S: Front>(
    game: &'a Game<S>,
    [old, new]: [&'a S::Unit; 2],
    args: &VariantArgs<S>,
) -> Result<Ways<'a, S>, Failure> {
    let opponent = |unit: &'a S::Unit| {
        let itself = unit.name() == old.name();
        let name = if itself {
            format!("{} (as it is)", old.name())
        } else {
            unit.name().to_owned()
        };
        Entrant {
            name,
            units: [unit; 2],
        }
    };
    let opponents = opponents(game, &args.against)?;
    let opponents = opponents.into_iter().map(opponent).collect();
    let subject = Entrant {
        name: old.name().to_owned(),
        units: [old, new],
    };
    Ways::new([game; 2], vec![subject], opponents, args.runs)
}

/// Armies of all named units, among them the one in question.
fn armies<'a, S: Front>(
    game: &'a Game<S>,
    [old, new]: [&'a S::Unit; 2],
    args: &VariantArgs<S>,
) -> Result<Option<Armies<'a, S>>, Failure> {
    let kind = |unit: &'a S::Unit| {
        let itself = unit.name() == old.name();
        [unit, if itself { new } else { unit }]
    };
    let kinds = game.units().iter().map(kind).collect();
    Armies::new(&args.armies, [&args.shared; 2], kinds)
}
