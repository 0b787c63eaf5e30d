//! Published odds against the exact tables, and the exact tables against the rules themselves.

use equipoise_dice::{EveryOutcome, Pmf};

use super::arena::{contest, mecha, options};
use super::script::{SCRIPT, Script, ScriptPolicy};
use crate::odds::opposed::{ContestRoll, OpposedOdds};
use crate::options::Options;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::game::Game;
use crate::rules::stability::StabilityTrack;
use crate::rules::state::Battle;
use crate::sector::Sector;
use equipoise_engine::NoLog;

fn near(value: f64, expected: f64, within: f64) {
    assert!((value - expected).abs() < within, "{value}, not {expected}");
}

const fn roll(dice: u8, skill: u8, added: u8) -> ContestRoll {
    ContestRoll { dice, skill, added }
}

/// The figures of the reference mecha: 4 dice, skill 3: mean 2.4, five or more 0.071615, eight or
/// more 0.001652; 4 against 4 hits with 0.395462.
#[test]
fn odds_of_the_reference_mecha() {
    let odds = OpposedOdds::new(&Options::default(), roll(4, 3, 0), roll(4, 3, 0));
    for side in [0, 1] {
        near(odds.expected()[side], 2.4, 1e-12);
        near(odds.great_success()[side], 0.071_615, 5e-7);
        near(odds.cut_scene()[side], 0.001_652, 5e-7);
    }
    near(odds.hit(), 0.395_462, 5e-7);
    let total: f64 = odds.margins().iter().map(|(_, p)| p).sum();
    near(total, 1.0, 1e-12);
    // The same pool twice: margins are symmetric.
    let at = |wanted: i32| {
        odds.margins()
            .iter()
            .find(|(m, _)| *m == wanted)
            .map_or(0.0, |m| m.1)
    };
    near(at(2), at(-2), 1e-15);
}

/// One die against one die without rerolls, skills 3 and 2 of 6: the attacker alone succeeds with
/// 1/2 * 2/3. Points added move the margin and earn nothing.
#[test]
fn odds_by_hand() {
    let options = options(&[("ones", "ignore"), ("great_success_at", "1")]);
    let odds = OpposedOdds::new(&options, roll(1, 3, 0), roll(1, 2, 0));
    near(odds.hit(), 1.0 / 3.0, 1e-15);
    let margins = odds.margins();
    let expected = [(-1, 1.0 / 6.0), (0, 0.5), (1, 1.0 / 3.0)];
    for (margin, expected) in margins.iter().zip(expected) {
        assert_eq!(margin.0, expected.0);
        near(margin.1, expected.1, 1e-15);
    }
    let strafing = OpposedOdds::new(&options, roll(1, 3, 0), roll(1, 2, 1));
    near(strafing.hit(), 0.0, 1e-15);
    near(strafing.great_success()[1], 1.0 / 3.0, 1e-15);
    let spent = OpposedOdds::new(&options, roll(0, 3, 2), roll(1, 2, 0));
    near(spent.hit(), 1.0, 1e-15);
    assert_eq!(spent.margins()[0].0, 1);
}

#[test]
fn odds_of_a_weapon_take_the_range_off() {
    let unit = mecha(4, &[0, 2]);
    let options = Options::default();
    let odds = OpposedOdds::of_attack(&options, &unit, 1, 3, &unit).expect("a weapon");
    let typed = OpposedOdds::new(&options, roll(3, 3, 0), roll(4, 3, 0));
    assert_eq!(odds.margins(), typed.margins());
    assert!(OpposedOdds::of_attack(&options, &unit, 2, 3, &unit).is_none());
}

/// The damage track by hand: S = 6, six boxes, two Configurations. The first failure comes on hit 1
/// with 1/6, on hit 2 with 5/6 * 2/6; nobody holds at hit 6. Three failures on the first three hits:
/// 1/6 * 2/6 * 3/6; no pilot outlives hit 8.
#[test]
fn the_damage_track_by_hand() {
    let track = StabilityTrack::new(&Options::default());
    let (first, lethal, death) = (track.disabled(), track.enters_lethal(), track.dies());
    near(first.probability(1), 1.0 / 6.0, 1e-15);
    near(first.probability(2), 5.0 / 18.0, 1e-15);
    near(first.at_least(7), 0.0, 1e-15);
    near(lethal.probability(2), 1.0 / 18.0, 1e-15);
    near(death.probability(3), 1.0 / 36.0, 1e-15);
    // To hold with 1 to 5 boxes, 5! / 6^5, and fail with 6 on hits 6, 7 and 8.
    near(death.probability(8), 120.0 / 7776.0, 1e-15);
    near(death.at_least(9), 0.0, 1e-15);
    near(track.expected_hits(), death.mean(), 1e-15);
    // With a track of one box a full one still holds five times in six: hits 1 + 1/(1/6) ... each
    // failure waits 6 hits on average.
    let short = StabilityTrack::new(&options(&[("damage_boxes", "1")]));
    near(short.expected_hits(), 18.0, 1e-9);
    near(short.holds(9), 5.0 / 6.0, 1e-15);
}

/// The first death, lethal phase and disabling agree with the rules when all dice are gone through:
/// three hits on a mecha that fights on.
#[test]
fn the_damage_track_agrees_with_the_rules() {
    let unit = [mecha(1, &[0])];
    let bout = Bout::compile(
        [&unit, &unit],
        [PolicyKind::Rulebook; 2],
        &Options::default(),
    );
    let bout = bout.expect("legal");
    SCRIPT.set(Script::default());
    let mut deaths = [0.0; 6];
    EveryOutcome::new().walk(
        |dice| {
            let mut battle = Battle::default();
            let mut game = Game {
                bout: &bout,
                policies: [ScriptPolicy; 2],
                state: &mut battle,
                dice,
                log: &mut NoLog,
            };
            game.set_up();
            (1..6)
                .find(|_| {
                    game.hit(&contest(1, 1, 1));
                    !game.state.units[1].in_play()
                })
                .unwrap_or(0)
        },
        |hit, chance| deaths[hit] += chance,
    );
    let exact = StabilityTrack::new(&Options::default()).dies();
    for (hit, found) in (0..).zip(deaths).skip(3) {
        near(found, exact.probability(hit), 1e-12);
    }
}

/// An attack by the rules, all dice gone through, hits as often as the odds say: two dice against two
/// with short chains, at a range one off.
#[test]
fn odds_agree_with_the_rules() {
    let options = options(&[("ones_chain_cap", "1"), ("overdrive_start", "0")]);
    let unit = [mecha(2, &[0])];
    let bout = Bout::compile([&unit, &unit], [PolicyKind::Rulebook; 2], &options).expect("legal");
    SCRIPT.set(Script::default());
    let near_by = bout.map.find(Sector {
        ring: 2,
        quadrant: 0,
    });
    let mut hit = 0.0;
    EveryOutcome::new().walk(
        |dice| {
            let mut battle = Battle::default();
            let mut game = Game {
                bout: &bout,
                policies: [ScriptPolicy; 2],
                state: &mut battle,
                dice,
                log: &mut NoLog,
            };
            game.set_up();
            game.state.units[1].sector = near_by.expect("a sector");
            game.attack(0);
            game.state.units[1].boxes
        },
        |boxes, chance| hit += f64::from(boxes) * chance,
    );
    let odds = OpposedOdds::of_attack(&options, &unit[0], 0, 1, &unit[0]).expect("a weapon");
    near(hit, odds.hit(), 1e-12);
    assert!(hit > 0.1 && Pmf::successes(options.roll(1, 3)).max() == 2);
}
