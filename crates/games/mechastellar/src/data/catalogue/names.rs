//! How units are named: coordinates of generated profiles, and what to say about a wrong name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::notation::digits;
use crate::data::profile::Role;
pub(super) use equipoise_engine::source::nearest;
use equipoise_engine::source::raw::{Fields, Node};

/// The values that a field lists by name, each with its place in the file; none without the field. `None` after
/// reporting a mistake.
pub(super) fn picked<'a, T: Copy>(
    fields: &Fields<'a>,
    field: &'static str,
    expected: &'static str,
    pick: impl Fn(&Node<'a>) -> Option<T>,
) -> Option<Vec<(T, Node<'a>)>> {
    let Some(node) = fields.optional(field) else {
        return Some(Vec::new());
    };
    // Every name is looked up, so that all mistakes show.
    let items = node.items(expected)?.into_iter();
    let picked: Vec<_> = items.map(|item| Some((pick(&item)?, item))).collect();
    picked.into_iter().collect()
}

/// The value a text of a file names, of `all` of its kind; `None` after reporting what it could have meant.
pub(super) fn pick<T: Copy>(
    node: &Node<'_>,
    kind: &str,
    all: &[T],
    name_of: fn(T) -> &'static str,
) -> Option<T> {
    let name = node.text()?;
    let known = all.iter().find(|&&known| name_of(known) == name);
    if known.is_none() {
        let names = || all.iter().map(|&known| name_of(known));
        let near = nearest(name, names());
        let advice = if near.is_empty() {
            format!("expected one of {}", names().collect::<Vec<_>>().join(", "))
        } else {
            format!("did you mean \"{}\"?", near.join("\" or \""))
        };
        let name = name.escape_debug();
        node.complain(format!("there is no {kind} \"{name}\"; {advice}"));
    }
    known.copied()
}

/// Coordinates of a generated profile, written `F3P5:sniper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProfileId {
    frame: u8,
    performance: u8,
    role: Role,
}

/// Why a text is no [`ProfileId`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProfileIdError {
    /// Not of the form `F3P5:sniper` at all.
    #[error("expected a profile such as \"F3P5:versatile\"")]
    Malformed,
    /// Frame outside 1 to 5.
    #[error("Frame {0} is out of range, expected F1 to F5")]
    Frame(i64),
    /// Performance outside 0 to 10.
    #[error("Performance {0} is out of range, expected P0 to P10")]
    Performance(i64),
    /// No such role.
    #[error("there is no role \"{0}\", expected one of {roles}", roles = role_names())]
    Role(String),
}

impl ProfileId {
    /// Frames of the grid.
    pub const FRAMES: std::ops::RangeInclusive<u8> = 1..=5;
    /// Performance levels of the grid.
    pub const PERFORMANCES: std::ops::RangeInclusive<u8> = 0..=10;
    /// Number of profiles in the grid.
    pub const COUNT: usize = 5 * 11 * Role::ALL.len();

    /// Coordinates from their parts.
    ///
    /// # Errors
    ///
    /// Frame outside 1 to 5, Performance outside 0 to 10.
    pub fn new(frame: u8, performance: u8, role: Role) -> Result<Self, ProfileIdError> {
        if !Self::FRAMES.contains(&frame) {
            return Err(ProfileIdError::Frame(frame.into()));
        }
        if !Self::PERFORMANCES.contains(&performance) {
            return Err(ProfileIdError::Performance(performance.into()));
        }
        Ok(Self {
            frame,
            performance,
            role,
        })
    }

    /// Every profile: by frame, then Performance, then role.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::FRAMES.flat_map(|frame| {
            Self::PERFORMANCES.flat_map(move |performance| {
                Role::ALL.into_iter().map(move |role| Self {
                    frame,
                    performance,
                    role,
                })
            })
        })
    }

    /// Frame, 1 to 5.
    #[must_use]
    pub const fn frame(self) -> u8 {
        self.frame
    }

    /// Performance, 0 to 10.
    #[must_use]
    pub const fn performance(self) -> u8 {
        self.performance
    }

    /// Combat role.
    #[must_use]
    pub const fn role(self) -> Role {
        self.role
    }

    /// Place in the order of [`ProfileId::all`].
    pub(super) const fn index(self) -> usize {
        let row = (self.frame as usize - 1) * 11 + self.performance as usize;
        row * Role::ALL.len() + self.role as usize
    }
}

impl fmt::Display for ProfileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "F{}P{}:{}",
            self.frame,
            self.performance,
            self.role.name()
        )
    }
}

impl FromStr for ProfileId {
    type Err = ProfileIdError;

    /// Reads `F3P5:sniper` in any case.
    fn from_str(text: &str) -> Result<Self, ProfileIdError> {
        let lower = text.trim().to_lowercase();
        let (frame, performance, role) = split(&lower).ok_or(ProfileIdError::Malformed)?;
        let small = |number: i64| u8::try_from(number).unwrap_or(u8::MAX);
        if !Self::FRAMES.contains(&small(frame)) {
            return Err(ProfileIdError::Frame(frame));
        }
        if !Self::PERFORMANCES.contains(&small(performance)) {
            return Err(ProfileIdError::Performance(performance));
        }
        let found = Role::ALL.into_iter().find(|known| known.name() == role);
        let role = found.ok_or_else(|| ProfileIdError::Role(role.to_owned()))?;
        Self::new(small(frame), small(performance), role)
    }
}

/// Splits `f3p5:sniper` without judging the parts.
fn split(lower: &str) -> Option<(i64, i64, &str)> {
    let (machine, role) = lower.split_once(':')?;
    let (frame, performance) = machine.strip_prefix('f')?.split_once('p')?;
    Some((digits(frame)?, digits(performance)?, role.trim()))
}

fn role_names() -> String {
    Role::ALL.map(Role::name).join(", ")
}

/// A name that no unit has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownUnit {
    /// The name asked for.
    pub name: String,
    /// Names that resemble it, most alike first; may be empty.
    pub nearest: Vec<String>,
    /// What is wrong with it, if it looks like profile coordinates.
    pub reason: Option<ProfileIdError>,
}

impl UnknownUnit {
    pub(super) fn new<'a>(name: &str, units: impl Iterator<Item = &'a str>) -> Self {
        let reason = name
            .parse::<ProfileId>()
            .err()
            .filter(|why| *why != ProfileIdError::Malformed);
        let nearest = match &reason {
            Some(ProfileIdError::Role(role)) => nearest_profiles(name, role),
            Some(_) => Vec::new(),
            None => nearest(name, units),
        };
        Self {
            name: name.to_owned(),
            nearest,
            reason,
        }
    }
}

impl fmt::Display for UnknownUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no unit named \"{}\"", self.name)?;
        if let Some(reason) = &self.reason {
            write!(f, ": {reason}")?;
        }
        if !self.nearest.is_empty() {
            let quoted: Vec<_> = self
                .nearest
                .iter()
                .map(|name| format!("\"{name}\""))
                .collect();
            write!(f, "; did you mean {}?", quoted.join(" or "))?;
        } else if self.reason.is_none() {
            write!(
                f,
                "; name a unit of the dataset or a profile such as \"F3P5:versatile\""
            )?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownUnit {}

/// The same coordinates with roles that resemble the misspelt one.
fn nearest_profiles(name: &str, role: &str) -> Vec<String> {
    let machine = name
        .trim()
        .split(':')
        .next()
        .unwrap_or_default()
        .to_uppercase();
    let roles = nearest(role, Role::ALL.iter().map(|role| role.name()));
    roles
        .iter()
        .map(|role| format!("{machine}:{role}"))
        .collect()
}
