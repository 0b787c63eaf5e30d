//! Convergence of a score as battles are played.

use equipoise_analysis::duel::{Look, SampledDuel};
use equipoise_engine::text::grouped;

use super::colour::{BAR, HIGH, INK, MUTED};
use super::figure::{COMPACT, Figure};
use super::plot::{Plot, Tick};
use super::scene::{Align, Rect, Scene, Type};
use super::symbol::{Key, Symbol};
use super::text::{self, provenance};
use crate::documents::looks;
use crate::format::{decimal, level, score};

const HEIGHT: f64 = 340.0;
/// Opacity of the area of the anytime-valid intervals.
const BAND: f64 = 0.3;

pub(crate) fn figure(duel: &SampledDuel) -> Figure {
    Figure {
        title: finding(duel),
        caption: caption(duel),
        body: body(duel),
    }
}

/// A name as a sentence has room for it.
fn named(name: &str) -> String {
    text::fit(name, 19.0, true, 0.6 * COMPACT)
}

fn finding(duel: &SampledDuel) -> String {
    let [a, b] = [&duel.a, &duel.b].map(|side| named(&side.name));
    let scored = looks(duel).last().map_or_else(String::new, |end| {
        let battles = grouped(end.battles);
        format!("{} against {b} after {battles} battles", score(&end.score))
    });
    format!("{a} scores {scored}")
}

fn is_anytime(duel: &SampledDuel) -> bool {
    duel.fought.score_a.method == "confidence_sequence"
}

fn caption(duel: &SampledDuel) -> String {
    let level = level(duel.fought.score_a.confidence);
    let intervals = if is_anytime(duel) {
        format!(
            "Bars: {level} intervals of a confidence sequence, which hold at all looks at once."
        )
    } else {
        let both = looks(duel).iter().any(|look| look.anytime.is_some());
        let band = if both {
            " Area: a confidence sequence, whose intervals hold at all looks at once, so that one may \
             stop at any of them."
        } else {
            ""
        };
        format!(
            "Bars: {level} Wilson intervals, each of which holds for a number of battles fixed \
             beforehand.{band}"
        )
    };
    let battles = looks(duel).last().map(|end| end.battles);
    format!(
        "Score: share of battles won, a draw counting half, after the first 2, 4, 8, … battles of one \
         run. {intervals} {}.",
        provenance(battles, &duel.played_by.policy, duel.seed)
    )
}

fn body(duel: &SampledDuel) -> Scene {
    let key = key(duel).scene(COMPACT);
    let top = key.height + 12.0;
    let mut scene = Scene::new(COMPACT, top + HEIGHT);
    scene.place(key, (0.0, 0.0));
    let frame = Rect::new(52.0, top, COMPACT - 56.0, HEIGHT - 46.0);
    let ends = looks(duel).iter().map(exponent);
    let last = ends.fold(1.0, f64::max);
    let plot = Plot::new(frame, (0.5, last + 0.5), (0.0, 100.0));
    plot.draw_y(&mut scene, &percents(), "score, %");
    plot.draw_x(
        &mut scene,
        &battle_ticks(last),
        "battles (each step doubles them)",
    );
    draw_band(&mut scene, &plot, looks(duel));
    let (left, right) = (frame.x, frame.right());
    let even = plot.at(1.0, 50.0).1;
    scene.dashes((left, even), (right, even), INK, 1.0);
    for look in looks(duel) {
        let percent = |share: f64| share * 100.0;
        let ends = (percent(look.score.low), percent(look.score.high));
        plot.interval(&mut scene, exponent(look), ends, HIGH);
        let at = plot.at(exponent(look), percent(look.score.estimate));
        Symbol::Dot.draw(&mut scene, at, 4.0, HIGH);
    }
    name_end(&mut scene, &plot, looks(duel));
    scene
}

fn key(duel: &SampledDuel) -> Key {
    let bars = if is_anytime(duel) {
        "score, interval at all looks at once"
    } else {
        "score, interval at one look"
    };
    let mut key = Key::new([(Symbol::Dot, HIGH, bars)]);
    if looks(duel).iter().any(|look| look.anytime.is_some()) {
        key.push(Symbol::Patch, BAR, "interval at all looks at once");
    }
    key.push(Symbol::Dashes, INK, "even");
    key
}

/// Doublings from one battle on.
fn exponent(look: &Look) -> f64 {
    (look.battles as f64).log2()
}

fn percents() -> Vec<Tick> {
    let ticks = [0, 25, 50, 75, 100];
    ticks.map(|p| (f64::from(p), p.to_string())).into()
}

/// Powers of two, few enough to stand apart.
fn battle_ticks(last: f64) -> Vec<Tick> {
    let most = last.floor() as u32;
    let step = most.div_ceil(6).max(1);
    let powers = (1..=most).filter(|power| (most - power).is_multiple_of(step));
    powers
        .map(|power| (f64::from(power), grouped(1_u64 << power.min(63))))
        .collect()
}

/// The area between the ends of the anytime-valid intervals.
fn draw_band(scene: &mut Scene, plot: &Plot, trace: &[Look]) {
    let ends = |look: &Look| Some((exponent(look), look.anytime?));
    let known: Vec<_> = trace.iter().filter_map(ends).collect();
    let lower = known.iter().map(|&(x, ends)| plot.at(x, 100.0 * ends.low));
    let upper = known.iter().map(|&(x, ends)| plot.at(x, 100.0 * ends.high));
    let outline: Vec<_> = lower.clone().chain(upper.clone().rev()).collect();
    if outline.len() > 2 {
        scene.polygon(outline, BAR, BAND);
    }
    for edge in [lower.collect::<Vec<_>>(), upper.collect()] {
        for pair in edge.windows(2) {
            scene.line(pair[0], pair[1], BAR, 1.5);
        }
    }
}

/// The last score above or below its mark.
fn name_end(scene: &mut Scene, plot: &Plot, trace: &[Look]) {
    let Some(end) = trace.last() else { return };
    let shown = format!("{} %", decimal(end.score.estimate * 100.0, 1));
    let (x, y) = plot.at(exponent(end), end.score.estimate * 100.0);
    // Away from the line of an even score.
    let above = end.score.estimate >= 0.5;
    let by = if above { -22.0 } else { 22.0 };
    let style = Type::new(13.0, INK, Align::End).bold();
    scene.text((x.min(plot.frame.right()) + 4.0, y + by), shown, style);
    let (from, to) = if above {
        (y - 14.0, y - 7.0)
    } else {
        (y + 7.0, y + 14.0)
    };
    scene.line((x, from), (x, to), MUTED, 1.0);
}
