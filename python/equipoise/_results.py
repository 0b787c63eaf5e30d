"""Results: small frozen classes around the JSON document that the command of the same name prints."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from equipoise import _equipoise
from equipoise._errors import EquipoiseError
from equipoise._records import polars_for, read_records

if TYPE_CHECKING:
    import os

    import polars

R = TypeVar("R", bound="Result")

SHOWN = 25
"""Rows of a table that a notebook shows."""


@dataclass(frozen=True)
class Interval:
    """An estimate with its interval."""

    estimate: float
    """The estimate, in the unit of what is estimated."""
    low: float
    """Lower end."""
    high: float
    """Upper end."""

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Interval:
        """Of an object in a document."""
        return cls(document["estimate"], document["low"], document["high"])

    def __str__(self) -> str:
        return f"{self.estimate:.4g} ({self.low:.4g} to {self.high:.4g})"


@dataclass(frozen=True)
class Score:
    """A score, from 0 to 1: battles won, a draw counting half, with its interval."""

    estimate: float
    """The share of battles won by the first named."""
    low: float
    """Lower end; the estimate itself where it is exact."""
    high: float
    """Upper end; the estimate itself where it is exact."""
    confidence: float | None
    """Confidence level of the interval; ``None`` where the score is exact."""
    method: str
    """How the interval was made: ``wilson``, ``confidence_sequence``, ``exact`` …"""

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Score:
        """Of an object in a document."""
        estimate = document["estimate"]
        return cls(
            estimate,
            document.get("low", estimate),
            document.get("high", estimate),
            document.get("confidence"),
            document["method"],
        )

    def __str__(self) -> str:
        return f"{self.estimate:.4f} ({self.low:.4f} to {self.high:.4f})"


@dataclass(frozen=True)
class Spread:
    """A mean and a standard deviation, in the units of the game's score."""

    mean: float
    """The mean."""
    sd: float
    """The standard deviation of a single battle."""


@dataclass(frozen=True)
class Chart:
    """A chart as the program draws it. A notebook shows it."""

    svg: str
    """The picture, an SVG document."""
    title: str
    """What it shows, in a line."""
    caption: str
    """How it was measured, in a sentence or two."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the SVG into a file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Chart({self.title!r})"


def flat(document: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """A row of a table: fields of fields joined by ``_``; ``estimate`` and ``name`` are the field itself."""
    row: dict[str, Any] = {}
    for key, value in document.items():
        name = prefix if prefix and key in ("estimate", "name") else f"{prefix}_{key}".strip("_")
        if isinstance(value, Mapping):
            row.update(flat(value, name))
        else:
            row[name] = value
    return row


class Result:
    """What an analysis found, as the JSON document that the command of the same name prints.

    Results are frozen: two are equal if their documents are. They can be pickled. ``result["field"]`` is a field of
    the document.
    """

    _text: str

    def __init__(self, document: str) -> None:
        object.__setattr__(self, "_text", document)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    @cached_property
    def _document(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._text)
        return found

    @cached_property
    def _canonical(self) -> str:
        # A document read from a file may be laid out otherwise.
        return json.dumps(self._document, sort_keys=True)

    def to_dict(self) -> dict[str, Any]:
        """The document, a new one at every call."""
        found: dict[str, Any] = json.loads(self._text)
        return found

    def to_json(self) -> str:
        """The document as text, on one line."""
        return self._text

    def to_polars(self) -> polars.DataFrame:
        """The table of this result, a row for each of what it estimates; needs Polars."""
        return frame(self._rows())

    def plot(self) -> Chart:
        """The chart that ``equipoise chart`` draws of this result.

        Raises:
            EquipoiseError: It draws none of results of this kind.
        """
        return Chart(*_equipoise.chart(self._text))

    def _rows(self) -> list[dict[str, Any]]:
        return [flat(self._document)]

    def _caption(self) -> str:
        return type(self).__name__

    def _repr_html_(self) -> str:
        return html_table(self._caption(), self._rows())

    def __getitem__(self, field: str) -> Any:
        return json.loads(json.dumps(self._document[field]))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Result) and self._canonical == other._canonical

    def __hash__(self) -> int:
        return hash((type(self), self._canonical))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._text,)

    def __repr__(self) -> str:
        return f"<{self._caption()}>"


def frame(rows: list[dict[str, Any]]) -> polars.DataFrame:
    """Rows as a data frame; a field that a row lacks is null."""
    made: polars.DataFrame = polars_for("to_polars").DataFrame(rows, infer_schema_length=None, strict=False)
    return made


def html_table(caption: str, rows: list[dict[str, Any]]) -> str:
    """The first rows as a table; whatever comes from files is escaped."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(cell(row.get(name)))}</td>" for name in columns) + "</tr>"
        for row in rows[:SHOWN]
    )
    more = f"<p>and {len(rows) - SHOWN} more rows</p>" if len(rows) > SHOWN else ""
    return (
        f"<table><caption>{html.escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"
    )


def cell(value: object) -> str:
    """A value for people."""
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def without(document: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """The fields of a document but for these."""
    return {name: value for name, value in document.items() if name not in names}


class Fought(Result):
    """What came of the battles between two contestants."""

    _records: polars.DataFrame | Path | None

    def __init__(self, document: str, records: polars.DataFrame | Path | None = None) -> None:
        super().__init__(document)
        object.__setattr__(self, "_records", records)

    @property
    def records(self) -> polars.DataFrame:
        """A row for each battle, in their order, of a question asked with ``battles=``.

        ``battle`` is the number by which the battle is replayed, ``seed`` the master seed, ``seat_a`` the seat of
        ``a``, ``winner`` is ``a`` or ``b``, or null for a draw; ``vp_a`` and ``vp_b`` are the scores and ``rounds``
        the length in rounds. Observed quantities of the game follow: ``momentum_round_1_a`` after a round,
        ``vp_destroyed_a`` over the battle, ``survival_unit_1_a`` of the first model. Rows that went to a file are read
        from it.

        Raises:
            EquipoiseError: The battles were not recorded, or the file cannot be read.
        """
        records = self._records
        if records is None:
            raise EquipoiseError("these battles were not recorded; ask with battles=True, or with a file for them")
        return read_records(records) if isinstance(records, Path) else records

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._text, self._records)

    @property
    def a(self) -> str:
        """Name of the contestant named first."""
        return str(self._document["a"]["name"])

    @property
    def b(self) -> str:
        """Name of the contestant named second."""
        return str(self._document["b"]["name"])

    @property
    def score(self) -> Score:
        """Score of ``a``, from 0 to 1; a draw counts half."""
        return Score.of(self._document["score_a"])

    @property
    def battles(self) -> int | None:
        """Battles played; ``None`` where the duel was computed."""
        return self._document.get("battles")

    @property
    def wins_a(self) -> int | None:
        """Battles that ``a`` won; ``None`` where the duel was computed."""
        return self._document.get("wins_a")

    @property
    def wins_b(self) -> int | None:
        """Battles that ``b`` won; ``None`` where the duel was computed."""
        return self._document.get("wins_b")

    @property
    def draws(self) -> int | None:
        """Battles without a winner; ``None`` where the duel was computed."""
        return self._document.get("draws")

    @property
    def vp_a(self) -> Spread:
        """What ``a`` scored in a battle, in victory points or what the game counts in their place."""
        return Spread(**self._document["vp"]["a"])

    @property
    def vp_b(self) -> Spread:
        """What ``b`` scored in a battle, in victory points or what the game counts in their place."""
        return Spread(**self._document["vp"]["b"])

    @property
    def rounds(self) -> float:
        """Rounds of a battle on average."""
        return float(self._document["rounds"]["mean"])

    @property
    def policy(self) -> str:
        """The policy of both sides, or both policies."""
        return str(self._document["policy"])

    @property
    def seed(self) -> int | None:
        """Master seed of the dice; ``None`` where the duel was computed."""
        return self._document.get("seed")

    @property
    def digest(self) -> str | None:
        """Digest of plan and tallies, the command line's; ``None`` where the duel was computed."""
        return self._document.get("digest")

    def _caption(self) -> str:
        return f"{self.a} against {self.b}: score {self.score}"


class DuelResult(Fought):
    """One unit against another."""

    @property
    def exact(self) -> bool:
        """Whether the probabilities were computed instead of sampled."""
        return bool(self._document.get("exact", False))

    def _rows(self) -> list[dict[str, Any]]:
        trace = self._document.get("trace")
        if trace is not None:
            return [flat(look) for look in trace]
        return [flat(without(self._document, "schema", "kind", "options"))]


class BattleResult(Fought):
    """The battles of a scenario. Its table has a row for each model."""

    @property
    def scenario(self) -> str:
        """Name of the scenario."""
        return str(self._document["scenario"])

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {"side": side, **flat(model)}
            for side in ("a", "b")
            for model in self._document[side]["units"]
        ]


class ReplayResult(Result):
    """One battle, event by event."""

    @property
    def log(self) -> tuple[str, ...]:
        """The events as lines for people."""
        return tuple(self._document["log"])

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events in order, as the game writes them; sides are seats."""
        found: list[dict[str, Any]] = self["events"]
        return found

    def plot(self) -> Chart:
        """The battle as a picture, if one was asked for.

        Raises:
            EquipoiseError: None was asked for.
        """
        head, picture = self._document["head"], self._document.get("picture")
        if picture is None:
            raise EquipoiseError("this replay has no picture; ask for it with picture=True")
        return Chart(picture, f"{head['scenario']}, battle {head['battle']}", "")

    def _rows(self) -> list[dict[str, Any]]:
        return [{"step": step, "text": line} for step, line in enumerate(self.log)]

    def _caption(self) -> str:
        head = self._document["head"]
        return f"{head['a']['name']} against {head['b']['name']}, battle {head['battle']}"

    def __str__(self) -> str:
        return "\n".join(self.log)


def distributions(document: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, dict[int, float]]]:
    """Every distribution of a document by its name: objects whose keys are whole numbers."""
    for key, value in document.items():
        if not isinstance(value, Mapping):
            continue
        name = f"{prefix}_{key}".strip("_")
        if value and all(outcome.lstrip("-").isdigit() for outcome in value):
            yield name, {int(outcome): share for outcome, share in value.items()}
        else:
            yield from distributions(value, name)


class OddsResult(Result):
    """Exact odds of an attack. Its table has a row for each outcome of each distribution."""

    @cached_property
    def distributions(self) -> Mapping[str, Mapping[int, float]]:
        """Probabilities of all outcomes by the name of the distribution, such as ``hits`` or ``damage``."""
        return dict(distributions(without(self._document, "sampled")))

    def __getattr__(self, name: str) -> Mapping[int, float]:
        """The distribution of this name: ``odds.damage``."""
        if name.startswith("_") or name not in self.distributions:
            raise AttributeError(f"these odds have no distribution {name}")
        return self.distributions[name]

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {"distribution": name, "value": value, "probability": probability}
            for name, outcomes in self.distributions.items()
            for value, probability in outcomes.items()
        ]

    def _caption(self) -> str:
        return f"Odds of {self._document['charted']['attack']}"


@dataclass(frozen=True)
class PricedUnit:
    """What a unit is worth."""

    name: str
    """The unit."""
    listed: int
    """Points it is listed at."""
    implied: Interval
    """Points it is worth to random armies."""
    verdict: str
    """Whether the listed points fit: ``under``, ``over``, ``fair`` or ``unclear``; for all units at once."""


class PointsResult(Result):
    """What each unit is worth. Its table has a row for each unit."""

    @property
    def units(self) -> tuple[PricedUnit, ...]:
        """The units in the order of the request."""
        return tuple(
            PricedUnit(unit["name"], unit["listed"], Interval.of(unit["implied"]), unit["verdict"])
            for unit in self._document["units"]
        )

    @property
    def battles(self) -> int:
        """Battles played."""
        return int(self._document["battles"])

    def _rows(self) -> list[dict[str, Any]]:
        return [flat(unit) for unit in self._document["units"]]

    def _caption(self) -> str:
        document = self._document
        return f"Implied points of {len(document['units'])} units in {document['scenario']}"


class PriceMapResult(Result):
    """What every profile of a grid is worth. Its table has a row for each profile and each named unit."""

    @property
    def digest(self) -> str:
        """Digest of the battles, the command line's."""
        return str(self._document["digest"])

    @property
    def battles(self) -> int:
        """Battles played."""
        return int(self._document["battles"])

    def _rows(self) -> list[dict[str, Any]]:
        return [flat(unit) for unit in self._document["profiles"] + self._document["named"]]

    def _caption(self) -> str:
        document = self._document
        return f"Price map of {len(document['profiles'])} profiles in {document['scenario']}"


class ChangeResult(Result):
    """What a change of a unit, or of a rule, does. Its table has a row for each opponent, or for each unit."""

    @property
    def difference(self) -> Interval:
        """Score with the change less score without it, over everything that was played."""
        return Interval.of(self._document["difference"])

    @property
    def battles(self) -> int:
        """Battles played, each both ways."""
        return int(self._document["battles"])

    def _rows(self) -> list[dict[str, Any]]:
        return [flat(row) for row in self._document["differences"]]

    def _caption(self) -> str:
        return f"{self._document['kind']}: score changes by {self.difference}"


class LadderResult(Result):
    """How well policies play. Its table has a row for each policy, the best first."""

    @property
    def ratings(self) -> Mapping[str, Interval]:
        """Elo of each policy, the best first, as its lead over the anchor; empty if no finite ratings exist."""
        return {row["policy"]: Interval.of(row["elo"]) for row in self._document["ratings"]}

    @property
    def digest(self) -> str:
        """Digest of plan and tallies, the command line's."""
        return str(self._document["digest"])

    @property
    def battles(self) -> int:
        """Battles of all pairs of policies."""
        return int(self._document["battles"])

    def _rows(self) -> list[dict[str, Any]]:
        return [flat(row) for row in self._document["ratings"]]

    def _caption(self) -> str:
        return f"Elo of {len(self._document['policies'])} policies, {self.battles} battles"


class PlayAuditResult(Result):
    """How well sides play. Its table has a row for each unit with a better stat.

    The other parts are ``result["tools"]``, ``result["gain"]`` and ``result["order"]``, ``None`` if not measured.
    """

    @property
    def worse(self) -> int | None:
        """Better stats by which a unit scores less, all cases considered together; ``None`` if not measured."""
        found = self._document["monotonicity"]
        return None if found is None else int(found["worse"])

    def _rows(self) -> list[dict[str, Any]]:
        found = self._document["monotonicity"]
        return [] if found is None else [flat(case) for case in found["cases"]]

    def _caption(self) -> str:
        worse = self.worse
        told = "" if worse is None else f": {worse} better stats by which a unit scores less"
        return f"Audit of play by {self._document['policy']}{told}"


class UpgradeAuditResult(Result):
    """What upgrades are worth. Its table has a row for each upgrade, in points."""

    @property
    def worth(self) -> Mapping[str, Interval]:
        """Points that each upgrade is worth to its buyers, on average."""
        return {row["name"]: Interval.of(row["worth"]) for row in self._document["upgrades"]}

    @property
    def battles(self) -> int:
        """Battles played, those of units without the upgrade among them."""
        return int(self._document["battles"])

    def _rows(self) -> list[dict[str, Any]]:
        rows = self._document["upgrades"]
        return [flat({name: value for name, value in row.items() if name != "buyers"}) for row in rows]

    def _caption(self) -> str:
        document = self._document
        return f"Worth of {len(document['upgrades'])} upgrades in {document['scenario']}"


class SelfcheckResult(Result):
    """Whether the program does what it says. Its table has a row for each check."""

    @property
    def passed(self) -> bool:
        """Whether all checks passed."""
        return bool(self._document["passed"])

    def _rows(self) -> list[dict[str, Any]]:
        return [flat(check) for check in self._document["checks"]]

    def _caption(self) -> str:
        failed = sum(not check["passed"] for check in self._document["checks"])
        return f"{len(self._document['checks'])} checks, {failed} failed"


class CoverageResult(Result):
    """How often intervals hold the true value. Its table has a row for each kind of interval."""

    @property
    def off(self) -> tuple[str, ...]:
        """Kinds of intervals whose coverage is off by more than five standard errors."""
        return tuple(row["interval"] for row in self._document["rows"] if row["kept"] == "no")

    def _rows(self) -> list[dict[str, Any]]:
        return [flat(row) for row in self._document["rows"]]

    def _caption(self) -> str:
        document = self._document
        return f"Coverage of {len(document['rows'])} kinds of intervals, up to {document['replicates']} replicates each"


class RatingsResult(Result):
    """Bradley-Terry ratings. Its table has a row for each unit, the best first."""

    @property
    def ratings(self) -> Mapping[str, float]:
        """Rating of each unit, the best first: natural logarithm of the odds, with mean zero."""
        return {unit["name"]: unit["rating"] for unit in self._document["ratings"]}

    @property
    def home_advantage(self) -> Interval | None:
        """What being named first adds to the log-odds of a win, where that was asked for."""
        advantage = self._document.get("home_advantage")
        return None if advantage is None else Interval.of(advantage)

    def _rows(self) -> list[dict[str, Any]]:
        return [flat(unit) for unit in self._document["ratings"]]

    def _caption(self) -> str:
        return f"Ratings of {len(self._document['ratings'])} units"


class MetaResult(Result):
    """The choice of units as a game. Its table has a row for each unit of the panel."""

    @property
    def cyclic_share(self) -> Interval | None:
        """How much of the game is cyclic, from 0 to 1; ``None`` where it cannot be told."""
        share = self._document["cyclic_share"]
        if share is None or share.get("low") is None:
            return None
        return Interval.of(share)

    @property
    def weights(self) -> Mapping[str, float]:
        """Nash weight of each unit of the panel."""
        return {unit["name"]: unit["weight"] for unit in self._document["nash"]}

    def _rows(self) -> list[dict[str, Any]]:
        return [flat(unit) for unit in self._document["nash"]]

    def _caption(self) -> str:
        return f"Meta-game of {self._document['units']} units"


class SprtResult(Result):
    """Where a sequential test of two Elo differences stands."""

    @property
    def decision(self) -> str:
        """``H0``, ``H1``, or ``continue`` while the games do not decide."""
        return str(self._document["decision"])

    @property
    def llr(self) -> float:
        """Logarithm of how much likelier the games are under H1 than under H0."""
        return float(self._document["llr"])

    def _caption(self) -> str:
        return f"Sequential test: {self.decision}, log-likelihood ratio {self.llr:.2f}"


class Comparison(Result):
    """Two saved runs. Its table has a row for each unit of both."""

    @property
    def same_battles(self) -> bool:
        """Whether both runs have the same battles, one by one."""
        return bool(self._document["same_battles"])

    def _rows(self) -> list[dict[str, Any]]:
        return [flat(unit) for unit in self._document["units"]]

    def _caption(self) -> str:
        return f"{self._document['old']['folder']} against {self._document['new']['folder']}"


class BaselineResult(Result):
    """A baseline that was written."""

    @property
    def file(self) -> Path:
        """The file."""
        return Path(self._document["file"])

    @property
    def digest(self) -> str:
        """Digest of plan and counts, the command line's."""
        return str(self._document["digest"])

    def _rows(self) -> list[dict[str, Any]]:
        return [flat(without(self._document, "schema", "kind", "options", "prices"))]

    def _caption(self) -> str:
        return f"Baseline in {self.file}"


class GateResult(Result):
    """Whether balance is still where a baseline found it. Its table has a row for each pairing."""

    @property
    def verdict(self) -> str:
        """``pass``, ``regressed`` or ``undecided``."""
        return str(self._document["verdict"])

    @property
    def passed(self) -> bool:
        """Whether the verdict is ``pass``."""
        return self.verdict == "pass"

    @property
    def digest(self) -> str:
        """Digest of the battles, the command line's."""
        return str(self._document["digest"])

    def _rows(self) -> list[dict[str, Any]]:
        return [flat(cell) for cell in self._document["cells"]]

    def _caption(self) -> str:
        return f"Gate against {self._document['baseline']}: {self.verdict}"


class ValidateResult(Result):
    """What is wrong with a dataset. Its table has a row for each problem."""

    @property
    def sound(self) -> bool:
        """Whether there are no problems."""
        return not self._document["problems"]

    def _rows(self) -> list[dict[str, Any]]:
        return [flat(problem) for problem in self._document["problems"]]

    def _caption(self) -> str:
        count = len(self._document["problems"])
        return f"{self._document['dataset']}: {count} problems"
