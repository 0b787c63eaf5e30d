//! Who is called a is a matter of names.

use std::sync::atomic::AtomicBool;

use equipoise_engine::Side;
use equipoise_simulator::{Contestant, Control, NoProgress, Plan, Sums, Tally, run};

use crate::complete::Complete;
use crate::specimen::{Matchup, Specimen};
use crate::threads::setting;

pub(crate) fn check<S: Complete>(specimen: &Specimen<S>) -> Result<(), String> {
    for matchup in &specimen.matchups {
        let one = tally(matchup, [0, 1])?;
        let other = tally(matchup, [1, 0])?;
        if !mirrors(&one, &other) {
            return Err(format!("{}: {one:?} swaps into {other:?}", matchup.name));
        }
    }
    Ok(())
}

/// Plays the forces, numbered as in the matchup, under names that stay theirs.
fn tally<S: Complete>(matchup: &Matchup<S>, order: [usize; 2]) -> Result<Tally, String> {
    let [a, b] = order.map(|force| Contestant::named(["first", "second"][force]));
    let plan =
        Plan::duel(setting(matchup), matchup.played(), a, b).map_err(|error| error.to_string())?;
    let compile = |a: usize, _: usize| {
        let seat = [Side::A, Side::B][order[a]];
        Ok::<_, std::convert::Infallible>(matchup.bout(seat))
    };
    let cancel = AtomicBool::new(false);
    let control = Control {
        threads: Some(1),
        progress: &NoProgress,
        cancel: &cancel,
    };
    let mut tallies = run::<S, _, _>(&plan, compile, control).map_err(|error| error.to_string())?;
    Ok(tallies.remove(0))
}

/// Whether each number of a tally is that of the other with the contestants swapped.
fn mirrors(one: &Tally, other: &Tally) -> bool {
    let swapped = Tally {
        wins_a: one.wins_b,
        wins_b: one.wins_a,
        vp_a: one.vp_b,
        vp_b: one.vp_a,
        vp_diff: Sums {
            sum: -one.vp_diff.sum,
            ..one.vp_diff
        },
        vp_diff_range: one.vp_diff_range.map(|(low, high)| (-high, -low)),
        margins: other.margins.clone(),
        ..one.clone()
    };
    let (bins, others) = (one.margins.counts(), other.margins.counts());
    swapped == *other && bins.iter().rev().eq(others)
}
