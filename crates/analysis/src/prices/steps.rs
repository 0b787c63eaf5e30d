//! What the levels of an axis are worth, and the steps between them.

use equipoise_engine::front_end::{AxisKind, FrontEnd};
use equipoise_simulator::CONFIDENCE;
use equipoise_stats::{StatsError, StructuredWorth};

use super::grid::Grid;
use super::result::{LevelPrice, PriceStep};
use crate::result::Interval;

/// Implied points of profiles, by number and weight.
type Sum = Vec<(usize, f64)>;

/// A step before it is measured.
struct Step {
    axis: usize,
    from: Option<usize>,
    to: usize,
    /// Another axis and its level.
    at: Option<(usize, usize)>,
}

/// The average profile at each level of each axis.
pub(super) fn levels<S: FrontEnd>(
    grid: &Grid<'_, S>,
    fit: &StructuredWorth,
) -> Result<Vec<LevelPrice>, StatsError> {
    let levels = all_levels(grid);
    let sums: Vec<Sum> = levels.iter().map(|(_, sum)| sum.clone()).collect();
    let together = fit.sums_together(&sums, CONFIDENCE)?;
    let rows = levels.iter().zip(&together);
    rows.map(|(((axis, level), sum), together)| {
        Ok(LevelPrice {
            axis: grid.axes[*axis].name.clone(),
            level: grid.levels[*axis][*level].clone(),
            profiles: sum.len() as u64,
            listed: grid.listed(sum),
            implied: (&fit.sum(sum, CONFIDENCE)?).into(),
            together: together.into(),
        })
    })
    .collect()
}

/// What the average profile at each of those levels is worth by another fit.
pub(super) fn worth_of_levels<S: FrontEnd>(
    grid: &Grid<'_, S>,
    fit: &StructuredWorth,
) -> Result<Vec<Interval>, StatsError> {
    let levels = all_levels(grid).into_iter();
    levels
        .map(|(_, sum)| Ok((&fit.sum(&sum, CONFIDENCE)?).into()))
        .collect()
}

/// Each axis and level with the profiles there, in equal parts.
fn all_levels<S: FrontEnd>(grid: &Grid<'_, S>) -> Vec<((usize, usize), Sum)> {
    let axes = grid.levels.iter().enumerate();
    let places = axes.flat_map(|(axis, levels)| (0..levels.len()).map(move |level| (axis, level)));
    let sum = |(axis, level): (usize, usize)| {
        let places = grid.places.iter().enumerate();
        let there: Vec<usize> = places
            .filter_map(|(kind, place)| (place.as_ref()?[axis] == level).then_some(kind))
            .collect();
        let share = 1.0 / there.len() as f64;
        let sum: Sum = there.into_iter().map(|kind| (kind, share)).collect();
        ((axis, level), sum)
    };
    places.map(sum).collect()
}

/// Steps along each axis, over all profiles and at each level of every other axis.
pub(super) fn steps<S: FrontEnd>(
    grid: &Grid<'_, S>,
    fit: &StructuredWorth,
) -> Result<Vec<PriceStep>, StatsError> {
    let steps: Vec<(Step, Sum)> = all_steps(grid)
        .filter_map(|step| {
            let sum = step.sum(grid);
            (!sum.is_empty()).then_some((step, sum))
        })
        .collect();
    let sums: Vec<Sum> = steps.iter().map(|(_, sum)| sum.clone()).collect();
    let together = fit.sums_together(&sums, CONFIDENCE)?;
    let pairs = steps.iter().zip(&together);
    pairs
        .map(|((step, sum), together)| {
            let value = |axis: usize, level: usize| grid.levels[axis][level].clone();
            Ok(PriceStep {
                axis: grid.axes[step.axis].name.clone(),
                from: step.from.map(|level| value(step.axis, level)),
                to: value(step.axis, step.to),
                at: step
                    .at
                    .map(|(axis, level)| (grid.axes[axis].name.clone(), value(axis, level))),
                listed: grid.listed(sum),
                worth: (&fit.sum(sum, CONFIDENCE)?).into(),
                together: together.into(),
            })
        })
        .collect()
}

fn all_steps<S: FrontEnd>(grid: &Grid<'_, S>) -> impl Iterator<Item = Step> {
    let axes = 0..grid.axes.len();
    axes.clone().flat_map(move |axis| {
        let others = axes.clone().filter(move |&other| other != axis);
        let at = others.flat_map(|other| {
            let levels = 0..grid.levels[other].len();
            levels.map(move |level| Some((other, level)))
        });
        let named = grid.axes[axis].kind == AxisKind::Text;
        std::iter::once(None).chain(at).flat_map(move |at| {
            let to = if named { 0 } else { 1 }..grid.levels[axis].len();
            to.map(move |to| Step {
                axis,
                from: (!named).then(|| to - 1),
                to,
                at,
            })
        })
    })
}

impl Step {
    /// The average profile above the step less the average one below it.
    fn sum<S: FrontEnd>(&self, grid: &Grid<'_, S>) -> Sum {
        let places = grid.places.iter().enumerate();
        let shared: Vec<(usize, usize)> = places
            .filter_map(|(kind, place)| {
                let place = place.as_ref()?;
                let held = self.at.is_none_or(|(axis, level)| place[axis] == level);
                held.then_some((kind, place[self.axis]))
            })
            .collect();
        let of = |level: usize| shared.iter().filter(move |(_, at)| *at == level);
        let above = of(self.to).count();
        let below = match self.from {
            Some(level) => of(level).count(),
            None => shared.len(),
        };
        if above == 0 || below == 0 {
            return Vec::new();
        }
        let weight = |level: usize| {
            let mut weight = 0.0;
            if level == self.to {
                weight += 1.0 / above as f64;
            }
            if self.from.is_none_or(|from| from == level) {
                weight -= 1.0 / below as f64;
            }
            weight
        };
        let weighted = shared.iter().map(|&(kind, level)| (kind, weight(level)));
        weighted.filter(|(_, weight)| *weight != 0.0).collect()
    }
}
