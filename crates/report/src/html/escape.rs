//! Text that cannot become markup.

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

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(
            escape("<a href='x' title=\"y\">R&D</a>"),
            "&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;R&amp;D&lt;/a&gt;"
        );
        assert_eq!(escape("plain ±½ text"), "plain ±½ text");
    }
}
