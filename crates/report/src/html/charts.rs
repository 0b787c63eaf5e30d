//! The charts, each titled with its finding.

use equipoise_engine::text::escape;

use super::{ChartOutcome, section};
use crate::chart::Drawing;

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
    format!(
        "<figure id=\"chart-{slug}\" aria-labelledby=\"chart-{slug}-title\">\n\
         <h3 id=\"chart-{slug}-title\">{title}</h3>\n\
         <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Chart: {title}\">\n{}</div>\n\
         <figcaption>{}</figcaption>\n</figure>\n",
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
    format!(
        "<svg role=\"img\" aria-label=\"{label}\"{narrow} width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 {top} {width} {height}\">{content}"
    )
}
