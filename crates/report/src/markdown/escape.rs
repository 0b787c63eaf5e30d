//! Escaping of text for Markdown.

/// Escapes a text for one line of GitHub-flavoured Markdown, also inside a table's cell.
///
/// A line break becomes a space: no cell or list item can hold one.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' | '#' => safe.extend(['\\', c]),
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

/// A text as a block of code, with a fence longer than any in the text.
pub(super) fn code_block(language: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{text}\n{fence}\n")
}

#[cfg(test)]
mod tests {
    use super::{code_block, escape};

    #[test]
    fn markup_becomes_text() {
        assert_eq!(
            escape("<script>alert(1)</script>"),
            "&lt;script&gt;alert(1)&lt;/script&gt;"
        );
        assert_eq!(escape("a|b`c*d_e[f]"), r"a\|b\`c\*d\_e\[f\]");
        assert_eq!(
            escape("two\nlines, \"one\" \\ name"),
            r#"two lines, "one" \\ name"#
        );
        assert_eq!(escape("F1P0:heavy-arms"), "F1P0:heavy-arms");
    }

    #[test]
    fn no_text_ends_its_block() {
        assert_eq!(code_block("sh", "run `x`"), "```sh\nrun `x`\n```\n");
        assert_eq!(code_block("", "a\n```\nb"), "````\na\n```\nb\n````\n");
    }
}
