//! Events as lines a player can read.

use equipoise_engine::{Hex, Narrate, Side};

use crate::rules::aim::Aim;
use crate::rules::board::Board;
use crate::rules::bout::Bout;
use crate::rules::check::Reading;
use crate::rules::event::{Command, Event, Peril};
use crate::rules::facing::Facing;
use crate::rules::state::{Piece, UnitId};
use crate::system::ThirtyMm;

impl Narrate for ThirtyMm {
    fn narrate(bout: &Bout, event: &Event) -> String {
        let table = bout.table(Side::A);
        Narrator {
            pieces: &table.pieces,
            board: &table.board,
        }
        .line(event)
    }
}

struct Narrator<'a> {
    pieces: &'a [Piece],
    board: &'a Board,
}

impl Narrator<'_> {
    /// A unit with its side, and its number among the namesakes of its side: `Mud Hog #2 (A)`.
    fn unit(&self, unit: UnitId) -> String {
        let piece = &self.pieces[unit];
        let namesake =
            |other: &&Piece| other.side == piece.side && other.sheet.name == piece.sheet.name;
        let number = match self.pieces.iter().filter(namesake).count() {
            1 => String::new(),
            _ => format!(" #{}", self.pieces[..=unit].iter().filter(namesake).count()),
        };
        format!("{}{number} ({})", piece.sheet.name, piece.side)
    }

    fn weapon(&self, unit: UnitId, weapon: Option<usize>) -> &str {
        weapon.map_or("bare hands", |at| &self.pieces[unit].weapons[at].name)
    }

    fn section(&self, unit: UnitId, section: usize) -> &str {
        &self.pieces[unit].sheet.sections[section].name
    }

    fn shield(&self, unit: UnitId, shield: usize) -> &str {
        let sheet = &self.pieces[unit].sheet;
        let held = sheet.shields.iter().map(|held| &held.item);
        let mut shields = held.chain(&sheet.carried_shields);
        shields.nth(shield).map_or("shield", |shield| &shield.name)
    }

    fn aim(&self, unit: UnitId, aim: Aim) -> &str {
        match aim {
            Aim::Section(at) => self.section(unit, at),
            Aim::Weapon(at) => self.weapon(unit, Some(at)),
            Aim::Shield(at) => self.shield(unit, at),
            Aim::Equipment(at) => &self.pieces[unit].sheet.equipment[at].name,
        }
    }

    /// A letter for the file, from the west, and a number for the row, from the south: `F4`.
    fn hex(&self, hex: Hex) -> String {
        let Some((file, row)) = self.board.place(hex) else {
            return "a hex off the board".to_owned();
        };
        let letter = char::from(b'A' + file % 26);
        let letters = if file < 26 { 1 } else { 2 };
        let file: String = std::iter::repeat_n(letter, letters).collect();
        format!("{file}{}", row + 1)
    }

    fn line(&self, event: &Event) -> String {
        match event {
            Event::Sides { .. }
            | Event::Edge { .. }
            | Event::Placed { .. }
            | Event::KeptBack { .. }
            | Event::Round { .. }
            | Event::Control { .. }
            | Event::Scores { .. }
            | Event::End { .. } => self.frame(event),
            Event::ActionPoints { .. }
            | Event::Moves { .. }
            | Event::ChangesLevel { .. }
            | Event::Turns { .. }
            | Event::Thrusts { .. }
            | Event::Commands { .. }
            | Event::Draws { .. }
            | Event::Transforms { .. }
            | Event::Status { .. } => self.turn(event),
            Event::Attacks { .. }
            | Event::AttacksStructure { .. }
            | Event::Evades { .. }
            | Event::Grapples { .. }
            | Event::Holds { .. }
            | Event::Throws { .. }
            | Event::Lands { .. }
            | Event::Breaks { .. }
            | Event::Deviates { .. } => self.attack(event),
            _ => self.damage(event),
        }
    }

    /// Set-up, rounds, points.
    fn frame(&self, event: &Event) -> String {
        match event {
            Event::Sides { winner, attacker } => match winner {
                Some(winner) => {
                    format!("{winner} wins the roll for sides: {attacker} is the Attacker")
                }
                None => format!("{attacker} is the Attacker"),
            },
            Event::Edge { side, north } => {
                let edge = if *north { "north" } else { "south" };
                format!("{side}, the Defender, takes the {edge} edge")
            }
            Event::Placed { unit, hex, facing } => {
                let (who, hex, facing) = (self.unit(*unit), self.hex(*hex), direction(*facing));
                format!("{who} is placed in {hex}, facing {facing}")
            }
            Event::KeptBack { unit } => format!("{} stays in reserve", self.unit(*unit)),
            Event::Round { round } => format!("Round {round}"),
            Event::Control { marker, side } => {
                format!("{side} takes the marker in {}", self.hex(*marker))
            }
            Event::Scores {
                side,
                points,
                total,
            } => format!("{side} scores {points} for its markers, {total} in all"),
            Event::End { winner, score } => {
                let [a, b] = score;
                match winner {
                    Some(winner) => format!("{winner} wins, {a} to {b}"),
                    None => format!("A draw, {a} to {b}"),
                }
            }
            _ => String::new(),
        }
    }

    fn turn(&self, event: &Event) -> String {
        match event {
            Event::ActionPoints { unit, face, ap } => {
                format!("{} rolls {face} and has {ap} AP", self.unit(*unit))
            }
            Event::Moves { unit, to, level } => {
                let (who, to) = (self.unit(*unit), self.hex(*to));
                format!("{who} moves to {to}{}", at_level(*level))
            }
            Event::ChangesLevel { unit, level } => {
                format!("{} goes to level {level}", self.unit(*unit))
            }
            Event::Turns { unit, facing } => {
                format!("{} turns {}", self.unit(*unit), direction(*facing))
            }
            Event::Thrusts {
                unit,
                direction: way,
                hexes,
            } => {
                let (who, way) = (self.unit(*unit), direction(*way));
                let hexes = counted(u32::from(*hexes), "hex", "hexes");
                format!("{who} fires its thrusters: {hexes} {way}")
            }
            Event::Commands { unit, command } => {
                format!("{} {}", self.unit(*unit), told(*command))
            }
            Event::Draws {
                unit,
                weapon,
                from_ground,
            } => {
                let (who, weapon) = (self.unit(*unit), self.weapon(*unit, Some(*weapon)));
                let how = if *from_ground { "picks up" } else { "draws" };
                format!("{who} {how} its {weapon}")
            }
            Event::Transforms {
                unit,
                weapon,
                blade,
            } => {
                let (who, weapon) = (self.unit(*unit), self.weapon(*unit, Some(*weapon)));
                let form = if *blade { "a blade" } else { "a gun" };
                format!("{who} makes its {weapon} {form}")
            }
            Event::Status {
                unit,
                peril,
                face,
                struck,
            } => {
                let who = self.unit(*unit);
                let what = match (peril, struck) {
                    (Peril::Heat, true) => "for the heat and overheats",
                    (Peril::Heat, false) => "for the heat and stays cool",
                    (Peril::Snow, true) => "for the snow and freezes",
                    (Peril::Snow, false) => "for the snow and keeps going",
                    (Peril::SystemError, true) => "to restart and fails",
                    (Peril::SystemError, false) => "to restart and is back",
                };
                format!("{who} rolls {face} {what}")
            }
            _ => String::new(),
        }
    }

    fn attack(&self, event: &Event) -> String {
        match event {
            Event::Attacks {
                unit,
                target,
                weapon,
                aim,
                ap,
                face,
                reading,
                reaction,
            } => {
                let (who, whom) = (self.unit(*unit), self.unit(*target));
                let (weapon, part) = (self.weapon(*unit, *weapon), self.aim(*target, *aim));
                let reacting = if *reaction { "reacts and " } else { "" };
                let result = match reading {
                    Reading::Fails => "a miss",
                    Reading::Passes => "a success",
                    Reading::Natural8 => "a natural 8",
                };
                format!(
                    "{who} {reacting}attacks the {part} of {whom} with {weapon} for {ap} AP: \
                     {face}, {result}"
                )
            }
            Event::AttacksStructure {
                unit,
                structure,
                weapon,
                ap,
            } => {
                let (who, weapon) = (self.unit(*unit), self.weapon(*unit, *weapon));
                let number = structure + 1;
                format!("{who} attacks structure {number} with {weapon} for {ap} AP")
            }
            Event::Evades { unit, face, evaded } => {
                let result = if *evaded { "evades" } else { "does not evade" };
                format!("{} rolls {face} and {result}", self.unit(*unit))
            }
            Event::Grapples {
                unit,
                target,
                face,
                reading,
            } => {
                let (who, whom) = (self.unit(*unit), self.unit(*target));
                let result = match reading {
                    Reading::Fails => "no grip",
                    Reading::Passes => "a grip",
                    Reading::Natural8 => "a natural 8",
                };
                format!("{who} grapples {whom}: {face}, {result}")
            }
            Event::Holds { unit, held } => {
                format!("{} holds {}", self.unit(*unit), self.unit(*held))
            }
            Event::Throws { unit, thrown, hex } => {
                let (who, whom, hex) = (self.unit(*unit), self.unit(*thrown), self.hex(*hex));
                format!("{who} throws {whom} towards {hex}")
            }
            Event::Lands { unit, hex } => {
                format!("{} comes down in {}", self.unit(*unit), self.hex(*hex))
            }
            Event::Breaks { unit, face, free } => {
                let result = if *free {
                    "is free"
                } else {
                    "stays in the hold"
                };
                format!("{} rolls {face} and {result}", self.unit(*unit))
            }
            Event::Deviates { unit, face, hex } => {
                let (who, hex) = (self.unit(*unit), self.hex(*hex));
                format!("The shot of {who} scatters into {hex}: {face}")
            }
            _ => String::new(),
        }
    }

    fn damage(&self, event: &Event) -> String {
        match event {
            Event::SectionHit {
                unit,
                section,
                damage,
                left,
            } => {
                let part = self.section(*unit, *section);
                self.hit(*unit, part, *damage, *left, "Defense")
            }
            Event::WeaponHit {
                unit,
                weapon,
                damage,
                left,
            } => {
                let part = self.weapon(*unit, Some(*weapon));
                self.hit(*unit, part, *damage, *left, "Durability")
            }
            Event::ShieldHit {
                unit,
                shield,
                damage,
                left,
            } => {
                let part = self.shield(*unit, *shield);
                self.hit(*unit, part, *damage, *left, "Durability")
            }
            Event::EquipmentHit {
                unit,
                group,
                damage,
                left,
            } => {
                let part = self.aim(*unit, Aim::Equipment(*group));
                self.hit(*unit, part, *damage, *left, "Durability")
            }
            Event::StructureHit {
                structure,
                damage,
                left,
            } => {
                let result = result(*left, "Defense");
                format!("Structure {} takes {damage}: {result}", structure + 1)
            }
            Event::Falls {
                unit,
                levels,
                section,
            } => {
                let (who, part) = (self.unit(*unit), self.section(*unit, *section));
                let levels = counted(u32::from(*levels), "level", "levels");
                format!("{who} falls {levels}, onto its {part}")
            }
            Event::Explosion {
                unit,
                weapon,
                face,
                explodes,
            } => {
                let (who, weapon) = (self.unit(*unit), self.weapon(*unit, Some(*weapon)));
                let result = if *explodes {
                    "explodes"
                } else {
                    "does not explode"
                };
                format!("The {weapon} of {who} {result}: {face}")
            }
            Event::OutOfPlay { unit, destroyed } => {
                let how = if *destroyed {
                    "destroyed"
                } else {
                    "inoperative"
                };
                format!("{} is {how}", self.unit(*unit))
            }
            _ => String::new(),
        }
    }

    fn hit(&self, unit: UnitId, part: &str, damage: u16, left: u16, of: &str) -> String {
        let (who, result) = (self.unit(unit), result(left, of));
        format!("The {part} of {who} takes {damage}: {result}")
    }
}

const fn told(command: Command) -> &'static str {
    match command {
        Command::GetUp => "gets up",
        Command::PressOn => "presses on",
        Command::Kneel => "kneels",
        Command::Prone => "goes prone",
        Command::OffensiveStance => "takes the Offensive Stance",
        Command::DefensiveStance => "takes the Defensive Stance",
        Command::Deploy => "deploys drones",
        Command::Recall => "recalls its drones",
        Command::Reposition => "moves its drones",
        Command::TurnTurret => "turns a turret",
        Command::Release => "lets go of the unit it holds",
    }
}

fn result(left: u16, of: &str) -> String {
    match left {
        0 => "destroyed".to_owned(),
        left => format!("{left} {of} left"),
    }
}

fn at_level(level: i8) -> String {
    match level {
        0 => String::new(),
        level => format!(", level {level}"),
    }
}

fn counted(number: u32, one: &str, many: &str) -> String {
    let noun = if number == 1 { one } else { many };
    format!("{number} {noun}")
}

const fn direction(facing: Facing) -> &'static str {
    match facing.number() {
        0 => "north",
        1 => "north-east",
        2 => "south-east",
        3 => "south",
        4 => "south-west",
        _ => "north-west",
    }
}
