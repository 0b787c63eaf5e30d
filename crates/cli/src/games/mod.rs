//! Results of games, from wherever they come.

mod csv_file;
mod payoffs;
mod results;
mod saved;

pub(crate) use payoffs::{NamedPayoffs, read_payoffs};
pub(crate) use results::read_results;
pub(crate) use saved::read_run;

use equipoise_stats::{League, Meeting};

use crate::failure::Failure;

/// Games between named units.
#[derive(Debug)]
pub(crate) struct Games {
    /// Names of the units, in the order in which they turned up.
    pub(crate) names: Vec<String>,
    /// Their games, by the places of the names.
    pub(crate) league: League,
    /// Mean listed points of each unit over its games, where they are told.
    pub(crate) points: Option<Vec<Option<f64>>>,
}

/// Units numbered in the order in which they turn up.
#[derive(Debug, Default)]
struct Names {
    numbers: std::collections::BTreeMap<String, usize>,
}

impl Names {
    fn number(&mut self, name: &str) -> usize {
        let next = self.numbers.len();
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        self.numbers.insert(name.to_owned(), next);
        next
    }

    fn in_order(self) -> Vec<String> {
        let mut names = vec![String::new(); self.numbers.len()];
        for (name, number) in self.numbers {
            names[number] = name;
        }
        names
    }
}

fn league(place: &str, players: usize, games: Vec<Meeting>) -> Result<League, Failure> {
    if games.is_empty() {
        return Err(Failure::Input(format!(
            "{place}: no games between two units"
        )));
    }
    League::new(players, games).map_err(|error| Failure::Input(format!("{place}: {error}")))
}
