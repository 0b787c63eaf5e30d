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
    use super::{counted, escape, grouped};

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
