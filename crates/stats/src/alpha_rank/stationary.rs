//! The stationary distribution of a Markov chain.

use std::ops::{Add, Div, Mul};

/// The stationary distribution of the chain with these transition rates, from the row to the column,
/// all positive; the diagonal is ignored. `one` is the number 1 of the type.
///
/// States are eliminated one by one, from the last (the GTH algorithm: W. K. Grassmann, M. I. Taksar
/// and D. P. Heyman, Operations Research 33 (1985) 1107–1116). It subtracts nothing, so each share has
/// a small relative error, however different the rates.
pub(super) fn stationary<T>(states: usize, mut rates: Vec<T>, one: T) -> Vec<T>
where
    T: Copy + Add<Output = T> + Mul<Output = T> + Div<Output = T>,
{
    let sum = |values: &[T]| values.iter().copied().reduce(|sum, value| sum + value);
    let mut leaving = Vec::with_capacity(states);
    for last in (1..states).rev() {
        let (before, from_last) = rates.split_at_mut(last * states);
        let Some(out) = sum(&from_last[..last]) else {
            break;
        };
        leaving.push(out);
        for row in before.chunks_exact_mut(states) {
            let share = row[last] / out;
            for (rate, &on) in row[..last].iter_mut().zip(&from_last[..last]) {
                *rate = *rate + share * on;
            }
        }
    }
    let mut masses = vec![one];
    for (state, &out) in (1..states).zip(leaving.iter().rev()) {
        let into = masses
            .iter()
            .enumerate()
            .map(|(from, &mass)| mass * rates[from * states + state]);
        masses.extend(into.reduce(|sum, term| sum + term).map(|flow| flow / out));
        // Normalised at every step, so that no mass overflows.
        let total = sum(&masses).unwrap_or(one);
        for mass in &mut masses {
            *mass = *mass / total;
        }
    }
    masses
}

#[cfg(test)]
mod tests {
    use super::stationary;

    fn assert_masses(rates: &[f64], expected: &[f64]) {
        let masses = stationary(expected.len(), rates.to_vec(), 1.0);
        for (mass, expected) in masses.iter().zip(expected) {
            assert!((mass - expected).abs() < 1e-15, "{masses:?}");
        }
    }

    #[test]
    fn two_states_have_masses_in_the_ratio_of_the_rates_into_them() {
        assert_masses(&[1.0, 3.0, 1.0, 1.0], &[0.25, 0.75]);
        assert_masses(&[1.0], &[1.0]);
    }

    #[test]
    fn three_states_by_the_tree_theorem() {
        // Rates 0→1: 1, 0→2: 2, 1→0: 3, 1→2: 4, 2→0: 5, 2→1: 6. Trees into 0: 3·5 + 3·6 + 4·5 = 53;
        // into 1: 1·5 + 1·6 + 2·6 = 23; into 2: 2·3 + 2·4 + 1·4 = 18.
        let rates = [9.0, 1.0, 2.0, 3.0, 9.0, 4.0, 5.0, 6.0, 9.0];
        assert_masses(&rates, &[53.0 / 94.0, 23.0 / 94.0, 18.0 / 94.0]);
    }

    #[test]
    fn rates_of_all_sizes_do_not_overflow() {
        // Rate 1 to every higher state, 1e-300 to every lower one.
        let rate = |at: usize| if at / 5 < at % 5 { 1.0 } else { 1e-300 };
        assert_masses(
            &(0..25).map(rate).collect::<Vec<_>>(),
            &[0.0, 0.0, 0.0, 0.0, 1.0],
        );
    }
}
