//! Ways to the same results in less time: the decision cache and exact duels.

pub(crate) mod action_key;
pub(crate) mod cache;
pub(crate) mod cacheable;
pub(crate) mod clash_facts;
pub(crate) mod exact;
pub(crate) mod memo;
pub(crate) mod plan_key;
pub(crate) mod situation;
pub(crate) mod strike_key;

mod bits;
