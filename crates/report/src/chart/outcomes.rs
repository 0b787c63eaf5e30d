//! The distribution of an attack: exact as bars, sampled as points over them.

use equipoise_analysis::odds::SampledOdds;
use equipoise_stats::wilson;

use super::colour::{BAR, INK, MUTED, NEUTRAL};
use super::figure::{COMPACT, Figure};
use super::plot::{Plot, Tick};
use super::scale::ticks;
use super::scene::{Align, Rect, Scene, Type};
use super::symbol::{Key, Symbol};
use super::text::{self, short};
use crate::documents::{Odds, Outcome};
use crate::format::{capitalised, decimal, level};
use equipoise_engine::text::grouped;

const HEIGHT: f64 = 340.0;
/// Bars that stand apart on a phone.
const MOST_BARS: usize = 40;
/// Probability left out at either end of the axis.
const TAIL: f64 = 0.001;

pub(crate) fn figure(odds: &Odds) -> Figure {
    let bars = Bars::new(odds);
    Figure {
        title: finding(odds),
        caption: caption(odds, &bars),
        body: body(odds, &bars),
    }
}

/// One bar: the values it covers and their probability.
#[derive(Debug, Clone, PartialEq)]
struct Bar {
    /// Least and greatest value.
    values: (i64, i64),
    /// Its position on the axis.
    centre: f64,
    exact: f64,
    /// Share of the sampled attacks, with its interval.
    sampled: Option<[f64; 3]>,
}

struct Bars {
    bars: Vec<Bar>,
    /// Values that a bar takes together; 1 where each has its own.
    width: i64,
    /// Room of a bar on the axis.
    room: f64,
    left_out: f64,
}

impl Bars {
    fn new(odds: &Odds) -> Self {
        let (shown, left_out) = likely(&odds.exact);
        let width = bin_width(shown);
        let mut bars: Vec<Bar> = Vec::new();
        for outcome in shown {
            let bin = bin(outcome.value, width);
            match bars.last_mut() {
                Some(last) if self::bin(last.values.0, width) == bin => {
                    last.values.1 = outcome.value;
                    last.exact += outcome.probability;
                }
                _ => bars.push(Bar {
                    values: (outcome.value, outcome.value),
                    centre: centre(bin, width),
                    exact: outcome.probability,
                    sampled: None,
                }),
            }
        }
        if let Some(sampled) = &odds.sampled {
            for bar in &mut bars {
                bar.sampled = bar.share_of(sampled);
            }
        }
        let gaps = bars.windows(2).map(|pair| pair[1].centre - pair[0].centre);
        let room = gaps.fold(f64::INFINITY, f64::min);
        Self {
            room: if room.is_finite() { room } else { 1.0 },
            bars,
            width,
            left_out,
        }
    }

    /// Number of sampled intervals, and of those that contain the exact value.
    fn agreement(&self) -> (usize, usize) {
        let known = self
            .bars
            .iter()
            .filter_map(|bar| Some((bar.exact, bar.sampled?)));
        let holds = known
            .clone()
            .filter(|(p, [_, low, high])| low <= p && p <= high);
        (known.count(), holds.count())
    }

    /// Between the last bar short of success and the first of it.
    fn threshold(&self, odds: &Odds) -> Option<f64> {
        let from = odds.charted.success.as_ref()?.from;
        let first = self.bars.iter().position(|bar| bar.values.0 >= from)?;
        let before = self.bars.get(first.checked_sub(1)?)?;
        Some(f64::midpoint(before.centre, self.bars[first].centre))
    }

    fn highest(&self) -> f64 {
        let tops = self
            .bars
            .iter()
            .map(|bar| bar.sampled.map_or(bar.exact, |s| s[2].max(bar.exact)));
        tops.fold(0.0, f64::max)
    }

    fn span(&self) -> (f64, f64) {
        let [first, last] =
            [self.bars.first(), self.bars.last()].map(|bar| bar.map_or(0.0, |b| b.centre));
        (first - 0.7 * self.room, last + 0.7 * self.room)
    }
}

impl Bar {
    fn share_of(&self, sampled: &SampledOdds) -> Option<[f64; 3]> {
        let counts = sampled.counts.range(self.values.0..=self.values.1);
        let count: u64 = counts.map(|(_, count)| count).sum();
        let share = wilson(count as f64, sampled.attacks, sampled.confidence).ok()?;
        Some([share.estimate, share.low, share.high])
    }
}

/// The outcomes without tails below [`TAIL`], and the probability left out.
fn likely(outcomes: &[Outcome]) -> (&[Outcome], f64) {
    let unlikely = |outcomes: &mut dyn Iterator<Item = &Outcome>| {
        let mut sum = 0.0;
        let small = outcomes.take_while(|outcome| {
            sum += outcome.probability;
            sum < TAIL
        });
        small.count()
    };
    let (first, last) = (
        unlikely(&mut outcomes.iter()),
        unlikely(&mut outcomes.iter().rev()),
    );
    let shown = outcomes.get(first..outcomes.len() - last);
    let shown = shown.filter(|shown| !shown.is_empty()).unwrap_or(outcomes);
    let kept: f64 = shown.iter().map(|outcome| outcome.probability).sum();
    (shown, (1.0 - kept).max(0.0))
}

/// 1 for few values, else a round number that leaves few bars.
fn bin_width(outcomes: &[Outcome]) -> i64 {
    let span = match outcomes {
        [first, .., last] if outcomes.len() > MOST_BARS => last.value.abs_diff(first.value),
        _ => return 1,
    };
    let mut steps = (0..17).flat_map(|power| [1, 2, 5].map(|m| m * 10_i64.pow(power)));
    let enough = |step: &i64| span / step.unsigned_abs() < MOST_BARS as u64 - 2;
    steps.find(enough).unwrap_or(i64::MAX)
}

/// Number of the bin of a value: 0 stands alone, others lie in (0, w], (w, 2w], … and alike below.
fn bin(value: i64, width: i64) -> i64 {
    let away = value.unsigned_abs().div_ceil(width.unsigned_abs());
    value.signum() * away as i64
}

/// Where a bin stands on the axis: the middle of its values, that of 0 before the others.
fn centre(bin: i64, width: i64) -> f64 {
    if width == 1 {
        bin as f64
    } else {
        (bin as f64 - 0.5) * width as f64
    }
}

fn chance_from(odds: &Odds, from: i64) -> f64 {
    let enough = odds.exact.iter().filter(|outcome| outcome.value >= from);
    enough
        .map(|outcome| outcome.probability)
        .fold(0.0, |sum, p| sum + p)
}

fn mean(odds: &Odds) -> f64 {
    let parts = odds.exact.iter().map(|o| o.value as f64 * o.probability);
    parts.fold(0.0, |sum, part| sum + part)
}

fn finding(odds: &Odds) -> String {
    let charted = &odds.charted;
    let success = charted
        .success
        .as_ref()
        .map_or_else(String::new, |success| {
            let chance = chance_from(odds, success.from) * 100.0;
            format!("{} in {} % of attacks; ", success.name, decimal(chance, 1))
        });
    let mean = decimal(mean(odds), 2);
    let found = format!("{success}mean {} {mean} {}", charted.of, odds.unit());
    capitalised(found.trim())
}

fn caption(odds: &Odds, bars: &Bars) -> String {
    let together = if bars.width > 1 {
        let width = grouped(bars.width.unsigned_abs());
        let unit = odds.unit();
        format!(", each bar of {width} {unit} up to its right edge, 0 alone")
    } else {
        String::new()
    };
    let tails = if bars.left_out > 1e-9 {
        format!(
            " Values beyond the axis: {} %.",
            decimal(bars.left_out * 100.0, 2)
        )
    } else {
        String::new()
    };
    let sampled = odds.sampled.as_ref().map_or_else(String::new, |sampled| {
        let (all, hold) = bars.agreement();
        format!(
            " Points: shares of {} attacks thrown with dice, seed {}, with a {level} Wilson interval each; \
             {hold} of {all} hold the exact value, where about {level} should.",
            grouped(sampled.attacks),
            sampled.seed,
            level = level(sampled.confidence),
        )
    });
    format!("Bars: exact probabilities{together}, by convolution of the dice.{tails}{sampled}")
}

fn body(odds: &Odds, bars: &Bars) -> Scene {
    let key = key(odds).scene(COMPACT);
    let top = 22.0 + key.height + 8.0;
    let mut scene = Scene::new(COMPACT, top + HEIGHT);
    let attack = text::fit(&odds.charted.attack, 13.0, false, COMPACT);
    scene.text((0.0, 9.0), attack, Type::new(13.0, MUTED, Align::Start));
    scene.place(key, (0.0, 22.0));
    let frame = Rect::new(52.0, top, COMPACT - 56.0, HEIGHT - 46.0);
    let highest = bars.highest() * 100.0;
    let plot = Plot::new(frame, bars.span(), (0.0, 1.06 * highest));
    let percents = ticks(0.0, 1.06 * highest, 6).into_iter();
    let percents: Vec<Tick> = percents.map(|p| (p, short(p))).collect();
    plot.draw_y(&mut scene, &percents, "probability, %");
    for bar in &bars.bars {
        draw_bar(&mut scene, &plot, bars, bar, odds);
    }
    if let Some(x) = bars.threshold(odds) {
        let x = plot.at(x, 0.0).0;
        scene.dashes((x, frame.y), (x, frame.bottom()), INK, 1.0);
    }
    let title = match odds.unit() {
        "" => odds.charted.of.clone(),
        unit => format!("{}, {unit}", odds.charted.of),
    };
    plot.draw_x(&mut scene, &value_ticks(bars), &title);
    for bar in &bars.bars {
        if let Some([share, low, high]) = bar.sampled {
            plot.interval(&mut scene, bar.centre, (100.0 * low, 100.0 * high), INK);
            let at = plot.at(bar.centre, 100.0 * share);
            Symbol::Dot.draw(&mut scene, at, 3.5, INK);
        }
    }
    scene
}

fn key(odds: &Odds) -> Key {
    let mut key = Key::new([]);
    match &odds.charted.success {
        Some(success) => {
            let chance = chance_from(odds, success.from) * 100.0;
            let yes = format!("exact, {}: {} %", success.name, decimal(chance, 1));
            key.push(Symbol::Patch, BAR, &yes);
            key.push(
                Symbol::Patch,
                NEUTRAL,
                &format!("otherwise: {} %", decimal(100.0 - chance, 1)),
            );
        }
        None => key.push(Symbol::Patch, BAR, "exact"),
    }
    if odds.sampled.is_some() {
        key.push(Symbol::Dot, INK, "sampled, with interval");
    }
    key
}

fn draw_bar(scene: &mut Scene, plot: &Plot, bars: &Bars, bar: &Bar, odds: &Odds) {
    let [left, right] = [-0.5, 0.5].map(|half| plot.at(bar.centre + half * bars.room, 0.0).0);
    let width = (0.82 * (right - left)).clamp(2.0, 44.0);
    let (x, top) = plot.at(bar.centre, 100.0 * bar.exact);
    let success = odds.charted.success.as_ref();
    let colour = match success {
        Some(success) if bar.values.0 < success.from => NEUTRAL,
        _ => BAR,
    };
    let height = plot.frame.bottom() - top;
    scene.rect(Rect::new(x - width / 2.0, top, width, height), colour);
}

/// Values under their bars, or round values at the edges of wider ones.
fn value_ticks(bars: &Bars) -> Vec<Tick> {
    let (low, high) = bars.span();
    if bars.width == 1 {
        let whole = ticks(low, high, 7).into_iter().filter(|v| v.fract() == 0.0);
        return whole.map(|value| (value, short(value))).collect();
    }
    // The bar of 0 has its own place, which shifts the values below it.
    let aside = bars.width as f64;
    let edges = ticks(low, high, 7).into_iter();
    let place = |value: f64| if value < 0.0 { value - aside } else { value };
    let mut shown: Vec<Tick> = edges
        .filter(|value| *value != 0.0)
        .map(|value| (place(value), short(value)))
        .filter(|(place, _)| (low..=high).contains(place))
        .collect();
    if bars.bars.iter().any(|bar| bar.values == (0, 0)) {
        shown.push((centre(0, bars.width), "0".to_owned()));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn even(values: std::ops::RangeInclusive<i64>) -> Vec<Outcome> {
        let probability = 1.0 / values.clone().count() as f64;
        values.map(|value| Outcome { value, probability }).collect()
    }

    #[test]
    fn few_values_have_bars_of_their_own_and_many_share_round_ones() {
        assert_eq!(bin_width(&even(0..=39)), 1);
        assert_eq!(bin_width(&even(5..=5)), 1);
        // 1,000 in fewer than 38 bars: 20 leaves 50, 50 leaves 20.
        assert_eq!(bin_width(&even(0..=1000)), 50);
        assert_eq!(bin_width(&even(-300..=300)), 20);
    }

    #[test]
    fn zero_stands_alone_between_the_bins_of_either_side() {
        let bins: Vec<i64> = [-21, -20, -1, 0, 1, 20, 21].map(|v| bin(v, 20)).into();
        assert_eq!(bins, [-2, -1, -1, 0, 1, 1, 2]);
        // Side by side, 20 apart.
        let centres = [-1, 0, 1].map(|bin| centre(bin, 20));
        assert_eq!(centres, [-30.0, -10.0, 10.0]);
    }

    #[test]
    fn only_the_tails_are_left_out() {
        let outcome = |value, probability| Outcome { value, probability };
        let all = [
            outcome(0, 0.0004),
            outcome(1, 0.0004),
            outcome(2, 0.5),
            outcome(3, 0.0001),
            outcome(4, 0.4991),
        ];
        let (shown, left_out) = likely(&all);
        assert_eq!(shown, &all[2..]);
        assert!((left_out - 0.0008).abs() < 1e-12);
    }
}
