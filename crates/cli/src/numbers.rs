//! Numbers as people read them.

use equipoise_report::grouped;

/// A count with its noun in the right number: `1 battle`, `2,000 battles`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// A fraction in percent with one decimal.
pub(crate) fn percent(fraction: f64) -> String {
    format!("{:.1} %", 100.0 * fraction)
}

/// A fraction that is exactly known, in percent with four decimals.
pub(crate) fn fine_percent(fraction: f64) -> String {
    format!("{:.4} %", 100.0 * fraction)
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn nouns_agree_with_their_number() {
        assert_eq!(counted(0, "battle"), "0 battles");
        assert_eq!(counted(1, "battle"), "1 battle");
        assert_eq!(counted(2000, "battle"), "2,000 battles");
    }
}
