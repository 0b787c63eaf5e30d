//! The battles of a points audit, and what they say.

use equipoise_engine::front_end::{FrontEnd, Policy, Scenario, Unit};
use equipoise_simulator::{Army, CONFIDENCE, Muster, Plan, Setting, Tally, run as play};
use equipoise_stats::{Estimate, ImpliedPoints, Matchup, Trial, break_even};

use crate::control::{Control, Work};
use crate::error::Error;
use crate::game::Game;

/// How much is played.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    /// Matchups of random armies, for each policy.
    pub(crate) matchups: u64,
    /// Battles of each matchup; even.
    pub(crate) runs: u64,
    /// Matchups of each unit alone against random armies.
    pub(crate) gauntlet: u64,
}

/// Who is audited, where, and how thoroughly.
pub(crate) struct Audit<'a, S: FrontEnd> {
    pub(crate) game: &'a Game<S>,
    pub(crate) scenario: &'a S::Scenario,
    /// The units, in the order of all results.
    pub(crate) units: Vec<&'a S::Unit>,
    pub(crate) muster: Muster,
    pub(crate) budget: u32,
    /// The policy whose answer counts, then others to compare with.
    pub(crate) policies: Vec<S::Policy>,
    pub(crate) size: Size,
}

/// What a policy's battles say.
pub(crate) struct Worth {
    pub(crate) policy: &'static str,
    /// Implied points of each unit, each interval on its own.
    pub(crate) each: Vec<Estimate>,
    /// The same with intervals that hold together.
    pub(crate) together: Vec<Estimate>,
    /// How much more matchups scatter than the sum over their units explains.
    pub(crate) dispersion: f64,
}

/// What all battles say.
pub(crate) struct Measured {
    /// By policy, the one that counts first.
    pub(crate) worths: Vec<Worth>,
    /// Break-even cost of each unit; `None` where its battles give no cost or there were none.
    pub(crate) break_even: Vec<Option<Estimate>>,
}

/// Units of one kind against random armies.
struct Gauntlet {
    copies: u32,
    matchups: Vec<[Army; 2]>,
}

impl<S: FrontEnd> Audit<'_, S> {
    /// Battles of the whole audit.
    pub(crate) fn battles(&self) -> u64 {
        let Size {
            matchups,
            runs,
            gauntlet,
        } = self.size;
        runs * (matchups * self.policies.len() as u64 + gauntlet * self.units.len() as u64)
    }

    /// Plays everything.
    pub(crate) fn measure(&self, control: Control<'_>) -> Result<Measured, Error> {
        let progress = control.watch.begin(Work::battles(self.battles()));
        let control = control.stage(&*progress);
        let setting = self.game.setting();
        let armies = self.muster.even(self.budget, self.size.matchups, &setting);
        let worth = |&policy: &S::Policy| {
            let tallies = self.play(policy, "army", &armies, control)?;
            self.worth(policy, &armies, &tallies)
        };
        let worths: Vec<Worth> = self.policies.iter().map(worth).collect::<Result<_, _>>()?;
        let break_even = self.break_even(&worths[0], &setting, control)?;
        Ok(Measured { worths, break_even })
    }

    fn worth(
        &self,
        policy: S::Policy,
        armies: &[[Army; 2]],
        tallies: &[Tally],
    ) -> Result<Worth, Error> {
        let surpluses: Vec<Vec<i32>> = armies.iter().map(surplus).collect();
        let matchups: Vec<Matchup<'_>> = surpluses
            .iter()
            .zip(tallies)
            .map(|(surplus, tally)| Matchup {
                surplus,
                battles: tally.battles,
                points: tally.points_a(),
            })
            .collect();
        let listed: Vec<f64> = self.units.iter().map(|unit| unit.points().into()).collect();
        let fit = ImpliedPoints::fit(&matchups, &listed, &presence(armies))?;
        Ok(Worth {
            policy: policy.name(),
            each: fit.each(CONFIDENCE)?,
            together: fit.together(CONFIDENCE)?,
            dispersion: fit.dispersion(),
        })
    }

    /// What each unit costs when as many of it as make the budget break even with random armies.
    fn break_even(
        &self,
        worth: &Worth,
        setting: &Setting,
        control: equipoise_simulator::Control<'_>,
    ) -> Result<Vec<Option<Estimate>>, Error> {
        if self.size.gauntlet == 0 {
            return Ok(vec![None; self.units.len()]);
        }
        let implied = worth.each.iter().map(|worth| worth.estimate).enumerate();
        let gauntlets: Vec<Gauntlet> = implied
            .map(|(kind, implied)| self.gauntlet(kind, implied, setting))
            .collect();
        let matchups: Vec<[Army; 2]> = gauntlets
            .iter()
            .flat_map(|gauntlet| gauntlet.matchups.iter().cloned())
            .collect();
        let tallies = self.play(self.policies[0], "gauntlet", &matchups, control)?;
        let tallies = tallies.chunks(self.size.gauntlet as usize);
        let cost = |(gauntlet, tallies): (&Gauntlet, &[Tally])| {
            break_even(&self.trials(gauntlet, tallies), CONFIDENCE).ok()
        };
        Ok(gauntlets.iter().zip(tallies).map(cost).collect())
    }

    /// Matchups of one kind of unit about the place where it should break even.
    fn gauntlet(&self, kind: usize, implied: f64, setting: &Setting) -> Gauntlet {
        let listed = f64::from(self.units[kind].points());
        // Where the regression has no sensible answer the list price must do for a start.
        let cost = implied.clamp(listed / 4.0, listed * 4.0);
        let copies = (f64::from(self.budget) / cost).round();
        let copies = copies.clamp(1.0, S::ARMIES.most_models.into());
        let around = (copies * cost).round() as u32;
        let copies = copies as u32;
        let size = self.size.gauntlet;
        Gauntlet {
            copies,
            matchups: self.muster.gauntlet(kind, copies, around, size, setting),
        }
    }

    fn trials(&self, gauntlet: &Gauntlet, tallies: &[Tally]) -> Vec<Trial> {
        let matchups = gauntlet.matchups.iter().zip(tallies);
        let trial = |([_, other], tally): (&[Army; 2], &Tally)| Trial {
            copies: gauntlet.copies,
            against: self.muster.points(other).into(),
            battles: tally.battles,
            points: tally.points_a(),
        };
        matchups.map(trial).collect()
    }

    fn play(
        &self,
        policy: S::Policy,
        label: &str,
        matchups: &[[Army; 2]],
        control: equipoise_simulator::Control<'_>,
    ) -> Result<Vec<Tally>, Error> {
        let setting = self.game.setting_under(policy);
        let plan: Plan = self.muster.plan(setting, label, self.size.runs, matchups)?;
        let army = |index: usize| -> Vec<&S::Unit> {
            let units = matchups[index / 2][index % 2].units();
            units.map(|kind| self.units[kind]).collect()
        };
        // Each army fights from both seats, on both sides of the table.
        let compile = |a: usize, b: usize| {
            let scenario = self.scenario.mustered([army(a), army(b)]);
            self.game.compile_battle(&scenario, policy)
        };
        Ok(play::<S, _, _>(&plan, compile, control)?)
    }
}

/// How many more of each kind the first army has.
#[must_use]
pub(crate) fn surplus([a, b]: &[Army; 2]) -> Vec<i32> {
    let pairs = a.counts().iter().zip(b.counts());
    pairs.map(|(&a, &b)| a as i32 - b as i32).collect()
}

/// How many of each kind an army has on average.
#[must_use]
pub(crate) fn presence(matchups: &[[Army; 2]]) -> Vec<f64> {
    let mut presence: Vec<f64> = Vec::new();
    let share = 0.5 / matchups.len() as f64;
    for army in matchups.iter().flatten() {
        presence.resize(army.counts().len(), 0.0);
        for (sum, &count) in presence.iter_mut().zip(army.counts()) {
            *sum += share * f64::from(count);
        }
    }
    presence
}
