//! Numbers as people read them.

use equipoise_report::{grouped, level};

/// A count with its noun in the right number: `1 battle`, `2,000 battles`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// A number with so many decimals; what rounds to zero has no sign.
pub(crate) fn fixed(number: f64, decimals: usize) -> String {
    let shown = format!("{number:.decimals$}");
    match shown.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        _ => shown,
    }
}

/// A fraction in percent with one decimal.
pub(crate) fn percent(fraction: f64) -> String {
    format!("{:.1} %", 100.0 * fraction)
}

/// A margin of scores in percentage points, with no more decimals than it needs.
pub(crate) fn percentage_points(margin: f64) -> String {
    level(margin).trim_end_matches(" %").to_owned()
}

/// A fraction that is exactly known, in percent with four decimals.
pub(crate) fn fine_percent(fraction: f64) -> String {
    format!("{:.4} %", 100.0 * fraction)
}

#[cfg(test)]
mod tests {
    use super::{counted, fixed};

    #[test]
    fn nothing_has_no_sign() {
        assert_eq!(fixed(-0.004, 2), "0.00");
        assert_eq!(fixed(-0.006, 2), "-0.01");
        assert_eq!(fixed(0.0, 1), "0.0");
    }

    #[test]
    fn nouns_agree_with_their_number() {
        assert_eq!(counted(0, "battle"), "0 battles");
        assert_eq!(counted(1, "battle"), "1 battle");
        assert_eq!(counted(2000, "battle"), "2,000 battles");
    }
}
