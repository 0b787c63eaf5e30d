//! The policies a bout can name.

equipoise_engine::policy_kind! {
    /// A way of playing.
    pub enum PolicyKind {
        Greedy = "greedy", "the best expected result of places and attacks, Momentum at a price";
        Solo = "solo", "the printed behaviour tables of mecha and Kaiju, skills spent thriftily";
        Search = "search", "greedy, and play-outs to choose who acts next and what it does", plays_out;
        Random = "random", "any legal choice, all equally likely";
        #[cfg(test)]
        Script = "script", "answers given by a test";
    }
}

impl PolicyKind {
    /// Whether what it buys depends on what HP and Momentum are worth, here and now.
    pub(crate) const fn weighs(self) -> bool {
        matches!(self, Self::Greedy | Self::Search)
    }
}
