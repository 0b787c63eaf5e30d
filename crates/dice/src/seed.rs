//! One stream of random numbers per battle.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator of one battle, from the master seed, the cell of the plan and the battle's number.
///
/// The state is a hash of the three words by the finaliser of SplitMix64 (Steele, Lea and Flood,
/// "Fast splittable pseudorandom number generators", OOPSLA 2014, with Stafford's mix 13). Write
/// `S(s, n)` for the `n`-th output of SplitMix64 seeded with `s`. Then
///
/// ```text
/// key      = S(S(master, 1) ^ cell, 1)
/// state[i] = S(S(key, i + 1) ^ battle, 1)      i = 0..4
/// ```
///
/// `S` is a bijection of its seed, so the battles of a cell have different states in every word,
/// and so do the keys of the cells of a master seed. The generator is xoshiro256++ (Blackman and
/// Vigna, "Scrambled linear pseudorandom number generators", ACM Transactions on Mathematical
/// Software 47(4), 2021); its period of 2^256 - 1 makes an overlap of streams a matter of
/// probability below 2^-128 for any number of battles that can be played.
#[must_use]
pub fn stream(master: u64, cell: u64, battle: u64) -> Xoshiro256PlusPlus {
    let key = split_mix(split_mix(master, 1) ^ cell, 1);
    let mut state = [0; 32];
    for (at, word) in state.chunks_exact_mut(8).enumerate() {
        let lane = split_mix(key, at as u64 + 1);
        word.copy_from_slice(&split_mix(lane ^ battle, 1).to_le_bytes());
    }
    Xoshiro256PlusPlus::from_seed(state)
}

/// The `n`-th output, counted from 1, of SplitMix64 seeded with `seed`.
const fn split_mix(seed: u64, n: u64) -> u64 {
    let z = seed.wrapping_add(n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::{split_mix, stream};
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};
    use std::collections::BTreeSet;

    #[test]
    fn split_mix_gives_the_published_outputs() {
        // The vector printed with the algorithm at Rosetta Code, "Pseudo-random numbers/Splitmix64".
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!([1, 2, 3, 4, 5].map(|n| split_mix(1_234_567, n)), published);
    }

    /// First output of the independent implementation in `rand_xoshiro`.
    fn reference(seed: u64) -> SplitMix64 {
        SplitMix64::from_seed(seed.to_le_bytes())
    }

    #[test]
    fn the_state_follows_the_documented_formula() {
        for (master, cell, battle) in [(0, 0, 0), (2024, 7, 123_456), (u64::MAX, 1, u64::MAX)] {
            let key = reference(reference(master).next_u64() ^ cell).next_u64();
            let mut lanes = reference(key);
            let state = [(); 4].map(|()| reference(lanes.next_u64() ^ battle).next_u64());
            let bytes: Vec<u8> = state.iter().flat_map(|word| word.to_le_bytes()).collect();
            let expected = Xoshiro256PlusPlus::from_seed(bytes.try_into().expect("32 bytes"));
            assert_eq!(stream(master, cell, battle), expected);
        }
    }

    #[test]
    fn neighbouring_battles_have_different_streams() {
        let mut first = BTreeSet::new();
        for master in 0..8 {
            for cell in 0..16 {
                for battle in 0..64 {
                    first.insert(stream(master, cell, battle).next_u64());
                }
            }
        }
        assert_eq!(first.len(), 8 * 16 * 64);
    }

    #[test]
    fn the_three_words_are_not_interchangeable() {
        let orders = [
            (1, 2, 3),
            (1, 3, 2),
            (2, 1, 3),
            (2, 3, 1),
            (3, 1, 2),
            (3, 2, 1),
        ];
        let first: BTreeSet<u64> = orders
            .iter()
            .map(|&(m, c, b)| stream(m, c, b).next_u64())
            .collect();
        assert_eq!(first.len(), orders.len());
    }
}
