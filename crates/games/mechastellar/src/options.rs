//! Named rules options: where editions or readings differ, the designer chooses.

use equipoise_engine::{SearchBudget, option_values, rules_options};

option_values! {
    /// What tactical advantage is worth (`ms10.advantage.crit`).
    pub enum AdvantageMode {
        /// One additional critical HIT: +2 HITS.
        CritHit = "crit_hit",
        /// Critical number better by one.
        CritRange = "crit_range",
        /// One HIT becomes a critical: +1 HIT.
        Upgrade = "upgrade",
    }

    /// What Iron Wall does to a finishing blow (`ms10.skill.iron-wall`).
    pub enum IronWallFinisher {
        /// Nothing: the saves it names no longer exist.
        Ignore = "ignore",
        /// The finishing bonus of the attack is 500 lower in total.
        Minus500 = "minus500",
        /// The finishing bonus of the attack is halved.
        Half = "half",
    }

    /// What an Elite unit may do on one defence, where Elite bonuses are in force (`ms10.bonus.guard`).
    pub enum EliteDefence {
        /// One of Guard, Dodge and Counter, as they are listed.
        One = "one",
        /// Guard or Dodge, and a Counter afterwards.
        CounterBesides = "counter_besides",
    }

    /// How a unit leaves an engagement (`ms10.engage.disengage`).
    pub enum DisengageMode {
        /// A Move Action whose distance is 4 in.
        UsesMove = "uses_move_4in",
        /// An extra 4 in that uses no Move Action.
        Free = "free_4in",
        /// A normal Move Action once paid.
        FullMove = "full_move",
    }

    /// Whether Flash and another skill fit into one turn (`ms10.skill.limit`).
    pub enum FlashWithSkill {
        /// In one turn yes, on one defence no.
        NotSameDefence = "same_turn_not_same_defence",
        /// Never.
        Never = "never",
        /// Always.
        Always = "always",
    }

    /// Over what "4 in closer" is summed (`ms10.momentum.shift-closer`).
    pub enum ShiftWindow {
        /// The whole turn.
        Turn = "turn",
        /// One move.
        Move = "move",
    }

    /// What decides equal victory points (`ms10.score.winner`).
    pub enum TieBreak {
        /// More Momentum, then a draw.
        Momentum = "momentum_then_draw",
        /// A draw.
        Draw = "draw",
    }

    /// How a battle is scored (`ms93.simple.vp-destroy`, `ms10.score.destroyed`).
    pub enum ScoringProfile {
        /// By the core rules VER10.
        Ver10 = "ver10",
        /// By the Simple Battle of the supplement 9.3.
        Ms93 = "ms93",
    }

    /// What secondary objectives of a Confrontation count over (`ms93.secondary.cap`).
    pub enum SecondaryOver {
        /// The set is one game: caps and counts run through its battles.
        Set = "set",
        /// Each battle is a game: caps and counts start anew, what survives scores three times.
        Battle = "battle",
    }

    /// Inches that one hex of the table stands for (`ms10.core.scale`).
    pub enum HexSize {
        /// As fine as a tape measure reads.
        One = "1",
        /// In between.
        Two = "2",
        /// The book's hexmap.
        Four = "4",
    }
}

impl HexSize {
    /// The size of so many inches, if there is one.
    #[must_use]
    pub const fn of(inches: u8) -> Option<Self> {
        match inches {
            1 => Some(Self::One),
            2 => Some(Self::Two),
            4 => Some(Self::Four),
            _ => None,
        }
    }

    /// The number.
    #[inline]
    #[must_use]
    pub const fn inches(self) -> u16 {
        1 << self as u16
    }

    /// Whole hexes in so many inches.
    #[inline]
    #[must_use]
    pub const fn hexes(self, inches: u16) -> u16 {
        inches >> self as u16
    }
}

rules_options! {
    /// Every rules option with the value in force.
    pub struct Options {
        hex_in: HexSize = HexSize::One,
            "ms10.core.scale", "inches of one hex: 1 is the tape measure, 4 the book's hexmap";
        elite_bonus: bool = false,
            "ms10.bonus.module", "Elite units pick Barrage, Guard and the like before each roll";
        bt_free_targeting: bool = false,
            "ms10.target.exempt", "Battle-Tested units ignore the closest-target rule";
        advantage_mode: AdvantageMode = AdvantageMode::CritHit,
            "ms10.advantage.crit", "tactical advantage: +2 HITS, critical number -1, or +1 HIT";
        counter_rf: bool = true, "ms10.counter.profile", "Rapid Fire applies to Counters";
        counter_special: bool = true, "ms10.counter.profile",
            "a Counter may use the paid special of its weapon";
        elite_defence: EliteDefence = EliteDefence::One, "ms10.bonus.guard",
            "with elite_bonus a defender has Guard, Dodge or a Counter, or a Counter beside the other two";
        finisher_on_counter: bool = false,
            "ms10.finisher.own-turn", "Counters can strike finishing blows";
        iron_wall_finisher: IronWallFinisher = IronWallFinisher::Ignore, "ms10.skill.iron-wall",
            "Iron Wall against the finishing bonus: nothing, -500 in total, or half";
        reactive_accelerate: bool = false, "ms10.accel.action",
            "Boost and Power buy an Accelerate for a unit that is attacked, before the dice";
        disengage_mode: DisengageMode = DisengageMode::UsesMove, "ms10.engage.disengage",
            "leaving an engagement: a Move Action of 4 in, a free 4 in, or a full move";
        trust_self: bool = false, "ms10.command.trust", "the Commander may Trust itself";
        flash_and_other_skill: FlashWithSkill = FlashWithSkill::NotSameDefence,
            "ms10.skill.limit", "whether Flash and another skill may share a turn or a defence";
        battle_damage: bool = true, "ms93.army.optional-modules",
            "Elite units may lose parts instead of HP; without it nobody calls shots either";
        called_shots: bool = false, "ms10.battle-damage.called-shot",
            "Elite attackers may turn failed saves into Battle Damage";
        shift_window: ShiftWindow = ShiftWindow::Turn,
            "ms10.momentum.shift-closer", "4 in closer is measured over the turn or over one move";
        scoring: ScoringProfile = ScoringProfile::Ver10, "ms93.simple.vp-destroy",
            "starting Momentum, control points and victory points: core rules VER10, or supplement 9.3";
        battle_damage_vp: bool = false, "ms93.simple.vp-battle-damage",
            "under scoring ms93 each Battle Damage dealt is worth a victory point";
        finale: bool = false, "ms93.simple.tomino-finale",
            "under scoring ms93 own losses cost no victory points";
        secondary_over: SecondaryOver = SecondaryOver::Set, "ms93.secondary.cap",
            "secondary objectives count over all battles of a Confrontation, or over each by itself";
        new_commander: bool = true, "ms93.confront.new-command",
            "a side that has lost its Commander names another before the next battle of a Confrontation";
        traits: bool = false, "ms93.upgrade.crew-traits",
            "traits of crews are in force; elite_bonus belongs to them";
        tie_break: TieBreak = TieBreak::Momentum,
            "ms10.score.winner", "equal victory points: more Momentum wins, or a draw";
        duel_commander: bool = false,
            "ms10.command.limit", "in a duel each side's unit is its Commander";
        behaviour_bonus: bool = false, "ms93.mecha-ai.last-stand",
            "the behaviour tables' +1 HIT of Last Stand and Finish Them, 5 in of Blitz, 3 Momentum of a roar";
        search_budget: SearchBudget = SearchBudget::Sixteen,
            "policy search", "play-outs the search policy spends on one choice at most";
    }
}

impl Options {
    /// Whether an Elite defender has one of Guard, Dodge and a Counter, as they are listed.
    #[inline]
    pub(crate) fn counters_instead(&self) -> bool {
        self.elite_bonus && self.elite_defence == EliteDefence::One
    }
}
