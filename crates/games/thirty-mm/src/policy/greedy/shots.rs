//! What attacks are worth: each part of a target by what its loss takes from the unit.

use super::super::aims::arms;
use super::trial::Trial;
use super::worth::{Worth, next_ap, turns_left};
use crate::data::kind::SectionKind;
use crate::data::weapon::Tag;
use crate::rules::aim::Aim;
use crate::rules::attack::Attack;
use crate::rules::game::Game;
use crate::rules::redundancy::Strike;
use crate::rules::shot::ShotOdds;
use crate::rules::state::{AP_CAP, Cover, Place, Stance, UnitId};
use crate::rules::view::{Arm, View};

/// More damage than anything has Defense.
const ALL: u16 = u16::MAX / 4;
/// Faces of the d8 on which a mounted weapon that is shot off does not explode, and on which it does.
const QUIET: (u8, Worth) = (1, 5);
const EXPLODES: (u8, Worth) = (8, 3);

/// A part of a target.
#[derive(Clone, Copy, Debug)]
struct Part {
    aim: Aim,
    /// Defense or durability left.
    left: u16,
    /// What the target loses with it.
    whole: Worth,
    /// Defense that has to go on the shortest way to the end of the unit by this part; 0 if it is on none.
    way: u32,
}

impl Part {
    /// What damage is worth: the loss of what it destroys, or its share of that.
    fn gain(&self, damage: u16, all: Worth) -> Worth {
        let damage = Worth::from(damage.min(self.left));
        let own = self.whole * damage / Worth::from(self.left);
        if self.way == 0 {
            return own;
        }
        own.max(all * damage / Worth::from(self.way))
    }
}

/// An aim, and what a plain and a critical hit there are worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shot {
    aim: Aim,
    spread: [Option<usize>; 2],
    plain: Worth,
    critical: Worth,
}

impl Shot {
    /// 64 times the expected worth.
    fn gain(&self, odds: ShotOdds) -> Worth {
        Worth::from(odds.plain) * self.plain + Worth::from(odds.critical) * self.critical
    }
}

/// What an arm of a unit can do to a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    pub(super) unit: UnitId,
    pub(super) target: UnitId,
    pub(super) arm: Arm,
    pub(super) ap: u8,
    pub(super) range: u8,
    /// The best aims where plain hits are rare, and where they are not.
    shots: [Shot; 2],
    /// A hit on what the target hides behind.
    covered: Option<Shot>,
    /// Movement Points of the unit, Action Points of its next turn, and how many of its turns are left.
    pub(super) movement: Worth,
    pub(super) next_ap: Worth,
    pub(super) turns: Worth,
    /// The odds as the two really stand, and whether they are these wherever they stand.
    here: ShotOdds,
    flat: bool,
}

impl Prospect {
    /// The best aim as both units stand, and 64 times its worth; all odds are those of the rules.
    pub(super) fn best(&self, view: View<'_>) -> (Attack, Worth) {
        self.best_at(view, view.shot_odds(self.unit, self.arm, self.target))
    }

    /// The best aim at given odds, and 64 times its worth.
    fn best_at(&self, view: View<'_>, odds: ShotOdds) -> (Attack, Worth) {
        let from = view.unit(self.unit).hex;
        let covered = self.covered.filter(|_| {
            let cover = view.cover_against(self.target, from);
            cover.is_some()
        });
        let [rare, often] = covered.map_or(self.shots, |shot| [shot; 2]);
        let shot = if often.gain(odds) > rare.gain(odds) {
            often
        } else {
            rare
        };
        let attack = Attack {
            spread: shot.spread,
            ..Attack::new(self.arm, self.target, shot.aim)
        };
        (attack, shot.gain(odds))
    }

    /// Hexes and levels that the target is out of range.
    fn gap(&self, view: View<'_>) -> Worth {
        Worth::from(view.distance(self.unit, self.target)) - Worth::from(self.range.max(1))
    }

    /// Whether the unit can come into range in one turn.
    pub(super) fn reaches_next(&self, view: View<'_>) -> bool {
        self.gap(view) <= self.movement
    }

    /// Whether the unit can grapple the target from its own level once it has come next to it
    /// (`mm30.grapple.eligibility`).
    pub(super) fn grapples_next(&self, view: View<'_>) -> bool {
        let target = view.unit(self.target);
        let level = if self.gap(view) > 0 {
            view.ground(target.hex)
        } else {
            view.unit(self.unit).elevation
        };
        level == target.elevation
    }

    /// How sure it is that the unit can use the weapon in its next turn, in 16ths, and 64 times what an attack
    /// is then worth.
    pub(super) fn next(&self, view: View<'_>, line: &mut Line) -> (Worth, Worth) {
        let gap = self.gap(view);
        if gap > self.movement {
            let near = MOVED * 4 / (4 + gap - self.movement).max(5);
            return (near.min(HIDDEN), self.best_at(view, self.here).1);
        }
        let ranged = self.range > 1;
        let line = line.of(view, self, ranged);
        let near = match gap {
            _ if !line.clear => HIDDEN,
            ..=0 => 16,
            _ => MOVED,
        };
        let odds = if self.flat { self.here } else { line.odds };
        (near, self.best_at(view, odds).1)
    }

    /// Worth of all attacks that the next turn has Action Points for: `gain` is 64 times the worth of one,
    /// `all` the worth of the target, which is the most that they can bring.
    pub(super) fn total(&self, gain: Worth, all: Worth) -> Worth {
        (gain * (self.next_ap / Worth::from(self.ap.max(1))) / 64).min(all)
    }
}

/// Sixteenths that a threat or a promise counts if the shooter has to move first, and if it cannot see its
/// target from where it stands now.
const MOVED: Worth = 12;
pub(super) const HIDDEN: Worth = 8;

/// The line between the two units that were looked at last: prospects of a pair follow each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pair: Option<(UnitId, UnitId, bool)>,
    clear: bool,
    odds: ShotOdds,
}

impl Line {
    /// Nobody has been looked at.
    pub(super) const fn none() -> Self {
        Self {
            pair: None,
            clear: false,
            odds: ShotOdds {
                missed: 64,
                evaded: 0,
                plain: 0,
                critical: 0,
            },
        }
    }

    fn of(&mut self, view: View<'_>, it: &Prospect, ranged: bool) -> Self {
        let pair = Some((it.unit, it.target, ranged));
        if self.pair != pair {
            *self = Self {
                pair,
                clear: view.has_line(it.unit, it.target),
                odds: if it.flat {
                    it.here
                } else {
                    view.shot_odds(it.unit, it.arm, it.target)
                },
            };
        }
        *self
    }
}

/// What a unit hides behind in its Defensive Stance.
pub(super) fn cover_of(view: View<'_>, unit: UnitId) -> Option<Cover> {
    match view.unit(unit).stance {
        Stance::Defensive { cover, .. } => Some(cover),
        Stance::None | Stance::Offensive => None,
    }
}

/// All that the arms of some units can do to a target that may hide behind an item; none that would
/// change nothing.
pub(super) fn prospects(
    trial: &mut Trial<'_>,
    units: &[UnitId],
    (target, cover): (UnitId, Option<Cover>),
    found: &mut Vec<Prospect>,
) {
    let parts = parts(trial, target);
    let cover = cover.and_then(|cover| {
        let aim = match cover {
            Cover::Shield(at) => Aim::Shield(at),
            Cover::Weapon(at) => Aim::Weapon(at),
        };
        parts.iter().find(|part| part.aim == aim).copied()
    });
    for &unit in units {
        let real = trial.real;
        for arm in arms(real, unit) {
            if real.check_weapon(unit, arm).is_ok() {
                found.extend(prospect(trial, (&parts, cover), unit, arm, target));
            }
        }
    }
}

fn prospect(
    trial: &Trial<'_>,
    (parts, cover): (&[Part], Option<Part>),
    unit: UnitId,
    arm: Arm,
    target: UnitId,
) -> Option<Prospect> {
    let (view, all) = (trial.real, trial.worth(target));
    let strike = view.strike(unit, arm);
    if strike.ap > AP_CAP {
        return None;
    }
    let spreads = match arm {
        Arm::Weapon(at) => view.piece(unit).weapons[at].has(Tag::Shotgun),
        Arm::Basic => false,
    };
    let shot = |part: &Part| {
        let shot = Shot {
            aim: part.aim,
            spread: [None; 2],
            plain: part.gain(strike.damage, all),
            critical: part.gain(strike.critical(), all),
        };
        if spreads {
            widened(shot, parts, strike, all)
        } else {
            shot
        }
    };
    let weigh = |often: Worth| move |it: &Shot| often * it.plain + it.critical;
    let best = |often: Worth| {
        let value = weigh(often);
        let all = parts.iter().map(shot);
        all.reduce(|best, it| if value(&it) > value(&best) { it } else { best })
    };
    let shots = [best(1)?, best(4)?];
    let covered = cover.map(|part| Shot {
        aim: shots[0].aim,
        ..shot(&part)
    });
    (shots[1].critical > 0).then(|| Prospect {
        unit,
        target,
        arm,
        ap: strike.ap,
        range: view.range(unit, arm),
        shots,
        covered,
        movement: view.movement_points(unit).into(),
        next_ap: next_ap(view, unit),
        turns: turns_left(view, unit),
        here: view.shot_odds(unit, arm, target),
        flat: is_flat(view, unit, target),
    })
}

/// Whether places make no difference to the odds between two units.
fn is_flat(view: View<'_>, unit: UnitId, target: UnitId) -> bool {
    let terrain = &view.table.terrain;
    let bare = terrain.colours.is_empty() && terrain.levels.is_empty();
    let level = [unit, target]
        .iter()
        .all(|&it| view.unit(it).elevation == 0);
    bare && terrain.structures.is_empty() && level
}

/// The spread of a shotgun on the two further sections that lose most by it (`mm30.tag.shotgun`).
fn widened(shot: Shot, parts: &[Part], strike: Strike, all: Worth) -> Shot {
    let half = strike.damage.div_ceil(2);
    let mut most: [Option<(Worth, usize)>; 2] = [None; 2];
    for part in parts.iter().filter(|part| part.aim != shot.aim) {
        if let Aim::Section(at) = part.aim {
            let found = Some((part.gain(half, all), at));
            let [first, second] = most;
            let gain = |it: Option<(Worth, usize)>| it.map(|(gain, _)| gain);
            if gain(found) > gain(first) {
                most = [found, first];
            } else if gain(found) > gain(second) {
                most = [first, found];
            }
        }
    }
    if most.iter().all(Option::is_none) {
        return shot;
    }
    let more: Worth = most.iter().flatten().map(|it| it.0).sum();
    Shot {
        spread: most.map(|it| it.map(|(_, at)| at)),
        plain: (shot.plain + more).min(all),
        critical: (shot.critical + more).min(all),
        ..shot
    }
}

/// The parts of a target that can be aimed at.
fn parts(trial: &mut Trial<'_>, target: UnitId) -> Vec<Part> {
    let state = trial.real.unit(target);
    let exposed = |place| matches!(place, Place::Held { .. } | Place::Mounted(_));
    let sections = state.defense.iter().enumerate();
    let sections = sections.map(|(at, &left)| (Aim::Section(at), left));
    let weapons = state.weapons.iter().enumerate();
    let weapons = weapons.filter(|(_, it)| exposed(it.place));
    let weapons = weapons.map(|(at, it)| (Aim::Weapon(at), it.durability));
    let shields = state.shields.iter().enumerate();
    let shields = shields.filter(|(_, it)| exposed(it.place));
    let shields = shields.map(|(at, it)| (Aim::Shield(at), it.durability));
    let groups = state.equipment.iter().enumerate();
    let groups = groups.filter(|(at, _)| state.drones[*at].is_none());
    let groups = groups.map(|(at, &left)| (Aim::Equipment(at), left));
    let all = sections.chain(weapons).chain(shields).chain(groups);
    let ways = ways_to_end(trial.real, target);
    let part = |(aim, left)| Part {
        aim,
        left,
        whole: whole(trial, target, aim),
        way: match aim {
            Aim::Section(at) => ways[usize::from(is_torso(trial.real, target, at))],
            _ => 0,
        },
    };
    all.filter(|it| it.1 > 0).map(part).collect()
}

fn is_torso(view: View<'_>, unit: UnitId, section: usize) -> bool {
    view.piece(unit).sheet.sections[section].kind == SectionKind::Torso
}

/// Defense left of all other sections, and of the torsos: who loses either is out of play
/// (`mm30.section.inoperative`, `mm30.section.torso`). The longer way to the torsos' is none: 0.
fn ways_to_end(view: View<'_>, unit: UnitId) -> [u32; 2] {
    let mut sums = [0; 2];
    for (at, &left) in view.unit(unit).defense.iter().enumerate() {
        sums[usize::from(is_torso(view, unit, at))] += u32::from(left);
    }
    let [limbs, torsos] = sums;
    if torsos > 0 && limbs > torsos {
        [0, torsos]
    } else {
        sums
    }
}

/// What a unit loses with a part.
fn whole(trial: &mut Trial<'_>, unit: UnitId, aim: Aim) -> Worth {
    match aim {
        Aim::Section(at) => trial.loss(unit, [QUIET.0; 2], |game| {
            game.damage_section(unit, at, ALL);
        }),
        Aim::Weapon(at) => {
            let mut loss = |(face, ways): (u8, Worth)| {
                ways * trial.loss(unit, [face; 2], |game| game.damage_weapon(unit, at, ALL))
            };
            let mounted = loss(QUIET) + loss(EXPLODES);
            mounted / 8
        }
        Aim::Shield(at) => trial.loss(unit, [QUIET.0; 2], |game: &mut Game<'_, _, _>| {
            game.damage_shield(unit, at, ALL);
        }),
        Aim::Equipment(at) => trial.loss(unit, [QUIET.0; 2], |game| {
            game.damage_equipment(unit, at, ALL);
        }),
    }
}
