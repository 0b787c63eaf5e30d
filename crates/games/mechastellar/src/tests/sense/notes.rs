//! What is noted about the decisions of a battle.

use equipoise_engine::Outcome;

use super::turns::TurnNotes;
use super::{purchases, turns};
use crate::data::profile::UnitType;
use crate::rules::clash::Clash;
use crate::rules::decision::{Action, AttackSkills, DefenceSkills};
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// Kinds of silly plays; each is described where it is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    HeldFire,
    StoodIdle,
    WeakAttack,
    WastedSkill,
    WastedUse,
    UnusedZeal,
    RoundTrip,
    CutShort,
    CornerRow,
    DiedRich,
    PressedLate,
    LostChallenge,
    ThereAndBack,
    DoubledBack,
    PaidTie,
    RichKaiju,
}

impl Kind {
    const COUNT: usize = Self::RichKaiju as usize + 1;
}

/// A silly play, where and when.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) kind: Kind,
    pub(super) what: String,
}

/// Everything noted so far.
#[derive(Default)]
pub(super) struct Notes {
    /// The battle that is played, for the cases.
    pub(super) label: String,
    pub(super) activations: u32,
    pub(super) deployments: u32,
    pub(super) cases: Vec<Case>,
    /// How often there was occasion for a kind that is not counted by activations.
    occasions: [u32; Kind::COUNT],
    turn: Option<TurnNotes>,
    challenge: Option<Challenge>,
    /// Momentum that each side has paid in turns without an attack.
    idly_paid: [u8; 2],
    /// Turns of all battles that have done so.
    pub(super) idle_payments: u32,
}

/// A Challenge that is not settled yet.
#[derive(Clone, Copy)]
struct Challenge {
    round: u8,
    pair: (UnitId, UnitId),
}

impl Notes {
    /// How often a kind was found in 1,000 activations, deployments of an army, or occasions of its own.
    pub(super) fn rate(&self, kind: Kind) -> f64 {
        let found = self.cases.iter().filter(|case| case.kind == kind).count();
        let of = match kind {
            Kind::CornerRow => self.deployments,
            Kind::DiedRich
            | Kind::PressedLate
            | Kind::LostChallenge
            | Kind::PaidTie
            | Kind::RichKaiju => self.occasions[kind as usize],
            _ => self.activations,
        };
        1000.0 * found as f64 / f64::from(of)
    }

    /// A battle begins.
    pub(super) fn begin(&mut self, view: View<'_>) {
        self.challenge = None;
        self.idly_paid = [0; 2];
        let kaiju = view
            .bout
            .units
            .iter()
            .any(|unit| unit.unit_type == UnitType::Kaiju);
        self.occasions[Kind::RichKaiju as usize] += u32::from(kaiju);
    }

    /// Follows a Challenge to the end of the next round.
    pub(super) fn watch_challenge(&mut self, view: View<'_>, over: bool) {
        let round = view.state.round;
        if let Some(Challenge {
            round: issued,
            pair,
        }) = self.challenge
        {
            let (unit, enemy) = pair;
            let settled = round > issued + 1 || over || !view.is_unit(unit) || !view.is_unit(enemy);
            if !settled {
                return;
            }
            self.challenge = None;
            if !view.is_unit(unit) && view.is_unit(enemy) {
                let name = &view.profile(enemy).profile.name;
                let what = format!("challenged {name} ({enemy}) in round {issued}");
                self.add(view, unit, Kind::LostChallenge, &what);
            }
        } else if let Some(pair) = view.state.challenge
            && !over
            && view.is_unit(pair.0)
            && view.is_unit(pair.1)
        {
            self.occasions[Kind::LostChallenge as usize] += 1;
            self.challenge = Some(Challenge { round, pair });
        }
    }

    /// A unit is about to take its turn.
    pub(super) fn open(&mut self, view: View<'_>) {
        self.activations += 1;
        self.turn = Some(TurnNotes::new(view));
    }

    /// An action as it is chosen.
    pub(super) fn action(&mut self, view: View<'_>, action: Action) {
        let unit = view.state.turn.unit;
        if let Some(turn) = &mut self.turn {
            let attacks = matches!(action, Action::Attack { .. });
            if attacks && (turns::may_press_on(view) || turn.just_pressed_on()) {
                self.occasions[Kind::PressedLate as usize] += 1;
            }
            turn.action(view, action);
        }
        if purchases::is_weak_attack(view, action) {
            self.add(view, unit, Kind::WeakAttack, &format!("{action:?}"));
        }
        if purchases::is_wasted_use(view, action) {
            self.add(view, unit, Kind::WastedUse, &format!("{action:?}"));
        }
    }

    pub(super) fn attack_skills(&mut self, view: View<'_>, clash: &Clash, skills: AttackSkills) {
        if purchases::is_wasted_attack_skill(view, clash, skills) {
            let what = format!("{skills:?}");
            self.add(view, clash.strike.attacker(), Kind::WastedSkill, &what);
        }
    }

    pub(super) fn defence_skills(&mut self, view: View<'_>, clash: &Clash, skills: DefenceSkills) {
        if purchases::is_wasted_defence_skill(view, clash, skills) {
            let what = format!("{skills:?}");
            self.add(view, clash.strike.target(), Kind::WastedSkill, &what);
        }
        if let Some(saved) = purchases::is_saved(view, clash, skills) {
            self.occasions[Kind::DiedRich as usize] += 1;
            if !saved {
                let what = format!("{} Momentum", view.momentum_of(clash.strike.target()));
                self.add(view, clash.strike.target(), Kind::DiedRich, &what);
            }
        }
        if purchases::is_rich_kaiju(view, clash, skills) {
            let what = format!("{} unblocked", view.through(clash));
            self.add(view, clash.strike.target(), Kind::RichKaiju, &what);
        }
    }

    /// The turn of the active unit is over.
    pub(super) fn close(&mut self, view: View<'_>) {
        let Some(mut turn) = self.turn.take() else {
            return;
        };
        turn.watch_distance(view);
        let unit = view.state.turn.unit;
        let paid = turns::idly_paid(&turn, view);
        self.idly_paid[view.side_of(unit).index()] += paid;
        self.idle_payments += u32::from(paid > 0);
        let found = [
            (Kind::HeldFire, turns::held_fire(&turn, view)),
            (Kind::StoodIdle, turns::stood_idle(&turn, view)),
            (Kind::UnusedZeal, turns::left_zeal_unused(&turn, view)),
            (Kind::RoundTrip, turns::made_a_round_trip(&turn, view)),
            (Kind::CutShort, turns::was_cut_short(&turn, view)),
            (Kind::PressedLate, turns::pressed_late(&turn)),
            (Kind::ThereAndBack, turns::went_there_and_back(&turn, view)),
            (Kind::DoubledBack, turns::doubled_back(&turn, view)),
        ];
        for (kind, _) in found.into_iter().filter(|(_, found)| *found) {
            let what = format!("{:?}", turn.actions);
            self.add(view, view.state.turn.unit, kind, &what);
        }
    }

    /// The battle is over.
    pub(super) fn end(&mut self, view: View<'_>, outcome: &Outcome) {
        if !view.is_duel() {
            return;
        }
        self.occasions[Kind::PaidTie as usize] += 1;
        if let (Some(winner), [0, 0]) = (outcome.winner, outcome.score) {
            let loser = winner.other();
            let paid = self.idly_paid[loser.index()];
            if view.momentum(winner) <= view.momentum(loser) + paid {
                let unit = view.bout.side(loser).start;
                self.add(view, unit, Kind::PaidTie, &format!("{paid} Momentum"));
            }
        }
    }

    pub(super) fn add(&mut self, view: View<'_>, unit: UnitId, kind: Kind, what: &str) {
        let name = &view.profile(unit).profile.name;
        let round = view.state.round;
        let what = format!("{}, round {round}, {name} ({unit}): {what}", self.label);
        self.cases.push(Case { kind, what });
    }
}
