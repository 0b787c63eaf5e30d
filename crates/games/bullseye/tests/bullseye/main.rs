//! Tests of results through the public interface.

mod golden;
mod ladder;
mod recorded;
