//! The findings of a run, in sentences shared by page, Markdown and terminal.

mod dominated;
mod levels;

pub(crate) use dominated::{Dominated, DominatedUnit};
pub(crate) use levels::{AxisLevels, LEVEL_HEADS, axis_levels};

use crate::chart::price_finding;
use crate::documents::shown_price_map;
use crate::findings::Findings;
use crate::format::{level, score, signed, trimmed};
use crate::input::{Pairing, ReportInput, Unit};
use equipoise_analysis::prices::PriceMapResult;
use equipoise_engine::text::grouped;
use equipoise_simulator::{Manifest, Stopped};

/// Units named on either side.
pub(crate) const NAMED: usize = 5;

/// The answer of a report: which units are over- or under-costed, which are dominated, and how certain
/// that is.
pub(crate) struct Answer<'a> {
    pub(crate) input: &'a ReportInput,
    pub(crate) findings: Findings<'a>,
    pub(crate) dominated: Option<Dominated<'a>>,
}

/// A number with a description of what it counts.
pub(crate) struct Figure {
    pub(crate) number: String,
    pub(crate) of: String,
}

/// The run's main finding, in a sentence without its full stop.
///
/// Of a run with a price map it names the levels of the grid that cost too much or too little. Else it counts
/// the units that are clearly over- or under-costed; in a run without expected points, it names the units with
/// the highest and lowest score.
#[must_use]
pub fn headline(input: &ReportInput) -> String {
    Answer::new(input).headline()
}

impl<'a> Answer<'a> {
    pub(crate) fn new(input: &'a ReportInput) -> Self {
        Self {
            input,
            findings: Findings::new(input),
            dominated: Dominated::new(input),
        }
    }

    /// Whether any unit has expected points.
    pub(crate) fn is_priced(&self) -> bool {
        self.findings.costing.compared() > 0
    }

    /// The main finding.
    pub(crate) fn headline(&self) -> String {
        if let Some(map) = &self.input.prices {
            return price_finding(&shown_price_map(map.clone()));
        }
        if !self.is_priced() {
            return self.strongest_and_weakest();
        }
        let costing = &self.findings.costing;
        let (under, over) = (costing.under_costed.len(), costing.over_costed.len());
        let all = grouped(costing.compared() as u64);
        match (under, over) {
            (0, 0) => format!("None of {all} units is clearly over or under its cost"),
            (0, over) => format!(
                "{} of {all} units {} clearly over-costed, none clearly under-costed",
                grouped(over as u64),
                are(over)
            ),
            (under, over) => format!(
                "{} of {all} units {} clearly under-costed, {} clearly over-costed",
                grouped(under as u64),
                are(under),
                none_or(over)
            ),
        }
    }

    fn strongest_and_weakest(&self) -> String {
        let units = &self.input.units;
        let by_score = |a: &&Unit, b: &&Unit| a.score.estimate.total_cmp(&b.score.estimate);
        let (best, worst) = (units.iter().max_by(by_score), units.iter().min_by(by_score));
        match (best, worst) {
            (Some(best), Some(worst)) => format!(
                "Of {} units {} scores highest, {}, and {} lowest, {}",
                grouped(units.len() as u64),
                best.name,
                score(&best.score),
                worst.name,
                score(&worst.score)
            ),
            _ => "No unit was played".to_owned(),
        }
    }

    /// How the run was played, in a sentence or two.
    pub(crate) fn field(&self) -> String {
        let info = &self.input.info;
        let armies = self.input.prices.as_ref().map(|map| {
            format!(
                "{} battles of random armies of {} points in {} say what units should cost; duels say how strong \
                 they are: ",
                grouped(map.battles),
                grouped(map.budget.into()),
                map.played_in.scenario
            )
        });
        armies.unwrap_or_default()
            + &format!(
                "{} battles between {} units in {} pairings of {}, both sides played by the policy {}. A \
             balance claim holds for a way of playing and a field of opponents.",
                grouped(info.battles),
                grouped(info.units),
                grouped(info.pairings),
                info.system,
                info.policy
            )
    }

    /// The counts behind the headline.
    pub(crate) fn figures(&self) -> Vec<Figure> {
        let costing = &self.findings.costing;
        let count = |number: usize, of: &str| Figure {
            number: grouped(number as u64),
            of: of.to_owned(),
        };
        let mut figures = Vec::new();
        if self.is_priced() {
            figures.extend([
                count(costing.under_costed.len(), "clearly under-costed"),
                count(costing.over_costed.len(), "clearly over-costed"),
            ]);
            figures.extend(match self.input.prices {
                Some(_) => [
                    count(costing.fair.len(), "fair"),
                    count(costing.unclear.len(), "unclear"),
                ],
                None => [
                    count(costing.unclear.len(), "fair or unclear"),
                    count(costing.beyond_prices.len(), "too strong or weak to price"),
                ],
            });
        }
        if let Some(dominated) = &self.dominated {
            figures.push(count(
                dominated.units.len(),
                &format!(
                    "dominated, of {} compared",
                    grouped(dominated.compared as u64)
                ),
            ));
        }
        figures
    }

    /// The uncertainty and meaning of expected points.
    pub(crate) fn how_sure(&self) -> String {
        let info = &self.input.info;
        if let Some(map) = &self.input.prices {
            return by_armies(map);
        }
        let level = level(info.confidence);
        if !self.is_priced() {
            return format!(
                "Brackets hold {level} intervals. This run has no expected points: scores show no \
                 trend in listed points, fewer than four units have a price, or scores were only to be \
                 told from a line."
            );
        }
        let prices = &self.findings.costing.prices;
        format!(
            "Brackets hold {level} intervals. Expected points say at which price units of this run \
             usually score like this one; they are not the price at which the unit would break even. \
             Their intervals count the unit's sampling error and the scatter of units about that \
             trend, and hold for all {} units at once: if no unit were off its price, chance would \
             still make one stand out in at most {} runs of 100. “Clearly” means that the listed \
             points lie outside the interval. Units whose expected points lie outside the listed \
             prices, {} to {}, are not judged.",
            grouped(self.findings.costing.compared() as u64),
            trimmed((1.0 - info.confidence) * 100.0),
            prices.start(),
            prices.end()
        )
    }

    /// What the levels of each axis cost and are worth; empty without a price map.
    pub(crate) fn levels(&self) -> Vec<AxisLevels> {
        self.input
            .prices
            .as_ref()
            .map(axis_levels)
            .unwrap_or_default()
    }

    /// The number of dominated units, and among which; `None` where no two units met.
    pub(crate) fn dominance(&self) -> Option<String> {
        let dominated = self.dominated.as_ref()?;
        let who = if dominated.met_everybody {
            "that met every unit"
        } else {
            "that all met each other"
        };
        let level = level(self.input.info.confidence);
        let compared = grouped(dominated.compared as u64);
        let meaning = format!(
            "Dominated is a unit if another one surely scores better against each of them; all \
             names together are right at {level}{}.",
            if self.input.info.stopped != Stopped::Fixed {
                ", taking the numbers of battles as fixed beforehand"
            } else {
                ""
            }
        );
        Some(
            match (dominated.units.len(), dominated.at_no_higher_price()) {
                (0, _) => format!("Of the {compared} units {who}, none is dominated. {meaning}"),
                (count, free) => format!(
                    "Of the {compared} units {who}, {} {} dominated, {} by a unit that costs no more. {meaning}",
                    grouped(count as u64),
                    are(count),
                    none_or(free)
                ),
            },
        )
    }

    /// Notable pairings, each with its heading.
    pub(crate) fn pairings(&self) -> impl Iterator<Item = (&'static str, &'a Pairing)> {
        [
            ("Most lopsided pairing", self.findings.lopsided),
            ("Closest pairing", self.findings.closest),
        ]
        .into_iter()
        .filter_map(|(what, pairing)| Some((what, pairing?)))
    }
}

/// The uncertainty and meaning of implied points.
fn by_armies(map: &PriceMapResult) -> String {
    format!(
        "Brackets hold {} intervals: those of units for all {} units at once, those of levels for all levels at \
         once, those of scores each by itself. Implied points say what a unit brings to random armies of {} listed \
         points on the table of {}, scaled so that an average army is worth its cost; {} battles, policy {}, seed \
         {}. “Clearly” means that the whole interval lies more than {} % from the listed points, fair that it lies \
         within. Scores of duels say how strong a unit is against this field, not what it should cost.",
        level(map.confidence),
        grouped((map.profiles.len() + map.named.len()) as u64),
        grouped(map.budget.into()),
        map.played_in.scenario,
        grouped(map.battles),
        map.played_in.policy,
        map.seed,
        trimmed(100.0 * map.margin)
    )
}

/// A pairing's score and difference in a sentence that begins with A's name.
pub(crate) fn pairing_result(info: &Manifest, pairing: &Pairing) -> String {
    format!(
        "scores {} against {} over {} battles; mean {} {}",
        score(&pairing.score_a),
        pairing.b,
        grouped(pairing.battles),
        info.score.difference,
        signed(pairing.vp_diff_mean, 1)
    )
}

fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

fn none_or(count: usize) -> String {
    match count {
        0 => "none".to_owned(),
        count => grouped(count as u64),
    }
}
