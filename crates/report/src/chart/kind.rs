//! Which charts there are.

use std::fmt;

/// The charts a report can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Chart {
    /// Score over the first two integer axes, one panel per category or value of a third.
    Heatmap,
    /// Score of each category against each other category, all else equal.
    Categories,
    /// Distribution of the difference in victory points, or what the system scores.
    Margins,
    /// Expected against listed points, by the scores of the run.
    Points,
    /// Implied over listed points, by the price map of the run.
    PriceMap,
    /// Listed and implied points over an axis, by the price map of the run.
    PriceCurves,
}

impl Chart {
    /// File name without extension.
    #[must_use]
    pub fn slug(self) -> &'static str {
        match self {
            Self::Heatmap => "heatmap",
            Self::Categories => "categories",
            Self::Margins => "margins",
            Self::Points => "points",
            Self::PriceMap => "prices",
            Self::PriceCurves => "price-curves",
        }
    }
}

impl fmt::Display for Chart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}
