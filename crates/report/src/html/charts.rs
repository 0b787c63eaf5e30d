//! The charts, each titled with its finding.

use equipoise_engine::text::escape;

use super::{ChartOutcome, section};
use crate::chart::{Drawing, Spot};

pub(super) fn section_of(charts: &[ChartOutcome]) -> String {
    let figures: String = charts.iter().map(figure).collect();
    section("charts", &figures)
}

fn figure(chart: &ChartOutcome) -> String {
    match &chart.drawing {
        Ok(drawing) => drawn(&chart.slug, drawing),
        Err(reason) => format!(
            "<p class=\"note\">The {} chart is left out: {}.</p>\n",
            escape(&chart.slug),
            escape(reason)
        ),
    }
}

/// Title and caption are HTML text, which wraps and can be enlarged; the picture between them scrolls on
/// a narrow screen.
fn drawn(slug: &str, drawing: &Drawing) -> String {
    let title = escape(&drawing.title);
    let slug = escape(slug);
    let hint = if drawing.spots.is_empty() {
        ""
    } else {
        " Press a cell to find its unit in the table."
    };
    format!(
        "<figure id=\"chart-{slug}\" aria-labelledby=\"chart-{slug}-title\">\n\
         <h3 id=\"chart-{slug}-title\">{title}</h3>\n\
         <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Chart: {title}\">\n{}</div>\n\
         <figcaption>{}{hint}</figcaption>\n</figure>\n",
        inline_svg(drawing),
        escape(&drawing.caption)
    )
}

/// Pictures of this width, pixels, take the whole width of the page.
const WIDE: f64 = 800.0;

/// The SVG document as an element of the page: without namespace, with a label, and cropped to the part
/// between title and caption.
fn inline_svg(drawing: &Drawing) -> String {
    let label = escape(&format!("{}. {}", drawing.title, drawing.caption));
    let (_, content) = drawing.svg.split_once('>').unwrap_or_default();
    let [top, bottom] = drawing.body;
    let (width, height) = (drawing.width, bottom - top);
    // A narrow picture fits the page at its own size, but not enlarged.
    let narrow = if width < WIDE {
        " class=\"narrow\""
    } else {
        ""
    };
    let drawn = content.trim_end();
    let drawn = drawn.strip_suffix("</svg>").unwrap_or(drawn);
    let spots: String = drawing.spots.iter().map(spot).collect();
    format!(
        "<svg role=\"img\" aria-label=\"{label}\"{narrow} width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 {top} {width} {height}\">{drawn}{spots}</svg>\n"
    )
}

/// Where the page's script leads from the picture to a unit; the table of units is the way without a mouse.
fn spot(spot: &Spot) -> String {
    let [x, y, width, height] = spot.area;
    format!(
        "<rect class=\"spot\" data-unit=\"{}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\">\
         <title>{}</title></rect>\n",
        escape(&spot.unit),
        escape(&spot.words)
    )
}
