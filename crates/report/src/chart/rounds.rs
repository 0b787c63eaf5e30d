//! Quantities of both sides at the end of each round.

use equipoise_analysis::Interval;
use equipoise_analysis::battle::BattleResult;
use plotters::style::RGBColor;

use super::colour::{HIGH, INK, LOW};
use super::figure::{COMPACT, Figure};
use super::plot::{Plot, Tick};
use super::scale::ticks;
use super::scene::{Align, Rect, Scene, Type};
use super::symbol::{Key, Symbol};
use super::text::{self, provenance, short};
use crate::documents::{Quantity, quantities};
use crate::format::{capitalised, decimal, level};

const PANEL: f64 = 250.0;
const GAP: f64 = 18.0;
/// Marks of the two sides, the first joined by a line, the second by dashes.
const SIDES: [(Symbol, RGBColor); 2] = [(Symbol::Dot, HIGH), (Symbol::Square, LOW)];
/// How far the sides stand apart within a round, in rounds.
const ASIDE: f64 = 0.05;

pub(crate) fn figure(battle: &BattleResult) -> Figure {
    let quantities = quantities(battle);
    Figure {
        title: finding(battle, &quantities),
        caption: caption(battle),
        body: body(battle, &quantities),
    }
}

/// The side with more of each quantity in the end, where the intervals do not overlap.
fn finding(battle: &BattleResult, quantities: &[Quantity<'_>]) -> String {
    let names = [&battle.a, &battle.b].map(|side| text::fit(&side.name, 19.0, true, 220.0));
    let found = quantities.iter().filter_map(|quantity| {
        let [a, b] = [quantity.sides[0].last()?, quantity.sides[1].last()?];
        let means = [a, b].map(|mean| decimal(mean.estimate, 2));
        let words = if a.low > b.high {
            format!(
                "{} ends with more, {} against {}",
                names[0], means[0], means[1]
            )
        } else if b.low > a.high {
            format!(
                "{} ends with more, {} against {}",
                names[1], means[1], means[0]
            )
        } else {
            format!(
                "no clear lead in the end, {} against {}",
                means[0], means[1]
            )
        };
        Some(format!("{}: {words}", quantity.name))
    });
    let found: Vec<String> = found.collect();
    capitalised(&found.join("; "))
}

fn caption(battle: &BattleResult) -> String {
    let played = &battle.played_in;
    format!(
        "Mean at the end of each round; bars: {} interval of each mean alone, by the normal \
         approximation. A round that was not played keeps the last values. Scenario {}, {}.",
        level(battle.fought.score_a.confidence),
        played.scenario,
        provenance(Some(battle.fought.battles), &played.policy, battle.seed)
    )
}

fn body(battle: &BattleResult, quantities: &[Quantity<'_>]) -> Scene {
    let names = [&battle.a, &battle.b].map(|side| text::fit(&side.name, 13.0, false, 220.0));
    let [a, b] = SIDES;
    let key = Key::new([(a.0, a.1, &names[0]), (b.0, b.1, &names[1])]).scene(COMPACT);
    let top = key.height + 8.0;
    let panels = quantities.len() as f64;
    let mut scene = Scene::new(COMPACT, top + panels * (PANEL + GAP) - GAP);
    scene.place(key, (0.0, 0.0));
    for (i, quantity) in quantities.iter().enumerate() {
        let y = top + i as f64 * (PANEL + GAP);
        scene.place(panel(quantity), (0.0, y));
    }
    scene
}

fn panel(quantity: &Quantity<'_>) -> Scene {
    let mut scene = Scene::new(COMPACT, PANEL);
    let heading = text::fit(&capitalised(&quantity.name), 14.0, true, COMPACT);
    let style = Type::new(14.0, INK, Align::Start).bold();
    scene.text((0.0, 10.0), heading, style);
    let frame = Rect::new(52.0, 26.0, COMPACT - 56.0, PANEL - 26.0 - 46.0);
    let rounds = quantity.sides.map(<[_]>::len).into_iter().max();
    let rounds = rounds.unwrap_or(1) as f64;
    let (low, high) = range(quantity);
    let plot = Plot::new(frame, (0.6, rounds + 0.4), (low, high));
    let values = ticks(low, high, 5);
    let labels: Vec<Tick> = values.into_iter().map(|v| (v, short(v))).collect();
    plot.draw_y(&mut scene, &labels, "mean");
    let step = (rounds / 12.0).ceil().max(1.0) as usize;
    let labels = (1..=rounds as usize).step_by(step);
    let labels: Vec<Tick> = labels.map(|r| (r as f64, r.to_string())).collect();
    plot.draw_x(&mut scene, &labels, "round");
    for (side, means) in quantity.sides.into_iter().enumerate() {
        draw_side(&mut scene, &plot, side, means);
    }
    scene
}

/// From 0, or the least value below it, to a little above the greatest.
fn range(quantity: &Quantity<'_>) -> (f64, f64) {
    let all = quantity.sides.into_iter().flatten();
    let (low, high) = all.fold((0.0_f64, 0.0_f64), |(low, high), mean| {
        (low.min(mean.low), high.max(mean.high))
    });
    let room = 0.06 * (high - low);
    let below = if low < 0.0 { low - room } else { 0.0 };
    (below, if high > low { high + room } else { 1.0 })
}

fn draw_side(scene: &mut Scene, plot: &Plot, side: usize, means: &[Interval]) {
    let (symbol, colour) = SIDES[side];
    let aside = if side == 0 { -ASIDE } else { ASIDE };
    let places = || {
        means
            .iter()
            .zip(1_u32..)
            .map(|(m, r)| (f64::from(r) + aside, m))
    };
    let marks: Vec<_> = places()
        .map(|(x, mean)| plot.at(x, mean.estimate))
        .collect();
    for pair in marks.windows(2) {
        if side == 0 {
            scene.line(pair[0], pair[1], colour, 2.0);
        } else {
            scene.dashes(pair[0], pair[1], colour, 2.0);
        }
    }
    for (x, mean) in places() {
        plot.interval(scene, x, (mean.low, mean.high), colour);
    }
    for at in marks {
        symbol.draw(scene, at, 4.5, colour);
    }
}
