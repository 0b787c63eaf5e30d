//! A player outside of the program, behind the face of a policy.

use std::cell::RefCell;

use equipoise_dice::Dice;
use equipoise_engine::{Choices, Player};
use serde_json::{Value, json};

use super::legal::{attacks, shifts};
use crate::policy_kind::PolicyKind;
use crate::rules::decision::{Attack, Contest, ExtraAction, MoveChoice, Policy, Shift, TurnPlan};
use crate::rules::event::RollKind;
use crate::rules::piece::Piece;
use crate::rules::sectors::{SectorId, SectorSet};
use crate::rules::state::{Condition, UnitId};
use crate::rules::view::View;

/// Asks the player, who may play both sides, and the policy where the player does not decide.
pub(crate) struct Asked<'a, 'p> {
    pub(crate) player: &'a RefCell<&'p mut dyn Player>,
    pub(crate) otherwise: PolicyKind,
}

impl Asked<'_, '_> {
    /// The player's choice; `None` leaves the decision to the policy. `more` is what the player sees beside the open
    /// information.
    fn ask<T>(
        &self,
        point: &'static str,
        view: View<'_>,
        unit: UnitId,
        more: Value,
        choices: impl FnOnce() -> Choices<T>,
    ) -> Option<T> {
        let side = view.side(unit);
        let mut player = self.player.borrow_mut();
        if !player.decides(side, point) {
            return None;
        }
        choices().put(&mut **player, point, side, || seen(view, unit, more))
    }

    fn yes_or_no(
        &self,
        point: &'static str,
        view: View<'_>,
        unit: UnitId,
        more: Value,
        [yes, no]: [&str; 2],
    ) -> Option<bool> {
        self.ask(point, view, unit, more, || {
            Choices::of([(json!(yes), true), (json!(no), false)])
        })
    }

    fn points(
        &self,
        point: &'static str,
        view: View<'_>,
        unit: UnitId,
        more: Value,
        pool: u8,
    ) -> Option<u8> {
        self.ask(point, view, unit, more, || {
            Choices::of((0..=pool).map(|points| (json!({"points": points}), points)))
        })
    }
}

/// The open information as plain data, with what only this decision shows.
fn seen(view: View<'_>, unit: UnitId, more: Value) -> Value {
    let state = view.state;
    let count = view.bout.units.len();
    let units: Vec<Value> = (0..count).map(|unit| combatant(view, unit)).collect();
    let mut seen = json!({
        "unit": unit,
        "round": state.round,
        "turn": state.turn,
        "marker": view.bout.sector(state.marker),
        "order": &state.order[..count],
        "units": units,
    });
    if let (Value::Object(seen), Value::Object(more)) = (&mut seen, more) {
        seen.extend(more);
    }
    seen
}

/// A combatant: its profile and its state.
fn combatant(view: View<'_>, unit: UnitId) -> Value {
    let (profile, state) = (view.profile(unit), view.unit(unit));
    let weapons = profile.weapons.iter().enumerate().map(|(at, weapon)| {
        json!({
            "name": weapon.name,
            "optimal_range": weapon.optimal_range,
            "ready": view.is_ready(unit, at),
        })
    });
    let condition = match state.condition {
        Condition::Active => "active",
        Condition::Lethal => "lethal",
        Condition::Disabled => "disabled",
        Condition::Dead => "dead",
    };
    json!({
        "name": profile.name,
        "side": profile.side,
        "engineering": profile.engineering,
        "movement": profile.movement,
        "attack": profile.attack,
        "defense": profile.defense,
        "skill": profile.skill,
        "weapons": weapons.collect::<Vec<Value>>(),
        "condition": condition,
        "sector": view.bout.sector(state.sector),
        "to_marker": view.to_marker(state.sector),
        "boxes": state.boxes,
        "configurations": state.configurations,
        "failures": state.failures,
        "overdrive": view.overdrive(unit),
        "strafe": state.strafe,
        "initiative": state.initiative,
        "holds": view.state.holders.contains(unit),
        "turns": state.turns,
    })
}

/// An attack as far as it has come.
fn contested(contest: &Contest) -> Value {
    json!({
        "attacker": contest.attacker,
        "target": contest.target,
        "dice": contest.dice,
        "attack": contest.attack,
        "defense": contest.defended.then_some(contest.defense),
    })
}

/// A sector to be in, with the points of movement from there to the marker and to each combatant.
fn destination(view: View<'_>, to: SectorId) -> Value {
    let units = 0..view.bout.units.len();
    let ranges = units.map(|unit| view.map().range(to, view.unit(unit).sector));
    json!({
        "to": view.bout.sector(to),
        "to_marker": view.to_marker(to),
        "ranges": ranges.collect::<Vec<u8>>(),
    })
}

fn moved(view: View<'_>, shift: Shift) -> Value {
    let piece = match shift.piece {
        Piece::Marker => json!("marker"),
        Piece::Unit(unit) => json!(unit),
    };
    json!({"piece": piece, "to": view.bout.sector(shift.to)})
}

fn aimed(view: View<'_>, unit: UnitId, scene: bool, attack: Attack) -> Value {
    let Attack { weapon, target } = attack;
    let range = view.range(unit, target);
    json!({
        "weapon": weapon,
        "target": target,
        "range": range,
        "dice": view.attack_dice(unit, weapon, range, scene),
    })
}

impl Policy for Asked<'_, '_> {
    fn tactical<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        points: u8,
        dice: &mut D,
    ) -> Option<Shift> {
        let choices = || {
            let shifts = shifts(view, unit, points);
            let shifts = shifts.map(|shift| (moved(view, shift), Some(shift)));
            Choices::of([(json!("keep"), None)].into_iter().chain(shifts))
        };
        self.ask("tactical", view, unit, json!({"points": points}), choices)
            .unwrap_or_else(|| self.otherwise.tactical(view, unit, points, dice))
    }

    fn overdrive<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        roll: RollKind,
        rolled: u8,
        dice: &mut D,
    ) -> u8 {
        let more = json!({"roll": roll, "successes": rolled});
        self.points("overdrive", view, unit, more, view.overdrive(unit))
            .unwrap_or_else(|| self.otherwise.overdrive(view, unit, roll, rolled, dice))
    }

    fn hold<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> bool {
        self.yes_or_no("hold", view, unit, Value::Null, ["hold", "act"])
            .unwrap_or_else(|| self.otherwise.hold(view, unit, dice))
    }

    fn plan_turn<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> TurnPlan {
        let choices = || {
            Choices::of([
                (json!("nothing"), TurnPlan::Nothing),
                (json!("move"), TurnPlan::Move),
                (json!("attack"), TurnPlan::Attack),
                (json!("move-then-attack"), TurnPlan::MoveThenAttack),
                (json!("attack-then-move"), TurnPlan::AttackThenMove),
            ])
        };
        self.ask("order", view, unit, Value::Null, choices)
            .unwrap_or_else(|| self.otherwise.plan_turn(view, unit, dice))
    }

    fn declare_strafe<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> bool {
        let ways = ["declare-strafe", "declare-move"];
        self.yes_or_no("move", view, unit, Value::Null, ways)
            .unwrap_or_else(|| self.otherwise.declare_strafe(view, unit, dice))
    }

    fn use_movement<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        points: u8,
        may_strafe: bool,
        dice: &mut D,
    ) -> MoveChoice {
        let choices = || {
            let reach = view.reach(unit, points).iter();
            let walks = reach.map(|to| (destination(view, to), MoveChoice::To(to)));
            let strafe = may_strafe.then(|| (json!("strafe"), MoveChoice::Strafe));
            Choices::of(walks.chain(strafe))
        };
        self.ask("move", view, unit, json!({"points": points}), choices)
            .unwrap_or_else(|| {
                let otherwise = self.otherwise;
                otherwise.use_movement(view, unit, points, may_strafe, dice)
            })
    }

    fn attack<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        scene: bool,
        dice: &mut D,
    ) -> Option<Attack> {
        let choices = || {
            let attacks = attacks(view, unit);
            let attacks = attacks.map(|attack| (aimed(view, unit, scene, attack), Some(attack)));
            Choices::of([(json!("none"), None)].into_iter().chain(attacks))
        };
        self.ask("attack", view, unit, json!({"cut_scene": scene}), choices)
            .unwrap_or_else(|| self.otherwise.attack(view, unit, scene, dice))
    }

    fn strafing<D: Dice>(&self, view: View<'_>, contest: &Contest, dice: &mut D) -> u8 {
        let (unit, more) = (contest.target, json!({"contest": contested(contest)}));
        self.points("strafing", view, unit, more, view.unit(unit).strafe)
            .unwrap_or_else(|| self.otherwise.strafing(view, contest, dice))
    }

    fn bid<D: Dice>(&self, view: View<'_>, contest: &Contest, attacking: bool, dice: &mut D) -> u8 {
        let unit = contest.bidder(attacking);
        let more = json!({
            "contest": contested(contest),
            "lacking": contest.lacking(attacking),
        });
        self.points("bid", view, unit, more, view.overdrive(unit))
            .unwrap_or_else(|| self.otherwise.bid(view, contest, attacking, dice))
    }

    fn fight_on<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> bool {
        let ways = ["fight-on", "accept-defeat"];
        self.yes_or_no("stability", view, unit, Value::Null, ways)
            .unwrap_or_else(|| self.otherwise.fight_on(view, unit, dice))
    }

    fn push<D: Dice>(
        &self,
        view: View<'_>,
        contest: &Contest,
        margin: u8,
        reach: SectorSet,
        dice: &mut D,
    ) -> SectorId {
        let choices = || {
            let places = reach.iter();
            Choices::of(places.map(|to| (destination(view, to), to)))
        };
        let more = json!({"contest": contested(contest), "margin": margin});
        self.ask("push", view, contest.attacker, more, choices)
            .unwrap_or_else(|| self.otherwise.push(view, contest, margin, reach, dice))
    }

    fn extra_action<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> ExtraAction {
        let choices = || {
            let armed = view.ready(unit).next().is_some();
            let attack = armed.then(|| (json!("attack"), ExtraAction::Attack));
            let others = [
                (json!("nothing"), ExtraAction::Nothing),
                (json!("move"), ExtraAction::Move),
            ];
            Choices::of(others.into_iter().chain(attack))
        };
        self.ask("cut-scene", view, unit, Value::Null, choices)
            .unwrap_or_else(|| self.otherwise.extra_action(view, unit, dice))
    }

    fn join<D: Dice>(&self, view: View<'_>, unit: UnitId, last: bool, dice: &mut D) -> bool {
        let ways = ["act", "hold"];
        self.yes_or_no("join", view, unit, json!({"last": last}), ways)
            .unwrap_or_else(|| self.otherwise.join(view, unit, last, dice))
    }
}
