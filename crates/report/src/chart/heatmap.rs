//! Score over two integer axes, one panel per category or per value of a third.

use std::collections::{BTreeMap, BTreeSet};

use super::cell::{Cell, legend};
use super::figure::Figure;
use super::kind::Chart;
use super::panels::{self, Panels, Place, WIDTH};
use super::text;
use crate::error::ReportError;
use crate::input::ReportInput;
use equipoise_engine::front_end::{Axis, AxisKind};

/// Mean score by place, for one category or value of the panels' axis.
struct Panel {
    name: String,
    cells: BTreeMap<Place, Cell>,
}

impl Panel {
    fn mean(&self) -> f64 {
        mean(self.cells.values().map(|cell| cell.score))
    }
}

/// Everything the chart shows.
struct Grid {
    row_axis: String,
    column_axis: String,
    panel_axis: Option<Axis>,
    /// Axes that the chart does not show, whose units share a cell.
    averaged: Vec<String>,
    rows: Vec<i64>,
    columns: Vec<i64>,
    /// From the highest mean score to the lowest.
    panels: Vec<Panel>,
}

pub(super) fn figure(input: &ReportInput) -> Result<Figure, ReportError> {
    let grid = Grid::new(input)?;
    let half_widths = input.units.iter().map(|u| u.score.half_width());
    Ok(Figure {
        title: grid.finding(),
        caption: format!(
            "Cells: score in per cent, the share of battles won with a draw counting half, against \
             the run's panel of opponents{}; {}. Under a score the half-width of its interval; a corner \
             where the interval includes 50 %. Panels run from the highest mean score to the lowest. \
             Policy {}; a score holds for this field of opponents and this way of playing.",
            grid.averaging(),
            text::uncertainty(&input.info, half_widths),
            input.info.policy
        ),
        body: panels::body(&grid.panels(), legend(WIDTH)),
    })
}

impl Grid {
    fn new(input: &ReportInput) -> Result<Self, ReportError> {
        let needs =
            || ReportError::nothing(Chart::Heatmap, "needs units placed on two integer axes");
        let mut integers = input.axes(AxisKind::Integer);
        let (row, row_axis) = integers.next().ok_or_else(needs)?;
        let (column, column_axis) = integers.next().ok_or_else(needs)?;
        let panel_axis = input
            .axes(AxisKind::Text)
            .next()
            .or_else(|| integers.next());
        let mut scores: BTreeMap<String, BTreeMap<Place, Vec<(f64, f64)>>> = BTreeMap::new();
        for unit in &input.units {
            let name = panel_axis.map_or(Some(String::new()), |(axis, _)| unit.label(axis));
            if let (Some(y), Some(x), Some(name)) = (unit.integer(row), unit.integer(column), name)
            {
                let cell = scores.entry(name).or_default().entry((y, x)).or_default();
                cell.push((unit.score.estimate, unit.score.half_width()));
            }
        }
        if scores.is_empty() {
            return Err(needs());
        }
        let places: BTreeSet<Place> = scores.values().flat_map(|c| c.keys().copied()).collect();
        let mut panels: Vec<Panel> = scores.into_iter().map(panel).collect();
        panels.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        let shown = [Some(row), Some(column), panel_axis.map(|(place, _)| place)];
        let others = input.info.axes.iter().enumerate();
        let averaged = others
            .filter(|(place, _)| !shown.contains(&Some(*place)))
            .map(|(_, axis)| axis.name.clone())
            .collect();
        Ok(Self {
            row_axis: row_axis.name.clone(),
            column_axis: column_axis.name.clone(),
            panel_axis: panel_axis.map(|(_, axis)| axis.clone()),
            averaged,
            rows: distinct(places.iter().map(|p| p.0)),
            columns: distinct(places.iter().map(|p| p.1)),
            panels,
        })
    }

    fn panels(&self) -> Panels {
        let panel = |panel: &Panel| panels::Panel {
            heading: heading(self, panel),
            tiles: panel
                .cells
                .iter()
                .map(|(place, cell)| (*place, cell.tile()))
                .collect(),
        };
        Panels {
            row_axis: self.row_axis.clone(),
            column_axis: self.column_axis.clone(),
            rows: self.rows.clone(),
            columns: self.columns.clone(),
            panels: self.panels.iter().map(panel).collect(),
        }
    }

    fn finding(&self) -> String {
        let along_columns = self.trend(&self.column_axis, &self.columns, |place| place.1);
        let along_rows = self.trend(&self.row_axis, &self.rows, |place| place.0);
        let mut finding = format!("Score {along_columns}; it {along_rows}");
        if let (Some(axis), [best, .., worst]) = (&self.panel_axis, self.panels.as_slice()) {
            let axis = &axis.name;
            finding += &format!(
                "; best {axis} {} ({} on average), worst {} ({})",
                best.name,
                text::percent(best.mean()),
                worst.name,
                text::percent(worst.mean())
            );
        }
        finding
    }

    /// The axes that a cell averages over beside its pairings, in words.
    fn averaging(&self) -> String {
        if self.averaged.is_empty() {
            return String::new();
        }
        format!(", averaged over {}", self.averaged.join(" and "))
    }

    /// How the mean score moves from the first to the last value of an axis.
    fn trend(&self, axis: &str, values: &[i64], of: impl Fn(Place) -> i64) -> String {
        let [first, .., last] = values else {
            return format!("is shown at one {axis}");
        };
        let mean_at = |value: i64| {
            let cells = self.panels.iter().flat_map(|p| &p.cells);
            mean(
                cells
                    .filter(|(place, _)| of(**place) == value)
                    .map(|(_, cell)| cell.score),
            )
        };
        let (from, to) = (mean_at(*first), mean_at(*last));
        let verb = match to - from {
            rise if rise > 0.02 => "rises",
            rise if rise < -0.02 => "falls",
            _ => "hardly changes",
        };
        let (from, to) = (text::percent(from), text::percent(to));
        format!("{verb} with {axis} ({from} at {first}, {to} at {last})")
    }
}

fn panel((name, cells): (String, BTreeMap<Place, Vec<(f64, f64)>>)) -> Panel {
    let average = |(place, scores): (Place, Vec<(f64, f64)>)| (place, Cell::mean(&scores));
    Panel {
        name,
        cells: cells.into_iter().map(average).collect(),
    }
}

fn distinct(values: impl Iterator<Item = i64>) -> Vec<i64> {
    values.collect::<BTreeSet<_>>().into_iter().collect()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), v| (sum + v, count + 1.0));
    sum / count
}

fn heading(grid: &Grid, panel: &Panel) -> String {
    let mean = text::percent(panel.mean());
    match &grid.panel_axis {
        None => "All units".to_owned(),
        Some(axis) if axis.kind == AxisKind::Integer => {
            format!("{} {} · {mean}", axis.name, panel.name)
        }
        Some(_) => format!("{} · {mean}", panel.name),
    }
}
