//! Numbers as people read them.

use equipoise_analysis::Spread;
use equipoise_engine::front_end::ScoreWords;
use equipoise_engine::text::percentage;
use equipoise_report::level;

pub(crate) use equipoise_engine::text::{percent, percents_of_whole};

/// A number with so many decimals; what rounds to zero has no sign.
pub(crate) fn fixed(number: f64, decimals: usize) -> String {
    let shown = format!("{number:.decimals$}");
    match shown.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        _ => shown,
    }
}

/// A margin of scores in percentage points, with no more decimals than it needs.
pub(crate) fn percentage_points(margin: f64) -> String {
    level(margin).trim_end_matches(" %").to_owned()
}

/// Decimals of percentages that are exactly known.
pub(crate) const FINE_DECIMALS: usize = 4;

/// A fraction that is exactly known, in percent.
pub(crate) fn fine_percent(fraction: f64) -> String {
    format!("{} %", percentage(fraction, FINE_DECIMALS))
}

/// A mean of scores with its standard deviation, for people.
pub(crate) fn spread(words: ScoreWords, Spread { mean, sd }: Spread) -> String {
    let (decimals, sd) = (words.decimals, sd.unwrap_or_default());
    format!("{mean:.decimals$} (sd {sd:.decimals$})")
}

#[cfg(test)]
mod tests {
    use super::fixed;

    #[test]
    fn nothing_has_no_sign() {
        assert_eq!(fixed(-0.004, 2), "0.00");
        assert_eq!(fixed(-0.006, 2), "-0.01");
        assert_eq!(fixed(0.0, 1), "0.0");
    }
}
