//! Tactical points and initiative.

use equipoise_dice::Dice;

use equipoise_engine::{Log, Side};

use super::decision::{Policy, Shift};
use super::event::{Event, RollKind};
use super::game::Game;
use super::piece::Piece;
use super::state::{MAX_UNITS, UnitId};

impl<P: Policy, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Each player spends the Tactical Points it brought; the side that wins a roll-off begins. A
    /// Gamemaster brought none (`bull.tactical.spend`).
    pub(crate) fn spend_tactical_points(&mut self) {
        if self.bout.options.tactical_points == 0 {
            return;
        }
        let faces = self.dice.face_off(self.bout.options.die_faces);
        let first = if faces[0] > faces[1] {
            Side::A
        } else {
            Side::B
        };
        self.log.record(|| Event::TableOrder { faces, first });
        for side in [first, first.other()] {
            if self.bout.gamemaster != Some(side) {
                self.bout
                    .side(side)
                    .for_each(|unit| self.spend_points_of(unit));
            }
        }
    }

    fn spend_points_of(&mut self, unit: UnitId) {
        let mut points = self.bout.options.tactical_points;
        while points > 0 {
            let answer = self.ask("tactical", unit, |policy, view, dice| {
                policy.tactical(view, unit, points, dice)
            });
            let Some((shift, cost)) =
                answer.and_then(|shift| self.priced_shift(unit, shift, points))
            else {
                return;
            };
            points -= cost;
            self.shift(unit, shift, cost);
        }
    }

    /// The shift with its price, if it is one step of a piece that the player may shift and the points
    /// pay for.
    fn priced_shift(&self, unit: UnitId, shift: Shift, points: u8) -> Option<(Shift, u8)> {
        let view = self.view();
        let known = view.pieces(unit).any(|piece| piece == shift.piece);
        let from = known.then(|| view.sector_of(shift.piece))?;
        let mut steps = self.bout.map.neighbours(from).iter();
        let &(_, step) = steps.find(|(to, _)| *to == shift.to)?;
        (step.cost() <= points).then_some((shift, step.cost()))
    }

    fn shift(&mut self, unit: UnitId, Shift { piece, to }: Shift, points: u8) {
        let place = match piece {
            Piece::Marker => &mut self.state.marker,
            Piece::Unit(moved) => &mut self.state.units[moved].sector,
        };
        let from = std::mem::replace(place, to);
        let bout = self.bout;
        self.log.record(|| Event::Shift {
            unit,
            piece: match piece {
                Piece::Marker => None,
                Piece::Unit(moved) => Some(moved),
            },
            from: bout.sector(from),
            to: bout.sector(to),
            points,
        });
    }

    /// Rolls initiative and sorts (`bull.initiative.roll`, `bull.initiative.order`); extra actions
    /// of Cut Scenes come before the first turn of the battle, if at all (`bull.dice.cut-scene`).
    pub(crate) fn roll_initiative(&mut self) {
        for unit in 0..self.bout.units.len() {
            if self.state.units[unit].in_play() {
                let dice = self.bout.units[unit].engineering;
                let successes = self.roll(unit, RollKind::Initiative, dice, 0);
                self.state.units[unit].initiative = successes;
            }
        }
        self.raise_initiative();
        self.sort_order();
        self.play_scenes(UnitId::from(self.state.order[0]));
    }

    /// Overdrive on the rolls: everybody decides seeing the rolls, nobody what others spend.
    fn raise_initiative(&mut self) {
        let units = self.bout.units.len();
        let mut offers = [0; MAX_UNITS];
        for (unit, offer) in offers.iter_mut().enumerate().take(units) {
            *offer = self.offer_on_initiative(unit);
        }
        for (unit, offer) in offers.into_iter().enumerate().take(units) {
            // Pilots that share a pool may have offered more than it holds.
            let points = offer.min(self.view().overdrive(unit));
            if points > 0 {
                let rolled = self.state.units[unit].initiative;
                self.state.units[unit].initiative =
                    self.spend_overdrive(unit, RollKind::Initiative, points, rolled);
            }
        }
    }

    fn offer_on_initiative(&mut self, unit: UnitId) -> u8 {
        let state = &self.state.units[unit];
        let rolled = state.initiative;
        if !state.in_play() || self.view().overdrive(unit) == 0 {
            return 0;
        }
        let roll = RollKind::Initiative;
        self.ask("overdrive", unit, |policy, view, dice| {
            policy.overdrive(view, unit, roll, rolled, dice)
        })
    }

    /// Highest successes first, then higher Engineering, then dice.
    fn sort_order(&mut self) {
        let count = self.bout.units.len();
        let mut order: [u8; MAX_UNITS] = std::array::from_fn(|unit| unit as u8);
        order[..count].sort_by_key(|&unit| std::cmp::Reverse(self.precedence(unit)));
        let mut start = 0;
        while start < count {
            let rank = self.precedence(order[start]);
            let tied = order[start..count]
                .iter()
                .take_while(|&&unit| self.precedence(unit) == rank)
                .count();
            self.break_tie(&mut order[start..start + tied]);
            start += tied;
        }
        self.state.order = order;
        self.log.record(|| Event::Order {
            order: order[..count].iter().map(|&unit| unit.into()).collect(),
        });
    }

    /// Mecha out of the fight come last, without dice.
    #[inline]
    fn precedence(&self, unit: u8) -> (bool, u8, u8) {
        let state = &self.state.units[usize::from(unit)];
        let engineering = self.bout.units[usize::from(unit)].engineering;
        (state.in_play(), state.initiative, engineering)
    }

    /// Each of a tied group rolls one die, higher faces first; who is still tied rolls again.
    fn break_tie(&mut self, tied: &mut [u8]) {
        let fighting = |unit: &u8| self.state.units[usize::from(*unit)].in_play();
        if tied.len() < 2 || !tied.iter().all(fighting) {
            return;
        }
        let faces = self.bout.options.die_faces;
        if let [first, second] = tied {
            // Two roll until one is higher.
            let shown = self.dice.face_off(faces);
            self.show_die(*first, shown[0]);
            self.show_die(*second, shown[1]);
            if shown[1] > shown[0] {
                std::mem::swap(first, second);
            }
            return;
        }
        let mut shown = [0; MAX_UNITS];
        for &unit in &*tied {
            let face = self.dice.face(faces);
            shown[usize::from(unit)] = face;
            self.show_die(unit, face);
        }
        let face = |unit: &u8| shown[usize::from(*unit)];
        tied.sort_by_key(|unit| std::cmp::Reverse(face(unit)));
        for group in tied.chunk_by_mut(|a, b| face(a) == face(b)) {
            self.break_tie(group);
        }
    }

    fn show_die(&mut self, unit: u8, face: u8) {
        let unit = usize::from(unit);
        self.log.record(|| Event::TieDie { unit, face });
    }
}
