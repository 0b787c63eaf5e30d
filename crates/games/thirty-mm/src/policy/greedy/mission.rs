//! What the mission pays for a place.

use equipoise_engine::{Hex, Side};

use super::trial::Trial;
use super::worth::Worth;
use crate::rules::state::UnitId;
use crate::rules::view::View;

/// Victory points that are worth as much as half of both squads (`mm30.battle.vp-cap`).
const CAP: i64 = 7;

/// Worth of the markers with a unit where it stands in the trial (`mm30.battle.recon-scoring`).
pub(super) fn worth(trial: &mut Trial<'_>, unit: UnitId) -> Worth {
    if trial.table().markers.is_empty() {
        return 0;
    }
    let side = trial.real.piece(unit).side;
    let point = trial.scale.squads / (2 * CAP);
    let mut pull = 0;
    let state = trial.view().unit(unit);
    let place = (state.hex, state.elevation);
    let lead = trial.read(
        &[unit],
        [1; 2],
        |game| game.update_control(),
        |view| {
            if !view.piece(unit).sheet.kind.is_vehicle() {
                pull = pulled(view, unit, point);
            }
            lead(view, side)
        },
    );
    trial.put(unit, place);
    lead * point + pull
}

/// Points by which a side will lead if the markers stay with their owners.
fn lead(view: View<'_>, side: Side) -> i64 {
    let [own, other] = [side, side.other()].map(|side| {
        let limit = i64::from(view.table.options.round_limit);
        let scored = i64::from(view.battle.scored[side.index()] == view.battle.round);
        let first = i64::from(view.battle.round <= 1) * (1 - scored);
        let rounds = limit - i64::from(view.battle.round) + 1 - scored - first;
        let now = i64::from(view.battle.points[side.index()].total());
        (now + i64::from(view.recon_points(side)) * rounds.max(0)).min(CAP)
    });
    own - other
}

/// Markers that its side does not own draw a unit, the nearer the more.
fn pulled(view: View<'_>, unit: UnitId, point: Worth) -> Worth {
    let side = view.piece(unit).side;
    let hex = view.unit(unit).hex;
    let open = view.table.markers.iter().zip(&view.battle.owners);
    let open = open.filter(|(_, owner)| **owner != Some(side));
    let pull = |(&marker, owner): (&Hex, &Option<Side>)| {
        let away = Worth::from(hex.distance(marker));
        let nearer = view.side(side).filter(|&friend| {
            friend != unit && Worth::from(view.unit(friend).hex.distance(marker)) < away
        });
        let taken = Worth::from(owner.is_some());
        point * (2 + taken) * 4 / ((3 + away) * (1 + nearer.count() as Worth))
    };
    open.map(pull).max().unwrap_or(0)
}
