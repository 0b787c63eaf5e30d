//! Victory points by what they were scored for.

/// What victory points are scored for, as a player would list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Enemies destroyed, early kills of a Rampage among them.
    Destroyed,
    /// Enemies left below half their HP.
    Damaged,
    /// The enemy Commander.
    Commander,
    /// A challenged enemy.
    Challenge,
    /// Own losses: below zero.
    Losses,
    /// Control points held, and turns given up on them.
    ControlPoints,
    /// Buildings in a Rampage.
    Buildings,
    /// Secondary objectives.
    Secondary,
    /// Units that survived a battle of a Confrontation.
    Survivors,
    /// Battle Damage dealt, and attacks of 10,000 damage.
    Feats,
}

impl Source {
    /// How many there are.
    pub(crate) const COUNT: usize = 10;
    /// Their names in results, in order.
    pub(crate) const NAMES: [&'static str; Self::COUNT] = [
        "vp_destroyed",
        "vp_damaged",
        "vp_commander",
        "vp_challenge",
        "vp_losses",
        "vp_control_points",
        "vp_buildings",
        "vp_secondary",
        "vp_survivors",
        "vp_feats",
    ];
}

/// Victory points of a side by their [`Source`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Earnings([i32; Source::COUNT]);

impl Earnings {
    /// These and so many more.
    pub(crate) fn add(&mut self, source: Source, points: i32) {
        self.0[source as usize] += points;
    }

    /// By source, in the order of [`Source::NAMES`].
    pub(crate) const fn by_source(&self) -> &[i32; Source::COUNT] {
        &self.0
    }

    /// All together.
    pub(crate) fn total(&self) -> i32 {
        self.0.iter().sum()
    }
}
