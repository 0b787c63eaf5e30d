//! Names from data files, shown as text wherever they go.

use equipoise_analysis::{MakingChange, on_one_line};
use equipoise_engine::text::escape;
use serde_json::Value;

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

/// A text whose control characters, line ends apart, are spelt out: names from files may hold what moves a terminal's
/// cursor or colours it.
pub(crate) fn without_control(text: &str) -> String {
    let lines = text.split('\n').map(on_one_line);
    lines.collect::<Vec<_>>().join("\n")
}

/// What differs in the making of two results: the old and the new value; hashes are cut.
pub(crate) fn old_and_new(change: &MakingChange) -> [String; 2] {
    [&change.old, &change.new].map(|value| {
        let text = match value {
            Value::Null => "none".to_owned(),
            Value::String(text) => on_one_line(text),
            other => other.to_string(),
        };
        if change.what == "dataset hash" {
            text.chars().take(12).collect()
        } else {
            text
        }
    })
}

#[cfg(test)]
mod tests {
    use super::in_markdown;

    #[test]
    fn markdown_sees_text_only() {
        let script = "<code>&lt;script&gt;alert\\(1\\)&lt;\\/script&gt;</code>";
        assert_eq!(in_markdown("<script>alert(1)</script>"), script);
        assert_eq!(in_markdown("a|b\n*c*"), r"<code>a\|b\\n\*c\*</code>");
        assert_eq!(in_markdown("@all `x`"), r"<code>\@all \`x\`</code>");
    }
}
