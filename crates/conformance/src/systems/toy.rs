//! The toy game.

use equipoise_engine::Side;
use equipoise_toy::{Bout, Policy, Toy};

use crate::specimen::{Matchup, Specimen, playthroughs_of};

pub(super) fn specimen() -> Specimen<Toy> {
    use Policy::{Accept, Demand};
    Specimen {
        // The number drawn, below 100, is part of the score.
        rounds: 1..=5,
        scores: 0..=10 + 5 + 99,
        more_points_win: true,
        policies: Policy::ALL.map(Policy::name).into(),
        matchups: vec![
            matchup("even", [50, 50], [Accept; 2]).recorded(),
            matchup("uneven", [30, 70], [Accept; 2]),
            matchup("stubborn", [30, 70], [Demand; 2]).recorded(),
            matchup("lenient", [40, 60], [Demand, Accept]),
            matchup("certain", [1, 0], [Accept; 2]),
            matchup("idle", [0, 0], [Accept; 2]),
        ],
        playthroughs: playthroughs_of::<Toy>(),
    }
}

fn matchup(name: &str, strengths: [u16; 2], policies: [Policy; 2]) -> Matchup<Toy> {
    let compile = move |seat| {
        let (mut strengths, mut policies) = (strengths, policies);
        if seat == Side::B {
            strengths.reverse();
            policies.reverse();
        }
        Bout {
            policies,
            ..Bout::new(strengths)
        }
    };
    let forces = strengths.map(|strength| format!("strength {strength}"));
    Matchup::new(name, forces, policies.map(Policy::name), compile)
        .playing(600)
        .comparing_seats(100_000)
}
