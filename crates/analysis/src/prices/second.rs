//! What another policy or another table says of the same profiles, and where it disagrees.

use equipoise_engine::front_end::{FrontEnd, Unit as _};
use equipoise_simulator::CONFIDENCE;
use equipoise_stats::{
    Estimate, StatsError, StructuredWorth, independent_difference, simultaneous,
};

use super::grid::Grid;
use super::result::{Apart, SecondOpinion, median, median_half_width};
use super::steps::worth_of_levels;

/// What the battles under one policy on one table say.
pub(super) struct Priced {
    pub(super) policy: &'static str,
    pub(super) scenario: String,
    pub(super) fit: StructuredWorth,
    pub(super) digest: String,
    pub(super) each: Vec<Estimate>,
}

/// One opinion beside the first.
pub(super) fn second_opinion<S: FrontEnd>(
    grid: &Grid<'_, S>,
    first: &Priced,
    second: &Priced,
) -> Result<SecondOpinion, StatsError> {
    let level = simultaneous(CONFIDENCE, grid.units.len() as u64);
    let (old, new) = (first.fit.each(level)?, second.fit.each(level)?);
    let mut apart: Vec<Apart> = Vec::new();
    for (unit, (old, new)) in grid.units.iter().zip(old.iter().zip(&new)) {
        let difference = independent_difference(old, new);
        if difference.low > 0.0 || difference.high < 0.0 {
            apart.push(Apart {
                name: unit.name().to_owned(),
                difference: (&difference).into(),
            });
        }
    }
    let distance = |of: &Apart| of.difference.estimate.abs();
    apart.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
    let profiles = old.iter().zip(&new).take(grid.profiles);
    let differences = profiles.map(|(old, new)| {
        let difference = new.estimate - old.estimate;
        (difference / old.estimate).abs()
    });
    Ok(SecondOpinion {
        policy: second.policy.to_owned(),
        scenario: second.scenario.clone(),
        levels: worth_of_levels(grid, &second.fit)?,
        median_half_width: median_half_width(&second.each[..grid.profiles]),
        median_difference: median(differences),
        apart,
        digest: second.digest.clone(),
    })
}
