//! Elo ratings of policies, one a row, the best first.

use equipoise_analysis::ladder::{EloRating, LadderResult, Pair};

use super::colour::{BAR, GRID, INK, MUTED};
use super::figure::{COMPACT, Figure};
use super::scale::{Scale, ticks};
use super::scene::{Align, Rect, Scene, Type};
use super::text::{self, short};
use crate::format::{level, signed};
use equipoise_engine::text::grouped;

const ROW: f64 = 30.0;
const TOP: f64 = 8.0;
const NAME: f64 = 13.0;
const NUMBER: f64 = 12.0;
const WIDEST_NAME: f64 = 170.0;
const WIDEST_NUMBERS: f64 = 200.0;

pub(crate) fn figure(ladder: &LadderResult) -> Figure {
    Figure {
        title: finding(ladder),
        caption: caption(ladder),
        body: body(ladder),
    }
}

/// Who leads, by how much over the next, and whether their own battles leave no doubt about it.
fn finding(ladder: &LadderResult) -> String {
    let [best, next, ..] = &ladder.ratings[..] else {
        return "Ratings of policies".to_owned();
    };
    let is_sure = |pair: &Pair| {
        let score = &pair.whole.score_a;
        (pair.a == best.policy && pair.b == next.policy && score.low > 0.5)
            || (pair.b == best.policy && pair.a == next.policy && score.high < 0.5)
    };
    let doubt = match ladder.pairs.iter().any(is_sure) {
        true => "",
        false => ", not clearly",
    };
    format!(
        "{} leads {} by {} Elo{doubt}",
        text::fit(&best.policy, 19.0, true, 200.0),
        text::fit(&next.policy, 19.0, true, 200.0),
        short((best.elo.estimate - next.elo.estimate).round()),
    )
}

fn caption(ladder: &LadderResult) -> String {
    format!(
        "Elo ratings against {}, which has 0 by definition; bars: {} intervals, one at a time. A lead of \
         100 wins 64 %. {}: each policy against each other on mirrored forces, {} battles, seed {}.",
        ladder.anchor,
        level(ladder.confidence),
        ladder.system,
        grouped(ladder.battles),
        ladder.seed,
    )
}

fn body(ladder: &LadderResult) -> Scene {
    let ratings = &ladder.ratings;
    let widest = |size: f64, texts: Vec<String>, most: f64| {
        let widths = texts.iter().map(|text| text::width(text, size, false));
        (widths.fold(0.0, f64::max) * 1.03).min(most)
    };
    let names = ratings.iter().map(|rating| rating.policy.clone());
    let names = widest(NAME, names.collect(), WIDEST_NAME);
    let shown = ratings.iter().map(|rating| numbers(rating, ladder));
    let numbers_width = widest(NUMBER, shown.collect(), WIDEST_NUMBERS);
    let height = ratings.len() as f64 * ROW;
    let left = names + 12.0;
    let frame = Rect::new(left, TOP, COMPACT - numbers_width - 14.0 - left, height);
    let mut scene = Scene::new(COMPACT, TOP + height + 46.0);
    let (low, high) = range(ratings);
    let x = Scale::new((low, high), (frame.x, frame.right()));
    draw_frame(&mut scene, frame, &x, (low, high));
    for (row, rating) in ratings.iter().enumerate() {
        let y = TOP + (row as f64 + 0.5) * ROW;
        let name = text::fit(&rating.policy, NAME, false, names);
        scene.text((frame.x - 10.0, y), name, Type::new(NAME, INK, Align::End));
        let at = |value: f64| (x.at(value), y);
        scene.line(at(rating.elo.low), at(rating.elo.high), BAR, 3.0);
        scene.circle(at(rating.elo.estimate), 5.0, INK);
        let numbers = text::fit(&numbers(rating, ladder), NUMBER, false, WIDEST_NUMBERS);
        let style = Type::new(NUMBER, INK, Align::End);
        scene.text((COMPACT, y), numbers, style);
    }
    scene
}

/// `+31 (12 to 50)`, or what the anchor has instead.
fn numbers(rating: &EloRating, ladder: &LadderResult) -> String {
    if rating.policy == ladder.anchor {
        return "0 (the anchor)".to_owned();
    }
    let elo = rating.elo;
    let [estimate, low, high] = [elo.estimate, elo.low, elo.high].map(|value| signed(value, 0));
    format!("{estimate} ({low} to {high})")
}

/// The span of all intervals, with a little room.
fn range(ratings: &[EloRating]) -> (f64, f64) {
    let ends = ratings
        .iter()
        .flat_map(|rating| [rating.elo.low, rating.elo.high]);
    let (low, high) = ends.fold((0.0_f64, 0.0_f64), |(low, high), end| {
        (low.min(end), high.max(end))
    });
    let room = if high > low { 0.05 * (high - low) } else { 1.0 };
    (low - room, high + room)
}

fn draw_frame(scene: &mut Scene, frame: Rect, x: &Scale, (low, high): (f64, f64)) {
    let (top, bottom) = (frame.y, frame.bottom());
    for tick in ticks(low, high, 4) {
        let at = x.at(tick);
        scene.line((at, top), (at, bottom), GRID, 1.0);
        let style = Type::new(NUMBER, MUTED, Align::Middle);
        scene.text((at, bottom + 13.0), short(tick), style);
    }
    let zero = x.at(0.0);
    scene.line((zero, top), (zero, bottom), INK, 1.5);
    let centre = (frame.x + frame.width / 2.0, bottom + 33.0);
    scene.text(centre, "Elo", Type::new(NAME, INK, Align::Middle));
}
