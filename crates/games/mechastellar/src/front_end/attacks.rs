//! Attacks of the dataset whose exact odds are known, with the rules that are held against them.

use std::collections::BTreeMap;

use crate::catalogue::Catalogue;
use crate::{AttackTrial, Blow, UnitProfile, Weapon, WeaponKind, finisher_threshold};

use equipoise_engine::front_end::{Trial, outcomes};

/// Attacks of each kind.
const SAMPLES: u64 = 10_000;

/// Every kind of attack of the dataset, once: all weapons of all units and the bare ones, in and out of
/// their Rapid Fire bands, with and without their paid specials, as Counters, in the first round and in
/// the last, against a target in the middle of the roster; then every defence of the dataset.
pub(super) fn all(catalogue: &Catalogue) -> Result<Vec<Trial>, String> {
    let profiles: Vec<&UnitProfile> = catalogue
        .units()
        .iter()
        .chain(catalogue.grid().map(|(_, unit)| unit))
        .collect();
    let Some(&target) = profiles.first() else {
        return Ok(Vec::new());
    };
    let mut kinds = Kinds::default();
    let carried = profiles.iter().flat_map(|unit| &unit.weapons);
    for weapon in carried.chain(catalogue.weapons().map(|(_, weapon)| weapon)) {
        let attacker = armed(target, weapon);
        for blow in blows(weapon) {
            kinds.add(&attacker, target, blow)?;
        }
    }
    for defender in &profiles {
        for weapon in [WeaponKind::Shooting, WeaponKind::Melee] {
            let Some(weapon) = target.weapons.iter().find(|w| w.kind == weapon) else {
                continue;
            };
            kinds.add(&armed(target, weapon), defender, blows(weapon)[0])?;
        }
    }
    Ok(kinds.0.into_values().collect())
}

/// The unit with one weapon.
fn armed(unit: &UnitProfile, weapon: &Weapon) -> UnitProfile {
    UnitProfile {
        weapons: vec![weapon.clone()],
        ..unit.clone()
    }
}

/// Ways to use a weapon.
fn blows(weapon: &Weapon) -> Vec<Blow> {
    let melee = weapon.kind == WeaponKind::Melee;
    let far = if melee { 1 } else { Blow::FARTHEST };
    let plain = Blow {
        hexes: far,
        round: 1,
        special: false,
        counter: false,
    };
    let mut blows = vec![plain, Blow { round: 5, ..plain }];
    if weapon.rapid_fire.is_some() && !melee {
        blows.push(Blow { hexes: 2, ..plain });
    }
    if weapon.special.is_some() {
        blows.push(Blow {
            special: true,
            ..plain
        });
    }
    if melee {
        blows.push(Blow {
            counter: true,
            ..plain
        });
    }
    blows
}

/// Attacks by all that their odds depend on.
#[derive(Default)]
struct Kinds(BTreeMap<String, Trial>);

impl Kinds {
    /// Adds an attack unless there is one like it.
    fn add(
        &mut self,
        attacker: &UnitProfile,
        target: &UnitProfile,
        blow: Blow,
    ) -> Result<(), String> {
        let trial = AttackTrial::new(attacker, 0, target, blow);
        let mut trial = trial.map_err(|error| error.to_string())?;
        let odds = *trial.odds();
        let finisher = finisher_threshold(odds.finisher, odds.round);
        let what = format!(
            "{} {}d10{:+} against {}d10{:+}, DMG {}, PEN {}, {}",
            match odds.kind {
                WeaponKind::Shooting => "shooting",
                WeaponKind::Melee => "melee",
            },
            odds.attack.dice,
            odds.attack.bonus,
            odds.defence.dice,
            odds.defence.bonus,
            odds.dmg,
            odds.pen.map_or("none".to_owned(), |pen| pen.to_string()),
            if blow.counter {
                "a Counter".to_owned()
            } else {
                format!("finishing blow at {finisher}")
            },
        );
        self.0.entry(what.clone()).or_insert_with(|| Trial {
            what: format!("mechastellar: {what}"),
            exact: outcomes(trial.damage()),
            draw: Box::new(move |dice| trial.run(dice).into()),
            samples: SAMPLES,
        });
        Ok(())
    }
}
