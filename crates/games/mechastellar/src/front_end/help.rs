//! The game's part of `--help`: MechaStellar.

use equipoise_engine::front_end::Help;

pub(super) const HELP: Help = Help {
    units: "\
Name a unit as in `equipoise list units`, in any case, or by the coordinates of a profile:
frame, performance and role, as in F3P5:sniper.",
    option: "tie_break=draw",
    duel: "  \
  equipoise duel \"White Asura\" \"Blue Djinn\" --runs 100000 --policy solo
  equipoise duel F3P5:sniper F3P5:melee --option tie_break=draw --format json
  equipoise duel F3P5:sniper F3P5:melee --until 0.005
  equipoise duel F3P5:sniper F3P5:melee --decide 0.5 --margin 0.01",
    replay: "  \
  equipoise replay \"White Asura\" \"Blue Djinn\" --seed 1 --battle 17",
    battle: "  \
  equipoise battle skirmish --runs 10000
  equipoise battle simple-battle --policy solo --format json
  equipoise battle --mode rampage --preset wargame93
  equipoise battle my-scenario.toml --armies north.toml south.toml
  equipoise battle kaiju-hunt --replay 3 --svg battle.svg",
    grids: "  \
  standard  the 550 generated profiles and the named units, each against the ten profiles of
            Frame 3 and Performance 5 (2000 battles per pairing)
  full      every pairing of the 550 generated profiles (200 battles per pairing)",
    sweep: "  \
  equipoise sweep
  equipoise sweep --policy solo --seed 7 --out runs/solo
  equipoise sweep --grid full --runs 100 --threads 8
  equipoise sweep --grid full --until 0.02
  equipoise sweep --until 0.01 --confidence 0.99 --max-runs 20000
  equipoise sweep --decide 0.5 --margin 0.02
  equipoise sweep --grid full --shard 3/16 --out runs/shard3",
    points: "  \
  equipoise points
  equipoise points --units \"White Asura,Blue Djinn,Green Viking,Kestrel\" --budget 600
  equipoise points --until-verdict --margin 0.1
  equipoise points --policy solo --also greedy --matchups 20000 --format json
  equipoise points --grid standard --also none
  equipoise points --grid standard --also none --suggest --patch prices.toml",
    variant: "  \
  equipoise variant \"White Asura\" --set performance+=2 --set points+=50
  equipoise variant \"White Asura\" --set weapons.0.dmg+=100 --against \"Blue Djinn,Kestrel\" --matchups 0
  equipoise variant Kestrel --set evade=9d10+3 --runs 100000 --format json
  equipoise variant \"White Asura\" --upgrade performance-upgrade --upgrade advanced-sensors
  equipoise variant Kestrel --set hp+=500 --also solo --also random --runs 2000 --matchups 0",
    whatif: "  \
  equipoise whatif --option advantage_mode=crit_range
  equipoise whatif --option tie_break=draw --base elite_bonus=true --policy solo --also none
  equipoise whatif --option counter_rf=false --units \"White Asura,Blue Djinn\" --matchups 0",
    audit_play: "  \
  equipoise audit play --policy solo
  equipoise audit play --only monotonicity --units \"Turtle Robo,Gun Marten\" --runs 4000
  equipoise audit play --only order --army datasets/mechastellar/armies/siege-train.toml",
    audit_upgrades: "  \
  equipoise audit upgrades
  equipoise audit upgrades --upgrades power-plus-1,havoc-plus-1 --matchups 1000
  equipoise audit upgrades --scenario skirmish,monster-movie --preset none
  equipoise audit upgrades --units \"White Asura,Blue Djinn\" --also none --format csv",
    ladder: "  \
  equipoise ladder
  equipoise ladder --policies greedy,solo --until 0.01 --chart ladder.svg
  equipoise ladder --policies greedy,search --only scenarios --runs 1000
  equipoise ladder --scenario skirmish --scenario kaiju-hunt --decide 0.5 --format json",
    validate: "  \
  equipoise validate datasets/mechastellar",
};
