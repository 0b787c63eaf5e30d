//! Roundings of printed values, as people read them.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use equipoise_engine::front_end::Rounding;

/// Owners named in a summary.
const NAMED: usize = 3;
/// Values named of each.
const VALUES: usize = 3;

/// A line for each measure: how many values lose more than a tenth, and those that lose the most.
pub fn summary(roundings: &[Rounding]) -> Vec<String> {
    let mut measures: Vec<&str> = roundings
        .iter()
        .map(|rounding| &*rounding.measure)
        .collect();
    let mut known = BTreeSet::new();
    measures.retain(|measure| known.insert(*measure));
    let line = |measure| {
        let those: Vec<&Rounding> = roundings
            .iter()
            .filter(|rounding| rounding.measure == measure)
            .collect();
        of_measure(measure, &those)
    };
    measures.into_iter().map(line).collect()
}

/// `on hexes of 4 in 12 values of 5 names lose more than a tenth: Bastion Walker (Move 7 in counts as 4 in, -43 %; …`
fn of_measure(measure: &str, roundings: &[&Rounding]) -> String {
    let mut owners: Vec<(&str, Vec<&Rounding>)> = Vec::new();
    for rounding in roundings {
        match owners.iter_mut().find(|(of, _)| *of == rounding.of) {
            Some((_, values)) => values.push(rounding),
            None => owners.push((&rounding.of, vec![rounding])),
        }
    }
    let change = |rounding: &&Rounding| Reverse(rounding.percent().abs());
    for (_, values) in &mut owners {
        values.sort_by_key(change);
    }
    owners.sort_by_key(|(_, values)| values.first().map(change));
    let mut named: Vec<String> = owners.iter().take(NAMED).map(of_owner).collect();
    if owners.len() > NAMED {
        named.push(format!("and {} more", owners.len() - NAMED));
    }
    format!(
        "on {measure}, {} printed {} more than a tenth: {}",
        roundings.len(),
        if roundings.len() == 1 {
            "value loses"
        } else {
            "values lose"
        },
        named.join("; ")
    )
}

/// `Bastion Walker: Move 7 in counts as 4 in (-43 %)`
fn of_owner((of, values): &(&str, Vec<&Rounding>)) -> String {
    let value = |rounding: &&Rounding| {
        let Rounding {
            value,
            printed,
            counts,
            unit,
            ..
        } = rounding;
        format!(
            "{value} {printed} {unit} counts as {counts} {unit} ({:+} %)",
            rounding.percent()
        )
    };
    let mut shown: Vec<String> = values.iter().take(VALUES).map(value).collect();
    if values.len() > VALUES {
        shown.push(format!("{} more", values.len() - VALUES));
    }
    format!("{of}: {}", shown.join(", "))
}
