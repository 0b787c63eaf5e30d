//! Where a unit can go in its turn.

use equipoise_engine::Hex;

use super::super::ways::preferred;
use crate::data::colour::Colour;
use crate::data::kind::UnitKind;
use crate::rules::decision::Action;
use crate::rules::facing::Facing;
use crate::rules::state::{COMMAND_COST, Posture, Stance, Turn, UnitId};
use crate::rules::view::{Arm, View};

/// Movement Points bought by Press On that a way may count on.
const MOST_PRESSED: u8 = 2;
/// Action Points that Press On leaves a unit for its attacks, with a ranged weapon and without.
const KEPT: [u8; 2] = [8, 3];
/// More than a file has hexes.
const ROWS: usize = 32;

/// Numbers of hexes are less.
pub(super) fn numbers(view: View<'_>) -> usize {
    usize::from(view.table.board.files()) * ROWS + 1
}

/// The number of a hex of the board; 0 elsewhere.
pub(super) fn number(view: View<'_>, hex: Hex) -> usize {
    let place = view.table.board.place(hex);
    place.map_or(0, |(file, row)| {
        usize::from(file) * ROWS + usize::from(row) + 1
    })
}

/// A place at the end of a way, and the first action on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) hex: Hex,
    pub(super) level: i8,
    /// Where the unit faces there; `None`: anywhere it likes.
    pub(super) facing: Option<Facing>,
    /// `None`: it is there.
    pub(super) first: Option<Action>,
    /// Action Points spent on the way.
    pub(super) ap: u8,
    /// Movement Points spent on the way.
    cost: u8,
    /// Tan and white hexes entered.
    pub(super) tan: u8,
    pub(super) white: u8,
    /// By Thruster Movement.
    pub(super) thrust: bool,
}

/// Every place that the unit in turn can walk to, straight or with one turn before it walks.
pub(super) fn spots(view: View<'_>, turn: &Turn) -> Vec<Spot> {
    let (unit, state) = (turn.unit, view.unit(turn.unit));
    let mut spots = Vec::with_capacity(128);
    let start = Spot {
        hex: state.hex,
        level: state.elevation,
        facing: Some(state.facing),
        first: None,
        ap: 0,
        cost: 0,
        tan: turn.tan,
        white: turn.white,
        thrust: false,
    };
    let bound = matches!(state.stance, Stance::Defensive { .. });
    let walks = is_free(view, unit) && !turn.thrust;
    let turns = !bound && matches!(state.posture, Posture::Standing | Posture::Kneeling);
    let tank = view.piece(unit).sheet.kind == UnitKind::Tank;
    let pressed = pressed(view, unit);
    let mut passages = Passages::new(view, unit);
    for facing in preferred(state.facing) {
        let ahead = facing == state.facing;
        let price = u8::from(!ahead && turn.rotated);
        let allowed = ahead || (turns && price <= turn.movement && (price == 0 || !turn.thrust));
        if !allowed {
            continue;
        }
        let from = Spot {
            facing: (!ahead || turn.rotated || !turns).then_some(facing),
            first: (!ahead).then_some(Action::Rotate(facing)),
            cost: price,
            ..start
        };
        let first = spots.len();
        spots.push(from);
        if walks && (ahead || !tank) {
            let ways: &[Facing] = if tank { &Facing::ALL } else { &facing.front() };
            spread(&mut passages, turn, &mut spots, first, (ways, pressed));
        }
    }
    if walks && !turn.walked && view.thruster_movement(unit).is_some() {
        thrusts(view, turn, start, &mut spots);
    }
    spots
}

/// Movement Points that a unit would buy by Press On.
fn pressed(view: View<'_>, unit: UnitId) -> u8 {
    let mut weapons = 0..view.unit(unit).weapons.len();
    let ranged = weapons.any(|at| view.usable(unit, at) && view.range(unit, Arm::Weapon(at)) > 1);
    let kept = if ranged { KEPT[0] } else { KEPT[1] };
    MOST_PRESSED.min(view.unit(unit).ap.saturating_sub(kept) / COMMAND_COST)
}

/// Whether a unit may walk at all.
fn is_free(view: View<'_>, unit: UnitId) -> bool {
    let state = view.unit(unit);
    state.posture == Posture::Standing && !view.in_hold(unit) && !state.stuck
}

/// Adds every place that is reached from one of the list by steps in these directions.
fn spread(
    passages: &mut Passages<'_>,
    turn: &Turn,
    spots: &mut Vec<Spot>,
    first: usize,
    (ways, pressed): (&[Facing], u8),
) {
    let view = passages.view;
    let start = number(view, spots[first].hex);
    passages.spots[start] = first as u16 + 1;
    for cost in spots[first].cost..turn.movement + pressed {
        let mut at = first;
        while at < spots.len() {
            let from = spots[at];
            at += 1;
            if from.cost != cost {
                continue;
            }
            for &direction in ways {
                let hex = from.hex + direction.step();
                let Some((price, level)) = passages.of((from.hex, from.level), direction) else {
                    continue;
                };
                let spent = cost + price;
                if spent > turn.movement + pressed {
                    continue;
                }
                let colour = passages.colour(hex);
                let step = if spent > turn.movement && price > turn.movement {
                    Action::PressOn
                } else {
                    Action::Step(direction)
                };
                let spot = Spot {
                    hex,
                    level,
                    first: Some(from.first.unwrap_or(step)),
                    ap: COMMAND_COST * spent.saturating_sub(turn.movement),
                    cost: spent,
                    tan: from.tan + u8::from(colour == Colour::Tan),
                    white: from.white + u8::from(colour == Colour::White),
                    ..from
                };
                let last = &mut passages.spots[number(view, hex)];
                let known = usize::from(*last);
                if known > first {
                    if spots[known - 1].cost > spent {
                        spots[known - 1] = spot;
                    }
                } else {
                    spots.push(spot);
                    *last = spots.len() as u16;
                }
            }
        }
    }
}

/// The ends of Thruster Movement, after a turn if need be.
fn thrusts(view: View<'_>, turn: &Turn, start: Spot, spots: &mut Vec<Spot>) {
    let present = view.unit(turn.unit).facing;
    for direction in present.front() {
        if let Ok(hex) = view.thruster_end(turn.unit, direction) {
            spots.push(Spot {
                hex,
                level: view.ground(hex),
                facing: Some(present),
                first: Some(Action::Thrust(direction)),
                thrust: true,
                ..start
            });
        }
    }
}

/// Steps of a unit that have been looked at.
struct Passages<'a> {
    view: View<'a>,
    unit: UnitId,
    /// By hex and direction: the price and the level after it.
    known: Vec<[Passage; 6]>,
    /// By hex: the last spot there, from 1.
    spots: Vec<u16>,
}

#[derive(Clone, Copy)]
enum Passage {
    Unknown,
    Closed,
    Open { from: i8, price: u8, level: i8 },
}

impl<'a> Passages<'a> {
    fn new(view: View<'a>, unit: UnitId) -> Self {
        let hexes = numbers(view);
        Self {
            view,
            unit,
            known: vec![[Passage::Unknown; 6]; hexes],
            spots: vec![0; hexes],
        }
    }

    /// The colour of a hex; most boards have few that matter.
    fn colour(&self, hex: Hex) -> Colour {
        if self.view.table.terrain.colours.is_empty() {
            return Colour::Grey;
        }
        self.view.colour(hex)
    }

    fn of(&mut self, from: (Hex, i8), direction: Facing) -> Option<(u8, i8)> {
        let at = number(self.view, from.0);
        let known = &mut self.known[at][usize::from(direction.number())];
        match *known {
            Passage::Closed => return None,
            Passage::Open {
                from: start,
                price,
                level,
            } if start == from.1 => return Some((price, level)),
            Passage::Open { .. } | Passage::Unknown => {}
        }
        let found = self
            .view
            .passage(self.unit, from, from.0 + direction.step());
        *known = found.map_or(Passage::Closed, |(price, level)| Passage::Open {
            from: from.1,
            price,
            level,
        });
        found.ok()
    }
}
