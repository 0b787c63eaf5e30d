//! Exact odds beside what the rules sample: one shot, a section under fire, a grapple and a throw,
//! a standing duel.

pub(crate) mod duel;
pub(crate) mod fire;
pub(crate) mod grapple;
pub(crate) mod trial;
