//! Score of each category against each other, all other axes equal.

use std::collections::BTreeMap;

use super::cell::{Cell, legend};
use super::colour::{INK, MUTED};
use super::figure::Figure;

use super::kind::Chart;
use super::scene::{Align, Rect, Scene, Type};
use super::text;
use crate::error::ReportError;
use crate::input::{Pairing, ReportInput, Unit};
use equipoise_engine::front_end::{Axis, AxisKind};

/// The mean of the scores of one category against another, and the number of its pairings.
type Mean = (Cell, usize);

struct Matrix {
    axis: String,
    /// The axes on which both units of a pairing must be equal.
    equal: Vec<String>,
    /// From the highest mean score to the lowest.
    names: Vec<String>,
    cells: BTreeMap<(String, String), Mean>,
}

const WIDTH: f64 = 1180.0;

pub(super) fn figure(input: &ReportInput) -> Result<Figure, ReportError> {
    let matrix = Matrix::new(input)?;
    Ok(Figure {
        title: matrix.finding(),
        caption: matrix.caption(input),
        body: body(&matrix),
    })
}

impl Matrix {
    fn new(input: &ReportInput) -> Result<Self, ReportError> {
        let nothing = |reason| ReportError::nothing(Chart::Categories, reason);
        let (axis, found) = input
            .axes(AxisKind::Text)
            .next()
            .ok_or_else(|| nothing("needs units placed on a category axis"))?;
        let cells = cells(input, axis);
        if cells.is_empty() {
            let reason = "no pairing has units of different categories that are otherwise equal";
            return Err(nothing(reason));
        }
        let others = |&(place, _): &(usize, &Axis)| place != axis;
        let equal = input.info.axes.iter().enumerate().filter(others);
        let mut matrix = Self {
            axis: found.name.clone(),
            equal: equal.map(|(_, other)| other.name.clone()).collect(),
            names: cells.keys().map(|(row, _)| row.clone()).collect(),
            cells,
        };
        matrix.names.dedup();
        let mut names = std::mem::take(&mut matrix.names);
        names.sort_by(|a, b| matrix.row_mean(b).total_cmp(&matrix.row_mean(a)));
        matrix.names = names;
        Ok(matrix)
    }

    /// Mean over a row's cells, so that every opponent category counts alike.
    fn row_mean(&self, name: &str) -> f64 {
        let row = self.cells.iter().filter(|((row, _), _)| row == name);
        let (sum, count) = row.fold((0.0, 0.0), |(sum, n), (_, (cell, _))| {
            (sum + cell.score, n + 1.0)
        });
        sum / count
    }

    fn finding(&self) -> String {
        let described = |name: &String| format!("{name} ({})", text::percent(self.row_mean(name)));
        let best = self.names.first().map(described).unwrap_or_default();
        let worst = self.names.last().map(described).unwrap_or_default();
        let even = if self.equal.is_empty() {
            String::new()
        } else {
            format!(" at equal {}", self.equal.join(" and "))
        };
        format!("Strongest {}{even}: {best}; weakest: {worst}", self.axis)
    }

    fn caption(&self, input: &ReportInput) -> String {
        let half_widths = self.cells.values().filter_map(|(cell, _)| cell.half_width);
        format!(
            "Cells: mean score of the row's units against the column's, in per cent, both seats \
             averaged, over {}, with the half-width of its interval where there is room and a corner where \
             the interval includes 50 %; {}. Empty cells: no such pairing; \
             a category against itself is even by construction.",
            self.pairings(),
            text::uncertainty(&input.info, half_widths)
        )
    }

    /// How many pairings stand behind a cell.
    fn pairings(&self) -> String {
        let counts = self.cells.values().map(|(_, pairings)| *pairings);
        match (counts.clone().min().unwrap_or(0), counts.max().unwrap_or(0)) {
            (1, 1) => "one pairing".to_owned(),
            (fewest, most) if fewest == most => format!("{most} pairings"),
            (fewest, most) => format!("{fewest} to {most} pairings"),
        }
    }
}

fn cells(input: &ReportInput, axis: usize) -> BTreeMap<(String, String), Mean> {
    let units = input.unit_index();
    let mut scores: BTreeMap<(String, String), Vec<(f64, f64)>> = BTreeMap::new();
    for pairing in &input.pairings {
        let found = units
            .get(pairing.a.as_str())
            .zip(units.get(pairing.b.as_str()));
        let Some((a, b)) = found.and_then(|(a, b)| categories(a, b, axis)) else {
            continue;
        };
        let (score, half_width) = score(pairing);
        let mut add = |row: &str, column: &str, score| {
            let key = (row.to_owned(), column.to_owned());
            scores.entry(key).or_default().push((score, half_width));
        };
        add(a, b, score);
        add(b, a, 1.0 - score);
    }
    let mean = |(names, scores): (_, Vec<(f64, f64)>)| {
        let pairings = scores.len();
        (names, (Cell::mean(&scores), pairings))
    };
    scores.into_iter().map(mean).collect()
}

fn score(pairing: &Pairing) -> (f64, f64) {
    (pairing.score_a.estimate, pairing.score_a.half_width())
}

/// The categories of two units that differ in category and in nothing else.
fn categories<'a>(a: &'a Unit, b: &'a Unit, axis: usize) -> Option<(&'a str, &'a str)> {
    let rest = |unit: &'a Unit| {
        let numbered = unit.coordinates.iter().enumerate();
        numbered
            .filter(move |(place, _)| *place != axis)
            .map(|(_, c)| c)
    };
    let (category_a, category_b) = (a.category(axis)?, b.category(axis)?);
    let comparable = rest(a).all(Option::is_some) && rest(a).eq(rest(b));
    (comparable && category_a != category_b).then_some((category_a, category_b))
}

fn body(matrix: &Matrix) -> Scene {
    const TOP: f64 = 70.0;
    const LABEL: f64 = 12.0;
    let names = &matrix.names;
    let widest = names
        .iter()
        .map(|n| text::width(n, LABEL, false))
        .fold(0.0, f64::max);
    let left = widest.min(260.0) + 34.0;
    // One column more than there are categories: the row's mean, set apart.
    let cell = ((WIDTH - left) / (names.len() as f64 + 1.3)).min(92.0);
    let height = (cell * 0.55).clamp(24.0, 40.0);
    let mut scene = Scene::new(WIDTH, TOP + height * names.len() as f64 + 4.0);
    scene.place(legend(WIDTH), (0.0, 0.0));
    let mean_x = left + (names.len() as f64 + 0.3) * cell;
    for (i, row) in names.iter().enumerate() {
        let y = TOP + i as f64 * height;
        let label = text::fit(row, LABEL, false, left - 34.0);
        scene.text(
            (left - 8.0, y + height / 2.0),
            label,
            Type::new(LABEL, INK, Align::End),
        );
        for (j, column) in names.iter().enumerate() {
            if let Some((found, _)) = matrix.cells.get(&(row.clone(), column.clone())) {
                let place = Rect::new(left + j as f64 * cell, y, cell, height);
                found.draw(&mut scene, place);
            }
        }
        let mean = Cell {
            score: matrix.row_mean(row),
            half_width: None,
        };
        mean.draw(&mut scene, Rect::new(mean_x, y, cell, height));
    }
    column_labels(&mut scene, names, left, cell, TOP - 12.0);
    let mean_label = Type::new(LABEL, INK, Align::Middle).bold();
    scene.text((mean_x + cell / 2.0, TOP - 12.0), "mean", mean_label);
    let middle = TOP + height * names.len() as f64 / 2.0;
    let axis = Type::new(11.5, MUTED, Align::Middle).upwards();
    scene.text((9.0, middle), format!("{} scoring", matrix.axis), axis);
    scene
}

fn column_labels(scene: &mut Scene, names: &[String], left: f64, cell: f64, y: f64) {
    let widest = names
        .iter()
        .map(|n| text::width(n, 12.0, false))
        .fold(0.0, f64::max);
    // Narrow columns get smaller type before they get shortened names.
    let size = (12.0 * (cell - 6.0) / widest).clamp(9.0, 12.0);
    for (j, name) in names.iter().enumerate() {
        let x = left + (j as f64 + 0.5) * cell;
        let label = text::fit(name, size, false, cell - 4.0);
        scene.text((x, y), label, Type::new(size, INK, Align::Middle));
    }
    let x = left + names.len() as f64 * cell / 2.0;
    scene.text(
        (x, y - 18.0),
        "against",
        Type::new(11.5, MUTED, Align::Middle),
    );
}
