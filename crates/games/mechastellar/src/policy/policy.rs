//! The questions as one policy answers them, for whichever side it plays.

use equipoise_dice::{Dice, Reroll};

use equipoise_engine::{Hex, Side};

use super::{battle_sense, tactics, tuning};
use crate::rules::clash::{Clash, CounterTerms, Strike};
use crate::rules::decision::{
    Action, AttackBonus, AttackSkills, Boon, Command, DefenceBonus, DefenceSkills, Offer, Order,
    Plan, Reform, Reply, Tuning,
};
use crate::rules::hurt::{Hurt, Location};
use crate::rules::unit_id::{UnitId, UnitSet};
use crate::rules::view::View;

/// One method per question of [`Players`](crate::rules::decider::Players), where each is described.
/// A default answers as any sensible player does, or does without what is offered.
pub(crate) trait Policy {
    fn goes_first<D: Dice>(&self, view: View<'_>, side: Side, dice: &mut D) -> bool;

    fn deploy<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> (Hex, Hex);

    fn deploy_next<D: Dice>(
        &self,
        view: View<'_>,
        side: Side,
        among: UnitSet,
        _: &mut D,
    ) -> UnitId {
        battle_sense::deploy_next(view, side, among)
    }

    fn early_wave<D: Dice>(&self, _: View<'_>, _: Side, _: &mut D) -> bool {
        true
    }

    fn turn_about<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> Option<Hex> {
        battle_sense::turn_about(view, unit)
    }

    fn challenge<D: Dice>(&self, _: View<'_>, _: Side, _: &mut D) -> Option<(UnitId, UnitId)> {
        None
    }

    fn revenge<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> Option<UnitId> {
        None
    }

    fn activate<D: Dice>(&self, view: View<'_>, side: Side, among: UnitSet, dice: &mut D)
    -> UnitId;

    fn reform<D: Dice>(&self, _: View<'_>, _: Side, _: &mut D) -> Option<Reform> {
        None
    }

    fn roll_order<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> Order {
        Order::Free
    }

    fn plan<D: Dice>(&self, view: View<'_>, unit: UnitId, order: Order, dice: &mut D) -> Plan;

    fn action<D: Dice>(&self, view: View<'_>, dice: &mut D) -> Action;

    fn dodge<D: Dice>(&self, _: View<'_>, _: &Strike, _: &mut D) -> Option<Hex> {
        None
    }

    fn lock_on<D: Dice>(
        &self,
        view: View<'_>,
        strike: &Strike,
        defending: bool,
        _: &mut D,
    ) -> bool {
        battle_sense::lock_on(view, strike, defending)
    }

    fn blindside<D: Dice>(&self, _: View<'_>, _: &Strike, _: &mut D) -> bool {
        true
    }

    fn attack_bonus<D: Dice>(&self, view: View<'_>, strike: &Strike, dice: &mut D) -> AttackBonus;

    fn defence_bonus<D: Dice>(&self, view: View<'_>, strike: &Strike, dice: &mut D)
    -> DefenceBonus;

    fn trade<D: Dice>(&self, _: View<'_>, _: &Strike, _: &mut D) -> bool {
        false
    }

    fn attack_reroll<D: Dice>(&self, view: View<'_>, clash: &Clash, dice: &mut D)
    -> Option<Reroll>;

    fn attack_skills<D: Dice>(&self, view: View<'_>, clash: &Clash, dice: &mut D) -> AttackSkills;

    fn defence_reroll<D: Dice>(
        &self,
        view: View<'_>,
        clash: &Clash,
        dice: &mut D,
    ) -> Option<Reroll>;

    fn defence_skills<D: Dice>(&self, view: View<'_>, clash: &Clash, dice: &mut D)
    -> DefenceSkills;

    fn recharge<D: Dice>(&self, view: View<'_>, clash: &Clash, _: &mut D) -> u8 {
        battle_sense::recharge(view, clash)
    }

    fn battle_damage<D: Dice>(&self, view: View<'_>, hurt: &Hurt, dice: &mut D)
    -> Option<Location>;

    fn called_shot<D: Dice>(&self, _: View<'_>, _: &Hurt, _: &mut D) -> Option<Location> {
        None
    }

    fn counter<D: Dice>(
        &self,
        _: View<'_>,
        _: &Strike,
        _: CounterTerms,
        _: &mut D,
    ) -> Option<Reply> {
        None
    }

    fn sweep<D: Dice>(
        &self,
        view: View<'_>,
        strike: &Strike,
        chosen: UnitSet,
        _: &mut D,
    ) -> Option<UnitId> {
        battle_sense::sweep(view, strike, chosen)
    }

    fn support<D: Dice>(
        &self,
        view: View<'_>,
        strike: &Strike,
        able: u16,
        defending: bool,
        _: &mut D,
    ) -> Option<usize> {
        battle_sense::support(view, strike, able, defending)
    }

    fn slip_away<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> Option<Hex> {
        None
    }

    fn lead<D: Dice>(&self, view: View<'_>, fallen: UnitId, among: UnitSet, _: &mut D) -> UnitId {
        battle_sense::lead(view, fallen, among)
    }

    fn checked_cover<D: Dice>(&self, view: View<'_>, _: &Strike, pieces: u64, _: &mut D) -> usize {
        battle_sense::least_piece(view, pieces)
    }

    fn thrown_piece<D: Dice>(&self, view: View<'_>, _: UnitId, pieces: u64, _: &mut D) -> usize {
        battle_sense::least_piece(view, pieces)
    }

    fn assign<D: Dice>(
        &self,
        view: View<'_>,
        strike: &Strike,
        through: i32,
        _: &mut D,
    ) -> [i32; 3] {
        battle_sense::assign(view, strike, through)
    }

    fn push<D: Dice>(&self, view: View<'_>, strike: &Strike, moved: UnitId, _: &mut D) -> Hex {
        battle_sense::push(view, strike, moved)
    }

    fn drag<D: Dice>(&self, view: View<'_>, piece: usize, _: &mut D) -> Hex {
        battle_sense::drag(view, piece)
    }

    fn pay_collision<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> bool {
        battle_sense::pay_collision(view, unit)
    }

    fn buy_off_stun<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> bool {
        battle_sense::buy_off_stun(view, unit)
    }

    fn stunned<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> (u8, u8) {
        battle_sense::stunned(view, unit)
    }

    fn transform<D: Dice>(&self, view: View<'_>, unit: UnitId, after_melee: bool, _: &mut D) -> u8 {
        battle_sense::transform(view, unit, after_melee)
    }

    fn boon<D: Dice>(&self, view: View<'_>, unit: UnitId, offer: Offer, _: &mut D) -> Boon {
        battle_sense::boon(view, unit, offer)
    }

    fn tune<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> Tuning {
        tuning::tune(view, unit)
    }

    fn guide<D: Dice>(&self, view: View<'_>, _: UnitId, among: UnitSet, _: &mut D) -> UnitId {
        battle_sense::guide(view, among)
    }

    fn smash_cover<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> bool {
        true
    }

    fn order<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> bool {
        battle_sense::order(view, unit)
    }

    fn launch<D: Dice>(
        &self,
        view: View<'_>,
        ship: UnitId,
        unit: UnitId,
        _: &mut D,
    ) -> Option<Hex> {
        battle_sense::launch(view, ship, unit)
    }

    fn repair<D: Dice>(&self, view: View<'_>, ship: UnitId, _: &mut D) -> Option<UnitId> {
        battle_sense::repair(view, ship)
    }

    fn board<D: Dice>(&self, view: View<'_>, unit: UnitId, ship: UnitId, _: &mut D) -> bool {
        battle_sense::board(view, unit, ship)
    }

    fn reinforce<D: Dice>(&self, view: View<'_>, side: Side, _: &mut D) -> Option<(UnitId, Hex)> {
        battle_sense::reinforce(view, side)
    }

    fn clear_point<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> bool {
        false
    }

    fn rout<D: Dice>(&self, view: View<'_>, lost: UnitId, _: &mut D) -> bool {
        battle_sense::rout(view, lost)
    }

    fn command<D: Dice>(&self, view: View<'_>, commander: UnitId, _: &mut D) -> Option<Command> {
        tactics::command(view, commander)
    }
}
