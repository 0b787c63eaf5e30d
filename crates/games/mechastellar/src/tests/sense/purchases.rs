//! Attacks and skills that buy nothing.

use equipoise_dice::{TableDice, stream};
use equipoise_engine::NoLog;

use crate::data::profile::{Effect, UnitType};
use crate::fast::memo::play_on;
use crate::policy::policies::Policies;
use crate::policy::search::PlayOuts;
use crate::rules::aim::Aim;
use crate::rules::clash::Clash;
use crate::rules::constants::{FLASH_COST, FLASH_DEF, FOCUS_COST, IRON_WALL_DEF, VALOR_HITS};
use crate::rules::decision::{Action, AttackSkills, DefenceSkills};
use crate::rules::game::Game;
use crate::rules::unit::CompiledWeapon;
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// An attack expected to do less than half of what one that costs nothing would do to the same target, or
/// nothing where such an attack would hurt another. What Pushes, Stuns or sweeps is left out: it does more
/// than that damage. So is, in a duel, a weapon of lower DMG against who may buy a Flash, which stops as many HITS
/// whatever they do. A player takes the better weapon.
pub(super) fn is_weak_attack(view: View<'_>, action: Action) -> bool {
    let Action::Attack {
        weapon,
        special,
        target,
    } = action
    else {
        return false;
    };
    let unit = view.state.turn.unit;
    let damage = |weapon: usize, special: bool, target: UnitId| {
        let aim = view.aim(target)?;
        view.attack_belief(&view.outlook(aim), weapon, special, -1)
    };
    let arm = view.weapon(unit, weapon);
    let Some(chosen) = damage(weapon, special, target).filter(|_| does_damage_alone(arm)) else {
        return false;
    };
    let flashes = view.is_duel() && view.can_flash(target, 1);
    view.attacks()
        .filter(|(aim, other, special)| is_free(view, aim, *other, *special))
        .filter(|(aim, ..)| aim.target == target || chosen == 0)
        .filter(|(_, other, _)| !flashes || view.weapon(unit, *other).dmg <= arm.dmg)
        .filter_map(|(aim, other, special)| damage(other, special, aim.target))
        .any(|better| better > 2 * chosen)
}

/// Whether all that a weapon does is damage to its target.
pub(super) fn does_damage_alone(arm: &CompiledWeapon) -> bool {
    arm.effect == Effect::None && arm.aoe.is_none()
}

/// Whether an attack takes a Combat Action at most.
pub(super) fn is_free(view: View<'_>, aim: &Aim, weapon: usize, special: bool) -> bool {
    let arm = view.weapon(view.state.turn.unit, weapon);
    !spends(arm, special) && arm.remote.is_none() && (arm.is_melee() || aim.shot_cost == 0)
}

/// Whether an attack takes a limited use or points.
fn spends(arm: &CompiledWeapon, special: bool) -> bool {
    special || arm.limited || arm.resource_cost > 0
}

/// Times an attack is tried out, and how many of them are to kill for it to be called sure.
const TRIALS: u64 = 40;

/// A limited use, or points for a weapon or its special, spent on one of several enemies where an attack that
/// costs nothing kills it in every one of 40 trials. A player keeps what is scarce for the others; a sweep hits
/// them as well.
pub(super) fn is_wasted_use(view: View<'_>, action: Action) -> bool {
    let Action::Attack {
        weapon,
        special,
        target,
    } = action
    else {
        return false;
    };
    let unit = view.state.turn.unit;
    let arm = view.weapon(unit, weapon);
    spends(arm, special)
        && does_damage_alone(arm)
        && view.enemies(unit).count() > 1
        && view.attacks().any(|(aim, other, special)| {
            aim.target == target
                && is_free(view, &aim, other, special)
                && is_sure_kill(view, other, target)
        })
}

fn is_sure_kill(view: View<'_>, weapon: usize, target: UnitId) -> bool {
    (0..TRIALS).all(|trial| {
        let mut state = view.state.clone();
        let play_outs = PlayOuts::new(play_on);
        let mut game = Game {
            bout: view.bout,
            decider: &mut Policies::new(view.bout.policies, &play_outs),
            state: &mut state,
            dice: &mut TableDice::new(stream(0, 0, trial)),
            log: &mut NoLog,
        };
        game.go_on(Action::Attack {
            weapon,
            special: false,
            target,
        });
        state.units[target].hp <= 0
    })
}

/// Focus that turns no die into a success, Focus or Valor with which nothing gets through still, or for a
/// target that is destroyed already and has nothing left to defend itself with. A player keeps the Momentum.
pub(super) fn is_wasted_attack_skill(view: View<'_>, clash: &Clash, skills: AttackSkills) -> bool {
    let target = clash.strike.target();
    if !(skills.focus || skills.valor) || clash.strike.swept || view.is_squad(target) {
        return false;
    }
    let focused = i32::from(skills.focus) * i32::from(clash.attack.roll.mid);
    if skills.focus && focused == 0 {
        return true;
    }
    let more = focused + VALOR_HITS * i32::from(skills.valor);
    let prospect = view.prospect(clash);
    let helpless = view.momentum_of(target) == 0 && view.unit(target).points == 0;
    let through = view.through(clash);
    prospect.tenths(more, 0) == 0
        || helpless && clash.harm.base(through) >= view.unit(target).hp as u32
}

/// Focus that turns no die into a success, Focus or Flash where nothing gets through, or with which the unit
/// is destroyed still. A player keeps the Momentum.
pub(super) fn is_wasted_defence_skill(
    view: View<'_>,
    clash: &Clash,
    skills: DefenceSkills,
) -> bool {
    let unit = clash.strike.target();
    let bought = skills.focus || skills.flash > 0;
    let wall = skills.iron_wall > 0 || skills.anti_air > 0;
    if !bought || wall || clash.strike.swept || view.is_squad(unit) {
        return false;
    }
    let focused = i32::from(skills.focus) * i32::from(clash.defence.roll.mid);
    if skills.focus && focused == 0 || view.through(clash) == 0 {
        return true;
    }
    let cost = FOCUS_COST * u8::from(skills.focus) + FLASH_COST * skills.flash;
    if cost > view.momentum_of(unit) {
        return false;
    }
    let after = view.through(clash) - focused - FLASH_DEF * i32::from(skills.flash);
    clash.harm.base(after.max(0)) >= view.unit(unit).hp as u32
}

/// Whether skills save the last unit of a side from an attack that destroys it for certain without them; `None`
/// where it is not the last, not doomed, or cannot be saved. A player spends what it takes: Momentum is worth
/// nothing to a side that is no more.
pub(super) fn is_saved(view: View<'_>, clash: &Clash, skills: DefenceSkills) -> Option<bool> {
    let unit = clash.strike.target();
    let last = view.standing(view.side_of(unit)).count() == 1;
    if !last || clash.strike.swept || view.is_squad(unit) {
        return None;
    }
    let hp = view.unit(unit).hp as u32;
    let through = view.through(clash);
    let dies = |less: i32| clash.harm.base((through - less).max(0)) >= hp;
    let mid = i32::from(clash.defence.roll.mid);
    let affordable = |focus: u8, flash: u8| {
        let cost = FOCUS_COST * focus + FLASH_COST * flash;
        cost <= view.momentum_of(unit) && (flash == 0 || view.can_flash(unit, 1))
    };
    let ways = (0..=1).flat_map(|focus| (0..=2).map(move |flash| (focus, flash)));
    let saves = |&(focus, flash): &(u8, u8)| {
        affordable(focus, flash) && !dies(mid * i32::from(focus) + FLASH_DEF * i32::from(flash))
    };
    if !dies(0) || !ways.into_iter().any(|way| saves(&way)) {
        return None;
    }
    let bought = mid * i32::from(skills.focus)
        + FLASH_DEF * i32::from(skills.flash)
        + IRON_WALL_DEF * i32::from(skills.iron_wall);
    Some(!dies(bought))
}

/// Four unblocked HITS and more on a Kaiju with at least 7 Momentum that buys nothing against them. A player
/// does: it gains more than it can hold.
pub(super) fn is_rich_kaiju(view: View<'_>, clash: &Clash, skills: DefenceSkills) -> bool {
    let unit = clash.strike.target();
    let bought = skills.focus || skills.flash > 0 || skills.iron_wall > 0;
    view.profile(unit).unit_type == UnitType::Kaiju
        && view.momentum_of(unit) >= 7
        && view.through(clash) >= 4
        && !bought
}
