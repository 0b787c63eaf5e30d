//! The game's part of `--help`: the Bullseye Battlemap.

use equipoise_engine::front_end::Help;

pub(super) const HELP: Help = Help {
    units: "\
Name a unit as in `equipoise list units --system bullseye`, in any case, or by the coordinates of a
profile: Attack, Defense, Movement and skill, as in A4D4M4K3.
There are no victory points: fields named vp count destroyed enemies, including disabled ones.",
    option: "round_limit=20",
    duel: "  \
  equipoise duel --system bullseye Standard \"Red Mauler\" --runs 100000 --policy rulebook
  equipoise duel --system bullseye A4D4M4K3 A5D3M4K3 --option overdrive_start=0 --format json
  equipoise duel --system bullseye \"Swift Jackal\" Bastion --until 0.005",
    replay: "  \
  equipoise replay --system bullseye Standard \"Red Mauler\" --seed 1 --battle 17",
    battle: "  \
  equipoise battle --system bullseye game-night --runs 10000
  equipoise battle --system bullseye two-wings --policy rulebook --format json
  equipoise battle --system bullseye relay-station --replay 3",
    grids: "  \
  standard  the 192 generated profiles and the named units, each against the eight profiles in the
            middle of the grid: Attack, Defense and Movement 4 or 5, skill 3 (2000 battles per
            pairing)
  full      every pairing of the 192 generated profiles (200 battles per pairing)",
    sweep: "  \
  equipoise sweep --system bullseye
  equipoise sweep --system bullseye --policy rulebook --seed 7 --out runs/rulebook
  equipoise sweep --system bullseye --grid full --until 0.02",
    points: "  \
  equipoise points --system bullseye
  equipoise points --system bullseye --scenario two-wings --budget 300 --policy rulebook
  equipoise points --system bullseye --grid standard --also none",
    variant: "  \
  equipoise variant --system bullseye \"Red Mauler\" --set defense+=1 --set points+=15
  equipoise variant --system bullseye Standard --set weapons.1.optimal=3 --matchups 0 --also random",
    whatif: "  \
  equipoise whatif --system bullseye --option round_limit=20
  equipoise whatif --system bullseye --option overdrive_start=0 --units Standard,Bastion --also none --format json",
    audit_play: "  \
  equipoise audit play --system bullseye --policy rulebook
  equipoise audit play --system bullseye --only tools --format json",
    audit_upgrades: "",
    ladder: "  \
  equipoise ladder --system bullseye
  equipoise ladder --system bullseye --policies greedy,rulebook --until 0.01 --chart ladder.svg
  equipoise ladder --system bullseye --scenario two-wings --decide 0.5 --format json",
    validate: "  \
  equipoise validate --system bullseye datasets/bullseye",
};
