//! Numbers printed in the rules, each in one place; those of scoring are in `scoring.rs`.

/// Target number of attack and defence dice (`ms10.core.success`).
pub const TARGET: u8 = 5;
/// Target number once Focus is spent (`ms10.skill.focus`).
pub const FOCUS_TARGET: u8 = 3;
/// Critical number unless improved (`ms10.core.crit`).
pub const CRITICAL: u8 = 10;
/// Best critical number (`ms10.core.crit-cap`).
pub const BEST_CRITICAL: u8 = 7;
/// Inches of the engagement range (`ms10.engage.range`).
pub const ENGAGEMENT_IN: u16 = 4;
/// Size difference that frees the larger unit (`ms10.engage.size-gap`).
pub const SIZE_GAP: u8 = 2;
/// Momentum for a shot while engaged (`ms10.engage.shoot-cost`).
pub const ENGAGED_SHOT_COST: u8 = 2;
/// Inches of a disengaging move (`ms10.engage.disengage`).
pub const DISENGAGE_IN: u16 = 4;
/// Inches of one Accelerate (`ms10.accel.action`).
pub const ACCELERATE_IN: u16 = 4;
/// Inches of movement that a level of High Ground costs (`ms10.high-ground.climb`).
pub const CLIMB_IN: u16 = 4;
/// Inches of a push for each failed save (`ms10.push.move`).
pub const PUSH_IN: u16 = 4;
/// Inches that press on (`ms10.momentum.shift-closer`).
pub const SHIFT_IN: u16 = 4;
/// Inches between a target and cover that still helps it (`ms10.cover.criteria`).
pub const COVER_IN: u16 = 4;
/// Inches between two things that touch: a base of 2 in, measured centre to centre. The rules print no
/// size of a base.
pub const TOUCH_IN: u16 = 2;
/// Inches across the largest base: two of them still stand in each other's engagement range.
pub const WIDEST_BASE_IN: u16 = 4;

/// Inches per Move Action of a unit that arrives as a reinforcement (`ms10.reinforce.turn`).
pub const ARRIVAL_IN: u16 = 4;
/// Momentum for leaving High Ground without an action of its own (`ms10.high-ground.drop`).
pub const DROP_COST: u8 = 1;

/// Move Actions per turn (`ms10.round.allowance`).
pub const MOVE_ACTIONS: u8 = 2;
/// Attacks by one unit on one target in one turn (`ms10.attack.two-per-target`).
pub const ATTACKS_PER_TARGET: u8 = 2;
/// Rounds of a battle (`ms10.score.length`).
pub const ROUNDS: u8 = 5;

/// Armour saves per attack and target at most (`ms10.save.cap`).
pub const SAVE_CAP: u8 = 5;
/// Damage of a failed armour save (`ms10.save.roll`).
pub const SAVE_DAMAGE: u32 = 1000;
/// The same under Iron Wall (`ms10.skill.iron-wall`).
pub const IRON_WALL_SAVE_DAMAGE: u32 = 500;
/// Unblocked HITS of a finishing blow (`ms10.finisher.threshold`).
pub const FINISHER_HITS: u8 = 10;
/// Extra damage per HIT of a finishing blow, shooting (`ms10.finisher.bonus`).
pub const FINISHER_SHOOTING: u32 = 100;
/// Extra damage per HIT of a finishing blow, melee (`ms10.finisher.bonus`).
pub const FINISHER_MELEE: u32 = 200;
/// HITS of each use left of an explosive that is disabled (`ms10.battle-damage.explosive`).
pub const EXPLOSION_HITS: u32 = 3;

/// Momentum for a Counter (`ms10.counter.trigger`).
pub const COUNTER_COST: u8 = 1;
/// HITS a Counter lacks (`ms10.counter.penalty`).
pub const COUNTER_PENALTY: i32 = 2;
/// Dice traded from Melee DEF to the Counter (`ms10.counter.trade`).
pub const COUNTER_TRADE: i32 = 2;

/// Largest Momentum pool (`ms10.momentum.pool`).
pub const MOMENTUM_MAX: u8 = 10;
/// A pool above this loses when a unit backs off, one below it gains when a unit presses on
/// (`ms10.momentum.shift-away`, `ms10.momentum.shift-closer`).
pub const SHIFT_PIVOT: u8 = 5;
/// Momentum gained by pressing on (`ms10.momentum.shift-closer`).
pub const SHIFT_GAIN: u8 = 2;
/// Momentum lost by backing off (`ms10.momentum.shift-away`).
pub const SHIFT_LOSS: u8 = 1;

/// Momentum for Focus (`ms10.skill.focus`).
pub const FOCUS_COST: u8 = 1;
/// Momentum for one step of Flash (`ms10.skill.flash`).
pub const FLASH_COST: u8 = 3;
/// DEF of one step of Flash (`ms10.skill.flash`).
pub const FLASH_DEF: i32 = 5;
/// Momentum for one step of Iron Wall (`ms10.skill.iron-wall`).
pub const IRON_WALL_COST: u8 = 3;
/// DEF of one step of Iron Wall (`ms10.skill.iron-wall`).
pub const IRON_WALL_DEF: i32 = 3;
/// Momentum for Valor (`ms10.skill.valor`).
pub const VALOR_COST: u8 = 3;
/// HITS of Valor (`ms10.skill.valor`).
pub const VALOR_HITS: i32 = 5;
/// Further HITS of Valor with ACE access against an Ace or the Commander (`ms10.skill.valor-ace`).
pub const SOUL_HITS: i32 = 1;
/// Combat Actions Zeal can add (`ms10.skill.zeal`).
pub const ZEAL_MAX: u8 = 3;

/// HITS of tactical advantage (`ms10.advantage.crit`).
pub const ADVANTAGE_HITS: i32 = 2;

/// HP per die of Trust (`ms10.command.trust`).
pub const TRUST_HP: u32 = 100;
/// Dice of Trust before round 4 (`ms10.command.trust`).
pub const TRUST_DICE: u8 = 2;
/// Dice of Trust from round 4 on (`ms10.command.trust`).
pub const TRUST_DICE_LATE: u8 = 4;
/// Friendly units that Rally beside the Commander (`ms10.command.rally`).
pub const RALLY_ALLIES: usize = 2;
/// First round of the stronger Commands (`ms10.command.trust`, `ms10.command.rally`).
pub const LATE_ROUND: u8 = 4;

/// Unblocked HITS that make a finishing blow in `round` with a weapon of Finisher+`tag`
/// (`ms10.finisher.threshold`, `ms10.finisher.tag`).
///
/// ```
/// use equipoise_mechastellar::finisher_threshold;
/// assert_eq!(finisher_threshold(None, 4), 10);
/// assert_eq!(finisher_threshold(Some(2), 3), 5);
/// ```
#[inline]
#[must_use]
pub const fn finisher_threshold(tag: Option<u8>, round: u8) -> u8 {
    match tag {
        None => FINISHER_HITS,
        Some(x) => {
            let needed = FINISHER_HITS.saturating_sub(x.saturating_add(round));
            if needed == 0 { 1 } else { needed }
        }
    }
}

/// Dice of a throw (`ms10.throw.enemy`, `ms10.throw.terrain`).
pub const THROW_DICE: u8 = 5;
/// PEN of Throw Enemy beside the thrower's Size (`ms10.throw.enemy`).
pub const THROW_ENEMY_PEN: u8 = 8;
/// PEN of Throw Terrain beside the thrower's Size (`ms10.throw.terrain`).
pub const THROW_TERRAIN_PEN: u8 = 5;
/// Hundreds of DMG of Throw Terrain beside the thrower's Size (`ms10.throw.terrain`).
pub const THROW_TERRAIN_DMG: u16 = 3;
/// Inches Throw Terrain reaches (`ms10.throw.terrain`).
pub const THROW_TERRAIN_IN: u16 = 16;
/// HITS an indirect attack lacks (`ms10.idf.attack`).
pub const INDIRECT_PENALTY: i32 = 2;
/// Models of a squad at most (`ms10.squad.form`).
pub const SQUAD_MODELS: usize = 3;
/// Inches between a model of a squad and the next, the last whole one below 5
/// (`ms10.squad.coherency`).
pub const COHERENCY_IN: u16 = 4;
/// HITS of indirect weapons against squads (`ms10.idf.squad`).
pub const INDIRECT_SQUAD: i32 = 2;
/// HITS each attack of a sweep lacks (`ms10.aoe.sweep`).
pub const SWEEP_PENALTY: i32 = 2;
/// Inches between two targets of a sweep at most (`ms10.aoe.sweep`).
pub const SWEEP_IN: u16 = 16;
/// HITS of AOE and indirect weapons against an active barrier (`ms10.barrier.weakness`).
pub const BARRIER_WEAKNESS: i32 = 2;
/// DEF of cover (`ms10.cover.bonus`).
pub const COVER_DEF: i32 = 1;
/// DEF of cover against AOE and Lock On (`ms10.cover.lock-on`).
pub const COVER_DEF_LOCKED: i32 = 2;
/// PEN lost through terrain or under water (`ms10.special.energy-through`, `ms10.special.underwater`).
pub const ENERGY_LOSS: i32 = 3;
/// Support bonuses at most (`ms10.support.cap`).
pub const SUPPORT_CAP: i32 = 2;
/// Models within [`OVERWHELM_IN`] that overwhelm (`ms10.advantage.overwhelm`).
pub const OVERWHELM_MODELS: usize = 3;
/// Inches of Overwhelm (`ms10.advantage.overwhelm`).
pub const OVERWHELM_IN: u16 = 8;
/// Tokens beyond the stat that a unit bears before it shuts down (`ms10.stun.shutdown`).
pub const SHUTDOWN_TOKENS: u8 = 3;
/// Face that removes a Stun Token (`ms10.stun.recover`).
pub const STUN_RECOVERY: u8 = 5;
/// Damage of a collision (`ms10.push.collision`).
pub const COLLISION_DAMAGE: u32 = 1000;
/// Momentum of All Weapons Fire (`ms10.ship.all-weapons`).
pub const ALL_WEAPONS_COST: u8 = 1;
/// Momentum of Anti-Air Defences (`ms10.ship.anti-air`).
pub const ANTI_AIR_COST: u8 = 1;
/// Checks of cover that is aimed at or swept (`ms10.destroy.direct`).
pub const DIRECT_CHECKS: u8 = 3;
/// Pieces of terrain one AOE attack brings down at most (`ms10.destroy.aoe`).
pub const AOE_PIECES: u8 = 2;
/// Armour saves of units aboard a sunk ship and of ships that ram (`ms10.ship.sunk-aboard`,
/// `ms10.ship.ram-terrain`).
pub const WRECK_SAVES: u8 = 3;
/// PEN of those saves.
pub const WRECK_PEN: i32 = 5;
/// Inches from a ship to board it or to be set down after it sinks (`ms10.ship.board`).
pub const BOARDING_IN: u16 = 8;
/// Enemies that Rout shakes (`ms10.command.rout`).
pub const ROUT_ENEMIES: usize = 4;
/// First round of reinforcements (`ms10.reinforce.when`).
pub const REINFORCE_ROUND: u8 = 2;
/// Inches an ambush keeps from enemies in the open (`ms10.reinforce.ambush`, `ms10.deploy.alternate`).
pub const AMBUSH_IN: u16 = 20;
/// Inches from which no enemy may see a unit that leaves the table (`ms93.game.retreat`).
pub const RETREAT_IN: u16 = 16;
/// HITS that Last Stand and Finish Them add to each attack (`ms93.mecha-ai.last-stand`,
/// `ms93.mecha-ai.finish-them`).
pub const ORDER_HITS: i32 = 1;
/// Inches that Blitz adds to the moves of a turn (`ms93.mecha-ai.blitz`).
pub const BLITZ_IN: u16 = 5;
/// Momentum of a roar (`ms93.kaiju-ai.roaring-behemoth`).
pub const ROAR_MOMENTUM: i32 = 3;
