//! Listed points by role, Frame and Performance, where a dataset has a price list instead of rates.

use std::fmt::Write as _;

use super::limits;
use super::names::ProfileId;
use crate::data::profile::Role;
use equipoise_engine::source::raw::{Fields, Node};

const FRAMES: usize = 5;
const PERFORMANCES: usize = 11;
const ROLES: usize = Role::ALL.len();

const ROWS: &str = "five rows of points, of Frame 1 to 5";
const ROW: &str = "eleven whole numbers, the points at Performance 0 to 10";
const NAMES: &str = "at least one role";

/// Points at Frame 1 to 5, in each row those at Performance 0 to 10.
type Points = [[u16; PERFORMANCES]; FRAMES];

/// The tables `[[prices]]` of `profiles.toml`: points without a crew, in the order of the roles.
#[derive(Clone, Debug)]
pub(super) struct PriceTables([Points; ROLES]);

impl PriceTables {
    /// Reads the tables; `Some(None)` without any, `None` after a mistake.
    pub(super) fn read(root: &Fields<'_>) -> Option<Option<Self>> {
        let entries = root.optional_entries("prices", "roles");
        let Some(first) = entries.first() else {
            return Some(None);
        };
        let mut tables: [Option<Option<Points>>; ROLES] = [None; ROLES];
        let mut misnamed = false;
        for fields in &entries {
            let roles = read_roles(fields);
            let points = fields.required("points", ROWS);
            let points = points.and_then(|node| read_points(&node));
            fields.finish();
            misnamed |= roles.is_none();
            for (role, node) in roles.unwrap_or_default() {
                if tables[role as usize].replace(points).is_some() {
                    let name = role.name();
                    node.complain(format!("a second price for role \"{name}\", expected one"));
                    misnamed = true;
                }
            }
        }
        let unpriced = Role::ALL
            .into_iter()
            .filter(|role| tables[*role as usize].is_none());
        let unpriced: Vec<&str> = unpriced.map(Role::name).collect();
        // A table whose roles cannot be read may be the one that seems to be missing.
        if !unpriced.is_empty() && !misnamed {
            first.complain(format!(
                "no table has the points of {}; expected each role in one [[prices]]",
                unpriced.join(", ")
            ));
        }
        let read: Option<Vec<Points>> = tables.into_iter().map(Option::flatten).collect();
        let read = read.filter(|_| !misnamed)?;
        Some(Some(Self(read.try_into().ok()?)))
    }

    /// Points without a crew.
    pub(super) const fn points(&self, frame: u8, performance: u8, role: Role) -> u16 {
        self.0[role as usize][frame as usize - 1][performance as usize]
    }
}

fn read_roles<'a>(fields: &Fields<'a>) -> Option<Vec<(Role, Node<'a>)>> {
    let names = Role::ALL.map(|role| (role.name(), role));
    let node = fields.required("roles", NAMES)?;
    let items = node.items(NAMES)?;
    if items.is_empty() {
        node.refuse(NAMES);
        return None;
    }
    // Every name is looked up, so that all mistakes show.
    let roles: Vec<_> = items
        .into_iter()
        .map(|item| Some((item.choice(&names)?, item)))
        .collect();
    roles.into_iter().collect()
}

fn read_points(node: &Node<'_>) -> Option<Points> {
    let rows = exactly::<FRAMES, _>(node, node.items(ROWS)?, ROWS)?;
    let rows = rows.map(|row| {
        let numbers = exactly::<PERFORMANCES, _>(&row, row.items(ROW)?, ROW)?;
        let numbers = numbers.map(|number| number.number(limits::LISTED_POINTS));
        let numbers: Option<Vec<u16>> = numbers.into_iter().collect();
        numbers?.try_into().ok()
    });
    let rows: Option<Vec<[u16; PERFORMANCES]>> = rows.into_iter().collect();
    rows?.try_into().ok()
}

/// So many items; another number of them is reported.
fn exactly<const N: usize, T>(node: &Node<'_>, items: Vec<T>, expected: &str) -> Option<[T; N]> {
    let count = items.len();
    let exactly = items.try_into().ok();
    if exactly.is_none() {
        node.complain(format!("{count} items, expected {expected}"));
    }
    exactly
}

/// A price list as `profiles.toml` holds it. Roles of the same prices share a table; a profile that is not named has 1
/// point.
pub(crate) fn price_tables(prices: impl Iterator<Item = (ProfileId, u32)>) -> String {
    let mut tables = [[[1; PERFORMANCES]; FRAMES]; ROLES];
    for (id, price) in prices {
        let row = &mut tables[id.role() as usize][usize::from(id.frame()) - 1];
        row[usize::from(id.performance())] = price;
    }
    let mut text = "# Points of a machine without its crew: rows are Frame 1 to 5, columns Performance 0 to 10.\n".to_owned();
    for (at, table) in tables.iter().enumerate() {
        if tables[..at].contains(table) {
            continue;
        }
        let alike = Role::ALL
            .into_iter()
            .filter(|role| tables[*role as usize] == *table);
        let alike: Vec<String> = alike.map(|role| format!("\"{}\"", role.name())).collect();
        let _ = writeln!(
            text,
            "\n[[prices]]\nroles = [{}]\npoints = [",
            alike.join(", ")
        );
        for row in table {
            let row: Vec<String> = row.iter().map(|price| format!("{price:>4}")).collect();
            let _ = writeln!(text, "    [{}],", row.join(", "));
        }
        text += "]\n";
    }
    text
}
