//! Dice that take every outcome in turn, against distributions worked out otherwise.

use equipoise_dice::{
    Dice, EveryOutcome, PairReads, Pmf, PoolShape, PoolUse, Reads, Reroll, Sides, outcomes, reroll,
};

const NOTHING: Reads = Reads {
    mid: false,
    failures: false,
    criticals: false,
};

/// The distribution of what `part` returns, and how many ways lead through it.
fn distribution(
    mut dice: EveryOutcome,
    part: impl FnMut(&mut EveryOutcome) -> usize,
) -> (Vec<f64>, usize) {
    let (mut mass, mut ways) = (vec![0.0; 100], 0);
    dice.walk(part, |value, chance| {
        mass[value] += chance;
        ways += 1;
    });
    (mass, ways)
}

fn assert_same(mass: &[f64], pmf: &Pmf) {
    for (value, chance) in (0..).zip(mass) {
        assert!((pmf.probability(value) - chance).abs() < 1e-14, "{value}");
    }
}

#[test]
fn pools_saves_and_rerolls_have_their_exact_distributions() {
    let shape = PoolShape::d10(4, 9);
    let (mass, ways) = distribution(EveryOutcome::new(), |dice| {
        dice.pool(shape).successes().into()
    });
    assert_eq!(ways, outcomes(shape).len());
    assert_same(&mass, &Pmf::pool(shape, PoolUse::default()));

    let (mass, ways) = distribution(EveryOutcome::new(), |dice| {
        dice.fails(Sides::D10, 5, 4).into()
    });
    assert_eq!(ways, 6);
    assert_same(&mass, &Pmf::binomial(5, 0.3));

    let (mass, _) = distribution(EveryOutcome::new(), |dice| {
        let roll = dice.pool(shape);
        reroll(dice, shape, roll, Reroll::LowAndMid)
            .successes()
            .into()
    });
    let again = PoolUse {
        reroll: true,
        ..PoolUse::default()
    };
    assert_same(&mass, &Pmf::pool(shape, again));
}

#[test]
fn what_is_certain_is_one_way() {
    for (dice, needed, fails) in [(5, 1, 0), (5, 11, 5), (0, 5, 0)] {
        let mut every = EveryOutcome::new();
        assert_eq!(every.fails(Sides::D10, dice, needed), fails);
        assert!(!every.has_drawn() && !every.next_way());
    }
}

#[test]
fn dice_and_choices_are_even_and_roll_offs_end() {
    let (mass, _) = distribution(EveryOutcome::new(), |dice| {
        usize::from(dice.die(Sides::D8)) + usize::from(dice.die(Sides::D8))
    });
    assert!((mass[9] - 8.0 / 64.0).abs() < 1e-15 && mass[1] == 0.0);
    let (mass, _) = distribution(EveryOutcome::new(), |dice| {
        let [first, second] = dice.roll_off(Sides::D10);
        usize::from(first > second)
    });
    assert_eq!(mass[..2], [0.5, 0.5]);
}

/// Pairs of rolls that are taken together differ in nothing that is read of them.
#[test]
fn a_pair_keeps_what_is_read() {
    let (attack, defence) = (PoolShape::d10(3, 10), PoolShape::d10(2, 8));
    let kinds = [true, false].map(|open| Reads {
        mid: open,
        ..NOTHING
    });
    let all = kinds.into_iter().flat_map(|a| kinds.map(|d| (a, d)));
    for (own, other) in all.chain([(Reads::ALL, Reads::ALL), (NOTHING, Reads::ALL)]) {
        for difference in [true, false] {
            let reads = PairReads {
                pools: [own, other],
                difference,
            };
            let part = |dice: &mut EveryOutcome| {
                let [a, d] = dice.pair([attack, defence], reads);
                let shown = |open: bool, count: u8| if open { usize::from(count) } else { 0 };
                let more = 4 + usize::from(a.successes()) - usize::from(d.successes());
                let mids = shown(own.mid, a.mid) + 4 * shown(other.mid, d.mid);
                let low = shown(other.failures, d.low);
                (more * 31 + mids * 7 + low * 3) % 97
            };
            let (merged, few) = distribution(EveryOutcome::new(), part);
            let (single, many) = distribution(EveryOutcome::unmerged(), part);
            for (left, right) in merged.iter().zip(&single) {
                assert!((left - right).abs() < 1e-14, "{reads:?}");
            }
            assert!(
                few <= many && (few < many) == (own != Reads::ALL),
                "{reads:?}"
            );
        }
    }
}

/// A part that rolls twice and tells only whether anything came of it.
fn merged_part(dice: &mut EveryOutcome, target: u8) -> usize {
    let shape = PoolShape {
        target,
        lowered: target,
        ..PoolShape::d10(2, 10)
    };
    let mut state = 0;
    let any = dice.merge(
        &mut state,
        |&state| (target, state),
        |dice, state| {
            *state = u8::from(dice.pool(shape).successes() + dice.pool(shape).successes() > 0);
            *state
        },
        |&state, _| state,
    );
    assert_eq!(state, any);
    usize::from(any)
}

#[test]
fn a_merged_part_is_one_way_for_each_result() {
    let twice = |dice: &mut EveryOutcome| {
        merged_part(dice, 6) + merged_part(dice, 8) + merged_part(dice, 6)
    };
    let (merged, few) = distribution(EveryOutcome::new(), twice);
    let (single, many) = distribution(EveryOutcome::unmerged(), twice);
    assert_eq!(few, 8);
    assert!(many > 1000);
    // Four dice that all fail: 1/16 at target 6, (7/10)^4 at target 8.
    let (six, eight) = (1.0 - 0.0625, 1.0 - 0.7_f64.powi(4));
    assert!((merged[3] - six * six * eight).abs() < 1e-14);
    for (left, right) in merged.iter().zip(&single) {
        assert!((left - right).abs() < 1e-13);
    }
}

/// A part that reads more than its facts is found out.
#[test]
#[should_panic(expected = "a part reads only its facts")]
fn facts_that_leave_something_out_are_noticed() {
    let mut dice = EveryOutcome::new();
    let mut state = 1_u8;
    dice.merge(
        &mut state,
        |_| ((), 0),
        |dice, state| *state + dice.die(Sides::D6),
        |_, &sum| sum,
    );
}

/// Two dice show 100 ways: 100 are enough with one to spare, 99 are not.
#[test]
fn dice_stop_when_their_ways_are_spent() {
    let part = |dice: &mut EveryOutcome| dice.die(Sides::D10) + dice.die(Sides::D10);
    for (most, spent) in [(101, false), (99, true)] {
        let (mut dice, mut ways) = (EveryOutcome::new().with_ways(most), 0);
        dice.walk(part, |_, _| ways += 1);
        assert_eq!(dice.is_spent(), spent);
        assert_eq!(ways, most.min(100));
    }
}
