//! Tests of plans, runs, files and stopping rules through the public interface.

mod checkpoint;
mod common;
mod deciding;
mod kept;
mod pairs;
mod recording;
mod running;
mod saving;
mod stopping;
mod tracing;
mod within;
