//! What ended the battles of a run, in words.

use equipoise_engine::text::grouped;
use equipoise_simulator::{Manifest, Stopped};

use crate::format::{level, trimmed};

/// The method of the score intervals in words: `confidence sequence`.
#[must_use]
pub(crate) fn method_words(info: &Manifest) -> String {
    info.method.replace('_', " ")
}

/// What ended the battles of a pairing, in a sentence; `None` for a fixed number of battles.
#[must_use]
pub fn stopping(info: &Manifest) -> Option<String> {
    let ((goal, missed), capped, battles) = match info.stopped {
        Stopped::Fixed => return None,
        Stopped::Until(until) => {
            let goal = format!("its score is known to ± {}", points(until.half_width));
            let missed = "ended with a wider interval";
            ((goal, missed), until.capped, until.battles)
        }
        Stopped::Decide(decided) => {
            let goal = format!(
                "its score is known to lie above {0} %, below {0} %, or within {1} of it",
                trimmed(decided.line * 100.0),
                points(decided.margin)
            );
            ((goal, "were left open"), decided.open, decided.battles)
        }
    };
    let [fewest, most] = battles.map(grouped);
    let mean = info.battles as f64 / info.pairings.max(1) as f64;
    let capped = match capped {
        0 => String::new(),
        capped => format!(
            "; {} of them {missed}, after the {} battles allowed",
            grouped(capped),
            grouped(info.runs)
        ),
    };
    Some(format!(
        "each pairing until {goal} at {}: {fewest} to {most} battles, {} on average{capped}",
        level(info.confidence),
        grouped(mean.round() as u64),
    ))
}

/// Battles beside those of a plan that fixes their number for the same half-width, in a
/// sentence; `None` for such a plan.
#[must_use]
pub fn saving(info: &Manifest) -> Option<String> {
    let fixed = match info.stopped {
        Stopped::Fixed => return None,
        Stopped::Until(until) => until.fixed_runs,
        Stopped::Decide(decided) => decided.fixed_runs,
    };
    let all = fixed.saturating_mul(info.pairings);
    let share = 100.0 * info.battles as f64 / all.max(1) as f64;
    Some(format!(
        "{share:.0} % of the battles of a plan that fixes {} per pairing, enough for Wilson's \
         interval at a score of 50 %",
        grouped(fixed)
    ))
}

fn points(share: f64) -> String {
    format!("{} percentage points", trimmed(share * 100.0))
}
