//! Exact odds beside what the rules sample: one shot, a section under fire, a standing duel.

pub(crate) mod duel;
pub(crate) mod fire;
pub(crate) mod shot;
pub(crate) mod trial;
