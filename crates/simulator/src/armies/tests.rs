use std::collections::BTreeMap;

use equipoise_dice::{StreamDice, stream};

use super::{Army, HANDICAP, Muster, MusterError};
use crate::plan::{DatasetId, ScoreWords, Setting};

fn setting(seed: u64) -> Setting {
    Setting {
        system: "toy".into(),
        score: ScoreWords::default(),
        policy: "fair".into(),
        options: BTreeMap::new(),
        dataset: DatasetId {
            name: "embedded".into(),
            sha256: "00".into(),
        },
        seed,
    }
}

fn muster() -> Muster {
    Muster::new(vec![60, 150, 400], 10, 1_000).unwrap()
}

/// No army costs more than its budget, none could have bought one unit more unless it is full.
#[test]
fn armies_spend_what_they_can() {
    let muster = muster();
    for number in 0..2_000 {
        let mut dice = StreamDice::new(stream(1, 2, number));
        let army = muster.draw(1_000, &mut dice);
        let left = 1_000 - muster.points(&army);
        assert!(left < 60 || army.units().count() == 10, "{army:?}");
    }
}

/// The first unit of an army that only has room for one is each kind equally often: of 30,000 draws
/// 10,000 each, give or take five standard deviations of 82.
#[test]
fn kinds_are_equally_likely() {
    let single = Muster::new(vec![60, 150, 400], 1, 1_000).unwrap();
    let mut counts = [0_u32; 3];
    for number in 0..30_000 {
        let mut dice = StreamDice::new(stream(3, 4, number));
        let army = single.draw(1_000, &mut dice);
        for kind in army.units() {
            counts[kind] += 1;
        }
    }
    assert!(
        counts.iter().all(|count| count.abs_diff(10_000) < 430),
        "{counts:?}"
    );
}

#[test]
fn one_side_has_up_to_a_fifth_less_in_turn() {
    let muster = Muster::new(vec![1, 1], 2_000, 1_000).unwrap();
    let matchups = muster.even(1_000, 400, &setting(5));
    let (mut least, mut sum) = (1_000, 0);
    for (number, armies) in matchups.iter().enumerate() {
        let points = armies.each_ref().map(|army| muster.points(army));
        // Units of one point spend it all.
        let (full, less) = if number % 2 == 0 {
            (points[0], points[1])
        } else {
            (points[1], points[0])
        };
        assert_eq!(full, 1_000);
        assert!((1_000 - 10 * HANDICAP..=1_000).contains(&less));
        (least, sum) = (least.min(less), sum + (1_000 - less));
    }
    // The mean of 0 to 200 is 100, give or take five standard errors of 2.9.
    assert!(least < 810 && sum.abs_diff(40_000) < 5_800, "{least} {sum}");
}

#[test]
fn a_gauntlet_meets_one_kind() {
    let muster = muster();
    let matchups = muster.gauntlet(1, 6, 900, 300, &setting(5));
    for [own, other] in &matchups {
        assert_eq!(own, &Army::of_one_kind(3, 1, 6));
        assert!(muster.points(other) <= 1_125);
    }
    let dear = matchups
        .iter()
        .filter(|[_, other]| muster.points(other) > 900);
    assert!((90..210).contains(&dear.count()));
}

#[test]
fn matchups_are_a_function_of_the_seed() {
    let muster = muster();
    assert_eq!(
        muster.even(1_000, 20, &setting(5)),
        muster.even(1_000, 20, &setting(5))
    );
    assert_ne!(
        muster.even(1_000, 20, &setting(5)),
        muster.even(1_000, 20, &setting(6))
    );
    // More matchups begin with the same ones.
    assert_eq!(
        muster.even(1_000, 30, &setting(5))[..20],
        muster.even(1_000, 20, &setting(5))
    );
}

/// With room for three in squads of up to three of many kinds: one kind if the first squad has three, which is one in
/// three; three kinds if the first two have one each, one in nine; two kinds else. Of 9,000 armies, within five
/// standard deviations and the 27 at most in which two squads are of the same kind by chance.
#[test]
fn squads_are_of_all_sizes_equally_often() {
    let muster = Muster::new(vec![1; 1_000], 3, 1_000).unwrap();
    let muster = muster.in_squads_of_up_to(3);
    let mut counts = [0_u32; 3];
    for number in 0..9_000 {
        let mut dice = StreamDice::new(stream(7, 8, number));
        let army = muster.draw(1_000, &mut dice);
        let kinds = army.counts().iter().filter(|count| **count > 0).count();
        assert_eq!(army.units().count(), 3, "{number}");
        counts[kinds - 1] += 1;
    }
    let near = |count: u32, expected: u32| count.abs_diff(expected) < 265;
    assert!(
        near(counts[0], 3_000) && near(counts[1], 5_000) && near(counts[2], 1_000),
        "{counts:?}"
    );
}

#[test]
fn squads_are_as_large_as_points_and_room_go() {
    let muster = Muster::new(vec![300, 300], 5, 1_000).unwrap();
    let muster = muster.in_squads_of_up_to(4);
    let whole = |number| {
        let mut dice = StreamDice::new(stream(9, 10, number));
        muster.draw(1_000, &mut dice)
    };
    assert!((0..200).all(|number| whole(number).units().count() == 3));
    let crowded = Muster::new(vec![1, 1], 5, 1_000).unwrap();
    let crowded = crowded.in_squads_of_up_to(4);
    for number in 0..200 {
        let mut dice = StreamDice::new(stream(9, 10, number));
        assert_eq!(crowded.draw(1_000, &mut dice).units().count(), 5);
    }
}

#[test]
fn a_plan_pairs_the_armies_of_each_matchup() {
    let muster = muster();
    let matchups = muster.even(1_000, 3, &setting(5));
    let plan = muster.plan(setting(5), "points", 7, &matchups).unwrap();
    let pairs: Vec<_> = plan
        .pairings()
        .iter()
        .map(|pairing| (pairing.a, pairing.b))
        .collect();
    assert_eq!(pairs, [(0, 1), (2, 3), (4, 5)]);
    assert_eq!(plan.runs(), 8);
    assert_eq!(plan.contestants()[3].points, muster.points(&matchups[1][1]));
}

#[test]
fn armies_that_cannot_be_drawn_are_refused() {
    let new = |costs: &[u32], budget| Muster::new(costs.to_vec(), 10, budget).unwrap_err();
    assert_eq!(new(&[60], 1_000), MusterError::TooFewKinds(1));
    assert_eq!(new(&[60, 0], 1_000), MusterError::Free(1));
    let short = MusterError::Budget {
        budget: 70,
        handicap: 20,
        cheapest: 60,
    };
    assert_eq!(new(&[60, 150], 70), short);
    assert!(
        short
            .to_string()
            .contains("does not pay for the cheapest unit at 60")
    );
}
