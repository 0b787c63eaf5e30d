//! `equipoise list`: what there is to choose from.

use std::path::Path;

use equipoise_engine::mechastellar::catalogue::Catalogue;
use equipoise_engine::mechastellar::{Options, PolicyKind, RapidFireEffect, UnitProfile, Weapon};
use serde::Serialize;
use serde_json::{Value, json};

use crate::args::{Format, ListArgs, Listed, Output};
use crate::failure::Failure;
use crate::mechastellar::read_dataset;
use crate::output::{print, print_json};
use crate::scenario_files;
use crate::table::Table;

pub(crate) fn run(output: &Output, args: &ListArgs) -> Result<(), Failure> {
    let (catalogue, _) = read_dataset(&args.data)?;
    let (name, table) = match args.what {
        Listed::Units => ("units", units(catalogue.units())),
        Listed::Profiles => ("profiles", units(catalogue.grid().map(|(_, unit)| unit))),
        Listed::Weapons => ("weapons", weapons(catalogue.weapons())),
        Listed::Policies => ("policies", policies()),
        Listed::Options => ("options", options()),
        Listed::Scenarios => (
            "scenarios",
            scenarios(&catalogue, args.data.dataset.as_deref())?,
        ),
    };
    match output.format {
        Format::Text => print(&table.to_text()),
        Format::Csv => print(&table.to_csv()),
        Format::Json => print_json(&json!({"schema": 1, name: table.to_json()})),
    }
}

fn scenarios(catalogue: &Catalogue, dataset: Option<&Path>) -> Result<Table, Failure> {
    let mut table = Table::new(&["name", "table_in", "units_a", "units_b", "summary"]);
    for file in scenario_files::named(dataset)? {
        // A dataset of the user's own may lack units that a shipped scenario names.
        let Ok(scenario) = catalogue.scenario(&file) else {
            continue;
        };
        let inches = |hexes: i16| 4 * hexes;
        let [a, b] = [0, 1].map(|side: usize| scenario.forces[side].entries.len());
        table.push(vec![
            json!(scenario.name),
            json!(format!(
                "{}x{}",
                inches(scenario.width),
                inches(scenario.depth)
            )),
            json!(a),
            json!(b),
            json!(scenario.summary),
        ]);
    }
    Ok(table)
}

fn units<'a>(units: impl IntoIterator<Item = &'a UnitProfile>) -> Table {
    let mut table = Table::new(&[
        "name",
        "type",
        "frame",
        "performance",
        "role",
        "tier",
        "hp",
        "points",
        "vp",
        "weapons",
    ]);
    for unit in units {
        let weapons: Vec<&str> = unit
            .weapons
            .iter()
            .map(|weapon| weapon.name.as_str())
            .collect();
        table.push(vec![
            json!(unit.name),
            name(unit.unit_type),
            json!(unit.frame),
            json!(unit.performance),
            name(unit.role),
            name(unit.tier),
            json!(unit.hp),
            json!(unit.points),
            json!(unit.vp),
            json!(weapons),
        ]);
    }
    table
}

fn weapons<'a>(weapons: impl Iterator<Item = (&'a str, &'a Weapon)>) -> Table {
    let mut table = Table::new(&[
        "id",
        "name",
        "kind",
        "category",
        "attack",
        "range_in",
        "rapid_fire",
        "pen",
        "dmg",
        "finisher",
        "uses",
    ]);
    for (id, weapon) in weapons {
        table.push(vec![
            json!(id),
            json!(weapon.name),
            name(weapon.kind),
            weapon.category.map_or(Value::Null, name),
            json!(format!("{}d10{:+}", weapon.dice, weapon.bonus)),
            json!(weapon.range_in),
            rapid_fire(weapon),
            json!(weapon.pen),
            json!(weapon.dmg),
            json!(weapon.finisher),
            json!(weapon.uses),
        ]);
    }
    table
}

fn rapid_fire(weapon: &Weapon) -> Value {
    weapon.rapid_fire.map_or(Value::Null, |band| {
        let effect = match band.effect {
            RapidFireEffect::Dice(dice) => format!("{dice:+} dice"),
            RapidFireEffect::Hits(hits) => format!("{hits:+} HITS"),
        };
        json!(format!("{effect} within {} in", band.range_in))
    })
}

fn policies() -> Table {
    let mut table = Table::new(&["name", "summary"]);
    for policy in PolicyKind::ALL {
        table.push(vec![json!(policy.name()), json!(policy.summary())]);
    }
    table
}

fn options() -> Table {
    let mut table = Table::new(&["name", "default", "values", "rule", "summary"]);
    for option in Options::list() {
        table.push(vec![
            json!(option.name),
            json!(option.default),
            json!(option.values),
            json!(option.rule),
            json!(option.summary),
        ]);
    }
    table
}

/// The name a value has in datasets.
fn name(value: impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}
