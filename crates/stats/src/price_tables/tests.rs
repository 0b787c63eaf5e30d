use super::{BandedAxis, PriceTables, significant};
use crate::error::StatsError;

/// A grid of four by six by three levels; the third axis is unordered.
const LEVELS: [usize; 3] = [4, 6, 3];
const RISING: [bool; 3] = [true, true, false];

fn grid() -> Vec<Vec<usize>> {
    let kinds = LEVELS.iter().product();
    (0..kinds)
        .map(|kind| vec![kind / 18, kind / 3 % 6, kind % 3])
        .collect()
}

/// Worths with errors of a hundredth.
fn fit(places: &[Vec<usize>], worth: impl Fn(&[usize]) -> f64) -> (Vec<f64>, PriceTables) {
    let worths: Vec<f64> = places.iter().map(|place| worth(place)).collect();
    let errors: Vec<f64> = worths.iter().map(|of| of / 100.0).collect();
    let list = PriceTables::fit(&worths, &errors, places, &RISING).unwrap();
    (worths, list)
}

/// Axes of the tables with their bands, by number of the axis.
fn layout(list: &PriceTables) -> Vec<Vec<(usize, Vec<usize>)>> {
    let tables = list.tables().iter();
    let axis = |of: &BandedAxis| (of.axis, of.band_of.clone());
    let mut layout: Vec<Vec<_>> = tables
        .map(|table| table.axes().iter().map(axis).collect())
        .collect();
    layout.sort();
    layout
}

fn numbers(list: &PriceTables) -> usize {
    list.tables()
        .iter()
        .map(|table| table.entries().len())
        .sum()
}

const FRAME: [f64; 4] = [0.6, 0.8, 1.2, 1.5];
/// A staircase: each second step is worth nothing.
const STEPS: [f64; 6] = [0.4, 0.4, 1.0, 1.0, 1.6, 1.6];
const ROLE: [f64; 3] = [0.7, 1.0, 1.3];

/// Three digits in each of three tables: no price is farther off than 3 · 0.5 %, and on average none is. Of the staircase
/// three bands are left.
#[test]
fn a_product_needs_one_table_for_each_axis() {
    let (worths, list) = fit(&grid(), |place| {
        200.0 * FRAME[place[0]] * STEPS[place[1]] * ROLE[place[2]]
    });
    assert_eq!(
        layout(&list),
        [
            vec![(0, vec![0, 1, 2, 3])],
            vec![(1, vec![0, 0, 1, 1, 2, 2])],
            vec![(2, vec![0, 1, 2])],
        ]
    );
    for (place, worth) in grid().iter().zip(worths) {
        assert!((list.price(place) / worth - 1.0).abs() < 0.015, "{place:?}");
    }
}

/// The third level of the third axis gains with each band of the second, and nothing else hangs together.
#[test]
fn a_planted_interaction_is_found_and_no_other() {
    let factor = |place: &[usize]| match (place[1] / 2, place[2]) {
        (0, 2) => 0.5,
        (2, 2) => 2.0,
        _ => 1.0,
    };
    let (worths, list) = fit(&grid(), |place| {
        200.0 * FRAME[place[0]] * STEPS[place[1]] * ROLE[place[2]] * factor(place)
    });
    assert_eq!(
        layout(&list),
        [
            vec![(0, vec![0, 1, 2, 3])],
            vec![(1, vec![0, 0, 1, 1, 2, 2]), (2, vec![0, 1, 2])],
        ]
    );
    for (place, worth) in grid().iter().zip(worths) {
        assert!((list.price(place) / worth - 1.0).abs() < 0.01, "{place:?}");
    }
}

/// All pairs of axes interact; the list has fewer numbers than kinds. Factors are 1 in the geometric mean over the
/// levels that an earlier table tells apart.
#[test]
fn three_interactions_are_recovered() {
    let pair = |one: usize, other: usize| (0.3 * ((2 * one + 3 * other) as f64).sin()).exp();
    let worth = |place: &[usize]| {
        let rise = 50.0 * (1.0 + place[0] as f64) * (1.5_f64).powi(place[1] as i32);
        rise * pair(place[0], place[1] + 1)
            * pair(place[1], place[2])
            * pair(place[0], place[2] + 7)
    };
    // On no axis does the planted worth have to rise here.
    let worths: Vec<f64> = grid().iter().map(|place| worth(place)).collect();
    let errors: Vec<f64> = worths.iter().map(|of| of / 100.0).collect();
    let list = PriceTables::fit(&worths, &errors, &grid(), &[false; 3]).unwrap();
    assert_eq!(numbers(&list), 24 + 12 + 18);
    for (place, worth) in grid().iter().zip(worths) {
        assert!((list.price(place) / worth - 1.0).abs() < 0.015, "{place:?}");
    }
    for of_band in list.tables()[2].entries().chunks(3) {
        let mean = of_band.iter().product::<f64>().cbrt();
        assert!((mean - 1.0).abs() < 0.01, "{of_band:?}");
    }
}

/// Deterministic noise of three tenths, and a truth that falls along the second axis for the first level of the third:
/// listed prices never fall, and are what the formula gives, or what a lower level costs.
#[test]
fn rounded_prices_never_fall() {
    let noise = |place: &[usize]| ((17 * place[0] + 31 * place[1] + 7 * place[2]) as f64).sin();
    let (_, list) = fit(&grid(), |place| {
        let rise = if place[2] == 0 { -0.1 } else { 0.3 };
        100.0 * FRAME[place[0]] * (rise * place[1] as f64).exp() * (1.0 + 0.3 * noise(place))
    });
    let (places, prices) = (grid(), list.list(&grid(), 1));
    let price = |place: &[usize]| {
        let at = places.iter().position(|of| of == place);
        prices[at.unwrap()]
    };
    let mut lifted = 0;
    for place in &places {
        let rounded = list.price(place).round().max(1.0) as u32;
        let mut least = rounded;
        for axis in 0..2 {
            if place[axis] > 0 {
                let mut below = place.clone();
                below[axis] -= 1;
                assert!(price(&below) <= price(place), "{place:?}");
                least = least.max(price(&below));
            }
        }
        assert_eq!(price(place), least, "{place:?}");
        lifted += u32::from(least > rounded);
    }
    assert!(lifted > 0, "the formula alone falls somewhere");
}

/// Worths that fall along an ordered axis get one price: their mean, since all count alike.
#[test]
fn what_falls_is_priced_alike() {
    let places: Vec<Vec<usize>> = (0..4).map(|level| vec![level]).collect();
    let worths = [410.0, 400.0, 390.0, 380.0];
    let fit = |rising| PriceTables::fit(&worths, &[1e4; 4], &places, &[rising]).unwrap();
    assert_eq!(fit(true).list(&places, 5), [395; 4]);
}

#[test]
fn worths_that_differ_by_little_need_one_number() {
    let (_, list) = fit(&grid(), |place| 200.0 + place[1] as f64);
    assert_eq!(numbers(&list), 1);
    assert!(list.tables()[0].axes().is_empty());
    // 200 to 205, 202.5 on average, of three digits.
    assert!((list.price(&[0, 0, 0]) - 202.5).abs() <= 1.0);
}

/// An axis of a single level is in no table; two axes alone are one table, or two.
#[test]
fn an_axis_of_one_level_does_not_count() {
    let places: Vec<Vec<usize>> = (0..12).map(|kind| vec![kind / 3, 0, kind % 3]).collect();
    let (worths, list) = fit(&places, |place| {
        100.0
            * FRAME[place[0]]
            * ROLE[place[2]]
            * if place[0] == 3 && place[2] == 0 {
                3.0
            } else {
                1.0
            }
    });
    assert_eq!(
        layout(&list),
        [vec![(0, vec![0, 1, 2, 3]), (2, vec![0, 1, 2])]]
    );
    for (place, worth) in places.iter().zip(worths) {
        assert!((list.price(place) / worth - 1.0).abs() < 0.005, "{place:?}");
    }
}

/// Kinds that are worth less than nothing cost one step, and do not spoil the prices of others; estimates without
/// error are taken as they are.
#[test]
fn what_is_worth_nothing_costs_one_step() {
    let places: Vec<Vec<usize>> = (0..6).map(|kind| vec![kind / 3, kind % 3]).collect();
    let worths = [-20.0, 100.0, 50.0, -30.0, 200.0, 100.0];
    let list = PriceTables::fit(&worths, &[0.0; 6], &places, &[true, false]).unwrap();
    assert_eq!(list.list(&places, 5), [5, 100, 50, 5, 200, 100]);
}

/// A place without a kind has a price, by its tables.
#[test]
fn kinds_may_be_missing() {
    let mut places = grid();
    let missing = places.remove(40);
    let (_, list) = fit(&places, |place| {
        200.0 * FRAME[place[0]] * STEPS[place[1]] * ROLE[place[2]]
    });
    let worth = 200.0 * FRAME[missing[0]] * STEPS[missing[1]] * ROLE[missing[2]];
    assert!((list.price(&missing) / worth - 1.0).abs() < 0.015);
}

#[test]
fn what_has_no_price_is_refused() {
    let refused = PriceTables::fit(&[-5.0, 1.0], &[1.0; 2], &[vec![0], vec![1]], &[true]);
    assert_eq!(refused, Err(StatsError::NoTrend { slope: -2.0 }));
    let refused = PriceTables::fit(&[], &[], &[], &[]);
    assert_eq!(refused, Err(StatsError::TooFew { needed: 1, got: 0 }));
}

#[test]
fn entries_have_three_digits() {
    let entries = [1.2345, 22.349, 885.4, 1234.0, 0.098_76];
    assert_eq!(
        entries.map(significant),
        [1.23, 22.3, 885.0, 1230.0, 0.0988]
    );
}
