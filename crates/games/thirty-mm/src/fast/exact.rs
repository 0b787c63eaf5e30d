//! Standing duels, computed.
//!
//! Under `stand` nobody moves, every attack is aimed at one section, and neither side's fire changes the
//! other's. So the turn in which each side destroys the other is worked out by itself, with the choices of
//! the policy for every number of Action Points and every Defense that the section may have left.

use equipoise_dice::{StreamDice, stream};
use equipoise_engine::{Exact, ExactError, Side};

use crate::data::kind::{SectionKind, UnitKind};
use crate::data::weapon::Tag;
use crate::options::ApCapScope;
use crate::policy::Stand;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::play::placed;
use crate::rules::state::{AP_CAP, Battle, Phase, Table, UnitId};
use crate::rules::view::View;

/// Duels that can be computed.
const WHICH: &str = "only duels in which both units stand and fire can be computed: policy stand on both sides, \
                     no air fighter, no indirect fire, one torso each";

/// The most Action Points at hand where the cap binds at the end of a turn only: the cap, an 8 and the
/// bonus of the heaviest class.
const MOST_AP: usize = AP_CAP as usize + 12;

/// Computes a standing duel.
///
/// # Errors
/// When the duel is no standing one, when there are more than so many states, or when `watch`, which hears
/// the number of states so far, returns false.
pub(crate) fn exact(
    bout: &Bout,
    most_states: u64,
    watch: &mut dyn FnMut(u64) -> bool,
) -> Result<Exact, ExactError> {
    let table = bout.table(Side::A);
    let [Some(_), Some(_), None] = [0, 1, 2].map(|unit| table.pieces.get(unit)) else {
        return Err(ExactError::NotADuel);
    };
    if !stands(bout) {
        return Err(ExactError::OnlySome(WHICH));
    }
    let mut battle = match &bout.starts {
        Some(starts) => {
            let mut battle = Battle::before(table);
            bout.put_all(&mut battle, starts);
            battle
        }
        // The one free hex of each side: no die decides where the units stand to each other.
        None => placed(bout, &mut StreamDice::new(stream(0, 0, 0))),
    };
    let rounds = usize::from(table.options.round_limit);
    let mut states = 0;
    let mut fire = |unit: UnitId| {
        let fire = Fire::new(table, &mut battle, unit)?;
        fire.turns_until_gone(rounds, &mut |more| {
            states += more;
            if states > most_states {
                return Err(ExactError::TooManyStates(most_states));
            }
            if watch(states) {
                Ok(())
            } else {
                Err(ExactError::Cancelled)
            }
        })
    };
    let gone = [fire(0)?, fire(1)?];
    Ok(result(&gone, bout.attacker, states))
}

/// Whether both units do nothing but fire from where they are, and where that is.
fn stands(bout: &Bout) -> bool {
    let table = bout.table(Side::A);
    let one_torso = table.pieces.iter().all(|piece| {
        let sections = piece.sheet.sections.iter();
        let torsos = sections.filter(|it| it.kind == SectionKind::Torso);
        torsos.count() <= 1 && piece.sheet.kind != UnitKind::AirFighter
    });
    let open = table.terrain == Default::default() && table.markers.is_empty();
    // With a middle file there is one hex that a unit prefers.
    let placed = bout.starts.is_some() || table.board.files() % 2 == 1;
    bout.policies == [PolicyKind::Stand; 2] && one_torso && open && placed
}

/// What a unit does with its Action Points: for each phase, each number of points and each Defense the
/// section may have left, an attack.
struct Fire {
    /// By phase (ranged, close), Action Points, Defense.
    shots: [Vec<Vec<Option<Shot>>>; 2],
    bonus: usize,
    defense: usize,
    scope: ApCapScope,
}

/// One attack: its price, the damage of a hit and a critical hit, the probabilities of both, and the phase
/// it is made in.
#[derive(Clone, Copy)]
struct Shot {
    ap: usize,
    damage: [usize; 2],
    chances: [f64; 2],
    phase: usize,
}

/// The phases in which units attack.
const PHASES: [Phase; 2] = [Phase::Ranged, Phase::Close];

/// Probabilities by Defense left.
type Row = Vec<f64>;

impl Fire {
    fn new(table: &Table, battle: &mut Battle, unit: UnitId) -> Result<Self, ExactError> {
        let target = 1 - unit;
        let whole = battle.units[target].defense.clone();
        let torso = View { table, battle }.torso(target);
        let torso = torso.ok_or(ExactError::OnlySome(WHICH))?;
        let defense = usize::from(whole[torso]);
        let mut shots = PHASES.map(|_| vec![vec![None; defense + 1]; MOST_AP + 1]);
        for (phase, by_ap) in PHASES.into_iter().zip(&mut shots) {
            for (ap, row) in by_ap.iter_mut().enumerate() {
                for (left, shot) in row.iter_mut().enumerate().skip(1) {
                    battle.units[unit].ap = ap as u8;
                    battle.units[target].defense[torso] = left as u16;
                    *shot = choose(View { table, battle }, unit, phase)?;
                }
            }
        }
        battle.units[unit].ap = 0;
        battle.units[target].defense = whole;
        Ok(Self {
            shots,
            bonus: table.pieces[unit].class.ap_bonus().into(),
            defense,
            scope: table.options.ap_cap_scope,
        })
    }

    /// Probability that the section is gone in exactly the first, second, ... turn; `tell` hears how many
    /// states each turn has.
    fn turns_until_gone(
        &self,
        turns: usize,
        tell: &mut dyn FnMut(u64) -> Result<(), ExactError>,
    ) -> Result<Vec<f64>, ExactError> {
        let cap = usize::from(AP_CAP);
        let mut stored = vec![vec![0.0; self.defense + 1]; cap + 1];
        stored[0][self.defense] = 1.0;
        let mut gone = Vec::with_capacity(turns);
        for _ in 0..turns {
            let mut open = vec![vec![0.0; self.defense + 1]; MOST_AP + 1];
            for (ap, row) in stored.iter().enumerate() {
                for face in 1..=8 {
                    let rolled = ap + face + self.bonus;
                    let ap = match self.scope {
                        ApCapScope::Always => rolled.min(cap),
                        ApCapScope::EndOfTurn => rolled,
                    };
                    add(&mut open[ap], row, 1.0 / 8.0);
                }
            }
            let cells = open.iter().flatten().filter(|&&chance| chance > 0.0);
            tell(cells.count() as u64)?;
            let (after, ended) = self.turn(open);
            stored = after;
            gone.push(ended);
        }
        Ok(gone)
    }

    /// Fires until the policy stops, from every number of Action Points at hand; what is kept, and the
    /// probability that the section goes.
    fn turn(&self, open: Vec<Row>) -> (Vec<Row>, f64) {
        let cap = usize::from(AP_CAP);
        let mut kept = vec![vec![0.0; self.defense + 1]; cap + 1];
        let mut gone = 0.0;
        let closed = vec![vec![0.0; self.defense + 1]; MOST_AP + 1];
        let mut at = [open, closed];
        // Every attack costs a point, and phases go forward: each cell is done before it is left.
        for ap in (0..=MOST_AP).rev() {
            for phase in 0..PHASES.len() {
                for left in (1..=self.defense).rev() {
                    let here = at[phase][ap][left];
                    if here == 0.0 {
                        continue;
                    }
                    let Some(shot) = self.shots[phase][ap][left] else {
                        kept[ap.min(cap)][left] += here;
                        continue;
                    };
                    let row = &mut at[shot.phase][ap - shot.ap];
                    let [hit, critical] = shot.chances;
                    row[left] += here * (1.0 - hit - critical);
                    for (damage, chance) in shot.damage.into_iter().zip(shot.chances) {
                        match left.checked_sub(damage) {
                            None | Some(0) => gone += here * chance,
                            Some(rest) => row[rest] += here * chance,
                        }
                    }
                }
            }
        }
        (kept, gone)
    }
}

fn add(to: &mut Row, row: &Row, share: f64) {
    for (sum, chance) in to.iter_mut().zip(row) {
        *sum += chance * share;
    }
}

/// The attack that the policy makes.
fn choose(view: View<'_>, unit: UnitId, phase: Phase) -> Result<Option<Shot>, ExactError> {
    let Some(attack) = Stand::shot(view, unit, phase) else {
        return Ok(None);
    };
    let indirect = attack.arm.weapon().is_some_and(|at| {
        let weapon = &view.piece(unit).weapons[at];
        weapon.has(Tag::IndirectFire)
    });
    let strike = view.strike(unit, attack.arm);
    if indirect || strike.ap == 0 {
        return Err(ExactError::OnlySome(WHICH));
    }
    let [_, hit, critical] = view.shot_odds(unit, attack.arm, attack.target).chances();
    let close = view.range(unit, attack.arm) <= 1 || phase == Phase::Close;
    Ok(Some(Shot {
        ap: strike.ap.into(),
        damage: [strike.damage, strike.critical()].map(usize::from),
        chances: [hit, critical],
        phase: usize::from(close),
    }))
}

/// The duel of two sides that destroy each other in these turns of their own; without an Attacker either
/// side acts first as often.
fn result(gone: &[Vec<f64>; 2], attacker: Option<Side>, states: u64) -> Exact {
    let first = match attacker {
        Some(Side::A) => [1.0, 0.0],
        Some(Side::B) => [0.0, 1.0],
        None => [0.5, 0.5],
    };
    let (mut wins, mut draws, mut rounds) = ([0.0; 2], 0.0, 0.0);
    for (leader, share) in Side::BOTH.into_iter().zip(first) {
        let (own, other) = (leader.index(), leader.other().index());
        // Probability that each side's enemy stands.
        let mut stands = [1.0, 1.0];
        for (&first, &second) in gone[own].iter().zip(&gone[other]) {
            rounds += share * stands[0] * stands[1];
            wins[own] += share * first * stands[other];
            stands[own] -= first;
            wins[other] += share * second * stands[own];
            stands[other] -= second;
        }
        draws += share * stands[0] * stands[1];
    }
    Exact {
        wins,
        draws,
        score_mean: wins,
        score_sd: wins.map(|p| (p * (1.0 - p)).max(0.0).sqrt()),
        rounds_mean: rounds,
        states,
        mass_error: (wins[0] + wins[1] + draws - 1.0).abs(),
    }
}
