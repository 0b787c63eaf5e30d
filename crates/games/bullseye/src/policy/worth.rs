//! What hits and places are worth: ten-thousandths of a won battle, from the exact tables.

use std::cmp::Reverse;

use crate::rules::chances::CERTAIN;
use crate::rules::decision::{Attack, MoveChoice};
use crate::rules::sectors::SectorId;
use crate::rules::state::{Part, UnitId};
use crate::rules::view::View;

/// A won battle.
pub(super) const WIN: i32 = 10_000;

/// Keeping or taking the marker, once nobody may push its holder off: most of a win.
const MARKER: i32 = WIN * 3 / 4;

/// Driving an enemy off the marker: it may come back.
const DENIAL: i32 = WIN / 2;

/// Each movement point nearer to the marker.
const APPROACH: i32 = 120;

/// What one hit takes from its target: an equal share of all it can still take.
pub(super) fn of_hit(view: View<'_>, target: UnitId) -> i32 {
    let state = view.unit(target);
    let hits = view.bout.chances.endurance(state.failures, state.boxes);
    let team = view.in_play(view.side(target)).count() as i32;
    WIN * 100 / hits.max(100) / team.max(1)
}

/// A hit with the push that comes with it.
pub(super) fn of_strike(view: View<'_>, target: UnitId) -> i32 {
    let on_marker = view.unit(target).sector == view.state.marker;
    of_hit(view, target) + if on_marker { DENIAL } else { 0 }
}

/// Chance that an attack from a sector hits as things are: dice by range, strafing pool and Overdrive of
/// both.
#[inline]
pub(crate) fn hit_chance(
    view: View<'_>,
    unit: UnitId,
    Attack { weapon, target }: Attack,
    from: SectorId,
    scene: bool,
) -> i32 {
    let range = view.map().range(from, view.unit(target).sector);
    let dice = view.attack_dice(unit, weapon, range, scene);
    let points = view.unit(target).strafe;
    let lead = view.lead(unit, target);
    view.bout.chances.hit(unit, dice, target, points, lead)
}

/// The best attack from a sector with its worth, of equals the one of the shorter Optimal Range; none
/// when no attack can hit.
pub(super) fn best_attack(
    view: View<'_>,
    unit: UnitId,
    from: SectorId,
    scene: bool,
) -> (i32, Option<Attack>) {
    let mut best = None;
    for target in view.enemies(unit) {
        let worth = of_strike(view, target);
        for weapon in view.ready(unit) {
            let attack = Attack { weapon, target };
            let value = hit_chance(view, unit, attack, from, scene) * worth / CERTAIN;
            let near = Reverse(view.profile(unit).optimal[weapon]);
            if value > 0 && best.is_none_or(|(most, _)| (value, near) > most) {
                best = Some(((value, near), attack));
            }
        }
    }
    best.map_or((0, None), |((value, _), attack)| (value, Some(attack)))
}

/// Chance that an enemy hits a mecha in a sector on its next turn, having moved an average move
/// towards its optimal range. Overdrive is left out: by then it may be spent.
fn threat(view: View<'_>, enemy: UnitId, unit: UnitId, at: SectorId, extra: u8) -> i32 {
    let profile = view.profile(enemy);
    let state = view.unit(enemy);
    let range = view.map().range(state.sector, at);
    let slack = view.bout.chances.movement(enemy);
    let ready = |weapon: &usize| state.ready_from[*weapon] <= state.turns + 1;
    let dice = |weapon: usize| {
        let off = range.abs_diff(profile.optimal[weapon]);
        profile.attack.saturating_sub(off.saturating_sub(slack))
    };
    let most = (0..profile.weapons.len()).filter(ready).map(dice).max();
    most.map_or(0, |dice| view.bout.chances.hit(enemy, dice, unit, extra, 0))
}

/// What it is worth to stand in a sector with so many strafing points until the own next turn.
pub(super) fn of_place(view: View<'_>, unit: UnitId, at: SectorId, extra: u8) -> i32 {
    let (mut unmoved, mut harm) = (CERTAIN, 0);
    let worth = of_hit(view, unit);
    for enemy in view.enemies(unit) {
        let chance = threat(view, enemy, unit, at, extra);
        unmoved = unmoved * (CERTAIN - chance) / CERTAIN;
        harm += chance * worth / CERTAIN;
    }
    let goal = match view.to_marker(at) {
        0 => MARKER * unmoved / CERTAIN,
        away => -APPROACH * i32::from(away),
    };
    goal - harm / 2
}

/// What a use of movement points is worth, with the attack that may come after it.
pub(super) fn of_move(view: View<'_>, unit: UnitId, points: u8, answer: MoveChoice) -> i32 {
    let pool = view.unit(unit).strafe;
    let (at, extra) = match answer {
        MoveChoice::To(sector) => (sector, pool),
        MoveChoice::Strafe => (view.unit(unit).sector, pool.saturating_add(points)),
    };
    let attacks = view.state.remaining == Part::Attack && !view.state.in_scene;
    let attack = if attacks {
        best_attack(view, unit, at, false).0
    } else {
        0
    };
    attack + of_place(view, unit, at, extra)
}
