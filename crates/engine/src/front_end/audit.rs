//! What an audit of play needs of a game: which stats there are to improve, and which tools to use.

use super::FrontEnd;

/// What an audit of play needs of a game.
pub struct Audit<S: FrontEnd> {
    /// Each stat of a unit and of its weapons, made better by one step.
    pub steps: fn(&S::Unit) -> Vec<Step>,
    /// What sides can use, in the order of the decision points.
    pub tools: &'static [Tool],
    /// Names the tools whose use an event reports.
    pub used: Used<S>,
}

/// Names the tools, out of [`Audit::tools`], whose use an event of a bout reports. The text is the
/// decision point that was reported last, empty before the first.
pub type Used<S> =
    fn(&<S as crate::GameSystem>::Bout, &str, &<S as crate::GameSystem>::Event, &mut Count<'_>);

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
