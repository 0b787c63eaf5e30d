"""Exceptions of the package."""

from __future__ import annotations

from typing import Any, NamedTuple


class EquipoiseError(Exception):
    """An analysis without a result; its text is a sentence for people.

    A wrong name, type or number, a file that cannot be read or written, battles that give no estimate. Every other
    exception of the package is one of these, except ``KeyboardInterrupt``.
    """


class UnknownUnitError(EquipoiseError, KeyError):
    """A dataset has no unit of this name."""

    def __str__(self) -> str:
        return str(self.args[0])


class Problem(NamedTuple):
    """One mistake in a file of a dataset."""

    file: str
    """Path of the file."""
    line: int
    """Line, from 1."""
    column: int
    """Column in characters, from 1."""
    message: str
    """What was found and what was expected."""


class DatasetError(EquipoiseError):
    """Everything that is wrong with a dataset or a scenario.

    ``file``, ``line`` and ``column`` are those of the first mistake; ``problems`` has all of them.
    """

    problems: tuple[Problem, ...]
    """The mistakes, in the order in which they were found."""

    def __init__(self, message: str, problems: list[tuple[str, int, int, str]]) -> None:
        super().__init__(message, problems)
        self.problems = tuple(Problem(*problem) for problem in problems)

    @property
    def file(self) -> str | None:
        """Path of the file with the first mistake."""
        return self.problems[0].file if self.problems else None

    @property
    def line(self) -> int | None:
        """Line of the first mistake, from 1."""
        return self.problems[0].line if self.problems else None

    @property
    def column(self) -> int | None:
        """Column of the first mistake in characters, from 1."""
        return self.problems[0].column if self.problems else None

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self) -> tuple[Any, ...]:
        message, problems = self.args
        return DatasetError, (message, [tuple(problem) for problem in problems])


class InternalError(EquipoiseError):
    """A fault of the program, with the place where it was noticed. Please report it."""
