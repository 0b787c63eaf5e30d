//! What a battle is fought for.

use crate::data::scenario::{Attacker, BattleMode, Place, Redeployment, TerrainPiece};
use equipoise_engine::source::raw::Fields;

const MODES: [(&str, BattleMode); 4] = [
    ("simple", BattleMode::Simple),
    ("secure", BattleMode::Secure),
    ("rampage", BattleMode::Rampage(Attacker::First)),
    (
        "confrontation",
        BattleMode::Confrontation(Redeployment::Same),
    ),
];

const REDEPLOYMENTS: [(&str, Redeployment); 2] = [
    ("same", Redeployment::Same),
    ("alternate", Redeployment::Alternate),
];

const ATTACKERS: [(&str, Attacker); 3] = [
    ("first", Attacker::First),
    ("second", Attacker::Second),
    ("both", Attacker::Both),
];

/// A Simple Battle unless the file says otherwise. Terrain and control points must be those that the mode
/// asks for.
pub(super) fn read_mode(
    root: &Fields<'_>,
    terrain: &[TerrainPiece],
    control_points: Option<&[Place]>,
) -> Option<BattleMode> {
    let node = root.optional("mode");
    let mode = match &node {
        Some(node) => node.choice(&MODES),
        None => Some(BattleMode::Simple),
    };
    let attacker = root.optional("attacker");
    let chosen = match &attacker {
        Some(node) => node.choice(&ATTACKERS),
        None => Some(Attacker::default()),
    };
    let redeployment = root.optional("redeployment");
    let again = match &redeployment {
        Some(node) => node.choice(&REDEPLOYMENTS),
        None => Some(Redeployment::default()),
    };
    if let Some(node) = redeployment.filter(|_| !matches!(mode, Some(BattleMode::Confrontation(_))))
    {
        node.complain("a redeployment in a single battle, expected mode \"confrontation\"");
    }
    match mode? {
        BattleMode::Rampage(_) => {
            if let Some(node) = &node {
                if !terrain.iter().any(TerrainPiece::is_building) {
                    node.complain(
                        "mode \"rampage\" without a building, expected at least one piece of terrain \
                         that blocks line of sight and is destructible",
                    );
                }
                if control_points.is_some_and(|points| !points.is_empty()) {
                    node.complain("mode \"rampage\" with control points, expected none");
                }
            }
            Some(BattleMode::Rampage(chosen?))
        }
        other => {
            let pointless = control_points.is_some_and(<[Place]>::is_empty);
            if let Some(node) = node.filter(|_| other == BattleMode::Secure && pointless) {
                node.complain("mode \"secure\" without control points, expected at least one");
            }
            if let Some(node) = attacker {
                node.complain("an attacker in a battle without one, expected mode \"rampage\"");
            }
            Some(match other {
                BattleMode::Confrontation(_) => BattleMode::Confrontation(again?),
                other => other,
            })
        }
    }
}
