//! Coloured cells over two integer axes, one panel per category or per value of a third.

use std::collections::BTreeMap;

use super::cell::{LEGEND, TWO_LINES, Tile};
use super::colour::{INK, MUTED};
use super::scene::{Align, Rect, Scene, Type};
use super::text;

/// Row (first axis) and column (second axis).
pub(super) type Place = (i64, i64);

/// Cells by place, for one category or value of the panels' axis.
pub(super) struct Panel {
    pub(super) heading: String,
    pub(super) tiles: BTreeMap<Place, Tile>,
}

/// Panels that share their axes.
pub(super) struct Panels {
    pub(super) row_axis: String,
    pub(super) column_axis: String,
    pub(super) rows: Vec<i64>,
    pub(super) columns: Vec<i64>,
    pub(super) panels: Vec<Panel>,
}

pub(super) const WIDTH: f64 = 1180.0;
const GAP: f64 = 26.0;
const PANEL_LEFT: f64 = 42.0;
const PANEL_TOP: f64 = 28.0;
const PANEL_BOTTOM: f64 = 40.0;

/// How panels are arranged.
struct Layout {
    across: usize,
    cell_width: f64,
    cell_height: f64,
    panel_width: f64,
    panel_height: f64,
}

impl Layout {
    /// As many panels side by side as leave room for a three-digit label in each cell.
    fn new(grid: &Panels) -> Self {
        let columns = grid.columns.len() as f64;
        let narrowest = PANEL_LEFT + columns * 30.0;
        let most = ((WIDTH + GAP) / (narrowest + GAP)).floor().max(1.0) as usize;
        let down = grid.panels.len().div_ceil(most);
        let across = grid.panels.len().div_ceil(down);
        let panel_width = (WIDTH + GAP) / across as f64 - GAP;
        let cell_width = ((panel_width - PANEL_LEFT) / columns).min(72.0);
        let cell_height = (cell_width * 0.8).clamp(TWO_LINES, 36.0);
        Self {
            across,
            cell_width,
            cell_height,
            panel_width,
            panel_height: PANEL_TOP + cell_height * grid.rows.len() as f64 + PANEL_BOTTOM,
        }
    }
}

/// The panels under a legend.
pub(super) fn body(grid: &Panels, legend: Scene) -> Scene {
    let layout = Layout::new(grid);
    let down = grid.panels.len().div_ceil(layout.across) as f64;
    let height = LEGEND + down * layout.panel_height + (down - 1.0) * 14.0;
    let mut scene = Scene::new(WIDTH, height);
    scene.place(legend, (0.0, 0.0));
    for (i, panel) in grid.panels.iter().enumerate() {
        let x = (i % layout.across) as f64 * (layout.panel_width + GAP);
        let y = LEGEND + (i / layout.across) as f64 * (layout.panel_height + 14.0);
        scene.place(draw_panel(grid, panel, &layout), (x, y));
    }
    scene
}

fn draw_panel(grid: &Panels, panel: &Panel, layout: &Layout) -> Scene {
    let mut scene = Scene::new(layout.panel_width, layout.panel_height);
    let heading = text::fit(&panel.heading, 13.5, true, layout.panel_width - PANEL_LEFT);
    scene.text(
        (PANEL_LEFT, 13.0),
        heading,
        Type::new(13.5, INK, Align::Start).bold(),
    );
    // Larger values stand higher, as on any axis.
    for (i, row) in grid.rows.iter().rev().enumerate() {
        for (j, column) in grid.columns.iter().enumerate() {
            if let Some(tile) = panel.tiles.get(&(*row, *column)) {
                let x = PANEL_LEFT + j as f64 * layout.cell_width;
                let y = PANEL_TOP + i as f64 * layout.cell_height;
                let place = Rect::new(x, y, layout.cell_width, layout.cell_height);
                tile.draw(&mut scene, place);
            }
        }
    }
    axis_labels(&mut scene, grid, layout);
    scene
}

fn axis_labels(scene: &mut Scene, grid: &Panels, layout: &Layout) {
    let bottom = PANEL_TOP + grid.rows.len() as f64 * layout.cell_height;
    let end = Type::new(11.0, MUTED, Align::End);
    let middle = Type::new(11.0, MUTED, Align::Middle);
    for (i, row) in grid.rows.iter().rev().enumerate() {
        let y = PANEL_TOP + (i as f64 + 0.5) * layout.cell_height;
        scene.text((PANEL_LEFT - 6.0, y), row.to_string(), end);
    }
    for (j, column) in grid.columns.iter().enumerate() {
        let x = PANEL_LEFT + (j as f64 + 0.5) * layout.cell_width;
        scene.text((x, bottom + 10.0), column.to_string(), middle);
    }
    let across = PANEL_LEFT + grid.columns.len() as f64 * layout.cell_width / 2.0;
    scene.text((across, bottom + 26.0), grid.column_axis.clone(), middle);
    let up = (PANEL_TOP + bottom) / 2.0;
    scene.text((9.0, up), grid.row_axis.clone(), middle.upwards());
}
