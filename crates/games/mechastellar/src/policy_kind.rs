//! The policies a bout can name.

equipoise_engine::policy_kind! {
    /// A way of playing.
    pub enum PolicyKind {
        Rulebook = "rulebook", "the printed mecha behaviour table, skills spent thriftily";
        Greedy = "greedy", "the best expected result by exact damage tables, Momentum at a price";
        Rollout = "rollout", "greedy, and play-outs to choose which unit acts next";
        Random = "random", "any legal choice, all equally likely";
        #[cfg(test)]
        Script = "script", "answers given by a test";
    }
}
