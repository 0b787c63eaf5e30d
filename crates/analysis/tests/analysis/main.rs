//! Tests of questions and results through the public interface.

mod prices;
mod results;
mod sweep;
