//! The battles of a points audit, and what they say.

use equipoise_engine::front_end::{FrontEnd, Policy, Unit};
use equipoise_simulator::{Army, CONFIDENCE, Setting, Tally};
use equipoise_stats::{Estimate, ImpliedPoints, Pricing, Trial, break_even};

use super::field::{Field, Fought, unpriced};
use super::looks::Looks;
use crate::control::{Control, Work};
use crate::error::Error;

/// Who is audited, where, and how thoroughly.
pub(crate) struct Audit<'a, S: FrontEnd> {
    pub(crate) field: Field<'a, S>,
    /// The policy whose answer counts, then others to compare with.
    pub(crate) policies: Vec<S::Policy>,
    /// After how many matchups of random armies it looks whether all verdicts are there; the last look plays all.
    pub(crate) looks: Looks,
    /// How far from its listed points a unit is still fair, as a share of them.
    pub(crate) margin: f64,
    /// Matchups of each unit alone against random armies.
    pub(crate) gauntlet: u64,
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
    /// Standard deviation of log-odds between matchups.
    pub(crate) scatter: Estimate,
    /// By what all implied points are multiplied if the median unit is worth what it costs.
    pub(crate) median_scale: f64,
}

/// What all battles say.
pub(crate) struct Measured {
    /// By policy, the one that counts first.
    pub(crate) worths: Vec<Worth>,
    /// Break-even cost of each unit; `None` where its battles give no cost or there were none.
    pub(crate) break_even: Vec<Option<Estimate>>,
    /// Matchups of random armies that were played, for each policy.
    pub(crate) matchups: u64,
}

/// Units of one kind against random armies.
struct Gauntlet {
    copies: u32,
    matchups: Vec<[Army; 2]>,
}

impl<S: FrontEnd> Audit<'_, S> {
    /// Battles of the whole audit where each policy plays `matchups` matchups of random armies.
    pub(crate) fn battles(&self, matchups: u64) -> u64 {
        let armies = matchups * self.policies.len() as u64;
        self.field.runs * (armies + self.gauntlet * self.field.units.len() as u64)
    }

    /// Plays everything.
    pub(crate) fn measure(&self, control: Control<'_>) -> Result<Measured, Error> {
        let most = self.battles(self.looks.most());
        let progress = control.watch.begin(Work::battles(most));
        let control = control.stage(&*progress);
        let (matchups, worth) = self.decide(control)?;
        let mut worths = vec![worth];
        for &policy in &self.policies[1..] {
            let fought = self.field.fight(policy, matchups, control)?;
            worths.push(self.worth(policy, &fought)?);
        }
        let break_even = self.break_even(&worths[0], control)?;
        Ok(Measured {
            worths,
            break_even,
            matchups,
        })
    }

    /// Plays random armies under the policy that counts until all verdicts are there, or to the last look. The number of
    /// matchups and what they say.
    fn decide(&self, control: equipoise_simulator::Control<'_>) -> Result<(u64, Worth), Error> {
        let policy = self.policies[0];
        let mut before = None;
        for &matchups in self.looks.early() {
            let fought = self
                .field
                .fight_on(policy, before.as_ref(), matchups, control)?;
            // What cannot be fitted to so few matchups may be to more.
            if let Ok(worth) = self.worth(policy, &fought)
                && self.is_settled(&worth)
            {
                return Ok((matchups, worth));
            }
            before = Some(fought);
        }
        let most = self.looks.most();
        let fought = self
            .field
            .fight_on(policy, before.as_ref(), most, control)?;
        Ok((most, self.worth(policy, &fought)?))
    }

    /// Whether each unit has its verdict.
    fn is_settled(&self, worth: &Worth) -> bool {
        let listed = self.field.listed();
        let mut units = worth.together.iter().zip(listed);
        units.all(|(together, listed)| {
            Pricing::of(together, listed, self.margin) != Pricing::Unclear
        })
    }

    fn worth(&self, policy: S::Policy, fought: &Fought) -> Result<Worth, Error> {
        let (matchups, listed) = (fought.matchups(), self.field.listed());
        let level = self.looks.level();
        let fit = ImpliedPoints::fit(&matchups, &listed, &fought.presence())
            .map_err(|error| unpriced(error, matchups.len()))?;
        Ok(Worth {
            policy: policy.name(),
            each: fit.each(level)?,
            together: fit.together(level)?,
            dispersion: fit.dispersion(),
            scatter: fit.scatter(level)?,
            median_scale: fit.median_scale(&listed),
        })
    }

    /// What each unit costs when as many of it as make the budget break even with random armies.
    fn break_even(
        &self,
        worth: &Worth,
        control: equipoise_simulator::Control<'_>,
    ) -> Result<Vec<Option<Estimate>>, Error> {
        if self.gauntlet == 0 {
            return Ok(vec![None; self.field.units.len()]);
        }
        let setting = self.field.game.setting();
        let implied = worth.each.iter().map(|worth| worth.estimate).enumerate();
        let gauntlets: Vec<Gauntlet> = implied
            .map(|(kind, implied)| self.alone(kind, implied, &setting))
            .collect();
        let matchups: Vec<[Army; 2]> = gauntlets
            .iter()
            .flat_map(|gauntlet| gauntlet.matchups.iter().cloned())
            .collect();
        let policy = self.policies[0];
        let played = self.field.play(policy, "gauntlet", &matchups, control)?;
        let tallies = played.tallies.chunks(self.gauntlet as usize);
        let cost = |(gauntlet, tallies): (&Gauntlet, &[Tally])| {
            break_even(&self.trials(gauntlet, tallies), CONFIDENCE).ok()
        };
        Ok(gauntlets.iter().zip(tallies).map(cost).collect())
    }

    /// Matchups of one kind of unit about the place where it should break even.
    fn alone(&self, kind: usize, implied: f64, setting: &Setting) -> Gauntlet {
        let listed = f64::from(self.field.units[kind].points());
        // Where the regression has no sensible answer the list price must do for a start.
        let cost = implied.clamp(listed / 4.0, listed * 4.0);
        let copies = (f64::from(self.field.budget) / cost).round();
        let copies = copies.clamp(1.0, S::ARMIES.most_models.into());
        let around = (copies * cost).round() as u32;
        let copies = copies as u32;
        Gauntlet {
            copies,
            matchups: self
                .field
                .muster
                .gauntlet(kind, copies, around, self.gauntlet, setting),
        }
    }

    fn trials(&self, gauntlet: &Gauntlet, tallies: &[Tally]) -> Vec<Trial> {
        let matchups = gauntlet.matchups.iter().zip(tallies);
        let trial = |([_, other], tally): (&[Army; 2], &Tally)| Trial {
            copies: gauntlet.copies,
            against: self.field.muster.points(other).into(),
            battles: tally.battles,
            points: tally.points_a(),
        };
        matchups.map(trial).collect()
    }
}
