//! A battle as a picture: board, terrain, ways, attacks and losses.

use equipoise_engine::text::escape;
use equipoise_engine::{Hex, Side};

use crate::rules::state::Table;
use crate::{Bout, Colour, Event, Scenario};

/// Pixels from the centre of a hex to a corner.
const SIZE: f64 = 22.0;
const MARGIN: f64 = 26.0;
/// Height of the head line.
const HEAD: f64 = 34.0;
const SIDES: [&str; 2] = ["#2166ac", "#c45c0a"];

/// Draws the events of one battle as an SVG document.
pub(super) fn draw(scenario: &Scenario, bout: &Bout, events: &[Event]) -> String {
    let table = bout.table(Side::A);
    let canvas = Canvas::new(table);
    let mut svg = canvas.open(scenario);
    for &hex in table.board.hexes() {
        svg += &canvas.ground(table, hex);
    }
    for structure in &table.terrain.structures {
        for &hex in &structure.hexes {
            let title = format!("structure up to level {}", structure.top);
            svg += &canvas.hexagon(hex, 0.72, "#8d8781", "#5c5752", &title);
        }
    }
    for &marker in &table.markers {
        let (x, y) = canvas.centre(marker);
        svg += &format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"#7a7a00\" \
             stroke-width=\"2\" stroke-dasharray=\"4 3\"><title>objective marker</title></circle>\n",
            SIZE * 0.5
        );
    }
    svg += &canvas.story(bout, events);
    svg + "</svg>\n"
}

/// What lies on a hex, and its name.
const fn fill(colour: Colour) -> (&'static str, &'static str) {
    match colour {
        Colour::Grey => ("#fbfbf8", "grey"),
        Colour::Red => ("#eeb4ac", "red: closed"),
        Colour::Tan => ("#e6ddc6", "tan: desert"),
        Colour::White => ("#e8f2f7", "white: snow"),
        Colour::Green => ("#bfd8ae", "green: woods"),
        Colour::Black => ("#b9b4ad", "black: ruins"),
        Colour::LightBlue => ("#d3e6f3", "light blue: shallow water"),
        Colour::DarkBlue => ("#9fc4e0", "dark blue: deep water"),
    }
}

struct Canvas {
    width: f64,
    height: f64,
}

impl Canvas {
    fn new(table: &Table) -> Self {
        let board = &table.board;
        let rows = (0..board.files()).map(|file| board.length(file)).max();
        let rows = f64::from(rows.unwrap_or(0)) + 0.5;
        Self {
            width: (1.5 * f64::from(board.files()) + 0.5) * SIZE + 2.0 * MARGIN,
            height: rows * 3f64.sqrt() * SIZE + 2.0 * MARGIN + HEAD,
        }
    }

    /// Pixels of a hex's centre: files go right, rows go up, odd files half a hex higher.
    fn centre(&self, hex: Hex) -> (f64, f64) {
        let (file, row) = (f64::from(hex.q), f64::from(hex.r) + f64::from(hex.q) / 2.0);
        let x = MARGIN + (1.5 * file + 1.0) * SIZE;
        let y = self.height - MARGIN - (row + 0.5) * 3f64.sqrt() * SIZE;
        (x, y)
    }

    fn open(&self, scenario: &Scenario) -> String {
        let (width, height) = (self.width, self.height);
        let [a, b] = scenario.forces.each_ref().map(|force| escape(&force.name));
        let title = escape(&scenario.name);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"11\" \
             role=\"img\" aria-label=\"{title}: {a} against {b}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
             <text x=\"{MARGIN}\" y=\"22\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n\
             <text x=\"{:.0}\" y=\"22\" text-anchor=\"end\"><tspan fill=\"{}\">A: {a}</tspan>  \
             <tspan fill=\"{}\">B: {b}</tspan></text>\n",
            width - MARGIN,
            SIDES[0],
            SIDES[1]
        )
    }

    fn hexagon(&self, hex: Hex, part: f64, fill: &str, stroke: &str, title: &str) -> String {
        let (x, y) = self.centre(hex);
        let corner = |corner: u32| {
            let angle = f64::from(60 * corner).to_radians();
            let (dx, dy) = (SIZE * part * angle.cos(), SIZE * part * angle.sin());
            format!("{:.1},{:.1}", x + dx, y + dy)
        };
        let corners: Vec<String> = (0..6).map(corner).collect();
        format!(
            "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"{stroke}\"><title>{title}</title></polygon>\n",
            corners.join(" ")
        )
    }

    /// A hex of the board, with its level where that is not 0.
    fn ground(&self, table: &Table, hex: Hex) -> String {
        let (fill, name) = fill(table.terrain.colour(hex));
        let level = table.terrain.level(hex);
        let mut drawn = self.hexagon(hex, 1.0, fill, "#dcdcd4", name);
        if level != 0 {
            let (x, y) = self.centre(hex);
            drawn += &format!(
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#8a857c\">{level:+}</text>\n",
                y + SIZE * 0.75
            );
        }
        drawn
    }

    fn line(&self, from: Hex, to: Hex, colour: &str, rest: &str) -> String {
        let ((x1, y1), (x2, y2)) = (self.centre(from), self.centre(to));
        format!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\" {rest}/>\n"
        )
    }

    /// Ways, attacks and losses in the order they happened.
    fn story(&self, bout: &Bout, events: &[Event]) -> String {
        let pieces = &bout.table(Side::A).pieces;
        let mut places: Vec<Option<Hex>> = vec![None; pieces.len()];
        let (mut ways, mut shots, mut marks) = (String::new(), String::new(), String::new());
        for event in events {
            match *event {
                Event::Placed { unit, hex, .. } => {
                    places[unit] = Some(hex);
                    let (x, y) = self.centre(hex);
                    let colour = SIDES[pieces[unit].side.index()];
                    marks += &format!(
                        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{colour}\">\
                         <title>{}</title></circle>\n",
                        escape(&pieces[unit].sheet.name)
                    );
                }
                Event::Moves { unit, to, .. } | Event::Lands { unit, hex: to } => {
                    if let Some(from) = places[unit].replace(to) {
                        let colour = SIDES[pieces[unit].side.index()];
                        ways += &self.line(from, to, colour, "stroke-width=\"2\"");
                    }
                }
                Event::Attacks { unit, target, .. } => {
                    if let (Some(from), Some(to)) = (places[unit], places[target]) {
                        let colour = SIDES[pieces[unit].side.index()];
                        let thin = "stroke-width=\"0.6\" stroke-dasharray=\"2 3\" opacity=\"0.5\"";
                        shots += &self.line(from, to, colour, thin);
                    }
                }
                Event::OutOfPlay { unit, destroyed } => {
                    if let Some(hex) = places[unit] {
                        let (x, y) = self.centre(hex);
                        let colour = SIDES[pieces[unit].side.index()];
                        let what = if destroyed {
                            "destroyed"
                        } else {
                            "inoperative"
                        };
                        marks += &format!(
                            "<path d=\"M{:.1} {:.1}l14 14m0 -14l-14 14\" stroke=\"{colour}\" \
                             stroke-width=\"3\"><title>{} {what}</title></path>\n",
                            x - 7.0,
                            y - 7.0,
                            escape(&pieces[unit].sheet.name)
                        );
                    }
                }
                _ => {}
            }
        }
        ways + &shots + &marks
    }
}
