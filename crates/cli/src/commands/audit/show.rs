//! An audit of play, for people and for spreadsheets.

use equipoise_analysis::audit::{
    Case, ForceOrder, Frequency, Gain, Monotonicity, OrderOf, Ordered, OrderedUnit,
    PlayAuditResult, Tools, Untested,
};
use equipoise_analysis::ladder::Played;
use equipoise_engine::text::{counted, grouped};
use serde_json::{Value, json};

use crate::commands::change::in_points;
use crate::numbers::{fixed, percent};
use crate::table::Table;

pub(super) fn text(result: &PlayAuditResult) -> String {
    let head = format!(
        "Audit of play: {}, policy {}, seed {}\n  intervals at {:.0} % each, scores in percentage points\n",
        result.played_by.system,
        result.played_by.policy,
        result.seed,
        100.0 * result.confidence,
    );
    let parts = [
        Some(head),
        result.monotonicity.as_ref().map(monotonicity),
        result.tools.as_ref().map(tools),
        result.gain.as_ref().map(gain),
        result.order.as_ref().map(order),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn monotonicity(of: &Monotonicity) -> String {
    let mut parts = vec![heading(of), stats(of).to_text()];
    let worse = by_difference(of, |case| case.worse);
    if !worse.is_empty() {
        parts.push("Worse with a better stat\n".to_owned() + &cases(&worse).to_text());
    }
    if of.unchanged > 0 {
        parts.push(unchanged(of));
    }
    if !of.untested.is_empty() {
        parts.push("Not tested\n".to_owned() + &untested(&of.untested).to_text());
    }
    parts.join("\n")
}

fn heading(of: &Monotonicity) -> String {
    let cases = of.cases.len() as u64;
    let meet = match of.copies {
        1 => "in duels".to_owned(),
        copies => format!("{copies} against {copies} on the table of points"),
    };
    let mut text = format!(
        "Monotonicity: one stat of a unit better by one step, on the dice of the unit as it is, {meet}\n  {}, {} against each of {}, {} in all\n",
        counted(cases, "case"),
        counted(of.battles_per_opponent, "battle"),
        counted(of.opponents.len() as u64, "opponent"),
        grouped(of.battles),
    );
    text += &format!(
        "  {} of {} surely worse at {} for all cases together (Holm), {} by its own interval alone\n",
        grouped(of.worse),
        grouped(cases),
        percent(of.significance),
        grouped(of.worse_alone),
    );
    if let Some(case) = by_difference(of, |_| true).first() {
        let (difference, span) = in_points(&case.difference);
        text += &format!(
            "  the least difference: {} with {}: {difference} ({span})\n",
            case.unit, case.set
        );
    }
    text + &format!("  {} without any effect\n", counted(of.unchanged, "case"))
}

/// Some cases, the smallest difference first.
fn by_difference(of: &Monotonicity, some: fn(&Case) -> bool) -> Vec<&Case> {
    let mut cases: Vec<&Case> = of.cases.iter().filter(|case| some(case)).collect();
    cases.sort_by(|a, b| a.difference.estimate.total_cmp(&b.difference.estimate));
    cases
}

fn stats(of: &Monotonicity) -> Table {
    let mut table = Table::new(&[
        "stat",
        "cases",
        "worse",
        "better alone",
        "no effect",
        "mean",
        "least",
    ]);
    for stat in &of.stats {
        table.push(vec![
            json!(stat.stat),
            json!(stat.cases),
            json!(stat.worse),
            json!(stat.better_alone),
            json!(stat.unchanged),
            json!(fixed(100.0 * stat.mean_difference, 2)),
            json!(fixed(100.0 * stat.least_difference, 2)),
        ]);
    }
    table
}

fn cases(cases: &[&Case]) -> Table {
    let mut table = Table::new(&["unit", "stat", "change", "difference", "interval", "z"]);
    for case in cases {
        let (difference, span) = in_points(&case.difference);
        table.push(vec![
            json!(case.unit),
            json!(case.stat),
            json!(case.set),
            json!(difference),
            json!(span),
            json!(fixed(case.z, 1)),
        ]);
    }
    table
}

/// One line for each stat that changed nothing of some unit.
fn unchanged(of: &Monotonicity) -> String {
    let mut text = "Without any effect\n".to_owned();
    for stat in of.stats.iter().filter(|stat| stat.unchanged > 0) {
        let cases = of.cases.iter();
        let cases = cases.filter(|case| case.stat == stat.stat && case.battles_altered == 0);
        let names = cases.map(|case| match case.set.split_once('.') {
            Some(_) => format!("{} ({})", case.unit, case.set),
            None => case.unit.clone(),
        });
        text += &format!(
            "  {}: {} of {}: {}\n",
            stat.stat,
            stat.unchanged,
            counted(stat.cases, "case"),
            names.collect::<Vec<_>>().join(", ")
        );
    }
    text
}

fn untested(untested: &[Untested]) -> Table {
    let mut table = Table::new(&["unit", "change", "reason"]);
    for one in untested {
        table.push(vec![json!(one.unit), json!(one.set), json!(one.reason)]);
    }
    table
}

fn tools(of: &Tools) -> String {
    let heading = format!(
        "Use of tools: counts per 1,000 battles\n  {} of scenarios, {} of duels\n",
        counted(of.battles_of_scenarios, "battle"),
        grouped(of.battles_of_duels),
    );
    let list = |what: &str, names: &[String]| match names {
        [] => format!("{what}: none\n"),
        names => format!("{what}: {}\n", names.join(", ")),
    };
    let lists = list("Open but never taken", &of.never_taken)
        + &list("Decision points never reached", &of.never_reached);
    [heading, uses(of).to_text(), lists].join("\n")
}

fn gain(of: &Gain) -> String {
    let pair = &of.pair;
    let heading = format!(
        "Left to gain: {} against {} on mirrored forces, {}\n",
        pair.a,
        pair.b,
        counted(pair.whole.battles, "battle"),
    );
    let mut table = Table::new(&["scenario", "battles", "score", "interval"]);
    for (scenario, played) in gains(of) {
        let score = &played.score_a;
        table.push(vec![
            json!(scenario.unwrap_or("all")),
            json!(played.battles),
            json!(percent(score.estimate)),
            json!(format!("{} to {}", percent(score.low), percent(score.high))),
        ]);
    }
    [heading, table.to_text()].join("\n")
}

/// All battles, then those of each scenario.
fn gains(of: &Gain) -> impl Iterator<Item = (Option<&str>, &Played)> {
    let splits = of.pair.splits.iter();
    let scenarios =
        splits.filter_map(|split| Some((Some(split.scenario.as_deref()?), &split.played)));
    std::iter::once((None, &of.pair.whole)).chain(scenarios)
}

fn uses(of: &Tools) -> Table {
    let mut table = Table::new(&[
        "decision point",
        "tool",
        "open in scenarios",
        "taken",
        "open in duels",
        "taken",
    ]);
    let cells = |count: Frequency, battles: u64| {
        let rate = |count: u64| per_thousand(count, battles);
        [json!(rate(count.open)), json!(count.taken.map(rate))]
    };
    for one in &of.uses {
        let [open, taken] = cells(one.scenarios, of.battles_of_scenarios);
        let [open_in_duels, taken_in_duels] = cells(one.duels, of.battles_of_duels);
        table.push(vec![
            json!(one.point),
            json!(one.tool),
            open,
            taken,
            open_in_duels,
            taken_in_duels,
        ]);
    }
    table
}

fn per_thousand(count: u64, battles: u64) -> String {
    match battles {
        0 => String::new(),
        _ => fixed(1000.0 * count as f64 / battles as f64, 1),
    }
}

fn order(of: &Ordered) -> String {
    let mut text = format!(
        "Order of the units: implied points in {}, random armies of {} points, {} of {} for each order\n",
        of.scenario,
        of.budget,
        counted(of.matchups, "matchup"),
        counted(of.battles_per_matchup, "battle"),
    );
    if let Some(reason) = &of.missing {
        text += &format!("  no implied points: {reason}\n");
    }
    if let Some(z) = of.root_mean_square_z {
        text += &format!(
            "  root mean square of z {} over {}: about 1 if the order decides nothing\n  {} of {} whose verdict differs\n",
            fixed(z, 2),
            counted(of.differences, "difference"),
            grouped(of.verdicts_differ),
            counted(of.units.len() as u64, "unit"),
        );
    }
    let mut parts = vec![text];
    if !of.units.is_empty() {
        parts.push(units(of).to_text());
    }
    let heading = "Forces in another order against themselves as they are listed\n";
    parts.push(heading.to_owned() + &forces(of).to_text());
    parts.join("\n")
}

/// The units, the one that changes most first.
fn units(of: &Ordered) -> Table {
    let columns = [
        "unit",
        "listed",
        "places",
        "implied",
        "verdicts",
        "largest z",
    ];
    let mut table = Table::new(&columns);
    let largest = |unit: &OrderedUnit| unit.z.iter().fold(0.0, |most: f64, z| most.max(z.abs()));
    let mut units: Vec<&OrderedUnit> = of.units.iter().collect();
    units.sort_by(|a, b| largest(b).total_cmp(&largest(a)));
    for unit in units {
        let implied = unit.implied.iter().map(|of| fixed(of.estimate, 0));
        let verdicts = unit.verdicts.iter().map(|verdict| verdict.name());
        table.push(vec![
            json!(unit.name),
            json!(unit.listed),
            json!(listed(&unit.places)),
            json!(implied.collect::<Vec<_>>().join(", ")),
            json!(verdicts.collect::<Vec<_>>().join(", ")),
            json!(fixed(largest(unit), 1)),
        ]);
    }
    table
}

fn listed(places: &[u64]) -> String {
    let places: Vec<String> = places.iter().map(u64::to_string).collect();
    places.join(", ")
}

fn forces(of: &Ordered) -> Table {
    let mut table = Table::new(&[
        "scenario", "force", "order", "places", "battles", "score", "interval", "z",
    ]);
    for force in &of.forces {
        let score = force.score.map(|score| percent(score.estimate));
        let span = force
            .score
            .map(|score| format!("{} to {}", percent(score.low), percent(score.high)));
        table.push(vec![
            json!(force.scenario),
            json!(force.force),
            json!(order_name(force)),
            json!(listed(&force.places)),
            json!(force.battles),
            json!(score.or_else(|| force.missing.clone())),
            json!(span),
            json!(force.z.map(|z| fixed(z, 1))),
        ]);
    }
    table
}

const fn order_name(force: &ForceOrder) -> &'static str {
    match force.order {
        OrderOf::Backwards => "backwards",
        OrderOf::Shuffled => "shuffled",
    }
}

/// One row for each case, tool, unit in each order, and force in each order.
pub(super) fn table(result: &PlayAuditResult) -> Table {
    let mut table = Table::new(&[
        "part", "name", "item", "battles", "estimate", "low", "high", "z", "worse", "altered",
        "open", "taken",
    ]);
    if let Some(of) = &result.monotonicity {
        of.cases.iter().for_each(|case| table.push(case_row(case)));
    }
    if let Some(of) = &result.tools {
        tool_rows(of).into_iter().for_each(|row| table.push(row));
    }
    if let Some(of) = &result.gain {
        gain_rows(of).into_iter().for_each(|row| table.push(row));
    }
    if let Some(of) = &result.order {
        order_rows(of).into_iter().for_each(|row| table.push(row));
    }
    table
}

fn case_row(case: &Case) -> Vec<Value> {
    let of = &case.difference;
    vec![
        json!("monotonicity"),
        json!(case.unit),
        json!(case.set),
        json!(case.battles),
        json!(of.estimate),
        json!(of.low),
        json!(of.high),
        json!(case.z),
        json!(case.worse),
        json!(case.battles_altered),
        Value::Null,
        Value::Null,
    ]
}

fn tool_rows(of: &Tools) -> Vec<Vec<Value>> {
    let row = |part: &str, point: &str, tool: &Option<String>, battles: u64, count: Frequency| {
        let mut row = vec![json!(part), json!(point), json!(tool), json!(battles)];
        row.extend(vec![Value::Null; 6]);
        row.extend([json!(count.open), json!(count.taken)]);
        row
    };
    let rows = of.uses.iter().flat_map(|one| {
        [
            ("tools in scenarios", of.battles_of_scenarios, one.scenarios),
            ("tools in duels", of.battles_of_duels, one.duels),
        ]
        .map(|(part, battles, count)| row(part, &one.point, &one.tool, battles, count))
    });
    rows.collect()
}

fn gain_rows(of: &Gain) -> Vec<Vec<Value>> {
    let row = |(scenario, played): (Option<&str>, &Played)| {
        let score = &played.score_a;
        let mut row = vec![json!("gain"), json!(scenario), json!(of.pair.a)];
        row.push(json!(played.battles));
        row.extend([score.estimate, score.low, score.high].map(Value::from));
        row.extend(vec![Value::Null; 5]);
        row
    };
    gains(of).map(row).collect()
}

fn order_rows(of: &Ordered) -> Vec<Vec<Value>> {
    let row = |part: &str, name: &str, item: String, battles: u64, three: [Value; 3], z| {
        let mut row = vec![json!(part), json!(name), json!(item), json!(battles)];
        row.extend(three);
        row.push(z);
        row.extend(vec![Value::Null; 4]);
        row
    };
    let battles = of.matchups * of.battles_per_matchup;
    let units = of.units.iter().flat_map(|unit| {
        unit.implied.iter().enumerate().map(move |(order, of)| {
            let three = [of.estimate, of.low, of.high].map(Value::from);
            let item = format!("order {}", order + 1);
            row(
                "order of units",
                &unit.name,
                item,
                battles,
                three,
                Value::Null,
            )
        })
    });
    let forces = of.forces.iter().map(|force| {
        let name = format!("{}: {}", force.scenario, force.force);
        let three = force.score.map_or([const { Value::Null }; 3], |of| {
            [of.estimate, of.low, of.high].map(Value::from)
        });
        let item = format!("{}: {}", order_name(force), listed(&force.places));
        row(
            "order of forces",
            &name,
            item,
            force.battles,
            three,
            json!(force.z),
        )
    });
    units.chain(forces).collect()
}
