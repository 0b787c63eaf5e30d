//! What came of the battles of one pairing, and under which rules, for people.

use equipoise_analysis::Fought;
use equipoise_engine::front_end::ScoreWords;

use crate::numbers::{percent, percents_of_whole, spread};

/// Who won how often, the score and its kind of interval, `decided`, a line or nothing, the means and
/// the digest.
pub(crate) fn lines(
    fought: &Fought,
    [a, b]: [&String; 2],
    interval: &str,
    decided: &str,
    words: ScoreWords,
) -> String {
    let outcomes = [fought.wins_a, fought.wins_b, fought.draws].map(|count| count as f64);
    let [win_a, win_b, drawn] = percents_of_whole(outcomes, 1);
    let (score, vp) = (&fought.score_a, &fought.vp);
    format!(
        "  {a} wins {win_a}, {b} wins {win_b}, drawn {drawn}\n\
         \x20 score of {a}: {} ({} % {interval} {} to {}; a draw counts half)\n\
         {decided}  {}: {a} {}, {b} {}\n\
         \x20 rounds: {:.2} on average\n  digest {}\n",
        percent(score.estimate),
        100.0 * score.confidence,
        percent(score.low),
        percent(score.high),
        words.unit,
        spread(words, vp.a),
        spread(words, vp.b),
        fought.rounds.mean,
        fought.digest
    )
}

/// A line with the rules options that were set; nothing without them.
pub(crate) fn options_set(set: &[(String, String)]) -> String {
    let set: Vec<String> = set
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    match set.is_empty() {
        true => String::new(),
        false => format!("  options: {}\n", set.join(", ")),
    }
}
