//! Whether weapons are tuned for PEN or for DMG.

use crate::rules::aim::Form;
use crate::rules::clash::Strike;
use crate::rules::decision::Tuning;
use crate::rules::drive::Tuned;
use crate::rules::state::Battle;
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// Moves within which an enemy counts as at hand.
const MOVES: u16 = 2;

/// Whatever promises more with the best attack at hand, PEN among equals.
pub(super) fn tune(view: View<'_>, unit: UnitId) -> Tuning {
    let steps = view.profile(unit).perks.drive.tuning;
    let mut trial = Battle::default();
    trial.copy_from(view.state);
    let mut promise = |tuning: Tuning| {
        trial.turn.tuned = Tuned::of(tuning, steps);
        let view = View {
            bout: view.bout,
            state: &trial,
        };
        best_at_hand(view, unit)
    };
    if promise(Tuning::Dmg) > promise(Tuning::Pen) {
        Tuning::Dmg
    } else {
        Tuning::Pen
    }
}

/// Expected damage of the best attack on an enemy that the unit could be in range of this turn, from where
/// both stand.
fn best_at_hand(view: View<'_>, unit: UnitId) -> i32 {
    let profile = view.profile(unit);
    let at_hand = |weapon: usize, enemy: UnitId| {
        let range = view.weapon(unit, weapon).range;
        view.weapon_ready(unit, weapon, false)
            && view.distance(unit, enemy) <= range + MOVES * profile.reach
    };
    let promise = |weapon: usize, enemy: UnitId| {
        let form = if view.weapon(unit, weapon).is_melee() {
            Form::Melee
        } else {
            Form::Direct
        };
        let strike = Strike {
            form,
            ..Strike::plain(unit, weapon, enemy)
        };
        view.belief(&strike)
    };
    view.enemies(unit)
        .flat_map(|enemy| (0..profile.printed).map(move |weapon| (weapon, enemy)))
        .filter(|&(weapon, enemy)| at_hand(weapon, enemy))
        .map(|(weapon, enemy)| promise(weapon, enemy))
        .max()
        .unwrap_or(0)
}
