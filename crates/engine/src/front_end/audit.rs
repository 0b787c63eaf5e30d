//! What an audit of play looks at: stats to improve, and tools to use.

/// Counts one use of the tool of this name.
pub type Count<'a> = dyn FnMut(&'static str) + 'a;

/// One stat of a unit, made better by one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The stat and the step: `hp +500`, `weapon dmg +100`.
    pub stat: &'static str,
    /// The change of the unit in the dataset's file, as `variant --set` reads it: `hp=4800`.
    pub set: String,
}

impl Step {
    /// A step of this stat by this change.
    #[must_use]
    pub fn new(stat: &'static str, set: impl Into<String>) -> Self {
        Self {
            stat,
            set: set.into(),
        }
    }
}

/// Something that a side can use, such as a skill, a reaction or a kind of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Unique name.
    pub name: &'static str,
    /// The decision point at which it is chosen, one of [`Decide::POINTS`](crate::Decide::POINTS).
    pub point: &'static str,
}

impl Tool {
    /// A tool of this name, chosen at this decision point.
    #[must_use]
    pub const fn new(name: &'static str, point: &'static str) -> Self {
        Self { name, point }
    }
}
