//! The weights by name, each with its meaning and range.

use equipoise_engine::source::Limits;
use equipoise_engine::source::raw::Fields;
use serde::Serialize;

/// One of the [`Weights`], as whoever tunes them needs it.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    /// Its name in files.
    pub name: &'static str,
    /// Where it counts.
    pub counts_in: CountsIn,
    /// Its greatest legal value; the least is 0.
    pub most: i32,
    /// The smallest change that may show in play.
    pub step: i32,
    get: fn(&Weights) -> i32,
    set: fn(&mut Weights, i32),
}

impl Weight {
    /// The weight of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Weights::ALL.iter().find(|weight| weight.name == name)
    }

    /// Its value in a set.
    #[must_use]
    pub fn of(&self, weights: &Weights) -> i32 {
        (self.get)(weights)
    }

    /// Changes its value in a set to the legal value nearest to this one.
    pub fn set(&self, weights: &mut Weights, value: i32) {
        (self.set)(weights, value.clamp(0, self.most));
    }

    /// What a file may say.
    fn limits(&self) -> Limits {
        Limits::whole(0, self.most.into())
    }
}

/// The battles in which a weight counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountsIn {
    /// One unit against one on an open table.
    Duels,
    /// All others.
    Battles,
}

/// What a weight is a number of.
enum Of {
    /// 256ths.
    Shares,
    /// A count, such as of inches or attacks, and its greatest legal value.
    Counts(i32),
}

impl Of {
    const fn most(&self) -> i32 {
        match self {
            Self::Shares => 1024,
            Self::Counts(most) => *most,
        }
    }

    const fn step(&self) -> i32 {
        match self {
            Self::Shares => 8,
            Self::Counts(_) => 1,
        }
    }
}

/// Declares the weights, each with the battles in which it counts and what it is a number of.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $counts_in:ident, $of:expr;)*) => {
        /// Weights of the greedy policy. Shares are in 256ths.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        pub struct Weights {
            $($(#[$doc])* pub(crate) $name: i32,)*
        }

        impl Weights {
            /// Every weight, in the order of files.
            pub const ALL: &'static [Weight] = &[$(Weight {
                name: stringify!($name),
                counts_in: CountsIn::$counts_in,
                most: $of.most(),
                step: $of.step(),
                get: |weights| weights.$name,
                set: |weights, value| weights.$name = value,
            },)*];

            /// Reads all of them, reporting every mistake.
            pub(super) fn read(fields: &Fields<'_>) -> Option<Self> {
                let mut all = Self::ALL.iter();
                $(let $name = all.next().and_then(|weight| fields.number(weight.name, weight.limits()));)*
                fields.finish();
                Some(Self { $($name: $name?,)* })
            }
        }
    };
}

weights! {
    /// Price of the usual point of Momentum in a duel: share of the worth of the best attack.
    duel_price: Duels, Of::Shares;
    /// The same in other battles.
    price: Battles, Of::Shares;
    /// Points that can be used in each turn that is left, in a duel.
    duel_uses: Duels, Of::Counts(10);
    /// How little the price rises as the pool runs out, in a duel: points.
    duel_curve: Duels, Of::Counts(100);
    /// The same in other battles.
    curve: Battles, Of::Counts(100);
    /// Share of the Counter that an attack provokes in a duel.
    duel_riposte: Duels, Of::Shares;
    /// What a point is worth that may decide between equals at the end: share of a third of the way
    /// from a draw to a win.
    duel_tie: Duels, Of::Shares;
    /// A lead in Momentum beyond which it does not: points.
    tie_lead: Duels, Of::Counts(10);
    /// Chance to win that leaving an engagement costs, in the model of a duel: 32000 is sure.
    duel_leave: Duels, Of::Counts(16_000);
    /// Attacks of a shooter in four turns, in the model of a duel.
    duel_shots: Duels, Of::Counts(8);
    /// Attacks of a fighter in four turns, in the model of a duel.
    duel_blows: Duels, Of::Counts(8);
    /// Damage that a target would rather take than buy a Flash, in a duel: share of its HP.
    duel_flash: Duels, Of::Shares;
    /// Inches from the enemy that nobody gets beyond, in the model of a duel.
    duel_edge: Duels, Of::Counts(160);
    /// Chance to win that closing in must gain for a Challenge, in the model of a duel: 32000 is sure.
    duel_dare: Duels, Of::Counts(32_000);
    /// How much less than half a win a draw is worth, in the model of a duel, where 32000 is a win: whoever
    /// waits for the other's first shot never fights.
    duel_draw: Duels, Of::Counts(16_000);
    /// Chance to win that each hex nearer is worth to whoever is likely to win, in the model of a duel, where 32000 is
    /// a win: among ends of a turn that are about as good it fights rather than waits.
    duel_close: Duels, Of::Counts(100);
    /// Points above the pivot at which coming nearer still counts on a Momentum Shift.
    shift_ahead: Duels, Of::Counts(10);
    /// Share of what a unit may do in turns to come.
    hope: Battles, Of::Shares;
    /// Share of what enemies may do to it.
    danger: Battles, Of::Shares;
    /// Share of the mean damage of an enemy that is feared from it.
    threat: Battles, Of::Shares;
    /// Share of a danger that does not see the unit where it stands.
    hidden: Battles, Of::Shares;
    /// Share of a danger from whom terrain covers the unit.
    covered: Battles, Of::Shares;
    /// How much more an attack from behind is worth.
    flank: Battles, Of::Shares;
    /// Share of a hope that the unit does not see.
    blind: Battles, Of::Shares;
    /// Share of a control point that is still to be won.
    take: Battles, Of::Shares;
    /// Share of one that is held.
    hold: Battles, Of::Shares;
    /// Share of the Counter that an attack provokes.
    riposte: Battles, Of::Shares;
    /// Least damage for which a challenger is too hurt, as it must expect it in the Challenge: share of its HP.
    dare: Battles, Of::Shares;
    /// How much what a unit may lose counts for acting early, in quarters of what it may win.
    wary: Battles, Of::Counts(1024);
    /// Worth of a unit that is destroyed beside its HP.
    death: Battles, Of::Shares;
}
