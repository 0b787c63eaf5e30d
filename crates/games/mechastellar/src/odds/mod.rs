//! The chances of one attack: computed from profiles, drawn from them, and drawn by the rules.

pub(crate) mod attack;
pub(crate) mod thrown;
pub(crate) mod trial;
