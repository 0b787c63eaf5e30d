//! Formatting of numbers and names in text.

/// Escapes a text for HTML and SVG, as content or inside a quoted attribute.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// A fraction in percent: [`percentage`] with one decimal and its sign.
#[must_use]
pub fn percent(fraction: f64) -> String {
    format!("{} %", percentage(fraction, 1))
}

/// A fraction in percent with this many decimals, or as many more as it takes not to read as never or as always: of
/// one decimal 0.0 is exactly nothing, 100.0 exactly all, and 99.989 % reads 99.99. What is nearer to nothing or to all
/// than 10⁻¹² is taken for the rounding error of a computation.
#[must_use]
pub fn percentage(fraction: f64, decimals: usize) -> String {
    const NOISE: f64 = 1e-12;
    let is_open = fraction.abs() > NOISE && (fraction - 1.0).abs() > NOISE;
    let mut decimals = decimals;
    loop {
        let shown = format!("{:.decimals$}", 100.0 * fraction);
        let reads = shown.parse::<f64>().unwrap_or(f64::NAN);
        if !is_open || (reads != 0.0 && reads != 100.0) {
            return shown
                .strip_prefix('-')
                .filter(|_| reads == 0.0)
                .map_or_else(|| shown.clone(), str::to_owned);
        }
        decimals += 1;
    }
}

/// Parts of a whole in percent, with this many decimals or as many more as [`percentage`] would take for one of them. They
/// add up to 100 as they are shown: whatever rounding down leaves goes to those that lose most by it, the first among
/// equals (A. Hamilton's method of largest remainders).
#[must_use]
pub fn percents_of_whole<const N: usize>(parts: [f64; N], decimals: usize) -> [String; N] {
    /// Beyond this many, parts are shown each by itself.
    const MOST_DECIMALS: usize = 12;
    let whole: f64 = parts.iter().sum();
    for decimals in decimals..=MOST_DECIMALS {
        let most = 10_u64.pow(decimals as u32 + 2);
        let exact = parts.map(|part| part / whole * most as f64);
        let mut shown = exact.map(|of| of.floor() as u64);
        let mut order: [usize; N] = std::array::from_fn(|at| at);
        let lost = |at: usize| exact[at] - exact[at].floor();
        order.sort_by(|&a, &b| lost(b).total_cmp(&lost(a)));
        let left = most.saturating_sub(shown.iter().sum());
        for &at in order.iter().take(left as usize) {
            shown[at] += 1;
        }
        let misread = |(&shown, &part): (&u64, &f64)| {
            (shown == 0 && part > 0.0) || (shown == most && part < whole)
        };
        if !shown.iter().zip(&parts).any(misread) {
            let percent = |at: usize| {
                // Nothing is nothing however many decimals the others have.
                let fraction = shown[at] as f64 / most as f64;
                let nothing = shown[at] == 0;
                format!(
                    "{:.*} %",
                    if nothing { 1 } else { decimals },
                    100.0 * fraction
                )
            };
            return std::array::from_fn(percent);
        }
    }
    parts.map(|part| format!("{} %", percentage(part / whole, decimals)))
}

/// A count with its thousands set apart: `11,200,000`.
#[must_use]
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut shown = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// A count with its noun in the right number: `1 battle`, `2,000 battles`.
#[must_use]
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

#[cfg(test)]
mod tests {
    use super::{counted, escape, grouped, percent, percentage, percents_of_whole};

    #[test]
    fn the_rare_is_not_never_and_the_likely_is_not_certain() {
        for (fraction, shown) in [
            (0.0, "0.0 %"),
            (1.0, "100.0 %"),
            (0.5714, "57.1 %"),
            (0.000_11, "0.01 %"),
            (0.999_89, "99.99 %"),
            (0.999_5, "99.95 %"),
            (0.999_999_6, "99.99996 %"),
            (1e-9, "0.0000001 %"),
            (-0.000_3, "-0.03 %"),
            (-1e-17, "0.0 %"),
            (1.0 - 1e-15, "100.0 %"),
        ] {
            assert_eq!(percent(fraction), shown, "{fraction}");
        }
        let whole = [0.4, 0.004, 0.999].map(|fraction| percentage(fraction, 0));
        assert_eq!(whole, ["40", "0.4", "99.9"]);
    }

    /// By hand: of 3, 3 and 1 sevenths rounding each gives 42.9, 42.9 and 14.3, which are 100.1.
    #[test]
    fn parts_of_a_whole_add_up() {
        for (parts, shown) in [
            ([3.0, 3.0, 1.0], ["42.9 %", "42.8 %", "14.3 %"]),
            ([1.0, 1.0, 1.0], ["33.4 %", "33.3 %", "33.3 %"]),
            ([5.0, 0.0, 0.0], ["100.0 %", "0.0 %", "0.0 %"]),
            ([199_978.0, 22.0, 0.0], ["99.99 %", "0.01 %", "0.0 %"]),
            ([0.25, 0.5, 0.25], ["25.0 %", "50.0 %", "25.0 %"]),
        ] {
            assert_eq!(percents_of_whole(parts, 1), shown, "{parts:?}");
        }
        let fine = percents_of_whole([1.0, 1.0, 1.0], 4);
        assert_eq!(fine, ["33.3334 %", "33.3333 %", "33.3333 %"]);
        let rare = percents_of_whole([1.0, 1e-30, 0.0], 1);
        assert_eq!(rare[1], percent(1e-30));
    }

    #[test]
    fn markup_becomes_text() {
        assert_eq!(
            escape("<a href='x' title=\"y\">R&D</a>"),
            "&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;R&amp;D&lt;/a&gt;"
        );
        assert_eq!(escape("plain ±½ text"), "plain ±½ text");
    }

    #[test]
    fn counts_are_grouped_by_thousands() {
        let shown: Vec<String> = [0, 999, 1_000, 11_200_000].map(grouped).into();
        assert_eq!(shown, ["0", "999", "1,000", "11,200,000"]);
    }

    #[test]
    fn nouns_agree_with_their_number() {
        assert_eq!(counted(0, "battle"), "0 battles");
        assert_eq!(counted(1, "battle"), "1 battle");
        assert_eq!(counted(2000, "battle"), "2,000 battles");
    }
}
