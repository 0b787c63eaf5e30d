//! Names of the segments of a checkpoint.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::digest::bytes_sha256;

/// Name of a segment: its number, how long its battles took in milliseconds, and the first half of
/// the SHA-256 of its bytes, by which a damaged one is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SegmentName {
    pub(crate) number: u64,
    pub(crate) elapsed: Duration,
    checksum: String,
}

const EXTENSION: &str = ".parquet";

impl SegmentName {
    pub(crate) fn new(number: u64, elapsed: Duration, bytes: &[u8]) -> Self {
        Self {
            number,
            elapsed,
            checksum: checksum(bytes),
        }
    }

    /// Whether these are the bytes that were written under this name.
    pub(crate) fn fits(&self, bytes: &[u8]) -> bool {
        self.checksum == checksum(bytes)
    }
}

fn checksum(bytes: &[u8]) -> String {
    bytes_sha256(bytes)[..32].to_owned()
}

impl fmt::Display for SegmentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, milliseconds) = (self.number, self.elapsed.as_millis());
        write!(
            f,
            "{number:06}-{milliseconds}ms-{}{EXTENSION}",
            self.checksum
        )
    }
}

/// Anything else is no segment.
impl FromStr for SegmentName {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        let parts = name.strip_suffix(EXTENSION).ok_or(())?;
        let mut parts = parts.splitn(3, '-');
        let mut part = || parts.next().ok_or(());
        let (number, elapsed, checksum) = (part()?, part()?, part()?);
        let milliseconds = elapsed.strip_suffix("ms").ok_or(())?;
        let milliseconds = milliseconds.parse().map_err(|_| ())?;
        Ok(Self {
            number: number.parse().map_err(|_| ())?,
            elapsed: Duration::from_millis(milliseconds),
            checksum: checksum.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::SegmentName;

    #[test]
    fn names_read_as_they_are_written() {
        let name = SegmentName::new(7, Duration::from_millis(4_967), b"abc");
        // SHA-256 of "abc", FIPS 180-2, appendix B.1.
        let text = "000007-4967ms-ba7816bf8f01cfea414140de5dae2223.parquet";
        assert_eq!(name.to_string(), text);
        assert_eq!(text.parse(), Ok(name.clone()));
        assert!(name.fits(b"abc") && !name.fits(b"abd"));
        for other in [
            "plan.json",
            "lock",
            "7.parquet",
            "a-1ms-b.parquet",
            "1-1-b.parquet",
        ] {
            assert!(other.parse::<SegmentName>().is_err(), "{other}");
        }
    }
}
