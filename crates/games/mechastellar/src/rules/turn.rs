//! The turn of one unit: actions, moves, Momentum Shifts (`ms10.round.allowance`).

use equipoise_dice::Dice;

use equipoise_engine::{Hex, Log, Side};

use super::aim::Form;
use super::constants::{DIRECT_CHECKS, DROP_COST, ZEAL_MAX};
use super::decider::{Decider, ask, consult, report};
use super::decision::{Action, Fuel, Order, Plan};
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::moves::{MoveKind, MoveWith};
use super::play::{Pace, Stage};
use super::ruling::{RuledAction, Ruling};
use super::skilled::Skill;
use super::terrain::Cover;
use super::unit_id::{UnitId, UnitSet};
use super::view::View;
use crate::data::profile::{ResourceKind, UnitType};
use crate::options::DisengageMode;

/// Actions of one turn at most; a bound for policies that never end their turn.
const ACTION_LIMIT: u8 = 32;

impl View<'_> {
    /// Whether Zeal is open to a stunned unit as it activates (`ms10.stun.zeal`).
    fn may_zeal_on_stun(self, unit: UnitId, actions: u8) -> bool {
        actions <= ZEAL_MAX
            && self.profile(unit).has_pilot_skills()
            && self.skill_open(unit, Skill::Zeal)
            && self.momentum_of(unit) >= self.skill_cost(unit, actions)
    }

    /// Whether the active unit can pay for an Accelerate; Havoc cannot buy one (`ms10.havoc.reroll`).
    pub(crate) fn can_accelerate(self, fuel: Fuel) -> bool {
        let unit = self.state.turn.unit;
        if self.is_out_of_fuel(unit) {
            return false;
        }
        match fuel {
            Fuel::CombatAction => self.state.turn.combat_actions > 0,
            Fuel::Point => {
                if self.skill_price(unit, Skill::Accelerate).is_some() {
                    return true;
                }
                self.accelerating_points(unit) > 0
            }
        }
    }

    /// Points left that buy an Accelerate.
    pub(crate) fn accelerating_points(self, unit: UnitId) -> u8 {
        match self.profile(unit).resource {
            Some(ResourceKind::Boost | ResourceKind::Power) => self.unit(unit).points,
            Some(ResourceKind::Havoc) | None => 0,
        }
    }

    /// Whether the active unit has a Move Action for turning: the last one is not free for it while a Challenge
    /// asks for a move (`ms10.move.rotate`, `ms10.challenge.duty-move`).
    pub(crate) fn may_rotate(self) -> bool {
        let left = self.state.turn.move_actions;
        left > 1 || left == 1 && self.unmet_challenger().is_none()
    }

    /// Uses of Accelerate the active unit could still pay for, points and Combat Actions together.
    pub(crate) fn accelerations_left(self) -> u8 {
        let turn = &self.state.turn;
        let points = if self.can_accelerate(Fuel::Point) {
            let free = self.skill_price(turn.unit, Skill::Accelerate).is_some();
            self.accelerating_points(turn.unit) + u8::from(free)
        } else {
            0
        };
        turn.combat_actions + points
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Plays the whole turn of a unit.
    pub(crate) fn take_turn(&mut self, unit: UnitId, return_fire: bool) {
        if let Stage::Action { left } = self.open_turn(unit, return_fire) {
            self.act(left, Pace::Turn);
        }
    }

    /// Starts the turn of a unit: what comes before its actions.
    #[inline]
    pub(crate) fn open_turn(&mut self, unit: UnitId, return_fire: bool) -> Stage {
        self.state.begin_turn(unit, return_fire);
        if let Some(ship) = &self.bout.units[unit].ship {
            self.state.turn.combat_actions = ship.actions;
        }
        let side = self.bout.side_of(unit);
        self.state.units[unit].fallen = false;
        self.offer_order(unit);
        if self.bout.perks {
            self.stir(unit);
        }
        self.shake_off_stun(unit);
        self.offer_transform(unit, false);
        self.capture(unit);
        if self.state.units[unit].arrived {
            self.state.turn.combat_actions = 0;
        }
        self.state.turn.behind = self.behind_whom(unit);
        let entrance_in = self.view().entrance_in(unit);
        self.state.turn.order_reach = self.bout.distances.hex_in.hexes(entrance_in);
        let plan = self.plan(side, unit);
        self.state.turn.plan = plan;
        self.log.record(|| Event::Activate {
            unit,
            return_fire,
            order: plan.order.name(),
        });
        self.take_order(side, plan.order);
        Stage::Action { left: ACTION_LIMIT }
    }

    /// What the order of the turn and an entrance add to the core rules (`ms93.mecha-ai.last-stand`,
    /// `ms93.mecha-ai.finish-them`, `ms93.mecha-ai.blitz`, `ms93.kaiju-ai.roaring-behemoth`,
    /// `ms93.trait.dynamic-entrance`).
    #[inline]
    fn take_order(&mut self, side: Side, order: Order) {
        let bonus = order.bonus(&self.bout.options);
        let view = self.view();
        let entrance_in = view.entrance_in(view.state.turn.unit);
        let turn = &mut self.state.turn;
        turn.order_hits = bonus.hits;
        turn.order_reach = self
            .bout
            .distances
            .hex_in
            .hexes(bonus.move_in + entrance_in);
        self.change_momentum(side, bonus.momentum, MomentumCause::Roar);
    }

    /// The next action of the active unit, or all that are left, and what follows the last one.
    pub(crate) fn act(&mut self, left: u8, pace: Pace) -> Stage {
        let unit = self.state.turn.unit;
        for left in (0..left).rev() {
            let next = self.next_action();
            if !self.carry_out(next) {
                break;
            }
            if pace == Pace::Action && left > 0 {
                return Stage::Action { left };
            }
        }
        self.close_turn(unit);
        Stage::EndOfTurn
    }

    /// Goes on with the turn of the active unit by an action.
    pub(crate) fn go_on(&mut self, action: Action) -> Stage {
        let unit = self.state.turn.unit;
        let action = self.view().rule_on(action);
        if self.carry_out(action) {
            return Stage::Action { left: ACTION_LIMIT };
        }
        self.close_turn(unit);
        Stage::EndOfTurn
    }

    /// Carries out one action of the active unit; whether another may follow.
    fn carry_out(&mut self, RuledAction { action, ruling }: RuledAction) -> bool {
        let unit = self.state.turn.unit;
        self.perform(action, ruling) && self.state.units[unit].on_table && !self.is_decided()
    }

    /// What duty still asks of a unit after its actions.
    fn close_turn(&mut self, unit: UnitId) {
        if self.state.units[unit].on_table && !self.is_decided() {
            self.answer_fire(unit);
        }
        if self.state.units[unit].on_table && !self.is_decided() {
            self.close_in(unit);
        }
        if self.bout.perks && self.state.units[unit].on_table && !self.is_decided() {
            self.rage(unit);
        }
        self.state.units[unit].activated = true;
    }

    /// Stun Tokens take actions; Zeal may come first, and points may buy tokens off
    /// (`ms10.stun.actions`, `ms10.stun.zeal`, `ms10.stun.spend`).
    fn shake_off_stun(&mut self, unit: UnitId) {
        self.buy_off_stun(unit);
        let tokens = self.state.units[unit].stun;
        if tokens == 0 {
            return;
        }
        let side = self.bout.side_of(unit);
        let (zeal, moves) = ask!(self, side, stunned(unit));
        if zeal > 0 && self.view().may_zeal_on_stun(unit, zeal) {
            self.spend_on_zeal(unit, zeal);
        }
        let turn = &mut self.state.turn;
        let total = turn.combat_actions + turn.move_actions;
        let lost = tokens.min(total);
        let least = lost.saturating_sub(turn.combat_actions);
        let moves = moves.clamp(least, lost.min(turn.move_actions).max(least));
        turn.move_actions -= moves;
        turn.combat_actions -= lost - moves;
    }

    /// A unit with several modes may change at the start of its turn or after a melee attack on it
    /// (`ms10.transform.mode`).
    pub(crate) fn offer_transform(&mut self, unit: UnitId, after_melee: bool) {
        let modes = self.bout.units[unit].modes.len() as u8;
        if modes == 0 || !self.state.units[unit].on_table {
            return;
        }
        let side = self.bout.side_of(unit);
        let mode = ask!(self, side, transform(unit, after_melee));
        if mode <= modes && mode != self.state.units[unit].mode {
            self.state.units[unit].mode = mode;
            self.log.record(|| Event::Transform { unit, mode });
        }
    }

    /// A unit activated by Return Fire that could still attack does so
    /// (`ms10.return-fire.duty`): the aggressor first, then the closest.
    fn answer_fire(&mut self, unit: UnitId) {
        let turn = &self.state.turn;
        let view = self.view();
        if !turn.return_fire || !turn.attacked.is_empty() || !view.bound_to_closest(unit) {
            return;
        }
        let aggressor = self.state.aggressor;
        let answer = view
            .attacks()
            .filter(|(aim, weapon, special)| {
                let profile = view.weapon(unit, *weapon);
                let costless = profile.is_melee() || aim.shot_cost == 0;
                !special && costless && profile.remote.is_none()
            })
            .max_by_key(|(aim, weapon, _)| {
                let worth = view.attack_belief(&view.outlook(*aim), *weapon, false, i32::MIN);
                (Some(aim.target) == aggressor, worth)
            });
        if let Some((aim, weapon, special)) = answer {
            let form = view.form(&aim, weapon, special).map(Ruling::Attack);
            self.attack_action(weapon, special, aim.target, form);
        }
    }

    /// Enemies in whose rear arc the unit stands (`ms10.advantage.blindside`).
    fn behind_whom(&self, unit: UnitId) -> UnitSet {
        let view = self.view();
        let mut set = UnitSet::EMPTY;
        for enemy in view.enemies(unit) {
            if !view.in_front(enemy, view.unit(unit).pos) {
                set.insert(enemy);
            }
        }
        set
    }

    /// The plan of the active unit for its turn.
    fn plan(&mut self, side: Side, unit: UnitId) -> Plan {
        let order = consult!(self, side, roll_order(unit));
        report!(self, plan);
        let view = View {
            bout: self.bout,
            state: self.state,
        };
        self.decider.plan(view, unit, order, self.dice)
    }

    /// The next action of the active unit.
    fn next_action(&mut self) -> RuledAction {
        report!(self, action);
        let view = View {
            bout: self.bout,
            state: self.state,
        };
        self.decider.next_action(view, self.dice)
    }

    /// Carries out one action; false when the turn ends. An action that is not legal ends it too,
    /// so that no policy can break a rule.
    fn perform(&mut self, action: Action, ruling: Option<Ruling>) -> bool {
        match action {
            Action::Move { to, spin } => self.move_action(to, spin, ruling),
            Action::Rotate { facing } => self.rotate(facing),
            Action::PressOn => self.press_on(),
            Action::Accelerate { to, fuel } => self.accelerate(to, fuel, ruling),
            Action::Attack {
                weapon,
                special,
                target,
            } => self.attack_action(weapon, special, target, ruling),
            Action::Crash { weapon, rams, to } => self.crash(weapon, rams, to),
            Action::Batter { weapon, piece } => self.batter_action(weapon, piece),
            Action::Secure { point } => self.secure(point),
            Action::Scorch { point } => self.scorch(point),
            Action::Leave => self.leave(),
            Action::Submerge { below } => self.submerge(below),
            Action::Zeal { actions } => self.zeal(actions),
            Action::Ready(readied) => self.ready(readied),
            Action::End => false,
        }
    }

    /// A Move Action: the way, then the free spin after the first (`ms10.move.actions`,
    /// `ms10.move.free-spin`).
    fn move_action(&mut self, to: Hex, spin: Option<Hex>, ruling: Option<Ruling>) -> bool {
        let view = self.view();
        let unit = self.state.turn.unit;
        let Some(Ruling::Move(kind)) = ruling else {
            return false;
        };
        let free =
            kind == MoveKind::Disengage && self.bout.options.disengage_mode == DisengageMode::Free;
        if !free && view.shirks(to) {
            return false;
        }
        if !free && self.state.turn.move_actions == 0 {
            return false;
        }
        let price = view.price_of(unit, kind);
        self.travel(unit, to, kind, price, false);
        if !free {
            self.state.turn.move_actions -= 1;
            self.state.turn.moves_made += 1;
            self.state.turn.order_reach = 0;
        }
        let steers = self.bout.units[unit].steers();
        if self.state.turn.moves_made == 1
            && !free
            && !steers
            && let Some(facing) = spin
        {
            self.face(unit, facing);
        }
        true
    }

    /// A Move Action spent on turning (`ms10.move.rotate`).
    fn rotate(&mut self, facing: Hex) -> bool {
        if !self.view().may_rotate() || facing == Hex::default() {
            return false;
        }
        self.state.turn.move_actions -= 1;
        self.state.turn.moves_made += 1;
        self.face(self.state.turn.unit, facing);
        true
    }

    /// A Move Action of an engaged unit spent to press on (`ms10.momentum.shift-engaged`).
    fn press_on(&mut self) -> bool {
        let unit = self.state.turn.unit;
        if self.state.turn.move_actions == 0 || !self.view().is_engaged(unit) {
            return false;
        }
        self.state.turn.move_actions -= 1;
        self.state.turn.moves_made += 1;
        self.log.record(|| Event::PressOn { unit });
        self.shift_closer(unit);
        true
    }

    /// Accelerate: 4 in at once and Fly for the turn; a climb by two levels takes two uses, the
    /// second paid with whatever is left (`ms10.accel.action`, `ms10.accel.counted`,
    /// `ms10.high-ground.climb`).
    fn accelerate(&mut self, to: Hex, fuel: Fuel, ruling: Option<Ruling>) -> bool {
        let unit = self.state.turn.unit;
        let view = self.view();
        let Some(Ruling::Move(kind)) = ruling else {
            return false;
        };
        if !view.can_accelerate(fuel) {
            return false;
        }
        let uses = view.mover(MoveWith::Accelerate).accelerations(to);
        // Who holds the unit is settled before it flies.
        let price = view.price_of(unit, kind);
        self.burn(fuel);
        for _ in 1..uses {
            let more = if self.view().can_accelerate(Fuel::Point) {
                Fuel::Point
            } else {
                Fuel::CombatAction
            };
            self.burn(more);
        }
        self.state.turn.accelerations += uses;
        self.travel(unit, to, kind, price, true);
        true
    }

    /// Pays one use of Accelerate.
    fn burn(&mut self, fuel: Fuel) {
        match fuel {
            Fuel::CombatAction => {
                self.state.turn.combat_actions -= 1;
                self.state.turn.acted = true;
            }
            Fuel::Point => {
                let unit = self.state.turn.unit;
                if !self.use_bought_skill(unit, Skill::Accelerate, 0) {
                    self.spend_points(unit, 1, "Accelerate");
                }
            }
        }
    }

    /// An attack paid with a Combat Action; remote weapons and Free Attacks need none
    /// (`ms10.remote.attack`, `ms10.army.free-attack`).
    fn attack_action(
        &mut self,
        weapon: usize,
        special: bool,
        target: UnitId,
        ruling: Option<Ruling>,
    ) -> bool {
        let Some(Ruling::Attack(form)) = ruling else {
            return false;
        };
        self.spend_action(weapon);
        let form = self.smash_cover(weapon, special, target, form);
        self.attack(weapon, special, target, form);
        if form == Form::Melee {
            self.offer_transform(target, true);
        }
        true
    }

    fn spend_action(&mut self, weapon: usize) {
        let profile = &self.bout.units[self.state.turn.unit].weapons[weapon];
        let turn = &mut self.state.turn;
        if profile.remote.is_some() {
            return;
        }
        if profile.free && turn.free_used >> weapon & 1 == 0 {
            turn.free_used |= 1 << weapon;
        } else {
            turn.combat_actions -= 1;
            turn.acted = true;
        }
    }

    /// A Havoc point that the attack itself does not need smashes the target's cover before it
    /// (`ms10.havoc.cover`). Returns how the attack reaches its target now.
    fn smash_cover(&mut self, weapon: usize, special: bool, target: UnitId, form: Form) -> Form {
        let unit = self.state.turn.unit;
        let view = self.view();
        if view.profile(unit).resource != Some(ResourceKind::Havoc) || form == Form::Melee {
            return form;
        }
        let dmg = view.weapon(unit, weapon).dmg;
        if view.unit(unit).points <= view.price(unit, view.weapon(unit, weapon), special, target) {
            return form;
        }
        let Some(Cover::Piece(piece)) = view.cover_against(unit, target, form) else {
            return form;
        };
        let (side, piece) = (view.side_of(unit), usize::from(piece));
        if !self.bout.terrain.pieces[piece].destructible || !ask!(self, side, smash_cover(target)) {
            return form;
        }
        self.spend_points(unit, 1, "cover");
        if !self.batter(piece, dmg, DIRECT_CHECKS, unit) {
            return form;
        }
        let view = self.view();
        let now = view
            .aim(target)
            .and_then(|aim| view.form(&aim, weapon, special));
        now.unwrap_or(form)
    }

    /// Zeal: extra Combat Actions (`ms10.skill.zeal`).
    fn zeal(&mut self, actions: u8) -> bool {
        let unit = self.state.turn.unit;
        if !self.view().can_zeal(unit, actions) {
            return false;
        }
        self.spend_on_zeal(unit, actions);
        true
    }

    fn spend_on_zeal(&mut self, unit: UnitId, actions: u8) {
        let cost = self.view().skill_cost(unit, actions);
        self.pay_momentum(self.bout.side_of(unit), cost, MomentumCause::Zeal);
        self.state.units[unit].use_skill(Skill::Zeal, self.bout.perks);
        self.state.turn.combat_actions += actions;
        self.log.record(|| Event::Zeal { unit, actions });
    }

    /// Moves the model, pays the price of leaving those that hold it and tests for a Momentum Shift.
    pub(super) fn travel(
        &mut self,
        unit: UnitId,
        to: Hex,
        kind: MoveKind,
        price: u8,
        accelerate: bool,
    ) {
        let view = self.view();
        let from = view.unit(unit).pos;
        // One Momentum Shift a turn.
        let nearest = if view.state.turn.shift_done {
            None
        } else {
            view.nearest_enemy(unit)
        };
        let with = if accelerate {
            MoveWith::Accelerate
        } else {
            MoveWith::MoveAction
        };
        let warship = self.bout.units[unit].unit_type == UnitType::Warship;
        let (mut drops, mut around) = (false, true);
        if !self.bout.terrain.is_empty() {
            let mover = view.mover(with);
            drops = mover.drops(to);
            around = !warship || mover.goes_around(to);
        }
        if price > 0 {
            self.pay_with_order(unit, price, MomentumCause::Disengage);
        }
        if drops {
            self.pay_with_order(unit, DROP_COST, MomentumCause::Drop);
        }
        let engaged_before = if nearest.is_some() || self.bout.perks {
            self.view().engaged_enemies(unit)
        } else {
            UnitSet::EMPTY
        };
        self.relocate(unit, to, || Event::Move {
            unit,
            from,
            to,
            kind,
            accelerate,
        });
        if self.bout.units[unit].steers() {
            self.face(unit, to - from);
        }
        if !around && self.rams(from, to) {
            self.wreck_saves(unit, unit);
        }
        if self.bout.perks {
            self.note_engagement(unit, engaged_before);
        }
        if let Some(nearest) = nearest {
            self.shift(unit, from, nearest, engaged_before);
        }
    }

    /// Pays a cost that a waiting order lowers (`ms10.orders.ops-support`).
    pub(crate) fn pay_with_order(&mut self, unit: UnitId, cost: u8, cause: MomentumCause) {
        let price = self.view().relieved(unit, cost);
        self.use_order(unit, cost);
        self.pay_momentum(self.bout.side_of(unit), price, cause);
    }

    /// Whether a ship's way leads into or through terrain (`ms10.ship.ram-terrain`).
    pub(crate) fn rams(&self, from: Hex, to: Hex) -> bool {
        let view = self.view();
        (1..=from.distance(to)).any(|step| {
            let piece = view.piece_at(from.towards(to, step));
            piece.is_some_and(|piece| !self.bout.terrain.pieces[piece].deep_water)
        })
    }

    /// A Challenger that has not come nearer, or does not see the other, spends what Move Actions it has
    /// left on it (`ms10.challenge.duty-move`).
    fn close_in(&mut self, unit: UnitId) {
        let view = self.view();
        let unseen = view.unseen_challenger();
        if let Some(to) = unseen.and_then(|enemy| view.end_in_sight(enemy)) {
            let kind = view.move_kind(to, MoveWith::MoveAction);
            self.move_action(to, None, kind.map(Ruling::Move));
            return;
        }
        let Some(enemy) = view.unmet_challenger() else {
            return;
        };
        let (from, there) = (view.unit(unit).pos, view.unit(enemy).pos);
        let mover = view.mover(MoveWith::MoveAction);
        let (table, side) = (self.bout.table, self.bout.side_of(unit));
        let around = Hex::DIRECTIONS.map(|step| from + table.way_seen_from(side, step));
        let nearer = std::iter::once(table.towards(side, from, there, 1))
            .chain(around)
            .find(|&hex| hex.distance(there) < from.distance(there) && mover.kind(hex).is_some());
        if let Some(to) = nearer {
            let kind = view.move_kind(to, MoveWith::MoveAction);
            self.move_action(to, None, kind.map(Ruling::Move));
        }
    }
}
