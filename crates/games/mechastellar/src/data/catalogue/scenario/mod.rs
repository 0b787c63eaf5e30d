//! Scenario files and army files: `scenarios/*.toml` of a dataset, or any other.

mod check;
mod forces;
mod ground;
mod layout;
mod measure;
mod mode;

pub use check::{ForceFault, Part};
pub use measure::check_forces;

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::DeTable;

use super::dataset::Catalogue;
use super::embedded;
use super::limits;
use crate::data::scenario::{BattleMode, Deployment, Force, Place, Scenario, TerrainPiece, WAVES};
use crate::options::Options;
use check::table_faults;
use equipoise_engine::Side;
use equipoise_engine::source::finish;
use equipoise_engine::source::problem::{Problem, Source, SourceFile};
use equipoise_engine::source::raw::{self, Fields};
use forces::{Placed, read_force};
use ground::Ground;
use measure::{faults_of_forces, report_table};

impl Catalogue {
    /// The scenarios that ship with the program: name and file, in alphabetical order.
    #[must_use]
    pub fn scenarios() -> Vec<(&'static str, SourceFile)> {
        embedded::scenarios()
    }

    /// Reads a scenario, to be played on the hexes it sets or on those of the default. Its name is
    /// that of the file without folders and `.toml`.
    ///
    /// # Errors
    ///
    /// Every problem of the file, sorted by position: TOML that does not parse, unknown or
    /// missing fields, values outside their range, units that do not exist, terrain, control
    /// points and units where they cannot be, forces that cannot be played. Once there are none,
    /// what does not fit the hexes it is played on.
    pub fn scenario(&self, file: &SourceFile) -> Result<Scenario, Vec<Problem>> {
        self.read_battle(file, None, &Reading::default())
    }

    /// Reads a scenario and puts other forces into it, side A's first.
    ///
    /// # Errors
    ///
    /// As [`Catalogue::scenario`] and [`Catalogue::army`], for all three files. The scenario's
    /// own forces must be sound entries, but need not fit the table or the points.
    pub fn scenario_with_armies(
        &self,
        file: &SourceFile,
        armies: [&SourceFile; 2],
    ) -> Result<Scenario, Vec<Problem>> {
        self.read_battle(file, Some(armies), &Reading::default())
    }

    /// Reads an army file: the content of one `[[force]]` of a scenario.
    ///
    /// # Errors
    ///
    /// Every problem of the file, sorted by position. Whether the force fits a table and its
    /// points is for [`check_forces`] to say.
    pub fn army(&self, file: &SourceFile) -> Result<Force, Vec<Problem>> {
        let source = Source::new(file);
        let table = raw::parse(&source);
        let placed = table
            .as_ref()
            .and_then(|table| read_army(&source, table, Side::A, self));
        let force = placed.map(|placed| placed.force);
        drop(table);
        finish(force, source.into_problems())
    }

    /// Reads a scenario, with other forces if there are any.
    pub(crate) fn read_battle(
        &self,
        file: &SourceFile,
        armies: Option<[&SourceFile; 2]>,
        reading: &Reading<'_>,
    ) -> Result<Scenario, Vec<Problem>> {
        let source = Source::new(file);
        let sources = armies.map(|armies| armies.map(Source::new));
        let scenario = self.read_sources(&source, sources.as_ref(), reading);
        let mut problems = source.into_problems();
        for source in sources.into_iter().flatten() {
            problems.extend(source.into_problems());
        }
        finish(scenario, problems)
    }

    fn read_sources(
        &self,
        source: &Source<'_>,
        armies: Option<&[Source<'_>; 2]>,
        reading: &Reading<'_>,
    ) -> Option<Scenario> {
        let table = raw::parse(source);
        let army_tables = armies.map(|armies| armies.each_ref().map(raw::parse));
        let read = table.as_ref();
        let read = read.map(|table| Draft::read(&Fields::root(source, table), self));
        let swapped = armies.zip(army_tables.as_ref()).map(|(armies, tables)| {
            Side::BOTH.map(|side| {
                let number = side as usize;
                read_army(&armies[number], tables[number].as_ref()?, side, self)
            })
        });
        let (draft, own) = read?;
        let [Some(a), Some(b)] = swapped.unwrap_or(own) else {
            return None;
        };
        let scenario = draft?.complete(source.stem(), [a.force.clone(), b.force.clone()]);
        let report = |faults: Vec<ForceFault>| {
            for fault in faults {
                match fault.side {
                    Side::A => a.report(&fault),
                    Side::B => b.report(&fault),
                }
            }
        };
        let is_sound = || source.is_sound() && armies.into_iter().flatten().all(Source::is_sound);
        report(table_faults(&scenario));
        // A table is drawn on other hexes only once it is sound.
        if is_sound() {
            let options = reading.options(&scenario);
            let root = Fields::root(source, table.as_ref()?);
            report_table(&root, &scenario, options.hex_in);
            report(faults_of_forces(&scenario, options.hex_in));
            if is_sound() {
                report((reading.deployment)(&scenario, &options));
            }
        }
        Some(scenario)
    }
}

/// What a scenario is read for.
pub(crate) struct Reading<'a> {
    /// Rules options, by name, that override those of the scenario.
    pub(crate) requested: &'a [(String, String)],
    /// What keeps the forces of a sound scenario from deploying.
    pub(crate) deployment: fn(&Scenario, &Options) -> Vec<ForceFault>,
}

impl Default for Reading<'_> {
    fn default() -> Self {
        Self {
            requested: &[],
            deployment: |_, _| Vec::new(),
        }
    }
}

impl Reading<'_> {
    /// The options that a sound scenario is played with. Requested ones are checked by who requests
    /// them.
    fn options(&self, scenario: &Scenario) -> Options {
        let mut options = Options::default();
        let own = scenario.options.iter();
        for (name, value) in own.chain(self.requested.iter().map(|(name, value)| (name, value))) {
            options.set(name, value).ok();
        }
        options
    }
}

/// A scenario without its forces.
struct Draft {
    summary: String,
    ground: Ground,
    deployment: Deployment,
    mode: BattleMode,
    terrain: Vec<TerrainPiece>,
    control_points: Vec<Place>,
    points: Option<u32>,
    waves: Option<[u32; WAVES]>,
    options: BTreeMap<String, String>,
}

type Forces<'a> = [Option<Placed<'a>>; 2];

impl Draft {
    fn read<'a>(root: &Fields<'a>, catalogue: &Catalogue) -> (Option<Self>, Forces<'a>) {
        let summary = read_summary(root);
        let ground = Ground::read(root);
        let deployment = layout::read_deployment(root, ground);
        let points = root.optional_number("points", limits::ARMY_POINTS);
        let options = read_options(root);
        let terrain = ground::read_terrain(root, ground);
        let control_points = layout::read_control_points(root, ground, deployment, &terrain);
        let mode = mode::read_mode(root, deployment, &terrain, control_points.as_deref());
        let waves = mode::read_waves(root, mode);
        let forces = read_forces(root, catalogue);
        root.finish();
        let draft = || {
            Some(Self {
                summary: summary?,
                ground: ground?,
                deployment: deployment?,
                mode: mode?,
                terrain,
                control_points: control_points?,
                points,
                waves: waves?,
                options,
            })
        };
        (draft(), forces)
    }

    fn complete(self, name: &str, forces: [Force; 2]) -> Scenario {
        let Ground {
            hex_in,
            width,
            depth,
            environment,
        } = self.ground;
        Scenario {
            name: name.to_owned(),
            summary: self.summary,
            hex_in,
            width,
            depth,
            environment,
            deployment: self.deployment,
            mode: self.mode,
            terrain: self.terrain,
            control_points: self.control_points,
            points: self.points,
            waves: self.waves,
            forces,
            options: self.options,
        }
    }
}

const SUMMARY_EXPECTED: &str = "one line of at most 100 characters";

fn read_summary(root: &Fields<'_>) -> Option<String> {
    let node = root.required("summary", SUMMARY_EXPECTED)?;
    let read = |text: &str| {
        let legal = text.trim() == text && !text.is_empty() && !text.chars().any(char::is_control);
        (legal && text.chars().count() <= 100).then(|| text.to_owned())
    };
    node.notation(read, SUMMARY_EXPECTED)
}

/// Checks each option and value by putting it in force.
fn read_options(root: &Fields<'_>) -> BTreeMap<String, String> {
    let expected = "a table such as { elite_bonus = true }";
    let fields = root
        .optional("options")
        .and_then(|node| node.fields(expected));
    let mut options = BTreeMap::new();
    let Some(fields) = fields else {
        return options;
    };
    for (name, offset, node) in fields.pairs("options") {
        let Some(value) = node.plain() else {
            node.refuse("text, a number, true or false");
            continue;
        };
        if let Err(why) = Options::default().set(name, &value) {
            fields.complain_at(offset, why);
        }
        options.insert(name.to_owned(), value);
    }
    options
}

fn read_forces<'a>(root: &Fields<'a>, catalogue: &Catalogue) -> Forces<'a> {
    let entries = root.entries("force", "name");
    if !entries.is_empty() && entries.len() != 2 {
        let count = entries.len();
        entries[count - 1].complain(format!("force {count} of {count}, expected exactly 2"));
    }
    let mut forces = entries
        .iter()
        .zip(Side::BOTH)
        .map(|(fields, side)| read_force(fields, side, catalogue));
    [forces.next().flatten(), forces.next().flatten()]
}

fn read_army<'a>(
    source: &'a Source<'a>,
    table: &'a Spanned<DeTable<'a>>,
    side: Side,
    catalogue: &Catalogue,
) -> Option<Placed<'a>> {
    let root = Fields::root(source, table).labelled("army", "name");
    read_force(&root, side, catalogue)
}
