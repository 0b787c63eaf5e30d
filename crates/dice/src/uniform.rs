//! Unbiased integers below a bound.

use rand::Rng;

/// A number below `bound`, all equally likely; 0 when `bound` is 0.
///
/// Widening multiplication with rejection: Lemire, "Fast random integer generation in an
/// interval", ACM Transactions on Modeling and Computer Simulation 29(1), 2019.
#[inline]
pub(crate) fn below<R: Rng + ?Sized>(rng: &mut R, bound: u32) -> u32 {
    let bound = u64::from(bound);
    let mut product = u128::from(rng.next_u64()) * u128::from(bound);
    if (product as u64) < bound {
        // 2^64 mod bound: products whose low half is smaller would favour some results.
        let reject = bound.wrapping_neg() % bound;
        while (product as u64) < reject {
            product = u128::from(rng.next_u64()) * u128::from(bound);
        }
    }
    (product >> 64) as u32
}

#[cfg(test)]
mod tests {
    use super::below;
    use rand::rand_core::{Infallible, TryRng};

    /// Gives the same words in turn.
    struct Words(std::vec::IntoIter<u64>);

    impl TryRng for Words {
        type Error = Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            self.try_next_u64().map(|word| word as u32)
        }
        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            Ok(self.0.next().expect("the test gave enough words"))
        }
        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
            Ok(())
        }
    }

    #[test]
    fn a_biased_draw_is_thrown_away() {
        // 2^64 mod 10 = 6. The word 0 gives a product of 0, low half 0 < 6: refused.
        let mut words = Words(vec![0, u64::MAX].into_iter());
        assert_eq!(below(&mut words, 10), 9);
        assert_eq!(words.0.len(), 0);
    }

    #[test]
    fn the_first_kept_word_gives_the_first_number() {
        // The word 1 gives a product of 10, low half 10 >= 6: kept, high half 0.
        let mut words = Words(vec![1].into_iter());
        assert_eq!(below(&mut words, 10), 0);
    }
}
