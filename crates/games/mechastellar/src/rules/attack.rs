//! Attacks: declaration, choices before the dice, Counter, sweep (`ms10.attack.sequence`).

use equipoise_dice::{Dice, Roll};

use equipoise_engine::Log;

use super::aim::Form;
use super::bought_play::DECOY_COST;
use super::clash::{Clash, CounterTerms, PreRoll, Strike, pushes};
use super::constants::COUNTER_COST;
use super::decider::{Decider, Players, ask, report};
use super::decision::{AttackBonus, DefenceBonus};
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::moves::MoveKind;
use super::skilled::Skill;
use super::state::Battle;
use super::unit::{CompiledWeapon, Native};
use super::unit_id::{UnitId, UnitSet};
use super::view::View;

/// How an attack went, as far as what follows depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resolved {
    /// Terms of the Counter it may provoke.
    pub(super) terms: CounterTerms,
    /// The target has no Counter: it was pushed out of engagement range, or chose another defence
    /// (`ms10.counter.pushed`, `ms10.bonus.guard`).
    pub(super) unanswered: bool,
    /// No HIT came through a barrier (`ms10.aoe.barrier-stop`).
    stopped: bool,
    /// The attack was a Feint (`ms10.bonus.feint`).
    feinted: bool,
}

impl View<'_> {
    /// Momentum of a Counter: 1, and 1 more a Stun Token, less an order
    /// (`ms10.counter.trigger`, `ms10.counter.stun`, `ms10.orders.ops-support`).
    pub(crate) fn counter_cost(self, unit: UnitId) -> u8 {
        self.relieved(unit, COUNTER_COST + self.unit(unit).stun)
    }

    /// The second target of a sweep: visible, in the arc before the model turns, within 16 in of the
    /// first with no model between, open to the weapon and the duty of a Challenger, not engaged
    /// (`ms10.aoe.sweep`, `ms10.aoe.own-turn`, `ms10.target.arc`, `ms10.challenge.duty-target`,
    /// `ms93.commander.commando`).
    pub(crate) fn may_sweep(self, weapon: usize, first: UnitId, second: UnitId) -> bool {
        let unit = self.state.turn.unit;
        let profile = self.weapon(unit, weapon);
        let (a, b) = (self.unit(first).pos, self.unit(second).pos);
        let clear = || {
            let between = self.models_between(first, second);
            let on_line = |k: u16| {
                between
                    .iter()
                    .any(|model| self.covers(model, a.towards(b, k)))
            };
            between.is_empty() || !(1..a.distance(b)).any(on_line)
        };
        // Remote weapons attack indirectly in any direction (`ms10.remote.attack`).
        let anywhere = profile.remote.is_some();
        profile.aoe.is_some()
            && first != second
            && self.is_unit(second)
            && self.side_of(second) != self.side_of(unit)
            && a.distance(b) <= self.bout.distances.sweep
            && self.distance(unit, second) <= profile.range
            && (anywhere || profile.all_round || self.in_front(unit, b))
            && (!anywhere && self.sees(unit, second)
                || (anywhere || profile.indirect) && self.open_to_indirect(second))
            && (!self.is_challenged(unit) || self.is_challenger_of(unit, second))
            && !self.is_engaged(second)
            && !self.is_behind_allies(self.unit(unit).pos, second)
            && !(self.sees(unit, second) && self.is_safe_from_area(unit, second))
            && self.state.turn.attacks_on(second) < crate::rules::constants::ATTACKS_PER_TARGET
            && clear()
    }

    /// How a sweep reaches a further target.
    pub(crate) fn form_against(self, strike: &Strike, other: UnitId) -> Form {
        let remote = self.weapon(strike.attacker(), strike.weapon()).remote;
        if strike.form == Form::Melee || remote.is_some() {
            strike.form
        } else if self.sees(strike.attacker(), other) {
            Form::Direct
        } else {
            Form::Indirect
        }
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Resolves an attack of the active unit, with a sweep if its weapon allows and its side wants
    /// one, and the Counters it may provoke. The caller has checked that it is legal and has paid
    /// the action.
    #[inline(always)]
    pub(crate) fn attack(&mut self, weapon: usize, special: bool, target: UnitId, form: Form) {
        let attacker = self.state.turn.unit;
        let strike = Strike {
            special,
            form,
            ..Strike::plain(attacker, weapon, target)
        };
        let arm = &self.bout.units[attacker].weapons[weapon];
        if arm.aoe.is_some() {
            self.sweep(&strike, arm);
            return;
        }
        if self.view().may_massacre(arm) {
            self.massacre(&strike, arm);
            return;
        }
        if !self.begin_attack(&strike, arm) {
            return;
        }
        let resolved = self.resolve(strike, arm);
        if !resolved.unanswered {
            self.offer_counter(&strike, resolved.terms);
        }
        if self.bout.perks {
            self.offer_mayhem(&strike);
        }
        if resolved.feinted {
            self.offer_to_slip_away(attacker);
        }
    }

    /// After a Feint and the Counter the attacker may leave the engagement, 4 in and free
    /// (`ms10.bonus.feint`).
    fn offer_to_slip_away(&mut self, unit: UnitId) {
        if !self.state.units[unit].on_table || !self.view().is_engaged(unit) {
            return;
        }
        let side = self.bout.side_of(unit);
        let Some(to) = ask!(self, side, slip_away(unit)) else {
            return;
        };
        if self.view().may_slip_away(to) {
            let price = self.view().price_of(unit, MoveKind::Feint);
            self.travel(unit, to, MoveKind::Feint, price, false);
        }
    }

    /// An attack that may go on to further targets; all of them may Counter at its end
    /// (`ms10.aoe.sweep`, `ms10.aoe.barrier-stop`).
    #[inline(never)]
    fn sweep(&mut self, strike: &Strike, arm: &CompiledWeapon) {
        let (attacker, target) = (strike.attacker(), strike.target());
        let others = self.sweep_targets(strike);
        let swept = others[0].is_some();
        if !self.begin_attack(strike, arm) {
            return;
        }
        let first = self.resolve(Strike { swept, ..*strike }, arm);
        let mut countering = [Some((target, first)), None, None, None, None];
        let mut stopped = first.stopped;
        for (slot, other) in countering[1..].iter_mut().zip(others) {
            let units = &self.state.units;
            let open = |u: &UnitId| !stopped && units[attacker].on_table && units[*u].on_table;
            let Some(other) = other.filter(open) else {
                break;
            };
            let next = Strike {
                swept: true,
                follows: true,
                form: self.view().form_against(strike, other),
                ..strike.against(other)
            };
            self.state.turn.count_attack(other);
            self.note_fight(other);
            self.note_attacker(attacker, other);
            self.log.record(|| Event::Sweep {
                attacker,
                target: other,
            });
            if self.bout.perks {
                self.dare(attacker, other);
                self.galvanize(other);
            }
            let resolved = self.resolve(next, arm);
            stopped = resolved.stopped;
            *slot = Some((other, resolved));
        }
        for (target, resolved) in countering.into_iter().flatten() {
            if !resolved.unanswered {
                self.offer_counter(&strike.against(target), resolved.terms);
            }
        }
        if self.bout.perks {
            self.offer_mayhem(strike);
        }
        if first.feinted {
            self.offer_to_slip_away(attacker);
        }
    }

    /// A Crash attack: HITS by Size and run-up (`ms10.crash.bonus`).
    pub(crate) fn crash_attack(&mut self, weapon: usize, target: UnitId) {
        let attacker = self.state.turn.unit;
        let strike = Strike {
            crash: true,
            form: Form::Melee,
            ..Strike::plain(attacker, weapon, target)
        };
        let arm = &self.bout.units[attacker].weapons[weapon];
        if !self.begin_attack(&strike, arm) {
            return;
        }
        let resolved = self.resolve(strike, arm);
        if !resolved.unanswered {
            self.offer_counter(&strike, resolved.terms);
        }
        if self.bout.perks {
            self.offer_mayhem(&strike);
        }
        self.offer_transform(target, true);
    }

    /// Remembers who attacked a unit last.
    #[inline]
    pub(super) fn note_attacker(&mut self, attacker: UnitId, target: UnitId) {
        if !self.view().is_duel() {
            let leader = self.state.units[target].leader;
            self.state.units[leader].attacked_by = Some(attacker as u8);
        }
    }

    /// Counts the attack and pays for it; false when its target gets away from it.
    #[inline(always)]
    pub(super) fn begin_attack(&mut self, strike: &Strike, arm: &CompiledWeapon) -> bool {
        self.offer_order(strike.attacker());
        self.state.turn.count_attack(strike.target());
        self.note_fight(strike.attacker());
        self.note_fight(strike.target());
        self.note_attacker(strike.attacker(), strike.target());
        self.state.turn.felled = 0;
        self.declare(strike, arm);
        if self.bout.perks {
            self.dare(strike.attacker(), strike.target());
        }
        !(self.bout.options.reactive_accelerate && self.offer_dodge(strike, arm))
    }

    /// Further targets the attacker sweeps, as its weapon allows (`ms10.aoe.sweep`).
    fn sweep_targets(&mut self, strike: &Strike) -> [Option<UnitId>; 4] {
        let mut others = [None; 4];
        let Some(most) = self.bout.units[strike.attacker()].weapons[strike.weapon()].aoe else {
            return others;
        };
        let side = self.bout.side_of(strike.attacker());
        let mut chosen = UnitSet::EMPTY;
        chosen.insert(strike.target());
        for slot in others.iter_mut().take(usize::from(most) - 1) {
            let Some(other) = ask!(self, side, sweep(strike, chosen)) else {
                break;
            };
            if chosen.contains(other)
                || !self
                    .view()
                    .may_sweep(strike.weapon(), strike.target(), other)
            {
                break;
            }
            chosen.insert(other);
            *slot = Some(other);
        }
        others
    }

    /// One clash from the pools to its consequences.
    #[inline(always)]
    pub(super) fn resolve(&mut self, strike: Strike, arm: &CompiledWeapon) -> Resolved {
        let target = strike.target();
        let moves = pushes(arm.effect);
        let engaged = moves && self.view().in_reach_of(target, strike.attacker());
        let clash = self.clash(strike, arm);
        let intuition = clash.flashed && self.view().has_ace_access(target);
        let through = self.inflict(&clash, arm);
        self.wear_cover(&clash, arm);
        let apart = engaged && !self.view().in_reach_of(target, strike.attacker());
        Resolved {
            terms: CounterTerms {
                penalty: !intuition,
                trade: clash.pre.trade,
                skill: None,
            },
            unanswered: apart && self.state.units[target].on_table
                || !self.view().leaves_counter(&clash.pre),
            stopped: through == 0 && self.bout.units[target].barrier.is_some(),
            feinted: strike.form == Form::Melee
                && clash.pre.attack_bonus == Some(AttackBonus::Critical),
        }
    }

    /// A Counter by a surviving Elite target (`ms10.counter.trigger`).
    pub(super) fn offer_counter(&mut self, struck: &Strike, terms: CounterTerms) {
        // A squad whose leader fell answers through the next one (`ms10.squad.leader`).
        let leader = |unit: UnitId| self.state.units[unit].leader;
        let (unit, enemy) = (leader(struck.target()), leader(struck.attacker()));
        let struck = &struck.by(enemy).against(unit);
        let both = self.state.units[unit].on_table && self.state.units[enemy].on_table;
        if self.bout.perks && both && self.offer_counterattack(struck) {
            return;
        }
        if !self.bout.units[unit].tier.is_elite()
            || !self.state.units[unit].on_table
            || !self.state.units[enemy].on_table
        {
            return;
        }
        let cost = self.view().counter_cost(unit);
        if self.view().momentum_of(unit) < cost {
            return;
        }
        let side = self.bout.side_of(unit);
        let Some(reply) = ask!(self, side, counter(struck, terms)) else {
            return;
        };
        let weapon = reply.weapon;
        let view = self.view();
        if !view.may_counter_with(unit, reply, enemy)
            || cost + view.shot_cost(unit, weapon) > view.momentum(side)
        {
            return;
        }
        self.use_order(unit, COUNTER_COST);
        self.pay_momentum(side, cost, MomentumCause::Counter);
        let arm = &self.bout.units[unit].weapons[weapon];
        let melee = arm.is_melee();
        let strike = Strike::counter(unit, reply, enemy, melee, terms);
        self.strike_back(strike, arm);
        if melee {
            self.offer_transform(enemy, true);
        }
    }

    /// The attack of a Counter that has been paid, with the weapon of the strike.
    #[inline]
    pub(crate) fn strike_back(&mut self, strike: Strike, arm: &CompiledWeapon) {
        self.declare(&strike, arm);
        let clash = self.clash(strike, arm);
        self.inflict(&clash, arm);
        self.wear_cover(&clash, arm);
    }

    /// Steps from the choices before the dice to the last commitment; the result is not yet applied.
    fn clash(&mut self, strike: Strike, arm: &CompiledWeapon) -> Clash {
        let pre = self.before_the_roll(&strike, arm);
        let mut clash = self.prepare(&strike, &pre);
        self.note_strike(&clash, arm);
        if self.state.turn.readied.is_some() {
            let shielded = self
                .view()
                .shielded_by_melee(strike.attacker(), strike.target());
            self.use_up_readied(&strike, arm, shielded);
        }
        if pre.blindside {
            self.state.turn.blindside_used.insert(strike.target());
        }
        if self.bout.perks {
            if self.view().ambushes(&strike) {
                self.state.units[strike.attacker()].use_up_ambush();
            }
            self.note_double_defence(&clash);
        }
        self.fight_out(&mut clash);
        clash
    }

    /// The pools, once support is declared.
    #[inline(always)]
    fn prepare(&mut self, strike: &Strike, pre: &PreRoll) -> Clash {
        let (bout, state, dice, log) = (self.bout, &*self.state, &mut *self.dice, &mut *self.log);
        let view = View { bout, state };
        self.decider.prepare(view, strike, pre, |players| {
            let mut preparation = Preparation {
                view,
                players,
                dice: &mut *dice,
                log: &mut *log,
            };
            preparation.clash(strike, *pre)
        })
    }

    /// Rolls both pools and lets both sides commit.
    #[inline(always)]
    fn fight_out(&mut self, clash: &mut Clash) {
        let (bout, log) = (self.bout, &mut *self.log);
        let fight = |decider: &mut P, clash: &mut Clash, state: &mut Battle, dice: &mut D| {
            let mut game = Game {
                bout,
                decider,
                state,
                dice,
                log: &mut *log,
            };
            game.roll(clash);
            game.attacker_commits(clash);
            let unspent = game.unspent(clash);
            game.defender_commits(clash);
            game.note_spending(clash, unspent);
        };
        self.decider
            .fight_out(bout, clash, self.state, self.dice, fight);
    }

    /// Pays uses, points, Momentum of remote weapons and the surcharge of shooting while engaged,
    /// then turns the model (`ms10.target.turn`, `ms10.target.all-round`, `ms10.remote.attack`).
    fn declare(&mut self, strike: &Strike, weapon: &CompiledWeapon) {
        let (unit, index) = (strike.attacker(), strike.weapon());
        let side = self.bout.side_of(unit);
        let inches =
            self.view().distance(unit, strike.target()) * self.bout.distances.hex_in.inches();
        self.log.record(|| Event::Attack {
            attacker: unit,
            target: strike.target(),
            weapon: index,
            special: strike.special,
            counter: strike.counter.is_some(),
            inches,
        });
        if self.bout.perks {
            self.galvanize(strike.target());
        }
        let mayhem = |terms: CounterTerms| terms.skill == Some(Skill::Mayhem);
        let surcharge = if strike.counter.is_some_and(mayhem) {
            0
        } else {
            self.view().surcharge(unit, weapon)
        };
        if surcharge > 0 {
            self.pay_momentum(side, surcharge, MomentumCause::EngagedShot);
        }
        if let Some(price) = weapon.remote.filter(|_| strike.counter.is_none()) {
            self.pay_momentum(side, price, MomentumCause::Remote);
        }
        let state = &mut self.state.units[unit];
        state.fired |= 1 << index;
        if weapon.limited {
            state.uses[index] -= 1;
        }
        let price = self
            .view()
            .price(unit, weapon, strike.special, strike.target());
        self.spend_points(unit, price, "weapon");
        if weapon.native == Native::ThrowTerrain {
            self.take_terrain(unit);
        }
        if !weapon.all_round {
            let facing = self.state.units[strike.target()].pos - self.state.units[unit].pos;
            self.face(unit, facing);
        }
    }

    /// Choices both sides make before the dice as far as they change the battle or come before those
    /// that do (`ms10.attack.sequence`, step 3); [`Preparation`] asks for the others.
    fn before_the_roll(&mut self, strike: &Strike, arm: &CompiledWeapon) -> PreRoll {
        let (own, other) = (
            self.bout.side_of(strike.attacker()),
            self.bout.side_of(strike.target()),
        );
        self.offer_order(strike.target());
        if self.state.units[strike.target()].stun > 0 {
            self.buy_off_stun(strike.target());
        }
        let mut pre = PreRoll {
            cover: self.view().cover_in_force(strike),
            ..PreRoll::default()
        };
        if pre.cover.is_some() && !self.bout.terrain.is_empty() {
            pre.pieces = self.view().covering_pieces(strike);
        }
        if arm.aoe.is_some() {
            // Cover that hid the target wholly still gives its full bonus when it comes down.
            let visible = self.view().sees(strike.attacker(), strike.target());
            pre.breached = self.breach_cover(strike, &pre) && visible;
        }
        if self.view().can_lock_on(strike, arm, false) {
            let forced = matches!(strike.form, Form::Through(_));
            pre.lock_on[0] = forced || ask!(self, own, lock_on(strike, false));
        }
        if self.view().can_lock_on(strike, arm, true) {
            pre.lock_on[1] = ask!(self, other, lock_on(strike, true));
        }
        pre.blindside = self.uses_blindside(strike, arm);
        pre.support = self.supports(strike, arm, pre.blindside);
        pre
    }

    /// Whether the attack has Blindside and, where it counts once a turn, takes it now, or buys it by a decoy
    /// (`ms10.advantage.blindside-once`, `ms10.battle-damage.head`, `ms93.trait.decoy-attack`).
    fn uses_blindside(&mut self, strike: &Strike, arm: &CompiledWeapon) -> bool {
        let side = self.bout.side_of(strike.attacker());
        if self.view().has_blindside(strike, arm) {
            return self.state.units[strike.target()].head_lost
                || ask!(self, side, blindside(strike));
        }
        let decoys = self.view().may_decoy(strike, arm) && ask!(self, side, blindside(strike));
        if decoys {
            self.pay_momentum(side, DECOY_COST, MomentumCause::Decoy);
        }
        decoys
    }

    /// Rolls both pools, the attack first.
    fn roll(&mut self, clash: &mut Clash) {
        let (bout, state) = (self.bout, &*self.state);
        let [attack, defence] = self.decider.roll(View { bout, state }, clash, self.dice);
        (clash.attack.roll, clash.defence.roll) = (attack, defence);
        for (unit, attack, line) in [
            (clash.strike.attacker(), true, clash.attack),
            (clash.strike.target(), false, clash.defence),
        ] {
            let critical = line.shape.critical;
            self.log.record(|| Event::Rolled {
                unit,
                attack,
                critical,
                roll: line.roll.into(),
            });
        }
    }
}

/// What the pools of a strike are made of: the battle as it stands, and the players.
struct Preparation<'a, P, D, L> {
    view: View<'a>,
    players: &'a P,
    dice: &'a mut D,
    log: &'a mut L,
}

impl<P: Players, D: Dice, L: Log<Event>> Preparation<'_, P, D, L> {
    /// The last choices before the dice, which change nothing but the pools, and the pools
    /// (`ms10.attack.sequence`, step 3).
    fn clash(&mut self, strike: &Strike, pre: PreRoll) -> Clash {
        let pre = self.complete(strike, pre);
        let view = self.view;
        Clash {
            strike: *strike,
            pre,
            attack: view.attack_line(strike, &pre, self.log),
            defence: view.defence_line(strike, &pre, self.log),
            harm: view.harm(strike),
            flashed: false,
            stale: Roll::default(),
            advantage: view.bout.perks && (pre.blindside || view.has_advantage(strike)),
        }
    }

    /// Elite bonuses and the trade for a Counter.
    fn complete(&mut self, strike: &Strike, mut pre: PreRoll) -> PreRoll {
        let view = self.view;
        let [own, other] = [strike.attacker(), strike.target()].map(|unit| view.side_of(unit));
        if view.has_elite_bonus(strike, strike.attacker()) {
            let bonus = if view.aims_into_melee(strike.attacker(), strike.target()) {
                AttackBonus::Critical
            } else {
                report!(self, attack_bonus);
                self.players.attack_bonus(own, view, strike, self.dice)
            };
            let anywhere = strike.form == Form::Indirect;
            pre.attack_bonus = Some(bonus).filter(|_| !anywhere || bonus == AttackBonus::Die);
        }
        if view.has_elite_bonus(strike, strike.target()) {
            let bonus = if view.is_sought(strike) && !view.counters_instead() {
                DefenceBonus::Die
            } else {
                report!(self, defence_bonus);
                self.players.defence_bonus(other, view, strike, self.dice)
            };
            pre.defence_bonus = Some(view.open_defence(strike, bonus));
        }
        if view.leaves_counter(&pre) && view.can_trade(strike) {
            report!(self, trade);
            pre.trade = self.players.trade(other, view, strike, self.dice);
        }
        pre
    }
}
