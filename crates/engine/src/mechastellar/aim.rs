//! Whom a unit may attack, and with what.

use super::constants::{ATTACKS_PER_TARGET, ENGAGED_SHOT_COST};
use super::profile::{Role, Tier, UnitType};
use super::state::UnitId;
use super::view::View;

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
    shot: bool,
    /// A shot with a weapon that bears all round.
    all_round_shot: bool,
}

impl Aim {
    /// Whether a weapon of this kind and range may be used.
    #[inline]
    fn allows(&self, melee: bool, all_round: bool, range: u16) -> bool {
        self.distance <= range
            && match (melee, all_round) {
                (true, _) => self.melee,
                (false, false) => self.shot,
                (false, true) => self.all_round_shot,
            }
    }
}

impl<'a> View<'a> {
    /// How the active unit may attack `target`, Combat Action and weapon aside; `None` when it may
    /// not at all (`ms10.attack.two-per-target`, `ms10.challenge.duty-target`,
    /// `ms10.engage.untargetable`, `ms10.target.arc`, `ms10.target.closest`).
    pub(crate) fn aim(self, target: UnitId) -> Option<Aim> {
        let unit = self.state.turn.unit;
        if !self.unit(target).on_table
            || self.state.turn.attacks_on(target) >= ATTACKS_PER_TARGET
            || self.shielded_by_melee(unit, target)
            || self.is_challenged(unit) && !self.is_challenger_of(unit, target)
        {
            return None;
        }
        let shot_cost = if self.is_engaged(unit) {
            ENGAGED_SHOT_COST
        } else {
            0
        };
        let paid = shot_cost <= self.momentum_of(unit);
        let in_front = self.in_front(unit, self.unit(target).pos);
        Some(Aim {
            target,
            distance: self.distance(unit, target),
            shot_cost,
            melee: self.can_meet(unit, target),
            shot: paid && in_front && self.keeps_to_closest(unit, target, false),
            all_round_shot: paid && self.keeps_to_closest(unit, target, true),
        })
    }

    /// Whether an aim may be followed with a weapon (`ms10.range.max`, `ms10.range.melee-reach`,
    /// `ms10.target.all-round`).
    #[inline]
    pub(crate) fn may_use(self, aim: &Aim, weapon: usize, special: bool) -> bool {
        let unit = self.state.turn.unit;
        let profile = self.weapon(unit, weapon);
        aim.allows(profile.is_melee(), profile.all_round, profile.range)
            && self.weapon_ready(unit, weapon, special)
    }

    /// Whether the active unit may attack `target` with `weapon` now, Combat Action aside.
    pub(crate) fn may_attack(self, weapon: usize, special: bool, target: UnitId) -> bool {
        self.aim(target)
            .is_some_and(|aim| self.may_use(&aim, weapon, special))
    }

    /// Every attack the active unit may make now: aim, weapon, whether with its special.
    pub(crate) fn attacks(self) -> impl Iterator<Item = (Aim, usize, bool)> + use<'a> {
        let unit = self.state.turn.unit;
        let weapons = self.profile(unit).weapons.len();
        self.enemies(unit)
            .filter_map(move |target| self.aim(target))
            .flat_map(move |aim| (0..weapons).map(move |weapon| (aim, weapon)))
            .flat_map(|(aim, weapon)| [(aim, weapon, false), (aim, weapon, true)])
            .filter(move |(aim, weapon, special)| self.may_use(aim, *weapon, *special))
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

    /// Whether a target is out of bounds because it is engaged with others
    /// (`ms10.engage.untargetable`, `ms10.target.not-valid`).
    fn shielded_by_melee(self, unit: UnitId, target: UnitId) -> bool {
        let held = self.held_by(target);
        !held.is_empty() && !held.contains(unit)
    }

    /// Whether a shot at `target` keeps to the closest valid enemy, inside the arc unless the
    /// weapon bears all round (`ms10.target.closest`, `ms10.target.not-valid`). Return Fire and the
    /// duty of a Challenger come first (`ms10.return-fire.duty`, `ms10.challenge.duty-target`).
    fn keeps_to_closest(self, unit: UnitId, target: UnitId, all_round: bool) -> bool {
        let own = self.distance(unit, target);
        let turn = &self.state.turn;
        let answers = turn.return_fire && self.state.aggressor == Some(target);
        answers
            || self.is_challenger_of(unit, target)
            || !self.bound_to_closest(unit)
            || !self.enemies(unit).any(|enemy| {
                self.distance(unit, enemy) < own
                    && !self.shielded_by_melee(unit, enemy)
                    && (all_round || self.in_front(unit, self.unit(enemy).pos))
            })
    }
}
