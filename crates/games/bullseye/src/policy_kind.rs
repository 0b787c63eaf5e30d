//! The policies that ship, by name.

equipoise_engine::policy_kind! {
    /// A way of playing.
    pub enum PolicyKind {
        Greedy = "greedy", "the best expected result by exact tables, Overdrive at a price";
        Rulebook = "rulebook",
            "the marker unless an enemy holds it, else optimal range and the most dice";
        Search = "search",
            "greedy, and play-outs to choose when to act, in what order and where to", plays_out;
        Random = "random", "any legal choice, all equally likely";
    }
}
