"""A game with its dataset and its rules: what most questions are asked of."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from equipoise._checks import (
    Progress,
    ask,
    ask_with,
    choice,
    given,
    goal,
    options as checked_options,
    part,
    path,
    real,
    text,
    texts,
    whole,
)
from equipoise._env import Env
from equipoise._errors import EquipoiseError
from equipoise._policies import Policy, Seat, both, points_of, seat
from equipoise._records import Battles, ask_recorded
from equipoise._results import (
    BaselineResult,
    BattleResult,
    ChangeResult,
    DuelResult,
    LadderResult,
    OddsResult,
    PlayAuditResult,
    PointsResult,
    PriceMapResult,
    ReplayResult,
    UpgradeAuditResult,
)
from equipoise._runs import SweepResult
from equipoise._units import Unit, Units, unit_name, unit_names

GAME = "mechastellar"
"""The game of a dataset folder unless another is named."""

Player = str | Policy
"""A policy of the game by name, or one written in Python."""

Players = Player | tuple[Player, Player] | None
"""The policy of both sides, or the policies of the first and of the second; ``None`` is the game's default."""

Names = str | tuple[str | None, str | None] | None
"""Names of policies of the game, likewise."""

MAX_STATES = 2_000_000
CHECKPOINT_EVERY_S = 5.0


def systems() -> dict[str, str]:
    """The games there are: their names with a line on each."""
    rows = json.loads(ask("list", {"system": GAME, "what": "systems"}))
    return {row["name"]: row["summary"] for row in rows}


class System:
    """A game, its units and its rules.

    Args:
        name: A game of :func:`systems`, or the folder of a dataset of MechaStellar.
        dataset: Folder of a dataset, in place of the one that ships with the game.
        preset: Rules options that belong together; :attr:`presets` lists them.
        options: Rules options by name; :attr:`options` lists them with their values.

    Raises:
        DatasetError: The dataset has mistakes; the exception has all of them.
        EquipoiseError: There is no such game, folder, preset or option.

    Example:
        >>> import equipoise as eq
        >>> ms = eq.System("mechastellar")
        >>> duel = ms.duel("White Asura", "Blue Djinn", runs=1000)
        >>> duel.score.low < duel.score.estimate < duel.score.high
        True
    """

    def __init__(
        self,
        name: str | os.PathLike[str] = GAME,
        *,
        dataset: str | os.PathLike[str] | None = None,
        preset: str | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        named = path("name", name)
        known = systems()
        if named not in known:
            if dataset is not None or not Path(named).is_dir():
                raise EquipoiseError(
                    f"no game or dataset folder named {named!r}; the games are {', '.join(known)}"
                )
            named, dataset = GAME, named
        self._name = named
        self._dataset = None if dataset is None else path("dataset", dataset)
        self._policies = {row["name"]: row["summary"] for row in self._list("policies")}
        self._options = self._with_preset(preset, checked_options("options", options))

    @property
    def name(self) -> str:
        """Name of the game."""
        return self._name

    @property
    def dataset(self) -> Path | None:
        """Folder of the dataset; ``None`` for the one that ships with the game."""
        return None if self._dataset is None else Path(self._dataset)

    @cached_property
    def units(self) -> Units:
        """Units with names of their own, by name."""
        return Units(self._list("units"))

    @cached_property
    def profiles(self) -> Units:
        """Generated units of the grid, by name."""
        return Units(self._list("profiles"))

    @property
    def policies(self) -> dict[str, str]:
        """Ways of playing, the default first: their names with a line on each."""
        return dict(self._policies)

    @property
    def decision_points(self) -> list[str]:
        """Every place where the rules give a player a choice, as a :class:`Policy` has methods for it; none where the
        game puts its decisions to no policy in Python."""
        asks, points = points_of(self._name)
        return points if asks else []

    @property
    def presets(self) -> dict[str, str]:
        """Rules options that belong together: their names with a line on each."""
        return {row["name"]: row["summary"] for row in self._list("presets")}

    @property
    def options(self) -> list[dict[str, Any]]:
        """Rules options, each with its name, its values and what it means."""
        return self._list("options")

    @property
    def scenarios(self) -> list[dict[str, Any]]:
        """Scenarios that can be played by name."""
        return self._list("scenarios")

    def odds(self, *, sample: int | None = None, seed: int = 1, **attack: Any) -> OddsResult:
        """The exact odds of one attack.

        Args:
            sample: Also throws the attack so many times, with the dice of battles.
            seed: Seed of the dice of ``sample``.
            attack: What ``equipoise odds --help`` lists for the game, such as ``attack="6d10+5"``; a flag is ``True``.
        """
        request: dict[str, Any] = {"system": self._name, "arguments": attack}
        for name, value in attack.items():
            if not isinstance(value, (bool, int, str)):
                raise EquipoiseError(f"{name}: expected a text, a whole number or a truth value, got {value!r}")
        if self._options:
            request["options"] = self._options
        if sample is not None:
            request["sample"] = {"attacks": whole("sample", sample, least=1), "seed": whole("seed", seed)}
        return OddsResult(ask("odds", request))

    def duel(
        self,
        a: Unit | str,
        b: Unit | str,
        *,
        runs: int | None = None,
        until: float | None = None,
        decide: float | None = None,
        margin: float | None = None,
        confidence: float | None = None,
        max_runs: int | None = None,
        exact: bool = False,
        max_states: int = MAX_STATES,
        trace: bool = False,
        battles: Battles = False,
        policy: Players = None,
        policy_a: Player | None = None,
        policy_b: Player | None = None,
        seed: int = 1,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> DuelResult:
        """One unit against another, many times.

        Args:
            a: The unit whose score is reported, or its name.
            b: Its opponent.
            runs: Battles, 10,000 unless given; an odd number is rounded up, so that both seats are played equally.
            until: Plays until the score is known to ± this half-width, such as 0.01, at any look.
            decide: Plays until the score is known to be above or below this, such as 0.5, or within ``margin`` of it.
            margin: Half-width of the zone around ``decide`` that counts as near; 0.02 unless given.
            confidence: Confidence of the interval with ``until`` or ``decide``; 0.95 unless given.
            max_runs: Most battles with ``until`` or ``decide``.
            exact: Computes exact probabilities instead, for duels of few HP, dice and choices.
            max_states: States after which an exact computation gives up; a million takes about a minute.
            trace: Also says how the score stood after 2, 4, 8, … battles.
            battles: Also records each battle: ``True`` for a data frame in :attr:`DuelResult.records`; a file that
                ends in ``.parquet``, or a folder for one, for more battles than memory holds. Such a duel is always sampled.
            policy: Who plays: a policy, or one for each side. With a :class:`Policy` of your own battles are played one
                after the other on the calling thread.
            policy_a: Who plays ``a``, in place of ``policy``.
            policy_b: Who plays ``b``, in place of ``policy``.
            seed: Master seed of the dice.
            threads: Worker threads, one per core unless given; the number changes no result.
            progress: Called a few times a second with what is done, what there is to do, and what is counted.
        """
        names, seats = self._seats(policy, policy_a, policy_b)
        request = {
            "game": self._game(names, seed),
            "a": unit_name("a", a),
            "b": unit_name("b", b),
            "goal": goal(10_000, runs, until, decide, margin, confidence, max_runs),
            "trace": bool(trace),
        }
        if exact:
            if (runs, until, decide) != (None, None, None):
                raise EquipoiseError("exact excludes runs, until and decide")
            request["exact"] = whole("max_states", max_states, least=1)
        return DuelResult(*ask_recorded("duel", request, battles, seats, threads, progress))

    def replay(
        self,
        a: Unit | str,
        b: Unit | str,
        *,
        battle: int = 0,
        policy: Players = None,
        policy_a: Player | None = None,
        policy_b: Player | None = None,
        seed: int = 1,
    ) -> ReplayResult:
        """One battle of a duel, event by event; ``battle`` is its number, from 0. Who plays is as for :meth:`duel`."""
        names, seats = self._seats(policy, policy_a, policy_b)
        request = {
            "game": self._game(names, seed),
            "a": unit_name("a", a),
            "b": unit_name("b", b),
            "battle": whole("battle", battle),
        }
        return ReplayResult(ask("replay", request) if seats is None else ask_with("replay", request, seats))

    def battle(
        self,
        scenario: str | os.PathLike[str],
        *,
        runs: int = 1_000,
        armies: tuple[str | os.PathLike[str], str | os.PathLike[str]] | None = None,
        battles: Battles = False,
        policy: Players = None,
        policy_a: Player | None = None,
        policy_b: Player | None = None,
        seed: int = 1,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> BattleResult:
        """A scenario, many times.

        Args:
            scenario: Name of a scenario, or a scenario file.
            runs: Battles; an odd number is rounded up, so that both seats are played equally.
            armies: Two army files, in place of the scenario's forces.
            battles: Also records each battle: ``True`` for a data frame in :attr:`BattleResult.records`; a file that
                ends in ``.parquet``, or a folder for one, for more battles than memory holds.
            policy: Who plays: a policy, or one for each side. With a :class:`Policy` of your own battles are played one
                after the other on the calling thread.
            policy_a: Who plays the force listed first, in place of ``policy``.
            policy_b: Who plays the force listed second, in place of ``policy``.
            seed: Master seed of the dice.
            threads: Worker threads, one per core unless given; the number changes no result.
            progress: Called a few times a second with what is done, what there is to do, and what is counted.
        """
        names, seats = self._seats(policy, policy_a, policy_b)
        request = {**self._scenario(scenario, armies, names, seed), "runs": whole("runs", runs, least=1)}
        return BattleResult(*ask_recorded("battle", request, battles, seats, threads, progress))

    def replay_battle(
        self,
        scenario: str | os.PathLike[str],
        *,
        battle: int = 0,
        picture: bool = False,
        armies: tuple[str | os.PathLike[str], str | os.PathLike[str]] | None = None,
        policy: Names = None,
        seed: int = 1,
    ) -> ReplayResult:
        """One battle of a scenario, event by event; with ``picture``, :meth:`ReplayResult.plot` shows it."""
        request = {
            **self._scenario(scenario, armies, policy, seed),
            "battle": whole("battle", battle),
            "picture": bool(picture),
        }
        return ReplayResult(ask("battle replay", request))

    def env(
        self,
        a: Unit | str,
        b: Unit | str,
        *,
        policy: Player | None = None,
        points: Sequence[str] = (),
        otherwise: str | None = None,
        name: str = "player",
        seed: int = 1,
    ) -> Env:
        """A duel of which Python plays ``a``, a decision at a time, as for reinforcement learning.

        Args:
            a: The unit that Python plays, or its name.
            b: Its opponent.
            policy: Who plays ``b``: a policy of the game, or a :class:`Policy` of your own.
            points: Decision points at which Python decides; all of the game if empty.
            otherwise: Policy of the game that makes the other decisions of ``a``; its default unless given.
            name: What messages call the player.
            seed: Master seed of the dice.
        """
        asks, known = points_of(self._name)
        points = [choice("points", point, known) for point in texts("points", points)] or known
        names, seats = self._seats(None, otherwise, policy)
        request = {
            "game": self._game(names, seed),
            "a": unit_name("a", a),
            "b": unit_name("b", b),
        }
        return Env(request, text("name", name), points, None if seats is None else seats[1])

    def sweep(
        self,
        grid: str = "standard",
        *,
        runs: int | None = None,
        until: float | None = None,
        decide: float | None = None,
        margin: float | None = None,
        confidence: float | None = None,
        max_runs: int | None = None,
        price_matchups: int | None = None,
        shard: tuple[int, int] | None = None,
        out: str | os.PathLike[str] | None = None,
        fresh: bool = False,
        checkpoint_every_s: float = CHECKPOINT_EVERY_S,
        policy: str | None = None,
        seed: int = 1,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> SweepResult:
        """All units of a grid, saved in a folder with tables, charts and a report.

        Ctrl-C keeps what was played in a checkpoint beside the folder, and :func:`resume` goes on from there.

        Args:
            grid: ``standard``, everyone against the reference profiles, or ``full``, every pairing of the profiles.
            runs: Battles of a pairing; 2,000 of the standard grid and 200 of the full one unless given.
            until: As for :meth:`duel`, for each pairing.
            decide: As for :meth:`duel`, for each pairing.
            margin: As for :meth:`duel`.
            confidence: As for :meth:`duel`.
            max_runs: As for :meth:`duel`, for each pairing.
            price_matchups: Matchups of random armies that price the units, two battles each; 0 for none. 8,000
                unless given, or none with ``runs``, ``until`` or ``decide``. Those of a sweep in shards are played by
                :func:`merge`.
            shard: Plays only this part of the pairings: its number, from 1, and how many parts there are, such as
                ``(3, 16)``. :func:`merge` makes one run of all parts.
            out: Folder of the run; ``runs/SYSTEM-GRID-seedN`` unless given, with ``-shardKofN`` behind it for a shard.
                An earlier run in it is replaced, and a folder with any other content refused.
            fresh: Discards the checkpoint of an interrupted sweep in that place.
            checkpoint_every_s: Seconds between two checkpoints.
            policy: Policy of both sides.
            seed: Master seed of the dice.
            threads: Worker threads, one per core unless given; the number changes no result.
            progress: Called a few times a second with what is done, what there is to do, and what is counted.
        """
        request = self._sweep(
            grid,
            runs=runs,
            until=until,
            decide=decide,
            margin=margin,
            confidence=confidence,
            max_runs=max_runs,
            price_matchups=price_matchups,
            shard=shard,
            out=out,
            fresh=fresh,
            checkpoint_every_s=checkpoint_every_s,
            policy=policy,
            seed=seed,
        )
        return SweepResult(ask("sweep", request, threads, progress))

    def points(
        self,
        units: Sequence[Unit | str] = (),
        *,
        scenario: str | os.PathLike[str] | None = None,
        budget: int | None = None,
        margin: float | None = None,
        also: Sequence[str] | None = None,
        matchups: int | None = None,
        until_verdict: bool = False,
        runs: int | None = None,
        gauntlet: int | None = None,
        policy: str | None = None,
        seed: int = 1,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> PointsResult:
        """What each unit is worth, in points, from battles of random armies.

        Args:
            units: Units to price and to draw armies from; all named units of the dataset if empty.
            scenario: Scenario whose table and mode are played; the game's own choice unless given.
            budget: Points of an army; the game's own choice unless given.
            margin: A unit is fair within this share of its listed points; 0.05 unless given.
            also: Further policies whose answers stand beside the main one; the game's second policy unless given,
                and ``()`` saves its time.
            matchups: Matchups of random armies, for each policy; 16,000 unless given.
            until_verdict: Plays until every unit is over-costed, under-costed or fair, but no more than ``matchups``,
                256,000 unless given. Intervals then hold at every look.
            runs: Battles of each matchup; 8 unless given.
            gauntlet: Matchups of each unit alone against random armies; 150 unless given, and 0 leaves them out.
            policy: Policy of both sides.
            seed: Master seed of the dice.
            threads: Worker threads, one per core unless given; the number changes no result.
            progress: Called a few times a second with what is done, what there is to do, and what is counted.
        """
        request = {
            **self._armies(scenario, budget, margin, also, matchups, runs, policy, seed),
            "units": unit_names("units", units),
        }
        if until_verdict:
            request["until_verdict"] = True
        if gauntlet is not None:
            request["gauntlet"] = whole("gauntlet", gauntlet)
        return PointsResult(ask("points", request, threads, progress))

    def price_map(
        self,
        grid: str = "standard",
        *,
        suggest: bool = False,
        scenario: str | os.PathLike[str] | None = None,
        budget: int | None = None,
        margin: float | None = None,
        also: Sequence[str] | None = None,
        also_scenarios: Sequence[str] = (),
        matchups: int | None = None,
        runs: int | None = None,
        keep: str | os.PathLike[str] | None = None,
        policy: str | None = None,
        seed: int = 1,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> PriceMapResult:
        """What every profile of a grid is worth, as ``equipoise points --grid`` says.

        Args:
            grid: ``standard``, the profiles and the named units, or ``full``, the profiles alone.
            suggest: Adds a price list of few numbers; plays as many battles three times more.
            also_scenarios: Further scenarios, on whose tables the first policy plays the same armies again.
            keep: A folder in which the battles are kept while they are played; none that is there is played again, so
                the same call goes on after an interruption, and one with more matchups plays only the new ones.
            scenario: As for :meth:`points`, and so are the others.
        """
        request = {
            **self._armies(scenario, budget, margin, also, matchups, runs, policy, seed),
            "grid": choice("grid", grid, ("standard", "full")),
            "suggest": bool(suggest),
            "also_scenarios": texts("also_scenarios", also_scenarios),
        }
        kept = {"map": request, "keep": None if keep is None else path("keep", keep)}
        return PriceMapResult(ask("price map", kept, threads, progress))

    def variant(
        self,
        unit: Unit,
        *,
        against: Sequence[Unit | str] = (),
        runs: int | None = None,
        matchups: int | None = None,
        scenario: str | os.PathLike[str] | None = None,
        budget: int | None = None,
        also: Sequence[str] | None = None,
        policy: str | None = None,
        seed: int = 1,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> ChangeResult:
        """A changed unit against the unit as it is, on the same dice.

        Args:
            unit: The changed unit: ``system.units["White Asura"].replace(hp=4800)``.
            against: Opponents; the reference profiles of the standard grid if empty.
            runs: Battles of each pairing, each played both ways; 10,000 unless given.
            matchups: Matchups of random armies, for implied points; 4,000 unless given, and 0 leaves them out.
            scenario: Scenario whose table and mode the armies play; that of :meth:`points` unless given.
            budget: Points of an army; those of :meth:`points` unless given.
            also: Further policies, as for :meth:`points`.
            policy: Policy of both sides.
            seed: Master seed of the dice.
            threads: Worker threads, one per core unless given; the number changes no result.
            progress: Called a few times a second with what is done, what there is to do, and what is counted.
        """
        if not isinstance(unit, Unit):
            raise EquipoiseError(f"unit: expected a changed unit, got {unit!r}")
        request = {
            **self._change(against, runs, matchups, scenario, budget, also, policy, seed),
            "unit": unit.name,
            "set": list(unit.changes),
            "upgrades": list(unit.upgrades),
        }
        return ChangeResult(ask("variant", request, threads, progress))

    def whatif(
        self,
        changes: Mapping[str, Any],
        *,
        units: Sequence[Unit | str] = (),
        against: Sequence[Unit | str] = (),
        runs: int | None = None,
        matchups: int | None = None,
        scenario: str | os.PathLike[str] | None = None,
        budget: int | None = None,
        also: Sequence[str] | None = None,
        policy: str | None = None,
        seed: int = 1,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> ChangeResult:
        """Changed rules against those of this system, on the same dice.

        Args:
            changes: Rules options that are changed, by name.
            units: Units to look at; all named units of the dataset if empty.
            against: Opponents; the reference profiles of the standard grid if empty.
            runs: Battles of each pairing, each played both ways; 2,000 unless given.
            matchups: As for :meth:`variant`, and so are the others.
        """
        request = {
            **self._change(against, runs, matchups, scenario, budget, also, policy, seed),
            "changes": checked_options("changes", changes),
            "units": unit_names("units", units),
        }
        return ChangeResult(ask("whatif", request, threads, progress))

    def baseline(
        self,
        out: str | os.PathLike[str],
        *,
        grid: str | None = None,
        units: Sequence[Unit | str] = (),
        against: Sequence[Unit | str] = (),
        margin: float | None = None,
        alpha: float | None = None,
        price_matchups: int | None = None,
        price_margin: float | None = None,
        policy: str | None = None,
        seed: int = 1,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> BaselineResult:
        """Records the balance of today in a file, for :func:`gate`.

        Args:
            out: The file; an earlier baseline in it is replaced, any other file refused.
            grid: ``named``, the named units against the reference profiles, which is the default, ``standard`` or
                ``full``.
            units: Units to watch, in place of a grid.
            against: Their opponents; the reference profiles if empty.
            margin: Smallest change of a score that a gate must detect; 0.02 unless given.
            alpha: Probability of any wrong verdict of a gate, over all pairings together; 0.05 unless given.
            price_matchups: Also records a price map, from so many matchups of random armies.
            price_margin: Largest move of an implied price that a gate accepts, as a share of it; 0.1 unless given.
            policy: Policy of both sides.
            seed: Master seed of the dice.
            threads: Worker threads, one per core unless given; the number changes no result.
            progress: Called a few times a second with what is done, what there is to do, and what is counted.
        """
        selection: str | dict[str, Any] = choice("grid", grid or "named", ("named", "standard", "full"))
        named, opponents = unit_names("units", units), unit_names("against", against)
        if named:
            if grid is not None:
                raise EquipoiseError("grid and units exclude each other")
            selection = {"units": {"units": named, "against": opponents}}
        elif opponents:
            raise EquipoiseError("against needs units")
        plan: dict[str, Any] = {"game": self._game(policy, seed), "selection": selection}
        numbers = {"margin": margin, "alpha": alpha, "price_margin": price_margin}
        plan.update({name: real(name, value) for name, value in given(**numbers).items()})
        if price_matchups is not None:
            plan["price_matchups"] = whole("price_matchups", price_matchups, least=2)
        request = {"baseline": plan, "out": path("out", out)}
        return BaselineResult(ask("baseline", request, threads, progress))

    def ladder(
        self,
        policies: Sequence[str] = (),
        *,
        only: Sequence[str] = (),
        scenarios: Sequence[str | os.PathLike[str]] = (),
        runs: int | None = None,
        until: float | None = None,
        decide: float | None = None,
        margin: float | None = None,
        confidence: float | None = None,
        max_runs: int | None = None,
        seed: int = 1,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> LadderResult:
        """How well policies play: each pair of them meets on mirrored forces, and each is rated.

        Args:
            policies: Policies that meet, the anchor of the ratings first; all but those that play battles out if
                empty.
            only: ``scenarios``, forces of scenarios against themselves, or ``duels``, units against themselves; both
                if empty.
            scenarios: Scenarios by name or file; all of the dataset if empty.
            runs: Battles of each pair, rounded up to whole rounds.
            until: As for :meth:`duel`, for each pair; 0.02 unless ``runs`` or another goal is given.
            decide: As for :meth:`duel`, for each pair.
            margin: As for :meth:`duel`.
            confidence: As for :meth:`duel`.
            max_runs: As for :meth:`duel`, for each pair.
            seed: Master seed of the dice.
            threads: Worker threads, one per core unless given; the number changes no result.
            progress: Called a few times a second with what is done, what there is to do, and what is counted.
        """
        if (runs, until, decide, margin, confidence, max_runs) == (None,) * 6:
            until = 0.02
        request = {
            "game": self._game(None, seed),
            "policies": texts("policies", policies),
            "only": [choice("only", part, ("scenarios", "duels")) for part in texts("only", only)],
            "scenarios": _paths("scenarios", scenarios),
            "goal": goal(2, runs, until, decide, margin, confidence, max_runs),
        }
        return LadderResult(ask("ladder", request, threads, progress))

    def audit_play(
        self,
        *,
        only: Sequence[str] = (),
        units: Sequence[Unit | str] = (),
        against: Sequence[Unit | str] = (),
        runs: int | None = None,
        copies: int | None = None,
        battles: int | None = None,
        gain: int | None = None,
        matchups: int | None = None,
        mirrored: int | None = None,
        armies: Sequence[str | os.PathLike[str]] = (),
        policy: str | None = None,
        seed: int = 1,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> PlayAuditResult:
        """How well sides play: whether better units do better, which tools are used, and what is left to gain.

        Args:
            only: Parts that are measured: ``monotonicity``, ``tools``, ``gain``, ``order``; all if empty.
            units: Units to look at; all named units of the dataset if empty.
            against: Opponents of units with a better stat; the reference profiles of the standard grid if empty.
            runs: Monotonicity: battles of each better stat against each opponent; 1,000 unless given.
            copies: Monotonicity: models of a unit, 1 to 8, against as many of the opponent, on the table of
                :meth:`points`; 1 unless given, which is a duel.
            battles: Tools: battles of each scenario; 1,000 unless given. Each pair of units plays a hundredth of it.
            gain: Gain: battles against a policy that plays battles out, all scenarios together; 2,000 unless given.
            matchups: Order: matchups of random armies for each order of the units; 4,000 unless given.
            mirrored: Order: battles of each force against itself in each order; 4,000 unless given.
            armies: Order: army files that meet themselves on the table of :meth:`points`.
            policy: Policy of both sides.
            seed: Master seed of the dice.
            threads: Worker threads, one per core unless given; the number changes no result.
            progress: Called a few times a second with what is done, what there is to do, and what is counted.
        """
        parts = ("monotonicity", "tools", "gain", "order")
        numbers = given(
            runs=runs, copies=copies, battles=battles, gain=gain, matchups=matchups, mirrored=mirrored
        )
        request = {
            "game": self._game(policy, seed),
            "only": [choice("only", part, parts) for part in texts("only", only)],
            "units": unit_names("units", units),
            "against": unit_names("against", against),
            "armies": _paths("armies", armies),
            **{name: whole(name, value, least=1) for name, value in numbers.items()},
        }
        return PlayAuditResult(ask("audit play", request, threads, progress))

    def audit_upgrades(
        self,
        upgrades: Sequence[str] = (),
        *,
        units: Sequence[Unit | str] = (),
        buyers: int | None = None,
        matchups: int | None = None,
        runs: int | None = None,
        scenarios: Sequence[str | os.PathLike[str]] = (),
        budget: int | None = None,
        margin: float | None = None,
        also: Sequence[str] | None = None,
        policy: str | None = None,
        seed: int = 1,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> UpgradeAuditResult:
        """What upgrades are worth against what they cost, in battles with and without them on the same dice.

        The rules are those of this system. The prices of MechaStellar are printed for
        ``System(preset="wargame93")``.

        Args:
            upgrades: Upgrades to look at; all if empty.
            units: Units that buy them and that armies are drawn from; all named units of the dataset if empty.
            buyers: Units that try each upgrade, of those that may have it; 4 unless given.
            matchups: Matchups of random armies for each unit; 160 unless given, at least 20.
            runs: Battles of each matchup; 8 unless given.
            scenarios: Scenarios in which armies meet, names or files; those in which the game's prices hold if empty.
            budget: Points of an army; those of :meth:`points` unless given.
            margin: Points that an upgrade may cost more or less than it is worth and still be fair; 5 unless given.
            also: Further policies, as for :meth:`points`.
            policy: Policy of both sides.
            seed: Master seed of the dice.
            threads: Worker threads, one per core unless given; the number changes no result.
            progress: Called a few times a second with what is done, what there is to do, and what is counted.
        """
        numbers = given(buyers=buyers, matchups=matchups, runs=runs)
        request = given(
            game=self._game(policy, seed),
            upgrades=texts("upgrades", upgrades),
            units=unit_names("units", units),
            scenarios=_paths("scenarios", scenarios),
            budget=None if budget is None else whole("budget", budget, least=1, most=1_000_000),
            margin=None if margin is None else real("margin", margin),
            also=self._second_opinion(also, policy),
            **{name: whole(name, value, least=1) for name, value in numbers.items()},
        )
        return UpgradeAuditResult(ask("audit upgrades", request, threads, progress))

    def __repr__(self) -> str:
        settings = [repr(self._name)]
        if self._dataset is not None:
            settings.append(f"dataset={self._dataset!r}")
        if self._options:
            settings.append(f"options={dict((name, value) for name, value in self._options)!r}")
        return f"System({', '.join(settings)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, System) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[Any, ...]:
        return self._name, self._dataset, tuple(map(tuple, self._options))

    def _list(self, what: str) -> list[dict[str, Any]]:
        request = given(system=self._name, dataset=self._dataset, what=what)
        rows: list[dict[str, Any]] = json.loads(ask("list", request))
        return rows

    def _with_preset(self, preset: str | None, options: list[list[str]]) -> list[list[str]]:
        """The options of a preset, then these; one that both set otherwise is refused."""
        if preset is None:
            return options
        rows = {row["name"]: row["options"] for row in self._list("presets")}
        if preset not in rows:
            known = f"the presets are {', '.join(rows)}" if rows else f"{self._name} has none"
            raise EquipoiseError(f"no preset named {preset!r}: {known}")
        belonging = [pair.split("=", 1) for pair in rows[preset].split()]
        theirs = {name: value for name, value in belonging}
        for name, value in options:
            if theirs.get(name, value) != value:
                raise EquipoiseError(
                    f"preset {preset} sets {name}={theirs[name]}, options set {name}={value}: leave one of them out"
                )
        return belonging + options

    def _seats(
        self, policy: Players, policy_a: Player | None, policy_b: Player | None
    ) -> tuple[tuple[str | None, str | None], list[Seat | None] | None]:
        """Policies of the game by name, and those in Python if there are any, of both sides."""
        sides: Sequence[Any] = (policy, policy)
        if isinstance(policy, (tuple, list)):
            if not both(policy):
                raise EquipoiseError(f"policy: expected a name, or a name for each side, got {policy!r}")
            sides = policy
        first, second = (own if own is not None else side for own, side in zip((policy_a, policy_b), sides))
        names = (_named(first), _named(second))
        if not any(isinstance(side, Policy) for side in (first, second)):
            return names, None
        return names, [seat(self._name, side) if isinstance(side, Policy) else None for side in (first, second)]

    def _game(self, policy: Names, seed: int) -> dict[str, Any]:
        default = next(iter(self._policies))
        sides = (policy, policy) if policy is None or isinstance(policy, str) else policy
        if not isinstance(sides, (tuple, list)) or len(sides) != 2:
            raise EquipoiseError(f"policy: expected a name, or a name for each side, got {policy!r}")
        return given(
            system=self._name,
            dataset=self._dataset,
            policies=[default if side is None else text("policy", side) for side in sides],
            options=self._options,
            seed=whole("seed", seed),
        )

    def _sweep(
        self,
        grid: str,
        *,
        runs: int | None = None,
        until: float | None = None,
        decide: float | None = None,
        margin: float | None = None,
        confidence: float | None = None,
        max_runs: int | None = None,
        price_matchups: int | None = None,
        shard: tuple[int, int] | None = None,
        out: str | os.PathLike[str] | None = None,
        fresh: bool = False,
        checkpoint_every_s: float = CHECKPOINT_EVERY_S,
        policy: str | None = None,
        seed: int = 1,
    ) -> dict[str, Any]:
        """The request of a sweep and of where it is saved."""
        grid = choice("grid", grid, ("standard", "full"))
        fixed = 2_000 if grid == "standard" else 200
        plan = given(
            game=self._game(policy, seed),
            grid=grid,
            goal=goal(fixed, runs, until, decide, margin, confidence, max_runs),
            shard=None if shard is None else part(shard),
        )
        if price_matchups:
            plan["price_matchups"] = whole("price_matchups", price_matchups)
        return {
            "sweep": plan,
            "out": None if out is None else path("out", out),
            "fresh": bool(fresh),
            "usual_prices": (price_matchups, runs, until, decide) == (None, None, None, None),
            "checkpoint_every_s": real("checkpoint_every_s", checkpoint_every_s),
        }

    def _second_opinion(self, also: Sequence[str] | None, policy: str | None) -> list[str]:
        """The policies that answer besides: the first other one of the game unless named."""
        if also is not None:
            return texts("also", also)
        main = policy or next(iter(self._policies))
        return [name for name in self._policies if name != main][:1]

    def _scenario(
        self,
        scenario: str | os.PathLike[str],
        armies: tuple[str | os.PathLike[str], str | os.PathLike[str]] | None,
        policy: Names,
        seed: int,
    ) -> dict[str, Any]:
        request = {"game": self._game(policy, seed), "scenario": path("scenario", scenario)}
        if armies is not None:
            if not isinstance(armies, (tuple, list)) or len(armies) != 2:
                raise EquipoiseError(f"armies: expected two files, got {armies!r}")
            request["armies"] = [path("armies", army) for army in armies]
        return request

    def _armies(
        self,
        scenario: str | os.PathLike[str] | None,
        budget: int | None,
        margin: float | None,
        also: Sequence[str] | None,
        matchups: int | None,
        runs: int | None,
        policy: str | None,
        seed: int,
    ) -> dict[str, Any]:
        return given(
            game=self._game(policy, seed),
            scenario=None if scenario is None else path("scenario", scenario),
            budget=None if budget is None else whole("budget", budget, least=1, most=1_000_000),
            margin=None if margin is None else real("margin", margin),
            also=self._second_opinion(also, policy),
            matchups=None if matchups is None else whole("matchups", matchups),
            runs=None if runs is None else whole("runs", runs, least=1),
        )

    def _change(
        self,
        against: Sequence[Unit | str],
        runs: int | None,
        matchups: int | None,
        scenario: str | os.PathLike[str] | None,
        budget: int | None,
        also: Sequence[str] | None,
        policy: str | None,
        seed: int,
    ) -> dict[str, Any]:
        armies = given(
            matchups=None if matchups is None else whole("matchups", matchups),
            scenario=None if scenario is None else path("scenario", scenario),
            budget=None if budget is None else whole("budget", budget, least=1, most=1_000_000),
        )
        return given(
            game=self._game(policy, seed),
            against=unit_names("against", against),
            runs=None if runs is None else whole("runs", runs, least=1),
            armies=armies,
            also=self._second_opinion(also, policy),
        )


def _named(player: Any) -> str | None:
    """The policy of the game that plays, or that makes the decisions that a policy in Python leaves."""
    if isinstance(player, type) and issubclass(player, Policy):
        raise EquipoiseError(f"policy: expected a policy, got its class; write {player.__name__}()")
    named = player.otherwise if isinstance(player, Policy) else player
    return None if named is None else text("policy", named)


def _paths(name: str, values: Sequence[str | os.PathLike[str]]) -> list[str]:
    """Several names or files."""
    if isinstance(values, (str, os.PathLike)) or not isinstance(values, Iterable):
        raise EquipoiseError(f"{name}: expected a list of names or files, got {values!r}")
    return [path(name, value) for value in values]
