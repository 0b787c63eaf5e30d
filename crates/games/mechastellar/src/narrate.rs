//! Events as lines a player can read.

use std::ops::Range;

use equipoise_engine::{Hex, Narrate, Side};

use crate::MechaStellar;
use crate::data::profile::Shield;
use crate::rules::bout::Bout;
use crate::rules::event::{Counts, Event, MomentumCause};
use crate::rules::hurt::Location;
use crate::rules::moves::MoveKind;

impl Narrate for MechaStellar {
    fn narrate(bout: &Bout, event: &Event) -> String {
        Narrator { bout }.line(event)
    }
}

struct Narrator<'a> {
    bout: &'a Bout,
}

impl Narrator<'_> {
    /// A unit with its side, and its number among the namesakes of its side, as scenario files
    /// write it: `Maser Tank #2 (A)`.
    fn unit(&self, unit: usize) -> String {
        let units = &self.bout.units;
        let own = self.bout.side(units[unit].side);
        let namesakes = |among: Range<usize>| {
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
            Event::Setup { momentum: [a, b] } => format!("Momentum at the start: A {a}, B {b}"),
            Event::RollOff {
                purpose,
                faces: [a, b],
                winner,
            } => {
                format!("Roll-off for {purpose}: A {a}, B {b}; {winner} wins")
            }
            Event::Deploy { unit, at, .. } => {
                format!("{} deploys at {}", self.unit(*unit), place(*at))
            }
            Event::Battle {
                number,
                momentum: [a, b],
            } => format!("=== Battle {number}: Momentum A {a}, B {b} ==="),
            Event::Wave { side, number } => format!("Wave {number} of side {side} comes"),
            Event::Round { round, first } => {
                format!("--- Round {round}: side {first} goes first ---")
            }
            Event::Challenge { unit, enemy } => {
                format!("{} challenges {}", self.unit(*unit), self.unit(*enemy))
            }
            Event::Revenge { unit, enemy } => {
                format!(
                    "{} swears revenge on {}",
                    self.unit(*unit),
                    self.unit(*enemy)
                )
            }
            Event::Activate {
                unit,
                return_fire,
                order,
            } => self.activation(*unit, *return_fire, order),
            Event::Move {
                unit,
                from,
                to,
                kind,
                accelerate,
            } => self.travel(*unit, *from, *to, *kind, *accelerate),
            Event::PressOn { unit } => format!("  {} presses on in the melee", self.unit(*unit)),
            Event::Face { unit, .. } => format!("  {} turns", self.unit(*unit)),
            Event::Momentum {
                side,
                from,
                to,
                cause,
            } => {
                format!(
                    "  Momentum of {side}: {from} -> {to} ({})",
                    cause_name(*cause)
                )
            }
            Event::Points {
                unit,
                left,
                purpose,
            } => {
                format!(
                    "  {} spends points on {purpose}, {left} left",
                    self.unit(*unit)
                )
            }
            Event::Zeal { unit, actions } => {
                format!(
                    "  {} uses Zeal: +{actions} Combat Action(s)",
                    self.unit(*unit)
                )
            }
            Event::Attack {
                attacker,
                target,
                weapon,
                special,
                counter,
                inches,
            } => {
                let verb = if *counter { "counters" } else { "attacks" };
                let special = if *special { " (special)" } else { "" };
                let weapon = self.weapon(*attacker, *weapon);
                let (attacker, target) = (self.unit(*attacker), self.unit(*target));
                format!("  {attacker} {verb} {target} with {weapon}{special} at {inches} in")
            }
            Event::Pool {
                attack,
                dice,
                automatic,
                critical,
                flat,
                parts,
                ..
            } => pool_line(*attack, *dice, *automatic, *critical, *flat, parts),
            Event::Rolled { attack, roll, .. } => roll_line(*attack, "rolls", *roll),
            Event::Rerolled { attack, roll, .. } => roll_line(*attack, "rerolls to", *roll),
            Event::Focus { unit, successes } => {
                format!(
                    "    {} uses Focus: {successes} successes on the dice",
                    self.unit(*unit)
                )
            }
            Event::Skill {
                unit,
                skill,
                amount,
            } => match amount {
                0 => format!("    {} uses {skill}", self.unit(*unit)),
                _ => format!("    {} uses {skill}: {amount:+}", self.unit(*unit)),
            },
            _ => self.consequence(event),
        }
    }

    /// What an attack brings, and the end of the battle.
    fn consequence(&self, event: &Event) -> String {
        match event {
            Event::Result {
                hits,
                defences,
                unblocked,
                ..
            } => {
                format!("    {hits} HITS against {defences} DEF: {unblocked} unblocked")
            }
            Event::FinishingBlow { bonus, .. } => format!("    Finishing blow: +{bonus} damage"),
            Event::Saves {
                needed,
                dice,
                failed,
                ..
            } => {
                format!("    Armour saves on {needed}+: {dice} rolled, {failed} failed")
            }
            Event::BattleDamage {
                unit,
                location,
                called,
            } => {
                let called = if *called { " (called shot)" } else { "" };
                format!(
                    "    {} loses {}{called}",
                    self.unit(*unit),
                    self.part(*unit, *location)
                )
            }
            Event::Explosion { damage, .. } => format!("    It explodes: {damage} damage"),
            Event::Damage { unit, amount, hp } => {
                format!(
                    "    {} takes {amount} damage, {} HP left",
                    self.unit(*unit),
                    (*hp).max(0)
                )
            }
            Event::Destroyed { unit, by } => {
                format!(
                    "    {} is destroyed by {}",
                    self.unit(*unit),
                    self.unit(*by)
                )
            }
            Event::VictoryPoints {
                side,
                points,
                reason,
            } => {
                let plural = if *points == 1 { "" } else { "s" };
                format!("    {points} victory point{plural} for {side}: {reason}")
            }
            Event::Morale {
                unit,
                face,
                needed,
                passed,
            } => {
                let result = if *passed { "passed" } else { "failed" };
                format!(
                    "    Morale save of {}: {face} on {needed}+, {result}",
                    self.unit(*unit)
                )
            }
            Event::Trust { unit, dice, hp } => {
                format!(
                    "  Command Trust: {} regains {hp} HP ({dice}d10)",
                    self.unit(*unit)
                )
            }
            Event::Rally { side } => format!("  Command Rally of side {side}"),
            Event::Rout { side } => format!("  Command Rout of side {side}"),
            Event::End {
                score: [a, b],
                momentum,
                winner,
            } => ending(*a, *b, *momentum, *winner),
            _ => self.battlefield(event),
        }
    }

    /// What a Crash goes into.
    fn rammed(&self, target: Option<usize>, piece: Option<usize>) -> String {
        let unit = target.map(|unit| self.unit(unit));
        let name = |piece: usize| self.bout.terrain.pieces[piece].name.clone();
        unit.or_else(|| piece.map(name)).unwrap_or_default()
    }

    /// What only battles know: terrain, ships, squads, control points.
    fn battlefield(&self, event: &Event) -> String {
        match event {
            Event::Support {
                unit,
                attack,
                bonus,
            } => {
                let what = if *attack { "HITS" } else { "DEF" };
                format!(
                    "    Support weapons of {}: +{bonus} {what}",
                    self.unit(*unit)
                )
            }
            Event::Barrier {
                unit,
                absorbed,
                left,
            } => {
                let unit = self.unit(*unit);
                format!("    Barrier of {unit} absorbs {absorbed}, Strength {left} left")
            }
            Event::Merge { unit, joins } => {
                format!("    {} joins {}", self.unit(*joins), self.unit(*unit))
            }
            Event::Split { unit, at } => {
                format!(
                    "    {} leaves its squad for {}",
                    self.unit(*unit),
                    place(*at)
                )
            }
            Event::TakesCommand { unit } => format!("    {} takes command", self.unit(*unit)),
            Event::Leads { unit } => format!("    {} leads the squad", self.unit(*unit)),
            Event::Follow { unit, at } => {
                format!("    {} follows to {}", self.unit(*unit), place(*at))
            }
            Event::Pushed { unit, to, .. } => {
                format!("    {} is moved to {}", self.unit(*unit), place(*to))
            }
            Event::Stunned { unit, tokens } => {
                format!("    {} has {tokens} Stun Token(s)", self.unit(*unit))
            }
            Event::Batter {
                unit,
                weapon,
                piece,
            } => {
                let terrain = &self.bout.terrain.pieces[*piece].name;
                let weapon = self.weapon(*unit, *weapon);
                format!("  {} aims {weapon} at {terrain}", self.unit(*unit))
            }
            Event::Crash {
                unit,
                target,
                piece,
            } => {
                let into = self.rammed(*target, *piece);
                format!("  {} crashes into {into}", self.unit(*unit))
            }
            Event::Ram {
                unit,
                target,
                piece,
            } => {
                let into = self.rammed(*target, *piece);
                format!("  {} goes on into {into}", self.unit(*unit))
            }
            Event::Sweep { attacker, target } => {
                let (attacker, target) = (self.unit(*attacker), self.unit(*target));
                format!("  {attacker} sweeps on to {target}")
            }
            Event::Razed { piece } => {
                format!("    {} is destroyed", self.bout.terrain.pieces[*piece].name)
            }
            Event::Transform { unit, mode } => {
                let modes = &self.bout.units[*unit].modes;
                let mode = usize::from(*mode)
                    .checked_sub(1)
                    .and_then(|index| modes.get(index));
                let name = mode.map_or("the printed mode", |mode| mode.name.as_str());
                format!("  {} transforms: {name}", self.unit(*unit))
            }
            Event::Sink { unit, below } => {
                let verb = if *below { "sinks" } else { "surfaces" };
                format!("  {} {verb}", self.unit(*unit))
            }
            Event::Tuned { unit, pen, dmg } => {
                format!("  weapons of {}: PEN +{pen}, DMG +{dmg}", self.unit(*unit))
            }
            Event::Inspired { unit, uses } => {
                format!("  free Focus for {}: {uses}", self.unit(*unit))
            }
            Event::Emboldened { unit, actions } => {
                format!("  Combat Actions for {}: {actions}", self.unit(*unit))
            }
            Event::Influence { unit, orders } => {
                format!("  {} gives Captain's Orders: {orders}", self.unit(*unit))
            }
            Event::Order { unit } => format!("  Captain's Order for {}", self.unit(*unit)),
            Event::Launch { ship, unit, at } => {
                let (ship, unit) = (self.unit(*ship), self.unit(*unit));
                format!("{ship} launches {unit} to {}", place(*at))
            }
            Event::Repair { ship, unit, hp } => {
                format!("{} repairs {}: {hp} HP", self.unit(*ship), self.unit(*unit))
            }
            Event::Board { unit, ship } => {
                format!("  {} goes aboard {}", self.unit(*unit), self.unit(*ship))
            }
            Event::Leave { unit } => format!("  {} leaves the table", self.unit(*unit)),
            Event::Arrive { unit, at } => {
                format!("{} arrives at {}", self.unit(*unit), place(*at))
            }
            Event::ControlPoint { point, owner } => match owner {
                Some(side) => format!("  Control point {} belongs to {side}", point + 1),
                None => format!("  Control point {} is contested", point + 1),
            },
            Event::Scorched { unit, point } => {
                format!(
                    "  {} destroys control point {}",
                    self.unit(*unit),
                    point + 1
                )
            }
            Event::Reaction { unit, reaction } => {
                format!("    {} uses {reaction}", self.unit(*unit))
            }
            _ => String::new(),
        }
    }

    fn activation(&self, unit: usize, return_fire: bool, order: &str) -> String {
        let why = if return_fire { " by Return Fire" } else { "" };
        let order = if order.is_empty() {
            String::new()
        } else {
            format!(", order {order}")
        };
        format!("{} activates{why}{order}", self.unit(unit))
    }

    fn travel(&self, unit: usize, from: Hex, to: Hex, kind: MoveKind, accelerate: bool) -> String {
        let verb = match (accelerate, kind) {
            (true, _) => "accelerates",
            (_, MoveKind::Free) => "moves",
            (_, MoveKind::Circle) => "circles",
            (_, MoveKind::Disengage) => "disengages",
            (_, MoveKind::Feint) => "slips away",
            (_, MoveKind::Crash) => "rushes",
        };
        let inches = from.distance(to) * self.bout.distances.hex_in.inches();
        format!("  {} {verb} {inches} in to {}", self.unit(unit), place(to))
    }

    fn part(&self, unit: usize, location: Location) -> String {
        match location {
            Location::Weapon(index) => self.weapon(unit, index).to_owned(),
            Location::Shield(index) => match self.bout.units[unit].shields[index] {
                Shield::Full(value) => format!("its S{value} shield"),
                Shield::Melee(value) => format!("its MD{value} shield"),
            },
            Location::Head => "its main camera".to_owned(),
            Location::Legs => "a Move Action (legs)".to_owned(),
            Location::Core => "a point of its reactor".to_owned(),
        }
    }
}

/// A place as scenario files write it.
fn place(hex: Hex) -> String {
    let (column, row) = hex.to_offset();
    format!("[{column}, {row}]")
}

fn roll_line(attack: bool, verb: &str, roll: Counts) -> String {
    let who = if attack { "Attack" } else { "Defence" };
    format!(
        "    {who} {verb} {} critical, {} plain, {} that Focus would turn, {} failed",
        roll.crit, roll.hit, roll.mid, roll.low
    )
}

fn pool_line(
    attack: bool,
    dice: u8,
    automatic: u8,
    critical: u8,
    flat: i32,
    parts: &[(&'static str, i32)],
) -> String {
    let who = if attack { "Attack" } else { "Defence" };
    let automatic = if automatic > 0 {
        format!(" +{automatic} automatic")
    } else {
        String::new()
    };
    let critical = if critical < 10 {
        format!(", critical on {critical}")
    } else {
        String::new()
    };
    let named: Vec<String> = parts
        .iter()
        .map(|(name, value)| format!("{name} {value:+}"))
        .collect();
    let named = if named.is_empty() {
        String::new()
    } else {
        format!(" ({})", named.join(", "))
    };
    format!("    {who} pool {dice}d10{automatic} {flat:+}{critical}{named}")
}

fn ending(a: i32, b: i32, momentum: [u8; 2], winner: Option<Side>) -> String {
    let result = match winner {
        Some(side) => format!("side {side} wins"),
        None => "a draw".to_owned(),
    };
    let [ma, mb] = momentum;
    format!("=== {result}: {a} to {b} victory points, Momentum {ma} to {mb} ===")
}

fn cause_name(cause: MomentumCause) -> &'static str {
    match cause {
        MomentumCause::ShiftAway => "backs off",
        MomentumCause::ShiftCloser => "presses on",
        MomentumCause::Disengage => "disengages",
        MomentumCause::EngagedShot => "shoots while engaged",
        MomentumCause::Focus => "Focus",
        MomentumCause::Flash => "Flash",
        MomentumCause::IronWall => "Iron Wall",
        MomentumCause::Valor => "Valor",
        MomentumCause::Zeal => "Zeal",
        MomentumCause::Counter => "Counter",
        MomentumCause::Rally => "Rally",
        MomentumCause::Rout => "Rout",
        MomentumCause::Remote => "remote weapon",
        MomentumCause::Collision => "collision",
        MomentumCause::Drop => "drops off High Ground",
        MomentumCause::Reaction => "ship's reaction",
        MomentumCause::ControlPoints => "control points",
        MomentumCause::Building => "a building",
        MomentumCause::Defence => "the defence",
        MomentumCause::Roar => "roars",
        MomentumCause::Trait => "trait",
        MomentumCause::Skill => "skill",
        MomentumCause::Decoy => "decoy",
        MomentumCause::Round => "the end of the round",
    }
}
