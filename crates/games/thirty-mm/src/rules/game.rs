//! A battle in progress: table, state, dice and log.

use equipoise_dice::Dice;
use equipoise_engine::Log;

use super::event::Event;
use super::state::{Battle, Table};
use super::view::View;

/// A battle in progress. Its methods are what a player may do; each checks the rules first and changes
/// nothing that they forbid.
#[derive(Debug)]
pub struct Game<'a, D, L> {
    /// What does not change.
    pub table: &'a Table,
    /// What does.
    pub battle: &'a mut Battle,
    /// The dice.
    pub dice: &'a mut D,
    /// Hears of every event.
    pub log: &'a mut L,
}

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// The battle to read.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        View {
            table: self.table,
            battle: self.battle,
        }
    }
}
