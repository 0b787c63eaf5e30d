//! The map: rings cut into quadrants, what steps cost and what they reach.

use super::sectors::{MAX_SECTORS, SectorId, Step};
use super::walks::{MAX_WALK, Walks};
use crate::options::{ObjectiveStart, Options, RangeMetric};
use crate::sector::Sector;
use equipoise_engine::Side;

/// The map of a bout with everything that movement and range ask of it.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    sectors: Vec<Sector>,
    neighbours: Vec<Vec<(SectorId, Step)>>,
    range: Vec<[u8; MAX_SECTORS]>,
    /// Walks of one turn.
    pub(crate) turn: Walks,
    /// Walks without the ban on two quadrant steps in a row.
    pub(crate) free: Walks,
    /// For each side, the place of each sector in an order that looks the same to both.
    side_ranks: [[u8; MAX_SECTORS]; 2],
}

impl Map {
    pub(crate) fn new(options: &Options) -> Self {
        let sectors = sectors(options);
        let neighbours: Vec<Vec<(SectorId, Step)>> = sectors
            .iter()
            .map(|&sector| neighbours(options, &sectors, sector))
            .collect();
        let (turn, free) = (
            Walks::new(&neighbours, true),
            Walks::new(&neighbours, false),
        );
        let measured = match options.range_metric {
            RangeMetric::FreeShortestPath => &free,
            RangeMetric::LegalSingleTurnPath => &turn,
        };
        let ids = 0..sectors.len() as SectorId;
        let range = ids.map(|from| ranges(measured, from)).collect();
        let side_ranks = Side::BOTH.map(|side| side_ranks(options, &sectors, side));
        Self {
            sectors,
            neighbours,
            range,
            turn,
            free,
            side_ranks,
        }
    }

    /// Number of sectors.
    pub(crate) fn sectors(&self) -> usize {
        self.sectors.len()
    }

    pub(crate) fn sector(&self, id: SectorId) -> Sector {
        self.sectors[usize::from(id)]
    }

    /// Number of a sector; the quadrant of an undivided centre does not matter.
    pub(crate) fn find(&self, sector: Sector) -> Option<SectorId> {
        find(&self.sectors, sector)
    }

    /// Sectors one step away.
    pub(crate) fn neighbours(&self, sector: SectorId) -> &[(SectorId, Step)] {
        &self.neighbours[usize::from(sector)]
    }

    /// Movement points from one sector to another by the most direct path (`bull.attack.range`).
    #[inline]
    pub(crate) fn range(&self, from: SectorId, to: SectorId) -> u8 {
        self.range[usize::from(from)][usize::from(to) % MAX_SECTORS]
    }

    /// Rank of a sector among all as a side sees the map, for choices between equals.
    #[inline]
    pub(crate) fn rank(&self, side: Side, sector: SectorId) -> u8 {
        self.side_ranks[side.index()][usize::from(sector) % MAX_SECTORS]
    }
}

/// All sectors, ring by ring.
fn sectors(options: &Options) -> Vec<Sector> {
    let ring = |ring: u8| {
        let whole = ring == 0 && options.centre_undivided;
        let quadrants = if whole { 1 } else { options.quadrants };
        (0..quadrants).map(move |quadrant| Sector { ring, quadrant })
    };
    (0..options.rings).flat_map(ring).collect()
}

fn find(sectors: &[Sector], wanted: Sector) -> Option<SectorId> {
    let whole = |ring| sectors.iter().filter(|sector| sector.ring == ring).count() == 1;
    let found = sectors
        .iter()
        .position(|&sector| sector == wanted || sector.ring == wanted.ring && whole(wanted.ring));
    found.map(|at| at as SectorId)
}

/// Across the curved lines inwards and outwards, then across the straight lines.
fn neighbours(options: &Options, sectors: &[Sector], of: Sector) -> Vec<(SectorId, Step)> {
    let whole = of.ring == 0 && options.centre_undivided;
    let mut all = Vec::new();
    let mut add = |ring: u8, quadrant: u8, step| {
        let entry = find(sectors, Sector { ring, quadrant }).map(|id| (id, step));
        all.extend(entry.filter(|entry| !all.contains(entry)));
    };
    if let Some(inwards) = of.ring.checked_sub(1) {
        add(inwards, of.quadrant, Step::Ring);
    }
    let touched = if whole {
        0..options.quadrants
    } else {
        of.quadrant..of.quadrant + 1
    };
    for quadrant in touched {
        add(of.ring + 1, quadrant, Step::Ring);
    }
    if !whole {
        for by in [1, options.quadrants - 1] {
            add(
                of.ring,
                (of.quadrant + by) % options.quadrants,
                Step::Quadrant,
            );
        }
    }
    all
}

fn ranges(walks: &Walks, from: SectorId) -> [u8; MAX_SECTORS] {
    std::array::from_fn(|to| {
        let reached = |mp: &u8| walks.within(from, false, *mp).contains(to as SectorId);
        (0..MAX_WALK).find(reached).unwrap_or(MAX_WALK)
    })
}

/// Ring, then quadrants from the own start quadrant: upwards for side A, downwards for side B, so
/// that the mirror image that changes the start quadrants changes the sides' views.
fn side_ranks(options: &Options, sectors: &[Sector], side: Side) -> [u8; MAX_SECTORS] {
    let seen = |sector: &Sector| (sector.ring, own_quadrant(options, side, sector.quadrant));
    let mut rank = [0; MAX_SECTORS];
    for (rank, sector) in rank.iter_mut().zip(sectors) {
        let before = |other: &&Sector| seen(other) < seen(sector);
        *rank = sectors.iter().filter(before).count() as u8;
    }
    rank
}

/// A quadrant as a side counts it from its start; the same function leads back.
const fn own_quadrant(options: &Options, side: Side, quadrant: u8) -> u8 {
    let (count, [a, b]) = (options.quadrants, starts(options));
    match side {
        Side::A => (quadrant + count - a) % count,
        Side::B => (b + count - quadrant) % count,
    }
}

/// The start quadrants; [`super::bout`] checks that they are on the map.
const fn starts(options: &Options) -> [u8; 2] {
    let [a, b] = options.start_quadrants.0;
    [a % options.quadrants, b % options.quadrants]
}

/// The quadrant that a side counts as this many from its start.
pub(crate) const fn quadrant_of(options: &Options, side: Side, own: u8) -> u8 {
    let (count, [a, b]) = (options.quadrants, starts(options));
    match side {
        Side::A => (a + own) % count,
        Side::B => (b + count - own % count) % count,
    }
}

/// The sector of the objective marker (`bull.setup.objective`); on a turned map its mirror image.
pub(crate) fn objective(options: &Options, turned: bool) -> Sector {
    let (count, [a, b]) = (options.quadrants, starts(options));
    let sector = match options.objective_start {
        ObjectiveStart::At(sector) => sector,
        ObjectiveStart::Centre if options.centre_undivided => Sector {
            ring: 0,
            quadrant: 0,
        },
        ObjectiveStart::Centre => Sector {
            ring: 0,
            quadrant: (a + (b + count - a) % count / 2) % count,
        },
    };
    if !turned || sector.quadrant >= count {
        return sector;
    }
    Sector {
        quadrant: (a + b + count - sector.quadrant) % count,
        ..sector
    }
}
