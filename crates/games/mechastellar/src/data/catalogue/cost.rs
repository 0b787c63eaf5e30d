//! What a unit costs and what destroying it scores, where its entry does not say.

use super::limits;
use super::price_tables::PriceTables;
use crate::data::profile::{Role, Tier};
use equipoise_engine::source::raw::Fields;

/// Rates of points and victory points, or a price list in place of the rates of machines.
#[derive(Clone, Debug)]
pub(super) struct Costs {
    points: PointRates,
    prices: Option<PriceTables>,
    vp: VpRates,
    /// In the order of the tiers.
    crew_levels: [u16; 4],
}

#[derive(Clone, Debug)]
struct PointRates {
    per_frame_squared: u16,
    per_performance: u16,
    per_crew_level: u16,
}

#[derive(Clone, Debug)]
struct VpRates {
    per_frame: u16,
    per_crew_level: u16,
    /// Performance and the victory points from it on.
    thresholds: Vec<(u8, u16)>,
}

impl Costs {
    pub(super) fn read(root: &Fields<'_>) -> Option<Self> {
        let points = root
            .section("points")
            .and_then(|fields| PointRates::read(&fields));
        let prices = PriceTables::read(root);
        let vp = root.section("vp").and_then(|fields| VpRates::read(&fields));
        let crew = root
            .section("crew_level")
            .and_then(|fields| read_crew_levels(&fields));
        Some(Self {
            points: points?,
            prices: prices?,
            vp: vp?,
            crew_levels: crew?,
        })
    }

    fn crew_level(&self, tier: Tier) -> u16 {
        self.crew_levels[tier as usize]
    }

    /// Listed points.
    pub(super) fn points(&self, frame: u8, performance: u8, role: Role, tier: Tier) -> u16 {
        let machine = match &self.prices {
            Some(prices) => prices.points(frame, performance, role),
            None => self.points.machine(frame, performance),
        };
        machine + self.points.per_crew_level * self.crew_level(tier)
    }

    /// What is left of a unit's points without its crew (`ms93.upgrade.performance-down-limit`).
    pub(super) fn without_crew(&self, points: u16, tier: Tier) -> u16 {
        points.saturating_sub(self.points.per_crew_level * self.crew_level(tier))
    }

    /// Victory points for destroying the unit.
    pub(super) fn vp(&self, frame: u8, performance: u8, tier: Tier) -> u16 {
        let reached = self
            .vp
            .thresholds
            .iter()
            .filter(|(at, _)| performance >= *at);
        let best = reached.max_by_key(|(at, _)| *at).map_or(0, |(_, vp)| *vp);
        self.vp.per_frame * u16::from(frame) + self.vp.per_crew_level * self.crew_level(tier) + best
    }
}

impl PointRates {
    /// Points of a machine without its crew.
    fn machine(&self, frame: u8, performance: u8) -> u16 {
        let frame = u16::from(frame);
        self.per_frame_squared * frame * frame + self.per_performance * u16::from(performance)
    }

    fn read(fields: &Fields<'_>) -> Option<Self> {
        let names = ["per_frame_squared", "per_performance", "per_crew_level"];
        let [frame, performance, crew] = names.map(|name| fields.number(name, limits::PRICE));
        fields.finish();
        Some(Self {
            per_frame_squared: frame?,
            per_performance: performance?,
            per_crew_level: crew?,
        })
    }
}

impl VpRates {
    fn read(fields: &Fields<'_>) -> Option<Self> {
        let frame = fields.number("per_frame", limits::VP_PER_FRAME);
        let crew = fields.number("per_crew_level", limits::VP_PER_CREW_LEVEL);
        let entries = fields.entries("threshold", "at");
        let thresholds = entries.iter().filter_map(read_threshold).collect();
        fields.finish();
        Some(Self {
            per_frame: frame?,
            per_crew_level: crew?,
            thresholds,
        })
    }
}

fn read_threshold(fields: &Fields<'_>) -> Option<(u8, u16)> {
    let at = fields.number("at", limits::PERFORMANCE);
    let vp = fields.number("vp", limits::VP_THRESHOLD);
    fields.finish();
    Some((at?, vp?))
}

fn read_crew_levels(fields: &Fields<'_>) -> Option<[u16; 4]> {
    let names = ["basic", "battle-tested", "skilled", "ace"];
    let [basic, tested, skilled, ace] = names.map(|name| fields.number(name, limits::CREW_LEVEL));
    fields.finish();
    Some([basic?, tested?, skilled?, ace?])
}
