//! The ways of playing, by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A way of playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PolicyKind {
    /// Plain good sense: the marker, optimal range, the most dice.
    Rulebook,
    /// Best expected result by exact tables.
    Greedy,
    /// Greedy, improved by sampled look-ahead at the choices of a turn.
    Rollout,
    /// Any legal choice, all equally likely.
    Random,
}

impl PolicyKind {
    /// All policies.
    pub const ALL: [Self; 4] = [Self::Rulebook, Self::Greedy, Self::Rollout, Self::Random];

    /// Name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rulebook => "rulebook",
            Self::Greedy => "greedy",
            Self::Rollout => "rollout",
            Self::Random => "random",
        }
    }

    /// One line for lists.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Rulebook => {
                "the marker unless an enemy holds it, else optimal range and the most dice"
            }
            Self::Greedy => "the best expected result by exact tables, Overdrive at a price",
            Self::Rollout => {
                "greedy, and play-outs to choose when to act, in what order and where to"
            }
            Self::Random => "any legal choice, all equally likely",
        }
    }
}

impl fmt::Display for PolicyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No policy of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no policy named \"{0}\"; expected one of rulebook, greedy, rollout, random")]
pub struct UnknownPolicy(pub String);

impl FromStr for PolicyKind {
    type Err = UnknownPolicy;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|policy| policy.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownPolicy(name.to_owned()))
    }
}
