//! Deployment and control points.

use super::super::limits;
use super::ground::{Ground, read_place, shown};
use crate::data::scenario::{Deployment, Place, TerrainPiece};
use crate::options::HexSize;
use equipoise_engine::Hex;
use equipoise_engine::source::raw::{Fields, Node};

const DEPLOYMENT_EXPECTED: &str = "\"alternate\" or a table such as { zone = 4 }";
const POINTS_EXPECTED: &str = "\"plus\" or an array of at most 5 places such as [[6, 6]]";

/// Control points at most this many inches from their edge (`ms10.setup.cp-layout`).
const FARTHEST_IN: u16 = 16;
/// And at least this many.
const NEAREST_IN: u16 = 8;

pub(super) fn read_deployment(root: &Fields<'_>, ground: Option<Ground>) -> Option<Deployment> {
    let node = root.required("deployment", DEPLOYMENT_EXPECTED)?;
    if !node.is_table() {
        let read = |text: &str| (text == "alternate").then_some(Deployment::Alternate);
        return node.notation(read, DEPLOYMENT_EXPECTED);
    }
    let fields = node.fields(DEPLOYMENT_EXPECTED)?;
    let zone: Option<u8> = fields.number(
        "zone",
        limits::zone(ground.map_or(HexSize::Four, |g| g.hex_in)),
    );
    fields.finish();
    let zone = zone?;
    if let Some(why) = ground.and_then(|ground| zones_meet(zone, ground)) {
        node.complain(why);
    }
    Some(Deployment::Zone(zone))
}

/// Why zones of so many rows are too deep for a table.
pub(super) fn zones_meet(rows: u8, ground: Ground) -> Option<String> {
    (2 * i16::from(rows) >= ground.depth).then(|| {
        format!(
            "zones of {rows} rows meet on a table {} deep, expected at most {} rows",
            ground.depth,
            (ground.depth - 1) / 2
        )
    })
}

/// No control points unless the file places some.
pub(super) fn read_control_points(
    root: &Fields<'_>,
    ground: Option<Ground>,
    deployment: Option<Deployment>,
    terrain: &[TerrainPiece],
) -> Option<Vec<Place>> {
    let Some(node) = root.optional("control_points") else {
        return Some(Vec::new());
    };
    if node.is_text() {
        return read_plus(&node, ground?, deployment?, terrain);
    }
    let items = node.items(POINTS_EXPECTED)?;
    if items.len() > 5 {
        node.complain(format!(
            "{} control points, expected at most 5",
            items.len()
        ));
    }
    let mut points: Vec<Place> = Vec::new();
    for item in &items {
        let place = read_place(item)?;
        if points.contains(&place) {
            item.complain(format!("a second control point at {}", shown(place)));
        }
        points.push(place);
        if let Some(why) = ground.and_then(|ground| unfit(place, ground, terrain)) {
            item.complain(format!("control point {why}"));
        }
    }
    Some(points)
}

fn read_plus(
    node: &Node<'_>,
    ground: Ground,
    deployment: Deployment,
    terrain: &[TerrainPiece],
) -> Option<Vec<Place>> {
    node.notation(|text| (text == "plus").then_some(()), POINTS_EXPECTED)?;
    let Some(points) = plus(ground, deployment) else {
        node.complain("the plus layout needs a table of at least 5 by 5 hexes of 4 in");
        return None;
    };
    for why in points
        .iter()
        .filter_map(|point| unfit(*point, ground, terrain))
    {
        node.complain(format!("control point {why}"));
    }
    Some(points)
}

/// Centre, a pair on the central line, a pair on the axis across it (`ms10.setup.cp-layout`).
///
/// The own control point lies in the foremost row of the own zone, so that the zone runs
/// "between table edge and the center of your CP"; without zones it lies 16 in from the edge.
/// On a table with an even side the centre is the hex right of, or beyond, the middle.
fn plus(ground: Ground, deployment: Deployment) -> Option<Vec<Place>> {
    let (col, row) = (ground.width / 2, ground.depth / 2);
    let [nearest, farthest] =
        [NEAREST_IN, FARTHEST_IN].map(|inches| ground.hex_in.hexes(inches) as i16);
    let least = 2 * nearest + 1;
    if ground.width < least || ground.depth < least {
        return None;
    }
    let own = match deployment {
        Deployment::Zone(rows) => i16::from(rows).clamp(nearest, farthest),
        Deployment::Alternate => farthest,
    };
    // The hex `n` hexes from an edge has the number n - 1; none may reach the centre.
    let across = own.min((ground.depth - 1) / 2) - 1;
    let along = farthest.min((ground.width - 1) / 2) - 1;
    Some(vec![
        (col, row),
        (along, row),
        (ground.width - 1 - along, row),
        (col, across),
        (col, ground.depth - 1 - across),
    ])
}

/// Why a control point may not lie there (`ms10.setup.cp-clear`).
pub(super) fn unfit(place: Place, ground: Ground, terrain: &[TerrainPiece]) -> Option<String> {
    if !ground.contains(place) {
        return Some(ground.off_table(place));
    }
    let under = piece_at(terrain, place).filter(|piece| piece.level == 0);
    if let Some(piece) = under.filter(|piece| piece.cover || piece.obscuring) {
        return Some(format!(
            "{} lies in \"{}\", which gives cover, expected open ground or High Ground",
            shown(place),
            piece.name
        ));
    }
    let hex = Hex::from_offset(place.0, place.1);
    let mut around = Hex::DIRECTIONS
        .iter()
        .map(|way| (hex + *way).to_offset())
        .filter(|next| ground.contains(*next));
    // What stands on a piece looks over it.
    let below = piece_at(terrain, place);
    let is_wall = |piece: &TerrainPiece| {
        piece.blocks_los && !below.is_some_and(|below| std::ptr::eq(below, piece))
    };
    let walled = around.all(|next| piece_at(terrain, next).is_some_and(is_wall));
    walled.then(|| {
        format!(
            "{} is walled in by terrain that blocks line of sight, expected a clear field of fire",
            shown(place)
        )
    })
}

/// The piece of terrain that covers a hex.
pub(super) fn piece_at(terrain: &[TerrainPiece], place: Place) -> Option<&TerrainPiece> {
    terrain.iter().find(|piece| piece.hexes.contains(&place))
}
