//! Thrifty use of skills and parts, about which the tables say nothing.

use crate::data::profile::Category;
use crate::policy::battle_sense;
use crate::rules::clash::Clash;
use crate::rules::constants::{FLASH_COST, FLASH_DEF, IRON_WALL_COST, IRON_WALL_DEF, VALOR_HITS};
use crate::rules::decision::{AttackSkills, DefenceSkills};
use crate::rules::hurt::{Hurt, Location};
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// Momentum that thrifty Focus leaves untouched below.
const FOCUS_RESERVE: u8 = 3;
/// Dice that Focus must change.
const FOCUS_GAIN: u8 = 2;

/// Focus when it changes enough dice, Valor only to kill.
#[inline(always)]
pub(super) fn attack_skills(view: View<'_>, clash: &Clash) -> AttackSkills {
    let strike = &clash.strike;
    let prospect = view.prospect(clash);
    let turned = i32::from(clash.attack.roll.mid);
    let focus = thrifty_focus(view, strike.attacker(), clash.attack.roll.mid)
        && prospect.tenths(turned, 0) > prospect.tenths(0, 0);
    let gained = if focus { turned } else { 0 };
    let kills = |more: i32| prospect.tenths(more, 0) >= 10 * view.unit(strike.target()).hp;
    let open = view.can_valor(strike.attacker());
    AttackSkills {
        focus,
        valor: open && !kills(gained) && kills(gained + VALOR_HITS),
        all_weapons: battle_sense::all_weapons(view, clash),
        anti_air: battle_sense::flak(view, clash),
        slayer: false,
    }
}

/// Focus when it changes enough dice, Flash or Iron Wall only to survive.
#[inline(always)]
pub(super) fn defence_skills(view: View<'_>, clash: &Clash) -> DefenceSkills {
    let strike = &clash.strike;
    let unit = strike.target();
    let needed = view.through(clash) > 0;
    let focus = needed && thrifty_focus(view, unit, clash.defence.roll.mid);
    let gained = if focus {
        i32::from(clash.defence.roll.mid)
    } else {
        0
    };
    let prospect = view.prospect(clash);
    let dies = |more: i32| prospect.tenths(0, more) >= 10 * view.unit(unit).hp;
    let mut skills = DefenceSkills {
        focus,
        anti_air: battle_sense::anti_air(view, clash),
        ..DefenceSkills::default()
    };
    let spent = view.focus_cost(unit) * u8::from(focus);
    let left = view.momentum_of(unit).saturating_sub(spent);
    let flash_cost = |steps: u8| FLASH_COST * steps;
    let wall_cost = |steps: u8| view.skill_cost(unit, IRON_WALL_COST * steps);
    if left < flash_cost(1).min(wall_cost(1)) || !dies(gained) {
        return skills;
    }
    for steps in 1..=2u8 {
        let flash = gained + FLASH_DEF * i32::from(steps);
        let wall = gained + IRON_WALL_DEF * i32::from(steps);
        let walled = prospect.walled(view.bout.options.iron_wall_finisher);
        let dies_walled = |more: i32| walled.tenths(0, more) >= 10 * view.unit(unit).hp;
        if view.can_flash(unit, steps) && left >= flash_cost(steps) && !dies(flash) {
            skills.flash = steps;
            break;
        }
        if view.can_iron_wall(unit, steps) && left >= wall_cost(steps) && !dies_walled(wall) {
            skills.iron_wall = steps;
            break;
        }
    }
    skills
}

/// A shield for any failed save, other parts only to survive.
pub(super) fn battle_damage(view: View<'_>, hurt: &Hurt) -> Option<Location> {
    let unit = hurt.strike.target();
    let hp = view.unit(unit).hp as u32;
    let shield = view
        .locations(unit)
        .find(|l| matches!(l, Location::Shield(_)));
    let saves_it = hurt.taken < hp && hurt.taken + hurt.item + hurt.rest >= hp;
    let spare = || {
        view.locations(unit)
            .find(|&location| expendable(view, unit, location))
    };
    shield.or_else(|| if saves_it { spare() } else { None })
}

fn thrifty_focus(view: View<'_>, unit: UnitId, changed: u8) -> bool {
    // What costs nothing is no matter of thrift.
    view.focus_cost(unit) == 0 && changed > 0
        || changed >= FOCUS_GAIN && view.momentum_of(unit) >= FOCUS_RESERVE
}

/// Parts a unit gives up to survive: anything but its only shooting weapon or an explosive.
fn expendable(view: View<'_>, unit: UnitId, location: Location) -> bool {
    let Location::Weapon(index) = location else {
        return true;
    };
    let working =
        |w: &usize| !view.weapon(unit, *w).is_melee() && view.weapon_ready(unit, *w, false);
    let count = (0..view.profile(unit).printed).filter(working).count();
    view.weapon(unit, index).category != Some(Category::Explosive) && count > 1
}
