//! Policies by play: which one wins. That the seats are alike is checked by the conformance suite.

use super::hexmap;
use equipoise_dice::{TableDice, stream};

use equipoise_engine::{GameSystem, NoLog, Side};

use crate::MechaStellar;
use crate::data::catalogue::Catalogue;
use crate::data::profile::UnitProfile;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::state::Battle;

const SEED: u64 = 20_260_117;

fn soldier() -> UnitProfile {
    let catalogue = Catalogue::embedded();
    catalogue
        .find("F3P5:versatile")
        .expect("of the grid")
        .clone()
}

fn mirror(policies: [PolicyKind; 2]) -> Bout {
    let unit = [soldier()];
    Bout::compile([&unit, &unit], policies, &hexmap()).expect("a legal duel")
}

/// Winners of `battles` duels of a bout, seeds by cell and battle.
fn winners(bout: &Bout, cell: u64, battles: std::ops::Range<u64>) -> [u32; 2] {
    let mut battle = Battle::default();
    let mut wins = [0; 2];
    for number in battles {
        let mut dice = TableDice::new(stream(SEED, cell, number));
        let outcome = MechaStellar::play(bout, &mut battle, &mut dice, &mut NoLog);
        if let Some(winner) = outcome.winner {
            wins[winner.index()] += 1;
        }
    }
    wins
}

/// How far `wins` against `losses` is from even, in standard deviations of a fair coin.
fn sigmas(wins: u32, losses: u32) -> f64 {
    (f64::from(wins) - f64::from(losses)) / f64::from(wins + losses).sqrt()
}

/// Standard deviations by which `better` beats `worse` in 20,000 mirrored duels, seats swapped
/// half way.
fn lead(better: PolicyKind, worse: PolicyKind) -> f64 {
    const HALF: u64 = 10_000;
    let [a, b] = winners(&mirror([better, worse]), 1, 0..HALF);
    let [c, d] = winners(&mirror([worse, better]), 2, 0..HALF);
    sigmas(a + d, b + c)
}

/// 20,000 duels each: greedy beats solo and solo beats chance by more than 6.2
/// standard deviations; of equals that happens less than once in 10^9 runs.
#[test]
fn greedy_beats_solo_beats_chance() {
    for (better, worse) in [
        (PolicyKind::Greedy, PolicyKind::Solo),
        (PolicyKind::Solo, PolicyKind::Random),
    ] {
        let lead = lead(better, worse);
        assert!(lead > 6.2, "{better} leads {worse} by {lead:.1} sigma");
    }
}

/// Swapping the policies of the seats swaps the share of wins: greedy from seat A and greedy from
/// seat B against solo win alike, 20,000 battles each, within 5.5 standard deviations of
/// the difference of two shares.
#[test]
fn swapping_the_seats_swaps_the_wins() {
    const BATTLES: u32 = 20_000;
    let (greedy, solo) = (PolicyKind::Greedy, PolicyKind::Solo);
    let played = 0..u64::from(BATTLES);
    let from_a = winners(&mirror([greedy, solo]), 20, played.clone())[Side::A.index()];
    let from_b = winners(&mirror([solo, greedy]), 21, played)[Side::B.index()];
    let share = |wins: u32| f64::from(wins) / f64::from(BATTLES);
    let variance = |wins: u32| share(wins) * (1.0 - share(wins)) / f64::from(BATTLES);
    let spread = (variance(from_a) + variance(from_b)).sqrt();
    let off = (share(from_a) - share(from_b)) / spread;
    assert!(off.abs() < 5.5, "{from_a} and {from_b}: {off:.1} sigma");
}
