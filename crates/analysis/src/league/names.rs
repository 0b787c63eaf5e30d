//! Names that may be meant to be one.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::control::Watch;
use crate::names::on_one_line;

/// Most pairs that a note names.
const SHOWN: usize = 5;

/// Notes names that differ by case, blanks or accents alone: they are rated as units of their own.
pub(super) fn note_alike(names: &[String], watch: &dyn Watch) {
    let mut alike: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for name in names {
        alike.entry(folded(name)).or_default().push(name);
    }
    let alike = alike.values().filter(|names| names.len() > 1);
    let quoted = |names: &Vec<&str>| -> String {
        let quoted = names
            .iter()
            .map(|name| format!("\"{}\"", on_one_line(name)));
        quoted.collect::<Vec<_>>().join(" and ")
    };
    let pairs: Vec<String> = alike.map(quoted).collect();
    if !pairs.is_empty() {
        let more = match pairs.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let shown = pairs[..pairs.len().min(SHOWN)].join(", ");
        watch.note(&format!(
            "names that differ by case, blanks or accents alone are units of their own: {shown}{more}"
        ));
    }
}

/// A name without case, accents and blanks.
fn folded(name: &str) -> String {
    let plain = name
        .nfkd()
        .filter(|of| !is_combining_mark(*of) && !of.is_whitespace());
    plain.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn case_blanks_and_accents_do_not_tell_names_apart() {
        assert_eq!(folded("Émile  Zola"), folded("emile zola"));
        assert_eq!(folded("O\u{a0}Brien"), folded("obrien"));
        assert_eq!(folded("e\u{301}"), folded("\u{e9}"));
        assert_ne!(folded("Ada"), folded("Adam"));
    }
}
