//! Ranged and close attacks.

use equipoise_dice::Dice;
use equipoise_engine::{Hex, Log};

use super::aim::Aim;
use super::check::{Check, Reading};
use super::event::Event;
use super::game::Game;
use super::redundancy::Strike;
use super::refusal::{Refusal, require};
use super::state::{Cover, Hold, Phase, Place, Posture, Turn, UnitId};
use super::view::{Arm, View};
use crate::data::kind::UnitKind;
use crate::data::weapon::Tag;

/// One attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The weapon.
    pub arm: Arm,
    /// The unit attacked.
    pub target: UnitId,
    /// What of it.
    pub aim: Aim,
    /// Further sections that the spread of a shotgun strikes (`mm30.tag.shotgun`).
    pub spread: [Option<usize>; 2],
}

impl Attack {
    /// An attack without spread.
    #[must_use]
    pub const fn new(arm: Arm, target: UnitId, aim: Aim) -> Self {
        Self {
            arm,
            target,
            aim,
            spread: [None; 2],
        }
    }
}

/// How an attack came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strikes {
    /// The roll failed.
    Missed,
    /// The target evaded.
    Evaded,
    /// It hit.
    Hit,
    /// It was a critical hit.
    Critical,
}

impl View<'_> {
    /// Whether a unit may make an attack, Action Points and phases apart
    /// (`mm30.ranged.eligibility`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_attack(self, unit: UnitId, attack: &Attack) -> Result<(), Refusal> {
        let table = self.table;
        let staged = self.staged(unit, attack);
        let view = staged
            .as_deref()
            .map_or(self, |battle| View { table, battle });
        view.check_in_place(unit, attack)
    }

    fn check_in_place(self, unit: UnitId, attack: &Attack) -> Result<(), Refusal> {
        let Attack {
            arm,
            target,
            aim,
            spread,
        } = *attack;
        self.check_arm(unit, arm, target)?;
        require(
            self.is_there(target, aim),
            "mm30.ranged.choose-section",
            "no such part is left",
        )?;
        self.check_spread(unit, arm, target, aim, spread)
    }

    /// Whether a unit may attack a target with a weapon, wherever it aims.
    pub(super) fn check_arm(self, unit: UnitId, arm: Arm, target: UnitId) -> Result<(), Refusal> {
        let rule = "mm30.ranged.eligibility";
        let known = target < self.battle.units.len() && self.in_play(target);
        require(known, rule, "the target takes no part")?;
        let enemies = self.piece(unit).side != self.piece(target).side;
        require(enemies, rule, "the target is no enemy")?;
        self.check_weapon(unit, arm)?;
        require(
            self.reaches(unit, arm, target),
            "mm30.weapon.range",
            "out of range",
        )?;
        require(
            self.sees(unit, target),
            "mm30.sight.blind-spot",
            "not in the field of view",
        )?;
        let seen = self.has_line(unit, target) || self.fires_blind(unit, arm);
        require(seen, "mm30.sight.los", "a structure is in the way")
    }

    /// Whether a unit can use a weapon at all now.
    pub(crate) fn check_weapon(self, unit: UnitId, arm: Arm) -> Result<(), Refusal> {
        let rule = "mm30.ranged.eligibility";
        if let Arm::Weapon(weapon) = arm {
            require(self.usable(unit, weapon), rule, "the weapon cannot be used")?;
        }
        let grounded = self.unit(unit).posture == Posture::Grounded;
        let able = !grounded || self.table.options.grounded_can_attack;
        require(able, "mm30.grapple.on-ground", "the unit is on the ground")?;
        self.check_hold(unit, arm)
    }

    /// Whether an attack needs no line of sight: missiles and rockets of an EXA Attack Sub
    /// (`mm30.vehicle.sub-missiles`).
    pub(crate) fn fires_blind(self, unit: UnitId, arm: Arm) -> bool {
        let piece = self.piece(unit);
        let (UnitKind::AttackSub, Arm::Weapon(at)) = (piece.sheet.kind, arm) else {
            return false;
        };
        let name = &piece.weapons[at].name;
        name.contains("Missile Pod") || name.contains("Rocket Launcher")
    }

    /// What a hold leaves open: no 2H weapons to the holder (`mm30.grapple.holder-weapons`), no mounted
    /// ones to the held unit (`mm30.grapple.held-weapons`).
    fn check_hold(self, unit: UnitId, arm: Arm) -> Result<(), Refusal> {
        let state = self.unit(unit);
        let weapon = match arm {
            Arm::Weapon(at) => Some((&self.piece(unit).weapons[at], &state.weapons[at])),
            Arm::Basic => None,
        };
        let mounted = weapon.is_some_and(|(_, item)| matches!(item.place, Place::Mounted(_)));
        match state.hold {
            Hold::Free => Ok(()),
            Hold::Holds { .. } => {
                let two = weapon.is_some_and(|(weapon, _)| weapon.has(Tag::TwoHanded));
                let rule = "mm30.grapple.holder-weapons";
                require(mounted || !two, rule, "a holder uses no 2H weapon")
            }
            Hold::HeldBy(_) => {
                let rule = "mm30.grapple.held-weapons";
                let may = self.table.options.hold_victim_may_attack;
                require(may, rule, "a held unit does not attack")?;
                require(!mounted, rule, "a held unit uses no mounted weapon")
            }
        }
    }

    fn check_spread(
        self,
        unit: UnitId,
        arm: Arm,
        target: UnitId,
        aim: Aim,
        spread: [Option<usize>; 2],
    ) -> Result<(), Refusal> {
        let rule = "mm30.tag.shotgun";
        let [one, two] = spread;
        if one.is_none() && two.is_none() {
            return Ok(());
        }
        let shotgun = match arm {
            Arm::Weapon(at) => self.piece(unit).weapons[at].has(Tag::Shotgun),
            Arm::Basic => false,
        };
        require(shotgun, rule, "the weapon does not spread")?;
        let others = spread.into_iter().flatten();
        let legal = others.clone().all(|at| {
            let there = self.is_there(target, Aim::Section(at));
            there && aim != Aim::Section(at)
        });
        require(
            legal && one != two,
            rule,
            "not three different sections that are left",
        )
    }

    /// Whether a target still has what is aimed at; carried and dropped items are no targets.
    fn is_there(self, target: UnitId, aim: Aim) -> bool {
        let state = self.unit(target);
        let exposed = |place| matches!(place, Place::Held { .. } | Place::Mounted(_));
        let left = match aim {
            Aim::Section(at) => state.defense.get(at).copied(),
            Aim::Equipment(at) => state.equipment.get(at).copied(),
            Aim::Weapon(at) | Aim::Shield(at) => {
                let items = match aim {
                    Aim::Shield(_) => &state.shields,
                    _ => &state.weapons,
                };
                let item = items.get(at).filter(|item| exposed(item.place));
                item.map(|item| item.durability)
            }
        };
        left.is_some_and(|left| left > 0)
    }
}

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// Makes an attack of the unit whose turn it is, in the phase of the weapon: Action Points are paid
    /// before the roll (`mm30.ranged.pay-ap`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn attack(&mut self, attack: Attack) -> Result<Strikes, Refusal> {
        let turn = self.current()?;
        let drone = self.view().carrier(turn.unit, attack.arm).is_some();
        let turn = if drone && !self.view().in_play(turn.unit) {
            self.drone_turn()?
        } else {
            self.combat_turn()?
        };
        let unit = turn.unit;
        self.view().check_attack(unit, &attack)?;
        let phase = if self.view().range(unit, attack.arm) > 1 {
            Phase::Ranged
        } else {
            Phase::Close
        };
        require(turn.phase <= phase, "mm30.turn.phases", "the phase is over")?;
        let strike = self.view().strike(unit, attack.arm);
        self.pay(unit, strike.ap, "mm30.ranged.pay-ap")?;
        self.battle.turn = Some(Turn { phase, ..turn });
        Ok(self.resolve(unit, &attack, strike))
    }

    /// The turn, if its unit may attack in it.
    pub(super) fn combat_turn(&self) -> Result<Turn, Refusal> {
        let turn = self.turn()?;
        let forfeit = "mm30.move.thruster-forfeit";
        require(!turn.thrust, forfeit, "Thruster Movement forfeits combat")?;
        require(!turn.lent, "mm30.drone.unit", "a drone unit only moves")?;
        let pinned = "mm30.grapple.hold-pinned";
        require(!turn.gripped, pinned, "the unit has just taken hold")?;
        self.view().check_leave(&turn)?;
        Ok(turn)
    }

    /// Rolls an attack that has been paid for.
    pub(super) fn resolve(&mut self, unit: UnitId, attack: &Attack, strike: Strike) -> Strikes {
        let target = attack.target;
        let ranged = self.view().range(unit, attack.arm) > 1;
        let staged = self.view().staged(unit, attack);
        let table = self.table;
        let view = staged
            .as_deref()
            .map_or(self.view(), |battle| View { table, battle });
        let check = if ranged {
            view.accuracy(unit, target)
        } else {
            view.assault(unit, target)
        };
        let evasion = view.can_evade(target);
        let evasion = evasion.then(|| view.evasion_against(target, ranged));
        let (face, reading) = check.roll(self.dice);
        let reaction = self.battle.turn.is_some_and(|turn| turn.unit != unit);
        self.log.record(|| Event::Attacks {
            unit,
            target,
            weapon: attack.arm.weapon(),
            aim: attack.aim,
            ap: strike.ap,
            face,
            reading,
            reaction,
        });
        self.battle.units[unit].record.attacks += 1;
        match reading {
            Reading::Fails => {
                if ranged && self.has_tag(unit, attack.arm, Tag::IndirectFire) {
                    self.deviate(unit, target, strike.damage);
                }
                Strikes::Missed
            }
            Reading::Passes if self.rolls_evasion(target, evasion) => Strikes::Evaded,
            Reading::Passes => {
                self.strike(unit, attack, strike.damage, strike);
                Strikes::Hit
            }
            Reading::Natural8 => {
                self.strike(unit, attack, strike.critical(), strike);
                Strikes::Critical
            }
        }
    }

    fn has_tag(&self, unit: UnitId, arm: Arm, tag: Tag) -> bool {
        match arm {
            Arm::Weapon(at) => self.table.pieces[unit].weapons[at].has(tag),
            Arm::Basic => false,
        }
    }

    /// The evasion roll, if the target can evade (`mm30.ranged.evasion-roll`).
    pub(super) fn evades(&mut self, unit: UnitId, ranged: bool) -> bool {
        let able = self.view().can_evade(unit);
        let evasion = able.then(|| self.view().evasion_against(unit, ranged));
        self.rolls_evasion(unit, evasion)
    }

    /// An evasion roll, if there is one; whether it succeeds.
    fn rolls_evasion(&mut self, unit: UnitId, evasion: Option<Check>) -> bool {
        let Some(evasion) = evasion else {
            return false;
        };
        let (face, reading) = evasion.roll(self.dice);
        let evaded = reading != Reading::Fails;
        self.log.record(|| Event::Evades { unit, face, evaded });
        evaded
    }

    /// Applies the damage of a hit to what was aimed at, and half of the Base Damage, rounded up, to what
    /// the spread strikes.
    fn strike(&mut self, unit: UnitId, attack: &Attack, damage: u16, strike: Strike) {
        let drone = self.view().carrier(unit, attack.arm);
        let drone = drone.and_then(|group| self.battle.units[unit].drones[group]);
        let from = drone.map_or(self.battle.units[unit].hex, |drone| drone.hex);
        let before = self.defense_left(attack.target);
        self.land(from, attack.target, attack.aim, damage);
        for section in attack.spread.into_iter().flatten() {
            let aim = Aim::Section(section);
            self.land(from, attack.target, aim, strike.damage.div_ceil(2));
        }
        let taken = before - self.defense_left(attack.target);
        let record = &mut self.battle.units[unit].record;
        record.hits += 1;
        record.damage += taken;
    }

    /// Defense that the core sections of a unit have left.
    fn defense_left(&self, unit: UnitId) -> u32 {
        let left = self.battle.units[unit].defense.iter();
        left.map(|&left| u32::from(left)).sum()
    }

    /// Damage that reaches a target: a Defensive Stance towards the attacker takes it in place of what was
    /// aimed at (`mm30.command.defensive-stance`).
    fn land(&mut self, from: Hex, target: UnitId, aim: Aim, damage: u16) {
        let away = match aim {
            Aim::Equipment(group) => self.battle.units[target].drones[group].is_some(),
            _ => false,
        };
        let cover = self.view().cover_against(target, from);
        let aim = match cover.filter(|_| !away) {
            Some(Cover::Shield(at)) => Aim::Shield(at),
            Some(Cover::Weapon(at)) => Aim::Weapon(at),
            None => aim,
        };
        match aim {
            Aim::Section(at) => self.damage_section(target, at, damage),
            Aim::Weapon(at) => self.damage_weapon(target, at, damage),
            Aim::Shield(at) => self.damage_shield(target, at, damage),
            Aim::Equipment(at) => self.damage_equipment(target, at, damage),
        }
    }
}
