//! Tests of pools, samplers and streams through the public interface.

mod common;
mod every;
mod exact;
mod faces;
mod prepared;
mod sampled_against_exact;
mod scripted;
mod successes;
mod value_stability;
