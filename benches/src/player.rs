//! Battles one after the other.

use equipoise_dice::{StreamDice, stream};
use equipoise_engine::{GameSystem, Outcome, Scratch};

/// Plays battles one after the other, each on its own stream, as the simulator does.
pub struct Player<S: GameSystem> {
    bout: S::Bout,
    scratch: Scratch<S>,
    next: u64,
}

impl<S: GameSystem> Player<S> {
    /// Starts with battle 0.
    #[must_use]
    pub fn new(bout: S::Bout) -> Self {
        Self {
            bout,
            scratch: Scratch::default(),
            next: 0,
        }
    }

    /// The next battle.
    pub fn play(&mut self) -> Outcome {
        let mut dice = StreamDice::new(stream(1, 2, self.next));
        self.next += 1;
        S::run(&self.bout, &mut self.scratch, &mut dice)
    }
}
