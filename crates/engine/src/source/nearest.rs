//! Names that resemble a misspelt one.

/// Up to three candidates within a few edits of `wanted`, the closest first.
pub fn nearest<'a>(wanted: &str, candidates: impl Iterator<Item = &'a str>) -> Vec<String> {
    let wanted = wanted.trim().to_lowercase();
    let mut near: Vec<(usize, &str)> = candidates
        .filter_map(|name| Some((distance(&wanted, name)?, name)))
        .collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter()
        .take(3)
        .map(|(_, name)| name.to_owned())
        .collect()
}

/// Number of edits, or `None` if too many: more than two and more than a third of the letters, or more
/// than half of them.
fn distance(wanted: &str, candidate: &str) -> Option<usize> {
    let candidate = candidate.to_lowercase();
    let begins = wanted.chars().count() >= 3 && candidate.starts_with(wanted);
    let changes = if begins {
        1
    } else {
        strsim::damerau_levenshtein(wanted, &candidate)
    };
    let allowed = 2
        .max(wanted.chars().count() / 3)
        .min(wanted.chars().count() / 2);
    (changes <= allowed).then_some(changes)
}
