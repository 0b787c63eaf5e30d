//! Tests of questions and results through the public interface.

mod results;
mod sweep;
