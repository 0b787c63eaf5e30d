//! The price map of a grid, as `equipoise points --grid` gives it.

use equipoise_analysis::prices::{PriceMapResult, PricedProfile};
use equipoise_engine::front_end::AxisValue;

use super::reading::make_printable;

/// With names as charts show them.
pub(crate) fn shown(mut map: PriceMapResult) -> PriceMapResult {
    let played = &mut map.played_in;
    make_printable([&mut played.scenario, &mut played.policy, &mut map.method]);
    make_printable(map.axes.iter_mut().map(|axis| &mut axis.name));
    for unit in map.profiles.iter_mut().chain(&mut map.named) {
        let PricedProfile {
            name,
            by_policy,
            by_scenario,
            ..
        } = unit;
        make_printable([name]);
        let opinions = by_policy.iter_mut().chain(by_scenario);
        make_printable(opinions.map(|(name, _)| name));
        let places = unit.coordinates.iter_mut().flatten();
        make_printable(places.filter_map(|value| match value {
            AxisValue::Text(name) => Some(name),
            AxisValue::Integer(_) => None,
        }));
    }
    map
}
