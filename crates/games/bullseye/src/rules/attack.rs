//! An attack: dice, defense, bids, and what a hit does.

use equipoise_dice::Dice;

use equipoise_engine::Log;

use super::decision::{Attack, Contest, Policy};
use super::event::{Event, RollKind};
use super::game::Game;
use super::state::UnitId;
use crate::options::{BidOrder, StrafeSpend, StrafeUnit};

impl<P: Policy, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// An Attack: a ready weapon and an enemy (`bull.attack.choose`), both rolls, bids, comparison.
    pub(crate) fn attack(&mut self, attacker: UnitId) {
        if let Some(attack) = self.choose(attacker) {
            self.resolve_attack(attacker, attack);
        }
    }

    /// The attack that was chosen.
    #[inline]
    pub(crate) fn resolve_attack(&mut self, attacker: UnitId, attack: Attack) {
        let mut contest = self.declare(attacker, attack);
        contest.attack = self.roll(attacker, RollKind::Attack, contest.dice, 0);
        self.start_cooldown(attacker, attack.weapon);
        self.defend(&mut contest);
        self.bid(&mut contest);
        let hit = contest.attack > contest.defense;
        self.log.record(|| Event::Compare {
            attacker,
            target: contest.target,
            attack: contest.attack,
            defense: contest.defense,
            hit,
        });
        if hit {
            self.hit(&contest);
        }
    }

    /// The weapon and the target; an answer that is not legal is no attack.
    fn choose(&mut self, attacker: UnitId) -> Option<Attack> {
        self.view().ready(attacker).next()?;
        let scene = self.state.in_scene;
        let attack = self.ask("attack", attacker, |policy, view, dice| {
            policy.attack(view, attacker, scene, dice)
        })?;
        let target = self.state.units.get(attack.target)?;
        let legal = self.view().is_ready(attacker, attack.weapon)
            && attack.target < self.bout.units.len()
            && self.side(attack.target) != self.side(attacker)
            && target.in_play();
        legal.then_some(attack)
    }

    /// Range and dice (`bull.attack.range`, `bull.attack.range-penalty`).
    fn declare(&mut self, attacker: UnitId, Attack { weapon, target }: Attack) -> Contest {
        let range = self.view().range(attacker, target);
        let scene = self.state.in_scene;
        let dice = self.view().attack_dice(attacker, weapon, range, scene);
        self.log.record(|| Event::Attack {
            attacker,
            target,
            weapon,
            range,
            dice,
            cut_scene: scene,
        });
        Contest {
            attacker,
            target,
            dice,
            attack: 0,
            defense: 0,
            defended: false,
        }
    }

    /// The weapon rests for the owner's next turns (`bull.attack.cooldown`).
    fn start_cooldown(&mut self, unit: UnitId, weapon: usize) {
        let state = &mut self.state.units[unit];
        let rest = u16::from(self.bout.options.cooldown_turns);
        state.ready_from[weapon] = state.turns + 1 + rest;
    }

    /// The defense roll with strafing points (`bull.defense.roll`, `bull.move.strafe-pool`).
    fn defend(&mut self, contest: &mut Contest) {
        let target = contest.target;
        let options = &self.bout.options;
        let dice = self.bout.units[target].defense;
        let after = options.strafe_spend == StrafeSpend::AfterDefenseRoll;
        if self.state.units[target].strafe == 0 {
            contest.defense = self.roll(target, RollKind::Defense, dice, 0);
        } else if after {
            contest.defense = self.defend_then_strafe(contest, dice);
        } else {
            let points = self.spend_strafing(contest);
            contest.defense = match options.strafe_unit {
                StrafeUnit::Successes => self
                    .roll(target, RollKind::Defense, dice, 0)
                    .saturating_add(points),
                StrafeUnit::Dice => self.roll(target, RollKind::Defense, dice, points),
            };
        }
        contest.defended = true;
    }

    /// Strafing points once the defense is seen. Dice of the pool belong to the same roll: its Great
    /// Success and Cut Scene go by all of them.
    fn defend_then_strafe(&mut self, contest: &mut Contest, dice: u8) -> u8 {
        let target = contest.target;
        let in_dice = self.bout.options.strafe_unit == StrafeUnit::Dice;
        let shown = self.throw(target, dice);
        (contest.defense, contest.defended) = (shown, true);
        let points = self.spend_strafing(contest);
        let added = if in_dice {
            self.throw(target, points)
        } else {
            0
        };
        let successes = shown.saturating_add(added);
        let strafing = if in_dice { points } else { 0 };
        self.log.record(|| Event::Roll {
            unit: target,
            roll: RollKind::Defense,
            dice: dice.saturating_add(strafing),
            strafing,
            successes,
        });
        self.earn(target, RollKind::Defense, successes);
        if in_dice {
            successes
        } else {
            shown.saturating_add(points)
        }
    }

    /// Points the defender takes from its pool; each works once.
    fn spend_strafing(&mut self, contest: &Contest) -> u8 {
        let unit = contest.target;
        let pool = self.state.units[unit].strafe;
        let points = self
            .ask("strafing", unit, |policy, view, dice| {
                policy.strafing(view, contest, dice)
            })
            .min(pool);
        let left = pool - points;
        self.state.units[unit].strafe = left;
        if points > 0 {
            self.log.record(|| Event::Strafing { unit, points, left });
        }
        points
    }

    /// Overdrive back and forth (`bull.overdrive.bid`).
    fn bid(&mut self, contest: &mut Contest) {
        let any = |unit| self.view().overdrive(unit) > 0;
        if !any(contest.attacker) && !any(contest.target) {
            return;
        }
        match self.bout.options.bid_order {
            BidOrder::LoserFirst => self.bid_loser_first(contest),
            BidOrder::AttackerFirst => self.bid_attacker_first(contest),
            BidOrder::Sealed => self.bid_sealed(contest),
        }
    }

    /// The side that would lose begins, the attacker on a tie; its pass ends the bidding.
    fn bid_loser_first(&mut self, contest: &mut Contest) {
        let mut attacking = contest.attack <= contest.defense;
        loop {
            let losing = (contest.attack <= contest.defense) == attacking;
            if self.raise(contest, attacking) == 0 && losing {
                return;
            }
            attacking = !attacking;
        }
    }

    /// In turn until both pass.
    fn bid_attacker_first(&mut self, contest: &mut Contest) {
        let (mut attacking, mut passes) = (true, 0);
        while passes < 2 {
            passes = if self.raise(contest, attacking) == 0 {
                passes + 1
            } else {
                0
            };
            attacking = !attacking;
        }
    }

    /// Both at once, neither seeing what the other bids.
    fn bid_sealed(&mut self, contest: &mut Contest) {
        let bids = [true, false].map(|attacking| self.offer(contest, attacking));
        for (attacking, points) in [true, false].into_iter().zip(bids) {
            self.pay_bid(contest, attacking, points);
        }
    }

    /// One bid of one side: the points spent, 0 for a pass.
    fn raise(&mut self, contest: &mut Contest, attacking: bool) -> u8 {
        let points = self.offer(contest, attacking);
        self.pay_bid(contest, attacking, points);
        points
    }

    /// What a side bids; without Overdrive it can only pass.
    fn offer(&mut self, contest: &Contest, attacking: bool) -> u8 {
        let unit = contest.bidder(attacking);
        let pool = self.view().overdrive(unit);
        if pool == 0 {
            return 0;
        }
        self.ask("bid", unit, |policy, view, dice| {
            policy.bid(view, contest, attacking, dice)
        })
        .min(pool)
    }

    fn pay_bid(&mut self, contest: &mut Contest, attacking: bool, points: u8) {
        if points == 0 {
            return;
        }
        let unit = contest.bidder(attacking);
        if attacking {
            contest.attack = self.spend_overdrive(unit, RollKind::Attack, points, contest.attack);
        } else {
            contest.defense =
                self.spend_overdrive(unit, RollKind::Defense, points, contest.defense);
        }
    }
}
