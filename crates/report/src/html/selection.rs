//! Selection of the pairings on a page.

use std::collections::{BTreeSet, HashMap};

use crate::findings::by_distance;
use crate::input::ReportInput;

/// Most pairings on a page: a few hundred bytes each, so that it opens on a phone.
pub(super) const MOST: usize = 6_000;

/// Positions of the pairings on the page, in the order of the run, without those of a unit against
/// itself.
///
/// If there are too many, each unit contributes the one with its best score, then its worst, second best
/// and so on. The most lopsided and the closest pairing are always included, as the page names them.
pub(super) fn shown_pairings(input: &ReportInput) -> Vec<usize> {
    select(input, MOST)
}

fn select(input: &ReportInput, most: usize) -> Vec<usize> {
    let all: Vec<usize> = (0..input.pairings.len())
        .filter(|&place| input.pairings[place].a != input.pairings[place].b)
        .collect();
    if all.len() <= most {
        return all;
    }
    let mut chosen = named(input);
    let ranked = by_unit(input, &all);
    // No unit has more opponents than there are pairings.
    for turn in 0..all.len() {
        for places in &ranked {
            if chosen.len() >= most {
                return chosen.into_iter().collect();
            }
            chosen.extend(pick(places, turn));
        }
    }
    chosen.into_iter().collect()
}

/// From the two ends of a list towards its middle.
fn pick(places: &[usize], turn: usize) -> Option<usize> {
    let step = turn / 2;
    if turn >= places.len() {
        None
    } else if turn.is_multiple_of(2) {
        places.get(step).copied()
    } else {
        places.get(places.len() - 1 - step).copied()
    }
}

/// The pairings that the answer names.
fn named(input: &ReportInput) -> BTreeSet<usize> {
    let ordered = by_distance(input);
    let ends = [ordered.first(), ordered.last()].into_iter().flatten();
    let place = |pairing| input.pairings.iter().position(|p| std::ptr::eq(p, pairing));
    ends.filter_map(|pairing| place(*pairing)).collect()
}

/// The pairings of each unit, from its best score to its worst.
fn by_unit(input: &ReportInput, all: &[usize]) -> Vec<Vec<usize>> {
    let mut of_unit: HashMap<&str, Vec<(f64, usize)>> = HashMap::new();
    for &place in all {
        let pairing = &input.pairings[place];
        let score = pairing.score_a.estimate;
        of_unit.entry(&pairing.a).or_default().push((score, place));
        of_unit
            .entry(&pairing.b)
            .or_default()
            .push((1.0 - score, place));
    }
    let ranked = |name: &str| {
        let mut scores = of_unit.remove(name).unwrap_or_default();
        scores.sort_by(|x, y| y.0.total_cmp(&x.0));
        scores.into_iter().map(|(_, place)| place).collect()
    };
    let names = input.units.iter().map(|unit| unit.name.as_str());
    names.map(ranked).collect()
}

#[cfg(test)]
mod tests {
    use super::pick;

    #[test]
    fn turns_go_from_both_ends_to_the_middle() {
        let places = [10, 11, 12, 13, 14];
        let picked: Vec<usize> = (0..9).filter_map(|turn| pick(&places, turn)).collect();
        assert_eq!(picked, [10, 14, 11, 13, 12]);
        assert_eq!(pick(&[], 0), None);
    }
}
