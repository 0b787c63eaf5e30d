//! Names from data files, as text.

/// A name on one line: control characters as their escapes, everything else as it is.
#[must_use]
pub fn on_one_line(name: &str) -> String {
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

/// Names in quotes, the first few of them.
#[must_use]
pub fn quoted(names: &[impl AsRef<str>]) -> String {
    const MOST: usize = 5;
    let shown = names.iter().take(MOST);
    let shown = shown.map(|name| format!("\"{}\"", on_one_line(name.as_ref())));
    let shown = shown.collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use crate::names::on_one_line;

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(on_one_line("a\nb\tc\u{1b}[1m é"), "a\\nb\\tc\\u{1b}[1m é");
    }
}
