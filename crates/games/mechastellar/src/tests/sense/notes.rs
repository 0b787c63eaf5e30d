//! What is noted about the decisions of a battle.

use super::turns::TurnNotes;
use super::{purchases, turns};
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
    turn: Option<TurnNotes>,
}

impl Notes {
    /// How often a kind was found in 1,000 activations, or deployments of an army.
    pub(super) fn rate(&self, kind: Kind) -> f64 {
        let found = self.cases.iter().filter(|case| case.kind == kind).count();
        let of = match kind {
            Kind::CornerRow => self.deployments,
            _ => self.activations,
        };
        1000.0 * found as f64 / f64::from(of)
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
    }

    /// The turn of the active unit is over.
    pub(super) fn close(&mut self, view: View<'_>) {
        let Some(turn) = self.turn.take() else { return };
        let found = [
            (Kind::HeldFire, turns::held_fire(&turn, view)),
            (Kind::StoodIdle, turns::stood_idle(&turn, view)),
            (Kind::UnusedZeal, turns::left_zeal_unused(&turn, view)),
            (Kind::RoundTrip, turns::made_a_round_trip(&turn, view)),
            (Kind::CutShort, turns::was_cut_short(&turn, view)),
        ];
        for (kind, _) in found.into_iter().filter(|(_, found)| *found) {
            let what = format!("{:?}", turn.actions);
            self.add(view, view.state.turn.unit, kind, &what);
        }
    }

    pub(super) fn add(&mut self, view: View<'_>, unit: UnitId, kind: Kind, what: &str) {
        let name = &view.profile(unit).profile.name;
        let round = view.state.round;
        let what = format!("{}, round {round}, {name} ({unit}): {what}", self.label);
        self.cases.push(Case { kind, what });
    }
}
