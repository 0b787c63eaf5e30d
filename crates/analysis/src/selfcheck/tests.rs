//! Every kind of check can fail.

use equipoise_dice::{StreamDice, stream};
use equipoise_stats::{Estimate, StatsError, wilson};

use super::check::{Check, FALSE_ALARM};
use super::{SelfcheckResult, Study, coverage_of, dice, games, sample};
use crate::control::Control;
use crate::coverage::{Hits, World};
use crate::games::{GAMES, with_game};
use equipoise_engine::front_end::Trial;

/// About the share of [`FALSE_ALARM`] that one check of a whole run has.
const SIGNIFICANCE: f64 = FALSE_ALARM / 1_000.0;

fn compared(mut sampled: Trial) -> Check {
    let mut dice = StreamDice::new(stream(20_261_122, 0, 0));
    let fit = sample(&mut sampled, &mut dice).expect("samples");
    Check::of_fit("kind", sampled.what, sampled.samples, &fit, SIGNIFICANCE).expect("a level")
}

/// The same, but half of the likeliest value's probability is said to be the next one's.
fn bent(sampled: Trial) -> Trial {
    let mut exact = sampled.exact;
    exact.sort_by(|a, b| b.1.total_cmp(&a.1));
    let half = exact[0].1 / 2.0;
    exact[0].1 -= half;
    exact[1].1 += half;
    Trial { exact, ..sampled }
}

fn find(all: Vec<Trial>, what: &str) -> Trial {
    let mut found = all
        .into_iter()
        .filter(|sampled| sampled.what.starts_with(what));
    found.next().expect("such a check")
}

#[test]
fn dice_of_a_wrong_distribution_fail() {
    for what in [
        "pool: 5d10",
        "prepared pool: 7d8",
        "Focus: 8d10",
        "fails: 5d10, 6 needed",
        "die: d10",
        "face: of 6",
        "below: 7",
        "successes: 4d6, skill 3, ones count",
        "roll-off: d6",
        "face-off: of 2",
        "clash: 6d10",
    ] {
        assert!(compared(find(dice::all(), what)).passed, "{what}");
        let wrong = compared(bent(find(dice::all(), what)));
        assert!(!wrong.passed && wrong.strain() > 1.0, "{wrong:?}");
    }
}

#[test]
fn a_face_that_cannot_be_fails() {
    let mut die = find(dice::all(), "die: d6");
    die.exact.retain(|&(face, _)| face != 6);
    assert!(!compared(die).passed);
}

/// Attacks of each system with the odds of another attack, and the duels of those that compute duels.
#[test]
fn attacks_and_duels_of_wrong_odds_fail() {
    let mut duels = 0;
    for game in GAMES {
        let exacts = with_game!(game.name, S => games::exacts::<S>()).expect("exact odds");
        let mut attacks = exacts.attacks;
        assert!(attacks.len() >= 15, "{}: {}", game.name, attacks.len());
        let other = attacks.pop().expect("an attack");
        let wrong = Trial {
            exact: other.exact,
            ..attacks.swap_remove(0)
        };
        assert!(!compared(wrong).passed);
        if let Some(duel) = exacts.duel {
            duels += 1;
            assert!(!compared(bent(duel)).passed);
        }
    }
    assert_eq!(duels, 3);
}

#[test]
fn a_digest_unlike_the_others_fails() {
    let digests = |last: &str| ["abc", "abc", last].map(str::to_owned);
    let check = |last| Check::of_digests("threads", String::new(), 3, &digests(last));
    assert!(check("abc").passed);
    assert!(!check("abd").passed);
}

/// Wilson's interval of 200 battles of equal strengths, made so many times as wide.
fn stretched(world: &World, by: f64) -> Result<Hits, StatsError> {
    let points = world.pairing(0, [1, 1]).up_to(200).points_a();
    let found = wilson(points, 200, 0.95)?;
    let half = by * (found.high - found.low) / 2.0;
    let wide = Estimate {
        low: found.estimate - half,
        high: found.estimate + half,
        ..found
    };
    Ok(Hits::each([(&wide, 0.5)]))
}

fn study(replicate: fn(&World) -> Result<Hits, StatsError>) -> Study {
    Study {
        what: "an interval",
        games: "",
        least: 0.94,
        most: 0.96,
        one_in: 1,
        replicate,
    }
}

#[test]
fn intervals_too_narrow_or_too_wide_fail() {
    let check = |replicate| {
        coverage_of(&study(replicate), 1, SIGNIFICANCE, Control::silent()).expect("replicates")
    };
    assert!(check(|world| stretched(world, 1.0)).passed);
    assert!(!check(|world| stretched(world, 0.8)).passed);
    assert!(!check(|world| stretched(world, 2.0)).passed);
    // A study without intervals fails as well.
    assert!(!check(|_| Ok(Hits::default())).passed);
}

#[test]
fn one_failure_fails_the_run() {
    let check = |statistic| Check::new("dice", "pool".to_owned(), 10, statistic, 2.0);
    assert!(SelfcheckResult::new(7, vec![check(1.0), check(2.0)]).passed);
    for failing in [2.1, f64::NAN, f64::INFINITY] {
        let result = SelfcheckResult::new(7, vec![check(1.0), check(failing)]);
        assert!(!result.passed && result.failed().count() == 1);
        assert!(result.checks[1].statistic.is_finite());
    }
}
