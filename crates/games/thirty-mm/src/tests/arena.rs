//! Two units on the board, with given dice.

use std::sync::Arc;

use equipoise_dice::ScriptedDice;
use equipoise_engine::{Hex, Side, Transcript};

use super::sheets::sheet;
use crate::data::colour::Colour;
use crate::data::sheet::Sheet;
use crate::options::Options;
use crate::rules::aim::Aim;
use crate::rules::attack::Attack;
use crate::rules::board::Board;
use crate::rules::chart::Chart;
use crate::rules::event::Event;
use crate::rules::facing::Facing;
use crate::rules::game::Game;
use crate::rules::state::{Battle, Piece, Table, UnitId};
use crate::rules::terrain::{Structure, Terrain};
use crate::rules::view::{Arm, View};

pub(super) const HEAD: usize = 0;
pub(super) const TORSO: usize = 1;
pub(super) const LEFT_ARM: usize = 2;
pub(super) const RIGHT_ARM: usize = 3;
pub(super) const LEFT_LEG: usize = 4;
pub(super) const RIGHT_LEG: usize = 5;

pub(super) type TestGame<'a> = Game<'a, ScriptedDice, Transcript<Event>>;

/// A battle in which units stand where the test puts them.
pub(super) struct Arena {
    pub(super) table: Table,
    pub(super) battle: Battle,
}

impl Arena {
    /// These squads, in the south-west corner, side A first.
    pub(super) fn new(squads: [&[Sheet]; 2], values: &[(&str, &str)]) -> Self {
        let mut options = Options::default();
        for (name, value) in values {
            options.set(name, value).expect("an option");
        }
        let pieces = Side::BOTH
            .into_iter()
            .zip(squads)
            .flat_map(|(side, squad)| {
                let piece = move |sheet: &Sheet| Piece::new(side, sheet).expect("a legal sheet");
                squad.iter().map(piece)
            });
        let (board, terrain) = (Board::new(&options), Terrain::default());
        let table = Table {
            options,
            chart: Arc::new(Chart::new(&board, &terrain)),
            board,
            terrain,
            markers: Vec::new(),
            pieces: pieces.collect(),
            attacker: Side::A,
        };
        let mut battle = Battle::before(&table);
        battle.round = 1;
        Self { table, battle }
    }

    /// Two units 5 hexes apart in the middle file, facing each other: A north, B south.
    pub(super) fn duel(names: [&str; 2], values: &[(&str, &str)]) -> Self {
        let [a, b] = names.map(sheet);
        let mut arena = Self::new([&[a], &[b]], values);
        arena.put(0, 5, 3, Facing::NORTH);
        arena.put(1, 5, 8, Facing::SOUTH);
        arena
    }

    /// REF-2 against REF-2.
    pub(super) fn refs() -> Self {
        Self::duel(["REF-2", "REF-2"], &[])
    }

    pub(super) fn put(&mut self, unit: UnitId, file: u8, row: u8, facing: Facing) {
        let state = &mut self.battle.units[unit];
        state.hex = Board::hex(file, row);
        state.facing = facing;
    }

    /// Colours a hex.
    pub(super) fn paint(&mut self, file: u8, row: u8, colour: Colour) {
        self.lay(|terrain| {
            terrain.colours.insert(Board::hex(file, row), colour);
        });
    }

    /// Raises or lowers the ground of a hex.
    pub(super) fn raise(&mut self, file: u8, row: u8, level: i8) {
        self.lay(|terrain| {
            terrain.levels.insert(Board::hex(file, row), level);
        });
    }

    /// Builds a structure in hexes of the middle file, whole.
    pub(super) fn build(&mut self, rows: &[u8], top: i8) {
        self.build_on(rows.iter().map(|&row| Board::hex(5, row)), top);
    }

    /// Builds a structure, whole.
    pub(super) fn build_on(&mut self, hexes: impl IntoIterator<Item = Hex>, top: i8) {
        let hexes = hexes.into_iter().collect();
        let structure = Structure { hexes, top };
        self.battle.structures.push(structure.defense());
        self.lay(|terrain| terrain.structures.push(structure));
    }

    /// Changes the terrain.
    fn lay(&mut self, change: impl FnOnce(&mut Terrain)) {
        let table = &mut self.table;
        change(&mut table.terrain);
        table.chart = Arc::new(Chart::new(&table.board, &table.terrain));
    }

    /// Movement Points left of the turn.
    pub(super) fn points(&self) -> u8 {
        self.battle.turn.expect("a turn").movement
    }

    pub(super) fn hex(&self, unit: UnitId) -> Hex {
        self.battle.units[unit].hex
    }

    pub(super) fn view(&self) -> View<'_> {
        View {
            table: &self.table,
            battle: &self.battle,
        }
    }

    /// Acts with dice that must show exactly these faces.
    pub(super) fn act<T>(&mut self, faces: &[u8], act: impl FnOnce(&mut TestGame<'_>) -> T) -> T {
        let mut dice = ScriptedDice::new(faces.iter().copied());
        let mut log = Transcript::default();
        let mut game = Game {
            table: &self.table,
            battle: &mut self.battle,
            dice: &mut dice,
            log: &mut log,
        };
        let result = act(&mut game);
        dice.assert_all_used();
        result
    }

    /// Begins a unit's turn with this many Action Points in all, whatever was stored.
    pub(super) fn begin(&mut self, unit: UnitId, ap: u8) {
        self.battle.last = match unit {
            0 => None,
            _ => Some(self.table.pieces[unit].side.other()),
        };
        self.act(&[1], |game| game.begin_turn(unit))
            .expect("a turn");
        self.battle.units[unit].ap = ap;
    }
}

/// An attack with the first weapon on a section of unit 1.
pub(super) fn at(section: usize) -> Attack {
    Attack::new(Arm::Weapon(0), 1, Aim::Section(section))
}

/// An unarmed strike on a section of unit 1.
pub(super) fn fist(section: usize) -> Attack {
    Attack::new(Arm::Basic, 1, Aim::Section(section))
}
