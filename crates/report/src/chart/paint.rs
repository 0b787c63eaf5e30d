//! Painting of scenes: the only module that draws with plotters.

use std::path::Path;

use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontStyle, FontTransform, TextStyle};

use super::figure::Figure;
use super::scene::{Align, Mark, Point, Scene, Type};
use super::text;
use crate::error::ReportError;

/// How scene pixels become a backend's pixels.
#[derive(Clone, Copy)]
struct Device {
    scale: f64,
    /// Plotters' bitmap text sits higher than its SVG text by this share of the font size.
    text_drop: f64,
}

const SVG: Device = Device {
    scale: 1.0,
    text_drop: 0.0,
};
const PNG: Device = Device {
    scale: 2.0,
    text_drop: 0.16,
};

/// The figure as an SVG document with a `<title>`.
pub(super) fn svg(figure: &Figure) -> Result<String, ReportError> {
    let scene = figure.scene();
    let mut document = String::new();
    let backend = SVGBackend::with_string(&mut document, SVG.pixels(&scene));
    paint(&scene, &backend.into_drawing_area(), SVG)?;
    Ok(with_title(&document, &figure.title))
}

/// The figure as a PNG file.
pub(super) fn png(figure: &Figure, path: &Path) -> Result<(), ReportError> {
    let scene = figure.scene();
    let backend = BitMapBackend::new(path, PNG.pixels(&scene));
    paint(&scene, &backend.into_drawing_area(), PNG)
}

/// Puts a `<title>` first in the document, where viewers and screen readers look for it.
fn with_title(document: &str, title: &str) -> String {
    let (head, rest) = document.split_once('>').unwrap_or((document, ""));
    let title = equipoise_engine::text::escape(title);
    format!("{head}>\n<title>{title}</title>{rest}")
}

fn paint<DB: DrawingBackend>(
    scene: &Scene,
    area: &DrawingArea<DB, Shift>,
    device: Device,
) -> Result<(), ReportError> {
    if !text::register() {
        return Err(ReportError::Draw(
            "the embedded font is unreadable".to_owned(),
        ));
    }
    for mark in &scene.marks {
        draw(mark, area, device).map_err(|error| ReportError::Draw(error.to_string()))?;
    }
    area.present()
        .map_err(|error| ReportError::Draw(error.to_string()))
}

type AreaError<DB> = plotters::drawing::DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>;

fn draw<DB: DrawingBackend>(
    mark: &Mark,
    area: &DrawingArea<DB, Shift>,
    device: Device,
) -> Result<(), AreaError<DB>> {
    match mark {
        Mark::Rect { area: r, colour } => {
            let corners = [device.at((r.x, r.y)), device.at((r.right(), r.bottom()))];
            area.draw(&Rectangle::new(corners, colour.filled()))
        }
        Mark::Line {
            from,
            to,
            colour,
            width,
        } => {
            let ends = vec![device.at(*from), device.at(*to)];
            let style = colour.stroke_width(device.length(*width).max(1));
            area.draw(&PathElement::new(ends, style))
        }
        Mark::Circle {
            centre,
            radius,
            colour,
        } => {
            let radius = device.length(*radius);
            area.draw(&Circle::new(device.at(*centre), radius, colour.filled()))
        }
        Mark::Polygon {
            corners,
            colour,
            opacity,
        } => {
            let corners: Vec<(i32, i32)> = corners.iter().map(|&at| device.at(at)).collect();
            area.draw(&Polygon::new(corners, colour.mix(*opacity).filled()))
        }
        Mark::Text { at, text, style } => {
            area.draw_text(text, &device.text_style(style), device.text_at(*at, style))
        }
    }
}

impl Device {
    fn pixels(self, scene: &Scene) -> (u32, u32) {
        (self.length(scene.width), self.length(scene.height))
    }

    fn length(self, length: f64) -> u32 {
        (length * self.scale).round() as u32
    }

    fn at(self, (x, y): Point) -> (i32, i32) {
        (
            (x * self.scale).round() as i32,
            (y * self.scale).round() as i32,
        )
    }

    fn text_at(self, (x, y): Point, style: &Type) -> (i32, i32) {
        let drop = self.text_drop * style.size;
        if style.upwards {
            self.at((x + drop, y))
        } else {
            self.at((x, y + drop))
        }
    }

    fn text_style(self, style: &Type) -> TextStyle<'_> {
        let weight = if style.bold {
            FontStyle::Bold
        } else {
            FontStyle::Normal
        };
        let size = style.size * text::SIZE_UNIT * self.scale;
        let turn = if style.upwards {
            FontTransform::Rotate270
        } else {
            FontTransform::None
        };
        let align = match style.align {
            Align::Start => HPos::Left,
            Align::Middle => HPos::Center,
            Align::End => HPos::Right,
        };
        let font = FontDesc::new(text::FAMILY, size, weight).transform(turn);
        TextStyle::from(font)
            .color(&style.colour)
            .pos(Pos::new(align, VPos::Center))
    }
}
