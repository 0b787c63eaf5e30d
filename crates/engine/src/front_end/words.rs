//! What a game calls its numbers and sets of its options, and its part of the help.

/// Quantities observed of a battle, in the order of [`Observe`](crate::Observe): of a side by round and over the
/// battle, then of each of its models.
#[derive(Clone, Copy, Debug)]
pub struct Quantities {
    /// Whole numbers at the end of each round.
    pub by_round: &'static [&'static str],
    /// Rounds that `by_round` covers, at least 1.
    pub rounds: usize,
    /// Of a side over the whole battle.
    pub of_battle: &'static [Quantity],
    /// Of each model.
    pub of_model: &'static [Quantity],
}

impl Quantities {
    /// How many belong to a side and to none of its models.
    #[must_use]
    pub const fn of_side(self) -> usize {
        self.by_round.len() * self.rounds + self.of_battle.len()
    }
}

/// One quantity of a side or of a model.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    /// Name in results.
    pub name: &'static str,
    /// How it is summed up over many battles.
    pub kind: Kind,
}

/// How a quantity is summed up over many battles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 0 or 1: the share of battles with 1.
    Share,
    /// Any number: its mean.
    Mean {
        /// Decimals in texts.
        decimals: usize,
    },
}

/// Rules options that belong together, under one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// One line for lists.
    pub summary: &'static str,
    /// The options it sets, by name.
    pub options: &'static [(&'static str, &'static str)],
}

/// What the score of a side counts.
#[derive(Clone, Copy, Debug)]
pub struct ScoreWords {
    /// In the plural: `victory points`.
    pub unit: &'static str,
    /// What one side has more of than the other: `victory-point difference`.
    pub difference: &'static str,
    /// Decimals of means in texts.
    pub decimals: usize,
}

/// A game's own part of the help: how its units are named, and examples of commands.
#[derive(Clone, Copy, Debug)]
pub struct Help {
    /// How units are named.
    pub units: &'static str,
    /// An example of `--option`.
    pub option: &'static str,
    /// Examples of `duel`.
    pub duel: &'static str,
    /// An example of `replay`.
    pub replay: &'static str,
    /// Examples of `battle`.
    pub battle: &'static str,
    /// What the grids of `sweep` span.
    pub grids: &'static str,
    /// Examples of `sweep`.
    pub sweep: &'static str,
    /// Examples of `points`.
    pub points: &'static str,
    /// Examples of `variant`.
    pub variant: &'static str,
    /// Examples of `whatif`.
    pub whatif: &'static str,
    /// Examples of `audit play`.
    pub audit_play: &'static str,
    /// Examples of `audit upgrades`; empty if the game has no upgrades.
    pub audit_upgrades: &'static str,
    /// Examples of `ladder`.
    pub ladder: &'static str,
    /// An example of `validate`.
    pub validate: &'static str,
}
