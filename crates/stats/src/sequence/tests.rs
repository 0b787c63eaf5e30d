use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

fn sequence(half_width: f64, confidence: f64) -> ConfidenceSequence {
    ConfidenceSequence::new(half_width, confidence).unwrap()
}

#[test]
fn limits_for_only_wins_have_a_closed_form() {
    // Lower limit p: ((p + h) / p)^n = 2/α, so p = h / ((2/α)^(1/n) − 1), while p + h < 1.
    for (n, h, alpha) in [(30, 0.1, 0.05), (20, 0.2, 0.01), (7, 0.1, 0.05)] {
        let found = sequence(h, 1.0 - alpha).interval(n as f64, n).unwrap();
        let low = h / ((2.0 / alpha).powf(1.0 / n as f64) - 1.0);
        assert!(
            low + h < 1.0 && (found.low - low).abs() < 1e-12,
            "{found:?}"
        );
        assert_eq!((found.estimate, found.high), (1.0, 1.0));
        let lost = sequence(h, 1.0 - alpha).interval(0.0, n).unwrap();
        assert!((lost.high - (1.0 - low)).abs() < 1e-12 && lost.low == 0.0);
    }
    // For larger p the alternative is 1: p^-n = 2/α. 500 wins: p = 40^(-1/500).
    let found = sequence(0.02, 0.95).interval(500.0, 500).unwrap();
    assert!((found.low - 40.0_f64.powf(-1.0 / 500.0)).abs() < 1e-12);
}

#[test]
fn limits_are_where_the_likelihood_ratio_reaches_two_over_alpha() {
    // The likelihood ratio as a product over results: 13 wins, 6 losses, 1 draw.
    let h = 0.15;
    let found = sequence(h, 0.9).interval(13.5, 20).unwrap();
    let ratio = |p: f64, other: f64| {
        let (won, lost) = (other / p, (1.0 - other) / (1.0 - p));
        let results = [vec![won; 13], vec![lost; 6], vec![(won * lost).sqrt()]];
        results.concat().into_iter().product::<f64>()
    };
    assert!((ratio(found.low, found.low + h) - 20.0).abs() < 1e-9);
    assert!((ratio(found.high, found.high - h) - 20.0).abs() < 1e-9);
    assert_eq!(found.estimate, 0.675);
    assert_eq!(found.method.name(), "confidence_sequence");
}

#[test]
fn the_half_width_is_reached_at_the_chernoff_bound() {
    // At the estimate x the condition reads n · kl(x, x ∓ h) ≥ ln 40. For x = ½, h = 0.02:
    // kl = −½ ln(4 · 0.48 · 0.52) = 0.00080064, n ≥ 4607.4. For x = 1: kl = −ln 0.98, n ≥ 182.6.
    // For x = 0.9: kl(0.9, 0.88) = 0.9 ln(0.9/0.88) + 0.1 ln(0.1/0.12) = 0.00199326, n ≥ 1850.7.
    let narrow = sequence(0.02, 0.95);
    for (x, n) in [
        (0.5, 4608),
        (1.0, 183),
        (0.0, 183),
        (0.9, 1851),
        (0.1, 1851),
    ] {
        assert!(narrow.is_reached(x * n as f64, n), "{x}");
        assert!(!narrow.is_reached(x * (n - 1) as f64, n - 1), "{x}");
    }
    assert!(!narrow.is_reached(0.0, 0));
    // The other numbers of docs/statistics.md, from the same formula.
    let narrower = sequence(0.01, 0.95);
    for (sequence, x, n) in [
        (narrow, 0.7, 3968),
        (narrow, 0.99, 401),
        (narrower, 0.5, 18_441),
        (narrower, 0.7, 15_687),
        (narrower, 0.9, 7028),
        (narrower, 0.99, 1183),
        (narrower, 1.0, 368),
    ] {
        assert!(sequence.is_reached(x * n as f64, n), "{x}");
        assert!(!sequence.is_reached(x * (n - 1) as f64, n - 1), "{x}");
    }
}

#[test]
fn is_reached_agrees_with_the_interval() {
    let wide = sequence(0.07, 0.9);
    for n in [30, 60, 100, 200, 306, 400] {
        for halves in 0..=2 * n {
            let sum = halves as f64 / 2.0;
            let found = wide.interval(sum, n).unwrap();
            let reach = (found.high - found.estimate).max(found.estimate - found.low);
            // At equality rounding may go either way.
            if (reach - 0.07).abs() > 1e-9 {
                assert_eq!(
                    wide.is_reached(sum, n),
                    reach < 0.07,
                    "{sum} of {n}: {found:?}"
                );
            }
        }
    }
}

#[test]
fn limits_are_monotone_symmetric_and_contain_the_estimate() {
    let narrow = sequence(0.05, 0.95);
    let mut before = narrow.interval(0.0, 300).unwrap();
    for halves in 1..=600 {
        let sum = f64::from(halves) / 2.0;
        let found = narrow.interval(sum, 300).unwrap();
        assert!(found.low >= before.low && found.high >= before.high);
        assert!(0.0 <= found.low && found.low <= found.estimate);
        assert!(found.estimate <= found.high && found.high <= 1.0);
        let mirror = narrow.interval(300.0 - sum, 300).unwrap();
        assert!((mirror.low - (1.0 - found.high)).abs() < 1e-12);
        before = found;
    }
    let sure = sequence(0.05, 0.99).interval(200.0, 300).unwrap();
    let found = narrow.interval(200.0, 300).unwrap();
    assert!(sure.low < found.low && found.high < sure.high);
    let later = narrow.interval(2000.0, 3000).unwrap();
    assert!(found.low < later.low && later.high < found.high);
}

#[test]
fn most_scores_always_reach_the_half_width() {
    for (h, confidence) in [(0.02, 0.95), (0.1, 0.99), (0.3, 0.5), (0.01, 0.9)] {
        let sequence = sequence(h, confidence);
        let most = sequence.most_scores();
        assert!(most.is_multiple_of(2));
        let step = (most / 3000).max(1) as usize;
        for halves in (0..=2 * most).step_by(step) {
            let sum = halves as f64 / 2.0;
            assert!(sequence.is_reached(sum, most), "{sum} of {most}");
        }
    }
    // ln 40 / (2 · 0.0004) = 4611.1.
    assert_eq!(sequence(0.02, 0.95).most_scores(), 4612);
}

#[test]
fn the_next_look_is_the_first_at_which_some_results_could_stop() {
    let narrow = sequence(0.05, 0.95);
    for (sum, n) in [
        (0.0, 0),
        (10.0, 10),
        (40.5, 60),
        (100.0, 300),
        (0.0, 40),
        (350.0, 700),
        (362.5, 710),
        (330.0, 720),
    ] {
        let next = narrow.next_look(sum, n);
        assert!(next > n && next.is_multiple_of(2));
        // Every sum of wins and losses, and draws, that may follow.
        let could_stop = |at: u64| {
            (0..=2 * (at - n)).any(|halves| narrow.is_reached(sum + halves as f64 / 2.0, at))
        };
        assert!(could_stop(next), "{sum} of {n}: {next}");
        for at in (n + 1..next).filter(|at| at.is_multiple_of(2)) {
            assert!(!could_stop(at), "{sum} of {n}: {at} before {next}");
        }
    }
    // Only wins: −ln 0.95 · n ≥ ln 40 at n = 71.9.
    assert_eq!(narrow.next_look(0.0, 0), 72);
    // Beyond the most scores, the next even number.
    assert_eq!(narrow.next_look(450.0, 900), 902);
}

/// A random score with these probabilities of a win and of a draw.
fn draw_score(generator: &mut impl Rng, [win, draw]: [f64; 2]) -> f64 {
    let uniform = (generator.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    match uniform {
        u if u < win => 1.0,
        u if u < win + draw => 0.5,
        _ => 0.0,
    }
}

#[test]
fn the_probability_of_ever_missing_is_at_most_alpha() {
    // 2,000 sequences of 5,000 scores each. The probability of missing the mean at any time is at most
    // 0.1; 0.1 + 5.5 standard errors of 0.00671 is exceeded by chance once in 5e7.
    let limit = 0.1 + 5.5 * (0.1_f64 * 0.9 / 2000.0).sqrt();
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(20_240_501);
    for (h, chances) in [
        (0.02, [0.5, 0.0]),
        (0.05, [0.5, 0.0]),
        (0.02, [0.3, 0.4]),
        (0.02, [0.8, 0.1]),
        (0.05, [0.97, 0.0]),
    ] {
        let sequence = sequence(h, 0.9);
        let mean = chances[0] + chances[1] / 2.0;
        let mut missed = 0;
        for _ in 0..2000 {
            let mut sum = 0.0;
            let out = (1..=5000).any(|n| {
                sum += draw_score(&mut generator, chances);
                let lost = f64::from(n) - sum;
                // The mean lies outside exactly when it is ruled out from either side.
                sequence.evidence_above(mean, sum, lost) >= sequence.needed
                    || sequence.evidence_above(1.0 - mean, lost, sum) >= sequence.needed
            });
            missed += u32::from(out);
        }
        let share = f64::from(missed) / 2000.0;
        assert!(share <= limit, "h {h}, {chances:?}: {share}");
        // A sequence that never misses would be wider than necessary.
        assert!(
            chances[1] > 0.0 || share > 0.03,
            "h {h}, {chances:?}: {share}"
        );
    }
}

#[test]
fn the_values_ruled_out_are_those_outside_the_limits() {
    let sequence = sequence(0.05, 0.9);
    for sum in 0..=200 {
        let (won, lost) = (f64::from(sum), f64::from(200 - sum));
        let found = sequence.interval(won, 200).unwrap();
        for p in [0.05, 0.31, 0.5, 0.83] {
            let below = sequence.evidence_above(p, won, lost) >= sequence.needed;
            let above = sequence.evidence_above(1.0 - p, lost, won) >= sequence.needed;
            assert_eq!(
                (below, above),
                (p <= found.low, p >= found.high),
                "{p} {sum}"
            );
        }
    }
}

/// The exact effect of stopping on the estimate: its bias, the mean of 1/n, and the probability of an
/// error larger than the half-width. Computed from all paths of wins and losses, with a look at every
/// even number of scores.
fn stopped(sequence: &ConfidenceSequence, p: f64) -> [f64; 3] {
    let most = sequence.most_scores() as usize;
    let mut chance = vec![0.0; most + 1];
    chance[0] = 1.0;
    let mut found = [0.0; 3];
    for n in 1..=most {
        for won in (0..=n).rev() {
            let from_below = if won > 0 { chance[won - 1] * p } else { 0.0 };
            chance[won] = from_below + chance[won] * (1.0 - p);
        }
        if n % 2 == 1 {
            continue;
        }
        for (won, chance) in chance.iter_mut().enumerate().take(n + 1) {
            if *chance > 0.0 && sequence.is_reached(won as f64, n as u64) {
                let error = won as f64 / n as f64 - p;
                let outside = error.abs() > sequence.half_width() + 1e-12;
                found[0] += *chance * error;
                found[1] += *chance / n as f64;
                found[2] += if outside { *chance } else { 0.0 };
                *chance = 0.0;
            }
        }
    }
    let left: f64 = chance.iter().sum();
    assert!(left == 0.0, "probability {left} of not stopping");
    found
}

#[test]
fn stopping_biases_the_estimate_by_at_most_one_battle() {
    for (h, confidence) in [(0.04, 0.95), (0.1, 0.95), (0.05, 0.8), (0.04, 0.99)] {
        let sequence = sequence(h, confidence);
        for p in [0.5, 0.55, 0.7, 0.85, 0.93, 0.96, 0.98, 0.99, 0.997] {
            let [bias, inverse, outside] = stopped(&sequence, p);
            assert!(bias.abs() <= inverse, "{h} {p}: {bias} {inverse}");
            assert!(outside <= 1.0 - confidence, "{h} {p}: {outside}");
        }
    }
}

/// A unit against each opponent of a field, each until the half-width is reached.
fn stopped_field(
    generator: &mut impl Rng,
    sequence: &ConfidenceSequence,
    field: &[f64],
) -> Estimate {
    let met = |&p: &f64| {
        let (mut sum, mut n) = (0.0, 0);
        while !sequence.is_reached(sum, n) {
            let next = sequence.next_look(sum, n);
            for _ in n..next {
                sum += draw_score(generator, [p, 0.0]);
            }
            n = next;
        }
        (sequence.interval(sum, n).unwrap(), n)
    };
    let scores: Vec<(Estimate, u64)> = field.iter().map(met).collect();
    mean_of_stopped(&scores).unwrap()
}

#[test]
fn the_mean_of_stopped_scores_covers_the_mean_at_its_level() {
    // 300 fields of 40 opponents each; at 90 % more than 58 misses (0.1 + 5.4 standard errors of
    // 0.0173) happen by chance less than once in 1e7. Fields: even, mixed, and one-sided, where
    // stopping biases all estimates in the same direction.
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(77);
    let sequence = sequence(0.06, 0.9);
    let even = vec![0.5; 40];
    let mixed: Vec<f64> = (0..40).map(|i| (f64::from(i) + 0.5) / 40.0).collect();
    let strong = vec![0.95; 40];
    for field in [even, mixed, strong] {
        let mean = field.iter().sum::<f64>() / 40.0;
        let missed = (0..300).filter(|_| {
            let found = stopped_field(&mut generator, &sequence, &field);
            !(found.low..=found.high).contains(&mean)
        });
        let missed = missed.count();
        assert!(missed <= 58, "{mean}: {missed} of 300");
    }
}

#[test]
fn the_mean_of_stopped_scores_by_hand() {
    let score = |estimate, below, above| Estimate {
        estimate,
        low: estimate - below,
        high: estimate + above,
        confidence: 0.95,
        method: Method::ConfidenceSequence,
    };
    // Mean 0.6; below √(0.03² + 0.04²) / 2 = 0.025, above √(0.05² + 0.12²) / 2 = 0.065;
    // 1/n on average (0.01 + 0.002) / 2 = 0.006.
    let scores = [(score(0.5, 0.03, 0.05), 100), (score(0.7, 0.04, 0.12), 500)];
    let found = mean_of_stopped(&scores).unwrap();
    assert!((found.estimate - 0.6).abs() < 1e-12);
    assert!((found.low - (0.6 - 0.031)).abs() < 1e-12, "{found:?}");
    assert!((found.high - (0.6 + 0.071)).abs() < 1e-12, "{found:?}");
    assert_eq!(
        (found.confidence, found.method),
        (0.95, Method::MeanOfStopped)
    );
    let sure = mean_of_stopped(&[(score(1.0, 0.02, 0.0), 183)]).unwrap();
    assert_eq!(sure.high, 1.0);
}

#[test]
fn impossible_requests_are_errors() {
    for h in [0.0, 5e-324, -0.1, 0.5, 2.0, f64::NAN, f64::INFINITY] {
        let found = ConfidenceSequence::new(h, 0.95);
        assert!(matches!(found, Err(StatsError::HalfWidth(_))), "{h}");
    }
    for confidence in [0.0, 1.0, -1.0, f64::NAN] {
        let found = ConfidenceSequence::new(0.02, confidence);
        assert!(matches!(found, Err(StatsError::Confidence(_))));
    }
    let narrow = sequence(0.02, 0.95);
    let empty = Err(StatsError::TooFew { needed: 1, got: 0 });
    assert_eq!(narrow.interval(0.0, 0), empty);
    for sum in [-0.5, 10.5, f64::NAN] {
        let found = narrow.interval(sum, 10);
        assert!(matches!(found, Err(StatsError::Successes { .. })));
    }
    assert_eq!(mean_of_stopped(&[]), empty);
    let score = narrow.interval(1.0, 1).unwrap();
    assert_eq!(mean_of_stopped(&[(score, 0)]), empty);
}
