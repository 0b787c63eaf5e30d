//! The toy as analyses see it.

mod audit;
mod dataset;
mod odds;

use std::convert::Infallible;

use equipoise_engine::front_end::{
    ArmyRules, Attacks, Audit, ExactDuel, FrontEnd, Help, Odds, Picture, Preset, Quantities,
    Rounding, ScoreWords, SmallDuel,
};
use equipoise_engine::{Exact, ExactError, Outcome, PlayWith, Side};

pub use dataset::{Force, Roster, Scenario, Unit};

use crate::rules::{Bout, Options, Policy, Toy, play_with};

impl FrontEnd for Toy {
    type Dataset = Roster;
    type Unit = Unit;
    type Scenario = Scenario;
    type Policy = Policy;
    type Options = Options;
    type CompileError = Infallible;

    const SUMMARY: &'static str =
        "A game whose probabilities are known by hand: for learning, and for checks of the program";
    const PRESETS: &'static [Preset] = &[];
    const SCORE: ScoreWords = ScoreWords {
        unit: "points",
        difference: "difference in points",
        decimals: 2,
    };
    const QUANTITIES: Quantities = Quantities {
        by_round: &["draws_won"],
        rounds: 1,
        of_battle: &[],
        of_model: &[],
    };
    const ARMIES: ArmyRules = ArmyRules {
        scenario: "even",
        budget: 300,
        most_models: 12,
    };
    const HELP: Help = HELP;
    const EXACT: Option<ExactDuel<Self>> = Some(exact);
    const SMALL_DUEL: Option<SmallDuel<Self>> = Some(SmallDuel {
        units: ["Guard", "Ram"],
        shrink: Clone::clone,
        policy: Policy::Demand,
    });
    const ODDS: Option<Odds<Options>> = Some(odds::ODDS);
    const ATTACKS: Option<Attacks<Self>> = Some(odds::trials);
    const PLAYERS: Option<PlayWith<Self>> = Some(play_with);
    const PICTURE: Option<Picture<Self>> = None;
    const AUDIT: Audit<Self> = audit::AUDIT;

    fn duel(
        units: [&Unit; 2],
        policies: [Policy; 2],
        options: &Options,
    ) -> Result<Bout, Infallible> {
        let strengths = units.map(|unit| unit.strength);
        Ok(Bout::under(*options, strengths, policies))
    }

    fn battle(
        scenario: &Scenario,
        policies: [Policy; 2],
        options: &Options,
    ) -> Result<Bout, Infallible> {
        let strengths = scenario.forces.each_ref().map(Force::strength);
        Ok(Bout::under(*options, strengths, policies))
    }

    /// Events number none.
    /// Nothing is rounded.
    fn roundings(_: &[&Unit], _: Option<&Scenario>, _: Option<&Options>) -> Vec<Rounding> {
        Vec::new()
    }

    fn models(_bout: &Bout) -> Vec<&str> {
        Vec::new()
    }
}

/// Computes a duel; a state is a number that may be drawn.
fn exact(
    bout: &Bout,
    most_states: u64,
    watch: &mut dyn FnMut(u64) -> bool,
) -> Result<Exact, ExactError> {
    let outcomes = bout.outcomes();
    let states = outcomes.len() as u64;
    if states > most_states {
        return Err(ExactError::TooManyStates(most_states));
    }
    if !watch(states) {
        return Err(ExactError::Cancelled);
    }
    let mean = |of: &dyn Fn(&Outcome) -> f64| -> f64 {
        outcomes.iter().map(|(outcome, p)| p * of(outcome)).sum()
    };
    let share = |winner| mean(&|outcome| f64::from(u8::from(outcome.winner == winner)));
    let score = |side: usize, power| mean(&|outcome| f64::from(outcome.score[side]).powi(power));
    let score_mean = [score(0, 1), score(1, 1)];
    let sd = |side: usize| (score(side, 2) - score_mean[side].powi(2)).max(0.0).sqrt();
    Ok(Exact {
        wins: Side::BOTH.map(|side| share(Some(side))),
        draws: share(None),
        score_mean,
        score_sd: [sd(0), sd(1)],
        rounds_mean: mean(&|outcome| outcome.rounds.into()),
        states,
        mass_error: (mean(&|_| 1.0) - 1.0).abs(),
    })
}

const HELP: Help = Help {
    units: "\
Name a unit as in `equipoise list units --system toy`, in any case, or by the strength of a profile,
as in S50.",
    option: "second_draw=false",
    duel: "  \
  equipoise duel --system toy Guard Ram --policy demand
  equipoise duel --system toy S30 S70 --policy-a demand --exact",
    replay: "  \
  equipoise replay --system toy Guard Ram --policy demand --seed 1 --battle 17",
    battle: "  \
  equipoise battle --system toy even --runs 10000
  equipoise battle --system toy three-to-seven --policy demand --replay 3",
    grids: "  \
  standard  the 20 generated profiles and the named units, each against the profiles of strength 40,
            50 and 60 (2000 battles per pairing)
  full      every pairing of the 20 generated profiles (200 battles per pairing)",
    sweep: "  \
  equipoise sweep --system toy
  equipoise sweep --system toy --grid full --until 0.02",
    points: "  \
  equipoise points --system toy",
    variant: "  \
  equipoise variant --system toy Guard --set strength+=10 --set points+=10",
    whatif: "  \
  equipoise whatif --system toy --option second_draw=false --policy demand --also accept",
    audit_play: "  \
  equipoise audit play --system toy",
    audit_upgrades: "  \
  equipoise audit upgrades --system toy --policy demand",
    ladder: "  \
  equipoise ladder --system toy",
    validate: "  \
  equipoise validate --system toy crates/games/toy/data",
};
