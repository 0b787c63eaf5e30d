//! A chart with its title above and its caption below.

use super::colour::{INK, MUTED, PAPER};
use super::scene::{Align, Rect, Scene, Type};
use super::text;

/// Width of the bodies of charts that are read on a phone as well, CSS pixels.
pub(super) const COMPACT: f64 = 560.0;

/// A chart ready to paint.
pub(crate) struct Figure {
    /// The finding, in a sentence.
    pub(super) title: String,
    /// How to read it, and its uncertainty.
    pub(super) caption: String,
    /// The marks, without title and caption.
    pub(super) body: Scene,
}

const MARGIN: f64 = 24.0;
const TITLE: f64 = 19.0;
const CAPTION: f64 = 12.5;
const LEADING: f64 = 1.35;

impl Figure {
    /// The whole page: background, title, body, caption.
    pub(super) fn scene(&self) -> Scene {
        let inner = self.body.width;
        let title = self.title_lines();
        let caption = text::wrap(&self.caption, CAPTION, false, inner);
        let [body_top, body_bottom] = self.body_extent();
        let caption_top = body_bottom + 14.0;
        let height = caption_top + lines_height(&caption, CAPTION) + MARGIN * 0.75;
        let width = inner + 2.0 * MARGIN;
        let mut page = Scene::new(width, height);
        page.rect(Rect::new(0.0, 0.0, width, height), PAPER);
        let style = Type::new(TITLE, INK, Align::Start).bold();
        write_lines(&mut page, title, MARGIN, style);
        page.place(self.body.clone(), (MARGIN, body_top));
        let style = Type::new(CAPTION, MUTED, Align::Start);
        write_lines(&mut page, caption, caption_top, style);
        page
    }

    /// Where the marks begin and end on the page, from top to bottom.
    pub(super) fn body_extent(&self) -> [f64; 2] {
        let top = MARGIN + lines_height(&self.title_lines(), TITLE) + 12.0;
        [top, top + self.body.height]
    }

    fn title_lines(&self) -> Vec<String> {
        text::wrap(&self.title, TITLE, true, self.body.width)
    }
}

fn lines_height(lines: &[String], size: f64) -> f64 {
    lines.len() as f64 * size * LEADING
}

fn write_lines(page: &mut Scene, lines: Vec<String>, top: f64, style: Type) {
    for (i, line) in lines.into_iter().enumerate() {
        let y = top + (i as f64 + 0.5) * style.size * LEADING;
        page.text((MARGIN, y), line, style);
    }
}
