//! The JSON data of the page's tables and distributions.
//!
//! Columns instead of rows, units by number, and each pair of bin bounds once: a pairing takes a few
//! hundred bytes.

use std::collections::HashMap;

use equipoise_analysis::Interval;
use serde::Serialize;

use crate::answer::Answer;
use crate::costing::{Costing, Verdict};
use crate::input::{MarginBin, Pairing, ReportInput};
use crate::stopping::method_words;
use equipoise_engine::front_end::{AxisKind, AxisValue};

/// Decimals stored for shares, of which the page shows at most three, and for other numbers, of which it
/// shows two: more than shown, so that rounding twice does not change a digit.
const SCORE: i32 = 6;
const MEAN: i32 = 4;

/// Everything that the script needs.
#[derive(Serialize)]
struct Data<'a> {
    words: Words<'a>,
    /// Names of all units, by their numbers.
    names: Vec<&'a str>,
    units: Units<'a>,
    pairings: Pairings,
    /// Bounds of the bins, by their numbers; null for an open end.
    bins: Vec<[Option<i64>; 2]>,
}

#[derive(Serialize)]
struct Words<'a> {
    unit: &'a str,
    difference: &'a str,
    worth: &'a str,
    level: String,
    method: String,
}

#[derive(Serialize)]
struct Units<'a> {
    axes: Vec<AxisColumn<'a>>,
    /// Lowest and highest listed points.
    prices: [i64; 2],
    points: Vec<i64>,
    /// Estimate, low, high.
    expected: Vec<Option<[f64; 3]>>,
    score: Vec<[f64; 3]>,
    opponents: Vec<u64>,
    battles: Vec<u64>,
    vp: Vec<i64>,
    verdict: Vec<Option<&'static str>>,
    /// Number of the cheapest dominating unit, and how many there are.
    dominated: Vec<Option<(usize, usize)>>,
}

#[derive(Serialize)]
struct AxisColumn<'a> {
    name: &'a str,
    numeric: bool,
    values: Vec<Option<&'a AxisValue>>,
}

#[derive(Serialize, Default)]
struct Pairings {
    a: Vec<usize>,
    b: Vec<usize>,
    battles: Vec<u64>,
    wins: Vec<u64>,
    draws: Vec<u64>,
    score: Vec<f64>,
    low: Vec<f64>,
    high: Vec<f64>,
    difference: Vec<f64>,
    sd: Vec<Option<f64>>,
    rounds: Vec<f64>,
    /// Numbers of bins and their battles, alternating.
    bins: Vec<Vec<u64>>,
}

/// The JSON document, safe inside a script element.
pub(super) fn block(answer: &Answer<'_>, shown: &[usize]) -> String {
    let input = answer.input;
    let numbers = Numbers::new(input, shown);
    let mut bins = Bins::default();
    let data = Data {
        words: words(answer),
        units: units(answer, &numbers),
        pairings: pairings(input, shown, &numbers, &mut bins),
        names: numbers.names,
        bins: bins.bounds,
    };
    // Names, numbers and lists of them always serialise.
    inert(&serde_json::to_string(&data).unwrap_or_default())
}

/// Keeps a JSON document from ending its script element: characters that could start a tag are escaped;
/// they occur only inside strings.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

fn words<'a>(answer: &Answer<'a>) -> Words<'a> {
    let input = answer.input;
    Words {
        unit: &input.info.score.unit,
        difference: &input.info.score.difference,
        worth: answer.input.worth(),
        level: crate::format::level(input.info.confidence),
        method: method_words(&input.info),
    }
}

/// Units by number: those of the table first, in its order.
struct Numbers<'a> {
    names: Vec<&'a str>,
    numbers: HashMap<&'a str, usize>,
}

impl<'a> Numbers<'a> {
    fn new(input: &'a ReportInput, shown: &[usize]) -> Self {
        let mut all = Self {
            names: Vec::new(),
            numbers: HashMap::new(),
        };
        for unit in &input.units {
            all.numbers.insert(&unit.name, all.names.len());
            all.names.push(&unit.name);
        }
        let pairings = shown.iter().map(|&place| &input.pairings[place]);
        for name in pairings.flat_map(|pairing| [&pairing.a, &pairing.b]) {
            if !all.numbers.contains_key(name.as_str()) {
                all.numbers.insert(name, all.names.len());
                all.names.push(name);
            }
        }
        all
    }

    fn of(&self, name: &str) -> usize {
        self.numbers.get(name).copied().unwrap_or_default()
    }
}

fn units<'a>(answer: &'a Answer<'a>, numbers: &Numbers<'_>) -> Units<'a> {
    let input = answer.input;
    let costing: &Costing<'_> = &answer.findings.costing;
    let all = || input.units.iter();
    let mut dominated = vec![None; input.units.len()];
    for found in answer.dominated.iter().flat_map(|all| &all.units) {
        let by = numbers.of(&found.by.name);
        dominated[numbers.of(&found.unit.name)] = Some((by, found.count));
    }
    Units {
        axes: axes(input),
        prices: [*costing.prices.start(), *costing.prices.end()],
        points: all().map(|unit| unit.points).collect(),
        expected: all()
            .map(|unit| unit.expected_points.map(|points| ends(&points, MEAN)))
            .collect(),
        score: all().map(|unit| ends(&unit.score, SCORE)).collect(),
        opponents: all().map(|unit| unit.opponents).collect(),
        battles: all().map(|unit| unit.battles).collect(),
        vp: all().map(|unit| unit.vp).collect(),
        verdict: all()
            .map(|unit| costing.verdict(unit).map(Verdict::name))
            .collect(),
        dominated,
    }
}

fn axes(input: &ReportInput) -> Vec<AxisColumn<'_>> {
    let values = |axis: usize| {
        let units = input.units.iter();
        units.map(move |unit| unit.coordinates.get(axis)?.as_ref())
    };
    let axes = input.info.axes.iter().enumerate();
    axes.map(|(place, axis)| AxisColumn {
        name: &axis.name,
        numeric: axis.kind == AxisKind::Integer,
        values: values(place).collect(),
    })
    .collect()
}

fn ends(interval: &Interval, decimals: i32) -> [f64; 3] {
    [interval.estimate, interval.low, interval.high].map(|end| rounded(end, decimals))
}

fn rounded(value: f64, decimals: i32) -> f64 {
    let unit = 10_f64.powi(decimals);
    (value * unit).round() / unit
}

/// Bounds of bins, each pair once.
#[derive(Default)]
struct Bins {
    bounds: Vec<[Option<i64>; 2]>,
    numbers: HashMap<[Option<i64>; 2], u64>,
}

impl Bins {
    fn number(&mut self, bin: &MarginBin) -> u64 {
        let bounds = [bin.from, bin.to];
        let next = self.bounds.len() as u64;
        let number = *self.numbers.entry(bounds).or_insert(next);
        if number == next {
            self.bounds.push(bounds);
        }
        number
    }
}

fn pairings(
    input: &ReportInput,
    shown: &[usize],
    numbers: &Numbers<'_>,
    bins: &mut Bins,
) -> Pairings {
    let by_pairing = input.margins.chunk_by(|x, y| x.a == y.a && x.b == y.b);
    let histograms: HashMap<(&str, &str), &[MarginBin]> = by_pairing
        .filter_map(|bins| Some(((&*bins.first()?.a, &*bins.first()?.b), bins)))
        .collect();
    let mut columns = Pairings::default();
    for pairing in shown.iter().map(|&place| &input.pairings[place]) {
        columns.push(pairing, numbers);
        let histogram = histograms.get(&(pairing.a.as_str(), pairing.b.as_str()));
        let histogram = histogram.copied().unwrap_or_default();
        let counts = histogram
            .iter()
            .flat_map(|bin| [bins.number(bin), bin.battles]);
        columns.bins.push(counts.collect());
    }
    columns
}

impl Pairings {
    fn push(&mut self, pairing: &Pairing, numbers: &Numbers<'_>) {
        self.a.push(numbers.of(&pairing.a));
        self.b.push(numbers.of(&pairing.b));
        self.battles.push(pairing.battles);
        self.wins.push(pairing.wins_a);
        self.draws.push(pairing.draws);
        let [score, low, high] = ends(&pairing.score_a, SCORE);
        self.score.push(score);
        self.low.push(low);
        self.high.push(high);
        self.difference.push(rounded(pairing.vp_diff_mean, MEAN));
        self.sd.push(pairing.vp_diff_sd.map(|sd| rounded(sd, MEAN)));
        self.rounds.push(rounded(pairing.rounds_mean, MEAN));
    }
}

#[cfg(test)]
mod tests {
    use super::{inert, rounded};

    #[test]
    fn no_name_ends_the_script() {
        let json = serde_json::to_string("</script><!-- & \"x\"").unwrap();
        let safe = inert(&json);
        assert!(!safe.contains(['<', '>', '&']), "{safe}");
        let read: String = serde_json::from_str(&safe).unwrap();
        assert_eq!(read, "</script><!-- & \"x\"");
    }

    #[test]
    fn numbers_keep_the_decimals_they_are_given() {
        assert_eq!(rounded(0.571_25, 3), 0.571);
        assert_eq!(rounded(-19.75, 0), -20.0);
    }
}
