//! What a hit does: a box, a stability roll, a push; and Cut Scenes.

use equipoise_dice::Dice;

use equipoise_engine::Log;

use super::decision::{Contest, ExtraAction, Policy};
use super::event::{Ending, Event, RollKind};
use super::game::Game;
use super::state::{Condition, UnitId, UnitSet};
use crate::options::{InitiativeScene, LethalFailure};

/// Failure that kills under [`LethalFailure::ThirdOverall`].
const THIRD: u8 = 3;

impl<P: Policy, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// One box whatever the margin (`bull.hit.one-box`), the stability roll, and the push if the
    /// mecha is still in play (`bull.hit.knockback`).
    pub(crate) fn hit(&mut self, contest: &Contest) {
        let unit = contest.target;
        let state = &mut self.state.units[unit];
        if state.boxes < self.bout.options.damage_boxes {
            state.boxes += 1;
            self.state.units[contest.attacker].boxes_dealt += 1;
        }
        let boxes = self.state.units[unit].boxes;
        self.log.record(|| Event::Box { unit, boxes });
        if !self.roll_stability(unit) {
            self.fail_stability(unit);
        }
        if self.state.units[unit].in_play() {
            self.push(contest);
        } else {
            self.leave_fight(contest.attacker, unit);
        }
    }

    /// One plain die against the boxes (`bull.stability.roll`).
    fn roll_stability(&mut self, unit: UnitId) -> bool {
        let face = self.dice.face(self.bout.options.die_faces);
        let boxes = self.state.units[unit].boxes;
        let holds = face > boxes;
        self.log.record(|| Event::Stability {
            unit,
            face,
            boxes,
            holds,
        });
        holds
    }

    /// A failed stability roll: death in the lethal phase (`bull.lethal.death`), else the owner's
    /// choice (`bull.stability.accept`, `bull.stability.fight-on`).
    fn fail_stability(&mut self, unit: UnitId) {
        let state = &mut self.state.units[unit];
        state.failures = state.failures.saturating_add(1);
        let fatal = match self.bout.options.lethal_failure {
            LethalFailure::AnyInLethalPhase => true,
            LethalFailure::ThirdOverall => state.failures >= THIRD,
        };
        if state.condition == Condition::Lethal && fatal {
            state.condition = Condition::Dead;
            return self.log.record(|| Event::Dead { unit });
        }
        if !self.ask("stability", unit, |policy, view, dice| {
            policy.fight_on(view, unit, dice)
        }) {
            self.state.units[unit].condition = Condition::Disabled;
            return self.log.record(|| Event::Disabled { unit });
        }
        self.fight_on(unit);
    }

    /// A Configuration goes offline; without one left the lethal phase begins and brings 1 Overdrive
    /// (`bull.lethal.enter`).
    fn fight_on(&mut self, unit: UnitId) {
        let state = &mut self.state.units[unit];
        state.configurations = state.configurations.saturating_sub(1);
        let configurations = state.configurations;
        let enters = configurations == 0 && state.condition == Condition::Active;
        self.log.record(|| Event::FightOn {
            unit,
            configurations,
        });
        if enters {
            self.state.units[unit].condition = Condition::Lethal;
            self.log.record(|| Event::Lethal { unit });
            self.gain_overdrive(unit);
        }
    }

    /// A mecha has left the fight; its side may have lost by it (`bull.victory.elimination`).
    fn leave_fight(&mut self, attacker: UnitId, unit: UnitId) {
        let counts = |condition| match condition {
            Condition::Dead => true,
            Condition::Disabled => self.bout.options.disabled_counts_as_destroyed,
            Condition::Active | Condition::Lethal => false,
        };
        if counts(self.state.units[unit].condition) {
            self.state.units[attacker].destroyed += 1;
        }
        let side = self.side(unit);
        let force = &self.state.units[self.bout.side(side)];
        if force.iter().all(|mecha| counts(mecha.condition)) {
            self.end(Some(side.other()), Ending::Elimination);
        }
    }

    /// The attacker moves the damaged mecha; an answer that is not legal leaves it where it is.
    fn push(&mut self, contest: &Contest) {
        let (attacker, unit) = (contest.attacker, contest.target);
        let margin = contest.attack - contest.defense;
        let reach = self.view().push_reach(unit, margin);
        let from = self.state.units[unit].sector;
        let to = self.ask("push", attacker, |policy, view, dice| {
            policy.push(view, contest, margin, reach, dice)
        });
        let to = match reach.contains(to) {
            true => to,
            false => reach
                .iter()
                .next()
                .filter(|_| !reach.contains(from))
                .unwrap_or(from),
        };
        if to == from {
            return;
        }
        self.state.units[unit].sector = to;
        let bout = self.bout;
        self.log.record(|| {
            let walks = if bout.options.knockback_double_quadrant {
                &bout.map.free
            } else {
                &bout.map.turn
            };
            let cost = match bout.options.knockback_optional {
                true => walks.cost(from, false, margin, to),
                false => margin,
            };
            let route = walks.route(from, false, cost, to);
            Event::Push {
                attacker,
                unit,
                path: route.into_iter().map(|id| bout.sector(id)).collect(),
                margin,
            }
        });
    }

    /// A roll showed enough for a Cut Scene (`bull.dice.cut-scene`). Extra actions earn further ones
    /// only where they chain.
    pub(crate) fn earn_scene(&mut self, unit: UnitId, roll: RollKind, successes: u8) {
        let options = &self.bout.options;
        let idle = roll == RollKind::Initiative
            && (options.cut_scene_in_initiative == InitiativeScene::None || self.state.round > 1);
        if idle || (self.state.in_scene && !options.cut_scene_chain) {
            return;
        }
        self.state.scenes.insert(unit);
        self.log.record(|| Event::CutScene { unit, successes });
    }

    /// The extra actions that an action set off, once it is resolved: first that of the combatant
    /// who acted, then those of the others by initiative.
    pub(crate) fn play_scenes(&mut self, actor: UnitId) {
        let mut left = match self.bout.options.cut_scene_chain {
            true => usize::from(self.bout.options.ones_chain_cap.max(1)),
            false => self.bout.units.len(),
        };
        while left > 0 && !self.state.over && !self.state.scenes.is_empty() {
            let unit = self.next_scene(actor);
            self.state.scenes.remove(unit);
            left -= 1;
            if self.state.units[unit].in_play() {
                self.extra_action(unit);
            }
        }
        self.state.scenes = UnitSet::default();
    }

    fn next_scene(&self, actor: UnitId) -> UnitId {
        let order = self.state.order.iter().map(|&unit| UnitId::from(unit));
        let earned = |unit: &UnitId| self.state.scenes.contains(*unit);
        [actor]
            .into_iter()
            .chain(order)
            .find(earned)
            .unwrap_or(actor)
    }

    /// One extra Move or Attack, without range penalty; weapons must be ready.
    fn extra_action(&mut self, unit: UnitId) {
        let extra = self.ask("cut-scene", unit, |policy, view, dice| {
            policy.extra_action(view, unit, dice)
        });
        let action = match extra {
            ExtraAction::Nothing => "none",
            ExtraAction::Move => "move",
            ExtraAction::Attack => "attack",
        };
        self.log.record(|| Event::ExtraAction { unit, action });
        self.state.in_scene = true;
        match extra {
            ExtraAction::Nothing => {}
            ExtraAction::Move => self.movement(unit),
            ExtraAction::Attack => self.attack(unit),
        }
        self.state.in_scene = false;
    }
}
