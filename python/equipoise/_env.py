"""A duel played step by step."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from equipoise import _equipoise
from equipoise._checks import whole
from equipoise._errors import EquipoiseError
from equipoise._policies import Decision, Seat


class Env:
    """A duel of which Python plays one side, a decision at a time; :meth:`System.env` makes one.

    The interface is that of Gymnasium's environments with decisions for observations: :meth:`reset` begins a battle and
    gives its first decision, :meth:`step` makes it and gives the next one. A battle in which the player has nothing to
    decide ends in :meth:`reset`; its decision is ``None``, and :attr:`done` is true.

    The battles are those that :meth:`System.duel` plays with the same seed: by number, from any of them on, in any
    order.

    Example:
        >>> import equipoise as eq
        >>> env = eq.System("toy").env("Guard", "Ram")
        >>> decision, info = env.reset(battle=3)
        >>> while decision is not None:
        ...     decision, reward, terminated, truncated, info = env.step("demand")
        >>> env.done, env.score in (0.0, 0.5, 1.0)
        (True, True)
    """

    def __init__(self, request: Mapping[str, Any], name: str, points: Sequence[str], opponent: Seat | None) -> None:
        self._table = _equipoise.Table(json.dumps(request), name, list(points), opponent)
        self._name = name
        self._battle = -1
        self._decision: Decision | None = None
        self._head: dict[str, Any] | None = None

    @property
    def decision(self) -> Decision | None:
        """The decision to be made; ``None`` when the battle has ended."""
        return self._decision

    @property
    def legal(self) -> tuple[Any, ...]:
        """The legal choices; none when the battle has ended."""
        return () if self._decision is None else self._decision.choices

    @property
    def done(self) -> bool:
        """Whether the battle has ended."""
        return self._head is not None

    @property
    def score(self) -> float | None:
        """Score of the player's side: 1 for a win, 0.5 for a draw, 0 for a loss; ``None`` while the battle goes on."""
        if self._head is None:
            return None
        winner = self._head["winner"]
        return 0.5 if winner is None else float(winner == "a")

    def reset(self, *, battle: int | None = None) -> tuple[Decision | None, dict[str, Any]]:
        """Begins a battle.

        Args:
            battle: Its number, from 0; the one after the last unless given.

        Returns:
            The first decision, or ``None`` if the player has none in this battle, and how the battle stands.
        """
        self._battle = self._battle + 1 if battle is None else whole("battle", battle)
        self._take(self._table.battle(self._battle))
        return self._decision, self._info()

    def step(self, choice: Any) -> tuple[Decision | None, float, bool, bool, dict[str, Any]]:
        """Makes the decision.

        Args:
            choice: One of :attr:`legal`, or the place of one from 0; ``None`` leaves the decision to the policy of
                the game.

        Returns:
            The next decision, or ``None`` at the end; the reward, which is the score at the end and 0 before it;
            whether the battle has ended; false, as no battle is cut short; and how the battle stands.

        Raises:
            EquipoiseError: The choice is not legal, which changes nothing; or there is no decision to be made.
        """
        if self._decision is None:
            raise EquipoiseError("there is no decision to be made; reset begins a battle")
        place = self._decision.place(choice, self._name)
        # Behind the last choice: nobody's.
        self._take(self._table.answer(len(self.legal) if place is None else place))
        return self._decision, self.score or 0.0, self.done, False, self._info()

    def _take(self, told: tuple[bool, str]) -> None:
        ended, text = told
        self._decision = None if ended else Decision.of(text)
        self._head = json.loads(text) if ended else None

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"battle": self._battle}
        if self._head is not None:
            info.update({name: self._head[name] for name in ("winner", "vp", "rounds")})
            info["seat"] = self._head["a"]["seat"]
        elif self._decision is not None:
            info["seat"] = self._decision.side
        return info

    def __repr__(self) -> str:
        return f"<Env {self._name}, battle {self._battle}>"
