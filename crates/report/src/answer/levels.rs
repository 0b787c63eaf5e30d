//! What the levels of a grid's axes cost and are worth.

use equipoise_analysis::Limits;
use equipoise_analysis::prices::{LevelPrice, PriceMapResult};
use equipoise_engine::front_end::AxisValue;

use crate::format::decimal;

/// Headings of the columns behind the level's own.
pub(crate) const LEVEL_HEADS: [&str; 3] = ["profiles", "listed", "implied"];

/// One axis.
pub(crate) struct AxisLevels {
    /// Its name.
    pub(crate) axis: String,
    /// A row a level: its name, and what [`LEVEL_HEADS`] name.
    pub(crate) rows: Vec<[String; 4]>,
}

/// All axes of a price map, in its order.
pub(crate) fn axis_levels(map: &PriceMapResult) -> Vec<AxisLevels> {
    let axis = |axis: &equipoise_engine::front_end::Axis| AxisLevels {
        rows: map
            .levels
            .iter()
            .filter(|level| level.axis == axis.name)
            .map(row)
            .collect(),
        axis: axis.name.clone(),
    };
    map.axes.iter().map(axis).collect()
}

fn row(of: &LevelPrice) -> [String; 4] {
    let Limits { low, high } = of.together;
    let [implied, low, high] = [of.implied.estimate, low, high].map(|points| decimal(points, 0));
    let level = match &of.level {
        AxisValue::Integer(number) => number.to_string(),
        AxisValue::Text(name) => name.clone(),
    };
    [
        level,
        of.profiles.to_string(),
        decimal(of.listed, 0),
        format!("{implied} ({low} to {high})"),
    ]
}
