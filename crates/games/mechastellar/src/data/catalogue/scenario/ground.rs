//! Table, places on it, terrain.

use std::collections::BTreeMap;

use super::super::limits;
use super::super::weapons::read_name;
use crate::data::scenario::{Environment, MAX_PIECES, Place, Scenario, TerrainPiece};
use crate::options::HexSize;
use equipoise_engine::source::raw::{Fields, Node};

const ENVIRONMENTS: [(&str, Environment); 2] = [
    ("ground", Environment::Ground),
    ("space", Environment::Space),
];

const TABLE_EXPECTED: &str = "a table such as { width = 13, depth = 13, environment = \"ground\" }";
const HEX_EXPECTED: &str = "1, 2 or 4: inches of a hex, 4 when left out";
const PLACE_EXPECTED: &str = "a place such as [3, 4]: column and row, from 0";
const HEXES_EXPECTED: &str = "an array of places such as [[3, 4], [4, 4]]";
const AREA_EXPECTED: &str = "a table such as { from = [3, 4], to = [5, 6] }";
const SHAPE_EXPECTED: &str =
    "`hexes = [[3, 4], [4, 4]]` or `area = { from = [3, 4], to = [5, 6] }`";

/// The table without what stands on it.
#[derive(Clone, Copy)]
pub(super) struct Ground {
    pub(super) hex_in: HexSize,
    pub(super) width: i16,
    pub(super) depth: i16,
    pub(super) environment: Environment,
}

impl Ground {
    pub(super) fn read(root: &Fields<'_>) -> Option<Self> {
        let fields = root
            .required("table", TABLE_EXPECTED)?
            .fields(TABLE_EXPECTED)?;
        let hex_in = match fields.optional("hex_in") {
            Some(node) => node.number(limits::HEX_IN).and_then(|inches| {
                let size = HexSize::of(inches);
                if size.is_none() {
                    node.refuse(HEX_EXPECTED);
                }
                size
            }),
            None => Some(HexSize::Four),
        };
        // The edges are read even under a wrong measure, so that their mistakes show as well.
        let limits = limits::table(hex_in.unwrap_or(HexSize::One));
        let width = fields.number("width", limits);
        let depth = fields.number("depth", limits);
        let environment = match fields.optional("environment") {
            Some(node) => node.choice(&ENVIRONMENTS),
            None => Some(Environment::Ground),
        };
        fields.finish();
        Some(Self {
            hex_in: hex_in?,
            width: width?,
            depth: depth?,
            environment: environment?,
        })
    }

    /// That of a scenario.
    pub(super) const fn of(scenario: &Scenario) -> Self {
        Self {
            hex_in: scenario.hex_in,
            width: scenario.width,
            depth: scenario.depth,
            environment: scenario.environment,
        }
    }

    pub(super) fn contains(self, (col, row): Place) -> bool {
        (0..self.width).contains(&col) && (0..self.depth).contains(&row)
    }

    /// Why a place outside is none.
    pub(super) fn off_table(self, place: Place) -> String {
        format!(
            "{} is off the table, expected columns 0 to {} and rows 0 to {}",
            shown(place),
            self.width - 1,
            self.depth - 1
        )
    }
}

/// A place as files write it.
pub(super) fn shown((col, row): Place) -> String {
    format!("[{col}, {row}]")
}

/// Reads `[3, 4]`, on the table or not.
pub(super) fn read_place(node: &Node<'_>) -> Option<Place> {
    let items = node.items(PLACE_EXPECTED)?;
    let [col, row] = items.as_slice() else {
        node.refuse(PLACE_EXPECTED);
        return None;
    };
    let (col, row) = (col.number(limits::PLACE), row.number(limits::PLACE));
    Some((col?, row?))
}

/// What `kind` stands for; each tag can be stated instead.
const KINDS: [(&str, Tags); 10] = [
    (
        "building",
        Tags {
            level: 1,
            cover: true,
            blocks_los: true,
            destructible: true,
            ..Tags::NONE
        },
    ),
    (
        "tower",
        Tags {
            level: 2,
            cover: true,
            blocks_los: true,
            destructible: true,
            ..Tags::NONE
        },
    ),
    (
        "ruins",
        Tags {
            cover: true,
            destructible: true,
            ..Tags::NONE
        },
    ),
    (
        "wall",
        Tags {
            cover: true,
            blocks_los: true,
            destructible: true,
            ..Tags::NONE
        },
    ),
    (
        "forest",
        Tags {
            cover: true,
            obscuring: true,
            ..Tags::NONE
        },
    ),
    (
        "lake",
        Tags {
            deep_water: true,
            ..Tags::NONE
        },
    ),
    (
        "hill",
        Tags {
            level: 1,
            cover: true,
            blocks_los: true,
            ..Tags::NONE
        },
    ),
    (
        "mountain",
        Tags {
            level: 2,
            cover: true,
            obscuring: true,
            ..Tags::NONE
        },
    ),
    (
        "asteroid",
        Tags {
            cover: true,
            blocks_los: true,
            ..Tags::NONE
        },
    ),
    (
        "debris",
        Tags {
            cover: true,
            destructible: true,
            ..Tags::NONE
        },
    ),
];

#[derive(Clone, Copy)]
struct Tags {
    level: u8,
    cover: bool,
    blocks_los: bool,
    obscuring: bool,
    deep_water: bool,
    destructible: bool,
    small: bool,
    overhead: bool,
}

impl Tags {
    const NONE: Self = Self {
        level: 0,
        cover: false,
        blocks_los: false,
        obscuring: false,
        deep_water: false,
        destructible: false,
        small: true,
        overhead: false,
    };

    fn read(fields: &Fields<'_>) -> Option<Self> {
        let preset = match fields.optional("kind") {
            Some(node) => node.choice(&KINDS),
            None => Some(Self::NONE),
        };
        // Tags are read even under an unknown kind, so that their mistakes show as well.
        let preset_or_none = preset.unwrap_or(Self::NONE);
        let tag = |name, default| match fields.optional(name) {
            Some(node) => node.flag(),
            None => Some(default),
        };
        let level = fields.number_or("level", limits::LEVEL, preset_or_none.level);
        let cover = tag("cover", preset_or_none.cover);
        let blocks_los = tag("blocks_los", preset_or_none.blocks_los);
        let obscuring = tag("obscuring", preset_or_none.obscuring);
        let deep_water = tag("deep_water", preset_or_none.deep_water);
        let destructible = tag("destructible", preset_or_none.destructible);
        let small = tag("small", preset_or_none.small);
        let overhead = tag("overhead", preset_or_none.overhead);
        preset?;
        Some(Self {
            level: level?,
            cover: cover?,
            blocks_los: blocks_los?,
            obscuring: obscuring?,
            deep_water: deep_water?,
            destructible: destructible?,
            small: small? && destructible?,
            overhead: overhead?,
        })
    }
}

/// Reads every `[[terrain]]`; pieces with mistakes are reported and left out.
pub(super) fn read_terrain(root: &Fields<'_>, ground: Option<Ground>) -> Vec<TerrainPiece> {
    let mut taken = BTreeMap::new();
    let mut pieces = Vec::new();
    let entries = root.optional_entries("terrain", "name");
    if let Some(first) = entries.get(MAX_PIECES) {
        let count = entries.len();
        first.complain(format!(
            "number {} of {count} pieces, expected at most {MAX_PIECES}; pieces alike may be one",
            MAX_PIECES + 1
        ));
    }
    for fields in entries {
        let piece = read_piece(&fields, ground, &mut taken);
        fields.finish();
        pieces.extend(piece);
    }
    pieces
}

fn read_piece(
    fields: &Fields<'_>,
    ground: Option<Ground>,
    taken: &mut BTreeMap<Place, String>,
) -> Option<TerrainPiece> {
    let name = fields.required("name", "text in quotes");
    let name = name.and_then(|node| read_name(&node));
    let tags = Tags::read(fields);
    let shape = read_shape(fields);
    let (name, tags, (hexes, node)) = (name?, tags?, shape?);
    check_water(fields, tags, ground);
    check_shape(&hexes, &name, &node, ground, taken);
    Some(TerrainPiece {
        name,
        hexes,
        level: tags.level,
        cover: tags.cover,
        blocks_los: tags.blocks_los,
        obscuring: tags.obscuring,
        deep_water: tags.deep_water,
        destructible: tags.destructible,
        small: tags.small,
        overhead: tags.overhead,
    })
}

fn check_water(fields: &Fields<'_>, tags: Tags, ground: Option<Ground>) {
    if tags.deep_water && tags.level > 0 {
        fields.complain("is both deep water and High Ground, expected one of them");
    }
    let space = ground.is_some_and(|ground| ground.environment == Environment::Space);
    if tags.deep_water && space {
        fields.complain("is deep water in space, expected it on a ground table only");
    }
}

fn read_shape<'a>(fields: &Fields<'a>) -> Option<(Vec<Place>, Node<'a>)> {
    match (fields.optional("hexes"), fields.optional("area")) {
        (Some(node), None) => Some((read_hexes(&node)?, node)),
        (None, Some(node)) => Some((read_area(&node)?, node)),
        (None, None) => {
            fields.complain(format!("has no place, expected {SHAPE_EXPECTED}"));
            None
        }
        (Some(_), Some(node)) => {
            node.complain(format!("has two places, expected either {SHAPE_EXPECTED}"));
            None
        }
    }
}

fn read_hexes(node: &Node<'_>) -> Option<Vec<Place>> {
    let items = node.items(HEXES_EXPECTED)?;
    if items.is_empty() {
        node.complain(format!("`hexes` is empty, expected {HEXES_EXPECTED}"));
        return None;
    }
    items.iter().map(read_place).collect()
}

/// Columns and rows between two corners, both included.
fn read_area(node: &Node<'_>) -> Option<Vec<Place>> {
    let fields = node.fields(AREA_EXPECTED)?;
    let corner = |name| read_place(&fields.required(name, PLACE_EXPECTED)?);
    let (from, to) = (corner("from"), corner("to"));
    fields.finish();
    let (from, to) = (from?, to?);
    if from.0 > to.0 || from.1 > to.1 {
        node.complain(format!(
            "`area` runs from {} to {}, expected its lowest column and row first",
            shown(from),
            shown(to)
        ));
        return None;
    }
    let rows = from.1..=to.1;
    Some(
        rows.flat_map(|row| (from.0..=to.0).map(move |col| (col, row)))
            .collect(),
    )
}

/// Reports the first hex that is off the table or in another piece.
fn check_shape(
    hexes: &[Place],
    name: &str,
    node: &Node<'_>,
    ground: Option<Ground>,
    taken: &mut BTreeMap<Place, String>,
) {
    let mut sound = true;
    for &hex in hexes {
        let outside = ground.filter(|ground| !ground.contains(hex));
        let other = taken.insert(hex, name.to_owned());
        if !sound {
            continue;
        }
        if let Some(ground) = outside {
            node.complain(ground.off_table(hex));
            sound = false;
        } else if let Some(other) = other {
            node.complain(format!(
                "{} is already part of terrain \"{other}\", expected each hex in one piece",
                shown(hex)
            ));
            sound = false;
        }
    }
}
