//! A battle as a picture: table, terrain, control points, ways and hits.

use crate::{Bout, Event, HexSize, Scenario, TerrainPiece};
use equipoise_engine::text::escape;
use equipoise_engine::{Hex, Side};

/// Pixels of an inch.
const INCH: f64 = 9.0;
const MARGIN: f64 = 30.0;
/// Inches of the drawn circle of a control point.
const CONTROL_POINT: f64 = 1.68;
/// Height of the head line and of the legend.
const HEAD: f64 = 34.0;
const COLOURS: [&str; 2] = ["#2166ac", "#c45c0a"];

/// Draws the events of one battle as an SVG document.
pub(super) fn draw(scenario: &Scenario, bout: &Bout, events: &[Event]) -> String {
    let scenario = &*scenario.on_hexes(bout.hex_in());
    let canvas = Canvas::new(scenario);
    let mut svg = canvas.open();
    // Hexes as fine as a tape measure are no help to the eye.
    if scenario.hex_in == HexSize::Four {
        for row in 0..scenario.depth {
            for column in 0..scenario.width {
                svg += &canvas.hexagon((column, row), "#fbfbf8", "#dcdcd4");
            }
        }
    }
    for piece in &scenario.terrain {
        svg += &canvas.terrain(piece);
    }
    for &point in &scenario.control_points {
        let (x, y) = canvas.centre(Hex::from_offset(point.0, point.1));
        svg += &format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"#7a7a00\" \
             stroke-width=\"2\" stroke-dasharray=\"4 3\"><title>control point</title></circle>\n",
            CONTROL_POINT * INCH
        );
    }
    svg += &canvas.story(&Names::new(bout), events);
    svg + "</svg>\n"
}

/// Names and sides of the models, in the order of the battle.
struct Names(Vec<(String, Side)>);

impl Names {
    fn new(bout: &Bout) -> Self {
        let named = bout.unit_names().zip(0..);
        Self(
            named
                .map(|(name, unit)| (name.to_owned(), bout.side_of(unit)))
                .collect(),
        )
    }
}

struct Canvas {
    /// Distance between the centres of neighbouring hexes in a row, in pixels.
    step: f64,
    width: f64,
    height: f64,
    title: String,
    legend: [String; 2],
}

impl Canvas {
    fn new(scenario: &Scenario) -> Self {
        let (columns, rows) = (f64::from(scenario.width), f64::from(scenario.depth));
        let step = INCH * f64::from(scenario.hex_in.inches());
        let height = (rows - 1.0) * step * 0.75f64.sqrt() + 2.0 * MARGIN + HEAD;
        Self {
            step,
            width: (columns + 0.5) * step + 2.0 * MARGIN,
            height,
            title: scenario.name.clone(),
            legend: [0, 1].map(|side: usize| scenario.forces[side].name.clone()),
        }
    }

    /// Pixels of a hex's centre.
    fn centre(&self, hex: Hex) -> (f64, f64) {
        let (q, r) = (f64::from(hex.q), f64::from(hex.r));
        let x = MARGIN + (q + r / 2.0 + 0.5) * self.step;
        let y = self.height - MARGIN - r * self.step * 0.75f64.sqrt();
        (x, y)
    }

    fn open(&self) -> String {
        let (width, height) = (self.width, self.height);
        let [a, b] = self.legend.each_ref().map(|name| escape(name));
        let title = escape(&self.title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"11\" \
             role=\"img\" aria-label=\"{title}: {a} against {b}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
             <text x=\"{MARGIN}\" y=\"22\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n\
             <text x=\"{:.0}\" y=\"22\" text-anchor=\"end\"><tspan fill=\"{}\">A: {a}</tspan>  \
             <tspan fill=\"{}\">B: {b}</tspan></text>\n",
            width - MARGIN,
            COLOURS[0],
            COLOURS[1]
        )
    }

    fn hexagon(&self, place: (i16, i16), fill: &str, stroke: &str) -> String {
        let (x, y) = self.centre(Hex::from_offset(place.0, place.1));
        let size = self.step / 3f64.sqrt();
        let corners: Vec<String> = (0..6)
            .map(|corner| {
                let angle = f64::from(60 * corner + 30).to_radians();
                format!(
                    "{:.1},{:.1}",
                    x + size * angle.cos(),
                    y + size * angle.sin()
                )
            })
            .collect();
        let corners = corners.join(" ");
        format!("<polygon points=\"{corners}\" fill=\"{fill}\" stroke=\"{stroke}\"/>\n")
    }

    fn terrain(&self, piece: &TerrainPiece) -> String {
        let fill = match piece {
            piece if piece.deep_water => "#bcd9ee",
            piece if piece.obscuring => "#bfd8ae",
            piece if piece.level > 1 => "#a9a39b",
            piece if piece.level > 0 => "#c9c3ba",
            piece if piece.blocks_los => "#8d8781",
            _ => "#e6ddc6",
        };
        let mut group = format!("<g><title>{}</title>\n", escape(&piece.name));
        for &hex in &piece.hexes {
            group += &self.hexagon(hex, fill, "#8a857c");
        }
        group + "</g>\n"
    }

    /// Ways, hits and losses in the order they happened.
    fn story(&self, names: &Names, events: &[Event]) -> String {
        let mut places: Vec<Option<Hex>> = vec![None; names.0.len()];
        let mut ways = String::new();
        let mut marks = String::new();
        for event in events {
            match *event {
                Event::Deploy { unit, at, .. }
                | Event::Launch { unit, at, .. }
                | Event::Arrive { unit, at } => {
                    places[unit] = Some(at);
                    marks += &self.start(names, unit, at);
                }
                Event::Move { unit, from, to, .. } | Event::Pushed { unit, from, to } => {
                    places[unit] = Some(to);
                    ways += &self.line(from, to, COLOURS[names.0[unit].1.index()], 2.0, "");
                }
                Event::Result {
                    attacker,
                    target,
                    unblocked,
                    ..
                } if unblocked > 0 => {
                    if let (Some(from), Some(to)) = (places[attacker], places[target]) {
                        let width = 0.5 + f64::from(unblocked.min(10)) / 4.0;
                        ways += &self.line(from, to, "#b2182b", width, "2 4");
                    }
                }
                Event::Destroyed { unit, .. } => {
                    if let Some(at) = places[unit] {
                        marks += &self.cross(names, unit, at);
                    }
                }
                _ => {}
            }
        }
        ways + &marks
    }

    fn line(&self, from: Hex, to: Hex, colour: &str, width: f64, dash: &str) -> String {
        let ((x1, y1), (x2, y2)) = (self.centre(from), self.centre(to));
        let dash = if dash.is_empty() {
            String::new()
        } else {
            format!(" stroke-dasharray=\"{dash}\"")
        };
        format!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\" \
             stroke-width=\"{width:.1}\" stroke-opacity=\"0.75\"{dash}/>\n"
        )
    }

    fn start(&self, names: &Names, unit: usize, at: Hex) -> String {
        let (x, y) = self.centre(at);
        let (name, side) = &names.0[unit];
        let colour = COLOURS[side.index()];
        let below = if *side == Side::A { 22.0 } else { -14.0 };
        format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"8\" fill=\"{colour}\"/>\n\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{colour}\">{}</text>\n",
            y + below,
            escape(name)
        )
    }

    fn cross(&self, names: &Names, unit: usize, at: Hex) -> String {
        let (x, y) = self.centre(at);
        let name = escape(&names.0[unit].0);
        format!(
            "<path d=\"M{:.1},{:.1} l12,12 m0,-12 l-12,12\" stroke=\"#000000\" stroke-width=\"3\" \
             fill=\"none\"><title>{name} destroyed</title></path>\n",
            x - 6.0,
            y - 6.0
        )
    }
}
