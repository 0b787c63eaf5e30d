//! Printed inches that the hexes of a table cut.

use equipoise_engine::front_end::Rounding;

use crate::{Deployment, HexSize, Options, Scenario, UnitProfile};

/// Inches of units and of a scenario that hexes cut by more than a tenth: those of the options, or
/// any without them (`ms10.core.scale`).
pub(super) fn all(
    units: &[&UnitProfile],
    scenario: Option<&Scenario>,
    options: Option<&Options>,
) -> Vec<Rounding> {
    let sizes = options.map_or_else(
        || vec![HexSize::One, HexSize::Two, HexSize::Four],
        |options| vec![options.hex_in],
    );
    let on = |hex_in: HexSize| {
        let units = units.iter().flat_map(move |unit| of_unit(unit, hex_in));
        let scenario = scenario.into_iter();
        units.chain(scenario.flat_map(move |scenario| of_scenario(scenario, hex_in)))
    };
    // The coarsest first.
    sizes.into_iter().rev().flat_map(on).collect()
}

fn of_unit(profile: &UnitProfile, hex_in: HexSize) -> Vec<Rounding> {
    let mut printed = vec![
        ("Move".to_owned(), profile.move_in),
        ("Sensors (shooting)".to_owned(), profile.sensors.shooting_in),
        ("Sensors (evade)".to_owned(), profile.sensors.evade_in),
    ];
    for mode in profile.modes.iter().filter(|mode| mode.move_in != 0) {
        let inches = i16::from(profile.move_in) + i16::from(mode.move_in);
        printed.push((format!("Move as {}", mode.name), inches.max(0) as u8));
    }
    for weapon in &profile.weapons {
        printed.push((format!("range of {}", weapon.name), weapon.range_in));
        let band = weapon.rapid_fire.map(|band| band.range_in);
        printed.extend(band.map(|inches| (format!("Rapid Fire of {}", weapon.name), inches)));
    }
    let catapult = profile.ship.map(|ship| ship.catapult_in);
    printed.extend(catapult.map(|inches| ("Catapult".to_owned(), inches)));
    let rounded = printed.into_iter().filter_map(|(value, inches)| {
        let inches = u32::from(inches);
        let counts = u32::from(hex_in.hexes(inches as u16) * hex_in.inches());
        rounding(hex_in, &profile.name, value, [inches, counts], "in")
    });
    rounded.collect()
}

fn of_scenario(scenario: &Scenario, hex_in: HexSize) -> Vec<Rounding> {
    let on = scenario.on_hexes(hex_in);
    let mut found = Vec::new();
    let mut add = |value: String, counts: [u32; 2], unit| {
        found.extend(rounding(hex_in, &scenario.name, value, counts, unit));
    };
    let both = [scenario, &*on];
    let inches = |hexes: [i16; 2]| {
        let sizes = both.map(|this| u32::from(this.hex_in.inches()));
        let [a, b] = hexes.map(|hexes| u32::from(hexes.unsigned_abs()));
        [a * sizes[0], b * sizes[1]]
    };
    add(
        "width of the table".to_owned(),
        inches(both.map(|this| this.width)),
        "in",
    );
    add(
        "depth of the table".to_owned(),
        inches(both.map(|this| this.depth)),
        "in",
    );
    let rows = both.map(|this| match this.deployment {
        Deployment::Zone(rows) => i16::from(rows),
        Deployment::Alternate => 0,
    });
    add("deployment zone".to_owned(), inches(rows), "in");
    for (piece, drawn) in scenario.terrain.iter().zip(&on.terrain) {
        let square = |hexes: usize, size: HexSize| hexes as u32 * u32::from(size.inches()).pow(2);
        let area = [
            square(piece.hexes.len(), scenario.hex_in),
            square(drawn.hexes.len(), hex_in),
        ];
        add(format!("terrain {}", piece.name), area, "sq in");
    }
    found
}

fn rounding(
    hex_in: HexSize,
    of: &str,
    value: String,
    [printed, counts]: [u32; 2],
    unit: &str,
) -> Option<Rounding> {
    Rounding::is_large(printed, counts).then(|| Rounding {
        measure: format!("hexes of {} in", hex_in.inches()),
        of: of.to_owned(),
        value,
        printed,
        counts,
        unit: unit.to_owned(),
    })
}
