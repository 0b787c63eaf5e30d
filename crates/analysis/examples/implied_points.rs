//! Implied points of a roster of four units, from battles of random armies.
//!
//! `cargo run --release -p equipoise-analysis --example implied_points`

use equipoise_analysis::points::{PointsRequest, points};
use equipoise_analysis::{Control, Error, GameRequest};

const ROSTER: [&str; 4] = ["White Asura", "Blue Djinn", "Green Viking", "Kestrel"];

fn main() -> Result<(), Error> {
    let request = PointsRequest {
        units: ROSTER.map(str::to_owned).to_vec(),
        matchups: 1_000,
        ..PointsRequest::new(GameRequest::new("mechastellar").played_by("greedy"))
    };
    let result = points(&request, Control::silent())?;
    for unit in &result.units {
        println!(
            "{}: listed {}, implied {:.0} ({:.0} to {:.0}), {}",
            unit.name,
            unit.listed,
            unit.implied.estimate,
            unit.implied.low,
            unit.implied.high,
            unit.verdict.name(),
        );
    }
    Ok(())
}
