//! A matchup, compiled once and played many times.

use std::sync::Arc;

use equipoise_engine::{Hex, Side};

use super::board::{Board, Edge};
use super::chart::Chart;
use super::facing::Facing;
use super::scoring::recon_markers;
use super::state::{Battle, Piece, Table};
use super::terrain::Terrain;
use super::view::View;
use crate::data::fault::{Fault, Faults};
use crate::data::mission::Mission;
use crate::data::scenario::{Force, Scenario};
use crate::data::sheet::Sheet;
use crate::data::squad::{EngagementSize, squad_charge};
use crate::options::Options;
use crate::policy_kind::PolicyKind;

/// What two squads meet on, and how the battle begins.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// Rules options.
    pub options: Options,
    /// What lies on the board.
    pub terrain: Terrain,
    /// Limit of the squads; none without a size.
    pub size: Option<EngagementSize>,
    /// The mission; only Reconnaissance has markers, all others are played to annihilation.
    pub mission: Option<Mission>,
    /// The side that acts first in every round; rolled for without it (`mm30.turn.roll-for-sides`).
    pub attacker: Option<Side>,
    /// Where each unit begins, side A first, on the ground; without it the players place their squads
    /// (`mm30.deploy.alternate`).
    pub starts: Option<Vec<(Hex, Facing)>>,
}

/// A matchup: squads, board, options and policies.
#[derive(Clone, Debug)]
pub struct Bout {
    /// The table when side A is the Attacker, and when side B is.
    pub(crate) tables: [Table; 2],
    pub(crate) attacker: Option<Side>,
    pub(crate) starts: Option<Vec<(Hex, Facing)>>,
    pub(crate) policies: [PolicyKind; 2],
    /// The situation before deployment.
    pub(crate) before: Battle,
}

impl Bout {
    /// Compiles a matchup, side A first.
    ///
    /// # Errors
    /// Every rule that the squads, the field or the places break.
    pub fn new(
        squads: [&[Sheet]; 2],
        setting: &Setting,
        policies: [PolicyKind; 2],
    ) -> Result<Self, Vec<Fault>> {
        let options = setting.options;
        let board = Board::new(&options);
        let mut faults = setting.terrain.faults(&board);
        let mut pieces = Vec::new();
        for (side, squad) in Side::BOTH.into_iter().zip(squads) {
            faults.extend(squad_fault(squad, setting));
            for sheet in squad {
                match Piece::new(side, sheet) {
                    Ok(piece) => pieces.push(piece),
                    Err(found) => faults.extend(found),
                }
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let markers = match setting.mission {
            Some(Mission::Reconnaissance) => recon_markers(&board, options.recon_markers),
            _ => Vec::new(),
        };
        let chart = Arc::new(Chart::new(&board, &setting.terrain));
        let table = |attacker| Table {
            options,
            board: board.clone(),
            terrain: setting.terrain.clone(),
            chart: Arc::clone(&chart),
            markers: markers.clone(),
            pieces: pieces.clone(),
            attacker,
        };
        let tables = Side::BOTH.map(table);
        let bout = Self {
            before: Battle::before(&tables[0]),
            tables,
            attacker: setting.attacker,
            starts: setting.starts.clone(),
            policies,
        };
        let faults = match &bout.starts {
            Some(starts) => bout.start_faults(starts),
            None => bout.area_faults(),
        };
        if faults.is_empty() {
            Ok(bout)
        } else {
            Err(faults)
        }
    }

    /// Compiles a battle. Its units stand in the order of [`Force::ranked`], not in that of the lists. The
    /// scenario's own options are for the caller to put into `options`. An attack sub on a field without
    /// water, as in duels, puts the whole board under light blue water (`mm30.vehicle.sub-water`).
    ///
    /// # Errors
    /// Every rule that the squads or the field break.
    pub fn battle(
        scenario: &Scenario,
        policies: [PolicyKind; 2],
        options: &Options,
    ) -> Result<Self, Faults> {
        let board = Board::new(options);
        let mut terrain = Terrain::of(&board, &scenario.areas, &scenario.buildings);
        if scenario.lacks_water() {
            terrain.flood(&board);
        }
        let setting = Setting {
            options: *options,
            terrain,
            size: scenario.size,
            mission: scenario.mission,
            attacker: scenario.attacker,
            starts: None,
        };
        let squads = scenario.forces.each_ref().map(|force| {
            let ranked = force.ranked().into_iter();
            ranked.cloned().collect::<Vec<Sheet>>()
        });
        let [a, b] = &squads;
        Self::new([a, b], &setting, policies).map_err(Faults)
    }

    /// Compiles a duel on an open board. Unless the units stand at `duel_distance`, their players place
    /// them.
    ///
    /// # Errors
    /// Every rule that the units break, or a distance that the board does not have.
    pub fn duel(
        units: [&Sheet; 2],
        policies: [PolicyKind; 2],
        options: &Options,
    ) -> Result<Self, Faults> {
        let force = |unit: &Sheet| Force {
            name: String::new(),
            units: vec![unit.clone()],
        };
        let mut bout = Self::battle(&Scenario::open(units.map(force)), policies, options)?;
        if options.duel_distance > 0 {
            let starts = apart(&bout.tables[0].board, options.duel_distance);
            let starts = starts.map_err(|fault| Faults(vec![fault]))?.to_vec();
            let faults = bout.start_faults(&starts);
            if !faults.is_empty() {
                return Err(Faults(faults));
            }
            bout.starts = Some(starts);
        }
        Ok(bout)
    }

    /// Names of the units, side A's first, each side's in the order of its squad.
    pub fn unit_names(&self) -> impl Iterator<Item = &str> {
        let pieces = self.tables[0].pieces.iter();
        pieces.map(|piece| piece.sheet.name.as_str())
    }

    /// The table with this Attacker.
    #[must_use]
    pub const fn table(&self, attacker: Side) -> &Table {
        &self.tables[attacker.index()]
    }

    /// Puts every unit of a battle that has not begun where the setting wants it.
    pub(crate) fn put_all(&self, battle: &mut Battle, starts: &[(Hex, Facing)]) {
        let table = &self.tables[0];
        for (state, &(hex, facing)) in battle.units.iter_mut().zip(starts) {
            (state.hex, state.facing) = (hex, facing);
            state.elevation = table.terrain.level(hex);
        }
    }

    /// Units that the setting puts where they may not be.
    fn start_faults(&self, starts: &[(Hex, Facing)]) -> Vec<Fault> {
        let table = &self.tables[0];
        let fault = |rule, message: String| Fault::new(rule, "starts", message);
        let (found, expected) = (starts.len(), table.pieces.len());
        if found != expected {
            let message = format!("{found} places, expected {expected}");
            return vec![fault("mm30.deploy.alternate", message)];
        }
        let mut battle = Battle::before(table);
        self.put_all(&mut battle, starts);
        let view = View {
            table,
            battle: &battle,
        };
        let place = |(unit, &(hex, _)): (usize, &(Hex, Facing))| {
            let refusal = view.check_place(unit, hex, view.ground(hex)).err()?;
            let message = format!("unit {unit}: {}", refusal.why);
            Some(fault(refusal.rule, message))
        };
        starts.iter().enumerate().filter_map(place).collect()
    }

    /// Units that have no place in a deployment area.
    fn area_faults(&self) -> Vec<Fault> {
        let table = &self.tables[0];
        let battle = &Battle::before(table);
        let view = View { table, battle };
        let open = |unit, edge| {
            table.board.hexes().iter().any(|&hex| {
                let inside = table.board.in_area(edge, hex);
                inside && view.check_ground(unit, hex, view.ground(hex)).is_ok()
            })
        };
        let closed = |&unit: &usize| !(open(unit, Edge::South) && open(unit, Edge::North));
        let fault = |unit| {
            let message = format!("unit {unit}: no hex that it may enter");
            Fault::new("mm30.deploy.area", "units", message)
        };
        (0..table.pieces.len()).filter(closed).map(fault).collect()
    }
}

/// Places in the middle file this many hexes apart, side A's in the south, units facing each other; the
/// middle between them is that of the board, or half a hex south of it.
fn apart(board: &Board, distance: u8) -> Result<[(Hex, Facing); 2], Fault> {
    let file = board.files() / 2;
    let last = board.length(file).saturating_sub(1);
    let Some(spare) = last.checked_sub(distance) else {
        let message = format!("duel_distance is {distance}, expected at most {last} on this board");
        return Err(Fault::new("mm30.board.size", "options", message));
    };
    let south = spare / 2;
    Ok([
        (Board::hex(file, south), Facing::NORTH),
        (Board::hex(file, south + distance), Facing::SOUTH),
    ])
}

/// What makes a squad too dear for the engagement, or empty.
fn squad_fault(squad: &[Sheet], setting: &Setting) -> Option<Fault> {
    if let Some(size) = setting.size {
        return squad_charge(squad, size, &setting.options).err();
    }
    let rule = "mm30.squad.under-limit";
    let message = "no unit, expected at least one".to_owned();
    squad.is_empty().then(|| Fault::new(rule, "units", message))
}
