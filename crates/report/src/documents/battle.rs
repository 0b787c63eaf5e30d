//! A scenario played many times, as `equipoise battle` gives it.

use equipoise_analysis::Interval;
use equipoise_analysis::battle::BattleResult;

use super::reading::{make_printable, printable};

/// What both sides count, round by round.
#[derive(Debug, Clone)]
pub(crate) struct Quantity<'a> {
    pub(crate) name: String,
    /// Means of a and of b.
    pub(crate) sides: [&'a [Interval]; 2],
}

/// What is observed of both sides by round.
pub(crate) fn quantities(battle: &BattleResult) -> Vec<Quantity<'_>> {
    let of_b = |name: &str| battle.b.by_round.iter().find(|(other, _)| other == name);
    let both = battle.a.by_round.iter().filter_map(|(name, a)| {
        let (_, b) = of_b(name)?;
        Some(Quantity {
            name: printable(&name.replace('_', " ")),
            sides: [&a.0[..], &b.0],
        })
    });
    both.collect()
}

/// With names as charts show them.
pub(crate) fn shown(mut battle: BattleResult) -> BattleResult {
    let played = &mut battle.played_in;
    let names = [&mut battle.a.name, &mut battle.b.name];
    make_printable(names);
    make_printable([&mut played.scenario, &mut played.policy]);
    battle
}
