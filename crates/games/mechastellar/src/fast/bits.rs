//! Small numbers packed into words, as the keys of the decision cache hold them.

use equipoise_engine::Hex;

/// Multiplier of Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
/// Weapons that fit into a key, with their uses.
pub(super) const WEAPONS: usize = 8;
/// Points of a unit that fit are fewer.
pub(super) const POINTS: u8 = 8;

/// Small numbers side by side in one word.
#[derive(Clone, Copy, Default)]
pub(super) struct Bits(pub(super) u64);

impl Bits {
    /// Appends a number below 2^`width`.
    #[inline(always)]
    pub(super) fn with(self, value: impl Into<u64>, width: u32) -> Self {
        let value = value.into();
        debug_assert!(value < 1 << width && self.0.leading_zeros() >= width);
        Self(self.0 << width | value)
    }
}

/// A hex of a cacheable table in 16 bits.
#[inline]
pub(super) fn packed(hex: Hex) -> u16 {
    u16::from_le_bytes([hex.q as u8, hex.r as u8])
}

/// No hex of a cacheable table: its coordinates are below 64.
pub(super) const NOWHERE: u16 = 0x7F7F;

/// Place of a key of one word among a number of places, a power of two.
#[inline]
pub(super) fn place(word: u64, places: usize) -> usize {
    top_bits(word.wrapping_mul(GOLDEN), places)
}

/// Place of a key of several words, mixed word by word.
#[inline]
pub(super) fn place_of_all(words: [u64; 4], places: usize) -> usize {
    let mixed = words.iter().fold(0_u64, |hash, word| {
        (hash.rotate_left(23) ^ word).wrapping_mul(GOLDEN)
    });
    top_bits(mixed, places)
}

/// The top bits of a product, which all bits of its factors reach: a number below a power of two.
#[inline]
fn top_bits(product: u64, places: usize) -> usize {
    (product >> (64 - places.trailing_zeros())) as usize
}

#[cfg(test)]
/// Two words that lie in the place of the first under [`place_of_all`] after one that is zero.
pub(super) fn neighbours() -> [[u64; 4]; 2] {
    // The words before the last one differ by what the last one undoes.
    let carried = 1_u64.wrapping_mul(GOLDEN).rotate_left(23);
    [[0; 4], [0, 0, 1, carried]]
}
