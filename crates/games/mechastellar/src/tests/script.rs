//! The player of rule tests, who answers as the test scripts it.

use std::cell::RefCell;
use std::collections::VecDeque;

use equipoise_dice::{Dice, Reroll};

use equipoise_engine::{Hex, Side};

use crate::policy::policy::Policy;
use crate::rules::clash::{Clash, CounterTerms, Strike};
use crate::rules::decision::{
    Action, AttackBonus, AttackSkills, Boon, Command, DefenceBonus, DefenceSkills, Offer, Order,
    Plan, Reform, Reply, Tuning,
};
use crate::rules::hurt::{Hurt, Location};
use crate::rules::unit_id::{UnitId, UnitSet, bits};
use crate::rules::view::View;

/// The answers a scripted player gives; queues give one answer a question, then "nothing".
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) goes_first: bool,
    pub(crate) deploy: Option<[(Hex, Hex); 2]>,
    /// Placed first when it may be, in alternate deployment.
    pub(crate) deploy_first: Vec<UnitId>,
    pub(crate) turn_about: Option<Hex>,
    /// Waves come in their round and not before.
    pub(crate) late_waves: bool,
    /// Answers, then yes.
    pub(crate) blindside: VecDeque<bool>,
    /// Weapons and uses put into Support Mode for a roll at most.
    pub(crate) support_most: u8,
    pub(crate) slip_away: Option<Hex>,
    pub(crate) lead: Option<UnitId>,
    pub(crate) clear_point: bool,
    pub(crate) dodge: VecDeque<Hex>,
    /// Instead of (0, 1).
    pub(crate) drag: VecDeque<Hex>,
    /// Asked for once.
    pub(crate) reform: Option<Reform>,
    /// The piece to throw or to have checked, if it is among those that may be.
    pub(crate) piece: usize,
    pub(crate) challenge: [Option<(UnitId, UnitId)>; 2],
    pub(crate) revenge: Option<UnitId>,
    /// Activated first when it may be.
    pub(crate) prefer: Vec<UnitId>,
    pub(crate) plan: Plan,
    pub(crate) actions: VecDeque<Action>,
    pub(crate) lock_on: bool,
    /// The attacker does without Lock On whatever `lock_on` says.
    pub(crate) declines_lock_on: bool,
    pub(crate) attack_bonus: AttackBonus,
    pub(crate) defence_bonus: DefenceBonus,
    pub(crate) trade: bool,
    pub(crate) attack_reroll: Option<Reroll>,
    pub(crate) attack_skills: VecDeque<AttackSkills>,
    pub(crate) defence_reroll: Option<Reroll>,
    pub(crate) defence_skills: VecDeque<DefenceSkills>,
    pub(crate) battle_damage: VecDeque<Option<Location>>,
    pub(crate) called_shots: VecDeque<Option<Location>>,
    pub(crate) counter: Option<usize>,
    pub(crate) counter_special: bool,
    pub(crate) commands: [VecDeque<Command>; 2],
    pub(crate) sweep: Vec<UnitId>,
    /// Weapons to put into Support Mode, attacking and defending.
    pub(crate) support: [u16; 2],
    pub(crate) assign: Option<[i32; 3]>,
    /// HITS on a squad destroy its weakest models first, as the policies have it.
    pub(crate) weakest_first: bool,
    pub(crate) push: VecDeque<Hex>,
    pub(crate) pay_collision: bool,
    pub(crate) buy_off_stun: bool,
    pub(crate) stunned: (u8, u8),
    pub(crate) transform: Option<u8>,
    /// Instead of `transform` after a melee attack.
    pub(crate) transform_after_melee: Option<u8>,
    pub(crate) boon: Boon,
    pub(crate) tune: Tuning,
    /// Allies to give free Focus first.
    pub(crate) guide: Vec<UnitId>,
    pub(crate) smash_cover: bool,
    pub(crate) order: bool,
    /// Orders a unit holds at most.
    pub(crate) orders_each: u8,
    pub(crate) launch: Option<Hex>,
    pub(crate) repair: VecDeque<UnitId>,
    pub(crate) board: bool,
    pub(crate) reinforce: Option<(UnitId, Hex)>,
    pub(crate) rout: bool,
    /// Points for the barrier, one answer a question.
    pub(crate) recharge: VecDeque<u8>,
    /// What the policy was asked, in order.
    pub(crate) asked: Vec<&'static str>,
}

impl Default for Script {
    fn default() -> Self {
        Self {
            goes_first: true,
            deploy: None,
            deploy_first: Vec::new(),
            turn_about: None,
            late_waves: false,
            blindside: VecDeque::new(),
            support_most: u8::MAX,
            slip_away: None,
            lead: None,
            clear_point: false,
            dodge: VecDeque::new(),
            drag: VecDeque::new(),
            reform: None,
            piece: 0,
            challenge: [None; 2],
            revenge: None,
            prefer: Vec::new(),
            plan: Plan::default(),
            actions: VecDeque::new(),
            lock_on: true,
            declines_lock_on: false,
            attack_bonus: AttackBonus::Die,
            defence_bonus: DefenceBonus::Die,
            trade: false,
            attack_reroll: None,
            attack_skills: VecDeque::new(),
            defence_reroll: None,
            defence_skills: VecDeque::new(),
            battle_damage: VecDeque::new(),
            called_shots: VecDeque::new(),
            counter: None,
            counter_special: false,
            commands: [VecDeque::new(), VecDeque::new()],
            sweep: Vec::new(),
            support: [0; 2],
            assign: None,
            weakest_first: false,
            push: VecDeque::new(),
            pay_collision: false,
            buy_off_stun: false,
            stunned: (0, 0),
            transform: None,
            transform_after_melee: None,
            boon: Boon::Momentum,
            tune: Tuning::Pen,
            guide: Vec::new(),
            smash_cover: false,
            order: false,
            orders_each: 1,
            launch: None,
            repair: VecDeque::new(),
            board: false,
            reinforce: None,
            rout: false,
            recharge: VecDeque::new(),
            asked: Vec::new(),
        }
    }
}

thread_local! {
    pub(super) static SCRIPT: RefCell<Script> = RefCell::default();
}

/// The policy that answers from the script of the test's thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScriptPolicy;

fn answer<T>(question: &'static str, read: impl FnOnce(&mut Script) -> T) -> T {
    SCRIPT.with_borrow_mut(|script| {
        script.asked.push(question);
        read(script)
    })
}

impl Policy for ScriptPolicy {
    fn goes_first<D: Dice>(&self, _: View<'_>, _: Side, _: &mut D) -> bool {
        answer("goes_first", |s| s.goes_first)
    }

    fn deploy<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> (Hex, Hex) {
        let side = view.side_of(unit);
        let forward = Hex::new(0, if side == Side::A { 1 } else { -1 });
        let centre = (view.bout.table.from_edge(side, 5, 3), forward);
        answer("deploy", |s| {
            s.deploy.map_or(centre, |spots| spots[side.index()])
        })
    }

    fn deploy_next<D: Dice>(
        &self,
        view: View<'_>,
        side: Side,
        among: UnitSet,
        _: &mut D,
    ) -> UnitId {
        let first = answer("deploy_next", |s| s.deploy_first.clone());
        let mut order = first.into_iter().chain(view.bout.side(side));
        order.find(|&u| among.contains(u)).unwrap_or_default()
    }

    fn early_wave<D: Dice>(&self, _: View<'_>, _: Side, _: &mut D) -> bool {
        !answer("early_wave", |s| s.late_waves)
    }

    fn turn_about<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> Option<Hex> {
        answer("turn_about", |s| s.turn_about)
    }

    fn blindside<D: Dice>(&self, _: View<'_>, _: &Strike, _: &mut D) -> bool {
        answer("blindside", |s| s.blindside.pop_front()).unwrap_or(true)
    }

    fn slip_away<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> Option<Hex> {
        answer("slip_away", |s| s.slip_away)
    }

    fn lead<D: Dice>(&self, view: View<'_>, fallen: UnitId, among: UnitSet, _: &mut D) -> UnitId {
        let wanted = answer("lead", |s| s.lead);
        let mut order = wanted
            .into_iter()
            .chain(view.bout.side(view.side_of(fallen)));
        order.find(|&u| among.contains(u)).unwrap_or_default()
    }

    fn clear_point<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> bool {
        answer("clear_point", |s| s.clear_point)
    }

    fn challenge<D: Dice>(&self, _: View<'_>, side: Side, _: &mut D) -> Option<(UnitId, UnitId)> {
        answer("challenge", |s| s.challenge[side.index()])
    }

    fn revenge<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> Option<UnitId> {
        answer("revenge", |s| s.revenge)
    }

    fn activate<D: Dice>(&self, view: View<'_>, side: Side, among: UnitSet, _: &mut D) -> UnitId {
        let preferred = answer("activate", |s| s.prefer.clone());
        let own = |&u: &UnitId| among.contains(u) && view.side_of(u) == side;
        preferred
            .into_iter()
            .chain(view.bout.side(side))
            .find(own)
            .expect("the rules ask only when a unit can be activated")
    }

    fn plan<D: Dice>(&self, _: View<'_>, _: UnitId, _: Order, _: &mut D) -> Plan {
        answer("plan", |s| s.plan)
    }

    fn action<D: Dice>(&self, _: View<'_>, _: &mut D) -> Action {
        answer("action", |s| s.actions.pop_front()).unwrap_or(Action::End)
    }

    fn dodge<D: Dice>(&self, _: View<'_>, _: &Strike, _: &mut D) -> Option<Hex> {
        answer("dodge", |s| s.dodge.pop_front())
    }

    fn lock_on<D: Dice>(&self, _: View<'_>, _: &Strike, defending: bool, _: &mut D) -> bool {
        answer(
            if defending {
                "lock_on defending"
            } else {
                "lock_on"
            },
            |s| s.lock_on && (defending || !s.declines_lock_on),
        )
    }

    fn attack_bonus<D: Dice>(&self, _: View<'_>, _: &Strike, _: &mut D) -> AttackBonus {
        answer("attack_bonus", |s| s.attack_bonus)
    }

    fn defence_bonus<D: Dice>(&self, _: View<'_>, _: &Strike, _: &mut D) -> DefenceBonus {
        answer("defence_bonus", |s| s.defence_bonus)
    }

    fn trade<D: Dice>(&self, _: View<'_>, _: &Strike, _: &mut D) -> bool {
        answer("trade", |s| s.trade)
    }

    fn attack_reroll<D: Dice>(&self, _: View<'_>, _: &Clash, _: &mut D) -> Option<Reroll> {
        answer("attack_reroll", |s| s.attack_reroll)
    }

    fn attack_skills<D: Dice>(&self, _: View<'_>, _: &Clash, _: &mut D) -> AttackSkills {
        answer("attack_skills", |s| s.attack_skills.pop_front()).unwrap_or_default()
    }

    fn defence_reroll<D: Dice>(&self, _: View<'_>, _: &Clash, _: &mut D) -> Option<Reroll> {
        answer("defence_reroll", |s| s.defence_reroll)
    }

    fn defence_skills<D: Dice>(&self, _: View<'_>, _: &Clash, _: &mut D) -> DefenceSkills {
        answer("defence_skills", |s| s.defence_skills.pop_front()).unwrap_or_default()
    }

    fn recharge<D: Dice>(&self, _: View<'_>, _: &Clash, _: &mut D) -> u8 {
        answer("recharge", |s| s.recharge.pop_front()).unwrap_or(0)
    }

    fn battle_damage<D: Dice>(&self, _: View<'_>, _: &Hurt, _: &mut D) -> Option<Location> {
        answer("battle_damage", |s| s.battle_damage.pop_front()).flatten()
    }

    fn called_shot<D: Dice>(&self, _: View<'_>, _: &Hurt, _: &mut D) -> Option<Location> {
        answer("called_shot", |s| s.called_shots.pop_front()).flatten()
    }

    fn counter<D: Dice>(
        &self,
        _: View<'_>,
        _: &Strike,
        _: CounterTerms,
        _: &mut D,
    ) -> Option<Reply> {
        answer("counter", |s| {
            s.counter.map(|weapon| Reply {
                weapon,
                special: s.counter_special,
            })
        })
    }

    fn sweep<D: Dice>(
        &self,
        _: View<'_>,
        _: &Strike,
        chosen: UnitSet,
        _: &mut D,
    ) -> Option<UnitId> {
        let others = answer("sweep", |s| s.sweep.clone());
        others.into_iter().find(|&u| !chosen.contains(u))
    }

    fn support<D: Dice>(
        &self,
        _: View<'_>,
        _: &Strike,
        able: u16,
        defending: bool,
        _: &mut D,
    ) -> Option<usize> {
        let chosen = answer("support", |s| {
            let open = s.support_most > 0;
            s.support_most = s.support_most.saturating_sub(1);
            if open {
                s.support[usize::from(defending)]
            } else {
                0
            }
        });
        bits((able & chosen).into()).next()
    }

    fn checked_cover<D: Dice>(&self, _: View<'_>, _: &Strike, _: u64, _: &mut D) -> usize {
        answer("checked_cover", |s| s.piece)
    }

    fn thrown_piece<D: Dice>(&self, _: View<'_>, _: UnitId, _: u64, _: &mut D) -> usize {
        answer("thrown_piece", |s| s.piece)
    }

    fn assign<D: Dice>(
        &self,
        view: View<'_>,
        strike: &Strike,
        through: i32,
        _: &mut D,
    ) -> [i32; 3] {
        let (given, weakest) = answer("assign", |s| (s.assign, s.weakest_first));
        if weakest {
            return view.likely_shares(strike, &view.harm(strike), through);
        }
        given.unwrap_or([through, 0, 0])
    }

    fn push<D: Dice>(&self, _: View<'_>, _: &Strike, _: UnitId, _: &mut D) -> Hex {
        answer("push", |s| s.push.pop_front()).unwrap_or(Hex::new(0, 1))
    }

    fn drag<D: Dice>(&self, _: View<'_>, _: usize, _: &mut D) -> Hex {
        answer("drag", |s| s.drag.pop_front()).unwrap_or(Hex::new(0, 1))
    }

    fn reform<D: Dice>(&self, view: View<'_>, side: Side, _: &mut D) -> Option<Reform> {
        let own = |reform: &Reform| match *reform {
            Reform::Merge { leader, .. } | Reform::Disband { leader } => {
                view.side_of(leader) == side
            }
        };
        answer("reform", |s| s.reform.take_if(|reform| own(reform)))
    }

    fn pay_collision<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> bool {
        answer("pay_collision", |s| s.pay_collision)
    }

    fn buy_off_stun<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> bool {
        answer("buy_off_stun", |s| s.buy_off_stun)
    }

    fn stunned<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> (u8, u8) {
        answer("stunned", |s| s.stunned)
    }

    fn transform<D: Dice>(&self, view: View<'_>, unit: UnitId, after: bool, _: &mut D) -> u8 {
        let later = |s: &mut Script| s.transform_after_melee.filter(|_| after);
        answer("transform", |s| later(s).or(s.transform)).unwrap_or(view.unit(unit).mode)
    }

    fn boon<D: Dice>(&self, _: View<'_>, _: UnitId, _: Offer, _: &mut D) -> Boon {
        answer("boon", |s| s.boon)
    }

    fn tune<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> Tuning {
        answer("tune", |s| s.tune)
    }

    fn guide<D: Dice>(&self, _: View<'_>, _: UnitId, among: UnitSet, _: &mut D) -> UnitId {
        let wanted = answer("guide", |s| s.guide.clone());
        let mut order = wanted.into_iter().chain(among.iter());
        order.find(|&u| among.contains(u)).unwrap_or_default()
    }

    fn smash_cover<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> bool {
        answer("smash_cover", |s| s.smash_cover)
    }

    fn order<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> bool {
        let held = view.unit(unit).orders;
        answer("order", |s| s.order && held < s.orders_each)
    }

    fn launch<D: Dice>(&self, _: View<'_>, _: UnitId, _: UnitId, _: &mut D) -> Option<Hex> {
        answer("launch", |s| s.launch)
    }

    fn repair<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> Option<UnitId> {
        answer("repair", |s| s.repair.pop_front())
    }

    fn board<D: Dice>(&self, _: View<'_>, _: UnitId, _: UnitId, _: &mut D) -> bool {
        answer("board", |s| s.board)
    }

    fn reinforce<D: Dice>(&self, _: View<'_>, _: Side, _: &mut D) -> Option<(UnitId, Hex)> {
        answer("reinforce", |s| s.reinforce)
    }

    fn rout<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> bool {
        answer("rout", |s| s.rout)
    }

    fn command<D: Dice>(&self, view: View<'_>, commander: UnitId, _: &mut D) -> Option<Command> {
        let side = view.side_of(commander);
        answer("command", |s| s.commands[side.index()].pop_front())
    }
}
