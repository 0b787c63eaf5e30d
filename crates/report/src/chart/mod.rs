//! The charts of a report.
//!
//! Each chart module turns a [`ReportInput`] into a [`Figure`]: a title that states the finding,
//! a caption that states the uncertainty, and a [`Scene`](scene::Scene) of plain marks. One
//! painter draws any scene with plotters, as SVG or as PNG.

mod categories;
mod cell;
mod colour;
mod convergence;
mod figure;
mod forest;
mod heatmap;
mod implied;
pub(crate) mod kind;
mod label;
mod ladder;
mod margins;
mod outcomes;
mod paint;
mod panels;
mod plot;
mod points;
mod price_curves;
mod price_map;
mod rounds;
mod rows;
mod scale;
mod scene;
mod symbol;
mod text;
mod upgrades;

use std::path::Path;

use equipoise_analysis::prices::PriceMapResult;

use crate::documents::shown_price_map;
use crate::error::ReportError;
use crate::input::ReportInput;
pub(crate) use convergence::figure as convergence;
pub(crate) use figure::Figure;
pub(crate) use forest::figure as forest;
pub(crate) use implied::figure as implied_points;
pub use kind::Chart;
pub(crate) use ladder::figure as ladder;
pub(crate) use outcomes::figure as outcomes;
pub(crate) use price_map::{
    figure as price_map, finding as price_finding, nothing as no_price_map,
};
pub(crate) use rounds::figure as rounds;
pub(crate) use upgrades::figure as upgrades;

/// A chart as SVG, with its title and caption as text.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// The finding, in a sentence.
    pub title: String,
    /// How to read the chart, and its uncertainty.
    pub caption: String,
    /// The SVG document.
    pub svg: String,
    /// Top and bottom of its marks, without title and caption; CSS pixels.
    pub body: [f64; 2],
    /// Its width, CSS pixels.
    pub width: f64,
    /// Parts of it that stand for one unit each, such as a cell of a price map.
    pub spots: Vec<Spot>,
}

impl Drawing {
    /// Letters of its texts that the embedded font does not have, in order: a PNG has boxes in their place. An SVG keeps
    /// them, for its viewer has fonts of its own.
    #[must_use]
    pub fn missing_letters(&self) -> Vec<char> {
        text::missing(&self.svg)
    }
}

/// A part of a picture that stands for one unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    /// Name of the unit.
    pub unit: String,
    /// What the picture says of it there, in words.
    pub words: String,
    /// Left, top, width and height, CSS pixels.
    pub area: [f64; 4],
}

impl Chart {
    /// The charts of a run, in the order of its report: what its units should cost, then how they fought.
    #[must_use]
    pub fn of(input: &ReportInput) -> Vec<Self> {
        let mut charts = match input.prices {
            Some(_) => vec![Self::PriceMap, Self::PriceCurves],
            None => vec![Self::Points],
        };
        charts.extend([Self::Heatmap, Self::Categories, Self::Margins]);
        charts
    }
}

fn figure(chart: Chart, input: &ReportInput) -> Result<Figure, ReportError> {
    match chart {
        Chart::Heatmap => heatmap::figure(input),
        Chart::Categories => categories::figure(input),
        Chart::Margins => margins::figure(input),
        Chart::Points => points::figure(input),
        Chart::PriceMap => prices(input, chart, price_map::figure),
        Chart::PriceCurves => prices(input, chart, price_curves::figure),
    }
}

/// A chart of the price map of a run.
fn prices(
    input: &ReportInput,
    chart: Chart,
    figure: fn(&PriceMapResult) -> Figure,
) -> Result<Figure, ReportError> {
    let nothing = |reason| ReportError::nothing(chart, reason);
    let map = input.prices.as_ref();
    let map = map.ok_or_else(|| nothing("the run has no price map"))?;
    match price_map::nothing(map) {
        Some(reason) => Err(nothing(reason)),
        None => Ok(figure(&shown_price_map(map.clone()))),
    }
}

/// Draws a chart as an SVG document.
///
/// # Errors
///
/// [`ReportError::NothingToDraw`] when the run lacks the data of the chart, [`ReportError::Draw`] when
/// the drawing library fails.
pub fn draw_svg(chart: Chart, input: &ReportInput) -> Result<Drawing, ReportError> {
    drawing(figure(chart, input)?)
}

/// A figure as an SVG document.
pub(crate) fn drawing(figure: Figure) -> Result<Drawing, ReportError> {
    let svg = paint::svg(&figure)?;
    let scene = figure.scene();
    let spots = scene.spots.into_iter().map(|spot| Spot {
        unit: spot.unit,
        words: spot.words,
        area: [spot.area.x, spot.area.y, spot.area.width, spot.area.height],
    });
    Ok(Drawing {
        body: figure.body_extent(),
        width: scene.width,
        spots: spots.collect(),
        title: figure.title,
        caption: figure.caption,
        svg,
    })
}

/// Draws a chart into a PNG file at twice the size of its SVG, sharp on dense screens.
///
/// # Errors
///
/// As for [`draw_svg`], and [`ReportError::Draw`] when the file cannot be written.
pub fn draw_png(chart: Chart, input: &ReportInput, path: &Path) -> Result<(), ReportError> {
    write_png(&figure(chart, input)?, path)
}

/// A figure as a PNG file.
pub(crate) fn write_png(figure: &Figure, path: &Path) -> Result<(), ReportError> {
    paint::png(figure, path)
}
