"""A row for each battle: asked for, written by the program, read by Polars."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from equipoise._checks import Progress, ask, ask_with, path
from equipoise._errors import EquipoiseError
from equipoise._policies import Seat

if TYPE_CHECKING:
    import polars

Battles = bool | str | os.PathLike[str]
"""Whether battles are recorded: ``True`` for a data frame, or a Parquet file or a folder for one."""

FILE = "battles.parquet"
"""The file in a folder."""


def polars_for(what: str) -> ModuleType:
    """The package Polars, which is not installed with this one."""
    try:
        import polars
    except ImportError:
        raise EquipoiseError(f"{what} needs the package polars; install equipoise[polars]") from None
    return polars


def read_records(file: Path) -> polars.DataFrame:
    """The rows of battles in a file."""
    package = polars_for("records")
    try:
        rows: polars.DataFrame = package.read_parquet(file)
    except (OSError, package.exceptions.PolarsError) as error:
        raise EquipoiseError(f"cannot read {file}: {error}") from None
    return rows


def ask_recorded(
    question: str,
    request: Mapping[str, Any],
    battles: Battles,
    seats: list[Seat | None] | None,
    threads: int | None,
    progress: Progress | None,
) -> tuple[str, polars.DataFrame | Path | None]:
    """The document that answers a question, with the rows of its battles or the file that they went to.

    ``seats`` are the policies in Python of contestant a and of contestant b, if there are any.
    """

    def asked(file: Path | None) -> str:
        recorded = {"of": request, "file": None if file is None else str(file)}
        if seats is not None:
            return ask_with(question, recorded, seats, progress)
        if file is None:
            return ask(question, request, threads, progress)
        return ask(f"recorded {question}", recorded, threads, progress)

    if battles is False:
        return asked(None), None
    if battles is True:
        # Found missing before the battles, not after them.
        polars_for("battles=True")
        with tempfile.TemporaryDirectory(prefix="equipoise-", ignore_cleanup_errors=True) as folder:
            file = Path(folder) / FILE
            return asked(file), read_records(file)
    file = _place(battles)
    return asked(file), file


def _place(battles: str | os.PathLike[str]) -> Path:
    """A Parquet file, or the file in a folder."""
    place = Path(path("battles", battles)).absolute()
    return place if place.suffix == ".parquet" and not place.is_dir() else place / FILE
