//! The player: orders carried out in Move and Combat Actions.

use equipoise_dice::{Dice, Reroll, Sides};

use equipoise_engine::{Hex, Side};

use super::places::{self, Advance};
use super::{arms, range, tables, targets, thrift};
use crate::policy::battle_sense;
use crate::policy::bonus::{self, Manner};
use crate::policy::policy::Policy;
use crate::policy::wreck;
use crate::policy::{steps, tactics};
use crate::rules::clash::{Clash, CounterTerms, Strike};
use crate::rules::decision::{
    Action, AttackBonus, AttackSkills, Boon, DefenceBonus, DefenceSkills, Fuel, Offer, Order, Plan,
    Reply,
};
use crate::rules::hurt::{Hurt, Location};
use crate::rules::moves::MoveWith;
use crate::rules::unit_id::{UnitId, UnitSet};
use crate::rules::view::View;

/// The behaviour tables as a policy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solo;

/// Momentum that a second attack by Zeal needs.
const ZEAL_RESERVE: u8 = 4;
/// Damage that one Momentum must promise in an attack beside the Combat Action.
const REMOTE_PRICE: i32 = 300;
/// Dice that make a reroll worth a point.
const REROLL_GAIN: u8 = 2;
/// Dice from which the critical number beats another die (`ms93.mecha-ai.melee-defence` and the
/// elite bonus module: a tie at seven, automatic successes at ten).
const CRITICAL_FROM: i32 = 7;

impl Solo {
    /// The attack of the Combat Action or one beside it, what brings it about, or one more
    /// (`ms93.mecha-ai.attack`, `ms93.kaiju-ai.attack`).
    fn attack(view: View<'_>, plan: &Plan) -> Option<Action> {
        let turn = &view.state.turn;
        let attack = if turn.combat_actions > 0 {
            Self::fight(view, plan)
        } else {
            let melee = arms::may_cut(view, turn.unit, plan.target, plan.order);
            tactics::attack_left(view, arms::attacks(melee, REMOTE_PRICE))
        };
        attack.or_else(|| Self::zeal(view, plan))
    }

    /// The attack, or what brings it about.
    fn fight(view: View<'_>, plan: &Plan) -> Option<Action> {
        if let Some(to) = Self::advance(view, plan) {
            let spin = Some(view.unit(plan.target).pos - to);
            return Some(Action::Move { to, spin });
        }
        let unit = view.state.turn.unit;
        let near = view.distance(unit, plan.target) <= view.bout.distances.engagement;
        let blade = plan.order == Order::FinishThem && near;
        if blade && let Some((attack, _)) = tactics::best_melee(view) {
            return Some(attack);
        }
        if let Some((attack, _)) = arms::strongest(view, plan) {
            return Some(attack);
        }
        if let Some((point, _)) = view.scorchable() {
            return Some(Action::Scorch { point });
        }
        steps::turn_to(view, plan.target).or_else(|| Self::full_throttle(view, plan))
    }

    /// The next move towards where the unit attacks from.
    fn advance(view: View<'_>, plan: &Plan) -> Option<Hex> {
        let turn = &view.state.turn;
        if turn.move_actions == 0 || stays(plan) {
            return None;
        }
        let here = Some(view.unit(turn.unit).pos);
        let spot = if turn.moves_made == 0 || plan.spot == here {
            plan.spot
        } else {
            // The way may have opened other prospects.
            Advance::of(view, plan.order, plan.target).spot(view)
        };
        if spot == here {
            return None;
        }
        spot.and_then(|spot| places::step(view, plan, spot))
            .or_else(|| steps::step_to(view, plan.target, plan.approach, MoveWith::MoveAction))
    }

    /// Accelerate towards a target that is out of reach, on the way round it under Flank
    /// (`ms93.mecha-ai.attack`, `ms93.mecha-ai.flank`).
    fn full_throttle(view: View<'_>, plan: &Plan) -> Option<Action> {
        let unit = view.state.turn.unit;
        let melee = arms::may_cut(view, unit, plan.target, plan.order);
        let now = view.distance(unit, plan.target);
        let idle = tactics::ready_damage(view, unit, plan.target, now, melee) == 0
            || !range::is_in_range(view, unit, plan.target);
        if !idle || stays(plan) {
            return None;
        }
        let fuel = Fuel::CombatAction;
        let round = plan.spot.filter(|_| plan.order == Order::Flank);
        let round = round.and_then(|spot| places::rush(view, spot));
        let rush = round.filter(|_| view.can_accelerate(fuel));
        rush.map(|to| Action::Accelerate { to, fuel })
            .or_else(|| steps::accelerate(view, plan.target, view.bout.distances.engagement, fuel))
    }

    /// Away with what is left; Accelerate too if that is all there is to do (`ms93.mecha-ai.retreat`,
    /// `ms93.kaiju-ai.retreat`).
    fn withdraw(view: View<'_>, plan: &Plan) -> Option<Action> {
        let turn = &view.state.turn;
        if turn.move_actions > 0
            && let Some(to) = places::away(view, MoveWith::MoveAction)
        {
            let spin = view.nearest_enemy(turn.unit).map(|e| view.unit(e).pos - to);
            return Some(Action::Move { to, spin });
        }
        let fuel = Fuel::CombatAction;
        let flees = plan.order == Order::Retreat && view.can_accelerate(fuel);
        let to = flees.then(|| places::away(view, MoveWith::Accelerate));
        to.flatten().map(|to| Action::Accelerate { to, fuel })
    }

    /// The first thing of a rampage (`ms93.kaiju-ai.rampage`).
    fn rampage(view: View<'_>) -> Option<Action> {
        let turn = &view.state.turn;
        let fresh = turn.moves_made == 0 && !turn.acted;
        fresh
            .then(|| wreck::best(view).map(|(_, action)| action))
            .flatten()
    }

    /// Whether Momentum is there for a second attack by Zeal.
    pub(crate) fn may_zeal(view: View<'_>) -> bool {
        let unit = view.state.turn.unit;
        view.momentum_of(unit) >= ZEAL_RESERVE && view.can_zeal(unit, 1)
    }

    /// A second attack by Zeal.
    fn zeal(view: View<'_>, plan: &Plan) -> Option<Action> {
        let again = Self::may_zeal(view)
            && !view.state.turn.attacked.is_empty()
            && arms::strongest(view, plan).is_some_and(|(_, worth)| worth > 0);
        again.then_some(Action::Zeal { actions: 1 })
    }
}

/// Whether a plan is to attack from where the unit stands (`ms93.mecha-ai.hold`,
/// `ms93.mecha-ai.last-stand`).
fn stays(plan: &Plan) -> bool {
    plan.approach == 0
}

/// A retreat that cannot leave its engagement fights instead (`ms93.mecha-ai.retreat`).
fn stuck(view: View<'_>) -> bool {
    let unit = view.state.turn.unit;
    view.is_engaged(unit) && view.disengage_cost(unit) > view.momentum_of(unit)
}

impl Policy for Solo {
    fn goes_first<D: Dice>(&self, _: View<'_>, _: Side, _: &mut D) -> bool {
        true
    }

    fn boon<D: Dice>(&self, view: View<'_>, unit: UnitId, offer: Offer, _: &mut D) -> Boon {
        if offer.among.contains(&Boon::Actions) {
            battle_sense::boon(view, unit, offer)
        } else {
            Boon::Momentum
        }
    }

    fn deploy<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> (Hex, Hex) {
        let table = view.bout.table;
        steps::centre_spot(table, view.side_of(unit), table.zone - 1)
    }

    #[inline]
    fn activate<D: Dice>(&self, view: View<'_>, side: Side, among: UnitSet, _: &mut D) -> UnitId {
        match among.only() {
            Some(only) => only,
            None => targets::next(view, side, among),
        }
    }

    /// One roll for each activation (`ms93.mecha-ai.roll`, `ms93.kaiju-ai.roll`).
    fn roll_order<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> Order {
        tables::order_for(view, unit, dice.die(Sides::D10))
    }

    fn plan<D: Dice>(&self, view: View<'_>, unit: UnitId, order: Order, _: &mut D) -> Plan {
        let target = targets::for_order(view, unit, order);
        let idle = matches!(order, Order::Hold | Order::RoaringBehemoth);
        let stands = || {
            let melee = arms::may_cut(view, unit, target, order);
            let now = view.distance(unit, target);
            tactics::ready_damage(view, unit, target, now, melee) > 0
                && range::is_in_range(view, unit, target)
        };
        let stays = match order {
            Order::HoldAndAttack => true,
            Order::LastStand => stands(),
            _ => idle || target == unit,
        };
        let mut plan = Plan {
            order,
            target,
            ..Plan::default()
        };
        if !stays {
            let advance = Advance::of(view, order, target);
            plan.approach = advance.distance(view);
            plan.spot = advance.spot(view);
        }
        plan
    }

    fn action<D: Dice>(&self, view: View<'_>, _: &mut D) -> Action {
        let turn = &view.state.turn;
        let plan = &turn.plan;
        if view.gains_by_buildings(view.side_of(turn.unit))
            && view.nearest_enemy(turn.unit).is_none()
        {
            // No order says what to do without an enemy; what is left to score is the city.
            return wreck::alone(view).unwrap_or(Action::End);
        }
        let attack = || Self::attack(view, plan);
        let withdraw = || Self::withdraw(view, plan);
        let next = match plan.order {
            // `ms93.mecha-ai.hold`, `ms93.kaiju-ai.roaring-behemoth`
            Order::Hold | Order::RoaringBehemoth => None,
            Order::Retreat if !stuck(view) => withdraw(),
            Order::Retreat | Order::AttackAndRetreat => attack().or_else(withdraw),
            Order::RetreatAndRampage => Self::rampage(view).or_else(attack).or_else(withdraw),
            Order::Free
            | Order::Attack
            | Order::HoldAndAttack
            | Order::Flank
            | Order::Blitz
            | Order::LastStand
            | Order::FinishThem => attack(),
        };
        bonus::prepare(view, next.unwrap_or(Action::End), Manner::Thrift)
    }

    fn blindside<D: Dice>(&self, view: View<'_>, strike: &Strike, _: &mut D) -> bool {
        bonus::surprises(view, strike, Manner::Thrift)
    }

    fn attack_bonus<D: Dice>(&self, view: View<'_>, strike: &Strike, _: &mut D) -> AttackBonus {
        let dice = view.weapon(strike.attacker(), strike.weapon()).dice;
        if dice < CRITICAL_FROM || view.fires_furiously(strike) {
            AttackBonus::Die
        } else {
            AttackBonus::Critical
        }
    }

    fn defence_bonus<D: Dice>(&self, view: View<'_>, strike: &Strike, _: &mut D) -> DefenceBonus {
        let dice = view.defence_dice(strike);
        let counters = view.counters_instead()
            && arms::hits_back(view, strike)
            && view.momentum_of(strike.target()) >= view.counter_cost(strike.target());
        if view.may_double_defence(strike.target()) {
            DefenceBonus::double(counters)
        } else if counters {
            DefenceBonus::Counter
        } else if let Some(bonus) = view.ward_bonus(strike.target()) {
            bonus
        } else if dice < CRITICAL_FROM {
            DefenceBonus::Die
        } else {
            DefenceBonus::Critical
        }
    }

    fn trade<D: Dice>(&self, view: View<'_>, strike: &Strike, _: &mut D) -> bool {
        arms::hits_back(view, strike)
    }

    fn attack_reroll<D: Dice>(&self, _: View<'_>, clash: &Clash, _: &mut D) -> Option<Reroll> {
        (clash.attack.roll.failures() >= REROLL_GAIN).then_some(Reroll::LowAndMid)
    }

    #[inline(always)]
    fn attack_skills<D: Dice>(&self, view: View<'_>, clash: &Clash, _: &mut D) -> AttackSkills {
        bonus::attack(view, clash, Manner::Thrift, |clash| {
            thrift::attack_skills(view, clash)
        })
    }

    fn defence_reroll<D: Dice>(&self, view: View<'_>, clash: &Clash, _: &mut D) -> Option<Reroll> {
        let worth = view.through(clash) > 0
            && clash.fresh_failures() >= REROLL_GAIN
            && bonus::rerolls(view, clash, Manner::Thrift);
        worth.then_some(Reroll::LowAndMid)
    }

    #[inline(always)]
    fn defence_skills<D: Dice>(&self, view: View<'_>, clash: &Clash, _: &mut D) -> DefenceSkills {
        bonus::defend(view, clash, Manner::Thrift, |clash| {
            thrift::defence_skills(view, clash)
        })
    }

    fn battle_damage<D: Dice>(&self, view: View<'_>, hurt: &Hurt, _: &mut D) -> Option<Location> {
        thrift::battle_damage(view, hurt)
    }

    fn counter<D: Dice>(
        &self,
        view: View<'_>,
        struck: &Strike,
        terms: CounterTerms,
        _: &mut D,
    ) -> Option<Reply> {
        arms::counter(view, struck, terms)
    }
}
