//! Victory points, and the markers of Reconnaissance.

use equipoise_dice::Dice;
use equipoise_engine::{Hex, Log, Side};

use super::board::Board;
use super::event::Event;
use super::game::Game;
use super::view::View;

/// Hexes of the markers of Reconnaissance, spread evenly over the line across the middle of the board
/// (`mm30.battle.recon-control`).
#[must_use]
pub fn recon_markers(board: &Board, count: u8) -> Vec<Hex> {
    let files = u16::from(board.files());
    let marker = |number: u8| {
        let file = (2 * u16::from(number) + 1) * files / (2 * u16::from(count));
        let file = file as u8;
        Board::hex(file, board.length(file) / 2)
    };
    (0..count).map(marker).collect()
}

impl View<'_> {
    /// Units of each side that stand next to a marker; vehicles do not count
    /// (`mm30.vehicle.no-interaction`).
    pub(crate) fn beside(self, marker: Hex) -> [usize; 2] {
        Side::BOTH.map(|side| {
            let near = |&unit: &usize| {
                let mech = !self.piece(unit).sheet.kind.is_vehicle();
                mech && self.in_play(unit) && self.unit(unit).hex.distance(marker) == 1
            };
            self.side(side).filter(near).count()
        })
    }

    /// Points that a side's markers are worth at the start of its turn: 1 for holding one, 1 for two, 1
    /// for more than the enemy (`mm30.battle.recon-scoring`).
    #[must_use]
    pub fn recon_points(self, side: Side) -> u16 {
        let held = |side| {
            self.battle
                .owners
                .iter()
                .filter(|&&it| it == Some(side))
                .count()
        };
        let (own, other) = (held(side), held(side.other()));
        u16::from(own >= 1) + u16::from(own >= 2) + u16::from(own > other)
    }
}

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// A marker goes to the side with more units next to it, and stays with its owner on a tie, as with
    /// nobody there (`mm30.battle.recon-control`).
    pub(crate) fn update_control(&mut self) {
        for (at, &marker) in self.table.markers.iter().enumerate() {
            let [a, b] = self.view().beside(marker);
            if a != b {
                let owner = if a > b { Side::A } else { Side::B };
                if self.battle.owners[at].replace(owner) != Some(owner) {
                    let side = owner;
                    self.log.record(|| Event::Control { marker, side });
                }
            }
        }
    }

    /// Scores for the first turn of a side in a round, not in round 1.
    pub(super) fn score_markers(&mut self, side: Side) {
        let round = self.battle.round;
        if round <= 1 || self.battle.scored[side.index()] == round {
            return;
        }
        self.battle.scored[side.index()] = round;
        let points = self.view().recon_points(side);
        self.battle.points[side.index()].primary += points;
        let total = self.battle.points[side.index()].total();
        if points > 0 {
            let scores = || Event::Scores {
                side,
                points,
                total,
            };
            self.log.record(scores);
        }
    }
}
