//! What a document holds.

use std::fmt;

/// What a document holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DocumentKind {
    /// Implied points of units: `equipoise points`.
    Points,
    /// Implied points of a grid: `equipoise points --grid`.
    PriceMap,
    /// Odds of an attack: `equipoise odds`.
    Odds,
    /// A duel with its trace: `equipoise duel --trace`.
    Duel,
    /// A scenario: `equipoise battle`.
    Battle,
    /// A change to one unit: `equipoise variant`.
    Variant,
    /// A change of rules: `equipoise whatif`.
    WhatIf,
    /// Two results side by side: `equipoise compare`.
    Compare,
    /// Policies rated against each other: `equipoise ladder`.
    Ladder,
    /// What upgrades are worth: `equipoise audit upgrades`.
    Upgrades,
}

impl DocumentKind {
    /// All there are.
    pub const ALL: [Self; 10] = [
        Self::Points,
        Self::PriceMap,
        Self::Odds,
        Self::Duel,
        Self::Battle,
        Self::Variant,
        Self::WhatIf,
        Self::Compare,
        Self::Ladder,
        Self::Upgrades,
    ];

    /// As `"kind"` names it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::PriceMap => "price_map",
            Self::Odds => "odds",
            Self::Duel => "duel",
            Self::Battle => "battle",
            Self::Variant => "variant",
            Self::WhatIf => "whatif",
            Self::Compare => "compare",
            Self::Ladder => "ladder",
            Self::Upgrades => "upgrade-audit",
        }
    }
}

impl fmt::Display for DocumentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
