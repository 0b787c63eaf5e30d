//! The old way against the new one, on the same dice: a changed unit, or changed rules.
//!
//! Each battle is played twice on the same dice. What luck the two have in common cancels, so that
//! small changes show. Then random armies of all named units fight, the same ones on the same dice
//! both ways, for the change of implied points. Other policies play all of it too: what a change does
//! may depend on how it is played.

mod effect;
mod opinion;
mod playing;
mod request;
mod result;
mod variant;
mod variation;
mod ways;
mod whatif;
mod worth;

pub(crate) use effect::mean_size;
pub use effect::{Effect, NamedEffect};
pub use opinion::{Agreement, Agreements, Opinion};
pub use request::ArmyRequest;
pub use result::{BothWays, Effects};
pub use variant::{UnitWorth, VariantArmies, VariantKind, VariantRequest, VariantResult, variant};
pub use variation::Change;
pub(crate) use variation::{Changes, Varied};
pub use whatif::{WhatifArmies, WhatifKind, WhatifRequest, WhatifResult, whatif};
pub use worth::{ArmyBattles, ImpliedChange};
