//! One attack by the rules, again and again.

use equipoise_dice::{Dice, ScriptedDice};
use equipoise_engine::{NoLog, Side};

use crate::data::fault::Faults;
use crate::data::sheet::Sheet;
use crate::options::Options;
use crate::policy_kind::PolicyKind;
use crate::rules::aim::Aim;
use crate::rules::attack::Attack;
use crate::rules::bout::Bout;
use crate::rules::game::Game;
use crate::rules::redundancy::Strike;
use crate::rules::shot::ShotOdds;
use crate::rules::state::{AP_CAP, Battle};
use crate::rules::view::{Arm, View};

/// A unit in its turn, its movement behind it, that attacks the torso of another, whole, with one weapon.
#[derive(Clone, Debug)]
pub struct ShotTrial {
    bout: Bout,
    before: Battle,
    after: Battle,
    attack: Attack,
    torso: usize,
    /// Exact odds of the attack.
    pub odds: ShotOdds,
    /// AP cost and Base Damage of the attack.
    pub strike: Strike,
}

impl ShotTrial {
    /// The attack of a unit on another with its weapon of this number; `None` if it cannot be made.
    ///
    /// # Errors
    /// Every rule that the units break.
    pub fn new(
        options: &Options,
        attacker: &Sheet,
        weapon: usize,
        target: &Sheet,
    ) -> Result<Option<Self>, Faults> {
        let melee = attacker
            .all_weapons()
            .nth(weapon)
            .is_none_or(|it| it.is_melee());
        let options = Options {
            duel_distance: if melee { 1 } else { 2 },
            ..*options
        };
        // No damage is lost at a torso of so much Defense.
        let mut target = target.clone();
        for section in &mut target.sections {
            section.defense = 200;
        }
        let bout = Bout::duel([attacker, &target], [PolicyKind::Stand; 2], &options)?;
        let table = bout.table(Side::A);
        let mut before = Battle::before(table);
        bout.put_all(&mut before, bout.starts.as_deref().unwrap_or_default());
        let mut game = Game {
            table,
            battle: &mut before,
            dice: &mut ScriptedDice::new([8]),
            log: &mut NoLog,
        };
        game.begin_round();
        let begun = game.begin_turn(0).is_ok();
        before.units[0].ap = AP_CAP;
        // The unit has moved: an air fighter does not attack before that (`mm30.vehicle.fighter-full-move`).
        if let Some(turn) = &mut before.turn {
            turn.movement = 0;
        }
        let view = View {
            table,
            battle: &before,
        };
        let Some(torso) = view.torso(1) else {
            return Ok(None);
        };
        let arm = Arm::Weapon(weapon);
        let attack = Attack::new(arm, 1, Aim::Section(torso));
        if !begun || view.check_attack(0, &attack).is_err() {
            return Ok(None);
        }
        let (odds, strike) = (view.shot_odds(0, arm, 1), view.strike(0, arm));
        Ok((strike.ap <= AP_CAP).then(|| Self {
            after: before.clone(),
            before,
            attack,
            torso,
            odds,
            strike,
            bout,
        }))
    }

    /// Defense that the torso loses in one attack.
    pub fn run<D: Dice>(&mut self, dice: &mut D) -> u16 {
        self.after.clone_from(&self.before);
        let mut game = Game {
            table: self.bout.table(Side::A),
            battle: &mut self.after,
            dice,
            log: &mut NoLog,
        };
        let made = game.attack(self.attack).is_ok();
        debug_assert!(made, "an attack that the rules allowed");
        let left = |battle: &Battle| battle.units[1].defense[self.torso];
        left(&self.before) - left(&self.after)
    }
}
