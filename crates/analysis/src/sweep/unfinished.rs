//! What stands in the way of a new run.

use std::fmt;

use serde_json::Value;

/// What a checkpoint that is in the way of another run holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Unfinished {
    /// The same run.
    Same,
    /// The run of another request, a [`SweepRequest`](crate::sweep::SweepRequest) as a document.
    Other(Value),
    /// Something that cannot be read, and why.
    Unreadable(String),
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same => write!(f, "this run, unfinished"),
            Self::Other(_) => write!(f, "another run, unfinished"),
            Self::Unreadable(why) => write!(f, "an unfinished run that cannot be read: {why}"),
        }
    }
}
