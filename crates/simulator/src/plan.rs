//! What is to be played: contestants, pairings, battles per pairing and the seed.

use std::collections::BTreeMap;

use equipoise_engine::Side;
use equipoise_engine::front_end::{Axis, AxisValue};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use crate::shard::Shard;
use crate::stopping::Stopping;
use crate::tally::Tally;

/// One force that takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// Unique name.
    pub name: String,
    /// Listed points cost.
    pub points: u32,
    /// What destroying it scores.
    pub vp: u32,
    /// One value per axis of the plan; `None` where it has no coordinate.
    pub axes: Vec<Option<AxisValue>>,
}

impl Contestant {
    /// One with nothing but a name, for battles whose results are set against no points: it costs one
    /// and scores one.
    #[must_use]
    pub fn named(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            points: 1,
            vp: 1,
            axes: Vec::new(),
        }
    }
}

/// One pairing of two contestants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Identity of the pairing, see [`pairing_id`].
    pub id: u64,
    /// Index of contestant a.
    pub a: usize,
    /// Index of contestant b.
    pub b: usize,
    /// Seat of a in battles with an even number; in the others it takes the other one. The one
    /// whose name comes first starts in seat A, so that swapping a and b swaps every result.
    pub seat: Side,
}

/// The dataset the contestants came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatasetId {
    /// `embedded`, or the folder it was read from.
    pub name: String,
    /// SHA-256 of its content, in hex.
    pub sha256: String,
}

/// What the columns named `vp` count, in words: victory points, or what a system scores instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreWords {
    /// In the plural: `victory points`.
    pub unit: String,
    /// What one side has more of than the other: `victory-point difference`.
    pub difference: String,
}

/// Of systems that score victory points, and of runs saved before there were others.
impl Default for ScoreWords {
    fn default() -> Self {
        Self {
            unit: "victory points".to_owned(),
            difference: "victory-point difference".to_owned(),
        }
    }
}

/// What all battles of a plan have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Game system.
    pub system: String,
    /// What its score counts.
    pub score: ScoreWords,
    /// Policy that plays both sides.
    pub policy: String,
    /// Rules options by name.
    pub options: BTreeMap<String, String>,
    /// Where the profiles come from.
    pub dataset: DatasetId,
    /// Master seed.
    pub seed: u64,
}

impl Setting {
    /// That of battles without a dataset and with the rules as they are, such as those of games whose
    /// truth is known.
    #[must_use]
    pub fn without_dataset(
        system: impl Into<String>,
        policy: impl Into<String>,
        seed: u64,
    ) -> Self {
        Self {
            system: system.into(),
            score: ScoreWords::default(),
            policy: policy.into(),
            options: BTreeMap::new(),
            dataset: DatasetId {
                name: "none".to_owned(),
                sha256: String::new(),
            },
            seed,
        }
    }
}

/// Everything that decides a result: a run is a function of its plan alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    setting: Setting,
    grid: String,
    runs: u64,
    stopping: Stopping,
    axes: Vec<Axis>,
    contestants: Vec<Contestant>,
    panel: Vec<usize>,
    pairings: Vec<Pairing>,
    shard: Option<Shard>,
}

/// Why a plan cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// There must be something to play.
    #[error("battles per pairing: expected at least 1, got 0")]
    NoBattles,
    /// The number of battles must fit the generator's battle number.
    #[error("battles per pairing: expected at most {limit}, got {got}", limit = Plan::MAX_RUNS)]
    TooManyBattles {
        /// What was asked for.
        got: u64,
    },
    /// Names identify contestants in every table.
    #[error("two contestants are named \"{0}\"; names must differ")]
    DuplicateName(String),
    /// Coordinates must fit the axes.
    #[error("contestant \"{0}\" has coordinates that do not fit the axes of the plan")]
    AxisMismatch(String),
    /// A pairing names a contestant that is not there.
    #[error("a pairing names contestant number {index} of {count}")]
    UnknownContestant {
        /// The index used.
        index: usize,
        /// How many there are.
        count: usize,
    },
}

/// Identity of a pairing: the first eight bytes, big-endian, of the SHA-256 of system and both
/// names, the alphabetically first one first, each preceded by its length in bytes as eight
/// big-endian bytes.
///
/// It depends on nothing else, so a battle is found again in every run that holds the pairing,
/// whichever of the two is called a.
#[must_use]
pub fn pairing_id(system: &str, a: &str, b: &str) -> u64 {
    let mut hash = Sha256::new();
    for text in [system, a.min(b), a.max(b)] {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text.as_bytes());
    }
    hash.finalize()[..8]
        .iter()
        .fold(0, |id, &byte| id << 8 | u64::from(byte))
}

impl Plan {
    /// Largest number of battles per pairing.
    pub const MAX_RUNS: u64 = 1 << 40;

    /// One pairing: `a` against `b`.
    ///
    /// # Errors
    /// When names repeat or `runs` is out of range. A unit may meet itself.
    pub fn duel(
        setting: Setting,
        runs: u64,
        a: Contestant,
        b: Contestant,
    ) -> Result<Self, PlanError> {
        let mut contestants = vec![a, b];
        contestants.dedup_by(|b, a| a.name == b.name);
        for contestant in &mut contestants {
            contestant.axes.clear();
        }
        let pairs = vec![(0, contestants.len() - 1)];
        let panel = (0..contestants.len()).collect();
        let field = Field {
            grid: "duel".into(),
            axes: Vec::new(),
            contestants,
            panel,
            pairs,
        };
        Self::new(setting, field, runs)
    }

    /// Every contestant against every member of a panel, each pairing once, mirrors included.
    ///
    /// A panel is what makes scores comparable: every contestant is measured against the same
    /// opponents. With all contestants in the panel this is every pairing.
    ///
    /// # Errors
    /// When names repeat, coordinates do not fit the axes, the panel names a contestant that is
    /// not there, or `runs` is out of range.
    pub fn gauntlet(
        setting: Setting,
        grid: impl Into<String>,
        runs: u64,
        axes: Vec<Axis>,
        contestants: Vec<Contestant>,
        panel: Vec<usize>,
    ) -> Result<Self, PlanError> {
        let pairs = gauntlet_pairs(contestants.len(), &panel);
        Self::new(
            setting,
            Field {
                grid: grid.into(),
                axes,
                contestants,
                panel,
                pairs,
            },
            runs,
        )
    }

    /// These pairings of contestants, and no others.
    ///
    /// # Errors
    /// When names repeat, a pairing names a contestant that is not there, or `runs` is out of range.
    pub fn of_pairings(
        setting: Setting,
        grid: impl Into<String>,
        runs: u64,
        contestants: Vec<Contestant>,
        pairs: Vec<(usize, usize)>,
    ) -> Result<Self, PlanError> {
        let panel = (0..contestants.len()).collect();
        Self::new(
            setting,
            Field {
                grid: grid.into(),
                axes: Vec::new(),
                contestants,
                panel,
                pairs,
            },
            runs,
        )
    }

    fn new(setting: Setting, field: Field, runs: u64) -> Result<Self, PlanError> {
        field.check()?;
        let Field {
            grid,
            axes,
            contestants,
            panel,
            pairs,
        } = field;
        let pairing = |(a, b): (usize, usize)| {
            let (name_a, name_b) = (&contestants[a].name, &contestants[b].name);
            let id = pairing_id(&setting.system, name_a, name_b);
            let seat = if name_a <= name_b { Side::A } else { Side::B };
            Pairing { id, a, b, seat }
        };
        let pairings = pairs.into_iter().map(pairing).collect();
        Ok(Self {
            setting,
            grid,
            runs: whole_pairs(runs)?,
            stopping: Stopping::Fixed,
            axes,
            contestants,
            panel,
            pairings,
            shard: None,
        })
    }

    /// The same plan with pairings that may end before their number of battles.
    #[must_use]
    pub fn stopping_by(self, stopping: Stopping) -> Self {
        Self { stopping, ..self }
    }

    /// The same plan with no pairings but those of one part.
    ///
    /// Its units are still those of the whole plan.
    #[must_use]
    pub fn part(self, shard: Shard) -> Self {
        let pairings = self.pairings.into_iter().enumerate();
        let held = pairings.filter(|&(place, _)| shard.holds(place));
        Self {
            pairings: held.map(|(_, pairing)| pairing).collect(),
            shard: Some(shard),
            ..self
        }
    }

    /// Which part of a plan this is; `None` for a whole one.
    #[must_use]
    pub const fn shard(&self) -> Option<Shard> {
        self.shard
    }

    /// Whether a pairing with this tally has been played enough.
    #[must_use]
    pub fn is_finished(&self, tally: &Tally) -> bool {
        self.stopping.next_look(tally, self.runs).is_none()
    }

    /// What all battles have in common.
    #[must_use]
    pub const fn setting(&self) -> &Setting {
        &self.setting
    }

    /// Name of the set of pairings.
    #[must_use]
    pub fn grid(&self) -> &str {
        &self.grid
    }

    /// Battles per pairing, or the most of them if pairings may end earlier: even, so that both
    /// seats are played equally.
    #[must_use]
    pub const fn runs(&self) -> u64 {
        self.runs
    }

    /// When the battles of a pairing end.
    #[must_use]
    pub const fn stopping(&self) -> &Stopping {
        &self.stopping
    }

    /// Coordinates of the contestants.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Who takes part.
    #[must_use]
    pub fn contestants(&self) -> &[Contestant] {
        &self.contestants
    }

    /// The opponents against whom scores are taken, as indices of contestants.
    #[must_use]
    pub fn panel(&self) -> &[usize] {
        &self.panel
    }

    /// The pairings, in the order of all results.
    #[must_use]
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// Name of contestant `index`.
    ///
    /// # Panics
    /// When there is no such contestant.
    #[must_use]
    pub fn name(&self, index: usize) -> &str {
        &self.contestants[index].name
    }

    /// Battles of the whole plan, or the most of them if pairings may end earlier.
    #[must_use]
    pub const fn battles(&self) -> u64 {
        self.runs * self.pairings.len() as u64
    }
}

/// The parts of a plan that must fit each other.
struct Field {
    grid: String,
    axes: Vec<Axis>,
    contestants: Vec<Contestant>,
    panel: Vec<usize>,
    pairs: Vec<(usize, usize)>,
}

impl Field {
    fn check(&self) -> Result<(), PlanError> {
        let mut names: Vec<&str> = self.contestants.iter().map(|c| c.name.as_str()).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(PlanError::DuplicateName(pair[0].to_owned()));
        }
        if let Some(stray) = self.contestants.iter().find(|c| !fits(&self.axes, &c.axes)) {
            return Err(PlanError::AxisMismatch(stray.name.clone()));
        }
        let count = self.contestants.len();
        let used = self.pairs.iter().flat_map(|&(a, b)| [a, b]);
        match self
            .panel
            .iter()
            .copied()
            .chain(used)
            .find(|&index| index >= count)
        {
            Some(index) => Err(PlanError::UnknownContestant { index, count }),
            None => Ok(()),
        }
    }
}

fn fits(axes: &[Axis], values: &[Option<AxisValue>]) -> bool {
    let fit = |(axis, value): (&Axis, &Option<AxisValue>)| {
        value.as_ref().is_none_or(|value| value.kind() == axis.kind)
    };
    axes.len() == values.len() && axes.iter().zip(values).all(fit)
}

/// Rounds up to an even number, so that both seats are played equally.
fn whole_pairs(runs: u64) -> Result<u64, PlanError> {
    match runs {
        0 => Err(PlanError::NoBattles),
        got if got > Plan::MAX_RUNS => Err(PlanError::TooManyBattles { got }),
        runs => Ok(runs.next_multiple_of(2)),
    }
}

/// Pairings of a panel member with an earlier one would repeat a pairing the other way round.
fn gauntlet_pairs(count: usize, panel: &[usize]) -> Vec<(usize, usize)> {
    let mut rank = vec![None; count];
    for (place, &member) in panel.iter().enumerate() {
        if let Some(slot) = rank.get_mut(member) {
            *slot = Some(place);
        }
    }
    let mut pairs = Vec::new();
    for (a, place) in rank.iter().enumerate() {
        pairs.extend(panel[place.unwrap_or(0)..].iter().map(|&b| (a, b)));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use equipoise_engine::front_end::AxisKind;

    use super::{
        Axis, AxisValue, Contestant, DatasetId, Plan, PlanError, ScoreWords, Setting,
        gauntlet_pairs, pairing_id,
    };

    fn setting() -> Setting {
        Setting {
            system: "toy".into(),
            score: ScoreWords::default(),
            policy: "fair".into(),
            options: [].into(),
            dataset: DatasetId {
                name: "embedded".into(),
                sha256: "00".into(),
            },
            seed: 1,
        }
    }

    fn contestant(name: &str) -> Contestant {
        Contestant {
            name: name.into(),
            points: 1,
            vp: 1,
            axes: Vec::new(),
        }
    }

    #[test]
    fn pairing_ids_are_stable() {
        // First eight bytes of `{ printf "\0\0\0\0\0\0\0\3toy"; printf "\0\0\0\0\0\0\0\1a"; printf "\0\0\0\0\0\0\0\1b"; } | sha256sum`.
        assert_eq!(pairing_id("toy", "a", "b"), 0xade5_f31d_8432_0dca);
        assert_eq!(pairing_id("toy", "a", "b"), pairing_id("toy", "b", "a"));
        assert_ne!(pairing_id("toy", "ab", "c"), pairing_id("toy", "a", "bc"));
    }

    #[test]
    fn odd_runs_become_even() {
        let plan = |runs| Plan::duel(setting(), runs, contestant("a"), contestant("b"));
        assert_eq!(plan(7).unwrap().runs(), 8);
        assert_eq!(plan(8).unwrap().runs(), 8);
        assert_eq!(plan(0), Err(PlanError::NoBattles));
        let got = Plan::MAX_RUNS + 1;
        assert_eq!(plan(got), Err(PlanError::TooManyBattles { got }));
    }

    #[test]
    fn a_unit_may_meet_itself() {
        let plan = Plan::duel(setting(), 2, contestant("a"), contestant("a")).unwrap();
        assert_eq!(plan.contestants().len(), 1);
        assert_eq!((plan.pairings()[0].a, plan.pairings()[0].b), (0, 0));
    }

    #[test]
    fn a_gauntlet_plays_each_pairing_once() {
        assert_eq!(
            gauntlet_pairs(4, &[1, 2]),
            [(0, 1), (0, 2), (1, 1), (1, 2), (2, 2), (3, 1), (3, 2)]
        );
        let everyone: Vec<usize> = (0..550).collect();
        assert_eq!(gauntlet_pairs(550, &everyone).len(), 151_525);
    }

    #[test]
    fn misfits_are_refused() {
        let axes = vec![Axis {
            name: "level".into(),
            kind: AxisKind::Integer,
        }];
        let plan = |contestants, panel| {
            Plan::gauntlet(setting(), "all", 2, axes.clone(), contestants, panel)
        };
        let placed = |name: &str, value| Contestant {
            axes: vec![value],
            ..contestant(name)
        };
        let twice = vec![placed("a", None), placed("a", None)];
        assert_eq!(
            plan(twice, vec![0]),
            Err(PlanError::DuplicateName("a".into()))
        );
        let text = vec![placed("a", Some(AxisValue::Text("x".into())))];
        assert_eq!(
            plan(text, vec![0]),
            Err(PlanError::AxisMismatch("a".into()))
        );
        let short = vec![contestant("a")];
        assert_eq!(
            plan(short, vec![0]),
            Err(PlanError::AxisMismatch("a".into()))
        );
        let alone = vec![placed("a", Some(AxisValue::Integer(3)))];
        let missing = PlanError::UnknownContestant { index: 4, count: 1 };
        assert_eq!(plan(alone, vec![4]), Err(missing));
    }
}
