//! What the checks need of a game system.

use equipoise_engine::{Decide, GameSystem, Narrate, Observe};
use serde::Serialize;

/// A game system with everything that the toolkit needs of one.
pub trait Complete: GameSystem<Bout: Send, Event: Serialize> + Observe + Narrate + Decide {}

impl<S> Complete for S where S: GameSystem<Bout: Send, Event: Serialize> + Observe + Narrate + Decide
{}
