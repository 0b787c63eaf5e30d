//! No choice of the rules is left unasked.

use std::collections::BTreeSet;

use crate::battle::{dice, tell};
use crate::complete::Complete;
use crate::specimen::Specimen;

pub(crate) fn check<S: Complete>(specimen: &Specimen<S>) -> Result<(), String> {
    let points: BTreeSet<&str> = S::POINTS.iter().copied().collect();
    if points.len() != S::POINTS.len() || points.is_empty() {
        return Err(format!(
            "expected the decision points, each once, got {:?}",
            S::POINTS
        ));
    }
    let reached = reached(specimen);
    if let Some(stray) = reached.difference(&points).next() {
        return Err(format!("\"{stray}\" is asked, but is no decision point"));
    }
    let missing: Vec<_> = points.difference(&reached).collect();
    if !missing.is_empty() {
        return Err(format!("never asked: {missing:?}"));
    }
    let idle = |policy: &&&str| {
        let mut players = specimen.matchups.iter().flat_map(|m| m.policies);
        !players.any(|player| player == **policy)
    };
    match specimen.policies.iter().find(idle) {
        Some(policy) => Err(format!("the policy \"{policy}\" plays in no matchup")),
        None => Ok(()),
    }
}

/// The points asked in all battles of the suite, whatever the effort, for some are rare.
fn reached<S: Complete>(specimen: &Specimen<S>) -> BTreeSet<&'static str> {
    let mut reached = BTreeSet::new();
    for matchup in &specimen.matchups {
        let bouts = matchup.bouts();
        for number in 0..matchup.battles {
            let (_, log) = tell::<S>(&bouts[number as usize % 2], dice(matchup.cell(), number));
            reached.extend(log.decisions());
        }
    }
    reached
}
