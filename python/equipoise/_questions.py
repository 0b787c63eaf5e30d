"""Questions about saved runs, games of people and baselines."""

from __future__ import annotations

import csv
import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from equipoise._checks import Progress, ask, choice, given, path, real, text, whole
from equipoise._errors import EquipoiseError
from equipoise._results import (
    BattleResult,
    ChangeResult,
    Comparison,
    CoverageResult,
    DuelResult,
    GateResult,
    LadderResult,
    MetaResult,
    OddsResult,
    PlayAuditResult,
    PointsResult,
    PriceMapResult,
    RatingsResult,
    Result,
    SelfcheckResult,
    SprtResult,
    UpgradeAuditResult,
    ValidateResult,
)
from equipoise._runs import SweepResult, run_folder
from equipoise._system import CHECKPOINT_EVERY_S, GAME, System

MOST_GAMES = 1_000_000_000_000
"""More games than anybody plays; with far more, what never occurred would be too rare for a double."""

RESULT_SCHEMA = 1
"""Version of the documents of results that this package reads."""

KINDS: Mapping[str, type[Result]] = {
    "battle": BattleResult,
    "compare": Comparison,
    "duel": DuelResult,
    "gate": GateResult,
    "ladder": LadderResult,
    "odds": OddsResult,
    "play-audit": PlayAuditResult,
    "points": PointsResult,
    "price_map": PriceMapResult,
    "upgrade-audit": UpgradeAuditResult,
    "variant": ChangeResult,
    "whatif": ChangeResult,
}
"""Results by the ``kind`` of their documents."""


def open_run(folder: str | os.PathLike[str]) -> SweepResult:
    """A saved run, or a shard of one, as :meth:`System.sweep` returned it; nothing is played.

    Args:
        folder: Folder of the run, which the package or the command has written.

    Raises:
        EquipoiseError: The folder holds no run, an unfinished one, or one that this version cannot read.
    """
    return SweepResult(ask("open", {"folder": path("folder", folder)}))


def open_result(file: str | os.PathLike[str]) -> Result:
    """A result from its JSON document, which a command printed with ``--format json`` or :meth:`Result.to_json` gave.

    Args:
        file: The file: of a duel, a scenario, odds, points, a price map, a variant or a change of rules, a
            comparison, a gate, a ladder, or an audit.

    Raises:
        EquipoiseError: The file cannot be read, or holds no such document of this version.
    """
    name = path("file", file)
    try:
        document = json.loads(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise EquipoiseError(f"cannot read {name}: {error.strerror or error}") from None
    except ValueError as error:
        raise EquipoiseError(f"{name} is not JSON: {error}") from None
    head = document if isinstance(document, dict) else {}
    kind = KINDS.get(str(head.get("kind")))
    if kind is None:
        raise EquipoiseError(f"{name}: expected a document with a \"kind\" of {', '.join(KINDS)}")
    if head.get("schema") != RESULT_SCHEMA:
        raise EquipoiseError(f"{name} has schema {head.get('schema')}; this version reads schema {RESULT_SCHEMA}")
    return kind(json.dumps(document, ensure_ascii=False, separators=(",", ":")))


def sprt(
    wins: int | None = None,
    losses: int | None = None,
    draws: int = 0,
    *,
    pentanomial: tuple[int, int, int, int, int] | None = None,
    elo0: float = 0.0,
    elo1: float = 5.0,
    model: str = "normalized",
    alpha: float = 0.05,
    beta: float = 0.05,
) -> SprtResult:
    """Tests sequentially which of two Elo differences the games support; one may look after every game.

    Args:
        wins: Games won.
        losses: Games lost.
        draws: Games drawn.
        pentanomial: In place of single games, pairs of games that scored 0, ½, 1, 1½ and 2 points.
        elo0: Elo difference of the hypothesis H0.
        elo1: Elo difference of the hypothesis H1.
        model: ``normalized``, in units of the scatter of a game, or ``logistic``, by the expected score alone.
        alpha: Probability of accepting H1 when H0 is true.
        beta: Probability of accepting H0 when H1 is true.
    """
    if pentanomial is not None:
        if (wins, losses, draws) != (None, None, 0):
            raise EquipoiseError("pentanomial excludes wins, losses and draws")
        if not isinstance(pentanomial, (tuple, list)) or len(pentanomial) != 5:
            raise EquipoiseError(f"pentanomial: expected five counts, got {pentanomial!r}")
        counts = [whole("pentanomial", count, most=MOST_GAMES) for count in pentanomial]
    elif wins is None or losses is None:
        raise EquipoiseError("sprt needs wins and losses, or pentanomial")
    else:
        games = {"losses": losses, "draws": draws, "wins": wins}
        counts = [whole(name, count, most=MOST_GAMES) for name, count in games.items()]
    request = {
        "counts": counts,
        "elo0": real("elo0", elo0),
        "elo1": real("elo1", elo1),
        "model": choice("model", model, ("normalized", "logistic")),
        "alpha": real("alpha", alpha),
        "beta": real("beta", beta),
    }
    return SprtResult(ask("sprt", request))


def ratings(
    games: str | os.PathLike[str] | Any, *, prior: int | None = None, home_advantage: bool = False
) -> RatingsResult:
    """Bradley-Terry ratings from a list of games.

    Where somebody is unbeaten or winless, the largest group whose results went both ways is rated.

    Args:
        games: A CSV file, a data frame of Polars or pandas, or rows ``(a, b, result)``. The columns ``a`` and ``b``
            name the units, ``result`` is that of ``a``: 1 won, 0 lost, 0.5 drawn.
        prior: Drawn games with an average unit that each unit is given besides its own, so that all have a rating.
        home_advantage: Estimates besides what it is worth to be named first, in column ``a``.
    """
    draws = None if prior is None else whole("prior", prior, least=1, most=4_294_967_295)
    with _file_of("games", games) as file:
        request = {"games": file, "prior": draws, "home_advantage": bool(home_advantage)}
        return RatingsResult(ask("ratings", request))


def meta(
    results: SweepResult | str | os.PathLike[str] | Any | None = None,
    *,
    payoff: str | os.PathLike[str] | Any | None = None,
    alpha_rank_m: int = 50,
    alpha_rank_alpha: float = 100.0,
    resamples: int = 200,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> MetaResult:
    """The choice of a unit as a game: Nash weights, α-rank, cycles, ratings.

    Args:
        results: A saved run or its folder, or games as for :func:`ratings`.
        payoff: In place of results, a square matrix under a header of names, as a CSV file or a data frame: what the
            unit of the row expects to gain against the unit of the column.
        alpha_rank_m: Population size of α-rank.
        alpha_rank_alpha: Selection intensity of α-rank.
        resamples: How often the games are resampled for intervals, 20 to 100,000.
        seed: Seed of the resampling.
        threads: Worker threads, one per core unless given; the number changes no result.
        progress: Called a few times a second with what is done, what there is to do, and what is counted.
    """
    if (results is None) == (payoff is None):
        raise EquipoiseError("meta needs results or payoff, and not both")
    kind, source = ("results", results) if payoff is None else ("payoffs", payoff)
    if isinstance(source, SweepResult):
        source = source.folder
    with _file_of("results" if payoff is None else "payoff", source) as file:
        request = {
            "source": {kind: file},
            "alpha_rank_m": whole("alpha_rank_m", alpha_rank_m, most=2**32 - 1),
            "alpha_rank_alpha": real("alpha_rank_alpha", alpha_rank_alpha),
            "resamples": whole("resamples", resamples, least=20, most=100_000),
            "seed": whole("seed", seed),
        }
        return MetaResult(ask("meta", request, threads, progress))


def compare(
    old: SweepResult | str | os.PathLike[str],
    new: SweepResult | str | os.PathLike[str],
    *,
    confidence: float | None = None,
) -> Comparison:
    """Two saved runs: how they were made, and the score of every pairing and unit of both.

    Args:
        old: The old run, or its folder.
        new: The new run, or its folder.
        confidence: Confidence of all intervals of pairings at once, and of all of units; 0.95 unless given.
    """
    request = given(
        old=run_folder("old", old),
        new=run_folder("new", new),
        confidence=None if confidence is None else real("confidence", confidence),
    )
    return Comparison(ask("compare", request))


def gate(
    baseline: str | os.PathLike[str],
    system: System,
    *,
    margin: float | None = None,
    alpha: float | None = None,
    budget: int | None = None,
    price_margin: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> GateResult:
    """Whether balance is still where a baseline found it.

    Args:
        baseline: File of the baseline, written by :meth:`System.baseline` or ``equipoise baseline``.
        system: The game and the dataset of today; its options are those that differ from the baseline's.
        margin: Largest accepted change of a score; the baseline's unless given.
        alpha: Probability of any wrong verdict, over all pairings together; the baseline's unless given.
        budget: Most battles of all pairings together; enough for any verdict unless given.
        price_margin: Largest accepted move of an implied price, as a share of it; the baseline's unless given.
        seed: Master seed of the dice; the baseline's unless given.
        threads: Worker threads, one per core unless given; the number changes no result.
        progress: Called a few times a second with what is done, what there is to do, and what is counted.
    """
    if not isinstance(system, System):
        raise EquipoiseError(f"system: expected a System, got {system!r}")
    numbers = given(margin=margin, alpha=alpha, price_margin=price_margin)
    request = {
        "baseline": path("baseline", baseline),
        "system": system.name,
        "dataset": None if system.dataset is None else str(system.dataset),
        "options": system._options,
        **{name: real(name, value) for name, value in numbers.items()},
        "budget": None if budget is None else whole("budget", budget, least=1),
        "seed": None if seed is None else whole("seed", seed),
    }
    return GateResult(ask("gate", request, threads, progress))


def resume(
    run: SweepResult | str | os.PathLike[str],
    *,
    runs: int | None = None,
    dataset: str | os.PathLike[str] | None = None,
    checkpoint_every_s: float = CHECKPOINT_EVERY_S,
    threads: int | None = None,
    progress: Progress | None = None,
) -> SweepResult:
    """Plays an interrupted sweep to its end, or extends a complete one; the result is that of one sweep, to the bit.

    Args:
        run: Folder of the sweep.
        runs: Battles of a pairing to which a complete run is extended.
        dataset: Folder of the dataset, if it has moved.
        checkpoint_every_s: Seconds between two checkpoints.
        threads: Worker threads, one per core unless given; the number changes no result.
        progress: Called a few times a second with what is done, what there is to do, and what is counted.
    """
    resumed = given(
        folder=run_folder("run", run),
        runs=None if runs is None else whole("runs", runs, least=1),
        dataset=None if dataset is None else path("dataset", dataset),
    )
    request = {"run": resumed, "checkpoint_every_s": real("checkpoint_every_s", checkpoint_every_s)}
    return SweepResult(ask("resume", request, threads, progress))


def merge(
    shards: Iterable[SweepResult | str | os.PathLike[str]],
    *,
    out: str | os.PathLike[str] | None = None,
    dataset: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> SweepResult:
    """Makes one run of the shards of a sweep; the result is that of the sweep played at once, to the bit.

    Args:
        shards: Every shard of one sweep, once, in any order: runs of :meth:`System.sweep` with ``shard``, or their
            folders.
        out: Folder of the run, ``runs/SYSTEM-GRID-seedN`` unless given. An earlier run in it is replaced, and a
            folder with any other content refused.
        dataset: Folder of the dataset, if it has moved.
        threads: Worker threads that price the units, one per core unless given; the number changes no result.
        progress: Called a few times a second with what is done, what there is to do, and what is counted.

    Raises:
        EquipoiseError: A shard is missing or occurs twice, they belong to different sweeps, or another version of
            the program played them.
    """
    if isinstance(shards, (str, os.PathLike, SweepResult)) or not isinstance(shards, Iterable):
        raise EquipoiseError(f"shards: expected a list of runs or folders, got {shards!r}")
    request = given(
        folders=[run_folder("shards", shard) for shard in shards],
        place=None if out is None else path("out", out),
        dataset=None if dataset is None else path("dataset", dataset),
    )
    return SweepResult(ask("merge", request, threads, progress))


def selfcheck(
    *,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> SelfcheckResult:
    """Whether the program does what it says, on this machine: dice, attacks, duels, threads and intervals.

    Checks all games with their own datasets. False-alarm rate of all tests together: below one in 10,000,000 runs.

    Args:
        seed: Master seed of all draws.
        threads: Worker threads, one per core unless given; the number changes no result.
        progress: Called a few times a second with what is done, what there is to do, and what is counted.
    """
    return SelfcheckResult(ask("selfcheck", {"seed": whole("seed", seed)}, threads, progress))


def coverage(
    *,
    replicates: int = 10_000,
    only: str | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CoverageResult:
    """How often each kind of interval contains the true value, in games whose true values are known.

    Args:
        replicates: Replicates of each kind of interval, 20 to 10,000,000.
        only: Only the kinds whose name contains this text, in any case; all unless given.
        seed: Master seed of all draws.
        threads: Worker threads, one per core unless given; the number changes no result.
        progress: Called a few times a second with what is done, what there is to do, and what is counted.
    """
    request = given(
        replicates=whole("replicates", replicates, least=20, most=10_000_000),
        only=None if only is None else text("only", only),
        seed=whole("seed", seed),
    )
    return CoverageResult(ask("coverage", request, threads, progress))


def validate(dataset: str | os.PathLike[str], *, system: str = GAME) -> ValidateResult:
    """Every problem of a dataset at once, with its place.

    Args:
        dataset: Folder of the dataset.
        system: The game that it is of.
    """
    return ValidateResult(ask("validate", {"system": system, "dataset": path("dataset", dataset)}))


@contextmanager
def _file_of(name: str, table: Any) -> Iterator[str]:
    """The path of a table: its own, or that of a file that lasts as long as the question."""
    if isinstance(table, (str, os.PathLike)):
        yield path(name, table)
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.csv"
        _write(name, table, file)
        yield str(file)


def _write(name: str, table: Any, file: Path) -> None:
    if hasattr(table, "write_csv"):
        table.write_csv(file)
    elif hasattr(table, "to_csv"):
        table.to_csv(file, index=False)
    elif name != "payoff" and isinstance(table, Iterable):
        with file.open("w", encoding="utf-8", newline="") as out:
            rows = csv.writer(out)
            rows.writerow(("a", "b", "result"))
            rows.writerows(table)
    else:
        raise EquipoiseError(f"{name}: expected a file or a data frame, got {table!r}")
