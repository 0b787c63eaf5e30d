//! Who buys which upgrade.

use equipoise_engine::front_end::{Dataset as _, FrontEnd, Unit as _};

use super::result::Unmeasured;
use crate::change::{Changes, Varied};
use crate::error::Error;
use crate::game::Game;

/// A unit of the list with an upgrade.
pub(super) struct Purchase<U> {
    /// Place of the upgrade in the list.
    pub(super) upgrade: usize,
    /// The unit with it, at its old price.
    pub(super) unit: U,
    /// Points that it adds.
    pub(super) price: i64,
}

/// All purchases of a unit.
pub(super) struct Customer<U> {
    /// Place of the unit in the list.
    pub(super) kind: usize,
    pub(super) purchases: Vec<Purchase<U>>,
}

/// The upgrades that are asked for, or all.
pub(super) fn asked<S: FrontEnd>(names: &[String]) -> Result<Vec<&'static str>, Error> {
    let none = || Error::Input(format!("{} has no upgrades", S::NAME));
    let all = (S::Dataset::UPGRADES.ok_or_else(none)?.names)();
    if names.is_empty() {
        return Ok(all);
    }
    let mut asked = Vec::new();
    for name in names {
        let found = all.iter().find(|of| **of == name.as_str());
        let unknown = || {
            let reason = format!("unknown upgrade \"{name}\", expected {}", all.join(", "));
            Error::Input(reason)
        };
        let found = *found.ok_or_else(unknown)?;
        if asked.contains(&found) {
            return Err(Error::Input(format!("upgrade {name} is named twice")));
        }
        asked.push(found);
    }
    Ok(asked)
}

/// The purchases, unit by unit, and the upgrades that no unit may have.
pub(super) fn customers<S: FrontEnd>(
    game: &Game<S>,
    units: &[&S::Unit],
    upgrades: &[&'static str],
    budget: u32,
    most: usize,
) -> (Vec<Customer<S::Unit>>, Vec<Unmeasured>) {
    let customer = |kind| Customer {
        kind,
        purchases: Vec::new(),
    };
    let mut customers: Vec<Customer<S::Unit>> = (0..units.len()).map(customer).collect();
    let mut unmeasured = Vec::new();
    for (upgrade, name) in upgrades.iter().enumerate() {
        let (mut able, mut refused) = (Vec::new(), None);
        for (kind, unit) in units.iter().enumerate() {
            if unit.points() > budget {
                refused = Some(format!("{} costs more than an army", unit.name()));
                continue;
            }
            match upgraded(game, unit, name) {
                Ok(varied) => able.push((kind, varied)),
                Err(reason) => refused = Some(reason.to_string()),
            }
        }
        if able.is_empty() {
            unmeasured.push(Unmeasured {
                name: (*name).to_owned(),
                reason: refused.unwrap_or_default(),
            });
        }
        able.sort_by_key(|(kind, _)| units[*kind].points());
        for (kind, varied) in spread(able, most) {
            customers[kind].purchases.push(Purchase {
                upgrade,
                price: i64::from(varied.points) - i64::from(units[kind].points()),
                unit: varied.unit,
            });
        }
    }
    customers.retain(|customer| !customer.purchases.is_empty());
    (customers, unmeasured)
}

fn upgraded<S: FrontEnd>(
    game: &Game<S>,
    unit: &S::Unit,
    name: &str,
) -> Result<Varied<S::Unit>, Error> {
    let changes = Changes {
        set: &[],
        upgrades: &[name.to_owned()],
    };
    Varied::new(game.dataset(), unit.name(), changes)
}

/// At most so many of a sorted list, evenly spread over it.
fn spread<T>(list: Vec<T>, most: usize) -> impl Iterator<Item = T> {
    let (count, taken) = (list.len(), most.min(list.len()));
    // The middle of each of as many equal parts.
    let places: Vec<usize> = (0..taken)
        .map(|part| (2 * part + 1) * count / (2 * taken))
        .collect();
    let list = list.into_iter().enumerate();
    list.filter(move |(place, _)| places.contains(place))
        .map(|(_, item)| item)
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn a_spread_takes_the_middle_of_equal_parts() {
        let of = |count: usize, most| spread((0..count).collect(), most).collect::<Vec<_>>();
        assert_eq!(of(12, 3), [2, 6, 10]);
        assert_eq!(of(5, 1), [2]);
        assert_eq!(of(2, 4), [0, 1]);
        assert_eq!(of(0, 4), [0; 0]);
    }
}
