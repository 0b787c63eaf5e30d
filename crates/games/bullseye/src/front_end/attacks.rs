//! Attacks of the dataset whose exact odds are known, with the rules that are held against them.

use std::collections::BTreeMap;

use crate::catalogue::Catalogue;
use crate::{AttackTrial, Mecha, Options, StabilityTrack, TrackHits, TrackTrial, attack_dice};

use equipoise_engine::front_end::{Draw, Trial, outcomes};

/// Attacks of each kind, and damage tracks.
const SAMPLES: u64 = 20_000;

/// Every kind of attack of the dataset, once: all weapons at every range that the map has, against a
/// target in the middle of the roster, every defense of the dataset, and the damage track.
pub(super) fn all(catalogue: &Catalogue) -> Result<Vec<Trial>, String> {
    let mecha: Vec<&Mecha> = catalogue
        .units()
        .iter()
        .chain(catalogue.grid().map(|(_, mecha)| mecha))
        .collect();
    let Some(&target) = mecha.first() else {
        return Ok(Vec::new());
    };
    let mut kinds = Kinds::default();
    for attacker in &mecha {
        for weapon in 0..attacker.weapons.len() {
            for range in 0..=u8::MAX {
                if !kinds.add(attacker, weapon, range, target)? {
                    break;
                }
            }
        }
        kinds.add(target, 0, 0, attacker)?;
    }
    let tracks = tracks(target)?;
    Ok(kinds.0.into_values().chain(tracks).collect())
}

/// Attacks by all that their odds depend on: dice and skill of attack and defense.
#[derive(Default)]
struct Kinds(BTreeMap<[u8; 4], Trial>);

impl Kinds {
    /// Adds an attack unless there is one like it; false where the map has no such range.
    fn add(
        &mut self,
        attacker: &Mecha,
        weapon: usize,
        range: u8,
        target: &Mecha,
    ) -> Result<bool, String> {
        let optimal = attacker.weapons[weapon].optimal_range;
        let dice = attack_dice(attacker.attack, range, optimal);
        let key = [dice, attacker.skill, target.defense, target.skill];
        let options = Options::default();
        let trial = AttackTrial::new(&options, attacker, weapon, range, target);
        let Some(mut trial) = trial.map_err(|error| error.to_string())? else {
            return Ok(false);
        };
        self.0.entry(key).or_insert_with(|| Trial {
            what: format!(
                "bullseye: margin of {dice} dice at skill {} against {} at skill {}",
                key[1], key[2], key[3]
            ),
            exact: outcomes(trial.odds().margins()),
            draw: Box::new(move |dice| trial.run(dice).into()),
            samples: SAMPLES,
        });
        Ok(true)
    }
}

/// Reads the number of one hit.
type Milestone = fn(TrackHits) -> u32;

/// What happens on which hit.
fn tracks(unit: &Mecha) -> Result<Vec<Trial>, String> {
    let options = Options::default();
    let track = StabilityTrack::new(&options);
    let milestones: [(_, _, Milestone); 3] = [
        ("first failed roll", track.disabled(), |hits| hits.fails),
        ("lethal phase", track.enters_lethal(), |hits| hits.lethal),
        ("death", track.dies(), |hits| hits.hits),
    ];
    let mut all = Vec::new();
    for (name, hits, read) in milestones {
        let mut trial = TrackTrial::new(&options, unit).map_err(|error| error.to_string())?;
        let draw: Draw = Box::new(move |dice| read(trial.run(dice)).into());
        all.push(Trial {
            what: format!("bullseye: damage track, hit of the {name}"),
            exact: outcomes(hits.iter()),
            draw,
            samples: SAMPLES,
        });
    }
    Ok(all)
}
