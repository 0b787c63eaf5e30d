//! A profile with upgrades.

use super::refusal::{Refusal, fit};
use super::terms::{VER10_VP, victory_points};
use super::{acting, crew, performance, points, ship};
use crate::data::catalogue::limits;
use crate::data::profile::{ResourceKind, UnitProfile, UnitType, Upgrade};

/// A profile with these upgrades added in their order (`ms93.upgrade.spend-excess`).
/// `machine_points` are its points without its crew; `vp` are the victory points that the dataset's rates
/// give a unit by its Performance and crew.
///
/// # Errors
///
/// The first upgrade that the unit may not have, by its place in the list, and why.
pub(crate) fn upgraded(
    unit: &UnitProfile,
    upgrades: &[Upgrade],
    machine_points: u16,
    vp: impl Fn(&UnitProfile) -> u16,
) -> Result<UnitProfile, (usize, Refusal)> {
    let mut new = unit.clone();
    for (place, &upgrade) in upgrades.iter().enumerate() {
        add(&mut new, upgrade, machine_points).map_err(|refusal| (place, refusal))?;
    }
    // Caps hang on the Performance in the end, traits on the crew, whatever was bought first.
    for (place, &upgrade) in upgrades.iter().enumerate() {
        points::check_cap(&new, upgrade).map_err(|refusal| (place, refusal))?;
        acting::check(&new, upgrade).map_err(|refusal| (place, refusal))?;
    }
    let gained = i64::from(vp(&new)) - i64::from(vp(unit));
    settle(&mut new, upgrades, gained)
        .map_err(|refusal| (upgrades.len().saturating_sub(1), refusal))?;
    Ok(new)
}

/// What the unit costs and scores with what was bought, and the victory points that its rates have `gained`.
fn settle(unit: &mut UnitProfile, bought: &[Upgrade], gained: i64) -> Result<(), Refusal> {
    let rule = "Spending leftover points";
    let points = i64::from(unit.points) + i64::from(price(unit, bought));
    unit.points = fit(rule, "the unit's points", points, limits::POINTS)?;
    let more = VER10_VP * victory_points(bought);
    let vp = i64::from(unit.vp) + i64::from(more) + gained;
    unit.vp = fit(rule, "the unit's victory points", vp, limits::VP)?;
    Ok(())
}

/// Points of some upgrades of a unit together.
fn price(unit: &UnitProfile, upgrades: &[Upgrade]) -> i32 {
    let points = upgrades.iter().map(|&upgrade| acting::price(unit, upgrade));
    points.sum()
}

impl UnitProfile {
    /// Points without those of the upgrades (`ms93.upgrade.spend-excess`).
    #[must_use]
    pub fn printed_points(&self) -> u16 {
        let spent = price(self, &self.upgrades);
        u16::try_from(i32::from(self.points) - spent).unwrap_or(0)
    }
}

fn add(unit: &mut UnitProfile, upgrade: Upgrade, machine_points: u16) -> Result<(), Refusal> {
    check_kind(unit.unit_type, upgrade)?;
    match upgrade {
        Upgrade::AdvancedSensors => add_sensors(unit, upgrade, 2)?,
        Upgrade::PerformanceUpgrade => performance::raise(unit)?,
        Upgrade::PerformanceReduction => performance::lower(unit, machine_points)?,
        Upgrade::CrewUpgrade => crew::raise(unit)?,
        Upgrade::CrewDowngrade => crew::lower(unit)?,
        Upgrade::HavocPlusOne => points::gain(unit, upgrade, ResourceKind::Havoc, 1)?,
        Upgrade::PowerPlusOne => points::gain(unit, upgrade, ResourceKind::Power, 1)?,
        Upgrade::WidespreadHavoc => {
            check_once(unit, upgrade)?;
            points::gain(unit, upgrade, ResourceKind::Havoc, 1)?;
        }
        Upgrade::ImmenselyPowerful => {
            check_once(unit, upgrade)?;
            points::gain(unit, upgrade, ResourceKind::Power, 2)?;
        }
        Upgrade::WarshipRepairs => ship::repair(unit, upgrade)?,
        Upgrade::WarshipReactor => ship::react(unit, upgrade)?,
        Upgrade::HeavyPayload => acting::load(unit)?,
        Upgrade::AntiBeamCoating
        | Upgrade::Ambusher
        | Upgrade::AweInspiringArrival
        | Upgrade::DecoyAttack
        | Upgrade::DesperationAttack
        | Upgrade::DynamicEntrance
        | Upgrade::FuelHungry
        | Upgrade::MissileMassacre
        | Upgrade::SeekingShot
        | Upgrade::SwordsmanSkilled
        | Upgrade::SwordsmanMaster
        | Upgrade::ArmyOfOne
        | Upgrade::SuperiorInstincts
        | Upgrade::SkilledAccelerate
        | Upgrade::SkilledBullseye
        | Upgrade::SkilledGiantSlayer
        | Upgrade::SkilledMayhem
        | Upgrade::SkilledPersevere
        | Upgrade::SkilledCounterattack
        | Upgrade::SkilledShot
        | Upgrade::SkilledUnbeaten => check_once(unit, upgrade)?,
    }
    unit.upgrades.push(upgrade);
    Ok(())
}

/// Who may have it (`ms93.upgrade.warship-list` and the upgrades' own rules).
fn check_kind(unit_type: UnitType, upgrade: Upgrade) -> Result<(), Refusal> {
    let terms = upgrade.terms();
    if terms.who.includes(unit_type) {
        return Ok(());
    }
    if unit_type == UnitType::Warship {
        let legal = Upgrade::ALL.iter();
        let legal = legal.filter(|upgrade| upgrade.terms().who.includes(unit_type));
        let legal: Vec<&str> = legal.map(|upgrade| upgrade.name()).collect();
        let message = format!(
            "found a warship, expected one of {} for it",
            legal.join(", ")
        );
        return Err(Refusal::new("What Warships may take", message));
    }
    let message = format!("not for this kind of unit, expected a {}", terms.who.name());
    Err(Refusal::new(terms.title, message))
}

fn check_once(unit: &UnitProfile, upgrade: Upgrade) -> Result<(), Refusal> {
    if !unit.upgrades.contains(&upgrade) {
        return Ok(());
    }
    let message = "found a second one, expected it once per unit".to_owned();
    Err(Refusal::new(upgrade.terms().title, message))
}

/// Both ranges rise (`ms93.upgrade.advanced-sensors`).
fn add_sensors(unit: &mut UnitProfile, upgrade: Upgrade, inches: i64) -> Result<(), Refusal> {
    let sensors = &mut unit.sensors;
    for range_in in [&mut sensors.shooting_in, &mut sensors.evade_in] {
        let new = i64::from(*range_in) + inches;
        *range_in = fit(upgrade.terms().title, "Sensors", new, limits::SENSORS)?;
    }
    Ok(())
}
