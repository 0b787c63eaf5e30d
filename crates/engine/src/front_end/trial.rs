//! Numbers that can be drawn and whose exact distribution is known.

use equipoise_dice::StreamDice;

/// A random number of a game with its exact distribution, which another part of the program worked out.
pub struct Trial {
    /// What it is, for people.
    pub what: String,
    /// Values with their probabilities.
    pub exact: Vec<(i64, f64)>,
    /// Draws one value.
    pub draw: Draw,
    /// How often a check draws it.
    pub samples: u64,
}

/// Draws one value.
pub type Draw = Box<dyn FnMut(&mut StreamDice) -> i64 + Send>;

/// Values of any width with their probabilities.
pub fn outcomes<V: Into<i64>>(outcomes: impl IntoIterator<Item = (V, f64)>) -> Vec<(i64, f64)> {
    let wide = |(value, p): (V, f64)| (value.into(), p);
    outcomes.into_iter().map(wide).collect()
}
