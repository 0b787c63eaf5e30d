//! The game's part of `--help`: 30 Minute Missions.

use equipoise_engine::front_end::Help;

pub(super) const HELP: Help = Help {
    units: "\
Name a unit as in `equipoise list units --system thirty-mm`, in any case, or by the class, rank and weapon
of a profile, as in C2R4:pistol. Points are deployment cost with that of the pilot.
Fields named vp count victory points where a mission has markers, otherwise enemies out of play.",
    option: "round_limit=15",
    duel: "  \
  equipoise duel --system thirty-mm REF-2 \"Tall Heron\" --runs 100000
  equipoise duel --system thirty-mm REF-2 REF-3 --policy stand --preset standing --exact
  equipoise duel --system thirty-mm C2R4:pistol C2R4:blade --until 0.005 --format json",
    replay: "  \
  equipoise replay --system thirty-mm REF-2 \"Quick Fox\" --seed 1 --battle 17",
    battle: "  \
  equipoise battle --system thirty-mm skirmish --runs 10000
  equipoise battle --system thirty-mm outpost --policy random --format json
  equipoise battle --system thirty-mm crossing --replay 3",
    grids: "  \
  standard  the 125 generated profiles and the named units, each against the five profiles in the
            middle of the grid: class 3, rank 3 (2000 battles per pairing)
  full      every pairing of the 125 generated profiles (200 battles per pairing)",
    sweep: "  \
  equipoise sweep --system thirty-mm
  equipoise sweep --system thirty-mm --option round_limit=20 --seed 7 --out runs/long
  equipoise sweep --system thirty-mm --grid full --until 0.02",
    points: "  \
  equipoise points --system thirty-mm
  equipoise points --system thirty-mm --scenario snowfield --budget 900
  equipoise points --system thirty-mm --grid standard --also none",
    variant: "  \
  equipoise variant --system thirty-mm \"Tall Heron\" --set pilot.rank=5 --set sections.1.defense+=6
  equipoise variant --system thirty-mm REF-2 --set stats=[6,9,7] --matchups 0 --also random",
    whatif: "  \
  equipoise whatif --system thirty-mm --option round_limit=20
  equipoise whatif --system thirty-mm --option fov_model=cone_60_inclusive --units REF-2,REF-3 --also none --format json",
    audit_play: "  \
  equipoise audit play --system thirty-mm
  equipoise audit play --system thirty-mm --only tools --format json",
    audit_upgrades: "",
    ladder: "  \
  equipoise ladder --system thirty-mm
  equipoise ladder --system thirty-mm --policies plain,random --until 0.01 --chart ladder.svg
  equipoise ladder --system thirty-mm --scenario skirmish --decide 0.5 --format json",
    validate: "  \
  equipoise validate --system thirty-mm datasets/thirty_mm",
};
