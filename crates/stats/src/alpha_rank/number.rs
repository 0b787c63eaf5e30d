//! Non-negative numbers stored as logarithms.

use std::ops::{Add, Div, Mul};

/// A non-negative number, stored as its logarithm, which may be minus infinity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LogNumber(pub(super) f64);

impl LogNumber {
    /// The number itself; zero where it underflows.
    pub(super) fn value(self) -> f64 {
        libm::exp(self.0)
    }
}

impl Add for LogNumber {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (small, large) = (self.0.min(other.0), self.0.max(other.0));
        if small == f64::NEG_INFINITY {
            return Self(large);
        }
        Self(large + libm::log1p(libm::exp(small - large)))
    }
}

impl Mul for LogNumber {
    type Output = Self;

    #[expect(
        clippy::suspicious_arithmetic_impl,
        reason = "logarithms add up in a product"
    )]
    fn mul(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Div for LogNumber {
    type Output = Self;

    #[expect(
        clippy::suspicious_arithmetic_impl,
        reason = "logarithms subtract in a quotient"
    )]
    fn div(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::LogNumber;

    #[test]
    fn arithmetic_agrees_with_doubles() {
        let [two, three] = [2.0f64, 3.0].map(|x| LogNumber(x.ln()));
        for (result, expected) in [
            (two + three, 5.0),
            (two * three, 6.0),
            (two / three, 2.0 / 3.0),
        ] {
            assert!((result.value() - expected).abs() < 1e-15 * expected * 4.0);
        }
        let nothing = LogNumber(f64::NEG_INFINITY);
        assert_eq!(nothing + nothing, nothing);
        assert_eq!(nothing + two, two);
    }
}
