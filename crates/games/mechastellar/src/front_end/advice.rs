//! What the supplement advises for a battle, where a scenario does otherwise. Advice forbids nothing.

use equipoise_engine::{Hex, Side};

use crate::rules::constants::{ENGAGEMENT_IN, MOVE_ACTIONS};
use crate::rules::state::Battle;
use crate::rules::view::View;
use crate::{BattleMode, Bout, Deployment, Options, Place, PolicyKind, Scenario, TerrainPiece};

/// Performance of all models that makes an even battle: the highest less the lowest at most
/// (`ms93.army.performance-match`).
const EVEN: u8 = 3;
/// And that is still near enough not to ask for another mode.
const NEARLY_EVEN: u8 = 4;

/// The round by which melee is reached (`ms93.game.table-pace`).
const MELEE_ROUND: i32 = 3;

/// Buildings of a city, and inches from each to the next (`ms93.rampage.setup`).
const BUILDINGS: std::ops::RangeInclusive<usize> = 20..=30;
const STREET_IN: std::ops::RangeInclusive<i32> = 4..=12;

/// Control points placed at will, and inches from each to the next and to the edge
/// (`ms93.secure.free-placement`).
const POINTS: usize = 5;
const POINTS_APART_IN: i32 = 16;
const POINT_FROM_EDGE_IN: i32 = 8;

/// Inches by which the control points of a pair may differ in their way to the centre
/// (`ms93.simple.cp-layout`).
const PAIR_IN: i32 = 6;

/// Where a scenario does not follow the supplement's advice, a line each.
pub(super) fn all(scenario: &Scenario) -> Vec<String> {
    let mut advice = Vec::new();
    advice.extend(performance(scenario));
    advice.extend(pace(scenario));
    advice.extend(sight(scenario));
    match scenario.mode {
        BattleMode::Simple | BattleMode::Confrontation(_) => advice.extend(pairs(scenario)),
        BattleMode::Secure => advice.extend(points(scenario)),
        BattleMode::Rampage(_) | BattleMode::Endurance(_) => advice.extend(city(scenario)),
    }
    advice
}

/// `ms93.army.performance-match`, `ms93.army.wide-performance-modes`
fn performance(scenario: &Scenario) -> Option<String> {
    let models = scenario.forces.iter().flat_map(|force| force.models());
    let levels: Vec<u8> = models.map(|unit| unit.performance).collect();
    let (low, high) = (*levels.iter().min()?, *levels.iter().max()?);
    let apart = high - low;
    let scores_besides = !matches!(
        scenario.mode,
        BattleMode::Simple | BattleMode::Confrontation(_)
    );
    if apart <= EVEN || apart > NEARLY_EVEN && scores_besides {
        return None;
    }
    let or = if apart > NEARLY_EVEN {
        ", or a mode that scores besides fighting, \"secure\" or \"rampage\""
    } else {
        ""
    };
    Some(format!(
        "Performance from {low} to {high} is {apart} apart, expected at most {EVEN}{or}"
    ))
}

/// Nobody attacks in melee in the first turn, somebody can by round 3 (`ms93.game.table-pace`). Of forces
/// in zones: in alternate deployment the players choose the way between them.
fn pace(scenario: &Scenario) -> Option<String> {
    let Deployment::Zone(rows) = scenario.deployment else {
        return None;
    };
    let hex_in = i32::from(scenario.hex_in.inches());
    let rows = i32::from(scenario.depth) - 2 * i32::from(rows) + 1;
    let (gap, models) = (rows * hex_in, scenario.forces.iter());
    let fastest = models
        .flat_map(|force| force.models())
        .max_by_key(|unit| unit.move_in)?;
    let (name, turn) = (
        &fastest.name,
        i32::from(MOVE_ACTIONS) * i32::from(fastest.move_in),
    );
    let way = gap - i32::from(ENGAGEMENT_IN);
    if turn >= way {
        return Some(format!(
            "zones {gap} in apart, of which \"{name}\" moves {turn} in its first turn, expected a longer way to melee"
        ));
    }
    (MELEE_ROUND * turn < way).then(|| {
        format!(
            "zones {gap} in apart, of which \"{name}\", the fastest, moves {turn} in a turn, expected a way to melee \
             by round {MELEE_ROUND}"
        )
    })
}

/// Something blocks sight, but not so much that a force could hide as a whole
/// (`ms93.game.terrain-density`). Of forces in zones.
fn sight(scenario: &Scenario) -> Vec<String> {
    if !scenario.terrain.iter().any(|piece| piece.blocks_los) {
        return vec!["nothing blocks sight, expected a few pieces of terrain that do".to_owned()];
    }
    let Deployment::Zone(_) = scenario.deployment else {
        return Vec::new();
    };
    let options = Options {
        hex_in: scenario.hex_in,
        ..Options::default()
    };
    // A bout that does not compile is refused when it is to be played.
    let Ok(bout) = Bout::battle(scenario, [PolicyKind::Greedy; 2], &options) else {
        return Vec::new();
    };
    let mut state = Battle::default();
    state.reset(&bout);
    let view = View {
        bout: &bout,
        state: &state,
    };
    let zones = Side::BOTH.map(|side| {
        let columns = 0..scenario.width;
        let places = columns.flat_map(|col| (0..scenario.depth).map(move |row| (col, row)));
        let hexes = places.map(|(col, row)| Hex::from_offset(col, row));
        hexes
            .filter(|&hex| bout.table.in_zone(side, hex))
            .collect::<Vec<Hex>>()
    });
    let hideouts = |side: Side| {
        let enemy = &zones[side.other().index()];
        let hidden = |&&hex: &&Hex| enemy.iter().all(|&from| view.is_hidden(hex, from));
        zones[side.index()].iter().filter(hidden).count()
    };
    let faults = Side::BOTH.into_iter().filter_map(|side| {
        let force = &scenario.forces[side.index()];
        let (models, room) = (force.models().count(), hideouts(side));
        (room >= models).then(|| {
            format!(
                "all {models} of \"{}\" could hide from the other zone, which does not see {room} hexes of theirs, expected \
                 less that blocks sight",
                force.name
            )
        })
    });
    faults.collect()
}

/// Four control points lie in pairs about a fifth, each pair about as far from it
/// (`ms93.simple.cp-layout`).
fn pairs(scenario: &Scenario) -> Option<String> {
    let centre = (scenario.width / 2, scenario.depth / 2);
    let mut ways: Vec<i32> = scenario
        .control_points
        .iter()
        .map(|&point| inches(scenario, point, centre))
        .collect();
    ways.sort_unstable();
    let &[_, a, b, c, d] = ways.as_slice() else {
        return None;
    };
    let apart = (b - a).max(d - c);
    (apart > PAIR_IN).then(|| {
        format!(
            "two control points of a pair differ by {apart} in in their way to the centre, expected at most {PAIR_IN} in"
        )
    })
}

/// Five control points, not too close to each other and to the edge (`ms93.secure.free-placement`), unless
/// they lie in pairs as in a Simple Battle.
fn points(scenario: &Scenario) -> Vec<String> {
    let points = &scenario.control_points;
    let mut found = Vec::new();
    if points.len() != POINTS {
        let count = points.len();
        found.push(format!(
            "control points: {count}, expected {POINTS} in Secure the Objective"
        ));
    }
    let near = points.iter().enumerate().any(|(place, &point)| {
        let others = points[place + 1..].iter();
        let mut apart = others.map(|&other| inches(scenario, point, other));
        apart.any(|apart| apart < POINTS_APART_IN)
    });
    if near {
        found.push(format!(
            "control points closer than {POINTS_APART_IN} in to each other"
        ));
    }
    let hex_in = i32::from(scenario.hex_in.inches());
    let at_edge = points.iter().any(|&(column, row)| {
        let ends = [
            column,
            row,
            scenario.width - 1 - column,
            scenario.depth - 1 - row,
        ];
        // The edge is one hex beyond the last.
        ends.iter()
            .any(|&hexes| (i32::from(hexes) + 1) * hex_in < POINT_FROM_EDGE_IN)
    });
    if at_edge {
        found.push(format!(
            "control points closer than {POINT_FROM_EDGE_IN} in to the edge"
        ));
    }
    found
}

/// Twenty to thirty buildings with streets between them, and forces that deploy in turn
/// (`ms93.rampage.setup`).
fn city(scenario: &Scenario) -> Vec<String> {
    let buildings: Vec<&TerrainPiece> = scenario
        .terrain
        .iter()
        .filter(|piece| piece.is_building())
        .collect();
    let mut found = Vec::new();
    if !BUILDINGS.contains(&buildings.len()) {
        found.push(format!(
            "buildings in the city: {}, expected {} to {}",
            buildings.len(),
            BUILDINGS.start(),
            BUILDINGS.end()
        ));
    }
    let street = |this: &TerrainPiece| {
        let others = buildings.iter().filter(|other| other.hexes != this.hexes);
        let ways = others.flat_map(|other| &other.hexes).flat_map(|&there| {
            this.hexes
                .iter()
                .map(move |&here| inches(scenario, here, there))
        });
        ways.min()
    };
    let odd = buildings
        .iter()
        .filter(|building| street(building).is_some_and(|way| !STREET_IN.contains(&way)));
    if let Some(building) = odd.clone().next() {
        found.push(format!(
            "\"{}\" and {} more buildings stand closer than {} in to the next or farther than {} in from it",
            building.name,
            odd.count() - 1,
            STREET_IN.start(),
            STREET_IN.end()
        ));
    }
    if scenario.deployment != Deployment::Alternate {
        found.push("forces deploy in zones, expected deployment = \"alternate\"".to_owned());
    }
    found
}

fn inches(scenario: &Scenario, a: Place, b: Place) -> i32 {
    let [a, b] = [a, b].map(|(column, row)| Hex::from_offset(column, row));
    i32::from(a.distance(b)) * i32::from(scenario.hex_in.inches())
}
