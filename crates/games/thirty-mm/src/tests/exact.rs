//! Computed duels against the printed ones and against play.

use equipoise_dice::{StreamDice, stream};
use equipoise_engine::{ExactError, GameSystem, Scratch, Side};

use super::sheets::sheet;
use crate::catalogue::Catalogue;
use crate::data::sheet::Sheet;
use crate::fast::exact::exact;
use crate::options::Options;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::system::ThirtyMm;

fn duel(units: [&Sheet; 2], policy: PolicyKind, values: &[(&str, &str)]) -> Bout {
    let mut options = Options::default();
    for (name, value) in values {
        options.set(name, value).expect("an option");
    }
    Bout::duel(units, [policy; 2], &options).expect("a duel")
}

const APART: (&str, &str) = ("duel_distance", "2");

/// mm30.turn.alternate: pistols of Base Damage 3 for 2 AP at 36 Defense, class 2, 6 against 7: who acts first
/// wins with 0.550133, after 8.594985 rounds.
#[test]
fn the_standing_duel_is_computed() {
    let unit = sheet("REF-2");
    let mut bout = duel(
        [&unit, &unit],
        PolicyKind::Stand,
        &[APART, ("round_limit", "255")],
    );
    bout.attacker = Some(Side::A);
    let computed = exact(&bout, 1_000_000, &mut |_| true).expect("a standing duel");
    assert!((computed.wins[0] - 0.550_133).abs() < 5e-7, "{computed:?}");
    assert!((computed.wins[1] - 0.449_867).abs() < 5e-7, "{computed:?}");
    assert!(
        (computed.rounds_mean - 8.594_985).abs() < 5e-7,
        "{computed:?}"
    );
    assert!(computed.draws < 1e-9 && computed.mass_error < 1e-9);
    bout.attacker = None;
    let computed = exact(&bout, 1_000_000, &mut |_| true).expect("a standing duel");
    assert!((computed.wins[0] - 0.5).abs() < 1e-9 && (computed.wins[1] - 0.5).abs() < 1e-9);
}

/// 20,000 duels each of sheets with several weapons, under both readings of the cap, placed by the players
/// and adjacent, seed 33: wins and rounds as computed. The standard error of a share is at most 0.00354, of
/// the rounds about 0.02; bounds of 5.6 errors. 24 comparisons raise one false alarm in a million.
#[test]
fn computed_duels_go_as_played() {
    const DUELS: u64 = 20_000;
    let catalogue = Catalogue::embedded();
    let find = |name: &str| catalogue.find(name).expect("a unit").clone();
    let cases = [
        (["REF-2", "Tall Heron"], &[][..]),
        (["White Tern", "REF-3"], &[APART]),
        (["Quick Fox", "C3R2:scatter"], &[("duel_distance", "1")]),
        (["C1R5:pod", "REF-2"], &[("ap_cap_scope", "end_of_turn")]),
    ];
    for (names, values) in cases {
        let [a, b] = names.map(find);
        let bout = duel([&a, &b], PolicyKind::Stand, values);
        let computed = exact(&bout, 1_000_000, &mut |_| true).expect("a standing duel");
        let (mut scratch, mut wins, mut rounds) = (Scratch::<ThirtyMm>::default(), [0_u64; 2], 0);
        for number in 0..DUELS {
            let mut dice = StreamDice::new(stream(33, 0, number));
            let outcome = ThirtyMm::run(&bout, &mut scratch, &mut dice);
            if let Some(winner) = outcome.winner {
                wins[winner.index()] += 1;
            }
            rounds += u64::from(outcome.rounds);
        }
        let share = |sum: u64| sum as f64 / DUELS as f64;
        for (won, expected) in wins.into_iter().zip(computed.wins) {
            assert!(
                (share(won) - expected).abs() < 0.0198,
                "{names:?} {wins:?} {computed:?}"
            );
        }
        let difference = share(rounds) - computed.rounds_mean;
        assert!(
            difference.abs() < 0.11,
            "{names:?} {difference} {computed:?}"
        );
    }
}

#[test]
fn other_duels_are_refused() {
    let [ref2, bear] = ["REF-2", "Stone Bear"].map(sheet);
    let refused = |bout: &Bout| exact(bout, 1_000_000, &mut |_| true);
    let plain = duel([&ref2, &ref2], PolicyKind::Plain, &[]);
    assert!(matches!(refused(&plain), Err(ExactError::OnlySome(_))));
    // Its mortar scatters.
    let bear = duel([&ref2, &bear], PolicyKind::Stand, &[]);
    assert!(matches!(refused(&bear), Err(ExactError::OnlySome(_))));
    let stand = duel([&ref2, &ref2], PolicyKind::Stand, &[APART]);
    let few = exact(&stand, 100, &mut |_| true);
    assert_eq!(few, Err(ExactError::TooManyStates(100)));
    let ended = exact(&stand, 1_000_000, &mut |_| false);
    assert_eq!(ended, Err(ExactError::Cancelled));
}
