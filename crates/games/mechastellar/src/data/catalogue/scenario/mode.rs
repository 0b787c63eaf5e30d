//! What a battle is fought for.

use super::limits;
use crate::data::scenario::{
    Attacker, BattleMode, Deployment, Place, Redeployment, TerrainPiece, WAVES,
};
use equipoise_engine::source::raw::{Fields, Node};

const MODES: [(&str, BattleMode); 5] = [
    ("simple", BattleMode::Simple),
    ("secure", BattleMode::Secure),
    ("rampage", BattleMode::Rampage(Attacker::First)),
    ("endurance", BattleMode::Endurance(Attacker::First)),
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
    deployment: Option<Deployment>,
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
    let mode = match mode? {
        BattleMode::Confrontation(_) => BattleMode::Confrontation(again?),
        BattleMode::Rampage(_) => BattleMode::Rampage(chosen?),
        BattleMode::Endurance(_) => BattleMode::Endurance(chosen?),
        plain @ (BattleMode::Simple | BattleMode::Secure) => plain,
    };
    match mode {
        BattleMode::Rampage(_) | BattleMode::Endurance(_) => {
            if let Some(node) = &node {
                check_city(node, mode, deployment, terrain, control_points);
            }
        }
        BattleMode::Simple | BattleMode::Secure | BattleMode::Confrontation(_) => {
            let pointless = control_points.is_some_and(<[Place]>::is_empty);
            if let Some(node) = node.filter(|_| mode == BattleMode::Secure && pointless) {
                node.complain("mode \"secure\" without control points, expected at least one");
            }
            if let Some(node) = attacker {
                node.complain(
                    "an attacker in a battle without one, expected mode \"rampage\" or \"endurance\"",
                );
            }
        }
    }
    Some(mode)
}

/// A city has buildings and no control points; waves deploy in turn.
fn check_city(
    node: &Node<'_>,
    mode: BattleMode,
    deployment: Option<Deployment>,
    terrain: &[TerrainPiece],
    control_points: Option<&[Place]>,
) {
    let waves = matches!(mode, BattleMode::Endurance(_));
    let name = if waves { "endurance" } else { "rampage" };
    if !terrain.iter().any(TerrainPiece::is_building) {
        node.complain(format!(
            "mode \"{name}\" without a building, expected at least one piece of terrain that blocks \
             line of sight and is destructible"
        ));
    }
    if control_points.is_some_and(|points| !points.is_empty()) {
        node.complain(format!(
            "mode \"{name}\" with control points, expected none"
        ));
    }
    if waves && deployment.is_some_and(|deployment| deployment != Deployment::Alternate) {
        node.complain("mode \"endurance\" with zones, expected deployment = \"alternate\"");
    }
}

const WAVES_EXPECTED: &str = "the points of three waves such as [500, 1000, 1000]";

/// What the waves may cost (`ms93.endurance.wave-points`): no limit unless the file sets one.
pub(super) fn read_waves(
    root: &Fields<'_>,
    mode: Option<BattleMode>,
) -> Option<Option<[u32; WAVES]>> {
    let Some(node) = root.optional("waves") else {
        return Some(None);
    };
    if mode.is_some_and(|mode| !matches!(mode, BattleMode::Endurance(_))) {
        node.complain("waves in a battle without them, expected mode \"endurance\"");
    }
    let items = node.items(WAVES_EXPECTED)?;
    let points = items.iter().map(|item| item.number(limits::ARMY_POINTS));
    let points: Option<Vec<u32>> = points.collect();
    let waves = <[u32; WAVES]>::try_from(points?);
    if waves.is_err() {
        node.refuse(WAVES_EXPECTED);
    }
    Some(Some(waves.ok()?))
}
