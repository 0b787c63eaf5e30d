//! Ways to the same results in less time: the decision cache and exact duels.

pub(crate) mod exact;
pub(crate) mod recall;
pub(crate) mod situation;
pub(crate) mod verdict;
