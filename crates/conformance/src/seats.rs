//! No seat has an edge that the rules do not give it.

use std::thread;

use equipoise_engine::{GameSystem, Scratch, Side};
use equipoise_simulator::Tally;

use crate::battle::dice;
use crate::complete::Complete;
use crate::specimen::{Matchup, Specimen};

/// Probability that one comparison fails by chance; a run of the suite makes fewer than a hundred.
const FALSE_ALARM: f64 = 1e-8;

/// A force scores as much from seat A as from seat B, and one half against itself.
///
/// Scores of single battles are 0, ½ or 1 and independent, so that by Hoeffding's inequality
/// (Journal of the American Statistical Association 58, 1963) two means of `n` battles each differ by
/// `t` from their true difference with a probability of at most `2 exp(-n t²)`, and a mean of both
/// by `t` from its true value with at most `2 exp(-4 n t²)`.
pub(crate) fn check<S: Complete>(specimen: &Specimen<S>) -> Result<(), String> {
    let compared = || specimen.matchups.iter().filter(|m| m.seat_battles() > 0);
    if !compared().any(Matchup::is_mirror) {
        return Err("no force is set against itself with battles from both seats".to_owned());
    }
    for matchup in compared() {
        seats(matchup).map_err(|what| format!("{}: {what}", matchup.name))?;
    }
    Ok(())
}

fn seats<S: Complete>(matchup: &Matchup<S>) -> Result<(), String> {
    let battles = matchup.seat_battles();
    let [from_a, from_b] = scores(matchup, battles);
    let stray = ((2.0 / FALSE_ALARM).ln() / battles as f64).sqrt();
    if (from_a - from_b).abs() >= stray {
        return Err(format!(
            "{} scores {from_a:.4} from seat A and {from_b:.4} from seat B in {battles} battles each; \
             chance allows a difference of {stray:.4}",
            matchup.forces[0]
        ));
    }
    let mean = f64::midpoint(from_a, from_b);
    if matchup.is_mirror() && (mean - 0.5).abs() >= stray / 2.0 {
        return Err(format!(
            "scores {mean:.4} against itself in {} battles; chance allows {:.4}",
            2 * battles,
            stray / 2.0
        ));
    }
    Ok(())
}

/// Scores of the first force from seat A and from seat B.
fn scores<S: Complete>(matchup: &Matchup<S>, battles: u64) -> [f64; 2] {
    let score = |seat: Side| {
        // Streams of their own: the two means are independent.
        let cell = matchup.cell() ^ (1 + seat.index() as u64);
        let tally = play::<S>(&matchup.bout(seat), cell, battles);
        let points = tally.points_a() / battles as f64;
        if seat == Side::A {
            points
        } else {
            1.0 - points
        }
    };
    thread::scope(|scope| {
        let other = scope.spawn(move || score(Side::B));
        let one = score(Side::A);
        // A panic of the other seat is this one's.
        let other = other
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        [one, other]
    })
}

fn play<S: GameSystem>(bout: &S::Bout, cell: u64, battles: u64) -> Tally {
    let (mut scratch, mut tally) = (Scratch::default(), Tally::default());
    for number in 0..battles {
        tally.record(&S::run(bout, &mut scratch, &mut dice(cell, number)));
    }
    tally
}
