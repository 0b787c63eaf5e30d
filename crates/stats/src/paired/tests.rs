use rand::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Paired, mean_difference};

fn paired(results: &[(u8, u8, u64)]) -> Paired {
    let mut paired = Paired::default();
    for &(old, new, battles) in results {
        (0..battles).for_each(|_| paired.record(old, new));
    }
    paired
}

/// 50 battles: 20 won twice, 16 lost twice, 10 changed to wins, 4 changed to losses. The difference is
/// 6 / 50. By hand: Σd = 6, Σd² = 14, so the variance of its mean is (14 − 36/50) / 49 / 50 = 0.0054204;
/// on independent dice, 24 and 30 wins have (24 − 24²/50) / 49 / 50 and (30 − 30²/50) / 49 / 50, in sum
/// 0.0099918.
#[test]
fn mcnemars_table_by_hand() {
    let table = paired(&[(2, 2, 20), (0, 0, 16), (0, 2, 10), (2, 0, 4)]);
    assert_eq!((table.battles(), table.changed()), (50, 14));
    assert_eq!(table.points(), [24.0, 30.0]);
    assert_eq!(table.scores(), Some([0.48, 0.60]));
    let found = mean_difference(&[table], 0.95).unwrap();
    assert!((found.estimate.estimate - 0.12).abs() < 1e-12);
    let independent = (24.0 - 576.0 / 50.0) / 49.0 / 50.0 + (30.0 - 18.0) / 49.0 / 50.0;
    let common = (14.0 - 0.72) / 49.0 / 50.0;
    assert!((found.variance_ratio.unwrap() - common / independent).abs() < 1e-9);
    // With one more changed battle of either kind: 6 / 52, (16 − 36/52) / 51 / 52.
    let (centre, variance) = (6.0 / 52.0, (16.0 - 36.0 / 52.0) / 51.0 / 52.0_f64);
    let reach = 1.959_963_985 * variance.sqrt();
    assert!((found.estimate.low - (centre - reach)).abs() < 1e-9);
    assert!((found.estimate.high - (centre + reach)).abs() < 1e-9);
}

/// A draw is half a win: two thirds of the wins becoming draws loses a third of a point on average.
#[test]
fn draws_count_half() {
    let table = paired(&[(2, 1, 200), (2, 2, 100)]);
    let found = mean_difference(&[table], 0.95).unwrap();
    assert!((found.estimate.estimate + 1.0 / 3.0).abs() < 1e-12);
}

/// Without changed results the interval about zero is not empty, and narrows with the battles.
#[test]
fn without_changes_the_interval_is_not_empty() {
    let reach = |battles: u64| {
        let same = paired(&[(2, 2, battles / 2), (0, 0, battles / 2)]);
        let found = mean_difference(&[same], 0.95).unwrap();
        assert_eq!(found.estimate.estimate, 0.0);
        assert_eq!(found.variance_ratio, Some(0.0));
        assert!(found.estimate.low < 0.0 && found.estimate.high > 0.0);
        found.estimate.high
    };
    assert!(reach(100) > reach(1_000) && reach(1_000) < 0.004);
}

/// Battles that one side always wins have no variance.
#[test]
fn without_variance_there_is_no_ratio() {
    let found = mean_difference(&[paired(&[(2, 2, 100)])], 0.95).unwrap();
    assert_eq!(found.variance_ratio, None);
}

/// Each pairing weighs the same, whatever its number of battles.
#[test]
fn pairings_weigh_the_same() {
    let up = paired(&[(0, 2, 100)]);
    let same = paired(&[(0, 0, 300)]);
    let found = mean_difference(&[up, same], 0.95).unwrap();
    assert!((found.estimate.estimate - 0.5).abs() < 1e-12);
}

#[test]
fn merging_adds_battles() {
    let mut both = paired(&[(0, 2, 3), (1, 1, 2)]);
    both.merge(&paired(&[(0, 2, 1), (2, 0, 5)]));
    assert_eq!(both, paired(&[(0, 2, 4), (1, 1, 2), (2, 0, 5)]));
}

#[test]
fn too_few_battles_are_refused() {
    assert!(mean_difference(&[], 0.95).is_err());
    assert!(mean_difference(&[paired(&[(0, 2, 1)])], 0.95).is_err());
    assert!(mean_difference(&[paired(&[(0, 2, 9)])], 1.0).is_err());
}

/// 2,000 replicates of three pairings of 150 battles, in which 6 % change to wins and 3 % to losses: 95 %
/// intervals cover 0.03. At a true coverage of 95 %, fewer than 1,850 (92.5 %) are more than five
/// standard deviations below the mean: less likely than 1 in 10^6.
#[test]
fn intervals_cover_the_truth() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut pairing = || {
        let mut pairing = Paired::default();
        for _ in 0..150 {
            let draw = generator.next_u64() % 100;
            let (old, new) = match draw {
                0..6 => (0, 2),
                6..9 => (2, 0),
                9..50 => (2, 2),
                _ => (0, 0),
            };
            pairing.record(old, new);
        }
        pairing
    };
    let mut held = 0;
    for _ in 0..2_000 {
        let pairings = [pairing(), pairing(), pairing()];
        let found = mean_difference(&pairings, 0.95).unwrap().estimate;
        held += u32::from(found.low <= 0.03 && found.high >= 0.03);
    }
    assert!((1_850..1_980).contains(&held), "{held} of 2000");
}
