"""Saved runs of sweeps: their tables, and what they found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from equipoise._checks import path as checked_path
from equipoise._errors import EquipoiseError
from equipoise._results import PriceMapResult, Result, flat

if TYPE_CHECKING:
    import os

    import polars


class SweepResult(Result):
    """A saved run: every unit of a grid against its opponents. Its table is the file of results of its folder.

    A shard of a run has no tables; :func:`merge` makes them of all shards.
    """

    @property
    def folder(self) -> Path:
        """Where the run is saved, with its charts and its report."""
        return Path(self._document["folder"])

    @property
    def digest(self) -> str:
        """Digest of plan and tallies, the command line's."""
        return str(self._document["manifest"]["digest"])

    @property
    def battles(self) -> int:
        """Battles played."""
        return int(self._document["manifest"]["battles"])

    @property
    def pairings(self) -> int:
        """Pairings played."""
        return int(self._document["manifest"]["pairings"])

    @property
    def shard(self) -> tuple[int, int] | None:
        """Which part of a sweep this is, its number from 1 and how many there are; ``None`` for a whole sweep."""
        held = self._document["manifest"]["shard"]
        if held is None:
            return None
        number, of = held.split("/")
        return int(number), int(of)

    @property
    def manifest(self) -> dict[str, Any]:
        """How the run was made, as its ``manifest.json`` says: rules, policy, seed, battles, intervals …"""
        found: dict[str, Any] = self["manifest"]
        return found

    @property
    def prices(self) -> PriceMapResult | None:
        """What the profiles and the named units are worth; ``None`` for a run without a price map."""
        found = self._document.get("prices")
        return None if found is None else PriceMapResult(json.dumps(found))

    @property
    def results(self) -> polars.DataFrame:
        """A row for each pairing; ``equipoise schema`` documents the columns."""
        return self._table("results")

    @property
    def units(self) -> polars.DataFrame:
        """A row for each unit; ``equipoise schema`` documents the columns."""
        return self._table("units")

    @property
    def margins(self) -> polars.DataFrame:
        """How narrowly pairings ended, in bins of their scores' differences; ``equipoise schema`` documents the columns."""
        return self._table("margins")

    def to_polars(self) -> polars.DataFrame:
        """A row for each pairing; ``equipoise schema`` documents the columns."""
        return self.results

    def _table(self, name: str) -> polars.DataFrame:
        if self.shard is not None:
            number, of = self.shard
            raise EquipoiseError(f"shard {number} of {of} has no tables; equipoise.merge makes them of all shards")
        try:
            import polars
        except ImportError:
            raise EquipoiseError("tables need the package polars; install equipoise[polars]") from None
        file = self.folder / f"{name}.parquet"
        try:
            return polars.read_parquet(file)
        except OSError as error:
            raise EquipoiseError(f"cannot read {file}: {error}") from None

    def _rows(self) -> list[dict[str, Any]]:
        groups = ("under_costed", "over_costed", "fair", "unclear")
        return [
            {"finding": group, **flat(unit)}
            for group in groups
            for unit in self._document.get(group, [])
        ]

    def _caption(self) -> str:
        return f"{self.pairings} pairings, {self.battles} battles in {self.folder}"


def run_folder(name: str, run: SweepResult | str | os.PathLike[str]) -> str:
    """The folder of a saved run."""
    return str(run.folder) if isinstance(run, SweepResult) else checked_path(name, run)
