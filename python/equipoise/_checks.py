"""Arguments, checked before they become a request.

Ranges are checked by the analysis, which knows them; what JSON cannot say of a type is checked here.
"""

from __future__ import annotations

import json
import math
import numbers
import operator
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from equipoise import _equipoise
from equipoise._errors import EquipoiseError

Progress = Callable[[int, int, str], object]
"""Called a few times a second with what is done, what there is to do, and what is counted, in the plural."""

MOST = 2**64 - 1


def ask(
    question: str,
    request: Mapping[str, Any],
    threads: int | None = None,
    progress: Progress | None = None,
) -> str:
    """The JSON document that answers a question."""
    if threads is not None:
        threads = whole("threads", threads, least=1, most=1024)
    return _equipoise.ask(question, json.dumps(request), threads, watcher(progress))


def ask_with(
    question: str,
    request: Mapping[str, Any],
    seats: Sequence[tuple[str, list[str], Callable[[str], int | None]] | None],
    progress: Progress | None = None,
) -> str:
    """The JSON document that answers a question about battles that policies in Python play."""
    return _equipoise.ask_with(question, json.dumps(request), seats, watcher(progress))


def watcher(progress: Progress | None) -> Progress | None:
    """A function that is told the progress."""
    if progress is not None and not callable(progress):
        raise EquipoiseError(f"progress: expected a function of three arguments, got {progress!r}")
    return progress


def whole(name: str, value: Any, least: int = 0, most: int = MOST) -> int:
    """A whole number in a range."""
    wanted = f"{name}: expected a whole number of at least {least}"
    if isinstance(value, bool):
        raise EquipoiseError(f"{wanted}, got {value!r}")
    try:
        number = operator.index(value)
    except TypeError:
        raise EquipoiseError(f"{wanted}, got {value!r}") from None
    if number < least:
        raise EquipoiseError(f"{wanted}, got {number}")
    if number > most:
        raise EquipoiseError(f"{name}: expected at most {most}, got {number}")
    return number


def real(name: str, value: Any) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or not math.isfinite(value):
        raise EquipoiseError(f"{name}: expected a number, got {value!r}")
    return float(value)


def text(name: str, value: Any) -> str:
    """A string."""
    if not isinstance(value, str):
        raise EquipoiseError(f"{name}: expected a name, got {value!r}")
    return value


def texts(name: str, values: Any) -> list[str]:
    """Several strings; one alone is a mistake that would pass for its letters."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise EquipoiseError(f"{name}: expected a list of names, got {values!r}")
    return [text(name, value) for value in values]


def path(name: str, value: Any) -> str:
    """A path as text."""
    try:
        found = os.fspath(value)
    except TypeError:
        raise EquipoiseError(f"{name}: expected a path, got {value!r}") from None
    if isinstance(found, bytes):
        raise EquipoiseError(f"{name}: expected a path as text, got {value!r}")
    return str(found)


def option_text(name: str, value: Any) -> str:
    """The value of a rules option or of a unit's field, as the command line has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real) and math.isfinite(value):
        return repr(float(value))
    if isinstance(value, (list, tuple)):
        return json.dumps(list(value))
    raise EquipoiseError(f"{name}: expected a text, a number, a truth value or a list, got {value!r}")


def options(name: str, values: Mapping[str, Any] | None) -> list[list[str]]:
    """Rules options by name."""
    if values is None:
        return []
    if not isinstance(values, Mapping):
        raise EquipoiseError(f"{name}: expected a dict of options by name, got {values!r}")
    return [[text(name, key), option_text(key, value)] for key, value in values.items()]


def choice(name: str, value: Any, known: Iterable[str]) -> str:
    """One of a few words."""
    words = list(known)
    if value not in words:
        raise EquipoiseError(f"{name}: expected one of {', '.join(words)}, got {value!r}")
    return str(value)


def part(shard: Any) -> str:
    """A part of a sweep as ``K/N``."""
    wanted = "shard: expected its number and how many there are, such as (3, 16)"
    if not isinstance(shard, (tuple, list)) or len(shard) != 2:
        raise EquipoiseError(f"{wanted}, got {shard!r}")
    of = whole("shard", shard[1], least=1, most=2**32 - 1)
    number = whole("shard", shard[0], least=1)
    if number > of:
        raise EquipoiseError(f"{wanted}, got {shard!r}")
    return f"{number}/{of}"


def goal(
    fixed: int,
    runs: int | None,
    until: float | None,
    decide: float | None,
    margin: float | None,
    confidence: float | None,
    max_runs: int | None,
) -> dict[str, Any]:
    """When the battles of a pairing end; ``fixed`` battles unless something is asked for."""
    asked = {"runs": runs, "until": until, "decide": decide}
    named = [name for name, value in asked.items() if value is not None]
    if len(named) > 1:
        raise EquipoiseError(f"{named[0]} and {named[1]} exclude each other")
    if margin is not None and decide is None:
        raise EquipoiseError("margin needs decide")
    if until is None and decide is None:
        for name, value in (("confidence", confidence), ("max_runs", max_runs)):
            if value is not None:
                raise EquipoiseError(f"{name} needs until or decide")
        return {"runs": fixed if runs is None else whole("runs", runs, least=1)}
    numbers_of = {"confidence": confidence, "margin": margin}
    found: dict[str, Any] = {
        name: real(name, value) for name, value in numbers_of.items() if value is not None
    }
    if max_runs is not None:
        found["most"] = whole("max_runs", max_runs, least=1)
    if until is not None:
        return {"until": {"half_width": real("until", until), **found}}
    return {"decide": {"line": real("decide", decide), **found}}


def given(**values: Any) -> dict[str, Any]:
    """Those that are not ``None``."""
    return {name: value for name, value in values.items() if value is not None}
