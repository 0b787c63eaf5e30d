//! Placing the squads.

use equipoise_dice::Dice;
use equipoise_engine::{Hex, Log, Side};

use super::board::Edge;
use super::event::Event;
use super::facing::Facing;
use super::game::Game;
use super::refusal::{Refusal, require};
use super::state::{Battle, Life, Lists, Table, UnitId};

/// Both squads being placed (`mm30.deploy.alternate`).
#[derive(Clone, Debug)]
pub struct Deployment {
    /// The edge of each side.
    edges: [Edge; 2],
    /// Whether each unit is placed.
    placed: Vec<bool>,
    /// The side that placed last.
    last: Option<Side>,
}

impl Deployment {
    /// Nobody is placed; the Defender has chosen an edge (`mm30.deploy.area`).
    #[must_use]
    pub fn new(table: &Table, defender_edge: Edge) -> Self {
        Self::in_memory(table, defender_edge, Vec::new())
    }

    /// A new deployment that notes in a given list who is placed.
    pub(super) fn in_memory(table: &Table, defender_edge: Edge, mut placed: Vec<bool>) -> Self {
        let defender = table.attacker.other();
        placed.clear();
        placed.resize(table.pieces.len(), false);
        Self {
            edges: Side::BOTH.map(|side| Edge::of_side(side, defender, defender_edge)),
            placed,
            last: None,
        }
    }

    /// Gives the list back.
    pub(super) fn into_memory(self) -> Vec<bool> {
        self.placed
    }

    /// The side that places the next unit; `None` once all are placed.
    #[must_use]
    pub fn next_side(&self, table: &Table) -> Option<Side> {
        let waits = |side: Side| {
            let mut units = table.pieces.iter().zip(&self.placed);
            units.any(|(piece, placed)| piece.side == side && !placed)
        };
        let first = self.last.map_or(table.attacker, Side::other);
        [first, first.other()].into_iter().find(|&side| waits(side))
    }

    /// Keeps a unit off the board: it is neither activated nor attacked (`mm30.deploy.reserves`). No mission
    /// here lets it in.
    ///
    /// # Errors
    /// When the unit is placed.
    pub fn keep_back<D: Dice, L: Log<Event>>(
        &mut self,
        game: &mut Game<'_, D, L>,
        unit: UnitId,
    ) -> Result<(), Refusal> {
        let waits = self.placed.get(unit) == Some(&false);
        require(waits, "mm30.deploy.reserves", "the unit is placed")?;
        game.battle.units[unit].life = Life::Reserve;
        self.placed[unit] = true;
        game.log.record(|| Event::KeptBack { unit });
        Ok(())
    }

    /// Places a unit on the ground of its side's area, facing any way.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn place<D: Dice, L: Log<Event>>(
        &mut self,
        game: &mut Game<'_, D, L>,
        unit: UnitId,
        hex: Hex,
        facing: Facing,
    ) -> Result<(), Refusal> {
        let level = game.view().ground(hex);
        self.place_at(game, unit, (hex, level), facing)
    }

    /// Places a unit at a level of a hex of its side's area: in the air or in water if it flies or swims.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn place_at<D: Dice, L: Log<Event>>(
        &mut self,
        game: &mut Game<'_, D, L>,
        unit: UnitId,
        (hex, level): (Hex, i8),
        facing: Facing,
    ) -> Result<(), Refusal> {
        let rule = "mm30.deploy.alternate";
        let table = game.table;
        let waits = self.placed.get(unit) == Some(&false);
        require(waits, rule, "the unit is placed")?;
        let side = table.pieces[unit].side;
        require(
            self.next_side(table) == Some(side),
            rule,
            "the other side is to place",
        )?;
        let own = table.board.in_area(self.edges[side.index()], hex);
        require(own, "mm30.deploy.area", "outside the deployment area")?;
        game.view().check_level(unit, hex, level)?;
        game.view().check_ground(unit, hex, level)?;
        let placed = self
            .placed
            .iter()
            .zip(&game.battle.units)
            .zip(&table.pieces);
        let friends = placed.filter(|((placed, state), piece)| {
            **placed && state.on_board() && piece.side == side && state.hex == hex
        });
        let room = friends.count() < usize::from(table.options.max_friendly_per_hex);
        require(room, "mm30.move.friendly-stack", "the hex is full")?;
        let state = &mut game.battle.units[unit];
        (state.hex, state.elevation, state.facing) = (hex, level, facing);
        game.log.record(|| Event::Placed { unit, hex, facing });
        self.placed[unit] = true;
        self.last = Some(side);
        Ok(())
    }
}

impl Battle {
    /// Every unit whole, in the south-west corner, before deployment.
    #[must_use]
    pub fn before(table: &Table) -> Self {
        let enter = |piece: &super::state::Piece| piece.enter(Hex::default(), 0, Facing::NORTH);
        Self {
            units: table.pieces.iter().map(enter).collect(),
            round: 0,
            turn: None,
            main: None,
            last: None,
            reactions: Vec::new(),
            structures: table
                .terrain
                .structures
                .iter()
                .map(|it| it.defense())
                .collect(),
            falls: Vec::new(),
            owners: vec![None; table.markers.len()],
            points: Default::default(),
            scored: [0; 2],
            by_round: Vec::new(),
            lists: Lists::default(),
        }
    }
}
