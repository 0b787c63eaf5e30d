//! Values numbered in the order they are met.

use std::hash::{Hash, Hasher};

/// Distinct values, each with the number of those met before it.
///
/// A look-up is one of a hash table, but what comes out goes by the order of meeting alone, so that
/// sums over the values are the same in every process.
///
/// ```
/// use equipoise_dice::Numbered;
/// let mut seen = Numbered::default();
/// assert_eq!(["b", "a", "b"].map(|word| seen.number(word)), [0, 1, 0]);
/// assert_eq!(seen.values(), ["b", "a"]);
/// ```
#[derive(Clone, Debug)]
pub struct Numbered<T> {
    values: Vec<T>,
    /// Number of a value plus 1 at its place or the next free one after it; a power of two of them.
    places: Vec<u32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            places: Vec::new(),
        }
    }
}

impl<T: Eq + Hash> Numbered<T> {
    /// The number of a value, which is kept if it is new.
    pub fn number(&mut self, value: T) -> usize {
        // Half of the places stay free, so that the search ends, and soon.
        if self.places.len() < 2 * (self.values.len() + 1) {
            self.spread();
        }
        match self.find(&value) {
            Ok(number) => number,
            Err(place) => {
                self.values.push(value);
                self.places[place] = self.values.len() as u32;
                self.values.len() - 1
            }
        }
    }

    /// The values in the order they were met.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The values in the order they were met.
    #[must_use]
    pub fn into_values(self) -> Vec<T> {
        self.values
    }

    /// The number of a value, or the place where it belongs.
    fn find(&self, value: &T) -> Result<usize, usize> {
        let mask = self.places.len() - 1;
        let mut place = hash(value) as usize & mask;
        while self.places[place] != 0 {
            let number = self.places[place] as usize - 1;
            if self.values[number] == *value {
                return Ok(number);
            }
            place = (place + 1) & mask;
        }
        Err(place)
    }

    /// Makes the table larger.
    fn spread(&mut self) {
        let size = (4 * self.values.len()).next_power_of_two().max(8);
        self.places = vec![0; size];
        for (number, value) in (1..).zip(&self.values) {
            let mut place = hash(value) as usize & (size - 1);
            while self.places[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.places[place] = number;
        }
    }
}

/// A hash that is the same in every process.
pub(crate) fn hash(value: &impl Hash) -> u64 {
    let mut hasher = WordHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Multiplies and rotates, as the hash of the Rust compiler does ("FxHash"). It is quick and no
/// protection against values made to collide, of which dice are no source.
#[derive(Clone, Copy, Debug, Default)]
struct WordHasher(u64);

impl WordHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for WordHasher {
    #[inline]
    fn finish(&self) -> u64 {
        // The low bits of a product depend on few bits: the high ones are mixed in.
        self.0 ^ self.0 >> 32
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            let word = chunk.try_into().map_or(0, u64::from_le_bytes);
            self.add(word);
        }
        let mut last = [0; 8];
        let rest = chunks.remainder();
        last[..rest.len()].copy_from_slice(rest);
        self.add(u64::from_le_bytes(last));
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.add(value.into());
    }

    #[inline]
    fn write_u16(&mut self, value: u16) {
        self.add(value.into());
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.add(value.into());
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.add(value);
    }

    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.add(value as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::Numbered;

    #[test]
    fn many_values_keep_their_numbers() {
        let mut seen = Numbered::default();
        let value = |n: u64| (n * n, n as u8);
        for round in 0..2 {
            for n in 0..10_000 {
                assert_eq!(seen.number(value(n)), n as usize, "round {round}");
            }
        }
        assert_eq!(seen.values().len(), 10_000);
        assert!((0..).zip(seen.into_values()).all(|(n, v)| v == value(n)));
    }
}
