//! Distribution of the difference in victory points, or what a system scores, pooled and for the most
//! lopsided and the closest pairing.

use std::collections::BTreeMap;

use equipoise_stats::z_score;

use super::colour::{GRID, HIGH, INK, LOW, MUTED, NEUTRAL};
use super::figure::Figure;
use super::kind::Chart;
use super::scale::{Scale, ticks};
use super::scene::{Align, Rect, Scene, Type};
use super::text;
use super::text::short;
use crate::error::ReportError;
use crate::findings::Findings;
use crate::format::{capitalised, level};
use crate::input::{MarginBin, Pairing, ReportInput};
use equipoise_engine::text::grouped;

/// Bounds of a bin, as in [`MarginBin`]; an open lower end sorts first.
type Bounds = (Option<i64>, Option<i64>);

/// Shares of battles by bin; every pairing weighs the same, however many battles it took.
struct Histogram {
    heading: String,
    bins: Vec<(Bounds, f64)>,
    battles: u64,
    /// A share has variance p (1 − p) / n for this n.
    effective_battles: f64,
}

/// Battles with A ahead, level (or in a bin that spans zero), and behind, as shares.
struct Shares {
    ahead: f64,
    level: f64,
    behind: f64,
}

const WIDTH: f64 = 1180.0;
const GAP: f64 = 30.0;

pub(super) fn figure(input: &ReportInput) -> Result<Figure, ReportError> {
    let pooled = Histogram::new("All pairings", input, |_| true).ok_or_else(|| {
        ReportError::nothing(Chart::Margins, "needs differences of the final scores")
    })?;
    let findings = Findings::new(input);
    let extremes: Vec<Histogram> = [
        ("Most lopsided", findings.lopsided),
        ("Closest", findings.closest),
    ]
    .into_iter()
    .filter_map(|(label, pairing)| Histogram::of_pairing(label, input, pairing?))
    .collect();
    Ok(Figure {
        title: finding(input, &pooled),
        caption: caption(input, &pooled),
        body: body(&input.info.score.difference, &pooled, &extremes),
    })
}

impl Histogram {
    /// Pools the bins that `keep` accepts; `None` when no battle is left.
    fn new(
        heading: impl Into<String>,
        input: &ReportInput,
        keep: impl Fn(&MarginBin) -> bool,
    ) -> Option<Self> {
        let mut pooled: BTreeMap<Bounds, f64> = BTreeMap::new();
        let (mut pairings, mut battles, mut inverse) = (0.0, 0, 0.0);
        // The bins of a pairing are consecutive.
        let by_pairing = input.margins.chunk_by(|x, y| x.a == y.a && x.b == y.b);
        for bins in by_pairing.filter(|bins| keep(&bins[0])) {
            let of_pairing: u64 = bins.iter().map(|bin| bin.battles).sum();
            for bin in bins.iter().filter(|bin| bin.battles > 0) {
                let share = bin.battles as f64 / of_pairing as f64;
                *pooled.entry((bin.from, bin.to)).or_default() += share;
            }
            if of_pairing > 0 {
                pairings += 1.0;
                battles += of_pairing;
                inverse += 1.0 / of_pairing as f64;
            }
        }
        let shares = pooled.into_iter().map(|(bin, sum)| (bin, sum / pairings));
        (battles > 0).then(|| Self {
            heading: heading.into(),
            bins: shares.collect(),
            battles,
            effective_battles: pairings * pairings / inverse,
        })
    }

    fn of_pairing(label: &str, input: &ReportInput, pairing: &Pairing) -> Option<Self> {
        let score = text::percent(pairing.score_a.estimate);
        let heading = format!("{label}: {} (A, {score}) against {}", pairing.a, pairing.b);
        Self::new(heading, input, |bin| {
            *bin.a == *pairing.a && *bin.b == *pairing.b
        })
    }

    fn shares(&self) -> Shares {
        let share = |keep: fn(Bounds) -> bool| {
            let kept = self.bins.iter().filter(|(bounds, _)| keep(*bounds));
            // An empty sum is -0.
            kept.map(|(_, share)| share).sum::<f64>() + 0.0
        };
        let (ahead, behind) = (share(is_ahead), share(is_behind));
        Shares {
            ahead,
            level: (1.0 - ahead - behind).max(0.0),
            behind,
        }
    }

    fn highest(&self) -> f64 {
        self.bins
            .iter()
            .map(|(_, share)| *share)
            .fold(0.0, f64::max)
    }

    /// Width of the widest closed bin, also given to open ones.
    fn bin_width(&self) -> f64 {
        let bounds = self.bins.iter().map(|(bounds, _)| bounds);
        let closed = bounds.filter_map(|(from, to)| Some(((*from)? as f64, (*to)? as f64)));
        closed.map(|(from, to)| to - from + 1.0).fold(1.0, f64::max)
    }

    /// The bin's span on the axis: a bin of whole numbers reaches half a point beyond each.
    fn span(&self, (from, to): Bounds) -> (f64, f64) {
        let further = self.bin_width() - 1.0;
        let (from, to) = (from.map(|v| v as f64), to.map(|v| v as f64));
        let from = from.or(to.map(|to| to - further)).unwrap_or(0.0);
        let to = to.unwrap_or(from + further);
        (from - 0.5, to + 0.5)
    }
}

fn is_ahead((from, _): Bounds) -> bool {
    from.is_some_and(|from| from > 0)
}

fn is_behind((_, to): Bounds) -> bool {
    to.is_some_and(|to| to < 0)
}

fn finding(input: &ReportInput, pooled: &Histogram) -> String {
    let shares = pooled.shares();
    format!(
        "{}: A ahead in {:.1} % of battles, behind in {:.1} %, level in {:.1} %",
        capitalised(&input.info.score.unit),
        shares.ahead * 100.0,
        shares.behind * 100.0,
        shares.level * 100.0
    )
}

fn caption(input: &ReportInput, pooled: &Histogram) -> String {
    let open = pooled
        .bins
        .iter()
        .any(|((from, to), _)| from.is_none() || to.is_none());
    let open = if open {
        " The outermost bins are open."
    } else {
        ""
    };
    format!(
        "{} of A, the unit named first in a pairing, over B: {} battles pooled \
         over {} pairings of equal weight. The two change seats with every battle; which is named first is the \
         plan's choice, so the pooled picture mixes strengths. Bars: share of battles per bin; a bin \
         up to {} {} wide.{}{open}",
        capitalised(&input.info.score.difference),
        grouped(pooled.battles),
        grouped(input.pairings.len() as u64),
        pooled.bin_width(),
        input.info.score.unit,
        sampling_error(pooled, input.info.confidence),
    )
}

/// The sampling error of a pooled share; empty for an invalid confidence level.
fn sampling_error(pooled: &Histogram, confidence: f64) -> String {
    let sentence = |z: f64| {
        // The variance p (1 - p) / n is at most 1 / (4 n).
        let half_width = z * 0.5 / pooled.effective_battles.sqrt() * 100.0;
        format!(
            " {} sampling error of a pooled share: at most ± {half_width:.2} percentage points.",
            level(confidence)
        )
    };
    z_score(confidence).map_or_else(|_| String::new(), sentence)
}

fn body(difference: &str, pooled: &Histogram, extremes: &[Histogram]) -> Scene {
    let range = range(pooled);
    let lower = if extremes.is_empty() { 0.0 } else { 260.0 };
    let mut scene = Scene::new(WIDTH, 340.0 + lower);
    scene.place(plot(difference, pooled, (WIDTH, 330.0), range), (0.0, 0.0));
    let width = (WIDTH - GAP) / 2.0;
    for (i, histogram) in extremes.iter().enumerate() {
        let x = i as f64 * (width + GAP);
        scene.place(
            plot(difference, histogram, (width, 250.0), range),
            (x, 350.0),
        );
    }
    scene
}

/// The span of all pooled bins, so that every panel shares one axis.
fn range(pooled: &Histogram) -> (f64, f64) {
    let spans = pooled.bins.iter().map(|(bounds, _)| pooled.span(*bounds));
    let (low, high) = spans.fold((0.0_f64, 0.0_f64), |(low, high), (from, to)| {
        (low.min(from), high.max(to))
    });
    (low, high)
}

fn plot(
    difference: &str,
    histogram: &Histogram,
    (width, height): (f64, f64),
    range: (f64, f64),
) -> Scene {
    let mut scene = Scene::new(width, height);
    let frame = Rect::new(52.0, 48.0, width - 56.0, height - 48.0 - 44.0);
    let heading = text::fit(&histogram.heading, 13.5, true, width);
    scene.text(
        (0.0, 9.0),
        heading,
        Type::new(13.5, INK, Align::Start).bold(),
    );
    let top = histogram.highest() * 1.05;
    let x = Scale::new(range, (frame.x, frame.right()));
    let y = Scale::new((0.0, top), (frame.bottom(), frame.y));
    draw_axes(&mut scene, frame, (&x, range), (&y, top));
    let under = (frame.x + frame.width / 2.0, frame.bottom() + 31.0);
    let label = Type::new(11.0, MUTED, Align::Middle);
    scene.text(under, format!("{difference}, A − B"), label);
    for bin in &histogram.bins {
        draw_bar(&mut scene, histogram, *bin, (&x, &y));
    }
    scene.line(
        (frame.x, frame.bottom()),
        (frame.right(), frame.bottom()),
        INK,
        1.0,
    );
    draw_shares(&mut scene, histogram, &x, frame);
    scene
}

fn draw_axes(scene: &mut Scene, frame: Rect, x: (&Scale, (f64, f64)), y: (&Scale, f64)) {
    let end = Type::new(11.0, MUTED, Align::End);
    let middle = Type::new(11.0, MUTED, Align::Middle);
    for tick in ticks(0.0, y.1 * 100.0, 6) {
        let at = y.0.at(tick / 100.0);
        scene.line((frame.x, at), (frame.right(), at), GRID, 1.0);
        scene.text((frame.x - 6.0, at), short(tick), end);
    }
    for tick in ticks(x.1.0, x.1.1, (frame.width / 90.0) as usize) {
        let at = x.0.at(tick);
        scene.line((at, frame.bottom()), (at, frame.bottom() + 4.0), INK, 1.0);
        scene.text((at, frame.bottom() + 13.0), short(tick), middle);
    }
    let beside = (9.0, frame.y + frame.height / 2.0);
    scene.text(beside, "share of battles, %", middle.upwards());
}

fn draw_bar(
    scene: &mut Scene,
    histogram: &Histogram,
    (bounds, share): (Bounds, f64),
    (x, y): (&Scale, &Scale),
) {
    let (from, to) = histogram.span(bounds);
    let (left, right) = (x.at(from), x.at(to));
    // Bars stay visible however narrow their bin, and a hair apart where there is room.
    let width = (right - left - 1.0).max(3.0);
    let top = y.at(share);
    let centre = (left + right) / 2.0;
    let area = Rect::new(centre - width / 2.0, top, width, y.at(0.0) - top);
    scene.rect(area, colour(bounds));
}

fn colour(bounds: Bounds) -> plotters::style::RGBColor {
    match (is_behind(bounds), is_ahead(bounds)) {
        (true, _) => LOW,
        (_, true) => HIGH,
        _ => NEUTRAL,
    }
}

/// Writes the shares of battles above the plot, each over its side.
fn draw_shares(scene: &mut Scene, histogram: &Histogram, x: &Scale, frame: Rect) {
    let shares = histogram.shares();
    let y = 32.0;
    let behind = format!("A behind {:.1} %", shares.behind * 100.0);
    scene.text(
        (frame.x, y),
        behind,
        Type::new(12.0, LOW, Align::Start).bold(),
    );
    let level = format!("level {:.1} %", shares.level * 100.0);
    let centre = x
        .at(0.0)
        .clamp(frame.x + frame.width * 0.4, frame.x + frame.width * 0.6);
    scene.text(
        (centre, y),
        level,
        Type::new(12.0, MUTED, Align::Middle).bold(),
    );
    let ahead = format!("A ahead {:.1} %", shares.ahead * 100.0);
    scene.text(
        (frame.right(), y),
        ahead,
        Type::new(12.0, HIGH, Align::End).bold(),
    );
}
