//! Places that may be worth going to: on rings around the unit, at the edges of bands of its attacks, beside
//! enemies and control points.

use smallvec::SmallVec;

use equipoise_engine::Hex;

use super::{Field, PLACES};
use crate::policy::steps;

/// Edges of bands of the own attacks that are looked at for each enemy.
const BAND_EDGES: usize = 4;

impl Field<'_> {
    #[inline(never)]
    pub(super) fn find_places(&mut self) {
        let table = self.view.bout.table;
        let mut hexes: SmallVec<[Hex; PLACES]> = SmallVec::new();
        hexes.push(self.from);
        if self.moves > 0 && self.reach > 0 {
            self.ring_places(&mut hexes);
            let far = self.far();
            for foe in &self.foes {
                let now = self.from.distance(foe.at);
                let apart = self.view.apart(self.unit, foe.unit);
                let nearest = now.saturating_sub(far).max(apart);
                let mut edges = 0;
                for distance in nearest..now + far {
                    let here = foe.attack[foe.index(distance)];
                    let next = foe.attack[foe.index(distance + 1)];
                    // The far edge of a band of the own attacks.
                    if here != next && here > 0 && edges < BAND_EDGES {
                        edges += 1;
                        hexes.push(table.towards(self.side, foe.at, self.from, distance));
                    }
                }
                if now.saturating_sub(apart) <= far {
                    hexes.push(table.towards(self.side, foe.at, self.from, apart));
                }
            }
            if let Some(city) = &self.city {
                hexes.extend(city.places(self.view, self.side, self.from));
            }
            if self.view.may_retreat() {
                self.ways_out(&mut hexes);
            }
            let control = self.view.bout.distances.control;
            for &point in &self.view.bout.control_points {
                let now = self.from.distance(point);
                if now > control && now - control <= far {
                    hexes.push(table.towards(self.side, point, self.from, control));
                    hexes.push(table.towards(self.side, point, self.from, 1));
                } else if now > control && !self.points.is_empty() {
                    hexes.push(table.towards(self.side, self.from, point, far));
                }
            }
        }
        // In the order in which the side sees the table.
        let mut ranked: SmallVec<[((i16, i16), Hex); PLACES]> = hexes
            .into_iter()
            .filter(|&hex| table.contains(hex))
            .map(|hex| (table.seen_from(self.side, hex), hex))
            .collect();
        ranked.sort_unstable_by_key(|&(seen, _)| seen);
        ranked.dedup();
        let crowd: SmallVec<[(Hex, u16); 64]> = self.view.crowd_of(self.unit).collect();
        let free = |hex: Hex| {
            let mut crowd = crowd.iter();
            hex == self.from || crowd.all(|&(at, apart)| at.distance(hex) >= apart)
        };
        for (_, hex) in ranked {
            if free(hex) && self.places.len() < PLACES {
                let rank = self.places.len() as u8;
                self.places.push(self.place(hex, rank));
            }
        }
    }

    /// The nearest hex of each edge, if the moves that are left lead there.
    fn ways_out(&self, hexes: &mut SmallVec<[Hex; PLACES]>) {
        let table = self.view.bout.table;
        let (column, row) = self.from.to_offset();
        let edges = [
            (0, row),
            (table.width - 1, row),
            (column, 0),
            (column, table.depth - 1),
        ];
        let near = |hex: &Hex| self.from.distance(*hex) <= self.far();
        let across = edges.map(|(column, row)| Hex::from_offset(column, row));
        hexes.extend(across.into_iter().filter(near));
    }

    /// Twelve hexes each on rings around the unit.
    fn ring_places(&self, hexes: &mut SmallVec<[Hex; PLACES]>) {
        let reach = i32::from(self.reach);
        for parts in [reach / 2, reach, reach * 3 / 2, 2 * reach] {
            if parts == 0 || parts > reach && self.moves < 2 {
                continue;
            }
            hexes.extend_from_slice(&steps::ring(self.view, self.unit, parts));
        }
    }
}
