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
mod label;
mod margins;
mod outcomes;
mod paint;
mod plot;
mod points;
mod rounds;
mod scale;
mod scene;
mod symbol;
mod text;

use std::fmt;
use std::path::Path;

use crate::{ReportError, ReportInput};
pub(crate) use convergence::figure as convergence;
pub(crate) use figure::Figure;
pub(crate) use forest::figure as forest;
pub(crate) use implied::figure as implied_points;
pub(crate) use outcomes::figure as outcomes;
pub(crate) use rounds::figure as rounds;

/// The charts a report can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Chart {
    /// Score over the first two integer axes, one panel per category or value of a third.
    Heatmap,
    /// Score of each category against each other category, all else equal.
    Categories,
    /// Distribution of the difference in victory points, or what the system scores.
    Margins,
    /// Expected against listed points.
    Points,
}

impl Chart {
    /// All charts, in the order of the report.
    pub const ALL: [Self; 4] = [Self::Points, Self::Heatmap, Self::Categories, Self::Margins];

    /// File name without extension.
    #[must_use]
    pub fn slug(self) -> &'static str {
        match self {
            Self::Heatmap => "heatmap",
            Self::Categories => "categories",
            Self::Margins => "margins",
            Self::Points => "points",
        }
    }

    fn figure(self, input: &ReportInput) -> Result<Figure, ReportError> {
        match self {
            Self::Heatmap => heatmap::figure(input),
            Self::Categories => categories::figure(input),
            Self::Margins => margins::figure(input),
            Self::Points => points::figure(input),
        }
    }

    fn nothing(self, reason: &'static str) -> ReportError {
        ReportError::NothingToDraw {
            chart: self,
            reason,
        }
    }
}

impl fmt::Display for Chart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}

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
}

/// Draws a chart as an SVG document.
///
/// # Errors
///
/// [`ReportError::NothingToDraw`] when the run lacks the data of the chart, [`ReportError::Draw`] when
/// the drawing library fails.
pub fn draw_svg(chart: Chart, input: &ReportInput) -> Result<Drawing, ReportError> {
    drawing(chart.figure(input)?)
}

/// A figure as an SVG document.
pub(crate) fn drawing(figure: Figure) -> Result<Drawing, ReportError> {
    let svg = paint::svg(&figure)?;
    Ok(Drawing {
        body: figure.body_extent(),
        width: figure.scene().width,
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
    write_png(&chart.figure(input)?, path)
}

/// A figure as a PNG file.
pub(crate) fn write_png(figure: &Figure, path: &Path) -> Result<(), ReportError> {
    paint::png(figure, path)
}
