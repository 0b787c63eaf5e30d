//! `equipoise battle`: a scenario, played many times or shown once.

#[cfg(unix)]
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use equipoise_engine::Side;
use equipoise_engine::mechastellar::{Scenario, UnitProfile};
use equipoise_simulator::{
    CONFIDENCE, Control, Observed, Pairing, Plan, Sums, moments, narrate, observed_digest, replay,
    run_observed, score_a,
};
use equipoise_stats::{Estimate, Moments, normal_mean, wilson};
use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::args::{BattleArgs, Format, Output};
use crate::battle_picture;
use crate::commands::duel::note_rounding;
use crate::commands::replay::steps;
use crate::failure::Failure;
use crate::interrupt;
use crate::mechastellar::{Game, ROUNDS, System, UNIT_QUANTITIES};
use crate::numbers::{counted, percent};
use crate::output::{json_lines, print, print_as};
use crate::progress::Bar;
use crate::table::Table;

pub(crate) fn run(output: &Output, args: &BattleArgs) -> Result<(), Failure> {
    let mut game = Game::new(&args.shared)?;
    let scenario = game.scenario(&args.shared, &args.scenario, args.armies.as_deref())?;
    let runs = args.replay.map_or(args.runs, |battle| battle + 1);
    let plan = game.battle_plan(&scenario, runs)?;
    let pairing = game.battle_pairing(&plan, &scenario)?;
    if let Some(battle) = args.replay {
        return show(
            output,
            &plan,
            &pairing,
            &scenario,
            battle,
            args.svg.as_deref(),
        );
    }
    note_rounding(output, args.runs, &plan);
    let bar = Bar::new(output, plan.runs());
    let control = Control {
        threads: args.workers.threads.map(usize::from),
        progress: &bar,
        cancel: interrupt::watch()?,
    };
    let observed = run_observed(&pairing, plan.runs(), control);
    bar.finish();
    let result = BattleResult::new(&plan, &scenario, observed?)?;
    print_as(
        output.format,
        || result.text(),
        || result.json(),
        || result.quantities(),
    )
}

/// Shows one battle, and draws it if a file is given.
fn show(
    output: &Output,
    plan: &Plan,
    pairing: &Pairing<System>,
    scenario: &Scenario,
    battle: u64,
    svg: Option<&Path>,
) -> Result<(), Failure> {
    let played = replay(pairing, battle);
    if let Some(file) = svg {
        let seated = if played.seat_of_a == Side::A {
            scenario.clone()
        } else {
            scenario.swapped()
        };
        write_whole(file, &battle_picture::draw(&seated, &played.events))?;
    }
    let [a, b] = [0, 1].map(|side: usize| scenario.forces[side].name.as_str());
    let setting = plan.setting();
    if output.format == Format::Json {
        let head = json!({
            "schema": 1,
            "system": setting.system,
            "scenario": scenario.name,
            "policy": setting.policy,
            "options": setting.options,
            "seed": setting.seed,
            "battle": battle,
            "a": {"name": a, "seat": played.seat_of_a},
            "b": {"name": b, "seat": played.seat_of_a.other()},
            "units": pairing.bout(battle).unit_names().collect::<Vec<_>>(),
        });
        return print(&json_lines(&head, &played.events));
    }
    let log = narrate(pairing, battle, &played);
    if output.format == Format::Csv {
        return print(&steps(&log).to_csv());
    }
    let seat = played.seat_of_a;
    let mut text = format!(
        "{}, battle {battle}, seed {}, policy {}: {a} (side {seat}) against {b} (side {})\n\n",
        scenario.name,
        setting.seed,
        setting.policy,
        seat.other()
    );
    for line in log {
        text += &line;
        text.push('\n');
    }
    print(&text)
}

/// Writes a file through a draft of its own beside it, so that it is there whole or not at all.
fn write_whole(file: &Path, text: &str) -> Result<(), Failure> {
    let cannot = |error| Failure::Access(format!("cannot write {}: {error}", file.display()));
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut draft = draft_in(folder).map_err(cannot)?;
    draft.write_all(text.as_bytes()).map_err(cannot)?;
    draft.persist(file).map_err(|error| cannot(error.error))?;
    Ok(())
}

/// A new file that goes away unless it is persisted.
fn draft_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".equipoise-").suffix(".partial");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The draft becomes the user's file: as readable as any other, less the user's mask.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

struct BattleResult<'a> {
    plan: &'a Plan,
    scenario: &'a Scenario,
    observed: Observed,
    score: Estimate,
    vp: [Moments; 2],
    /// Mean of each observed quantity of each side, with its interval.
    estimates: [Vec<Estimate>; 2],
    digest: String,
}

/// Means of a side's quantities: the first of each model is the share of battles it survived.
fn estimates(sums: &[Sums], battles: u64) -> Result<Vec<Estimate>, Failure> {
    let estimate = |(index, sums): (usize, &Sums)| {
        let share = index >= 2 * ROUNDS && (index - 2 * ROUNDS).is_multiple_of(UNIT_QUANTITIES);
        let estimate = if share {
            wilson(sums.sum as f64, battles, CONFIDENCE)
        } else {
            normal_mean(sums.sum.into(), sums.squares, battles, CONFIDENCE)
        };
        estimate.map_err(Failure::from)
    };
    sums.iter().enumerate().map(estimate).collect()
}

/// A mean with its interval, as JSON.
fn mean_json(mean: &Estimate) -> Value {
    json!({"mean": mean.estimate, "low": mean.low, "high": mean.high})
}

/// Means of the rounds with their intervals, as JSON.
fn rounds_json(means: &[Estimate]) -> Value {
    let each = |pick: fn(&Estimate) -> f64| means.iter().map(pick).collect::<Vec<f64>>();
    json!({
        "mean_by_round": each(|mean| mean.estimate),
        "low_by_round": each(|mean| mean.low),
        "high_by_round": each(|mean| mean.high),
    })
}

impl<'a> BattleResult<'a> {
    fn new(plan: &'a Plan, scenario: &'a Scenario, observed: Observed) -> Result<Self, Failure> {
        let tally = &observed.tally;
        Ok(Self {
            plan,
            scenario,
            score: score_a(tally)?,
            vp: [
                moments(tally.vp_a, tally.battles)?,
                moments(tally.vp_b, tally.battles)?,
            ],
            estimates: [
                estimates(&observed.sums[0], tally.battles)?,
                estimates(&observed.sums[1], tally.battles)?,
            ],
            digest: observed_digest(plan, &json!(scenario).to_string(), &observed),
            observed,
        })
    }

    fn side_json(&self, side: usize) -> Value {
        let means = &self.estimates[side];
        let units: Vec<Value> = self
            .model_means(side)
            .map(|(unit, means)| {
                json!({
                    "name": unit.name,
                    "survival": means[0].estimate,
                    "survival_interval": {"low": means[0].low, "high": means[0].high},
                    "damage_dealt": mean_json(&means[1]),
                    "vp_earned": mean_json(&means[2]),
                })
            })
            .collect();
        json!({
            "name": self.scenario.forces[side].name,
            "points": self.scenario.forces[side].points(),
            "units": units,
            "momentum": rounds_json(&means[..ROUNDS]),
            "control_points": rounds_json(&means[ROUNDS..2 * ROUNDS]),
        })
    }

    fn json(&self) -> Value {
        let setting = self.plan.setting();
        let tally = &self.observed.tally;
        let vp = |side: usize| json!({"mean": self.vp[side].mean, "sd": self.vp[side].sd});
        json!({
            "schema": 1,
            "system": setting.system,
            "scenario": self.scenario.name,
            "policy": setting.policy,
            "options": setting.options,
            "seed": setting.seed,
            "a": self.side_json(0),
            "b": self.side_json(1),
            "battles": tally.battles,
            "wins_a": tally.wins_a,
            "wins_b": tally.wins_b,
            "draws": tally.draws,
            "score_a": {
                "estimate": self.score.estimate,
                "low": self.score.low,
                "high": self.score.high,
                "confidence": self.score.confidence,
                "method": self.score.method.name(),
            },
            "vp": {"a": vp(0), "b": vp(1)},
            "rounds": {"mean": tally.rounds as f64 / tally.battles as f64},
            "digest": self.digest,
        })
    }

    fn text(&self) -> String {
        let setting = self.plan.setting();
        let tally = &self.observed.tally;
        let [a, b] = [0, 1].map(|side: usize| self.scenario.forces[side].name.as_str());
        let share = |count: u64| percent(count as f64 / tally.battles as f64);
        let vp = |side: usize| {
            let Moments { mean, sd, .. } = self.vp[side];
            format!("{mean:.1} (sd {:.1})", sd.unwrap_or_default())
        };
        let mut text = format!(
            "{}: {a} against {b}\n  {}, policy {}, seed {}\n",
            self.scenario.name,
            counted(tally.battles, "battle"),
            setting.policy,
            setting.seed
        );
        text += &format!(
            "  {a} wins {}, {b} wins {}, drawn {}\n",
            share(tally.wins_a),
            share(tally.wins_b),
            share(tally.draws)
        );
        text += &format!(
            "  score of {a}: {} ({:.0} % interval {} to {}; a draw counts half)\n",
            percent(self.score.estimate),
            100.0 * CONFIDENCE,
            percent(self.score.low),
            percent(self.score.high)
        );
        text += &format!("  victory points: {a} {}, {b} {}\n", vp(0), vp(1));
        text += &format!(
            "  rounds: {:.2} on average\n  digest {}\n\n",
            tally.rounds as f64 / tally.battles as f64,
            self.digest
        );
        text + &self.models_table().to_text()
    }

    /// One row per number: of the whole battle, of a side, or of a model of it.
    fn quantities(&self) -> Table {
        let mut table = Table::new(&["side", "model", "unit", "quantity", "value"]);
        let tally = &self.observed.tally;
        let rounds = tally.rounds as f64 / tally.battles as f64;
        for (quantity, value) in [
            ("battles", json!(tally.battles)),
            ("draws", json!(tally.draws)),
            ("rounds_mean", json!(rounds)),
            ("digest", json!(self.digest)),
        ] {
            let none = Value::Null;
            table.push(vec![
                none.clone(),
                none.clone(),
                none,
                json!(quantity),
                value,
            ]);
        }
        for side in [0, 1] {
            self.side_quantities(side, &mut table);
            self.model_quantities(side, &mut table);
        }
        table
    }

    fn side_quantities(&self, side: usize, table: &mut Table) {
        let name = ["a", "b"][side];
        let (force, tally) = (&self.scenario.forces[side], &self.observed.tally);
        let mut of_side = |quantity: &str, value: Value| {
            let (model, unit) = (Value::Null, Value::Null);
            table.push(vec![json!(name), model, unit, json!(quantity), value]);
        };
        of_side("name", json!(force.name));
        of_side("points", json!(force.points()));
        of_side("wins", json!([tally.wins_a, tally.wins_b][side]));
        if side == 0 {
            of_side("score", json!(self.score.estimate));
            of_side("score_low", json!(self.score.low));
            of_side("score_high", json!(self.score.high));
        }
        of_side("vp_mean", json!(self.vp[side].mean));
        of_side("vp_sd", json!(self.vp[side].sd));
        for (quantity, means) in ["momentum_mean", "control_points_mean"]
            .into_iter()
            .zip(self.estimates[side].chunks(ROUNDS))
        {
            for (round, mean) in means.iter().enumerate() {
                let round = format!("{quantity}_round_{}", round + 1);
                of_side(&round, json!(mean.estimate));
                of_side(&format!("{round}_low"), json!(mean.low));
                of_side(&format!("{round}_high"), json!(mean.high));
            }
        }
    }

    fn model_quantities(&self, side: usize, table: &mut Table) {
        for (model, (unit, means)) in self.model_means(side).enumerate() {
            let mut of_model = |quantity: &str, value: Value| {
                let (side, model) = (json!(["a", "b"][side]), json!(model + 1));
                table.push(vec![side, model, json!(unit.name), json!(quantity), value]);
            };
            of_model("points", json!(unit.points));
            for (quantity, mean) in ["survival", "damage_dealt_mean", "vp_earned_mean"]
                .into_iter()
                .zip(means)
            {
                of_model(quantity, json!(mean.estimate));
                of_model(&format!("{quantity}_low"), json!(mean.low));
                of_model(&format!("{quantity}_high"), json!(mean.high));
            }
        }
    }

    /// Each model of a side with the means of its own quantities.
    fn model_means(&self, side: usize) -> impl Iterator<Item = (&'a UnitProfile, &[Estimate])> {
        let models = self.scenario.forces[side].models();
        models.zip(self.estimates[side][2 * ROUNDS..].chunks(UNIT_QUANTITIES))
    }

    /// One row per model, its means with their intervals.
    fn models_table(&self) -> Table {
        let mut table = Table::new(&[
            "side",
            "unit",
            "points",
            "survival_%",
            "damage_dealt_mean",
            "vp_earned_mean",
        ]);
        let shown = |mean: &Estimate, scale: f64| {
            let [mean, low, high] =
                [mean.estimate, mean.low, mean.high].map(|value| scale * value + 0.0);
            json!(format!("{mean:.1} ({low:.1} to {high:.1})"))
        };
        for (side, name) in ["a", "b"].into_iter().enumerate() {
            for (unit, means) in self.model_means(side) {
                table.push(vec![
                    json!(name),
                    json!(unit.name),
                    json!(unit.points),
                    shown(&means[0], 100.0),
                    shown(&means[1], 1.0),
                    shown(&means[2], 1.0),
                ]);
            }
        }
        table
    }
}
