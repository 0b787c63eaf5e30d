//! Who meets whom, the old way and the new one.

use equipoise_engine::front_end::{FrontEnd, Unit};
use equipoise_simulator::{Contestant, Control, Plan, Setting, run_paired};
use equipoise_stats::Paired;

use crate::error::Error;
use crate::game::Game;

/// Why a pairing does not compile, and which way it was to be played.
#[derive(Debug, thiserror::Error)]
pub(super) enum WayError<E> {
    /// As it is.
    #[error("{0}")]
    Old(E),
    /// The change is to blame.
    #[error("with the change: {0}")]
    New(E),
}

/// One who takes part.
pub(super) struct Entrant<'a, U> {
    pub(super) name: String,
    /// As it is the old way and the new way.
    pub(super) units: [&'a U; 2],
}

impl<'a, U: Unit> Entrant<'a, U> {
    /// A unit that no change concerns.
    pub(super) fn unchanged(unit: &'a U) -> Self {
        Self {
            name: unit.name().to_owned(),
            units: [unit; 2],
        }
    }
}

/// Pairings to be played both ways.
pub(super) struct Ways<'a, S: FrontEnd> {
    /// The rules of either way.
    games: [&'a Game<S>; 2],
    entrants: Vec<Entrant<'a, S::Unit>>,
    /// Who is in question and whom it meets, by their places among the entrants.
    pairs: Vec<(usize, usize)>,
    /// Battles of each pairing; even.
    runs: u64,
}

/// The battles of one who is in question with one opponent.
pub(super) struct Meeting<'w> {
    pub(super) subject: &'w str,
    pub(super) opponent: &'w str,
    pub(super) counts: Paired,
}

impl<'a, S: FrontEnd> Ways<'a, S> {
    /// Each subject against each opponent, but not against itself.
    ///
    /// # Errors
    /// When that leaves a subject without opponents.
    pub(super) fn new(
        games: [&'a Game<S>; 2],
        subjects: Vec<Entrant<'a, S::Unit>>,
        opponents: Vec<Entrant<'a, S::Unit>>,
        runs: u64,
    ) -> Result<Self, Error> {
        let mut entrants = subjects;
        let subjects = entrants.len();
        let mut place = |opponent: Entrant<'a, S::Unit>| {
            let known = entrants
                .iter()
                .position(|entrant| entrant.name == opponent.name);
            known.unwrap_or_else(|| {
                entrants.push(opponent);
                entrants.len() - 1
            })
        };
        let opponents: Vec<usize> = opponents.into_iter().map(&mut place).collect();
        let pairs = |subject: usize| {
            let others = opponents
                .iter()
                .filter(move |&&opponent| opponent != subject);
            others.map(move |&opponent| (subject, opponent))
        };
        if let Some(alone) = (0..subjects).find(|&subject| pairs(subject).next().is_none()) {
            let name = &entrants[alone].name;
            let alone = format!("{name} has no opponent but itself; name others");
            return Err(Error::Input(alone));
        }
        Ok(Self {
            pairs: (0..subjects).flat_map(pairs).collect(),
            games,
            entrants,
            runs: runs.next_multiple_of(2),
        })
    }

    /// Battles, each of which is played both ways.
    pub(super) fn battles(&self) -> u64 {
        self.runs * self.pairs.len() as u64
    }

    /// Whom the subjects meet, each once.
    pub(super) fn opponents(&self) -> Vec<String> {
        let mut places: Vec<usize> = self.pairs.iter().map(|&(_, opponent)| opponent).collect();
        places.sort_unstable();
        places.dedup();
        let name = |place: usize| self.entrants[place].name.clone();
        places.into_iter().map(name).collect()
    }

    /// The old way under a policy, as results name it.
    pub(super) fn setting(&self, policy: S::Policy) -> Setting {
        self.games[0].setting_under(policy)
    }

    /// Plays them under a policy, subject by subject.
    pub(super) fn play(
        &self,
        policy: S::Policy,
        control: Control<'_>,
    ) -> Result<Vec<Meeting<'_>>, Error> {
        let contestant = |entrant: &Entrant<'_, S::Unit>| Contestant {
            name: entrant.name.clone(),
            points: entrant.units[0].points(),
            vp: entrant.units[0].score(),
            axes: Vec::new(),
        };
        let contestants = self.entrants.iter().map(contestant).collect();
        let setting = self.setting(policy);
        let plan = Plan::of_pairings(
            setting,
            "change",
            self.runs,
            contestants,
            self.pairs.clone(),
        )?;
        let compile = |way: usize, a: usize, b: usize| {
            let units = [a, b].map(|index| self.entrants[index].units[way]);
            self.games[way].compile_under(policy, units)
        };
        let counts = run_paired::<S, _>(
            &plan,
            |a, b| compile(0, a, b).map_err(WayError::Old),
            |a, b| compile(1, a, b).map_err(WayError::New),
            control,
        )?;
        let name = |index: usize| self.entrants[index].name.as_str();
        let meeting = |(&(subject, opponent), counts): (&(usize, usize), Paired)| Meeting {
            subject: name(subject),
            opponent: name(opponent),
            counts,
        };
        Ok(self.pairs.iter().zip(counts).map(meeting).collect())
    }
}
