//! Names from data files, shown as text wherever they go.

use equipoise_engine::text::escape;

/// A name on one line: control characters as their escapes, everything else as it is.
pub(crate) fn on_one_line(name: &str) -> String {
    let mut line = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}

/// A name in Markdown as GitHub reads it, also within a table. What would be markup is escaped; within
/// `<code>` no part of it becomes a link or calls a person.
pub(crate) fn in_markdown(name: &str) -> String {
    let mut safe = String::new();
    for c in escape(&on_one_line(name)).chars() {
        // What `escape` made of other characters must stay as it is.
        if c.is_ascii_punctuation() && !matches!(c, '&' | ';' | '#') {
            safe.push('\\');
        }
        safe.push(c);
    }
    format!("<code>{safe}</code>")
}

#[cfg(test)]
mod tests {
    use super::{in_markdown, on_one_line};

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(on_one_line("a\nb\tc\u{1b}[1m é"), "a\\nb\\tc\\u{1b}[1m é");
    }

    #[test]
    fn markdown_sees_text_only() {
        let script = "<code>&lt;script&gt;alert\\(1\\)&lt;\\/script&gt;</code>";
        assert_eq!(in_markdown("<script>alert(1)</script>"), script);
        assert_eq!(in_markdown("a|b\n*c*"), r"<code>a\|b\\n\*c\*</code>");
        assert_eq!(in_markdown("@all `x`"), r"<code>\@all \`x\`</code>");
    }
}
