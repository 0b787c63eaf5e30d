"""Policies written in Python: what they see, what they may choose, and how they are called."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from equipoise import _equipoise
from equipoise._errors import EquipoiseError

Seat = tuple[str, list[str], Callable[[str], int | None]]
"""A policy as the native module takes it: its name, its decision points, and what it answers to a decision."""


@dataclass(frozen=True)
class Decision:
    """A decision of a battle, put to a player. It is a copy: nothing done to it reaches the battle."""

    point: str
    """The decision point, such as ``bid``; :meth:`System.decision_points` lists those of a game."""
    side: str
    """The side that decides, ``a`` or ``b``. Sides are seats: contestants change them from battle to battle."""
    view: dict[str, Any]
    """All that the player sees, as the game writes it."""
    choices: tuple[Any, ...]
    """The legal choices, at least two: texts, or dicts of texts and numbers."""

    @classmethod
    def of(cls, text: str) -> Decision:
        """From the JSON document of a decision."""
        document = json.loads(text)
        return cls(document["point"], document["side"], document["view"], tuple(document["choices"]))

    def place(self, answer: Any, whose: str) -> int | None:
        """Place of an answer among the choices; ``None`` stays ``None``.

        Args:
            answer: A choice, or its place from 0.
            whose: Who answers, for the message.

        Raises:
            EquipoiseError: It is no legal choice.
        """
        if answer is None:
            return None
        if answer in self.choices:
            return self.choices.index(answer)
        if not isinstance(answer, bool) and hasattr(answer, "__index__"):
            number = operator.index(answer)
            if 0 <= number < len(self.choices):
                return number
        raise EquipoiseError(
            f"{whose}: {answer!r} is none of the {len(self.choices)} choices at the decision point {self.point!r}, "
            f"nor the place of one"
        )


class Policy:
    """A way of playing written in Python, to be derived from.

    A subclass has a method for each decision point that it plays, named after it: ``bid`` for ``bid``, ``cut_scene``
    for ``cut-scene``. A method gets a :class:`Decision` and returns one of its choices, or the place of one from 0, or
    ``None`` to leave this decision to the policy :attr:`otherwise`, which also makes all decisions without a method. A
    subclass that overrides :meth:`choose` is asked at every decision point. Where there is but one legal choice
    nobody is asked.

    Example:
        >>> import equipoise as eq
        >>> class Hopeful(eq.Policy):
        ...     def demand(self, decision: eq.Decision) -> str:
        ...         return "demand" if decision.view["number"] < 50 else "accept"
        >>> toy = eq.System("toy")
        >>> toy.duel("Guard", "Ram", policy_a=Hopeful(), runs=100).policy
        'Hopeful, else accept against accept'
    """

    otherwise: str | None = None
    """The policy of the game that decides what this one does not; ``None`` is the game's default."""

    @property
    def name(self) -> str:
        """Name in results: that of the class. A subclass with settings should override it."""
        return type(self).__name__

    def choose(self, decision: Decision) -> Any:
        """The choice at any decision point: that of the method named after it."""
        method = getattr(self, _method(decision.point), None)
        return None if method is None else method(decision)


def _method(point: str) -> str:
    return point.replace("-", "_")


def points_of(system: str) -> tuple[bool, list[str]]:
    """Whether the game of this name puts its decisions to policies in Python, and its decision points."""
    found = _equipoise.decision_points(system)
    return found if found is not None else (False, [])


def seat(system: str, policy: Policy) -> Seat:
    """A policy as the native module takes it."""
    name = policy.name
    if not isinstance(name, str) or not name:
        raise EquipoiseError(f"{type(policy).__name__}: expected a name as text, got {name!r}")
    asks, points = points_of(system)
    # A game that asks nobody says so itself.
    if asks and type(policy).choose is Policy.choose:
        points = [point for point in points if callable(getattr(policy, _method(point), None))]
        if not points:
            known = ", ".join(_method(point) for point in points_of(system)[1])
            raise EquipoiseError(f"{name} makes no decision of {system}; write choose, or methods out of {known}")
    return name, points, _caller(name, policy)


def _caller(name: str, policy: Policy) -> Callable[[str], int | None]:
    """From a decision as JSON to the place of the policy's choice."""

    def called(text: str) -> int | None:
        decision = Decision.of(text)
        try:
            answer = policy.choose(decision)
        except Exception as error:
            raise EquipoiseError(
                f"{name} raised {type(error).__name__} at the decision point {decision.point!r}: {error}"
            ) from error
        return decision.place(answer, name)

    return called


def both(sides: Sequence[Any]) -> bool:
    """Whether this names a policy for each side."""
    return isinstance(sides, (tuple, list)) and len(sides) == 2
