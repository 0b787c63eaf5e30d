//! How mecha are named: coordinates of generated profiles, and what to say about a wrong name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use equipoise_engine::source::nearest;

/// Coordinates of a generated profile: Attack, Defense, Movement and skill, written `A4D4M4K3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProfileId {
    /// Attack linked stat.
    pub attack: u8,
    /// Defense linked stat.
    pub defense: u8,
    /// Movement linked stat.
    pub movement: u8,
    /// Mecha Combat skill.
    pub skill: u8,
}

/// A text that is no [`ProfileId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a profile such as \"A4D4M4K3\"")]
pub struct ProfileIdError;

impl ProfileId {
    /// Names of the axes of the grid, in the order of [`ProfileId::coordinates`].
    pub const AXES: [&str; 4] = ["attack", "defense", "movement", "skill"];

    /// Places on the axes.
    #[must_use]
    pub const fn coordinates(self) -> [u8; 4] {
        [self.attack, self.defense, self.movement, self.skill]
    }
}

impl fmt::Display for ProfileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [attack, defense, movement, skill] = self.coordinates();
        write!(f, "A{attack}D{defense}M{movement}K{skill}")
    }
}

impl FromStr for ProfileId {
    type Err = ProfileIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let upper = text.trim().to_uppercase();
        let mut rest = upper.as_str();
        let mut coordinates = [0; 4];
        for (letter, value) in ["A", "D", "M", "K"].into_iter().zip(&mut coordinates) {
            let digits = rest.strip_prefix(letter).ok_or(ProfileIdError)?;
            let end = digits
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(digits.len());
            *value = digits[..end].parse().map_err(|_| ProfileIdError)?;
            rest = &digits[end..];
        }
        let [attack, defense, movement, skill] = coordinates;
        let id = Self {
            attack,
            defense,
            movement,
            skill,
        };
        if rest.is_empty() {
            Ok(id)
        } else {
            Err(ProfileIdError)
        }
    }
}

/// A name that no mecha has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownUnit {
    /// The name asked for.
    pub name: String,
    /// Names that resemble it, most alike first; may be empty.
    pub nearest: Vec<String>,
    /// First and last profile of the grid, if coordinates outside it were asked for.
    pub grid: Option<[ProfileId; 2]>,
}

impl UnknownUnit {
    pub(super) fn new<'a>(name: &str, units: impl Iterator<Item = &'a str>) -> Self {
        Self {
            name: name.to_owned(),
            nearest: nearest(name, units),
            grid: None,
        }
    }

    pub(super) fn outside(name: &str, mut grid: impl Iterator<Item = ProfileId>) -> Self {
        let first = grid.next();
        let last = grid.last().or(first);
        Self {
            name: name.to_owned(),
            nearest: Vec::new(),
            grid: first.zip(last).map(|(first, last)| [first, last]),
        }
    }
}

impl fmt::Display for UnknownUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no unit named \"{}\"", self.name)?;
        if let Some([first, last]) = self.grid {
            return write!(f, ": the profiles go from {first} to {last}");
        }
        let quoted: Vec<_> = self
            .nearest
            .iter()
            .map(|name| format!("\"{name}\""))
            .collect();
        if quoted.is_empty() {
            let hint = "name a unit of the dataset or a profile such as \"A4D4M4K3\"";
            write!(f, "; {hint}")
        } else {
            write!(f, "; did you mean {}?", quoted.join(" or "))
        }
    }
}

impl std::error::Error for UnknownUnit {}
