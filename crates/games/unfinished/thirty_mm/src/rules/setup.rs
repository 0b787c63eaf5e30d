//! Before deployment: mission and sides.

use equipoise_dice::{Dice, Sides};
use equipoise_engine::Side;

use crate::data::mission::Mission;
use crate::data::squad::EngagementSize;

/// Rolls a mission; blanks are rolled again. `None` for a size without missions, without a roll
/// (`mm30.battle.mission-roll`).
pub fn roll_mission<D: Dice>(size: EngagementSize, dice: &mut D) -> Option<Mission> {
    if size == EngagementSize::Conflagration {
        return None;
    }
    loop {
        let found = Mission::of_face(size, dice.die(Sides::D8));
        if found.is_some() {
            return found;
        }
    }
}

/// The side that rolls higher and names the Attacker; ties are rolled again
/// (`mm30.turn.roll-for-sides`).
pub fn roll_for_sides<D: Dice>(dice: &mut D) -> Side {
    let [a, b] = dice.roll_off(Sides::D8);
    if a > b { Side::A } else { Side::B }
}
