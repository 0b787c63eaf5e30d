//! Random armies, and the matchups from which units' worth is estimated.

use equipoise_dice::{Dice, StreamDice, stream};

use crate::plan::{Contestant, Plan, PlanError, Setting, pairing_id};

/// How many units of each kind an army has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    counts: Vec<u32>,
}

impl Army {
    /// So many of one kind out of `kinds`.
    ///
    /// # Panics
    /// If there is no such kind.
    #[must_use]
    pub fn of_one_kind(kinds: usize, kind: usize, copies: u32) -> Self {
        let mut counts = vec![0; kinds];
        counts[kind] = copies;
        Self { counts }
    }

    /// How many of each kind.
    #[must_use]
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// The kind of each unit, in order.
    pub fn units(&self) -> impl Iterator<Item = usize> {
        let kinds = self.counts.iter().enumerate();
        kinds.flat_map(|(kind, &count)| std::iter::repeat_n(kind, count as usize))
    }
}

/// How armies are drawn: one squad of units after the other, each kind that can still be paid for equally likely,
/// until none can or the army is full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muster {
    costs: Vec<u32>,
    most: u32,
    squad: u32,
}

/// Why armies cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MusterError {
    /// There is nothing to choose from.
    #[error("armies need at least two kinds of units, got {0}")]
    TooFewKinds(usize),
    /// A unit that costs nothing could be had without end.
    #[error("unit number {0} has no points cost")]
    Free(usize),
    /// Some armies would be empty.
    #[error(
        "a budget of {budget} points, less up to {handicap} %, does not pay for the cheapest unit at \
         {cheapest}"
    )]
    Budget {
        /// Points of an army.
        budget: u32,
        /// What one side may have less, in per cent.
        handicap: u32,
        /// Points of the cheapest unit.
        cheapest: u32,
    },
}

/// What one side of a matchup may have less than the other, at most, in per cent.
///
/// If all armies cost the same, no result could show how much a point is worth. A fifth is enough for that
/// and leaves most matchups close.
pub const HANDICAP: u32 = 20;

impl Muster {
    /// Armies of up to `most` units of kinds with these costs, for budgets of `budget` less the
    /// [`HANDICAP`]. Every unit is drawn by itself: squads of one.
    ///
    /// # Errors
    /// When there are fewer than two kinds, one is free, or the budget does not pay for any.
    pub fn new(costs: Vec<u32>, most: u32, budget: u32) -> Result<Self, MusterError> {
        if costs.len() < 2 {
            return Err(MusterError::TooFewKinds(costs.len()));
        }
        if let Some(free) = costs.iter().position(|&cost| cost == 0) {
            return Err(MusterError::Free(free));
        }
        let cheapest = costs.iter().copied().min().unwrap_or_default();
        if budget - budget * HANDICAP / 100 < cheapest {
            return Err(MusterError::Budget {
                budget,
                handicap: HANDICAP,
                cheapest,
            });
        }
        Ok(Self {
            costs,
            most,
            squad: 1,
        })
    }

    /// Draws squads of one to `most` units of a kind, all sizes equally likely, as far as points and room in
    /// the army go.
    ///
    /// A matchup in which a side has three of a kind says nine times as much of that kind as one in which it has
    /// one. That matters where hundreds of kinds are to be told apart.
    ///
    /// # Panics
    /// If there is no unit in a squad.
    #[must_use]
    pub fn in_squads_of_up_to(self, most: u32) -> Self {
        assert!(most > 0, "a squad has a unit");
        Self {
            squad: most,
            ..self
        }
    }

    /// Most units in a squad.
    #[must_use]
    pub const fn squad(&self) -> u32 {
        self.squad
    }

    /// Points of an army.
    #[must_use]
    pub fn points(&self, army: &Army) -> u32 {
        let pairs = army.counts.iter().zip(&self.costs);
        pairs.map(|(count, cost)| count * cost).sum()
    }

    /// Draws an army for at most `budget` points; empty if that pays for nothing.
    pub fn draw<D: Dice>(&self, budget: u32, dice: &mut D) -> Army {
        let mut army = Army {
            counts: vec![0; self.costs.len()],
        };
        let (mut left, mut room) = (budget, self.most);
        while room > 0 {
            let payable = self.costs.iter().enumerate();
            let mut payable = payable.filter(|&(_, &cost)| cost <= left);
            let count = payable.clone().count() as u32;
            if count == 0 {
                break;
            }
            let chosen = dice.below(count) as usize;
            let size = if self.squad == 1 {
                1
            } else {
                1 + dice.below(self.squad)
            };
            if let Some((kind, cost)) = payable.nth(chosen) {
                let size = size.min(room).min(left / cost);
                army.counts[kind] += size;
                left -= size * cost;
                room -= size;
            }
        }
        army
    }

    /// Matchups of random armies of `budget` points, in each of which one side has up to [`HANDICAP`]
    /// per cent less, all amounts equally likely; the sides take turns.
    #[must_use]
    pub fn even(&self, budget: u32, matchups: u64, setting: &Setting) -> Vec<[Army; 2]> {
        let label = pairing_id(&setting.system, "even armies", "");
        let draw = |number: u64| {
            let mut dice = StreamDice::new(stream(setting.seed, label, number));
            let spared = dice.below(budget * HANDICAP / 100 + 1);
            let full = self.draw(budget, &mut dice);
            let less = self.draw(budget - spared, &mut dice);
            if number.is_multiple_of(2) {
                [full, less]
            } else {
                [less, full]
            }
        };
        (0..matchups).map(draw).collect()
    }

    /// Matchups of `copies` units of one kind against random armies of `around` points, give or take
    /// up to a quarter, all amounts equally likely.
    ///
    /// # Panics
    /// If there is no such kind.
    #[must_use]
    pub fn gauntlet(
        &self,
        kind: usize,
        copies: u32,
        around: u32,
        matchups: u64,
        setting: &Setting,
    ) -> Vec<[Army; 2]> {
        let kinds = self.costs.len();
        let label = pairing_id(&setting.system, "gauntlet", &kind.to_string());
        let cheapest = self.costs.iter().copied().min().unwrap_or_default();
        let draw = |number: u64| {
            let mut dice = StreamDice::new(stream(setting.seed, label, number));
            let budget = around - around / 4 + dice.below(around / 2 + 1);
            let army = self.draw(budget.max(cheapest), &mut dice);
            [Army::of_one_kind(kinds, kind, copies), army]
        };
        (0..matchups).map(draw).collect()
    }

    /// Matchups of armies of `budget` points with at least one unit of this kind against random armies of so
    /// many points, give or take up to a quarter, all amounts equally likely; the sides take turns.
    ///
    /// # Panics
    /// If there is no such kind, or it costs more than the budget.
    #[must_use]
    pub fn escorted(
        &self,
        kind: usize,
        budget: u32,
        matchups: u64,
        setting: &Setting,
    ) -> Vec<[Army; 2]> {
        let label = pairing_id(&setting.system, "escorted", &kind.to_string());
        let cheapest = self.costs.iter().copied().min().unwrap_or_default();
        let beside = Self {
            most: self.most - 1,
            ..self.clone()
        };
        let draw = |number: u64| {
            let mut dice = StreamDice::new(stream(setting.seed, label, number));
            let mut with = beside.draw(budget - self.costs[kind], &mut dice);
            with.counts[kind] += 1;
            let against = budget - budget / 4 + dice.below(budget / 2 + 1);
            let against = self.draw(against.max(cheapest), &mut dice);
            if number.is_multiple_of(2) {
                [with, against]
            } else {
                [against, with]
            }
        };
        (0..matchups).map(draw).collect()
    }

    /// The plan of these matchups with `runs` battles each. Contestants come in pairs: those of
    /// matchup n have the indices 2n and 2n + 1. `label` distinguishes them from those of other plans.
    ///
    /// # Errors
    /// When `runs` is out of range or there is no matchup.
    pub fn plan(
        &self,
        setting: Setting,
        label: &str,
        runs: u64,
        matchups: &[[Army; 2]],
    ) -> Result<Plan, PlanError> {
        let sides = matchups.iter().enumerate().flat_map(|(number, armies)| {
            let side = move |(army, name)| (format!("{label} {number:06} {name}"), army);
            armies.iter().zip(["a", "b"]).map(side)
        });
        let contestants = sides
            .map(|(name, army)| Contestant {
                name,
                points: self.points(army),
                vp: 0,
                axes: Vec::new(),
            })
            .collect();
        let pairs = (0..matchups.len()).map(|number| (2 * number, 2 * number + 1));
        Plan::of_pairings(setting, label, runs, contestants, pairs.collect())
    }
}

#[cfg(test)]
mod tests;
