//! Dominated units.

use std::collections::HashMap;

use equipoise_stats::{Dominance, League, Meeting, sure_dominance};

use crate::input::{ReportInput, Unit};

/// The dominated units among those that can be compared.
pub(crate) struct Dominated<'a> {
    /// Number of units compared: those that met every unit, or else a set that all met each other.
    pub(crate) compared: usize,
    /// Whether the compared units met every unit of the run.
    pub(crate) met_everybody: bool,
    /// The dominated units, by the points that their dominating unit saves, largest first.
    pub(crate) units: Vec<DominatedUnit<'a>>,
}

/// A unit that others dominate.
pub(crate) struct DominatedUnit<'a> {
    pub(crate) unit: &'a Unit,
    /// The cheapest of those that dominate it.
    pub(crate) by: &'a Unit,
    /// How many units dominate it.
    pub(crate) count: usize,
}

impl DominatedUnit<'_> {
    /// Points that the dominating unit costs less; below zero, it costs more.
    pub(crate) fn saving(&self) -> i64 {
        self.unit.points.saturating_sub(self.by.points)
    }

    /// Whether not even the price speaks for the unit.
    pub(crate) fn at_no_higher_price(&self) -> bool {
        self.saving() >= 0
    }
}

impl<'a> Dominated<'a> {
    /// Compares the units of a run, all pairs at once at the run's confidence; `None` where no two
    /// units met.
    pub(crate) fn new(input: &'a ReportInput) -> Option<Self> {
        let league = league(input)?;
        let panel = league.panel();
        let found = sure_dominance(&league, &panel, input.info.confidence).ok()?;
        Some(Self {
            compared: panel.len(),
            met_everybody: panel.iter().all(|&unit| met_everybody(&league, unit)),
            units: by_saving(input, &panel, &found),
        })
    }

    /// How many are dominated by a unit that costs no more.
    pub(crate) fn at_no_higher_price(&self) -> usize {
        let bad = self.units.iter().filter(|found| found.at_no_higher_price());
        bad.count()
    }
}

fn league(input: &ReportInput) -> Option<League> {
    let numbered = input.units.iter().enumerate();
    let numbers: HashMap<&str, usize> = numbered.map(|(i, u)| (u.name.as_str(), i)).collect();
    let meetings = input.pairings.iter().filter_map(|pairing| {
        let place = |name: &str| numbers.get(name).copied();
        let (a, b) = (place(&pairing.a)?, place(&pairing.b)?);
        (a != b).then_some(Meeting {
            a,
            b,
            wins_a: pairing.wins_a,
            wins_b: pairing.wins_b,
            draws: pairing.draws,
        })
    });
    League::new(input.units.len(), meetings).ok()
}

fn met_everybody(league: &League, unit: usize) -> bool {
    let met = league.meetings().iter();
    met.filter(|meeting| meeting.a == unit || meeting.b == unit)
        .count()
        + 1
        == league.players()
}

fn by_saving<'a>(
    input: &'a ReportInput,
    panel: &[usize],
    found: &[Dominance],
) -> Vec<DominatedUnit<'a>> {
    let mut units: HashMap<usize, DominatedUnit<'a>> = HashMap::new();
    for pair in found {
        let unit = &input.units[panel[pair.dominated]];
        let by = &input.units[panel[pair.by]];
        let entry = units.entry(pair.dominated);
        let entry = entry.or_insert(DominatedUnit { unit, by, count: 0 });
        entry.count += 1;
        if by.points < entry.by.points {
            entry.by = by;
        }
    }
    let mut units: Vec<(usize, DominatedUnit<'a>)> = units.into_iter().collect();
    // The place in the panel settles ties, so that the order does not hang on the map's.
    units.sort_by_key(|(place, found)| (-found.saving(), *place));
    units.into_iter().map(|(_, found)| found).collect()
}
