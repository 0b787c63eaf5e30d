//! Expected points, from units whose strength follows their points but for chance.

use equipoise_dice::Dice as _;
use equipoise_simulator::CONFIDENCE;
use equipoise_stats::{Calibration, Estimate, Observation, StatsError, simultaneous};

use super::study::{Hits, Study};
use super::world::{World, normal, strengths_at};

pub(super) fn studies() -> Vec<Study> {
    vec![
        Study::new(
            "expected points, each",
            "sixty units of 50 to 400 points about one line of log-odds, 20 battles against each of ten of them",
            (0.94, 0.96),
            each,
        )
        .one_in(2),
        Study::new(
            "expected points, all at once",
            "the same",
            (0.94, 0.96),
            together,
        )
        .one_in(2),
    ]
}

const UNITS: usize = 60;

/// The units of a sweep against the first ten of them, with their expected points at this level. Twice the points are
/// odds of four to one, but for a scatter of 0.3 in log-odds.
fn found(world: &World, confidence: f64) -> Result<Vec<(Estimate, f64)>, StatsError> {
    const PANEL: usize = 10;
    const BATTLES: u64 = 20;
    let mut dice = world.dice();
    let points = [(); UNITS].map(|()| f64::from(50 + dice.below(351)));
    let strengths = points.map(|points| 2.0 * points.ln() + 0.3 * normal(&mut dice));
    let mut played = points.map(|points| Observation {
        points,
        wins: 0.0,
        battles: 0,
    });
    let pairs = (0..PANEL).flat_map(|b| (b + 1..UNITS).map(move |a| (a, b)));
    for (number, (a, b)) in (0..).zip(pairs) {
        let two = strengths_at(strengths[a] - strengths[b]);
        let won = world.pairing(number, two).up_to(BATTLES).points_a();
        played[a].wins += won;
        played[a].battles += BATTLES;
        // Members of the panel are judged by their battles against other members.
        if a < PANEL {
            played[b].wins += BATTLES as f64 - won;
            played[b].battles += BATTLES;
        }
    }
    let fit = Calibration::fit(&played)?;
    let expected = played.iter().map(|unit| {
        let expected = fit.expected_points(unit, confidence)?;
        Ok((expected, unit.points))
    });
    expected.collect()
}

fn held(found: &[(Estimate, f64)]) -> Hits {
    Hits::each(found.iter().map(|(expected, points)| (expected, *points)))
}

fn each(world: &World) -> Result<Hits, StatsError> {
    Ok(held(&found(world, CONFIDENCE)?))
}

/// As the tables of a sweep have them.
fn together(world: &World) -> Result<Hits, StatsError> {
    let found = found(world, simultaneous(CONFIDENCE, UNITS as u64))?;
    Ok(held(&found).together())
}
