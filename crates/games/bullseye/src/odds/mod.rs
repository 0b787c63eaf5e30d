//! Exact odds beside what the rules sample: one attack, one damage track.

pub(crate) mod opposed;
pub(crate) mod trial;
