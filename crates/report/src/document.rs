//! The result of one command and its chart.

use std::path::Path;

use equipoise_analysis::audit::UpgradeAuditResult;
use equipoise_analysis::battle::BattleResult;
use equipoise_analysis::change::{VariantResult, WhatifResult};
use equipoise_analysis::compare::Comparison;
use equipoise_analysis::duel::SampledDuel;
use equipoise_analysis::ladder::LadderResult;
use equipoise_analysis::points::PointsResult;
use equipoise_analysis::prices::PriceMapResult;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::chart::{self, Drawing, Figure};
use crate::documents::reading::{Head, read};
use crate::documents::{
    Differences, DocumentKind, Odds, battle, duel, ladder, looks, points, price_map, quantities,
    upgrades,
};
use crate::error::ReportError;

/// The result of one command, read from its JSON.
///
/// ```
/// use equipoise_report::Document;
/// let text = r#"{"schema": 1, "kind": "odds", "damage": {"0": 0.4, "300": 0.6},
///     "charted": {"path": "/damage", "of": "damage", "attack": "2d10 against 1d10"}}"#;
/// let drawing = Document::parse("odds.json", text)?.drawing()?;
/// assert!(drawing.svg.starts_with("<svg"));
/// # Ok::<(), equipoise_report::ReportError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Document {
    kind: DocumentKind,
    content: Content,
}

#[derive(Debug, Clone)]
enum Content {
    Points(Box<PointsResult>),
    PriceMap(Box<PriceMapResult>),
    Odds(Odds),
    Duel(Box<SampledDuel>),
    Battle(Box<BattleResult>),
    Differences(Differences),
    Ladder(Box<LadderResult>),
    Upgrades(Box<UpgradeAuditResult>),
}

impl Document {
    /// Reads a document; `name` is that of its file, for messages.
    ///
    /// # Errors
    ///
    /// [`ReportError::Json`] with the place of what is no JSON or not what its kind should hold,
    /// [`ReportError::Document`] for a document of another schema or kind, or with nothing to draw.
    pub fn parse(name: &str, text: &str) -> Result<Self, ReportError> {
        // A list would pass for the fields of a head in their order.
        if !text.trim_start().starts_with('{') {
            read::<IgnoredAny>(name, text)?;
            return Err(ReportError::Document {
                name: name.to_owned(),
                message: "expected a JSON object".to_owned(),
            });
        }
        let kind = read::<Head>(name, text)?.kind(name)?;
        let content = match kind {
            DocumentKind::Points => {
                let points: PointsResult = read(name, text)?;
                Content::Points(Box::new(points::shown(points)))
            }
            DocumentKind::PriceMap => {
                let map: PriceMapResult = read(name, text)?;
                Content::PriceMap(Box::new(price_map::shown(map)))
            }
            DocumentKind::Odds => Content::Odds(Odds::parse(name, text)?),
            DocumentKind::Duel => {
                // A computed duel has no battles to be traced.
                if read::<Traced>(name, text)?.trace.is_none() {
                    return Err(ReportError::NoTrace(name.to_owned()));
                }
                let duel: SampledDuel = read(name, text)?;
                Content::Duel(Box::new(duel::shown(duel)))
            }
            DocumentKind::Battle => {
                let battle: BattleResult = read(name, text)?;
                Content::Battle(Box::new(battle::shown(battle)))
            }
            DocumentKind::Variant => {
                Content::Differences(read::<VariantResult>(name, text)?.into())
            }
            DocumentKind::WhatIf => Content::Differences(read::<WhatifResult>(name, text)?.into()),
            DocumentKind::Compare => Content::Differences(read::<Comparison>(name, text)?.into()),
            DocumentKind::Ladder => {
                let ladder: LadderResult = read(name, text)?;
                Content::Ladder(Box::new(ladder::shown(ladder)))
            }
            DocumentKind::Upgrades => {
                let audit: UpgradeAuditResult = read(name, text)?;
                Content::Upgrades(Box::new(upgrades::shown(audit)))
            }
        };
        let document = Self { kind, content };
        match document.nothing() {
            None => Ok(document),
            Some(reason) => Err(ReportError::Document {
                name: name.to_owned(),
                message: reason.to_owned(),
            }),
        }
    }

    /// What it holds.
    #[must_use]
    pub const fn kind(&self) -> DocumentKind {
        self.kind
    }

    /// Its chart as an SVG document.
    ///
    /// # Errors
    ///
    /// [`ReportError::Draw`] when the drawing library refuses.
    pub fn drawing(&self) -> Result<Drawing, ReportError> {
        chart::drawing(self.figure())
    }

    /// Draws its chart into a PNG file at twice the size of its SVG.
    ///
    /// # Errors
    ///
    /// [`ReportError::Draw`] when the drawing library refuses or the file cannot be written.
    pub fn write_png(&self, path: &Path) -> Result<(), ReportError> {
        chart::write_png(&self.figure(), path)
    }

    fn figure(&self) -> Figure {
        match &self.content {
            Content::Points(points) => chart::implied_points(points),
            Content::PriceMap(map) => chart::price_map(map),
            Content::Odds(odds) => chart::outcomes(odds),
            Content::Duel(duel) => chart::convergence(duel),
            Content::Battle(battle) => chart::rounds(battle),
            Content::Differences(differences) => chart::forest(differences, self.kind),
            Content::Ladder(ladder) => chart::ladder(ladder),
            Content::Upgrades(audit) => chart::upgrades(audit),
        }
    }

    /// Why there is nothing to draw.
    fn nothing(&self) -> Option<&'static str> {
        match &self.content {
            Content::Points(points) if points.units.is_empty() => Some("no units to draw"),
            Content::PriceMap(map) => chart::no_price_map(map),
            Content::Odds(odds) if odds.exact.is_empty() => Some("no outcomes to draw"),
            Content::Duel(duel) if looks(duel).is_empty() => Some(NO_TRACE),
            Content::Battle(battle) if quantities(battle).is_empty() => {
                Some("no values by round to draw; this system has none")
            }
            Content::Differences(changes) if changes.rows.is_empty() => {
                Some("no differences to draw")
            }
            Content::Ladder(ladder) if ladder.ratings.is_empty() => Some("no ratings to draw"),
            Content::Upgrades(audit) if audit.upgrades.is_empty() => Some("no upgrades to draw"),
            _ => None,
        }
    }
}

const NO_TRACE: &str = "the duel has no trace to draw; play it with one";

/// Whether a duel has a trace.
#[derive(Deserialize)]
struct Traced {
    trace: Option<IgnoredAny>,
}
