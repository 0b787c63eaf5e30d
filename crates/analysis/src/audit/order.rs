//! Whether the order of a list decides anything: units in three orders, forces against themselves.

use equipoise_engine::front_end::{FrontEnd, Unit as _};
use equipoise_simulator::CONFIDENCE;
use equipoise_stats::{Estimate, Pricing, z_score};

use super::forces::{self, Listed};
use super::request::PlayAuditRequest;
use super::result::{Ordered, OrderedUnit};
use super::shuffle::shuffled;
use crate::control::Control;
use crate::error::Error;
use crate::game::Game;
use crate::points::{Audit, Field, Looks, PointsRequest};
use crate::request::GameRequest;

/// Battles of each matchup; even.
const RUNS: u64 = 8;

/// Implied points of the units in one order, by their places in the list as it is.
struct InOrder {
    /// Places in the list of this order, from 1.
    places: Vec<u64>,
    each: Vec<Estimate>,
    together: Vec<Estimate>,
}

/// Measures units and forces in shuffled orders.
pub(super) fn measure<S: FrontEnd>(
    units: &[&S::Unit],
    armies: Vec<Listed<S>>,
    request: &PlayAuditRequest,
    control: Control<'_>,
) -> Result<Ordered, Error> {
    let game = Game::<S>::new(&request.game)?;
    let orders = 0..PlayAuditRequest::ORDERS;
    let orders = orders.map(|number| in_order::<S>(units, number, request, control));
    let (orders, missing) = match orders.collect::<Result<Vec<InOrder>, Error>>() {
        Ok(orders) => (orders, None),
        // Battles or units that give no implied points; the forces are measured all the same.
        Err(Error::Input(reason)) => (Vec::new(), Some(reason)),
        Err(other) => return Err(other),
    };
    let measured = orders.len() as u64;
    let rows = units.iter().enumerate();
    let rows: Vec<OrderedUnit> = match measured {
        0 => Vec::new(),
        _ => rows
            .map(|(kind, unit)| row::<S>(kind, unit, &orders))
            .collect::<Result<_, Error>>()?,
    };
    let squares: Vec<f64> = rows.iter().flat_map(|row| &row.z).map(|z| z * z).collect();
    let differs = |row: &&OrderedUnit| row.verdicts.iter().any(|of| *of != row.verdicts[0]);
    let forces = forces::measure::<S>(&game, armies, request, control)?;
    let of_forces: u64 = forces.iter().map(|force| force.battles).sum();
    let mean = squares.iter().sum::<f64>() / squares.len() as f64;
    Ok(Ordered {
        scenario: S::ARMIES.scenario.to_owned(),
        budget: S::ARMIES.budget,
        matchups: request.matchups,
        battles_per_matchup: RUNS,
        verdicts_differ: rows.iter().filter(differs).count() as u64,
        units: rows,
        missing,
        root_mean_square_z: (!squares.is_empty()).then(|| mean.sqrt()),
        differences: squares.len() as u64,
        forces,
        battles: measured * RUNS * request.matchups + of_forces,
    })
}

/// Implied points with the units in order number `number`: drawn and played with the master seed plus
/// that number, so that orders share no battle.
fn in_order<S: FrontEnd>(
    units: &[&S::Unit],
    number: u64,
    request: &PlayAuditRequest,
    control: Control<'_>,
) -> Result<InOrder, Error> {
    let seed = request.game.seed.wrapping_add(number);
    let mut game = Game::<S>::new(&GameRequest {
        seed,
        ..request.game.clone()
    })?;
    let scenario = game.scenario(S::ARMIES.scenario, None)?;
    let order = shuffled::<S>(units.len(), "units", number, request.game.seed);
    let listed: Vec<&S::Unit> = order.iter().map(|&kind| units[kind]).collect();
    let audit = Audit {
        field: Field::new(&game, &scenario, listed, S::ARMIES.budget, RUNS)?,
        policies: vec![game.policy()?],
        looks: Looks::once(request.matchups),
        margin: PointsRequest::MARGIN,
        gauntlet: 0,
    };
    let worth = audit.measure(control)?.worths.swap_remove(0);
    let place = |kind: usize| order.iter().position(|&of| of == kind).unwrap_or(0);
    let places: Vec<usize> = (0..units.len()).map(place).collect();
    Ok(InOrder {
        each: places.iter().map(|&place| worth.each[place]).collect(),
        together: places.iter().map(|&place| worth.together[place]).collect(),
        places: places.iter().map(|&place| place as u64 + 1).collect(),
    })
}

fn row<S: FrontEnd>(kind: usize, unit: &S::Unit, orders: &[InOrder]) -> Result<OrderedUnit, Error> {
    let listed = unit.points();
    let margin = PointsRequest::MARGIN;
    let verdict = |order: &InOrder| Pricing::of(&order.together[kind], listed.into(), margin);
    let each: Vec<&Estimate> = orders.iter().map(|order| &order.each[kind]).collect();
    let z = z_score(CONFIDENCE)?;
    let variance = |of: &Estimate| ((of.high - of.low) / 2.0 / z).powi(2);
    let standardised =
        |a: &Estimate, b: &Estimate| (b.estimate - a.estimate) / (variance(a) + variance(b)).sqrt();
    let pairs = each.iter().enumerate().flat_map(|(place, &a)| {
        let others = each[place + 1..].iter();
        others.map(move |&b| standardised(a, b))
    });
    Ok(OrderedUnit {
        name: unit.name().to_owned(),
        listed,
        places: orders.iter().map(|order| order.places[kind]).collect(),
        z: pairs.collect(),
        implied: each.iter().map(|&of| of.into()).collect(),
        verdicts: orders.iter().map(verdict).collect(),
    })
}
