//! An attack: dice, defense, bids, and what a hit does.

use equipoise_dice::Dice;

use equipoise_engine::Log;

use super::event::{Event, RollKind};
use super::game::Game;
use super::options::{BidOrder, StrafeSpend, StrafeUnit};
use super::policy::{Clash, Shot, ask};
use super::state::UnitId;

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// An Attack: a ready weapon and an enemy (`bull.attack.choose`), both rolls, bids, comparison.
    pub(crate) fn attack(&mut self, attacker: UnitId) {
        if let Some(shot) = self.choose(attacker) {
            self.fire(attacker, shot);
        }
    }

    /// The attack that was chosen.
    #[inline]
    pub(crate) fn fire(&mut self, attacker: UnitId, shot: Shot) {
        let mut clash = self.declare(attacker, shot);
        clash.attack = self.roll(attacker, RollKind::Attack, clash.dice, 0);
        self.cool(attacker, shot.weapon);
        self.defend(&mut clash);
        self.bid(&mut clash);
        let hit = clash.attack > clash.defense;
        self.log.record(|| Event::Compare {
            attacker,
            target: clash.target,
            attack: clash.attack,
            defense: clash.defense,
            hit,
        });
        if hit {
            self.hit(&clash);
        }
    }

    /// The weapon and the target; an answer that is not legal is no attack.
    fn choose(&mut self, attacker: UnitId) -> Option<Shot> {
        self.view().ready(attacker).next()?;
        let scene = self.state.in_scene;
        let shot = ask!(self, "attack", attacker, shot(attacker, scene))?;
        let target = self.state.units.get(shot.target)?;
        let legal = self.view().is_ready(attacker, shot.weapon)
            && shot.target < self.bout.units.len()
            && self.side(shot.target) != self.side(attacker)
            && target.in_play();
        legal.then_some(shot)
    }

    /// Range and dice (`bull.attack.range`, `bull.attack.range-penalty`).
    fn declare(&mut self, attacker: UnitId, Shot { weapon, target }: Shot) -> Clash {
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
        Clash {
            attacker,
            target,
            dice,
            attack: 0,
            defense: 0,
            defended: false,
        }
    }

    /// The weapon rests for the owner's next turns (`bull.attack.cooldown`).
    fn cool(&mut self, unit: UnitId, weapon: usize) {
        let state = &mut self.state.units[unit];
        let rest = u16::from(self.bout.options.cooldown_turns);
        state.ready_from[weapon] = state.turns + 1 + rest;
    }

    /// The defense roll with strafing points (`bull.defense.roll`, `bull.move.strafe-pool`).
    fn defend(&mut self, clash: &mut Clash) {
        let target = clash.target;
        let options = &self.bout.options;
        let dice = self.bout.units[target].defense;
        let after = options.strafe_spend == StrafeSpend::AfterDefenseRoll;
        if self.state.units[target].strafe == 0 {
            clash.defense = self.roll(target, RollKind::Defense, dice, 0);
        } else if after {
            clash.defense = self.defend_then_strafe(clash, dice);
        } else {
            let points = self.spend_strafing(clash);
            clash.defense = match options.strafe_unit {
                StrafeUnit::Successes => self
                    .roll(target, RollKind::Defense, dice, 0)
                    .saturating_add(points),
                StrafeUnit::Dice => self.roll(target, RollKind::Defense, dice, points),
            };
        }
        clash.defended = true;
    }

    /// Strafing points once the defense is seen. Dice of the pool belong to the same roll: its Great
    /// Success and Cut Scene go by all of them.
    fn defend_then_strafe(&mut self, clash: &mut Clash, dice: u8) -> u8 {
        let target = clash.target;
        let in_dice = self.bout.options.strafe_unit == StrafeUnit::Dice;
        let shown = self.throw(target, dice);
        (clash.defense, clash.defended) = (shown, true);
        let points = self.spend_strafing(clash);
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
    fn spend_strafing(&mut self, clash: &Clash) -> u8 {
        let unit = clash.target;
        let pool = self.state.units[unit].strafe;
        let points = ask!(self, "strafing", unit, strafing(clash)).min(pool);
        let left = pool - points;
        self.state.units[unit].strafe = left;
        if points > 0 {
            self.log.record(|| Event::Strafing { unit, points, left });
        }
        points
    }

    /// Overdrive back and forth (`bull.overdrive.bid`).
    fn bid(&mut self, clash: &mut Clash) {
        let any = |unit| self.view().overdrive(unit) > 0;
        if !any(clash.attacker) && !any(clash.target) {
            return;
        }
        match self.bout.options.bid_order {
            BidOrder::LoserFirst => self.bid_loser_first(clash),
            BidOrder::AttackerFirst => self.bid_attacker_first(clash),
            BidOrder::Sealed => self.bid_sealed(clash),
        }
    }

    /// The side that would lose begins, the attacker on a tie; its pass ends the bidding.
    fn bid_loser_first(&mut self, clash: &mut Clash) {
        let mut attacking = clash.attack <= clash.defense;
        loop {
            let losing = (clash.attack <= clash.defense) == attacking;
            if self.raise(clash, attacking) == 0 && losing {
                return;
            }
            attacking = !attacking;
        }
    }

    /// In turn until both pass.
    fn bid_attacker_first(&mut self, clash: &mut Clash) {
        let (mut attacking, mut passes) = (true, 0);
        while passes < 2 {
            passes = if self.raise(clash, attacking) == 0 {
                passes + 1
            } else {
                0
            };
            attacking = !attacking;
        }
    }

    /// Both at once, neither seeing what the other bids.
    fn bid_sealed(&mut self, clash: &mut Clash) {
        let bids = [true, false].map(|attacking| self.offer(clash, attacking));
        for (attacking, points) in [true, false].into_iter().zip(bids) {
            self.pay_bid(clash, attacking, points);
        }
    }

    /// One bid of one side: the points spent, 0 for a pass.
    fn raise(&mut self, clash: &mut Clash, attacking: bool) -> u8 {
        let points = self.offer(clash, attacking);
        self.pay_bid(clash, attacking, points);
        points
    }

    /// What a side bids; without Overdrive it can only pass.
    fn offer(&mut self, clash: &Clash, attacking: bool) -> u8 {
        let unit = clash.bidder(attacking);
        let pool = self.view().overdrive(unit);
        if pool == 0 {
            return 0;
        }
        ask!(self, "bid", unit, bid(clash, attacking)).min(pool)
    }

    fn pay_bid(&mut self, clash: &mut Clash, attacking: bool, points: u8) {
        if points == 0 {
            return;
        }
        let unit = clash.bidder(attacking);
        if attacking {
            clash.attack = self.spend_overdrive(unit, RollKind::Attack, points, clash.attack);
        } else {
            clash.defense = self.spend_overdrive(unit, RollKind::Defense, points, clash.defense);
        }
    }
}
