//! A second look at a battle: follows the events alone and objects to what the rules forbid.

use crate::options::{HoldCarry, LethalFailure};
use crate::rules::bout::Bout;
use crate::rules::event::{Ending, Event, RollKind};
use crate::rules::sectors::{Step, path_cost};
use crate::sector::Sector;
use equipoise_engine::{Outcome, Side};

/// What the witness knows of one mecha.
#[derive(Clone, Debug, Default)]
struct Seen {
    sector: Option<Sector>,
    boxes: u8,
    failures: u8,
    configurations: u8,
    lethal: bool,
    out: bool,
    dead: bool,
    strafe: u8,
    overdrive: usize,
    turns: u32,
    turns_this_round: u32,
    /// Own turn in which each weapon was used last.
    used: Vec<Option<u32>>,
    moves: u32,
    attacks: u32,
    scenes: u32,
    /// The last step of the battle's present turn crossed a quadrant line.
    crossed: bool,
    /// Moved, strafed in the battle's present turn.
    moved: bool,
    strafed: bool,
    destroyed: i32,
}

pub(super) struct Witness<'a> {
    bout: &'a Bout,
    units: Vec<Seen>,
    pools: Vec<u8>,
    marker: Option<Sector>,
    round: u8,
    active: Option<usize>,
    /// Extra action last begun.
    extra: Option<(usize, &'static str)>,
    /// Attack under way: attacker, target, attack, defense.
    contest: Option<(usize, usize, u8, u8)>,
    holders: Vec<usize>,
    last_roll: u8,
    margin: Option<(usize, u8)>,
    ended: Option<(Option<Side>, Ending)>,
}

impl<'a> Witness<'a> {
    pub(super) fn new(bout: &'a Bout) -> Self {
        let seen = |unit: &crate::rules::unit::CompiledUnit| {
            with!(Seen::default(),
            configurations: bout.options.configurations, overdrive: unit.pool,
            used: vec![None; unit.weapons.len()])
        };
        Self {
            bout,
            units: bout.units.iter().map(seen).collect(),
            pools: vec![0; bout.units.len()],
            marker: None,
            round: 0,
            active: None,
            extra: None,
            contest: None,
            holders: Vec::new(),
            last_roll: 0,
            margin: None,
            ended: None,
        }
    }

    pub(super) fn check(&mut self, event: &Event) {
        assert!(self.ended.is_none(), "nothing happens after the end");
        match event {
            Event::Setup {
                sectors,
                marker,
                overdrive,
            } => self.set_up(sectors, *marker, overdrive),
            Event::Shift {
                unit,
                piece,
                from,
                to,
                ..
            } => self.shift(*unit, *piece, *from, *to),
            Event::TableOrder { .. } | Event::TieDie { .. } => {}
            Event::Order { order } => self.order(order),
            Event::Round { round } => self.begin_round(*round),
            Event::Hold { unit } => {
                assert!(!self.holders.contains(unit), "nobody holds two turns");
                self.holders.push(*unit);
            }
            Event::LostTurn { unit } => self.lose_turn(*unit),
            Event::Turn { unit, held } => self.turn(*unit, *held),
            Event::ExtraAction { unit, action } => {
                assert!(self.units[*unit].scenes > 0, "a scene was earned");
                self.units[*unit].scenes -= 1;
                self.extra = Some((*unit, action));
            }
            Event::CutScene { unit, successes } => {
                assert!(*successes >= self.bout.options.cut_scene_at);
                self.units[*unit].scenes += 1;
            }
            Event::Roll { .. } | Event::Overdrive { .. } | Event::Spend { .. } => self.roll(event),
            Event::Move { .. } | Event::Strafe { .. } => self.movement(event),
            _ => self.fight(event),
        }
    }

    fn set_up(&mut self, sectors: &[Sector], marker: Sector, overdrive: &[u8]) {
        self.marker = Some(marker);
        for (unit, (&sector, &points)) in sectors.iter().zip(overdrive).enumerate() {
            self.units[unit].sector = Some(sector);
            self.pools[self.bout.units[unit].pool] = points;
        }
    }

    /// bull.tactical.spend
    fn shift(&mut self, player: usize, piece: Option<usize>, from: Sector, to: Sector) {
        self.step_between(from, to);
        if let Some(unit) = piece {
            let side = |unit: usize| self.bout.units[unit].side;
            let ally = unit != player && side(unit) == side(player);
            assert!(!ally || self.bout.options.tactical_allies, "mecha {unit}");
        }
        let place = match piece {
            None => &mut self.marker,
            Some(unit) => &mut self.units[unit].sector,
        };
        assert_eq!(place.replace(to), Some(from));
        assert_eq!(self.round, 0, "before initiative");
    }

    /// The step between neighbours (bull.setup.geometry).
    fn step_between(&self, from: Sector, to: Sector) -> Step {
        let map = &self.bout.map;
        let ids = [from, to].map(|sector| map.find(sector).expect("on the map"));
        let mut steps = map.neighbours(ids[0]).iter();
        steps.find(|(id, _)| *id == ids[1]).expect("neighbours").1
    }

    /// bull.initiative.order: everybody has one place, who is out of the fight the last ones.
    fn order(&self, order: &[usize]) {
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        assert!(sorted.iter().copied().eq(0..self.units.len()));
        let out = |unit: &&usize| self.units[**unit].out;
        let fighting = order.iter().take_while(|unit| !out(unit)).count();
        assert!(order[fighting..].iter().all(|unit| out(&unit)));
    }

    /// bull.round.structure: everybody in the fight had a turn, lost or holds it.
    fn begin_round(&mut self, round: u8) {
        assert_eq!(round, self.round + 1);
        assert!(round <= self.bout.options.round_limit);
        let carries = self.bout.options.hold_carry == HoldCarry::CarriesOver;
        for unit in 0..self.units.len() {
            let holds = carries && self.holders.contains(&unit);
            let seen = &mut self.units[unit];
            let turns = std::mem::take(&mut seen.turns_this_round);
            if round > 1 && !seen.out {
                assert!(turns == 1 || holds || carries && turns <= 2, "mecha {unit}");
            }
        }
        assert!(carries || self.holders.iter().all(|&unit| self.units[unit].out));
        self.holders.retain(|&unit| !self.units[unit].out);
        self.round = round;
    }

    fn lose_turn(&mut self, unit: usize) {
        assert!(self.holders.contains(&unit), "only held turns are lost");
        self.holders.retain(|&holder| holder != unit);
        let seen = &mut self.units[unit];
        seen.strafe = 0;
        seen.turns += 1;
        seen.turns_this_round += 1;
    }

    fn turn(&mut self, unit: usize, held: bool) {
        assert!(
            !self.units[unit].out,
            "bull.stability.accept: out of the fight"
        );
        if held {
            assert!(self.holders.contains(&unit), "bull.round.hold");
            self.holders.retain(|&holder| holder != unit);
        }
        (self.active, self.extra, self.margin) = (Some(unit), None, None);
        for seen in &mut self.units {
            (seen.crossed, seen.moved, seen.strafed) = (false, false, false);
            (seen.moves, seen.attacks, seen.scenes) = (0, 0, 0);
        }
        let wins = self.units[unit].sector == self.marker
            && self.units.iter().all(|seen| seen.out || seen.turns > 0);
        let seen = &mut self.units[unit];
        if !wins {
            seen.strafe = 0;
            seen.turns += 1;
            seen.turns_this_round += 1;
        }
    }

    fn roll(&mut self, event: &Event) {
        match *event {
            Event::Roll {
                unit,
                roll,
                dice,
                strafing,
                successes,
            } => {
                let profile = &self.bout.units[unit];
                let expected = match roll {
                    RollKind::Initiative => profile.engineering,
                    RollKind::Movement => profile.movement,
                    RollKind::Attack => dice,
                    RollKind::Defense => profile.defense,
                };
                assert_eq!(dice - strafing, expected, "bull.dice.linked-stats");
                self.last_roll = successes;
                if roll == RollKind::Movement {
                    let extra = self.extra == Some((unit, "move"));
                    self.count_part(unit, true, extra);
                }
            }
            Event::Overdrive { unit, gained, left } => {
                let pool = &mut self.pools[self.units[unit].overdrive];
                *pool += gained;
                assert_eq!((gained, *pool), (1, left), "bull.overdrive.pool");
            }
            Event::Spend {
                unit,
                points,
                left,
                roll,
                result,
            } => {
                let pool = &mut self.pools[self.units[unit].overdrive];
                assert!(0 < points && points <= *pool, "bull.overdrive.pool");
                *pool -= points;
                assert_eq!(*pool, left);
                self.last_roll = result;
                if let Some((attacker, target, attack, defense)) = &mut self.contest {
                    match roll {
                        RollKind::Attack => {
                            assert_eq!(unit, *attacker);
                            *attack = result;
                        }
                        RollKind::Defense => {
                            assert_eq!(unit, *target);
                            *defense = result;
                        }
                        _ => unreachable!("no other roll is bid on"),
                    }
                }
            }
            _ => {}
        }
    }

    /// bull.round.full-action: a Move and an Attack each once a turn; extra actions apart.
    fn count_part(&mut self, unit: usize, moves: bool, extra: bool) {
        let action = if moves { "move" } else { "attack" };
        if extra {
            assert_eq!(
                self.extra.take(),
                Some((unit, action)),
                "bull.dice.cut-scene"
            );
            return;
        }
        assert_eq!(self.active, Some(unit), "only in the own turn");
        let seen = &mut self.units[unit];
        let count = if moves {
            &mut seen.moves
        } else {
            &mut seen.attacks
        };
        *count += 1;
        assert_eq!(*count, 1, "bull.round.full-action");
    }

    fn steps(&self, path: &[Sector]) -> Vec<Step> {
        path.windows(2)
            .map(|pair| self.step_between(pair[0], pair[1]))
            .collect()
    }

    fn movement(&mut self, event: &Event) {
        match event {
            Event::Move {
                unit,
                path,
                cost,
                points,
            } => {
                let mut steps = self.steps(path);
                let sum: u8 = steps.iter().map(|step| step.cost()).sum();
                assert_eq!((sum, *points), (*cost, self.last_roll), "bull.move.roll");
                assert!(cost <= points);
                let seen = &mut self.units[*unit];
                assert_eq!(Some(path[0]), seen.sector);
                assert!(!seen.strafed, "bull.move.strafe");
                if seen.crossed {
                    steps.insert(0, Step::Quadrant);
                }
                assert!(path_cost(&steps).is_some(), "bull.move.no-double-quadrant");
                seen.sector = path.last().copied();
                seen.moved = true;
                seen.crossed = steps.last() == Some(&Step::Quadrant);
            }
            Event::Strafe { unit, pool } => {
                let seen = &mut self.units[*unit];
                assert!(!seen.moved, "bull.move.strafe");
                assert_eq!(*pool, seen.strafe.saturating_add(self.last_roll));
                (seen.strafe, seen.strafed) = (*pool, true);
            }
            _ => {}
        }
    }

    fn fight(&mut self, event: &Event) {
        match *event {
            Event::Attack {
                attacker,
                target,
                weapon,
                range,
                dice,
                cut_scene,
            } => {
                self.count_part(attacker, false, cut_scene);
                self.attack(attacker, target, weapon, range, dice, cut_scene);
            }
            Event::Strafing { unit, points, left } => {
                let seen = &mut self.units[unit];
                assert_eq!(seen.strafe, points + left, "bull.move.strafe-pool");
                seen.strafe = left;
            }
            Event::Compare {
                attacker,
                target,
                attack,
                defense,
                hit,
            } => {
                assert_eq!(hit, attack > defense, "bull.hit.compare");
                let contest = self.contest.take().expect("an attack");
                assert_eq!((contest.0, contest.1), (attacker, target));
                self.margin = hit.then(|| (target, attack - defense));
            }
            _ => self.damage(event),
        }
    }

    fn attack(
        &mut self,
        attacker: usize,
        target: usize,
        weapon: usize,
        range: u8,
        dice: u8,
        cut_scene: bool,
    ) {
        let [own, other] = [attacker, target].map(|unit| &self.bout.units[unit]);
        assert_ne!(own.side, other.side, "bull.attack.choose");
        assert!(!self.units[target].out && !self.units[attacker].out);
        let [from, to] = [attacker, target].map(|unit| {
            let sector = self.units[unit].sector.expect("set up");
            self.bout.map.find(sector).expect("on the map")
        });
        assert_eq!(range, self.bout.map.range(from, to), "bull.attack.range");
        let penalty = if cut_scene {
            0
        } else {
            range.abs_diff(own.weapons[weapon].optimal_range)
        };
        assert_eq!(
            dice,
            own.attack.saturating_sub(penalty),
            "bull.attack.range-penalty"
        );
        let rest = u32::from(self.bout.options.cooldown_turns);
        let seen = &mut self.units[attacker];
        if let Some(used) = seen.used[weapon] {
            assert!(seen.turns > used + rest, "bull.attack.cooldown");
        }
        seen.used[weapon] = Some(seen.turns);
        self.contest = Some((attacker, target, 0, 0));
    }

    fn damage(&mut self, event: &Event) {
        let options = &self.bout.options;
        match event {
            Event::Box { unit, boxes } => {
                assert_eq!(self.margin.map(|margin| margin.0), Some(*unit));
                let seen = &mut self.units[*unit];
                seen.boxes = (seen.boxes + 1).min(options.damage_boxes);
                assert_eq!(seen.boxes, *boxes, "bull.hit.one-box");
            }
            Event::Stability {
                unit, face, holds, ..
            } => {
                let seen = &mut self.units[*unit];
                assert_eq!(*holds, *face > seen.boxes, "bull.stability.roll");
                seen.failures += u8::from(!holds);
            }
            Event::FightOn {
                unit,
                configurations,
            } => {
                let seen = &mut self.units[*unit];
                seen.configurations = seen.configurations.saturating_sub(1);
                assert_eq!(
                    seen.configurations, *configurations,
                    "bull.stability.fight-on"
                );
            }
            Event::Lethal { unit } => {
                let seen = &mut self.units[*unit];
                assert!(
                    !seen.lethal && seen.configurations == 0,
                    "bull.lethal.enter"
                );
                seen.lethal = true;
            }
            Event::Dead { unit } => {
                let seen = &mut self.units[*unit];
                assert!(seen.lethal, "bull.lethal.death");
                if options.lethal_failure == LethalFailure::ThirdOverall {
                    assert!(seen.failures >= 3, "bull.lethal.death");
                }
                (seen.out, seen.dead) = (true, true);
                self.leave_fight(*unit, true);
            }
            Event::Disabled { unit } => {
                self.units[*unit].out = true;
                self.leave_fight(*unit, options.disabled_counts_as_destroyed);
            }
            Event::Push {
                unit, path, margin, ..
            } => self.push(*unit, path, *margin),
            Event::End { winner, ending } => self.end(*winner, *ending),
            other => panic!("{other:?} is not known to the witness"),
        }
    }

    fn leave_fight(&mut self, unit: usize, counts: bool) {
        let enemy = self.bout.units[unit].side.other();
        let first = self.bout.side(enemy).start;
        self.units[first].destroyed += i32::from(counts);
    }

    /// bull.hit.knockback
    fn push(&mut self, unit: usize, path: &[Sector], margin: u8) {
        let options = &self.bout.options;
        assert_eq!(self.margin, Some((unit, margin)));
        let steps = self.steps(path);
        let cost: u8 = steps.iter().map(|step| step.cost()).sum();
        // Of a push that must be whole and goes to and fro, a shorter way is told.
        let whole =
            cost == margin || margin > 24 && cost >= 23 && (margin - cost).is_multiple_of(2);
        assert!(cost <= margin && (options.knockback_optional || whole));
        assert!(options.knockback_double_quadrant || path_cost(&steps).is_some());
        let seen = &mut self.units[unit];
        assert_eq!(seen.sector, Some(path[0]));
        seen.sector = path.last().copied();
        assert!(!seen.out);
    }

    fn end(&mut self, winner: Option<Side>, ending: Ending) {
        let beaten = |side: Side| {
            let counts = |seen: &Seen| {
                seen.dead || seen.out && self.bout.options.disabled_counts_as_destroyed
            };
            self.units[self.bout.side(side)].iter().all(counts)
        };
        match ending {
            Ending::Objective => {
                let unit = self.active.expect("a turn has begun");
                assert_eq!(winner, Some(self.bout.units[unit].side));
                assert_eq!(
                    self.units[unit].sector, self.marker,
                    "bull.victory.objective"
                );
                assert!(self.units.iter().all(|seen| seen.out || seen.turns > 0));
            }
            Ending::Elimination => {
                let winner = winner.expect("somebody has won");
                assert!(beaten(winner.other()), "bull.victory.elimination");
            }
            Ending::RoundLimit => {
                assert_eq!((winner, self.round), (None, self.bout.options.round_limit));
            }
        }
        assert!(ending == Ending::Elimination || !Side::BOTH.into_iter().any(beaten));
        self.ended = Some((winner, ending));
    }

    /// The outcome is what the events tell.
    pub(super) fn close(&self, outcome: &Outcome) {
        let (winner, _) = self.ended.expect("the battle has ended");
        let score = Side::BOTH.map(|side| {
            let own = self.bout.side(side);
            self.units[own]
                .iter()
                .map(|seen| seen.destroyed)
                .sum::<i32>()
        });
        let told = Outcome {
            winner,
            score,
            rounds: self.round,
        };
        assert_eq!(*outcome, told);
    }
}
