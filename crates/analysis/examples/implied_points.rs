//! What each named unit of the roster is worth, in a smaller audit than the default one.
//!
//! `cargo run --release -p equipoise-analysis --example implied_points`

use equipoise_analysis::points::{PointsRequest, points};
use equipoise_analysis::{Control, Error, GameRequest};

fn main() -> Result<(), Error> {
    let game = GameRequest::new("mechastellar");
    let request = PointsRequest {
        matchups: Some(2_000),
        gauntlet: 0,
        ..PointsRequest::new(game)
    };
    let audit = points(&request, Control::silent())?;
    println!("{:24}{:>8}{:>9}  interval", "unit", "listed", "implied");
    for unit in &audit.units {
        println!(
            "{:24}{:8}{:9.0}  {:.0} to {:.0}",
            unit.name, unit.listed, unit.implied.estimate, unit.implied.low, unit.implied.high,
        );
    }
    Ok(())
}
