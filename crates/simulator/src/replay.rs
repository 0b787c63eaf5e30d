//! One battle of a plan, with everything that happened in it.

use equipoise_engine::{GameSystem, LogEntry, Narrate, Outcome, PlayWith, Side};

use crate::compiled::CompiledPairing;
use crate::guests::Guests;

/// One battle, event by event.
pub struct Replay<E> {
    /// How it ended; side A is contestant a, whatever its seat.
    pub outcome: Outcome,
    /// Seat of contestant a.
    pub seat_of_a: Side,
    /// What happened, in order; sides are seats.
    pub events: Vec<E>,
}

/// Plays battle number `battle` of a pairing, exactly as any run with the same seed plays it.
#[must_use]
pub fn replay<S: GameSystem>(pairing: &CompiledPairing<S>, battle: u64) -> Replay<S::Event> {
    let mut events = Vec::new();
    let outcome = pairing.play_logged(battle, &mut S::Battle::default(), &mut |entry| {
        if let LogEntry::Event(event) = entry {
            events.push(event);
        }
    });
    Replay {
        outcome,
        seat_of_a: pairing.seat_of_a(battle),
        events,
    }
}

/// Plays battle number `battle` of a pairing with guests, exactly as [`run_with`](crate::run_with) plays it if they decide
/// alike. `play` is how the game asks players.
#[must_use]
pub fn replay_with<S: GameSystem>(
    pairing: &CompiledPairing<S>,
    battle: u64,
    play: PlayWith<S>,
    guests: &mut Guests<'_>,
) -> Replay<S::Event> {
    let mut events = Vec::new();
    let state = &mut S::Battle::default();
    let outcome = pairing.play_with(battle, state, play, guests, &mut |entry| {
        if let LogEntry::Event(event) = entry {
            events.push(event);
        }
    });
    Replay {
        outcome,
        seat_of_a: pairing.seat_of_a(battle),
        events,
    }
}

/// The lines of a replay, in the words of the system.
#[must_use]
pub fn narrate<S: Narrate>(
    pairing: &CompiledPairing<S>,
    battle: u64,
    replay: &Replay<S::Event>,
) -> Vec<String> {
    let bout = pairing.bout(battle);
    replay
        .events
        .iter()
        .map(|event| S::narrate(bout, event))
        .collect()
}
