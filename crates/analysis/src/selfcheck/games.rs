//! What a game samples and also computes exactly.

use equipoise_engine::front_end::{
    Dataset as _, ExactDuel, FrontEnd, Policy as _, SmallDuel, Trial,
};
use equipoise_engine::text::grouped;
use equipoise_engine::{Scratch, Side};

use crate::error::Error;

/// A game's attacks, where it has exact odds, and its smallest duel, if it computes any.
pub(super) struct Exacts {
    pub(super) attacks: Vec<Trial>,
    pub(super) duel: Option<Trial>,
}

/// Works out everything exact of a game's own dataset.
///
/// # Errors
/// When the dataset lacks what its game names.
pub(super) fn exacts<S: FrontEnd>() -> Result<Exacts, Error> {
    let dataset = S::Dataset::embedded();
    let attacks = S::ATTACKS
        .map(|attacks| attacks(&dataset))
        .transpose()
        .map_err(Error::Input)?;
    let duel = S::SMALL_DUEL.zip(S::EXACT);
    Ok(Exacts {
        attacks: attacks.unwrap_or_default(),
        duel: duel
            .map(|(small, exact)| self::duel::<S>(&dataset, &small, exact))
            .transpose()?,
    })
}

/// Battles of the duel.
const DUELS: u64 = 40_000;
/// More states than it has.
const MOST_STATES: u64 = 10_000_000;

/// Winner of a duel: 1 for the first unit, -1 for the second, 0 for none.
fn duel<S: FrontEnd>(
    dataset: &S::Dataset,
    small: &SmallDuel<S>,
    compute: ExactDuel<S>,
) -> Result<Trial, Error> {
    let [a, b] = small.units.map(|name| dataset.find(name));
    let units = [a.map_err(Error::Input)?, b.map_err(Error::Input)?].map(small.shrink);
    let bout = S::duel(units.each_ref(), [small.policy; 2], &S::Options::default())
        .map_err(Error::input)?;
    let exact = compute(&bout, MOST_STATES, &mut |_| true).map_err(Error::input)?;
    let [first, second] = exact.wins;
    let mut scratch = Scratch::default();
    Ok(Trial {
        what: format!(
            "{}: {} against {}, made small, policy {}, {} states",
            S::NAME,
            small.units[0],
            small.units[1],
            small.policy.name(),
            grouped(exact.states)
        ),
        exact: vec![(1, first), (0, exact.draws), (-1, second)],
        draw: Box::new(move |dice| match S::run(&bout, &mut scratch, dice).winner {
            Some(Side::A) => 1,
            None => 0,
            Some(Side::B) => -1,
        }),
        samples: DUELS,
    })
}
