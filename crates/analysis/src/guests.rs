//! Players from outside of the program in the place of policies.

use equipoise_engine::front_end::FrontEnd;
use equipoise_engine::{PlayWith, Player};
use equipoise_simulator::Guests;

use crate::error::Error;
use crate::game::Game;
use crate::games::GAMES;

/// Who plays a contestant in the place of its policy, which decides what the guest does not.
pub struct Guest<'p> {
    /// What results call it; no policy of the game has this name.
    pub name: String,
    /// Makes its decisions.
    pub player: &'p mut dyn Player,
}

/// Seats guests at a game; returns how the game asks them, and the guests themselves.
///
/// # Errors
/// When the game asks no players, or a guest has the name of a policy.
pub(crate) fn seat<'p, S: FrontEnd>(
    game: &mut Game<S>,
    guests: [Option<Guest<'p>>; 2],
) -> Result<(PlayWith<S>, Guests<'p>), Error> {
    let play = S::PLAYERS.ok_or_else(asks_nobody::<S>)?;
    let names = guests
        .each_ref()
        .map(|guest| guest.as_ref().map(|guest| guest.name.clone()));
    game.seat_guests(names)?;
    Ok((play, guests.map(|guest| Some(guest?.player))))
}

fn asks_nobody<S: FrontEnd>() -> Error {
    let others = GAMES.iter().filter(|game| game.asks_players());
    let others: Vec<&str> = others.map(|game| game.name).collect();
    Error::Input(format!(
        "the decisions of {} cannot be made by a policy of your own; those of {} can",
        S::NAME,
        others.join(" and ")
    ))
}
