"""A tour of the package: each question once, with few battles, so that it takes a minute.

python tour.py [FOLDER]    writes a run and a baseline into the folder, by default `tour`
"""

from __future__ import annotations

import sys
from pathlib import Path

import polars as pl

import equipoise as eq


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    ms = eq.System("mechastellar")

    duel = ms.duel("White Asura", "Blue Djinn", until=0.05, policy="greedy")
    score = duel.score
    print(f"White Asura scores {score} against Blue Djinn: {duel.battles} battles, digest {duel.digest}")

    odds = ms.odds(attack="6d10+5", defence="8d10+3", dmg=300, pen=5)
    print(f"No damage with probability {odds.damage[0]:.4f}, exactly")

    units = ["White Asura", "Blue Djinn", "Green Viking", "Kestrel"]
    print(ms.points(units=units, budget=600, matchups=200, gauntlet=0, also=()).to_polars())

    # A unit is a value: a changed one is set against the unit as it is, on the same dice.
    frailer = ms.units["White Asura"].replace(hp=4800)
    change = ms.variant(frailer, against=["Blue Djinn", "Kestrel"], runs=200, matchups=0)
    print(f"With 4,800 HP its score changes by {change.difference}")

    run = ms.sweep(grid="standard", seed=1, runs=2, price_matchups=0, out=folder / "run", fresh=True)
    print(run.results.select("a", "b", "score_a").head(3))
    strongest = max(eq.meta(run).weights.items(), key=lambda of: of[1])
    print(f"Most of the Nash mixture: {strongest[0]}, {strongest[1]:.0%}")

    games = pl.DataFrame({"a": ["Ada", "Bob", "Cy"], "b": ["Bob", "Cy", "Ada"], "result": [1.0, 0.5, 1.0]})
    print(eq.ratings(games).ratings)
    payoff = pl.DataFrame({"rock": [0.0, 1.0, -1.0], "paper": [-1.0, 0.0, 1.0], "scissors": [1.0, -1.0, 0.0]})
    print(eq.meta(payoff=payoff).weights)
    print(f"60 won, 40 lost: {eq.sprt(wins=60, losses=40, elo1=50).decision}")

    baseline = folder / "balance.toml"
    ms.baseline(baseline, units=["White Asura"], against=["Blue Djinn"], margin=0.1)
    print(f"Balance is as recorded: {eq.gate(baseline, ms).passed}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "tour"))
