//! The battles of both ways.

use equipoise_engine::front_end::FrontEnd;

use super::opinion::{Opinion, Verdict};
use super::ways::{Meeting, Ways};
use super::worth::{Armies, Worths};
use crate::control::{Control, Work};
use crate::error::Error;

/// Plays the battles of units, then those of armies if there are any, under one policy after the
/// other, on the same dice.
///
/// `verdict` says what the battles under a policy show. The first policy gives the main answer, the
/// others their opinions on it.
pub(super) fn play<S: FrontEnd, A>(
    ways: &Ways<'_, S>,
    armies: Option<&Armies<'_, S>>,
    policies: &[S::Policy],
    control: Control<'_>,
    verdict: impl Fn(&[Meeting<'_>], Option<Worths>) -> Result<Verdict<A>, Error>,
) -> Result<(Verdict<A>, Vec<Opinion<A>>), Error> {
    // Each battle is played twice under each policy.
    let battles = 2 * (ways.battles() + armies.map_or(0, Armies::battles));
    let progress = control
        .watch
        .begin(Work::battles(battles * policies.len() as u64));
    let control = control.stage(&*progress);
    let under = |policy: S::Policy| {
        let meetings = ways.play(policy, control)?;
        let worths = armies.map(|armies| armies.measure(policy, control));
        verdict(&meetings, worths.transpose()?)
    };
    let main = under(policies[0])?;
    let opinion = |&policy: &S::Policy| {
        let setting = ways.setting(policy);
        Ok(Opinion::new(setting, under(policy)?, &main.effects))
    };
    let opinions = policies[1..].iter().map(opinion);
    let opinions = opinions.collect::<Result<_, Error>>()?;
    Ok((main, opinions))
}
