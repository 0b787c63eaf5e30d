//! Performance Upgrade and Performance Reduction.

use super::refusal::{Refusal, fit};
use crate::data::catalogue::limits;
use crate::data::profile::{UnitProfile, UnitType, Upgrade, WeaponKind};

const UP_LIMIT: &str = "Performance Upgrade limit";
const DOWN_LIMIT: &str = "Performance Reduction limits";
const THRESHOLD: &str = "Threshold bonus at Performance 5 and 8";

/// Performance of one step.
const STEP: u8 = 2;
/// From these on a unit is better still (`ms93.upgrade.performance-threshold`).
const THRESHOLDS: [u8; 2] = [5, 8];
/// Least cost of a machine that may be reduced, points.
const LEAST_POINTS: u16 = 80;

/// What crossing a threshold brings.
struct Gain {
    hp: i64,
    sensors_in: i64,
    /// Inches of a turn, half of them for each Move Action.
    turn_in: i64,
}

/// `ms93.upgrade.performance-threshold`. Nothing is printed for vehicles.
const fn gain_of(unit_type: UnitType) -> Gain {
    let (hp, sensors_in, turn_in) = match unit_type {
        UnitType::MechSuit => (1000, 2, 2),
        UnitType::SuperRobot => (1400, 4, 0),
        UnitType::Kaiju | UnitType::SuperHeavy => (2000, 2, 1),
        UnitType::Warship => (1000, 8, 1),
        UnitType::Vehicle => (0, 0, 0),
    };
    Gain {
        hp,
        sensors_in,
        turn_in,
    }
}

/// Performance without upgrades.
pub(crate) fn printed(unit: &UnitProfile) -> u8 {
    let bought = |upgrade| unit.upgrades.iter().filter(|&&own| own == upgrade).count() as u8;
    let lost = STEP * bought(Upgrade::PerformanceReduction);
    unit.performance + lost - STEP * bought(Upgrade::PerformanceUpgrade)
}

/// `ms93.upgrade.performance-up`
pub(super) fn raise(unit: &mut UnitProfile) -> Result<(), Refusal> {
    step(unit, 1, Upgrade::PerformanceUpgrade.terms().title)
}

/// `ms93.upgrade.performance-down` within `ms93.upgrade.performance-down-limit`.
pub(super) fn lower(unit: &mut UnitProfile, machine_points: u16) -> Result<(), Refusal> {
    let refused = |message| Err(Refusal::new(DOWN_LIMIT, message));
    if unit.performance < STEP {
        let found = unit.performance;
        return refused(format!(
            "found Performance {found}, expected at least {STEP}"
        ));
    }
    if unit.evade.bonus < 1 {
        let found = unit.evade.bonus;
        return refused(format!("found Evade {found:+}, expected at least +1"));
    }
    if machine_points < LEAST_POINTS {
        return refused(format!(
            "the unit costs {machine_points} points without its crew, expected at least {LEAST_POINTS}"
        ));
    }
    step(unit, -1, Upgrade::PerformanceReduction.terms().title)
}

/// One step up or down: `by` is 1 or -1.
fn step(unit: &mut UnitProfile, by: i64, rule: &'static str) -> Result<(), Refusal> {
    let old = unit.performance;
    let new = i64::from(old) + by * i64::from(STEP);
    unit.performance = fit(UP_LIMIT, "Performance", new, limits::PERFORMANCE)?;
    let shift = |bonus: &mut i8, what: &str| {
        *bonus = fit(rule, what, i64::from(*bonus) + by, limits::BONUS)?;
        Ok(())
    };
    shift(&mut unit.evade.bonus, "the Evade bonus")?;
    shift(&mut unit.melee_def.bonus, "the Melee DEF bonus")?;
    shift(&mut unit.shooting_bonus, "the Shooting bonus")?;
    shift(&mut unit.melee_bonus, "the Melee bonus")?;
    for weapon in &mut unit.weapons {
        let kind = match weapon.kind {
            WeaponKind::Shooting => "Shooting",
            WeaponKind::Melee => "Melee",
        };
        let what = format!("the {kind} HITS of \"{}\"", weapon.name);
        shift(&mut weapon.bonus, &what)?;
    }
    let crossed = |at: &u8| (old < *at) != (unit.performance < *at);
    if THRESHOLDS.iter().any(crossed) {
        return cross(unit, by);
    }
    Ok(())
}

fn cross(unit: &mut UnitProfile, by: i64) -> Result<(), Refusal> {
    let gain = gain_of(unit.unit_type);
    let hp = i64::from(unit.hp) + by * gain.hp;
    unit.hp = fit(THRESHOLD, "HP", hp, limits::HP)?;
    let turn_in = 2 * i64::from(unit.move_in) + i64::from(unit.half_inch) + by * gain.turn_in;
    unit.move_in = fit(THRESHOLD, "Move", turn_in.div_euclid(2), limits::MOVE)?;
    unit.half_inch = turn_in.rem_euclid(2) == 1;
    let sensors = &mut unit.sensors;
    for range_in in [&mut sensors.shooting_in, &mut sensors.evade_in] {
        let new = i64::from(*range_in) + by * gain.sensors_in;
        *range_in = fit(THRESHOLD, "Sensors", new, limits::SENSORS)?;
    }
    Ok(())
}
