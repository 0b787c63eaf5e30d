//! From values to places on an axis.

/// A linear map from values to pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    from: (f64, f64),
    to: (f64, f64),
}

impl Scale {
    /// Maps `from.0` to `to.0` and `from.1` to `to.1`.
    pub(super) fn new(from: (f64, f64), to: (f64, f64)) -> Self {
        Self { from, to }
    }

    pub(super) fn at(&self, value: f64) -> f64 {
        let share = (value - self.from.0) / (self.from.1 - self.from.0);
        self.to.0 + share * (self.to.1 - self.to.0)
    }
}

/// About `count` round values (1, 2 or 5 times a power of ten apart) within a range.
pub(super) fn ticks(low: f64, high: f64, count: usize) -> Vec<f64> {
    let span = high - low;
    if !(span.is_finite() && span > 0.0) {
        return vec![low];
    }
    let rough = span / count.max(1) as f64;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|m| m * power)
        .find(|step| *step >= rough)
        .unwrap_or(10.0 * power);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|k| k as f64 * step).collect()
}

/// Round values within a positive range, for a logarithmic axis: 1, 2 and 5 in each decade; fewer
/// where the range is long, more where it is short, evenly spaced [`ticks`] where it is shorter
/// still.
pub(super) fn log_ticks(low: f64, high: f64) -> Vec<f64> {
    const COARSE: &[f64] = &[1.0, 2.0, 5.0];
    const SPARSE: &[f64] = &[1.0];
    const FINE: &[f64] = &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0];
    [COARSE, SPARSE, FINE]
        .into_iter()
        .map(|steps| decade_ticks(low, high, steps))
        .find(|found| (4..=16).contains(&found.len()))
        .unwrap_or_else(|| ticks(low, high, 5))
}

fn decade_ticks(low: f64, high: f64, steps: &[f64]) -> Vec<f64> {
    let decades = low.log10().floor() as i32..=high.log10().ceil() as i32;
    let all = decades.flat_map(|d| steps.iter().map(move |step| step * 10_f64.powi(d)));
    all.filter(|v| (low..=high).contains(v)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_meets_its_ends_and_may_point_down() {
        let scale = Scale::new((10.0, 20.0), (300.0, 100.0));
        assert_eq!(
            (scale.at(10.0), scale.at(20.0), scale.at(15.0)),
            (300.0, 100.0, 200.0)
        );
    }

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks(0.0, 10.0, 5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(-130.0, 120.0, 5), [-100.0, -50.0, 0.0, 50.0, 100.0]);
        assert_eq!(ticks(3.0, 3.0, 5), [3.0]);
    }

    #[test]
    fn log_ticks_grow_finer_as_the_range_shrinks() {
        assert_eq!(log_ticks(4.0, 120.0), [5.0, 10.0, 20.0, 50.0, 100.0]);
        assert_eq!(log_ticks(55.0, 370.0), [70.0, 100.0, 150.0, 200.0, 300.0]);
        assert_eq!(log_ticks(0.5, 2e6), [1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6]);
        assert_eq!(log_ticks(60.0, 90.0), [60.0, 70.0, 80.0, 90.0]);
    }
}
