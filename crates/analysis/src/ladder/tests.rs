//! Ladders whose answers are known.

use equipoise_bullseye::Bullseye;
use equipoise_engine::front_end::{FrontEnd, Policy as _};
use equipoise_simulator::Tally;
use equipoise_toy::Toy;

use super::field::Field;
use super::rated;
use super::{LadderRequest, LadderResult, Part, Played, ladder, play, policies};
use crate::control::Control;
use crate::error::Error;
use crate::game::Game;
use crate::games::{GAMES, with_game};
use crate::goal::Goal;
use crate::request::GameRequest;

/// A level at which an interval misses once in ten million ladders; seeds are fixed besides.
const SURE: f64 = 1.0 - 1e-7;

fn until(half_width: f64) -> Goal {
    Goal::Until {
        half_width,
        confidence: SURE,
        most: None,
    }
}

fn toy(goal: Goal) -> LadderRequest {
    LadderRequest {
        goal,
        ..LadderRequest::new(GameRequest::new("toy"))
    }
}

fn played(request: &LadderRequest) -> LadderResult {
    ladder(request, Control::silent()).expect("a sound request")
}

/// Between sides of one strength, the one that demands wins unless it loses both draws: 3/4, which is
/// 400 log₁₀ 3 = 190.8 Elo.
#[test]
fn who_demands_scores_three_quarters_in_the_toy() {
    let result = played(&toy(until(0.02)));
    assert_eq!((result.anchor.as_str(), result.pairs.len()), ("accept", 1));
    let pair = &result.pairs[0];
    let score = &pair.whole.score_a;
    assert!(score.low < 0.25 && 0.25 < score.high, "{score:?}");
    assert!((score.high - score.low) / 2.0 <= 0.02 && score.confidence == SURE);
    let truth = 400.0 * f64::log10(3.0);
    let [best, anchor] = &result.ratings[..] else {
        panic!("two ratings: {:?}", result.ratings)
    };
    assert_eq!(
        (best.policy.as_str(), anchor.policy.as_str()),
        ("demand", "accept")
    );
    assert!(best.elo.low < truth && truth < best.elo.high, "{best:?}");
    assert!((anchor.elo.low, anchor.elo.high) == (0.0, 0.0));
    let elo = pair.elo;
    assert!(elo.low.expect("finite") < -truth && -truth < elo.high.expect("finite"));
    assert_eq!(best.battles, pair.whole.battles);
    assert_eq!(result.battles, pair.whole.battles);
    assert_eq!(result.battles % result.round.battles, 0);
}

/// A policy against itself, without ratings: they need two.
fn against_itself<S: FrontEnd>(policy: S::Policy, goal: Goal) -> Played {
    let request = LadderRequest {
        goal,
        ..LadderRequest::new(GameRequest::new(S::NAME))
    };
    let game = Game::<S>::new(&request.game).expect("sound");
    let control = Control::silent();
    let field = Field::new(&game, policy, &request, control).expect("something to play");
    let (asked, stopping) = goal.battles().expect("in range");
    let runs = asked.next_multiple_of(field.round());
    let names = [policy.name()];
    let plan = field.plan(game.setting(), &names, &[[0, 0]], (runs, stopping));
    let plan = plan.expect("in range");
    let tallies = play::play(&field, &plan, &[[policy; 2]], control).expect("played");
    let pair = rated::pair(&field, [policy.name(); 2], &tallies, &stopping);
    pair.expect("battles").whole
}

#[test]
fn a_policy_is_even_with_itself() {
    for policy in equipoise_toy::Policy::ALL {
        let score = against_itself::<Toy>(policy, until(0.02)).score_a;
        assert!(score.low < 0.5 && 0.5 < score.high, "{policy}: {score:?}");
    }
    for name in ["greedy", "random"] {
        let policy = crate::game::policy::<Bullseye>(name).expect("one of them");
        let goal = Goal::Until {
            half_width: 0.05,
            confidence: SURE,
            most: Some(650),
        };
        let score = against_itself::<Bullseye>(policy, goal).score_a;
        assert!(score.low < 0.5 && 0.5 < score.high, "{name}: {score:?}");
    }
}

#[test]
fn random_play_is_the_worst_in_bullseye() {
    let names = ["random", "rulebook", "greedy"].map(str::to_owned);
    let result = played(&LadderRequest {
        policies: names.to_vec(),
        goal: Goal::Runs(1),
        ..LadderRequest::new(GameRequest::new("bullseye"))
    });
    assert_eq!(result.pairs.len(), 3);
    assert_eq!(result.battles, 3 * result.round.battles);
    for pair in result.pairs.iter().filter(|pair| pair.a == "random") {
        assert!(pair.whole.score_a.high < 0.5, "{pair:?}");
    }
    let mut rated = result.ratings.iter().map(|rating| rating.policy.as_str());
    assert_eq!(rated.next_back(), Some("random"));
}

/// 64 of 100 are 400 log₁₀(64 / 36) = 99.95 Elo; a draw is half a win.
#[test]
fn sixty_four_per_cent_are_a_hundred_elo() {
    for (wins_a, draws) in [(64, 0), (54, 20)] {
        let tally = Tally {
            battles: 100,
            wins_a,
            wins_b: 100 - wins_a - draws,
            draws,
            ..Tally::default()
        };
        let rated = rated::ratings(&["anchor", "other"], &[([1, 0], tally)], 0.95);
        let ratings = rated.expect("games").expect("finite");
        assert_eq!(ratings[0].policy, "other");
        let elo = ratings[0].elo;
        assert!((elo.estimate - 99.95).abs() < 0.01, "{elo:?}");
        // 1.95996 × 400 / ln 10 / √(100 · 0.64 · 0.36) = 70.93.
        assert!((elo.half_width() - 70.93).abs() < 0.01, "{elo:?}");
    }
}

#[test]
fn a_policy_that_always_wins_has_no_rating() {
    let tally = Tally {
        battles: 10,
        wins_a: 10,
        ..Tally::default()
    };
    let ratings = rated::ratings(&["a", "b"], &[([0, 1], tally)], 0.95);
    assert_eq!(ratings, Ok(None));
}

#[test]
fn threads_change_nothing_and_the_seed_does() {
    let on = |request: &LadderRequest, threads| {
        let control = Control {
            threads: Some(threads),
            ..Control::silent()
        };
        ladder(request, control).expect("a sound request")
    };
    let request = toy(until(0.05));
    let one = on(&request, 1);
    assert_eq!(one, on(&request, 2));
    assert_eq!(one, on(&request, 3));
    let mut other = request;
    other.game.seed = 2;
    assert_ne!(one.digest, on(&other, 2).digest);
}

/// Whoever is named first, the same battles are played on the same dice.
#[test]
fn the_order_of_the_policies_decides_nothing() {
    let named = |names: [&str; 2]| {
        let policies = names.map(str::to_owned).to_vec();
        played(&LadderRequest {
            policies,
            ..toy(Goal::Runs(320))
        })
    };
    let [one, other] = [named(["accept", "demand"]), named(["demand", "accept"])];
    let counts = |result: &LadderResult| {
        let whole = &result.pairs[0].whole;
        (whole.wins_a, whole.wins_b, whole.battles)
    };
    let (wins, losses, battles) = counts(&one);
    assert_eq!(counts(&other), (losses, wins, battles));
    assert_eq!(other.anchor, "demand");
}

/// Four forces on two sides and eight units, each in two seats.
#[test]
fn a_round_holds_everything_once() {
    let whole = played(&toy(Goal::Runs(100)));
    let round = &whole.round;
    assert_eq!(
        (round.battles, round.of_scenarios, round.of_duels),
        (32, 16, 16)
    );
    assert_eq!((round.forces, round.units.len()), (4, 8));
    assert_eq!(round.scenarios, ["even", "three-to-seven"]);
    assert_eq!((whole.battles, whole.goal), (128, Goal::Runs(128)));
    let split = |part, scenario: Option<&str>| {
        let mut splits = whole.pairs[0].splits.iter();
        let found =
            splits.find(|split| split.part == part && split.scenario.as_deref() == scenario);
        found.expect("a split").played.battles
    };
    assert_eq!(split(Part::Scenarios, None), 64);
    assert_eq!(split(Part::Scenarios, Some("even")), 32);
    assert_eq!(split(Part::Duels, None), 64);
    assert_eq!(whole.pairs[0].splits.len(), 4);
    let duels = played(&LadderRequest {
        only: vec![Part::Duels],
        ..toy(Goal::Runs(100))
    });
    assert_eq!((duels.round.battles, duels.battles), (16, 112));
    let one = played(&LadderRequest {
        only: vec![Part::Scenarios],
        scenarios: vec!["even".to_owned()],
        ..toy(Goal::Runs(8))
    });
    assert_eq!((one.round.battles, one.battles), (8, 8));
    // One scenario, of half as many forces, is played twice as often.
    let few = played(&LadderRequest {
        scenarios: vec!["even".to_owned()],
        ..toy(Goal::Runs(8))
    });
    assert_eq!((few.round.of_scenarios, few.round.of_duels), (16, 16));
}

#[test]
fn a_decision_ends_the_battles_of_a_pair() {
    let result = played(&toy(Goal::Decide {
        line: 0.5,
        margin: 0.02,
        confidence: SURE,
        most: None,
    }));
    let pair = &result.pairs[0];
    assert_eq!(pair.standing, Some(Some("below".to_owned())));
    assert!(pair.whole.battles < 1_000, "{}", pair.whole.battles);
}

#[test]
fn bad_requests_are_refused() {
    let refused = |request: LadderRequest| match ladder(&request, Control::silent()) {
        Err(Error::Input(message)) => message,
        other => panic!("{other:?}"),
    };
    let named = |names: &[&str]| LadderRequest {
        policies: names.iter().map(|&name| name.to_owned()).collect(),
        ..toy(Goal::Runs(2))
    };
    assert!(refused(named(&["accept", "clever"])).contains("expected one of accept, demand"));
    assert!(refused(named(&["accept", "accept"])).contains("twice"));
    assert!(refused(named(&["accept"])).contains("two policies"));
    assert!(refused(toy(Goal::Runs(0))).contains("at least 1"));
    let scenarios = |names: &[&str], only: &[Part]| LadderRequest {
        scenarios: names.iter().map(|&name| name.to_owned()).collect(),
        only: only.to_vec(),
        ..toy(Goal::Runs(2))
    };
    assert!(refused(scenarios(&["evne"], &[])).contains("did you mean \"even\"?"));
    assert!(refused(scenarios(&["uneven-ground"], &[])).contains("expected one of even"));
    assert!(refused(scenarios(&["even", "EVEN"], &[])).contains("twice"));
    assert!(refused(scenarios(&["even"], &[Part::Duels])).contains("not asked for"));
}

/// Names of the policies that meet unless others are named.
fn names<S: FrontEnd>() -> Result<Vec<&'static str>, Error> {
    let policies = policies::<S>(&[])?;
    Ok(policies.iter().map(|policy| policy.name()).collect())
}

/// Unless named, policies that play battles out stay away: a ladder takes minutes, not days.
#[test]
fn every_game_has_a_ladder_of_its_quick_policies() {
    for game in GAMES {
        let names = with_game!(game.name, S => names::<S>());
        let names = names.expect("a game");
        assert!(names.len() >= 2 && !names.contains(&"search"), "{names:?}");
        let all = game.policies().filter(|name| *name != "search");
        assert!(all.eq(names));
    }
}
