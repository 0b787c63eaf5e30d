use rand::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Finding, Gate, GateVerdict};
use crate::{Estimate, Method, StatsError};

fn gate() -> Gate {
    Gate::new(0.02, 0.05, 20).unwrap()
}

fn known(estimate: f64, low: f64, high: f64) -> Estimate {
    Estimate {
        estimate,
        low,
        high,
        confidence: gate().confidence_of_each(),
        method: Method::ConfidenceSequence,
    }
}

/// α/(2m) = 0.05 / 40, and ln(2 / 0.00125) = 7.377759. The baseline: that over 2 · 0.005² is 147,555.2.
/// The present score: the mixture about 0.01 has 0.005 at weight 1/12, as 0.005, 0.01, 0.02, 0.04, 0.08,
/// 0.16 and 0.32 are below one half, so (7.377759 + ln 12) / (2 · 0.005²) = 197,253.3.
#[test]
fn levels_and_numbers_by_hand() {
    let gate = gate();
    assert!((gate.confidence_of_each() - 0.99875).abs() < 1e-12);
    assert_eq!(gate.baseline().unwrap().half_width(), 0.005);
    assert_eq!(gate.baseline().unwrap().most_scores(), 147_556);
    assert_eq!(gate.most_scores(), 197_254);
    assert_eq!((gate.margin(), gate.alpha()), (0.02, 0.05));
}

#[test]
fn the_finding_agrees_with_the_interval() {
    let gate = Gate::new(0.1, 0.1, 3).unwrap();
    let mut seen = [0; 3];
    for baseline in [
        known(0.5, 0.48, 0.52),
        known(0.9, 0.85, 0.93),
        known(0.0, 0.0, 0.02),
        known(1.0, 0.97, 1.0),
    ] {
        for n in [2_u64, 40, 400, 2_000, 6_000] {
            for halves in (0..=2 * n).step_by((n as usize / 40).max(1)) {
                let points = halves as f64 / 2.0;
                let interval = gate.difference(&baseline, points, n).unwrap();
                let expected = if interval.low >= -0.1 && interval.high <= 0.1 {
                    seen[0] += 1;
                    Some(Finding::Within)
                } else if interval.low > 0.0 || interval.high < 0.0 {
                    seen[1] += 1;
                    Some(Finding::Changed)
                } else {
                    seen[2] += 1;
                    None
                };
                let found = gate.finding(&baseline, points, n);
                assert_eq!(found, expected, "{points} of {n}: {interval:?}");
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn after_the_most_scores_no_pairing_is_open() {
    for gate in [gate(), Gate::new(0.07, 0.2, 400).unwrap()] {
        let reach = gate.margin() / 4.0;
        let most = gate.most_scores();
        for score in [0.0, 0.004, 0.3, 0.5, 0.98, 1.0_f64] {
            let baseline = known(score, (score - reach).max(0.0), (score + reach).min(1.0));
            for halves in (0..=2 * most).step_by(most as usize / 600) {
                let found = gate.finding(&baseline, halves as f64 / 2.0, most);
                assert!(found.is_some(), "{score}: {halves} halves of {most}");
            }
        }
    }
}

#[test]
fn one_changed_pairing_outweighs_all_others() {
    let (within, changed) = (Some(Finding::Within), Some(Finding::Changed));
    assert_eq!(GateVerdict::of([within, within]), GateVerdict::Pass);
    assert_eq!(GateVerdict::of([within, None]), GateVerdict::Undecided);
    assert_eq!(
        GateVerdict::of([None, changed, within]),
        GateVerdict::Regressed
    );
}

/// 300 runs of one pairing at α = 0.3, far above the usual so that errors can occur, each played to
/// its first finding. At a true error rate of 0.3 the count exceeds 150 with probability below
/// 4 · 10^-11 (Hoeffding: exp(−2 · 300 · 0.2²) for the difference of 0.2).
#[test]
fn errors_are_rarer_than_alpha() {
    let gate = Gate::new(0.1, 0.3, 1).unwrap();
    let sequence = gate.baseline().unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20_261_122);
    let mut wins = |p: f64, n: u64| {
        let below = (p * 2f64.powi(64)) as u64;
        (0..n).filter(|_| rng.next_u64() < below).count() as f64
    };
    let mut ends_with = |before: f64, now: f64| {
        let (mut points, mut n) = (0.0, 0);
        while !sequence.is_reached(points, n) {
            let look = sequence.next_look(points, n);
            points += wins(before, look - n);
            n = look;
        }
        let baseline = gate.baseline_score(0.025, points, n).unwrap();
        let (mut points, mut n) = (0.0, 0);
        loop {
            let look = gate.next_look(n);
            points += wins(now, look - n);
            n = look;
            if let Some(finding) = gate.finding(&baseline, points, n) {
                break finding;
            }
        }
    };
    let mut count = |before, now, wrong| {
        let runs = (0..300).filter(|_| ends_with(before, now) == wrong);
        runs.count()
    };
    assert!(count(0.5, 0.5, Finding::Changed) <= 150);
    assert!(count(0.5, 0.601, Finding::Within) <= 150);
    // A change of twice the margin is always found.
    assert_eq!(count(0.5, 0.7, Finding::Within), 0);
}

#[test]
fn impossible_gates_are_refused() {
    for margin in [0.0, 5e-324, 3.9e-9, 0.5, -0.1, f64::NAN] {
        let refused = Gate::new(margin, 0.05, 2);
        assert!(
            matches!(refused, Err(StatsError::GateMargin(_))),
            "{margin}"
        );
    }
    for alpha in [0.0, 1e-320, 9e-10, 1.0, f64::NAN] {
        let refused = Gate::new(0.02, alpha, 2);
        assert!(matches!(refused, Err(StatsError::ErrorRate(_))), "{alpha}");
    }
    let finest = Gate::new(4e-9, 1e-9, 2).unwrap();
    assert!(finest.baseline().is_ok());
    assert!(finest.present_score(1.0, 2).is_ok());
}
