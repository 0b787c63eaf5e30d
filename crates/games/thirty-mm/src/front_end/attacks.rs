//! Attacks of the dataset whose exact odds are known, with the rules that are held against them.

use std::collections::BTreeMap;

use equipoise_engine::front_end::{Trial, outcomes};

use crate::catalogue::Catalogue;
use crate::odds::trial::ShotTrial;
use crate::{Options, Sheet};

/// Attacks of each kind.
const SAMPLES: u64 = 20_000;

/// Every kind of attack of the dataset, once: all weapons of all units and profiles against the torso of
/// the first unit, and that unit's own against all.
pub(super) fn all(catalogue: &Catalogue) -> Result<Vec<Trial>, String> {
    let profiles = catalogue.grid().map(|(_, profile)| profile);
    let units: Vec<&Sheet> = catalogue.units().iter().chain(profiles).collect();
    let mut kinds = BTreeMap::new();
    if let Some(&first) = units.first() {
        for unit in units {
            add(&mut kinds, unit, first)?;
            add(&mut kinds, first, unit)?;
        }
    }
    Ok(kinds.into_values().collect())
}

/// Attacks by all that their odds depend on.
type Kinds = BTreeMap<([u8; 3], u16), Trial>;

fn add(kinds: &mut Kinds, attacker: &Sheet, target: &Sheet) -> Result<(), String> {
    for weapon in 0..attacker.all_weapons().count() {
        let trial = ShotTrial::new(&Options::default(), attacker, weapon, target);
        let Some(mut trial) = trial.map_err(|error| error.to_string())? else {
            continue;
        };
        let (odds, strike) = (trial.odds, trial.strike);
        let key = ([odds.plain, odds.critical, odds.evaded], strike.damage);
        if kinds.contains_key(&key) {
            continue;
        }
        let damage = odds.damage(strike).map_err(|error| error.to_string())?;
        let what = format!(
            "thirty-mm: damage of an attack of {} with a plain hit of {}/64, evaded with {}/64",
            strike.damage, odds.plain, odds.evaded
        );
        let trial = Trial {
            what,
            exact: outcomes(damage.iter()),
            draw: Box::new(move |dice| trial.run(dice).into()),
            samples: SAMPLES,
        };
        kinds.insert(key, trial);
    }
    Ok(())
}
