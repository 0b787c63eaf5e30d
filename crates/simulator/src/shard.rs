//! Parts of a plan that are played apart, on several machines for instance.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of several parts of a plan: of the pairings in the plan's order every `of`-th one, beginning
/// with number `part`.
///
/// Neighbouring pairings share a unit and take about as long, so the parts do too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    part: u32,
    of: u32,
}

impl Shard {
    /// Part number `part` of so many, counted from 1; `None` where there is no such part.
    #[must_use]
    pub const fn new(part: u32, of: u32) -> Option<Self> {
        if 1 <= part && part <= of {
            Some(Self { part, of })
        } else {
            None
        }
    }

    /// Its number, from 1.
    #[must_use]
    pub const fn part(self) -> u32 {
        self.part
    }

    /// How many parts there are.
    #[must_use]
    pub const fn of(self) -> u32 {
        self.of
    }

    /// Whether it holds the pairing at this place of the plan, from 0.
    #[must_use]
    pub const fn holds(self, pairing: usize) -> bool {
        pairing % self.of as usize == self.part as usize - 1
    }
}

/// As `3/16`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once('/')
            .and_then(|(part, of)| Self::new(part.parse().ok()?, of.parse().ok()?));
        numbers.ok_or_else(|| format!("expected K/N with K from 1 to N, such as 3/16, got {text}"))
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn every_pairing_lies_in_one_part() {
        for of in [1, 2, 7] {
            let parts: Vec<Shard> = (1..=of).map(|part| Shard::new(part, of).unwrap()).collect();
            for pairing in 0..20 {
                let holders = parts.iter().filter(|part| part.holds(pairing)).count();
                assert_eq!(holders, 1, "pairing {pairing} of {of} parts");
            }
        }
        assert!(Shard::new(1, 3).unwrap().holds(0) && Shard::new(3, 3).unwrap().holds(5));
    }

    #[test]
    fn parts_read_as_they_are_written() {
        let shard: Shard = "3/16".parse().unwrap();
        assert_eq!((shard.part(), shard.of()), (3, 16));
        assert_eq!(shard.to_string(), "3/16");
        for wrong in ["0/4", "5/4", "3", "3/", "/4", "a/b", "-1/4", "1/0", ""] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
