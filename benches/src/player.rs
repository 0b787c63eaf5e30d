//! Battles one after the other.

use std::marker::PhantomData;

use equipoise_dice::{StreamDice, stream};
use equipoise_engine::mechastellar::{Battle, Bout, MechaStellar};
use equipoise_engine::{GameSystem, Outcome};

/// Plays battles one after the other, each on its own stream, as the simulator does.
#[derive(Debug)]
pub struct Player<S = MechaStellar> {
    bout: Bout,
    battle: Battle,
    next: u64,
    system: PhantomData<S>,
}

impl<S: GameSystem<Bout = Bout, Battle = Battle>> Player<S> {
    /// Starts with battle 0.
    #[must_use]
    pub fn new(bout: Bout) -> Self {
        Self {
            bout,
            battle: Battle::default(),
            next: 0,
            system: PhantomData,
        }
    }

    /// The next battle.
    pub fn play(&mut self) -> Outcome {
        let mut dice = StreamDice::new(stream(1, 2, self.next));
        self.next += 1;
        S::run(&self.bout, &mut self.battle, &mut dice)
    }
}
