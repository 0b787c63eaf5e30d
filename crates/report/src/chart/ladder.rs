//! Elo ratings of policies, one a row, the best first.

use equipoise_analysis::ladder::{EloRating, LadderResult, Pair};

use super::colour::{BAR, INK};
use super::figure::Figure;
use super::rows::Rows;
use super::scene::Scene;
use super::text::{self, short};
use crate::format::{level, signed};
use equipoise_engine::text::grouped;

const ROW: f64 = 30.0;
const TOP: f64 = 8.0;

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
    let label = |rating: &EloRating| [rating.policy.clone(), numbers(rating, ladder)];
    let ends = ratings
        .iter()
        .flat_map(|rating| [rating.elo.low, rating.elo.high]);
    let rows = Rows::new(ratings.iter().map(label).collect(), ends, [TOP, ROW]);
    let mut scene = rows.scene("Elo");
    for (row, rating) in ratings.iter().enumerate() {
        let at = |value: f64| rows.at(row, value);
        scene.line(at(rating.elo.low), at(rating.elo.high), BAR, 3.0);
        scene.circle(at(rating.elo.estimate), 5.0, INK);
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
