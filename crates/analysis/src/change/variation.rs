//! A unit with some of its fields changed, or with upgrades.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use equipoise_engine::SourceFile;
use equipoise_engine::front_end::{Dataset, Unit};
use equipoise_engine::source::nearest;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use crate::error::Error;

/// The field of a unit that says what it costs, in the files of every system.
const POINTS: &str = "points";

/// The field of a table that units name it by.
const ID: &str = "id";

/// The field of a unit that lists its upgrades, in the files of every system that has any.
const UPGRADES: &str = "upgrades";

/// A field of a unit and its change, written and read as text: `FIELD=VALUE`, `FIELD+=N` or
/// `FIELD-=N`.
///
/// The field is one of the unit in the dataset's files. An element of a list is named by its number
/// from 0, as in `weapons.0.dmg=600`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Change {
    /// Names of fields and numbers of elements, from the outside in; at least one.
    path: Vec<String>,
    by: By,
}

#[derive(Clone, Debug, PartialEq)]
enum By {
    Setting(Value),
    Adding(i64),
}

impl FromStr for Change {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected FIELD=VALUE, FIELD+=N or FIELD-=N, got \"{text}\"");
        let (field, value) = text.split_once('=').ok_or_else(wrong)?;
        let number = |sign: i64| {
            let number: i64 = value.trim().parse().map_err(|_| wrong())?;
            Ok::<_, String>(By::Adding(sign.saturating_mul(number)))
        };
        let (field, by) = match (field.strip_suffix('+'), field.strip_suffix('-')) {
            (Some(field), _) => (field, number(1)?),
            (_, Some(field)) => (field, number(-1)?),
            _ => (field, By::Setting(value_of(value.trim()))),
        };
        let path: Vec<String> = field
            .split('.')
            .map(|step| step.trim().to_owned())
            .collect();
        if path.iter().any(String::is_empty) {
            return Err(wrong());
        }
        if path == ["name"] {
            return Err(
                "the name cannot be changed: it determines the dice of its battles".to_owned(),
            );
        }
        Ok(Self { path, by })
    }
}

impl TryFrom<String> for Change {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Change> for String {
    fn from(change: Change) -> Self {
        change.to_string()
    }
}

/// A number, a switch or a list as TOML writes them; anything else is text.
fn value_of(text: &str) -> Value {
    let value = text.parse();
    value.unwrap_or_else(|_| Value::String(text.to_owned()))
}

impl Display for Change {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let field = self.path.join(".");
        match &self.by {
            By::Setting(Value::String(text)) => write!(f, "{field}={text}"),
            By::Setting(value) => write!(f, "{field}={value}"),
            By::Adding(amount) if *amount < 0 => write!(f, "{field}-={}", amount.unsigned_abs()),
            By::Adding(amount) => write!(f, "{field}+={amount}"),
        }
    }
}

/// What is done to a unit: changes of its fields, then upgrades by name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changes<'a> {
    pub(crate) set: &'a [Change],
    pub(crate) upgrades: &'a [String],
}

impl Changes<'_> {
    /// Each as text.
    pub(super) fn texts(&self) -> Vec<String> {
        let set = self.set.iter().map(Change::to_string);
        let upgrades = self.upgrades.iter();
        set.chain(upgrades.map(|name| format!("upgrade {name}")))
            .collect()
    }
}

/// A unit of a dataset, changed under its old name.
pub(crate) struct Varied<U> {
    /// The unit as it fights: at its old price, so that nothing but what it can do makes a
    /// difference. Armies are led by their dearest unit.
    pub(crate) unit: U,
    /// What it would be listed at.
    pub(crate) points: u32,
}

impl<U: Unit> Varied<U> {
    /// Changes a named unit of a dataset.
    ///
    /// # Errors
    /// When the unit is no named one, the changes do not fit it, nothing changes, or the changed unit
    /// is not as a dataset's must be.
    pub(crate) fn new<D: Dataset<Unit = U>>(
        dataset: &D,
        name: &str,
        changes: Changes<'_>,
    ) -> Result<Self, Error> {
        let old = dataset.find(name).map_err(Error::Input)?;
        let varied = vary(dataset, name, old.printed_points(), changes)?;
        let new = varied.find(name).map_err(Error::Input)?;
        if old == new {
            return Err(Error::Input(format!(
                "{} does not change {name}",
                changes.texts().join(", ")
            )));
        }
        Ok(Self {
            unit: new.listed_at(old.points()),
            points: new.points(),
        })
    }
}

/// The dataset with changes of a unit whose file or rates give it these points.
fn vary<D: Dataset<Unit: Unit>>(
    dataset: &D,
    name: &str,
    points: u32,
    changes: Changes<'_>,
) -> Result<D, Error> {
    let mut files = dataset.sources().to_vec();
    let shared = tables_with_ids(&files);
    let mut changed = files
        .iter_mut()
        .filter_map(|file| change_in(file, name, points, changes, &shared));
    let changed = changed.next().ok_or_else(|| unnamed(name))?;
    changed.map_err(Error::Input)?;
    D::parse(&files).map_err(|problems| {
        // Places in the rewritten file would help nobody.
        let reasons: Vec<&str> = problems
            .iter()
            .map(|problem| problem.message.as_str())
            .collect();
        Error::Input(format!(
            "with {}: {}",
            changes.texts().join(", "),
            reasons.join("; ")
        ))
    })
}

fn unnamed(name: &str) -> Error {
    Error::Input(format!(
        "{name} is a generated profile; only named units can be changed, see `equipoise list units`"
    ))
}

/// The tables of a dataset that units name by an id, such as weapons.
fn tables_with_ids(files: &[SourceFile]) -> Vec<Table> {
    let documents = files.iter().filter_map(|file| file.text.parse().ok());
    let values = documents.flat_map(|document: Table| document.into_iter().map(|(_, value)| value));
    let lists = values.filter_map(|value| match value {
        Value::Array(list) => Some(list),
        _ => None,
    });
    let tables = lists.flatten().filter_map(|value| match value {
        Value::Table(table) => Some(table),
        _ => None,
    });
    tables.filter(|table| table.contains_key(ID)).collect()
}

/// Changes the unit in this file; `None` if it is not there.
fn change_in(
    file: &mut SourceFile,
    name: &str,
    points: u32,
    changes: Changes<'_>,
    shared: &[Table],
) -> Option<Result<(), String>> {
    let mut document = file.text.parse::<Table>().ok()?;
    let units = document.get_mut("unit")?.as_array_mut()?;
    let named = |unit: &&mut Value| unit.get("name").and_then(Value::as_str) == Some(name);
    let unit = units.iter_mut().find(named)?;
    let changed = changes.set.iter().try_for_each(|change| {
        // Points that are not written down are those of the dataset's rates.
        if change.path == [POINTS] && unit.get(POINTS).is_none() {
            let listed = By::Setting(Value::Integer(points.into()));
            apply(unit, &change.path, &listed, shared)?;
        }
        apply(unit, &change.path, &change.by, shared)
            .map_err(|reason| format!("{change}: {reason}"))
    });
    let changed = changed.and_then(|()| buy(unit, changes.upgrades));
    file.text = document.to_string();
    Some(changed)
}

/// Adds upgrades to those that the unit has.
fn buy(unit: &mut Value, upgrades: &[String]) -> Result<(), String> {
    let Some(table) = unit.as_table_mut().filter(|_| !upgrades.is_empty()) else {
        return Ok(());
    };
    let listed = table
        .entry(UPGRADES)
        .or_insert_with(|| Value::Array(Vec::new()));
    let wrong = || format!("`{UPGRADES}` of the unit is no list, so nothing can be added to it");
    let listed = listed.as_array_mut().ok_or_else(wrong)?;
    listed.extend(upgrades.iter().cloned().map(Value::String));
    Ok(())
}

/// Changes what lies at the end of a path. A field that a table does not set itself is that of the `shared` table with its id.
fn apply(value: &mut Value, path: &[String], by: &By, shared: &[Table]) -> Result<(), String> {
    let Some((step, rest)) = path.split_first() else {
        return change(value, by);
    };
    match value {
        Value::Array(values) => apply(element(values, step)?, rest, by, shared),
        Value::Table(table) => {
            if let Some(inherited) = inherited(table, step, shared) {
                table.insert(step.clone(), inherited);
            }
            match (table.get_mut(step), rest, by) {
                (Some(value), ..) => apply(value, rest, by, shared),
                (None, [], By::Setting(value)) => {
                    table.insert(step.clone(), value.clone());
                    Ok(())
                }
                (None, ..) => Err(unwritten(table, step)),
            }
        }
        // A weapon named by its id alone gets fields that differ.
        Value::String(id) => {
            let fields = [(ID.to_owned(), Value::String(id.clone()))];
            *value = Value::Table(fields.into_iter().collect());
            apply(value, path, by, shared)
        }
        _ => Err(format!("it has no fields, so no {step}")),
    }
}

/// The value of a field that a table does not set itself but the `shared` one with its id does.
fn inherited(table: &Table, field: &str, shared: &[Table]) -> Option<Value> {
    let id = table.get(ID).filter(|_| !table.contains_key(field))?;
    let of_id = shared.iter().find(|other| other.get(ID) == Some(id))?;
    of_id.get(field).cloned()
}

fn element<'v>(values: &'v mut [Value], step: &str) -> Result<&'v mut Value, String> {
    let count = values.len();
    let place = step.parse::<usize>().ok();
    let value = place.and_then(|place| values.get_mut(place));
    value.ok_or_else(|| match count {
        0 => format!("the list is empty, it has no element {step}"),
        _ => format!(
            "expected the number of an element from 0 to {}, got {step}",
            count - 1
        ),
    })
}

/// A field that is not set may well exist, so a set one that resembles it is only a guess.
fn unwritten(table: &Table, step: &str) -> String {
    let written: Vec<&str> = table.keys().map(String::as_str).collect();
    let near = nearest(step, written.iter().copied());
    let advice = if near.is_empty() {
        format!("use {step}=VALUE. Set fields: {}", written.join(", "))
    } else {
        let near = near.join("` or `");
        format!("did you mean `{near}`? If not, use {step}=VALUE")
    };
    format!("{step} is not set, so nothing can be added to it; {advice}")
}

fn change(value: &mut Value, by: &By) -> Result<(), String> {
    match by {
        By::Setting(new) => *value = new.clone(),
        By::Adding(amount) => {
            let old = value.as_integer();
            let old =
                old.ok_or_else(|| format!("only whole numbers can be added to, got {value}"))?;
            *value = Value::Integer(old.saturating_add(*amount));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use equipoise_bullseye::catalogue::Catalogue as Bullseye;
    use equipoise_mechastellar::catalogue::Catalogue as MechaStellar;
    use toml::{Table, Value};

    use super::{Change, Changes, Varied, apply};
    use crate::error::Error;
    use equipoise_engine::front_end::{Dataset, Unit};

    fn unit() -> Value {
        let text = "hp = 4300\nevade = \"6d10+5\"\nshields = []\n\
                    weapons = [{ id = \"rifle\", dmg = 300 }, \"saber\"]";
        Value::Table(text.parse::<Table>().unwrap())
    }

    fn changed(changes: &[&str]) -> Result<Value, String> {
        let mut unit = unit();
        for change in changes {
            let change: Change = change.parse()?;
            apply(&mut unit, &change.path, &change.by, &[])?;
        }
        Ok(unit)
    }

    #[test]
    fn fields_are_set_raised_and_lowered() {
        let changes = ["hp+=200", "evade=7d10+5", "fly=true", "weapons.0.dmg-=50"];
        let found = changed(&changes).unwrap();
        assert_eq!(found["hp"].as_integer(), Some(4500));
        assert_eq!(found["evade"].as_str(), Some("7d10+5"));
        assert_eq!(found["fly"].as_bool(), Some(true));
        assert_eq!(found["weapons"][0]["dmg"].as_integer(), Some(250));
    }

    #[test]
    fn lists_are_given_whole() {
        let found = changed(&["shields=[\"S1\", \"MD2\"]", "weapons = [\"saber\"]"]).unwrap();
        assert_eq!(found["shields"][1].as_str(), Some("MD2"));
        assert_eq!(found["weapons"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn a_weapon_named_by_its_id_may_differ() {
        let found = changed(&["weapons.1.dice=7"]).unwrap();
        assert_eq!(found["weapons"][1]["id"].as_str(), Some("saber"));
        assert_eq!(found["weapons"][1]["dice"].as_integer(), Some(7));
    }

    #[test]
    fn changes_are_told_as_they_are_written() {
        for text in [
            "hp+=200",
            "hp-=200",
            "evade=7d10+5",
            "fly=true",
            "weapons.0.dmg=3",
        ] {
            assert_eq!(text.parse::<Change>().unwrap().to_string(), text);
        }
        let text = |text: &str| text.parse::<Change>().unwrap().to_string();
        assert_eq!(text(" hp += -3 "), "hp-=3");
    }

    #[test]
    fn changes_that_make_no_sense_are_refused() {
        for (change, reason) in [
            ("hp", "expected FIELD=VALUE"),
            ("hp+=many", "expected FIELD=VALUE"),
            ("hp+=1.5", "expected FIELD=VALUE"),
            ("=3", "expected FIELD=VALUE"),
            (".hp=3", "expected FIELD=VALUE"),
            ("name=Black Asura", "the name cannot be changed"),
            ("move_in+=1", "move_in is not set"),
            ("move_in+=1", "evade, hp, shields, weapons"),
            (
                "hpp+=1",
                "added to it; did you mean `hp`? If not, use hpp=VALUE",
            ),
            ("weapon.0.dmg=1", "did you mean `weapons`?"),
            ("weapons.0.dmgs-=1", "did you mean `dmg`?"),
            (
                "evade+=1",
                "only whole numbers can be added to, got \"6d10+5\"",
            ),
            ("weapons.2.dmg=1", "from 0 to 1, got 2"),
            ("shields.0=S1", "the list is empty"),
            ("hp.low=1", "no low"),
        ] {
            let error = changed(&[change]).unwrap_err();
            assert!(error.contains(reason), "{change}: {error}");
        }
    }

    fn varied<D: Dataset<Unit: Unit>>(
        name: &str,
        changes: &[&str],
    ) -> Result<Varied<D::Unit>, String> {
        upgraded::<D>(name, changes, &[])
    }

    fn upgraded<D: Dataset<Unit: Unit>>(
        name: &str,
        changes: &[&str],
        upgrades: &[&str],
    ) -> Result<Varied<D::Unit>, String> {
        let set: Vec<Change> = changes
            .iter()
            .map(|change| change.parse().unwrap())
            .collect();
        let upgrades: Vec<String> = upgrades.iter().map(ToString::to_string).collect();
        let changes = Changes {
            set: &set,
            upgrades: &upgrades,
        };
        Varied::new(&D::embedded(), name, changes).map_err(|error| match error {
            Error::Input(message) => message,
            other => panic!("{other:?}"),
        })
    }

    /// White Asura has a beam rifle of 300 damage, and a beam saber of its own seven dice; both are named by their ids.
    #[test]
    fn what_a_weapon_has_by_its_id_is_added_to() {
        let weapons = |changes: &[&str]| {
            let varied = varied::<MechaStellar>("White Asura", changes);
            varied.map(|varied| varied.unit.weapons)
        };
        for (adding, setting) in [
            ("weapons.0.dmg+=100", "weapons.0.dmg=400"),
            ("weapons.1.dice-=1", "weapons.1.dice=6"),
        ] {
            assert_eq!(weapons(&[adding]), weapons(&[setting]), "{adding}");
        }
        let error = weapons(&["weapons.0.uses+=1"]).unwrap_err();
        assert!(error.contains("uses is not set"), "{error}");
    }

    /// White Asura has no points of its own: a mech suit of Frame 4 and Performance 5 with an ace costs
    /// 205. With Performance 7 the rates ask for more, and --set counts from what it costs now.
    #[test]
    fn a_price_is_counted_from_what_the_unit_costs() {
        let varied = varied::<MechaStellar>;
        let dearer = varied("White Asura", &["performance+=2", "points+=50"]).unwrap();
        assert_eq!(dearer.points, 255);
        assert_eq!((dearer.unit.performance, dearer.unit.points), (7, 205));
        let by_rate = varied("White Asura", &["performance+=2"]).unwrap();
        assert!(by_rate.points > 205, "{}", by_rate.points);
    }

    /// White Asura, 205 points with 4300 HP, crosses no threshold from Performance 5 to 7. An upgrade
    /// after it counts on what it has become: 200 HP more were set by hand.
    #[test]
    fn an_upgrade_is_what_the_field_would_be() {
        let bought = ["performance-upgrade", "advanced-sensors"];
        let upgraded = upgraded::<MechaStellar>("White Asura", &["hp+=200"], &bought).unwrap();
        assert_eq!(upgraded.points, 265);
        let unit = &upgraded.unit;
        assert_eq!((unit.hp, unit.performance, unit.points), (4500, 7, 205));
        let listed = "upgrades=[\"performance-upgrade\", \"advanced-sensors\"]";
        let written = varied::<MechaStellar>("White Asura", &["hp+=200", listed]).unwrap();
        assert_eq!(written.unit, *unit);
        assert_eq!(written.points, upgraded.points);
    }

    /// Setting the points of a unit that has upgrades counts from what it costs without them, and the
    /// upgrades are paid on top: 205 + 20 + 50.
    #[test]
    fn a_price_is_set_without_the_upgrades() {
        let found =
            upgraded::<MechaStellar>("White Asura", &["points+=20"], &["performance-upgrade"]);
        assert_eq!(found.unwrap().points, 275);
    }

    #[test]
    fn upgrades_that_the_unit_may_not_have_are_refused() {
        let reason = |name: &str| {
            let found = upgraded::<MechaStellar>("White Asura", &[], &[name]);
            found.err().unwrap()
        };
        let misspelt = reason("advanced-sensor");
        assert!(
            misspelt.contains("with upgrade advanced-sensor"),
            "{misspelt}"
        );
        assert!(
            misspelt.contains("did you mean \"advanced-sensors\"?"),
            "{misspelt}"
        );
        let havoc = reason("havoc-plus-1");
        assert!(havoc.contains("expected a kaiju or super-heavy"), "{havoc}");
    }

    #[test]
    fn both_systems_have_units_to_vary() {
        let standard =
            varied::<Bullseye>("Standard", &["attack+=1", "weapons.1.optimal=3"]).unwrap();
        let unit = &standard.unit;
        assert_eq!((unit.attack, unit.weapons[1].optimal_range), (5, 3));
    }

    #[test]
    fn units_that_no_dataset_may_have_are_refused() {
        for (changes, reason) in [
            (&["hp=4300"][..], "hp=4300 does not change White Asura"),
            (
                &["hp+=100", "hp-=100"],
                "hp+=100, hp-=100 does not change White Asura",
            ),
            (&["hp=many"], "`hp` is \"many\""),
            (&["performance=11"], "`performance` is 11"),
            (&["speed=3"], "unknown field `speed`; expected one of"),
            (
                &["evad=6d10"],
                "unknown field `evad`; did you mean `evade`?",
            ),
            (&["weapons.0=no-such-gun"], "no-such-gun"),
        ] {
            let error = varied::<MechaStellar>("White Asura", changes)
                .err()
                .unwrap();
            assert!(error.contains(reason), "{changes:?}: {error}");
        }
        let profile = varied::<MechaStellar>("F3P5:sniper", &["hp+=100"])
            .err()
            .unwrap();
        assert!(profile.contains("is a generated profile"), "{profile}");
    }
}
