//! Secondary objectives as a battle is played: what is counted, and what is scored when
//! (`ms93.secondary.timing`).

use equipoise_dice::Dice;

use equipoise_engine::{Log, Side};

use super::clash::{Clash, Line, pushes};
use super::decider::Decider;
use super::earnings::Source;
use super::event::Event;
use super::game::Game;
use super::harm::Harm;
use super::secondary::{SCORCHED, Struck};
use super::secondary_view::Manner;
use super::unit::CompiledWeapon;
use super::unit_id::{UnitId, UnitSet};
use crate::data::secondary::{Category, Objective};

/// A defence before its player spends anything on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unspent {
    flat: i32,
    harm: Harm,
    momentum: u8,
    free_focus: u8,
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Victory points of the supplement by the objective of a side in a category, as far as it may still bring
    /// any (`ms93.secondary.cap`).
    fn score_objective(&mut self, side: Side, category: Category, points: u8, by: Option<UnitId>) {
        let Some(objective) = self.bout.secondary.chosen(side, category) else {
            return;
        };
        let gained = points.min(self.state.secondary.room(side, category));
        if gained == 0 {
            return;
        }
        self.state.secondary.scored[side.index()][category.index()] += gained;
        let (points, reason) = (
            self.bout.secondary.point * i32::from(gained),
            objective.name(),
        );
        if let Some(by) = by {
            return self.award(by, Source::Secondary, points, reason);
        }
        self.credit(side, Source::Secondary, points, reason);
    }

    /// What the end of a model scores and what it counts for.
    pub(crate) fn count_loss(&mut self, victim: UnitId, by: UnitId) {
        let side = self.bout.side_of(victim);
        let other = side.other();
        if self.bout.side_of(by) == other {
            let struck = self.state.secondary.strike;
            let manner = Manner {
                advantage: struck.advantage,
                melee_counter: struck.melee_counter,
            };
            let points = self.view().for_destroying(by, victim, manner);
            self.state.secondary.routed[other.index()] += 1;
            self.score_objective(other, Category::Destruction, points, Some(by));
        }
        if self.view().may_repel(other, victim) {
            self.repel(victim);
        }
        let flawless = Objective::FlawlessInsertion;
        if self.state.round <= 1 && self.bout.secondary.has(side, flawless) {
            self.count(side);
        }
    }

    /// One more of what the Survival objective of a side counts.
    fn count(&mut self, side: Side) {
        let counted = &mut self.state.secondary.counted[side.index()];
        *counted = counted.saturating_add(1);
    }

    /// A model leaves the half of its enemy or is destroyed there (`ms93.secondary.repel`).
    fn repel(&mut self, unit: UnitId) {
        self.state.secondary.repelled.insert(unit);
        let side = self.bout.side_of(unit).other();
        self.score_objective(side, Category::Battlespace, 1, None);
    }

    /// Looks which models have left the half of their enemy since the last look (`ms93.secondary.repel`).
    #[inline]
    pub(crate) fn watch_halves(&mut self) {
        if self.bout.secondary.on {
            self.look_at_halves();
        }
    }

    fn look_at_halves(&mut self) {
        let mut inside = UnitSet::EMPTY;
        let mut present = UnitSet::EMPTY;
        for (unit, state) in self.state.units.iter().enumerate() {
            if state.on_table {
                present.insert(unit);
                let enemy = self.bout.side_of(unit).other();
                if self.view().is_own_half(enemy, state.pos) {
                    inside.insert(unit);
                }
            }
        }
        let before = std::mem::replace(&mut self.state.secondary.inside, inside);
        for unit in before.without(inside).and(present).iter() {
            let side = self.bout.side_of(unit).other();
            let fresh = !self.state.secondary.repelled.contains(unit);
            if fresh && self.bout.secondary.has(side, Objective::Repel) {
                self.repel(unit);
            }
        }
    }

    /// Notes what objectives ask about an attack before it is resolved.
    #[inline]
    pub(crate) fn note_strike(&mut self, clash: &Clash, arm: &CompiledWeapon) {
        if self.bout.secondary.on {
            let view = self.view();
            let strike = &clash.strike;
            self.state.secondary.strike = Struck {
                advantage: clash.pre.blindside || view.has_advantage(strike),
                melee_counter: strike.counter.is_some() && arm.is_melee(),
                models: view.models(strike.target()).count() as u8,
                ..Struck::default()
            };
        }
    }

    /// A defence as it is before its player spends anything on it, where an objective asks.
    #[inline]
    pub(crate) fn unspent(&self, clash: &Clash) -> Option<Unspent> {
        if !self.bout.secondary.on {
            return None;
        }
        let unit = clash.strike.target();
        Some(Unspent {
            flat: clash.defence.flat,
            harm: clash.harm,
            momentum: self.view().momentum_of(unit),
            free_focus: self.state.units[unit].free_focus,
        })
    }

    /// Whether Momentum spent on a defence is what saves a model: the damage that is certain without it would
    /// have destroyed one (`ms93.secondary.minimize-losses`).
    pub(crate) fn note_spending(&mut self, clash: &Clash, unspent: Option<Unspent>) {
        let Some(unspent) = unspent else { return };
        let unit = clash.strike.target();
        let view = self.view();
        // What an Iron Wall costs may come back by a Morale save.
        let bought = clash.defence.flat != unspent.flat;
        if view.momentum_of(unit) >= unspent.momentum && !bought {
            return;
        }
        let free = view.unit(unit).free_focus < unspent.free_focus;
        let bare = Clash {
            defence: Line {
                flat: unspent.flat,
                focused: clash.defence.focused && free,
                ..clash.defence
            },
            harm: unspent.harm,
            ..*clash
        };
        let through = view.through(&bare);
        let sure = bare.harm.base(through) + bare.harm.finishing_bonus(through);
        let weakest = view.models(unit).map(|model| view.unit(model).hp).min();
        let averted = weakest.is_some_and(|hp| hp <= sure as i32);
        self.state.secondary.strike.averted = averted;
    }

    /// Counts an attack that is resolved for the Survival objective of its target
    /// (`ms93.secondary.invincible`, `ms93.secondary.minimize-losses`).
    #[inline]
    pub(crate) fn settle_strike(&mut self, clash: &Clash, arm: &CompiledWeapon, through: i32) {
        if self.bout.secondary.on {
            self.count_strike(clash, arm, through);
        }
    }

    fn count_strike(&mut self, clash: &Clash, arm: &CompiledWeapon, through: i32) {
        let struck = std::mem::take(&mut self.state.secondary.strike);
        let (attacker, target) = (clash.strike.attacker(), clash.strike.target());
        let side = self.bout.side_of(target);
        if self.bout.side_of(attacker) == side {
            return;
        }
        let unhurt = clash.harm.base(through) == 0 && !struck.pierced && !pushes(arm.effect);
        let whole = self.view().models(target).count() == usize::from(struck.models);
        let counts = match self.bout.secondary.chosen(side, Category::Survival) {
            Some(Objective::Invincible) => unhurt,
            Some(Objective::MinimizeLosses) => struck.averted && whole,
            _ => false,
        };
        if counts {
            self.count(side);
        }
    }

    /// A Combat Action in melee destroys a control point for good (`ms93.secondary.scorched-earth`).
    pub(crate) fn scorch(&mut self, point: usize) -> bool {
        if !self.view().may_scorch(point) {
            return false;
        }
        let unit = self.state.turn.unit;
        self.state.turn.combat_actions -= 1;
        self.state.turn.acted = true;
        self.state.secondary.scorched |= 1 << point;
        (self.state.owners[point], self.state.former[point]) = (None, None);
        self.log.record(|| Event::Scorched { unit, point });
        let side = self.bout.side_of(unit);
        self.score_objective(side, Category::Battlespace, SCORCHED, Some(unit));
        true
    }

    /// What the end of a round scores.
    #[inline]
    pub(crate) fn score_round(&mut self) {
        if self.bout.secondary.on {
            for side in Side::BOTH {
                let points = self.view().battlespace(side);
                self.score_objective(side, Category::Battlespace, points, None);
            }
        }
    }

    /// What the end of the battle scores, once.
    #[inline]
    pub(crate) fn score_survival(&mut self) {
        if self.bout.secondary.on {
            for side in Side::BOTH {
                let scored = self.state.secondary.scored[side.index()];
                if scored[Category::Survival.index()] == 0 {
                    let points = self.view().survival(side, None);
                    self.score_objective(side, Category::Survival, points, None);
                }
            }
        }
    }
}
