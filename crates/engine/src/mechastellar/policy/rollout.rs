//! Greedy, improved by sampled look-ahead where a side chooses which unit to activate.
//!
//! Each candidate's activation and the rest of the round are played out by greedy on both sides, on
//! dice of their own, and the position that follows is weighed. Everything else is greedy's. The
//! budget of play-outs per choice is a rules option, `rollout_budget`.

use equipoise_dice::{Dice, Reroll, TableDice, stream};

use crate::{Hex, NoLog, Side};

use super::super::clash::{Clash, CounterTerms, Strike};
use super::super::damage::{Hurt, Location};
use super::super::game::Game;
use super::super::state::{Battle, UnitId, UnitSet};
use super::super::view::View;
use super::{
    Action, AttackBonus, AttackSkills, Command, DefenceBonus, DefenceSkills, Greedy, Plan, Policy,
    PolicyKind,
};

/// Greedy with look-ahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rollout;

/// Candidates looked at, the most threatening first.
const WIDTH: usize = 4;

impl Rollout {
    /// The value of activating `unit` now, summed over play-outs that share their dice with those
    /// of the other candidates.
    fn weigh(view: View<'_>, side: Side, unit: UnitId, seed: u64, budget: u64) -> i64 {
        let mut spare = view.state.spare.borrow_mut();
        let scratch: &mut Battle = spare.get_or_insert_default();
        let mut value = 0;
        for number in 0..budget {
            scratch.copy_from(view.state);
            let mut dice = TableDice::new(stream(seed, 0, number));
            let mut game = Game {
                bout: view.bout,
                policies: [PolicyKind::Greedy; 2],
                state: &mut *scratch,
                dice: &mut dice,
                log: &mut NoLog,
            };
            game.play_on(unit);
            value += worth(game.view(), side);
        }
        value
    }
}

/// Victory points, damage in the same currency, and control points, from one side's view.
fn worth(view: View<'_>, side: Side) -> i64 {
    let share = |of: Side| -> i64 {
        let units = view.bout.side(of);
        let lost = |u: UnitId| {
            let (profile, state) = (view.profile(u), view.unit(u));
            let gone = i64::from(profile.hp - state.hp.max(0));
            100 * i64::from(profile.vp) * gone / i64::from(profile.hp.max(1))
        };
        units.map(lost).sum()
    };
    let points = |of: Side| i64::from(view.state.sides[of.index()].vp);
    let momentum = |of: Side| i64::from(view.momentum(of)) + 2 * view.points_owned(of) as i64;
    let other = side.other();
    100 * (points(side) - points(other)) + share(other) - share(side)
        + 50 * (momentum(side) - momentum(other))
}

impl Policy for Rollout {
    /// The candidate whose play-outs end best; ties go to the one greedy would take.
    fn activate<D: Dice>(
        &self,
        view: View<'_>,
        side: Side,
        among: UnitSet,
        dice: &mut D,
    ) -> UnitId {
        let favourite = Greedy.activate(view, side, among, dice);
        let budget = view.bout.options.rollout_budget.play_outs() / WIDTH as u64;
        if among.len() <= 1 || budget == 0 {
            return favourite;
        }
        let seed = u64::from(dice.below(1 << 31)) << 31 | u64::from(dice.below(1 << 31));
        let mut tried = UnitSet::EMPTY;
        let mut best = (Self::weigh(view, side, favourite, seed, budget), favourite);
        tried.insert(favourite);
        for _ in 1..WIDTH {
            let threat = |u: UnitId| {
                view.enemies(u)
                    .map(|e| view.threat(u, e, view.distance(u, e)))
                    .max()
            };
            let next = view
                .standing(side)
                .filter(|&u| among.contains(u) && !tried.contains(u))
                .max_by_key(|&u| (threat(u), std::cmp::Reverse(u)));
            let Some(next) = next else { break };
            tried.insert(next);
            let value = Self::weigh(view, side, next, seed, budget);
            if value > best.0 {
                best = (value, next);
            }
        }
        best.1
    }

    // Every other decision is put to greedy.

    fn goes_first<D: Dice>(&self, view: View<'_>, side: Side, dice: &mut D) -> bool {
        Greedy.goes_first(view, side, dice)
    }

    fn deploy<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> (Hex, Hex) {
        Greedy.deploy(view, unit, dice)
    }

    fn challenge<D: Dice>(
        &self,
        view: View<'_>,
        side: Side,
        dice: &mut D,
    ) -> Option<(UnitId, UnitId)> {
        Greedy.challenge(view, side, dice)
    }

    fn revenge<D: Dice>(&self, view: View<'_>, enemy: UnitId, dice: &mut D) -> Option<UnitId> {
        Greedy.revenge(view, enemy, dice)
    }

    fn plan<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> Plan {
        Greedy.plan(view, unit, dice)
    }

    fn action<D: Dice>(&self, view: View<'_>, dice: &mut D) -> Action {
        Greedy.action(view, dice)
    }

    fn lock_on<D: Dice>(
        &self,
        view: View<'_>,
        strike: &Strike,
        defending: bool,
        dice: &mut D,
    ) -> bool {
        Greedy.lock_on(view, strike, defending, dice)
    }

    fn attack_bonus<D: Dice>(&self, view: View<'_>, strike: &Strike, dice: &mut D) -> AttackBonus {
        Greedy.attack_bonus(view, strike, dice)
    }

    fn defence_bonus<D: Dice>(
        &self,
        view: View<'_>,
        strike: &Strike,
        dice: &mut D,
    ) -> DefenceBonus {
        Greedy.defence_bonus(view, strike, dice)
    }

    fn trade<D: Dice>(&self, view: View<'_>, strike: &Strike, dice: &mut D) -> bool {
        Greedy.trade(view, strike, dice)
    }

    fn attack_reroll<D: Dice>(
        &self,
        view: View<'_>,
        clash: &Clash,
        dice: &mut D,
    ) -> Option<Reroll> {
        Greedy.attack_reroll(view, clash, dice)
    }

    fn attack_skills<D: Dice>(&self, view: View<'_>, clash: &Clash, dice: &mut D) -> AttackSkills {
        Greedy.attack_skills(view, clash, dice)
    }

    fn defence_reroll<D: Dice>(
        &self,
        view: View<'_>,
        clash: &Clash,
        dice: &mut D,
    ) -> Option<Reroll> {
        Greedy.defence_reroll(view, clash, dice)
    }

    fn defence_skills<D: Dice>(
        &self,
        view: View<'_>,
        clash: &Clash,
        dice: &mut D,
    ) -> DefenceSkills {
        Greedy.defence_skills(view, clash, dice)
    }

    fn battle_damage<D: Dice>(
        &self,
        view: View<'_>,
        hurt: &Hurt,
        dice: &mut D,
    ) -> Option<Location> {
        Greedy.battle_damage(view, hurt, dice)
    }

    fn called_shot<D: Dice>(&self, view: View<'_>, hurt: &Hurt, dice: &mut D) -> Option<Location> {
        Greedy.called_shot(view, hurt, dice)
    }

    fn counter<D: Dice>(
        &self,
        view: View<'_>,
        struck: &Strike,
        terms: CounterTerms,
        dice: &mut D,
    ) -> Option<usize> {
        Greedy.counter(view, struck, terms, dice)
    }

    fn sweep<D: Dice>(
        &self,
        view: View<'_>,
        strike: &Strike,
        chosen: UnitSet,
        dice: &mut D,
    ) -> Option<UnitId> {
        Greedy.sweep(view, strike, chosen, dice)
    }

    fn support<D: Dice>(
        &self,
        view: View<'_>,
        strike: &Strike,
        able: u16,
        defending: bool,
        dice: &mut D,
    ) -> u16 {
        Greedy.support(view, strike, able, defending, dice)
    }

    fn assign<D: Dice>(
        &self,
        view: View<'_>,
        strike: &Strike,
        through: i32,
        dice: &mut D,
    ) -> [i32; 3] {
        Greedy.assign(view, strike, through, dice)
    }

    fn push<D: Dice>(&self, view: View<'_>, strike: &Strike, moved: UnitId, dice: &mut D) -> Hex {
        Greedy.push(view, strike, moved, dice)
    }

    fn pay_collision<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> bool {
        Greedy.pay_collision(view, unit, dice)
    }

    fn buy_off_stun<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> bool {
        Greedy.buy_off_stun(view, unit, dice)
    }

    fn stunned<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> (u8, u8) {
        Greedy.stunned(view, unit, dice)
    }

    fn transform<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        after_melee: bool,
        dice: &mut D,
    ) -> u8 {
        Greedy.transform(view, unit, after_melee, dice)
    }

    fn smash_cover<D: Dice>(&self, view: View<'_>, target: UnitId, dice: &mut D) -> bool {
        Greedy.smash_cover(view, target, dice)
    }

    fn order<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> bool {
        Greedy.order(view, unit, dice)
    }

    fn launch<D: Dice>(
        &self,
        view: View<'_>,
        ship: UnitId,
        unit: UnitId,
        dice: &mut D,
    ) -> Option<Hex> {
        Greedy.launch(view, ship, unit, dice)
    }

    fn repair<D: Dice>(&self, view: View<'_>, ship: UnitId, dice: &mut D) -> Option<UnitId> {
        Greedy.repair(view, ship, dice)
    }

    fn board<D: Dice>(&self, view: View<'_>, unit: UnitId, ship: UnitId, dice: &mut D) -> bool {
        Greedy.board(view, unit, ship, dice)
    }

    fn reinforce<D: Dice>(
        &self,
        view: View<'_>,
        side: Side,
        dice: &mut D,
    ) -> Option<(UnitId, Hex)> {
        Greedy.reinforce(view, side, dice)
    }

    fn rout<D: Dice>(&self, view: View<'_>, lost: UnitId, dice: &mut D) -> bool {
        Greedy.rout(view, lost, dice)
    }

    fn command<D: Dice>(&self, view: View<'_>, commander: UnitId, dice: &mut D) -> Option<Command> {
        Greedy.command(view, commander, dice)
    }

    fn recharge<D: Dice>(&self, view: View<'_>, clash: &Clash, dice: &mut D) -> u8 {
        Greedy.recharge(view, clash, dice)
    }
}
