//! Tests of questions and results through the public interface.

mod players;
mod prices;
mod results;
mod sweep;
