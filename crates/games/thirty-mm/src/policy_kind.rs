//! The policies that ship, by name.

equipoise_engine::policy_kind! {
    /// A way of playing.
    pub enum PolicyKind {
        Plain = "plain",
            "comes into range, then the attack that ends an enemy with the fewest Action Points";
        Random = "random", "any legal choice, all equally likely";
        Greedy = "greedy",
            "takes the attack, place or command of the most expected worth by the rules' own odds";
        Search = "search",
            "greedy, and play-outs to choose where a unit goes", plays_out;
        Stand = "stand", "never moves, fires at torsos while Action Points last";
    }
}
