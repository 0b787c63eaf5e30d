//! Events as lines a player can read.

use equipoise_engine::{Narrate, Side};

use crate::rules::bout::Bout;
use crate::rules::event::{Ending, Event, RollKind};
use crate::sector::Sector;
use crate::system::Bullseye;

impl Narrate for Bullseye {
    fn narrate(bout: &Bout, event: &Event) -> String {
        Narrator { bout }.line(event)
    }
}

struct Narrator<'a> {
    bout: &'a Bout,
}

impl Narrator<'_> {
    /// A mecha with its side, and its number among the namesakes of its side: `Jackal #2 (A)`.
    fn unit(&self, unit: usize) -> String {
        let units = &self.bout.units;
        let own = self.bout.side(units[unit].side);
        let namesakes = |among: std::ops::Range<usize>| {
            among
                .filter(|&other| units[other].name == units[unit].name)
                .count()
        };
        let number = match namesakes(own.clone()) {
            1 => String::new(),
            _ => format!(" #{}", namesakes(own.start..unit + 1)),
        };
        format!("{}{number} ({})", units[unit].name, units[unit].side)
    }

    fn weapon(&self, unit: usize, weapon: usize) -> &str {
        &self.bout.units[unit].weapons[weapon].name
    }

    fn line(&self, event: &Event) -> String {
        match event {
            Event::Setup { .. }
            | Event::TableOrder { .. }
            | Event::Shift { .. }
            | Event::TieDie { .. }
            | Event::Order { .. } => self.opening(event),
            Event::Roll { .. } | Event::Overdrive { .. } | Event::Spend { .. } => self.roll(event),
            Event::Round { .. }
            | Event::Hold { .. }
            | Event::LostTurn { .. }
            | Event::Turn { .. }
            | Event::Move { .. }
            | Event::Strafe { .. }
            | Event::CutScene { .. }
            | Event::ExtraAction { .. } => self.turn(event),
            _ => self.attack(event),
        }
    }

    /// Set-up, tactical points and initiative.
    fn opening(&self, event: &Event) -> String {
        match event {
            Event::Setup {
                sectors,
                marker,
                overdrive,
            } => {
                let place = |unit: usize| {
                    let (at, points) = (sectors[unit], overdrive[unit]);
                    format!("{} at {at}, Overdrive {points}", self.unit(unit))
                };
                let places: Vec<String> = (0..sectors.len()).map(place).collect();
                format!("Start: {}; the objective at {marker}", places.join("; "))
            }
            Event::TableOrder {
                faces: [a, b],
                first,
            } => format!("Roll-off for the tactical points: A {a}, B {b}; {first} begins"),
            Event::Shift {
                unit,
                piece,
                from,
                to,
                points,
            } => {
                let piece = piece.map_or_else(|| "the objective".to_owned(), |u| self.unit(u));
                let who = self.unit(*unit);
                format!("{who} shifts {piece} from {from} to {to} for {points} tactical points")
            }
            Event::TieDie { unit, face } => {
                format!("{} rolls {face} for the tie", self.unit(*unit))
            }
            Event::Order { order } => {
                let order: Vec<String> = order.iter().map(|&unit| self.unit(unit)).collect();
                format!("Order: {}", order.join(", "))
            }
            _ => String::new(),
        }
    }

    fn roll(&self, event: &Event) -> String {
        match event {
            Event::Roll {
                unit,
                roll,
                dice,
                strafing,
                successes,
            } => {
                let extra = match strafing {
                    0 => String::new(),
                    dice => format!(", {dice} of them strafing"),
                };
                let (who, what) = (self.unit(*unit), roll_name(*roll));
                format!("{who} {what}: {successes} successes on {dice} dice{extra}")
            }
            Event::Overdrive { unit, gained, left } => {
                format!("{} gains {gained} Overdrive, now {left}", self.unit(*unit))
            }
            Event::Spend {
                unit,
                roll,
                points,
                left,
                result,
            } => {
                let (who, what) = (self.unit(*unit), roll_name(*roll));
                format!("{who} spends {points} Overdrive on {what}: {result}, {left} left")
            }
            _ => String::new(),
        }
    }

    fn turn(&self, event: &Event) -> String {
        match event {
            Event::Round { round } => format!("Round {round}"),
            Event::Hold { unit } => format!("{} holds", self.unit(*unit)),
            Event::LostTurn { unit } => format!("{} loses its held turn", self.unit(*unit)),
            Event::Turn { unit, held: false } => format!("{} takes its turn", self.unit(*unit)),
            Event::Turn { unit, held: true } => format!("{} takes its held turn", self.unit(*unit)),
            Event::Move {
                unit,
                path,
                cost,
                points,
            } => {
                let (who, path) = (self.unit(*unit), path_of(path));
                format!("{who} moves {path} for {cost} of {points} MP")
            }
            Event::Strafe { unit, pool } => format!("{} strafes, pool {pool}", self.unit(*unit)),
            Event::CutScene { unit, successes } => {
                format!(
                    "{} earns a Cut Scene with {successes} successes",
                    self.unit(*unit)
                )
            }
            Event::ExtraAction { unit, action } => {
                format!("{} uses its Cut Scene: {action}", self.unit(*unit))
            }
            _ => String::new(),
        }
    }

    fn attack(&self, event: &Event) -> String {
        match event {
            Event::Attack {
                attacker,
                target,
                weapon,
                range,
                dice,
                ..
            } => {
                let (who, whom) = (self.unit(*attacker), self.unit(*target));
                let weapon = self.weapon(*attacker, *weapon);
                format!("{who} attacks {whom} with {weapon} at range {range}: {dice} dice")
            }
            Event::Strafing { unit, points, left } => {
                format!(
                    "{} uses {points} strafing points, {left} left",
                    self.unit(*unit)
                )
            }
            Event::Compare {
                attack,
                defense,
                hit,
                ..
            } => {
                let result = if *hit { "a hit" } else { "no hit" };
                format!("{attack} against {defense}: {result}")
            }
            Event::Push {
                unit, path, margin, ..
            } => {
                let (whom, path) = (self.unit(*unit), path_of(path));
                format!("{whom} is pushed {path}, margin {margin}")
            }
            _ => self.damage(event),
        }
    }

    fn damage(&self, event: &Event) -> String {
        match event {
            Event::Box { unit, boxes } => format!("{}: {boxes} boxes checked", self.unit(*unit)),
            Event::Stability {
                unit,
                face,
                boxes,
                holds,
            } => {
                let result = if *holds { "holds together" } else { "fails" };
                format!(
                    "{} rolls {face} against {boxes} boxes: {result}",
                    self.unit(*unit)
                )
            }
            Event::Disabled { unit } => format!("{} is disabled", self.unit(*unit)),
            Event::FightOn {
                unit,
                configurations,
            } => {
                let who = self.unit(*unit);
                format!("{who} fights on, {configurations} Configurations left")
            }
            Event::Lethal { unit } => format!("{} enters the lethal phase", self.unit(*unit)),
            Event::Dead { unit } => format!("The pilot of {} dies", self.unit(*unit)),
            Event::End { winner, ending } => end(*winner, *ending),
            _ => String::new(),
        }
    }
}

const fn roll_name(roll: RollKind) -> &'static str {
    match roll {
        RollKind::Initiative => "initiative",
        RollKind::Movement => "movement",
        RollKind::Attack => "attack",
        RollKind::Defense => "defense",
    }
}

fn path_of(path: &[Sector]) -> String {
    let sectors: Vec<String> = path.iter().map(ToString::to_string).collect();
    sectors.join(" - ")
}

fn end(winner: Option<Side>, ending: Ending) -> String {
    let why = match ending {
        Ending::Objective => "by the objective",
        Ending::Elimination => "by elimination",
        Ending::RoundLimit => "at the round limit",
    };
    match winner {
        Some(side) => format!("{side} wins {why}"),
        None => format!("A draw {why}"),
    }
}
