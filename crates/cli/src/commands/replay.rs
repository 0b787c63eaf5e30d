//! `equipoise replay`: one battle, event by event.

use equipoise_engine::Side;
use equipoise_simulator::{Plan, Replay, narrate, replay};
use serde_json::{Value, json};

use crate::args::{Format, Output, Shared, Sides};
use crate::failure::Failure;
use crate::output::{json_lines, print};
use crate::systems::Front;
use crate::table::Table;
use clap::Args;
use equipoise_analysis::Game;
use equipoise_engine::front_end::Unit as _;

/// Arguments of `replay`.
#[derive(Args)]
#[command(after_help = format!("{}\n{REPLAY}\n\nExample:\n{}", S::HELP.units, S::HELP.replay))]
pub(crate) struct ReplayArgs<S: Front> {
    /// Unit a; the one whose name comes first sits in seat A in battles with an even number
    #[arg(value_name = "UNIT A")]
    pub(crate) a: String,
    /// Unit b
    #[arg(value_name = "UNIT B")]
    pub(crate) b: String,
    /// Number of the battle, from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) battle: u64,
    #[command(flatten)]
    pub(crate) shared: Shared<S>,
    #[command(flatten)]
    pub(crate) sides: Sides<S>,
}

const REPLAY: &str = "\
The battle is the one with this number in every duel and every sweep of the two units, named in
either order, with the same seed, policy and options.";

pub(crate) fn run<S: Front>(output: &Output, args: &ReplayArgs<S>) -> Result<(), Failure> {
    if args.battle >= Plan::MAX_RUNS {
        let last = Plan::MAX_RUNS - 1;
        return Err(Failure::Input(format!(
            "--battle: expected 0 to {last}, got {}",
            args.battle
        )));
    }
    let game = Game::<S>::new(&args.shared.between(&args.sides))?;
    let (a, b) = (game.unit(&args.a)?, game.unit(&args.b)?);
    let plan = game.duel(a, b, args.battle + 1)?;
    let pairing = game.pairing(&plan, a, b)?;
    let replayed = replay(&pairing, args.battle);
    let log = narrate(&pairing, args.battle, &replayed);
    let story = Story {
        plan: &plan,
        names: [a.name(), b.name()],
        units: S::models(pairing.bout(args.battle)),
        score: S::SCORE.unit,
        battle: args.battle,
        replayed,
        log,
    };
    match output.format {
        Format::Text => print(&story.text()),
        Format::Json => print(&json_lines(&story.head(), &story.replayed.events)),
        Format::Csv => print(&steps(&story.log).to_csv()),
    }
}

struct Story<'a, E> {
    plan: &'a Plan,
    names: [&'a str; 2],
    /// Names of the models, seat A's first.
    units: Vec<&'a str>,
    /// What the score counts.
    score: &'static str,
    battle: u64,
    replayed: Replay<E>,
    log: Vec<String>,
}

impl<E> Story<'_, E> {
    fn text(&self) -> String {
        let [a, b] = self.names;
        let (seat_a, seat_b) = (self.replayed.seat_of_a, self.replayed.seat_of_a.other());
        let setting = self.plan.setting();
        let (battle, seed, policy) = (self.battle, setting.seed, &setting.policy);
        let mut text = format!(
            "Battle {battle}, seed {seed}, policy {policy}: {a} (side {seat_a}) against {b} (side {seat_b})\n\n"
        );
        for line in &self.log {
            text += line;
            text.push('\n');
        }
        let [vp_a, vp_b] = self.replayed.outcome.score;
        let end = match self.replayed.outcome.winner {
            Some(Side::A) => format!("{a} wins"),
            Some(Side::B) => format!("{b} wins"),
            None => "drawn".to_owned(),
        };
        let (rounds, score) = (self.replayed.outcome.rounds, self.score);
        text + &format!("\n{end} after {rounds} rounds; {score}: {a} {vp_a}, {b} {vp_b}\n")
    }

    /// The head line of the events.
    fn head(&self) -> Value {
        let setting = self.plan.setting();
        let [a, b] = self.names;
        let outcome = &self.replayed.outcome;
        let [vp_a, vp_b] = outcome.score;
        json!({
            "schema": 1,
            "system": setting.system,
            "policy": setting.policy,
            "options": setting.options,
            "seed": setting.seed,
            "battle": self.battle,
            "a": {"name": a, "seat": self.replayed.seat_of_a},
            "b": {"name": b, "seat": self.replayed.seat_of_a.other()},
            "winner": outcome.winner,
            "vp": {"a": vp_a, "b": vp_b},
            "rounds": outcome.rounds,
            "units": self.units,
        })
    }
}

/// One row per event.
pub(crate) fn steps(log: &[String]) -> Table {
    let mut table = Table::new(&["step", "event"]);
    for (step, line) in log.iter().enumerate() {
        table.push(vec![json!(step + 1), json!(line)]);
    }
    table
}
