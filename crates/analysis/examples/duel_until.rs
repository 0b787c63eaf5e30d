//! A duel, played until its score is known to ± 1 percentage point.
//!
//! `cargo run --release -p equipoise-analysis --example duel_until`

use equipoise_analysis::duel::{DuelRequest, DuelResult, duel};
use equipoise_analysis::{Control, Error, GameRequest, Goal};

fn main() -> Result<(), Error> {
    let game = GameRequest::new("mechastellar").played_by("greedy");
    let request = DuelRequest {
        goal: Goal::Until {
            half_width: 0.01,
            confidence: 0.95,
            most: None,
        },
        ..DuelRequest::new(game, "White Asura", "Blue Djinn")
    };
    match duel(&request, Control::silent())? {
        DuelResult::Sampled(duel) => println!(
            "{} scores {:.3} ({:.3} to {:.3}) against {} in {} battles",
            duel.a.name,
            duel.fought.score_a.estimate,
            duel.fought.score_a.low,
            duel.fought.score_a.high,
            duel.b.name,
            duel.fought.battles,
        ),
        DuelResult::Exact(duel) => println!("exactly {:.6}", duel.score_a.estimate),
    }
    Ok(())
}
