//! Kinds of traits of Aces that come in two: data apart from what the rules do with them.

use super::decision::DefenceBonus;

/// What a frenzy adds to attacks (`ms93.pilot2.killer-instinct-berserker`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Frenzy {
    KillerInstinct,
    Berserker,
}

/// What a defence makes of the criticals of an attack, once a round (`ms93.pilot2.invincible-untouchable`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ward {
    /// Plain HITS, where the unit guards.
    Invincible,
    /// Misses, where it dodges.
    Untouchable,
}

impl Ward {
    /// Whether a defence bonus lets it be used.
    pub(super) fn goes_with(self, bonus: DefenceBonus) -> bool {
        match self {
            Self::Invincible => bonus.guards(),
            Self::Untouchable => bonus.dodges(),
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Invincible => "Invincible",
            Self::Untouchable => "Untouchable",
        }
    }
}
