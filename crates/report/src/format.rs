//! Formatting of numbers for readers.

use equipoise_analysis::Interval;
use equipoise_engine::text::percentage;

/// The text with its first letter capitalised.
pub(crate) fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_uppercase());
    first.into_iter().flatten().chain(characters).collect()
}

/// A confidence level in per cent, with no more decimals than it needs: `95 %`, `99.5 %`.
#[must_use]
pub fn level(confidence: f64) -> String {
    format!("{} %", trimmed(confidence * 100.0))
}

/// A number with up to six decimals, and no more than it needs.
pub(crate) fn trimmed(value: f64) -> String {
    format!("{}", (value * 1e6).round() / 1e6)
}

/// A number with this many decimals and a true minus sign.
pub(crate) fn decimal(value: f64, decimals: usize) -> String {
    let shown = format!("{value:.decimals$}");
    // Rounding can give "-0.0": drop its sign.
    if shown
        .trim_start_matches('-')
        .chars()
        .all(|c| matches!(c, '0' | '.'))
    {
        return shown.trim_start_matches('-').to_owned();
    }
    shown.replace('-', "−")
}

/// [`decimal`] with a plus sign for positive numbers.
pub(crate) fn signed(value: f64, decimals: usize) -> String {
    let shown = decimal(value, decimals);
    if value > 0.0 && shown.chars().any(|c| matches!(c, '1'..='9')) {
        format!("+{shown}")
    } else {
        shown
    }
}

/// `57.1 % (56.0 to 58.2)`.
pub(crate) fn score(score: &Interval) -> String {
    let [estimate, low, high] =
        [score.estimate, score.low, score.high].map(|of| percentage(of, 1).replace('-', "−"));
    format!("{estimate} % ({low} to {high})")
}

/// `123.4 (119.0 to 128.1)`.
pub(crate) fn points(points: &Interval) -> String {
    let [estimate, low, high] = [points.estimate, points.low, points.high].map(|of| decimal(of, 1));
    format!("{estimate} ({low} to {high})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_get_the_decimals_they_need() {
        let shown = [0.95, 0.995, 0.999_99, 0.07].map(level);
        assert_eq!(shown, ["95 %", "99.5 %", "99.999 %", "7 %"]);
        assert_eq!(trimmed(0.02 * 100.0), "2");
    }

    #[test]
    fn signs_are_true_and_zero_has_none() {
        assert_eq!(decimal(-3.25, 1), "−3.2");
        assert_eq!(decimal(-0.04, 1), "0.0");
        assert_eq!(
            (signed(0.04, 1), signed(7.0, 0)),
            ("0.0".to_owned(), "+7".to_owned())
        );
    }

    #[test]
    fn intervals_show_their_ends() {
        let interval = Interval {
            estimate: 0.571,
            low: 0.56,
            high: 0.582,
        };
        assert_eq!(score(&interval), "57.1 % (56.0 to 58.2)");
        let interval = Interval {
            estimate: 0.999_89,
            low: 0.999_83,
            high: 0.999_93,
        };
        assert_eq!(score(&interval), "99.99 % (99.98 to 99.99)");
    }
}
