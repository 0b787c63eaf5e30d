use super::PriceParts;
use super::fit::significant;
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
fn fit(places: &[Vec<usize>], worth: impl Fn(&[usize]) -> f64) -> (Vec<f64>, PriceParts) {
    let worths: Vec<f64> = places.iter().map(|place| worth(place)).collect();
    let errors: Vec<f64> = worths.iter().map(|of| of / 100.0).collect();
    let list = PriceParts::fit(&worths, &errors, places, &RISING).unwrap();
    (worths, list)
}

const FRAME: [f64; 4] = [0.6, 0.8, 1.2, 1.5];
/// A staircase: each second step is worth nothing.
const STEPS: [f64; 6] = [0.4, 0.4, 1.0, 1.0, 1.6, 1.6];
const ROLE: [f64; 3] = [0.7, 1.0, 1.3];

/// Three factors of three digits: no price is farther off than 3 · 0.5 %. Factors are those that were planted, the
/// largest 1 on all axes but the first.
#[test]
fn a_product_needs_one_part() {
    let (worths, list) = fit(&grid(), |place| {
        200.0 * FRAME[place[0]] * STEPS[place[1]] * ROLE[place[2]]
    });
    let [part] = list.parts() else {
        panic!("{list:?}")
    };
    let planted = [
        FRAME.map(|of| 200.0 * of * 1.6 * 1.3).to_vec(),
        STEPS.map(|of| of / 1.6).to_vec(),
        ROLE.map(|of| of / 1.3).to_vec(),
    ];
    for (found, right) in part
        .factors()
        .iter()
        .flatten()
        .zip(planted.iter().flatten())
    {
        assert!((found / right - 1.0).abs() < 0.005, "{list:?}");
    }
    for (place, worth) in grid().iter().zip(worths) {
        assert!((list.price(place) / worth - 1.0).abs() < 0.015, "{place:?}");
    }
}

/// A body that any Role pays for, and a gun that only the last two can fire: two parts, and prices as planted.
#[test]
fn two_parts_that_were_planted_are_found() {
    let gun = [0.0, 0.5, 1.0];
    let (worths, list) = fit(&grid(), |place| {
        let body = 100.0 * FRAME[place[0]] * (1.0 + 0.1 * place[1] as f64);
        body + 300.0 * FRAME[3 - place[0]].recip() * STEPS[place[1]] * gun[place[2]]
    });
    assert_eq!(list.parts().len(), 2, "{list:?}");
    for (place, worth) in grid().iter().zip(worths) {
        let price = list.price(place);
        assert!(
            (price / worth - 1.0).abs() < 0.03,
            "{place:?}: {price} {worth}"
        );
    }
}

/// Noise of a hundredth about a product, as errors say, is no second part.
#[test]
fn noise_is_no_part() {
    let noise = |place: &[usize]| ((17 * place[0] + 31 * place[1] + 7 * place[2]) as f64).sin();
    let (_, list) = fit(&grid(), |place| {
        let worth = 200.0 * FRAME[place[0]] * STEPS[place[1]] * ROLE[place[2]];
        worth * (1.0 + 0.01 * noise(place))
    });
    assert_eq!(list.parts().len(), 1, "{list:?}");
}

/// Deterministic noise of three tenths, as errors say, and a truth that falls along the second axis for the first level of
/// the third, which such errors cannot tell: listed prices never fall, and are what the formula gives, or what a lower level
/// costs.
#[test]
fn rounded_prices_never_fall() {
    let noise = |place: &[usize]| ((17 * place[0] + 31 * place[1] + 7 * place[2]) as f64).sin();
    let worth = |place: &Vec<usize>| {
        let rise = if place[2] == 0 { -0.1 } else { 0.3 };
        100.0 * FRAME[place[0]] * (rise * place[1] as f64).exp() * (1.0 + 0.3 * noise(place))
    };
    let worths: Vec<f64> = grid().iter().map(worth).collect();
    let errors: Vec<f64> = worths.iter().map(|of| 0.3 * of).collect();
    let list = PriceParts::fit(&worths, &errors, &grid(), &RISING).unwrap();
    assert_eq!(list.rising(), RISING);
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
    let fit = |rising| PriceParts::fit(&worths, &[1e4; 4], &places, &[rising]).unwrap();
    assert_eq!(fit(true).list(&places, 5), [395; 4]);
}

/// Along the first axis worths fall by half at each level, at the lowest two levels of the second axis; along the second they
/// rise. The nearest worths that never fall along the first are farther off than a tenth, so prices follow worths there, and
/// still rise along the second axis.
#[test]
fn what_plainly_falls_costs_less() {
    let (worths, list) = fit(&grid(), |place| {
        let bulk = if place[1] < 2 {
            0.5_f64.powi(place[0] as i32)
        } else {
            FRAME[place[0]]
        };
        200.0 * bulk * STEPS[place[1]] * ROLE[place[2]]
    });
    assert_eq!(list.rising(), [false, true, false]);
    for (price, worth) in list.list(&grid(), 1).into_iter().zip(worths) {
        assert!((f64::from(price) - worth).abs() < 0.03 * worth + 1.0);
    }
}

/// Kinds that are worth less than nothing cost one step, and do not spoil the prices of others; estimates without
/// error are taken as they are.
#[test]
fn what_is_worth_nothing_costs_one_step() {
    let places: Vec<Vec<usize>> = (0..6).map(|kind| vec![kind / 3, kind % 3]).collect();
    let worths = [-20.0, 100.0, 50.0, -30.0, 200.0, 100.0];
    let list = PriceParts::fit(&worths, &[0.0; 6], &places, &[true, false]).unwrap();
    assert_eq!(list.list(&places, 5), [5, 100, 50, 5, 200, 100]);
}

/// A place without a kind has a price, by its factors.
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
    let refused = PriceParts::fit(&[-5.0, 1.0], &[1.0; 2], &[vec![0], vec![1]], &[true]);
    assert_eq!(refused, Err(StatsError::NoTrend { slope: -2.0 }));
    let refused = PriceParts::fit(&[], &[], &[], &[]);
    assert_eq!(refused, Err(StatsError::TooFew { needed: 1, got: 0 }));
}

#[test]
fn factors_have_three_digits() {
    let factors = [1.2345, 22.349, 885.4, 1234.0, 0.098_76, 0.0];
    assert_eq!(
        factors.map(significant),
        [1.23, 22.3, 885.0, 1230.0, 0.0988, 0.0]
    );
}
