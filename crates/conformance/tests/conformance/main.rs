//! Tests of the suite: every game passes it, and a broken game does not.

mod broken;
mod every_game;
