//! `equipoise-tuner versus`: one set of weights against another.

use equipoise_mechastellar::weights::Weights;

use crate::arena::{Arena, Stretch};
use crate::args::{Play, VersusArgs};
use crate::failure::Failure;
use crate::files;
use crate::progress::bar;
use crate::verdict::{Verdict, judge};

/// Number of the stretch of battles that nothing is tuned on: no search takes so many steps.
const HELD_OUT: u64 = u64::MAX;

pub(crate) fn run(play: &Play, args: &VersusArgs) -> Result<(), Failure> {
    let new = files::read(Some(&args.new))?;
    let start = files::read(args.start.as_deref())?;
    let arena = Arena::new(play.only.into(), play.scenario.as_deref())?;
    let said = match test(play, &arena, [new.weights, start.weights])? {
        Some(verdict) => verdict.to_string(),
        None => "the weights are the same".into(),
    };
    files::print(&format!("{said}\n"))
}

/// Tests the first set against the second on battles that no search plays; `None` where they are equal.
///
/// # Errors
/// Battles that cannot be played, hypotheses that are none.
pub(crate) fn test(
    play: &Play,
    arena: &Arena,
    weights: [Weights; 2],
) -> Result<Option<Verdict>, Failure> {
    if weights[0] == weights[1] {
        return Ok(None);
    }
    let stretch = Stretch {
        seed: play.seed,
        cell: HELD_OUT,
        // The test takes its pairs to be independent.
        each: 1,
    };
    let bar = bar(play.quiet, play.test_battles.into(), "battles of the test");
    let verdict = judge(play, |numbers| {
        let battles = 2 * (numbers.end - numbers.start);
        let tally = arena.play(weights, stretch, numbers)?;
        bar.inc(battles);
        Ok(tally)
    });
    bar.finish_and_clear();
    verdict.map(Some)
}
