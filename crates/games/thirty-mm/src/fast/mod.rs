//! Results without play.

pub(crate) mod exact;
