//! What lies on the board: coloured hexes, levels of the ground, structures.

use std::collections::{BTreeMap, BTreeSet};

use equipoise_engine::Hex;

use super::board::Board;
use crate::data::colour::Colour;
use crate::data::fault::Fault;
use crate::data::scenario::{Area, Building};

/// A building.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// The hexes it covers, 1 to 5.
    pub hexes: Vec<Hex>,
    /// Level of its top, 0 to 3.
    pub top: i8,
}

impl Structure {
    /// Its Defense when whole: 8 for each level up to its top and 2 for each hex after the first
    /// (`mm30.structure.defense`).
    #[must_use]
    pub fn defense(&self) -> u16 {
        let levels = (self.top + 1).max(0) as u16;
        8 * levels + 2 * (self.hexes.len().max(1) as u16 - 1)
    }
}

/// What lies on the board; a hex without an entry is grey and level 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terrain {
    /// Coloured hexes.
    pub colours: BTreeMap<Hex, Colour>,
    /// Hexes that are not at level 0, -2 to 2 (`mm30.terrain.levels`).
    pub levels: BTreeMap<Hex, i8>,
    /// Structures.
    pub structures: Vec<Structure>,
}

impl Terrain {
    /// Levels of the ground.
    const GROUND: std::ops::RangeInclusive<i8> = -2..=2;

    /// The terrain of a scenario: what it lists, and the same turned by half a circle
    /// (`mm30.board.symmetry`).
    #[must_use]
    pub fn of(board: &Board, areas: &[Area], buildings: &[Building]) -> Self {
        let mut terrain = Self::default();
        let at = |&[file, row]: &[u8; 2]| Board::hex(file, row);
        for area in areas {
            let listed = area.hexes.iter().map(at);
            let both = listed.flat_map(|hex| [hex, board.opposite(hex).unwrap_or(hex)]);
            for hex in both {
                if area.colour != Colour::Grey {
                    terrain.colours.insert(hex, area.colour);
                }
                if area.level != 0 {
                    terrain.levels.insert(hex, area.level);
                }
            }
        }
        for building in buildings {
            let structure = |turned: bool| {
                let hexes = building.hexes.iter().map(at);
                let hexes = hexes.map(|hex| match board.opposite(hex) {
                    Some(opposite) if turned => opposite,
                    _ => hex,
                });
                let mut hexes: Vec<Hex> = hexes.collect();
                hexes.sort_unstable();
                Structure {
                    hexes,
                    top: building.top,
                }
            };
            let (own, other) = (structure(false), structure(true));
            if own != other {
                terrain.structures.push(other);
            }
            terrain.structures.push(own);
        }
        terrain
    }

    /// Puts the whole board under light blue water, at level 0.
    pub(crate) fn flood(&mut self, board: &Board) {
        self.levels.clear();
        self.colours = board
            .hexes()
            .iter()
            .map(|&hex| (hex, Colour::LightBlue))
            .collect();
    }

    /// Whether nothing lies on the board.
    pub(super) fn is_bare(&self) -> bool {
        let grey = self.colours.values().all(|&it| it == Colour::Grey);
        grey && self.levels.values().all(|&it| it == 0) && self.structures.is_empty()
    }

    /// The colour a hex has at the start.
    #[must_use]
    pub fn colour(&self, hex: Hex) -> Colour {
        self.colours.get(&hex).copied().unwrap_or_default()
    }

    /// Level of the ground.
    #[must_use]
    pub fn level(&self, hex: Hex) -> i8 {
        self.levels.get(&hex).copied().unwrap_or_default()
    }

    /// The hexes of one colour that hang together with a hex (`mm30.terrain.placement`).
    #[must_use]
    pub fn group(&self, board: &Board, hex: Hex) -> BTreeSet<Hex> {
        let colour = self.colour(hex);
        let (mut found, mut open) = (BTreeSet::from([hex]), vec![hex]);
        while let Some(next) = open.pop() {
            for near in Hex::DIRECTIONS.map(|step| next + step) {
                if board.contains(near) && self.colour(near) == colour && found.insert(near) {
                    open.push(near);
                }
            }
        }
        found
    }

    /// Every rule that the field breaks: its numbers, areas of two colours that touch, halves that differ.
    #[must_use]
    pub fn faults(&self, board: &Board) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut fault = |rule, field, message: &str| {
            faults.push(Fault::new(rule, field, message.to_owned()));
        };
        let hexes = self.colours.keys().chain(self.levels.keys());
        let mut hexes = hexes.chain(self.structures.iter().flat_map(|it| &it.hexes));
        if !hexes.all(|&hex| board.contains(hex)) {
            let message = "terrain off the board, expected all of it on the board";
            fault("mm30.board.size", "hexes", message);
        }
        if !self.levels.values().all(|it| Self::GROUND.contains(it)) {
            let message = "ground above 2 or below -2, expected -2 to 2";
            fault("mm30.terrain.levels", "levels", message);
        }
        let sound = |it: &Structure| (1..=5).contains(&it.hexes.len()) && (0..=3).contains(&it.top);
        if !self.structures.iter().all(sound) {
            let message = "a structure off the chart, expected 1 to 5 hexes and a top of 0 to 3";
            fault("mm30.structure.defense", "structures", message);
        }
        let mut built = BTreeSet::new();
        let sites = self.structures.iter().flat_map(|it| &it.hexes);
        let mut sites = sites.filter(|&&hex| board.contains(hex));
        if !sites.all(|&hex| built.insert(hex)) {
            let message = "two structures in a hex, expected one at most";
            fault("mm30.structure.blocks", "structures", message);
        }
        if !self
            .colours
            .iter()
            .all(|(&hex, &it)| self.stands_apart(hex, it))
        {
            let message = "two colours touch, expected a hex between them";
            fault("mm30.terrain.placement", "hexes", message);
        }
        if !self.is_symmetric(board) {
            let message = "halves that differ, expected the same after half a turn";
            fault("mm30.board.symmetry", "hexes", message);
        }
        faults
    }

    fn stands_apart(&self, hex: Hex, colour: Colour) -> bool {
        let alike = |near| [colour, Colour::Grey].contains(&self.colour(near));
        colour == Colour::Grey || Hex::DIRECTIONS.iter().all(|&step| alike(hex + step))
    }

    /// Whether the board turned by half a circle is the same (`mm30.board.symmetry`).
    fn is_symmetric(&self, board: &Board) -> bool {
        let ground = board.hexes().iter().all(|&hex| {
            let other = board.opposite(hex).unwrap_or(hex);
            self.colour(hex) == self.colour(other) && self.level(hex) == self.level(other)
        });
        let plan = |hexes: &[Hex], turn: bool| -> BTreeSet<Hex> {
            let turned = |&hex| {
                if turn {
                    board.opposite(hex).unwrap_or(hex)
                } else {
                    hex
                }
            };
            hexes.iter().map(turned).collect()
        };
        ground
            && self.structures.iter().all(|one| {
                let opposite = plan(&one.hexes, true);
                let same = |it: &Structure| it.top == one.top && plan(&it.hexes, false) == opposite;
                self.structures.iter().any(same)
            })
    }
}
