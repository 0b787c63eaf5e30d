//! Named rules options: where the text is silent or contradicts itself, the designer chooses.

use equipoise_engine::{SearchBudget, option_values, rules_options};

option_values! {
    /// When the cap of Action Points binds (`mm30.ap.cap`).
    pub enum ApCapScope {
        /// At once after the roll.
        Always = "always",
        /// Only on what is kept for later turns.
        EndOfTurn = "end_of_turn",
    }

    /// How far the field of view widens (`mm30.sight.fov`).
    pub enum FovModel {
        /// Everything before the unit, the exact side line left out.
        HalfPlaneStrict = "half_plane_strict",
        /// Between the front-left and the front-right ray, both included.
        ConeInclusive = "cone_60_inclusive",
    }

    /// Where a unit faces after a step (`mm30.move.facing-after-step`).
    pub enum FacingAfterStep {
        /// As before.
        Unchanged = "unchanged",
        /// The way it went.
        TurnsToTravel = "turns_to_travel",
    }

    /// Thruster Movement that meets an obstacle (`mm30.move.thruster-distance`).
    pub enum ThrusterBlock {
        /// The direction cannot be chosen.
        Illegal = "illegal",
        /// The unit stops before it.
        StopShort = "stop_short",
    }

    /// What is rounded up when half of the legs are lost (`mm30.section.half-legs`).
    pub enum HalfLegsRounding {
        /// The Movement Points that remain.
        RemainingUp = "remaining_up",
        /// The Movement Points that are lost.
        ReductionUp = "reduction_up",
    }

    /// Order of the side hexes of the scatter die (`mm30.deviation.scatter`).
    pub enum ScatterOrder {
        /// Clockwise from behind the target.
        Clockwise = "clockwise",
        /// Counterclockwise.
        Counterclockwise = "counterclockwise",
    }

    /// Which steps let a unit in an Offensive Stance react (`mm30.command.offensive-stance`).
    pub enum StanceTrigger {
        /// Those from beyond the range of its weapons into it.
        EnterRange = "enter_range",
        /// All that end in it.
        StepInRange = "step_in_range",
    }

    /// Which results of the d8 freeze after n white hexes (`mm30.terrain.white`).
    pub enum WhiteRoll {
        /// 2n or more, as printed: more snow is less dangerous.
        AtLeast = "at_least",
        /// 2n or less, as for tan.
        AtMost = "at_most",
    }

    /// How long an evaded grapple bars another (`mm30.grapple.lockout`).
    pub enum GrappleLockout {
        /// For the turn.
        ThisTurn = "this_turn",
        /// For the rest of the game.
        RestOfGame = "rest_of_game",
    }
}

rules_options! {
    /// Every rules option with the value in force.
    pub struct Options {
        board_long: u8 [4 to 30] = 14, "mm30.board.size", "hexes of the long files";
        board_short: u8 [1 to 29] = 11, "mm30.board.size", "files across the board";
        board_offset_files: bool = true,
            "mm30.board.size", "every second file is one hex shorter";
        deploy_depth: u8 [1 to 15] = 3, "mm30.deploy.area", "rows of a deployment area";
        cost_strictly_below: bool = true,
            "mm30.squad.under-limit", "a squad costs less than the limit, not the limit itself";
        pilot_cost_counts: bool = true,
            "mm30.pilot.cost", "the rank of the pilot counts against the limit";
        ap_cap_scope: ApCapScope = ApCapScope::Always,
            "mm30.ap.cap", "the cap of 16 AP binds at once, or only on what is kept";
        fov_model: FovModel = FovModel::HalfPlaneStrict,
            "mm30.sight.fov", "how far the field of view widens";
        facing_after_step: FacingAfterStep = FacingAfterStep::Unchanged,
            "mm30.move.facing-after-step", "whether a step turns the unit";
        rotation_any_angle: bool = true,
            "mm30.move.rotation", "a rotation may be of any angle, not of 60 degrees only";
        thruster_block: ThrusterBlock = ThrusterBlock::Illegal,
            "mm30.move.thruster-distance", "Thruster Movement that meets an obstacle";
        thruster_uses_sheet_value: bool = true,
            "mm30.move.thruster-lost", "lost legs do not shorten Thruster Movement";
        max_friendly_per_hex: u8 [1 to 9] = 2,
            "mm30.move.friendly-stack", "friendly units that may stand in one hex";
        redundancy_bonus_after_half_floor: bool = true,
            "mm30.weapon.redundancy-damage",
            "the damage bonus looks at the AP cost after it was held at half";
        half_legs_rounding: HalfLegsRounding = HalfLegsRounding::RemainingUp,
            "mm30.section.half-legs", "what is rounded up when Movement Points are halved";
        inoperative_counts_head: bool = true,
            "mm30.section.inoperative", "a unit with its head left is still in operation";
        grounded_can_attack: bool = true,
            "mm30.grapple.on-ground", "a unit on the ground may attack";
        deviation_side_order: ScatterOrder = ScatterOrder::Clockwise,
            "mm30.deviation.scatter", "order of the four side hexes on the scatter die";
        grapple_ap_cost: u8 [0 to 16] = 1, "mm30.grapple.eligibility", "Action Points of a grapple";
        grapple_crit_evadable: bool = true,
            "mm30.grapple.resolve", "a grapple on a natural 8 may be evaded";
        grapple_lockout: GrappleLockout = GrappleLockout::ThisTurn,
            "mm30.grapple.lockout", "how long an evaded grapple bars another";
        hold_victim_may_attack: bool = true,
            "mm30.grapple.held-weapons", "a held unit may attack";
        holder_release_needs_roll: bool = false,
            "mm30.grapple.holder-releases", "letting go needs an Assault roll";
        recon_markers: u8 [1 to 9] = 3,
            "mm30.battle.recon-control", "markers of Reconnaissance";
        climb_levels_per_step: u8 [1 to 5] = 1,
            "mm30.terrain.climb-cost", "levels that a walking unit climbs in one step";
        white_roll: WhiteRoll = WhiteRoll::AtLeast,
            "mm30.terrain.white", "which results freeze after n white hexes";
        into_structure_chips: bool = true,
            "mm30.grapple.into-structure-stands", "a structure that stands keeps the damage";
        offensive_stance_trigger: StanceTrigger = StanceTrigger::EnterRange,
            "mm30.command.offensive-stance", "which steps let a unit in an Offensive Stance react";
        duel_distance: u8 [0 to 30] = 0,
            "mm30.deploy.alternate",
            "hexes between the units of a duel at its start; 0: both are placed by their players";
        round_limit: u8 [1 to 255] = 10,
            "mm30.turn.game-end", "rounds until the battle is a draw";
        search_budget: SearchBudget = SearchBudget::ThirtyTwo,
            "policy search", "play-outs the search policy spends on one choice at most";
    }
}
