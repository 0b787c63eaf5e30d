//! Forces of scenarios, and army files.

use super::super::dataset::Catalogue;
use super::super::limits;
use super::super::names::nearest;
use super::super::traits::Listed;
use super::super::units::check_upgraded;
use super::super::upgrades::Bought;
use super::super::weapons::read_name;
use super::check::{ForceFault, Part, army_faults};
use super::ground::read_place;
use crate::data::command::{CommanderTrait, Fleet, FleetTrait};
use crate::data::profile::UnitProfile;
use crate::data::scenario::{Entry, Force, Place};
use crate::data::secondary::Objective;
use equipoise_engine::Side;
use equipoise_engine::source::raw::{Fields, Node};

const UNITS_EXPECTED: &str = "an array of at least one unit, each a name or a table such as \
    { unit = \"Green Viking\", count = 3 }";
const SECONDARY_EXPECTED: &str =
    "an array of secondary objectives such as [\"rout-the-enemy\", \"bonds\"]";
const SQUAD_EXPECTED: &str =
    "true beside `unit` and a `count` of 2 or 3, or an array of 2 or 3 names";

/// A force, and where its file speaks of its parts.
pub(super) struct Placed<'a> {
    pub(super) force: Force,
    units: Node<'a>,
    /// One for each entry.
    entries: Vec<Node<'a>>,
    commander: Option<Node<'a>>,
    fleet: Option<Node<'a>>,
}

impl Placed<'_> {
    /// Reports a fault at the part it concerns.
    pub(super) fn report(&self, fault: &ForceFault) {
        let node = match fault.part {
            Part::Force => None,
            Part::Entry(entry) => self.entries.get(entry),
            Part::Commander => self.commander.as_ref(),
            Part::FleetCommander => self.fleet.as_ref(),
        };
        node.unwrap_or(&self.units).complain(&fault.message);
    }
}

/// One item of `units` before names of other units in it are looked up.
struct Draft<'a> {
    models: Vec<UnitProfile>,
    reserve: bool,
    wave: u8,
    aboard: Option<(Node<'a>, &'a str)>,
    at: Option<Place>,
    node: Node<'a>,
}

/// Reads one force, `None` after any mistake in it. Its own faults are reported; those that
/// depend on the table are not.
pub(super) fn read_force<'a>(
    fields: &Fields<'a>,
    side: Side,
    catalogue: &Catalogue,
) -> Option<Placed<'a>> {
    let name = fields.required("name", "text in quotes");
    let name = name.and_then(|node| read_name(&node));
    let commander = fields.optional("commander");
    let commander_trait = fields.optional("commander_trait");
    let fleet = fields.optional("fleet_commander");
    let fleet_trait = fields.optional("fleet_trait");
    let secondary = read_secondary(fields);
    let units = fields.required("units", UNITS_EXPECTED);
    let drafts = units.as_ref().and_then(|node| read_units(node, catalogue));
    fields.finish();
    let (units, drafts) = (units?, drafts?);
    let leader = match &commander {
        Some(node) => Some(find_entry(node, node.text()?, &drafts)?),
        None => None,
    };
    let own = match &commander_trait {
        Some(node) => Some(read_trait(node, commander.as_ref())?),
        None => None,
    };
    let leads = read_fleet(fleet.as_ref(), fleet_trait.as_ref(), &drafts)?;
    let placed = Placed {
        force: Force {
            name: name?,
            entries: drafts
                .iter()
                .map(|draft| settle(draft, &drafts))
                .collect::<Option<_>>()?,
            commander: leader,
            commander_trait: own,
            fleet: leads,
            secondary: secondary?,
        },
        units,
        entries: drafts.iter().map(|draft| draft.node.clone()).collect(),
        commander,
        fleet,
    };
    let faults = army_faults(side, &placed.force);
    for fault in &faults {
        placed.report(fault);
    }
    faults.is_empty().then_some(placed)
}

/// A trait of the Commander, who must be there (`ms93.commander.designate`).
fn read_trait(node: &Node<'_>, commander: Option<&Node<'_>>) -> Option<CommanderTrait> {
    let own = node.choice(CommanderTrait::NAMED)?;
    if commander.is_none() {
        node.complain("a Commander trait without a Commander, expected `commander` with it");
        return None;
    }
    Some(own)
}

/// The Fleet Commander and its trait, which come together (`ms93.fleet.eligibility`); the outer `None` after
/// a mistake.
fn read_fleet(
    commander: Option<&Node<'_>>,
    own: Option<&Node<'_>>,
    drafts: &[Draft<'_>],
) -> Option<Option<Fleet>> {
    match (commander, own) {
        (None, None) => Some(None),
        (Some(node), Some(own)) => {
            let own = own.choice(FleetTrait::NAMED)?;
            let commander = find_entry(node, node.text()?, drafts)?;
            Some(Some(Fleet { commander, own }))
        }
        (Some(node), None) => {
            node.complain("a Fleet Commander without a trait, expected `fleet_trait` with it");
            None
        }
        (None, Some(node)) => {
            node.complain(
                "a fleet trait without a Fleet Commander, expected `fleet_commander` with it",
            );
            None
        }
    }
}

/// Objectives of different categories; every item is read (`ms93.secondary.selection`).
fn read_secondary(fields: &Fields<'_>) -> Option<Vec<Objective>> {
    let Some(node) = fields.optional("secondary") else {
        return Some(Vec::new());
    };
    let mut chosen: Vec<Objective> = Vec::new();
    let mut sound = true;
    for item in node.items(SECONDARY_EXPECTED)? {
        let Some(objective) = item.choice(&Objective::NAMED) else {
            sound = false;
            continue;
        };
        let category = objective.category();
        if chosen.iter().any(|other| other.category() == category) {
            item.complain(format!(
                "a second objective of the category {}, expected at most one of each",
                category.name()
            ));
            sound = false;
        }
        chosen.push(objective);
    }
    chosen.sort_by_key(|objective| objective.category().index());
    sound.then_some(chosen)
}

/// Every item is read, so that all mistakes show; `None` after any.
fn read_units<'a>(node: &Node<'a>, catalogue: &Catalogue) -> Option<Vec<Draft<'a>>> {
    let items = node.items(UNITS_EXPECTED)?;
    if items.is_empty() {
        node.refuse(UNITS_EXPECTED);
        return None;
    }
    let drafts: Vec<_> = items
        .iter()
        .map(|item| read_item(item, catalogue))
        .collect();
    let drafts: Option<Vec<_>> = drafts.into_iter().collect();
    Some(drafts?.into_iter().flatten().collect())
}

fn read_item<'a>(node: &Node<'a>, catalogue: &Catalogue) -> Option<Vec<Draft<'a>>> {
    if !node.is_table() {
        let draft = Draft {
            models: vec![find_unit(node, catalogue)?],
            reserve: false,
            wave: 0,
            aboard: None,
            at: None,
            node: node.clone(),
        };
        return Some(vec![draft]);
    }
    let fields = node.fields(UNITS_EXPECTED)?;
    let groups = read_groups(&fields, catalogue);
    let groups = improve(groups, &fields, catalogue);
    let reserve = fields.switch("reserve");
    let wave = fields.number_or("wave", limits::WAVE, 1_u8);
    let aboard = fields.optional("aboard");
    let at = fields.optional("at");
    let place = at.as_ref().map(read_place);
    fields.finish();
    let (groups, wave) = (groups?, wave?);
    if let Some(at) = at.filter(|_| groups.len() > 1) {
        let count = groups.len();
        at.complain(format!(
            "one place for {count} units, expected `at` with one unit or squad"
        ));
        return None;
    }
    let aboard = match aboard {
        Some(node) => Some((node.clone(), node.text()?)),
        None => None,
    };
    let at = match place {
        Some(place) => Some(place?),
        None => None,
    };
    let draft = |models| Draft {
        models,
        reserve,
        wave: wave - 1,
        aboard: aboard.clone(),
        at,
        node: node.clone(),
    };
    Some(groups.into_iter().map(draft).collect())
}

/// The models of an item with the upgrades and traits that its list gives each of them
/// (`ms93.upgrade.spend-excess`).
fn improve(
    groups: Option<Vec<Vec<UnitProfile>>>,
    fields: &Fields<'_>,
    catalogue: &Catalogue,
) -> Option<Vec<Vec<UnitProfile>>> {
    let bought = Bought::read(fields);
    let listed = Listed::read(fields);
    let (mut groups, bought, listed) = (groups?, bought?, listed?);
    for model in groups.iter_mut().flatten() {
        let (unit, tier) = (model.clone(), model.tier);
        let unit = bought.apply(
            unit,
            catalogue.machine_points(model),
            Some(catalogue.costs()),
        )?;
        if let Some(node) = bought.last() {
            check_upgraded(node, &unit);
        }
        *model = listed.give(unit, tier)?;
    }
    Some(groups)
}

/// The entries that one item stands for: several units, one squad, or one unit.
fn read_groups(fields: &Fields<'_>, catalogue: &Catalogue) -> Option<Vec<Vec<UnitProfile>>> {
    let squad = fields.optional("squad");
    if let Some(list) = squad.as_ref().filter(|node| node.is_array()) {
        return Some(vec![read_mixed_squad(list, fields, catalogue)?]);
    }
    let unit = fields.required("unit", "the name of a unit");
    let unit = unit.and_then(|node| find_unit(&node, catalogue));
    let count = fields.number_or("count", limits::COUNT, 1_usize);
    let together = match &squad {
        Some(node) => node.flag(),
        None => Some(false),
    };
    let (unit, count) = (unit?, count?);
    if !together? {
        return Some(vec![vec![unit]; count]);
    }
    if let Some(node) = squad.filter(|_| !(2..=3).contains(&count)) {
        node.complain(format!("a squad of {count}, expected {SQUAD_EXPECTED}"));
        return None;
    }
    Some(vec![vec![unit; count]])
}

fn read_mixed_squad(
    list: &Node<'_>,
    fields: &Fields<'_>,
    catalogue: &Catalogue,
) -> Option<Vec<UnitProfile>> {
    for name in ["unit", "count"] {
        if let Some(node) = fields.optional(name) {
            node.complain(format!(
                "`{name}` beside a squad of names, expected {SQUAD_EXPECTED}"
            ));
        }
    }
    let items = list.items(SQUAD_EXPECTED)?;
    if !(2..=3).contains(&items.len()) {
        list.complain(format!(
            "a squad of {}, expected {SQUAD_EXPECTED}",
            items.len()
        ));
        return None;
    }
    let models: Vec<_> = items
        .iter()
        .map(|item| find_unit(item, catalogue))
        .collect();
    models.into_iter().collect()
}

fn find_unit(node: &Node<'_>, catalogue: &Catalogue) -> Option<UnitProfile> {
    match catalogue.find(node.text()?) {
        Ok(unit) => Some(unit.clone()),
        Err(unknown) => {
            node.complain(unknown);
            None
        }
    }
}

fn settle(draft: &Draft<'_>, drafts: &[Draft<'_>]) -> Option<Entry> {
    let aboard = match &draft.aboard {
        Some((node, name)) => Some(find_entry(node, name, drafts)?),
        None => None,
    };
    Some(Entry {
        models: draft.models.clone(),
        reserve: draft.reserve,
        wave: draft.wave,
        aboard,
        at: draft.at,
    })
}

/// Position of the entry whose leader has a name, in any case; `"Musarl Cruiser #2"` is the
/// second of that name.
fn find_entry(node: &Node<'_>, wanted: &str, drafts: &[Draft<'_>]) -> Option<usize> {
    let (name, number) = numbered(wanted);
    let lower = name.trim().to_lowercase();
    let named: Vec<usize> = (0..drafts.len())
        .filter(|position| leader(&drafts[*position]).to_lowercase() == lower)
        .collect();
    let found = named.get(number).copied();
    if found.is_none() {
        let near = nearest(&lower, drafts.iter().map(leader));
        let advice = match (named.len(), near.is_empty()) {
            (0, true) => "expected a unit of its list".to_owned(),
            (0, false) => format!("did you mean \"{}\"?", near.join("\" or \"")),
            (count, _) => format!("expected one of its {count}, from #1"),
        };
        let wanted = wanted.escape_debug();
        node.complain(format!("there is no \"{wanted}\" in this force; {advice}"));
    }
    found
}

fn leader<'d>(draft: &'d Draft<'_>) -> &'d str {
    draft.models.first().map_or("", |model| model.name.as_str())
}

/// Splits `Musarl Cruiser #2` into the name and 1, counting from 0.
fn numbered(text: &str) -> (&str, usize) {
    let split = text.rsplit_once('#');
    let number = split.and_then(|(name, digits)| Some((name, digits.parse::<usize>().ok()?)));
    match number {
        Some((name, number)) if number > 0 => (name, number - 1),
        _ => (text, 0),
    }
}
