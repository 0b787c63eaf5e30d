//! Games between units that have names.

use std::collections::BTreeMap;

use equipoise_stats::{League, Meeting};

use crate::error::Error;

/// Games between named units.
#[derive(Debug)]
pub(crate) struct NamedLeague {
    /// Names of the units, in the order in which they turned up.
    pub(crate) names: Vec<String>,
    /// Their games, by the places of the names.
    pub(crate) league: League,
    /// The games as they are listed, `a` of each the unit named first; `None` where that says nothing.
    pub(crate) listed: Option<Vec<Meeting>>,
    /// Mean listed points of each unit over its games, where the file has them.
    pub(crate) points: Option<Vec<Option<f64>>>,
}

/// Units numbered in the order in which they turn up.
#[derive(Debug, Default)]
pub(super) struct Names {
    numbers: BTreeMap<String, usize>,
}

impl Names {
    pub(super) fn number(&mut self, name: &str) -> usize {
        let next = self.numbers.len();
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        self.numbers.insert(name.to_owned(), next);
        next
    }

    pub(super) fn in_order(self) -> Vec<String> {
        let mut names = vec![String::new(); self.numbers.len()];
        for (name, number) in self.numbers {
            names[number] = name;
        }
        names
    }
}

/// A league of these games; an error names the place they come from.
pub(super) fn league(
    place: &str,
    players: usize,
    games: impl ExactSizeIterator<Item = Meeting>,
) -> Result<League, Error> {
    if games.len() == 0 {
        return Err(Error::Input(format!("{place}: no games between two units")));
    }
    League::new(players, games).map_err(|error| Error::Input(format!("{place}: {error}")))
}
