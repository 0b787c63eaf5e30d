//! Whom a unit may attack, and with what.

use super::constants::{ATTACKS_PER_TARGET, ENGAGED_SHOT_COST, SIZE_GAP};
use super::skilled::Readied;
use super::unit::{CompiledWeapon, Native};
use super::unit_id::UnitId;
use super::view::View;
use crate::data::profile::{Category, ResourceKind, Role, Tier, UnitType};
use crate::data::scenario::Environment;

/// How an attack reaches its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    /// Hand to hand.
    Melee,
    /// In line of sight.
    #[default]
    Direct,
    /// Without it (`ms10.idf.attack`).
    Indirect,
    /// An Energy shot through a destructible piece (`ms10.special.energy-through`).
    Through(u8),
}

/// The active unit and one enemy it may attack, everything settled that does not depend on the
/// weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Aim {
    pub(crate) target: UnitId,
    /// Hexes between the two.
    pub(crate) distance: u16,
    /// Momentum a shot costs (`ms10.engage.shoot-cost`).
    pub(crate) shot_cost: u8,
    melee: bool,
    /// A shot is paid and in sight; then whether the closest-target rule lets it pass.
    shot: bool,
    visible: bool,
    in_front: bool,
    closest: bool,
    /// The same judged all round.
    closest_all_round: bool,
    indirect: bool,
    /// Lock On reaches it.
    locked: bool,
    through: Option<usize>,
    /// Hexes that shots reach farther (`ms93.skill.take-the-shot`).
    pub(crate) farther: u16,
}

impl Aim {
    /// How a weapon may be used, if at all.
    #[inline(always)]
    fn form(&self, weapon: &CompiledWeapon) -> Option<Form> {
        if weapon.is_melee() {
            return (self.melee && self.distance <= weapon.range).then_some(Form::Melee);
        }
        if !self.shot || self.distance > weapon.range + self.farther {
            return None;
        }
        let bears = weapon.all_round || self.in_front;
        let closest = if weapon.all_round {
            self.closest_all_round
        } else {
            self.closest
        };
        if weapon.remote.is_some() {
            return self.indirect.then_some(Form::Indirect);
        }
        if self.visible && bears && closest {
            return Some(Form::Direct);
        }
        if weapon.indirect && self.indirect && bears {
            return Some(Form::Indirect);
        }
        let energy = weapon.category == Some(Category::Energy);
        let pierces = energy && self.locked && bears && closest;
        self.through
            .filter(|_| pierces)
            .map(|piece| Form::Through(piece as u8))
    }
}

impl<'a> View<'a> {
    /// How the active unit may attack `target`, Combat Action and weapon aside; `None` when it may
    /// not at all (`ms10.attack.two-per-target`, `ms10.challenge.duty-target`,
    /// `ms10.engage.untargetable`, `ms10.return-fire.duty`, `ms93.commander.commando`,
    /// `ms93.pilot2.deadeye-fusillade`).
    pub(crate) fn aim(self, target: UnitId) -> Option<Aim> {
        self.aim_from(self.is_engaged(self.state.turn.unit), target)
    }

    /// The same where it is known whether the active unit is engaged.
    pub(crate) fn aim_from(self, engaged: bool, target: UnitId) -> Option<Aim> {
        let unit = self.state.turn.unit;
        if !self.is_unit(target) || self.state.turn.attacks_on(target) >= ATTACKS_PER_TARGET {
            return None;
        }
        // What follows gives some enemies precedence over others.
        let (mut shielded, mut precise) = (false, false);
        if !self.is_duel() {
            shielded = self.shielded_by_melee(unit, target);
            precise = shielded && self.aims_into_melee(unit, target);
        }
        if !self.is_duel()
            && (shielded && !precise && self.state.turn.readied != Some(Readied::IntoMelee)
                || self.is_behind_allies(self.unit(unit).pos, target)
                || self.is_challenged(unit) && !self.is_challenger_of(unit, target)
                || !self.answers_fire(unit, target))
        {
            return None;
        }
        let keeps = |all_round| self.keeps_to_closest(unit, target, all_round);
        let shot_cost = if engaged { ENGAGED_SHOT_COST } else { 0 };
        let visible = self.sees(unit, target);
        let distance = self.distance(unit, target);
        let in_front = self.in_front(unit, self.unit(target).pos);
        let shot = shot_cost <= self.momentum_of(unit);
        // The closest-target rule is looked into only for shots that it can stop.
        let own = self.profile(unit);
        let farther = self.farther();
        let shoots = shot && distance <= own.gun_range + farther;
        let turrets = own.turrets;
        Some(Aim {
            target,
            distance,
            shot_cost,
            farther,
            melee: !shielded
                && visible
                && self.can_meet(unit, target)
                && self.reaches_up(unit, target),
            shot,
            visible,
            in_front,
            closest: self.is_duel() || shoots && in_front && keeps(false),
            closest_all_round: self.is_duel() || shoots && turrets && keeps(true),
            // There is no Bullseye with indirect fire.
            indirect: !precise && self.open_to_indirect(target),
            locked: self.finds(unit, target, distance),
            through: if visible {
                None
            } else {
                self.seen_through(unit, target)
            },
        })
    }

    /// On a Ground table flyers are out of reach of indirect fire, everywhere who has cover overhead
    /// (`ms10.idf.no-fly`, `ms10.idf.cover`).
    pub(crate) fn open_to_indirect(self, target: UnitId) -> bool {
        let pieces = &self.bout.terrain.pieces;
        let roof = |piece: usize| pieces[piece].overhead;
        if self.piece_at(self.unit(target).pos).is_some_and(roof) {
            return false;
        }
        !(self.bout.environment == Environment::Ground && self.has_fly(target))
    }

    /// How an aim may be followed with a weapon, everything paid (`ms10.range.max`,
    /// `ms10.range.melee-reach`, `ms10.target.arc`, `ms10.target.all-round`).
    #[inline]
    pub(crate) fn form(self, aim: &Aim, weapon: usize, special: bool) -> Option<Form> {
        let unit = self.state.turn.unit;
        let profile = self.weapon(unit, weapon);
        let form = aim.form(profile)?;
        // No AOE while either is engaged (`ms10.aoe.own-turn`).
        if profile.aoe.is_some()
            && (self.is_engaged(unit)
                || self.is_engaged(aim.target)
                || form == Form::Direct && self.is_safe_from_area(unit, aim.target))
        {
            return None;
        }
        let price = aim.shot_cost + profile.remote.unwrap_or(0);
        let affordable = profile.remote.is_none() || price <= self.momentum_of(unit);
        let ready = self.weapon_ready(unit, weapon, special) && affordable;
        (ready && self.may_throw(unit, aim.target, profile)).then_some(form)
    }

    /// Whether an aim may be followed with a weapon.
    #[inline]
    pub(crate) fn may_use(self, aim: &Aim, weapon: usize, special: bool) -> bool {
        self.form(aim, weapon, special).is_some()
    }

    /// Whether the active unit may attack `target` with `weapon` now, Combat Action aside.
    pub(crate) fn may_attack(self, weapon: usize, special: bool, target: UnitId) -> bool {
        self.aim(target)
            .is_some_and(|aim| self.may_use(&aim, weapon, special))
    }

    /// Whether a weapon may be used with the actions that are left: remote weapons need none, Free
    /// Attacks are open once a turn, all else takes the Combat Action (`ms10.army.free-attack`,
    /// `ms10.remote.attack`).
    pub(crate) fn has_action_for(self, weapon: usize) -> bool {
        let turn = &self.state.turn;
        let profile = self.weapon(turn.unit, weapon);
        profile.remote.is_some()
            || profile.free && turn.free_used >> weapon & 1 == 0
            || turn.combat_actions > 0
    }

    /// Every attack the active unit may make now with its printed weapons: aim, weapon, whether
    /// with its special.
    pub(crate) fn attacks(self) -> impl Iterator<Item = (Aim, usize, bool)> + use<'a> {
        let unit = self.state.turn.unit;
        let weapons = self.profile(unit).printed;
        let engaged = self.is_engaged(unit);
        self.enemies(unit)
            .filter_map(move |target| self.aim_from(engaged, target))
            .flat_map(move |aim| (0..weapons).map(move |weapon| (aim, weapon)))
            .flat_map(|(aim, weapon)| [(aim, weapon, false), (aim, weapon, true)])
            .filter(move |(aim, weapon, special)| {
                self.has_action_for(*weapon) && self.may_use(aim, *weapon, *special)
            })
    }

    /// Whether the closest-target rule binds a unit (`ms10.target.exempt`).
    pub(crate) fn bound_to_closest(self, unit: UnitId) -> bool {
        let profile = self.profile(unit);
        let free_tier = match profile.tier {
            Tier::Skilled | Tier::Ace => true,
            Tier::BattleTested => self.bout.options.bt_free_targeting,
            Tier::Basic => false,
        };
        !(free_tier || profile.role == Role::Sniper || profile.unit_type == UnitType::Warship)
    }

    /// A unit on High Ground is out of reach for small units below (`ms10.high-ground.melee`).
    pub(crate) fn reaches_up(self, unit: UnitId, target: UnitId) -> bool {
        self.bout.terrain.is_empty()
            || self.profile(unit).size >= SIZE_GAP
            || self.level(target) <= self.level(unit)
    }

    /// Throwing needs Power or Havoc for a larger enemy, and terrain at hand to throw
    /// (`ms10.throw.larger`, `ms10.throw.terrain`).
    #[inline(always)]
    fn may_throw(self, unit: UnitId, target: UnitId, weapon: &CompiledWeapon) -> bool {
        match weapon.native {
            Native::Printed => true,
            Native::ThrowEnemy => self.throw_cost(unit, target) <= self.strength(unit),
            Native::ThrowTerrain => self.pieces_at_hand(unit) != 0,
        }
    }

    /// Points an attack costs: those of the weapon, of its special, of a throw
    /// (`ms10.power.weapon-cost`, `ms10.throw.larger`).
    #[inline(always)]
    pub(crate) fn price(
        self,
        unit: UnitId,
        profile: &CompiledWeapon,
        special: bool,
        target: UnitId,
    ) -> u8 {
        let special = profile.special.filter(|_| special).map_or(0, |s| s.cost);
        let throw = match profile.native {
            Native::ThrowEnemy => self.throw_cost(unit, target),
            Native::Printed | Native::ThrowTerrain => 0,
        };
        profile.resource_cost + special + throw
    }

    /// Power or Havoc for throwing a larger enemy (`ms10.throw.larger`).
    pub(crate) fn throw_cost(self, unit: UnitId, target: UnitId) -> u8 {
        self.profile(target)
            .size
            .saturating_sub(self.profile(unit).size)
    }

    /// Points left that lift larger enemies: Power or Havoc, not Boost (`ms10.throw.larger`).
    fn strength(self, unit: UnitId) -> u8 {
        match self.profile(unit).resource {
            Some(ResourceKind::Power | ResourceKind::Havoc) => self.unit(unit).points,
            Some(ResourceKind::Boost) | None => 0,
        }
    }

    /// Whether a target is out of bounds because it is engaged with others
    /// (`ms10.engage.untargetable`, `ms10.target.not-valid`).
    pub(crate) fn shielded_by_melee(self, unit: UnitId, target: UnitId) -> bool {
        let held = self.held_by(target);
        !held.is_empty() && !held.contains(unit)
    }

    /// The first attack of a unit activated by Return Fire goes to the aggressor or the closest
    /// eligible enemy (`ms10.return-fire.duty`, `ms10.return-fire.exempt`).
    pub(crate) fn answers_fire(self, unit: UnitId, target: UnitId) -> bool {
        let turn = &self.state.turn;
        !turn.return_fire
            || !turn.attacked.is_empty()
            || self.state.aggressor == Some(target)
            || !self.bound_to_closest(unit)
            || self.keeps_to_closest(unit, target, false)
    }

    /// Whether a shot at `target` keeps to the closest valid enemy, inside the arc unless the
    /// weapon bears all round (`ms10.target.closest`, `ms10.target.not-valid`). Return Fire, the
    /// duty of a Challenger and targets on High Ground come first (`ms10.return-fire.duty`,
    /// `ms10.challenge.duty-target`, `ms10.advantage.high-ground-exposed`).
    pub(crate) fn keeps_to_closest(self, unit: UnitId, target: UnitId, all_round: bool) -> bool {
        let own = self.distance(unit, target);
        let turn = &self.state.turn;
        let answers = turn.return_fire && self.state.aggressor == Some(target);
        answers
            || self.is_challenger_of(unit, target)
            || !self.bound_to_closest(unit)
            || self.level(target) > 0
            || !self.enemies(unit).any(|enemy| {
                self.distance(unit, enemy) < own
                    && !self.shielded_by_melee(unit, enemy)
                    && !self.is_behind_allies(self.unit(unit).pos, enemy)
                    && (all_round || self.in_front(unit, self.unit(enemy).pos))
                    && self.sees(unit, enemy)
            })
    }
}
