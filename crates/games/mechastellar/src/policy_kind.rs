//! The policies a bout can name.

equipoise_engine::policy_kind! {
    /// A way of playing.
    pub enum PolicyKind {
        Greedy = "greedy", "the best expected result of places and attacks, Momentum at a price";
        Rulebook = "rulebook", "the printed mecha behaviour table, skills spent thriftily";
        Rollout = "rollout", "greedy, and play-outs to choose which unit acts next", plays_out;
        Random = "random", "any legal choice, all equally likely";
        #[cfg(test)]
        Script = "script", "answers given by a test";
    }
}

impl PolicyKind {
    /// Whether what it buys depends on what HP and Momentum are worth, here and now.
    pub(crate) const fn weighs(self) -> bool {
        matches!(self, Self::Greedy | Self::Rollout)
    }
}
