//! How likely a strike does what damage, with what both sides usually do once the dice are thrown.

use equipoise_dice::{Pmf, PoolShape, PoolUse};
use equipoise_engine::NoLog;

use super::alike;
use super::chances::PLACES;
use super::clash::{Line, Strike};
use super::evade;
use super::view::View;

impl View<'_> {
    /// What a strike on a single model in the open may do if attacker and target use their dice so: whole
    /// HP, each with its weight, one after the other. The weights add up to 2^[`PLACES`] but for what
    /// their rounding to whole numbers leaves.
    pub(crate) fn spread(self, strike: &Strike, uses: [PoolUse; 2], mut see: impl FnMut(i64, i32)) {
        let arm = self.weapon(strike.attacker(), strike.weapon());
        let pre = self.declaration(strike, arm, None, self.actions_after(arm, strike.weapon()));
        let harm = self.harm(strike);
        let thrown = if self.is_desperate(strike) {
            alike::pool
        } else {
            Pmf::pool
        };
        let hits = total(&self.attack_line(strike, &pre, &mut NoLog), uses[0], thrown);
        let again = self.evade_rerolls(strike);
        let evaded = |shape, how| evade::pool(shape, how, again);
        let defence = self.defence_line(strike, &pre, &mut NoLog);
        let blocks = if again > 0 {
            total(&defence, uses[1], evaded)
        } else {
            total(&defence, uses[1], Pmf::pool)
        };
        let through = hits
            .difference_floored(&blocks)
            .shift(-self.absorbs(strike));
        for (unblocked, probability) in through.iter() {
            // Rounded once: what is decided by it is the same everywhere.
            let weight = (probability * f64::from(1_u32 << PLACES)).round() as i64;
            harm.outcomes(unblocked as i32, weight, &mut see);
        }
    }
}

/// HITS or DEF of a line once its dice are used so (`ms10.core.total-floor`).
fn total(line: &Line, how: PoolUse, thrown: impl Fn(PoolShape, PoolUse) -> Pmf) -> Pmf {
    thrown(line.shape, how).shift(line.flat + i32::from(line.automatic))
}
